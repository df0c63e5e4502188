"""The course of a game alone: turn start to turn start, on the product of own scores and memories.

For figures that add up along the way, v = r + Q v is solved one own score after the other, from the highest: banking
leads to higher scores, known by then; busts and passes stay at the score; wipes lead to a score of 0, whose values are
unknown to the end and carried along as further columns. No step subtracts (the elimination of Grassmann, Taksar and
Heyman): what is left when a state is taken out is summed up anew, so that even rare ends keep all their digits, and a
state that is never left is told by a plain 0.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import NotConvergedError
from jeopardice.exact.distribution import TAIL
from jeopardice.exact.turns import Ends, Floats, ends_of_turns
from jeopardice.games.turn import in_floats
from jeopardice.strategies.alone import Alone

MOST_TURNS = 200_000
ENDED, NEVER = 0, 1


@dataclass(frozen=True)
class Steps:
    """Turn starts to turn starts: `probability` from `origin` to `goal`, both `memory * target + own`."""

    origin: NDArray[np.int64]
    goal: NDArray[np.int64]
    probability: Floats


@dataclass(frozen=True)
class Moments:
    """Of the number of turns from the start: the probability that it never ends, mean and sd of what ends.

    `means[memory, own]` are the means from every turn start.
    """

    endless: float
    mean: float
    sd: float
    means: Floats


class Course:
    """A strategy played alone until the target is reached; all arrays are by [memory, own].

    `banked[n, memory, own]` are the probabilities of banking so many points as `gains[n]`.
    """

    def __init__(self, plan: Alone) -> None:
        self.plan, self.target, self.memories = plan, plan.rules.target, len(plan.memories)
        by_action = np.moveaxis(plan.moving, 1, 0)
        self.ends: Ends = ends_of_turns(in_floats(plan.turn), lambda node: by_action[..., node])
        self.gains = np.array([plan.turn.total[node] for node in self.ends.banked], np.int64)
        self.banked: Floats = np.array([*self.ends.banked.values()]).reshape(-1, self.memories, self.target)
        wins = self.gains[:, None, None] + np.arange(self.target) >= self.target
        self.win: Floats = np.where(wins, self.banked, 0.0).sum(axis=0)

    @cached_property
    def steps(self) -> Steps:
        """All steps that may happen."""
        after, parts = self.plan.memories, []
        memory, own = np.ogrid[: self.memories, : self.target]
        ends, here = self.ends, memory * self.target + own
        wiped = np.where(own > 0, after.wiped[True][:, None], after.busted[True][:, None])
        for later, left, chance in (
            (after.busted[True][:, None], own, ends.bust),
            (after.passed[True][:, None], own, ends.passed),
            (wiped, 0 * own, ends.wipe),
        ):
            parts.append((here, later * self.target + left, chance))
        for gain, banked in zip(self.gains, self.banked, strict=True):
            inside = slice(0, max(0, self.target - gain))
            goal = after.banked[True][:, gain, None] * self.target + own[:, inside] + gain
            parts.append((here[:, inside], goal, banked[:, inside]))
        flat = [[np.broadcast_to(array, part[2].shape).ravel() for array in part] for part in parts]
        origin, goal, probability = (np.concatenate(column) for column in zip(*flat, strict=True))
        real = probability > 0.0
        return Steps(origin[real], goal[real], probability[real])

    def turns(self, most: int | None = None) -> Floats:
        """The probability that the game ends in each turn, for so many turns or until next to nothing is left."""
        steps, count = self.steps, self.target * self.memories
        rest = 0.0 if most is not None else self._rest()
        at, ended, win = np.zeros(count), [0.0], self.win.ravel()
        at[0] = 1.0
        while len(ended) <= most if most is not None else at.sum() - rest > TAIL:
            ended.append(float(at @ win))
            at = np.bincount(steps.goal, at[steps.origin] * steps.probability, minlength=count).astype(np.float64)
            if most is None and len(ended) > MOST_TURNS:
                raise self._too_long()
        return np.array(ended)

    def _rest(self) -> float:
        """What never ends; refused where waiting for the rest would take too many turns."""
        moments = self.moments
        if moments.mean > MOST_TURNS / 5:
            raise self._too_long()
        return moments.endless

    def _too_long(self) -> NotConvergedError:
        where = f"{self.plan.name} takes {self.moments.mean:.6g} turns of {self.plan.rules} on average"
        return NotConvergedError(f"{where}: their distribution is written down for at most {MOST_TURNS:,} turns")

    @cached_property
    def moments(self) -> Moments:
        """Mean and standard deviation of the number of turns, from linear systems.

        F is the probability that the game ends, m the mean if it does. Given that it ends, the variance of what is
        left is that of the rest after the step, and the square by which the step misses the mean.
        """
        with np.errstate(all="ignore"):
            return self._moments()

    def _moments(self) -> Moments:
        ended = self.solve(self.win)
        done, never = ended[..., 2], ended[..., NEVER]
        spent = self.solve(done)[..., 2]
        means = np.divide(spent, done, out=np.full_like(spent, math.nan), where=done > 0.0)
        m, f = np.where(done > 0.0, means, 0.0).ravel(), done.ravel()
        steps = self.steps
        missed = steps.probability * f[steps.goal] * (1.0 + m[steps.goal] - m[steps.origin]) ** 2
        squares = np.bincount(steps.origin, missed, minlength=len(f)) + self.win.ravel() * (1.0 - m) ** 2
        spread = self.solve(squares.reshape(done.shape))[0, 0, 2]
        sd = math.sqrt(spread / done[0, 0]) if done[0, 0] > 0.0 else math.nan
        if done[0, 0] > 0.0 and not math.isfinite(sd):
            raise NotConvergedError(f"the mean number of turns of {self.plan.name} in {self.plan.rules} is too large")
        return Moments(float(never[0, 0]), float(means[0, 0]), sd, means)

    def solve(self, rewards: Floats) -> Floats:
        """Columns by [memory, own]: the probabilities of an end of any kind and of never ending, and v = r + Q v."""
        columns = 3 + (self.memories if self.plan.rules.wipes else 0)
        values = np.zeros((self.memories, self.target, columns))
        for own in range(self.target - 1, -1, -1):
            values[:, own] = self._solve_score(own, rewards[:, own], values)
        if columns > 3:
            for own in range(1, self.target):
                values[:, own] += values[:, own, 3:] @ values[:, 0]
        return values[..., :3]

    def _solve_score(self, own: int, rewards: Floats, values: Floats) -> Floats:
        """The columns of all memories at one own score."""
        after, ends, numbers = self.plan.memories, self.ends, np.arange(self.memories)
        rows = np.zeros((self.memories, values.shape[2]))
        rows[:, ENDED], rows[:, 2] = self.win[:, own], rewards
        inside = np.zeros((self.memories, self.memories))
        np.add.at(inside, (numbers, after.busted[True]), ends.bust[:, own])
        np.add.at(inside, (numbers, after.passed[True]), ends.passed[:, own])
        if own == 0:
            np.add.at(inside, (numbers, after.busted[True]), ends.wipe[:, 0])
        elif self.plan.rules.wipes:
            np.add.at(rows, (numbers, 3 + after.wiped[True]), ends.wipe[:, own])
        short = (own + self.gains < self.target) & (self.banked[:, :, own] > 0.0).any(axis=1)
        for gain, chance in zip(self.gains[short], self.banked[short, :, own], strict=True):
            rows += chance[:, None] * values[after.banked[True][:, gain], own + gain]
        if own == 0:
            inside += rows[:, 3:] if rows.shape[1] > 3 else 0.0
            rows[:, 3:] = 0.0
        leave = rows[:, ENDED] + rows[:, 3:].sum(axis=1)
        return eliminated(inside, leave, rows)


def eliminated(inside: Floats, leave: Floats, rows: Floats) -> Floats:
    """Solve rows = inside rows + rows, without subtracting; `leave` is the probability of leaving, by state.

    A state that is never left has no value, and never ends.
    """
    last = len(rows) - 1
    for state in range(last, -1, -1):
        rest = leave[state] + inside[state, :state].sum()
        if rest == 0.0:
            rows[state] = 0.0
            rows[state, [ENDED, NEVER]] = leave[state] = rest = 1.0
        inside[state, :state] /= rest
        rows[state] /= rest
        leave[state] /= rest
        for other in np.flatnonzero(inside[:state, state]):
            chance = inside[other, state]
            inside[other, :state] += chance * inside[state, :state]
            rows[other] += chance * rows[state]
            leave[other] += chance * leave[state]
    for state in range(1, last + 1):
        rows[state] += inside[state, :state] @ rows[:state]
    return rows
