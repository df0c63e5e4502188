"""Progress: a counter on a terminal, and silence elsewhere."""

import sys

import pytest

from jeopardice import finite
from jeopardice.finite.examples.pig import Pig
from jeopardice.show.counter import counting

Shell = pytest.CaptureFixture[str]


def test_progress_is_told_how_many_states_there_are_by_now() -> None:
    told: list[int] = []
    graph = finite.explore(Pig(target=30), progress=told.append)
    assert len(told) > 1
    assert told == sorted(told)
    assert told[-1] <= len(graph)


def test_on_a_terminal_a_counter_comes_and_goes(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with counting() as progress:
        finite.explore(Pig(target=30), progress=progress)
    shown = capsys.readouterr().err
    assert " states, 0 s" in shown
    assert shown.endswith("\r\x1b[K")


def test_elsewhere_nothing_is_written(capsys: Shell) -> None:
    with counting() as progress:
        finite.explore(Pig(target=30), progress=progress)
    assert capsys.readouterr() == ("", "")
