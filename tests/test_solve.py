"""Optimal play: the kernels, the fractions and the slow twins agree, and certificates hold."""

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import naive
import numpy as np
import pytest
from samples import GAMES, PASSING, naive_values

import jeopardice as jd
from jeopardice.exact.respond import respond_to
from jeopardice.exact.solve import ENDLESS, policy_of
from jeopardice.games.catalog import CATALOG
from jeopardice.games.rules import Rules

CLOSE = 1e-10
every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())


@every_game
def test_values_and_action_values_are_those_of_the_slow_twin(rules: Rules) -> None:
    solution, slow = jd.solve(rules, cache=False), naive_values(rules)
    for state, value in slow.items():
        if state.own + state.turn_total < rules.target:
            assert solution.value(*state) == pytest.approx(value, abs=CLOSE)
            expected = naive.action_values(rules, slow, state)
            found = solution.action_values(*state)
            if all(_moves_on(rules, action) for action in range(len(rules.throws) + 1)):
                assert found == pytest.approx(expected, abs=CLOSE)
        if state.turn_total == 0:
            assert solution.values[state.own, state.opponent] == pytest.approx(value, abs=CLOSE)


def _moves_on(rules: Rules, action: int) -> bool:
    """Whether an action surely changes something: a throw that may score 0 is valued together with its repetitions."""
    return action == 0 or not any(o.effect == "score" and not o.points for o in rules.throws[action - 1].outcomes)


@every_game
def test_the_certificates_of_a_solution_hold(rules: Rules) -> None:
    solution = jd.solve(rules, cache=False)
    assert solution.residual < 1e-13
    assert abs(solution.exploitability) < 1e-12


@pytest.mark.parametrize("name", sorted(GAMES))
def test_fractions_agree_with_floating_point(name: str) -> None:
    rules = GAMES[name]
    if name == "raptor":
        pytest.skip("raptor throws two dice and a wild one: its fractions take minutes")
    exact, rounded = jd.solve(rules, exact=True), jd.solve(rules, cache=False)
    assert isinstance(exact.first_player, Fraction)
    for (own, opponent), value in exact.values.items():
        assert rounded.values[own, opponent] == pytest.approx(float(value), abs=1e-12)


@pytest.mark.parametrize("rules", PASSING.values(), ids=PASSING.keys())
def test_where_throwing_is_dangerous_nobody_gains_by_leaving_the_policy_anywhere(rules: Rules) -> None:
    solution, exact = jd.solve(rules, cache=False), jd.solve(rules, exact=True)
    assert (solution.policy[:, :, 0] == 0).any()  # value iteration circles around a game where passing pays
    np.testing.assert_allclose(respond_to(solution.strategy, ENDLESS).values, solution.values, atol=1e-12)
    for position, value in exact.values.items():
        assert solution.values[position] == pytest.approx(float(value), abs=1e-12)
    duel = jd.duel(rules, solution.strategy, solution.strategy)
    assert duel.first + ENDLESS * duel.stalemate_first == pytest.approx(solution.first_player, abs=1e-12)


def test_where_both_would_rather_pass_for_ever_an_endless_game_counts_one_half() -> None:
    solution = jd.solve(PASSING["both-pass"], cache=False)
    both_pass = (solution.policy[:, :, 0] == 0) & (solution.policy[:, :, 0].T == 0)
    assert both_pass.any()
    assert solution.values[both_pass] == pytest.approx(0.5, abs=CLOSE)


@pytest.mark.parametrize("name", CATALOG)
def test_the_policy_found_while_solving_is_that_of_the_values(name: str) -> None:
    rules = CATALOG[name](target=40)
    solution = jd.solve(rules, cache=False)
    again = policy_of(rules, solution.values, "again")
    np.testing.assert_array_equal(solution.policy, again.choices_by_scores[0])


@pytest.mark.parametrize("name", CATALOG)
def test_forcing_the_first_roll_changes_no_value_of_the_catalogue(name: str) -> None:
    rules = CATALOG[name](target=30)
    forced = Rules(rules.name, rules.target, rules.throws, forced_first_roll=True)
    np.testing.assert_allclose(jd.solve(rules).values, jd.solve(forced).values, atol=1e-13)


def test_large_targets_where_values_fall_below_rounding_are_solved_in_one_sweep() -> None:
    solution = jd.solve("pig(target=500)", cache=False)
    assert solution.sweeps == 1
    assert solution.residual < 1e-13
    assert float(solution.values.min()) < 1e-9


def test_the_hold_sets_of_pig_are_not_thresholds() -> None:
    solution = jd.solve("pig")
    assert [solution.action(41, 49, total) for total in (21, 22, 26, 27, 28)] == [1, 0, 0, 1, 0]


def test_what_is_reachable_against_a_copy_is_reachable_against_anybody() -> None:
    solution = jd.solve("pig")
    against_itself, against_anybody = solution.reachable(), solution.reachable("any")
    assert against_itself[0, 0, 0]
    assert not (against_itself & ~against_anybody).any()
    assert 0 < against_itself.sum() < against_anybody.sum() < solution.states


def test_reachable_positions_are_those_that_random_games_come_to() -> None:
    solution = jd.solve("pig(target=15)")
    reached, table = solution.reachable(), solution.strategy
    rng = np.random.default_rng(1)
    for _ in range(300):
        scores, total, mover = [0, 0], 0, 0
        while max(scores) < 15:
            own, opponent = scores[mover], scores[1 - mover]
            if own + total < 15:
                assert reached[own, opponent, table.turn.node_of[total]]
            face = int(rng.integers(1, 7))
            if own + total < 15 and solution.action(own, opponent, total) and face > 1:
                total += face
                continue
            held = own + total >= 15 or not solution.action(own, opponent, total)
            scores[mover] += total if held else 0
            mover, total = 1 - mover, 0


def test_positions_that_cannot_occur_are_refused_by_name() -> None:
    solution = jd.solve("pig(target=20)")
    for position, named in (
        ((20, 0, 0), "own"),
        ((0, -1, 0), "opponent"),
        ((0, 0, 1), "turn_total"),
        ((0, 0, 99), "turn_total"),
    ):
        with pytest.raises(jd.PositionError, match=named):
            solution.action(*position)
        with pytest.raises(jd.PositionError, match=named):
            solution.value(*position)


@pytest.mark.parametrize("odd", ["41", None, [1], 1.0, True, np.zeros(2), (), -1], ids=str)
def test_what_is_no_score_is_refused_by_name_wherever_scores_are_asked(odd: Any) -> None:
    solution, exact = jd.solve("pig(target=20)"), jd.solve("piglet(target=3)", exact=True)
    by_place: tuple[Callable[..., Any], ...] = (
        solution.value, solution.advise, solution.action, exact.value, exact.action, exact.action_values,
    )  # fmt: skip
    for asked in by_place:
        for place, name in enumerate(("own", "opponent", "turn_total")):
            position = [0, 0, 0]
            position[place] = odd
            with pytest.raises(jd.PositionError, match=name):
                asked(*position)
    wrongs: tuple[Callable[[], Any], ...] = (
        lambda: jd.duel("pig(target=20)", "turtle", "turtle", own=odd),
        lambda: jd.turn_outcomes("pig(target=20)", "turtle", 0, odd),
        lambda: jd.advise("pig(target=20)", odd, 0),
        lambda: solution.value(0, 0, 0, memory=odd),
    )
    for wrong in wrongs:
        with pytest.raises(jd.PositionError):
            wrong()


def test_scores_of_numpy_are_scores() -> None:
    two: Any = np.int64(2)
    game = "pig(target=20)"
    assert jd.duel(game, "turtle", "optimal", own=two) == jd.duel(game, "turtle", "optimal", own=2)
    assert jd.solve("pig(target=20)").advise(two, two, two) == jd.solve("pig(target=20)").advise(2, 2, 2)
    assert jd.turn_outcomes("pig(target=20)", "turtle", two).own == 2


def test_a_turn_that_has_ended_is_held_and_is_worth_what_it_banks() -> None:
    solution = jd.solve("pig")
    for total in (100, 104, 105):
        assert solution.value(0, 0, total) == 1.0
        assert solution.action(0, 0, total) == 0
        assert solution.action_values(0, 0, total) == [1.0, None]
        assert solution.advise(0, 0, total).values == {"hold": 1.0}
    hog = jd.solve("hog")
    assert hog.value(0, 0, 12) == pytest.approx(1.0 - hog.value(0, 12))
    with pytest.raises(jd.PositionError, match="turn_total 500 cannot occur"):
        solution.value(99, 99, 500)
    ends = jd.turn_outcomes("pig", "roll-to-win").banked
    assert all(solution.value(0, 0, total) == 1.0 for total in ends)


def test_what_is_given_out_cannot_be_written_to() -> None:
    for solution in (jd.solve("pig(target=9)"), jd.best_response("pig(target=9)", "scoring-turns(2)")):
        arrays = (solution.values, solution.replies, solution.policy, solution.strategy.probabilities)
        assert not any(array.flags.writeable for array in arrays)


def test_advice_says_of_which_game_and_against_whom() -> None:
    for against, known in (("optimal", "optimal"), ("hold-at:9", "hold-at(9)"), ("best-response(turtle)",) * 2):
        plain = jd.advise("pig:target=20", 0, 0, against=against).to_dict()
        assert (plain["game"], plain["against"]) == ("pig(target=20)", known)


def test_the_time_of_solving_is_without_that_of_loading_the_kernels() -> None:
    code = "import jeopardice as jd, time; s = jd.solve('pig', cache=False).seconds; print(s)"
    seconds = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    ]
    assert min(seconds) < 0.1


def test_an_exact_solution_knows_both_seats() -> None:
    exact = jd.solve("piglet(target=2)", exact=True)
    assert exact.to_dict()["second_player"] == "3/7"
    played = jd.duel(exact.rules, exact.strategy, exact.strategy)
    assert played.first == pytest.approx(float(exact.first_player), abs=1e-15)
    assert played.second == pytest.approx(float(exact.second_player), abs=1e-15)


@pytest.mark.parametrize("game", ["piglet(target=5)", "hog(dice=2, target=8)", "two-dice-pig(target=9)"])
def test_an_exact_solution_advises_and_plays_as_the_other_does(game: str) -> None:
    exact, solution = jd.solve(game, exact=True), jd.solve(game)
    for own, opponent in ((0, 0), (3, 1), (4, 4)):
        told, known = exact.advise(own, opponent), solution.advise(own, opponent)
        assert all(isinstance(value, Fraction) for value in told.values.values())
        assert told.to_dict()["values"] == pytest.approx(known.to_dict()["values"], abs=1e-12)
        assert (told.best, told.game) == (known.best, known.game)
    assert jd.duel(game, exact.strategy, solution.strategy).average == pytest.approx(0.5, abs=1e-12)


def test_a_game_too_large_for_memory_is_refused_with_its_estimate() -> None:
    with pytest.raises(jd.TooLargeError, match=r"needs about .* may be used"):
        jd.solve("pig(target=200000)", cache=False)
    with pytest.raises(jd.TooLargeError, match="targets up to"):
        jd.solve("pig", exact=True)
