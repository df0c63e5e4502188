"""Tables in files: read back as they were, written whole or not at all, and never trusted blindly."""

import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import CATALOGUE, drawn

import jeopardice as jd
from jeopardice.strategies.field import field
from jeopardice.strategies.notation import spelled_strategy

SMALL = CATALOGUE["pig"]


@given(st.integers(0, 10**6), st.booleans(), st.sampled_from(["pig", "hog", "two-dice-pig"]))
def test_a_table_reads_back_from_its_file(tmp_path: Path, seed: int, mixed: bool, name: str) -> None:
    rules, file = CATALOGUE[name], tmp_path / "table.npz"
    table = drawn(rules, seed, mixed).table
    jd.save_table(table, file)
    back = jd.load_table(rules, file)
    np.testing.assert_array_equal(back.probabilities, table.probabilities)
    assert back.name == f"{file} ({table.name})"
    assert os.listdir(tmp_path) == ["table.npz"]


def test_what_a_file_cannot_hold_is_refused_before_it_is_written(tmp_path: Path) -> None:
    for spelled, reason in (("scoring-turns(2)", "memory"), ("hold-at(15, goal=false)", "beyond the target")):
        with pytest.raises(jd.StrategyError, match=reason):
            jd.save_table(jd.resolve(SMALL, spelled), tmp_path / "table.npz")
    assert not os.listdir(tmp_path)


def test_a_table_for_other_rules_is_refused_by_their_names(tmp_path: Path) -> None:
    file = tmp_path / "table.npz"
    jd.save_table(jd.resolve(SMALL, "turtle"), file)
    with pytest.raises(jd.StrategyError, match="is a table for 'pig to 10', not for pig to 11"):
        jd.duel("pig(target=11)", str(file), "turtle")
    with pytest.raises(jd.StrategyError, match="is a table for pig to 10, not for piggy to 10"):
        jd.resolve("piggy(target=10)", jd.resolve(SMALL, "turtle"))


def written(tmp_path: Path, header: Any = None, table: Any = None, **more: Any) -> Path:
    """A file of a table with something in it that should not be there."""
    good = {
        "format": "jeopardice-table-1",
        "name": "odd",
        "game": "pig to 10",
        "fingerprint": SMALL.fingerprint,
        "goal": True,
    }
    text = json.dumps(good | (header or {})).encode() if not isinstance(header, bytes) else header
    array = np.zeros((10, 10, 9), np.uint8) if table is None else table
    file = tmp_path / "odd.npz"
    np.savez(file, header=np.frombuffer(text, np.uint8), table=array, **more)
    return file


def foreign(tmp_path: Path) -> Path:
    """An archive of arrays that is not ours."""
    np.savez(tmp_path / "other.npz", prices=np.zeros(3))
    return tmp_path / "other.npz"


DECISIONS = (10, 10, 9)


def described(tmp_path: Path, head: bytes) -> Path:
    """A file whose header array is described by these bytes."""
    file = tmp_path / "odd.npz"
    head = head.ljust(118) + b"\n"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("header.npy", b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head)
    return file


BAD: dict[str, tuple[Callable[[Path], Path], str]] = {
    "no header": (lambda path: written(path, b"nonsense"), "no header"),
    "deep header": (lambda path: written(path, b"[" * 90_000), "no header"),
    "other version": (lambda path: written(path, {"format": "jeopardice-table-9"}), "another version"),
    "other shape": (lambda path: written(path, table=np.zeros((10, 10, 10), np.uint8)), "not for these rules"),
    "objects": (lambda path: written(path, table=np.full(DECISIONS, None, object)), "not for these rules"),
    "texts": (lambda path: written(path, table=np.full(DECISIONS, "roll")), "not for these rules"),
    "a broken head": (lambda path: described(path, b"{'descr': ("), "damaged or not a table"),
    "a head of lists": (lambda path: described(path, b"{[]:1}"), "damaged or not a table"),
    "a head set in": (lambda path: described(path, b"  {'descr': '|u1',\n 1"), "damaged or not a table"),
    "an old head": (lambda path: described(path, b"{'descr': '|u1', 'shape': (10L,)}"), "damaged or not a table"),
    "another archive": (lambda path: foreign(path), "it holds no header"),
    "no such action": (lambda path: written(path, table=np.full(DECISIONS, 7, np.uint8)), "actions must be 0 to 1"),
    "improbable": (lambda path: written(path, table=np.full((*DECISIONS, 2), 0.7)), "sum to 1"),
    "not a number": (lambda path: written(path, table=np.full((*DECISIONS, 2), np.nan)), "sum to 1"),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_file_with_a_fault_is_refused(fault: str, tmp_path: Path) -> None:
    make, message = BAD[fault]
    with pytest.raises((jd.FileError, jd.StrategyError), match=message):
        jd.load_table(SMALL, make(tmp_path))


def test_a_file_that_claims_to_be_huge_is_refused_before_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "huge.npz"
    head = io.BytesIO()
    np.lib.format.write_array_header_1_0(head, {"descr": "<f8", "fortran_order": False, "shape": (10**6, 10**6)})
    good = written(tmp_path)
    with zipfile.ZipFile(good) as source, zipfile.ZipFile(file, "w") as archive:
        archive.writestr("header.npy", source.read("header.npy"))
        archive.writestr("table.npy", head.getvalue())
    with pytest.raises(jd.FileError, match=r"\(7 TiB\): not for these rules"):
        jd.load_table(SMALL, file)


@given(st.integers(0, 2000), st.binary(max_size=8))
def test_a_damaged_file_is_refused_or_is_the_table(tmp_path: Path, place: int, bytes_: bytes) -> None:
    file = tmp_path / "table.npz"
    table = jd.resolve(SMALL, "hold-at(4)")
    jd.save_table(table, file)
    whole = file.read_bytes()
    place %= len(whole)
    file.write_bytes(whole[:place] + bytes_ + whole[place + len(bytes_) :] if bytes_ else whole[:place])
    try:
        back = jd.load_table(SMALL, file)
    except (jd.FileError, jd.StrategyError):
        return
    np.testing.assert_array_equal(back.probabilities, table.probabilities)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(jd.FileError, match=r"cannot read .*nowhere\.npz: No such file"):
        jd.load_table(SMALL, tmp_path / "nowhere.npz")
    with pytest.raises(jd.FileError, match="cannot write"):
        jd.save_table(jd.resolve(SMALL, "turtle"), tmp_path / "no" / "folder.npz")


def test_only_what_can_be_read_back_as_a_strategy_is_written(tmp_path: Path) -> None:
    table = jd.resolve(SMALL, "turtle")
    for name, reason in (("noext", "must end in .npz"), ("a\0b.npz", "null")):
        with pytest.raises(jd.FileError, match=reason):
            jd.save_table(table, tmp_path / name)
    jd.save_table(table, tmp_path / "LOUD.NPZ")
    assert jd.resolve(SMALL, str(tmp_path / "LOUD.NPZ")).name.endswith("LOUD.NPZ (turtle)")
    assert os.listdir(tmp_path) == ["LOUD.NPZ"]


def test_a_link_is_written_through_and_stays(tmp_path: Path) -> None:
    real, link = tmp_path / "real.npz", tmp_path / "link.npz"
    link.symlink_to(real)
    jd.save_table(jd.resolve(SMALL, "turtle"), link)
    assert link.is_symlink()
    assert jd.load_table(SMALL, real).name.endswith("(turtle)")


def test_a_new_file_may_be_read_by_whom_the_user_lets(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        jd.save_table(jd.resolve(SMALL, "turtle"), tmp_path / "table.npz")
    finally:
        os.umask(before)
    assert (tmp_path / "table.npz").stat().st_mode & 0o777 == 0o640


def test_the_name_in_a_file_is_made_fit_to_print(tmp_path: Path) -> None:
    name = jd.load_table(SMALL, written(tmp_path, {"name": "a\x1b[31mred\n"})).name
    assert name.endswith("odd.npz (a?[31mred?)")


def test_a_kill_while_writing_leaves_no_half_file(tmp_path: Path) -> None:
    code = (
        "import os, sys; from jeopardice.files import write_whole\n"
        "def write(file):\n    file.write(b'half'); file.flush(); os._exit(9)\n"
        "write_whole(sys.argv[1], write)"
    )
    (tmp_path / "kept.npz").write_bytes(b"before")
    ended = subprocess.run([sys.executable, "-c", code, str(tmp_path / "kept.npz")], check=False)
    assert ended.returncode == 9
    assert (tmp_path / "kept.npz").read_bytes() == b"before"


@pytest.mark.parametrize("name", ["p.npz", "my-tables/P-1.NPZ", "my-tables/2.b_c.npz", "./20/p.npz"])
def test_a_file_may_stand_inside_of_another_strategy(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).parent.mkdir(exist_ok=True)
    jd.save_table(jd.tabulate(SMALL, jd.HoldAt(4)), name)
    for text in (name, f"best-response({name})", f"best-response:{name}", f"noisy({name}, 0.1)", f"noisy:{name},0.1"):
        found = spelled_strategy(SMALL, text)
        known = text.replace(name, "hold-at(4)" if "(" in text else "hold-at:4")
        np.testing.assert_allclose(
            jd.resolve(SMALL, found).probabilities, jd.resolve(SMALL, known).probabilities, atol=1e-15
        )
    assert len(field(SMALL, f"noisy({name}, 0.1..0.3/0.1)")) == 3
    with pytest.raises(jd.StrategyError, match="is a table for 'pig to 10', not for pig to 11"):
        jd.resolve("pig(target=11)", f"noisy({name}, 0.1)")


def test_a_file_that_stands_where_none_belongs_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    jd.save_table(jd.tabulate(SMALL, jd.HoldAt(4)), "p.npz")
    with pytest.raises(jd.FileError, match=r"cannot read q\.npz: No such file"):
        jd.resolve(SMALL, "best-response(q.npz)")
    for text, message in (
        ("hold-at(p.npz)", "n must be a whole number, not Table"),
        ("noisy(p.npz)", "write noisy"),
        ("noisy(turtle, p.npz)", "e must be a number"),
    ):
        with pytest.raises((jd.StrategyError, jd.NotationError), match=message) as told:
            jd.resolve(SMALL, text)
        assert len(str(told.value)) < 250
    with pytest.raises(jd.NotationError, match=r"a number is expected, not the name 'p\.npz'"):
        jd.as_game("pig(p.npz)")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs devices")
def test_a_table_that_is_a_device_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "p.npz").symlink_to("/dev/zero")
    with pytest.raises(jd.FileError, match="it is not a file"):
        jd.load_table(SMALL, tmp_path / "p.npz")
