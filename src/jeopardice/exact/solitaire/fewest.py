"""As few turns as possible to the target, and the same if the game is broken off after some turns."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import NotConvergedError
from jeopardice.exact.distribution import Distribution
from jeopardice.exact.solitaire import kernels
from jeopardice.exact.solitaire.course import Course
from jeopardice.exact.solitaire.goals import MOST_WITHIN, as_turns
from jeopardice.exact.solitaire.optimum import Floats, Optimum
from jeopardice.exact.solitaire.turn_by_turn import played_back
from jeopardice.games.notation import Game, as_game
from jeopardice.games.size import refuse_beyond
from jeopardice.games.turn import compile_turn
from jeopardice.strategies.alone import Alone, alone_of
from jeopardice.strategies.table import Memories, Table, table_of


@dataclass(frozen=True, eq=False, repr=False)
class FewestTurns(Optimum):
    """Best play for the fewest turns. `values[own]` are expected numbers of turns; `policy[own, node]` actions."""

    losses = True
    cost = 1.0

    @property
    def goal(self) -> str:
        return "fewest-turns"

    @property
    def expected(self) -> float:
        """The least expected number of turns; the turn that reaches the target counts as well."""
        return float(self.values[0])

    @property
    def _figure(self) -> tuple[str, float]:
        return "expected", self.expected

    @cached_property
    def plan(self) -> Alone:
        """The policy, written out for one player."""
        return alone_of(self.turn, self.policy[None], "fewest-turns", Memories.none(self.turn))

    @cached_property
    def strategy(self) -> Table:
        """The policy as a table for duels: it plays the same whatever the opponent has."""
        target = self.rules.target
        choices: NDArray[np.uint8] = np.broadcast_to(self.policy[:, None], (target, *self.policy.shape))
        return table_of(self.rules, choices, "fewest-turns")

    @cached_property
    def course(self) -> Course:
        """How it goes, turn by turn."""
        return Course(self.plan)

    @property
    def sd(self) -> float:
        """The standard deviation of the number of turns."""
        return self.course.moments.sd

    @cached_property
    def distribution(self) -> Distribution:
        return Distribution(self.course.turns(), 0.0, (self.course.moments.mean, self.sd))

    def turn_limit(self, turns: int) -> Floats:
        """The least expected number of turns if the game is broken off after t of them, by [t, own], t = 0, 1, ...

        These rise to `values`: they are value iteration, started from 0.
        """
        most = as_turns(turns, MOST_WITHIN)
        return 0.0 - played_back(self.rules, 0.0, most, pays=-1.0, policy=False).values

    @property
    def _scores(self) -> int:
        return self.rules.target

    def _start(self, own: int, turns_left: int) -> float:
        return float(self.values[own]) if own < self.rules.target else 0.0

    def _choices(self, own: int, turns_left: int) -> NDArray[np.uint8]:
        choices: NDArray[np.uint8] = self.policy[own]
        return choices


def fewest_turns(game: Game) -> FewestTurns:
    """The least expected number of turns to reach the target alone."""
    rules = as_game(game)
    refuse_beyond(rules.target**2 // max(rules.most_points, 1), f"playing {rules} alone")
    turn = compile_turn(rules)
    target, nodes = rules.target, len(turn.total)
    refuse_beyond(2 * target * turn.decisions, f"playing {rules} alone")
    lines, starts = np.zeros((nodes + 2, 4)), np.zeros((target, 4))
    expected, policy = np.zeros(target + 1), np.zeros((target, turn.decisions), np.uint8)
    if not kernels.fewest_turns(turn.arrays, rules.wipes, lines, starts, expected, policy):
        raise NotConvergedError(f"the least expected number of turns of {rules} alone is beyond all numbers")
    return FewestTurns(rules, turn, None, expected[:target], policy)
