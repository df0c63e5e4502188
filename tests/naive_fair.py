"""Fair tests the slow and obvious way: every way that games may end, one after the other."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from jeopardice.exact.duel import Duel


def points_of(duel: Duel, games: int) -> dict[Fraction, float]:
    """The probability of each number of points of a, from all ways in which the games may end."""
    found: dict[Fraction, float] = defaultdict(float)
    for ends in product((0, 1, 2), repeat=games):
        chance = math.prod(_chances(duel, game)[end] for game, end in enumerate(ends))
        found[Fraction(sum(ends), 2)] += chance
    return dict(found)


def _chances(duel: Duel, game: int) -> tuple[float, float, float]:
    """The probabilities of 0, 1 and 2 half points in a game; a starts the even ones."""
    win, nobody = (duel.second, duel.stalemate_second) if game % 2 else (duel.first, duel.stalemate_first)
    return 1.0 - win - nobody, nobody, win


def holm(p_values: Sequence[float]) -> list[float]:
    """The least level at which step by step a comparison is called a difference, for each of them."""
    levels = sorted({min(1.0, p * n) for p in p_values for n in range(1, len(p_values) + 1)} | {1.0})
    found = []
    for place in range(len(p_values)):
        passes = [level for level in levels if _rejected(p_values, level)[place]]
        found.append(min(passes, default=1.0))
    return found


def _rejected(p_values: Sequence[float], level: float) -> list[bool]:
    """The step-down procedure: the smallest first, each against what is left of the level, until one does not pass."""
    passed, left = [False] * len(p_values), len(p_values)
    for place in sorted(range(len(p_values)), key=lambda n: p_values[n]):
        if p_values[place] * left > level:
            break
        passed[place], left = True, left - 1
    return passed


def bets(points: Sequence[float], margin: float, error: float) -> tuple[str, int]:
    """The verdict of a sequential test and after how many pairs, one pair at a time; undecided where they run out."""
    up = down = 1.0
    squares = 0.0
    for pair, x in enumerate(points):
        variance = (20 / 16 + squares) / (20 + pair)
        stake = min(2 * margin / variance, 0.5 / (0.5 - margin))
        up *= 1 + stake * (x - (0.5 - margin))
        down *= 1 - stake * (x - (0.5 + margin))
        squares += (x - 0.5) ** 2
        if up >= 1 / error or down >= 1 / error:
            verdict = "inseparable" if up >= 1 / error and down >= 1 / error else "better" if up > down else "worse"
            return verdict, pair + 1
    return "undecided", len(points)


def all_pairs_of(values: Sequence[float], length: int) -> Iterator[tuple[float, ...]]:
    """Every series of so many pairs."""
    yield from product(values, repeat=length)
