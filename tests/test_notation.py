"""Games as notation."""

from dataclasses import replace
from typing import Any

import pytest
from drawn_games import FLIP, catalog_games
from hypothesis import example, given, settings
from hypothesis import strategies as st

from jeopardice.errors import JeopardiceError, NotationError
from jeopardice.games.catalog import PIG
from jeopardice.games.dice import fair_die, summed_throw
from jeopardice.games.notation import as_game, game_notation
from jeopardice.games.rules import Rules


@given(catalog_games())
def test_every_game_of_the_catalogue_reads_back_from_its_notation(rules: Rules) -> None:
    assert as_game(game_notation(rules)) == rules


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("pig:target=50", "pig(target=50)"),
        ("pig:50,8", "pig(target=50, sides=8)"),
        ("PIG(50)", "pig(50)"),
        (" pig ( target = 50 ) ", "pig(50)"),
        ("two_dice_pig", "two-dice-pig"),
        ("piglet(heads=0.25)", "piglet(heads=1/4)"),
        ("pig(target=50.0)", "pig(50)"),
        ("pig()", "pig"),
        ("pig(bust=[1])", "pig"),
    ],
)
def test_these_notations_mean_the_same(text: str, same: str) -> None:
    assert as_game(text) == as_game(same)


def test_rules_are_their_own_notation() -> None:
    assert as_game(PIG) is PIG


def test_a_game_outside_of_the_catalogue_is_not_spelled_as_one_in_it() -> None:
    with_three_faces = replace(PIG, throws=(summed_throw("roll", [fair_die(3)], [1]),))
    spelling = game_notation(with_three_faces)
    assert not spelling.startswith("pig") or as_game(spelling) == with_three_faces


@pytest.mark.parametrize("name", ["pig(", "pig(x)", "pig(colour=3)", "pig(50)", "my game", "pig(target=[1])"])
def test_a_game_of_any_name_has_a_notation(name: str) -> None:
    assert game_notation(Rules(name, 10, (FLIP,)))


NOTATION_LIKE = st.text(alphabet="pigletho()[],=:/.-+_ 0123456789\té²\0", max_size=40)
PARTS = [
    "pig",
    "piglet",
    "hog",
    "(",
    ")",
    ":",
    ",",
    "=",
    "target",
    "bust",
    "heads",
    "[",
    "]",
    "50",
    "1/6",
    "-1",
    "true",
    "x",
]


@settings(max_examples=400, deadline=1000)
@given(st.one_of(st.text(), NOTATION_LIKE, st.lists(st.sampled_from(PARTS), max_size=12).map("".join)))
@example("pig(" + "[" * 1500)
@example("pig(" * 400)
@example("a:" * 1000)
@example("pig(" + "9" * 1900)
@example("1" * 1999)
@example("pig(target=" + "1" * 61 + ")")
@example("\ud800")
@example("\ud800.toml")
@example("\0.toml")
@example("x" * 5000 + ".toml")
@example("pig(bust=[[1]])")
@example("pig(bust=[pig])")
@example("pig(forced_first_roll=pig)")
@example("pig(sides=true)")
def test_any_text_is_a_game_or_refused_at_once(text: str) -> None:
    answer: Rules | JeopardiceError
    try:
        answer = as_game(text)
    except JeopardiceError as refusal:
        answer = refusal
    assert type(answer) in (Rules, *JeopardiceError.__subclasses__())
    assert str(answer)


@pytest.mark.parametrize("game", [None, 5, [], b"pig", {"name": "pig"}])
def test_what_is_no_text_is_no_game(game: Any) -> None:
    with pytest.raises(NotationError, match="a game is Rules, a notation or the path of a TOML file, not"):
        as_game(game)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pig(target=-5)", 'target must be at least 1, not -5 (in "pig(target=-5)")'),
        ("pig(target=1/2)", "target must be a whole number, not 1/2"),
        ("pig(target=true)", "target must be a whole number, not True"),
        ("pig(sides=1)", "the game can never end"),
        ("pig(sides=1001)", "sides must be at most 1000, not 1001"),
        ("pig(bust=7)", "bust must name faces of the die (1 to 6), not 7"),
        ("piglet(heads=0)", "heads must be more than 0 and at most 1, not 0"),
        ("piglet(heads=[1])", "heads must be a number"),
        ("hog(dice=0)", "dice must be at least 1, not 0"),
        ("hog(dice=101)", "dice must be at most 100, not 101"),
        ("pig(forced_first_roll=3)", "forced_first_roll must be true or false, not 3 (in"),
        ("pig(bust=[x])", "a number is expected, not the name 'x'"),
        ("pig(bust=[x=1])", "x"),
        ("pig(bust=[x=1])", "a value in a list has no name, but this is called 'x'"),
        ("pig(bust=[[x]])", "a number is expected, not the name 'x'"),
        ("pig(forced_first_roll=yes)", "true or false is expected, not the name 'yes'"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused_with_the_field_and_the_text(text: str, message: str) -> None:
    with pytest.raises(JeopardiceError) as refusal:
        as_game(text)
    assert message.replace('"', "'") in str(refusal.value)
    assert text in str(refusal.value)
    assert "Call(" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "problem", "position"),
    [
        ("(50)", "a name is expected here", 0),
        ("  50", "a name is expected here", 2),
        ("pgi", "there is no game 'pgi'; did you mean 'pig'?", 0),
        ("  zzz", "there is no game 'zzz'", 2),
        ("pig(target=)", "a value is expected here", 11),
        ("pig(target=50", "')' or a comma is expected here", 13),
        ("pig(target=50 8)", "')' or a comma is expected here", 14),
        ("pig(50) 8", "this is not expected here", 8),
        ("pig(target=1/0)", "a number cannot be divided by 0", 11),
        ("pig(target=5, target=6)", "target is given twice", 14),
        ("pig(target=5,  8)", "a value without a name cannot follow one with a name", 15),
        ("pig(target= " + "1" * 61 + ")", "this number has more than 60 digits", 12),
        ("pig(50, sides=pig)", "a number is expected, not the name 'pig'", 14),
        ("pig(bust=[1, 2)", "']' or a comma is expected here", 14),
        ("pig:", "a value is expected here", 4),
        ("pig(50,  targte=50)", "pig has no 'targte'", 9),
        ("pig(1, 2, 3, 4)", "pig does not take these values", 0),
        ("pig(bust=[1, x=2])", "a value in a list has no name", 13),
    ],
)
def test_the_caret_of_a_refusal_stands_under_the_place(text: str, problem: str, position: int) -> None:
    with pytest.raises(NotationError) as refusal:
        as_game(text)
    first, shown, caret = str(refusal.value).split("\n")
    assert problem in first
    assert shown == f"  {text}"
    assert caret == " " * (2 + position) + "^"
    assert refusal.value.position == position


def test_a_mistyped_parameter_is_answered_with_the_nearest_one() -> None:
    with pytest.raises(NotationError, match=r"pig has no 'targte'; did you mean 'target'\?"):
        as_game("pig(targte=50)")
    with pytest.raises(NotationError, match="write pig"):
        as_game("pig(1, 2, 3, 4)")


def test_a_huge_number_in_what_is_no_text_is_no_game_either() -> None:
    with pytest.raises(NotationError, match="a game is Rules"):
        as_game([10**5000])  # type: ignore[arg-type]


def test_a_game_that_is_called_like_another_is_spelled_as_a_custom_one() -> None:
    other = Rules("pig", 10, (FLIP,), forced_first_roll=True)
    assert game_notation(other) == "custom pig(target=10, forced_first_roll=true)"
    assert game_notation(Rules("raptor", 12, (FLIP,))) == "raptor(target=12)"
