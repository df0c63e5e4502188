"""Handicaps: how many points of a head start make a game fair. One play-out has the answer for all of them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import PositionError
from jeopardice.exact.duel import TO_A, TO_B, Duel, clean, turn_starts
from jeopardice.exact.resolve import resolve
from jeopardice.exact.result import Result
from jeopardice.exact.seat import Seat, table_seat
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.position import is_whole
from jeopardice.games.rules import short

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Handicap(Result):
    """What head starts come to: `first` is how often a wins when it starts, `second` when b does; by `head_starts`.

    A head start is the number of points that b has before the game begins; a negative one are points for a.
    """

    left_out = ("head_starts", "first", "second", "stalemate_first", "stalemate_second")

    game: str
    a: str
    b: str
    first: Floats
    second: Floats
    stalemate_first: Floats
    stalemate_second: Floats

    def __repr__(self) -> str:
        return f"Handicap({self.game!r}, {self.a!r}, {self.b!r}, fair={self.fair})"

    @property
    def head_starts(self) -> range:
        """From all points but one for a to all but one for b."""
        most = len(self.first) // 2
        return range(-most, most + 1)

    def at(self, head_start: int) -> Duel:
        """The duel with a head start."""
        if not is_whole(head_start) or head_start not in self.head_starts:
            most = self.head_starts[-1]
            raise PositionError(f"a head start must be a whole number from {-most} to {most}, not {short(head_start)}")
        arrays = (self.first, self.second, self.stalemate_first, self.stalemate_second)
        return Duel(self.game, self.a, self.b, *(float(array[head_start - self.head_starts[0]]) for array in arrays))

    @cached_property
    def fair(self) -> int:
        """The head start with which both win as nearly as often as can be where a starts."""
        return self._nearest(self.first - (1.0 - self.first - self.stalemate_first))

    @cached_property
    def fair_average(self) -> int:
        """The same where each starts half of the games."""
        others = 2.0 - self.first - self.stalemate_first - self.second - self.stalemate_second
        return self._nearest(self.first + self.second - others)

    def _nearest(self, ahead: Floats) -> int:
        """Of equals the smaller head start."""
        return min(self.head_starts, key=lambda h: (round(abs(float(ahead[h - self.head_starts[0]])), 14), abs(h)))

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the fair head starts, how often a wins with them and without, and all others."""
        return {
            "game": self.game,
            "a": self.a,
            "b": self.b,
            "fair": self.fair,
            "first_at_fair": self.at(self.fair).first,
            "first_without": self.at(0).first,
            "fair_average": self.fair_average,
            "average_at_fair": self.at(self.fair_average).average,
            "average_without": self.at(0).average,
            "head_starts": list(self.head_starts),
            "first": self.first.tolist(),
            "second": self.second.tolist(),
            "stalemate_first": self.stalemate_first.tolist(),
            "stalemate_second": self.stalemate_second.tolist(),
        }


def handicap(game: Game, a: Any = "optimal", b: Any = "optimal") -> Handicap:
    """Every head start in a duel, and the fair one."""
    rules = as_game(game)
    one, other = table_seat(resolve(rules, a)), table_seat(resolve(rules, b))
    assert one.table is not None
    assert other.table is not None
    first, second, endless = _wins(one, other, TO_B)
    stalemates = (np.zeros_like(first), np.zeros_like(first))
    if endless:
        more_first, more_second, _ = _wins(one, other, TO_A)
        stalemates = _clean(more_first - first), _clean(more_second - second)
    names = (one.table.name, other.table.name)
    return Handicap(game_notation(rules), *names, _clean(first), _clean(second), *stalemates)


def _wins(a: Seat, b: Seat, stalemate: float) -> tuple[Floats, Floats, bool]:
    """What A gets when A starts and when B starts, by head start; and whether there may be stalemates."""
    mine, its, endless = turn_starts(a, b, stalemate)
    first = np.concatenate([mine[:0:-1, 0], mine[0]])
    second = 1.0 - np.concatenate([its[0, :0:-1], its[:, 0]])
    return first, second, endless


def _clean(chances: Floats) -> Floats:
    return np.array([clean(float(chance)) for chance in chances])
