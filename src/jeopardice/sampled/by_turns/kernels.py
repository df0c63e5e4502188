"""Games played by whole turns: what a turn ends in, and after how many rolls, is one random number.

A code has the points in its last 16 bits, and above them the number of rolls. A turn of which there is more to tell has
a number for how it ends above that, and `SPECIAL`.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from jeopardice.sampled.kernels import (
    BUST,
    STALEMATE,
    SURE_PASS,
    UNFINISHED,
    WIPE,
    Cells,
    Integers,
    Table,
    Tally,
    Whole,
    Word,
    Words,
    code_of,
    count,
    remember,
    sfc64,
    starter_of,
)
from jeopardice.strategies.kernels import kernel

POINT_BITS, ROLL_BITS, END_BITS = 16, 12, 3
SPECIAL = 1 << 31
SLOTS = 16


class WholeTurns(NamedTuple):
    """What turns may bring: `head[place]` and cells.

    The places of a seat are `base[seat] + (memory * target + own) * others + opponent`.
    """

    head: Cells
    base: Integers
    others: int
    cells: Cells


class Slots(NamedTuple):
    """Games under way side by side: what each seat of each has, which seat moves next, and which game it is.

    Of a seat's `state` the last 16 bits are its score, then come its rolls, and above 48 bits its turns; the highest
    bit says that these are too many. `base` are the seat's places with its memory, `passed` is the turn of the game in
    which somebody passed for certain the last time.
    """

    state: Words
    base: Words
    memory: Integers
    mover: Words
    starter: Words
    game: Integers
    passed: Integers


@njit(inline="always")
def begin(table, turns, slots, slot, game, drawn):  # type: ignore[no-untyped-def]
    """A new game in a slot; the number drawn says who starts, where that is left to chance."""
    starter = starter_of(table.starting, game, drawn)
    slots.game[slot], slots.starter[slot], slots.passed[slot] = game, starter, -1
    slots.mover[slot] = Word(2 * slot) + starter
    for seat in range(2):
        slots.state[2 * slot + seat] = table.start[seat]
        slots.base[2 * slot + seat] = turns.base[seat]
        slots.memory[2 * slot + seat] = 0


@njit(inline="always")
def settled(own, mine, end, points, rolls):  # type: ignore[no-untyped-def]
    """A seat's state after a turn of which there is more to tell than its points."""
    mine += Word(1 << 48) + Word((rolls << POINT_BITS) + points)
    return mine - own if end == WIPE else mine


@kernel
def play_whole_turns(table: Table, turns: WholeTurns, games: int, state: Words, tally: Tally) -> None:
    """Play so many games, every turn drawn as a whole.

    `SLOTS` of them are under way side by side, since the next turn of one need not wait for that of another. Games
    begun to keep the slots busy beyond that number do not count.
    """
    a, b, c, n = state
    low, too_many, one_turn = Word(0xFFFF), Word(0x800000000000FFFF), Word(1 << 48)
    head, cells, target, others = turns.head, turns.cells, Word(table.target), Word(turns.others)
    flip, special = Word(table.players - 1), np.uint32(SPECIAL)
    slots = Slots(
        np.zeros(2 * SLOTS, np.uint64),
        np.zeros(2 * SLOTS, np.uint64),
        np.zeros(2 * SLOTS, np.int64),
        np.zeros(SLOTS, np.uint64),
        np.zeros(SLOTS, np.uint64),
        np.zeros(SLOTS, np.int64),
        np.zeros(SLOTS, np.int64),
    )
    states, base, mover, memory, passed = slots.state, slots.base, slots.mover, slots.memory, slots.passed
    banked, ended, first, size = table.banked, table.ended, turns.base, table.target * turns.others
    begun = over = 0
    for slot in range(SLOTS):
        a, b, c, n, drawn = sfc64(a, b, c, n)
        begin(table, turns, slots, slot, begun, drawn)
        begun += 1
    while over < games:
        for slot in range(SLOTS):
            place = mover[slot]
            other = place ^ Word(1)
            mine, its = states[place], states[other]
            a, b, c, n, drawn = sfc64(a, b, c, n)
            code = code_of(head[base[place] + (mine & low) * others + (its & low)], cells, drawn)
            if code < special:
                mine += Word(code) + one_turn
                states[place] = mine
                stuck = False
            else:
                own, told, seat = mine & low, Whole(code), Whole(place & Word(1))
                points, rolls = told & 0xFFFF, told >> POINT_BITS & (1 << ROLL_BITS) - 1
                end = told >> POINT_BITS + ROLL_BITS & (1 << END_BITS) - 1
                mine = settled(own, mine, end, points, rolls)
                states[place] = mine
                moved = False
                if table.remember:
                    end = BUST if end == WIPE and own == 0 else end
                    moved = remember(banked, ended, memory, place, other, seat, end, points)
                    base[place] = first[seat] + memory[place] * size
                    base[other] = first[1 - seat] + memory[other] * size
                stuck = False
                if end == SURE_PASS and not moved:
                    now = Whole((mine >> Word(48)) + (its >> Word(48)))
                    stuck = passed[slot] == now - 1 or table.players == 1
                    passed[slot] = now
            mover[slot] = place ^ flip
            if (mine & too_many) < target and not stuck:
                continue
            seat, number = Whole(place & Word(1)), slots.game[slot]
            end = seat if (mine & low) >= target else STALEMATE if stuck else UNFINISHED
            if number < games:
                over += 1
                one, two = states[2 * slot], states[2 * slot + 1]
                count(
                    tally,
                    number,
                    Whole(slots.starter[slot]),
                    end,
                    Whole((one >> Word(48)) + (two >> Word(48))),
                    Whole(((one >> Word(16)) & Word(0xFFFFFFFF)) + ((two >> Word(16)) & Word(0xFFFFFFFF))),
                    (Whole(one & low), Whole(two & low)),
                )
            a, b, c, n, drawn = sfc64(a, b, c, n)
            begin(table, turns, slots, slot, begun, drawn)
            begun += 1
