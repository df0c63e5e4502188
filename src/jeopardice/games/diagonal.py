"""Arrays over (own, opponent) are kept by diagonals: row `own + opponent`, column `own` or `opponent`.

All positions with one sum are independent of each other and are worked on side by side, so they must lie side by side
in memory. A view with shifted strides shows the same buffer as an ordinary array by [own, opponent].
"""

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray


def by_scores_of_mover(buffer: NDArray[Any], target: int) -> NDArray[Any]:
    """View a buffer [sum, own] as an array [own, opponent]."""
    row, column = buffer.strides
    return as_strided(buffer, (target, target), (row + column, row))


def by_scores(buffer: NDArray[Any]) -> NDArray[Any]:
    """View a buffer [..., sum, node, opponent] as an array [..., own, opponent, node]."""
    *leading, _, nodes, target = buffer.shape
    *lead_strides, row, node, column = buffer.strides
    return as_strided(buffer, (*leading, target, target, nodes), (*lead_strides, row, row + column, node))


def node_buffer(target: int, nodes: int, dtype: Any, *leading: int) -> NDArray[Any]:
    """A zeroed buffer [..., sum, node, opponent]."""
    return np.zeros((*leading, 2 * target - 1, nodes, target), dtype=dtype)
