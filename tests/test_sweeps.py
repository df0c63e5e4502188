"""Sweeps: grids, measures and ready-made questions, against the functions themselves."""

import json
import math
import pickle
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice import finite
from jeopardice.compare.grid import as_axes, as_values, cells, fill, spelled_value
from jeopardice.compare.measures import COUNTS, MEASURES
from jeopardice.compare.pieces import Piece, measured, plain_figure
from jeopardice.compare.ready import READY
from jeopardice.games.grammar import read_call

GAME, SMALL = "pig(target={target})", "pig(target=20)"
every_ready = pytest.mark.parametrize("name", READY)


def figures(row: Mapping[str, Any], axes: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in axes}


def test_every_cell_is_the_duel_of_its_values() -> None:
    found = jd.sweep("duel", game=GAME, a="optimal", b="hold-at({n})", over={"target": [20, 30], "n": range(8, 11)})
    assert [(row["target"], row["n"]) for row in found.rows] == [(t, n) for t in (20, 30) for n in (8, 9, 10)]
    for row in found.rows:
        duel = jd.duel(f"pig(target={row['target']})", "optimal", f"hold-at({row['n']})")
        assert (row["first"], row["b_average"], row["stalemate_first"]) == (duel.first, duel.b_average, 0.0)
        assert row["loss"] == pytest.approx((duel.b_average - duel.average) / 2)
    assert found.grid("first").shape == (2, 3)
    assert found.grid("first")[1, 2] == found.rows[5]["first"]
    assert found.column("n") == [8, 9, 10] * 2


def test_every_measure_gives_the_figures_of_its_function() -> None:
    solved = jd.sweep("solve", game=GAME, strategy="turtle", over={"target": [20]}).rows[0]
    assert solved["first_player"] == jd.solve(SMALL).first_player
    assert solved["hold_value"] == jd.solve(SMALL).hold_value(0, 0)
    assert solved["average"] == jd.duel(SMALL, "turtle", "optimal").average
    matched = jd.sweep("match", game=SMALL, a="turtle", best_of="{n}", over={"n": [3]}).rows[0]
    assert matched["wins"] == jd.match(SMALL, "turtle", "optimal", best_of=3).wins
    assert figures(matched, ("n",)).keys() == set(MEASURES["match"].figures)
    fair = jd.sweep("handicap", game=GAME, over={"target": [20]}).rows[0]
    assert fair["first_at_fair"] == jd.handicap(SMALL).at(int(fair["fair"])).first
    alone = jd.sweep("solitaire", game=SMALL, strategy="{s}", over={"s": ["optimal", "turtle"]})
    assert alone.column("expected") == [jd.solitaire(SMALL).expected, jd.solitaire(SMALL, "turtle").expected]
    within = jd.sweep("solitaire", game=SMALL, goal="within({n})", over={"n": [3]}).rows[0]
    assert (within["probability"], within["expected"]) == (jd.solitaire(SMALL, goal="within(3)").probability, None)
    hurried = jd.sweep("discount", game=SMALL, discount="{d}", over={"d": [0.9]}).rows[0]
    known = finite.discounted(SMALL, 0.9)
    assert (hurried["value"], hurried["loss"], hurried["differs"]) == (known.value, known.loss, known.differs)
    assert hurried["hold_value"] == known.hold_value(0, 0)


def test_a_sampled_measure_gives_estimates_with_their_intervals() -> None:
    found = jd.sweep("simulate", game=SMALL, a="optimal", b="{b}", games=500, over={"b": ["turtle"]}, rng=1).rows[0]
    assert found["average_low"] < found["average"] < found["average_high"]
    assert found["average_exact"] == jd.duel(SMALL, "optimal", "turtle").average
    assert found["turns"] > 2
    alone = jd.sweep("simulate", game=SMALL, a="hold-at({n})", games=200, over={"n": [5]}, rng=1).rows[0]
    assert alone["first"] is None
    assert alone["turns_exact"] == pytest.approx(jd.solitaire(SMALL, "hold-at(5)").expected)


def test_what_a_cell_draws_depends_on_its_values_only() -> None:
    def sample(seed: Any, *values: int) -> dict[int, float]:
        found = jd.sweep("simulate", game=SMALL, a="hold-at({n})", b="turtle", games=100, over={"n": values}, rng=seed)
        return {row["n"]: row["average"] for row in found.rows}

    both, other = sample(7, 3, 9), sample(8, 3, 9)
    assert both != other
    assert sample(7, 9)[9] == both[9]
    assert sample(np.random.default_rng(3), 3) == sample(np.random.default_rng(3), 3)
    assert sample(np.int64(7), 3)[3] == both[3]
    drawn = jd.sweep("simulate", game=SMALL, a="hold-at({n})", games=20, over={"n": [3]})
    assert isinstance(drawn.seed, int)
    assert sample(1, 2, 3)[2] != sample(1, 2, 3)[3]


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_whoever_does_the_work_the_figures_are_the_same_bit_for_bit(kind: str) -> None:
    options: dict[str, Any] = {"game": SMALL, "a": "hold-at({n})", "b": "turtle", "games": 300, "rng": 5}
    alone = jd.sweep("simulate", over={"n": range(3, 7)}, **options)
    executor = ThreadPoolExecutor(2) if kind == "threads" else ProcessPoolExecutor(2, get_context("spawn"))
    shares: list[float] = []
    with executor:
        shared = jd.sweep("simulate", over={"n": range(3, 7)}, executor=executor, progress=shares.append, **options)
    assert shared.to_dict() == alone.to_dict()
    assert shares == [0.25, 0.5, 0.75, 1.0]


@every_ready
def test_a_ready_made_sweep_answers_in_a_small_game(name: str) -> None:
    small = {"target": {"target": "10,20"}, "sides": {"sides": "4,6"}}
    game = {"sides": "pig(target=15, sides={sides}, bust={bust})"}.get(name, SMALL)
    found = jd.ready_sweep(name, game=game, over=small.get(name))
    assert len(found.rows) > 1
    for figure in READY[name].shown:
        assert all(value is None or math.isfinite(value) for value in found.column(figure))
    aim = READY[name].aim
    assert aim is None or found.at_aim(aim) in found.rows


def test_the_ready_made_handicap_finds_four_points_for_pig() -> None:
    found = jd.ready_sweep("handicap")
    best = found.best("first", nearest=0.5)
    assert best is not None
    assert best["head_start"] == jd.handicap("pig").fair == 4
    assert best["first"] == pytest.approx(0.501595, abs=5e-7)
    assert found.over["head_start"] == tuple(range(21))


def test_head_starts_that_are_no_scores_are_left_out_where_they_are_ready_made() -> None:
    assert jd.ready_sweep("handicap", game="pig(target=5)").over["head_start"] == (0, 1, 2, 3, 4)
    with pytest.raises(jd.PositionError, match="cell head_start=5: opponent must be"):
        jd.ready_sweep("handicap", game="pig(target=5)", over={"head_start": "4..6"})


def test_the_cost_of_noise_grows_with_it() -> None:
    found = jd.ready_sweep("noise", over={"player": ["noisy(optimal, 0.05)", "soft-max(0.01)"]})
    assert found.column("loss") == pytest.approx([0.042090, 0.038988], abs=5e-7)


def test_a_ready_made_sweep_takes_other_axes_and_arguments() -> None:
    found = jd.ready_sweep("noise", game=GAME, b="turtle", over={"target": [10, 20], "player": "turtle"})
    assert [tuple(row.values())[:2] for row in found.rows] == [("turtle", 10), ("turtle", 20)]
    assert found.column("average") == [0.5, 0.5]
    assert "bust" not in jd.ready_sweep("sides", game="pig(target=9, sides={sides})", over={"sides": "4,5"}).over
    with pytest.raises(jd.PositionError, match="no ready-made sweep 'handicpa'; did you mean 'handicap'"):
        jd.ready_sweep("handicpa")


def test_strategies_and_rules_may_be_values() -> None:
    def careful(mine: int, yours: int, turn: int) -> bool:
        return turn < 4

    found = jd.sweep("duel", game=jd.as_game(SMALL), a=careful, b="hold-at({n})", over={"n": [4, 5]})
    assert found.column("average")[0] == pytest.approx(0.5)
    assert found.to_dict()["arguments"]["game"] == "pig to 20"
    json.dumps(found.to_dict())


def test_the_best_cell_is_what_is_asked_for() -> None:
    found = jd.sweep("duel", game=SMALL, a="hold-at({n})", over={"n": [2, 8, 20]})
    averages = found.column("average")
    assert found.best() == found.rows[int(np.argmax(averages))]
    assert found.best("average", least=True) == found.rows[int(np.argmin(averages))]
    assert found.best("average", nearest=averages[1]) == found.rows[1]
    assert jd.sweep("handicap", game=GAME, over={"target": [9]}).best() is None
    with pytest.raises(jd.PositionError, match="no figure 'averge'; did you mean 'average'"):
        found.best("averge")
    assert jd.sweep("solitaire", game=SMALL, over={"n": [1]}, strategy="hold-at({n})").best("probability") is None


def test_a_figure_that_is_not_finite_is_none() -> None:
    assert jd.sweep("solitaire", game=SMALL, strategy="hold-at({n})", over={"n": [0]}).rows[0]["expected"] is None
    assert [plain_figure(x) for x in (math.nan, -math.inf, None, np.int64(3), np.float64(0.5))] == [
        None, None, None, 3, 0.5
    ]  # fmt: skip


def test_a_sweep_is_plain_data_does_not_change_and_can_be_saved(tmp_path: Path) -> None:
    found = jd.sweep("duel", game=SMALL, a="hold-at({n})", over={"n": [2, 8]})
    with pytest.raises(TypeError):
        found.rows[0]["first"] = 1.0  # type: ignore[index]
    with pytest.raises(TypeError):
        found.over["n"] = ()  # type: ignore[index]
    assert json.loads(json.dumps(found.to_dict()))["rows"][1]["n"] == 8
    assert "rows" not in found._repr_html_()
    found.save(tmp_path / "a.csv")
    lines = (tmp_path / "a.csv").read_text().splitlines()
    assert lines[0].startswith("n,first,second,average,loss")
    assert float(lines[2].split(",")[1]) == found.rows[1]["first"]
    found.save(tmp_path / "a.md")
    assert "| n | first |" in (tmp_path / "a.md").read_text()
    found.save(tmp_path / "a.json")
    assert json.loads((tmp_path / "a.json").read_text()) == found.to_dict()
    with pytest.raises(jd.FileError, match=r"must end in \.csv, \.md, \.json, not"):
        found.save(tmp_path / "a.txt")


@pytest.mark.parametrize(
    ("measure", "arguments", "over", "message"),
    [
        ("dule", {"game": "pig"}, {"n": [1]}, "no measure 'dule'; did you mean 'duel'"),
        (3, {"game": "pig"}, {"n": [1]}, "no measure 3; there are solve"),
        ("duel", {"a": "turtle"}, {"n": [1]}, "duel needs an argument game"),
        ("duel", {"game": "pig"}, {"n": [1]}, "duel needs an argument a"),
        ("duel", {"game": "pig", "a": "turtle", "c": 1}, {"n": [1]}, "duel has no argument 'c'"),
        ("duel", {"game": "pig", "a": "turtle", "rng": 1}, {}, "over must name what is varied"),
        ("duel", {"game": "pig", "a": "turtle"}, 3, "over must name what is varied"),
        ("duel", {"game": "pig", "a": "turtle"}, {"n": [1]}, "no argument has a place for n: write {n}"),
        ("duel", {"game": "pig", "a": "hold-at({m})"}, {"n": [1]}, "a has a place for an axis that is not there"),
        ("duel", {"game": "pig", "a": "hold-at({n)"}, {"n": [1]}, "a has a brace that does not belong to a place"),
        ("duel", {"game": "pig", "a": "hold-at({n})"}, {"n": []}, "n has no values"),
        ("duel", {"game": "pig", "a": "hold-at({n})"}, {"n": " "}, "n has no values"),
        ("duel", {"game": "pig", "a": "hold-at({n})"}, {"n": 4}, "the values of n must be a list or a text"),
        ("duel", {"game": "pig", "a": "hold-at({n})"}, {"n": [None]}, "a value of n must be a number or a text"),
        ("duel", {"game": "pig", "a": "hold-at({n})"}, {"n": "1,,2"}, "a value is expected here"),
        ("duel", {"game": "pig", "a": "hold-at({n})"}, {"n": "1..2 3"}, "a comma is expected after the range"),
        ("duel", {"game": "pig", "a": "hold-at({n})"}, {"n": "2..1"}, "this range is empty"),
        ("duel", {"game": "pig", "a": "hold-at({N})"}, {"N": [1]}, "must be a short word in small letters, not 'N'"),
        ("duel", {"game": "pig", "a": "hold-at({first})"}, {"first": [1]}, "first is a figure of duel"),
        ("duel", {"game": "pgi", "a": "hold-at({n})"}, {"n": [1]}, "cell n=1: there is no game 'pgi'"),
        ("duel", {"game": "pig", "a": "hold-tat({n})"}, {"n": [1]}, "cell n=1: there is no strategy 'hold-tat'"),
        ("duel", {"game": "pig(target={n})", "a": "turtle"}, {"n": [5, 0]}, "cell n=0: target must be at least 1"),
        ("duel", {"game": "pig", "a": "turtle", "target": "{n}"}, {"n": [5, 0]}, "cell n=0: target must be at least 1"),
        ("duel", {"game": "pig", "a": "turtle", "own": "{n}"}, {"n": ["x"]}, "cell n=x: own must be a whole number"),
        ("duel", {"game": SMALL, "a": "turtle", "own": "{n}"}, {"n": [19, 20]}, "cell n=20: own must be .* not 20"),
        ("match", {"game": SMALL, "a": "turtle", "best_of": "{n}"}, {"n": [2]}, "cell n=2: best_of must be odd"),
        ("discount", {"game": SMALL, "discount": "{n}"}, {"n": ["one"]}, "cell n=one: discount must be a number"),
        ("solve", {"game": "pig(target={n}, sides={m})"}, {"n": range(1, 999), "m": range(1, 999)}, "996,004 cells"),
        ("solve", {"game": "pig(target={n})"}, {"n": range(10**9)}, "n has more than 100,000 values"),
        ("simulate", {"game": SMALL, "a": "hold-at({n})", "games": 0}, {"n": [1]}, "cell n=1: games must be"),
    ],
)
def test_a_sweep_that_cannot_be_is_refused_with_its_value(
    measure: Any, arguments: dict[str, Any], over: Any, message: str
) -> None:
    arguments = {name: value for name, value in arguments.items() if name != "rng"}
    with pytest.raises(jd.JeopardiceError, match=message.replace("{", r"\{").replace("(", r"\(")):
        jd.sweep(measure, over=over, **arguments)


def test_a_seed_that_cannot_be_is_refused() -> None:
    for wrong in (-1, "seven", 2.5):
        with pytest.raises(jd.PositionError, match="rng must be a seed"):
            jd.sweep("simulate", game=SMALL, a="hold-at({n})", over={"n": [1]}, rng=wrong)


def test_axes_are_read_as_people_write_them() -> None:
    assert as_values("n", "50..200/50,7") == (50, 100, 150, 200, 7)
    assert as_values("n", "0..0.1/0.05, 1/3") == (0, 0.05, 0.1, "1/3")
    assert as_values("p", "optimal,noisy(optimal, 0.05),hold-at:20") == (
        "optimal",
        "noisy(optimal, 0.05)",
        "hold-at:20",
    )
    assert as_values("f", "1,[1, 2]") == (1, "[1, 2]")
    assert as_values("n", [1, 1.0, np.int64(1), Fraction(1, 2), "0.5", True]) == (1, 0.5, "true")
    assert as_axes({"n": np.arange(3), "m": "5"}) == {"n": (0, 1, 2), "m": (5,)}


@given(st.one_of(st.integers(-(10**20), 10**20), st.fractions(max_denominator=999), st.floats(1e-9, 1e9)))
def test_a_value_is_spelled_as_the_number_that_it_is(value: Any) -> None:
    (known,) = as_values("n", [value])
    assert json.loads(json.dumps(known)) == known
    spelled = spelled_value(known)
    assert read_call(f"f({spelled})").values == (Fraction(str(value)),)
    assert Fraction(spelled) == Fraction(str(value))


def test_a_place_alone_is_filled_with_the_value_itself() -> None:
    at: dict[str, int | float | str] = {"n": 3, "e": 1e-7, "s": "turtle"}
    assert fill("{n}", at) == 3
    assert fill("noisy({s}, {e})", at) == "noisy(turtle, 0.0000001)"
    assert fill(3, at) == 3
    assert [str(cell) for cell in cells({"a": "{n}{m}"}, {"n": (1, 2), "m": ("x",)})] == ["n=1, m=x", "n=2, m=x"]


def test_the_work_of_a_cell_and_its_faults_travel() -> None:
    (cell,) = cells({"game": "pgi{n}"}, {"n": (1,)})
    piece = pickle.loads(pickle.dumps(Piece("solve", cell)))
    with pytest.raises(jd.NotationError, match="cell n=1: there is no game 'pgi1'") as told:
        measured(piece)
    again = pickle.loads(pickle.dumps(told.value))
    assert (str(again), again.position) == (str(told.value), told.value.position)


def test_every_figure_that_is_shown_or_counted_is_measured() -> None:
    known = {figure for measure in MEASURES.values() for figure in measure.figures}
    assert set(COUNTS) <= known
    for measure in MEASURES.values():
        assert set(measure.shown) <= set(measure.figures)
        assert measure.aim is None or measure.aim.figure in measure.figures
        assert set(measure.words) <= set(measure.parameters)
    for ready in READY.values():
        assert set(ready.shown) <= set(MEASURES[ready.measure].figures)
        assert set(ready.arguments) <= set(MEASURES[ready.measure].parameters)
