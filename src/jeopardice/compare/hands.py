"""Who does work that comes in pieces: an executor, or where there is none the threads of this process."""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager

from jeopardice.games.size import processors


@contextmanager
def hands(executor: Executor | None, pieces: int, threads: int | None = None) -> Iterator[Executor | None]:
    """The executor; or threads, as many as there are processors or as are given, unless one is enough."""
    workers = min(threads or processors(), pieces)
    if executor is not None or workers < 2:
        yield executor
    else:
        with ThreadPoolExecutor(workers) as pool:
            yield pool
