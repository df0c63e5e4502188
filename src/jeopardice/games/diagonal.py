"""Arrays over (own, opponent) are kept by diagonals: row `own + opponent`, column `own` or `opponent`.

All positions with one sum are independent of each other and are worked on side by side, in lanes, so they
must lie side by side in memory. A view with shifted strides shows the same buffer as an ordinary array by
[own, opponent].
"""

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

LANES = 16
"""Lanes come in blocks of this many."""


def padded(lanes: int) -> int:
    """The number of lanes, rounded up to whole blocks."""
    return -(-lanes // LANES) * LANES


def zeros(shape: tuple[int, ...], dtype: Any = np.float64) -> NDArray[Any]:
    """A zeroed array that begins at a cache line."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    raw = np.zeros(size + 64, np.uint8)
    offset = -raw.ctypes.data % 64
    aligned: NDArray[Any] = raw[offset : offset + size].view(dtype).reshape(shape)
    return aligned


def node_buffer(target: int, nodes: int, dtype: Any, *leading: int) -> NDArray[Any]:
    """A zeroed buffer [..., sum, node, opponent], its lanes padded."""
    return zeros((*leading, 2 * target - 1, nodes, padded(target)), dtype)


def buffer_size(target: int, nodes: int) -> int:
    """How many entries a buffer [sum, node, opponent] has."""
    return (2 * target - 1) * nodes * padded(target)


def by_scores(buffer: NDArray[Any], target: int) -> NDArray[Any]:
    """View a buffer [..., sum, node, opponent] as an array [..., own, opponent, node]."""
    *leading, _, nodes, _ = buffer.shape
    *lead_strides, row, node, column = buffer.strides
    return as_strided(buffer, (*leading, target, target, nodes), (*lead_strides, row, row + column, node))


def by_scores_of_mover(buffer: NDArray[Any], target: int) -> NDArray[Any]:
    """View a buffer [..., sum, own] as an array [..., own, opponent]."""
    *leading, _, _ = buffer.shape
    *lead_strides, row, column = buffer.strides
    return as_strided(buffer, (*leading, target, target), (*lead_strides, row + column, row))
