"""What `jeopardice.exact` is measured against: value iteration for Pig, written as well as we can.

Two players, one die, a 1 busts, first to `target`; the first roll is forced, which changes no value.
With P(i, j, k) the probability that the player to move wins at own score i, opponent's score j, turn total k,
and P = 1 where i + k >= target, both carry out

    P(i, j, k) = max(1 - P(j, i + k, 0),  (1 - P(j, i, 0) + P(i, j, k + 2) + ... + P(i, j, k + 6)) / 6)

in place, turn totals falling, pairs of scores in falling order of their sum: in one sweep everything flows
from the end of the game to its start, and only the value of a bust, P(j, i, 0), comes from the sweep before.
`gauss_seidel` sweeps over the whole game until nothing changes; `neller` finishes each pair of scores before
the next (Neller and Presser, "Optimal Play of the Dice Game Pig", 2004). Both return P as an array [i, j, k].

Written for speed: the last six values stay in registers, the values at turn total 0 have an array of their
own, [j, i], so that holding reads one row from left to right; instead of the largest change only whether it
reached the tolerance is kept (a running maximum would be one more chain of dependent operations).
"""
# mypy: disallow-untyped-decorators=False

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]

START = 0.5
SIXTH = 1 / 6


@njit(cache=True, inline="always")
def _sweep_turn(row: Floats, hold: Floats, end: int, bust: float, tolerance: float) -> bool:
    """One sweep over P(i, j, k), k < end, in `row`. Did any value change by `tolerance` or more?

    `hold[k]` is the value of holding, `bust` that of a bust.
    """
    p1 = p2 = p3 = p4 = p5 = p6 = 1.0
    changed = False
    for k in range(end - 1, 0, -1):
        value = max(hold[k], SIXTH * (bust + p6 + p5 + p4 + p3) + SIXTH * p2)
        changed |= bool(abs(value - row[k]) >= tolerance)
        row[k] = value
        p6, p5, p4, p3, p2, p1 = p5, p4, p3, p2, p1, value
    value = SIXTH * (bust + p6 + p5 + p4 + p3 + p2)
    changed |= bool(abs(value - row[0]) >= tolerance)
    row[0] = value
    return changed


@njit(cache=True, fastmath={"contract", "nnan", "nsz"})
def gauss_seidel(target: int, tolerance: float) -> Floats:
    """Global Gauss-Seidel: sweep over all states until no value changes by `tolerance` in a sweep."""
    table = np.ones((target, target, target))
    loss = np.full((target, target), 1 - START)  # loss[j, i] = 1 - P(j, i, 0): the other player, having i, wins
    for i in range(target):
        table[i, :, : target - i] = START
    changed = True
    while changed:
        changed = False
        for total in range(2 * target - 2, -1, -1):
            for i in range(min(total, target - 1), max(total - target, -1), -1):
                j = total - i
                changed |= _sweep_turn(table[i, j], loss[j, i:], target - i, loss[j, i], tolerance)
                loss[i, j] = 1 - table[i, j, 0]
    return table


@njit(cache=True, fastmath={"contract", "nnan", "nsz"})
def neller(target: int, tolerance: float) -> Floats:
    """Neller and Presser's order: value iteration on one pair of scores, and its mirror image, at a time."""
    table = np.ones((target, target, target))
    loss = np.empty((target, target))  # loss[j, i] = 1 - P(j, i, 0): the other player, having i, wins
    for total in range(2 * target - 2, -1, -1):
        for i in range(min(total, target - 1), (total - 1) // 2, -1):
            j = total - i
            table[i, j, : target - i] = START
            table[j, i, : target - j] = START
            loss[i, j] = loss[j, i] = 1 - START
            changed = True
            while changed:
                changed = _sweep_turn(table[i, j], loss[j, i:], target - i, loss[j, i], tolerance)
                loss[i, j] = 1 - table[i, j, 0]
                if i != j:
                    changed |= _sweep_turn(table[j, i], loss[i, j:], target - j, loss[i, j], tolerance)
                    loss[j, i] = 1 - table[j, i, 0]
    return table
