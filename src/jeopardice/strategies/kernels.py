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
def last_decisions(
    turn: TurnArrays, actions: NDArray[np.uint8], weights: NDArray[np.float64], pure: bool, reach: NDArray[np.int64]
) -> None:
    """For each sum of scores, the last decision that play by a table comes to; -> reach[sum].

    The table is `actions[sum, node, opponent]` where `pure`, else `weights[action, sum, node, opponent]`.
    """
    start, successor = turn.start, turn.successor
    seen = np.zeros(turn.total.shape[0], np.bool_)
    for own in range(turn.target):
        for opponent in range(turn.target):
            sum_, last, node = own + opponent, 0, 0
            seen[:] = False
            seen[0] = True
            while node <= last:
                for throw in range(turn.throws):
                    made = actions[sum_, node, opponent] == throw + 1
                    if not pure:
                        made = weights[throw + 1, sum_, node, opponent] > 0.0
                    if made and seen[node]:
                        move = node * turn.throws + throw
                        for step in successor[start[move] : start[move + 1]].flat:
                            later = int(step)
                            if later < turn.decisions:
                                seen[later] = True
                                last = max(last, later)
                node += 1
            reach[sum_] = max(reach[sum_], last)
