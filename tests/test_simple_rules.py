"""The best rules of one sentence: against all there are in small games, and against the published one in Pig."""

import json
from itertools import product

import naive
import pytest
from samples import CUSTOM, GAMES

import jeopardice as jd
from jeopardice.compare import trials
from jeopardice.compare.simple_rules import SimpleRule, simple_rules
from jeopardice.exact.duel import chances
from jeopardice.exact.seat import Seat
from jeopardice.games.catalog import CATALOG, pig
from jeopardice.games.rules import Rules

SMALL = {
    "piglet": CATALOG["piglet"](target=8),
    "pig": pig(target=50),
    "pass-the-pigs": CATALOG["pass-the-pigs"](target=60),
    "two-dice-pig": CATALOG["two-dice-pig"](target=40),
    "raptor": GAMES["raptor"],
    "two-throws": CUSTOM["two-throws"],
    "forced-pig": CUSTOM["forced-pig"],
}


def share(rules: Rules, spelled: str) -> float:
    """What a rule wins against the optimum, on average, with half a win for a stalemate."""
    found = jd.duel(rules, spelled, "optimal")
    return (found.average + 1.0 - found.b_average) / 2


def test_the_rule_fitted_to_pig_is_the_published_one_which_nobody_had_to_tell() -> None:
    found = simple_rules("pig")
    known = jd.duel("pig", "keep-pace-end-race", "optimal")
    assert found.pace is not None
    assert found.pace.strategy == "keep-pace(21, 8, 71)"
    assert found.pace.duel.average >= known.average - 1e-15
    assert found.pace.loss == pytest.approx(0.004610, abs=1e-6)
    assert found.hold.strategy == "hold-at(25)"
    assert found.hold.loss == pytest.approx(0.5 - 0.478931, abs=1e-6)
    assert found.best is found.pace
    assert found.thorough


@pytest.mark.parametrize("name", SMALL)
def test_the_best_hold_value_is_the_best_of_all(name: str) -> None:
    rules = SMALL[name]
    found, throws = simple_rules(rules), range(1, len(rules.throws) + 1)
    every = {(n, t): share(rules, f"hold-at({n}, throw={t})") for n in range(1, rules.target + 1) for t in throws}
    assert 0.5 - found.hold.loss == pytest.approx(max(every.values()), abs=1e-12)
    assert share(rules, found.hold.strategy) == pytest.approx(max(every.values()), abs=1e-12)
    for number, rule in zip(throws, found.throws, strict=True):
        best = max(value for (_, throw), value in every.items() if throw == number)
        assert 0.5 - rule.loss == pytest.approx(best, abs=1e-12)
    for n, loss in zip(found.hold_values, found.losses, strict=True):
        throw = jd.as_strategy(rules, found.hold.strategy).throw  # type: ignore[attr-defined]
        assert 0.5 - loss == pytest.approx(every[n, throw], abs=1e-12)


@pytest.mark.parametrize("name", ["piglet", "two-throws", "forced-pig"])
def test_the_fitted_rule_is_the_best_of_the_whole_grid_in_small_games(name: str) -> None:
    rules = SMALL[name]
    found, target = simple_rules(rules), rules.target
    if found.pace is None:
        assert found.hold.loss == pytest.approx(0.0, abs=1e-12)
        return
    assert found.proven
    throw = jd.as_strategy(rules, found.pace.strategy).throw  # type: ignore[attr-defined]
    grid = product(range(1, target + 1), (1, 2, 3, 4, 6, 2 * target), range(1, target + 1))
    best = max(share(rules, f"keep-pace({a}, {b}, {c}, throw={throw})") for a, b, c in grid)
    assert 0.5 - found.pace.loss >= best - 1e-12


@pytest.mark.parametrize("name", ["pig", "pass-the-pigs", "two-dice-pig"])
def test_no_neighbour_of_the_fitted_rule_is_better_and_hold_at_is_not(name: str) -> None:
    rules = SMALL[name]
    found = simple_rules(rules)
    assert found.pace is not None
    assert not found.proven
    assert found.pace.loss <= found.hold.loss + 1e-15
    fitted = jd.as_strategy(rules, found.pace.strategy)
    for a, b, c in product((-1, 0, 1), repeat=3):
        near = (fitted.a + a, fitted.b + b, fitted.c + c)  # type: ignore[attr-defined]
        if min(near) >= 1 and near[2] <= rules.target:
            assert share(rules, f"keep-pace{near}") <= 0.5 - found.pace.loss + 1e-12


def test_what_a_rule_loses_is_what_a_slow_walk_finds() -> None:
    rules = CATALOG["piglet"](target=5)
    found = simple_rules(rules)
    tables = [jd.resolve(rules, spelled) for spelled in (found.best.strategy, "optimal")]
    players: list[naive.Player] = [
        lambda i, j, k, t=table: t.probabilities[0, i, j, t.turn.node_of[k]].tolist()  # type: ignore[misc]
        for table in tables
    ]
    slow = naive.duel(rules, players[0], players[1])
    assert found.best.duel.first == pytest.approx(slow.first)
    assert found.best.loss == pytest.approx((slow.b_first - slow.first) / 2)


def test_where_there_is_nothing_to_hold_each_throw_is_a_rule() -> None:
    found = simple_rules(GAMES["hog"])
    assert found.pace is None
    assert [rule.strategy for rule in found.throws] == ["hold-at(1)", "hold-at(1, throw=2)", "hold-at(1, throw=3)"]
    assert found.hold in found.throws
    assert found.best is found.hold
    assert found.duels == 3


def test_where_a_hold_value_loses_nothing_no_other_rule_is_looked_for() -> None:
    found = simple_rules(pig(target=12))
    assert (found.hold.strategy, found.pace) == ("hold-at(12)", None)
    assert found.hold.loss == pytest.approx(0.0, abs=1e-12)


def test_a_stalemate_counts_one_half() -> None:
    assert SimpleRule("it", jd.Duel("pig", "it", "optimal", 0.2, 0.1, 0.4, 0.8)).loss == pytest.approx(0.05)


@pytest.mark.parametrize("most", [1, 2, 7, 30, 200])
def test_with_few_duels_the_best_of_those_is_told(most: int) -> None:
    found = simple_rules(pig(target=50), most=most)
    assert found.duels <= most
    assert not found.thorough
    assert len(found.hold_values) == len(found.losses) <= most
    assert found.best.loss <= found.hold.loss <= max(found.losses) + 1e-15
    assert (found.pace is None) == (most == 1)


def test_a_duel_that_takes_long_leads_to_fewer_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "MOST_WORK", 0)
    monkeypatch.setattr(trials, "LEAST_DUELS", 12)
    found = simple_rules(pig(target=50))
    assert found.duels == 12
    assert not found.thorough


def test_a_rule_whose_duel_comes_to_no_result_is_not_recommended(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, best = GAMES["two-dice-pig"], simple_rules(GAMES["two-dice-pig"]).hold.strategy
    failing = {best}

    def played(a: Seat, b: Seat) -> tuple[float, float, float, float]:
        if not failing or (a.table is not None and a.table.name in failing):
            raise jd.NotConvergedError("it does not converge")
        return chances(a, b)

    monkeypatch.setattr(trials, "chances", played)
    assert simple_rules(rules).hold.strategy != best
    failing.clear()
    with pytest.raises(jd.NotConvergedError, match="no duel of a simple rule with the optimum of two-dice-pig to 14"):
        simple_rules(rules)


@pytest.mark.parametrize(("most", "told"), [(0, "at least 1, not 0"), (1.5, "whole number, not 1.5"), (True, "whole")])
def test_a_number_of_duels_that_cannot_be_is_refused(most: int, told: str) -> None:
    with pytest.raises(jd.JeopardiceError, match=f"most must be (a )?{told}"):
        simple_rules("pig(target=5)", most=most)


def test_progress_rises_to_the_end() -> None:
    told: list[float] = []
    simple_rules("piglet", progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_it_is_plain_data_and_shows_itself() -> None:
    found = jd.simple_rules("piglet")
    plain = json.loads(json.dumps(found.to_dict()))
    assert plain["hold"]["strategy"] == found.hold.strategy
    assert plain["pace"]["loss"] == pytest.approx(found.pace.loss if found.pace else None)
    assert plain["losses"] == found.losses.tolist()
    assert found.hold.strategy in found._repr_html_()
    with pytest.raises(ValueError, match="read-only"):
        found.losses[0] = 0.0
