"""While something is computed: a spinner, the notice of a compile, and a quiet stdout."""

import math
import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path

KERNELS = "jeopardice.exact.kernels"
NOTICE = "compiling the kernels, once: about ten seconds"
LAST = "sweep"
"""The kernel that is compiled last, for it calls the others: while it is not kept, not all are."""
PATIENCE = 0.4
FRAMES = "|/-\\"


class Told:
    """What has been done of some work: called with the share, and asked for it in words."""

    def __init__(self, what: str, steps: bool) -> None:
        self.what, self.share, self.begin = what, 0.0, time.perf_counter()
        self.next = PATIENCE if steps else math.inf

    def __call__(self, share: float) -> None:
        self.share = share
        taken = time.perf_counter() - self.begin
        if taken >= self.next:
            self.next = 2 * taken
            print(f"{self} ...", file=sys.stderr, flush=True)

    def __str__(self) -> str:
        done = f" {self.share:.0%}" if 0 < self.share < 1 else ""
        return f"{self.what}:{done} {time.perf_counter() - self.begin:.0f} s"


@contextmanager
def working(what: str, progress: bool = False) -> Iterator[Told]:
    """Show on a terminal that something takes long, if it does; nothing computed prints to stdout.

    With `progress` also where there is no terminal, now and then, and at the end how long it took.
    """
    ended = threading.Event()
    terminal = sys.stderr.isatty()
    told = Told(what, steps=progress and not terminal)
    spinner = threading.Thread(target=_spin, args=(told, ended), daemon=True) if terminal else None
    if progress and not terminal:
        print(f"{what} ...", file=sys.stderr, flush=True)
    if spinner:
        spinner.start()
    try:
        with redirect_stdout(sys.stderr), compile_noticed():
            yield told
    finally:
        ended.set()
        if spinner:
            spinner.join()
    if progress:
        print(f"{what}: {time.perf_counter() - told.begin:.2f} s", file=sys.stderr, flush=True)


def _spin(told: Told, ended: threading.Event) -> None:
    frame = 0
    if ended.wait(PATIENCE):
        return
    with suppress(OSError, ValueError):
        while True:
            wide = shutil.get_terminal_size().columns - 4
            sys.stderr.write(f"\r{FRAMES[frame % len(FRAMES)]} {str(told)[:wide]} ")
            sys.stderr.flush()
            if ended.wait(0.1):
                break
            frame += 1
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


class CompileNotice:
    """Stands before the importers: the kernels are imported when they are needed, and then it looks."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Find nothing, but say that a compile is coming if it is."""
        if name == KERNELS and not kernels_kept():
            line = f"\r\x1b[K{NOTICE}" if sys.stderr.isatty() else NOTICE
            print(line, file=sys.stderr, flush=True)


@contextmanager
def compile_noticed() -> Iterator[None]:
    """Tell of a compile that importing the kernels will bring."""
    notice = CompileNotice()
    sys.meta_path.insert(0, notice)
    try:
        yield
    finally:
        sys.meta_path.remove(notice)


def kernels_kept() -> bool:
    """Are the compiled kernels on disk, younger than their source? A guess without importing numba."""
    import jeopardice

    source = Path(jeopardice.__file__).parent / "exact" / "kernels.py"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    index = f"kernels.{LAST}-*.py{sys.version_info[0]}{sys.version_info[1]}*.nbi"
    if chosen:
        found = list(Path(chosen).glob(f"*/{index}"))
    else:
        import platformdirs

        users = Path(platformdirs.user_cache_dir("numba", appauthor=False))
        found = [*source.parent.glob(f"__pycache__/{index}"), *users.glob(f"*/{index}")]
    try:
        return any(kept.stat().st_mtime >= source.stat().st_mtime for kept in found)
    except OSError:
        return False
