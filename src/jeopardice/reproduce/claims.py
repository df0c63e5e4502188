"""What a document claims, as data: `documents/*.toml` hold its figures and claims, and what is assumed of the rules.

A number is kept as it is printed, for its digits say how precisely it is meant.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from jeopardice.compare.self_play import printed as known_figure
from jeopardice.errors import NotationError
from jeopardice.games.grammar import nearest
from jeopardice.games.rules import short

AGREES, WITHIN, DIFFERS = "agrees", "agrees within its sampling error", "differs"
CANNOT, AWAITS = "cannot be checked", "awaits"
VERDICTS = (AGREES, WITHIN, DIFFERS, CANNOT, AWAITS)
DOCUMENTS = ("yale", "homework", "rosen", "group", "lecture", "neller")
ALL = "all"
ROUNDING = 1e-11
"""Figures that are printed as fractions, or computed by the same steps, may differ by so much."""


@dataclass(frozen=True)
class Printed:
    """One number as it is printed: `value` as a plain number, and by how much rounding may have moved it."""

    text: str
    value: float
    error: float

    @property
    def percent(self) -> bool:
        """Is it a percentage?"""
        return self.text.endswith("%")

    @property
    def decimals(self) -> int:
        """How many digits stand behind the point."""
        return len(self.text.removesuffix("%").strip().partition(".")[2])


@dataclass(frozen=True)
class Claim:
    """One claim of a document: what is claimed, where, and by which `check` it is computed from what is `given`.

    `sample` is how many games, or turns, the document has drawn for it. `expect` is the verdict that the data file
    expects, and `why` says what is behind it; figures of the check are put in.
    """

    document: str
    id: str
    where: str
    claim: str
    expect: str
    printed: tuple[Printed, ...] = ()
    theirs: str = ""
    check: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)
    game: str = "pig"
    sample: int = 0
    why: str = ""

    @property
    def told(self) -> str:
        """What the document prints, in its own digits or in a few words."""
        return self.theirs or ", ".join(number.text for number in self.printed)


@dataclass(frozen=True)
class Document:
    """A document: who wrote what, the claims, and the figures that are drawn beside it."""

    name: str
    title: str
    source: str
    about: str
    claims: tuple[Claim, ...] = field(repr=False)
    figures: tuple[Mapping[str, Any], ...] = field(repr=False, default=())

    @property
    def expected(self) -> dict[str, int]:
        """How many claims have which verdict, by what the data file expects."""
        return count([claim.expect for claim in self.claims])


def count(verdicts: list[str]) -> dict[str, int]:
    """How often each verdict comes, in their own order."""
    return {verdict: verdicts.count(verdict) for verdict in VERDICTS}


def printed(text: str, error: float | None = None) -> Printed:
    """A number from its print: `12.63`, `53.4 %`, `9.96e13` or `6/7`; rounding may have moved it by half a digit."""
    bare = text.removesuffix("%").strip()
    scale = 0.01 if text.endswith("%") else 1.0
    try:
        if "/" in bare:
            return Printed(text, float(Fraction(bare)), ROUNDING if error is None else error)
        number = Decimal(bare)
    except (InvalidOperation, ValueError, ZeroDivisionError):
        raise NotationError("a printed number is expected", text) from None
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    return Printed(text, scale * float(number), (0.5 * 10.0**exponent * scale) if error is None else error)


@cache
def document(name: str) -> Document:
    """The document of that name, from its data file."""
    if name not in DOCUMENTS:
        raise NotationError(f"there is no document {short(name)}{nearest(name, DOCUMENTS)}", name)
    text = files("jeopardice.reproduce").joinpath("documents", f"{name}.toml").read_text(encoding="utf-8")
    return read_document(name, text)


def read_document(name: str, text: str) -> Document:
    """A document from the text of a data file."""
    data = tomllib.loads(text)
    claims = tuple(claim for entry in data["claim"] for claim in _claims(name, entry))
    return Document(name, data["title"], data["source"], data["about"], claims, tuple(data.get("figure", ())))


def _claims(document: str, entry: Mapping[str, Any]) -> Iterator[Claim]:
    """The claim of an entry; or one for each of its rows, whose words are put in where their names stand in braces."""
    shared = {key: value for key, value in entry.items() if key not in ("rows", "rows_of")}
    for row in _rows(entry):
        filled = {key: value if key == "why" else _filled(value, row) for key, value in shared.items()}
        yield _claim(document, filled | {key: value for key, value in row.items() if key in FIELDS})


def _rows(entry: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The rows of an entry; `rows_of` takes them from the figures that the fair tests know."""
    if "rows_of" not in entry:
        rows: list[Mapping[str, Any]] = entry.get("rows", [{}])
        return rows
    found: list[Mapping[str, Any]] = []
    for number, pair in enumerate(known_figure(entry["rows_of"])["pair"], 1):
        shares = {f"{kind}_{seat}": f"{pair[kind][seat]:.4f}" for kind in ("theory", "practice") for seat in SEATS}
        deviation = f"{pair['deviation']:.4f}"
        found.append({"number": number, "a": pair["a"], "b": pair["b"], "deviation": deviation, **shares})
    return found


SEATS = ("first", "b_first", "average")
FIELDS = ("printed", "error", "expect", "why", "given", "sample", "theirs", "where", "claim")
"""What a row may say itself."""


def _filled(value: Any, words: Mapping[str, Any]) -> Any:
    """A value with words put in, wherever in it they are wanted."""
    if isinstance(value, str):
        if value[1:-1] in words and value == f"{{{value[1:-1]}}}":
            return words[value[1:-1]]
        for name, word in words.items():
            value = value.replace(f"{{{name}}}", str(word))
        return value
    if isinstance(value, dict):
        return {key: _filled(part, words) for key, part in value.items()}
    return [_filled(part, words) for part in value] if isinstance(value, list) else value


def _claim(document: str, entry: Mapping[str, Any]) -> Claim:
    known = dict(entry)
    texts, error = known.pop("printed", []), known.pop("error", None)
    numbers = tuple(printed(text, error) for text in ([texts] if isinstance(texts, str) else texts))
    claim = Claim(document, printed=numbers, **known)
    assert claim.expect in VERDICTS, f"{document}: {claim.id} expects {claim.expect!r}"
    assert claim.check or claim.expect in (CANNOT, AWAITS), f"{document}: {claim.id} has no check"
    return claim
