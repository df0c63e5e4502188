"""The little language of names and values."""

from typing import Any

from drawn_games import HALF
from hypothesis import given, settings
from hypothesis import strategies as st

from jeopardice.games.grammar import Call, nearest, read_call, spelled


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


def test_a_suggestion_is_made_only_where_there_is_one() -> None:
    assert nearest("pgi", ["pig", "hog"]) == "; did you mean 'pig'?"
    assert nearest("zzz", ["pig", "hog"]) == "; there are pig, hog"
    assert nearest("zzz", []) == ""
