"""Reachable positions, against a slow walk through everything that can happen."""

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import CUSTOM, GAMES, drawn, throw

import jeopardice as jd
from jeopardice.exact.reach import reachable
from jeopardice.games.rules import Rules

NAMES = sorted(GAMES)
COUNT = Rules("count", 5, (throw("count", ("1", 1, "bank")),), forced_first_roll=True)


def walked(rules: Rules, player: naive.Player, anybody: bool) -> set[tuple[int, int, int]]:
    """Every decision of the player that comes up when it meets a copy of itself, or somebody who may do anything."""
    seen = {(mine, naive.State(0, 0, 0)) for mine in (True, False)}
    todo = list(seen)
    while todo:
        mine, state = todo.pop()
        weights = player(*state) if mine or not anybody else [1.0] * (len(rules.throws) + 1)
        for action in naive.legal(rules, state):
            for way in naive.ways(rules, state, action) if weights[action] else ():
                later = (mine != way.passes_on, way.after)
                over = way.after is None or max(way.after.own, way.after.opponent) >= rules.target
                if way.probability and not over and later not in seen:
                    seen.add(later)  # type: ignore[arg-type]
                    todo.append(later)  # type: ignore[arg-type]
    on_turn = [state for mine, state in seen if mine and state.own + state.turn_total < rules.target]
    return {(state.own, state.opponent, state.turn_total) for state in on_turn}


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.sampled_from([*NAMES, "count"]), st.integers(0, 10**6), st.sampled_from([0.0, 0.5]), st.booleans())
def test_the_reachable_positions_are_those_of_a_slow_walk(name: str, seed: int, passing: float, anybody: bool) -> None:
    rules = (GAMES | {"count": COUNT})[name]  # type: ignore[operator]
    player = drawn(rules, seed, passing=passing)
    found = reachable(player.table, "any" if anybody else "optimal")
    totals = player.table.turn.total
    places = {(int(own), int(opponent), totals[node]) for own, opponent, node in np.argwhere(found)}
    assert places == walked(rules, player, anybody)


def test_who_must_count_up_is_met_only_one_point_away() -> None:
    found = reachable(jd.resolve(COUNT, lambda state: 1), "any")[:, :, 0]
    assert found.sum() == 9
    assert all(opponent - own in (0, 1) for own, opponent in np.argwhere(found))


def test_reachable_positions_are_for_plain_tables() -> None:
    for spelled in ("noisy(turtle, 0.5)", "scoring-turns(2)"):
        with pytest.raises(jd.StrategyError, match="single actions without a memory"):
            reachable(jd.resolve(GAMES["pig"], spelled))
    with pytest.raises(jd.StrategyError, match="'optimal' or 'any'"):
        reachable(jd.resolve(CUSTOM["weighted"], "turtle"), "nobody")
