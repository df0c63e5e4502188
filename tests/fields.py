"""Tournaments that tests are about, made up or played."""

from typing import Any

import numpy as np

from jeopardice.compare.tournament import Tournament

CYCLE = ["turtle", "roll-to-win", "roll-and-wait"]


def made(average: Any, stalemates: float = 0.0) -> Tournament:
    """A tournament of which only the averages are wanted; nobody goes first in it."""
    shares = np.array(average, float)
    count = len(shares)
    names = tuple(f"s{n}" for n in range(count))
    return Tournament("made", names, shares, shares, np.full((count, count), stalemates))


def at_random(seed: int, count: int, values: int) -> Tournament:
    """Shares of so many different values, so that there are even pairs and pairs decided beforehand."""
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.integers(0, values + 1, (count, count)) / values, 1)
    return made(upper + np.tril(1.0 - upper.T, -1) + np.eye(count) / 2)


def figures(found: Tournament) -> list[bytes]:
    return [array.tobytes() for array in (found.first, found.second, found.stalemates)]
