"""Best responses, against slow ones; and the chain of best responses, which ends at the optimum."""

from typing import Any

import naive
import naive_memory
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import CUSTOM, GAMES, Counting, Sulking, drawn

import jeopardice as jd
from jeopardice.strategies.base import Strategy

CLOSE = 1e-9
NAMES = sorted(GAMES)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.sampled_from(NAMES), st.integers(0, 10**6), st.booleans())
def test_a_best_response_wins_as_often_as_the_slow_one(name: str, seed: int, mixed: bool) -> None:
    rules, b = GAMES[name], drawn(GAMES[name], seed, mixed)
    response = jd.best_response(rules, b.table)
    slow = naive.response_values(rules, b)
    for (seat, state), value in slow.items():
        if seat == "a" and state.own + state.turn_total < rules.target:
            assert response.value(*state) == pytest.approx(value, abs=CLOSE)
    assert response.second_player == pytest.approx(naive.best_response_second(rules, b), abs=CLOSE)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.sampled_from(NAMES), st.integers(0, 10**6), st.booleans())
def test_a_best_response_played_in_a_duel_wins_what_it_promises(name: str, seed: int, mixed: bool) -> None:
    rules, b = GAMES[name], drawn(GAMES[name], seed, mixed).table
    response = jd.best_response(rules, b)
    result = jd.duel(rules, response.strategy, b)
    assert result.first == pytest.approx(response.first_player, abs=CLOSE)
    assert result.second == pytest.approx(response.second_player, abs=CLOSE)
    itself = jd.duel(rules, b, b)
    assert response.average >= itself.average - CLOSE
    assert response.residual < 1e-12


@pytest.mark.parametrize("name", ["pig", "two-dice-pig", "frey", "wiped", "two-throws"])
@pytest.mark.parametrize("strategy", [Sulking(), Counting()], ids=["sulking", "counting"])
def test_a_best_response_to_a_memory_knows_what_is_remembered(name: str, strategy: Strategy) -> None:
    rules = GAMES[name]
    response = jd.best_response(rules, strategy)
    first, second = naive_memory.best_response(rules, naive_memory.player_of(rules, strategy))
    assert (response.first_player, response.second_player) == pytest.approx((first, second), abs=CLOSE)
    result = jd.duel(rules, response.strategy, strategy)
    assert (result.first, result.second) == pytest.approx((first, second), abs=CLOSE)


@pytest.mark.parametrize("most", [-1, 0, True, 2.5])
def test_a_chain_has_at_least_one_answer(most: Any) -> None:
    with pytest.raises(jd.PositionError, match="most must be a whole number from 1 on, not "):
        jd.response_chain("piglet", "turtle", most)


@pytest.mark.parametrize("name", ["pig", "two-dice-pig", "hog", "two-throws"])
def test_refusing_to_roll_against_a_refuser_does_not_loop(name: str) -> None:
    response = jd.best_response(GAMES[name], "hold-at(0)")
    assert response.first_player == pytest.approx(1.0)
    assert response.second_player == pytest.approx(1.0)


def test_against_somebody_who_never_gets_anywhere_the_answer_always_wins() -> None:
    """Both could go on wiping what they bank for ever; only the answer may end it, and that must not be a promise."""
    response = jd.best_response(CUSTOM["three-throws"], lambda state: 2 if state.own == 0 else 3)
    assert response.first_player == pytest.approx(1.0)
    assert response.second_player == pytest.approx(1.0)


@pytest.mark.parametrize("start", ["hold-at(20)", "turtle", "roll-to-win", "keep-pace-end-race", "noisy(optimal, 0.5)"])
def test_the_chain_of_best_responses_ends_at_the_optimum(start: str) -> None:
    chain = jd.response_chain("pig", start)
    optimum = jd.solve("pig")
    assert chain.is_optimal
    assert chain.solutions[-1].first_player == pytest.approx(optimum.first_player, abs=1e-12)
    assert all(solution.average >= 0.5 - 1e-12 for solution in chain.solutions[1:])


@pytest.mark.parametrize(
    "name", ["two-dice-pig", "frey", "hog", "piglet", "pass-the-pigs", "two-throws", "forced-wipes"]
)
@pytest.mark.parametrize("start", ["hold-at(4)", "roll-to-win", "noisy(optimal, 0.5)"])
def test_the_chain_ends_at_best_play_in_other_games_as_well(name: str, start: str) -> None:
    chain = jd.response_chain(GAMES[name], start)
    optimum = jd.solve(GAMES[name])
    assert chain.is_optimal
    assert chain.to_dict()["game"] == jd.game_notation(GAMES[name])
    assert chain.solutions[-1].first_player == pytest.approx(optimum.first_player, abs=1e-10)
    assert chain.solutions[-1].average == pytest.approx(0.5, abs=1e-10)


def test_the_best_response_to_the_optimum_is_worth_no_more_than_the_optimum() -> None:
    response = jd.best_response("pig", "optimal")
    assert response.first_player == pytest.approx(jd.solve("pig").first_player, abs=1e-13)
    assert response.average == pytest.approx(0.5, abs=1e-13)
