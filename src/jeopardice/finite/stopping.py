"""A dice game by the textbook's iterations, and by how much they stop short of its solution.

As reports write them down: a win pays 1 and a loss -1, all values begin at 0, and the iteration stops when no value
changes by the tolerance in a sweep. A position is (own, opponent, turn total), seen by the player to move.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import GameError
from jeopardice.exact.result import Result
from jeopardice.finite.dice_game import PLUS_AND_MINUS
from jeopardice.finite.dice_graph import by_position, dice_graph
from jeopardice.finite.explore import Graph
from jeopardice.finite.policy_iteration import policy_iteration
from jeopardice.finite.solve import Solved, solve
from jeopardice.finite.trace import Iterated
from jeopardice.finite.value_iteration import value_iteration
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.rules import Rules, short

METHODS = {"value-iteration": value_iteration, "policy-iteration": policy_iteration}
ORDERS = {"value-iteration": "gauss-seidel", "policy-iteration": "topological"}
TIE = 1e-12


@dataclass(frozen=True, eq=False)
class Stopped(Result):
    """What an iteration of a dice game stopped at, beside what it should have come to."""

    left_out = ("trace",)

    rules: Rules
    method: str
    order: str
    tolerance: float
    iterated: Iterated = field(repr=False)
    exact: Solved = field(repr=False)

    @property
    def value(self) -> float:
        """What the game is worth to the player who goes first, as the iteration has it."""
        return self.iterated.value()

    @property
    def error_at_start(self) -> float:
        """By how much that value is wrong."""
        return abs(self.value - self.exact.value())

    @property
    def largest_error(self) -> float:
        """By how much the value of any position is wrong at most."""
        return float(np.abs(self.iterated.values - self.exact.values).max())

    @property
    def wrong_actions(self) -> int:
        """At how many positions the action it would take is not a best one."""
        return int(not_best(self.rules, self.exact, self.iterated.policy).sum())

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the game and the method, the errors, and the trace by column."""
        return {
            "game": game_notation(self.rules),
            "method": self.method,
            "order": self.order,
            "tolerance": self.tolerance,
            "discount": self.exact.discount,
            "value": self.value,
            "exact_value": self.exact.value(),
            "error_at_start": self.error_at_start,
            "largest_error": self.largest_error,
            "wrong_actions": self.wrong_actions,
            "positions": positions(self.rules, self.exact.graph),
            "sweeps": self.iterated.sweeps,
            "trace": self.iterated.to_dict()["trace"],
        }


def iterate_dice(
    game: Game,
    method: str = "value-iteration",
    tolerance: float = 1e-5,
    order: str | None = None,
    discount: float = 1.0,
    most: int = 100_000,
) -> Stopped:
    """Iterate a dice game, and solve it too. `order` is "gauss-seidel" or, for policies, "topological" if not given."""
    if method not in METHODS:
        raise GameError(f"the method must be {' or '.join(METHODS)}, not {short(method)}")
    rules = as_game(game)
    graph = dice_graph(rules, PLUS_AND_MINUS)
    order = order or ORDERS[method]
    iterated = METHODS[method](graph, discount, tolerance, order, most)
    return Stopped(rules, method, order, tolerance, iterated, solve(graph, discount))


def not_best(rules: Rules, solved: Solved, policy: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Where a policy's action is worth less than the best one, by [own, opponent, node] of the first player."""
    worth, decides = solved.worth_of_actions[:, 0], solved.graph.arrays.mover == 0
    less = np.zeros(len(solved.graph), np.bool_)
    less[decides] = worth[solved.policy[decides]] - worth[policy[decides]] > TIE
    return by_position(solved.graph, rules, less)


def positions(rules: Rules, graph: Graph) -> int:
    """How many positions there are with something to decide, those included that cannot come up."""
    return int(by_position(graph, rules, graph.arrays.mover == 0).sum())
