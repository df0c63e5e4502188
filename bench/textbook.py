"""Value iteration for Pig as papers and courses write it down: plain loops.

    P(i, j, k) = max(1 - P(j, i + k, 0),  (1 - P(j, i, 0) + P(i, j, k + 2) + ... + P(i, j, k + 6)) / 6)

updated in place until the largest change of a sweep is below the tolerance. Compiled by Numba, which makes of these
loops what a C++ compiler makes of them. `baselines.py` has the same two methods in the best order we know.
"""
# mypy: disallow-untyped-decorators=False

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@njit(cache=True, inline="always")
def _update(p: Floats, target: int, i: int, j: int, k: int) -> Any:
    """One update of a state; -> how far its value moved."""
    roll = 1.0 - p[j, i, 0]
    for face in range(2, 7):
        roll += 1.0 if i + k + face >= target else p[i, j, k + face]
    value = max(roll / 6.0, 1.0 - p[j, i + k, 0])
    change = abs(value - p[i, j, k])
    p[i, j, k] = value
    return change


@njit(cache=True, fastmath={"contract", "nnan", "nsz"})
def gauss_seidel(target: int, tolerance: float) -> Floats:
    """Sweep over all states of the game until no value changes by `tolerance` in a sweep."""
    p = np.zeros((target, target, target))
    change = 1.0
    while change >= tolerance:
        change = 0.0
        for i in range(target):
            for j in range(target):
                for k in range(target - i):
                    change = max(change, _update(p, target, i, j, k))
    return p


@njit(cache=True, fastmath={"contract", "nnan", "nsz"})
def neller(target: int, tolerance: float) -> Floats:
    """Pair by pair of scores in falling order of their sum; each pair until none of its values changes.

    Turn totals fall here, so that a sweep over a turn passes values on from its end to its start.
    """
    p = np.zeros((target, target, target))
    for total in range(2 * target - 2, -1, -1):
        for i in range(max(0, total - target + 1), total // 2 + 1):
            j, change = total - i, 1.0
            while change >= tolerance:
                change = 0.0
                for k in range(target - i - 1, -1, -1):
                    change = max(change, _update(p, target, i, j, k))
                for k in range(target - j - 1, -1, -1):
                    change = max(change, _update(p, target, j, i, k))
    return p
