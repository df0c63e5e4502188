"""Games drawn at random for property tests, and small parts of games."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume
from hypothesis import strategies as st

from jeopardice.games.catalog import CATALOG
from jeopardice.games.rules import Effect, Outcome, Rules, Throw

HALF = Fraction(1, 2)
EFFECTS: tuple[Effect, ...] = ("score", "bank", "bust", "wipe")
FLIP = Throw("flip", (Outcome(HALF, 1), Outcome(HALF, 0, "bust")))
every_game = pytest.mark.parametrize("name", CATALOG)
small_integers = st.integers(1, 40)


def catalog_games() -> st.SearchStrategy[Rules]:
    """Games of the catalogue with all their parameters varied."""
    chances = st.fractions(Fraction(1, 100), 1, max_denominator=100)
    families: list[st.SearchStrategy[Rules]] = [
        st.builds(maker, target=small_integers)
        for name, maker in CATALOG.items()
        if name not in ("pig", "piglet", "hog")
    ]
    busts = st.one_of(st.just(1), st.lists(st.integers(1, 5), max_size=4))
    families += [
        st.builds(CATALOG["pig"], target=small_integers, sides=st.integers(6, 20), bust=busts),
        st.builds(CATALOG["piglet"], target=small_integers, heads=chances),
        st.builds(CATALOG["hog"], target=small_integers, dice=st.integers(1, 4)),
    ]
    return st.builds(lambda rules, f: replace(rules, forced_first_roll=f), st.one_of(families), st.booleans())


@st.composite
def throws(draw: st.DrawFn, name: str) -> Throw:
    """Throws with outcomes of every kind; not one that can only score 0 and go on."""
    weights = draw(st.lists(st.integers(1, 5), min_size=1, max_size=5))
    outcomes = []
    for weight in weights:
        effect: Effect = draw(st.sampled_from(EFFECTS))
        points = draw(st.integers(0, 4)) if effect in ("score", "bank") else 0
        outcomes.append(Outcome(Fraction(weight, sum(weights)), points, effect))
    assume(any(outcome.points or outcome.effect != "score" for outcome in outcomes))
    return Throw(name, tuple(outcomes))


@st.composite
def small_games(draw: st.DrawFn) -> Rules:
    """Games to a small target, with one to three throws of any kind."""
    choices = tuple(draw(throws(f"throw-{n}")) for n in range(draw(st.integers(1, 3))))
    assume(any(throw.scores for throw in choices))
    return Rules("small", draw(st.integers(1, 8)), choices)
