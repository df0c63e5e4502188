"""What a program finds that iterates in place and stops at a tolerance, as those do that documents tell of."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import NotConvergedError
from jeopardice.exact.action_values import all_action_values
from jeopardice.exact.duel import Duel, duel
from jeopardice.exact.solution import Solution
from jeopardice.exact.solve import solve
from jeopardice.games.notation import as_game
from jeopardice.games.rules import Rules
from jeopardice.strategies.table import table_of

MOST_SWEEPS = 10_000
TIE = 1e-12
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class InPlace:
    """Where the iteration stopped: probabilities by [own, opponent, turn total], beside the exact solution."""

    rules: Rules
    tolerance: float
    sweeps: int
    values: Floats
    rolls: NDArray[np.bool_]
    exact: Solution

    @property
    def first_player(self) -> float:
        """The probability that the first player wins, as the iteration has it."""
        return float(self.values[0, 0, 0])

    @property
    def error_at_start(self) -> float:
        """By how much that is wrong."""
        return abs(self.first_player - self.exact.first_player)

    @cached_property
    def worth(self) -> Floats:
        """What every action is really worth, by [own, opponent, node, action]."""
        return np.moveaxis(all_action_values(self.exact, range(self.rules.target)), (2, 3), (0, 1)).swapaxes(2, 3)

    @cached_property
    def short(self) -> NDArray[np.bool_]:
        """Where there is something to decide, by [own, opponent, node]: short of the target."""
        own, totals = np.arange(self.rules.target), np.array(self.exact.turn_totals)
        return np.broadcast_to((own[:, None] + totals < self.rules.target)[:, None], self.worth.shape[:3])

    @cached_property
    def largest_error(self) -> float:
        """By how much the value of any position is wrong at most."""
        found = self.values[:, :, self.exact.turn_totals]
        return float(np.abs(found - self.worth.max(axis=3))[self.short].max())

    @property
    def policy(self) -> NDArray[np.bool_]:
        """Where it rolls, by [own, opponent, node]."""
        return self.rolls[:, :, self.exact.turn_totals]

    @cached_property
    def wrong_actions(self) -> int:
        """At how many positions the action it takes is not a best one."""
        taken = np.where(self.policy, self.worth[..., 1], self.worth[..., 0])
        return int((self.worth.max(axis=3) - taken > TIE)[self.short].sum())

    @cached_property
    def against_optimal(self) -> Duel:
        """What it comes to against perfect play."""
        return duel(self.rules, table_of(self.rules, self.policy.astype(np.uint8), "stopped"), "optimal")


@lru_cache(maxsize=8)
def in_place(game: str, tolerance: float, start: float = 0.0) -> InPlace:
    """Sweep in place until no probability changes by the tolerance; all begin at `start`. For games with one throw."""
    from jeopardice.reproduce.kernels import sweep_in_order

    rules = as_game(game)
    throw = rules.throws[0]
    score = [outcome for outcome in throw.outcomes if outcome.effect == "score"]
    points = np.array([outcome.points for outcome in score])
    chances = np.array([float(outcome.probability) for outcome in score])
    ends = float(throw.chance("bust")), float(throw.chance("wipe"))
    values = np.full((rules.target,) * 3, start)
    rolls = np.zeros(values.shape, np.bool_)
    for sweeps in range(1, MOST_SWEEPS + 1):
        if sweep_in_order(values, rolls, *ends, points, chances) < tolerance:
            return InPlace(rules, tolerance, sweeps, values, rolls, solve(rules))
    raise NotConvergedError(f"{rules}: values still change by {tolerance:g} after {MOST_SWEEPS:,} sweeps")
