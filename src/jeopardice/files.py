"""Files written whole or not at all: into a temporary neighbour, which then takes the name. What damaged ones raise."""

import lzma
import os
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from jeopardice.errors import FileError

DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    KeyError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    MemoryError,
)
"""What reading a damaged archive may raise, apart from an OSError."""


def write_whole(path: str | os.PathLike[str], write: Callable[[IO[bytes]], Any]) -> None:
    """Let `write` fill a file and give it its name only when it is complete; a FileError says why it could not be."""
    where = Path(path)
    if where.exists() and not where.is_file():
        raise FileError(f"cannot write {where}: it is not a file")  # a device would be replaced by one
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{where.name}.", dir=where.parent)
        with os.fdopen(handle, "wb") as file:
            write(file)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, where)
        temporary = None
    except OSError as problem:
        raise FileError(f"cannot write {where}: {problem.strerror or problem}") from None
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
