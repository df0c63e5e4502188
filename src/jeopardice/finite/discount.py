"""A dice game in the eyes of a player who would rather win soon: each decision, roll or hold, costs a factor.

    V(s) = discount * max over the actions of sum of p V(s')        a win pays 1, a loss -1

Reaching the target banks at once. It is no decision of its own, and costs no factor. On a scale from 0 to 1 the answer
would be another: a loss would pay 0 whenever it comes, and nobody would put it off.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from jeopardice.exact.duel import Duel, duel
from jeopardice.exact.result import Result
from jeopardice.finite.dice_game import PLUS_AND_MINUS
from jeopardice.finite.dice_graph import by_position, chosen_actions, dice_graph
from jeopardice.finite.explore import Graph
from jeopardice.finite.solve import Solved, checked_discount, solve
from jeopardice.finite.stopping import not_best, positions
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.rules import Rules
from jeopardice.strategies.table import Table, table_of


@dataclass(frozen=True, eq=False)
class Discounted(Result):
    """What two players who discount do, and what it costs against one who does not."""

    rules: Rules
    discount: float
    solved: Solved = field(repr=False)
    undiscounted: Solved = field(repr=False)

    @property
    def value(self) -> float:
        """What the game is worth to the player who goes first, on a scale from -1 to 1."""
        return self.solved.value()

    @cached_property
    def strategy(self) -> Table:
        """How a player who discounts plays."""
        choices = by_position(self.solved.graph, self.rules, chosen_actions(self.rules, self.solved))
        return table_of(self.rules, choices, f"discounted({self.discount:g})")

    @cached_property
    def against_optimal(self) -> Duel:
        """That strategy against the optimum, exactly."""
        return duel(self.rules, self.strategy, "optimal")

    @property
    def loss(self) -> float:
        """By how much it wins less than half of the games against the optimum, on average of going first and second."""
        against = self.against_optimal
        return 0.5 * (against.b_average - against.average)

    @cached_property
    def differs(self) -> int:
        """At how many positions it takes an action that is not a best one without a discount."""
        return int(not_best(self.rules, self.undiscounted, self.solved.policy).sum())

    def hold_value(self, own: int, opponent: int) -> int:
        """The least turn total above 0 at which it holds; what reaches the target always does."""
        actions = self.strategy.choices_by_scores[0, own, opponent]
        totals = np.array(self.strategy.turn.total[: len(actions)])
        held = totals[(actions == 0) & (totals > 0)]
        return int(held[0]) if len(held) else self.rules.target - own

    @property
    def positions(self) -> int:
        """How many positions there are with something to decide."""
        return positions(self.rules, self.graph)

    @property
    def graph(self) -> Graph:
        """All states."""
        return self.solved.graph

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the value, what is done differently, and what it costs."""
        return {
            "game": game_notation(self.rules),
            "discount": self.discount,
            "value": self.value,
            "positions": self.positions,
            "differs": self.differs,
            "first": self.against_optimal.first,
            "second": self.against_optimal.second,
            "average": self.against_optimal.average,
            "loss": self.loss,
        }


def discounted(game: Game, discount: float) -> Discounted:
    """Solve a dice game for players who multiply by `discount` what follows each of their decisions."""
    checked_discount(discount)
    rules = as_game(game)
    graph = dice_graph(rules, PLUS_AND_MINUS)
    return Discounted(rules, float(discount), solve(graph, discount), solve(graph))
