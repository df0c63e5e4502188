"""How often each turn start comes up in a game between two who follow the same table: v = start + v Q.

Q are the steps from a turn start to the next one, as `turns.steps` has them; both players' turns are counted, each as
seen by whoever moves. Banking leads to pairs of scores of a larger sum, so that v is found from the lowest sum on. A
bust or a pass leads to the same pair seen from the other side, and these two are solved together. A wipe leads back to
a turn start whose opponent has nothing: how often it does is the solution of a smaller linear system.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import NotConvergedError, StrategyError
from jeopardice.exact.moments import Steps
from jeopardice.exact.turns import steps
from jeopardice.spread import Progress
from jeopardice.strategies.table import Table

Floats = NDArray[np.float64]
SURE = 1e-10
EQUAL = 1e-14
MOST_SWEEPS, HISTORY = 500, 12


def visits(table: Table, progress: Progress = None) -> Floats:
    """The expected number of turns that begin at each pair of scores [own, opponent], from 0-0 on.

    `progress` is told which share of the work is done.
    """
    if len(table.memories) > 1:
        raise StrategyError(f"{table.name}: how often positions come up is for tables without a memory")
    flow = _Flow(steps(table, table, mover_is_a=True, progress=progress), table)
    found = flow.from_start(flow.returns())
    ended = float(found @ flow.win)
    if not abs(ended - 1.0) <= SURE:
        raise NotConvergedError(f"{flow.what} comes to an end with a probability of {ended:.12f} instead of 1")
    return found.reshape(table.rules.target, table.rules.target)


class _Flow:
    """The steps in the order of the sum of scores at their origins, split into those that stay, lead on, lead back."""

    def __init__(self, moves: Steps, table: Table) -> None:
        target = table.rules.target
        self.target, self.win = target, moves.win
        self.what = f"the game of {table.name} against itself in {table.rules}"
        own, opponent = np.divmod(np.arange(target**2), target)
        sums, self.mirror = own + opponent, opponent * target + own
        stays = moves.goal == self.mirror[moves.origin]
        back = sums[moves.goal] < sums[moves.origin]
        self.stay = np.bincount(moves.origin[stays], moves.probability[stays], minlength=target**2)
        self.leave = moves.win + np.bincount(moves.origin[~stays], moves.probability[~stays], minlength=target**2)
        on = np.flatnonzero(~stays & ~back)
        on = on[np.argsort(sums[moves.origin[on]], kind="stable")]
        self.on = moves.origin[on], moves.goal[on], moves.probability[on]
        self.first = np.searchsorted(sums[self.on[0]], np.arange(2 * target))
        self.back = moves.origin[back], moves.goal[back], moves.probability[back]
        self.starts = np.arange(target) * target  # the turn starts whose opponent has 0

    def from_start(self, again: Floats) -> Floats:
        """Visits if play begins once at 0-0, and besides so often at the turn starts that wipes lead to."""
        inflow = np.zeros(self.target**2)
        inflow[self.starts] = again
        inflow[0] += 1.0
        (origin, goal, probability), mirror = self.on, self.mirror
        for sum_ in range(2 * self.target - 1):
            low, high = max(0, sum_ - self.target + 1), min(sum_, self.target - 1) + 1
            here = np.arange(low, high) * (self.target - 1) + sum_
            there = mirror[here]
            leaves = self.leave[there] + self.stay[there] * self.leave[here]  # 1 - stay[here] stay[there]
            comes = inflow[here] + self.stay[there] * inflow[there]
            if (comes[leaves == 0.0] > 0.0).any():
                raise NotConvergedError(f"{self.what} may never come to an end")
            inflow[here] = np.divide(comes, leaves, out=np.zeros_like(comes), where=leaves > 0.0)
            part = slice(self.first[sum_], self.first[sum_ + 1])
            np.add.at(inflow, goal[part], inflow[origin[part]] * probability[part])
        return inflow

    def returns(self) -> Floats:
        """How often wipes lead back, by the score of whoever moves then."""
        origin, goal, probability = self.back
        if not len(origin):
            return np.zeros(self.target)

        def once(again: Floats) -> Floats:
            flows = self.from_start(again)[origin] * probability
            arrived: Floats = np.bincount(goal, flows, minlength=self.target**2)[self.starts].astype(np.float64)
            return arrived

        return solved(once, self.target, f"{self.what}: how often wipes lead back")


def solved(once: Callable[[Floats], Floats], size: int, what: str) -> Floats:
    """The fixed point of an affine map: its last steps are mixed so that what still changes is as little as can be."""
    point = np.zeros(size)
    points: list[Floats] = []
    images: list[Floats] = []
    for _ in range(MOST_SWEEPS):
        image = once(point)
        if float(np.abs(image - point).max()) <= EQUAL * max(1.0, float(np.abs(image).max())):
            return image
        points, images = [*points, point][-HISTORY:], [*images, image][-HISTORY:]
        steps_ = np.array(images) - np.array(points)
        moved = np.diff(np.array(images), axis=0).T
        weights = np.linalg.lstsq(np.diff(steps_, axis=0).T, steps_[-1], rcond=1e-13)[0] if len(points) > 1 else 0.0
        point = image - moved @ weights if len(points) > 1 else image
    raise NotConvergedError(f"{what} still changes after {MOST_SWEEPS} sweeps")
