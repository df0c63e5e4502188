"""Mistakes in proportion to their cost: every action with a probability proportional to exp(value / t).

The values are those of the optimum: what the action is worth if both play as well as possible from then on.
"""

import numpy as np

from jeopardice.exact.action_values import all_action_values
from jeopardice.exact.solution import Solution
from jeopardice.games.diagonal import by_scores
from jeopardice.games.turn import compile_turn
from jeopardice.strategies.table import Memories, Table, blocks, empty_actions, reaches, weights_of
from jeopardice.strategies.wanted import SoftMax


def soft_max(solution: Solution, strategy: SoftMax) -> Table:
    """The table of soft-max(t), from a game's optimum; that itself where t is 0."""
    rules, t = solution.rules, float(strategy.t)
    if not t:
        best = solution.strategy
        return Table(best.turn, strategy.name, best.actions, best.weights, best.memories, best.goal)
    turn = compile_turn(rules)
    weights = weights_of(turn, empty_actions(turn))  # of holds, which stay where the target is reached
    for owns in blocks(turn, 4 * weights.shape[1]):
        values = all_action_values(solution, owns)
        with np.errstate(over="ignore"):  # what is very far from the best is as good as impossible
            chances = np.exp((values - values.max(axis=0)) / t)
        chances /= chances.sum(axis=0)
        for action, chance in enumerate(chances):
            rows = by_scores(weights[:, action], rules.target)[0, owns.start : owns.stop]
            np.copyto(rows, np.moveaxis(chance, 0, -1), where=~reaches(turn, owns)[:, None, :])
    return Table(turn, strategy.name, None, weights, Memories.none(turn))
