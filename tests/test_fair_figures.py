"""Figures 15, 16 and 17 of the group report: theirs and ours."""

import csv
import io
import math

import numpy as np
import pytest

from jeopardice.compare.figure_17 import KINDS, figure_17
from jeopardice.compare.points import points_of
from jeopardice.compare.self_play import figure_15, figure_16, printed
from jeopardice.compare.statistics import verdict_chances
from jeopardice.errors import PositionError
from jeopardice.exact.duel import duel

SMALL = "pig(target=20)"


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def polite(my_score: int, your_score: int, turn_score: int) -> str | bool:
    return "pass" if turn_score == 0 and my_score == your_score > 0 else turn_score < 6


@pytest.mark.parametrize("strategy", ["hold-at(5)", polite])
def test_figure_15_shows_where_series_are_and_should_be(strategy: object) -> None:
    found = figure_15(SMALL, strategy, games=61, series=300, half_width=0.1, rng=2)
    assert found.proportions.shape == (61, 300)
    assert set(np.unique(found.proportions[0])) <= {0.0, 0.5, 1.0}
    itself = duel(SMALL, strategy, strategy)
    for games in (1, 2, 9, 40, 61):
        chances = verdict_chances(points_of(itself, games), 0.1)
        assert found.chance[games - 1] == pytest.approx(chances.better + chances.worse, abs=1e-12)
        error = math.sqrt(found.chance[games - 1] * (1 - found.chance[games - 1]) / 300)
        assert abs(found.outside[games - 1] - found.chance[games - 1]) <= 4.5 * error + 1e-12
        inside = (found.low[games - 1] <= found.proportions[games - 1]) & (
            found.proportions[games - 1] <= found.high[games - 1]
        )
        assert inside.mean() > 0.9
    steps = np.diff(found.proportions * np.arange(1, 62)[:, None], axis=0)
    assert np.isclose(steps[..., None], [0.0, 0.5, 1.0]).any(axis=-1).all()


def test_figure_15_is_as_wide_as_the_report_found_it() -> None:
    found = figure_15("pig", "hold-at(20)", rng=1)
    theirs = printed("figure_15")
    assert (found.games, found.series, found.half_width) == tuple(
        theirs[key] for key in ("games", "series", "half_width")
    )
    assert found.chance[1536] == pytest.approx(0.051953, abs=1e-6)
    assert found.chance[2999] == pytest.approx(0.006383, abs=1e-6)
    assert (found.low[2999], found.high[2999]) == pytest.approx((0.482, 0.518))


def test_figure_15_is_a_table() -> None:
    found = figure_15(SMALL, "hold-at(5)", games=7, series=3, rng=2)
    table = rows(found.csv())
    assert len(table) == 7
    assert [float(table[4][f"series {n}"]) for n in (1, 2, 3)] == found.proportions[4].tolist()
    assert float(table[6]["chance"]) == found.chance[6]
    assert figure_15(SMALL, "hold-at(5)", games=7, series=3, rng=2).to_dict() == found.to_dict()


@pytest.mark.parametrize(
    ("games", "series"), [(0, 5), (-1, 5), (5, 0), (20_001, 1), (20_000, 2000), (2.5, 1), (True, 1)]
)
def test_a_figure_15_of_nothing_or_of_too_much_is_refused(games: object, series: object) -> None:
    with pytest.raises(PositionError, match=r"must be a whole number from 1|are more than"):
        figure_15(SMALL, "hold-at(5)", games=games, series=series)  # type: ignore[arg-type]


def test_figure_16_shows_means_of_many_tests() -> None:
    found = figure_16(SMALL, "hold-at(5)", games=20, tests=30, times=400, rng=3)
    assert found.times == 400
    assert found.lowest <= found.mean <= found.highest
    assert abs(found.mean - 0.5) < 4.5 * found.sd / 20
    assert found.proportions.std() == pytest.approx(found.sd, rel=0.15)
    assert abs(found.highest - found.expected_highest) < 2 * found.sd
    assert [float(row["proportion"]) for row in rows(found.csv())] == found.proportions.tolist()


def test_the_range_in_figure_16_is_what_chance_makes_of_it() -> None:
    theirs = printed("figure_16")
    found = figure_16("pig", "hold-at(20)", times=1, rng=3)
    assert found.sd == pytest.approx(0.000911, abs=1e-6)
    for extreme in (theirs["lowest"], theirs["highest"]):
        beyond = math.erfc(abs(extreme - 0.5) / found.sd / math.sqrt(2)) / 2
        assert 0.01 < 1 - (1 - beyond) ** theirs["times"] < 0.99
    assert found.chances.inseparable == 1.0


def test_figure_17_agrees_in_theory_and_in_practice() -> None:
    found = figure_17(rng=1)
    assert (found.game, found.games, found.tests) == ("pig", 3000, 100)
    assert len(found.pairs) == 10
    for pair in found.pairs:
        assert {kind: round(pair.exact[kind], 4) for kind in ("first", "b_first")} == {
            kind: pair.theory[kind] for kind in ("first", "b_first")
        }
        assert abs(pair.theory["average"] - pair.exact["average"]) < 0.0001
        assert pair.practice_verdict == "agrees"
        assert pair.theory_verdict in ("agrees", "last digit")
        assert all(abs(getattr(pair.test, kind).z) < 4.5 for kind in KINDS)
        assert pair.deviation < 0.025
        assert pair.printed_deviation < 0.025
    assert sum(pair.theory_verdict == "last digit" for pair in found.pairs) == 5
    table = rows(found.csv())
    assert [row["a"] for row in table] == [pair.test.a for pair in found.pairs]
    assert float(table[0]["exact_average"]) == found.pairs[0].exact["average"]
    assert found.to_dict()["pairs"][0]["theory"]["first"] == 0.5426


def test_the_averages_of_figure_17_are_made_of_its_own_figures() -> None:
    for row in printed("figure_17")["pair"]:
        for part in (row["theory"], row["practice"]):
            assert part["average"] == pytest.approx((part["first"] + 1 - part["b_first"]) / 2, abs=0.0001)
        assert row["deviation"] == pytest.approx(
            abs(row["theory"]["average"] - row["practice"]["average"]), abs=0.00011
        )


def test_a_figure_that_does_not_agree_is_told() -> None:
    good = figure_17(games=10, tests=1, rng=1).pairs[0]
    changed = {
        ("theory", "first"): 0.5427, ("theory", "b_first"): 0.5257, ("theory", "average"): 0.5082,
        ("practice", "first"): 0.5500, ("practice", "average"): 0.5010,
    }  # fmt: skip
    for (part, kind), value in changed.items():
        told = {**getattr(good, part), kind: value}
        theory, practice = (told, good.practice) if part == "theory" else (good.theory, told)
        pair = type(good)(good.test, theory, practice, good.printed_deviation, good.figures)
        assert getattr(pair, f"{part}_verdict") == "differs"
