"""Two seats of which at least one remembers something, played out on the product of scores and memories.

A product memory m stands for a memory of A's strategy and one of B's. The lines of a turn are those of the kernels, for
each m; but a bust or a pass may lead to another memory, so that a pair of scores has one linear system for all m that
these connect:

    u[m] = c[m] + s[m] (1 - v[busted(m)]) + q[m] (1 - v[passed(m)]),  s = 1 - d - q,  and v likewise.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import NotConvergedError, TooLargeError
from jeopardice.exact import kernels
from jeopardice.exact.kernels import BUST, FREE, MARGIN, PASS, PASSING, ROUNDING, START_C, START_D, SeatArrays
from jeopardice.exact.seat import NEVER, Seat, frozen, may_gain
from jeopardice.games.diagonal import by_scores_of_mover, zeros
from jeopardice.games.size import refuse_beyond
from jeopardice.games.turn import Turn
from jeopardice.spread import Progress
from jeopardice.strategies.table import Memories

MOST_PRODUCTS = 400
MOST_ROUNDS = 200


@dataclass(frozen=True, eq=False)
class Side:
    """One seat on the product: arrays by product memory, and the product memory that each end of its turn leads to."""

    turn: Turn
    arrays: tuple[SeatArrays, ...]
    banked: NDArray[np.int64]
    busted: NDArray[np.int64]
    wiped: NDArray[np.int64]
    passed: NDArray[np.int64]

    @property
    def values(self) -> NDArray[np.float64]:
        """Turn-start values by [memory, own, opponent]."""
        return by_scores_of_mover(self.arrays[0].value, self.turn.rules.target)

    @cached_property
    def gains(self) -> bool:
        """Whatever the other does, may each of its turns bank a point?"""
        return all(arrays.mode != FREE and may_gain(self.turn, arrays) for arrays in self.arrays)

    def frozen(self) -> "Side":
        """The same with the choices as they are now, and values of its own."""
        value = zeros(self.arrays[0].value.shape)
        return replace(self, arrays=tuple(_own_room(frozen(arrays), value) for arrays in self.arrays))

    def stack(self, what: int) -> NDArray[np.float64]:
        """One kind of lanes, by [memory, lane]."""
        return np.array([arrays.lanes[what] for arrays in self.arrays])


def sides(a: Seat, b: Seat) -> tuple[Side, Side]:
    """Both seats on the product of their memories; product memory m is `A's * B's count + B's`."""
    count = a.memories * b.memories
    if count > MOST_PRODUCTS:
        raise TooLargeError(f"{count} memories of both strategies together are more than {MOST_PRODUCTS}")
    lanes = a.arrays[0].lanes.shape[1]
    refuse_beyond(
        8 * count * (4 * count * lanes + 4 * a.arrays[0].value.size + 4 * a.arrays[0].lines.size),
        "this many memories",
    )
    return _side(a, b, mover_is_a=True), _side(b, a, mover_is_a=False)


def _side(seat: Seat, other: Seat, mover_is_a: bool) -> Side:
    own, its = np.divmod(np.arange(seat.memories * other.memories), other.memories if mover_is_a else seat.memories)
    if not mover_is_a:
        own, its = its, own

    def product(mine: NDArray[np.int64], theirs: NDArray[np.int64]) -> NDArray[np.int64]:
        return mine * other.memories + theirs if mover_is_a else theirs * seat.memories + mine

    mine, theirs = _memories(seat), _memories(other)
    totals = np.array(seat.turn.total)
    banked = product(_banked(mine, True, own, totals), _banked(theirs, False, its, totals))
    shape = seat.arrays[0].value.shape
    value = zeros((len(own), *shape[1:]))
    arrays = tuple(_own_room(seat.arrays[int(number)], value) for number in own)
    ends = (
        product(_ended(mine, kind, True, own), _ended(theirs, kind, False, its))
        for kind in ("busted", "wiped", "passed")
    )
    return Side(seat.turn, arrays, banked, *ends)


def _memories(seat: Seat) -> Memories | None:
    return None if seat.table is None else seat.table.memories


def _banked(
    memories: Memories | None, mine: bool, now: NDArray[np.int64], totals: NDArray[np.int64]
) -> NDArray[np.int64]:
    if memories is None:
        return np.zeros((len(now), len(totals)), np.int64)
    known = memories.banked[mine]
    later: NDArray[np.int64] = known[now[:, None], np.minimum(totals, known.shape[1] - 1)[None, :]]
    return later


def _ended(memories: Memories | None, kind: str, mine: bool, now: NDArray[np.int64]) -> NDArray[np.int64]:
    if memories is None:
        return np.zeros(len(now), np.int64)
    later: NDArray[np.int64] = getattr(memories, kind)[mine][now]
    return later


def _own_room(arrays: SeatArrays, value: NDArray[np.float64]) -> SeatArrays:
    lanes = zeros(arrays.lanes.shape)
    lanes[MARGIN] = NEVER
    return arrays._replace(
        actions=np.zeros_like(arrays.actions) if arrays.mode == FREE else arrays.actions,
        lines=zeros(arrays.lines.shape),
        lanes=lanes,
        todo=np.zeros_like(arrays.todo),
        value=value,
    )


@dataclass(frozen=True, eq=False)
class Part:
    """Components of the same size of the linear systems: their rows by [component, place], those of B after those of A;
    and the places of the rows that a bust and a pass lead to."""

    rows: NDArray[np.int64]
    busted: NDArray[np.int64]
    passed: NDArray[np.int64]


def components(a: Side, b: Side) -> list[Part]:
    """The rows that busts and passes connect. Where these change no memory that is one of A's with one of B's."""
    count = len(a.arrays)
    busted, passed = (np.concatenate([mine + count, its]) for mine, its in ((a.busted, b.busted), (a.passed, b.passed)))
    label = np.arange(2 * count)
    while True:
        lower = label.copy()
        for after in (busted, passed):
            np.minimum.at(lower, after, label)
            lower = np.minimum(lower, lower[after])
        if np.array_equal(lower, label):
            break
        label = lower
    rows = np.argsort(label, kind="stable")
    parts = np.split(rows, np.flatnonzero(np.diff(label[rows])) + 1)
    place = np.zeros(2 * count, np.int64)
    for part in parts:
        place[part] = np.arange(len(part))
    by_size = (np.array([part for part in parts if len(part) == size]) for size in sorted({len(p) for p in parts}))
    return [Part(same, place[busted[same]], place[passed[same]]) for same in by_size]


def product_sweep(a: Side, b: Side, stalemate: float, progress: Progress = None) -> int:
    """Fill the values of both sides, sum by sum; -> the number of turn starts from which neither side ever moves on."""
    target = a.turn.rules.target
    for side in (a, b):
        for arrays in side.arrays:
            arrays.lines[:] = 1.0
    parts, standing = components(a, b), 0
    for sum_ in range(2 * target - 2, -1, -1):
        for side in (a, b):
            for arrays in side.arrays:
                arrays.lanes[BUST], arrays.lanes[PASS] = 0.0, 0.0
        standing += _settle_sum(a, b, parts, sum_, stalemate)
        if progress:
            progress(1.0 - sum_ / (2 * target - 1))
    return standing


def _settle_sum(a: Side, b: Side, parts: Sequence[Part], sum_: int, stalemate: float) -> int:
    """Rounds of lines and linear systems until no choice changes any more."""
    target = a.turn.rules.target
    lanes = np.arange(max(0, sum_ - target + 1), min(sum_, target - 1) + 1)
    for _ in range(MOST_ROUNDS):
        for side, against in ((a, b), (b, a)):
            for number, arrays in enumerate(side.arrays):
                arrays.todo[:] = True
                kernels.turn_lines(side.turn.arrays, arrays, against.arrays[0].value, side.banked[number], sum_)
        u, v, standing = _solve(a, b, parts, lanes, sum_ - lanes, stalemate)
        a.arrays[0].value[:, sum_, sum_ - lanes] = u
        b.arrays[0].value[:, sum_, lanes] = v
        settled = [_take(a, lanes, v), _take(b, sum_ - lanes, u)]
        if all(settled):
            return standing
    raise NotConvergedError(f"choices at scores with sum {sum_} still change after {MOST_ROUNDS} rounds")


def _take(side: Side, lanes: NDArray[np.int64], replies: NDArray[np.float64]) -> bool:
    """Set the bust and pass values of a side from the other's values; -> whether that changes no choice."""
    settled = True
    for number, arrays in enumerate(side.arrays):
        bust, passing = 1.0 - replies[side.busted[number]], 1.0 - replies[side.passed[number]]
        if arrays.mode == FREE:
            moved = np.maximum(np.abs(bust - arrays.lanes[BUST, lanes]), np.abs(passing - arrays.lanes[PASS, lanes]))
            settled = settled and not np.any(2.0 * moved > np.maximum(ROUNDING, arrays.lanes[MARGIN, lanes]))
        arrays.lanes[BUST, lanes], arrays.lanes[PASS, lanes] = bust, passing
    return settled


def _solve(
    a: Side, b: Side, parts: Sequence[Part], lanes: NDArray[np.int64], others: NDArray[np.int64], stalemate: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    """The linear systems of all pairs of one sum; -> u and v by [memory, A's lane], and how many states stand still."""
    count, standing = len(a.arrays), 0
    c, d, q = (
        np.concatenate([a.stack(what)[:, lanes], b.stack(what)[:, others]]) for what in (START_C, START_D, PASSING)
    )
    s = np.maximum(1.0 - d - q, 0.0)
    found = np.empty_like(c)
    for part in parts:
        place, size = np.indices(part.rows.shape), part.rows.shape[1]
        moving, right = (np.moveaxis(figures[part.rows], -1, 0) for figures in (d, c + 1.0 - d))
        matrix = np.zeros((len(lanes), *part.rows.shape, size))
        matrix[:, *place, part.busted] += np.moveaxis(s[part.rows], -1, 0)
        matrix[:, *place, part.passed] += np.moveaxis(q[part.rows], -1, 0)
        stuck = _stuck(matrix, moving)
        right = np.where(stuck, np.where(part.rows < count, stalemate, 1.0 - stalemate), right)
        matrix[stuck] = 0.0
        matrix += np.eye(size)
        found[part.rows] = np.moveaxis(np.linalg.solve(matrix, right[..., None])[..., 0], 0, -1)
        standing += int(stuck.sum())
    return found[:count], found[count:], standing


def _stuck(weights: NDArray[np.float64], moving: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Turn starts, by [pair, component, row], from which play never leaves a set of turn starts of the same scores."""
    stuck: NDArray[np.bool_] = moving == 0.0
    while True:
        leaves = ((weights > 0.0) & ~stuck[..., None, :]).any(axis=-1)
        if not (stuck & leaves).any():
            return stuck
        stuck &= ~leaves
