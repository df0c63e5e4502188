"""How much memory and how many processors there are, and the refusal of what would not fit, before it starts."""

import os
from pathlib import Path

from jeopardice.errors import TooLargeError

UNKNOWN = 4 << 30
CONTAINER_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


def available() -> int:
    """Bytes of memory that may be used: three quarters of what the machine, or its container, has."""
    try:
        machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        machine = UNKNOWN
    return min([machine, *map(_limit, CONTAINER_LIMITS)], key=lambda size: size or machine) * 3 // 4


def _limit(file: str) -> int:
    """The number in a file, or 0 where there is none."""
    try:
        return int(Path(file).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0


def processors() -> int:
    """How many processors this process may use."""
    try:
        return max(1, len(os.sched_getaffinity(0)))
    except AttributeError:  # where there is no such thing
        return os.cpu_count() or 1


def used() -> int:
    """Bytes of memory that this process holds already; 0 where that cannot be told."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError, IndexError):
        return 0


def refuse_beyond(size: int, what: str) -> None:
    """Raise a TooLargeError if `what` needs more bytes than are left."""
    room = max(0, available() - used())
    if size > room:
        needed = f"{what} needs about {readable(size)} of memory"
        raise TooLargeError(f"{needed}, and {readable(room)} may be used")


def readable(size: float) -> str:
    """A number of bytes for people."""
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if size < 1024:
            return f"{size:.0f} {unit}"
        size /= 1024
    return f"{size:,.0f} TiB"
