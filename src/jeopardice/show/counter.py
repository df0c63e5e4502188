"""A counter for what takes long: on standard error, only on a terminal, and gone when it is over."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def counting(what: str = "states") -> Iterator[Callable[[int], None]]:
    """Gives a function that shows how many there are by now, to be handed on as `progress`."""
    begin, terminal = time.perf_counter(), sys.stderr.isatty()

    def show(count: int) -> None:
        if terminal:
            _write(f"\r{count:,} {what}, {time.perf_counter() - begin:.0f} s ")

    try:
        yield show
    finally:
        if terminal:
            _write("\r\x1b[K")


def _write(text: str) -> None:
    with suppress(OSError, ValueError):
        sys.stderr.write(text)
        sys.stderr.flush()
