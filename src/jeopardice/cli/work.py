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

KERNELS = {
    "jeopardice.exact.kernels": (10, ("sweep",)),
    "jeopardice.exact.solitaire.kernels": (5, ("fewest_turns", "turns_back")),
    "jeopardice.finite.kernels": (5, ("lines",)),
    "jeopardice.reproduce.kernels": (3, ("sweep_in_order",)),
    "jeopardice.sampled.kernels": (5, ("fill_cells",)),
    "jeopardice.sampled.by_turns.kernels": (5, ("play_whole_turns",)),
}
"""How many seconds it takes to compile them, and which kernels are compiled last: while none of these is kept, not all
are."""
NOTICE = "compiling the kernels, once: about {} seconds"
PATIENCE = 0.4
FRAMES = "|/-\\"


class Told:
    """What has been done of some work: called with the share or told in words, and asked for it in words."""

    def __init__(self, what: str, steps: bool) -> None:
        self.what, self.done, self.begin = what, "", time.perf_counter()
        self.next = PATIENCE if steps else math.inf

    def __call__(self, share: float) -> None:
        self.tell(f" {share:.0%}" if 0 < share < 1 else "")

    def tell(self, done: str) -> None:
        """How far it is by now, in words after a blank."""
        self.done = done
        taken = time.perf_counter() - self.begin
        if taken >= self.next:
            self.next = 2 * taken
            print(f"{self} ...", file=sys.stderr, flush=True)

    def __str__(self) -> str:
        return f"{self.what}:{self.done} {time.perf_counter() - self.begin:.0f} s"


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
            sys.stderr.write(f"\r{FRAMES[frame % len(FRAMES)]} {str(told)[:wide]}\x1b[K")
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
        if name in KERNELS and not kernels_kept(name):
            notice = NOTICE.format(KERNELS[name][0])
            print(f"\r\x1b[K{notice}" if sys.stderr.isatty() else notice, file=sys.stderr, flush=True)


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
    """Are the compiled kernels on disk, younger than their source? A guess without importing numba."""
    import jeopardice

    source = Path(jeopardice.__file__).parent.joinpath(*name.split(".")[1:]).with_suffix(".py")
    python = f"py{sys.version_info[0]}{sys.version_info[1]}"
    kept = [f"kernels.{last}-*.{python}*.nbi" for last in KERNELS[name][1]]
    elsewhere = [f"{source.parent.name}_*/{index}" for index in kept]
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        found = [file for index in elsewhere for file in Path(chosen).glob(index)]
    else:
        import platformdirs

        users = Path(platformdirs.user_cache_dir("numba", appauthor=False))
        found = [file for index in kept for file in source.parent.glob(f"__pycache__/{index}")]
        found += [file for index in elsewhere for file in users.glob(index)]
    try:
        return any(kept.stat().st_mtime >= source.stat().st_mtime for kept in found)
    except OSError:
        return False
