"""What goes wrong on the command line: one message, the right exit code, and no traceback."""

import os
import re
import warnings
from collections.abc import Sequence
from pathlib import Path

import pytest
from shell import Shell, run

import jeopardice as jd
from jeopardice import errors
from jeopardice.cli.main import _told

SMALL = "pig:target=20"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JEOPARDICE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


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
    (2, "--prism writes two files", ("export", "pig", "--prism", "-")),
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
    (2, "there is no goal 'withn'; did you mean 'within'?", ("solitaire", "pig", "--goal", "withn:3")),
    (2, "must be at least 1, not 0", ("solitaire", "pig", "--goal", "within:0")),
    (2, "must be at least 1, not -2", ("solitaire", "pig", "--goal", "most-points:-2")),
    (2, "--policy is for best play", ("solitaire", "pig", "turtle", "--policy")),
    (2, "--convergence is for best play", ("solitaire", "pig", "--goal", "within:3", "--convergence", "5")),
    (
        2,
        "a number such as 0.5 is expected, not '50%'; see jeopardice solitaire",
        ("solitaire", "pig", "--chance", "50%"),
    ),
    (2, "a number such as 0.5 is expected, not 'x'", ("solve", "pig", "--discount", "x")),
    (2, "requires an argument; see jeopardice duel --help", ("duel", "pig", "turtle", "turtle", "--own")),
    (2, "does not take a value; see jeopardice solve --help", ("solve", "pig", "--json=3")),
    (2, "the number of turns must be at least 1, not -5", ("solitaire", "pig", "--convergence", "-5")),
    (2, "--chance is for reaching the target", ("solitaire", "pig", "--goal", "most-points:3", "--chance", "0.5")),
    (2, "more than 0 and less than 1, not 1.5", ("solitaire", "pig", "--chance", "1.5")),
    (2, "goes on and never loses", ("solitaire", "piglet:heads=1", "--goal", "most-points:3")),
    (2, "most-points has no target", ("solitaire", "pig", "best-response(turtle)", "--goal", "most-points:3")),
    (3, "is beyond all numbers", ("solitaire", "rare.toml")),
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
    Path("rare.toml").write_text(
        'name = "rare"\ntarget = 60\n[[throws]]\noutcomes = [{probability = "1/1000000000", points = 1},'
        '{probability = "999999999/1000000000", effect = "wipe"}]\n'
    )
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


def test_a_full_disk_is_not_blamed_on_the_answer(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("jeopardice.exact.solve.solve", full)
    assert run(capsys, "solve", SMALL) == (1, "", "jeopardice: No space left on device\n")


def test_a_warning_of_python_is_a_remark_in_one_line(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    known = jd.duel(SMALL, "turtle", "turtle")

    def warned(*_: object, **__: object) -> jd.Duel:
        warnings.warn("careful there", RuntimeWarning, stacklevel=1)
        return known

    monkeypatch.setattr("jeopardice.exact.duel.duel", warned)
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        code, out, err = run(capsys, "duel", SMALL, "turtle", "turtle")
    assert (code, err) == (0, "jeopardice: warning: careful there\n")
    assert out


def test_debug_keeps_the_exit_code(capsys: Shell) -> None:
    code, _, err = run(capsys, "--debug", "solve", "pgi")
    assert code == 2
    assert "Traceback" in err


def test_each_error_has_the_exit_code_of_its_page() -> None:
    page = (Path(__file__).parent.parent / "docs" / "reference" / "errors.md").read_text()
    for name, code in re.findall(r"(?m)^\| `(\w+)` \| (\d) \|", page):
        fault = getattr(errors, name)
        problem = fault("wrong", "text") if name == "NotationError" else fault("wrong")
        assert _told(problem)[0] == int(code)
    listed = {name for name, _ in re.findall(r"(?m)^\| `(\w+)` \| (\d) \|", page)}
    known = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Exception)}
    assert listed == known - {"JeopardiceError"}
