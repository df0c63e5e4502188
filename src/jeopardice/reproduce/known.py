"""What several checks ask for, computed once."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.compare.tournament import Tournament, tournament
from jeopardice.exact.duel import Duel, duel
from jeopardice.exact.respond import Chain, response_chain
from jeopardice.exact.solitaire.fewest import FewestTurns
from jeopardice.exact.solitaire.solitaire import solitaire
from jeopardice.exact.solution import Solution
from jeopardice.exact.solve import solve
from jeopardice.strategies.named import Scores, Threshold

WAITS = re.compile(r"pass-when-even\((\d+)\)")


@lru_cache(maxsize=8)
def solution(game: str) -> Solution:
    """Optimal play."""
    return solve(game)


@lru_cache(maxsize=8)
def fewest(game: str) -> FewestTurns:
    """As few turns as possible alone."""
    return solitaire(game)


def player(game: str, strategy: str) -> Any:
    """A strategy from its notation; or one of two that have none: `fewest-turns` and `pass-when-even(n)`."""
    if strategy == "fewest-turns":
        return fewest(game).strategy
    waits = WAITS.fullmatch(strategy)
    return PassWhenEven(int(waits[1])) if waits else strategy


@dataclass(frozen=True)
class PassWhenEven(Threshold):
    """Passes when the banked scores are equal, but not at the start, and else holds at n."""

    n: int

    @property
    def name(self) -> str:
        return f"pass-when-even({self.n})"

    def hold_value(self, own: Scores, opponent: Scores, target: int, memory: Any) -> Scores:
        return np.where((own == opponent) & (own > 0), 0, self.n)


@lru_cache(maxsize=512)
def met(game: str, a: str, b: str, own: int = 0, opponent: int = 0) -> Duel:
    """The exact duel of two strategies."""
    return duel(game, player(game, a), player(game, b), own=own, opponent=opponent)


@lru_cache(maxsize=64)
def alone(game: str, strategy: str) -> Any:
    """A strategy played alone; `optimal` is perfect play for two, which does not know that nobody is there."""
    return solitaire(game, solution(game).strategy if strategy == "optimal" else player(game, strategy))


@lru_cache(maxsize=4)
def field(game: str, strategies: tuple[str, ...]) -> Tournament:
    """A tournament, exactly."""
    return tournament(game, list(strategies))


@lru_cache(maxsize=16)
def chain(game: str, strategy: str) -> Chain:
    """The chain of best responses."""
    return response_chain(game, player(game, strategy))


@lru_cache(maxsize=4)
def hold_values(game: str) -> NDArray[np.int64]:
    """From which turn total on best play holds for the first time, by [own, opponent]."""
    best = solution(game)
    target = best.rules.target
    totals = np.array(best.turn_totals)
    found = np.empty((target, target), np.int64)
    for own in range(target):
        held = (best.policy[own] == 0) & (totals > 0) & (own + totals < target)
        found[own] = np.where(held.any(axis=1), totals[held.argmax(axis=1)], target - own)
    return found
