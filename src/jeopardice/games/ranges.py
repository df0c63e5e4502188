"""Ranges in the notation: `1..100` stands for every whole number from 1 to 100, `10..100/10` for every tenth.

The ends and the step are whole numbers or decimals, for the slash of a fraction is that of the step. Both ends belong
to the range, the last where the steps come to it.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from jeopardice.errors import NotationError

MOST_VALUES = 1000
NUMBER = r"[-+]?(?:\d*\.\d+|\d+)"
BEGINS = re.compile(rf"\s*(?:[-+]?\d+/\d+|{NUMBER})\s*\.\.")
WHOLE = re.compile(rf"\s*({NUMBER})\s*\.\.\s*({NUMBER})(?:\s*/\s*({NUMBER}))?(?![\w.-])")
LONGEST = 180


@dataclass(frozen=True)
class Range:
    """Numbers in even steps, and where in the text they stood."""

    first: Fraction
    last: Fraction
    step: Fraction
    text: str
    position: int

    def __post_init__(self) -> None:
        if self.step <= 0:
            raise NotationError("the step of a range must be more than 0", self.text, self.position)
        if not self.count:
            raise NotationError("this range is empty: its first number is beyond its last", self.text, self.position)
        if self.count > MOST_VALUES:
            problem = f"a range has at most {MOST_VALUES:,} values, and this has {shown(self.count)}"
            raise NotationError(problem, self.text, self.position)

    @property
    def count(self) -> int:
        """How many numbers it has."""
        return max(0, int((self.last - self.first) // self.step) + 1)

    @property
    def values(self) -> tuple[int | Fraction, ...]:
        """All of them, as they would be read one by one."""
        found = (self.first + n * self.step for n in range(self.count))
        return tuple(int(value) if value.denominator == 1 else value for value in found)


def shown(count: int) -> str:
    """A number of values for people."""
    return f"{count:,}" if count < 10**15 else "far more"


def read_range(text: str, at: int) -> tuple[Range, int] | None:
    """The range that stands in a text at some place, and where it ends; None where there is none."""
    if not BEGINS.match(text, at):
        return None
    found = WHOLE.match(text, at)
    position = at + len(text[at:]) - len(text[at:].lstrip())
    if not found:
        raise NotationError("a range is written 1..100, or with a step 10..100/10", text, position)
    if found.end() - position > LONGEST:
        raise NotationError(f"a range has at most {LONGEST} characters", text, position)
    first, last, step = found.groups(default="1")
    return Range(Fraction(first), Fraction(last), Fraction(step), text, position), found.end()
