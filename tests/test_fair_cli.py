"""`jeopardice fair-test`: what it answers, and what it refuses."""

import csv
import json
from pathlib import Path

import pytest
from shell import Shell, as_json, run

import jeopardice as jd

SMALL = "pig:target=20"
QUICK = ("--games", "40", "--tests", "5", "--seed", "1")


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


EVERY_WAY = [
    ("hold-at:5", "hold-at:8", *QUICK),
    ("hold-at:5", *QUICK),
    ("hold-at:5", "optimal", "--tests", "1", "--games", "10", "--seed", "1"),
    ("hold-at:0", *QUICK),
    ("hold-at:3..7", "--games", "100", "--seed", "1"),
    ("hold-at:5", "hold-at:8", "--paired", "--games", "1000", "--seed", "1"),
    ("hold-at:5", "hold-at:8", "--against", "optimal", "--games", "1000", "--seed", "1"),
    ("hold-at:5", "hold-at:8", "--sequential", "--seed", "1"),
    ("hold-at:7", "hold-at:8", "--sequential", "--margin", "0.001", "--error", "0.01", "--most", "100", "--seed", "1"),
    ("hold-at:5", "hold-at:8", "--power", "0.8"),
    ("hold-at:7", "hold-at:8", "--power", "0.9", "--confidence", "0.99", "--paired", "--games", "1000", "--seed", "1"),
    ("hold-at:5", "--figure", "15", "--games", "50", "--tests", "20", "--seed", "1"),
    ("hold-at:5", "--figure", "16", *QUICK),
]


@pytest.mark.parametrize("arguments", EVERY_WAY, ids=" ".join)
def test_every_way_of_testing_is_told_in_80_columns(arguments: tuple[str, ...], capsys: Shell) -> None:
    code, out, err = run(capsys, "fair-test", SMALL, *arguments)
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    assert "pig(target=20)" in out
    assert as_json(capsys, "fair-test", SMALL, *arguments)["game"] == "pig(target=20)"


def test_figure_17_needs_no_strategies(capsys: Shell) -> None:
    code, out, err = run(capsys, "fair-test", "pig", "--figure", "17", *QUICK)
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    assert "Theory: 10 of 10 pairs agree, but for the last digit of 5 averages" in out
    assert "Practice: 10 of 10 pairs" in out


def test_json_is_the_result_s_own(capsys: Shell) -> None:
    pair = ("hold-at:5", "hold-at:8")
    known = {
        QUICK: jd.fair_test(SMALL, *pair, games=40, tests=5, rng=1).to_dict(),
        ("--paired", "--games", "200", "--seed", "1"): jd.paired_test(SMALL, *pair, games=200, rng=1).to_dict(),
        ("--sequential", "--seed", "1"): jd.sequential_test(SMALL, *pair, rng=1).to_dict(),
        ("--power", "0.8"): jd.games_to_tell(SMALL, *pair).to_dict(),
        ("--against", "turtle", "--games", "200", "--seed", "1"): jd.compare_against(
            SMALL, *pair, "turtle", games=200, rng=1
        ).to_dict(),
    }
    for arguments, result in known.items():
        seed = {"seed": 1} if "--seed" in arguments else {}
        assert as_json(capsys, "fair-test", SMALL, *pair, *arguments) == json.loads(json.dumps(result | seed))


def test_what_has_no_variance_is_null_in_json(capsys: Shell) -> None:
    found = as_json(capsys, "fair-test", SMALL, "hold-at:20", "hold-at:25", "--paired", "--games", "20")
    assert found["variance_factor"] is None


def test_a_seed_that_is_drawn_is_told_and_gives_the_same_again(capsys: Shell) -> None:
    arguments = ("fair-test", SMALL, "hold-at:5", "--games", "40", "--tests", "5")
    _, out, err = run(capsys, *arguments)
    seed = err.strip().removeprefix("jeopardice: seed ")
    assert run(capsys, *arguments, "--seed", seed) == (0, out, "")
    assert run(capsys, "fair-test", SMALL, "hold-at:5", "hold-at:6", "--power", "0.8")[2] == ""


def test_tests_pairs_and_points_are_written(capsys: Shell) -> None:
    for arguments, lines in ((EVERY_WAY[0], 6), (EVERY_WAY[4], 11), (EVERY_WAY[11], 51), (EVERY_WAY[12], 101)):
        code, _, err = run(capsys, "fair-test", SMALL, *arguments, "--csv", "file.csv")
        assert (code, err) == (0, "jeopardice: wrote file.csv\n")
        with open("file.csv", newline="") as file:
            assert len([*csv.reader(file)]) == lines
        written = Path("file.csv").read_text()
        assert run(capsys, "fair-test", SMALL, *arguments, "--csv", "-") == (0, written, "")


def test_workers_change_nothing(capsys: Shell) -> None:
    arguments = ("fair-test", SMALL, "hold-at:5", "hold-at:8", *QUICK, "--json")
    assert run(capsys, *arguments, "--workers", "1") == run(capsys, *arguments)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("", "the rule takes a strategy, or two, not none"),
        ("hold-at:5 --games 0", "games must be a whole number from 1"),
        ("hold-at:5 --games -4", "games must be a whole number from 1"),
        ("hold-at:5 --games 41", "games must be an even number"),
        ("hold-at:5 --games 4.5", "a whole number is expected, not '4.5'"),
        ("hold-at:5 --tests 0", "tests must be a whole number from 1"),
        ("hold-at:5 --half-width 0.5", "half_width must lie between 0 and 0.5, not 0.5"),
        ("hold-at:5 --half-width nan", "half_width must lie between 0 and 0.5, not nan"),
        ("hold-at:5 --confidence 1", "confidence must lie between 0 and 1, not 1.0"),
        ("hold-at:5 --confidence -0.5", "confidence must lie between 0 and 1, not -0.5"),
        ("hold-at:5 --seed -1", "rng must be a seed"),
        ("hold-at:5 --margin 0.1", "--margin does not go with the rule"),
        ("hold-at:5 hold-at:5 --paired", "--paired takes two different strategies, not hold-at(5)"),
        ("hold-at:5..9 --paired", "--paired takes two different strategies"),
        ("hold-at:5..9 --tests 4", "--tests does not go with all pairs"),
        ("hold-at:5 hold-at:6 --paired --sequential", "--paired and --sequential are different tests: choose one"),
        ("hold-at:5 hold-at:6 --paired --csv x.csv", "--csv does not go with --paired"),
        ("hold-at:5 hold-at:6 --sequential --workers 2", "--workers does not go with --sequential"),
        ("hold-at:5 hold-at:6 --sequential --margin 0", "margin must lie between"),
        ("hold-at:5 hold-at:6 --sequential --error 0.5", "error must lie between 0 and 0.5"),
        ("hold-at:5 hold-at:6 --sequential --most 5", "most must be an even number of games"),
        ("hold-at:5 hold-at:6 --power 0.05", "power must be more than the 0.05"),
        ("hold-at:5 hold-at:6 --power 0.8 --seed 1", "--seed does not go with --power"),
        ("hold-at:5 --figure 12", "there are Figures 15, 16 and 17, and not 12"),
        ("--figure 17", "the report's Figure 17 is about pig, not pig(target=20)"),
        ("hold-at:5 hold-at:6 --against nosuch", "there is no strategy 'nosuch'"),
        ("hold-at:5 --csv - --json", "cannot both go to stdout"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(arguments: str, told: str, capsys: Shell) -> None:
    code, out, err = run(capsys, "fair-test", SMALL, *arguments.split())
    assert (code, out) == (2, "")
    assert told in err


def test_figure_17_takes_no_strategies(capsys: Shell) -> None:
    code, _, err = run(capsys, "fair-test", "pig", "hold-at:5", "--figure", "17")
    assert code == 2
    assert "--figure 17 takes no strategies, for it has its own, not hold-at(5)" in err


def test_a_file_that_cannot_be_written_is_told(capsys: Shell) -> None:
    code, out, err = run(capsys, "fair-test", SMALL, "hold-at:5", *QUICK, "--csv", "nowhere/file.csv")
    assert (code, out) == (1, "")
    assert "cannot write nowhere/file.csv: there is no such folder" in err
    Path("folder.csv").mkdir()
    code, out, err = run(capsys, "fair-test", SMALL, "hold-at:5", *QUICK, "--csv", "folder.csv")
    assert code == 1
    assert "Inseparable" in out or "Better" in out or "Worse" in out
    assert "cannot write folder.csv" in err


def test_the_verdicts_are_told_in_words(capsys: Shell) -> None:
    better = run(capsys, "fair-test", "pig", "turtle", "roll-to-win", *QUICK)[1]
    assert "Better: the average, 0." in better
    same = run(capsys, "fair-test", "pig", "optimal", "hold-at:25", "--seed", "1")[1]
    assert "Inseparable: the average, 0.5" in same
    assert "Exactly, optimal is better: it wins 52.11 % of the games." in same
    power = run(capsys, "fair-test", "pig", "optimal", "keep-pace-end-race", "--power", "0.8")[1]
    assert "92,206 games" in power
    assert "No number of games" in run(capsys, "fair-test", SMALL, "hold-at:20", "hold-at:25", "--power", "0.8")[1]
