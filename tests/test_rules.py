"""Rules are values, checked where they are made."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from drawn_games import FLIP, HALF

from jeopardice.errors import RulesError
from jeopardice.games.catalog import CATALOG, PIG, piglet
from jeopardice.games.dice import Die, fair_die
from jeopardice.games.notation import as_game
from jeopardice.games.rules import Outcome, Rules, Throw, as_fraction, as_integer, merged, short


def test_rules_are_values() -> None:
    assert CATALOG["pig"]() == PIG
    assert hash(CATALOG["pig"]()) == hash(PIG)
    assert replace(PIG, target=50) == CATALOG["pig"](target=50)
    with pytest.raises(FrozenInstanceError):
        PIG.target = 50  # type: ignore[misc]


def test_equal_outcomes_are_added_up_and_impossible_ones_are_left_out() -> None:
    third = Fraction(1, 3)
    outcomes = (Outcome(third, 2), Outcome(0, 7), Outcome(third, 0, "bust"), Outcome(third, 2))  # type: ignore[arg-type]
    assert merged(outcomes) == (Outcome(2 * third, 2), Outcome(third, 0, "bust"))
    assert Throw("roll", outcomes).outcomes == merged(outcomes)


def test_probabilities_may_be_written_as_text_decimals_or_floats() -> None:
    for tenth in ("1/10", "0.1", 0.1, Decimal("0.1"), Fraction(1, 10), np.float64(0.1)):
        assert as_fraction(tenth, "probability") == Fraction(1, 10)


def test_whole_numbers_may_be_numpy_integers_or_whole_fractions() -> None:
    for five in (5, np.int64(5), Fraction(5)):
        whole = as_integer(five, "target", 1, 10)
        assert whole == 5
        assert type(whole) is int


def test_the_fingerprint_ignores_the_name_and_the_order_of_outcomes() -> None:
    turned = Throw("flip", FLIP.outcomes[::-1])
    game = Rules("one", 10, (FLIP,))
    assert game.fingerprint == Rules("another", 10, (turned,)).fingerprint
    others = [replace(game, target=11), replace(game, forced_first_roll=True), piglet(heads=Fraction(1, 3))]
    assert len({game.fingerprint, *(other.fingerprint for other in others)}) == 4


def test_the_actions_are_hold_and_then_the_throws() -> None:
    assert PIG.actions == ("hold", "roll")
    assert as_game("hog(dice=2)").actions == ("hold", "throw-1", "throw-2")


REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: Outcome(Fraction(3, 2)), "probability must lie between 0 and 1, not 3/2"),
    (lambda: Outcome(Fraction(-1, 2)), "probability must lie between 0 and 1, not -1/2"),
    (lambda: Outcome(float("nan")), "probability must be a number"),  # type: ignore[arg-type]
    (lambda: Outcome(float("inf")), "probability must be a number"),  # type: ignore[arg-type]
    (lambda: Outcome("1e999999999"), "probability must be a number"),  # type: ignore[arg-type]
    (lambda: Outcome("1/0"), "probability must be a number"),  # type: ignore[arg-type]
    (lambda: Outcome(True), "probability must be a number"),  # type: ignore[arg-type]
    (lambda: Outcome(Decimal("1e999999999")), "probability must be a number"),  # type: ignore[arg-type]
    (lambda: Outcome([10**5000]), "not a list that is too large to show"),  # type: ignore[arg-type]
    (lambda: Outcome(None), "probability must be a number"),  # type: ignore[arg-type]
    (lambda: Outcome(10**5000), "probability must lie between 0 and 1"),  # type: ignore[arg-type]
    (lambda: Outcome(HALF, -1), "points must be at least 0, not -1"),
    (lambda: Outcome(HALF, 10**5000), "points must be at most 1000000, not a number of more than 30 digits"),
    (lambda: Outcome(HALF, -(10**5000)), "points must be at least 0"),
    (lambda: Outcome(HALF, 1.5), "points must be a whole number, not 1.5"),  # type: ignore[arg-type]
    (lambda: Outcome(HALF, True), "points must be a whole number, not True"),
    (lambda: Outcome(HALF, 1, "jump"), "effect must be one of score, bust, wipe, bank, not 'jump'"),  # type: ignore[arg-type]
    (lambda: Outcome(HALF, 1, ["bust"]), "effect must be one of"),  # type: ignore[arg-type]
    (lambda: Outcome(HALF, 1, "bust"), "points must be 0 where the effect is bust, not 1"),
    (lambda: Outcome(HALF, 1, "wipe"), "points must be 0 where the effect is wipe, not 1"),
    (lambda: Throw("roll", ()), "the probabilities of throw 'roll' must sum to 1, not 0"),
    (
        lambda: Throw("roll", (Outcome(HALF, 1),)),
        "the probabilities of throw 'roll' must sum to 1, not 1/2 = 0.5",
    ),
    (lambda: Throw("roll", (Outcome("0.333", 1),) * 3), "must sum to 1, not 999/1000"),  # type: ignore[arg-type]
    (lambda: Throw("hold", FLIP.outcomes), "the name of a throw must be"),
    (lambda: Throw(" ", FLIP.outcomes), "the name of a throw must be"),
    (lambda: Throw(7, FLIP.outcomes), "the name of a throw must be"),  # type: ignore[arg-type]
    (lambda: Throw("roll", (Outcome(HALF, 0), Outcome(HALF, 0))), "throw 'roll' would never end"),
    (lambda: Throw("roll", (Outcome(Fraction(1, 10**1001), 1),)), "at most 1000 digits"),
    (lambda: Throw("roll", 5), "outcomes must be several of Outcome, not 5"),  # type: ignore[arg-type]
    (lambda: Throw("roll", (1, 2)), "outcomes"),  # type: ignore[arg-type]
    (lambda: Rules("", 10, (FLIP,)), "name must be a non-empty text, not ''"),
    (lambda: Rules(7, 10, (FLIP,)), "name must be a non-empty text, not 7"),  # type: ignore[arg-type]
    (lambda: Rules("x", 0, (FLIP,)), "target must be at least 1, not 0"),
    (lambda: Rules("x", -(10**5000), (FLIP,)), "target must be at least 1"),
    (
        lambda: Rules("x", 10**5000, (FLIP,)),
        "target must be at most 1000000, not a number of more than 30 digits",
    ),
    (lambda: Rules("x", 10.0, (FLIP,)), "target must be a whole number, not 10.0"),  # type: ignore[arg-type]
    (lambda: Rules("x", "10", (FLIP,)), "target must be a whole number, not '10'"),  # type: ignore[arg-type]
    (lambda: Rules("x", 10, ()), "throws must name at least one throw"),
    (lambda: Rules("x", 10, ("roll",)), "throws"),  # type: ignore[arg-type]
    (lambda: Rules("x", 10, (FLIP, FLIP)), "throws must have different names, not flip, flip"),
    (
        lambda: Rules("x", 10, tuple(replace(FLIP, name=str(n)) for n in range(201))),
        "throws must be at most 200, not 201",
    ),
    (lambda: Rules("x", 10, (Throw("roll", (Outcome(Fraction(1), 0, "bust"),)),)), "the game can never end"),
    (lambda: Rules("x", 10, (FLIP,), 1), "forced_first_roll must be true or false, not 1"),  # type: ignore[arg-type]
    (lambda: Rules("x", 10, (FLIP,), players=3), "players must be 2: games for 3 players are not built yet"),
    (lambda: Rules("x", 10, (FLIP,), players=2.0), "players"),  # type: ignore[arg-type]
    (lambda: Die(()), "faces must be between 1 and 1000 numbers, not 0"),
    (lambda: Die((1, -2)), "faces must be at least 0, not -2"),
    (lambda: Die((1, 2), (Fraction(1),)), "weights must be as many as the 2 faces, not 1"),
    (lambda: Die((1, 2), (Fraction(1), Fraction(-1))), "weights must not be negative, and not all 0"),
    (lambda: Die((1, 2), (Fraction(0), Fraction(0))), "weights must not be negative, and not all 0"),
    (lambda: fair_die(0), "sides must be at least 1, not 0"),
]


@pytest.mark.parametrize(("make", "message"), REFUSED)
def test_rules_that_no_game_can_have_are_refused_by_the_name_of_the_field(
    make: Callable[[], Any], message: str
) -> None:
    with pytest.raises(RulesError) as refusal:
        make()
    assert message in str(refusal.value)
    assert len(str(refusal.value)) < 300


def test_numbers_of_numpy_are_exact_and_become_plain_ones() -> None:
    assert as_fraction(np.float32(0.1), "probability") == Fraction(1, 10)
    three = as_fraction(np.int64(3), "weights")
    assert three == 3
    assert type(three.numerator) is int


def test_the_message_never_fails_however_large_the_value_is() -> None:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    for value in (10**5000, Fraction(1, 10**5000), [10**5000], nested, "x" * 10**6):
        assert len(short(value)) <= 60
    while nested:
        nested = nested.pop()


@pytest.mark.parametrize("name", ["a\x1b[31mred", "two\nlines", "tab\there", "\u202eright to left"], ids=ascii)
def test_a_name_that_cannot_be_printed_is_refused_and_not_shown_raw(name: str) -> None:
    throw = Throw("roll", (Outcome(Fraction(1), 1, "bank"),))
    for make in (lambda: Rules(name, 5, (throw,)), lambda: Throw(name, throw.outcomes)):
        with pytest.raises(RulesError, match="without line breaks and control characters") as told:
            make()
        assert str(told.value).isprintable()
    assert Rules("Glücksspiel № 1", 5, (throw,)).name == "Glücksspiel № 1"
