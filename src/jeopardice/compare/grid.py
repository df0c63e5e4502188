"""What a sweep varies: axes with their values, templates such as `hold-at({n})`, and the grid of all cells."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from jeopardice.errors import NotationError, PositionError, TooLargeError
from jeopardice.games.grammar import LONGEST, LONGEST_NUMBER, nearest, spelled_number
from jeopardice.games.ranges import read_range
from jeopardice.games.rules import short

Value = int | float | str
"""A value of an axis: a number or a text."""

AXIS = re.compile(r"[a-z][a-z0-9_]{0,29}")
PLACE = re.compile(r"\{([^{}]*)\}")
NUMBER = re.compile(r"[-+]?(?:\d*\.\d+|\d+)")
OPENING, CLOSING = "([", ")]"
MOST_CELLS = 100_000
MOST_NUMBER = 10**30


@dataclass(frozen=True)
class Cell:
    """One point of the grid: its number, its values by axis, and the arguments with these values filled in."""

    number: int
    at: Mapping[str, Value]
    arguments: Mapping[str, Any]

    def __str__(self) -> str:
        return ", ".join(f"{axis}={value}" for axis, value in self.at.items())


def as_axes(over: Mapping[str, Any]) -> dict[str, tuple[Value, ...]]:
    """The axes with their values, which may be given as numbers, texts, or a text such as `50..200/50`."""
    if not isinstance(over, Mapping) or not over:
        raise PositionError(f"over must name what is varied, such as {{'n': range(15, 31)}}, not {short(over)}")
    return {_axis(name): as_values(name, values) for name, values in over.items()}


def _axis(name: object) -> str:
    if not isinstance(name, str) or not AXIS.fullmatch(name):
        raise PositionError(f"the name of an axis must be a short word in small letters, not {short(name)}")
    return name


def as_values(name: str, values: Any) -> tuple[Value, ...]:
    """The values of an axis, each of them once."""
    if isinstance(values, str) and not values.strip():
        values = ()
    if isinstance(values, str):
        found: Iterable[Value] = _read(values)
    elif isinstance(values, Iterable):
        found = (as_value(name, value) for value in values)
    else:
        raise PositionError(f"the values of {name} must be a list or a text such as 50..200/50, not {short(values)}")
    several: dict[Value, None] = {}
    for value in found:
        several[value] = None
        if len(several) > MOST_CELLS:
            raise TooLargeError(f"{name} has more than {MOST_CELLS:,} values: so many are not handled")
    if not several:
        raise PositionError(f"{name} has no values: name at least one")
    return tuple(several)


def as_value(name: str, value: Any) -> Value:
    """One value of an axis as what can be written down and filled in."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) and 0 < len(value.strip()) <= LONGEST and value.isprintable():
        return _of_text(value.strip())
    if isinstance(value, (int, Fraction)) and max(abs(value.numerator), value.denominator) < MOST_NUMBER:
        return _of_fraction(Fraction(value))
    if isinstance(value, float) and math.isfinite(value):
        return int(value) if value.is_integer() and abs(value) < 2**53 else value
    raise PositionError(f"a value of {name} must be a number or a text, not {short(value)}")


def _of_fraction(value: Fraction) -> Value:
    """A number as one that JSON has, where that is exactly the same, else as its spelling."""
    if value.denominator == 1:
        return int(value)
    near = float(value)
    return near if Fraction(repr(near)) == value else spelled_number(value)


def _of_text(text: str) -> Value:
    return _of_fraction(Fraction(text)) if NUMBER.fullmatch(text) and len(text) <= LONGEST_NUMBER else text


def _read(text: str) -> Iterator[Value]:
    """The values that a text spells: numbers, ranges and words, with commas between them."""
    if len(text) > LONGEST or not text.isprintable():
        raise NotationError(f"the values of an axis are a text of at most {LONGEST} characters", short(text[:40]))
    for start, part in _parts(text):
        found = read_range(text[: start + len(part)], start)
        if found is not None:
            if text[found[1] : start + len(part)].strip():
                raise NotationError("a comma is expected after the range", text, found[1])
            yield from map(_of_fraction, map(Fraction, found[0].values))
        elif part.strip():
            yield _of_text(part.strip())
        else:
            raise NotationError("a value is expected here", text, start)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """What stands between commas, but not between those inside of brackets, and where it begins."""
    depth, start = 0, 0
    for place, mark in enumerate(text):
        depth += (mark in OPENING) - (mark in CLOSING)
        if mark == "," and depth <= 0:
            yield start, text[start:place]
            start = place + 1
    yield start, text[start:]


def cells(arguments: Mapping[str, Any], axes: Mapping[str, tuple[Value, ...]]) -> list[Cell]:
    """The grid: every combination of values, that of the last axis changing first."""
    check_places(arguments, axes)
    count = math.prod(map(len, axes.values()))
    if count > MOST_CELLS:
        raise TooLargeError(f"a sweep of {count:,} cells; {MOST_CELLS:,} are handled")
    found = []
    for number, values in enumerate(product(*axes.values())):
        at = dict(zip(axes, values, strict=True))
        found.append(Cell(number, at, {name: fill(given, at) for name, given in arguments.items()}))
    return found


def check_places(arguments: Mapping[str, Any], axes: Iterable[str]) -> None:
    """Refuse a place for which there is no axis, and an axis that has no place."""
    names, used = list(axes), set[str]()
    for name, given in arguments.items():
        for place in PLACE.finditer(given) if isinstance(given, str) else ():
            if place[1] not in names:
                raise NotationError(
                    f"{name} has a place for an axis that is not there{nearest(place[1], names)}", given
                )
            used.add(place[1])
        if isinstance(given, str) and set("{}") & set(PLACE.sub("", given)):
            raise NotationError(f"{name} has a brace that does not belong to a place such as {{n}}", given)
    for axis in names:
        if axis not in used:
            raise PositionError(f"no argument has a place for {axis}: write {{{axis}}} where its values belong")


def places(given: object) -> set[str]:
    """The axes that an argument has places for."""
    return {place[1] for place in PLACE.finditer(given)} if isinstance(given, str) else set()


def fill(given: Any, at: Mapping[str, Value]) -> Any:
    """An argument with values in its places; one that is nothing but a place becomes the value itself."""
    if not isinstance(given, str):
        return given
    whole = PLACE.fullmatch(given.strip())
    return at[whole[1]] if whole else PLACE.sub(lambda place: spelled_value(at[place[1]]), given)


def spelled_value(value: Value) -> str:
    """A value as a notation has it: never with an exponent."""
    return spelled_number(Fraction(repr(value))) if isinstance(value, float) else str(value)
