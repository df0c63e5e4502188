"""Work of many independent pieces: done here, in threads, in processes or on other machines.

Whatever is a `concurrent.futures.Executor` can do it. The pieces are the same wherever they are done, and whoever asks
puts the results together by their numbers, so that what comes out does not depend on who did it, or in which order.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, as_completed
from pickle import PicklingError
from typing import TypeVar

from jeopardice.errors import JeopardiceError, WorkerError, in_one_line

P = TypeVar("P")
R = TypeVar("R")
Progress = Callable[[float], object] | None
LOST = (BrokenExecutor, CancelledError, ImportError, AttributeError, PicklingError, OSError)


def spread(
    work: Callable[[P], R], pieces: Sequence[P], executor: Executor | None = None, progress: Progress = None
) -> Iterator[tuple[int, R]]:
    """The result of every piece with its number, as they are done: in order, one by one, where there is no executor.

    `work` must be a function that other processes find by its name. What is interrupted leaves nothing waiting.
    """
    for done, found in enumerate(_here(work, pieces) if executor is None else _there(work, pieces, executor), 1):
        if progress:
            progress(done / len(pieces))
        yield found


def _here(work: Callable[[P], R], pieces: Sequence[P]) -> Iterator[tuple[int, R]]:
    return ((number, work(piece)) for number, piece in enumerate(pieces))


def _there(work: Callable[[P], R], pieces: Sequence[P], executor: Executor) -> Iterator[tuple[int, R]]:
    version = own_version()
    numbers: dict[Future[R], int] = {}
    try:
        for number, piece in enumerate(pieces):
            numbers[executor.submit(_checked, version, work, piece)] = number
        for future in as_completed(numbers):
            yield numbers[future], future.result()
    except JeopardiceError:
        raise
    except LOST as problem:
        raise _lost(problem) from problem
    except Exception as problem:
        if type(problem).__module__.split(".")[0] in ("distributed", "dask", "loky", "mpi4py"):
            raise _lost(problem) from problem
        raise
    finally:
        for future in numbers:
            future.cancel()


def own_version() -> str:
    """What must be the same wherever a piece of work is done: this package, and the Python that runs it."""
    from jeopardice import __version__

    return f"jeopardice {__version__} on Python {sys.version_info[0]}.{sys.version_info[1]}"


def _checked(version: str, work: Callable[[P], R], piece: P) -> R:
    """One piece, in a worker: refused where that is not what has sent it."""
    if own_version() != version:
        raise WorkerError(f"a worker has {own_version()}, and this is {version}: install the same on both")
    return work(piece)


def _lost(problem: BaseException) -> WorkerError:
    if isinstance(problem, BrokenExecutor | CancelledError):
        return WorkerError(f"a worker died before its work was done ({in_one_line(problem)})")
    return WorkerError(f"the workers cannot do this ({in_one_line(problem)}): is the same jeopardice installed there?")
