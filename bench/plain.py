"""Pig simulated as one would write it down: a loop over games, turns and rolls, compiled by Numba.

Each counts wins by who starts, turns and rolls. `with_numba` draws its dice as Numba does; the others draw from the
generator that ours has, in the fastest way we know.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from jeopardice.sampled.kernels import sfc64
from jeopardice.strategies.kernels import OPTIONS

Counts = NDArray[np.int64]
half, faces = np.uint64(32), np.uint64(6)
whole: Any = np.int64


@njit(cache=True, **OPTIONS)  # type: ignore[untyped-decorator]
def with_numba(hold: int, target: int, games: int, wins: Counts) -> tuple[int, int]:
    """Hold at a turn total, against the same; -> turns and rolls."""
    turns = rolls = 0
    for game in range(games):
        mover, own, opponent = game & 1, 0, 0
        while True:
            total = 0
            while total < hold and own + total < target:
                die = np.random.randint(1, 7)
                rolls += 1
                if die == 1:
                    total = 0
                    break
                total += die
            own += total
            turns += 1
            if own >= target:
                break
            own, opponent, mover = opponent, own, 1 - mover
        wins[game & 1, mover] += 1
    return turns, rolls


@njit(cache=True, **OPTIONS)  # type: ignore[untyped-decorator]
def with_sfc64(hold: int, target: int, games: int, state: Any, wins: Counts) -> tuple[int, int]:
    """The same with our random numbers."""
    a, b, c, n = state
    turns = rolls = 0
    for game in range(games):
        mover, own, opponent = game & 1, 0, 0
        while True:
            total = 0
            while total < hold and own + total < target:
                a, b, c, n, drawn = sfc64(a, b, c, n)
                die = whole(((drawn >> half) * faces) >> half) + 1
                rolls += 1
                if die == 1:
                    total = 0
                    break
                total += die
            own += total
            turns += 1
            if own >= target:
                break
            own, opponent, mover = opponent, own, 1 - mover
        wins[game & 1, mover] += 1
    return turns, rolls


@njit(cache=True, **OPTIONS)  # type: ignore[untyped-decorator]
def with_tables(
    rolls_at: NDArray[np.uint8], other: NDArray[np.uint8], target: int, games: int, state: Any, wins: Counts
) -> tuple[int, int]:
    """The same for two tables by [own, opponent, turn total], 1 where it rolls."""
    a, b, c, n = state
    turns = rolls = 0
    for game in range(games):
        mover, own, opponent = game & 1, 0, 0
        while True:
            table = rolls_at if mover == 0 else other
            total = 0
            while own + total < target and table[own, opponent, total] == 1:
                a, b, c, n, drawn = sfc64(a, b, c, n)
                die = whole(((drawn >> half) * faces) >> half) + 1
                rolls += 1
                if die == 1:
                    total = 0
                    break
                total += die
            own += total
            turns += 1
            if own >= target:
                break
            own, opponent, mover = opponent, own, 1 - mover
        wins[game & 1, mover] += 1
    return turns, rolls
