"""Estimates: intervals that hold what they promise, and distances from exact figures in standard errors."""

import math

import numpy as np
import pytest
from scipy.stats import binomtest

import jeopardice as jd
from jeopardice.sampled.estimate import Estimate, average_of, mean_of, normal_quantile, proportion, wilson


@pytest.mark.parametrize(("successes", "n"), [(0, 1), (1, 1), (0, 50), (3, 10), (57, 100), (999, 1000), (1000, 1000)])
@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_intervals_are_those_of_wilson(successes: int, n: int, confidence: float) -> None:
    other = binomtest(successes, n).proportion_ci(confidence, method="wilson")
    assert wilson(successes, n, confidence) == pytest.approx((other.low, other.high), abs=1e-12)


def test_of_nothing_everything_may_be_true() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert math.isnan(proportion(0, 0, 0.5).value)
    assert proportion(0, 0, 0.5).z is None
    assert math.isnan(mean_of(0.0, 0.0, 0).value)


def test_a_share_is_off_by_so_many_standard_errors() -> None:
    assert proportion(60, 100, 0.5).z == pytest.approx(2.0)
    assert proportion(0, 100, 0.0).z == 0.0
    assert proportion(1, 100, 0.0).z == math.inf
    assert proportion(3, 4).z is None


def test_a_mean_has_the_error_of_its_own_spread() -> None:
    figures = np.random.default_rng(1).normal(3.0, 2.0, 400)
    found = mean_of(figures.sum(), (figures**2).sum(), 400, 3.0)
    error = figures.std(ddof=1) / 20
    assert found.value == pytest.approx(figures.mean())
    assert found.high - found.low == pytest.approx(2 * normal_quantile(0.95) * error)
    assert found.z == pytest.approx((figures.mean() - 3.0) / error)


def test_intervals_of_averages_hold_the_truth_as_often_as_they_promise() -> None:
    rng, games, held = np.random.default_rng(2), 60, 0
    for first, second in rng.binomial(games, (0.55, 0.03), (4000, 2)):
        found = average_of(proportion(int(first), games), proportion(int(second), games))
        held += found.low <= 0.29 <= found.high
    assert 0.94 <= held / 4000 <= 0.975


def test_an_average_is_off_by_standard_errors_of_both_seats() -> None:
    found = average_of(proportion(60, 100, 0.5), proportion(50, 100, 0.5))
    assert found.exact == 0.5
    assert found.z == pytest.approx(0.05 / math.sqrt(0.5 * 0.25 / 100))
    assert average_of(proportion(1, 2), proportion(1, 2, 0.5)).z is None


def test_estimates_tell_their_interval() -> None:
    assert str(proportion(50, 100)) == "0.5 (0.403832 to 0.596168)"
    assert isinstance(proportion(1, 2), Estimate)
    assert set(proportion(1, 2).to_dict()) == {"value", "low", "high", "n", "exact", "z", "confidence"}


@pytest.mark.parametrize("confidence", [0, 1, -1, math.nan, "much"])
def test_a_confidence_lies_between_0_and_1(confidence: float) -> None:
    with pytest.raises(jd.PositionError, match="confidence must lie between 0 and 1"):
        normal_quantile(confidence)
