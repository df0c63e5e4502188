"""The turn recursion over lanes: every turn with one sum of scores at once, value and slope together.

Equation (docs/explanation/method.md): in a turn that starts at (own, opponent) the value of node k is a line
`c + (1 - d) x` in the one unknown x, the value of busting, as long as the choices stay as they are; d is the
probability that the turn does not bust, so that neither c nor d is ever found by a difference:

    hold   c = 1 - V(opponent, own + k)            d = 1
    throw  c = sum p c(successor)                  d = sum p d(successor)
    bust   c = 0                                   d = 0
    wipe   c = w                                   d = 1

A lane is one opponent score j of the sum; own is sum - j. Lanes are worked on in blocks of `WIDTH`, in loops of fixed
length, with c and d of a block side by side. Tables `value[memory, sum, score of the player to move]` hold the values V
of turn starts, and 0 where the other player has reached the target; in the last row, that is everywhere. Lines of
positions at or beyond the target are not needed where the seat stops at the goal; they keep their initial c = 1, d = 1.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from jeopardice.exact.recursion import TIE
from jeopardice.games.diagonal import LANES
from jeopardice.games.turn import TurnArrays
from jeopardice.strategies.kernels import kernel

FREE, PURE, MIXED = 0, 1, 2
BUST, PASS, WIPED, PASSING, MARGIN, START_C, START_D = range(7)
WIDTH = LANES
BOTH = 2 * WIDTH
ROUNDING = 1e-15
MOST_ROUNDS = 40
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class SeatArrays(NamedTuple):
    """How a seat plays, and room for what is computed of it.

    `mode`, `goal` (stops on reaching the target), `may_pass`; its table as `actions[sum, node, lane]` or
    `weights[action, sum, node, lane]`; `scores[own]`, which own scores to look at, and `reach[sum]`, the last decision;
    `lines[block, node, c and d]`;
    `lanes[what, lane]`: the values of busting, of passing and of a wipe, the weight of passing, the margin by which the
    bust and pass values may move before a choice changes, c and d of the turn's start; `todo[block]`, which blocks to
    work on; `value[memory, sum, own]`.
    """

    mode: int
    goal: bool
    may_pass: bool
    actions: NDArray[np.uint8]
    weights: NDArray[np.float64]
    scores: NDArray[np.bool_]
    reach: NDArray[np.int64]
    lines: NDArray[np.float64]
    lanes: NDArray[np.float64]
    todo: NDArray[np.bool_]
    value: NDArray[np.float64]


@njit(inline="always")
def throw_line(
    start: Integers, successor: NDArray[np.uint64], probability: Floats, move: int, lines: Floats, line: Floats
) -> None:
    """Write into `line` what one throw is worth, for the lanes of a block: the sum over its steps, six at a time.

    Arrays are arguments of their own here: taking one out of a tuple costs more than a step.
    """
    for group in range(start[move], start[move + 1]):
        p, n = probability[group], successor[group]
        r0, r1, r2, r3, r4, r5 = lines[n[0]], lines[n[1]], lines[n[2]], lines[n[3]], lines[n[4]], lines[n[5]]
        p0, p1, p2, p3, p4, p5 = p[0], p[1], p[2], p[3], p[4], p[5]
        if group == start[move]:
            for lane in range(BOTH):
                line[lane] = (p0 * r0[lane] + p1 * r1[lane]) + (p2 * r2[lane] + p3 * r3[lane])
                line[lane] += p4 * r4[lane] + p5 * r5[lane]
        else:
            for lane in range(BOTH):
                line[lane] += (p0 * r0[lane] + p1 * r1[lane]) + (p2 * r2[lane] + p3 * r3[lane])
                line[lane] += p4 * r4[lane] + p5 * r5[lane]


@kernel
def set_ends(turn: TurnArrays, seat: SeatArrays, sum_: int) -> None:
    """The lines of a bust, x itself, and of a wipe, which with an own score of 0 is a bust."""
    bust, wipe = turn.total.shape[0], turn.total.shape[0] + 1
    for lane in range(seat.lanes.shape[1]):
        block, place = lane // WIDTH, lane % WIDTH
        seat.lines[block, bust, place], seat.lines[block, bust, place + WIDTH] = 0.0, 0.0
        seat.lines[block, wipe, place] = 0.0 if lane == sum_ else seat.lanes[WIPED, lane]
        seat.lines[block, wipe, place + WIDTH] = 0.0 if lane == sum_ else 1.0


@kernel
def free_lines(turn: TurnArrays, seat: SeatArrays, paid: Floats, after: Integers, sum_: int) -> None:
    """Lines of the best choices at the seat's bust and pass values, and the margins within which they stay best.

    Of throws that are worth the same the first by preference is taken, of a throw and a hold the hold.
    """
    lanes, total, throws, actions, preference = seat.lanes, turn.total, turn.throws, seat.actions, turn.preference
    start, successor, probability = turn.start, turn.successor, turn.probability
    other = np.empty(BOTH)
    for block in range(seat.todo.shape[0]):
        if not seat.todo[block]:
            continue
        a, b = block * WIDTH, block * WIDTH + WIDTH
        lines, x, margin = seat.lines[block], lanes[BUST, a:b], lanes[MARGIN, a:b]
        margin[:] = 1.0
        for node in range(turn.decisions - 1, -1, -1):
            if total[node] >= points_short(turn.target, sum_, b):
                continue
            line, action = lines[node], actions[sum_, node, a:b]
            throw_line(start, successor, probability, node * throws + preference[0], lines, line)
            for lane in range(WIDTH):
                action[lane] = preference[0] + 1
            for throw in preference[1:]:
                move = node * throws + throw
                throw_line(start, successor, probability, move, lines, other)
                for lane in range(WIDTH):
                    gain = other[lane] - other[lane + WIDTH] * x[lane] - (line[lane] - line[lane + WIDTH] * x[lane])
                    gain -= TIE
                    margin[lane] = min(margin[lane], abs(gain))
                    if gain > 0.0:
                        line[lane], line[lane + WIDTH], action[lane] = (
                            other[lane],
                            other[lane + WIDTH],
                            throw + 1,
                        )
            if node > 0:
                bank = paid[after[node], banked_row(turn, sum_, node), a:b]
                for lane in range(WIDTH):
                    hold = 1.0 - bank[lane]
                    gain = hold - x[lane] - (line[lane] - line[lane + WIDTH] * x[lane]) + TIE
                    margin[lane] = min(margin[lane], abs(gain) / (1.0 - line[lane + WIDTH] + 1e-9))
                    line[lane] = line[lane] if gain < 0.0 else hold
                    line[lane + WIDTH] = line[lane + WIDTH] if gain < 0.0 else 1.0
                    action[lane] = action[lane] if gain < 0.0 else 0
        for lane in range(a, b):
            c, d = lines[0, lane - a], lines[0, lane - a + WIDTH]
            gain = lanes[PASS, lane] - lanes[BUST, lane] + (d * lanes[BUST, lane] - c) - TIE * d
            passes = seat.may_pass and gain > 0.0
            if d > 0.0:
                lanes[MARGIN, lane] = min(lanes[MARGIN, lane], abs(gain) / d)
            lanes[PASSING, lane] = 1.0 if passes else 0.0
            lanes[START_C, lane], lanes[START_D, lane] = (0.0, 0.0) if passes else (c, d)
            actions[sum_, 0, lane] = 0 if passes else actions[sum_, 0, lane]


@kernel
def pure_lines(turn: TurnArrays, seat: SeatArrays, paid: Floats, after: Integers, sum_: int) -> None:
    """Lines of the choices that a table of single actions names."""
    lanes, total, throws, actions = seat.lanes, turn.total, turn.throws, seat.actions
    start, successor, probability = turn.start, turn.successor, turn.probability
    other = np.empty(BOTH)
    for block in range(seat.todo.shape[0]):
        if not seat.todo[block]:
            continue
        a, b = block * WIDTH, block * WIDTH + WIDTH
        lines = seat.lines[block]
        for node in range(seat.reach[sum_], -1, -1):
            if seat.goal and total[node] >= points_short(turn.target, sum_, b):
                continue
            line, action, bank = (
                lines[node],
                actions[sum_, node, a:b],
                paid[after[node], banked_row(turn, sum_, node), a:b],
            )
            throw_line(start, successor, probability, node * throws, lines, line)
            for throw in range(1, throws):
                move = node * throws + throw
                throw_line(start, successor, probability, move, lines, other)
                for lane in range(WIDTH):
                    line[lane] = other[lane] if action[lane] == throw + 1 else line[lane]
                    line[lane + WIDTH] = other[lane + WIDTH] if action[lane] == throw + 1 else line[lane + WIDTH]
            for lane in range(WIDTH):
                line[lane] = line[lane] if action[lane] != 0 else 1.0 - bank[lane]
                line[lane + WIDTH] = line[lane + WIDTH] if action[lane] != 0 else 1.0
        for lane in range(a, b):
            passes = actions[sum_, 0, lane] == 0
            lanes[PASSING, lane] = 1.0 if passes else 0.0
            lanes[START_C, lane] = 0.0 if passes else lines[0, lane - a]
            lanes[START_D, lane] = 0.0 if passes else lines[0, lane - a + WIDTH]


@kernel
def mixed_lines(turn: TurnArrays, seat: SeatArrays, paid: Floats, after: Integers, sum_: int) -> None:
    """Lines of the mixtures of actions that a table of probabilities names."""
    lanes, total, throws, weights = seat.lanes, turn.total, turn.throws, seat.weights
    start, successor, probability = turn.start, turn.successor, turn.probability
    other = np.empty(BOTH)
    for block in range(seat.todo.shape[0]):
        if not seat.todo[block]:
            continue
        a, b = block * WIDTH, block * WIDTH + WIDTH
        lines = seat.lines[block]
        for node in range(seat.reach[sum_], -1, -1):
            if seat.goal and total[node] >= points_short(turn.target, sum_, b):
                continue
            line, hold, bank = (
                lines[node],
                weights[0, sum_, node, a:b],
                paid[after[node], banked_row(turn, sum_, node), a:b],
            )
            for lane in range(WIDTH):
                line[lane] = hold[lane] * (1.0 - bank[lane]) if node > 0 else 0.0
                line[lane + WIDTH] = hold[lane] if node > 0 else 0.0
            for throw in range(throws):
                move, weight = node * throws + throw, weights[throw + 1, sum_, node, a:b]
                throw_line(start, successor, probability, move, lines, other)
                for lane in range(WIDTH):
                    line[lane] += weight[lane] * other[lane]
                    line[lane + WIDTH] += weight[lane] * other[lane + WIDTH]
        lanes[PASSING, a:b] = weights[0, sum_, 0, a:b]
        lanes[START_C, a:b] = lines[0, :WIDTH]
        lanes[START_D, a:b] = lines[0, WIDTH:]


@kernel
def points_short(target: int, sum_: int, lanes_end: int) -> int:
    """How many points the lowest own score, in a block that ends before a lane, is short of the target."""
    return target - max(0, sum_ - lanes_end + 1)


@kernel
def banked_row(turn: TurnArrays, sum_: int, node: int) -> int:
    """The row of values after a bank; the last row, of zeros, where it is beyond all turn starts."""
    return int(min(sum_ + turn.total[node], 2 * turn.target - 1))


@kernel
def turn_lines(turn: TurnArrays, seat: SeatArrays, paid: Floats, after: Integers, sum_: int) -> None:
    """All nodes of the turns with one sum, in the blocks to do, last node first; the results are in `seat.lanes`.

    `paid[memory, sum, score]` are the opponent's turn-start values, `after[node]` the memory in which it starts once
    this node was banked.
    """
    lines = seat.lines
    set_ends(turn, seat, sum_)
    for node in range(turn.decisions, turn.total.shape[0]):
        if turn.total[node] < turn.target:
            for lane in range(seat.todo.shape[0] * WIDTH):
                lines[lane // WIDTH, node, lane % WIDTH] = 1.0 - paid[after[node], banked_row(turn, sum_, node), lane]
                lines[lane // WIDTH, node, lane % WIDTH + WIDTH] = 1.0
    if seat.mode == FREE:
        free_lines(turn, seat, paid, after, sum_)
    elif seat.mode == PURE:
        pure_lines(turn, seat, paid, after, sum_)
    else:
        mixed_lines(turn, seat, paid, after, sum_)


@kernel
def guess_values(value: Floats, target: int, sum_: int, low: int, high: int, lanes: Floats) -> None:
    """Bust and pass values before they are known, extrapolated from the turn starts a point or two further on."""
    for lane in range(low, high):
        room = target - 1 - max(lane, sum_ - lane)
        if room >= 2:
            guess = value[0, sum_ + 1, lane] + value[0, sum_ + 1, lane + 1] + value[0, sum_ + 4, lane + 2]
            guess -= value[0, sum_ + 3, lane + 1] + value[0, sum_ + 3, lane + 2]
        elif room == 1:
            guess = value[0, sum_ + 1, lane] + value[0, sum_ + 1, lane + 1] - value[0, sum_ + 2, lane + 1]
        else:
            guess = value[0, sum_ + 1, min(lane + 1, target - 1)] if sum_ < 2 * target - 2 else 0.8
        lanes[BUST, lane] = lanes[PASS, lane] = 1.0 - min(1.0, max(0.0, guess))


@kernel
def solve_pairs(
    seat_a: SeatArrays,
    seat_b: SeatArrays,
    symmetric: bool,
    sum_: int,
    low: int,
    high: int,
    stalemate: float,
    parallel: NDArray[np.bool_],
) -> None:
    """Solve, lane by lane, u = c + (1 - d)(1 - v) and v = c' + (1 - d')(1 - u), without a difference that cancels:

        u = (c + (1 - d)(d' - c')) / (d + (1 - d) d')

    Blocks whose choices may yet change are to do again. `parallel[lane of A]` is set where the lines are, d = d' = 0:
    both sides pass (or bust) for ever, which is worth `stalemate` to A. Pairs of scores not to be looked at are left
    alone.
    """
    a, b, u_table, v_table = seat_a.lanes, seat_b.lanes, seat_a.value, seat_b.value
    seat_a.todo[:] = False
    seat_b.todo[:] = False
    for lane in range(low, high):
        other = sum_ - lane
        parallel[lane] = False
        if not (seat_a.scores[other] and seat_b.scores[lane]):
            continue
        c, d, other_c, other_d = a[START_C, lane], a[START_D, lane], b[START_C, other], b[START_D, other]
        moves_on = d + (1.0 - d) * other_d
        parallel[lane] = moves_on == 0.0
        u = stalemate if parallel[lane] else (c + (1.0 - d) * (other_d - other_c)) / moves_on
        v = 1.0 - stalemate if parallel[lane] else (other_c + (1.0 - other_d) * (d - c)) / moves_on
        u_table[0, sum_, other] = u
        if not symmetric:
            v_table[0, sum_, lane] = v
        moved, other_moved = abs(1.0 - v - a[BUST, lane]), abs(1.0 - u - b[BUST, other])
        if moved > max(ROUNDING, a[MARGIN, lane]) or other_moved > max(ROUNDING, b[MARGIN, other]):
            seat_a.todo[lane // WIDTH] = seat_b.todo[other // WIDTH] = not parallel[lane]
    for lane in range(low, high):
        a[BUST, lane] = a[PASS, lane] = 1.0 - v_table[0, sum_, lane]
        b[BUST, lane] = b[PASS, lane] = 1.0 - u_table[0, sum_, lane]


@kernel
def sweep(
    turn_a: TurnArrays,
    seat_a: SeatArrays,
    turn_b: TurnArrays,
    seat_b: SeatArrays,
    stalemate: float,
    warm: bool,
    sums: tuple[int, int],
    parallel: NDArray[np.bool_],
) -> tuple[int, int, int]:
    """Turn-start values of both seats, sum of scores by sum, highest first; each sum by Newton rounds on its pairs.

    `sums` is the first sum and the one to stop before.
    Lane j of A (opponent's score j) is the other half of lane sum - j of B. Returns the sum at which it stopped (-1 at
    the end), the number of blocks worked on, and the number of pairs in which both sides pass (or bust) for ever.
    It stops where free seats leave pairs open: those in `parallel`, or all of the sum where no rounds are left.
    """
    target, symmetric = turn_a.target, seat_a.value.ctypes.data == seat_b.value.ctypes.data
    after = np.zeros(max(turn_a.total.shape[0], turn_b.total.shape[0]), np.int64)
    worked, stalemates = 0, 0
    free = seat_a.mode == FREE or seat_b.mode == FREE
    if sums[0] == 2 * target - 2:
        seat_a.lines[:] = 1.0
        seat_b.lines[:] = 1.0
    for sum_ in range(sums[0], sums[1], -1):
        low, high = max(0, sum_ - target + 1), min(sum_, target - 1) + 1
        if warm:
            for lane in range(low, high):
                seat_a.lanes[BUST, lane] = seat_a.lanes[PASS, lane] = 1.0 - seat_b.value[0, sum_, lane]
                seat_b.lanes[BUST, lane] = seat_b.lanes[PASS, lane] = 1.0 - seat_a.value[0, sum_, lane]
        elif free:
            guess_values(seat_b.value, target, sum_, low, high, seat_a.lanes)
            guess_values(seat_a.value, target, sum_, low, high, seat_b.lanes)
        for lane in range(low, high):
            if seat_a.scores[sum_ - lane] and seat_b.scores[lane]:
                seat_a.todo[lane // WIDTH] = seat_b.todo[(sum_ - lane) // WIDTH] = True
        rounds = 0
        while rounds < MOST_ROUNDS and seat_a.todo.any():
            worked += seat_a.todo.sum()
            turn_lines(turn_a, seat_a, seat_b.value, after, sum_)
            if not symmetric:
                turn_lines(turn_b, seat_b, seat_a.value, after, sum_)
            solve_pairs(seat_a, seat_b, symmetric, sum_, low, high, stalemate, parallel)
            rounds += 1
        if seat_a.mode == FREE and seat_b.mode == FREE:  # where one would pass there may be several solutions
            for lane in range(low, high):
                parallel[lane] |= seat_a.lanes[PASSING, lane] + seat_b.lanes[PASSING, sum_ - lane] > 0.0
        standing = parallel[low:high].sum()
        stalemates += standing
        if free and (standing > 0 or seat_a.todo.any()):
            return sum_, worked, stalemates
        seat_a.todo[:] = False
        seat_b.todo[:] = False
    return -1, worked, stalemates
