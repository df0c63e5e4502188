"""Reachable positions, and what a table comes to, against slow walks through everything that can happen."""

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import CUSTOM, GAMES, drawn, throw

import jeopardice as jd
from jeopardice.exact.reach import reachable
from jeopardice.exact.seat import table_seat
from jeopardice.games.catalog import pig
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


def came_to(table: jd.Table, scores: set[int]) -> tuple[set[int], list[int], bool]:
    """All own scores that play by a table comes to, the last decision by sum of scores, and does every turn bank?"""
    turn, target, always = table.turn, table.rules.target, True
    owns, last = set(scores), [0] * (2 * target - 1)
    for own in range(target):
        for opponent in range(target) if own in owns else ():
            seen, banks = {0}, set[int]()
            for node in range(len(turn.total)):
                chances = table.probabilities[0, own, opponent, node] if node < turn.decisions else [1.0]
                for action in np.flatnonzero(chances) if node in seen else ():
                    banks |= {node} if action == 0 else set()
                    seen |= {after for _, after in turn.moves[node][action - 1].steps} if action else set()
            owns |= {min(own + turn.total[node], target) for node in banks}
            last[own + opponent] = max(last[own + opponent], *(node for node in seen if node < turn.decisions))
            always &= any(turn.total[node] for node in banks)
    return owns, last, always


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.sampled_from([*NAMES, "long"]), st.integers(0, 10**6), st.booleans(), st.integers(0, 3), st.booleans())
def test_what_a_table_comes_to_is_what_a_slow_walk_comes_to(
    name: str, seed: int, mixed: bool, start: int, beyond: bool
) -> None:
    rules = (GAMES | {"long": pig(target=26)})[name]  # type: ignore[operator]
    table = drawn(rules, seed, mixed, limit=rules.target + 3 if beyond else None).table
    seat = table_seat(table, start)
    owns, last, always = came_to(table, {start, 0} if rules.wipes else {start})
    assert set(np.flatnonzero(seat.arrays[0].scores)) == owns
    assert seat.arrays[0].reach.tolist() == last
    assert seat.gains == always
