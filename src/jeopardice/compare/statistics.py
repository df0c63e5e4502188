"""The formulas of fair tests: how many games, where a verdict changes, p-values, and Holm's correction.

Numbers are checked here, too: `checked` is for all that must lie between two others.
"""

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.compare.points import Points, binomial
from jeopardice.errors import PositionError
from jeopardice.exact.duel import Duel
from jeopardice.games.rules import short
from jeopardice.sampled.counting import MOST_GAMES
from jeopardice.sampled.estimate import CONFIDENCE, Estimate

BETTER, INSEPARABLE, WORSE, UNDECIDED = "better", "inseparable", "worse", "undecided"
HALF_WIDTH = 0.025
EVEN = 0.5
SAME = 1e-12
"""Shares that are so near to each other are the same but for rounding."""


@dataclass(frozen=True)
class Chances:
    """The probability of each verdict on a against b."""

    better: float
    inseparable: float
    worse: float

    def to_dict(self) -> dict[str, float]:
        """Plain data."""
        return asdict(self)


def checked(name: str, value: Any, low: float, high: float) -> float:
    """A number between two others, neither of which it may be; or a PositionError."""
    number = isinstance(value, (int, float, np.integer, np.floating, Fraction)) and not isinstance(value, bool)
    if not number or not low < value < high:
        raise PositionError(f"{name} must lie between {low:g} and {high:g}, not {short(value)}")
    return float(value)


def quantile(confidence: float) -> float:
    """Within so many standard errors a normal figure lies with that confidence: 1.96 for 0.95."""
    return -NormalDist().inv_cdf((1.0 - checked("confidence", confidence, 0, 1)) / 2)


def games_for(half_width: float, confidence: float = CONFIDENCE, p: float = EVEN) -> int:
    """In how many games the share of those that are won is within the half-width of p, with that confidence.

    That is so for whoever wins each game with probability p; it takes the most games where p is one half.
    """
    half, p = checked("half_width", half_width, 0, EVEN), checked("p", p, 0, 1)
    root = quantile(confidence) * math.sqrt(p * (1.0 - p)) / half
    if root > math.sqrt(MOST_GAMES):
        raise PositionError(f"a half_width of {half:g} takes more than {MOST_GAMES:,} games")
    return max(1, math.ceil(root**2 - SAME))


def bounds(games: int, half_width: float) -> tuple[Fraction, Fraction]:
    """With so many points or fewer a strategy is worse, and with so many or more it is better."""
    half = Fraction(repr(checked("half_width", half_width, 0, EVEN)))
    return games * (Fraction(1, 2) - half), games * (Fraction(1, 2) + half)


def verdict(points: Fraction | float, games: int, half_width: float) -> str:
    """The verdict on whoever gets so many points in so many games."""
    worse, better = bounds(games, half_width)
    return BETTER if points >= better else WORSE if points <= worse else INSEPARABLE


def verdict_chances(points: Points, half_width: float) -> Chances:
    """How probable each verdict is."""
    worse, better = bounds(points.games, half_width)
    high, low = points.at_least(better), points.at_most(worse)
    return Chances(high, max(0.0, 1.0 - high - low), low)


def share(duel: Duel) -> float:
    """The points of a by game, each starting half of them: its average, and half of what nobody wins."""
    return duel.average + (duel.stalemate_first + duel.stalemate_second) / 4


def variances(duel: Duel) -> tuple[float, float]:
    """The variance of the points of a in one game, if a starts and if b does."""
    return (
        _variance(duel.first, duel.stalemate_first),
        _variance(duel.second, duel.stalemate_second),
    )


def _variance(win: float, stalemate: float) -> float:
    return max(0.0, win + stalemate / 4 - (win + stalemate / 2) ** 2)


def estimate(value: float, error: float, n: int, exact: float | None, confidence: float = CONFIDENCE) -> Estimate:
    """A figure with its standard error as an estimate."""
    half = quantile(confidence) * error
    z = None if exact is None else z_score(value, exact, error)
    return Estimate(value, value - half, value + half, n, exact, z, confidence)


def z_score(value: float, exact: float, error: float) -> float:
    """By how many standard errors a figure is off; where there is no error, it is right or infinitely off."""
    off = value - exact
    if abs(off) < SAME:
        return 0.0
    return off / error if error > 0.0 else math.copysign(math.inf, off)


def sign_test(ahead: int, behind: int) -> float:
    """The two-sided p-value of having been ahead so often and behind so often, if both are equally probable."""
    times = ahead + behind
    chances = binomial(EVEN, times)
    most = max(ahead, behind) - chances.low
    return min(1.0, 2.0 * float(chances.chances[most:].sum())) if times else 1.0


def two_sided(z: float) -> float:
    """The probability that a normal figure is off by so many standard errors or more."""
    return math.erfc(abs(z) / math.sqrt(2.0))


def verdict_of(p_value: float, level: float, average: float) -> str:
    """The verdict of a p-value: is the difference from one half one at this level?"""
    if p_value > level or average == EVEN:
        return INSEPARABLE
    return BETTER if average > EVEN else WORSE


def holm(p_values: Iterable[float]) -> NDArray[np.float64]:
    """The p-values of many comparisons, adjusted by Holm's method.

    Call those of at most 0.05 differences: then one of them or more is false with probability 0.05 at most.
    """
    try:
        given = np.array([*p_values], np.float64)
    except (TypeError, ValueError):
        raise PositionError(f"p-values must be numbers from 0 to 1, not {short(p_values)}") from None
    if given.ndim != 1 or not ((given >= 0.0) & (given <= 1.0)).all():
        wrong = next((p for p in given.ravel() if not 0.0 <= p <= 1.0), p_values)
        raise PositionError(f"p-values must be numbers from 0 to 1, not {short(wrong)}")
    order = np.argsort(given, kind="stable")
    adjusted = np.empty(len(given))
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(given[order] * np.arange(len(given), 0, -1)))
    return adjusted
