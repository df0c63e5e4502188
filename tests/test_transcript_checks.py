"""A transcript checks itself against the rules, whoever makes it."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.errors import PositionError
from jeopardice.sampled.scorekeeper import Decision, ToldTurn
from jeopardice.sampled.transcript import Player

RULES = jd.as_game("piglet(target=2)")
HEADS, TAILS = jd.Outcome(Fraction(1, 2), 1), jd.Outcome(Fraction(1, 2), 0, "bust")
FIRST, SECOND, HELD = Decision(0, "flip", HEADS), Decision(1, "flip", HEADS), Decision(2, "hold")
LOST = ToldTurn("a", 0, 0, (Decision(0, "flip", TAILS),), "bust")
LISTED: Any = ["flip"]
WON = ToldTurn("a", 0, 0, (FIRST, SECOND, HELD), "bank", 2)


def made(turns: Any = (WON,), **changes: Any) -> jd.Transcript:
    """A game made from outside: two heads and a hold, but for changes."""
    values: dict[str, Any] = {"rules": RULES, "a": Player("me"), "b": Player("you"), "turns": turns}
    return jd.Transcript(**(values | changes))


def only(decision: Any, *more: Any) -> tuple[ToldTurn]:
    """A first turn of these decisions that is said to bust."""
    return (replace(LOST, decisions=(decision, *more)),)


def test_a_transcript_can_be_made_from_outside() -> None:
    told = made()
    assert (told.winner, told.scores, told.dice) == ("a", (2, 0), "1,1")
    assert made(turns=[WON]) == told
    assert made(turns=(LOST, replace(WON, player="b"))).winner == "b"
    assert made(turns=(LOST, WON), b=None).scores == (2,)


@pytest.mark.parametrize(
    ("turns", "message"),
    [
        ((), "ends before the game does: after turn 0 it is 0 to 0"),
        ((LOST,), "ends before the game does: after turn 1 it is 0 to 0"),
        ((replace(WON, decisions=(FIRST,)),), "turn 1 has no end"),
        ((replace(WON, decisions=()),), "turn 1 has no end"),
        ((replace(WON, player="b"),), "turn 1: player must be 'a', not 'b'"),
        ((replace(WON, own=1),), "turn 1: own must be 0, not 1"),
        ((replace(WON, opponent=False),), "turn 1: opponent must be 0, not False"),
        ((replace(WON, banked=3),), "turn 1: banked must be 2, not 3"),
        ((replace(LOST, end="wipe"),), "turn 1: end must be 'bust', not 'wipe'"),
        (only(*LOST.decisions, FIRST), "turn 1 goes on after its end"),
        (only(SECOND), "turn 1 of a, at own 0, opponent 0, turn total 0: turn_total cannot be 1"),
        (only(replace(FIRST, action="roll")), "action must be one of hold, flip, not 'roll'"),
        (only(Decision(0, LISTED, HEADS)), "not \\['flip'\\]"),
        (only(replace(FIRST, outcome=jd.Outcome(Fraction(1, 2), 2))), "2 points cannot come of flip"),
        (only(replace(FIRST, outcome=jd.Outcome(Fraction(1, 3), 1))), "1 points cannot come of flip"),
        (only(replace(FIRST, outcome=None)), "None cannot come of flip"),
        (only(Decision(0, "hold", HEADS)), "to hold has no outcome"),
        (only("flip"), "turn 1 must hold nothing but decisions, not 'flip'"),
        ((WON, LOST), "after turn 1 the game is over: nothing can follow"),
        ((LOST, 5), "turn 2 must be a ToldTurn with a tuple of decisions, not 5"),
        ((replace(LOST, decisions=LISTED),), "turn 1 must be a ToldTurn with a tuple"),
        (5, "turns must be several turns, not 5"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_turns_that_the_rules_do_not_allow_are_refused(turns: Any, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        made(turns)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"first": "c"}, "first must be 'a' or 'b', not 'c'"),
        ({"first": ["a"]}, "first must be 'a' or 'b', not"),
        ({"own": 2}, "own must be a whole number from 0 to 1, not 2"),
        ({"own": 0.0}, "own must be a whole number"),
        ({"b": None, "opponent": 1}, "opponent must be 0 where nobody else plays, not 1"),
        ({"b": None, "first": "b"}, "first must be 'a' where nobody else plays"),
        ({"b": "you"}, "a and b must be players, not 'you'"),
        ({"rules": "pig"}, "rules must be Rules, not 'pig'"),
        ({"seed": -1}, "seed must be a whole number from 0 on, not -1"),
        ({"seed": True}, "seed must be a whole number from 0 on, not True"),
        ({"rules": jd.as_game("pig")}, "action must be one of hold, roll, not 'flip'"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_around_them_is_checked_too(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        made(**changes)


def test_a_first_roll_that_is_forced_cannot_be_left_out() -> None:
    passed = replace(LOST, decisions=(Decision(0, "hold"),), end="pass")
    with pytest.raises(PositionError, match="it holds, but the rules force the first roll"):
        made((passed, passed), rules=replace(RULES, forced_first_roll=True))


def test_a_stalemate_must_be_one() -> None:
    passed = ToldTurn("a", 0, 0, (Decision(0, "hold"),), "pass")
    also = replace(passed, player="b")
    assert made((passed, also)).stalemate
    assert made((passed,), b=None).stalemate
    for unfinished in ((passed,), (LOST, also), (passed, replace(LOST, player="b"))):
        with pytest.raises(PositionError, match="ends before the game does"):
            made(unfinished)


@pytest.mark.parametrize(
    ("name", "heuristic", "message"),
    [
        ("", False, "a text that can be printed, not ''"),
        ("a\x1b[2J", False, "a text that can be printed"),
        (5, False, "a text that can be printed, not 5"),
        ("x" * 10_001, False, "at most 10000 characters, not 10001"),
        ("me", 1, "heuristic must be true or false, not 1"),
    ],
)
def test_players_have_names_that_can_be_printed(name: Any, heuristic: Any, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        Player(name, heuristic)
