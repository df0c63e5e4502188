"""Value iteration in place, in the order of the plainest program: by own score, opponent's score and turn total.

P(i, j, k) <- max(hold, roll)       hold = 1 - P(j, i + k, 0),  reaching the target wins
roll = bust (1 - P(j, i, 0)) + wipe (1 - P(j, 0, 0)) + sum of p P(i, j, k + r)
"""

import numpy as np
from numpy.typing import NDArray

from jeopardice.strategies.kernels import kernel

Floats = NDArray[np.float64]


@kernel
def sweep_in_order(
    values: Floats, rolls: NDArray[np.bool_], bust: float, wipe: float, points: NDArray[np.int64], chances: Floats
) -> float:
    """One sweep over `values[own, opponent, turn_total]`; `points` come with the `chances`, and `rolls` says where a
    roll was better than a hold. -> the largest change."""
    target, largest = values.shape[0], 0.0
    for own in range(target):
        for opponent in range(target):
            for total in range(target - own):
                roll = bust * (1.0 - values[opponent, own, 0]) + wipe * (1.0 - values[opponent, 0, 0])
                for n in range(len(points)):
                    after = total + points[n]
                    roll += chances[n] * (1.0 if own + after >= target else values[own, opponent, after])
                hold = 1.0 - values[opponent, own + total, 0]
                best = roll if roll > hold else hold
                largest = max(largest, abs(best - values[own, opponent, total]))
                values[own, opponent, total], rolls[own, opponent, total] = best, roll > hold
    return largest
