"""Files written whole or not at all: into a temporary neighbour, which then takes the name."""

import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from jeopardice.errors import FileError

HALF_WRITTEN: set[str] = set()
"""Temporary files and folders that are being written: what ends the program at once takes them away."""


def write_whole(path: str | os.PathLike[str], write: Callable[[IO[bytes]], Any]) -> None:
    """Let `write` fill a file and give it its name only when it is complete; a FileError says why it could not be."""
    where, temporary = Path(path), ""
    try:
        if where.exists() and not where.is_file():
            raise FileError(f"cannot write {where}: it is not a file")  # a device would be replaced by one
        if where.is_symlink():
            where = where.resolve()  # what it points to is written, and the link stays
        temporary = str(where.parent / f".{where.name}.{secrets.token_hex(4)}")
        with open(temporary, "xb") as file:
            HALF_WRITTEN.add(temporary)
            write(file)
        os.replace(temporary, where)
    except OSError as problem:
        raise FileError(f"cannot write {where}: {problem.strerror or problem}") from None
    except ValueError as problem:  # a name that no file can have
        if temporary in HALF_WRITTEN:
            raise
        raise FileError(f"cannot write {os.fspath(path)!r}: {problem}") from None
    finally:
        take_away(temporary)


def write_folder(path: str | os.PathLike[str], contents: Mapping[str, bytes]) -> None:
    """Write files into a folder, all of them or none; one that is there keeps its other files.

    In a folder that is there the last one takes its name last, so that it may speak of the others.
    """
    where, temporary = Path(path), ""
    try:
        if where.exists() and not where.is_dir():
            raise FileError(f"cannot write {where}: it is not a folder")
        temporary = str(where.absolute().parent / f".{where.name or 'folder'}.{secrets.token_hex(4)}")
        os.mkdir(temporary)
        HALF_WRITTEN.add(temporary)
        for name, content in contents.items():
            (Path(temporary) / name).write_bytes(content)
        if where.is_dir():
            for name in contents:
                os.replace(Path(temporary) / name, where / name)
        else:
            os.replace(temporary, where)
            HALF_WRITTEN.discard(temporary)
    except OSError as problem:
        raise FileError(f"cannot write {where}: {problem.strerror or problem}") from None
    except ValueError as problem:  # a name that no folder can have
        raise FileError(f"cannot write {os.fspath(path)!r}: {problem}") from None
    finally:
        take_away(temporary)


def take_away(*temporaries: str) -> None:
    """Delete temporary files and folders that are still there."""
    for temporary in temporaries:
        if temporary in HALF_WRITTEN:
            HALF_WRITTEN.discard(temporary)
            with suppress(OSError):
                _remove(temporary)


def _remove(temporary: str) -> None:
    """Delete a file, or a folder of files."""
    if not os.path.isdir(temporary):
        os.unlink(temporary)
        return
    for name in os.listdir(temporary):
        os.unlink(os.path.join(temporary, name))
    os.rmdir(temporary)
