"""Games played alone: best play for each goal, against slow twins."""

import math

import naive_solitaire
import numpy as np
import pytest
from drawn_games import small_games
from hypothesis import assume, example, given, settings
from samples import GAMES, PASSING, every_game, throw

import jeopardice as jd
from jeopardice.exact.solitaire.course import Course
from jeopardice.exact.solitaire.fewest import fewest_turns
from jeopardice.exact.solitaire.points import goes_on, most_points
from jeopardice.exact.solitaire.within import turns_of, within
from jeopardice.games.rules import Rules

CLOSE = 1e-9
TURNS = 5
GOES_ON_FOR_EVER = {
    name
    for name, rules in GAMES.items()
    if any(goes_on(t) and not t.chance("bust") and not t.chance("wipe") for t in rules.throws)
}


@every_game
def test_the_fewest_turns_are_those_of_the_slow_twin(name: str) -> None:
    found = fewest_turns(GAMES[name])
    assert found.values == pytest.approx(naive_solitaire.fewest_turns(GAMES[name]), rel=CLOSE)
    assert found.expected == found.value(0)


@settings(max_examples=60)
@given(small_games())
def test_the_fewest_turns_of_drawn_games_are_those_of_the_slow_twin(rules: Rules) -> None:
    found = fewest_turns(rules)
    assume(found.expected < 25)
    assert found.values == pytest.approx(naive_solitaire.fewest_turns(rules), rel=CLOSE)


@settings(max_examples=200)
@given(small_games())
@example(Rules("thirds", 14, (throw("roll", ("2/5", 3, "score"), ("2/5", 0, "bust"), ("1/5", 0, "wipe")),)))
@example(
    Rules("rare", 13, (throw("fall", ("1", 0, "bust")), throw("roll", ("1/502", 2, "score"), ("501/502", 0, "wipe"))))
)
def test_the_fewest_turns_solve_their_equation_however_many_they_are(rules: Rules) -> None:
    found = fewest_turns(rules)
    for own in range(rules.target):
        best = min(value for value in found.action_values(own) if value is not None)
        assert found.value(own) == pytest.approx(best, rel=1e-11)
    assert Course(found.plan).moments.mean == pytest.approx(found.expected, rel=1e-10)


@every_game
def test_the_chances_within_some_turns_are_those_of_the_slow_twin(name: str) -> None:
    found = within(GAMES[name], TURNS)
    assert found.values == pytest.approx(np.array(naive_solitaire.within(GAMES[name], TURNS)), abs=1e-13)
    assert found.probability == found.value(0)


@settings(max_examples=60)
@given(small_games())
def test_the_chances_within_some_turns_of_drawn_games_are_those_of_the_slow_twin(rules: Rules) -> None:
    assert within(rules, 3).values == pytest.approx(np.array(naive_solitaire.within(rules, 3)), abs=1e-13)


@every_game
def test_a_turn_limit_gives_the_sequence_of_the_slow_twin(name: str) -> None:
    found = fewest_turns(GAMES[name]).turn_limit(TURNS)
    assert found == pytest.approx(np.array(naive_solitaire.turn_limit(GAMES[name], TURNS)), rel=1e-12)


@every_game
def test_the_values_with_a_turn_limit_rise_to_those_without(name: str) -> None:
    best = fewest_turns(GAMES[name])
    sequence = best.turn_limit(2000)
    assert not sequence[0].any()
    assert (np.diff(sequence, axis=0) >= -1e-11).all()
    assert (sequence <= best.values + 1e-9).all()
    assert sequence[-1] == pytest.approx(best.values, rel=1e-6)
    assert sequence[1] == pytest.approx(np.ones(GAMES[name].target))


@pytest.mark.parametrize("name", sorted({*GAMES, *PASSING} - GOES_ON_FOR_EVER))
def test_the_most_points_are_those_of_the_slow_twin(name: str) -> None:
    rules = {**GAMES, **PASSING}[name]
    found, slow = most_points(rules, 3), naive_solitaire.most_points(rules, 3)
    for left in range(4):
        for own in range(0, 30, 1 + left):
            if own < found.policy.shape[1]:
                assert found.value(own, 0, left) == pytest.approx(slow(left, own), rel=1e-12)
    assert found.expected == pytest.approx(slow(3, 0), rel=1e-12)


@settings(max_examples=60)
@given(small_games())
def test_the_most_points_of_drawn_games_are_those_of_the_slow_twin(rules: Rules) -> None:
    assume(all(t.chance("bust") + t.chance("wipe") > 0.15 for t in rules.throws if goes_on(t)))
    assert most_points(rules, 2).expected == pytest.approx(naive_solitaire.most_points(rules, 2)(2, 0), rel=1e-12)


@pytest.mark.parametrize("name", ["pig", "two-dice-pig", "hog", "frey", "two-throws", "forced-wipes", "three-throws"])
def test_policies_take_an_action_of_the_best_value(name: str) -> None:
    rules = GAMES[name]
    for found, most, best in (
        (fewest_turns(rules), None, min), (within(rules, 4), 4, max), (most_points(rules, 4), 4, max),
    ):  # fmt: skip
        for left in range(1, most + 1) if most else [None]:
            for own in range(min(rules.target, found.policy.shape[-2])):
                for total in found.turn_totals:
                    worth = found.action_values(own, total, left)
                    known = [value for value in worth if value is not None]
                    if own + total < found._bound:
                        assert worth[found.action(own, total, left)] == pytest.approx(best(known), rel=1e-12)
                        assert found.value(own, total, left) == pytest.approx(best(known), rel=1e-12)


def test_without_wipes_points_add_up_turn_by_turn() -> None:
    best = most_points("pig", 8)
    one = best.value(0, turns_left=1)
    for left in range(9):
        assert best.values[left, :100] == pytest.approx(np.arange(100) + left * one, rel=1e-13)
    assert (best.policy[1:, :100] == best.policy[1, 0]).all()


def test_ties_hold_but_at_a_turn_total_of_0() -> None:
    """With 20 points at risk, one more throw of Pig is worth just as much."""
    best = most_points("pig", 3)
    hold, roll = best.action_values(0, 20, 1)
    assert hold == pytest.approx(roll, abs=1e-12)
    assert [best.hold_value(0, left) for left in (1, 2, 3)] == [20, 20, 20]
    coin = throw("flip", ("1/2", 1, "bank"), ("1/4", 0, "bust"), ("1/4", 0, "wipe"))
    even = most_points(jd.Rules("even", 5, (coin,)), 3)
    assert even.action_values(2, 0, 1) == pytest.approx([2.0, 2.0])
    assert even.action(2, 0, 1) == 1


def test_whoever_has_much_passes_where_a_wipe_threatens_and_may_not_where_the_first_roll_is_forced() -> None:
    free, forced = most_points("two-dice-pig", 5), most_points("two-dice-pig(forced_first_roll=true)", 5)
    assert free.action(250, 0, 1) == 0
    assert free.value(250, 0, 1) == 250.0
    assert free.action(0, 0, 1) == 1
    assert forced.action(250, 0, 1) == 1
    assert forced.value(250, 0, 1) < 250.0
    assert forced.action_values(250, 0, 1)[0] is None


def test_passing_is_never_better_on_the_way_to_a_target() -> None:
    for name in ("pig", "two-dice-pig", "two-throws"):
        for found in (fewest_turns(GAMES[name]), within(GAMES[name], 4)):
            for own in range(GAMES[name].target):
                assert found.action(own, 0) > 0


def test_the_points_that_may_be_at_risk_are_certified() -> None:
    """With more room for turn totals, nothing changes."""
    from jeopardice.exact.solitaire import points

    for name in ("two-dice-pig", "frey", "three-throws"):
        found = most_points(GAMES[name], 4)
        wider = points._played(GAMES[name], 3 * found.turn.limit, 4)
        assert found.expected == pytest.approx(wider.expected, rel=1e-14)


def test_two_dice_pig_needs_a_larger_limit_than_without_wipes() -> None:
    assert most_points("two-dice-pig", 1).turn.limit < most_points("two-dice-pig", 20).turn.limit


@pytest.mark.parametrize("name", ["pig", "two-dice-pig", "frey", "hog", "two-throws", "forced-wipes"])
def test_the_distribution_under_best_play_has_the_mean_that_was_promised(name: str) -> None:
    rules = GAMES[name]
    turns = fewest_turns(rules)
    assert turns.distribution.mean == pytest.approx(turns.expected, rel=1e-12)
    figures = turns.distribution.probabilities
    assert figures @ np.arange(len(figures)) == pytest.approx(turns.expected, rel=1e-8)
    limited = within(rules, 6)
    assert limited.distribution.within(6) == pytest.approx(limited.probability, abs=1e-13)
    assert limited.distribution.endless == pytest.approx(1.0 - limited.probability, abs=1e-13)
    assert limited.distribution.probabilities == pytest.approx(turns_of(limited.plan, 6).probabilities, abs=1e-14)
    points = most_points(rules, 6)
    assert points.distribution.mean == pytest.approx(points.expected, rel=1e-12)
    assert points.distribution.probabilities.sum() == pytest.approx(1.0)


def test_the_policy_for_fewest_turns_is_a_strategy_for_duels() -> None:
    best = jd.solitaire("pig(target=30)")
    table = best.strategy
    assert (table.choices_by_scores[0] == best.policy[:, None]).all()
    assert 0.4 < jd.duel("pig(target=30)", table, "optimal").average < 0.5


def test_the_least_number_of_turns_for_a_chance_is_the_first_that_reaches_it() -> None:
    chances = within("pig", 40).values[:, 0]
    for chance in (0.01, 0.5, 0.99):
        turns = jd.turns_for("pig", chance)
        assert chances[turns - 1] < chance <= chances[turns]
    assert jd.turns_for("hog(dice=1)", 0.999) > 32
    assert jd.turns_for("piglet(target=1)", 0.5) == 1


def test_hold_values_are_where_best_play_first_holds() -> None:
    best = fewest_turns("pig")
    assert best.hold_value(0) == next(k for k in best.turn_totals if k and best.action(0, k) == 0)
    assert best.actions(99)[0] == 1
    assert within("pig", 10).hold_value(0) == within("pig", 10).hold_value(0, 10)


def test_where_nothing_is_held_the_hold_value_is_all_that_is_missing_as_in_a_game_for_two() -> None:
    assert fewest_turns("pig(target=7)").hold_value(0) == 7 == jd.solve("pig(target=7)").hold_value(0, 0)
    last = within("pig", 1)
    assert [last.hold_value(own) for own in (0, 1, 60, 97)] == [100, 99, 40, 3]
    assert fewest_turns("hog").hold_value(30) == 70 == jd.solve("hog").hold_value(30, 0)


def test_without_a_target_the_hold_value_is_no_more_than_a_turn_can_bring() -> None:
    assert most_points("pig(target=10)", 3).hold_value(9) == 20
    assert most_points("hog(dice=2)", 3).hold_value(9) == 12


def test_best_play_that_takes_too_many_turns_is_told_without_its_distribution() -> None:
    best = jd.solitaire("piglet(target=2, heads=1/1000000)")
    assert best.expected == pytest.approx(2e6)
    assert best.sd == pytest.approx(math.sqrt(2 * (1 - 1e-6)) * 1e6)
    assert best.to_dict()["distribution"] is None
    with pytest.raises(jd.NotConvergedError, match="takes 2e\\+06 turns of piglet"):
        _ = best.distribution


def test_beyond_the_target_nothing_more_is_used() -> None:
    best = fewest_turns("pig")
    assert best.value(90, 12) == 1.0
    assert within("pig", 3).value(90, 12, 2) == 1.0
    assert within("pig", 3).value(90, 0, 0) == 0.0
    with pytest.raises(jd.PositionError, match="must be 0 with no turn left, not 5"):
        within("pig", 3).value(90, 5, 0)


@pytest.mark.parametrize(
    ("places", "named"),
    [
        ((100, 0, None), "own"),
        ((-1, 0, None), "own"),
        ((0, 1, None), "turn_total"),
        ((0, True, None), "turn_total"),
        ((0, 0, 4), "turns_left"),
        ((0, 0, 0), "turns_left"),
    ],
)
def test_positions_that_cannot_occur_are_refused_by_name(places: tuple[int, int, int | None], named: str) -> None:
    with pytest.raises(jd.PositionError, match=named):
        within("pig", 3).action(*places)


def test_turns_left_are_refused_where_no_turns_are_counted() -> None:
    with pytest.raises(jd.PositionError, match="not for fewest-turns"):
        fewest_turns("pig").action(0, 0, 3)


def test_results_show_what_they_are() -> None:
    best = jd.solitaire("pig(target=20)")
    assert repr(best).startswith("FewestTurns('pig(target=20)', 'fewest-turns', expected=2.66")
    assert "expected" in best._repr_html_()
    assert best.to_dict()["expected"] == best.expected
    assert best.to_dict()["distribution"]["mean"] == best.distribution.mean
    assert repr(jd.solitaire("pig", goal="within:2")).startswith("Within('pig', 'within(2)', probability=0.0202")
    assert repr(jd.solitaire("pig", goal="most-points(2)")).startswith(
        "MostPoints('pig', 'most-points(2)', expected=16.2"
    )
    assert "<th>2</th>" in best.distribution._repr_html_()


def test_expectations_that_are_very_large_are_found_or_refused() -> None:
    assert fewest_turns("piglet(target=20, heads=1/1000000)").expected == pytest.approx(2e7, rel=1e-12)
    rare = throw("rare", ("1/1000000000", 1, "score"), ("999999999/1000000000", 0, "wipe"))
    assert fewest_turns(jd.Rules("rare", 9, (rare,))).expected == pytest.approx(1e81, rel=1e-9)
    with pytest.raises(jd.NotConvergedError, match="beyond all numbers"):
        fewest_turns(jd.Rules("rare", 60, (rare,)))


def test_a_throw_that_goes_on_and_never_loses_has_no_most_points() -> None:
    with pytest.raises(jd.RulesError, match=r"flip of .* goes on and never loses"):
        most_points("piglet(heads=1)", 3)


def test_too_much_work_is_refused_before_it_starts() -> None:
    with pytest.raises(jd.TooLargeError, match="of memory, and"):
        fewest_turns("pig(target=900000)")
    careful = throw("careful", ("999999/1000000", 6, "score"), ("1/1000000", 0, "bust"))
    with pytest.raises(jd.TooLargeError):
        most_points(jd.Rules("careful", 100, (careful,)), 1000)
