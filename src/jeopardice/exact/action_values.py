"""What every action is worth at many positions at once, from the values of the turn starts after them:

    Q(hold) = pays(k),  Q(throw) = bust x + wipe w + sum p W(successor),  W = max Q

`recursion.py` has the same for one turn.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import StrategyError
from jeopardice.exact.solution import Solution
from jeopardice.games.size import refuse_beyond
from jeopardice.games.turn import compile_turn, in_floats
from jeopardice.strategies.base import HOLD

Floats = NDArray[np.float64]
ILLEGAL = -np.inf


def all_action_values(solution: Solution, owns: range, opponents: Sequence[int] | None = None) -> Floats:
    """What every action is worth by [action, node, own, opponent], for some own scores, and for some of the opponent's
    or all; minus infinity if it is not legal."""
    rules, turn = solution.rules, in_floats(compile_turn(solution.rules))
    if solution.replies.ndim > 2:
        raise StrategyError(f"{solution.name} answers a memory: ask for its values at single positions")
    target, own = rules.target, np.array(owns)
    others = np.array(range(target) if opponents is None else opponents)
    shape = len(owns), len(others)
    refuse_beyond(8 * (len(rules.throws) + 2) * len(turn.total) * shape[0] * shape[1], f"the values of {rules}")
    left = 1.0 - solution.replies[others].T  # by [score after the turn, opponent]
    bust = left[own]
    wipe = np.where(own[:, None] == 0, bust, left[0])
    paid = np.ones((len(turn.total), *shape))
    for node, total in enumerate(turn.total):
        short = own + total < target
        paid[node, short] = left[own[short] + total]
    worth = np.zeros((len(rules.throws) + 1, turn.decisions, *shape))
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
