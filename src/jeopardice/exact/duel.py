"""Duels: exactly how often one strategy beats another, with either going first.

Both seats are fixed, so the values are linear and one pass gives them. The first run pays a stalemate to B, which gives
A's wins; where there can be no stalemate, B's wins are the rest; otherwise a second run pays it to A.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.exact.advice import Advice
from jeopardice.exact.play_out import play_out, play_out_product
from jeopardice.exact.resolve import resolve
from jeopardice.exact.result import Result
from jeopardice.exact.seat import Seat, table_seat
from jeopardice.exact.solution import Solution
from jeopardice.exact.solve import solve
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.position import checked_score
from jeopardice.games.progress import part
from jeopardice.spread import Progress

Values = NDArray[np.float64]
TO_B, TO_A = 0.0, 1.0
ROUNDING = 2e-14


@dataclass(frozen=True)
class Duel(Result):
    """`first`: a wins when a starts; `second`: when b starts. Stalemates, in which nobody wins, by who starts."""

    game: str
    a: str
    b: str
    first: float
    second: float
    stalemate_first: float = 0.0
    stalemate_second: float = 0.0

    @property
    def average(self) -> float:
        """The mean of both seats for a: the fair comparison."""
        return (self.first + self.second) / 2

    @property
    def b_first(self) -> float:
        """b wins when b starts."""
        return 1.0 - self.second - self.stalemate_second

    @property
    def b_second(self) -> float:
        """b wins when a starts."""
        return 1.0 - self.first - self.stalemate_first

    @property
    def b_average(self) -> float:
        """The mean of both seats for b."""
        return (self.b_first + self.b_second) / 2

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        names = ("game", "a", "b", "first", "second", "average", "b_first", "b_second", "b_average")
        return {name: getattr(self, name) for name in (*names, "stalemate_first", "stalemate_second")}


def duel(game: Game, a: Any, b: Any, *, own: int = 0, opponent: int = 0, progress: Progress = None) -> Duel:
    """Exact win probabilities of two strategies; `own` and `opponent` give a and b a head start.

    `progress` is told which share of the work is done.
    """
    rules = as_game(game)
    own, opponent = checked_score(rules, "own", own), checked_score(rules, "opponent", opponent)
    one, other = (
        resolve(rules, strategy, progress=part(progress, begin, begin + 0.3))
        for strategy, begin in ((a, 0.0), (b, 0.3))
    )
    return duel_of(table_seat(one, own), table_seat(other, opponent), own, opponent, part(progress, 0.6, 1.0))


def duel_of(a: Seat, b: Seat, own: int = 0, opponent: int = 0, progress: Progress = None) -> Duel:
    """The duel of two seats that were made ready before, for these scores."""
    assert a.table is not None
    assert b.table is not None
    return Duel(game_notation(a.rules), a.table.name, b.table.name, *chances(a, b, own, opponent, progress))


def chances(
    a: Seat, b: Seat, own: int = 0, opponent: int = 0, progress: Progress = None
) -> tuple[float, float, float, float]:
    """How often a wins when a starts, and when b does, and the stalemates likewise; for two seats that are ready.

    A seat may be used again and again, but not in two threads at once: it holds what is computed.
    """
    b = b.again() if a is b else b
    assert a.arrays[0].scores[own], f"seat a is not ready for {own}"
    assert b.arrays[0].scores[opponent], f"seat b is not ready for {opponent}"
    first, second, endless = _wins(a, b, TO_B, own, opponent, part(progress, 0.0, 0.5))
    stalemate_first = stalemate_second = 0.0
    if endless:
        more_first, more_second, _ = _wins(a, b, TO_A, own, opponent, part(progress, 0.5, 1.0))
        stalemate_first, stalemate_second = clean(more_first - first), clean(more_second - second)
    return clean(first), clean(second), stalemate_first, stalemate_second


def clean(chance: float) -> float:
    """A probability without the rounding that takes it out of [0, 1], or makes of nothing next to nothing."""
    return 0.0 if chance < ROUNDING else 1.0 if chance > 1.0 - ROUNDING else chance


def _wins(a: Seat, b: Seat, stalemate: float, own: int, opponent: int, progress: Progress) -> tuple[float, float, bool]:
    """What A gets when A starts and when B starts, and whether there may be stalemates."""
    mine, its, endless = turn_starts(a, b, stalemate, progress)
    return float(mine[own, opponent]), 1.0 - float(its[opponent, own]), endless


def turn_starts(a: Seat, b: Seat, stalemate: float, progress: Progress = None) -> tuple[Values, Values, bool]:
    """What A gets and what B gets at the start of its turn, by [own, opponent] and with first memories.

    A stalemate pays so much to A, and the rest to B. -> the two, which the next play-out overwrites; and whether there
    may be stalemates.
    """
    if a.memories == b.memories == 1:
        effort = play_out(a, b, stalemate, progress)
        return a.values, b.values, effort.endless
    one, other, effort = play_out_product(a, b, stalemate, progress)
    return one.values[0], other.values[0], effort.endless


def advise(
    game: Game, own: int, opponent: int, turn_total: int = 0, *, against: Any = "optimal", progress: Progress = None
) -> Advice:
    """Every action at a position with its win probability, and the best one; against the optimum, or one strategy."""
    rules = as_game(game)
    if isinstance(against, str) and against.strip() == "optimal":
        solution: Solution = solve(rules, progress=progress)
    else:
        from jeopardice.exact.respond import best_response

        solution = best_response(rules, against, progress=progress)
    return solution.advise(own, opponent, turn_total)
