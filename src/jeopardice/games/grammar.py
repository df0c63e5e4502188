"""The little language in which games and strategies are named.

    name        name(value, key=value)        name:value,value

A value is a number (`20`, `0.05`, `1e-3`, `1/6`), `true` or `false`, a list in square brackets, the name of an `.npz`
file, or again a name with values. Written with a colon the brackets fall away, for shells: `hold-at:20`; inside a
value, a colon takes one value only. Where many are asked for, a range of numbers may stand for one: `hold-at(1..100)`.
"""

import difflib
import inspect
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

from jeopardice.errors import JeopardiceError, NotationError
from jeopardice.games.ranges import MOST_VALUES, Range, read_range, shown

T = TypeVar("T")
LONGEST = 2000
DEEPEST = 20
LONGEST_NUMBER = 60
TOKEN = re.compile(
    r"\s*(?:(?P<number>[-+]?(?:\d+/\d+|(?:\d*\.\d+|\d+\.?)(?:[eE](?P<exponent>[-+]?\d+))?)(?![\w-]))"
    r"|(?P<name>[A-Za-z_][\w.-]*)|(?P<mark>[(),=:\[\]]))"
)
FILE = re.compile(r"\s*(?P<file>[^\s(),=:\[\]]+\.npz)(?![\w.-])", re.IGNORECASE)


@dataclass(frozen=True)
class Call:
    """A name with its values, and where in the text it and the names of its values stood."""

    name: str
    values: tuple[Any, ...]
    named: Mapping[str, Any]
    text: str
    position: int
    places: Mapping[str, int] = field(default_factory=dict)


class _Reader:
    """Reads one text from left to right; what reads on leaves `at` behind what it read."""

    def __init__(self, text: str, ranges: bool) -> None:
        self.text, self.ranges, self.at, self.depth = text, ranges, 0, 0

    def fail(self, problem: str, at: int | None = None) -> NotationError:
        return NotationError(problem, self.text, self._skip(self.at) if at is None else at)

    def _skip(self, at: int) -> int:
        while at < len(self.text) and self.text[at].isspace():
            at += 1
        return at

    def peek(self) -> re.Match[str] | None:
        return TOKEN.match(self.text, self.at)

    def take(self, mark: str) -> bool:
        token = self.peek()
        if token and token["mark"] == mark:
            self.at = token.end()
            return True
        return False

    def call(self, nested: bool = False) -> Call:
        token = self.peek()
        if not token or not token["name"]:
            raise self.fail("a name is expected here")
        position, name = self._skip(self.at), token["name"]
        self.at = token.end()
        values: list[Any] = []
        named: dict[str, Any] = {}
        places: dict[str, int] = {}
        if self.take("("):
            if not self.take(")"):
                self._arguments(values, named, places)
                self._close(")")
        elif self.take(":"):
            self._arguments(values, named, places, once=nested)
        return Call(name, tuple(values), named, self.text, position, places)

    def _arguments(self, values: list[Any], named: dict[str, Any], places: dict[str, int], once: bool = False) -> None:
        while True:
            start = self._skip(self.at)
            name = self._key()
            if name is not None:
                key = name.replace("-", "_")
                if key in named:
                    raise self.fail(f"{name} is given twice", start)
                places[key] = start
                named[key] = self.value()
            elif named:
                raise self.fail("a value without a name cannot follow one with a name")
            else:
                values.append(self.value())
            if once or not self.take(","):
                return

    def _key(self) -> str | None:
        """The name before an equals sign, if there is one; otherwise nothing is read."""
        start, token = self.at, self.peek()
        if token and token["name"]:
            self.at = token.end()
            if self.take("="):
                return token["name"]
            self.at = start
        return None

    def _list(self) -> tuple[Any, ...]:
        listed: list[Any] = []
        if self.take("]"):
            return ()
        while True:
            start = self._skip(self.at)
            name = self._key()
            if name is not None:
                raise self.fail(f"a value in a list has no name, but this is called {name!r}", start)
            listed.append(self.value())
            if not self.take(","):
                break
        self._close("]")
        return tuple(listed)

    def _close(self, mark: str) -> None:
        if not self.take(mark):
            raise self.fail(f"{mark!r} or a comma is expected here")

    def value(self) -> Any:
        token = self.peek()
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.fail("this goes too deep")
        try:
            file = FILE.match(self.text, self.at)
            if file:
                self.at = file.end()
                return Call(file["file"], (), {}, self.text, file.start("file"))
            found = read_range(self.text, self.at)
            if found:
                return self._range(*found)
            if token and token["number"]:
                self.at = token.end()
                return self._number(token["number"], token["exponent"], token.start("number"))
            if self.take("["):
                return self._list()
            if token and token["name"]:
                if token["name"].lower() in ("true", "false"):
                    self.at = token.end()
                    return token["name"].lower() == "true"
                return self.call(nested=True)
            raise self.fail("a value is expected here: a number, true, false, a [list] or a name")
        finally:
            self.depth -= 1

    def _range(self, found: Range, end: int) -> Range:
        if not self.ranges:
            raise self.fail("one value is expected here, not a range of them")
        self.at = end
        return found

    def _number(self, text: str, exponent: str | None, position: int) -> int | Fraction:
        if len(text) > LONGEST_NUMBER:
            raise self.fail(f"this number has more than {LONGEST_NUMBER} digits", position)
        if abs(int(exponent or 0)) > LONGEST_NUMBER:
            problem = f"the exponent of a number lies between -{LONGEST_NUMBER} and {LONGEST_NUMBER}"
            raise self.fail(problem, position)
        try:
            number = Fraction(text)
        except ZeroDivisionError:
            raise self.fail("a number cannot be divided by 0", position) from None
        return int(number) if re.fullmatch(r"[-+]?\d+", text) else number


def read_call(text: str, ranges: bool = False) -> Call:
    """The call that the whole text spells, or a NotationError that points at the place.

    With `ranges`, some of its values may be ranges.
    """
    if len(text) > LONGEST:
        problem = f"a notation has at most {LONGEST} characters, not {len(text)}"
        raise NotationError(problem, text[:40] + "...")
    reader = _Reader(text, ranges)
    if not text.strip():
        raise NotationError("a name is expected, not an empty text", text)
    call = reader.call()
    if reader._skip(reader.at) < len(text):
        raise reader.fail("this is not expected here")
    return call


def read_calls(text: str) -> list[Call]:
    """All calls that the whole text spells, one for each value of a range; of several, the last changes first."""
    call = read_call(text, ranges=True)
    count = _count(call)
    if count > MOST_VALUES:
        raise NotationError(f"the ranges give {shown(count)} values together, and {MOST_VALUES:,} are handled", text)
    return _each(call)


def _count(value: Any) -> int:
    """How many values a value with ranges in it stands for."""
    if isinstance(value, Range):
        return value.count
    inner = (*value.values, *value.named.values()) if isinstance(value, Call) else value
    return math.prod(map(_count, inner)) if isinstance(inner, tuple) else 1


def _each(value: Any) -> list[Any]:
    """All values that a value with ranges in it stands for."""
    if isinstance(value, Range):
        return list(value.values)
    if isinstance(value, tuple):
        return list(product(*map(_each, value)))
    if not isinstance(value, Call):
        return [value]
    names, several = tuple(value.named), _each(value.values)
    choices = product(several, product(*map(_each, value.named.values())))
    return [replace(value, values=values, named=dict(zip(names, named, strict=True))) for values, named in choices]


def build(call: Call, kind: str, known: Mapping[str, Callable[..., T]], convert: Callable[[Any], Any]) -> T:
    """What `known[call.name]` makes of the call's values, each passed through `convert` first."""
    name = call.name.lower().replace("_", "-")
    if name not in known:
        problem = f"there is no {kind} {call.name!r}{nearest(name, known)}"
        raise NotationError(problem, call.text, call.position)
    maker = known[name]
    signature = inspect.signature(maker)
    for key in call.named:
        if key not in signature.parameters:
            problem = f"{name} has no {key!r}{nearest(key, signature.parameters)}"
            raise NotationError(problem, call.text, call.places.get(key, call.position))
    values = [convert(value) for value in call.values]
    named = {key: convert(value) for key, value in call.named.items()}
    try:
        bound = signature.bind(*values, **named)
    except TypeError:
        problem = f"{name} does not take these values: write {_usage(name, signature)}"
        raise NotationError(problem, call.text, call.position) from None
    with told_in(repr(call.text)):
        return maker(*bound.args, **bound.kwargs)


@contextmanager
def told_in(place: str) -> Iterator[None]:
    """Let every fault be told with the text or the file in which it was found."""
    try:
        yield
    except NotationError:
        raise  # it shows its place already
    except JeopardiceError as problem:
        raise type(problem)(f"{problem} (in {place})") from None


def _usage(name: str, signature: inspect.Signature) -> str:
    parameters = [
        key if parameter.default is parameter.empty else f"{key}={_text(parameter.default)}"
        for key, parameter in signature.parameters.items()
    ]
    return f"{name}({', '.join(parameters)})" if parameters else name


def nearest(name: str, known: Iterable[str]) -> str:
    """A suggestion for a mistyped name, or nothing."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; there are {', '.join(names)}" if 0 < len(names) <= 20 else ""


def spelled(name: str, named: Mapping[str, Any]) -> str:
    """The notation of a name with named values: what `read_call` reads back."""
    values = ", ".join(f"{key}={_text(value)}" for key, value in named.items())
    return f"{name}({values})" if values else name


def spelled_number(number: Fraction) -> str:
    """A fraction as a decimal where that is short and exactly the same, else as numerator/denominator."""
    decimal = f"{Decimal(number.numerator) / number.denominator:f}"
    return decimal if len(decimal) <= 20 and Fraction(decimal) == number else str(number)


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_text, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)
