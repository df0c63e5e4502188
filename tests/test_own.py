"""Strategies of the user's own: functions, matrices, files of tables, `module:function`; hostile ones among them."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from samples import CATALOGUE

import jeopardice as jd
from jeopardice.games.rules import short
from jeopardice.strategies.base import State
from jeopardice.strategies.field import field
from jeopardice.strategies.notation import described_file, spelled_strategy
from jeopardice.strategies.own import from_function, from_matrix

SMALL = CATALOGUE["pig"]


def hold_at_4(my_score: int, your_score: int, turn_score: int) -> bool:
    return turn_score < 4


def same_as_hold_at_4(strategy: Any) -> None:
    found, known = jd.resolve(SMALL, strategy), jd.resolve(SMALL, "hold-at(4)")
    np.testing.assert_array_equal(found.probabilities, known.probabilities)


def test_a_function_of_three_scores_or_of_the_state_is_a_strategy() -> None:
    same_as_hold_at_4(hold_at_4)
    same_as_hold_at_4(lambda state: state.turn_total < 4)
    same_as_hold_at_4(lambda state: "roll" if state.turn_total < 4 else "bank")
    same_as_hold_at_4(lambda own, opponent, total, margin=0: np.int64(total < 4 + margin))
    same_as_hold_at_4(lambda state: {"roll": 1.0} if state.turn_total < 4 else [1, 0])
    same_as_hold_at_4(lambda state: np.array(int(state.turn_total < 4)))
    same_as_hold_at_4(lambda *scores: scores[2] < 4)
    same_as_hold_at_4(lambda own, *scores, margin=0: own.turn_total < 4 + margin)
    same_as_hold_at_4(lambda own, opponent, *total: total[0] < 4)
    same_as_hold_at_4(lambda *, state: state.turn_total < 4)
    same_as_hold_at_4(lambda *rest, state, margin=0: state.turn_total < 4 + margin)
    same_as_hold_at_4(lambda state: np.array([state.turn_total >= 4, state.turn_total < 4], float))


def test_a_class_with_a_call_is_a_strategy_with_a_name() -> None:
    class Cautious:
        def __call__(self, mine: int, yours: int, turn: int) -> bool:
            return turn < 4

    same_as_hold_at_4(Cautious())
    assert jd.as_strategy(SMALL, Cautious()).name == "Cautious"
    assert jd.as_strategy(SMALL, hold_at_4).describe()


def test_a_function_is_not_asked_where_banking_wins() -> None:
    asked: list[State] = []

    def spy(state: State) -> bool:
        asked.append(state)
        return True

    jd.resolve(SMALL, spy)
    assert max(state.own + state.turn_total for state in asked) < SMALL.target
    assert {state.rules for state in asked} == {SMALL}
    assert {state.legal for state in asked} == {(0, 1)}


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (2, "must be an action"),
        (-1, "must be an action"),
        ("fly", "not 'fly'"),
        (None, "not None"),
        (0.5, "not 0.5"),
        (float("nan"), "not nan"),
        ([0.5, 0.6], "sum to 1"),
        ([1.5, -0.5], r"in \[0, 1\]"),
        ([float("nan"), 1.0], "sum to 1"),
        ([1.0], "must be an action"),
        (["a", "b"], "must be an action"),
        ({"fly": 1.0}, "not 'fly'"),
        ({0.5: 1.0}, "must be an action"),
        ({"roll": 0.7}, "sum to 1"),
        (np.zeros((2, 2)), "must be an action"),
        ({1, 2}, "must be an action"),
        ([10**400, 0], "must be an action"),
        (np.array(7), "not 7"),
    ],
    ids=str,
)
def test_an_answer_that_is_no_action_is_refused_with_the_position(answer: Any, message: str) -> None:
    with pytest.raises(jd.StrategyError, match=message) as told:
        jd.resolve(SMALL, lambda state: answer if state.own == 3 else 1)
    assert "at own 3, opponent 0, turn total 0" in str(told.value)


def test_a_function_that_raises_is_told_with_the_position_and_its_own_words() -> None:
    def fails(mine: int, yours: int, turn: int) -> bool:
        if mine == 2 and turn == 3:
            raise KeyError("lost")
        return True

    with pytest.raises(jd.StrategyError, match="fails failed at own 2, opponent 0, turn total 3: KeyError: 'lost'"):
        jd.duel(SMALL, fails, "turtle")


def test_holding_where_the_first_roll_is_forced_is_refused() -> None:
    with pytest.raises(jd.StrategyError, match="force the first roll"):
        jd.resolve("pig(target=10, forced_first_roll=true)", lambda state: 0)
    with pytest.raises(jd.StrategyError, match="may hold, but the rules force"):
        jd.resolve("pig(target=10, forced_first_roll=true)", lambda state: [0.5, 0.5])


async def later(own: int, opponent: int, turn_total: int) -> bool:
    return True


class Awaited:
    async def __call__(self, own: int, opponent: int, turn_total: int) -> bool:
        return True


def test_what_is_called_in_another_way_is_refused_in_words() -> None:
    for function, message in ((later, "not an async one"), (Awaited(), "not an async one"), (jd.HoldAt, "is a class")):
        with pytest.raises(jd.StrategyError, match=message):
            jd.as_strategy(SMALL, function)
    with pytest.raises(jd.StrategyError, match="must be an action"):
        jd.resolve(SMALL, lambda state: later(1, 2, 3))


def test_a_fault_of_several_lines_is_told_in_one() -> None:
    def fails(state: State) -> bool:
        raise ValueError("line one\nline two")

    with pytest.raises(jd.StrategyError, match=r"ValueError: line one line two$"):
        jd.resolve(SMALL, fails)


def test_a_strategy_that_ends_the_program_does_not_end_ours() -> None:
    with pytest.raises(jd.StrategyError, match="at own 0, opponent 0, turn total 0: it ended the program"):
        jd.resolve(SMALL, lambda state: sys.exit(0))


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda: 1, "not 0 arguments"),
        (lambda a, b: 1, "not 2 arguments"),
        (lambda a, b, c, d: 1, "not 4 arguments"),
        (lambda *, position: 1, "not 0 arguments and position by name"),
        (lambda a, b, c, *, margin: 1, "not 3 arguments and margin by name"),
        (lambda a, *, state: 1, "not 1 arguments and state by name"),
        (max, "argument"),
    ],
    ids=["0", "2", "4", "another name", "one more name", "both", "max"],
)
def test_a_function_of_other_arguments_is_refused(function: Callable[..., Any], message: str) -> None:
    with pytest.raises(jd.StrategyError, match=message):
        from_function(function, "odd")


@pytest.mark.parametrize("strategy", [3, 2.5, None, b"turtle", [1, 2]], ids=str)
def test_what_is_no_strategy_is_refused(strategy: Any) -> None:
    with pytest.raises(jd.StrategyError, match="a strategy is a notation, a function, an array or a file"):
        jd.as_strategy(SMALL, strategy)


@pytest.mark.parametrize("kind", [bool, np.int8, np.int64, np.float64, np.uint8])
def test_a_matrix_of_zeros_and_ones_is_a_strategy(kind: Any) -> None:
    matrix = np.zeros((10, 10, 10), kind)
    matrix[:, :, :4] = 1
    same_as_hold_at_4(matrix)


def test_a_matrix_may_be_written_as_lists() -> None:
    lists = [[[int(total < 4) for total in range(10)] for _ in range(10)] for _ in range(10)]
    same_as_hold_at_4(lists)
    same_as_hold_at_4(tuple(map(tuple, lists)))
    assert jd.duel(SMALL, lists, "hold-at(4)").average == 0.5


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[[0, 1], [1, 0]]], r"must have the shape \(10, 10, 10\), not \(1, 2, 2\)"),
        ([[[0, 1], [1]]], "and its lists differ"),
        ([[[None] * 10] * 10] * 10, "must hold actions"),
        (np.zeros((10, 10)), "must have the shape"),
        (np.zeros((11, 11, 11)), "must have the shape"),
        (np.full((10, 10, 10), 2), "actions must be 0 to 1, not 2"),
        (np.full((10, 10, 10), -1), "not -1"),
        (np.full((10, 10, 10), 0.5), "must hold actions"),
        (np.full((10, 10, 10), np.nan), "must hold actions"),
        (np.full((10, 10, 10), None), "must hold actions"),
        (np.full((10, 10, 10), "roll"), "must hold actions"),
        (np.zeros((10, 10, 10), complex), "must hold actions"),
    ],
    ids=lambda value: str(getattr(value, "dtype", "")),
)
def test_a_matrix_that_holds_something_else_is_refused(matrix: Any, message: str) -> None:
    with pytest.raises(jd.StrategyError, match=message):
        from_matrix(SMALL, matrix)


def test_a_module_is_imported_only_where_the_user_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "mine_alone.py").write_text(
        "import jeopardice as jd, numpy as np\ndef four(a, b, c): return c < 4\nvalue = jd.HoldAt(4)\nnumber = 3\n"
        "matrix = np.tile(np.arange(10) < 4, (10, 10, 1))\nlists = matrix.tolist()\n"
    )
    with pytest.raises(jd.NotationError, match="there is no strategy 'mine_alone'"):
        spelled_strategy(SMALL, "mine_alone:four")
    assert "mine_alone" not in sys.modules
    same_as_hold_at_4("mine_alone:four")
    same_as_hold_at_4("mine_alone:value")
    for text, message in (
        ("mine_alone:number", "mine_alone:number is neither a function nor a matrix but 3"),
        ("mine_alone:missing", "has no 'missing'"),
        ("not_there_at_all:four", "no module 'not_there_at_all'"),
        ("mine_alone.py:four", "for a file mine_alone.py write mine_alone:four"),
        ("jeopardice:HoldAt", "is a class: a strategy is an instance"),
        ("math:gcd", "."),
    ):
        with pytest.raises(jd.StrategyError, match=message):
            jd.resolve(SMALL, text)
    same_as_hold_at_4("mine_alone:matrix")
    same_as_hold_at_4("mine_alone:lists")
    assert described_file("mine_alone:lists") == "A matrix of actions."
    (tmp_path / "broken_alone.py").write_text("1 / 0\n")
    (tmp_path / "lacking_alone.py").write_text("import surely_not_there\n")
    (tmp_path / "leaving_alone.py").write_text("raise SystemExit\n")
    for name, message in (
        ("broken_alone", "cannot be imported: ZeroDivisionError"),
        ("lacking_alone", "cannot be imported: it imports 'surely_not_there'"),
        ("leaving_alone", "cannot be imported: it ended the program"),
    ):
        with pytest.raises(jd.StrategyError, match=message):
            jd.as_strategy(SMALL, f"{name}:four")


def test_code_inside_of_another_strategy_is_run_only_where_the_user_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "mine_inside.py").write_text("def four(a, b, c): return c < 4\n")
    for text in (
        "best-response(mine_inside:four)", "best-response:mine_inside:four", "noisy(mine_inside:four, 0.1)",
        "noisy:mine_inside:four,0.1", "noisy(strategy=best-response(mine_inside:four), e=0.1)",
    ):  # fmt: skip
        with pytest.raises(jd.NotationError, match="there is no strategy 'mine_inside'") as told:
            spelled_strategy(SMALL, text)
        assert told.value.position == text.index("mine_inside")
        assert "mine_inside" not in sys.modules
    for text in ("best-response(mine_inside(four))", "noisy(mine_inside: four, 0.1)"):
        with pytest.raises(jd.NotationError, match="there is no strategy 'mine_inside'"):
            jd.as_strategy(SMALL, text)
    assert "mine_inside" not in sys.modules
    for text, known in (
        ("best-response(mine_inside:four)", "best-response(hold-at(4))"),
        ("best-response:mine_inside:four", "best-response(hold-at(4))"),
        ("noisy:mine_inside:four,0.1", "noisy(hold-at(4), 0.1)"),
    ):
        found = jd.resolve(SMALL, text)
        np.testing.assert_array_equal(found.probabilities, jd.resolve(SMALL, known).probabilities)
        assert found.name == known.replace("hold-at(4)", "mine_inside:four")
    assert list(field(SMALL, "noisy(mine_inside:four, 0.1..0.2/0.1)")) == [
        f"noisy(mine_inside:four, {e})" for e in (0.1, 0.2)
    ]


@pytest.mark.parametrize("value", [np.zeros((9, 9)), np.zeros(3), [np.eye(3)]], ids=["matrix", "vector", "in a list"])
def test_a_value_is_told_in_one_line(value: Any) -> None:
    assert "\n" not in short(value)
    with pytest.raises(jd.StrategyError) as told:
        jd.resolve(SMALL, lambda state: value)
    assert "\n" not in str(told.value)
