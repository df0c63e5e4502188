"""The results file of a sweep: what is finished is kept whatever happens, and nothing in it is taken on trust."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.compare import results_file as files
from jeopardice.compare import sweep as sweeps

SMALL = "pig(target=20)"
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and locks of POSIX")


def swept(path: Path | str, values: Any = "3..6", **options: Any) -> jd.Sweep:
    """A sweep of duels, kept in a file."""
    return jd.sweep("duel", game=SMALL, a="hold-at({n})", b="turtle", over={"n": values}, results=path, **options)


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """A results file with all four cells."""
    swept(tmp_path / "r.jsonl")
    return tmp_path / "r.jsonl"


def test_a_header_and_a_line_for_each_cell_are_written(there: Path) -> None:
    header, *lines = map(json.loads, there.read_text().splitlines())
    assert header == {
        "format": "jeopardice-sweep",
        "version": 1,
        "jeopardice": jd.__version__,
        "sweep": {
            "measure": "duel",
            "arguments": {"game": SMALL, "a": "hold-at({n})", "b": "turtle"},
            "axes": ["n"],
        },
        "seed": None,
    }
    assert [line["at"] for line in lines] == [{"n": n} for n in (3, 4, 5, 6)]
    assert lines[2]["figures"]["average"] == 0.5


def test_finished_cells_are_not_done_again_and_are_the_same_bit_for_bit(
    there: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, told = swept(there.parent / "other.jsonl"), list[tuple[int, int]]()
    monkeypatch.setattr(sweeps, "measured", lambda piece: pytest.fail("a finished cell is done again"))
    again = swept(there, begun=lambda found, count: told.append((found, count)))
    assert (again.resumed, known.resumed, told) == (4, 0, [(4, 4)])
    assert again.rows == known.rows


def test_a_file_holds_on_for_a_larger_and_for_a_smaller_grid(there: Path) -> None:
    shares: list[float] = []
    assert swept(there, "2..8", progress=shares.append).resumed == 4
    assert shares == pytest.approx([5 / 7, 6 / 7, 1.0])
    assert swept(there, "5..5").resumed == 1
    assert len(there.read_text().splitlines()) == 8


def test_a_line_that_is_not_whole_is_dropped_and_done_again(there: Path) -> None:
    whole = there.read_bytes()
    for cut in (1, 40, len(whole.splitlines(keepends=True)[-1]) - 1):
        there.write_bytes(whole[:-cut])
        assert swept(there).resumed == 3
        assert there.read_bytes() == whole
    header = whole.splitlines(keepends=True)[0]
    for left in (b"", header[:1], header[:30], header[:-1]):
        there.write_bytes(left)
        assert swept(there).resumed == 0
        assert there.read_bytes() == whole


def test_a_cell_that_fails_leaves_the_finished_ones(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"

    def run(values: str) -> jd.Sweep:
        return jd.sweep("duel", game=SMALL, a="turtle", own="{n}", over={"n": values}, results=path)

    with pytest.raises(jd.PositionError, match="cell n=20: own must be"):
        run("18..22")
    assert run("18..19").resumed == 2


def test_a_sampled_sweep_goes_on_with_its_seed(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"

    def run(values: str, seed: int | None = None, results: Path | None = path) -> jd.Sweep:
        options: dict[str, Any] = {"game": SMALL, "a": "hold-at({n})", "b": "turtle", "games": 50}
        return jd.sweep("simulate", over={"n": values}, results=results, rng=seed, **options)

    begun = run("3,4")
    more = run("3..6")
    assert (more.resumed, more.seed) == (2, begun.seed)
    assert run("3..6", begun.seed, None).rows == more.rows
    assert begun.seed is not None
    with pytest.raises(jd.FileError, match=f"was begun with the seed {begun.seed}, not {begun.seed + 1}"):
        run("3..6", begun.seed + 1)
    lines = path.read_text().splitlines()
    for seed, message in (("null", "has no seed"), ("-4", "a seed that is none: -4"), ('"x"', "a seed that is none")):
        path.write_text(lines[0].replace(f'"seed": {begun.seed}', f'"seed": {seed}') + "\n")
        with pytest.raises(jd.FileError, match=message):
            run("3..6")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"measure": "match", "best_of": 3}, "its measure is 'duel', not 'match'"),
        ({"game": "pig(target=21)"}, r"its game is 'pig\(target=20\)', not 'pig\(target=21\)'"),
        ({"own": 3}, "its own is left out, not 3"),
        ({"b": "hold-at({m})", "over": {"n": "3", "m": "4"}}, r"its axes are \['n'\], not \['m', 'n'\]"),
    ],
)
def test_a_file_of_another_sweep_is_refused_and_left_alone(there: Path, change: dict[str, Any], message: str) -> None:
    before = there.read_bytes()
    options = {"game": SMALL, "a": "hold-at({n})", "b": "turtle", "over": {"n": "3"}, "measure": "duel"} | change
    with pytest.raises(jd.FileError, match=f"holds another sweep: {message}; take another file"):
        jd.sweep(options.pop("measure"), results=there, **options)
    assert there.read_bytes() == before


GOOD = {"at": {"n": 4}, "figures": dict.fromkeys(("first", "second", "average", "loss"), 0.5)}


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("hello", "is not a results file of a sweep"),
        ("[]", "is not a results file of a sweep"),
        ("[" * 100_000, "is not a results file of a sweep"),
        ('{"format": "other"}', "is not a results file of a sweep"),
        ('{"format": "jeopardice-sweep", "version": 2}', "a results file of version 2; this reads 1"),
        ('{"format": "jeopardice-sweep", "version": 1, "jeopardice": "9.9"}', "made by jeopardice '9.9', and this is"),
        ('{"format": "jeopardice-sweep", "version": 1, "jeopardice": {"a": "\\u001b[31m"}}', "made by jeopardice {"),
    ],
)
def test_a_file_that_is_none_of_ours_is_refused_and_left_alone(tmp_path: Path, header: str, message: str) -> None:
    path = tmp_path / "r.jsonl"
    for text in (header + "\n", header + "\nmore"):
        path.write_text(text)
        with pytest.raises(jd.FileError, match=message):
            swept(path)
        assert path.read_text() == text
    path.write_bytes(bytes(range(256)))
    with pytest.raises(jd.FileError, match="is not a results file"):
        swept(path)


def changed(line: str, **changes: Any) -> str:
    return json.dumps(json.loads(line) | changes)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "this is not a finished cell"),
        ("", "this is not a finished cell"),
        ("[1]", "this is not a finished cell"),
        ('{"at": {"n": 4}}', "this is not a finished cell"),
        ("at={}", "a cell has values of n, not {}"),
        ('at={"m": 3}', "a cell has values of n, not {'m': 3}"),
        ('at={"n": [3]}', r"a value must be a number or a text, not {'n': \[3\]}"),
        ('at={"n": true}', "a value must be a number or a text"),
        ('at={"n": NaN}', "a value must be a number or a text"),
        ("at=3", "a cell has values of n, not 3"),
        ('figures={"first": 1}', "the figures are not first, second"),
        ("figures=[]", "the figures are not first, second"),
        ("first='x'", "first must be a number, not 'x'"),
        ("first=true", "first must be a number, not True"),
        ("first=Infinity", "first must be a number, not inf"),
        ("first=1" + "0" * 400, "first must be a number, not a number of more than 30 digits"),
        ("first=1" + "0" * 5000, "this is not a finished cell"),
        ("first=0.25", r"the cell {'n': 6} was there before, with other figures"),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_its_number(there: Path, line: str, message: str) -> None:
    lines = there.read_text().splitlines()
    name, equals, value = line.partition("=")
    if name in ("at", "figures"):
        start = json.loads(lines[4]) | {name: "?"}
        line = json.dumps(start).replace('"?"', value)
    elif equals:
        known = json.loads(lines[4])
        known["figures"]["first"] = "?"
        line = json.dumps(known).replace('"?"', value.replace("'", '"'))
    there.write_text("\n".join([*lines, line, ""]))
    with pytest.raises(jd.FileError, match=rf"r\.jsonl, line 6: {message}"):
        swept(there, "3..9")


def test_the_same_cell_twice_is_no_matter(there: Path) -> None:
    lines = there.read_text().splitlines()
    there.write_text("\n".join([*lines, lines[-1], ""]))
    assert swept(there).resumed == 4


def test_a_file_that_is_too_large_is_not_read(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 100)
    with pytest.raises(jd.FileError, match="has more than"):
        swept(there)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for wrong, message in (
        (tmp_path, "is no file that results can be kept in"),
        (os.devnull, "is no file that results can be kept in"),
        (tmp_path / "no" / "r.jsonl", "cannot open .*No such file"),
        ("a\0b", "cannot open"),
    ):
        with pytest.raises(jd.FileError, match=message):
            swept(wrong)


@POSIX
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(jd.FileError, match="is no file that results can be kept in"):
        swept(tmp_path / "pipe")


@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_may_not_be_written_is_refused(there: Path) -> None:
    there.chmod(0o400)
    with pytest.raises(jd.FileError, match="cannot open"):
        swept(there)


def test_only_what_can_be_written_down_is_kept_in_a_file(tmp_path: Path) -> None:
    with pytest.raises(jd.PositionError, match="holds notations and numbers only, not <function"):
        jd.sweep("duel", game=SMALL, a=lambda s: 1, b="hold-at({n})", over={"n": [1]}, results=tmp_path / "r.jsonl")
    assert not (tmp_path / "r.jsonl").exists()


@POSIX
def test_a_file_in_use_is_refused(there: Path) -> None:
    kept = files.Kept(["n"], [])
    with files._opened(str(there)), pytest.raises(jd.FileError, match="is in use: another sweep is writing to it"):
        swept(there)
    assert kept.figures == {}
    assert swept(there).resumed == 4


def test_a_full_disk_is_told_and_leaves_whole_lines(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = there.read_bytes()

    def full(number: int, data: bytes) -> int:
        if len(data) > 20:
            return written(number, data[:20])
        raise OSError(28, "No space left on device")

    written = os.write
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(jd.FileError, match=r"cannot write .*r\.jsonl: No space left on device"):
        swept(there, "3..9")
    assert there.read_bytes() == before
