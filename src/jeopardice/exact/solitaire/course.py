"""The course of a game alone: turn start to turn start, on the product of own scores and memories.

For figures that add up along the way, v = r + Q v is solved one own score after the other, from the highest: banking
leads to higher scores, known by then; busts and passes stay at the score; wipes lead to a score of 0, whose values are
unknown to the end and carried along as further columns.
"""

from functools import cached_property

import numpy as np

from jeopardice.errors import NotConvergedError
from jeopardice.exact.distribution import TAIL
from jeopardice.exact.moments import Moments, Steps, eliminated, moments_of
from jeopardice.exact.turns import Ends, Floats, ends_of_turns
from jeopardice.games.turn import in_floats
from jeopardice.strategies.alone import Alone

MOST_TURNS = 200_000
ENDED, NEVER = 0, 1


class Course:
    """A strategy played alone until the target is reached; all arrays are by [memory, own], in `steps` flattened.

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
        return Steps(origin[real], goal[real], probability[real], self.win.ravel())

    def turns(self, most: int | None = None) -> Floats:
        """The probability that the game ends in each turn, for so many turns or until next to nothing is left."""
        steps, count = self.steps, self.target * self.memories
        rest = 0.0 if most is not None else self._rest()
        at, ended = np.zeros(count), [0.0]
        at[0] = 1.0
        while len(ended) <= most if most is not None else at.sum() - rest > TAIL:
            ended.append(float(at @ steps.win))
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
        """Of the number of turns, from linear systems."""
        shape, endless = self.win.shape, self.solve(self.win)[0, 0, NEVER]

        def solved(rewards: Floats) -> Floats:
            return self.solve(rewards.reshape(shape))[..., 2].ravel()

        return moments_of(self.steps, 0, float(endless), solved, f"{self.plan.name} in {self.plan.rules}")

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
        never = np.zeros(rows.shape[1])
        never[[ENDED, NEVER]] = 1.0
        found: Floats = eliminated(inside[None], leave[None], rows[None], never)[0]
        return found
