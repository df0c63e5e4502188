"""Signals that end the program: soon, and with nothing half-written."""

import os
import select
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from jeopardice.files import HALF_WRITTEN, take_away

GRACE = 0.7


@contextmanager
def stoppable() -> Iterator[None]:
    """Let Ctrl-C, and a SIGTERM, end the program soon even while a kernel runs, which Python itself waits for."""
    if os.name != "posix" or threading.current_thread() is not threading.main_thread():
        yield
        return
    terminate = signal.signal(signal.SIGTERM, _end)
    ours, signals = os.pipe()
    os.set_blocking(signals, False)
    before = signal.set_wakeup_fd(signals, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(ours,), daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        signal.signal(signal.SIGTERM, terminate)
        os.close(signals)


def _end(number: int, _: object) -> None:
    """Leave nothing half-written, and let the signal have its way."""
    take_away(*HALF_WRITTEN)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _watch(ours: int) -> None:
    """After a signal that is to end the program give Python a moment to deal with it, then end it."""
    try:
        while number := os.read(ours, 1):
            if number[0] not in (signal.SIGINT, signal.SIGTERM) or _closes(ours):
                continue
            take_away(*HALF_WRITTEN)
            if number[0] == signal.SIGINT:
                with suppress(OSError, ValueError):
                    os.write(
                        2,
                        b"\r\x1b[Kjeopardice: interrupted\n" if os.isatty(2) else b"jeopardice: interrupted\n",
                    )
            os._exit(128 + number[0])
    finally:
        os.close(ours)


def _closes(ours: int) -> bool:
    """Does the pipe end within the time of grace? Further signals in it do not count."""
    last = time.monotonic() + GRACE
    while (left := last - time.monotonic()) > 0:
        if select.select([ours], [], [], left)[0] and not os.read(ours, 1):
            return True
    return False
