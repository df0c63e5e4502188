"""The results file of a sweep: JSON Lines, a header and then a line for each finished cell, on the disk at once.

    {"format": "jeopardice-sweep", "version": 1, "jeopardice": "0.1.0", "sweep": {...}, "seed": null}
    {"at": {"target": 50, "n": 15}, "figures": {"first": 0.47, ...}}

What was written before is checked as something that anybody may have written. A last line that is not whole, as a
program leaves it that is ended in the middle, is dropped.
"""

import json
import math
import os
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import IO, Any

from jeopardice.compare.grid import MOST_NUMBER, Value
from jeopardice.errors import FileError
from jeopardice.games.rules import short

FORMAT, VERSION = "jeopardice-sweep", 1
MOST_BYTES, MOST_HEADER = 1 << 28, 1 << 20
Key = tuple[Value, ...]
Figures = dict[str, float | None]


class Kept:
    """The figures of finished cells by their values, on disk where there is a file for them."""

    def __init__(self, axes: Sequence[str], figures: Sequence[str], file: IO[bytes] | None = None, where: str = ""):
        self.axes, self.names, self.file, self.where = tuple(axes), tuple(figures), file, where
        self.figures: dict[Key, Figures] = {}
        self.seed: int | None = None

    def add(self, at: Mapping[str, Value], figures: Figures) -> None:
        """Keep a cell. When this is done, it is on the disk."""
        self.figures[tuple(at[axis] for axis in self.axes)] = figures
        self.write({"at": dict(at), "figures": figures})

    def write(self, line: Mapping[str, Any]) -> None:
        """Append a line, and have it written."""
        if self.file is None:
            return
        number, left = self.file.fileno(), _line(line)
        end = os.fstat(number).st_size
        try:
            while left:
                left = left[os.write(number, left) :]
            os.fsync(number)
        except OSError as problem:
            with suppress(OSError):
                os.ftruncate(number, end)  # the line would not be whole
            raise FileError(f"cannot write {self.where}: {problem.strerror or problem}") from None


@contextmanager
def results_file(
    path: str | os.PathLike[str] | None,
    sweep: Mapping[str, Any],
    axes: Sequence[str],
    figures: Sequence[str],
    seeds: tuple[int | None, int | None] = (None, None),
) -> Iterator[Kept]:
    """What is kept of a sweep in a file, which is made where there is none. Nobody else may write it meanwhile.

    `seeds` are the one that was given, and the one to take where neither that nor a file has any.
    """
    if path is None:
        kept = Kept(axes, figures)
        kept.seed = seeds[1] if seeds[0] is None else seeds[0]
        yield kept
        return
    where = os.fspath(path)
    with _opened(where) as file:
        kept = Kept(axes, figures, file, where)
        _read(kept, sweep, *seeds)
        yield kept


@contextmanager
def _opened(where: str) -> Iterator[IO[bytes]]:
    """The file, ours alone."""
    try:
        if os.path.exists(where) and not stat.S_ISREG(os.stat(where).st_mode):
            raise FileError(f"{where} is no file that results can be kept in")
        file = open(where, "a+b", buffering=0)  # noqa: SIM115
    except OSError as problem:
        raise FileError(f"cannot open {where}: {problem.strerror or problem}") from None
    except ValueError as problem:  # a name that no file can have
        raise FileError(f"cannot open {where!r}: {problem}") from None
    with file:
        _lock(file, where)
        yield file


def _lock(file: IO[bytes], where: str) -> None:
    """Keep others out until the file is closed, where the system can do that."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(MOST_BYTES)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise FileError(f"{where} is in use: another sweep is writing to it") from None
    except (OSError, ImportError):
        pass  # a file system without locks


def _read(kept: Kept, sweep: Mapping[str, Any], seed: int | None, spare: int | None) -> None:
    """Take over what a file holds, and cut off a last line that is not whole; write the header of a new one."""
    from jeopardice import __version__

    assert kept.file is not None
    data = _all_of(kept.file, kept.where)
    *lines, rest = data.split(b"\n")
    header = {"format": FORMAT, "version": VERSION, "jeopardice": __version__, "sweep": sweep, "seed": seed}
    if not lines:
        if len(rest) > MOST_HEADER or not _line(header).startswith(rest[:40]):
            raise FileError(f"{kept.where} is not a results file of a sweep")
        os.ftruncate(kept.file.fileno(), 0)
        kept.seed = spare if seed is None else seed
        kept.write(header | {"seed": kept.seed})
        return
    kept.seed = _checked_header(kept.where, _parsed(lines[0]), header)
    if kept.seed is None and spare is not None:
        raise FileError(f"{kept.where} has no seed: take another file")
    for number, line in enumerate(lines[1:], 2):
        _take(kept, _parsed(line), number)
    if rest:
        os.ftruncate(kept.file.fileno(), len(data) - len(rest))


def _all_of(file: IO[bytes], where: str) -> bytes:
    try:
        file.seek(0)
        if os.fstat(file.fileno()).st_size > MOST_BYTES:
            raise FileError(f"{where} has more than {MOST_BYTES >> 20} MiB: not the results of a sweep")
        return file.read()
    except OSError as problem:
        raise FileError(f"cannot read {where}: {problem.strerror or problem}") from None


def _line(plain: Mapping[str, Any]) -> bytes:
    return json.dumps(plain, allow_nan=False, ensure_ascii=True).encode() + b"\n"


def _parsed(line: bytes) -> Any:
    """What a line holds, or None where it is no JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _checked_header(where: str, found: Any, ours: Mapping[str, Any]) -> int | None:
    """The seed of a file that holds this very sweep; a FileError says what else it holds."""
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise FileError(f"{where} is not a results file of a sweep")
    if found.get("version") != VERSION:
        raise FileError(f"{where} is a results file of version {short(found.get('version'))}; this reads {VERSION}")
    if found.get("jeopardice") != ours["jeopardice"]:
        made = short(found.get("jeopardice"))
        raise FileError(f"{where} was made by jeopardice {made}, and this is {ours['jeopardice']}: take another file")
    sweep = found.get("sweep")
    if sweep != ours["sweep"]:
        raise FileError(f"{where} holds another sweep: {_difference(sweep, ours['sweep'])}; take another file")
    seed = found.get("seed")
    if not (seed is None or (isinstance(seed, int) and not isinstance(seed, bool) and seed >= 0)):
        raise FileError(f"{where} has a seed that is none: {short(seed)}")
    if ours["seed"] is not None and seed != ours["seed"]:
        raise FileError(f"{where} was begun with the seed {short(seed)}, not {ours['seed']}: take another file")
    return seed


def _difference(found: Any, ours: Mapping[str, Any]) -> str:
    """The first thing that is not the same."""
    if not isinstance(found, dict):
        return "it does not say which"
    for name in ("measure", "axes"):
        if found.get(name) != ours[name]:
            return (
                f"its {name} {'is' if name == 'measure' else 'are'} {short(found.get(name))}, not {short(ours[name])}"
            )
    theirs, mine = found.get("arguments"), ours["arguments"]
    if isinstance(theirs, dict):
        for name in dict.fromkeys((*mine, *theirs)):
            if theirs.get(name) != mine.get(name):
                return f"its {name} is {_told(theirs, name)}, not {_told(mine, name)}"
    return "its arguments are others"


def _told(arguments: Mapping[str, Any], name: str) -> str:
    return short(arguments[name]) if name in arguments else "left out"


def _take(kept: Kept, found: Any, number: int) -> None:
    """A finished cell from a line of the file, checked."""

    def wrong(what: str) -> FileError:
        return FileError(f"{kept.where}, line {number}: {what}")

    if not isinstance(found, dict) or set(found) != {"at", "figures"}:
        raise wrong("this is not a finished cell")
    at, figures = found["at"], found["figures"]
    if not isinstance(at, dict) or tuple(sorted(at)) != tuple(sorted(kept.axes)):
        raise wrong(f"a cell has values of {', '.join(kept.axes)}, not {short(at)}")
    if not isinstance(figures, dict) or set(figures) != set(kept.names):
        raise wrong(f"the figures are not {', '.join(kept.names)}")
    if not all(isinstance(value, str) or _is_number(value) for value in at.values()):
        raise wrong(f"a value must be a number or a text, not {short(at)}")
    for name, figure in figures.items():
        if figure is not None and not _is_number(figure):
            raise wrong(f"{name} must be a number, not {short(figure)}")
    key = tuple(at[axis] for axis in kept.axes)
    ordered = {name: figures[name] for name in kept.names}
    if kept.figures.setdefault(key, ordered) != ordered:
        raise wrong(f"the cell {short(at)} was there before, with other figures")


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return abs(value) < MOST_NUMBER if isinstance(value, int) else math.isfinite(value)
