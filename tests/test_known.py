"""The known figures of Pig and its family, row by row: tests/known/pig.toml says what they are and where from."""

import tomllib
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import jeopardice as jd

KNOWN: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "known" / "pig.toml").read_text(), parse_float=Decimal
)
REPORT = "pass when the scores are equal (but not at 0-0), otherwise hold at 20"


def rows(kind: str, *keys: str) -> list[Any]:
    """The rows of a kind that have certain keys, as parameters."""
    found = [row for row in KNOWN[kind] if all(key in row for key in keys)]
    return [pytest.param(row, id=title(row)) for row in found]


def title(row: dict[str, Any]) -> str:
    """What a row is about."""
    about = (row.get(key) for key in ("game", "a", "b", "strategy", "own", "opponent"))
    return "-".join(str(part).replace(" ", "-") for part in about if part is not None)[:60]


def assert_meets(figure: float, known: Any) -> None:
    """Agreement to half a unit of the last digit that is given; with a fraction, to the last places of a float."""
    known = Decimal(known) if isinstance(known, int) else known
    if isinstance(known, Decimal):
        exponent = known.as_tuple().exponent
        assert isinstance(exponent, int)
        assert figure == pytest.approx(float(known), abs=0.5 * 10**exponent + 1e-15)
    else:
        assert figure == pytest.approx(float(Fraction(known)), abs=1e-14)


def strategy_of(name: str) -> Any:
    """The notation itself, or the one strategy that is described in words."""
    return pass_when_even if name == REPORT else name


def pass_when_even(my_score: int, your_score: int, turn_score: int) -> bool:
    """Roll? Not at even scores other than 0-0, and not from 20 on."""
    waits = my_score == your_score > 0 and turn_score == 0
    return not waits and turn_score < 20


@pytest.mark.parametrize("row", rows("optimal"))
def test_the_optimum_has_the_known_value(row: dict[str, Any]) -> None:
    found = jd.solve(row["game"]).first_player
    assert_meets(found, row["first_player"])
    assert found == pytest.approx(float(Fraction(row["first_player"])), abs=1e-11)


@pytest.mark.parametrize("row", [row for row in rows("optimal") if isinstance(row.values[0]["first_player"], str)])
def test_the_optimum_is_the_known_fraction(row: dict[str, Any]) -> None:
    assert jd.solve(row["game"], exact=True).first_player == Fraction(row["first_player"])


@pytest.mark.parametrize("row", rows("position", "value"))
def test_a_position_has_the_known_value(row: dict[str, Any]) -> None:
    assert_meets(jd.solve(row["game"]).value(row["own"], row["opponent"], row["turn_total"]), row["value"])


@pytest.mark.parametrize("row", rows("position", "values"))
def test_positions_have_the_known_fractions(row: dict[str, Any]) -> None:
    floats, exact = jd.solve(row["game"]), jd.solve(row["game"], exact=True)
    for place, value in row["values"].items():
        own, opponent, turn_total = map(int, place.split(","))
        assert exact.value(own, opponent, turn_total) == Fraction(value)
        assert_meets(floats.value(own, opponent, turn_total), value)


@pytest.mark.parametrize("row", rows("position", "rolls_at"))
def test_best_play_rolls_and_holds_where_it_is_known_to(row: dict[str, Any]) -> None:
    solution = jd.solve(row["game"])
    own, opponent = row["own"], row["opponent"]
    for totals, action in ((row["rolls_at"], 1), (row["holds_at"], 0)):
        for total in totals:
            assert solution.action(own, opponent, total) == action
            assert solution.policy[own, opponent, solution.turn_totals.index(total)] == action
            assert jd.advise(row["game"], own, opponent, total).best == ("roll" if action else "hold")
    assert solution.hold_value(own, opponent) == min(row["holds_at"])


def test_every_position_row_is_tested() -> None:
    words = [row for row in KNOWN["position"] if not {"value", "values", "rolls_at"} & set(row)]
    assert [row["note"] for row in words] == [
        "at own score 0 an optimal player never holds below 21, whatever the opponent's score"
    ]


def test_at_own_score_0_best_play_never_holds_below_21() -> None:
    solution = jd.solve("pig")
    below = [node for node, total in enumerate(solution.turn_totals) if total < 21]
    assert solution.policy[0][:, below].all()
    assert min(solution.hold_value(0, opponent) for opponent in range(100)) == 21


@pytest.mark.parametrize("row", rows("duel"))
def test_a_duel_comes_out_as_known(row: dict[str, Any]) -> None:
    a = strategy_of(row["a"])
    duel = jd.duel("pig", a, a if row["b"] == "itself" else row["b"])
    figures = {key: value for key, value in row.items() if key not in ("a", "b", "source", "note")}
    assert figures
    for key, known in figures.items():
        assert_meets(getattr(duel, key), known)


@pytest.mark.parametrize("row", rows("unresolved"))
def test_a_duel_that_its_source_leaves_open_comes_near_its_figures(row: dict[str, Any]) -> None:
    duel = jd.duel("pig", row["a"], row["b"])
    assert duel.first == pytest.approx(float(row["first"]), abs=0.003)
    assert duel.b_first == pytest.approx(float(row["b_first"]), abs=0.003)


def test_turtle_roll_to_win_and_roll_and_wait_beat_each_other_in_a_circle() -> None:
    circle = ["turtle", "roll-to-win", "roll-and-wait"]
    for winner, loser in zip(circle, circle[1:] + circle[:1], strict=True):
        assert jd.duel("pig", winner, loser).average > 0.5


@pytest.mark.parametrize("row", rows("turn"))
def test_a_turn_ends_as_known(row: dict[str, Any]) -> None:
    ends = jd.turn_outcomes("pig", row["strategy"])
    for points, chance in row.get("outcomes", {}).items():
        assert_meets(float(ends.points[int(points)]), chance)
    if "mean" in row:
        assert_meets(float(ends.mean), row["mean"])
    if "reach" in row:
        assert_meets(float(sum_from(100, ends.banked.items())), row["reach"])


@pytest.mark.parametrize("row", rows("solitaire", "mean"))
def test_so_many_turns_are_known_to_be_taken_alone(row: dict[str, Any]) -> None:
    best = row["strategy"] == "fewest-turns"
    found = jd.solitaire("pig") if best else jd.solitaire("pig", row["strategy"])
    assert_meets(found.expected, row["mean"])
    for key in {"mean", "median", "sd"} & set(row):
        assert_meets(getattr(found.distribution, key), row[key])


@pytest.mark.parametrize("row", rows("solitaire", "probability"))
def test_the_target_is_known_to_be_reached_alone_so_often(row: dict[str, Any]) -> None:
    found = jd.solitaire("pig", goal=row["strategy"])
    assert_meets(found.probability, row["probability"])
    if "note" in row:
        assert row["note"] == f"{found.turns} is the smallest number of turns with an even chance"
        assert jd.turns_for("pig") == found.turns


@pytest.mark.parametrize("row", rows("fair_test"))
def test_a_fair_test_takes_the_known_number_of_games(row: dict[str, Any]) -> None:
    assert jd.games_for(float(row["half_width"]), float(row["confidence"]), float(row["p"])) == row["games"]


def test_every_solitaire_row_is_tested() -> None:
    assert all({"mean", "probability"} & set(row) for row in KNOWN["solitaire"])


def sum_from(least: int, chances: Iterable[tuple[int, Any]]) -> Any:
    """The probability of at least so many points."""
    return sum(chance for points, chance in chances if points >= least)
