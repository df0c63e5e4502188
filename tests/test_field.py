"""Fields of strategies: ranges in the notation, and who is entered under which name."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.errors import JeopardiceError, NotationError, StrategyError
from jeopardice.games.grammar import Call, read_calls
from jeopardice.strategies.field import MOST_ENTRANTS, field
from jeopardice.strategies.named import HoldAt, Turtle


def test_a_range_enters_every_number_in_it() -> None:
    entrants = field("pig", "hold-at(1..100)")
    assert list(entrants) == [f"hold-at({n})" for n in range(1, 101)]
    assert entrants["hold-at(25)"] == HoldAt(25)


@pytest.mark.parametrize(
    ("notation", "names"),
    [
        ("hold-at:3..5", ["hold-at(3)", "hold-at(4)", "hold-at(5)"]),
        ("hold-at(10..40/10)", ["hold-at(10)", "hold-at(20)", "hold-at(30)", "hold-at(40)"]),
        ("hold-at(10..39/10)", ["hold-at(10)", "hold-at(20)", "hold-at(30)"]),
        ("hold-at( 3 .. 4 )", ["hold-at(3)", "hold-at(4)"]),
        ("hold-at(7..7)", ["hold-at(7)"]),
        ("hold-at(n=3..4, goal=false)", ["hold-at(3, goal=false)", "hold-at(4, goal=false)"]),
        ("noisy(hold-at(3..4), 0.1)", ["noisy(hold-at(3), 0.1)", "noisy(hold-at(4), 0.1)"]),
        ("noisy:hold-at:3..4,0.1", ["noisy(hold-at(3), 0.1)", "noisy(hold-at(4), 0.1)"]),
        ("noisy(turtle, 0..0.2/0.1)", ["noisy(turtle, 0)", "noisy(turtle, 0.1)", "noisy(turtle, 0.2)"]),
        ("noisy(turtle, .5..1/.5)", ["noisy(turtle, 0.5)", "noisy(turtle, 1)"]),
        (
            "noisy(hold-at(3..4), 0..1)",
            ["noisy(hold-at(3), 0)", "noisy(hold-at(3), 1)", "noisy(hold-at(4), 0)", "noisy(hold-at(4), 1)"],
        ),
        ("noisy(optimal, 0.05)", ["noisy(optimal, 0.05)"]),
    ],
)
def test_ranges_stand_wherever_numbers_do(notation: str, names: list[str]) -> None:
    assert list(field("pig", [notation])) == names


@given(st.integers(-50, 50), st.integers(0, 60), st.integers(1, 7))
def test_a_range_goes_from_its_first_number_in_even_steps_up_to_its_last(first: int, more: int, step: int) -> None:
    calls = read_calls(f"x({first}..{first + more}/{step})")
    assert [call.values for call in calls] == [(n,) for n in range(first, first + more + 1, step)]


def test_ranges_in_lists_and_under_names_are_spelled_out_as_well() -> None:
    calls = read_calls("x([1..2, 9], k=y(0.5..1/0.5))")
    values = [(call.values[0], call.named["k"].values) for call in calls]
    half = Fraction(1, 2)
    assert values == [((1, 9), (half,)), ((1, 9), (1,)), ((2, 9), (half,)), ((2, 9), (1,))]
    assert all(isinstance(call, Call) and call.text == calls[0].text for call in calls)


@pytest.mark.parametrize(
    ("text", "problem", "position"),
    [
        ("hold-at(5..1)", "this range is empty", 8),
        ("hold-at(1..)", "a range is written 1..100, or with a step 10..100/10", 8),
        ("hold-at(1..x)", "a range is written 1..100", 8),
        ("hold-at(1/2..3)", "a range is written 1..100", 8),
        ("hold-at: 1..5/0", "the step of a range must be more than 0", 9),
        ("hold-at(1..5/-1)", "the step of a range must be more than 0", 8),
        ("hold-at(1..1000000)", "a range has at most 1,000 values, and this has 1,000,000", 8),
        (f"hold-at(1..{10**100})", "a range has at most 1,000 values, and this has far more", 8),
        (f"hold-at(1..{10**180})", "a range has at most 180 characters", 8),
        ("hold-at(1..5/2/3)", "')' or a comma is expected here", 14),
        ("hold-at(..5)", "a value is expected here", 8),
        ("noisy(hold-att(1..2), 0)", "there is no strategy 'hold-att'", 6),
        ("hold-at(1..2, k=3)", "hold-at has no 'k'", 14),
    ],
)
def test_the_caret_of_a_refused_range_stands_under_the_place(text: str, problem: str, position: int) -> None:
    with pytest.raises(NotationError) as refusal:
        field("pig", text)
    assert problem in str(refusal.value)
    assert refusal.value.position == position


@pytest.mark.parametrize("text", ["hold-at(1..5)", "noisy(hold-at(1..5), 0.1)"])
def test_a_range_is_refused_where_one_strategy_is_expected(text: str) -> None:
    with pytest.raises(NotationError, match="one value is expected here, not a range"):
        jd.duel("pig", text, "turtle")
    with pytest.raises(NotationError, match="one value is expected here"):
        jd.as_game("pig(target=1..5)")


def test_too_many_combinations_are_refused_before_any_is_made() -> None:
    with pytest.raises(NotationError, match="the ranges give 10,000 values together, and 1,000 are handled"):
        field("pig", "noisy(hold-at(1..100), 0..0.99/0.01)")


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ([], "there are no strategies"),
        ({}, "there are no strategies"),
        (5, "a field is a list of strategies, not 5"),
        (None, "a field is a list of strategies, not None"),
        ([5], "a strategy is a notation, a function, an array or a file, not 5"),
        ([["turtle"]], "a strategy is a notation"),
        ([""], "a name is expected"),
        (["hold-at(-2..2)"], "n must be at least 0, not -2 (in 'hold-at(-2..2)')"),
        (["hold-at(0.5..2.5)"], "n must be a whole number, not 1/2"),
        (["missing.npz"], "cannot read missing.npz"),
        ({"a\nb": "turtle"}, "the name of a strategy must be a text that can be printed"),
        ({3: "turtle"}, "the name of a strategy must be a text"),
        ({"some": "hold-at(1..2)"}, "one value is expected here"),
        (["hold-at(1..999)", "turtle", "roll-to-win"], "a field has at most 1,000 strategies"),
    ],
)
def test_what_is_no_field_is_refused(entries: Any, problem: str) -> None:
    with pytest.raises(JeopardiceError) as refusal:
        field("pig", entries)
    assert problem in str(refusal.value)


def test_who_is_entered_twice_plays_once() -> None:
    entries = ["hold-at(1..3)", "hold-at:2", HoldAt(3), "hold-at(3, goal=true)", "hold-at(5)", "turtle"]
    entrants = field("pig", entries)
    assert list(entrants) == ["hold-at(1)", "hold-at(2)", "hold-at(3)", "hold-at(5)", "turtle"]
    assert entrants["turtle"] == Turtle()


def test_different_strategies_of_one_name_get_numbers() -> None:
    def careful(a: int, b: int, t: int) -> bool:
        return t < 5

    def again(bound: int) -> Any:
        def careful(a: int, b: int, t: int) -> bool:
            return t < bound

        return careful

    assert list(field("pig", [careful, again(9), careful])) == ["careful", "careful (2)"]
    matrices = [np.zeros((5, 5, 5), int), np.ones((5, 5, 5), int)]
    assert list(field("pig(target=5)", matrices)) == ["matrix", "matrix (2)"]


def test_names_of_one_s_own_come_from_a_mapping() -> None:
    entrants = field("pig", {"slow": "turtle", "the same": "turtle", "mine": lambda a, b, t: t < 9})
    assert list(entrants) == ["slow", "the same", "mine"]


def test_one_entry_and_any_iterable_of_them_are_fields() -> None:
    def mine(a: int, b: int, t: int) -> bool:
        return t < 9

    def several() -> Iterator[str]:
        yield from ("turtle", "optimal")

    assert list(field("pig", mine)) == ["mine"]
    assert list(field("pig", HoldAt(3))) == ["hold-at(3)"]
    assert list(field("pig(target=5)", np.ones((5, 5, 5), int))) == ["matrix"]
    assert list(field("pig", several())) == ["turtle", "optimal"]


def test_a_file_may_have_two_dots_in_its_name(tmp_path: Path) -> None:
    path = tmp_path / "1..2.npz"
    jd.save_table(jd.resolve("pig(target=5)", "turtle"), path)
    assert len(field("pig(target=5)", [str(path), path])) == 2  # one table each: they are not compared


def test_the_largest_field_is_entered() -> None:
    assert len(field("pig", f"hold-at(1..{MOST_ENTRANTS})")) == MOST_ENTRANTS


def test_a_strategy_with_no_name_to_print_is_refused() -> None:
    class Odd(jd.Strategy):
        @property
        def name(self) -> str:
            return "\x1b[31mred"

        def __call__(self, state: jd.State) -> int:
            return 0

    with pytest.raises(StrategyError, match="must be a text that can be printed"):
        field("pig", [Odd()])
