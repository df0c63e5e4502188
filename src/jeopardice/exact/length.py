"""How long a game takes: the exact distribution of its number of turns, both players' counted."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import NotConvergedError
from jeopardice.exact.distribution import TAIL, Distribution
from jeopardice.exact.duel import duel_of
from jeopardice.exact.resolve import resolve
from jeopardice.exact.seat import table_seat
from jeopardice.exact.turns import Progress, Steps, steps
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.rules import Rules

MOST_TURNS = 1_000_000


@dataclass(frozen=True, eq=False)
class GameLength(Distribution):
    """`probabilities[n]`: the game of a against b ends in turn n (1 is the first turn). `endless`: it never ends.

    The probabilities leave out a tail of at most 1e-12; mean and sd are of games that end (nan: none does).
    """

    game: str = ""
    a: str = ""
    b: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"game": self.game, "a": self.a, "b": self.b, **super().to_dict()}


def game_length(game: Game, a: Any, b: Any, *, progress: Progress = None) -> GameLength:
    """The exact distribution of the number of turns when a starts; `progress` is told which share of the work on
    single turns is done."""
    rules = as_game(game)
    one, other = resolve(rules, a), resolve(rules, b)
    endless = duel_of(table_seat(one, 0), table_seat(other, 0)).stalemate_first
    moves = (
        steps(one, other, mover_is_a=True, progress=_half(progress, 0)),
        steps(other, one, mover_is_a=False, progress=_half(progress, 1)),
    )
    chances = _ends(moves, endless, one.rules)
    return GameLength(chances, endless, game=game_notation(rules), a=one.name, b=other.name)


def _half(progress: Progress, before: int) -> Progress:
    """What is told of one half of the work, after so many halves."""
    return None if progress is None else lambda share: progress((before + share) / 2)


def _ends(moves: tuple[Steps, Steps], endless: float, rules: Rules) -> NDArray[np.float64]:
    """Push probability from turn start to turn start until next to nothing is left but what never ends."""
    at = np.zeros(len(moves[0].win))
    at[0] = 1.0
    ended = [0.0]
    while at.sum() - endless > TAIL:
        move = moves[(len(ended) - 1) % 2]
        ended.append(float(at @ move.win))
        at = np.bincount(move.goal, at[move.origin] * move.probability, minlength=len(at)).astype(np.float64)
        if len(ended) > MOST_TURNS:
            raise NotConvergedError(f"after {MOST_TURNS:,} turns of {rules}, {at.sum() - endless:.1e} is still to end")
    return np.array(ended)
