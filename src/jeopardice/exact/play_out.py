"""Two seats played out exactly: the turn-start values of both, whoever is free to choose.

The game is made constant-sum: A is paid 1 for a win of its own and `stalemate` where both pass for ever, B the rest.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jeopardice.exact import kernels
from jeopardice.exact.kernels import BUST, PASS, START_C, START_D, WIPED
from jeopardice.exact.product import Side, product_sweep, sides
from jeopardice.exact.seat import Seat, improve
from jeopardice.exact.wipes import settle_wipes
from jeopardice.games.diagonal import by_scores_of_mover, zeros
from jeopardice.games.progress import rising
from jeopardice.spread import Progress

Vector = NDArray[np.float64]
Line = tuple[Vector, Vector]
EQUAL, NEARER = 4e-15, 1e-12
SUMS_AT_A_TIME = 200  # between two of these an interrupt is heard and progress told


@dataclass(frozen=True)
class Effort:
    """What it took: sweeps over all sums, blocks of lanes worked on; and whether some games may never end."""

    sweeps: int
    blocks: int
    endless: bool


def play_out(a: Seat, b: Seat, stalemate: float, progress: Progress = None) -> Effort:
    """Fill the values of both seats (one and the same seat for a symmetric game), neither of which has a memory.

    `progress` is told how much of the sweep over all sums is done; where rules with a wipe take several, how near they
    have come to each other.
    """
    if not a.rules.wipes:
        blocks, stalemates = _sweep(a, b, stalemate, warm=False, progress=progress)
        return Effort(1, blocks, stalemates > 0)
    pair = _Pair(a, b, stalemate)
    settle_wipes(pair, a.rules.target, rising(progress))
    return Effort(pair.sweeps, pair.blocks, not pair.ends)


class _Pair:
    """Two seats without memories, as a system for the values after a wipe."""

    def __init__(self, a: Seat, b: Seat, stalemate: float) -> None:
        self.a, self.b, self.stalemate = a, b, stalemate
        self.what = f"the values after a wipe of {a.rules}"
        self.symmetric = a is b
        self.fixed = a.table is not None and b.table is not None
        self.size = a.rules.target * (1 if self.symmetric else 2)
        self.sweeps = self.blocks = 0

    @property
    def worth(self) -> float:
        """What a seat gets that is free to choose, or was, all turn starts together."""
        return float((self.a if self.a.table is None else self.b).values.sum())

    @cached_property
    def ends(self) -> bool:
        """Does every game come to an end, as far as the tables of fixed seats tell?"""
        return self.a.gains or self.b.gains

    def once(self, wiped: Vector, rough: bool) -> Vector:
        """What a wipe leaves the player who suffers it, by the opponent's score: 1 - the opponent's value against 0."""
        a, b, target = self.a, self.b, self.a.rules.target
        a.arrays[0].lanes[WIPED, :target] = wiped[:target]
        b.arrays[0].lanes[WIPED, :target] = wiped[-target:]
        warm = self.sweeps > 0
        blocks, _ = _sweep(a, b, self.stalemate, warm=warm, rough=rough)
        self.sweeps, self.blocks = self.sweeps + 1, self.blocks + blocks
        against_zero = 1.0 - b.values[:, 0]
        return against_zero if self.symmetric else np.concatenate([against_zero, 1.0 - a.values[:, 0]])

    def frozen(self, before: "_Pair | None" = None, by: float = 0.0) -> "_Pair | None":
        """The same with all choices as they are now; None where they make no turn better than `before`."""
        if before and not (improve(self.a, before.a, by) | improve(self.b, before.b, by)):
            return None
        return _Pair(self.a.frozen(), self.b.frozen(), self.stalemate)


def _sweep(
    a: Seat, b: Seat, stalemate: float, warm: bool, rough: bool = False, progress: Progress = None
) -> tuple[int, int]:
    """One pass over all sums; pairs that free seats leave open are settled by bisection on the way.

    A rough sweep leaves them at a stalemate's value: its own values after a wipe are guesses yet.
    """
    parallel = np.zeros(a.rules.target, np.bool_)
    sum_, blocks, stalemates = 2 * a.rules.target - 2, 0, 0
    while sum_ >= 0:
        end = max(-1, sum_ - SUMS_AT_A_TIME)
        stopped, more, standing = kernels.sweep(
            a.turn.arrays,
            a.arrays[0],
            b.turn.arrays,
            b.arrays[0],
            stalemate,
            warm,
            (sum_, end),
            parallel,
        )
        blocks, stalemates = blocks + more, stalemates + standing
        if stopped >= 0 and not rough:
            settle(a, b, stalemate, stopped)
        sum_ = stopped - 1 if stopped >= 0 else end
        if progress:
            progress(1.0 - (sum_ + 1) / (2 * a.rules.target - 1))
    return blocks, stalemates


def one_pass(seat: Seat, replies: Vector) -> Vector:
    """The values by [own, opponent] that a free seat's best choices give, if the opponent's turn starts have `replies`.

    One application of the Bellman operator; it leaves the choices in the seat's table.
    """
    target, arrays = seat.rules.target, seat.arrays[0]
    paid = zeros(arrays.value.shape)
    by_scores_of_mover(paid, target)[0] = replies
    after = np.zeros(len(seat.turn.total), np.int64)
    arrays.lines[:] = 1.0
    arrays.lanes[WIPED, :target] = 1.0 - replies[:, 0]
    arrays.todo[:] = True
    for sum_ in range(2 * target - 2, -1, -1):
        lanes = np.arange(max(0, sum_ - target + 1), min(sum_, target - 1) + 1)
        arrays.lanes[BUST, lanes] = arrays.lanes[PASS, lanes] = 1.0 - paid[0, sum_, lanes]
        kernels.turn_lines(seat.turn.arrays, arrays, paid, after, sum_)
        found = arrays.lanes
        line = found[START_C, lanes], found[START_D, lanes]
        arrays.value[0, sum_, sum_ - lanes] = _at(line, found[BUST, lanes])
    arrays.todo[:] = False
    return seat.values


def settle(a: Seat, b: Seat, stalemate: float, sum_: int) -> None:
    """All pairs of one sum by bisection on A's bust value x; of several solutions the nearest to a stalemate's value.

    x - (1 - v(1 - u(x))) grows with x, so the fixed points are an interval: more than a point only where both pass.
    The choices are those a little nearer to a stalemate's value, where what comes to an end is worth more; they give
    the values.
    """
    target = a.rules.target
    lanes = np.arange(max(0, sum_ - target + 1), min(sum_, target - 1) + 1)
    low, high = np.zeros(len(lanes)), np.ones(len(lanes))
    x = np.full(len(lanes), stalemate)
    side = _excess(a, b, sum_, lanes, x)
    for _ in range(60):
        excess = _excess(a, b, sum_, lanes, x)
        upward = (excess > EQUAL) | ((side < 0.0) & (excess >= -EQUAL))
        low, high = np.where(upward, x, low), np.where(upward, high, x)
        x = np.where(np.abs(side) <= EQUAL, x, 0.5 * (low + high))
    (c, d), (other_c, other_d) = _both_lines(a, b, sum_, lanes, x + np.clip(stalemate - x, -NEARER, NEARER))
    moves_on = d + (1.0 - d) * other_d
    endless, divisor = moves_on == 0.0, np.where(moves_on == 0.0, 1.0, moves_on)
    u = np.where(endless, stalemate, (c + (1.0 - d) * (other_d - other_c)) / divisor)
    v = np.where(endless, 1.0 - stalemate, (other_c + (1.0 - other_d) * (d - c)) / divisor)
    a.arrays[0].value[0, sum_, sum_ - lanes] = u
    b.arrays[0].value[0, sum_, lanes] = v


def _excess(a: Seat, b: Seat, sum_: int, lanes: NDArray[np.int64], x: Vector) -> Vector:
    """By how much A's bust is worth more than x if both react to x, by A's lane."""
    mine, other = _both_lines(a, b, sum_, lanes, x)
    return 1.0 - _at(other, 1.0 - _at(mine, x)) - x


def _both_lines(a: Seat, b: Seat, sum_: int, lanes: NDArray[np.int64], x: Vector) -> tuple[Line, Line]:
    """A's lines when its bust is worth x, and B's when its own is worth what A's leaves it, by A's lane."""
    other = _lines_at(b, a, sum_, sum_ - lanes, 1.0 - _at(_lines_at(a, b, sum_, lanes, x), x))
    return _lines_at(a, b, sum_, lanes, x), other


def _lines_at(seat: Seat, against: Seat, sum_: int, lanes: NDArray[np.int64], x: Vector) -> Line:
    """c and d of a seat's turn starts by the choices that are best at x."""
    arrays = seat.arrays[0]
    arrays.lanes[BUST, lanes] = arrays.lanes[PASS, lanes] = x
    arrays.todo[:] = True
    after = np.zeros(len(seat.turn.total), np.int64)
    kernels.turn_lines(seat.turn.arrays, arrays, against.arrays[0].value, after, sum_)
    arrays.todo[:] = False
    return arrays.lanes[START_C, lanes], arrays.lanes[START_D, lanes]


def _at(line: Line, x: Vector) -> Vector:
    """The lines of turn starts at x: c + (1 - d) x."""
    return line[0] + (1.0 - line[1]) * x


def play_out_product(a: Seat, b: Seat, stalemate: float, progress: Progress = None) -> tuple[Side, Side, Effort]:
    """The same for seats with memories, on the product of scores and memories."""
    one, other = sides(a, b)
    if not a.rules.wipes:
        return one, other, Effort(1, 0, product_sweep(one, other, stalemate, progress) > 0)
    product = _Product(a, b, one, other, stalemate)
    settle_wipes(product, a.rules.target, rising(progress))
    return one, other, Effort(product.sweeps, 0, not product.ends)


class _Product:
    """Two sides on the product of their memories, as a system for the values after a wipe."""

    symmetric = False

    def __init__(self, a: Seat, b: Seat, one: Side, other: Side, stalemate: float) -> None:
        self.a, self.b, self.one, self.other, self.stalemate = a, b, one, other, stalemate
        self.what = f"the values after a wipe of {a.rules}"
        self.fixed = a.table is not None and b.table is not None
        self.size, self.sweeps = 2 * len(one.arrays) * a.rules.target, 0

    @property
    def worth(self) -> float:
        """What a seat gets that is free to choose, or was, all turn starts together."""
        return float((self.one if self.a.table is None else self.other).values.sum())

    @cached_property
    def ends(self) -> bool:
        """The same of the choices on the product."""
        return self.one.gains or self.other.gains

    def once(self, wiped: Vector, rough: bool) -> Vector:
        """The same by [memory, opponent's score], in the memories before the wipe."""
        target = self.a.rules.target
        for side, values in zip((self.one, self.other), np.split(wiped, 2), strict=True):
            for arrays, lanes in zip(side.arrays, values.reshape(-1, target), strict=True):
                arrays.lanes[WIPED, :target] = lanes
        product_sweep(self.one, self.other, self.stalemate)
        self.sweeps += 1
        mine, theirs = 1.0 - self.other.values[self.one.wiped, :, 0], 1.0 - self.one.values[self.other.wiped, :, 0]
        return np.concatenate([mine.ravel(), theirs.ravel()])

    def frozen(self, before: "_Product | None" = None, by: float = 0.0) -> "_Product | None":
        """The same with all choices as they are now; None where they make no turn better than `before`."""
        if before and not (improve(self.one, before.one, by) | improve(self.other, before.other, by)):
            return None
        one, other = self.one.frozen(), self.other.frozen()
        return _Product(self.a, self.b, one, other, self.stalemate)
