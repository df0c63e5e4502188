"""A probability in words: for whatever tells of one."""

SURE = 1e-13
"""What is within so much of 0 or 1 is so but for rounding."""


def percent(share: float, digits: int = 2) -> str:
    """A probability for people: never 0 % or 100 % unless it is, but for rounding."""
    share = 0.0 if share < SURE else 1.0 if share > 1 - SURE else share
    text = f"{100 * share:.{digits}f} %"
    least = 10.0 ** -(digits + 2)
    if 0 < share < least / 2:
        return f"< {100 * least:.{digits}f} %"
    return f"> {100 - 100 * least:.{digits}f} %" if 1 - least / 2 < share < 1 else text
