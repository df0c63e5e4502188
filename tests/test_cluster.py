"""Work that leaves this process: a real scheduler and workers on loopback, one of which is killed half-way."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from shell import Shell, as_json, run

import jeopardice as jd
from jeopardice import spread as spreading
from jeopardice.sampled.plan import CHUNK
from jeopardice.spread import spread

GAMES = 40 * CHUNK
FIELD = ["hold-at(15..22)", "optimal", "scoring-turns(3)"]
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
cluster_tests = pytest.mark.filterwarnings("ignore:::distributed", "ignore:::tornado")


def eventually(holds: Callable[[], bool], seconds: float = 30) -> bool:
    """Does something come to hold within some time?"""
    last = time.monotonic() + seconds
    while not holds() and time.monotonic() < last:
        time.sleep(0.05)
    return holds()


class Cluster:
    """A scheduler with two worker processes, all of them on loopback."""

    def __init__(self, folder: Path) -> None:
        self.file, self.folder = folder / "scheduler.json", folder
        place = ("--scheduler-file", str(self.file))
        self.scheduler = self._start("scheduler", "--port", "0", *place)
        self.workers = [self._start("worker", *place, "--nthreads", "1", "--no-nanny") for _ in range(2)]

    def _start(self, kind: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--host", "127.0.0.1", "--no-dashboard"]
        place = ["--local-directory", str(self.folder)] if kind == "worker" else []
        with open(self.folder / f"{kind}.log", "ab") as log:
            return subprocess.Popen([*command, *options, *place], stdout=log, stderr=log, env=os.environ)

    @property
    def address(self) -> str:
        """Where the scheduler listens."""
        return str(json.loads(self.file.read_text(encoding="utf-8"))["address"])

    def stop(self) -> None:
        """Leave no process behind."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tmp_path)
    try:
        assert eventually(found.file.exists), "the scheduler did not start"
        yield found
    finally:
        found.stop()


@contextmanager
def client_of(cluster: Cluster) -> Iterator[Executor]:
    connect: Any = import_module("distributed").Client
    with connect(cluster.address, timeout=30, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
        yield client.get_executor(pure=False)


def killing(cluster: Cluster) -> Callable[[float], None]:
    """Progress that kills a worker when about a third is done."""

    def told(share: float) -> None:
        if share > 0.3 and cluster.workers[0].poll() is None:
            cluster.workers[0].kill()
            cluster.workers[0].wait()

    return told


@cluster_tests
def test_a_simulation_and_a_tournament_survive_the_death_of_a_worker_bit_for_bit(cluster: Cluster) -> None:
    alone = jd.simulate("pig", "optimal", "hold-at(20)", GAMES, 3, threads=1)
    field = jd.tournament("pig(target=60)", FIELD)
    with client_of(cluster) as executor:
        shared = jd.simulate("pig", "optimal", "hold-at(20)", GAMES, 3, executor=executor, progress=killing(cluster))
        assert cluster.workers[0].poll() is not None, "no worker was killed"
        shared_field = jd.tournament("pig(target=60)", FIELD, executor=executor)
    assert shared.to_dict() == alone.to_dict()
    assert (shared.counts.lengths == alone.counts.lengths).all()
    assert shared_field.to_dict() == field.to_dict()


@cluster_tests
def test_a_tournament_survives_the_death_of_a_worker_bit_for_bit(cluster: Cluster) -> None:
    here = jd.tournament("pig(target=60)", FIELD, games=2000, rng=5)
    with client_of(cluster) as executor:
        there = jd.tournament("pig(target=60)", FIELD, games=2000, rng=5, executor=executor, progress=killing(cluster))
    assert cluster.workers[0].poll() is not None, "no worker was killed"
    assert there.to_dict() == here.to_dict()


@cluster_tests
def test_commands_work_on_a_cluster_and_on_processes_as_they_do_here(cluster: Cluster, capsys: Shell) -> None:
    words = ("simulate", "pig", "hold-at:20", "hold-at:25", "--games", "70000", "--seed", "4")
    here = as_json(capsys, *words)
    assert as_json(capsys, *words, "--workers", "2") == here
    assert as_json(capsys, *words, "--dask", cluster.address) == here


@cluster_tests
def test_a_scheduler_that_is_not_there_is_told_in_one_line(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jeopardice.cli.workers.PATIENCE", 0.5)
    code, out, err = run(capsys, "simulate", "pig", "hold-at:20", "--seed", "1", "--dask", "tcp://127.0.0.1:9")
    assert (code, out) == (1, "")
    assert "there is no Dask scheduler at tcp://127.0.0.1:9" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--workers", "0"), "--workers must be from 1 to 256, not 0"),
        (("--workers", "2", "--dask", "tcp://127.0.0.1:9"), "--workers does not go with --dask"),
    ],
)
def test_workers_that_cannot_be_had_are_refused(capsys: Shell, words: tuple[str, ...], told: str) -> None:
    code, _, err = run(capsys, "simulate", "pig", "hold-at:20", "--seed", "1", *words)
    assert code == 2
    assert told in err


def _number(piece: int) -> int:
    return piece * piece


def _refused(piece: int) -> int:
    raise jd.NotationError("no such piece", "piece", piece)


def _dies(piece: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return piece


def _ends(piece: int) -> int:
    return 1 // piece


@pytest.mark.parametrize("workers", [None, 2])
def test_results_come_with_the_numbers_of_their_pieces(workers: int | None) -> None:
    told: list[float] = []
    if workers is None:
        found = dict(spread(_number, range(5), None, told.append))
    else:
        with ThreadPoolExecutor(workers) as executor:
            found = dict(spread(_number, range(5), executor, told.append))
    assert found == {n: n * n for n in range(5)}
    assert told == pytest.approx([0.2, 0.4, 0.6, 0.8, 1.0])


def processes() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, get_context("spawn"))


def test_a_refusal_in_a_worker_is_that_refusal_here() -> None:
    with processes() as executor, pytest.raises(jd.NotationError, match="no such piece") as refused:
        list(spread(_refused, [3], executor))
    assert refused.value.position == 3


@POSIX
def test_a_worker_that_dies_is_told() -> None:
    with processes() as executor, pytest.raises(jd.WorkerError, match="a worker died before its work was done"):
        list(spread(_dies, [1], executor))


def test_a_worker_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "own_version", lambda: "jeopardice 0.0.0 on Python 3.11")
    with processes() as executor, pytest.raises(jd.WorkerError, match=r"and this is jeopardice 0\.0\.0"):
        list(spread(_number, [1], executor))


def test_work_that_workers_do_not_know_is_told() -> None:
    unknown: Any = partial(lambda piece: piece, 1)
    with processes() as executor, pytest.raises(jd.WorkerError, match="the workers cannot do this"):
        list(spread(unknown, [1], executor))


def test_a_fault_of_the_work_itself_is_not_hidden() -> None:
    with processes() as executor, pytest.raises(ZeroDivisionError):
        list(spread(_ends, [0], executor))


@POSIX
def test_ctrl_c_ends_a_command_and_its_workers(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "jeopardice", "simulate", "pig", "optimal", "hold-at:20", "--seed", "1"]
    process = subprocess.Popen(
        [*command, "--games", "10000000000", "--workers", "2"], stderr=subprocess.PIPE, start_new_session=True
    )
    time.sleep(4)  # the workers are starting, or at work
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err.decode().strip() == "jeopardice: interrupted"
    assert eventually(lambda: not alive(process.pid)), "a worker lives on"


def alive(group: int) -> bool:
    """Is there any process of a group?"""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
