"""The textbook's methods and discounts for the dice games: in Python, and on the command line."""

import json
from typing import Any

import numpy as np
import pytest
from samples import GAMES

import jeopardice as jd
from jeopardice import finite
from jeopardice.cli.main import main
from jeopardice.finite import DiceGame, discounted, iterate_dice
from jeopardice.finite.dice_game import PLUS_AND_MINUS
from jeopardice.finite.dice_graph import dice_graph
from jeopardice.finite.stopping import not_best
from jeopardice.games.rules import Rules

every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())
SMALL, HALF = "pig(target=25)", "pig(target=50)"
Shell = pytest.CaptureFixture[str]


def run(shell: Shell, *arguments: str) -> tuple[int, str, str]:
    """The exit code, stdout and stderr of a command."""
    code = main(arguments)
    return code, *shell.readouterr()


def test_the_report_s_value_iteration_stops_short_by_more_than_its_threshold() -> None:
    report = iterate_dice("pig", tolerance=1e-5, order="jacobi")
    assert report.iterated.sweeps == 174
    assert report.exact.value() == pytest.approx(2 * jd.solve("pig").first_player - 1, abs=1e-12)
    assert 1e-5 < report.error_at_start < 1e-4
    assert report.largest_error > 1e-4
    assert 0 < report.wrong_actions < 100


@pytest.mark.parametrize("method", ["value-iteration", "policy-iteration"])
def test_a_small_tolerance_leaves_a_small_error_and_no_wrong_action(method: str) -> None:
    stopped = iterate_dice(SMALL, method, tolerance=1e-13)
    assert stopped.largest_error < 1e-10
    assert stopped.wrong_actions == 0
    assert stopped.to_dict()["exact_value"] == pytest.approx(2 * jd.solve(SMALL).first_player - 1, abs=1e-12)


def test_a_large_tolerance_is_told_by_its_error() -> None:
    stopped = iterate_dice(HALF, tolerance=0.1)
    assert stopped.largest_error > 0.05
    assert 0 < stopped.wrong_actions <= stopped.to_dict()["positions"]


def test_a_method_must_be_one_of_the_two() -> None:
    with pytest.raises(jd.GameError, match="value-iteration or policy-iteration, not 'guessing'"):
        iterate_dice(SMALL, "guessing")


def test_a_discount_of_1_is_best_play() -> None:
    found = discounted(SMALL, 1)
    assert found.differs == 0
    assert found.loss == pytest.approx(0, abs=1e-12)
    assert found.value == pytest.approx(2 * jd.solve(SMALL).first_player - 1, abs=1e-12)


@pytest.mark.parametrize("discount", [0.99, 0.9, 0.5])
def test_discounted_values_are_those_of_the_game_move_by_move(discount: float) -> None:
    found = discounted(SMALL, discount)
    solved = finite.solve(DiceGame.of(SMALL, PLUS_AND_MINUS), discount)
    slow = finite.value_iteration(solved.graph, discount, 1e-15)
    for state in solved.graph.states:
        assert found.solved.value(state) == pytest.approx(solved.value(state), abs=1e-12)
        assert slow.value(state) == pytest.approx(solved.value(state), abs=1e-12)


def test_a_player_who_discounts_loses_to_best_play_by_what_the_duel_says() -> None:
    found = discounted(HALF, 0.98)
    duel = jd.duel(HALF, found.strategy, "optimal")
    assert found.loss == pytest.approx(0.5 - duel.average, abs=1e-12)
    assert found.loss == pytest.approx(0.00208, abs=1e-5)
    assert 0 < found.differs < found.positions


def test_hold_values_are_those_of_the_strategy() -> None:
    found = discounted("pig(target=40)", 0.98)
    totals = np.array(found.strategy.turn.total)
    for own, opponent in ((0, 0), (3, 20), (39, 39)):
        actions = found.strategy.choices_by_scores[0, own, opponent]
        holds = [t for t, a in zip(totals, actions, strict=False) if a == 0 and t > 0]
        assert found.hold_value(own, opponent) == (holds[0] if holds else 40 - own)


def test_whoever_discounts_heavily_goes_for_the_target_at_once() -> None:
    found = discounted("pig(target=40)", 0.5)
    assert found.hold_value(0, 0) == 40
    assert found.hold_value(10, 0) == 30
    assert discounted("pig(target=40)", 0.999).hold_value(0, 0) < 40


def test_on_a_scale_from_0_to_1_the_answer_is_another() -> None:
    plus_and_minus, zero_and_one = discounted(HALF, 0.98), finite.solve(dice_graph(HALF), 0.98)
    assert (1 + plus_and_minus.value) / 2 > zero_and_one.value() + 0.1
    assert not_best(plus_and_minus.rules, plus_and_minus.solved, zero_and_one.policy).sum() > 500


@every_game
def test_without_a_discount_the_strategy_is_best_play_of_every_game(rules: Rules) -> None:
    found = discounted(rules, 1)
    assert found.loss == pytest.approx(0, abs=1e-11)
    assert found.differs == 0


def test_the_command_shows_the_trace_and_the_error(capsys: Shell) -> None:
    code, out, _ = run(capsys, "solve", SMALL, "--method", "value-iteration", "--tolerance", "1e-5", "--trace")
    assert code == 0
    assert "sweep" in out
    assert "value at the start" in out
    assert "error" in out
    assert len(out.splitlines()) < 40
    assert "value at the start" not in run(capsys, "solve", SMALL, "--method", "value-iteration")[1]


def test_the_command_answers_with_json(capsys: Shell) -> None:
    words = ("solve", SMALL, "--method", "policy-iteration", "--order", "jacobi", "--discount", "0.9", "--json")
    found = json.loads(run(capsys, *words)[1])
    known = iterate_dice(SMALL, "policy-iteration", 1e-5, "jacobi", 0.9).to_dict()
    assert "trace" not in found
    assert all(known[key] == value for key, value in found.items())
    traced: dict[str, Any] = json.loads(run(capsys, *words, "--trace")[1])
    assert len(traced["trace"]["change"]) == len(known["trace"]["change"])
    assert json.loads(run(capsys, "solve", SMALL, "--discount", "0.9", "--json")[1]) == discounted(SMALL, 0.9).to_dict()


def test_the_command_shows_what_a_discount_changes(capsys: Shell) -> None:
    code, out, _ = run(capsys, "solve", HALF, "--discount", "0.98")
    assert code == 0
    assert "with the discount" in out
    assert "opponent" in out


def test_the_limit_ends_the_command_with_3_and_no_figures(capsys: Shell) -> None:
    code, out, err = run(capsys, "solve", SMALL, "--method", "value-iteration", "--most", "3")
    assert (code, out) == (3, "")
    assert "after 3 sweeps" in err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--trace"], "--trace needs --method"),
        (["--tolerance", "1e-5"], "--tolerance needs --method"),
        (["--order", "jacobi"], "--order needs --method"),
        (["--method", "guessing"], "must be value-iteration or policy-iteration"),
        (["--method", "value-iteration", "--tolerance", "0"], "tolerance must be above 0"),
        (["--method", "value-iteration", "--order", "any"], "must be one of jacobi"),
        (["--method", "value-iteration", "--exact"], "does not go with --exact"),
        (["--discount", "0.9", "--certificate"], "--discount does not go with"),
        (["--discount", "2"], "discount must be above 0 and at most 1"),
        (["--discount", "nan"], "discount must be above 0 and at most 1"),
    ],
)
def test_options_that_do_not_go_together_are_refused(options: list[str], message: str, capsys: Shell) -> None:
    code, out, err = run(capsys, "solve", SMALL, *options)
    assert (code, out) == (2, "")
    assert message in err
