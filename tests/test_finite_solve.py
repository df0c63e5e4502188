"""Finite games drawn at random: `solve` finds what trying every way of playing finds."""

from collections.abc import Sequence
from typing import Any

import naive_finite
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from naive_finite import Listed, games

import jeopardice as jd
from jeopardice import finite
from jeopardice.finite import CHANCE, DiceGame, Move

ONE, TWO, THREE = (0, 0, CHANCE), (0, 1, CHANCE), (0, 1, 2, CHANCE)
SHARES = st.sampled_from([(1, 0), (0, 1), (0.5, 0.5), (0.25, 0.75)])
OF_THREE = st.tuples(*[st.integers(-3, 3)] * 3)
many = settings(max_examples=300)
CLOSE = 1e-10


def assert_same(solved: finite.Solved, slow: Sequence[float]) -> None:
    """All states that come up have the values of the twin, and solve their own equations."""
    for state in solved.graph.states:
        if state < len(slow):
            assert solved.value(state) == pytest.approx(slow[state], abs=CLOSE)
    assert solved.residual < 1e-12


def solved_if_it_ends(game: Listed, discount: float = 1.0) -> finite.Solved:
    """The solution; a game that cannot end from somewhere is refused, and is not looked at any further."""
    try:
        return finite.solve(game, discount)
    except jd.GameError as problem:
        refused = problem
    assume("cannot end, whatever is done" not in str(refused))
    raise refused


@many
@given(games(ONE, players=1))
def test_one_player_gets_the_best_of_all_ways_of_playing(game: Listed) -> None:
    assert_same(solved_if_it_ends(game), naive_finite.best_play(game))


@many
@given(games(TWO, pays=SHARES))
def test_two_players_who_share_a_sum_get_the_best_against_the_best_answer(game: Listed) -> None:
    solved = solved_if_it_ends(game)
    slow = naive_finite.best_play(game, endless=0.5)
    assert_same(solved, slow)
    assert solved.value(player=1) == pytest.approx(1 - slow[0], abs=CLOSE)


@many
@given(games(TWO, rewards=(0.0, 1.0, -1.0)), st.sampled_from([0.5, 0.9, 0.99]))
def test_with_a_discount_and_rewards_the_best_play_is_found(game: Listed, discount: float) -> None:
    assert_same(solved_if_it_ends(game, discount), naive_finite.best_play(game, discount))


@many
@given(games(ONE, players=1, rewards=(-1.0, -0.5)))
def test_a_single_player_who_pays_for_every_move_comes_to_an_end(game: Listed) -> None:
    assert_same(solved_if_it_ends(game), naive_finite.best_play(game))


@many
@given(games(ONE, players=1, rewards=(0.0, -1.0)))
def test_a_single_player_may_also_go_round_where_it_costs_nothing(game: Listed) -> None:
    assert_same(solved_if_it_ends(game), naive_finite.best_play(game))


@many
@given(games(TWO, rewards=(0.0, 1.0, -1.0), forward=True))
def test_two_players_are_paid_on_the_way_too(game: Listed) -> None:
    assert_same(finite.solve(game), naive_finite.best_play(game))


@many
@given(games(THREE, players=3, forward=True, pays=OF_THREE))
def test_without_cycles_each_of_several_players_takes_what_is_best_for_it(game: Listed) -> None:
    solved, slow = finite.solve(game), naive_finite.without_cycles(game)
    for state in solved.graph.states:
        if state < len(slow):
            found = [solved.value(state, player) for player in range(3)]
            assert found == pytest.approx(slow[state], abs=CLOSE)


def test_values_that_rounding_may_have_spoilt_are_not_returned() -> None:
    assert finite.solve(DiceGame.of("piglet(target=2, heads=1/1000)")).residual < 1e-15
    with pytest.raises(jd.NotConvergedError, match=r"\(1, 0, 0, 0\) may be wrong by .*: play goes round"):
        finite.solve(DiceGame.of("piglet(target=1, heads=1/1000000000)"))


class Waiting:
    """Half a point at once; or `steps` lucky steps in a row, of which each that fails leads back, for a whole one."""

    players: Any = 1
    initial = 0

    def __init__(self, luck: float, steps: int) -> None:
        self.luck, self.steps = luck, steps

    def kind(self, state: Any) -> Any:
        return finite.FINAL if state in ("half", "whole") else 0

    def payoff(self, state: Any) -> float:
        return 0.5 if state == "half" else 1.0

    def moves(self, state: Any) -> list[Move]:
        if self.kind(state) == finite.FINAL:
            return []
        later = state + 1 if state + 1 < self.steps else "whole"
        wait = [Move(later, self.luck, name="wait"), Move(0, 1 - self.luck, name="wait")]
        return wait if state else [*wait, Move("half", name="take")]


@pytest.mark.parametrize(("luck", "steps"), [(0.5, 4), (0.1, 5), (0.1, 8), (0.1, 17), (0.01, 8)])
def test_what_gains_next_to_nothing_each_time_is_taken_or_said_to_be_too_fine(luck: float, steps: int) -> None:
    try:
        value = finite.solve(Waiting(luck, steps)).value()
    except jd.NotConvergedError:
        assert luck**steps < 1e-7
    else:
        assert value == pytest.approx(1.0, abs=1e-9)


class Favours(Waiting):
    """One chooses among what is the same to it, and not to two others; play may come back to it."""

    players: Any = 3

    def __init__(self, backwards: bool) -> None:
        self.backwards = backwards

    def kind(self, state: Any) -> Any:
        return 0 if state == 0 else finite.CHANCE if state == 1 else finite.FINAL

    def payoff(self, state: Any) -> Any:
        return (1, 5, 0) if state == "half" else (1, 0, 5)

    def moves(self, state: Any) -> list[Move]:
        if state == 1:
            return [Move(0, 0.5), Move("half", 0.25), Move("whole", 0.25)]
        moves = [Move("half", name="half"), Move("whole", name="whole"), Move(1, name="on")]
        return (moves[::-1] if self.backwards else moves) if state == 0 else []


@pytest.mark.parametrize("backwards", [False, True])
def test_ties_on_a_cycle_that_are_none_to_others_are_refused(backwards: bool) -> None:
    with pytest.raises(jd.GameError, match="player 0 has actions that are worth the same to it and not to others"):
        finite.solve(Favours(backwards))


@pytest.mark.parametrize("reward", [None, "", (), (1,), np.zeros(2), [0, 0, 0]])
def test_rewards_that_are_not_one_number_for_each_player_are_refused(reward: Any) -> None:
    class Two(Waiting):
        players: Any = np.int64(2)  # numbers of numpy are numbers

        def payoff(self, state: Any) -> Any:
            return (1, 0)

        def moves(self, state: Any) -> list[Move]:
            return [Move("half", 1, reward)] if state == 0 else []

    with pytest.raises(jd.GameError, match="must be 2 numbers, one for each player"):
        finite.solve(Two(0.5, 1))
