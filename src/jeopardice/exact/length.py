"""How long a game takes: the exact distribution of its number of turns, both players' counted.

Its mean and standard deviation come from linear systems, and first: where the distribution would take too many turns,
it is left out.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import NotConvergedError
from jeopardice.exact.distribution import TAIL, Distribution
from jeopardice.exact.duel import duel_of
from jeopardice.exact.game_chain import GameChain
from jeopardice.exact.moments import Moments, Steps
from jeopardice.exact.resolve import resolve
from jeopardice.exact.seat import table_seat
from jeopardice.exact.turns import Progress, steps
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.progress import part
from jeopardice.games.size import available
from jeopardice.strategies.table import Table

MOST_TURNS = 1_000_000
MOST_WORK = 4_000_000_000
MOST_STEPS = 20_000_000
MOST_SOLVED = 1_000_000_000
LONG = -math.log(TAIL)
"""By so many standard deviations the mean is exceeded, at most, before next to nothing is left."""


@dataclass(frozen=True, eq=False)
class GameLength(Distribution):
    """`probabilities[n]`: the game of a against b ends in turn n (1 is the first turn). `endless`: it never ends.

    The probabilities leave out a tail of at most 1e-12; mean and sd are of games that end (nan: none does).
    """

    game: str = ""
    a: str = ""
    b: str = ""

    def __repr__(self) -> str:
        return f"GameLength({self.game!r}, {self.a!r}, {self.b!r}, {self._summary})"

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"game": self.game, "a": self.a, "b": self.b, **super().to_dict()}


def game_length(game: Game, a: Any, b: Any, *, progress: Progress = None) -> GameLength:
    """The exact distribution of the number of turns when a starts; without the probabilities where these would take
    too many turns to find. `progress` is told which share of the work is done."""
    rules = as_game(game)
    one, other = resolve(rules, a), resolve(rules, b)
    moves = (
        steps(one, other, mover_is_a=True, progress=part(progress, 0.0, 0.2)),
        steps(other, one, mover_is_a=False, progress=part(progress, 0.2, 0.4)),
    )
    what = f"{one.name} against {other.name} in {rules}"
    moments = _moments(moves, rules.target, what, part(progress, 0.4, 0.5))
    endless = moments.endless if moments else _stalemates(one, other)
    most = min(MOST_TURNS, 2 * MOST_WORK // max(1, sum(len(move.goal) for move in moves)))
    chances = np.zeros(0)
    if not moments or not moments.mean + LONG * moments.sd > most:
        chances = _ends(moves, endless, most, part(progress, 0.5, 1.0))
    if not len(chances) and not moments:
        raise NotConvergedError(f"{what} is not over after {most:,} turns, and more of them would take too long")
    known = (moments.mean, moments.sd) if moments else None
    return GameLength(chances, endless, known, game=game_notation(rules), a=one.name, b=other.name)


def _moments(moves: tuple[Steps, Steps], target: int, what: str, progress: Progress) -> Moments | None:
    """Mean and standard deviation; None where they would take longer than the distribution may."""
    if sum(len(move.goal) for move in moves) > MOST_STEPS:
        return None
    chain = GameChain(moves, target)
    return chain.moments(what, progress) if chain.work <= MOST_SOLVED and chain.room <= available() // 4 else None


def _stalemates(one: Table, other: Table) -> float:
    return duel_of(table_seat(one, 0), table_seat(other, 0)).stalemate_first


def _ends(moves: tuple[Steps, Steps], endless: float, most: int, progress: Progress) -> NDArray[np.float64]:
    """Push probability from turn start to turn start until next to nothing is left but what never ends; nothing where
    that takes more turns than `most`."""
    at = np.zeros(len(moves[0].win))
    at[0] = 1.0
    ended, left = [0.0], 1.0 - endless
    while left > TAIL:
        move = moves[(len(ended) - 1) % 2]
        ended.append(float(at @ move.win))
        at = np.bincount(move.goal, at[move.origin] * move.probability, minlength=len(at)).astype(np.float64)
        left = float(at.sum()) - endless
        if progress:
            progress(min(1.0, math.log(max(left, TAIL)) / math.log(TAIL)))
        if len(ended) > most:
            return np.zeros(0)
    if progress:
        progress(1.0)
    return np.array(ended)
