"""Games that nobody plays but somebody may write: throws that cannot score, chances next to nothing, wipes and wipes.

Their solutions are held against `finite`, which solves them as graphs and knows nothing of turns.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from samples import PASSING, Drawn, drawn

import jeopardice as jd
from jeopardice import finite
from jeopardice.finite import CHANCE, FINAL, DiceGame, Move
from jeopardice.games.rules import Effect, Outcome, Rules, Throw

CLOSE = 1e-9
DUD = Throw("dud", (Outcome(Fraction(1), 0, "bust"),))
LOSE = Throw("lose", (Outcome(Fraction(1), 0, "wipe"),))
SURE = Throw("sure", (Outcome(Fraction(1), 3, "bank"),))
WILD = Throw("wild", (Outcome(Fraction(1, 4), 3, "bank"), Outcome(Fraction(3, 4), 0, "wipe")))
TRY = Throw("try", (Outcome(Fraction(1, 2), 2), Outcome(Fraction(1, 2), 0, "wipe")))
CREEP = Throw("creep", (Outcome(Fraction(1, 23), 1), Outcome(Fraction(22, 23), 0, "wipe")))
CLIMB = Throw("climb", (Outcome(Fraction(1, 11), 1, "bank"), Outcome(Fraction(10, 11), 0, "wipe")))


def heavy(wipe: Fraction) -> Rules:
    """Pig in which most throws wipe."""
    faces = [Outcome((1 - wipe) / 5, points) for points in range(2, 7)]
    return Rules("heavy", 100, (Throw("roll", (*faces, Outcome(wipe, 0, "wipe"))),))


@pytest.mark.parametrize("throws", [(DUD, SURE, WILD), (SURE, WILD, DUD), (WILD, DUD, SURE)])
def test_a_throw_that_cannot_score_changes_nothing_wherever_it_stands(throws: tuple[Throw, ...]) -> None:
    rules = Rules("g", 4, throws)
    solution = jd.solve(rules)
    assert solution.first_player == pytest.approx(jd.solve(rules, exact=True).first_player, abs=1e-12) == 1.0
    assert solution.residual < 1e-14
    assert abs(solution.exploitability) < 1e-12


def test_of_throws_worth_the_same_one_is_taken_that_can_score() -> None:
    rules = Rules("p", 2, (DUD, Throw("good", (Outcome(Fraction(1), 1, "bank"),))))
    solution = jd.solve(rules)
    assert solution.first_player == jd.solve(rules, exact=True).first_player == 1
    assert jd.duel(rules, solution.strategy, solution.strategy).first == 1.0


def test_the_answer_to_somebody_who_refuses_comes_to_an_end() -> None:
    for rules in (Rules("lose or try", 2, (LOSE, TRY)), Rules("climb", 5, (CLIMB,)), heavy(Fraction(1, 2))):
        response = jd.best_response(rules, "hold-at(0)")
        assert response.first_player == pytest.approx(1.0, abs=1e-12)
        assert jd.duel(rules, response.strategy, "hold-at(0)").first == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("heads", ["1/10000", f"1/{10**12}", f"1/{10**16}"])
def test_chances_next_to_nothing_cost_no_digits(heads: str) -> None:
    rules = f"piglet(target=1, heads={heads})"
    result = jd.duel(rules, "hold-at(1)", "hold-at(0)")
    assert (result.first, result.second, result.stalemate_first) == (1.0, 1.0, 0.0)
    both = jd.duel(rules, "hold-at(1)", "hold-at(1)")
    chance = Fraction(heads)  # first = chance + (1 - chance) (1 - first)
    assert both.first == pytest.approx(float(1 / (2 - chance)), abs=1e-15)
    assert both.second == pytest.approx(float((1 - chance) / (2 - chance)), abs=1e-15)
    assert jd.best_response(f"piglet(target=3, heads={heads})", "hold-at(0)").first_player == pytest.approx(1.0)


def test_where_nearly_every_throw_wipes_the_digits_are_right() -> None:
    rules = Rules("creep", 5, (CREEP,))
    assert jd.solve(rules).first_player == pytest.approx(float(jd.solve(rules, exact=True).first_player), abs=1e-14)


def test_figures_that_would_drown_in_rounding_are_not_returned() -> None:
    with pytest.raises(jd.NotConvergedError, match=r"may be wrong by 1e\+00: nearly everything is wiped"):
        jd.duel(heavy(Fraction(9, 10)), "hold-at(20)", "hold-at(0)")
    with pytest.raises(jd.NotConvergedError, match="wiped"):
        jd.best_response(heavy(Fraction(9, 10)), "hold-at(0)")


@pytest.mark.parametrize("rules", PASSING.values(), ids=PASSING.keys())
def test_nobody_gains_against_perfect_play_that_may_not_end(rules: Rules) -> None:
    assert abs(jd.solve(rules).exploitability) < 1e-12


@pytest.mark.parametrize("limit", [11, 40, 200])
def test_a_table_beyond_the_target_reads_nothing_it_should_not(limit: int) -> None:
    strategy = f"noisy(hold-at({limit}, goal=false), 0.5)"
    results = {jd.duel("pig(target=10)", strategy, "hold-at(5)").first for _ in range(20)}
    assert len(results) == 1
    response = jd.best_response("pig(target=10)", strategy)
    assert jd.duel("pig(target=10)", response.strategy, strategy).first == pytest.approx(
        response.first_player, abs=1e-12
    )


class Against:
    """A dice game against a table, as a game for one player, who is paid for winning."""

    players = 1
    initial = (0, 0, 0, 0)

    def __init__(self, rules: Rules, other: Drawn) -> None:
        self.game, self.other = DiceGame(rules), other

    def kind(self, state: Any) -> int | str:
        return FINAL if isinstance(state, int) else CHANCE if state[0] == 1 else 0

    def payoff(self, state: int) -> float:
        return 1.0 - state

    def moves(self, state: Any) -> Iterator[Move]:
        moves = self.game.moves(state)
        if state[0] == 0:
            yield from moves
            return
        chances = dict(zip(self.game.rules.actions, self.other(*state[1:]), strict=True))
        yield from (Move(to, p * chances[str(name)]) for to, p, _, name in moves if chances[str(name)])


def rare_game(seed: int) -> Rules | None:
    """A small game of throws of all kinds in any order; None where it cannot be played."""
    rng = np.random.default_rng(seed)
    kinds: list[Effect] = ["score", "score", "bank", "bust", "wipe"]
    throws = []
    for number in range(rng.integers(1, 4)):
        weights = rng.integers(1, 12, rng.integers(1, 4))
        effects = [kinds[n] for n in rng.integers(0, 5, len(weights))]
        points = [int(n) if e in ("score", "bank") else 0 for n, e in zip(rng.integers(0, 4, 9), effects, strict=False)]
        chances = [Fraction(int(weight), int(weights.sum())) for weight in weights]
        outcomes = map(Outcome, chances, points, effects)
        try:
            throws.append(Throw(f"throw {number}", tuple(outcomes)))
        except jd.RulesError:
            continue
    try:
        return Rules("rare", int(rng.integers(1, 7)), tuple(throws), bool(rng.random() < 0.3))
    except jd.RulesError:
        return None


@pytest.mark.parametrize("hundred", range(3))
def test_rare_games_have_the_value_of_their_graphs(hundred: int) -> None:
    solved = 0
    for seed in range(100 * hundred, 100 * hundred + 100):
        rules = rare_game(seed)
        if rules is None:
            continue
        value = finite.solve(DiceGame(rules)).value()
        solution = jd.solve(rules, cache=False)
        assert solution.first_player == pytest.approx(value, abs=CLOSE), seed
        assert solution.residual < 1e-12, seed
        for own in range(rules.target):
            for opponent in range(rules.target):
                held = [node for node, total in enumerate(solution.turn_totals) if own + total < rules.target]
                policy = [solution.action(own, opponent, solution.turn_totals[node]) for node in held]
                assert policy == solution.policy[own, opponent, held].tolist(), seed
        solved += 1
    assert solved > 50


@pytest.mark.parametrize("hundred", range(3))
def test_best_responses_in_rare_games_have_the_value_of_their_graphs_and_deliver_it(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        rules = rare_game(seed)
        if rules is None:
            continue
        other = drawn(rules, seed, mixed=bool(seed % 2), passing=(0.5, 0.9, 1.0)[seed % 3])
        value = finite.solve(Against(rules, other)).value()
        response = jd.best_response(rules, other.table)
        assert response.first_player == pytest.approx(value, abs=CLOSE), seed
        result = jd.duel(rules, response.strategy, other.table)
        assert result.first == pytest.approx(value, abs=CLOSE), seed
        assert result.second == pytest.approx(response.second_player, abs=CLOSE), seed
