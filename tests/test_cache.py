"""The cache of solved games: read back to the last bit, and never trusted blindly."""

import json
import os
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.exact import cache

GAME = "piglet(target=4)"
RULES = jd.as_game(GAME)


@pytest.mark.parametrize("game", ["pig(target=30)", "two-dice-pig(target=20)", "hog(target=15)"])
def test_a_solution_from_the_cache_is_the_one_that_was_found(game: str) -> None:
    found = jd.solve(game)
    again = jd.solve(game)
    assert (found.from_cache, again.from_cache) == (False, True)
    assert again.cached_at == found.cached_at
    np.testing.assert_array_equal(again.values, found.values)
    np.testing.assert_array_equal(again.policy, found.policy)
    assert jd.duel(game, again.strategy, found.strategy).average == pytest.approx(0.5, abs=1e-13)


def test_nothing_is_kept_or_read_without_the_cache(cache_dir: Path) -> None:
    assert not jd.solve(GAME, cache=False).from_cache
    assert not cache_dir.exists()
    jd.solve(GAME)
    assert not jd.solve(GAME, cache=False).from_cache


def test_games_that_differ_have_files_of_their_own(cache_dir: Path) -> None:
    for game in (
        "pig(target=10)",
        "pig(target=11)",
        "pig(target=10, sides=8)",
        "pig(target=10, forced_first_roll=true)",
    ):
        assert not jd.solve(game).from_cache
    assert len(list(cache_dir.iterdir())) == 4
    assert len(cache.entries()) == 4


def rewritten(path: Path, change: Callable[[dict[str, str], bytes], tuple[str, bytes]]) -> None:
    """The file with another header or other data in it."""
    with zipfile.ZipFile(path) as archive:
        header, data = json.loads(archive.read("header.json")), archive.read("values.bin")
    text, data = change(header, data)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", text)
        archive.writestr("values.bin", data)


FOREIGN: dict[str, Callable[[dict[str, str], bytes], tuple[str, bytes]]] = {
    "other rules": lambda header, data: (json.dumps(header | {"fingerprint": "0" * 32}), data),
    "other values": lambda header, data: (json.dumps(header), bytes(len(data))),
    "fewer values": lambda header, data: (json.dumps(header), data[:-8]),
    "more values": lambda header, data: (json.dumps(header), bytes(10**6)),
    "no header": lambda header, data: ("", data),
    "a list": lambda header, data: ("[]", data),
    "no checksum": lambda header, data: (json.dumps({"fingerprint": header["fingerprint"]}), data),
    "a deep header": lambda header, data: ("[" * 90_000, data),
}


@pytest.mark.parametrize("change", FOREIGN)
def test_a_foreign_file_is_computed_anew_and_replaced(change: str) -> None:
    found = jd.solve(GAME)
    rewritten(cache.path_of(RULES), FOREIGN[change])
    again = jd.solve(GAME)
    assert not again.from_cache
    np.testing.assert_array_equal(again.values, found.values)
    assert jd.solve(GAME).from_cache


@given(st.integers(0, 10_000), st.binary(max_size=6))
def test_a_damaged_file_never_changes_a_value(place: int, bytes_: bytes) -> None:
    known = jd.solve(GAME, cache=False).values
    jd.solve(GAME)
    path = cache.path_of(RULES)
    whole = path.read_bytes()
    place %= len(whole)
    path.write_bytes(whole[:place] + bytes_ + whole[place + len(bytes_) :] if bytes_ else whole[:place])
    np.testing.assert_array_equal(jd.solve(GAME).values, known)


def test_an_unwritable_folder_is_a_problem_told_and_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("JEOPARDICE_CACHE_DIR", str(tmp_path / "file" / "folder"))
    solution = jd.solve(GAME)
    assert solution.cached_at is None
    assert "cannot make the cache folder" in str(solution.cache_problem)
    with pytest.raises(jd.FileError, match="cannot read the cache folder"):
        cache.entries()


@pytest.mark.parametrize("what", ["zipfile.ZipFile.writestr", "zipfile.ZipFile._write_end_record", "os.replace"])
def test_a_full_disk_leaves_nothing_behind(what: str, cache_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(what, full)
    solution = jd.solve(GAME)
    assert "No space left on device" in str(solution.cache_problem)
    assert list(cache_dir.iterdir()) == []


def test_many_may_write_and_read_at_once() -> None:
    known = jd.solve(GAME, cache=False).values
    with ThreadPoolExecutor(4) as pool:
        for values in pool.map(lambda _: jd.solve(GAME).values, range(40)):
            np.testing.assert_array_equal(values, known)


def test_clearing_deletes_what_is_ours_alone(cache_dir: Path) -> None:
    jd.solve(GAME)
    (cache_dir / "letter.txt").write_text("keep me")
    (cache_dir / "broken.solved.npz").write_text("nonsense")
    assert [entry.game for entry in cache.entries()] == ["(damaged)", GAME]
    assert cache.clear() == 2
    assert [path.name for path in cache_dir.iterdir()] == ["letter.txt"]


def test_what_cannot_be_deleted_is_told_once_all_else_is(cache_dir: Path) -> None:
    for name in ("a", "b"):
        (cache_dir / f"{name}.solved.npz" / "within").mkdir(parents=True)
    jd.solve(GAME)
    with pytest.raises(jd.FileError, match=r"cannot delete .*; nor 1 more \(1 of 3 solved games are deleted\)"):
        cache.clear()
    assert {path.name for path in cache_dir.iterdir()} == {"a.solved.npz", "b.solved.npz"}


def test_a_folder_that_is_a_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("JEOPARDICE_CACHE_DIR", str(tmp_path / "file"))
    for asked in (cache.entries, cache.clear):
        with pytest.raises(jd.FileError, match="cannot read the cache folder"):
            asked()


def test_a_folder_that_may_not_be_searched_is_a_problem_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "exists", denied)
    assert "Permission denied" in str(jd.solve(GAME).cache_problem)


def test_a_file_that_goes_away_meanwhile_is_not_listed(cache_dir: Path) -> None:
    cache_dir.mkdir()
    (cache_dir / "gone.solved.npz").symlink_to(cache_dir / "nowhere")
    assert cache.entries() == []


@pytest.mark.parametrize("fault", [MemoryError, RecursionError, OverflowError, IndentationError, TypeError])
def test_whatever_reading_raises_the_file_is_not_trusted(
    fault: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    jd.solve(GAME)

    def odd(*_: object) -> None:
        raise fault

    monkeypatch.setattr("json.loads", odd)
    assert not jd.solve(GAME).from_cache
    assert [entry.game for entry in cache.entries()] == ["(damaged)"]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs devices")
def test_an_entry_that_is_no_file_is_not_read(cache_dir: Path) -> None:
    jd.solve(GAME)
    path = cache.path_of(RULES)
    for odd in ("device", "pipe", "folder"):
        path.rmdir() if path.is_dir() else path.unlink()
        if odd == "device":
            path.symlink_to("/dev/zero")
        elif odd == "pipe":
            os.mkfifo(path)
        else:
            path.mkdir()
        solution = jd.solve(GAME)
        assert not solution.from_cache
        assert "is not a file" in str(solution.cache_problem)
        assert [entry.game for entry in cache.entries()] == ["(damaged)"]


def test_a_file_far_larger_than_the_values_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    jd.solve(GAME)
    with open(cache.path_of(RULES), "r+b") as file:
        file.truncate(1 << 30)  # next to nothing of it takes room on the disk
    opened = list[object]()
    monkeypatch.setattr("zipfile.ZipFile", opened.append)
    assert cache.load(RULES) is None
    assert not opened
