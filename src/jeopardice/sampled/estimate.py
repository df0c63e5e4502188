"""Estimates from samples: a figure, the interval it may lie in, and how far it is from the exact one, where known."""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from jeopardice.errors import PositionError
from jeopardice.games.rules import short

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """`value` of `n` samples; `low` and `high` hold the true figure with the `confidence`.

    `exact` is the true figure where it is known, and `z` by how many standard errors the value is off it.
    """

    value: float
    low: float
    high: float
    n: int
    exact: float | None = None
    z: float | None = None
    confidence: float = CONFIDENCE

    def __str__(self) -> str:
        return f"{self.value:.6g} ({self.low:.6g} to {self.high:.6g})"

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        names = ("value", "low", "high", "n", "exact", "z", "confidence")
        return {name: getattr(self, name) for name in names}


def normal_quantile(confidence: float) -> float:
    """Within so many standard errors a normal figure lies with that confidence: 1.96 for 0.95."""
    if not (isinstance(confidence, (int, float)) and 0 < confidence < 1):
        raise PositionError(f"confidence must lie between 0 and 1, not {short(confidence)}")
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def wilson(successes: float, n: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's interval for a probability, from how often something has happened in n independent trials."""
    if n <= 0:
        return 0.0, 1.0
    z, share = normal_quantile(confidence), successes / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return (0.0 if successes == 0 else low), (1.0 if successes == n else high)


def proportion(successes: int, n: int, exact: float | None = None, confidence: float = CONFIDENCE) -> Estimate:
    """A probability, from how often something has happened."""
    share = successes / n if n else math.nan
    variance = exact * (1 - exact) / n if exact is not None and n else 0.0
    return Estimate(
        share, *wilson(successes, n, confidence), n, exact, _z(share, exact, math.sqrt(variance)), confidence
    )


def mean_of(
    total: float, squares: float, n: int, exact: float | None = None, confidence: float = CONFIDENCE
) -> Estimate:
    """A mean, from the sum of n figures and the sum of their squares; its error is taken from their own spread."""
    if not n:
        return Estimate(math.nan, math.nan, math.nan, 0, exact, None, confidence)
    mean = total / n
    error = math.sqrt(max(0.0, squares - total * mean) / max(1, n - 1) / n)
    half = normal_quantile(confidence) * error
    return Estimate(mean, mean - half, mean + half, n, exact, _z(mean, exact, error), confidence)


def average_of(first: Estimate, second: Estimate) -> Estimate:
    """The mean of two independent probabilities; its interval is put together from theirs (Newcombe's method)."""
    value = (first.value + second.value) / 2
    low = value - math.hypot(first.value - first.low, second.value - second.low) / 2
    high = value + math.hypot(first.high - first.value, second.high - second.value) / 2
    exact, z = None, None
    if first.exact is not None and second.exact is not None and first.n and second.n:
        exact = (first.exact + second.exact) / 2
        spread = first.exact * (1 - first.exact) / first.n + second.exact * (1 - second.exact) / second.n
        z = _z(value, exact, math.sqrt(spread) / 2)
    return Estimate(value, low, high, first.n + second.n, exact, z, first.confidence)


def _z(value: float, exact: float | None, error: float) -> float | None:
    """By how many standard errors a value is off; 0 where there can be no error and is none."""
    if exact is None or math.isnan(value):
        return None
    if error <= 0.0:
        return 0.0 if math.isclose(value, exact, abs_tol=1e-12) else math.copysign(math.inf, value - exact)
    return (value - exact) / error
