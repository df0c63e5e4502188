"""The command line: what it answers, where it writes, and how it fails."""

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import jeopardice as jd
from jeopardice import errors
from jeopardice.cli.main import _told, main

COMMANDS = (
    "solve", "advise", "duel", "length", "respond", "turn", "games", "strategies", "export", "cache",
)  # fmt: skip
SMALL = "pig:target=20"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JEOPARDICE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


Shell = pytest.CaptureFixture[str]


def run(shell: Shell, *arguments: str) -> tuple[int, str, str]:
    """The exit code, stdout and stderr of a command."""
    code = main(arguments)
    return code, *shell.readouterr()


def as_json(shell: Shell, *arguments: str) -> dict[str, Any]:
    """The one JSON object that a command answers with."""
    code, out, _ = run(shell, *arguments, "--json")
    assert code == 0
    assert out.endswith("}\n")
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: Shell) -> None:
    code, out, err = run(capsys, command, "--help")
    assert (code, err) == (0, "")
    assert f"jeopardice {command}" in out


def test_help_names_every_command_with_its_whole_sentence(capsys: Shell) -> None:
    for arguments in ((), ("--help",)):
        code, out, _ = run(capsys, *arguments)
        assert code == 0
        assert all(f"\n  {command} " in out for command in COMMANDS)
        assert "..." not in out.split("Commands:")[1]


def test_version_is_the_library_s(capsys: Shell) -> None:
    assert run(capsys, "--version") == (0, f"jeopardice {jd.__version__}\n", "")


def test_solve_tells_who_wins_when_to_hold_and_where_it_is_kept(capsys: Shell, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "solve", "piglet:target=6")
    assert code == 0
    assert "goes first wins" in out
    assert "Hold at this turn total" in out
    assert f"kept for the next time in\n{tmp_path}" in out
    assert max(map(len, out.splitlines()[:-1])) <= 80
    assert "\x1b" not in out
    again = run(capsys, "solve", "piglet:target=6")[1]
    assert "solved before" in again


def test_solve_hog_shows_which_throw_to_make(capsys: Shell) -> None:
    assert "Which throw to make" in run(capsys, "solve", "hog:dice=3,target=10")[1]


def test_exact_answers_are_fractions(capsys: Shell) -> None:
    assert as_json(capsys, "solve", "piglet:target=2", "--exact")["first_player"] == "4/7"
    assert "4/7" in run(capsys, "solve", "piglet:target=2", "--exact")[1]


def test_a_certificate_is_shown_and_held(capsys: Shell) -> None:
    found = as_json(capsys, "solve", SMALL, "--certificate", "--no-cache")
    assert found["residual"] <= 1e-12
    assert abs(found["exploitability"]) <= 1e-12
    assert "residual" in run(capsys, "solve", SMALL, "--certificate")[1]


def test_a_check_that_does_not_hold_ends_with_3(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jeopardice.exact.certify.residual", lambda solution: 1e-3)
    code, out, err = run(capsys, "solve", SMALL, "--certificate")
    assert code == 3
    assert "goes first wins" in out
    assert "did not hold" in err


def test_json_is_the_result_s_own(capsys: Shell) -> None:
    timed = {"seconds", "from_cache", "cached_at"}
    solved, known = as_json(capsys, "solve", SMALL), jd.solve(SMALL).to_dict()
    assert solved.keys() == known.keys()
    assert all(solved[key] == known[key] for key in known.keys() - timed)
    assert as_json(capsys, "advise", SMALL, "3", "4", "5") == jd.advise(SMALL, 3, 4, 5).to_dict()
    assert as_json(capsys, "duel", SMALL, "hold-at:9", "turtle") == jd.duel(SMALL, "hold-at(9)", "turtle").to_dict()
    answered = as_json(capsys, "respond", SMALL, "turtle")
    assert answered["first_player"] == jd.best_response(SMALL, "turtle").first_player
    assert as_json(capsys, "respond", SMALL, "turtle", "--chain") == jd.response_chain(SMALL, "turtle").to_dict()
    assert as_json(capsys, "turn", SMALL, "turtle") == jd.turn_outcomes(SMALL, "turtle").to_dict()
    assert as_json(capsys, "length", SMALL) == jd.game_length(SMALL, "optimal", "optimal").to_dict()


def test_every_json_says_what_was_asked(capsys: Shell) -> None:
    assert as_json(capsys, "advise", SMALL, "0", "0", "--against", "turtle").items() >= {
        "game": "pig(target=20)", "against": "turtle",
    }.items()  # fmt: skip
    turn = as_json(capsys, "turn", SMALL, "hold-at:4", "3", "5")
    assert turn.items() >= {"game": "pig(target=20)", "strategy": "hold-at(4)", "own": 3, "opponent": 5}.items()
    assert turn["fractions"]["bust"] == "2/9"
    assert as_json(capsys, "respond", SMALL, "turtle", "--chain")["game"] == "pig(target=20)"
    assert as_json(capsys, "solve", "piglet:target=2", "--exact")["second_player"] == "3/7"


def test_files_may_end_in_capitals(capsys: Shell) -> None:
    Path("LOUD.TOML").write_text('name = "loud"\ntarget = 5\n[[throws]]\ndice = [[0, 1]]\nbust_faces = [0]\n')
    assert as_json(capsys, "solve", "LOUD.TOML")["game"] == "loud(target=5)"
    assert run(capsys, "export", "LOUD.TOML", "turtle", "--npz", "MINE.NPZ")[0] == 0
    assert "MINE.NPZ" in run(capsys, "duel", "LOUD.TOML", "MINE.NPZ", "turtle")[1]


def test_usage_shows_what_must_be_given(capsys: Shell) -> None:
    lines = {command: run(capsys, command, "--help")[1].splitlines()[0] for command in COMMANDS}
    assert lines["solve"].endswith("[OPTIONS] GAME")
    assert lines["strategies"].endswith("[OPTIONS] [STRATEGY]")
    assert not any("{" in line or "[[" in line for line in lines.values())
    assert "needed, here or as --own" in run(capsys, "advise", "--help")[1]


def test_a_cache_folder_that_is_a_file_is_told(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("file").touch()
    monkeypatch.setenv("JEOPARDICE_CACHE_DIR", "file")
    for arguments in (("cache",), ("cache", "--clear")):
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (1, "")
        assert "cannot read the cache folder file" in err


def test_each_error_has_the_exit_code_of_its_page() -> None:
    page = (Path(__file__).parent.parent / "docs" / "reference" / "errors.md").read_text()
    for name, code in re.findall(r"(?m)^\| `(\w+)` \| (\d) \|", page):
        fault = getattr(errors, name)
        problem = fault("wrong", "text") if name == "NotationError" else fault("wrong")
        assert _told(problem)[0] == int(code)
    listed = {name for name, _ in re.findall(r"(?m)^\| `(\w+)` \| (\d) \|", page)}
    known = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Exception)}
    assert listed == known - {"JeopardiceError"}


def test_advice_takes_scores_in_both_ways(capsys: Shell) -> None:
    by_place = run(capsys, "advise", SMALL, "3", "4", "5")
    by_name = run(capsys, "advise", SMALL, "--own", "3", "--opponent", "4", "--turn-total", "5")
    assert by_place == by_name
    assert "best" in by_place[1]


def test_stalemates_are_told_only_where_there_are_any(capsys: Shell) -> None:
    assert "Stalemate" not in run(capsys, "duel", SMALL, "turtle", "optimal")[1]
    assert "Stalemate in 100.0000 %" in run(capsys, "duel", SMALL, "hold-at:0", "hold-at:0")[1]


def test_a_game_that_never_ends_has_no_mean_length(capsys: Shell) -> None:
    assert as_json(capsys, "length", SMALL, "hold-at:0", "hold-at:0")["mean"] is None
    assert "No game ever ends" in run(capsys, "length", SMALL, "hold-at:0", "hold-at:0")[1]


def test_tables_for_people_name_what_they_show(capsys: Shell) -> None:
    assert "best response" in run(capsys, "respond", SMALL, "turtle")[1]
    assert "its own best response" in run(capsys, "respond", SMALL, "turtle", "--chain")[1]
    assert "points on average" in run(capsys, "turn", SMALL, "turtle")[1]
    assert "median" in run(capsys, "length", SMALL)[1]


def test_lists_show_everything_there_is(capsys: Shell) -> None:
    from jeopardice.games.catalog import CATALOG
    from jeopardice.strategies.notation import NAMED

    for command, known in (("games", CATALOG), ("strategies", NAMED)):
        out = run(capsys, command)[1]
        assert all(name in out for name in known)
        assert [entry["name"] for entry in as_json(capsys, command)[command]] == list(known)
    assert "1/6" in run(capsys, "games", "pig")[1]
    assert "Knizia" in run(capsys, "strategies", "hold-at")[1]


def test_the_cache_is_listed_and_cleared(capsys: Shell) -> None:
    run(capsys, "solve", SMALL)
    assert "pig(target=20)" in run(capsys, "cache")[1]
    assert as_json(capsys, "cache", "--clear")["deleted"] == 1
    assert as_json(capsys, "cache")["games"] == []


def test_an_exported_table_is_a_strategy(capsys: Shell) -> None:
    assert run(capsys, "export", SMALL, "--npz", "best.npz", "--csv", "best.csv")[0] == 0
    assert as_json(capsys, "duel", SMALL, "best.npz", "optimal")["average"] == pytest.approx(0.5)
    lines = Path("best.csv").read_text().splitlines()
    assert lines[0] == "own,opponent,turn_total,action"
    assert lines[1] == "0,0,0,roll"
    assert len(lines) - 1 == jd.solve(SMALL).states
    code, out, _ = run(capsys, "duel", "pig:target=30", "best.npz", "turtle")
    assert (code, out) == (2, "")


def test_csv_has_the_probabilities_and_memories_of_a_strategy(capsys: Shell) -> None:
    noisy = run(capsys, "export", "piglet:target=3", "noisy(turtle, 0.5)", "--csv", "-")[1].splitlines()
    assert noisy[:2] == ["own,opponent,turn_total,hold,flip", "0,0,0,0.25,0.75"]
    plans = run(capsys, "export", "piglet:target=3", "scoring-turns:2", "--csv", "-")[1].splitlines()
    assert plans[:2] == ["memory,own,opponent,turn_total,action", "0,0,0,0,flip"]


@pytest.mark.parametrize("name", ["card.html", "card.txt"])
def test_a_card_is_one_page_that_says_how_to_read_it(name: str, capsys: Shell) -> None:
    assert run(capsys, "export", "pig:target=40", "hold-at:9", "--card", name)[0] == 0
    page = Path(name).read_text()
    assert "hold-at(9)" in page
    assert "Throw until the turn total" in page
    assert len(page.splitlines()) < 66
    assert "http" not in page


def test_a_strategy_that_prints_does_not_spoil_the_answer(capsys: Shell) -> None:
    Path("chatty.py").write_text("def talk(own, opponent, turn):\n    print('hm')\n    return turn < 5\n")
    code, out, err = run(capsys, "duel", "pig:target=5", "chatty:talk", "turtle", "--json")
    assert code == 0
    assert json.loads(out)["a"] == "chatty:talk"
    assert "hm" in err


WRONG: Sequence[tuple[int, str, tuple[str, ...]]] = (
    (2, "did you mean 'pig'?", ("solve", "pgi")),
    (2, "did you mean 'hold-at'?", ("duel", "pig", "hold-tat:3", "turtle")),
    (2, "target must be at least 1, not -5", ("solve", "pig:target=-5")),
    (2, "not the name 'nan'", ("solve", "pig:target=nan")),
    (2, "own must be a whole number from 0 to 99, not -5", ("advise", "pig", "-5", "0")),
    (2, "turn_total 1 cannot occur", ("advise", "piggy:target=20", "0", "0", "1")),
    (2, "OPPONENT is missing", ("advise", "pig", "5")),
    (2, "OWN is given twice", ("advise", "pig", "5", "5", "--own", "5")),
    (2, "Missing argument 'GAME'", ("solve",)),
    (2, "No such option", ("solve", "pig", "--jsn")),
    (2, "No such command", ("slove", "pig")),
    (2, "say what to write", ("export", "pig")),
    (2, "must end in .html or .txt", ("export", "pig", "--card", "card.pdf")),
    (2, "must end in .npz", ("export", "pig", "--npz", "table")),
    (2, "'abc'", ("advise", "pig", "abc", "0")),
    (2, "'x'", ("duel", "pig", "turtle", "turtle", "--own", "x")),
    (2, "true or false is expected, not the name 'maybe'", ("solve", "pig:forced-first-roll=maybe")),
    (2, "a file of rules must end in .toml", ("solve", "./treasure")),
    (2, "did you mean 'treasure.toml'?", ("solve", "treasure")),
    (2, "a file of rules must end in .toml", ("solve", "treasure.txt")),
    (2, "control characters, not 'a\\x1b[31mred'", ("solve", "red.toml")),
    (2, "a game has no 'colour'; there are forced_first_roll, name, players, target, throws", ("solve", "colour.toml")),
    (1, "is not a TOML file", ("solve", "broken.toml")),
    (2, "for a file wrong.py write wrong:fails", ("duel", "pig", "wrong.py:fails", "turtle")),
    (2, "there is no strategy", ("strategies", "hold-tat")),
    (2, "only 1 kind of throw", ("duel", "pig", "hold-at:20,throw=2", "turtle")),
    (2, "no module 'nowhere'", ("duel", "pig", "nowhere:f", "turtle")),
    (2, "ZeroDivisionError", ("duel", "pig", "wrong:fails", "turtle")),
    (2, "not 'fly'", ("duel", "pig", "wrong:flies", "turtle")),
    (
        2,
        "wrong:leaves failed at own 0, opponent 0, turn total 0: it ended the program",
        ("duel", "pig", "wrong:leaves", "turtle"),
    ),
    (1, "cannot read nowhere.toml", ("solve", "nowhere.toml")),
    (1, "damaged or not a table", ("duel", "pig", "wrong.npz", "turtle")),
    (1, "of memory, and", ("solve", "pig:target=50000")),
    (1, "cannot write", ("export", "piglet", "turtle", "--card", "no/such/folder/card.txt")),
    (1, "it is not a file", ("export", "piglet", "turtle", "--csv", os.devnull)),
)


@pytest.mark.parametrize(("expected", "message", "arguments"), WRONG, ids=lambda value: str(value)[:40])
def test_what_is_wrong_is_told_in_one_message_with_the_right_exit_code(
    expected: int, message: str, arguments: tuple[str, ...], capsys: Shell
) -> None:
    Path("wrong.npz").write_text("nonsense")
    Path("wrong.py").write_text(
        "def fails(a, b, c): return 1 / 0\ndef flies(a, b, c): return 'fly'\ndef leaves(a, b, c): raise SystemExit(0)\n"
    )
    throws = '[[throws]]\nname = "flip"\ndice = [[0, 1]]\nbust_faces = [0]\n'
    Path("treasure.toml").write_text(f'name = "treasure"\ntarget = 9\n{throws}')
    Path("treasure").touch()
    Path("red.toml").write_text(f'name = "a\\u001b[31mred"\ntarget = 9\n{throws}')
    Path("colour.toml").write_text(f'name = "c"\ntarget = 9\ncolour = 3\n{throws}')
    Path("broken.toml").write_text("name = ")
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (expected, "")
    assert err.startswith("jeopardice: ")
    assert "\x1b" not in err
    assert message in err
    assert "Traceback" not in err
    assert sum(line.startswith("jeopardice: ") for line in err.splitlines()) == 1


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (jd.NotConvergedError("still moving"), 3),
        (jd.TooLargeError("too large"), 1),
        (MemoryError(), 1),
        (OSError(28, "No space left on device"), 1),
        (KeyboardInterrupt(), 130),
        (ZeroDivisionError("oops"), 1),
    ],
    ids=lambda value: type(value).__name__,
)
def test_whatever_goes_wrong_inside_is_one_line(
    fault: BaseException, expected: int, capsys: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr("jeopardice.exact.solve.solve", fail)
    code, out, err = run(capsys, "solve", SMALL)
    assert (code, out) == (expected, "")
    assert len(err.splitlines()) == 1
    assert "Traceback" in run(capsys, "solve", SMALL, "--debug")[2] or expected == 130


def test_debug_keeps_the_exit_code(capsys: Shell) -> None:
    code, _, err = run(capsys, "--debug", "solve", "pgi")
    assert code == 2
    assert "Traceback" in err


def test_an_unwritable_cache_folder_is_a_warning(
    capsys: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("JEOPARDICE_CACHE_DIR", str(tmp_path / "file" / "cache"))
    code, out, err = run(capsys, "solve", SMALL)
    assert code == 0
    assert "goes first wins" in out
    assert err.startswith("jeopardice: warning: the solution is not kept")


def test_progress_is_told_on_stderr_only_if_wanted(capsys: Shell) -> None:
    assert run(capsys, "solve", SMALL)[2] == ""
    code, out, err = run(capsys, "solve", SMALL, "--progress", "--json")
    assert code == 0
    json.loads(out)
    assert "solving pig to 20" in err
    for command in (("advise", SMALL, "0", "0"), ("duel", SMALL, "turtle", "optimal"), ("length", SMALL)):
        assert " s\n" in run(capsys, *command, "--progress")[2]
    assert " s\n" in run(capsys, "export", SMALL, "--csv", "a.csv", "--progress")[2]


def test_progress_tells_the_share_that_is_done(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jeopardice.cli.work.PATIENCE", 0.0)
    for command in (("solve", SMALL, "--no-cache"), ("length", SMALL)):
        err = run(capsys, *command, "--progress")[2]
        assert re.search(r"\d+ s \.\.\.\n", err)
    assert re.search(r": \d+% \d+ s \.\.\.", err)
