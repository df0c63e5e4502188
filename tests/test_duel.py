"""Duels: every kind of pair of strategies, against chains that are solved the slow way."""

import time
from dataclasses import replace
from typing import Any

import naive
import naive_memory
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import CUSTOM, GAMES, Counting, Sulking, drawn

import jeopardice as jd
from jeopardice.exact.duel import duel_of
from jeopardice.exact.play_out import play_out
from jeopardice.exact.product import components, sides
from jeopardice.exact.resolve import resolve
from jeopardice.exact.seat import table_seat
from jeopardice.games.rules import Rules
from jeopardice.strategies.base import Event, State, Strategy

CLOSE = 1e-9
NAMES = sorted(GAMES)


def assert_same(found: jd.Duel, slow: naive.Duel) -> None:
    """All four figures of a duel."""
    assert found.first == pytest.approx(slow.first, abs=CLOSE)
    assert found.b_first == pytest.approx(slow.b_first, abs=CLOSE)
    assert found.stalemate_first == pytest.approx(slow.stalemate_first, abs=CLOSE)
    assert found.stalemate_second == pytest.approx(slow.stalemate_second, abs=CLOSE)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.sampled_from(NAMES), st.integers(0, 10**6), st.booleans(), st.booleans())
def test_drawn_strategies_win_as_often_as_in_the_slow_chain(name: str, seed: int, mixed: bool, other: bool) -> None:
    rules = GAMES[name]
    a, b = drawn(rules, seed, mixed), drawn(rules, seed + 1, other)
    assert_same(jd.duel(rules, a.table, b.table), naive.duel(rules, a, b))


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(CUSTOM)), st.integers(0, 10**6), st.booleans())
def test_strategies_that_roll_on_beyond_the_target_are_played_out(name: str, seed: int, mixed: bool) -> None:
    rules = CUSTOM[name]
    a, b = drawn(rules, seed, mixed, limit=rules.target + 4), drawn(rules, seed + 1)
    assert_same(jd.duel(rules, a.table, b.table), naive_memory.duel(rules, a.twin, b.twin))


class Grudging(Strategy):
    """Remembers how many of its turns have scored, up to 2, and whether it has bust an odd number of times."""

    first_memory = (0, False)

    @property
    def name(self) -> str:
        return "grudging"

    def remember(self, memory: Any, event: Event) -> tuple[int, bool]:
        scored, odd = memory
        if not event.mine or event.kind in ("wipe", "pass"):
            return scored, odd
        return (min(scored + 1, 2), odd) if event.kind == "bank" else (scored, not odd)

    def __call__(self, state: State) -> int:
        scored, odd = state.memory
        return int(state.turn_total < 2 + scored + 2 * odd)


@pytest.mark.parametrize("name", ["pig", "two-dice-pig", "frey", "hog", "wiped", "two-throws", "forced-wipes"])
@pytest.mark.parametrize(
    "pair",
    [
        (Sulking(), "hold-at(4)"), (Sulking(), Sulking()), (Counting(), Sulking()), ("scoring-turns(3)", Counting()),
        (Grudging(), "roll-and-wait"), (Grudging(), "scoring-turns(2)"),
    ],
)  # fmt: skip
def test_strategies_with_a_memory_win_as_often_as_in_the_slow_chain(name: str, pair: tuple[Any, Any]) -> None:
    rules = GAMES[name]
    if rules.forced_first_roll and "roll-and-wait" in pair:
        return
    a, b = (jd.as_strategy(rules, one) for one in pair)
    slow = naive_memory.duel(rules, naive_memory.player_of(rules, a), naive_memory.player_of(rules, b))
    assert_same(jd.duel(rules, a, b), slow)


@pytest.mark.parametrize(
    ("pair", "shapes"),
    [
        (("scoring-turns(5)", "hold-at(4)"), [(5, 2)]),
        (("scoring-turns(5)", "scoring-turns(2)"), [(10, 2)]),
        ((Grudging(), "hold-at(4)"), [(3, 4)]),
        ((Counting(), "hold-at(4)"), [(3, 2)]),
        ((Sulking(), "hold-at(4)"), [(1, 6)]),
    ],
)
def test_only_memories_that_a_bust_or_a_pass_connects_are_solved_together(
    pair: tuple[Any, Any], shapes: list[tuple[int, int]]
) -> None:
    a, b = (table_seat(resolve(GAMES["pig"], strategy)) for strategy in pair)
    assert [part.rows.shape for part in components(*sides(a, b))] == shapes


def test_a_hundred_memories_take_no_longer_than_a_few_seconds() -> None:
    table, other = resolve(jd.PIG, "scoring-turns(100)"), resolve(jd.PIG, "hold-at(20)")
    begin = time.process_time()
    duel = jd.duel("pig", table, other)
    assert time.process_time() - begin < 5
    assert duel.first == pytest.approx(0.00418608528054, abs=1e-13)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.sampled_from(NAMES), st.integers(0, 10**6), st.booleans())
def test_the_outcomes_of_a_duel_add_up_and_mirror(name: str, seed: int, mixed: bool) -> None:
    rules = GAMES[name]
    a, b = drawn(rules, seed, mixed).table, drawn(rules, seed + 1).table
    one, other = jd.duel(rules, a, b), jd.duel(rules, b, a)
    assert one.first + other.second + one.stalemate_first == pytest.approx(1.0)
    assert one.second + other.first + one.stalemate_second == pytest.approx(1.0)
    for mine, theirs in (("first", "b_first"), ("second", "b_second"), ("stalemate_first", "stalemate_second")):
        assert getattr(one, mine) == pytest.approx(getattr(other, theirs), abs=CLOSE)
    assert all(-1e-12 <= figure <= 1 + 1e-12 for figure in (one.first, one.second, one.b_first, one.b_second))


def test_two_who_refuse_to_roll_never_end_a_game() -> None:
    result = jd.duel("pig", "hold-at(0)", "hold-at(0)")
    assert (result.first, result.b_first, result.stalemate_first, result.stalemate_second) == (0.0, 0.0, 1.0, 1.0)


def _circles(state: State) -> int:
    """In the game of three throws: banks a point where it has none, then throws until that is wiped away."""
    return 2 if state.own == 0 else 3


def test_two_who_only_ever_wipe_what_they_bank_never_end_a_game() -> None:
    rules = CUSTOM["three-throws"]
    result = jd.duel(rules, _circles, _circles)
    assert (result.first, result.b_first, result.stalemate_first, result.stalemate_second) == (0.0, 0.0, 1.0, 1.0)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.floats(0.05, 1.0), st.booleans())
def test_who_sometimes_circles_wins_as_often_as_in_the_slow_chain(seed: int, part: float, mixed: bool) -> None:
    rules = CUSTOM["three-throws"]

    def hesitant(state: State) -> tuple[float, ...]:
        if state.opponent % 2:
            return (0.0, 0.0, *((1.0, 0.0) if state.own == 0 else (0.0, 1.0)))
        return (0.0, 1.0 - part, *((part, 0.0) if state.own == 0 else (0.0, part)))

    b = drawn(rules, seed, mixed, passing=0.9)
    slow = naive.duel(rules, lambda own, opponent, total: hesitant(State(own, opponent, total, rules)), b)
    assert_same(jd.duel(rules, hesitant, b.table), slow)


def test_a_seat_that_plays_against_itself_may_come_to_a_stalemate() -> None:
    seat = table_seat(resolve(CUSTOM["three-throws"], _circles))
    assert duel_of(seat, seat).stalemate_first == 1.0


def test_a_head_start_is_the_value_at_those_scores() -> None:
    result = jd.duel("pig", "optimal", "optimal", own=0, opponent=4)
    solution = jd.solve("pig")
    assert result.first == pytest.approx(solution.value(0, 4), abs=1e-12)
    assert result.first == pytest.approx(0.501595, abs=5e-7)  # four points make Pig fair
    assert result.second == pytest.approx(1.0 - solution.value(4, 0), abs=1e-12)
    with pytest.raises(jd.PositionError, match="opponent"):
        jd.duel("pig", "optimal", "optimal", opponent=100)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(CUSTOM)), st.integers(0, 10**6), st.booleans(), st.integers(0, 5), st.integers(0, 5))
def test_a_head_start_is_played_out_as_in_the_slow_chain(name: str, seed: int, mixed: bool, own: int, its: int) -> None:
    rules = CUSTOM[name]
    a, b = drawn(rules, seed, mixed), drawn(rules, seed + 1)
    slow = naive_memory.duel(rules, a.twin, b.twin, own, its)
    assert_same(jd.duel(rules, a.table, b.table, own=own, opponent=its), slow)


def refuse_when_equal(mine: int, yours: int, turn: int) -> bool:
    """Holds at 20, but passes at equal scores."""
    return turn < 20 and not mine == yours > 0


@pytest.mark.parametrize("pair", [("optimal", "keep-pace-end-race"), (refuse_when_equal, refuse_when_equal)])
def test_a_duel_of_two_tables_takes_at_most_three_passes_over_all_states(pair: tuple[Any, Any]) -> None:
    every = table_seat(jd.solve("pig").strategy)
    every.arrays[0].reach[:] = every.turn.decisions - 1
    a, b = (resolve(jd.PIG, strategy) for strategy in pair)
    one_pass, duel = float("inf"), float("inf")
    for _ in range(20):  # the least counts: other work may be going on
        begin = time.thread_time()
        play_out(every, every, 0.0)
        middle = time.thread_time()
        jd.duel("pig", a, b)
        one_pass, duel = min(one_pass, middle - begin), min(duel, time.thread_time() - middle)
    assert duel <= 3 * one_pass


def test_results_show_themselves_in_a_notebook_and_escape_what_they_name() -> None:
    game = replace(GAMES["pig"], name="a <b> game")
    for result in (jd.duel(game, "turtle", "optimal"), jd.solve(game), jd.advise(game, 0, 0)):
        page = result._repr_html_()
        assert "<td>a &lt;b&gt; game(target=10)</td>" in page
        assert page.count("<tr>") == len(result.to_dict())
    length = jd.game_length(game, "turtle", "optimal")
    chain, turn = jd.response_chain(game, "turtle"), jd.turn_outcomes(game, "turtle")
    exact = jd.solve("piglet(target=2)", exact=True)
    assert "<th>first_player</th><td>4/7</td>" in exact._repr_html_()
    assert "<th>order</th><th>first</th>" in chain._repr_html_()
    assert chain._repr_html_().count("<tr>") == len(chain.solutions) + len(chain.to_dict())
    assert "<tr><th>5</th><td>" in turn._repr_html_()
    for alone in (chain, turn, length, jd.solitaire(game), jd.solitaire(game, "turtle")):
        page = alone._repr_html_()
        assert "<td>a &lt;b&gt; game(target=10)</td>" in page
        assert "[" not in page
    assert f"<th>1</th><td>{length.probabilities[1]:.6f}</td>" in length._repr_html_()


def test_results_are_told_in_a_line_of_the_console() -> None:
    length, turn = jd.game_length("pig", "turtle", "hold-at(20)"), jd.turn_outcomes("pig", "hold-at(20)")
    told = repr(length)
    assert told.startswith(f"GameLength('pig', 'turtle', 'hold-at(20)', mean={length.mean:.6g}, sd=")
    assert told.endswith(", endless=0)")
    told = repr(turn)
    assert told.startswith("TurnOutcomes('pig', 'hold-at(20)', own=0, opponent=0, mean=8.14179, bust=0.624541, ")
    alone = repr(jd.solitaire("pig", "hold-at(20)").distribution)
    assert alone.startswith("Distribution(mean=12.6368, sd=4.45")
    for result in (length, turn, jd.response_chain("pig(target=10)", "turtle"), jd.duel("pig", "turtle", "turtle")):
        assert len(repr(result)) < 200


def test_advice_names_the_best_action_and_what_the_others_cost() -> None:
    advice = jd.advise("pig", own=41, opponent=49, turn_total=27)
    assert advice.best == "roll"
    assert advice.margin == pytest.approx(advice.values["roll"] - advice.values["hold"])
    assert jd.advise("pig", 0, 0, against="hold-at(20)").value == pytest.approx(0.587367621, abs=1e-9)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.sampled_from(NAMES), st.integers(0, 10**6), st.booleans())
def test_the_lengths_of_games_are_those_of_the_slow_chain(name: str, seed: int, mixed: bool) -> None:
    rules = GAMES[name]
    a, b = drawn(rules, seed, mixed), drawn(rules, seed + 1)
    length = jd.game_length(rules, a.table, b.table)
    slow = naive.game_lengths(rules, a, b, 12)
    found = np.zeros(13)
    found[: min(13, len(length.probabilities))] = length.probabilities[:13]
    np.testing.assert_allclose(found, slow, atol=CLOSE)
    assert length.probabilities.sum() + length.endless == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("rules", [GAMES["pig"], GAMES["two-dice-pig"]], ids=["pig", "two-dice-pig"])
def test_the_mean_length_with_memories_is_that_of_the_slow_chain(rules: Rules) -> None:
    a, b = jd.as_strategy(rules, "scoring-turns(3)"), Sulking()
    slow = naive_memory.mean_turns(rules, naive_memory.player_of(rules, a), naive_memory.player_of(rules, b))
    assert jd.game_length(rules, a, b).mean == pytest.approx(slow, rel=1e-8)
