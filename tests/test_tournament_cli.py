"""The command `tournament`: what it shows, what it writes, and what it refuses."""

import csv
import io
import json
from pathlib import Path

import pytest
from shell import Shell, as_json, run

import jeopardice as jd

SMALL = "pig:target=20"
CYCLE = ("turtle", "roll-to-win", "roll-and-wait")


@pytest.fixture(autouse=True)
def eighty_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(tmp_path)


def shown(shell: Shell, *arguments: str) -> str:
    """What it prints, none of it wider than the terminal."""
    code, out, err = run(shell, "tournament", *arguments)
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    return out


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def test_standings_stand_above_what_they_show(capsys: Shell) -> None:
    out = shown(capsys, "pig", *CYCLE)
    assert out.splitlines()[0] == "pig: 3 strategies, 3 pairs, exactly"
    assert out.splitlines()[2].split() == ["place", "strategy", "average", "pairs", "worst", "against", "rating"]
    assert out.splitlines()[3].split()[:6] == ["1", "roll-to-win", "59.5652", "%", "1-1", "19.13"]
    told = in_one_line(out)
    assert "No strategy beats every other one." in told
    assert "turtle beats roll-to-win, which beats roll-and-wait, which beats turtle." in told
    assert "Maximin mixture: turtle 49.19 %, roll-and-wait 30.37 %, roll-to-win 20.43 %." in told
    assert "Some games never end" in told


def test_a_range_lists_the_best_and_says_how_many_more_there_are(capsys: Shell) -> None:
    out = shown(capsys, SMALL, "hold-at:1..18", "--top", "3")
    assert [line.split()[0] for line in out.splitlines()[3:6]] == ["1", "2", "3"]
    assert "... and 15 more; --top 18 shows all" in out
    assert "Condorcet winner" in in_one_line(out)
    assert "more; --top" not in shown(capsys, SMALL, "hold-at:1..20")


def test_orders_may_be_chosen(capsys: Shell) -> None:
    for order, first in (("average", "roll-to-win"), ("pairs", "roll-to-win"), ("worst", "turtle")):
        assert first in shown(capsys, "pig", *CYCLE, "--by", order).splitlines()[3]


def test_names_that_are_too_long_are_told_by_their_line(capsys: Shell) -> None:
    long = ("best-response(noisy(turtle,0.1))", "best-response(noisy(roll-to-win,0.25))")
    out = shown(capsys, SMALL, *long, "turtle")
    assert "line 1" in out
    assert "line 2" in out


def test_the_matrix_is_shown_where_it_fits(capsys: Shell) -> None:
    out = shown(capsys, "pig", *CYCLE, "--matrix")
    rows = [line.split() for line in out.splitlines()]
    assert ["2", "turtle", "80.9", "50.0", "29.2"] in rows
    assert ["3", "roll-and-wait", "0.0", "70.8", "0.0"] in rows
    assert "when the row starts" in out
    assert "--csv FILE has it" in shown(capsys, SMALL, "hold-at:1..20", "--matrix")


def test_duels_show_both_seats_and_the_exact_figures_below_those_of_a_sample(capsys: Shell) -> None:
    out = shown(capsys, "pig", "hold-at:20..21", "--duels")
    assert ["hold-at(20)", "hold-at(21)", "54.2626", "%", "52.5837", "%", "50.8394", "%"] in [
        line.split() for line in out.splitlines()
    ]
    code, out, err = run(capsys, "tournament", "pig", "hold-at:20..21", "--duels", "--games", "2000", "--seed", "1")
    assert (code, err) == (0, "")
    assert "2,000 games each" in out
    assert out.count("exactly") == 4
    assert "54.2626 %" in out
    assert "standard errors" in in_one_line(out)


def test_one_strategy_is_shown_against_itself(capsys: Shell) -> None:
    assert "hold-at(20) against itself: the one that starts wins 53.47 %." in shown(capsys, "pig", "hold-at:20")


def test_who_has_no_rating_is_named_with_the_reason(capsys: Shell) -> None:
    Path("mine.py").write_text("def lazy(own, opponent, turn):\n    return 'hold'\n")
    out = in_one_line(shown(capsys, SMALL, "hold-at:3..5", "mine:lazy"))
    assert "Not rated: mine:lazy; always loses to those that are rated." in out
    assert "No ratings: every pair is decided beforehand." in in_one_line(shown(capsys, SMALL, "turtle", "mine:lazy"))


def test_json_is_the_result_s_own(capsys: Shell) -> None:
    exact = as_json(capsys, "tournament", SMALL, *CYCLE)
    assert exact == {**jd.tournament(SMALL, CYCLE).to_dict(), "seed": None}
    sampled = as_json(capsys, "tournament", SMALL, *CYCLE, "--games", "50", "--seed", "7")
    assert sampled == {**jd.tournament(SMALL, CYCLE, games=50, rng=7).to_dict(), "seed": 7}


def test_a_drawn_seed_is_told_and_plays_the_same_again(capsys: Shell) -> None:
    code, out, err = run(capsys, "tournament", SMALL, "turtle", "optimal", "--games", "100", "--json")
    assert code == 0
    seed = err.removeprefix("jeopardice: seed ").strip()
    again = as_json(capsys, "tournament", SMALL, "turtle", "optimal", "--games", "100", "--seed", seed)
    assert again == json.loads(out)


def test_files_are_written_and_told(capsys: Shell) -> None:
    files = ("--csv", "t.csv", "--pairs", "p.csv", "--markdown", "t.md")
    code, out, err = run(capsys, "tournament", SMALL, *CYCLE, *files)
    assert (code, err) == (0, "".join(f"jeopardice: wrote {name}\n" for name in ("t.csv", "p.csv", "t.md")))
    assert "roll-to-win" in out
    found = jd.tournament(SMALL, CYCLE)
    found.save("again.csv")
    assert Path("t.csv").read_text() == Path("again.csv").read_text()
    assert len(list(csv.DictReader(io.StringIO(Path("p.csv").read_text())))) == 9
    assert Path("t.md").read_text().startswith("# pig(target=20): a tournament, exactly\n")


def test_a_file_to_stdout_stands_there_alone(capsys: Shell) -> None:
    out = run(capsys, "tournament", SMALL, "turtle", "optimal", "--pairs", "-")[1]
    assert [row["a"] for row in csv.DictReader(io.StringIO(out))] == ["turtle", "turtle", "optimal", "optimal"]


def test_workers_find_the_same(capsys: Shell) -> None:
    Path("theirs.py").write_text("def bold(own, opponent, turn):\n    return turn < 7\n")
    arguments = ("tournament", SMALL, "optimal", "theirs:bold", "hold-at:3..5", "--json")
    here = run(capsys, *arguments)
    assert run(capsys, *arguments, "--workers", "2") == here


def test_without_scipy_all_but_the_mixture_is_there(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jeopardice.compare.mixture.find_spec", lambda name: None)
    code, out, err = run(capsys, "tournament", SMALL, *CYCLE)
    assert code == 0
    assert "Maximin" not in out
    assert err == "jeopardice: the maximin mixture is left out: it needs scipy (pip install 'jeopardice[compare]')\n"


def test_progress_is_told_in_per_cent(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jeopardice.cli.work.PATIENCE", 0.0)
    err = run(capsys, "tournament", SMALL, "hold-at:1..20", "--progress")[2]
    assert "a tournament of pig to 20: " in err
    assert "%" in err


@pytest.mark.parametrize(
    ("arguments", "code", "problem"),
    [
        (("pig",), 2, "Missing argument 'STRATEGY...'"),
        (("pig", ""), 2, "a name is expected"),
        (("pgi", "turtle"), 2, "did you mean 'pig'?"),
        (("pig", "turtel"), 2, "did you mean 'turtle'?"),
        (("pig", "hold-at:5..1"), 2, "this range is empty"),
        (("pig", "hold-at:1..1000000"), 2, "a range has at most 1,000 values"),
        (("pig", "hold-at:1..1000", "turtle"), 2, "a field has at most 1,000 strategies"),
        (("pig", "turtle", "--games", "0"), 2, "games must be a whole number from 1"),
        (("pig", "turtle", "--games", "7"), 2, "games must be an even number"),
        (("pig", "turtle", "--games", "some"), 2, "a whole number is expected"),
        (("pig", "turtle", "--seed", "1"), 2, "--seed is for --games"),
        (("pig", "turtle", "--games", "2", "--seed", "-1"), 2, "rng must be a seed"),
        (("pig", "turtle", "--by", "luck"), 2, "--by must be one of average, pairs, worst, not 'luck'"),
        (("pig", "turtle", "--top", "0"), 2, "--top must be at least 1, not 0"),
        (("pig", "turtle", "--csv", "-", "--json"), 2, "--json and --csv - cannot both go to stdout"),
        (("pig", "turtle", "--csv", "-", "--pairs", "-"), 2, "cannot both go to stdout"),
        (("pig", "turtle", "--csv", "nowhere/t.csv"), 1, "cannot write nowhere/t.csv: there is no such folder"),
        (("pig", "missing.npz"), 1, "cannot read missing.npz"),
        (("pig", "missing:f"), 2, "there is no module 'missing'"),
        (("pig", "turtle", "--workers", "0"), 2, "--workers must be from 1"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_line(
    arguments: tuple[str, ...], code: int, problem: str, capsys: Shell
) -> None:
    ended, out, err = run(capsys, "tournament", *arguments)
    assert (ended, out) == (code, "")
    assert problem in err
    assert "seed" not in err or "--seed" in err or "rng" in err


def test_a_file_that_cannot_be_written_is_told_after_the_answer(capsys: Shell) -> None:
    Path("folder").mkdir()
    code, out, err = run(capsys, "tournament", SMALL, "turtle", "optimal", "--csv", "folder")
    assert code == 1
    assert "Condorcet winner" in out
    assert err == "jeopardice: cannot write folder: it is not a file\n"
