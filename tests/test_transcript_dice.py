"""Dice that are given beforehand: what they mean, and what is said where they do not fit."""

from typing import Any

import numpy as np
import pytest
from samples import GAMES, every_game

import jeopardice as jd
from jeopardice.errors import NotationError, PositionError
from jeopardice.sampled.script import Script, is_one_die, meant, possible, spelled


@every_game
def test_every_outcome_can_be_spelled_and_is_meant_by_its_spelling(name: str) -> None:
    for throw in GAMES[name].throws:
        for outcome in throw.outcomes:
            assert meant(throw, spelled(throw, outcome)) == outcome


def test_the_dice_of_pig_are_what_they_show() -> None:
    told = jd.transcript("pig", "hold-at(20)", "hold-at(20)", dice="5,5,5,1,2,6,6,6,...", rng=1)
    first, second = told.turns[:2]
    assert (first.end, first.total, second.end, second.banked) == ("bust", 15, "bank", 20)
    assert told.dice.startswith("5,5,5,1,2,6,6,6,")


@pytest.mark.parametrize(
    "dice",
    [
        "5,6,1,6,6",
        "5 6  1\n6 6",
        " 5,6,bust,6,6, ",
        "05,6,BUST,6,6",
        [5, 6, 1, 6, 6],
        ["5", np.int64(6), "bust", 6, "6"],
        iter([5, 6, 1, 6, 6]),
    ],
    ids=str,
)
def test_dice_are_written_in_many_ways(dice: Any) -> None:
    told = jd.transcript("pig", "hold-at(20)", dice=dice, own=88)
    assert (told.dice, told.scores) == ("5,6,1,6,6", (100,))


def test_one_is_a_point_where_there_is_such_an_outcome_and_else_the_bust() -> None:
    assert jd.transcript("piglet(target=1)", "turtle", dice="bust,1").dice == "bust,1"
    assert jd.transcript("two-dice-pig(target=4)", "turtle", dice="1,4").dice == "bust,4"
    assert jd.transcript("pig(target=2, bust=6)", "turtle", dice="bust,1,1").dice == "bust,1,1"


def test_an_outcome_that_banks_is_written_with_a_mark_only_where_it_must_be() -> None:
    assert jd.transcript("frey(target=30)", "hold-at(100)", dice="6,bust,6,25!").dice == "6,bust,6,25"
    assert jd.transcript("hog(target=12)", "hold-at(1, throw=2)", dice="12!").dice == "12"
    both = jd.as_game("pig(target=9)")
    throw = jd.Throw("roll", tuple(jd.Outcome(p, n, e) for p, n, e in TWICE))
    rules = jd.Rules("both", both.target, (throw,))
    assert jd.transcript(rules, "hold-at(9)", dice="5!,5").dice == "5!,5"
    assert possible(throw) == ["5", "5!", "bust (or 1)"]


TWICE: Any = (("1/3", 5, "score"), ("1/3", 5, "bank"), ("1/3", 0, "bust"))


def test_dice_that_go_on_are_followed_by_chance() -> None:
    told = jd.transcript("pig", "hold-at(20)", "optimal", dice="6,6,6,6,...", rng=5)
    assert told.seed == 5
    assert told.dice.startswith("6,6,6,6,")
    assert jd.transcript("pig", "hold-at(20)", "optimal", dice=[6, 6, 6, 6, ...], rng=5) == told
    assert jd.transcript("pig", "hold-at(20)", dice="6,6,6,...", own=94).dice == "6"


def test_a_game_without_a_throw_needs_no_dice() -> None:
    assert jd.transcript("pig", "hold-at(0)", dice="").stalemate


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ("5,5,5,1", "all 4 of the dice are taken, and in turn 2 of b, at own 0, opponent 0, turn total 0, one more is"),
        ("", "there are no dice, and in turn 1 of a"),
        ("7", "number 1 of the dice is 7, thrown in turn 1 of a, .* roll can only bring 2 to 6, bust \\(or 1\\)"),
        ("5,0", "number 2 of the dice is 0, .*, turn total 5; roll"),
        ("5,wipe", "number 2 of the dice is wipe"),
        ("5!", "number 1 of the dice is 5!"),
        ("...,5", "number 1 of the dice is ..., which can only stand at their end"),
        ([5, ..., ...], "number 2 of the dice is ..."),
        ([5, True], "number 2 of the dice must be a number of points, bust or wipe, not True"),
        ([5.0], "number 1 of the dice must be .* not 5.0"),
        ([-5], "number 1 of the dice must be .* not -5"),
        (["5,5"], "number 1 of the dice must be .* not '5,5'"),
        (5, "dice must be a text such as '5,5,5,1' or several numbers, not 5"),
        ("5,9" + "9" * 40, "dice are numbers of points"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_dice_that_do_not_fit_are_told(dice: Any, message: str) -> None:
    with pytest.raises((PositionError, NotationError), match=message):
        jd.transcript("pig", "hold-at(20)", "hold-at(20)", dice=dice)


def test_dice_that_are_left_over_are_told() -> None:
    with pytest.raises(PositionError, match=r"2 of the 3 dice are left over \(6, 1\): the game is over after turn 1"):
        jd.transcript("pig", "hold-at(20)", dice="6,6,1", own=94)
    with pytest.raises(PositionError, match=r"1 of the 2 dice is left over \(6\)"):
        jd.transcript("pig", "hold-at(20)", dice="6,6", own=94)
    with pytest.raises(PositionError, match=r"\(2, 2, 2, 2, 2, 2, 2, 2, \.\.\.\)"):
        jd.transcript("pig", "hold-at(20)", dice="6," + "2," * 20, own=94)


def test_a_fault_in_a_text_of_dice_is_shown_at_its_place() -> None:
    with pytest.raises(NotationError, match="not 'x'") as caught:
        Script("5,5,x,1")
    assert caught.value.position == 4
    assert "\n  5,5,x,1\n      ^" in str(caught.value)
    with pytest.raises(NotationError) as caught:
        Script("5," * 200 + "x")
    assert caught.value.position is None
    assert len(str(caught.value)) < 400


def test_there_is_an_end_to_the_dice() -> None:
    def endless() -> Any:
        while True:
            yield 5

    with pytest.raises(PositionError, match="dice must be at most 1,000,000"):
        Script(endless())


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("pig", ["2 to 6", "bust (or 1)"]),
        ("piglet", ["1", "bust"]),
        ("two-dice-pig", ["4 to 12", "bust (or 1)", "wipe"]),
        ("frey", ["5 to 12", "16", "20", "24, 25", "bust (or 1)"]),
        ("pig(bust=[3, 5])", ["1, 2", "4", "6", "bust"]),
    ],
)
def test_what_a_throw_can_bring_is_told_in_ranges(game: str, expected: list[str]) -> None:
    assert possible(jd.as_game(game).throws[0]) == expected


def test_one_die_that_busts_on_1_is_known_by_its_outcomes() -> None:
    dice = {name: is_one_die(rules.throws[0]) for name, rules in GAMES.items()}
    assert {name for name, one in dice.items() if one} >= {"pig", "forced-pig", "weighted"}
    assert not any(dice[name] for name in ("piggy", "hog", "two-dice-pig", "piglet", "pass-the-pigs", "frey"))
    assert is_one_die(jd.as_game("pig(sides=20)").throws[0])
    assert not is_one_die(jd.as_game("pig(bust=[1, 2])").throws[0])
