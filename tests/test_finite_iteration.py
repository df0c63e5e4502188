"""Value iteration and policy iteration: what their traces tell, and by how much they stop short."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_finite import Listed, Told, best_play, games, sweeps

import jeopardice as jd
from jeopardice import finite
from jeopardice.finite import CHANCE, Move, trace
from jeopardice.finite.dice_game import PLUS_AND_MINUS
from jeopardice.finite.dice_graph import dice_graph

PIG = dice_graph("pig(target=15)", PLUS_AND_MINUS)
every_order = pytest.mark.parametrize("order", trace.ORDERS)
both_methods = pytest.mark.parametrize("method", [finite.value_iteration, finite.policy_iteration])
TWO = (0, 1)


@every_order
@both_methods
def test_every_method_and_order_comes_close_to_the_solution(method: Any, order: str) -> None:
    exact, found = finite.solve(PIG), method(PIG, tolerance=1e-12, order=order)
    np.testing.assert_allclose(found.values, exact.values, rtol=0, atol=1e-9)
    assert found.value() == pytest.approx(2 * jd.solve("pig(target=15)").first_player - 1, abs=1e-9)
    assert found.sweeps == sum(one.sweeps for one in found.trace)
    assert found.trace[-1].switched == 0
    assert found.trace[-1].value == found.value()


@every_order
def test_the_trace_ends_with_the_first_change_below_the_tolerance(order: str) -> None:
    found = finite.value_iteration(PIG, tolerance=1e-5, order=order)
    changes = [one.change for one in found.trace]
    assert changes[-1] < 1e-5
    assert all(change >= 1e-5 for change in changes[:-1])


def test_a_better_order_needs_fewer_sweeps() -> None:
    jacobi, topological = (finite.value_iteration(PIG, order=order).sweeps for order in ("jacobi", "topological"))
    assert topological * 2 < jacobi


@pytest.mark.parametrize("order", ["jacobi", "gauss-seidel"])
def test_the_error_where_it_stops_is_larger_than_the_tolerance(order: str) -> None:
    found = finite.value_iteration(PIG, tolerance=1e-5, order=order)
    assert np.abs(found.values - finite.solve(PIG).values).max() > 1e-5


@settings(max_examples=200)
@given(games(TWO, rewards=(0.0, 1.0, -1.0)))
def test_jacobi_sweeps_are_those_of_the_textbook(game: Listed) -> None:
    found = finite.value_iteration(game, 0.5, 1e-6, "jacobi")
    for number, one in enumerate(found.trace, 1):
        assert one.value == pytest.approx(sweeps(game, 0.5, number)[0], abs=1e-12)


@settings(max_examples=100)
@given(games(TWO, rewards=(0.0, 1.0, -1.0)), st.sampled_from(trace.ORDERS), st.booleans())
def test_with_a_discount_both_come_to_the_best_play(game: Listed, order: str, policies: bool) -> None:
    method = finite.policy_iteration if policies else finite.value_iteration
    slow = best_play(game, 0.8)
    found = method(game, 0.8, 1e-13, order)
    for state in found.graph.states:
        if state < len(slow):
            assert found.value(state) == pytest.approx(slow[state], abs=1e-11)


@both_methods
def test_the_limit_of_sweeps_raises_and_returns_nothing(method: Any) -> None:
    with pytest.raises(jd.NotConvergedError, match=r"still change by \d.*e-\d+ after 5 sweeps"):
        method(PIG, most=5)


@both_methods
def test_what_cannot_be_iterated_is_refused(method: Any) -> None:
    for wrong in (0, -1, float("nan"), float("inf"), "small", True):
        with pytest.raises(jd.GameError, match="tolerance must be above 0"):
            method(PIG, tolerance=wrong)
    for wrong in (0, 1.5, True):
        with pytest.raises(jd.GameError, match="limit of rounds must be at least 1"):
            method(PIG, most=wrong)
    with pytest.raises(jd.GameError, match="must be one of jacobi, gauss-seidel, topological, not 'random'"):
        method(PIG, order="random")


@pytest.mark.parametrize("start", [float("nan"), float("inf"), "zero", 1e200])
def test_values_begin_at_a_number(start: Any) -> None:
    with pytest.raises(jd.GameError, match="begin at a finite number"):
        finite.value_iteration(PIG, start=start)


def test_values_that_begin_higher_come_down_to_the_same() -> None:
    high = finite.value_iteration(PIG, tolerance=1e-13, start=1.0)
    assert high.value() == pytest.approx(finite.solve(PIG).value(), abs=1e-9)


def test_where_play_may_never_end_value_iteration_finds_what_it_began_with() -> None:
    around = Told({"start": [Move("there"), Move("won")], "there": [Move("start")]}, pays={"won": -1})
    assert finite.value_iteration(around, start=0.0).value() == 0
    assert finite.solve(around).value() == 0
    assert finite.value_iteration(around, start=-0.5).value() == -0.5  # a fixed point, and wrong


@pytest.mark.parametrize(("most", "still"), [(1, "values of a policy still change by 5.0e-01"), (2, "policy still")])
def test_an_iteration_that_is_cut_short_says_what_still_changes(most: int, still: str) -> None:
    game = Told({"start": [Move("low"), Move("high")]}, pays={"low": 0.5, "high": 1})
    swept = "1 sweep" if most == 1 else "2 sweeps"
    with pytest.raises(jd.NotConvergedError, match=rf"{still}.* after {swept}$"):
        finite.policy_iteration(game, most=most)
    with pytest.raises(jd.NotConvergedError, match=r"still change by 1\.0e\+00 after 1 sweep$"):
        finite.value_iteration(game, most=1)


def test_a_trace_is_shown_in_a_few_rows_with_the_first_and_the_last() -> None:
    whole = tuple(finite.Round(1.0 / n, 0.0, 0) for n in range(1, 101))
    few = list(trace.rows(whole, 10))
    assert len(few) <= 10
    assert [number for number, _ in few] == sorted({number for number, _ in few})
    assert few[0] == (1, whole[0])
    assert few[-1] == (100, whole[-1])
    assert list(trace.rows(whole[:7], 10)) == list(enumerate(whole[:7], 1))


def test_a_chance_node_alone_is_worth_its_mean_in_every_method() -> None:
    coin = Told({"start": [Move("won", 0.25), Move("lost", 0.75)]}, {"start": CHANCE}, {"won": 4})
    for method in (finite.solve, finite.value_iteration, finite.policy_iteration):
        assert method(coin).value() == 1


def test_results_are_values_that_tell_what_they_are() -> None:
    solved, found = finite.solve(PIG), finite.value_iteration(PIG, tolerance=0.01)
    assert repr(solved).startswith("Solved(6302 states, value=0.3")
    assert repr(found).startswith("Iterated(6302 states, value=0.")
    assert repr(PIG).startswith("Graph(6302 states")
    told = found.to_dict()
    assert told["total_sweeps"] == found.sweeps == len(told["trace"]["change"])
    assert "<th>states</th><td>6302</td>" in solved._repr_html_()
