"""`jeopardice transcript`: what it prints and where, what it keeps, and what it refuses."""

import json
import re
from pathlib import Path

import pytest
from shell import Shell, as_json, run

import jeopardice as jd

SMALL = "pig:target=20"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.chdir(tmp_path)


def test_a_game_is_told_in_80_columns_whatever_the_terminal(capsys: Shell) -> None:
    code, out, err = run(capsys, "transcript", "pig", "hold-at:20", "optimal", "--seed", "3")
    assert (code, err) == (0, "")
    assert out == f"{jd.transcript('pig', 'hold-at(20)', 'optimal', rng=3)}\n"


def test_a_seed_that_was_drawn_is_told_and_plays_the_same_again(capsys: Shell) -> None:
    code, out, err = run(capsys, "transcript", SMALL, "hold-at:9", "noisy:optimal,0.1")
    assert code == 0
    seed = re.fullmatch(r"jeopardice: seed (\d+)\n", err)
    assert seed
    again = run(capsys, "transcript", SMALL, "hold-at:9", "noisy:optimal,0.1", "--seed", seed[1])
    assert again == (0, out, "")


def test_no_seed_is_told_where_nothing_was_drawn(capsys: Shell) -> None:
    code, out, err = run(capsys, "transcript", SMALL, "hold-at:9", "--dice", "5,1,5,5,6,4")
    assert (code, err) == (0, "")
    assert "5, bust" in out
    assert run(capsys, "transcript", SMALL, "hold-at:9", "--dice", "5,1,...")[2].startswith("jeopardice: seed ")


@pytest.mark.parametrize("style", ["plain", "yale", "rosen"])
def test_a_game_that_was_kept_is_told_again_in_any_style(style: str, capsys: Shell) -> None:
    new = ("transcript", SMALL, "hold-at:9", "turtle", "--first", "b", "--own", "3", "--opponent", "4", "--seed", "1")
    code, out, err = run(capsys, *new, "--save", "kept.jsonl", "--style", style)
    assert (code, err) == (0, "jeopardice: wrote kept.jsonl\n")
    assert run(capsys, "transcript", "kept.jsonl", "--style", style) == (0, out, "")
    assert run(capsys, "transcript", "kept.jsonl", "--save", "-") == (0, Path("kept.jsonl").read_text(), "")
    assert as_json(capsys, "transcript", "kept.jsonl") == as_json(capsys, *new)
    assert as_json(capsys, *new)["seed"] == 1


def test_json_is_the_library_s_own(capsys: Shell) -> None:
    found = as_json(capsys, "transcript", "hog", "optimal", "hold-at:1,throw=5", "--seed", "2")
    assert found == jd.transcript("hog", "optimal", "hold-at(1, throw=5)", rng=2).to_dict()
    assert json.loads(json.dumps(found)) == found


def test_a_strategy_that_prints_does_not_spoil_the_transcript(capsys: Shell) -> None:
    Path("talks.py").write_text("def talk(own, opponent, turn):\n    print('hm')\n    return turn < 5\n")
    code, out, err = run(capsys, "transcript", SMALL, "talks:talk", "--seed", "1", "--style", "rosen")
    assert code == 0
    assert "hm" in err
    assert "hm" not in out


def test_help_tells_of_the_stale_turn_total(capsys: Shell) -> None:
    out = " ".join(run(capsys, "transcript", "--help")[1].split())
    assert 'shows the turn total of the turn before as "Current Turn Total"' in out
    assert "[OPTIONS] GAME [A] [B]" in out


WRONG: list[tuple[int, str, tuple[str, ...]]] = [
    (2, "Missing argument 'GAME'", ()),
    (2, "A is missing: a strategy, such as hold-at:20", ("pig",)),
    (2, "there is no game 'pgi'; did you mean 'pig'?", ("pgi", "turtle")),
    (2, "there is no strategy 'trtle'; did you mean 'turtle'?", ("pig", "trtle")),
    (2, "there is no style 'plane'; did you mean 'plain'? (in 'plane')", ("pig", "turtle", "--style", "plane")),
    (2, "the style yale is for games of one die", ("hog", "turtle", "--style", "yale")),
    (2, "the style rosen is for games of one die", ("hog.jsonl", "--style", "rosen")),
    (2, "all 2 of the dice are taken, and in turn 1", ("pig", "hold-at:20", "--dice", "5,5")),
    (2, "there are no dice", ("pig", "turtle", "--dice", "")),
    (2, "number 2 of the dice is 9", ("pig", "hold-at:20", "--dice", "5,9")),
    (2, "not 'x'", ("pig", "turtle", "--dice", "5,x")),
    (2, "1 of the 2 dice is left over", ("pig", "turtle", "--dice", "5,5", "--own", "95")),
    (2, "not -1", ("pig", "turtle", "--seed", "-1")),
    (2, "'1.5'", ("pig", "turtle", "--seed", "1.5")),
    (2, "first must be 'a' or 'b', not 'c'", ("pig", "turtle", "turtle", "--first", "c")),
    (2, "first must be 'a' where nobody else plays", ("pig", "turtle", "--first", "b")),
    (2, "own must be a whole number from 0 to 99, not 100", ("pig", "turtle", "--own", "100")),
    (2, "opponent must be 0 where nobody else plays", ("pig", "turtle", "--opponent", "4")),
    (2, "must end in .jsonl, not 'x.json'", ("pig", "turtle", "--save", "x.json")),
    (2, "cannot both go to stdout", ("pig", "turtle", "--save", "-", "--json")),
    (2, "hog.jsonl is told again as it was played, without turtle", ("hog.jsonl", "turtle")),
    (2, "without --dice and --seed", ("hog.jsonl", "--seed", "1", "--dice", "5")),
    (2, "alone there is nobody to win against", ("pig", "soft-max(0.1)")),
    (2, "force the first roll", ("pig:forced_first_roll=true", "hold-at:0")),
    (1, "cannot read nowhere.jsonl", ("nowhere.jsonl",)),
    (1, "broken.jsonl, line 1: not a JSON object", ("broken.jsonl",)),
    (1, "cannot write no/such/x.jsonl", ("pig", "turtle", "--seed", "1", "--save", "no/such/x.jsonl")),
    (1, "of memory, and", ("pig:target=50000", "optimal", "optimal")),
    (3, "the game is not over after 300 turns", ("pig:target=400", "roll-to-win", "--seed", "1")),
]


@pytest.mark.parametrize(("expected", "message", "arguments"), WRONG, ids=lambda value: str(value)[:40])
def test_what_is_wrong_is_told_in_one_message(
    expected: int, message: str, arguments: tuple[str, ...], capsys: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jeopardice.sampled.transcript.MOST_TURNS", 300)
    jd.transcript("hog", "hold-at(1)", rng=1).save("hog.jsonl")
    Path("broken.jsonl").write_text("chess\n")
    code, out, err = run(capsys, "transcript", *arguments)
    assert (code, out) == (expected, "")
    assert err.startswith("jeopardice: ")
    assert message in err
    assert "Traceback" not in err
    assert sum(line.startswith("jeopardice: ") for line in err.splitlines()) == 1
