"""Tournaments that are shared out, or sampled: whoever does the work, the same comes out."""

import pickle
import zlib
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import combinations, product
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest
from fields import figures
from samples import GAMES, Sulking, drawn

import jeopardice as jd
from jeopardice.compare import rounds
from jeopardice.compare.tournament import Tournament
from jeopardice.errors import PositionError, StrategyError


@pytest.mark.parametrize("entrants", [1, 2, 7, 8, 9, 30, 101])
def test_blocks_have_every_pair_once(entrants: int) -> None:
    blocks = rounds.blocks("", GAMES["pig"], (b"",) * entrants)
    pairs = [pair for block in blocks for pair in block.pairs]
    assert sorted(pairs) == sorted([*combinations(range(entrants), 2), *((n, n) for n in range(entrants))])
    assert all(set(pair) <= set(block.packed) for block in blocks for pair in block.pairs)


def everything() -> list[Any]:
    """Strategies of all kinds, also such as cannot be sent anywhere."""
    rules = GAMES["pig"]
    return [
        "optimal",
        "best-response(hold-at(4))",
        "scoring-turns(2)",
        "noisy(turtle, 0.1)",
        "soft-max(0.02)",
        Sulking(),
        jd.as_strategy(rules, "noisy(turtle, 0.2)"),
        lambda own, opponent, turn_total: turn_total < 3 + own % 2,
        drawn(rules, 1, mixed=True).table,
        np.tril(np.ones((10, 10, 10), int)),
    ]


@pytest.fixture(scope="module")
def processes() -> Any:
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        yield executor


@pytest.mark.parametrize("games", [None, 500])
def test_whoever_does_the_work_the_figures_are_the_same(games: int | None, processes: Executor) -> None:
    entries = everything()
    here = jd.tournament(GAMES["pig"], entries, games=games, rng=5)
    with ThreadPoolExecutor(3) as threads:
        for executor in (threads, processes):
            there = jd.tournament(GAMES["pig"], entries, games=games, rng=5, executor=executor)
            assert figures(there) == figures(here)
            assert there.names == here.names


def test_wipes_leave_nothing_behind_in_a_seat_that_is_used_again() -> None:
    names = ["optimal", "hold-at(4)", "hold-at(7)", "noisy(optimal, 0.1)", "roll-to-win"]
    found = jd.tournament("two-dice-pig(target=14)", names)
    again = jd.tournament("two-dice-pig(target=14)", names[::-1])
    for a, b in product(names, repeat=2):
        assert found.duel(a, b).average == pytest.approx(again.duel(a, b).average, abs=1e-14)


def test_little_room_for_seats_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"hold-at({n})" for n in range(1, 13)]
    here = jd.tournament("pig(target=20)", names)
    monkeypatch.setattr(rounds.AT_HAND, "room", 0)
    assert figures(jd.tournament("pig(target=20)", names)) == figures(here)
    assert not rounds.AT_HAND.seats


def test_a_strategy_travels_as_what_it_is_or_as_its_table() -> None:
    rules = GAMES["pig"]
    for entry in everything():
        strategy = jd.as_strategy(rules, entry)
        sent = pickle.loads(zlib.decompress(rounds.pack(rules, strategy)))
        known = jd.duel(rules, strategy, "turtle")
        assert jd.duel(rules, sent, "turtle").average == known.average
        assert sent.name == strategy.name
    assert len(rounds.pack(jd.PIG, jd.as_strategy(jd.PIG, "optimal"))) < 200


def test_a_strategy_that_does_not_fit_is_told_wherever_it_is_met(processes: Executor) -> None:
    for executor in (None, processes):
        with pytest.raises(StrategyError, match="has only 1 kind of throw"):
            jd.tournament("pig(target=10)", ["turtle", "hold-at(3, throw=2)"], executor=executor)


def test_progress_is_told_up_to_the_end() -> None:
    for games in (None, 100):
        shares: list[float] = []
        jd.tournament("pig(target=10)", "hold-at(1..9)", games=games, rng=1, progress=shares.append)
        assert shares == sorted(shares)
        assert shares[-1] == pytest.approx(1.0)
        assert len(shares) > 10


@pytest.fixture(scope="module")
def sampled() -> Tournament:
    return jd.tournament("pig(target=30)", ["optimal", "hold-at(8..12/2)", "roll-and-wait"], games=20_000, rng=3)


def test_a_sample_comes_near_the_exact_figures_which_stand_beside(sampled: Tournament) -> None:
    exact = jd.tournament("pig(target=30)", ["optimal", "hold-at(8..12/2)", "roll-and-wait"])
    assert sampled.exact is not None
    assert figures(sampled.exact) == figures(exact)
    assert sampled.z is not None
    assert np.abs(sampled.z).max() < 4.5
    assert np.abs(sampled.first - exact.first).max() < 0.02
    assert (exact.games, exact.exact, exact.z, sampled.games) == (None, None, None, 20_000)


def test_shares_of_a_sample_are_whole_numbers_of_games(sampled: Tournament) -> None:
    counts = sampled.first * 10_000
    off = ~np.eye(5, dtype=bool)
    np.testing.assert_allclose(counts[off], counts[off].round(), atol=1e-7)
    np.testing.assert_allclose(sampled.shares + sampled.shares.T, 1.0, atol=1e-12)


def test_estimates_have_intervals_that_agree_with_the_matrix(sampled: Tournament) -> None:
    estimate = sampled.estimate("optimal", "hold-at(8)")
    assert sampled.exact is not None
    assert sampled.z is not None
    assert estimate.value == pytest.approx(sampled.duel("optimal", "hold-at(8)").average)
    assert estimate.exact == sampled.exact.duel("optimal", "hold-at(8)").average
    assert estimate.z == pytest.approx(sampled.z[0, 1], abs=1e-9)
    assert estimate.low < estimate.value < estimate.high
    with pytest.raises(PositionError, match="an exact figure is no estimate"):
        sampled.exact.estimate("optimal", "hold-at(8)")


def test_the_same_seed_gives_the_same_sample_and_another_another(sampled: Tournament) -> None:
    names = ["optimal", "hold-at(8..12/2)", "roll-and-wait"]
    assert figures(jd.tournament("pig(target=30)", names, games=20_000, rng=3)) == figures(sampled)
    assert figures(jd.tournament("pig(target=30)", names, games=20_000, rng=4)) != figures(sampled)
    generator = np.random.default_rng(3)
    first, second = (jd.tournament("pig(target=30)", names, games=200, rng=generator) for _ in range(2))
    assert figures(first) != figures(second)


@pytest.mark.parametrize("games", [0, -2, 3, 2.5, "many", True, 10**13])
def test_numbers_of_games_that_cannot_be_shared_are_refused(games: Any) -> None:
    with pytest.raises(PositionError, match="games must be"):
        jd.tournament("pig(target=10)", ["turtle"], games=games)
