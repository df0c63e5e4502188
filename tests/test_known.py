"""The published figures: each row of `tests/known/pig.toml` that is about two players holds to the digits it is given with."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import jeopardice as jd

ROWS: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "known" / "pig.toml").read_text(encoding="utf-8")
)
SOLVED = 1e-11
NEAR_THE_REPORT = 0.003


def half_a_unit(figure: float) -> float:
    """Half a unit of the last digit with which a figure is written."""
    digits = str(figure).partition(".")[2]
    return 0.5001 * 10.0 ** -len(digits)


def skips_when_equal(mine: int, yours: int, turn: int) -> int:
    """Pass when the scores are equal (but not at 0-0), otherwise hold at 20."""
    return 0 if mine == yours > 0 else int(turn < 20)


def named(row: dict[str, Any]) -> tuple[Any, Any]:
    """The two strategies of a duel's row."""
    if row["b"] == "itself":
        assert row["a"].startswith("pass when the scores are equal (but not at 0-0)")
        return skips_when_equal, skips_when_equal
    return row["a"], row["b"]


@pytest.mark.parametrize("row", ROWS["optimal"], ids=lambda row: row["game"])
def test_the_first_player_wins_as_often_as_published_when_both_play_optimally(row: dict[str, Any]) -> None:
    published = row["first_player"]
    if isinstance(published, str):
        assert jd.solve(row["game"], exact=True).first_player == Fraction(published)
    assert jd.solve(row["game"], cache=False).first_player == pytest.approx(float(Fraction(published)), abs=SOLVED)


@pytest.mark.parametrize("row", ROWS["position"], ids=lambda row: f"{row['game']} {row['source']}")
def test_optimal_play_at_a_position_is_as_published(row: dict[str, Any]) -> None:
    solution = jd.solve(row["game"])
    if "value" in row:
        value = solution.value(row["own"], row["opponent"], row["turn_total"])
        assert value == pytest.approx(float(Fraction(row["value"])), abs=SOLVED)
    for position, published in row.get("values", {}).items():
        exact = jd.solve(row["game"], exact=True)
        own, opponent, total = map(int, position.split(","))
        assert exact.value(own, opponent, total) == Fraction(published)
    for total in row.get("rolls_at", []):
        assert solution.action(row["own"], row["opponent"], total) == 1
    for total in row.get("holds_at", []):
        assert solution.action(row["own"], row["opponent"], total) == 0
    if "never holds below 21" in row.get("note", ""):
        assert min(solution.hold_value(0, opponent) for opponent in range(100)) == 21


@pytest.mark.parametrize("row", ROWS["duel"], ids=lambda row: f"{row['a']} - {row['b']}")
def test_a_duel_ends_as_often_as_published(row: dict[str, Any]) -> None:
    result = jd.duel("pig", *named(row))
    for figure in ("first", "b_first", "stalemate_first"):
        if figure in row:
            assert getattr(result, figure) == pytest.approx(row[figure], abs=half_a_unit(row[figure]))


@pytest.mark.parametrize("row", ROWS["unresolved"], ids=lambda row: f"{row['a']} - {row['b']}")
def test_the_cycle_of_three_holds_with_figures_near_the_reports(row: dict[str, Any]) -> None:
    result = jd.duel("pig", row["a"], row["b"])
    assert result.first == pytest.approx(row["first"], abs=NEAR_THE_REPORT)
    assert result.b_first == pytest.approx(row["b_first"], abs=NEAR_THE_REPORT)
    assert result.average > 0.5
    assert jd.duel("pig", "turtle", "roll-to-win").average > 0.5
    assert jd.duel("pig", "roll-to-win", "roll-and-wait").average > 0.5


@pytest.mark.parametrize("row", ROWS["turn"], ids=lambda row: row["strategy"])
def test_a_turn_ends_as_published(row: dict[str, Any]) -> None:
    outcomes = jd.turn_outcomes("pig", row["strategy"])
    for points, published in row.get("outcomes", {}).items():
        assert float(outcomes.points[int(points)]) == pytest.approx(published, abs=half_a_unit(published))
    if "mean" in row:
        assert float(outcomes.mean) == pytest.approx(row["mean"], abs=half_a_unit(row["mean"]))
    if "reach" in row:
        reached = sum(float(chance) for points, chance in outcomes.banked.items() if points >= 100)
        assert reached == pytest.approx(row["reach"], abs=half_a_unit(row["reach"]))
