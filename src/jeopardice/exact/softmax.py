"""Mistakes in proportion to their cost: every action with a probability proportional to exp(value / t).

The values are those of the optimum: what the action is worth if both play as well as possible from then on,

    Q(hold) = pays(k),  Q(throw) = bust x + wipe w + sum p W(successor),  W = max Q

for all scores at once; `recursion.py` has the same for one turn.
"""

import numpy as np
from numpy.typing import NDArray

from jeopardice.exact.solution import Solution
from jeopardice.games.diagonal import by_scores
from jeopardice.games.turn import compile_turn, in_floats
from jeopardice.strategies.base import HOLD
from jeopardice.strategies.table import Memories, Table, blocks, empty_actions, reaches, weights_of
from jeopardice.strategies.wanted import SoftMax

Floats = NDArray[np.float64]
ILLEGAL = -np.inf


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


def all_action_values(solution: Solution, owns: range) -> Floats:
    """What every action is worth by [action, node, own, opponent], for some own scores; minus infinity if not legal."""
    rules, values, turn = solution.rules, solution.values, in_floats(compile_turn(solution.rules))
    target, own = rules.target, np.array(owns)
    bust = 1.0 - values[:, own].T
    wipe = np.where(own[:, None] == 0, bust, 1.0 - values[:, 0])
    paid = np.ones((len(turn.total), len(owns), target))
    for node, total in enumerate(turn.total):
        short = own + total < target
        paid[node, short] = 1.0 - values[:, own[short] + total].T
    worth = np.zeros((len(rules.throws) + 1, turn.decisions, len(owns), target))
    worth[HOLD] = paid[: turn.decisions]
    if rules.forced_first_roll:
        worth[HOLD, 0] = ILLEGAL
    for node in range(turn.decisions - 1, -1, -1):
        for throw, move in enumerate(turn.moves[node], 1):
            worth[throw, node] = bust * float(move.bust) + wipe * float(move.wipe)
            for probability, successor in move.steps:
                worth[throw, node] += paid[successor] * float(probability)
        paid[node] = worth[:, node].max(axis=0)
    return worth
