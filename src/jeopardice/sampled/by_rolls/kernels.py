"""Games played roll by roll: a seat's table says what to do at each decision, a throw's cells what comes of it.

A throw's code has the points it brings, times 8, and how the turn ends, or `SCORE` where it goes on.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from jeopardice.sampled.kernels import (
    BANK,
    BUST,
    MOST_TURNS,
    PASS,
    SCORE,
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

END_BITS = 3
WARM_UP = 12


class Rolls(NamedTuple):
    """What two seats do, and what a throw brings: `head[throw]` and cells.

    Tables lie one behind the other, from `base[seat]` on: that of a `pure` seat in `actions`, by [memory, sum, node,
    opponent], that of another in `weights`, by [memory, action, sum, node, opponent]. `lengths[seat]` are the last
    three lengths. `node_of[seat, total]` is a decision; turn totals of `limit[seat]` and more are banked.
    """

    pure: NDArray[np.bool_]
    actions: NDArray[np.uint8]
    weights: NDArray[np.float64]
    base: Integers
    lengths: Integers
    node_of: Integers
    limit: Integers
    head: Cells
    cells: Cells


@njit(inline="always")
def mixed_action(weights, place, stride, actions, drawn):  # type: ignore[no-untyped-def]
    """The action that a random number chooses: the weight of each is a stride behind that of the one before."""
    rest = np.float64(drawn >> Word(11)) * 2.0**-53
    last = 0
    for action in range(actions):
        weight = weights[place + action * stride]
        if weight > 0.0:
            last = action
            if rest < weight:
                break
            rest -= weight
    return last


@njit(inline="always")
def reseeded(words, game, role, turn):  # type: ignore[no-untyped-def]
    """The state with which one turn of one game begins, where all who play it are to have the same dice."""
    a, b, c, n = words[0] ^ Word(game), words[1] ^ Word(turn), words[2] ^ Word(role), Word(1)
    for _ in range(WARM_UP):
        a, b, c, n, _ = sfc64(a, b, c, n)
    return a, b, c, n


@kernel
def play_rolls(table: Table, rolls: Rolls, games: int, begin_at: int, common: bool, words: Words, tally: Tally) -> None:
    """Play so many games, roll by roll.

    With `common` dice two games in a row have the same, turn for turn, of the player who starts and of the other; and
    so has every call with the same `words`.
    """
    pure, actions, weights, base, lengths = rolls.pure, rolls.actions, rolls.weights, rolls.base, rolls.lengths
    node_of, limit, head, cells = rolls.node_of, rolls.limit, rolls.head, rolls.cells
    banked, ended, target = table.banked, table.ended, table.target
    score, memory, taken = np.zeros(2, np.int64), np.zeros(2, np.int64), np.zeros(2, np.int64)
    a, b, c, n = words
    for game in range(games):
        a, b, c, n, drawn = sfc64(a, b, c, n)
        seat = starter = Whole(starter_of(table.starting, game, drawn))
        score[0], score[1] = table.start
        memory[:] = taken[:] = 0
        rolled = passes = 0
        over = UNFINISHED
        while taken[seat] < MOST_TURNS:
            if common:
                a, b, c, n = reseeded(words, begin_at + game // 2, seat ^ starter, taken[seat])
            own, opponent = score[seat], score[1 - seat]
            sums, nodes, lanes = lengths[seat]
            stride = sums * nodes * lanes
            corner = (
                base[seat]
                + ((memory[seat] if pure[seat] else memory[seat] * (len(head) + 1)) * sums + own + opponent)
                * nodes
                * lanes
                + opponent
            )
            total = 0
            end = SCORE
            while end == SCORE:
                if total >= limit[seat]:
                    end = BANK
                    break
                place = corner + node_of[seat, total] * lanes
                if pure[seat]:
                    action = Whole(actions[place])
                else:
                    a, b, c, n, drawn = sfc64(a, b, c, n)
                    action = mixed_action(weights, place, stride, len(head) + 1, drawn)
                if action == 0:
                    end = BANK if total > 0 else SURE_PASS if pure[seat] or weights[corner] == 1.0 else PASS
                    break
                a, b, c, n, drawn = sfc64(a, b, c, n)
                code = Whole(code_of(head[action - 1], cells, drawn))
                rolled += 1
                total += code >> END_BITS
                end = code & (1 << END_BITS) - 1
            if end == BANK and total == 0:
                end = BUST  # banked nothing, though not of its own will
            taken[seat] += 1
            if end == BANK:
                score[seat] += total
            elif end == WIPE:
                score[seat] = 0
            moved = False
            if table.remember:
                told = BUST if end == WIPE and own == 0 else end
                moved = remember(banked, ended, memory, seat, 1 - seat, seat, told, total)
            passes = passes + 1 if end == SURE_PASS and not moved else 0
            if score[seat] >= target or passes == table.players:
                over = seat if score[seat] >= target else STALEMATE
                break
            seat ^= table.players - 1
        count(tally, game, starter, over, taken[0] + taken[1], rolled, (score[0], score[1]))
