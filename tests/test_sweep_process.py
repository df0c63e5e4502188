"""Sweeps as processes: ended by Ctrl-C, by kill and kill -9, and gone on with; and two of them on one file."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import jeopardice as jd

SMALL = "pig(target=20)"
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and locks of POSIX")
COMMAND = (sys.executable, "-m", "jeopardice")

SLOW = """
import time
def slow(mine, yours, turn):
    if turn == 0 and mine == yours == 0:
        time.sleep({pause})
    return turn < 5
"""


def begin(folder: Path, *more: str) -> "subprocess.Popen[str]":
    """A sweep of cells that take a moment each, as a process."""
    (folder / "play.py").write_text(SLOW.format(pause=0.4))
    words = ("sweep", "duel", SMALL, "play:slow", "hold-at:{n}", "--over", "n=2..40", "--results", "r.jsonl", *more)
    return subprocess.Popen([*COMMAND, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def cells_in(path: Path, least: int) -> int:
    """Wait until a file has so many cells; -> how many it has."""
    for _ in range(600):
        found = path.read_bytes().count(b"\n") - 1 if path.exists() else 0
        if found >= least:
            return found
        time.sleep(0.05)
    raise AssertionError(f"{path} has not {least} cells")


def finish(folder: Path) -> tuple[str, dict[str, Any]]:
    """The same command again, in no hurry; -> what it remarks, and what it answers."""
    (folder / "play.py").write_text(SLOW.format(pause=0))
    words = ("sweep", "duel", SMALL, "play:slow", "hold-at:{n}", "--over", "n=2..40", "--results", "r.jsonl", "--json")
    done = subprocess.run([*COMMAND, *words], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stderr, json.loads(done.stdout)


@POSIX
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9), (signal.SIGTERM, -15)])
def test_a_sweep_that_is_ended_goes_on_where_it_stopped(tmp_path: Path, number: int, code: int) -> None:
    process = begin(tmp_path)
    cells_in(tmp_path / "r.jsonl", 2)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (code, "")
    if number == signal.SIGINT:
        assert "interrupted" in err
    kept = cells_in(tmp_path / "r.jsonl", 2)
    told, answer = finish(tmp_path)
    assert f"jeopardice: {kept} of 39 cells are in r.jsonl: going on with the others" in told
    assert answer["resumed"] == kept
    assert [row["n"] for row in answer["rows"]] == list(range(2, 41))
    for row in answer["rows"][:3]:
        assert row["average"] == pytest.approx(jd.duel(SMALL, "turtle", f"hold-at({row['n']})").average, abs=1e-12)


@POSIX
def test_ctrl_c_keeps_what_workers_have_finished(tmp_path: Path) -> None:
    process = begin(tmp_path, "--workers", "2")
    cells_in(tmp_path / "r.jsonl", 2)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    kept = cells_in(tmp_path / "r.jsonl", 2)
    assert finish(tmp_path)[1]["resumed"] == kept


@POSIX
def test_two_processes_do_not_write_the_same_file(tmp_path: Path) -> None:
    process = begin(tmp_path)
    try:
        cells_in(tmp_path / "r.jsonl", 1)
        words = ("sweep", "duel", SMALL, "play:slow", "hold-at:{n}", "--over", "n=2..40", "--results", "r.jsonl")
        other = subprocess.run([*COMMAND, *words], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    finally:
        process.kill()
        process.communicate()
    assert other.returncode == 1
    assert other.stderr == "jeopardice: r.jsonl is in use: another sweep is writing to it\n"
