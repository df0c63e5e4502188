"""The turn as an automaton, and how turns end."""

import time
import timeit
import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import naive
import pytest
from drawn_games import FLIP, HALF, catalog_games, every_game, small_games
from hypothesis import given, settings
from hypothesis import strategies as st

from jeopardice.errors import TooLargeError
from jeopardice.games.catalog import CATALOG, PIG, piglet
from jeopardice.games.rules import Outcome, Rules, Throw
from jeopardice.games.turn import STRIDE, Turn, TurnOutcomes, _compiled, compile_turn, turn_outcomes

KNOWN = tomllib.loads((Path(__file__).parent / "known" / "pig.toml").read_text())


def mixed(rules: Rules, draw: st.DataObject) -> dict[int, list[Fraction]]:
    """A noisy player who looks at the turn total only: the probability of each action, by turn total."""
    actions = len(rules.throws) + 1
    parts = st.lists(st.integers(0, 3), min_size=actions, max_size=actions).filter(any)
    drawn = [draw.draw(parts) for _ in range(rules.target)]
    return {k: [Fraction(part, sum(row)) for part in row] for k, row in enumerate(drawn)}


def hold_at(turn: Turn, n: int) -> list[list[int]]:
    """The choices of one who makes the last throw until the turn total is `n`."""
    throws = [0] * (len(turn.rules.throws) - 1)
    return [[1, *throws, 0] if total >= n else [0, *throws, 1] for total in turn.total[: turn.decisions]]


def by_end(ends: TurnOutcomes) -> dict[naive.End, float]:
    """The outcomes of a turn as the naive recursion gives them."""
    found: dict[naive.End, Any] = {"bust": ends.bust, "wipe": ends.wipe, "pass": ends.passed}
    found.update(ends.banked.items())
    return {end: float(chance) for end, chance in found.items() if chance}


@settings(max_examples=60)
@given(st.one_of(catalog_games(), small_games()))
def test_every_turn_is_in_topological_order(rules: Rules) -> None:
    turn = compile_turn(rules)
    decisions, banked = turn.total[: turn.decisions], turn.total[turn.decisions :]
    assert decisions[0] == 0
    assert list(decisions) == sorted(set(decisions))
    assert list(banked) == sorted(set(banked))
    assert all(total < rules.target for total in decisions)
    for node, moves in enumerate(turn.moves):
        assert len(moves) == len(rules.throws)
        assert turn.node_of[turn.total[node]] == node
        for move in moves:
            assert move.bust + move.wipe + sum(chance for chance, _ in move.steps) == 1
            assert all(node < successor < len(turn.total) for _, successor in move.steps)


@settings(max_examples=60)
@given(st.one_of(catalog_games(), small_games()))
def test_the_arrays_of_a_turn_hold_its_moves(rules: Rules) -> None:
    turn = compile_turn(rules)
    arrays, bust, wipe = turn.arrays, len(turn.total), len(turn.total) + 1
    assert list(arrays.total) == list(turn.total)
    assert arrays.successor.shape == arrays.probability.shape == (arrays.start[-1], STRIDE)
    for number, (node, move) in enumerate((n, move) for n, moves in enumerate(turn.moves) for move in moves):
        groups = slice(arrays.start[number], arrays.start[number + 1])
        chances, successors = (
            arrays.probability[groups].ravel().tolist(),
            arrays.successor[groups].ravel().tolist(),
        )
        assert all(node < successor <= wipe for successor in successors)
        assert sum(chances) == pytest.approx(1, abs=1e-14)
        possible = [(p, successor) for p, successor in zip(chances, successors, strict=True) if p]
        expected = [*move.steps, (move.bust, bust), (move.wipe, wipe)]
        assert possible == [(float(p), successor) for p, successor in expected if p]


@given(small_games(), st.data())
def test_the_outcomes_of_a_turn_sum_to_one_and_are_those_of_the_naive_recursion(
    rules: Rules, data: st.DataObject
) -> None:
    weights = mixed(rules, data)
    own = data.draw(st.integers(0, rules.target - 1))
    turn = compile_turn(rules, rules.target - own)
    ends = turn_outcomes(turn, [weights[total] for total in turn.total[: turn.decisions]])
    assert sum(ends.points.values()) == 1
    assert sum(ends.banked.values()) + ends.bust + ends.wipe + ends.passed == 1
    slow = naive.turn_outcomes(rules, lambda own, opponent, k: list(map(float, weights[k])), own, 0)
    assert by_end(ends) == pytest.approx(slow, abs=1e-12)


@every_game
def test_holding_at_a_number_ends_the_turn_as_the_naive_recursion_says(name: str) -> None:
    rules = CATALOG[name](target=9, **({"dice": 3} if name == "hog" else {}))
    turn = compile_turn(rules)
    ends = turn_outcomes(turn, hold_at(turn, 5))
    last = [0.0] * (len(rules.throws) - 1)
    slow = naive.turn_outcomes(rules, lambda i, j, k: [1, *last, 0] if k >= 5 else [0, *last, 1], 0, 0)
    assert by_end(ends) == pytest.approx(slow)


@pytest.mark.parametrize("row", KNOWN["turn"], ids=lambda row: row["strategy"])
def test_known_turns_of_pig(row: dict[str, Any]) -> None:
    turn = compile_turn(PIG)
    n = int(row["strategy"].removeprefix("hold-at(").removesuffix(")"))
    ends = turn_outcomes(turn, hold_at(turn, n))
    for points, chance in row.get("outcomes", {}).items():
        assert float(ends.points[int(points)]) == pytest.approx(chance, abs=5e-7)
    if "outcomes" in row:
        assert {str(points) for points in ends.points} == set(row["outcomes"])
    if "mean" in row:
        assert float(ends.mean) == pytest.approx(row["mean"], abs=5e-10)
    if "reach" in row:
        assert float(sum(p for points, p in ends.banked.items() if points >= n)) == pytest.approx(
            row["reach"], abs=5e-10
        )


def test_a_pass_is_neither_a_bust_nor_points() -> None:
    turn = compile_turn(PIG)
    ends = turn_outcomes(turn, [[1, 0]] * turn.decisions)
    assert (ends.passed, ends.bust, ends.wipe, ends.mean) == (1, 0, 0, 0)
    assert dict(ends.banked) == {}
    assert ends.to_dict() == {
        "game": "", "strategy": "", "own": 0, "opponent": 0,
        "points": {"0": 1.0}, "bust": 0.0, "wipe": 0.0, "pass": 1.0, "mean": 0.0,
        "fractions": {"points": {"0": "1"}, "bust": "0", "wipe": "0", "pass": "1", "mean": "0"},
    }  # fmt: skip


def test_a_throw_that_may_score_nothing_and_go_on_is_made_again() -> None:
    quarter, stay = Fraction(1, 4), Outcome(HALF, 0)
    lazy = Rules("lazy", 5, (Throw("flip", (stay, Outcome(quarter, 1), Outcome(quarter, 0, "bust"))),))
    assert [m.steps for m in compile_turn(lazy).moves[0]] == [m.steps for m in compile_turn(piglet(5)).moves[0]]
    assert compile_turn(lazy).moves[0][0].stay == HALF
    turn = compile_turn(lazy)
    hesitant = turn_outcomes(turn, [[HALF, HALF]] * turn.decisions)
    assert hesitant.passed == Fraction(2, 3)  # held at once, or after any number of stays: 1/2 + 1/4 (1/2 + ...)


def test_banking_no_points_by_a_throw_is_a_bust() -> None:
    rules = Rules("duds", 5, (Throw("roll", (Outcome(HALF, 0, "bank"), Outcome(HALF, 2, "bank"))),))
    ends = turn_outcomes(compile_turn(rules), [[0, 1]])
    assert (ends.bust, dict(ends.banked)) == (HALF, {2: HALF})


def test_a_limit_beyond_the_target_makes_live_nodes_beyond_the_target() -> None:
    short, long = compile_turn(PIG), compile_turn(PIG, 120)
    assert max(short.total[: short.decisions]) == 99
    assert max(long.total[: long.decisions]) == 119
    assert max(long.total) == 125


def test_a_throw_that_only_busts_has_no_steps() -> None:
    fall = Throw("fall", (Outcome(HALF, 0, "bust"), Outcome(HALF, 0, "wipe")))
    turn = compile_turn(Rules("cliff", 3, (fall, FLIP)))
    assert [moves[0].steps for moves in turn.moves] == [()] * turn.decisions
    chances = turn.arrays.probability[turn.arrays.start[0] : turn.arrays.start[1]]
    assert sorted(chances[chances > 0]) == [0.5, 0.5]
    ends = turn_outcomes(turn, [[0, HALF, HALF]] + [[1, 0, 0]] * (turn.decisions - 1))
    assert (ends.bust, ends.wipe, dict(ends.banked)) == (HALF, HALF / 2, {1: HALF / 2})


@given(st.sets(st.integers(1, 30), min_size=1, max_size=4), st.integers(1, 60))
def test_the_decisions_are_the_totals_that_sums_of_gains_reach(gains: set[int], target: int) -> None:
    throw = Throw("roll", tuple(Outcome(Fraction(1, len(gains)), gain) for gain in gains))
    reached = [True] + [False] * (target - 1)
    for total in range(1, target):
        reached[total] = any(total >= gain and reached[total - gain] for gain in gains)
    turn = compile_turn(Rules("sums", target, (throw,)))
    assert list(turn.node_of) == [total for total in range(target) if reached[total]]


@pytest.mark.parametrize("least", [1, 4_000, 400_000])
def test_a_turn_of_too_many_steps_is_refused_at_once(least: int) -> None:
    chance = Fraction(1, 3000)
    throw = Throw("roll", tuple(Outcome(chance, least + n) for n in range(3000)))
    rules = Rules("vast", 1_000_000, (throw,))
    started = time.process_time()
    with pytest.raises(TooLargeError, match=r"the turn of vast to 1000000 has at least [0-9,]+ steps"):
        compile_turn(rules)
    assert time.process_time() - started < 2


def test_a_long_turn_of_pig_is_compiled_at_once() -> None:
    rules = replace(PIG, target=400)
    _compiled.cache_clear()
    assert timeit.timeit(lambda: compile_turn(rules), number=1) < 0.1


def test_a_turn_to_the_target_is_compiled_once() -> None:
    assert compile_turn(PIG) is compile_turn(PIG, PIG.target)
