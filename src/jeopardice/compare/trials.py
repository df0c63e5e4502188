"""Duels of many strategies with the optimum, each played once, and not more of them than there is time for.

How many there may be is told by the work that some of them take, and so it is the same on every machine.
"""

import math
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TypeVar

from jeopardice.errors import NotConvergedError
from jeopardice.exact.duel import chances
from jeopardice.exact.play_out import play_out
from jeopardice.exact.resolve import resolve
from jeopardice.exact.seat import Seat, table_seat
from jeopardice.exact.solve import solve
from jeopardice.games.rules import Rules
from jeopardice.games.turn import compile_turn
from jeopardice.spread import Progress
from jeopardice.strategies.base import Strategy

S = TypeVar("S", bound=Strategy)
Shares = tuple[float, float, float, float]
BETTER = 1e-12
UNKNOWN = (-1.0, -1.0, 0.0, 0.0)
MOST_WORK, LEAST_DUELS = 10_000, 60
"""The duels may take as long as so many of Pig, but there may be so many at least."""
WORST_CASE = 500_000
"""The blocks that are taken for a duel that comes to no end."""
PIG = 46_000
"""The blocks of lanes times the groups of steps of a duel of Pig."""


def size_of(rules: Rules) -> float:
    """About how many times as many positions a game has as Pig."""
    return (rules.target / 100) ** 2 * len(compile_turn(rules).total) / 100


class EnoughError(Exception):
    """There were as many duels as there may be."""


class Trials:
    """What strategies win against the optimum, stalemates counting one half; no duel is played twice.

    There are no more than `limit` of them; `short`: did they end for that?
    """

    def __init__(self, rules: Rules, progress: Progress) -> None:
        self.rules, self.progress = rules, progress
        self.optimum = table_seat(solve(rules).strategy, 0)
        self.found: dict[Strategy, Shares] = {}
        self.short = False

    def plan(self, planned: int, most: int) -> None:
        """So many duels are planned, and at most so many are played."""
        self.planned, self.most, self.limit = planned, most, most

    def __call__(self, strategy: Strategy) -> float:
        if strategy not in self.found:
            if len(self.found) >= self.limit:
                self.short = True
                raise EnoughError
            self.found[strategy] = self._played(strategy)
            if self.progress:
                self.progress(min(0.99, len(self.found) / min(self.planned, self.most)))
        first, second, *stalemates = self.found[strategy]
        return (first + second + sum(stalemates) / 2) / 2

    def _played(self, strategy: Strategy) -> Shares:
        try:
            return chances(self._seat(strategy), self.optimum)
        except NotConvergedError:
            return UNKNOWN  # so it is not recommended

    def _seat(self, strategy: Strategy) -> Seat:
        return table_seat(resolve(self.rules, strategy), 0)

    def work(self, strategy: Strategy) -> float:
        """How much work a trial is, with one of Pig as the unit: two thirds of it are to write the strategy out."""
        seat = self._seat(strategy)
        groups = len(seat.turn.arrays.successor)
        blocks = WORST_CASE
        with suppress(NotConvergedError):
            blocks = play_out(seat, self.optimum, 0.0).blocks
        return (2.0 * size_of(self.rules) + blocks * groups / PIG) / 3.0

    def best(self, strategies: Iterable[S]) -> S:
        """The best of some, the first of equals."""
        found, most = None, -math.inf
        for strategy in strategies:
            share = self(strategy)
            if share > most + BETTER:
                found, most = strategy, share
        if found is None or most < 0.0:
            raise NotConvergedError(f"no duel of a simple rule with the optimum of {self.rules} comes to a result")
        return found

    def affordable(self, samples: Sequence[Strategy]) -> int:
        """How many duels there may be, by the work that some of them take."""
        work = [self.work(strategy) for strategy in samples]
        return max(LEAST_DUELS, int(MOST_WORK * len(work) / sum(work)))
