"""What holds for every game of the catalogue, and what each of them throws."""

import itertools
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from drawn_games import EFFECTS, catalog_games, every_game
from hypothesis import given

from jeopardice.games.catalog import CATALOG
from jeopardice.games.notation import as_game, game_notation
from jeopardice.games.rules import Rules


@pytest.mark.parametrize(
    ("game", "effect", "chance"),
    [
        ("pig", "bust", Fraction(1, 6)),
        ("pig(sides=8, bust=[1, 2])", "bust", Fraction(1, 4)),
        ("two-dice-pig", "bust", Fraction(10, 36)),
        ("two-dice-pig", "wipe", Fraction(1, 36)),
        ("big-pig", "bust", Fraction(10, 36)),
        ("frey", "bank", Fraction(1, 36)),
        ("piggy", "bust", Fraction(1, 6)),
        ("hog", "bust", Fraction(1, 6)),
        ("pass-the-pigs", "bust", Fraction("0.210796")),
    ],
)
def test_the_catalogue_throws_what_its_rules_say(game: str, effect: Any, chance: Fraction) -> None:
    assert as_game(game).throws[0].chance(effect) == chance


def test_big_pig_counts_doubles_twice() -> None:
    thirty_sixth = Fraction(1, 36)
    scored = {o.points: o.probability for o in as_game("big-pig").throws[0].outcomes if o.effect == "score"}
    sums = (sum(f) * (2 if f[0] == f[1] else 1) for f in itertools.product(range(2, 7), repeat=2))
    expected = {25: thirty_sixth}
    for points in sums:
        expected[points] = expected.get(points, Fraction(0)) + thirty_sixth
    assert scored == expected


def test_passed_pigs_score_what_was_measured() -> None:
    measured = {1: ".213005", 5: ".406224", 10: ".078484", 15: ".027834", 20: ".062288", 25: ".00042", 40: ".0009"}
    scored = {o.points: o.probability for o in as_game("pass-the-pigs").throws[0].outcomes if o.points}
    assert scored == {points: Fraction(chance) for points, chance in {**measured, 60: ".000049"}.items()}


@every_game
def test_every_game_describes_itself_in_a_sentence(name: str) -> None:
    description = CATALOG[name].__doc__
    assert description
    assert description.strip().endswith(".")


@every_game
def test_every_game_can_be_named_with_nothing_but_a_target(name: str) -> None:
    rules = as_game(f"{name}(target=7)")
    assert rules == CATALOG[name](target=7)
    assert rules.target == 7
    assert rules.name == name
    assert game_notation(CATALOG[name]()) == name


@every_game
def test_every_fingerprint_changes_with_the_target_and_the_forced_first_roll(name: str) -> None:
    rules = CATALOG[name](target=30)
    variants = [replace(rules, target=31), replace(rules, forced_first_roll=True)]
    assert len({rules.fingerprint, *(variant.fingerprint for variant in variants)}) == 3
    assert rules.fingerprint == CATALOG[name](target=30).fingerprint


@given(catalog_games())
def test_the_probabilities_of_every_throw_sum_to_one(rules: Rules) -> None:
    for throw in rules.throws:
        assert sum(outcome.probability for outcome in throw.outcomes) == 1
        assert sum(throw.chance(effect) for effect in EFFECTS) == 1
