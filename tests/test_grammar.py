"""The little language of names and values."""

from fractions import Fraction
from typing import Any

import pytest
from drawn_games import HALF
from hypothesis import given, settings
from hypothesis import strategies as st

from jeopardice.errors import NotationError
from jeopardice.games.grammar import Call, nearest, read_call, spelled

TINY = Fraction(1, 10**60)


def test_calls_are_read_with_their_values_and_their_place() -> None:
    call = read_call("best-response(hold-at:20, goal=false, mix=[1/2, -0.5, 3])")
    assert call.name == "best-response"
    (inner,) = call.values
    assert isinstance(inner, Call)
    assert (inner.name, inner.values, inner.position) == ("hold-at", (20,), 14)
    assert call.named == {"goal": False, "mix": (HALF, -HALF, 3)}


@settings(max_examples=60)
@given(
    st.dictionaries(
        st.from_regex(r"[a-z]+(_[a-z]+)?", fullmatch=True),
        st.recursive(
            st.one_of(st.integers(-(10**20), 10**20), st.booleans(), st.fractions(max_denominator=10**6)),
            lambda value: st.lists(value, max_size=3).map(tuple),
            max_leaves=5,
        ),
        max_size=4,
    )
)
def test_what_is_spelled_is_read_back(named: dict[str, Any]) -> None:
    assert read_call(spelled("name", named)).named == named


@pytest.mark.parametrize(
    ("spelled", "value"), [("1e-3", Fraction(1, 1000)), ("-2.5E2", -250), (".5e+1", 5), ("1.e0", 1), ("1e-60", TINY)]
)
def test_a_number_may_have_an_exponent_and_means_exactly_that(spelled: str, value: Fraction) -> None:
    assert read_call(f"name({spelled})").values == read_call(f"name:{spelled}").values == (value,)


@pytest.mark.parametrize(
    ("spelled", "message"),
    [("1e61", "exponent of a number lies between -60 and 60"), ("1e-99999", "exponent"), ("1e", "a value is expected")],
)
def test_an_exponent_that_is_none_or_too_large_is_refused_at_its_place(spelled: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as told:
        read_call(f"name({spelled})")
    assert told.value.position == 5


def test_a_suggestion_is_made_only_where_there_is_one() -> None:
    assert nearest("pgi", ["pig", "hog"]) == "; did you mean 'pig'?"
    assert nearest("zzz", ["pig", "hog"]) == "; there are pig, hog"
    assert nearest("zzz", []) == ""
