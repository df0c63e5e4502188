"""Solved values kept on disk: keyed by rules and solver version, written whole, checksummed, never trusted blindly."""

import hashlib
import json
import math
import os
import stat
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import FileError
from jeopardice.files import write_whole
from jeopardice.games.notation import game_notation
from jeopardice.games.rules import Rules

SOLVER_VERSION = "1"
SUFFIX = ".solved.npz"
MOST_HEADER = 100_000


@dataclass(frozen=True)
class Entry:
    """One solved game in the cache."""

    path: Path
    game: str
    size: int


def cache_dir() -> Path:
    """Where solved games are kept: JEOPARDICE_CACHE_DIR, or the user's cache folder."""
    chosen = os.environ.get("JEOPARDICE_CACHE_DIR")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("jeopardice"))


def path_of(rules: Rules) -> Path:
    """The file of a game's optimum."""
    key = hashlib.sha256(f"{rules.fingerprint} optimal {SOLVER_VERSION}".encode()).hexdigest()[:24]
    return cache_dir() / f"{key}{SUFFIX}"


def load(rules: Rules) -> NDArray[np.float64] | None:
    """The values by [own, opponent], or None where there is no file that can be trusted."""
    most = 16 * rules.target**2 + MOST_HEADER
    try:
        with _archive(path_of(rules), most) as archive:
            if any(item.file_size > most for item in archive.infolist()):
                return None
            header = json.loads(archive.read("header.json"))
            data = archive.read("values.bin")
    except Exception:  # what a damaged archive raises has no end, and whatever it is: nothing there is trusted
        return None
    if not isinstance(header, dict) or header.get("fingerprint") != rules.fingerprint:
        return None
    if len(data) != 8 * rules.target**2 or hashlib.sha256(data).hexdigest() != header.get("checksum"):
        return None
    return np.frombuffer(data, "<f8").reshape(rules.target, rules.target)


def _archive(path: Path, most: float = math.inf) -> zipfile.ZipFile:
    """The archive of an entry, if it is a file of at most so many bytes: a device may never come to its end."""
    found = path.stat()
    if not stat.S_ISREG(found.st_mode) or found.st_size > most:
        raise FileError(f"{path} is not a file of the cache")
    return zipfile.ZipFile(path)


def store(rules: Rules, values: NDArray[np.float64]) -> Path:
    """Keep the values of a solved game; a FileError where that cannot be done."""
    path, data = path_of(rules), np.ascontiguousarray(values, "<f8").tobytes()
    header = {
        "game": game_notation(rules),
        "fingerprint": rules.fingerprint,
        "version": SOLVER_VERSION,
        "checksum": hashlib.sha256(data).hexdigest(),
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise FileError(f"cannot make the cache folder {path.parent}: {problem.strerror}") from None

    def write(file: object) -> None:
        with zipfile.ZipFile(file, "w") as archive:  # type: ignore[call-overload]
            archive.writestr("header.json", json.dumps(header))
            archive.writestr("values.bin", data)

    write_whole(path, write)
    return path


def entries() -> list[Entry]:
    """What the cache holds, by game; a FileError where its folder cannot be looked into."""
    found, folder = list[Entry](), cache_dir()
    try:
        names = [name for name in os.listdir(folder) if name.endswith(SUFFIX)]
    except FileNotFoundError:
        return []
    except OSError as problem:
        raise FileError(f"cannot read the cache folder {folder}: {problem.strerror}") from None
    for path in (folder / name for name in names):
        try:
            with _archive(path) as archive:
                if archive.getinfo("header.json").file_size > MOST_HEADER:
                    raise FileError(f"the header of {path} is too long")
                game = str(json.loads(archive.read("header.json"))["game"])
        except Exception:
            game = "(damaged)"
        with suppress(OSError):  # somebody else may have deleted it meanwhile
            found.append(Entry(path, game, path.stat().st_size))
    return sorted(found, key=lambda entry: entry.game)


def clear() -> int:
    """Delete what the cache holds; -> how many files.

    A FileError tells of those that cannot be deleted, once all others are.
    """
    found, kept = entries(), list[str]()
    for entry in found:
        try:
            entry.path.unlink(missing_ok=True)
        except OSError as problem:
            kept.append(f"cannot delete {entry.path}: {problem.strerror}")
    if kept:
        others = f"; nor {len(kept) - 1} more" if len(kept) > 1 else ""
        raise FileError(f"{kept[0]}{others} ({len(found) - len(kept)} of {len(found)} solved games are deleted)")
    return len(found)
