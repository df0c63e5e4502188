"""What a strategy does otherwise than best play: position by position, turn by turn, and over whole games."""

import numpy as np
import pytest
from samples import CUSTOM, GAMES

import jeopardice as jd
from jeopardice.exact.mistakes import NONE, mistakes, mistakes_of
from jeopardice.exact.turns import steps

PLAYERS = ["hold-at(4)", "turtle", "roll-to-win", "keep-pace-end-race"]
some_games = pytest.mark.parametrize("name", ["pig", "two-dice-pig", "frey", "hog", "two-throws", "forced-wipes"])


@some_games
@pytest.mark.parametrize("player", PLAYERS)
def test_over_a_game_mistakes_cost_what_is_lost_against_best_play(name: str, player: str) -> None:
    found, best, table = mistakes(GAMES[name], player), jd.solve(GAMES[name]), jd.resolve(GAMES[name], player)
    mine, its = steps(table, best.strategy, True), steps(best.strategy, table, False)
    target = best.rules.target
    going = [np.zeros((target**2, target**2)) for _ in range(2)]
    for matrix, moves in zip(going, (mine, its), strict=True):
        np.add.at(matrix, (moves.origin, moves.goal), moves.probability)
    lost = np.linalg.solve(np.eye(target**2) - going[0] @ going[1], found.of_turn.ravel())
    assert lost[0] == pytest.approx(best.first_player - found.duel.first, abs=1e-11)
    assert found.loss == pytest.approx(0.5 - found.duel.average, abs=1e-12)


@some_games
def test_a_mistake_costs_the_difference_of_two_values(name: str) -> None:
    rules = GAMES[name]
    solution, table = jd.solve(rules), jd.resolve(rules, "hold-at(4)")
    found = mistakes_of(solution, table)
    for (own, opponent, node), cost in np.ndenumerate(found.cost):
        total = found.turn_totals[node]
        if own + total >= rules.target:
            assert cost == 0.0
            continue
        worth = solution.action_values(own, opponent, total)
        taken = worth[table.choices_by_scores[0, own, opponent, node]]
        assert taken is not None
        assert cost == pytest.approx(max(value for value in worth if value is not None) - taken, abs=1e-11)
        assert (found.kind[own, opponent, node] == NONE) == (cost == 0.0)


def test_the_cost_of_a_turn_is_that_of_all_its_positions_as_often_as_they_come_up() -> None:
    found = mistakes("piglet(target=5)", "hold-at(2)")
    row = found.cost[0, 3]
    assert found.of_turn[0, 3] == pytest.approx(row[0] + row[1] / 2 + row[2] / 4)


def test_best_play_makes_no_mistakes_and_keep_pace_few() -> None:
    none = mistakes("pig(target=20)", "optimal")
    assert none.positions == none.loss == none.of_turn.max() == 0.0
    found = mistakes("pig", "keep-pace-end-race")
    assert found.loss == pytest.approx(0.0046097, abs=1e-7)
    assert found.worst["cost"] == found.cost.max()
    assert found.to_dict()["worst"] == {
        "own": 70,
        "opponent": 70,
        "turn_total": 28,
        "kind": 1,
        "cost": found.cost.max(),
    }


def test_mistakes_are_told_of_single_actions_of_the_same_game_only() -> None:
    for player, problem in (
        ("scoring-turns(2)", "keeps a memory"), ("noisy(turtle, 0.1)", "plays by chance"),
        ("hold-at(4, goal=false)", "may go on where banking wins"),
    ):  # fmt: skip
        with pytest.raises(jd.StrategyError, match=problem):
            mistakes(CUSTOM["weighted"], player)
    with pytest.raises(jd.StrategyError, match="is a table for"):
        mistakes_of(jd.solve("pig(target=9)"), jd.resolve("pig(target=10)", "turtle"))
