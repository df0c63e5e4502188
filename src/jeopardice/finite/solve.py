"""Solve any finite game: backward induction where nothing repeats, and strategy iteration on what is on a cycle.

The states' strongly connected components are taken in the order in which all that a component leads to is known. In
a game without cycles every component is a single state, and that is backward induction.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import GameError
from jeopardice.exact.result import Result
from jeopardice.finite import kernels
from jeopardice.finite.component import Component
from jeopardice.finite.explore import MOST_STATES, Graph, Progress, explore
from jeopardice.finite.model import FiniteGame
from jeopardice.games.rules import short


@dataclass(frozen=True, eq=False)
class Solved(Result):
    """A solved game: the value of every state to every player, and the best action of whoever chooses there."""

    graph: Graph
    values: NDArray[np.float64] = field(repr=False)
    policy: NDArray[np.int64] = field(repr=False)
    discount: float = 1.0
    components: int = 0

    def __repr__(self) -> str:
        states = f"{len(self.graph)} state{'' if len(self.graph) == 1 else 's'}"
        return f"Solved({states}, value={self.value()!r}, discount={self.discount:g})"

    def value(self, state: Hashable = None, player: int = 0) -> float:
        """What a state, the initial one if none is given, is worth to a player."""
        if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < self.graph.players:
            raise GameError(f"player must be a whole number from 0 to {self.graph.players - 1}, not {short(player)}")
        number = 0 if state is None else self.graph.number(state)
        return self._of_player(number, player)

    def _of_player(self, number: int, player: int) -> float:
        if self.graph.total is None or player == 0:
            return float(self.values[number, player])
        return self._shared(number) - float(self.values[number, 0])

    def _shared(self, number: int) -> float:
        """What the two players share from a state on; with a discount that is not the same for all states."""
        if self.discount == 1.0 or not self.graph.total:
            return self.graph.total or 0.0
        raise GameError("with a discount below 1, ask only for player 0, or give pay-offs that sum to 0")

    def action(self, state: Hashable = None) -> Hashable:
        """The name of the best action; where it has none, the state it leads to."""
        number = 0 if state is None else self.graph.number(state)
        if self.graph.arrays.mover[number] < 0:
            raise GameError(f"nobody chooses at state {short(self.graph.states[number])}")
        return self.graph.action_name(int(self.policy[number]))

    def actions(self, state: Hashable = None) -> dict[Hashable, float]:
        """What every action is worth to the player who chooses, by its name, the policy's own first."""
        number = 0 if state is None else self.graph.number(state)
        arrays = self.graph.arrays
        player = int(arrays.mover[number])
        if player < 0:
            raise GameError(f"nobody chooses at state {short(self.graph.states[number])}")
        begin, end = int(arrays.action_start[number]), int(arrays.action_start[number + 1])
        ordered = sorted(range(begin, end), key=lambda action: action != self.policy[number])
        return {self.graph.action_name(action): self._action_value(action, player) for action in ordered}

    def _action_value(self, action: int, player: int) -> float:
        value = float(self.worth_of_actions[action, self.graph.arrays.column[player]])
        if self.graph.total is None or player == 0:
            return value
        return self._shared(0) - value

    @cached_property
    def worth_of_actions(self) -> NDArray[np.float64]:
        """What every action is worth, by [action, column]; of two who share a constant sum, to the first."""
        arrays = self.graph.arrays
        later = np.add.reduceat(arrays.probability[:, None] * self.values[arrays.to], arrays.outcome_start[:-1])
        decided = np.repeat(arrays.mover >= 0, np.diff(arrays.action_start))
        return np.asarray(arrays.reward + np.where(decided, self.discount, 1.0)[:, None] * later)

    @property
    def residual(self) -> float:
        """How far the values are from solving their own equations: the largest change by one more step of them."""
        return residual(self.graph, self.values, self.discount)

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the headline figures."""
        return {
            "players": self.graph.players,
            "states": len(self.graph),
            "components": self.components,
            "discount": self.discount,
            "value": self.value(),
        }


def solve(
    game: FiniteGame | Graph, discount: float = 1.0, limit: int = MOST_STATES, progress: Progress = None
) -> Solved:
    """Values and best actions of a game, or of its graph if it has been explored before.

    `discount` multiplies what follows each decision of a player (not of chance).
    """
    checked_discount(discount)
    graph = explore(game, limit, progress)
    arrays = graph.arrays
    component, left = kernels.components(arrays)
    order = np.lexsort((left, component))
    sizes = np.bincount(component)
    cyclic = np.append(np.flatnonzero(((sizes[component] > 1) | _loops(graph))[order]), len(order))
    policy, row = np.full(len(graph), -1, np.int64), np.full(len(graph), -1, np.int64)
    values, everybody = arrays.payoff.copy(), np.ones(graph.players, np.bool_)
    place, rewarded = 0, bool(arrays.reward.any())
    while place < len(order):
        end = int(cyclic[np.searchsorted(cyclic, place)])
        if end > place:  # no cycles up to there: one sweep is backward induction
            kernels.sweep(arrays, order[place:end], discount, everybody, policy, values, values)
        else:
            end = place + int(sizes[component[order[place]]])
            states = order[place:end]
            row[states] = np.arange(len(states))
            Component(graph, states, row, discount, policy, values, rewarded).settle()
            row[states] = -1
        place = end
    return Solved(graph, values, policy, discount, len(sizes))


def checked_discount(discount: float) -> None:
    """Raise a GameError unless it is a number above 0 and at most 1."""
    if isinstance(discount, bool) or not isinstance(discount, (int, float)) or not 0 < discount <= 1:
        raise GameError(f"discount must be above 0 and at most 1, not {short(discount)}")


def _loops(graph: Graph) -> NDArray[np.bool_]:
    """Which states have an action that may lead to themselves."""
    loops, state = np.zeros(len(graph), np.bool_), graph.leading
    loops[state[graph.arrays.to == state]] = True
    return loops


def residual(graph: Graph, values: NDArray[np.float64], discount: float) -> float:
    """The largest change of a value by one more step of the equations."""
    everybody, policy = np.ones(graph.players, np.bool_), np.full(len(graph), -1, np.int64)
    args = (np.arange(len(graph)), discount, everybody, policy, values, values.copy())
    return float(kernels.sweep(graph.arrays, *args)[0])
