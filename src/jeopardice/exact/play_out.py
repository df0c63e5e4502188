"""Two seats played out exactly: the turn-start values of both, whoever is free to choose.

The game is made constant-sum: A is paid 1 for a win of its own and `stalemate` where both pass for ever, B the rest.
Rules that wipe a banked score couple every pair of scores to the values against an opponent with 0: an outer fixed
point over that row (`values_after_wipe`), found by Anderson acceleration and checked by one more sweep.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import NotConvergedError
from jeopardice.exact import kernels
from jeopardice.exact.kernels import BUST, PASS, PASSING, START_C, START_S, WIPED
from jeopardice.exact.product import Side, product_sweep, sides
from jeopardice.exact.seat import Seat
from jeopardice.games.diagonal import by_scores_of_mover, zeros

Vector = NDArray[np.float64]
Progress = Callable[[float], object] | None
TOLERANCE = 1e-14
MOST_SWEEPS, MOST_PLAIN_SWEEPS = 500, 20_000
MEMORY = 8
EQUAL = 4e-15
ROUGH_SWEEPS = 3
SUMS_AT_A_TIME = 200  # between two of these an interrupt is heard and progress told


@dataclass(frozen=True)
class Effort:
    """What it took: sweeps over all sums, blocks of lanes worked on; and whether some games may never end."""

    sweeps: int
    blocks: int
    endless: bool


def play_out(a: Seat, b: Seat, stalemate: float, progress: Progress = None) -> Effort:
    """Fill the values of both seats (one and the same seat for a symmetric game), neither of which has a memory.

    `progress` is told how much of a sweep over all sums is done; rules with a wipe take several sweeps.
    """
    if not a.rules.wipes:
        blocks, stalemates = _sweep(a, b, stalemate, warm=False, progress=progress)
        return Effort(1, blocks, stalemates > 0)
    sweeps, blocks = 0, 0

    def once(wiped: Vector) -> Vector:
        nonlocal sweeps, blocks
        _set_values_after_wipe(a, b, wiped)
        more, _ = _sweep(a, b, stalemate, warm=sweeps > 0, rough=sweeps < ROUGH_SWEEPS, progress=progress)
        sweeps, blocks = sweeps + 1, blocks + more
        return _values_after_wipe(a, b)

    _settle_wipes(once, a, b, stalemate, 1)
    return Effort(sweeps, blocks, not _ends(a, b))


def _ends(a: Seat, b: Seat) -> bool:
    """Does every game come to an end, as far as the tables of fixed seats tell?"""
    return a.gains or b.gains


def _settle_wipes(once: Callable[[Vector], Vector], a: Seat, b: Seat, stalemate: float, products: int) -> None:
    """Find the values after a wipe, of A and then of B, if `once` gives better ones.

    Where games may never end there are several fixed points, and the right one is the nearest to an endless game's
    value: there the search begins. What somebody free to choose can win by ending them must then come from below,
    since too much would stay as a promise for ever: such steps are not mixed.
    """
    target, what = a.rules.target, f"the values after a wipe of {a.rules}"
    if a is b or _ends(a, b):
        guess = 0.5 * (1.0 - np.arange(target) / target)  # it falls from one half with the opponent's score
        fixed_point(once, np.tile(guess, products * (1 if a is b else 2)), what)
        return
    start = np.repeat([stalemate, 1.0 - stalemate], products * target)
    fixed = a.table is not None and b.table is not None
    fixed_point(once, start, what, MEMORY if fixed or stalemate not in (0.0, 1.0) else 0)


def _values_after_wipe(a: Seat, b: Seat) -> Vector:
    """What a wipe leaves the player who suffers it, by the opponent's score: 1 - the opponent's value against 0."""
    against_zero = 1.0 - b.values[:, 0]
    return against_zero if a is b else np.concatenate([against_zero, 1.0 - a.values[:, 0]])


def _set_values_after_wipe(a: Seat, b: Seat, wiped: Vector) -> None:
    target = a.rules.target
    a.arrays[0].lanes[WIPED, :target] = wiped[:target]
    b.arrays[0].lanes[WIPED, :target] = wiped[-target:]


def fixed_point(once: Callable[[Vector], Vector], start: Vector, what: str, memory: int = MEMORY) -> Vector:
    """The fixed point of a map by Anderson acceleration: mix the last steps so that they would cancel.

    With a memory of 0 each step is the map itself.
    """
    points: list[Vector] = []
    images: list[Vector] = []
    point = start
    best = np.inf
    most = MOST_SWEEPS if memory else MOST_PLAIN_SWEEPS
    for _ in range(most):
        image = once(point)
        change = float(np.max(np.abs(image - point)))
        if change <= TOLERANCE or (change <= 20 * TOLERANCE and change >= best):
            return image
        best = min(best, change)
        points, images = [*points, point][-memory - 1 :], [*images, image][-memory - 1 :]
        point = _mixed(points, images)
    raise NotConvergedError(f"{what} still change by {best:.1e} after {most} sweeps")


def _mixed(points: list[Vector], images: list[Vector]) -> Vector:
    if len(points) == 1:
        return images[0]
    steps = np.array(images) - np.array(points)
    differences, moves = np.diff(steps, axis=0).T, np.diff(np.array(images), axis=0).T
    weights = np.linalg.lstsq(differences, steps[-1], rcond=1e-12)[0]
    mixed: Vector = np.clip(images[-1] - moves @ weights, 0.0, 1.0)
    return mixed


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
    arrays.lines[:, :, : kernels.WIDTH], arrays.lines[:, :, kernels.WIDTH :] = 1.0, 0.0
    arrays.lanes[WIPED, :target] = 1.0 - replies[:, 0]
    arrays.todo[:] = True
    for sum_ in range(2 * target - 2, -1, -1):
        lanes = np.arange(max(0, sum_ - target + 1), min(sum_, target - 1) + 1)
        arrays.lanes[BUST, lanes] = arrays.lanes[PASS, lanes] = 1.0 - paid[0, sum_, lanes]
        kernels.turn_lines(seat.turn.arrays, arrays, paid, after, sum_)
        found = arrays.lanes
        slope = found[START_S, lanes] + found[PASSING, lanes]
        arrays.value[0, sum_, sum_ - lanes] = found[START_C, lanes] + slope * found[BUST, lanes]
    arrays.todo[:] = False
    return seat.values


def settle(a: Seat, b: Seat, stalemate: float, sum_: int) -> None:
    """All pairs of one sum by bisection on A's bust value x; of several solutions the nearest to a stalemate's value.

    x - (1 - v(1 - u(x))) grows with x, so the fixed points are an interval: more than a point only where both pass.
    """
    target = a.rules.target
    lanes = np.arange(max(0, sum_ - target + 1), min(sum_, target - 1) + 1)
    low, high = np.zeros(len(lanes)), np.ones(len(lanes))
    x = np.full(len(lanes), stalemate)
    v, u = _answers(a, b, sum_, lanes, x)
    side = (1.0 - v) - x
    for _ in range(60):
        excess = (1.0 - v) - x
        upward = (excess > EQUAL) | ((side < 0.0) & (excess >= -EQUAL))
        low, high = np.where(upward, x, low), np.where(upward, high, x)
        x = np.where(np.abs(side) <= EQUAL, x, 0.5 * (low + high))
        v, u = _answers(a, b, sum_, lanes, x)
    a.arrays[0].value[0, sum_, sum_ - lanes] = u
    b.arrays[0].value[0, sum_, lanes] = v


def _answers(a: Seat, b: Seat, sum_: int, lanes: NDArray[np.int64], x: Vector) -> tuple[Vector, Vector]:
    """B's and A's values, by A's lane, when A's bust is worth x: u(x), and v(1 - u(x))."""
    others = sum_ - lanes
    v = _values_at(b, a, sum_, others, 1.0 - _values_at(a, b, sum_, lanes, x))
    u = _values_at(a, b, sum_, lanes, x)
    return v, u


def _values_at(seat: Seat, against: Seat, sum_: int, lanes: NDArray[np.int64], x: Vector) -> Vector:
    arrays = seat.arrays[0]
    arrays.lanes[BUST, lanes] = arrays.lanes[PASS, lanes] = x
    arrays.todo[:] = True
    after = np.zeros(len(seat.turn.total), np.int64)
    kernels.turn_lines(seat.turn.arrays, arrays, against.arrays[0].value, after, sum_)
    arrays.todo[:] = False
    found = arrays.lanes
    return np.asarray(found[START_C, lanes] + (found[START_S, lanes] + found[PASSING, lanes]) * x)


def play_out_product(a: Seat, b: Seat, stalemate: float) -> tuple[Side, Side, Effort]:
    """The same for seats with memories, on the product of scores and memories."""
    one, other = sides(a, b)
    if not a.rules.wipes:
        return one, other, Effort(1, 0, product_sweep(one, other, stalemate) > 0)
    sweeps, shape = 0, (len(one.arrays), a.rules.target)

    def once(wiped: Vector) -> Vector:
        nonlocal sweeps
        for side, values in ((one, wiped[: wiped.size // 2]), (other, wiped[wiped.size // 2 :])):
            for arrays, lanes in zip(side.arrays, values.reshape(shape), strict=True):
                arrays.lanes[WIPED, : a.rules.target] = lanes
        product_sweep(one, other, stalemate)
        sweeps += 1
        mine, theirs = 1.0 - other.values[one.wiped, :, 0], 1.0 - one.values[other.wiped, :, 0]
        return np.concatenate([mine.ravel(), theirs.ravel()])

    _settle_wipes(once, a, b, stalemate, shape[0])
    return one, other, Effort(sweeps, 0, not _ends(a, b))
