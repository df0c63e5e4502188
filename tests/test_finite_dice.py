"""The dice games as finite games: they come to what the exact core finds, state by state."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from samples import GAMES, PASSING

import jeopardice as jd
from jeopardice import finite
from jeopardice.finite import FINAL, DiceGame, Move, component
from jeopardice.finite.dice_graph import by_position, dice_graph
from jeopardice.games.rules import Rules

CLOSE = 1e-10
EVERY = {**GAMES, **PASSING}
every_game = pytest.mark.parametrize("rules", EVERY.values(), ids=EVERY.keys())


def values_by_position(rules: Rules, solution: Any) -> Iterator[tuple[tuple[int, int, int], float]]:
    """What the exact core finds, by own, opponent and turn total."""
    for own in range(rules.target):
        for opponent in range(rules.target):
            for total in solution.turn_totals:
                if own + total < rules.target:
                    yield (own, opponent, total), solution.value(own, opponent, total)


@every_game
def test_every_state_of_every_game_has_the_value_that_the_exact_core_finds(rules: Rules) -> None:
    solved, solution = finite.solve(DiceGame(rules)), jd.solve(rules, cache=False)
    assert solved.value() == pytest.approx(solution.first_player, abs=CLOSE)
    found = 0
    for state in solved.graph.states:
        if isinstance(state, int):
            continue
        player, *position = state
        assert solved.value(state, player) == pytest.approx(solution.value(*position), abs=CLOSE)
        found += 1
    assert found > 0
    assert solved.residual < 1e-12


@every_game
def test_the_graph_laid_out_at_once_is_the_one_that_is_explored(rules: Rules) -> None:
    explored, laid_out = finite.explore(DiceGame(rules)), dice_graph(rules)
    for number, state in enumerate(explored.states):
        other = laid_out.number(state)
        assert explored.arrays.mover[number] == laid_out.arrays.mover[other]
        assert explored.arrays.payoff[number] == laid_out.arrays.payoff[other]
        assert _actions(explored, number) == _actions(laid_out, other)


def _actions(graph: finite.Graph, number: int) -> list[Any]:
    """The actions of a state by name, each with the probability of every state that it leads to."""
    arrays, found = graph.arrays, []
    for action in range(arrays.action_start[number], arrays.action_start[number + 1]):
        chances: dict[Any, float] = {}
        for outcome in range(arrays.outcome_start[action], arrays.outcome_start[action + 1]):
            to = graph.states[arrays.to[outcome]]
            chances[to] = chances.get(to, 0.0) + arrays.probability[outcome]
        found.append((graph.names[action], {to: round(chance, 12) for to, chance in chances.items()}))
    return found


@every_game
def test_both_graphs_have_the_same_solution(rules: Rules) -> None:
    solution = jd.solve(rules, cache=False)
    solved = finite.solve(dice_graph(rules))
    values = by_position(solved.graph, rules, solved.values[:, 0])
    np.testing.assert_allclose(values[:, :, 0], solution.values, rtol=0, atol=CLOSE)
    for (own, opponent, total), value in values_by_position(rules, solution):
        assert values[own, opponent, solution.strategy.turn.node_of[total]] == pytest.approx(value, abs=CLOSE)


@every_game
def test_without_room_for_a_linear_system_sweeps_come_to_the_same(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = finite.solve(dice_graph(rules))
    monkeypatch.setattr(component, "MOST_ENTRIES", 0)
    np.testing.assert_allclose(finite.solve(exact.graph).values, exact.values, rtol=0, atol=CLOSE)


@pytest.mark.parametrize("pay", [((1, -1), (-1, 1)), ((3, 1), (0, 4))])
def test_other_pay_offs_of_a_constant_sum_only_stretch_the_values(pay: Any) -> None:
    plain, stretched = finite.solve(DiceGame.of("pig(target=12)")), finite.solve(DiceGame.of("pig(target=12)", pay))
    win, lose = pay[0][0], pay[1][0]
    assert stretched.value() == pytest.approx(lose + (win - lose) * plain.value(), abs=CLOSE)
    assert stretched.value(player=1) == pytest.approx(sum(pay[0]) - stretched.value(), abs=CLOSE)


@dataclass(frozen=True)
class Alone:
    """Pig played alone: every turn that begins costs 1."""

    target: int
    hold_at: int | None = None
    players: int = 1
    initial: tuple[int, int] = (0, 0)

    def kind(self, state: Any) -> int | str:
        return FINAL if state == "done" else 0

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        own, turn_total = state
        begun = -1 if turn_total == 0 else 0
        if turn_total and (self.hold_at is None or turn_total >= self.hold_at):
            yield Move((own + turn_total, 0), name="hold")
        if self.hold_at is None or turn_total < self.hold_at:
            yield Move((own, 0), 1 / 6, begun, "roll")
            for face in range(2, 7):
                done = own + turn_total + face >= self.target
                yield Move("done" if done else (own, turn_total + face), 1 / 6, begun, "roll")

    def payoff(self, state: str) -> float:
        return 0


@pytest.mark.parametrize(("hold_at", "turns"), [(None, 12.545232352), (20, 12.636769490)])
def test_pig_alone_takes_the_known_number_of_turns(hold_at: int | None, turns: float) -> None:
    solved = finite.solve(Alone(100, hold_at))
    assert -solved.value() == pytest.approx(turns, abs=5e-10)
    assert solved.residual < 1e-12


def test_the_best_actions_are_those_of_the_exact_core() -> None:
    solved, solution = finite.solve(DiceGame.of("pig(target=30)")), jd.solve("pig(target=30)", cache=False)
    for state in solved.graph.states:
        if isinstance(state, int):
            continue
        worth = solved.actions(state)
        assert next(iter(worth)) == solved.action(state)
        advice = solution.advise(*state[1:])
        known = {"hold" if name == "pass" else name: value for name, value in advice.values.items()}
        assert worth == pytest.approx(known, abs=CLOSE)
        if advice.margin > 1e-9:
            assert solved.action(state) == {"pass": "hold"}.get(advice.best, advice.best)


def test_a_game_in_which_the_first_roll_is_forced_has_no_passing() -> None:
    forced = replace(GAMES["pig"], forced_first_roll=True)
    assert list(finite.solve(DiceGame(forced)).actions()) == ["roll"]
