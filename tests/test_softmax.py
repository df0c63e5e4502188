"""Mistakes in proportion to their cost: soft-max against its slow twin, and wherever a strategy may stand."""

import math
from fractions import Fraction
from pathlib import Path

import naive
import numpy as np
import pytest
from samples import CUSTOM, GAMES, every_game, naive_values

import jeopardice as jd
from jeopardice.exact.action_values import all_action_values
from jeopardice.strategies import table as tables
from jeopardice.strategies.notation import spelled_strategy
from jeopardice.strategies.wanted import SoftMax

SMALL = "pig(target=20)"


def chances(name: str, state: tuple[int, int, int], t: float) -> list[float]:
    """The slow twin: exp(value / t) of every legal action, made to sum to 1."""
    worth = naive.action_values(GAMES[name], naive_values(GAMES[name]), state)
    weights = [0.0 if value is None else math.exp(value / t) for value in worth]
    return [weight / sum(weights) for weight in weights]


MOVING = [
    name
    for name, rules in GAMES.items()
    if not any(o.effect == "score" and not o.points for throw in rules.throws for o in throw.outcomes)
]
"""Games in which no throw may leave all as it is: such a throw is valued together with its repetitions."""


@pytest.mark.parametrize("name", MOVING)
@pytest.mark.parametrize("t", ["0.05", "1/3"])
def test_every_action_is_as_likely_as_in_the_slow_twin(name: str, t: str) -> None:
    table = jd.resolve(GAMES[name], f"soft-max({t})")
    for state in naive.states(GAMES[name]):
        found = table.probabilities[0, state.own, state.opponent, table.turn.node_of[state.turn_total]]
        np.testing.assert_allclose(found, chances(name, state, float(Fraction(t))), atol=1e-9)


@every_game
def test_the_values_of_all_actions_at_once_are_those_of_single_positions(name: str) -> None:
    solution = jd.solve(GAMES[name])
    nodes = solution.strategy.turn.node_of
    known = all_action_values(solution, range(3, 5))
    for own in (3, 4):
        for opponent in range(solution.rules.target):
            for total, node in nodes.items():
                if own + total < solution.rules.target:
                    single = [
                        -np.inf if value is None else value for value in solution.action_values(own, opponent, total)
                    ]
                    np.testing.assert_allclose(known[:, node, own - 3, opponent], single, rtol=1e-12)


def test_a_table_made_in_many_blocks_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    once = jd.resolve(SMALL, "soft-max(0.05)").probabilities
    monkeypatch.setattr(tables, "BLOCK", 1)
    np.testing.assert_array_equal(jd.resolve(SMALL, "soft-max(0.05)").probabilities, once)


def test_without_mistakes_it_is_the_optimum_and_with_all_of_them_blind_chance() -> None:
    for t in ("0", "1/1000000000000"):
        assert jd.duel(SMALL, f"soft-max({t})", "optimal").average == pytest.approx(0.5, abs=1e-11)
    assert jd.resolve(SMALL, "soft-max(0)").name == "soft-max(0)"
    blind = jd.resolve(SMALL, "soft-max(1000000000000)").probabilities
    np.testing.assert_allclose(blind, jd.resolve(SMALL, "noisy(turtle, 1)").probabilities, atol=1e-11)


def test_the_larger_t_the_fewer_wins() -> None:
    wins = [jd.duel(SMALL, f"soft-max({t})", "optimal").average for t in (0, 0.01, 0.03, 0.05, 0.2, 1)]
    assert wins == sorted(wins, reverse=True)
    assert len(set(wins)) == len(wins)


def test_a_best_response_to_it_wins_at_least_as_often_as_the_optimum_does() -> None:
    answer = jd.best_response(SMALL, "soft-max(0.1)").average
    assert answer >= jd.duel(SMALL, "optimal", "soft-max(0.1)").average - 1e-12


def test_it_may_stand_inside_of_noise_and_noise_is_added_to_it() -> None:
    plain, noisy = (jd.resolve(SMALL, name).probabilities for name in ("soft-max(0.1)", "noisy(soft-max(0.1), 0.5)"))
    assert noisy[0, 3, 4, 0] == pytest.approx(0.5 * plain[0, 3, 4, 0] + 0.25)


def test_one_turn_of_it_is_that_of_its_table() -> None:
    table = jd.resolve(SMALL, "soft-max(0.1)")

    def player(own: int, opponent: int, turn_total: int) -> list[float]:
        answer: list[float] = table.probabilities[0, own, opponent, table.turn.node_of[turn_total]].tolist()
        return answer

    for scores in ((0, 0), (13, 7)):
        found = jd.turn_outcomes(SMALL, "soft-max(0.1)", *scores)
        slow = naive.turn_outcomes(jd.as_game(SMALL), player, *scores)
        assert found.strategy == "soft-max(0.1)"
        assert found.bust == pytest.approx(slow["bust"])
        assert found.passed == pytest.approx(slow["pass"])
        assert found.mean == pytest.approx(sum(total * p for total, p in slow.items() if isinstance(total, int)))


def test_where_the_first_roll_is_forced_it_never_passes() -> None:
    table = jd.resolve(CUSTOM["forced-throws"], "soft-max(10)")
    assert not table.probabilities[..., 0, 0].any()


def test_its_table_can_be_kept_in_a_file(tmp_path: Path) -> None:
    jd.save_table(jd.resolve(SMALL, "soft-max(0.1)"), tmp_path / "soft.npz")
    kept = jd.duel(SMALL, str(tmp_path / "soft.npz"), "optimal")
    assert kept.average == pytest.approx(jd.duel(SMALL, "soft-max(0.1)", "optimal").average, abs=1e-12)


@pytest.mark.parametrize("goal", ["fewest-turns", "within(4)", "most-points(2)"])
@pytest.mark.parametrize("spelled", ["soft-max(0.1)", "noisy(soft-max(0.1), 0.1)"])
def test_alone_it_is_refused(spelled: str, goal: str) -> None:
    with pytest.raises(jd.StrategyError, match=r"alone there is nobody to win against|most-points has no target"):
        jd.solitaire(SMALL, spelled, goal=goal)


@pytest.mark.parametrize(
    ("spelled", "message"),
    [
        ("soft-max(-1/20)", "t must be at least 0, not -0.05"),
        ("soft-max(turtle)", "t must be a number"),
        ("soft-max", "write soft-max"),
        ("softmax(0.1)", "did you mean 'soft-max'"),
    ],
)
def test_a_t_that_makes_no_sense_is_refused(spelled: str, message: str) -> None:
    with pytest.raises((jd.StrategyError, jd.NotationError), match=message):
        spelled_strategy(jd.PIG, spelled)


def test_a_t_that_is_too_long_to_spell_is_refused() -> None:
    with pytest.raises(jd.StrategyError, match="t must be a number of at most 60 characters"):
        SoftMax(Fraction(1, 3**200))
