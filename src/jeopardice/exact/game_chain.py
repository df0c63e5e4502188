"""The turn starts of a game between two strategies as one chain, and linear systems on it: v = r + Q v.

A pair of scores, a's and b's, has a turn start of either player for every product of their memories. Banking leads to
pairs of a larger sum, so that all pairs of one sum are solved side by side, from the highest sum on; busts and passes
stay at the pair. A wipe leads back, to a turn start whose opponent has nothing: the values of these are unknown to the
end, and carried along as further columns.
"""

from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from jeopardice.exact.moments import Floats, Moments, Steps, eliminated, moments_of
from jeopardice.exact.turns import Progress

ENDED, NEVER = 0, 1


class GameChain:
    """Turn starts in a new order, `steps` from one to the next, and where the game begins, `start`.

    A pair has `size` turn starts that follow one another; pairs are sorted by their sum, from the highest on.
    """

    def __init__(self, moves: tuple[Steps, Steps], target: int) -> None:
        a, b = np.divmod(np.arange(target**2), target)
        order = np.argsort(-(a + b), kind="stable")
        self.sums, rank = (a + b)[order], np.argsort(order)
        self.size = 2 * len(moves[0].win) // target**2
        memory = np.arange(self.size // 2)[:, None]
        place = tuple(
            (pair * self.size + side * self.size // 2 + memory).ravel()
            for side, pair in enumerate((rank, rank.reshape(target, target).T.ravel()))
        )
        self.start = int(place[0][0])
        self.steps = _together(moves, place)
        origin, goal = self.steps.origin // self.size, self.steps.goal // self.size
        self._stays, self._leads_back = origin == goal, self.sums[goal] < self.sums[origin]
        self._leads_on = ~self._stays & ~self._leads_back
        self.back: NDArray[np.int64] = np.unique(self.steps.goal[self._leads_back])

    @property
    def work(self) -> int:
        """About how many multiplications one pass takes."""
        return len(self.steps.goal) * (2 + len(self.back)) + len(self.sums) * self.size**3

    @property
    def room(self) -> int:
        """About how many bytes it takes."""
        return 16 * len(self.steps.win) * (2 + len(self.back))

    def moments(self, what: str, progress: Progress = None) -> Moments:
        """Of the number of turns, from linear systems; `progress` is told which share of the first one is done."""
        carried = self._carried(progress)
        inside, leave = carried[None, self.back, 2:], carried[None, self.back, ENDED]

        def closed(values: Floats, never: float = 0.0) -> Floats:
            """The same with the values that were carried along: a system of their own."""
            rows = values[self.back][None, :, None]
            known = eliminated(inside.copy(), leave.copy(), rows, np.array([never]))
            return np.asarray(values + carried[:, 2:] @ known[0, :, 0])

        def solved(rewards: Floats) -> Floats:
            return closed(self._solved(rewards[:, None].copy(), np.zeros(1))[:, 0])

        endless = closed(carried[:, NEVER], 1.0)[self.start]
        return moments_of(self.steps, self.start, float(endless), solved, what)

    def _carried(self, progress: Progress) -> Floats:
        """Columns by turn start: the probabilities of an end of any kind and of never ending, and of coming back to
        each of the turn starts that wipes lead to; the first of these that happens."""
        rows = np.zeros((len(self.steps.win), 2 + len(self.back)))
        rows[:, ENDED] = self.steps.win
        goal = np.searchsorted(self.back, self.steps.goal[self._leads_back])
        np.add.at(rows, (self.steps.origin[self._leads_back], 2 + goal), self.steps.probability[self._leads_back])
        never = np.zeros(rows.shape[1])
        never[[ENDED, NEVER]] = 1.0
        return self._solved(rows, never, progress)

    def _solved(self, values: Floats, never: Floats, progress: Progress = None) -> Floats:
        """Solve v = values + Q v in place, by [turn start, column], without the steps that lead back."""
        steps, columns = self.steps, values.shape[1]
        leave = steps.win + np.bincount(
            steps.origin[~self._stays], steps.probability[~self._stays], minlength=len(values)
        )
        for (first, last), on, within in zip(
            self._by_sum, *map(self._places, (self._leads_on, self._stays)), strict=True
        ):
            if len(on):
                found = steps.probability[on, None] * values[steps.goal[on]]
                new = np.flatnonzero(np.diff(steps.origin[on], prepend=-1))
                values[steps.origin[on[new]]] += np.add.reduceat(found, new, axis=0)
            place = (steps.origin[within] - first) * self.size + steps.goal[within] % self.size
            count = (last - first) // self.size
            inside = np.bincount(place, steps.probability[within], minlength=count * self.size**2).astype(np.float64)
            rows = values[first:last].reshape(count, self.size, columns)
            eliminated(inside.reshape(count, self.size, -1), leave[first:last].reshape(count, -1), rows, never)
            if progress:
                progress(last / len(values))
        return values

    @cached_property
    def _by_sum(self) -> list[tuple[int, int]]:
        """The first turn start of each sum, and that after its last one."""
        first = np.flatnonzero(np.diff(self.sums, prepend=-1)) * self.size
        return list(pairwise([*first.tolist(), len(self.steps.win)]))

    def _places(self, chosen: NDArray[np.bool_]) -> list[NDArray[np.int64]]:
        """The places of some of the steps, by the sum of their origins."""
        places = np.flatnonzero(chosen)
        return np.split(places, np.searchsorted(self.steps.origin[places], [first for first, _ in self._by_sum[1:]]))


def _together(moves: tuple[Steps, Steps], place: tuple[NDArray[np.int64], ...]) -> Steps:
    """The steps of both players in the new order of turn starts."""
    origin = np.concatenate([here[move.origin] for move, here in zip(moves, place, strict=True)])
    goal = np.concatenate([there[move.goal] for move, there in zip(moves, place[::-1], strict=True)])
    probability = np.concatenate([move.probability for move in moves])
    win = np.zeros(2 * len(moves[0].win))
    for move, here in zip(moves, place, strict=True):
        win[here] = move.win
    order = np.argsort(origin, kind="stable")
    return Steps(origin[order], goal[order], probability[order], win)
