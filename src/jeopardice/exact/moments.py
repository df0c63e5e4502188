"""Mean and spread of the number of steps until a chain ends, from linear systems instead of its distribution.

With Q the steps that do not end it and r what is added up along the way, v = r + Q v. From such systems come the
probability F that it ends, the mean m of what ends, and the variance: given that it ends, that of what is left is
that of the rest after a step, and the square by which the step misses the mean.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import NotConvergedError

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Steps:
    """Steps that do not end the chain, from state to state: `probability` from `origin` to `goal`; and the probability
    `win` that a step ends it, by state."""

    origin: NDArray[np.int64]
    goal: NDArray[np.int64]
    probability: Floats
    win: Floats


@dataclass(frozen=True)
class Moments:
    """Of the number of steps from the start: the probability that it never ends, mean and sd of what ends.

    `means[state]` are the means from every state.
    """

    endless: float
    mean: float
    sd: float
    means: Floats


def moments_of(steps: Steps, start: int, endless: float, solved: Callable[[Floats], Floats], what: str) -> Moments:
    """The moments from a start; `solved(r)` is v, and `what` is it that takes so long, in words."""
    with np.errstate(all="ignore"):
        done = solved(steps.win)
        spent, ends = solved(done), done > 0.0
        means = np.divide(spent, done, out=np.full_like(spent, math.nan), where=ends)
        m = np.where(ends, means, 0.0)
        missed = steps.probability * done[steps.goal] * (1.0 + m[steps.goal] - m[steps.origin]) ** 2
        squares = np.bincount(steps.origin, missed, minlength=len(done)) + steps.win * (1.0 - m) ** 2
        sd = math.sqrt(solved(squares)[start] / done[start]) if ends[start] else math.nan
    if ends[start] and not math.isfinite(sd):
        raise NotConvergedError(f"the mean number of turns of {what} is too large")
    return Moments(endless, float(means[start]), sd, means)


def eliminated(inside: Floats, leave: Floats, rows: Floats, never: Floats) -> Floats:
    """Solve rows = inside rows + rows, many systems side by side, on the axes [..., state, column].

    `leave[..., state]` is the probability of leaving. Nothing is subtracted (the elimination of Grassmann, Taksar and
    Heyman): what is left when a state is taken out is summed up anew, so that even rare ends keep all their digits, and
    a state that is never left is told by a plain 0; it gets the row `never`.
    """
    count = rows.shape[-2]
    for state in range(count - 1, -1, -1):
        rest = leave[..., state] + inside[..., state, :state].sum(axis=-1)
        stuck = rest == 0.0
        if stuck.any():
            rows[..., state, :][stuck] = never
            leave[..., state][stuck] = rest[stuck] = 1.0
        inside[..., state, :state] /= rest[..., None]
        rows[..., state, :] /= rest[..., None]
        leave[..., state] /= rest
        others = np.flatnonzero(inside[..., :state, state].any(axis=tuple(range(leave.ndim - 1))))
        chance = inside[..., others, state]
        inside[..., others, :state] += chance[..., None] * inside[..., state, None, :state]
        rows[..., others, :] += chance[..., None] * rows[..., state, None, :]
        leave[..., others] += chance * leave[..., state, None]
    for state in range(1, count):
        rows[..., state, :] += (inside[..., state, None, :state] @ rows[..., :state, :])[..., 0, :]
    return rows
