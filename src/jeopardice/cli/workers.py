"""Work that leaves this process: `--workers` for processes of this machine, `--dask` for a cluster."""

import multiprocessing
import os
import re
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import connection
from typing import Annotated, Any

import typer

from jeopardice.cli.output import remark, whole

MOST_WORKERS = 256
PATIENCE = 10
ADDRESS = re.compile(r"\w+://\S+:\d+")

Workers = Annotated[
    int | None,
    typer.Option(parser=whole, metavar="N", help="Share the work among N processes.", show_default=False),
]
Dask = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Share it on a Dask cluster: tcp://host:8786.", show_default=False),
]


@contextmanager
def executor_of(workers: int | None, dask: str | None) -> Iterator[Executor | None]:
    """Who does the work: nobody else, where neither is wanted."""
    if workers is not None and dask is not None:
        raise typer.BadParameter("--workers does not go with --dask: the cluster has its own")
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise typer.BadParameter(f"--workers must be from 1 to {MOST_WORKERS}, not {workers}")
    if workers is not None:
        with _processes(workers) as executor:
            yield executor
    elif dask is not None:
        with _cluster(dask) as executor:
            yield executor
    else:
        yield None


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    """New processes, which end with this one however that ends."""
    executor = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _follow)
    try:
        yield executor
    except BaseException:
        threading.excepthook = lambda problem: None  # Python 3.11's executor trips over futures that were cancelled
        _forget(executor)
        for process in multiprocessing.active_children():
            process.terminate()
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    executor.shutdown()


def _forget(executor: ProcessPoolExecutor) -> None:
    """Do not wait at the end for work to be fed to workers that are gone."""
    queue: Any = getattr(executor, "_call_queue", None)
    if queue is not None:
        queue.cancel_join_thread()


def _follow() -> None:
    """In a worker: leave Ctrl-C to the process that gives the work, and end when that is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    """The workers of a Dask scheduler."""
    import logging

    from jeopardice.errors import MissingError, WorkerError, in_one_line

    try:
        connect: Any = import_module("distributed").Client
    except ImportError:
        raise MissingError("--dask needs the extra 'cluster': pip install 'jeopardice[cluster]'") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    if not ADDRESS.fullmatch(address):
        raise typer.BadParameter(f"--dask must be an address such as tcp://host:8786, not {address!r}")
    try:
        client = connect(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError) as problem:
        raise WorkerError(f"there is no Dask scheduler at {address} ({in_one_line(problem)})") from None
    with client:
        if not client.scheduler_info()["workers"]:
            remark(f"waiting for workers at {address}")
        yield client.get_executor(pure=False)
