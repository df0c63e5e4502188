"""Fair tests by the rule of the group report; and for all kinds of tests, who plays them, and what they refuse."""

import math
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import jeopardice as jd
from jeopardice.compare.common_dice import Dice, play_together
from jeopardice.compare.fair_test import LOST, NOBODY, WON, Batch, play_tests
from jeopardice.errors import JeopardiceError, PositionError, StrategyError
from jeopardice.exact.resolve import resolve
from jeopardice.sampled.plan import CHUNK, plan_by_rolls, plan_of, words_of

SMALL = "pig(target=20)"
PAIR = ("hold-at(5)", "hold-at(8)")
OFF = 4.5
"""So many standard errors off there is something wrong; seeds are fixed."""


def polite(my_score: int, your_score: int, turn_score: int) -> str | bool:
    """Lets the other one move when the scores are equal: two of them may wait for ever."""
    return "pass" if turn_score == 0 and my_score == your_score > 0 else turn_score < 6


def test_a_fair_test_plays_each_seat_half_of_the_time() -> None:
    found = jd.fair_test(SMALL, *PAIR, games=30, tests=7, rng=1)
    assert found.counts.shape == (7, 2, 3)
    assert (found.counts.sum(axis=2) == 15).all()
    assert not found.counts[:, :, NOBODY].any()
    assert found.proportions == pytest.approx(found.counts[:, :, WON].sum(axis=1) / 30)
    assert found.average.value == pytest.approx(found.proportions.mean())
    assert found.b_first.value == pytest.approx(found.counts[:, 1, LOST].sum() / 105)
    assert found.csv().count("\n") == 8


def test_a_fair_test_comes_near_the_exact_figures() -> None:
    for a, b in (PAIR, ("optimal", "hold-at(3)"), ("noisy(optimal, 0.3)", "scoring-turns(3)"), (polite, polite)):
        found = jd.fair_test(SMALL, a, b, games=2000, tests=20, rng=3)
        for estimate in (found.first, found.second, found.average):
            assert estimate.z is not None
            assert abs(estimate.z) < OFF
            assert estimate.low < estimate.value < estimate.high


def test_verdicts_come_out_as_often_as_they_are_expected_to() -> None:
    for opponent in (None, "hold-at(6)", polite):
        found = jd.fair_test(SMALL, "hold-at(5)", opponent, games=20, tests=6000, half_width=0.1, rng=5)
        for name, chance in found.one_test.to_dict().items():
            error = math.sqrt(chance * (1 - chance) * found.tests)
            assert abs(found.verdicts[name] - chance * found.tests) < OFF * error
        assert sum(found.verdicts.values()) == found.tests


def test_a_strategy_is_as_often_better_as_worse_than_itself() -> None:
    for strategy in ("hold-at(5)", polite):
        found = jd.fair_test(SMALL, strategy, games=100, tests=2, rng=1)
        assert found.a == found.b
        assert found.one_test.better == pytest.approx(found.one_test.worse, abs=1e-12)
        assert found.one_test == found.one_test_of_itself
        assert found.average.exact == pytest.approx(0.5, abs=1e-14)


def test_the_report_s_rule_finds_a_strategy_better_than_itself_once_in_313_tests() -> None:
    found = jd.fair_test("pig", "hold-at(20)", rng=1)
    assert (found.games, found.tests, found.half_width, found.needed) == (3000, 100, 0.025, 1537)
    assert found.one_test.better == pytest.approx(0.0031916, abs=1e-7)
    assert found.all_tests.better == found.all_tests.worse == 0.0
    assert found.verdict == found.expected_verdict == "inseparable"


def test_by_its_own_rule_the_report_s_optimum_is_not_better_than_hold_at_25() -> None:
    found = jd.fair_test("pig", "optimal", "hold-at(25)", rng=1)
    assert found.average.exact == pytest.approx(0.521069, abs=1e-6)
    assert found.verdict == found.expected_verdict == "inseparable"
    assert found.all_tests.inseparable > 0.9999


def test_what_is_far_apart_is_better_or_worse() -> None:
    for pair, verdict in ((("turtle", "roll-to-win"), "better"), (("roll-to-win", "turtle"), "worse")):
        found = jd.fair_test("pig", *pair, games=500, tests=2, rng=1)
        assert found.verdict == found.expected_verdict == verdict
        assert found.verdicts[verdict] == 2


def test_games_that_nobody_wins_are_half_a_point_to_each() -> None:
    found = jd.fair_test(SMALL, "hold-at(0)", games=10, tests=3, rng=1)
    assert (found.counts[:, :, NOBODY] == 5).all()
    assert found.average.value == found.average.exact == 0.5
    assert found.average.z == 0.0
    assert found.one_test.inseparable == found.all_tests.inseparable == 1.0
    assert found.to_dict()["stalemates"] == 30


def test_who_plays_the_games_changes_nothing() -> None:
    def figures(executor: Any) -> list[Any]:
        options: dict[str, Any] = {"rng": 9, "executor": executor}
        return [
            jd.fair_test(SMALL, *PAIR, games=40, tests=100, **options).to_dict(),
            jd.paired_test(SMALL, *PAIR, games=3 * CHUNK + 2, **options).to_dict(),
            jd.compare_against(SMALL, *PAIR, "optimal", games=2 * CHUNK + 2, **options).to_dict(),
            jd.compare_all(SMALL, ["hold-at(3..14)"], games=50, **options).to_dict(),
        ]

    alone = figures(None)
    for workers in (1, 3):
        with ThreadPoolExecutor(workers) as executor:
            assert figures(executor) == alone


def test_pieces_of_work_can_be_sent_away() -> None:
    seats = [resolve(SMALL, strategy) for strategy in PAIR]
    words = words_of(np.random.SeedSequence(4))
    batch = Batch(plan_of(seats), 10, tuple(np.random.SeedSequence(2).spawn(3)))
    sent = pickle.loads(pickle.dumps(batch))
    assert (play_tests(sent) == play_tests(batch)).all()
    dice = Dice((plan_by_rolls(seats),), words, 6, 20)
    assert (play_together(pickle.loads(pickle.dumps(dice))) == play_together(dice)).all()


def test_a_generator_that_is_given_again_goes_on() -> None:
    rng = np.random.default_rng(3)
    one, other = (jd.fair_test(SMALL, *PAIR, games=40, tests=3, rng=rng) for _ in range(2))
    assert (one.counts != other.counts).any()
    assert (one.counts == jd.fair_test(SMALL, *PAIR, games=40, tests=3, rng=3).counts).all()


def test_progress_is_told_to_the_end() -> None:
    for test in (jd.fair_test, jd.paired_test, jd.sequential_test):
        told: list[float] = []
        test(SMALL, *PAIR, rng=1, progress=told.append)
        assert told[-1] == 1.0
        assert all(0.0 <= share <= 1.0 for share in told)


# Bad input.

WRONG_GAMES = (0, -2, 3, 2.0, math.nan, "many", None, True, 10**13)


@pytest.mark.parametrize("games", WRONG_GAMES)
def test_a_number_of_games_is_even_and_positive(games: Any) -> None:
    for test in (jd.fair_test, jd.paired_test):
        with pytest.raises(PositionError, match="games must be"):
            test(SMALL, *PAIR, games=games)
    with pytest.raises(PositionError, match="games must be"):
        jd.compare_against(SMALL, *PAIR, "optimal", games=games)
    with pytest.raises(PositionError, match="games must be"):
        jd.compare_all(SMALL, PAIR, games=games)
    with pytest.raises(PositionError, match="most must be an even number"):
        jd.sequential_test(SMALL, *PAIR, most=games)


@pytest.mark.parametrize("tests", [0, -1, 1.5, math.nan, "x", None, False, 10**7])
def test_a_number_of_tests_is_positive(tests: Any) -> None:
    with pytest.raises(PositionError, match="tests must be a whole number from 1"):
        jd.fair_test(SMALL, *PAIR, tests=tests)


@pytest.mark.parametrize("wrong", [0, 1, -0.1, math.nan, math.inf, "x", None, True])
def test_numbers_that_must_lie_between_two_others_do(wrong: Any) -> None:
    for options in ({"half_width": wrong}, {"confidence": wrong}):
        with pytest.raises(PositionError, match="must lie between 0 and"):
            jd.fair_test(SMALL, *PAIR, games=10, tests=1, **options)
    for options in ({"margin": wrong}, {"error": wrong}):
        with pytest.raises(PositionError, match="must lie between"):
            jd.sequential_test(SMALL, *PAIR, **options)
    for test in (jd.paired_test, jd.games_to_tell):
        with pytest.raises(PositionError, match="confidence must lie between 0 and 1"):
            test(SMALL, *PAIR, confidence=wrong)


def test_strategies_and_games_that_are_none_are_refused() -> None:
    for test in (jd.fair_test, jd.paired_test, jd.sequential_test, jd.games_to_tell):
        with pytest.raises(JeopardiceError, match="nosuch"):
            test("nosuch", *PAIR)
        with pytest.raises(JeopardiceError, match="nosuch"):
            test(SMALL, "nosuch", "turtle")
    with pytest.raises(StrategyError, match="two strategies or more"):
        jd.compare_all(SMALL, ["hold-at(5)", "hold-at(5)"])
    with pytest.raises(PositionError, match="rng must be a seed"):
        jd.fair_test(SMALL, *PAIR, rng=-1)
