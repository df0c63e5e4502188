"""Given strategies played alone, against slow chains; goals and what is refused."""

from typing import Any

import naive_solitaire
import numpy as np
import pytest
from drawn_games import small_games
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import CUSTOM, GAMES, Counting, Sulking, drawn

import jeopardice as jd
from jeopardice.exact.solitaire.goals import as_goal
from jeopardice.strategies.base import State, Strategy

TURNS = 12
NAMES = sorted(GAMES)


@settings(max_examples=60)
@given(st.sampled_from(NAMES), st.integers(0, 10**6), st.booleans(), st.sampled_from([0.0, 0.3]))
def test_a_strategy_takes_as_many_turns_as_in_the_slow_chain(name: str, seed: int, mixed: bool, passing: float) -> None:
    table = drawn(GAMES[name], seed, mixed, passing).table
    found, slow = jd.solitaire(GAMES[name], table), naive_solitaire.turns(GAMES[name], table, TURNS)
    assert found.course.turns(TURNS) == pytest.approx(slow, abs=1e-13)
    limited = jd.solitaire(GAMES[name], table, goal=f"within({TURNS})")
    assert limited.probability == pytest.approx(sum(slow), abs=1e-13)
    endless = naive_solitaire.endless(GAMES[name], table)
    assert found.endless == pytest.approx(endless, abs=1e-9)
    if endless < 1e-12:
        mean, sd = naive_solitaire.mean_and_sd(GAMES[name], table)
        assert (found.expected, found.sd) == pytest.approx((mean, sd), rel=1e-6)


@settings(max_examples=30)
@given(small_games(), st.integers(0, 10**6))
def test_a_strategy_takes_as_many_turns_of_a_drawn_game_as_in_the_slow_chain(rules: jd.Rules, seed: int) -> None:
    table = drawn(rules, seed, mixed=True).table
    slow = naive_solitaire.turns(rules, table, TURNS)
    assert jd.solitaire(rules, table).course.turns(TURNS) == pytest.approx(slow, abs=1e-13)


@pytest.mark.parametrize("name", ["pig", "two-dice-pig", "hog", "two-throws", "forced-wipes", "wiped"])
@pytest.mark.parametrize("strategy", [Sulking(), Counting()], ids=["sulking", "counting"])
def test_what_a_strategy_remembers_counts(name: str, strategy: Strategy) -> None:
    rules = GAMES[name]
    found = jd.solitaire(rules, strategy)
    assert found.course.turns(TURNS) == pytest.approx(naive_solitaire.turns(rules, strategy, TURNS), abs=1e-13)
    assert (found.expected, found.sd) == pytest.approx(naive_solitaire.mean_and_sd(rules, strategy), rel=1e-9)


@pytest.mark.parametrize(
    "strategy", ["hold-at(20)", "noisy(hold-at(20), 0.1)", "scoring-turns(4)", "keep-pace-end-race"]
)
@pytest.mark.parametrize("game", ["pig", "two-dice-pig"])
def test_mean_and_sd_from_linear_systems_are_those_of_the_distribution(game: str, strategy: str) -> None:
    found = jd.solitaire(game, strategy)
    chances = found.distribution.probabilities
    turns = np.arange(len(chances))
    mean = turns @ chances
    assert found.expected == pytest.approx(mean, rel=1e-9)
    assert found.sd == pytest.approx(np.sqrt((turns - mean) ** 2 @ chances), rel=1e-8)
    assert found.value(0) == found.expected
    assert found.value(99) < found.value(50)


def test_no_strategy_is_better_than_the_best() -> None:
    best = jd.solitaire("pig").expected
    chance = jd.solitaire("pig", goal="within(11)").probability
    points = jd.solitaire("pig", goal="most-points(5)").expected
    for strategy in ("hold-at(15)", "hold-at(20)", "hold-at(25)", "keep-pace-end-race"):
        assert jd.solitaire("pig", strategy).expected > best
        assert jd.solitaire("pig", strategy, goal="within(11)").probability < chance
        assert jd.solitaire("pig", strategy, goal="most-points(5)").expected <= points + 1e-12


@pytest.mark.parametrize("goal", ["fewest-turns", "within(11)"])
def test_best_play_is_a_strategy_among_others_and_may_be_noisy(goal: str) -> None:
    best, played = jd.solitaire("two-dice-pig", goal=goal), jd.solitaire("two-dice-pig", "noisy(optimal, 0)", goal=goal)
    assert played._figure[1] == pytest.approx(best._figure[1], rel=1e-12)
    slipping = jd.solitaire("two-dice-pig", "noisy(optimal, 0.1)", goal=goal)
    worse = 1 if goal == "fewest-turns" else -1
    assert worse * slipping._figure[1] > worse * best._figure[1]


def test_the_two_player_optimum_as_a_table_is_told_that_the_opponent_has_0() -> None:
    table = jd.solve("pig(target=30)").strategy
    same = jd.solitaire("pig(target=30)", lambda state: table(state._replace(opponent=0)))
    assert jd.solitaire("pig(target=30)", table).expected == pytest.approx(same.expected, rel=1e-13)
    answer = jd.solitaire("pig(target=30)", "best-response(turtle)").expected
    assert answer == jd.solitaire("pig(target=30)", jd.best_response("pig(target=30)", "turtle").strategy).expected


def test_a_table_from_a_file_is_played_alone(tmp_path: Any) -> None:
    path = tmp_path / "best.npz"
    jd.save_table(jd.solitaire("pig(target=30)").strategy, path)
    assert jd.solitaire("pig(target=30)", path).expected == pytest.approx(jd.solitaire("pig(target=30)").expected)


def test_a_function_is_asked_once_for_each_own_score_and_turn_total() -> None:
    asked: list[State] = []

    def spy(state: State) -> bool:
        asked.append(state)
        return state.turn_total < 20

    assert jd.solitaire("pig", spy).expected == pytest.approx(12.636769490, abs=5e-10)
    assert {state.opponent for state in asked} == {0}
    assert len(asked) == len(set(asked)) < 100 * 99
    assert max(state.own + state.turn_total for state in asked) < 100


def test_whoever_passes_for_ever_never_gets_there() -> None:
    never = jd.solitaire("pig", "hold-at(0)")
    assert (never.endless, never.expected) == (1.0, float("inf"))
    assert never.distribution.median is None
    assert never.to_dict()["distribution"]["endless"] == 1.0
    stuck = jd.solitaire("pig(target=30)", lambda state: state.own != 20 and state.turn_total < 5)
    assert 0.0 < stuck.endless < 1.0
    assert stuck.distribution.endless == stuck.endless
    assert stuck.distribution.within(1000) == pytest.approx(1.0 - stuck.endless, abs=1e-11)
    assert stuck.mean == pytest.approx(stuck.distribution.mean)
    assert stuck.mean < float("inf") == stuck.expected


def test_whoever_does_not_stop_at_the_target_takes_longer() -> None:
    stubborn = jd.solitaire("pig", "hold-at(20, goal=false)")
    ends = jd.turn_outcomes("pig", "hold-at(20)")
    gains = {int(points): float(chance) for points, chance in ends.points.items()}
    left = np.zeros(101)
    for own in range(99, -1, -1):
        later = sum(p * left[own + k] for k, p in gains.items() if k and own + k < 100)
        left[own] = (1.0 + later) / (1.0 - gains[0])
    assert stubborn.expected == pytest.approx(left[0], rel=1e-12)


def test_very_long_games_have_a_mean_but_no_distribution() -> None:
    patient = jd.solitaire("pig(target=400)", "roll-to-win")
    chance = sum(p for k, p in jd.turn_outcomes("pig(target=400)", "roll-to-win").banked.items() if k >= 400)
    assert patient.expected == pytest.approx(float(1 / chance), rel=1e-9)
    assert patient.to_dict()["distribution"] is None
    with pytest.raises(jd.NotConvergedError, match="written down for at most"):
        _ = patient.distribution


def test_certain_games_have_no_spread() -> None:
    assert jd.solitaire("piglet(heads=1)", "hold-at(3)").expected == 4.0
    assert jd.solitaire("piglet(heads=1)", "hold-at(3)").sd == 0.0


@pytest.mark.parametrize("name", ["pig", "two-dice-pig", "frey", "pass-the-pigs", "weighted"])
def test_points_without_a_target_are_those_of_the_slow_twin(name: str) -> None:
    found = jd.solitaire(GAMES[name], "hold-at(8)", goal="most-points(3)")
    slow = naive_solitaire.points(GAMES[name], 8, 3)
    assert {n: p for n, p in enumerate(found.distribution.probabilities) if p} == pytest.approx(slow, abs=1e-13)
    assert found.expected == pytest.approx(sum(n * p for n, p in slow.items()), rel=1e-12)


def test_points_of_strategies_with_noise_and_memory_are_played_out() -> None:
    even = jd.solitaire("pig", "hold-at(20)", goal="most-points(5)").expected
    assert jd.solitaire("pig", "noisy(hold-at(20), 0)", goal="most-points(5)").expected == pytest.approx(
        even, rel=1e-12
    )
    assert jd.solitaire("pig", "noisy(hold-at(20), 0.1)", goal="most-points(5)").expected < even
    assert jd.solitaire(CUSTOM["two-throws"], Counting(), goal="most-points(4)").expected > 0
    calm = jd.solitaire("pig", Sulking(), goal="most-points(1)").expected
    two = jd.solitaire("pig", Sulking(), goal="most-points(2)").expected
    bust = float(jd.turn_outcomes("pig", "hold-at(3)").bust)
    assert two == pytest.approx(calm + (1.0 - bust) * calm, rel=1e-12)


def test_whoever_never_holds_gets_nothing_or_is_refused() -> None:
    assert jd.solitaire("pig", lambda state: 1, goal="most-points(3)").expected == 0.0
    with pytest.raises(jd.StrategyError, match=r"still throws at own 0 with 10,001 points at risk"):
        jd.solitaire("piglet(heads=1)", lambda state: 1, goal="most-points(3)")


WRONG_GOALS = (
    ("within(0)", jd.PositionError, "must be at least 1, not 0"),
    ("within:-3", jd.PositionError, "must be at least 1, not -3"),
    ("within(1000000)", jd.PositionError, "must be at most 10000, not 1000000"),
    ("most-points(1/2)", jd.PositionError, "must be a whole number, not 1/2"),
    ("within(few)", jd.NotationError, "not the name 'few'"),
    ("within", jd.NotationError, r"write within\(n\)"),
    ("withn(3)", jd.NotationError, "did you mean 'within'"),
    ("fastest", jd.NotationError, "there is no goal 'fastest'"),
    ("", jd.NotationError, "not an empty text"),
    (11, jd.NotationError, "such as within"),
)


@pytest.mark.parametrize(("goal", "error", "message"), WRONG_GOALS, ids=lambda value: str(value)[:20])
def test_goals_that_make_no_sense_are_refused_with_the_value(goal: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        jd.solitaire("pig", goal=goal)


def test_goals_are_read_in_both_spellings() -> None:
    assert as_goal("within:11") == as_goal("Within(n=11)")
    assert str(as_goal("most-points:5")) == "most-points(5)"
    assert str(as_goal("fewest_turns")) == "fewest-turns"


@pytest.mark.parametrize("chance", [0, 1, -0.5, 2, "half", None, float("nan")])
def test_chances_that_make_no_sense_are_refused(chance: Any) -> None:
    with pytest.raises(jd.PositionError, match="a chance must be more than 0 and less than 1"):
        jd.turns_for("pig", chance)


def test_a_chance_that_takes_too_many_turns_is_refused() -> None:
    with pytest.raises(jd.NotConvergedError, match=r"after 40 turns of pig to 100 the chance is 0\.999"):
        jd.turns_for("pig", 0.99999999, most=40)


def test_strategies_that_do_not_fit_are_refused() -> None:
    table = jd.solve("pig(target=20)").strategy
    with pytest.raises(jd.StrategyError, match="is a table for pig to 20, not for pig to 30"):
        jd.solitaire("pig(target=30)", table)
    with pytest.raises(jd.StrategyError, match="most-points has no target"):
        jd.solitaire("pig(target=20)", table, goal="most-points(3)")
    with pytest.raises(jd.StrategyError, match="most-points has no target"):
        jd.solitaire("pig", "noisy(best-response(turtle), 0.1)", goal="most-points(3)")
    with pytest.raises(jd.StrategyError, match="passes at own 0, but the rules force the first roll"):
        jd.solitaire(CUSTOM["forced-pig"], "hold-at(0)")
    with pytest.raises(jd.StrategyError, match="force the first roll"):
        jd.solitaire(CUSTOM["forced-pig"], lambda state: 0, goal="most-points(2)")
    with pytest.raises(jd.StrategyError, match="ZeroDivisionError"):
        jd.solitaire("pig", lambda mine, yours, turn: 1 // 0)
    with pytest.raises(jd.PositionError, match="own must be"):
        jd.solitaire("pig", "turtle").value(100)


def test_results_of_strategies_show_what_they_are() -> None:
    found = jd.solitaire("pig", "hold-at(20)")
    assert repr(found).startswith("PlayedToTheEnd('pig', 'hold-at(20)', 'fewest-turns', expected=12.63676949045")
    assert "hold-at(20)" in found._repr_html_()
    limited = jd.solitaire("pig", "hold-at(20)", goal="within(11)")
    assert limited.to_dict()["probability"] == limited.probability == limited.distribution.within(11)
    points = jd.solitaire("pig", "hold-at(20)", goal="most-points(5)")
    assert points.to_dict()["expected"] == points.expected == points.distribution.mean
