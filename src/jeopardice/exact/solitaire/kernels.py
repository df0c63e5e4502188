"""The turn recursion for a player alone (docs/explanation/solitaire.md has the equations).

`fewest_turns`: E(i) of own score i is the least x with x = 1 + c + s x + u y, one score after the other; y is E(0).
`turns_back`: V_t from V_(t-1), which is known for every score; all own scores side by side, one in each lane.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from jeopardice.games.turn import TurnArrays
from jeopardice.strategies.kernels import kernel

COST, BUST, DONE, WIPE = range(4)
TIE = 1e-13
MOST_ROUNDS = 1000
SLACK = 1e-12
HUGE = 1e290
BLOCK = 512
Floats = NDArray[np.float64]
Actions = NDArray[np.uint8]


@njit(inline="always")
def throw_sum(turn: TurnArrays, move: int, lines: Floats, line: Floats) -> None:
    """Write into `line` the mean of the lines that a throw leads to."""
    cost, bust, done, wipe = 0.0, 0.0, 0.0, 0.0
    for group in range(turn.start[move], turn.start[move + 1]):
        for n in range(turn.successor.shape[1]):
            p, after = turn.probability[group, n], lines[turn.successor[group, n]]
            cost += p * after[COST]
            bust += p * after[BUST]
            done += p * after[DONE]
            wipe += p * after[WIPE]
    line[COST], line[BUST], line[DONE], line[WIPE] = cost, bust, done, wipe


@kernel
def best_turn(
    turn: TurnArrays, own: int, x: float, y: float, lines: Floats, starts: Floats, excess: Floats, actions: Actions
) -> bool:
    """Lines of the best choices of a turn, if a bust is worth x turns more than y. -> has any choice changed?

    All values are counted from y, so that their differences are not lost where y is large: from 1 = s + g + u follows
    c + s E(i) + u y = y + c + s x - g y.
    """
    changed, other = False, np.empty(4)
    for node in range(turn.decisions - 1, -1, -1):
        later = own + turn.total[node]
        if later >= turn.target:
            continue
        line, best, size, action = lines[node], 0.0, 0.0, 1
        for throw in range(turn.throws):
            throw_sum(turn, node * turn.throws + throw, lines, other)
            value = other[COST] + other[BUST] * x - other[DONE] * y
            other_size = other[COST] + other[BUST] * abs(x) + other[DONE] * y
            if throw == 0 or value < best - TIE * max(size, other_size):
                best, size, action = value, other_size, throw + 1
                line[:] = other
        if node > 0 and excess[later] <= best + TIE * size:
            line[:] = starts[later]
            action = 0
        changed |= actions[own, node] != action
        actions[own, node] = action
    return changed


@kernel
def solve_turn(
    turn: TurnArrays, own: int, x: float, y: float, lines: Floats, starts: Floats, excess: Floats, actions: Actions
) -> bool:
    """E(own), by Newton rounds from a guess x until nothing gets better. -> was it found?"""
    found, before = False, np.empty(turn.decisions, np.uint8)
    for node in range(turn.decisions, turn.total.shape[0]):
        if own + turn.total[node] < turn.target:
            lines[node] = starts[own + turn.total[node]]
    for rounds in range(MOST_ROUNDS):
        before[:] = actions[own]
        changed = best_turn(turn, own, x, y, lines, starts, excess, actions)
        first = lines[0]
        ends = first[DONE] + first[WIPE]
        better = (1.0 + first[COST] - first[DONE] * y) / max(ends, 1e-300)
        slack = SLACK * (1.0 + first[COST] + first[DONE] * y) / max(ends, 1e-300)
        if found and (ends == 0.0 or better > x + slack):  # only a choice among equals can be worse than the last one
            actions[own] = before
            return True
        if ends == 0.0:  # at so low a guess a bust seemed best
            x = 4.0 * abs(x) + 4.0
            if x > HUGE:
                return False
            continue
        starts[own, COST], starts[own, BUST] = (1.0 + first[COST]) / ends, 0.0
        starts[own, DONE], starts[own, WIPE] = first[DONE] / ends, first[WIPE] / ends
        excess[own] = better
        if (found and better >= x) or (rounds > 0 and not changed):
            return True
        found, x = True, better
    return False


@kernel
def fewest_turns(
    turn: TurnArrays, wipes: bool, lines: Floats, starts: Floats, expected: Floats, actions: Actions
) -> bool:
    """E(own) for every own score into `expected`, and the choices into `actions[own, node]`. -> was it found?

    A line is (cost, bust, done, wipe): turns of later scores, and the probabilities of a bust, of being done before
    the next wipe, and of a wipe. `lines[node]` has those of a turn, `starts[own]` those of E(own), without a bust.
    """
    bust, wipe = turn.total.shape[0], turn.total.shape[0] + 1
    y, found, excess = float(turn.target) if wipes else 0.0, False, np.empty_like(expected)
    before, known = np.empty_like(actions), np.empty_like(starts)
    for sweep in range(MOST_ROUNDS):
        before[:], known[:] = actions, starts
        lines[:] = 0.0
        lines[:bust, DONE] = 1.0
        lines[bust, BUST] = lines[wipe, WIPE] = 1.0
        excess[turn.target] = -y
        for own in range(turn.target - 1, -1, -1):
            guess = starts[own, COST] - starts[own, DONE] * y
            if sweep == 0:
                guess = 2.0 * excess[own + 1] - excess[min(own + 2, turn.target)]
            if not solve_turn(turn, own, max(guess, 1.0 - y), y, lines, starts, excess, actions):
                return False
        done = starts[0, DONE]
        better = starts[0, COST] / max(done, 1e-300)
        if found and (done == 0.0 or better > y * (1.0 + SLACK)):
            actions[:], starts[:] = before, known
            break
        if not wipes or (found and (better >= y or np.array_equal(before, actions))):
            break
        found, y = done > 0.0, better if done > 0.0 else 4.0 * y + 4.0  # at too low a guess a wipe seems best
        if y > HUGE:
            return False
    expected[: turn.target] = y + (starts[:, COST] - starts[:, DONE] * y)
    return expected[0] < HUGE and sweep < MOST_ROUNDS - 1


@kernel
def turn_back(
    turn: TurnArrays,
    before: Floats,
    wiped: float,
    bound: int,
    pays: float,
    may_pass: bool,
    lines: Floats,
    choices: Actions,
    now: Floats,
) -> None:
    """One turn, by the best choices: `now[lane]` from `before[lane]`, what the start of the next turn is worth at a
    score. Scores rise by one from lane to lane, and banking raises them.

    Banking is the only choice where lane and turn total together reach the `bound`. The choices are kept, as
    `choices[node, lane]`, of as many lanes as there is room for.
    """
    lanes, kept, nodes = now.shape[0], choices.shape[1], turn.total.shape[0]
    other, action = np.empty(lanes), np.empty(lanes, np.uint8)
    for lane in range(lanes):
        lines[nodes, lane], lines[nodes + 1, lane] = before[lane], wiped
    for node in range(nodes - 1, -1, -1):
        total, line = turn.total[node], lines[node]
        live = 0 if node >= turn.decisions else max(0, min(lanes, bound - total))
        for lane in range(live, lanes):
            line[lane] = before[lane + total]
        if node >= turn.decisions:
            continue
        throw_lanes(turn, node * turn.throws, lines, line[:live])
        action[:live], action[live:] = 1, 0
        for throw in range(1, turn.throws):
            throw_lanes(turn, node * turn.throws + throw, lines, other[:live])
            for lane in range(live):
                better = other[lane] > line[lane] + TIE * abs(line[lane])
                line[lane] = other[lane] if better else line[lane]
                action[lane] = throw + 1 if better else action[lane]
        if node > 0 or may_pass:
            hold_lanes(before[total:], line[:live], action, passing=node == 0)
        choices[node] = action[:kept]
    for lane in range(lanes):
        now[lane] = pays + lines[0, lane]


@njit(inline="always")
def hold_lanes(bank: Floats, line: Floats, action: Actions, passing: bool) -> None:
    """Hold where that is worth more, lane by lane, and where it is worth the same, but do not pass there."""
    for lane in range(line.shape[0]):
        hold, tie = bank[lane], TIE * abs(bank[lane])
        holds = hold - tie > line[lane] if passing else hold + tie >= line[lane]
        line[lane] = hold if holds else line[lane]
        action[lane] = 0 if holds else action[lane]


@njit(inline="always")
def throw_lanes(turn: TurnArrays, move: int, lines: Floats, line: Floats) -> None:
    """Write into `line` what one throw is worth, lane by lane, six of its steps at a time."""
    for group in range(turn.start[move], turn.start[move + 1]):
        p, n = turn.probability[group], turn.successor[group]
        r0, r1, r2, r3, r4, r5 = lines[n[0]], lines[n[1]], lines[n[2]], lines[n[3]], lines[n[4]], lines[n[5]]
        p0, p1, p2, p3, p4, p5 = p[0], p[1], p[2], p[3], p[4], p[5]
        first = group == turn.start[move]
        for lane in range(line.shape[0]):
            six = (p0 * r0[lane] + p1 * r1[lane]) + (p2 * r2[lane] + p3 * r3[lane]) + (p4 * r4[lane] + p5 * r5[lane])
            line[lane] = six if first else line[lane] + six


@kernel
def turns_back(
    turn: TurnArrays,
    bound: int,
    pays: float,
    may_pass: bool,
    lanes: NDArray[np.int64],
    choices: Actions,
    values: Floats,
) -> None:
    """`values[t, own]` for t = 1, 2, ... turns left, of own scores below `lanes[t]`; those of t = 0 are given, and all
    beyond the scores that are looked at. The choices are kept as `choices[t, node, own]`."""
    lines = np.zeros((turn.total.shape[0] + 2, BLOCK))
    for left in range(1, values.shape[0]):
        before = values[left - 1]
        for low in range(0, lanes[left], BLOCK):
            now, kept = values[left, low : min(low + BLOCK, lanes[left])], choices[left][:, low : low + BLOCK]
            turn_back(turn, before[low:], before[0], bound - low, pays, may_pass, lines, kept, now)
