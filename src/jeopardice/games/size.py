"""How much memory there is, and the refusal of what would not fit, before it starts."""

import os

from jeopardice.errors import TooLargeError

UNKNOWN = 4 << 30


def available() -> int:
    """Bytes of memory that may be used: three quarters of what the machine has."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4
    except (AttributeError, ValueError, OSError):
        return UNKNOWN


def refuse_beyond(size: int, what: str) -> None:
    """Raise a TooLargeError if `what` needs more bytes than there are."""
    room = available()
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
