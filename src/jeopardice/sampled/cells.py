"""Tables to draw from: codes with their chances, laid out for the alias method."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from jeopardice.sampled.kernels import Cells, fill_cells

WORD_BITS, SHIFT_BITS = 64, 6


def laid_out(parts: Iterable[tuple[NDArray[np.float64], NDArray[np.uint32]]]) -> tuple[Cells, Cells]:
    """A head for each part, of chances and codes, and the cells of all.

    A part has a power of two of cells, at least two, so that the first bits of a random number choose one.
    """
    heads, tables, before = [], [], 0
    for chances, codes in parts:
        bits = max(1, (len(codes) - 1).bit_length())
        cells = np.empty((1 << bits, 3), np.uint32)
        fill_cells(np.ascontiguousarray(chances), np.ascontiguousarray(codes), cells)
        heads.append((before << SHIFT_BITS) + WORD_BITS - bits)
        tables.append(cells)
        before += len(cells)
    return np.array(heads, np.uint32), np.concatenate(tables).ravel()
