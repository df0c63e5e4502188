"""Tournaments: the figures are those of duels, and those that others have found."""

import json
import time
import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fields import CYCLE

import jeopardice as jd
from jeopardice.compare.tournament import Tournament
from jeopardice.errors import StrategyError

KNOWN = Path(__file__).parent / "known"
FIGURE_17 = tomllib.loads((KNOWN / "figure-17.toml").read_text())["rows"]
HOLD_ATS = [
    row for row in tomllib.loads((KNOWN / "pig.toml").read_text())["duel"]
    if row["a"].startswith("hold-at") and row["b"].startswith("hold-at")
]  # fmt: skip
BUDGET, SLACK = 2.0, 3.0


@pytest.fixture(scope="module")
def thresholds() -> Tournament:
    """All of hold-at(1) to hold-at(100)."""
    jd.duel("pig", "turtle", "turtle")  # the kernels are compiled
    begin = time.process_time()
    found = jd.tournament("pig", ["hold-at(1..100)"])
    assert time.process_time() - begin <= BUDGET * SLACK
    return found


@pytest.fixture(scope="module")
def cycle() -> Tournament:
    return jd.tournament("pig", CYCLE)


def test_hold_at_25_beats_every_other_threshold_and_wins(thresholds: Tournament) -> None:
    assert thresholds.condorcet == thresholds.standings[0].name == thresholds.most_robust == "hold-at(25)"
    assert thresholds.standings[0].won == 99
    assert thresholds.ranked("pairs")[0].name == thresholds.ranked("worst")[0].name == "hold-at(25)"
    assert thresholds.mixture.shares == {"hold-at(25)": 1.0}
    assert thresholds.ratings["hold-at(25)"] == max(filter(None, thresholds.ratings.by_name.values()))


def test_thresholds_are_transitive(thresholds: Tournament) -> None:
    assert thresholds.is_transitive
    assert thresholds.gap is None
    assert (thresholds.cycle_count, thresholds.cycles) == (0, ())


@pytest.mark.parametrize("row", FIGURE_17, ids=lambda row: f"{row['a']}-{row['b']}")
def test_figure_17_of_the_group_report_is_met(row: dict[str, float], thresholds: Tournament) -> None:
    duel = thresholds.duel(f"hold-at({row['a']})", f"hold-at({row['b']})")
    assert duel.first == pytest.approx(row["first"], abs=5e-5)
    assert duel.b_first == pytest.approx(row["b_first"], abs=5e-5)
    assert duel.average == pytest.approx(row["average"], abs=1e-4)


@pytest.mark.parametrize("row", HOLD_ATS, ids=lambda row: f"{row['a']}-{row['b']}")
def test_known_duels_of_thresholds_are_met(row: dict[str, Any], thresholds: Tournament) -> None:
    duel = thresholds.duel(row["a"], row["b"])
    assert duel.first == pytest.approx(row["first"], abs=5e-7)
    assert duel.b_first == pytest.approx(row["b_first"], abs=5e-7)


def test_the_match_ups_of_the_yale_report_come_out_of_one_tournament() -> None:
    found = jd.tournament("pig", ["optimal", "hold-at(20)", "hold-at(25)"])
    assert found.duel("optimal", "optimal").first == pytest.approx(0.530592725274, abs=1e-11)
    assert found.duel("hold-at(20)", "hold-at(20)").first == pytest.approx(0.534698326, abs=5e-10)
    assert found.duel("optimal", "hold-at(20)").first == pytest.approx(0.571498, abs=5e-7)
    assert found.duel("hold-at(20)", "optimal").first == pytest.approx(0.491658, abs=5e-7)
    against_25 = found.duel("optimal", "hold-at(25)")
    assert (round(against_25.first, 5), round(against_25.b_first, 5)) == (0.55127, 0.50914)
    assert found.condorcet == "optimal"


def test_turtle_roll_to_win_and_roll_and_wait_are_a_cycle(cycle: Tournament) -> None:
    assert cycle.cycles == (("turtle", "roll-to-win", "roll-and-wait"),)
    assert not cycle.is_transitive
    assert cycle.gap == ("turtle", "roll-to-win", "roll-and-wait")
    assert cycle.condorcet is None


def test_every_figure_is_that_of_the_duel() -> None:
    names = ["hold-at(0)", "turtle", "optimal", "roll-and-wait", "scoring-turns(3)", "noisy(turtle, 0.2)"]
    for game in ("pig(target=20)", "two-dice-pig(target=14)"):
        found = jd.tournament(game, names)
        for a, b in product(names, repeat=2):
            known, duel = jd.duel(game, a, b).to_dict(), found.duel(a, b).to_dict()
            for key in ("first", "second", "average", "stalemate_first", "stalemate_second", "b_average"):
                assert duel[key] == pytest.approx(known[key], abs=1e-14), (a, b, key)


def test_stalemates_are_won_by_nobody_and_shared_where_all_is_shared() -> None:
    found = jd.tournament("pig(target=20)", ["hold-at(0)", "roll-and-wait", "turtle"])
    endless = found.duel("hold-at(0)", "roll-and-wait").stalemate_first
    assert endless == found.stalemates[0, 1] == pytest.approx(0.8516, abs=1e-4)
    assert found.average[0, 1] == 0.0
    assert found.average[1, 0] == pytest.approx(1 - endless)
    assert found.shares[0, 1] == pytest.approx(endless / 2)
    assert found.shares[0, 0] == 0.5
    np.testing.assert_allclose(found.shares + found.shares.T, 1.0, atol=1e-15)


def test_the_only_entrant_plays_against_itself() -> None:
    found = jd.tournament("pig", "hold-at(20)")
    assert found.first[0, 0] == pytest.approx(0.534698326, abs=5e-10)
    (line,) = found.standings
    assert (line.place, line.average, line.worst, line.worst_opponent) == (1, None, None, None)
    assert (found.condorcet, found.cycles, found.most_robust) == (None, (), "hold-at(20)")
    assert found.mixture.shares == {"hold-at(20)": 1.0}


def test_names_outside_of_the_field_are_refused(cycle: Tournament) -> None:
    with pytest.raises(StrategyError, match="there is no strategy 'turtel' in this field of 3"):
        cycle.duel("turtel", "turtle")


def test_results_do_not_change_and_are_plain_data(cycle: Tournament) -> None:
    for array in (cycle.first, cycle.second, cycle.stalemates, cycle.average, cycle.shares, cycle.beats):
        assert not array.flags.writeable
    plain = json.loads(json.dumps(cycle.to_dict()))
    assert plain["names"] == CYCLE
    assert plain["average"] == cycle.average.tolist()
    assert plain["cycles"] == [CYCLE]
    assert plain["standings"][0] == cycle.standings[0].to_dict()
    assert len(repr(cycle)) < 200
    assert "<td>pig</td>" in cycle._repr_html_()
