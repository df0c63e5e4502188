"""Games with the same dice: seat-balanced pairs, two against a third, one pair after the other, and whole fields."""

import itertools
import math

import naive_fair
import numpy as np
import pytest

import jeopardice as jd
from jeopardice.compare import statistics
from jeopardice.compare.common_dice import together
from jeopardice.compare.sequential import Bets, expected_games
from jeopardice.exact.resolve import resolve
from jeopardice.sampled.plan import CHUNK, plan_by_rolls
from jeopardice.sampled.series import Series, game_results

SMALL = "pig(target=20)"
PAIR = ("hold-at(5)", "hold-at(8)")
OFF = 4.5
"""So many standard errors off there is something wrong; seeds are fixed."""


def polite(my_score: int, your_score: int, turn_score: int) -> str | bool:
    """Lets the other one move when the scores are equal: two of them may wait for ever."""
    return "pass" if turn_score == 0 and my_score == your_score > 0 else turn_score < 6


def test_outcomes_of_pairs_are_those_of_the_games_one_by_one() -> None:
    games = CHUNK + 1000
    seats = [resolve(SMALL, strategy) for strategy in PAIR]
    found = together((plan_by_rolls(seats),), games, 8)
    ends = np.minimum(game_results(SMALL, *PAIR, games, 8, common=True), 2)
    known = np.zeros((3, 3), int)
    for first, second in ends.reshape(-1, 2):
        known[first, second] += 1
    assert (found == known).all()


def test_pairs_of_a_strategy_with_itself_are_always_shared() -> None:
    found = jd.paired_test(SMALL, "hold-at(5)", "hold-at(5)", games=1000, rng=1)
    assert found.average.value == 0.5
    assert found.error == found.variance == found.ahead == found.behind == 0
    assert found.variance_factor == math.inf
    assert (found.p_value, found.verdict) == (1.0, "inseparable")


@pytest.mark.parametrize(
    ("a", "b", "factor"),
    [("hold-at(20)", "hold-at(25)", 2.52), ("optimal", "keep-pace-end-race", 3.59), ("optimal", "hold-at(25)", 2.34)],
)
def test_pairs_vary_as_much_less_as_the_docs_say(a: str, b: str, factor: float) -> None:
    found = jd.paired_test("pig", a, b, rng=1)
    assert found.variance_factor == pytest.approx(factor, abs=0.1)
    assert found.average.z is not None
    assert abs(found.average.z) < OFF
    assert found.independent_variance == pytest.approx(sum(statistics.variances(found.exact)) / 4, rel=0.01)  # type: ignore[arg-type]


def test_the_error_of_pairs_is_how_much_their_averages_vary() -> None:
    waits = resolve(SMALL, polite)
    for a, b in (PAIR, ("hold-at(5)", waits), (waits, waits)):
        found = [jd.paired_test(SMALL, a, b, games=400, rng=seed) for seed in range(150)]
        spread = np.std([one.average.value for one in found])
        assert np.mean([one.error for one in found]) == pytest.approx(spread, rel=0.2)


def test_p_values_of_equal_strategies_are_seldom_small() -> None:
    mirrored = np.array([[20, 300, 0], [280, 25, 0], [0, 0, 0]])
    found = jd.Paired("g", "a", "b", 1250, 0.95, mirrored)
    assert found.p_value == pytest.approx(statistics.sign_test(20, 25))
    stale = jd.Paired("g", "a", "b", 1250, 0.95, np.array([[20, 300, 1], [280, 25, 0], [0, 0, 4]]))
    assert stale.p_value == pytest.approx(statistics.two_sided(-4.5 / math.sqrt(45 + 0.25)), rel=1e-9)
    endless = jd.Paired("g", "a", "b", 10, 0.95, np.array([[0, 0, 0], [0, 0, 0], [0, 0, 5]]))
    assert (endless.p_value, endless.verdict) == (1.0, "inseparable")


def test_two_that_are_the_same_do_not_differ_against_anybody() -> None:
    found = jd.compare_against(SMALL, "hold-at(5)", "hold-at(5)", "optimal", games=500, rng=1)
    assert found.difference.value == found.variance == found.difference.z == 0.0
    assert found.verdict == "inseparable"


def test_a_comparison_with_the_same_dice_is_that_of_the_games_one_by_one() -> None:
    found = jd.compare_against(SMALL, *PAIR, "optimal", games=3000, rng=6)
    points = [np.array([1.0, 0.0, 0.5])[game_results(SMALL, who, "optimal", 3000, 6, common=True)] for who in PAIR]
    means = [one.reshape(-1, 2).mean(axis=1) for one in points]
    off = means[0] - means[1]
    assert found.difference.value == pytest.approx(off.mean())
    assert found.variance == pytest.approx(off.var(ddof=1))
    assert found.error == pytest.approx(math.sqrt(off.var(ddof=1) / 1500))
    assert [average.value for average in found.averages] == pytest.approx([mean.mean() for mean in means])
    single = sum(one[start::2].var(ddof=1) for one in points for start in (0, 1)) / 4
    assert found.independent_variance == pytest.approx(single)


def test_the_same_dice_show_who_is_better_against_a_third() -> None:
    found = jd.compare_against("pig", "optimal", "keep-pace-end-race", "hold-at(20)", rng=1)
    assert found.verdict == "worse"  # the optimum is the best against itself, not against everybody
    assert found.variance_factor == pytest.approx(9.3, abs=0.3)
    assert found.difference.z is not None
    assert abs(found.difference.z) < OFF
    assert found.difference.exact == pytest.approx(
        jd.duel("pig", "optimal", "hold-at(20)").average - jd.duel("pig", "keep-pace-end-race", "hold-at(20)").average
    )


# One after the other.


def test_bets_are_those_that_are_made_one_by_one() -> None:
    rng = np.random.default_rng(2)
    for margin, error in ((0.02, 0.05), (0.1, 0.01), (0.3, 0.2), (0.004, 0.3)):
        for shares in ((0.1, 0.8, 0.1), (0.05, 0.8, 0.15), (0.4, 0.2, 0.4), (0.0, 1.0, 0.0)):
            points = rng.choice([0.0, 0.5, 1.0], 3000, p=shares)
            verdict, pairs = naive_fair.bets(points.tolist(), margin, error)
            for cuts in ([], [1, 2, 700], [pairs - 1]):
                bets = Bets(margin, error)
                for part in np.split(points, cuts):
                    if len(part) and bets.follow(part):
                        break
                assert (bets.verdict, bets.pairs) == (verdict, pairs)


def test_the_probability_of_a_false_verdict_is_at_most_the_stated_one_exactly() -> None:
    """All series of 10 pairs, with their probabilities, at the boundary: the average is 1/2 less the margin."""
    for margin, error in ((0.25, 0.3), (0.3, 0.2), (0.4, 0.1)):
        for both in (0.0, 0.1):
            low = 2 * margin + both  # of pairs in which a gets nothing; it gets all of as many as `both` says
            chances = {0.0: low, 0.5: 1.0 - low - both, 1.0: both}
            if min(chances.values()) < 0:
                continue
            assert sum(x * p for x, p in chances.items()) == pytest.approx(0.5 - margin)
            false = 0.0
            for points in naive_fair.all_pairs_of([*chances], 10):
                if naive_fair.bets(points, margin, error)[0] in ("better", "inseparable"):
                    false += math.prod(chances[x] for x in points)
            assert false <= error
            assert false > 0.0 or not both  # who never gets all of a pair is never called better


def bets_on(series: Series, margin: float, error: float, runs: int) -> list[Bets]:
    """So many sequential tests one after the other, with the pairs of one long series."""
    found, points = [], np.zeros(0)
    for _ in range(runs):
        bets, done = Bets(margin, error), None
        while done is None:
            if len(points) < 500:
                ends = np.minimum(series.results(CHUNK), 2)
                points = np.concatenate([points, np.array([1.0, 0.0, 0.5])[ends].reshape(-1, 2).mean(axis=1)])
            before = bets.pairs
            done = bets.follow(points[:500])
            points = points[bets.pairs - before :]
        found.append(bets)
    return found


@pytest.mark.parametrize("error", [0.05, 0.2])
def test_at_the_boundary_a_false_verdict_is_as_rare_as_stated(error: float) -> None:
    pair, tests = ("hold-at(20)", "hold-at(25)"), 600
    average = jd.duel("pig", *pair).average
    margin = 0.5 - average
    runs = bets_on(Series("pig", *pair, 12, common=True), margin, error, tests)
    false = sum(bets.verdict != "worse" for bets in runs)
    assert false <= tests * error + 3 * math.sqrt(tests * error * (1 - error))
    assert false > tests * error / 4  # what is stated is not far from what happens
    second = float(np.mean([bets.squares / bets.pairs for bets in runs]))
    expected = expected_games(margin, error, average, second - margin**2)
    assert expected is not None
    assert np.mean([2 * bets.pairs for bets in runs]) == pytest.approx(expected, rel=0.3)


def test_a_sequential_test_stops_with_the_right_verdict() -> None:
    for pair, verdict in (
        (("turtle", "roll-to-win"), "better"),
        (("roll-to-win", "turtle"), "worse"),
        (("hold-at(20)", "hold-at(20)"), "inseparable"),
    ):
        found = jd.sequential_test("pig", *pair, rng=1)
        assert found.verdict == verdict
        assert found.games < 1000
        assert max(found.up, found.down) >= 1 / found.error
    assert found.expected_games is None


def test_a_sequential_test_says_undecided_at_its_most() -> None:
    found = jd.sequential_test("pig", "hold-at(24)", "hold-at(25)", margin=0.001, most=200, rng=1)
    assert (found.verdict, found.games) == ("undecided", 200)
    assert jd.sequential_test("pig", "turtle", "roll-to-win", most=2, rng=1).games == 2


def test_the_most_games_do_not_change_a_test_that_stops_before() -> None:
    found = [jd.sequential_test(SMALL, *PAIR, most=most, rng=4).to_dict() | {"most": 0} for most in (10_000, 1_000_000)]
    assert found[0] == found[1]


def test_strategies_that_wait_for_ever_are_inseparable() -> None:
    assert jd.sequential_test(SMALL, "hold-at(0)", "hold-at(0)", rng=1).verdict == "inseparable"


# A whole field.


def test_all_pairs_of_a_field_are_compared() -> None:
    found = jd.compare_all(SMALL, ["hold-at(2..5)", "optimal"], games=4000, rng=1)
    assert found.names == ("hold-at(2)", "hold-at(3)", "hold-at(4)", "hold-at(5)", "optimal")
    assert [(pair.test.a, pair.test.b) for pair in found.pairs] == [*itertools.combinations(found.names, 2)]
    assert found.adjusted == pytest.approx(jd.holm(test.p_value for test in found.tests))
    assert all(abs(pair.test.average.z or 0.0) < OFF for pair in found.pairs)
    assert found.told_apart >= 4
    assert found.false == 0
    assert found.csv().count("\n") == 11


def test_of_a_field_of_equals_seldom_one_is_told_from_another() -> None:
    equals = {f"twin {n}": "noisy(hold-at(5), 0.2)" for n in range(5)}
    some = sum(jd.compare_all(SMALL, equals, games=60, rng=seed).told_apart > 0 for seed in range(60))
    assert some <= 60 * 0.05 + 3 * math.sqrt(60 * 0.05 * 0.95)


def test_a_field_may_hold_functions() -> None:
    found = jd.compare_all(SMALL, {"mine": polite, "theirs": "hold-at(5)"}, games=200, rng=1)
    assert (found.tests[0].a, found.tests[0].b) == ("mine", "theirs")
