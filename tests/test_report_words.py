"""Rules and simple strategies in words."""

from dataclasses import replace
from fractions import Fraction

import pytest
from samples import CUSTOM, FUTILE, GAMES, throw

import jeopardice as jd
from jeopardice.games.catalog import CATALOG, pig
from jeopardice.games.rules import Rules
from jeopardice.show.report.parts import break_even
from jeopardice.show.report.words import in_words, listed, points, rules_in_words, shown


def test_the_rules_of_pig_are_told() -> None:
    assert rules_in_words(jd.PIG) == [
        "Two players take turns, and both begin with 0 points. Whoever first banks 100 points wins.",
        "In your turn you throw as often as you like (roll). The points add up to the turn total. When you hold, it is "
        "banked, that is, added to your score, and the turn ends. Banked points are safe.",
        "You may also pass: hold before the first throw.",
        "roll: 2 to 6 points (all equally likely) with a probability of 5/6 (83.33 %); a bust with a probability of "
        "1/6 (16.67 %). It brings 3.33 points on average.",
        "A bust: the turn total is lost, and the turn ends.",
    ]


def test_wipes_banks_forced_throws_and_several_throws_are_told() -> None:
    told = " ".join(rules_in_words(GAMES["raptor"]))
    assert "each time one of 2 throws (creep, pounce)" in told
    assert "Banked points are safe, but for a wipe." in told
    assert "The first throw of a turn has to be made." in told
    assert "creep: 0 or 1 points with a probability of 3/4 (75.00 %)" in told
    assert "5 points, with which the turn ends and everything is banked, with a probability of 1/3 (33.33 %)" in told
    assert "A wipe: the turn total and the banked score are lost, and the turn ends." in told
    assert "pass" not in told


def test_a_turn_of_a_single_throw_is_told() -> None:
    told = rules_in_words(CATALOG["hog"]())
    assert "A turn is a single throw; choose which of 10 (throw-1, throw-2, ..., throw-10)." in told[1]
    assert not any("throw-3:" in sentence for sentence in told)
    assert "A turn is a single throw (roll). It ends with it" in rules_in_words(pig(target=2))[1]
    assert rules_in_words(Rules("it", 2, (throw("throw", ("1", 1, "bank")),)))[1].startswith(
        "A turn is a single throw. "
    )


def test_one_point_is_no_plural_and_few_numbers_are_named() -> None:
    assert "Whoever first banks 1 point wins." in rules_in_words(pig(target=1))[0]
    assert "flip: 1 point with" in rules_in_words(CATALOG["piglet"]())[3]
    odd = Rules("odd", 20, (throw("roll", ("1/4", 2, "score"), ("1/4", 7, "score"), ("1/2", 9, "score")),))
    assert "roll: 2, 7 or 9 points with a probability of 1 (100.00 %). It brings 6.75 points" in rules_in_words(odd)[3]
    assert "throw: 1 to 60 points with a probability of 78.92 %" in rules_in_words(CATALOG["pass-the-pigs"]())[3]
    assert "futile: 0 points, with which" in rules_in_words(Rules("it", 3, (FUTILE, odd.throws[0])))[3]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_told_in_whole_sentences(name: str) -> None:
    told = rules_in_words(GAMES[name])
    assert all(sentence.endswith(".") and "  " not in sentence for sentence in told)
    assert f"banks {points(GAMES[name].target)} wins" in told[0]


@pytest.mark.parametrize(
    ("spelled", "words"),
    [
        ("hold-at(25)", "Hold at 25."),
        ("hold-at(100)", "Go on until you win."),
        ("keep-pace(25, 200, 100)", "Hold at 25."),
        ("keep-pace(25, 200, 70)", "Hold at 25; once either score is at least 70, go on until you win."),
        (
            "keep-pace(21, 8, 71)",
            "Hold at 21 + (opponent - own)/8, rounded: 1 more for every 8 points that you are behind, 1 less for every "
            "8 that you are ahead; once either score is at least 71, go on until you win.",
        ),
        (
            "keep-pace(21, 1, 100)",
            "Hold at 21 + opponent - own: as many more as you are behind, as many less as you are ahead.",
        ),
        ("turtle", "Hold at 5."),
        ("roll-to-win", "Rolls until banking wins the game, whatever happens."),
    ],
)
def test_a_rule_is_told_as_to_a_friend(spelled: str, words: str) -> None:
    assert in_words(jd.as_strategy(jd.PIG, spelled), jd.PIG) == words


def test_which_throw_is_made_is_told_where_there_are_several() -> None:
    two = CUSTOM["two-throws"]
    assert in_words(jd.as_strategy(two, "hold-at(3, throw=2)"), two) == "Always make wild; hold at 3."
    hog = GAMES["hog"]
    assert in_words(jd.as_strategy(hog, "hold-at(1, throw=2)"), hog) == "Always make throw-2."
    assert shown("hold-at(1, throw=2)", hog) == "always throw-2"
    assert shown("optimal", hog) == "optimal"
    assert shown("hold-at(3, throw=2)", two) == "hold-at(3, throw=2)"
    assert in_words(jd.HoldAt(1), pig(target=1)) == "Throw."


def test_lists_have_a_word_before_the_last() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"], "or") == "a, b or c"


def test_the_turn_total_at_which_a_throw_gains_nothing_is_that_of_the_books() -> None:
    assert break_even(jd.PIG) == 20
    assert break_even(CATALOG["piglet"](heads=Fraction(2, 3))) == 2
    assert break_even(replace(jd.PIG, target=4)) == 20
    for name in ("two-dice-pig", "hog", "raptor", "wiped"):
        assert break_even(GAMES[name]) is None
    assert break_even(Rules("sure", 9, (throw("roll", ("1", 2, "score")),))) is None
