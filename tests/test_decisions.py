"""How often positions come up in perfect play, and what a mistake costs there: against a slow walk through them."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import naive
import numpy as np
import pytest
from samples import GAMES, PASSING, every_game, naive_values

import jeopardice as jd
from jeopardice.exact.mistakes import mistakes
from jeopardice.exact.visits import solved, visits
from jeopardice.games.catalog import pig
from jeopardice.games.rules import Rules

CLASSES = (0.001, 0.01, 0.03, 0.1)


class Walk(NamedTuple):
    """What a slow walk finds: how often each state comes up, and what each legal action is worth there."""

    often: Mapping[naive.State, float]
    worth: Mapping[naive.State, list[float]]


def plays(table: jd.Table) -> naive.Player:
    """The table as the slow twins ask it."""
    node_of, chances = table.turn.node_of, table.probabilities[0]
    return lambda own, opponent, total: chances[own, opponent, node_of[total]].tolist()


def repeated(rules: Rules, values: Mapping[naive.State, float], state: naive.State, action: int) -> float:
    """What an action is worth that is taken again as long as nothing happens."""
    found = naive.ways(rules, state, action)
    moving = [way for way in found if way.after != state or way.passes_on]
    return naive.worth(values, moving) / sum(way.probability for way in moving)


@cache
def walk(rules: Rules) -> Walk:
    """Play of the optimum against itself; states that come again at once come up once."""
    graph = naive.chain(rules, *[plays(jd.solve(rules).strategy)] * 2)
    place = {key: number for number, key in enumerate(graph)}
    steps = np.zeros((len(place), len(place)))
    for key, row in graph.items():
        moving = 1.0 - row.get(key, 0.0)
        for to, probability in row.items():
            if to in place and to != key:
                steps[place[key], place[to]] = probability / moving
    start = np.zeros(len(place))
    start[place["a", naive.START]] = 1.0
    found = np.linalg.solve(np.eye(len(place)) - steps.T, start)
    often: dict[naive.State, float] = {}
    for (_, state), number in place.items():
        assert state is not None
        often[state] = often.get(state, 0.0) + float(found[number])
    values = naive_values(rules)
    return Walk(
        often, {state: [repeated(rules, values, state, a) for a in naive.legal(rules, state)] for state in often}
    )


@every_game
def test_turn_starts_come_up_as_often_as_on_a_slow_walk(name: str) -> None:
    rules, often = GAMES[name], walk(GAMES[name]).often
    found = visits(jd.solve(rules).strategy)
    slow = np.zeros_like(found)
    for state, times in often.items():
        if state.turn_total == 0:
            slow[state.own, state.opponent] += times
    assert found == pytest.approx(slow, abs=1e-10)


@every_game
def test_decisions_are_sorted_by_their_margins_as_on_a_slow_walk(name: str) -> None:
    rules, (often, worth) = GAMES[name], walk(GAMES[name])
    counts, starts, forced, random = np.zeros(5), np.zeros(5), 0.0, 0.0
    for state, times in often.items():
        ranked = sorted(worth[state], reverse=True)
        if len(ranked) == 1:
            forced += times
            continue
        place = sum(ranked[0] - ranked[1] >= threshold for threshold in CLASSES)
        counts[place] += times
        starts[place] += times if state.turn_total == 0 else 0.0
        random += times * (ranked[0] - sum(ranked) / len(ranked))
    found = jd.decisions(rules)
    assert found.thresholds == CLASSES
    assert found.counts == pytest.approx(counts, abs=1e-9)
    assert found.starts == pytest.approx(starts, abs=1e-9)
    assert found.forced == pytest.approx(forced, abs=1e-9)
    assert found.total == pytest.approx(counts.sum())
    if found.total:
        assert found.random_cost == pytest.approx(random / counts.sum(), abs=1e-9)
        assert found.shares.sum() == pytest.approx(1.0)
        assert found.share_from(0.01) == pytest.approx(counts[2:].sum() / counts.sum(), abs=1e-9)


@every_game
def test_turns_end_as_often_in_each_way_as_single_turns_say(name: str) -> None:
    rules = GAMES[name]
    best, often = plays(jd.solve(rules).strategy), walk(rules).often
    sums = {"bust": 0.0, "wipe": 0.0, "pass": 0.0, "points": 0.0}
    turns = 0.0
    for state, times in often.items():
        if state.turn_total == 0:
            turns += times
            for end, chance in naive.turn_outcomes(rules, best, state.own, state.opponent).items():
                sums["points" if isinstance(end, int) else end] += times * chance * (end if isinstance(end, int) else 1)
    found = jd.decisions(rules).turns.to_dict()
    assert found["turns"] == pytest.approx(turns)
    assert {name: found[name] for name in sums} == pytest.approx({name: total / turns for name, total in sums.items()})


def test_a_throw_that_may_come_to_nothing_counts_with_its_repetitions() -> None:
    rules = GAMES["raptor"]
    best, throws = plays(jd.solve(rules).strategy), 0.0
    for state, times in walk(rules).often.items():
        action = int(np.argmax(best(*state)))
        stay = [1.0 - 0.25 * (action == 1)] if action else []
        throws += sum(times / moving for moving in stay)
    turns = jd.decisions(rules).turns
    assert turns.throws * turns.turns == pytest.approx(throws)


@every_game
def test_as_many_turns_come_up_as_a_game_takes_on_average(name: str) -> None:
    rules = GAMES[name]
    assert visits(jd.solve(rules).strategy).sum() == pytest.approx(jd.game_length(rules, "optimal", "optimal").mean)


@pytest.mark.parametrize("name", ["pig", "frey", "hog", "two-dice-pig", "two-throws"])
def test_a_strategy_misplays_decisions_where_its_mistakes_are(name: str) -> None:
    rules, spelled = GAMES[name], "hold-at(3)"
    wrong, node_of = mistakes(rules, spelled), jd.resolve(rules, spelled).turn.node_of
    share = cost = 0.0
    for state, times in walk(rules).often.items():
        here = float(wrong.cost[state.own, state.opponent, node_of[state.turn_total]])
        share, cost = share + times * (here > 1e-12), cost + times * here
    found = jd.decisions(rules, [spelled])
    assert found.misplayed[spelled].share == pytest.approx(share / found.total)
    assert found.misplayed[spelled].cost == pytest.approx(cost / share if share else 0.0)


def test_noise_misplays_as_often_as_it_draws_the_wrong_one_of_two_actions() -> None:
    found = jd.decisions(pig(target=30), ["noisy(optimal, 0.1)", "optimal", "noisy(optimal, 1)"]).misplayed
    assert found["noisy(optimal, 0.1)"].share == pytest.approx(0.05)
    assert found["optimal"].share == found["optimal"].cost == 0.0
    random = found["noisy(optimal, 1)"]
    assert random.share * random.cost == pytest.approx(jd.decisions(pig(target=30)).random_cost)


def test_a_strategy_that_rolls_beyond_the_target_is_looked_at_short_of_it() -> None:
    found = jd.decisions("pig(target=20)", ["hold-at(9)", "hold-at(9, goal=false)"]).misplayed
    assert found["hold-at(9)"].share == found["hold-at(9, goal=false)"].share > 0


def test_strategies_are_named_as_in_a_field() -> None:
    found = jd.decisions("pig(target=20)", "hold-at(8..10)").misplayed
    assert list(found) == ["hold-at(8)", "hold-at(9)", "hold-at(10)"]
    assert list(jd.decisions("pig(target=20)", {"mine": lambda own, other, total: total < 9}).misplayed) == ["mine"]
    with pytest.raises(jd.StrategyError, match="there are no strategies"):
        jd.decisions("pig(target=20)", [])


def test_where_there_is_one_legal_action_nothing_is_decided() -> None:
    game = replace(pig(target=2), forced_first_roll=True)
    found = jd.decisions(game)
    assert found.total == 0.0
    assert found.forced == found.turns.turns
    assert np.isnan(found.shares).all()


def test_thresholds_may_be_others() -> None:
    found = jd.decisions("piglet", thresholds=[0.05])
    usual = jd.decisions("piglet")
    assert found.counts.sum() == pytest.approx(usual.total)
    assert found.share_from(0.05) < usual.share_from(0.03)
    with pytest.raises(jd.PositionError, match=r"no threshold 0\.01; there are 0\.05"):
        found.share_from(0.01)


@pytest.mark.parametrize(
    "thresholds", [[], [0], [0.1, 0.1], [0.2, 0.1], [2], [True], ["0.1"], [float("nan")], 0.1, None, "ab"]
)
def test_thresholds_that_do_not_rise_from_0_to_1_are_refused(thresholds: Any) -> None:
    with pytest.raises(jd.PositionError, match="thresholds must be numbers between 0 and 1 that rise, not"):
        jd.decisions("pig(target=5)", thresholds=thresholds)


def test_how_often_positions_of_an_endless_game_come_up_is_not_told() -> None:
    with pytest.raises(jd.NotConvergedError, match=r"optimal against itself in both pass to 9 .* never come to an end"):
        jd.decisions(PASSING["both-pass"])
    with pytest.raises(jd.NotConvergedError, match="may never come to an end"):
        visits(jd.resolve("piglet", "hold-at(0)"))


def test_memories_are_refused() -> None:
    with pytest.raises(jd.StrategyError, match=r"scoring-turns\(4\) keeps a memory"):
        jd.decisions("pig(target=10)", ["scoring-turns(4)"])
    with pytest.raises(jd.StrategyError, match="tables without a memory"):
        visits(jd.resolve("pig(target=10)", "scoring-turns(4)"))


def test_a_map_without_a_fixed_point_is_not_followed_for_ever() -> None:
    assert solved(lambda x: 0.5 * x + np.array([1.0, 2.0]), 2, "it") == pytest.approx([2.0, 4.0])
    with pytest.raises(jd.NotConvergedError, match="it still changes after 500 sweeps"):
        solved(lambda x: x + 1.0, 2, "it")


def test_progress_is_told_up_to_the_end() -> None:
    told: list[float] = []
    jd.decisions("two-dice-pig(target=20)", progress=told.append)
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1.0)


def test_the_decisions_of_pig_can_be_written_down() -> None:
    found = jd.decisions("pig", ["keep-pace-end-race"])
    plain = found.to_dict()
    assert plain["counts"] == found.counts.tolist()
    assert plain["misplayed"][0] == {"strategy": "keep-pace-end-race"} | {
        name: getattr(found.misplayed["keep-pace-end-race"], name) for name in ("share", "cost")
    }
    assert found.total == pytest.approx(83.1448, abs=1e-4)
    assert found.share_from(0.01) == pytest.approx(0.7986, abs=1e-4)
    assert "83.14" in found._repr_html_()
