"""Dice make throws."""

import subprocess
import sys
import timeit
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jeopardice.games.dice import (
    NO_DICE,
    Die,
    fair_die,
    judged_throw,
    summed_throw,
    summed_throws,
    summing_steps,
)
from jeopardice.games.notation import as_game
from jeopardice.games.rules import Effect


def finishes(code: str, seconds: float) -> bool:
    """Does the code come to its end, or to a JeopardiceError, in time?"""
    setup = "from jeopardice.errors import JeopardiceError\nfrom jeopardice.games.notation import *\n"
    guarded = f"try:\n    {code}\nexcept JeopardiceError:\n    pass"
    try:
        subprocess.run([sys.executable, "-c", setup + guarded], check=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(1, 9)), min_size=1, max_size=6))
def test_the_chances_of_a_die_sum_to_one(faces: list[tuple[int, int]]) -> None:
    die = Die(tuple(face for face, _ in faces), tuple(Fraction(weight) for _, weight in faces))
    assert sum(die.chances().values()) == 1


def test_a_face_written_twice_is_twice_as_likely() -> None:
    assert Die((1, 1, 2)).chances() == {1: Fraction(2, 3), 2: Fraction(1, 3)}
    assert Die((1, 2), (Fraction(2), Fraction(1))).chances() == Die((1, 1, 2)).chances()


@given(st.lists(st.integers(1, 6), min_size=1, max_size=3), st.sets(st.integers(1, 6)), st.booleans())
def test_summed_dice_are_the_judged_dice_that_sum(sides: list[int], bad: set[int], ends: bool) -> None:
    dice = [fair_die(n) for n in sides]
    summed = summed_throw("roll", dice, bad, ends)
    good: Effect = "bank" if ends else "score"

    def judge(faces: tuple[int, ...]) -> tuple[int, Effect]:
        return (0, "bust") if bad & set(faces) else (sum(faces), good)

    judged = judged_throw("roll", dice, judge)
    assert set(summed.outcomes) == set(judged.outcomes)


@pytest.mark.parametrize(
    "code",
    [
        "as_game('hog(dice=100)')",
        "as_game('pig(sides=1000)')",
        "rules_from_dict({'name': 'x', 'target': 9, 'throws': [{'dice': [list(range(1000))] * 100}]})",
    ],
)
def test_the_largest_dice_are_made_or_refused_in_seconds(code: str) -> None:
    assert finishes(code, seconds=8)


def test_throws_of_one_two_three_dice_are_made_in_one_go() -> None:
    die = Die((1, 2, 2, 5))
    together = summed_throws("throw", die, 3, bust_faces=[1], ends_turn=True)
    assert together == tuple(summed_throw(f"throw-{n}", [die] * n, [1], True) for n in (1, 2, 3))


@given(st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=5), max_size=4))
def test_summing_takes_no_more_steps_than_were_foreseen(faces: list[list[int]]) -> None:
    dice, steps, sums = [Die(tuple(several)) for several in faces], 0, NO_DICE
    for die in dice:
        steps += len(sums.counts) * len(die.counts())
        sums = sums.with_die(die, frozenset())
    assert steps <= summing_steps(dice)


@pytest.mark.parametrize(("game", "seconds"), [("hog(dice=10)", 0.1), ("pig(sides=1000)", 0.5)])
def test_dice_of_the_usual_size_are_made_at_once(game: str, seconds: float) -> None:
    assert min(timeit.repeat(lambda: as_game(game), number=1, repeat=3)) < seconds
