"""The formulas of fair tests: numbers of games, exact distributions, verdicts, p-values and power."""

import math
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import naive_fair
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import jeopardice as jd
from jeopardice.compare import statistics
from jeopardice.compare.points import RARE, binomial, points_of, running, steps, sum_of
from jeopardice.compare.power import least_games, power_of
from jeopardice.errors import JeopardiceError, PositionError
from jeopardice.exact.duel import Duel

SOME = Duel("some", "a", "b", 0.55, 0.48)
STALE = Duel("stale", "a", "b", 0.5, 0.2, 0.3, 0.15)
CERTAIN = Duel("certain", "a", "b", 1.0, 0.0)
ENDLESS = Duel("endless", "a", "b", 0.0, 0.0, 1.0, 1.0)
DUELS = pytest.mark.parametrize("duel", [SOME, STALE, CERTAIN, ENDLESS], ids=lambda duel: str(duel.game))
NOT_BETWEEN = (0, 1, -0.1, 1.5, math.nan, math.inf, "0.5", None, True)


def test_the_report_s_half_width_takes_1537_games() -> None:
    assert jd.games_for(0.025) == jd.games_for(0.025, 0.95, 0.5) == 1537


@pytest.mark.parametrize("half_width", [0.1, 0.025, 0.013, 0.001])
@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
@pytest.mark.parametrize("p", [0.5, 0.2, 0.97])
def test_so_many_games_are_the_least_that_are_enough(half_width: float, confidence: float, p: float) -> None:
    games = jd.games_for(half_width, confidence, p)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    half_widths = [z * math.sqrt(p * (1 - p) / n) for n in (games, games - 1) if n]
    assert half_widths[0] <= half_width
    assert all(wide > half_width for wide in half_widths[1:])


@pytest.mark.parametrize("wrong", [0.5, *NOT_BETWEEN])
def test_a_half_width_lies_between_0_and_one_half(wrong: Any) -> None:
    with pytest.raises(PositionError, match=r"half_width must lie between 0 and 0\.5"):
        jd.games_for(wrong)


@pytest.mark.parametrize("wrong", NOT_BETWEEN)
def test_a_confidence_and_a_probability_lie_between_0_and_1(wrong: Any) -> None:
    with pytest.raises(PositionError, match="confidence must lie between 0 and 1"):
        jd.games_for(0.025, wrong)
    with pytest.raises(PositionError, match="p must lie between 0 and 1"):
        jd.games_for(0.025, 0.95, wrong)


def test_any_confidence_below_1_has_its_quantile() -> None:
    assert statistics.quantile(0.95) == pytest.approx(1.959963984540054, abs=1e-12)
    assert 8 < statistics.quantile(math.nextafter(1, 0)) < 9
    assert statistics.quantile(1e-300) == pytest.approx(0.0, abs=1e-12)


def test_more_games_than_anybody_plays_are_refused() -> None:
    with pytest.raises(PositionError, match="takes more than"):
        jd.games_for(1e-300)


@pytest.mark.parametrize("games", [1, 2, 7, 40])
@pytest.mark.parametrize("chance", ["0", "1", "1/2", "1/1000", "547/1000"])
def test_a_binomial_distribution_is_right_to_the_last_digits(games: int, chance: str) -> None:
    p, found = Fraction(chance), binomial(float(Fraction(chance)), games)
    for number, probability in enumerate(found.chances, found.low):
        exact = math.comb(games, number) * p**number * (1 - p) ** (games - number)
        assert probability == pytest.approx(float(exact), rel=1e-13, abs=1e-300)
    assert found.chances.sum() == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize(("games", "chance"), [(3000, 0.5), (150_000, 0.5347), (10**6, 0.001), (10**9, 0.5)])
def test_a_large_binomial_distribution_is_that_of_scipy(games: int, chance: float) -> None:
    found = binomial(chance, games)
    known = stats.binom.pmf(found.low + np.arange(len(found.chances)), games, chance)
    assert np.abs(found.chances / found.chances.max() - known / known.max()).max() < 1e-9
    assert (
        stats.binom.cdf(found.low - 1, games, chance) + stats.binom.sf(found.low + len(known) - 1, games, chance) < RARE
    )


@pytest.mark.parametrize(("games", "chance"), [(1, 0.3), (60, 0.5), (3000, 0.61), (40_000, 0.02)])
def test_both_ways_to_a_binomial_distribution_agree(games: int, chance: float) -> None:
    one, other = binomial(chance, games), sum_of(np.array([1 - chance, chance]), games)
    low = max(one.low, other.low)
    high = min(one.low + len(one.chances), other.low + len(other.chances))
    parts = [found.chances[low - found.low : high - found.low] for found in (one, other)]
    assert np.abs(parts[0] - parts[1]).max() < 1e-12


@DUELS
@pytest.mark.parametrize("games", [1, 2, 3, 6])
def test_points_are_as_probable_as_all_ways_to_get_them(duel: Duel, games: int) -> None:
    known, found = naive_fair.points_of(duel, games), points_of(duel, games)
    for halves in range(2 * games + 1):
        points = Fraction(halves, 2)
        assert found.at_least(points) == pytest.approx(sum(p for n, p in known.items() if n >= points), abs=1e-13)
        assert found.at_most(points) == pytest.approx(sum(p for n, p in known.items() if n <= points), abs=1e-13)
    assert found.at_least(games + 1) == found.at_most(-1) == 0.0
    assert found.at_least(-5) == found.at_most(games + 5) == pytest.approx(1.0, abs=1e-13)


@DUELS
def test_running_points_are_those_of_each_number_of_games(duel: Duel) -> None:
    for games, chances in enumerate(running(duel, 5), 1):
        known = naive_fair.points_of(duel, games)
        expected = [known.get(Fraction(halves, 2), 0.0) for halves in range(2 * games + 1)]
        assert chances == pytest.approx(np.array(expected), abs=1e-14)


def test_two_binomials_are_convolved_as_scipy_s_are() -> None:
    first, second = (stats.binom.pmf(np.arange(1501), 1500, p) for p in (SOME.first, SOME.second))
    wins = np.convolve(first, second)
    found = points_of(SOME, 3000)
    for least in (1400, 1500, 1545, 1575, 1700):
        assert found.at_least(least) == pytest.approx(wins[least:].sum(), rel=1e-11)


@given(st.floats(0, 1), st.floats(0, 1), st.integers(1, 500))
def test_chances_of_points_add_up(win: float, nobody: float, games: int) -> None:
    stalemate = (1.0 - win) * nobody
    for unit in (1, 2) if not stalemate else (2,):
        found = steps(win, stalemate, games, unit)
        assert found.chances.sum() == pytest.approx(1.0, abs=1e-12)
        assert (found.chances >= 0).all()
        mean = (found.low + np.arange(len(found.chances))) @ found.chances / unit
        assert mean == pytest.approx(games * (win + stalemate / 2), abs=1e-8 * games)


def test_1575_of_3000_games_are_enough_to_be_better_and_1425_are_worse() -> None:
    verdicts = {points: statistics.verdict(points, 3000, 0.025) for points in (1425, 1425.5, 1500, 1574.5, 1575)}
    assert list(verdicts.values()) == ["worse", "inseparable", "inseparable", "inseparable", "better"]


@DUELS
def test_the_verdicts_have_all_the_chance_there_is(duel: Duel) -> None:
    found = statistics.verdict_chances(points_of(duel, 20), 0.1)
    assert sum(found.to_dict().values()) == pytest.approx(1.0, abs=1e-13)
    known = naive_fair.points_of(duel, 8)
    chances = statistics.verdict_chances(points_of(duel, 8), 0.125)
    assert chances.better == pytest.approx(sum(p for n, p in known.items() if n >= 5), abs=1e-13)
    assert chances.worse == pytest.approx(sum(p for n, p in known.items() if n <= 3), abs=1e-13)


@pytest.mark.parametrize(("ahead", "behind"), [(0, 0), (1, 0), (5, 5), (3, 17), (380, 420), (60_000, 60_900)])
def test_the_sign_test_is_scipy_s(ahead: int, behind: int) -> None:
    known = stats.binomtest(ahead, ahead + behind).pvalue if ahead + behind else 1.0
    assert statistics.sign_test(ahead, behind) == pytest.approx(known, rel=1e-9)


def test_a_normal_figure_is_off_with_the_known_probability() -> None:
    assert statistics.two_sided(-1.959963984540054) == pytest.approx(0.05, abs=1e-12)


def test_holm_s_correction_is_that_of_the_textbook() -> None:
    assert jd.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert jd.holm([]).shape == (0,)
    assert jd.holm([0.7, 0.9]) == pytest.approx([1.0, 1.0])


@given(st.lists(st.sampled_from([0.0, 0.001, 0.01, 0.02, 0.3, 0.5, 1.0]), min_size=1, max_size=6))
def test_holm_s_correction_is_the_level_at_which_its_steps_pass(p_values: list[float]) -> None:
    assert jd.holm(p_values) == pytest.approx(naive_fair.holm(p_values), abs=1e-12)


@pytest.mark.parametrize("wrong", [[0.5, math.nan], [-0.1], [1.1], ["x"], [[0.1]], 3, None])
def test_what_is_no_p_value_is_refused(wrong: Any) -> None:
    with pytest.raises(PositionError, match="p-values must be numbers from 0 to 1"):
        jd.holm(wrong)


def test_optimal_is_told_from_keep_pace_end_race_by_92206_games() -> None:
    found = jd.games_to_tell("pig", "optimal", "keep-pace-end-race")
    assert found.games == 92_206
    for games, enough in ((92_206, True), (92_204, False)):
        first = stats.binom.pmf(np.arange(games // 2 + 1), games // 2, found.exact.first)
        second = stats.binom.pmf(np.arange(games // 2 + 1), games // 2, found.exact.second)
        mean = games // 2 * (found.exact.first + found.exact.second)
        near = slice(int(mean / 2) - 4000, int(mean / 2) + 4000)
        wins = np.convolve(first[near], second[near])
        bound = games / 2 + stats.norm.ppf(0.975) * math.sqrt(games) / 2
        power = wins[math.floor(bound) + 1 - 2 * near.start :].sum()
        assert (power >= 0.8) == enough
        if enough:
            assert found.reached == pytest.approx(power, abs=1e-9)


@pytest.mark.parametrize(
    ("duel", "confidence", "power"),
    [
        (SOME, 0.9, 0.6),
        (Duel("g", "a", "b", 0.9, 0.7), 0.95, 0.8),
        (Duel("g", "a", "b", 0.3, 0.25), 0.99, 0.95),
        (Duel("g", "a", "b", 0.6, 0.5, 0.2, 0.1), 0.95, 0.8),
        (Duel("g", "a", "b", 1.0, 1.0), 0.95, 0.8),
        (Duel("g", "a", "b", 0.56, 0.5), 0.2, 0.9),
        (CERTAIN, 0.95, 0.8),
    ],
)
def test_so_many_games_are_the_least_from_which_on_the_power_holds(duel: Duel, confidence: float, power: float) -> None:
    games, reached = least_games(duel, statistics.quantile(confidence), power)
    if duel is CERTAIN:
        assert games is reached is None  # each wins when it starts: they are equally good
        return
    assert games is not None
    powers = {n: power_of(duel, n, confidence) for n in range(2, games + 600, 2)}
    assert reached == powers[games]
    assert games == min(n for n in powers if all(powers[m] >= power for m in powers if m >= n))


def test_equal_strategies_are_told_apart_by_no_number_of_games() -> None:
    found = jd.games_to_tell("pig(target=20)", "hold-at(5)", "hold-at(5)")
    assert found.games is found.reached is found.games_in_pairs is None


def test_what_is_next_to_equal_takes_the_normal_curve_or_too_many_games() -> None:
    z = statistics.quantile(0.95)
    games, power = least_games(Duel("g", "a", "b", 0.50001, 0.5), z, 0.8)
    assert games == pytest.approx(((z + NormalDist().inv_cdf(0.8)) / 2 / 5e-6) ** 2, rel=1e-6)
    assert power == 0.8
    assert least_games(Duel("g", "a", "b", 0.5000001, 0.5), z, 0.8) == (None, None)


@pytest.mark.parametrize("wrong", [*NOT_BETWEEN, 0.05, 0.01])
def test_a_power_is_more_than_chance_alone_brings(wrong: Any) -> None:
    with pytest.raises(JeopardiceError, match="power must"):
        jd.games_to_tell("pig(target=20)", "hold-at(5)", "hold-at(6)", power=wrong)
