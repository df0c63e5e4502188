"""`sweep`, `match` and `handicap` on the command line."""

import csv
import json
import re
from pathlib import Path

import pytest
from shell import Shell, as_json, run

import jeopardice as jd
from jeopardice.compare.measures import MEASURES
from jeopardice.compare.ready import READY

SMALL = "pig:target=20"
OWN = ("sweep", "duel", SMALL, "hold-at:{n}", "turtle", "--over", "n=3..6")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


def test_without_a_name_all_sweeps_are_listed(capsys: Shell) -> None:
    code, out, err = run(capsys, "sweep")
    assert (code, err) == (0, "")
    assert all(f"\n{name} " in out for name in (*READY, *MEASURES))
    assert max(map(len, out.splitlines())) <= 80
    listed = as_json(capsys, "sweep")
    assert [each["name"] for each in listed["ready"]] == list(READY)
    assert "game" in listed["measures"][0]["arguments"]


@pytest.mark.parametrize("name", ["handicap", "noise", "target", "sides", "starting-player", "discount"])
def test_a_ready_made_sweep_is_a_table_of_80_columns(name: str, capsys: Shell) -> None:
    small = {"sides": ("--game", "pig(target=12,sides={sides},bust={bust})"), "target": ("--over", "target=10,20")}
    code, out, err = run(capsys, "sweep", name, *small.get(name, ("--game", SMALL)))
    assert (code, err) == (0, "")
    assert READY[name].asks.split()[-1] in out
    assert max(map(len, out.splitlines())) <= 80
    assert next(iter(READY[name].over)) in out


def test_the_fair_head_start_is_marked(capsys: Shell) -> None:
    lines = run(capsys, "sweep", "handicap")[1].splitlines()
    assert [line.split() for line in lines if line.endswith("fair")] == [["4", "50.1595", "%", "49.8405", "%", "fair"]]


def test_a_sweep_of_one_s_own_marks_the_best_cell(capsys: Shell) -> None:
    lines = run(capsys, *OWN)[1].splitlines()
    assert lines[0] == "pig:target=20: duel, a hold-at:{n}, b turtle"
    assert sum(line.endswith("best") for line in lines) == 1
    most = [line for line in run(capsys, *OWN, "--best", "loss")[1].splitlines() if line.endswith("most")]
    assert most[0].split()[0] == "3"


def test_the_answer_in_json_is_that_of_the_library(capsys: Shell) -> None:
    known = jd.sweep("duel", game=SMALL, a="hold-at:{n}", b="turtle", over={"n": range(3, 7)})
    assert as_json(capsys, *OWN) == json.loads(json.dumps(known.to_dict()))
    more = as_json(capsys, "sweep", "match", SMALL, "turtle", "--set", "best_of={k}", "--over", "k=1,3")
    assert [row["k"] for row in more["rows"]] == [1, 3]


def test_files_are_written_and_told(capsys: Shell) -> None:
    code, _, err = run(capsys, *OWN, "--csv", "a.csv", "--markdown", "a.md")
    assert (code, err) == (0, "jeopardice: wrote a.csv\njeopardice: wrote a.md\n")
    with open("a.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["n"] for row in rows] == ["3", "4", "5", "6"]
    assert float(rows[2]["average"]) == 0.5
    assert Path("a.md").read_text().startswith("# duel: game pig:target=20, a hold-at:{n}, b turtle\n")
    assert run(capsys, *OWN, "--csv", "-") == (0, Path("a.csv").read_text(), "")


def test_a_results_file_is_gone_on_with_and_that_is_said(capsys: Shell) -> None:
    assert run(capsys, *OWN, "--results", "r.jsonl")[2] == ""
    table = run(capsys, *OWN, "--results", "r.jsonl")
    assert table[2] == "jeopardice: 4 of 4 cells are in r.jsonl: nothing is left to do\n"
    assert table[1] == run(capsys, *OWN)[1]
    more = run(capsys, *OWN[:-1], "n=3..8", "--results", "r.jsonl", "--json")
    assert more[2] == "jeopardice: 4 of 6 cells are in r.jsonl: going on with the others\n"


def test_a_drawn_seed_is_told_and_draws_the_same_again(capsys: Shell) -> None:
    words = ("sweep", "simulate", SMALL, "hold-at:{n}", "turtle", "--over", "n=3,4", "--set", "games=200", "--json")
    code, out, err = run(capsys, *words)
    assert code == 0
    seed = err.strip().removeprefix("jeopardice: seed ")
    assert run(capsys, *words, "--seed", seed) == (0, out, "")
    assert json.loads(out)["seed"] == int(seed)


def test_workers_give_the_same_answer(capsys: Shell) -> None:
    assert run(capsys, *OWN, "--json", "--workers", "2")[:2] == run(capsys, *OWN, "--json")[:2]


def test_progress_is_told_if_wanted(capsys: Shell) -> None:
    assert "sweep duel: " in run(capsys, *OWN, "--progress")[2]


WRONG = (
    (2, "did you mean 'handicap'", ("sweep", "handicpa")),
    (2, "duel is a measure: give it a game", ("sweep", "duel")),
    (2, "say what is varied", ("sweep", "duel", "pig", "turtle")),
    (2, "by --game for a ready-made sweep", ("sweep", "noise", "pig", "--over", "n=3")),
    (2, "by --game for a ready-made sweep", ("sweep", "duel", "pig", "turtle", "--game", "pig", "--over", "n=3")),
    (2, "takes game, a, b by their places, and not 'x'", ("sweep", "duel", "pig", "a", "b", "x", "--over", "n=3")),
    (2, "a is given twice", ("sweep", "duel", "pig", "turtle", "--set", "a=turtle", "--over", "n=3")),
    (2, "n is given twice", ("sweep", "duel", "pig", "turtle", "--over", "n=3", "--over", "n=4")),
    (2, "--over takes a name and a value", ("sweep", "handicap", "--over", "n")),
    (2, "--set takes a name and a value", ("sweep", "handicap", "--set", "=5")),
    (2, "n has no values", ("sweep", "duel", "pig", "hold-at:{n}", "--over", "n=")),
    (2, "cell n=3: there is no game 'pgi'", ("sweep", "duel", "pgi", "hold-at:{n}", "--over", "n=3")),
    (2, "cell head_start=100: opponent must be", ("sweep", "handicap", "--over", "head_start=100")),
    (2, "--seed is for the measure simulate", ("sweep", "handicap", "--seed", "3")),
    (2, "did you mean 'first'", ("sweep", "handicap", "--game", SMALL, "--best", "fist")),
    (2, "cannot both go to stdout", ("sweep", "handicap", "--json", "--csv", "-")),
    (1, "there is no such folder", ("sweep", "handicap", "--csv", "no/a.csv")),
    (1, "cannot open no/r.jsonl", ("sweep", "handicap", "--game", SMALL, "--results", "no/r.jsonl")),
    (1, "is not a results file", ("sweep", "handicap", "--game", SMALL, "--results", "wrong.jsonl")),
    (1, "996,004 cells", ("sweep", "solve", "pig:target={n},sides={m}", "--over", "n=1..998", "--over", "m=1..998")),
    (2, "--workers must be from 1", ("sweep", "handicap", "--workers", "0")),
    (2, "either a best_of, such as 5, or a number of games", ("match", "pig", "turtle", "optimal")),
    (2, "best_of must be odd", ("match", "pig", "turtle", "optimal", "--best-of", "4")),
    (2, "games must be at least 1, not 0", ("match", "pig", "turtle", "optimal", "--games", "0")),
    (2, "starting must be one of", ("match", "pig", "turtle", "optimal", "--games", "3", "--starting", "me")),
    (2, "first must be one of", ("match", "pig", "turtle", "optimal", "--games", "3", "--first", "me")),
    (2, "there is no strategy", ("handicap", "pig", "hold-tat:3")),
)


@pytest.mark.parametrize(("expected", "message", "arguments"), WRONG, ids=lambda value: str(value)[:40])
def test_what_is_wrong_is_told_in_one_message(
    expected: int, message: str, arguments: tuple[str, ...], capsys: Shell
) -> None:
    Path("wrong.jsonl").write_text("nonsense\n")
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (expected, "")
    assert message in err
    assert sum(line.startswith("jeopardice: ") for line in err.splitlines()) == 1


def test_a_match_is_told_with_its_length_and_its_starters(capsys: Shell) -> None:
    out = run(capsys, "match", SMALL, "optimal", "turtle", "--best-of", "5")[1]
    assert "best of 5; optimal starts the first" in out
    assert "games on average" in out
    assert max(map(len, out.splitlines())) <= 80
    series = run(capsys, "match", SMALL, "optimal", "turtle", "--games", "4", "--starting", "winner", "--first", "b")[1]
    assert "4 games; turtle starts the first game, then the winner" in " ".join(series.split())
    assert "Both win as many games" in series
    assert "a coin picks" in run(capsys, "match", SMALL, "optimal", "turtle", "--games", "1", "--starting", "random")[1]
    assert "never decided in 100.0000 %" in run(capsys, "match", SMALL, "hold-at:0", "hold-at:0", "--best-of", "3")[1]
    Path("halting.py").write_text("def polite(a, b, t):\n    return 'pass' if t == 0 and a == b > 0 else t < 5\n")
    polite = run(capsys, "match", SMALL, "halting:polite", "halting:polite", "--best-of", "3")[1]
    told = r"It takes 2\.\d{4} games on average, and 1\.\d{4} that never end and are played again\."
    assert re.search(told, " ".join(polite.split()))
    assert as_json(capsys, "match", SMALL, "hold-at:0", "hold-at:0", "--best-of", "3")["replays"] is None


def test_head_starts_are_told_around_the_fair_ones(capsys: Shell) -> None:
    out = run(capsys, "handicap", "pig")[1]
    assert "         4          50.1595 %      43.9863 %   47.0729 %   fair if it goes first" in out
    assert "\n        -1" not in out
    weaker = run(capsys, "handicap", "pig", "hold-at:20", "turtle")[1]
    assert "..." in weaker
    assert max(map(len, weaker.splitlines())) <= 80
    behind = run(capsys, "handicap", "pig", "hold-at:20", "optimal")[1]
    assert "\n        -8" in behind
    assert "a negative one" in behind
    assert as_json(capsys, "handicap", SMALL) == jd.handicap(SMALL).to_dict()
