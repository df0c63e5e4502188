"""While something is computed: a spinner, the notice of a compile, Ctrl-C, and a quiet stdout."""

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path

KERNELS = {"jeopardice.exact.kernels": 15, "jeopardice.exact.solitaire.kernels": 10}
NOTICE = "compiling the kernels, once: about {} seconds"
PATIENCE, GRACE = 0.4, 0.7
FRAMES = "|/-\\"


@contextmanager
def working(what: str, progress: bool = False) -> Iterator[None]:
    """Show on a terminal that something takes long, if it does; nothing computed prints to stdout."""
    ended = threading.Event()
    terminal = sys.stderr.isatty()
    spinner = threading.Thread(target=_spin, args=(what, ended), daemon=True) if terminal else None
    if progress and not terminal:
        print(f"{what} ...", file=sys.stderr, flush=True)
    begin = time.perf_counter()
    if spinner:
        spinner.start()
    try:
        with redirect_stdout(sys.stderr), compile_noticed():
            yield
    finally:
        ended.set()
        if spinner:
            spinner.join()
    if progress:
        print(f"{what}: {time.perf_counter() - begin:.2f} s", file=sys.stderr, flush=True)


def _spin(what: str, ended: threading.Event) -> None:
    begin, frame = time.perf_counter(), 0
    if ended.wait(PATIENCE):
        return
    with suppress(OSError, ValueError):
        while True:
            sys.stderr.write(f"\r{FRAMES[frame % len(FRAMES)]} {what}  {time.perf_counter() - begin:.0f} s ")
            sys.stderr.flush()
            if ended.wait(0.1):
                break
            frame += 1
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


class CompileNotice:
    """Stands before the importers: the kernels are imported when they are needed, and then it looks."""

    noticed = False

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Find nothing, but say that a compile is coming if it is."""
        if name in KERNELS and not kernels_kept(name):
            CompileNotice.noticed = True
            print(f"\r{NOTICE.format(KERNELS[name])}", file=sys.stderr, flush=True)


@contextmanager
def compile_noticed() -> Iterator[None]:
    """Tell of a compile that importing the kernels will bring."""
    notice = CompileNotice()
    sys.meta_path.insert(0, notice)
    try:
        yield
    finally:
        sys.meta_path.remove(notice)


def kernels_kept(name: str) -> bool:
    """Are there compiled kernels on disk, younger than their source? A guess without importing numba."""
    import jeopardice

    source = Path(jeopardice.__file__).parent.joinpath(*name.split(".")[1:]).with_suffix(".py")
    chosen, kept_in = os.environ.get("NUMBA_CACHE_DIR"), f"{source.parent.name}_*/kernels.*.nbi"
    if chosen:
        found = list(Path(chosen).glob(kept_in))
    else:
        import platformdirs

        users = Path(platformdirs.user_cache_dir("numba", appauthor=False))
        found = [*source.parent.glob("__pycache__/kernels.*.nbi"), *users.glob(kept_in)]
    try:
        return any(kept.stat().st_mtime >= source.stat().st_mtime for kept in found)
    except OSError:
        return False


@contextmanager
def stoppable() -> Iterator[None]:
    """Let Ctrl-C end the program soon even while a kernel runs, which Python itself waits for."""
    if os.name != "posix" or threading.current_thread() is not threading.main_thread():
        yield
        return
    ours, signals = os.pipe()
    os.set_blocking(signals, False)
    before = signal.set_wakeup_fd(signals, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(ours,), daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(signals)


def _watch(ours: int) -> None:
    """After a SIGINT give Python a moment to deal with it, then end the program."""
    try:
        while number := os.read(ours, 1):
            if number[0] == signal.SIGINT and not _closes(ours):
                with suppress(OSError, ValueError):
                    os.write(
                        2,
                        b"\r\x1b[Kjeopardice: interrupted\n" if os.isatty(2) else b"jeopardice: interrupted\n",
                    )
                os._exit(130)
    finally:
        os.close(ours)


def _closes(ours: int) -> bool:
    """Does the pipe end within the time of grace? Further signals in it do not count."""
    last = time.monotonic() + GRACE
    while (left := last - time.monotonic()) > 0:
        if select.select([ours], [], [], left)[0] and not os.read(ours, 1):
            return True
    return False
