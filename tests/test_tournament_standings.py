"""What follows from the figures of a tournament: standings, cycles, ratings, mixtures, as slow twins find them."""

import naive_tournament as naive
import numpy as np
import pytest
from fields import CYCLE, at_random, made
from hypothesis import given, settings
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.compare.tournament import Tournament
from jeopardice.errors import MissingError, PositionError


@pytest.fixture(scope="module")
def cycle() -> Tournament:
    return jd.tournament("pig", CYCLE)


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(2, 7), st.sampled_from([1, 2, 3, 10]))
def test_cycles_and_transitivity_are_those_of_the_slow_twin(seed: int, count: int, values: int) -> None:
    found = at_random(seed, count, values)
    average = found.average.tolist()
    cycles = naive.cycles(average)
    assert {tuple(found.names.index(name) for name in cycle) for cycle in found.cycles} == cycles
    assert found.cycle_count == len(found.cycles) == len(cycles)
    assert found.is_transitive == naive.is_transitive(average)
    if found.gap:
        i, j, k = (found.names.index(name) for name in found.gap)
        assert naive.beats(average, i, j)
        assert naive.beats(average, j, k)
        assert not naive.beats(average, i, k)
    winners = [n for n in range(count) if all(naive.beats(average, n, other) for other in range(count) if other != n)]
    assert ([found.condorcet] if found.condorcet else []) == [found.names[n] for n in winners]


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(1, 8), st.sampled_from([1, 2, 3, 1000]))
def test_nobody_gains_against_the_mixture(seed: int, count: int, values: int) -> None:
    found = at_random(seed, count, values)
    mixture = found.mixture
    drawn = [mixture.shares.get(name, 0.0) for name in found.names]
    assert sum(drawn) == pytest.approx(1.0, abs=1e-12)
    assert min(drawn) >= 0.0
    assert naive.worth(found.shares.tolist(), drawn) == pytest.approx(mixture.value, abs=1e-12)
    assert mixture.value == pytest.approx(0.5, abs=1e-9)
    assert 0.0 <= mixture.gain <= 1e-9
    if found.condorcet:
        assert mixture.shares[found.condorcet] == pytest.approx(1.0, abs=1e-9)


def test_the_mixture_of_a_cycle_has_all_three_by_the_known_formula(cycle: Tournament) -> None:
    edge = cycle.shares - 0.5
    opposite = {"turtle": edge[1, 2], "roll-to-win": edge[2, 0], "roll-and-wait": edge[0, 1]}
    whole = sum(opposite.values())
    assert cycle.mixture.shares == pytest.approx({name: share / whole for name, share in opposite.items()}, abs=1e-12)
    assert cycle.mixture.gain < 1e-14


@pytest.mark.parametrize("seed", range(4))
def test_ratings_are_those_of_the_slow_way_uphill(seed: int) -> None:
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.uniform(0.05, 0.95, (5, 5)), 1)
    found = made(upper + np.tril(1 - upper.T, -1) + np.eye(5) / 2)
    assert list(found.ratings.by_name.values()) == pytest.approx(naive.ratings(found.shares.tolist()), abs=1e-6)


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(1, 9), st.sampled_from([1, 2, 5, 10**6]))
def test_the_rated_are_expected_to_have_what_they_had(seed: int, count: int, values: int) -> None:
    found = at_random(seed, count, values)
    rated = [name for name in found.names if found.ratings[name] is not None]
    assert set(found.ratings.why_not) == set(found.names) - set(rated)
    for name in rated:
        others = [other for other in rated if other != name]
        had = sum(found.shares[found.names.index(name), found.names.index(other)] for other in others)
        expected = sum(found.ratings.expected(name, other) or 0.0 for other in others)
        assert had == pytest.approx(expected, abs=1e-8)
    if rated:
        assert np.mean([found.ratings[name] for name in rated]) == pytest.approx(1500, abs=1e-6)


def test_ratings_are_found_even_where_almost_all_is_decided() -> None:
    shares = [[0.5, 1 - 1e-13, 1e-13], [1e-13, 0.5, 1 - 1e-12], [1 - 1e-13, 1e-12, 0.5]]
    assert all(rating is not None for rating in made(shares).ratings.by_name.values())


def test_those_that_always_win_or_lose_are_not_rated_and_it_is_said_why() -> None:
    found = made(
        [[0.5, 1, 1, 1, 1], [0, 0.5, 0.6, 0.7, 1], [0, 0.4, 0.5, 0.8, 1], [0, 0.3, 0.2, 0.5, 1], [0, 0, 0, 0, 0.5]]
    )
    assert found.ratings["s0"] is found.ratings["s4"] is found.ratings.expected("s0", "s1") is None
    assert found.ratings.why_not == {
        "s0": "always wins against those that are rated",
        "s4": "always loses to those that are rated",
    }
    rest = np.ix_([1, 2, 3], [1, 2, 3])
    assert [found.ratings[f"s{n}"] for n in (1, 2, 3)] == pytest.approx(naive.ratings(found.shares[rest].tolist()))


def test_where_every_pair_is_decided_there_are_no_ratings() -> None:
    found = made([[0.5, 1, 1], [0, 0.5, 1], [0, 0, 0.5]])
    assert set(found.ratings.why_not.values()) == {"every pair is decided beforehand"}
    assert set(made([[0.5]]).ratings.why_not.values()) == {"there is nobody to play against"}


def test_equals_share_a_place_and_stand_as_they_were_entered() -> None:
    found = jd.tournament("pig(target=30)", ["hold-at(1)", "turtle", "hold-at(5)", "optimal"])
    assert [(line.place, line.name) for line in found.standings] == [
        (1, "optimal"), (2, "turtle"), (2, "hold-at(5)"), (4, "hold-at(1)"),
    ]  # fmt: skip
    turtle = found.standings[1]
    assert (turtle.won, turtle.drawn, turtle.lost) == (1, 1, 1)
    assert (turtle.worst_opponent, turtle.worst) == ("optimal", found.average[1, 3])


def test_orders_may_differ() -> None:
    found = made([[0.5, 0.51, 0.51, 0.3], [0.49, 0.5, 0.9, 0.4], [0.49, 0.1, 0.5, 0.7], [0.7, 0.6, 0.3, 0.5]])
    assert [line.name for line in found.standings] == ["s1", "s3", "s0", "s2"]
    assert [(line.place, line.name) for line in found.ranked("pairs")] == [(1, "s3"), (1, "s0"), (3, "s1"), (3, "s2")]
    assert [line.name for line in found.ranked("worst")] == ["s1", "s3", "s0", "s2"]
    with pytest.raises(PositionError, match="the order of standings must be one of average, pairs, worst, not 'luck'"):
        found.ranked("luck")  # type: ignore[arg-type]


def test_even_pairs_may_break_transitivity_without_a_cycle() -> None:
    found = made([[0.5, 0.6, 0.5], [0.4, 0.5, 0.6], [0.5, 0.4, 0.5]])
    assert (found.is_transitive, found.gap, found.cycle_count) == (False, ("s0", "s1", "s2"), 0)


def test_the_mixture_names_the_extra_that_brings_scipy(cycle: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jeopardice.compare.mixture.find_spec", lambda name: None)
    fresh = Tournament("made", cycle.names, cycle.first, cycle.second, cycle.stalemates)
    with pytest.raises(MissingError, match=r"needs scipy: pip install 'jeopardice\[compare\]'"):
        _ = fresh.mixture
    assert fresh.to_dict()["mixture"] is None
