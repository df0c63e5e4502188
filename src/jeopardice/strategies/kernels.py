"""How kernels are compiled, and what play by a table comes to."""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

from jeopardice.games.turn import TurnArrays

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": {"contract", "nnan", "nsz"}}
F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function; the machine code is kept on disk where there is a place for that."""
    try:
        compiled: F = njit(cache=True, **OPTIONS)(function)
    except RuntimeError:
        compiled = njit(**OPTIONS)(function)
    return compiled


@kernel
def mark_reached(
    turn: TurnArrays,
    actions: NDArray[np.uint8],
    weights: NDArray[np.float64],
    pure: bool,
    scores: NDArray[np.bool_],
    reach: NDArray[np.int64],
) -> bool:
    """What play by a table comes to from the own scores marked in `scores`: all that it banks up to are marked as well,
    and `reach[sum]` becomes the last decision of all turns with that sum of scores. -> may every turn bank a point?

    The table is `actions[sum, node, opponent]` where `pure`, else `weights[action, sum, node, opponent]`.
    """
    start, successor, throws, decisions = turn.start, turn.successor, turn.throws, turn.decisions
    nodes = turn.total.shape[0]
    seen = np.zeros(nodes + 2, np.bool_)  # a bust and a wipe are the last two
    always = True
    for own in range(turn.target):
        if not scores[own]:
            continue
        for opponent in range(turn.target):
            sum_, last, node, gains = own + opponent, 0, 0, False
            seen[:] = False
            seen[0] = True
            while node <= last:
                for action in range(throws + 1):
                    chosen = actions[sum_, node, opponent] == action
                    if not pure:
                        chosen = weights[action, sum_, node, opponent] > 0.0
                    if not (chosen and seen[node]):
                        continue
                    if action == 0:
                        gains |= node > 0
                        scores[min(own + turn.total[node], turn.target)] = True
                        continue
                    move = node * throws + action - 1
                    for step in successor[start[move] : start[move + 1]].flat:
                        later = int(step)
                        seen[later] = True
                        if later < decisions:
                            last = max(last, later)
                node += 1
            reach[sum_] = max(reach[sum_], last)
            for node in range(decisions, nodes):
                if seen[node]:
                    gains = True
                    scores[min(own + turn.total[node], turn.target)] = True
            always &= gains
    return always
