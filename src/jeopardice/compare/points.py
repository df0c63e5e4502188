"""How many points a strategy gets in a number of games, exactly: a win is one point, a stalemate one half.

With alternating seats that is the sum of two numbers that do not depend on each other: the points of the games that it
starts, and those of the games that the other starts. Each is a binomial one, if there are no stalemates.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from jeopardice.exact.duel import Duel

WIDE, ROOM = 12.0, 400.0
"""So many standard deviations, and steps besides, to both sides of the mean are looked at."""
RARE = 1e-25
"""What is less probable comes out as 0."""
NOISE = 1e-15
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Steps:
    """`chances[n]` is the probability of `low + n` steps; what is next to impossible is left out."""

    low: int
    chances: Floats


@dataclass(frozen=True, eq=False)
class Points:
    """The points of one strategy, by who starts; a win is worth `unit` steps, 2 where there may be stalemates."""

    games: int
    unit: int
    first: Steps
    second: Steps

    def at_least(self, points: Fraction | float) -> float:
        """The probability of so many points or more."""
        least, one, other = math.ceil(points * self.unit), self.first, self.second
        tails = np.append(np.cumsum(other.chances[::-1])[::-1], 0.0)  # from so many on, the smallest summed first
        needed = least - other.low - one.low - np.arange(len(one.chances))
        return _sum(one.chances @ tails[np.clip(needed, 0, len(other.chances))])

    def at_most(self, points: Fraction | float) -> float:
        """The probability of so many points or fewer."""
        most, one, other = math.floor(points * self.unit), self.first, self.second
        tails = np.concatenate([[0.0], np.cumsum(other.chances)])
        allowed = most - other.low - one.low - np.arange(len(one.chances)) + 1
        return _sum(one.chances @ tails[np.clip(allowed, 0, len(other.chances))])


def _sum(chance: float) -> float:
    return 0.0 if chance < RARE else min(1.0, float(chance))


def points_of(duel: Duel, games: int) -> Points:
    """The points of a in so many games, of which a starts the first, b the second, and so on."""
    unit = 1 if duel.stalemate_first == duel.stalemate_second == 0.0 else 2
    first = steps(duel.first, duel.stalemate_first, games - games // 2, unit)
    return Points(games, unit, first, steps(duel.second, duel.stalemate_second, games // 2, unit))


def steps(win: float, stalemate: float, games: int, unit: int) -> Steps:
    """The steps of the games that one player starts."""
    if unit == 1:
        return binomial(win, games)
    return sum_of(np.array([max(0.0, 1.0 - win - stalemate), stalemate, win]), games)


def binomial(chance: float, games: int) -> Steps:
    """How often something happens in so many games, each time with that chance.

    From the most probable number on, each probability follows from the one before it.
    """
    if chance <= 0.0 or chance >= 1.0:
        return Steps(games if chance >= 1.0 else 0, np.ones(1))
    low, high = _window(games * chance, games * chance * (1.0 - chance), games)
    middle = min(high, max(low, int((games + 1) * chance)))
    up, down = np.arange(middle, high, dtype=np.float64), np.arange(middle, low, -1, dtype=np.float64)
    odds = chance / (1.0 - chance)
    above = np.cumprod((games - up) / (up + 1.0) * odds)
    below = np.cumprod(down / (games - down + 1.0) / odds)
    found = np.concatenate([below[::-1], [1.0], above])
    return Steps(low, found / found.sum())


def sum_of(chances: Floats, games: int) -> Steps:
    """The sum of so many independent numbers, each of which is n with probability `chances[n]`; by Fourier transform.

    It is right to about 1e-12, which is less than the rarest of them may be: those come out as 0.
    """
    if chances.max() == 1.0:
        return Steps(games * int(chances.argmax()), np.ones(1))
    each = np.arange(len(chances))
    mean = float(each @ chances)
    low, high = _window(games * mean, games * float((each - mean) ** 2 @ chances), games * (len(chances) - 1))
    size = 1 << (2 * (high - low) + 1).bit_length()
    angles = 2.0 * math.pi * np.arange(size // 2 + 1) / size
    one = np.exp(-1j * np.outer(angles, each)) @ chances
    all_of_them = one**games * np.exp(1j * angles * low)
    found = np.fft.irfft(all_of_them, size)[: high - low + 1]
    found[found < NOISE] = 0.0
    return Steps(low, found / found.sum())


def _window(mean: float, variance: float, most: int) -> tuple[int, int]:
    """The numbers that are worth looking at, from 0 to the most that there can be."""
    half = WIDE * math.sqrt(variance) + ROOM
    return max(0, math.floor(mean - half)), min(most, math.ceil(mean + half))


def running(duel: Duel, games: int) -> Iterator[Floats]:
    """The chances of 0, 1, 2, ... half points of a after one game, after two, and so on; a starts the first of them."""
    seats = (
        (1.0 - duel.first - duel.stalemate_first, duel.stalemate_first, duel.first),
        (1.0 - duel.second - duel.stalemate_second, duel.stalemate_second, duel.second),
    )
    now = np.ones(1)
    for game in range(games):
        now = np.convolve(now, np.maximum(0.0, seats[game % 2]))
        yield now
