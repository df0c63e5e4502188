"""What all games played by chance have in common: random numbers, tables to draw from, memories, and the tally.

Random numbers are those of numpy's SFC64 generator, started at a given state: three words and a counter.

Outcomes are drawn from cells of three words, a threshold and two codes (the alias method). Some bits of a random number
choose the cell, others whether it is the first code or the second.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from jeopardice.strategies.kernels import kernel

BUST, WIPE, PASS, SURE_PASS, BANK, SCORE = range(6)
A_WON, B_WON, STALEMATE, UNFINISHED = range(4)
A_STARTS, B_STARTS, ALTERNATE, AT_RANDOM = range(4)
TURNS, ROLLED, SCORE_A, SCORE_B = range(4)
MOST_TURNS = 1 << 15
LENGTHS = 1024
Integers = NDArray[np.int64]
Words = NDArray[np.uint64]
Cells = NDArray[np.uint32]
Word: Any = np.uint64
Whole: Any = np.int64


class Table(NamedTuple):
    """What is played, whatever the way: `players` is 1 for a game alone; `start` are the scores to begin with.

    `remember`: are any memories kept? `banked[seat, mine, memory, points]` and `ended[end, seat, mine, memory]`, for
    `BUST`, `WIPE` and `PASS`, are what they become.
    """

    target: int
    players: int
    starting: int
    start: tuple[int, int]
    remember: bool
    banked: NDArray[np.int32]
    ended: NDArray[np.int32]


class Tally(NamedTuple):
    """What is counted: `wins[starter, end]`, sums and sums of squares of `TURNS`, ..., and games by number of turns.

    `lengths[-1]` are all that are longer. `results[game]`, where there is room for it, is how each one ended.
    """

    wins: Integers
    sums: Integers
    squares: NDArray[np.float64]
    lengths: Integers
    results: NDArray[np.int8]


@njit(inline="always")
def sfc64(a, b, c, n):  # type: ignore[no-untyped-def]
    """The next state, and the number drawn."""
    drawn = a + b + n
    later = ((c << Word(24)) | (c >> Word(40))) + drawn
    return b ^ (b >> Word(11)), c + (c << Word(3)), later, n + Word(1), drawn


@njit(inline="always")
def code_of(head, cells, drawn):  # type: ignore[no-untyped-def]
    """The code that a random number chooses: `head` is the number of the first cell times 64, and how far the number is
    shifted to count cells from there."""
    cell = Word(3) * (Word(head >> np.uint32(6)) + (drawn >> Word(head & np.uint32(63))))
    return cells[cell + Word(1) + Word(np.uint32(drawn) >= cells[cell])]


@njit(inline="always")
def starter_of(starting, game, drawn):  # type: ignore[no-untyped-def]
    """The seat that starts a game, with a random number for it."""
    if starting == ALTERNATE:
        return Word(game & 1)
    return drawn >> Word(63) if starting == AT_RANDOM else Word(starting)


@njit(inline="always")
def remember(banked, ended, memory, mine, its, seat, end, points):  # type: ignore[no-untyped-def]
    """Both memories, at the places `mine` and `its`, after a turn of a seat; -> has anything changed?"""
    before, other = memory[mine], memory[its]
    if end == BANK:
        memory[mine], memory[its] = banked[seat, 1, before, points], banked[1 - seat, 0, other, points]
    else:
        kind = min(end, PASS)
        memory[mine], memory[its] = ended[kind, seat, 1, before], ended[kind, 1 - seat, 0, other]
    return memory[mine] != before or memory[its] != other


@kernel
def count(tally: Tally, game: int, starter: int, end: int, turns: int, rolls: int, scores: tuple[int, int]) -> None:
    """Write down a game that is over."""
    tally.wins[starter, end] += 1
    tally.lengths[min(turns, LENGTHS - 1)] += 1
    if game < tally.results.shape[0]:
        tally.results[game] = end
    for place, figure in enumerate((turns, rolls, scores[0], scores[1])):
        tally.sums[place] += figure
        tally.squares[place] += float(figure) * figure


@kernel
def draw(state: Words, size: int) -> Words:
    """So many numbers, one after the other."""
    a, b, c, n = state
    drawn = np.empty(size, np.uint64)
    for place in range(size):
        a, b, c, n, drawn[place] = sfc64(a, b, c, n)
    return drawn


@kernel
def fill_cells(chances: NDArray[np.float64], codes: Cells, cells: Cells) -> None:
    """The alias method: cells (a power of two of them) from which the codes come up with their chances.

    Each cell is as probable as any other; what a code falls short of a whole one is filled up with a code that has
    more.
    """
    many, size = len(chances), len(cells)
    share = np.zeros(size)
    share[:many] = chances * size
    cells[:, 0] = np.uint32(0xFFFFFFFF)
    cells[:, 1] = cells[:, 2] = codes[0]
    cells[:many, 1] = cells[:many, 2] = codes
    less = [n for n in range(size) if share[n] < 1.0]
    more = [n for n in range(size) if share[n] >= 1.0]
    while len(less) and len(more):
        low, high = less.pop(), more[-1]
        cells[low, 0] = np.uint32(min(share[low] * 4294967296.0, 4294967295.0))
        cells[low, 2] = cells[high, 1]
        share[high] -= 1.0 - share[low]
        if share[high] < 1.0:
            less.append(more.pop())
