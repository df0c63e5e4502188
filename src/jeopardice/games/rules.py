"""Rules are a value: what the players throw, what it does to them, and the score that wins.

A variant is another value (`replace(PIG, target=50)`), never a subclass. Probabilities are exact fractions.
Rules are checked once, here, where they are made; nothing downstream checks them again.
"""

import hashlib
import json
import math
import numbers
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, TypeVar, get_args

from jeopardice.errors import RulesError

T = TypeVar("T")
Effect = Literal["score", "bust", "wipe", "bank"]
EFFECTS: tuple[str, ...] = get_args(Effect)
MOST_POINTS = 1_000_000
MOST_TARGET = 1_000_000
MOST_THROWS = 200
MOST_DIGITS = 1000


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing a throw can do.

    `score` adds the points to the turn total and the turn goes on; `bank` adds them, banks the turn total and
    ends the turn; `bust` loses the turn total and ends the turn; `wipe` loses the banked score as well.
    """

    probability: Fraction
    points: int = 0
    effect: Effect = "score"

    def __post_init__(self) -> None:
        object.__setattr__(self, "probability", as_fraction(self.probability, "probability"))
        if not 0 <= self.probability <= 1:
            raise RulesError(f"probability must lie between 0 and 1, not {short(self.probability)}")
        object.__setattr__(self, "points", as_integer(self.points, "points", least=0, most=MOST_POINTS))
        if not isinstance(self.effect, str) or self.effect not in EFFECTS:
            raise RulesError(f"effect must be one of {', '.join(EFFECTS)}, not {short(self.effect)}")
        if self.effect in ("bust", "wipe") and self.points:
            raise RulesError(f"points must be 0 where the effect is {self.effect}, not {self.points}")


@dataclass(frozen=True, slots=True)
class Throw:
    """One kind of throw a player may choose: its name and everything that can come of it."""

    name: str
    outcomes: tuple[Outcome, ...]

    def __post_init__(self) -> None:
        checked_name(self.name, "the name of a throw")
        if self.name in ("hold", "pass"):
            raise RulesError(f"the name of a throw must be a word other than hold and pass, not {short(self.name)}")
        outcomes = only(Outcome, self.outcomes, "outcomes")
        common = common_denominator((o.probability for o in outcomes), "probability")
        total = sum(o.probability.numerator * (common // o.probability.denominator) for o in outcomes)
        if total != common:
            sum_ = Fraction(total, common)
            raise RulesError(
                f"the probabilities of throw {short(self.name)} must sum to 1, not {short(sum_)} = {float(sum_):.6g}"
            )
        object.__setattr__(self, "outcomes", merged(outcomes))
        if all(outcome.effect == "score" and not outcome.points for outcome in self.outcomes):
            raise RulesError(f"throw {short(self.name)} would never end: it only scores 0 and goes on")

    @property
    def scores(self) -> bool:
        """Can this throw ever bring a point?"""
        return any(outcome.points > 0 for outcome in self.outcomes)

    def chance(self, effect: Effect) -> Fraction:
        """The probability of that effect."""
        return sum((o.probability for o in self.outcomes if o.effect == effect), Fraction(0))


@dataclass(frozen=True)
class Rules:
    """A game: the throws to choose from at every decision, the target, and if the first roll is forced."""

    name: str
    target: int
    throws: tuple[Throw, ...]
    forced_first_roll: bool = False
    players: int = 2

    def __post_init__(self) -> None:
        checked_name(self.name, "name")
        object.__setattr__(self, "target", as_integer(self.target, "target", least=1, most=MOST_TARGET))
        object.__setattr__(self, "throws", only(Throw, self.throws, "throws"))
        if not self.throws:
            raise RulesError("throws must name at least one throw")
        if len(self.throws) > MOST_THROWS:
            raise RulesError(f"throws must be at most {MOST_THROWS}, not {len(self.throws)}")
        names = [throw.name for throw in self.throws]
        if len(set(names)) < len(names):
            raise RulesError(f"throws must have different names, not {cut(', '.join(names))}")
        if not any(throw.scores for throw in self.throws):
            raise RulesError("throws: the game can never end, because no throw ever scores")
        if not isinstance(self.forced_first_roll, bool):
            raise RulesError(f"forced_first_roll must be true or false, not {short(self.forced_first_roll)}")
        object.__setattr__(self, "players", as_integer(self.players, "players", least=1, most=MOST_POINTS))
        if self.players != 2:
            raise RulesError(f"players must be 2: games for {self.players} players are not built yet")

    def __str__(self) -> str:
        return f"{self.name} to {self.target}"

    @property
    def wipes(self) -> bool:
        """Can a banked score be lost?"""
        return any(throw.chance("wipe") > 0 for throw in self.throws)

    @property
    def preference(self) -> tuple[int, ...]:
        """The numbers of the throws in the order in which they are taken where they are worth the same.

        Those that can bring a point come first, so that best play also comes to an end.
        """
        return tuple(sorted(range(1, len(self.throws) + 1), key=lambda n: not self.throws[n - 1].scores))

    @property
    def most_points(self) -> int:
        """The most points a single outcome brings."""
        return max(outcome.points for throw in self.throws for outcome in throw.outcomes)

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions by number: 0 holds, n makes the n-th throw."""
        return ("hold", *(throw.name for throw in self.throws))

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as a TOML file of rules holds it."""
        plain: dict[str, Any] = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "throws"}
        plain["throws"] = [
            {
                "name": throw.name,
                "outcomes": [
                    {"probability": str(o.probability), "points": o.points, "effect": o.effect} for o in throw.outcomes
                ],
            }
            for throw in self.throws
        ]
        return plain

    @property
    def fingerprint(self) -> str:
        """Names the game by what is played: equal for equal throws, target and options, whatever the name."""
        plain = self.to_dict()
        del plain["name"]
        for throw in plain["throws"]:
            throw["outcomes"].sort(key=lambda o: (o["effect"], o["points"]))
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:32]


def checked_name(name: object, field: str) -> None:
    """Refuse what is no name, or cannot be printed: a name stands in headings, tables and files."""
    if not isinstance(name, str) or not name.strip():
        raise RulesError(f"{field} must be a non-empty text, not {short(name)}")
    if not name.isprintable():
        raise RulesError(f"{field} must be without line breaks and control characters, not {cut(name)!a}")


def only(kind: type[T], values: object, field: str) -> tuple[T, ...]:
    """`values` as a tuple of that kind of value, or a RulesError that names the field."""
    if not isinstance(values, Iterable):
        raise RulesError(f"{field} must be several of {kind.__name__}, not {short(values)}")
    found = tuple(values)
    for value in found:
        if not isinstance(value, kind):
            raise RulesError(f"{field} must be nothing but {kind.__name__}, not {short(value)}")
    return found


def merged(outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    """The same outcomes, equal ones added up, impossible ones left out, in the order of first mention."""
    found: dict[tuple[Effect, int], Outcome] = {}
    for outcome in outcomes:
        key = (outcome.effect, outcome.points)
        if key in found:
            outcome = Outcome(found[key].probability + outcome.probability, outcome.points, outcome.effect)
        found[key] = outcome
    return tuple(outcome for outcome in found.values() if outcome.probability)


def common_denominator(fractions: Iterable[Fraction], field: str) -> int:
    """The least common denominator, or a RulesError that names the field if it is not a handled one."""
    common = 1
    for fraction in fractions:
        if common % fraction.denominator:
            common = handled_denominator(math.lcm(common, fraction.denominator), field)
    return common


def handled_denominator(denominator: int, field: str) -> int:
    """The denominator itself, if it is small enough to reckon with and to be written down."""
    if denominator >= 10**MOST_DIGITS:
        raise RulesError(f"{field} must have a common denominator of at most {MOST_DIGITS} digits")
    return denominator


def as_integer(value: object, field: str, least: int, most: int) -> int:
    """`value` as a whole number within bounds, or a RulesError that names the field."""
    if isinstance(value, bool) or not isinstance(value, (numbers.Integral, Fraction)) or value.denominator != 1:
        raise RulesError(f"{field} must be a whole number, not {short(value)}")
    whole = int(value)
    if whole < least:
        raise RulesError(f"{field} must be at least {least}, not {short(whole)}")
    if whole > most:
        raise RulesError(f"{field} must be at most {most}, not {short(whole)}")
    return whole


def as_fraction(value: object, field: str) -> Fraction:
    """`value` as an exact fraction (a decimal means what it says: 0.1 is 1/10), or a RulesError."""
    try:
        return _fraction(value)
    except (ValueError, TypeError, ArithmeticError):
        raise RulesError(f"{field} must be a number such as 1/6 or 0.25, not {short(value)}") from None


def _fraction(value: object) -> Fraction:
    if isinstance(value, Fraction):
        return value
    if isinstance(value, bool):
        raise TypeError
    if isinstance(value, numbers.Rational):  # numpy's integers would overflow inside of a fraction
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, numbers.Real):
        value = Decimal(str(value))
    if isinstance(value, Decimal):
        if not value.is_finite() or abs(value.adjusted()) > MOST_DIGITS:
            raise ValueError
        return Fraction(value)
    if isinstance(value, str) and len(value) <= 2 * MOST_DIGITS + 1 and "e" not in value.lower():
        return Fraction(value)
    raise TypeError


def short(value: object) -> str:
    """A value for an error message, cut where it would run on; never fails itself."""
    if isinstance(value, numbers.Rational):
        if max(abs(int(value.numerator)), int(value.denominator)) >= 10**30:
            return "a number of more than 30 digits"
        return str(value)
    try:
        return cut(repr(value))
    except (ValueError, RecursionError):  # a huge number in a list, or lists in lists without end
        return f"a {type(value).__name__} that is too large to show"
    except Exception:  # a value of the user's own may fail to show itself
        return f"a {type(value).__name__} that cannot be shown"


def cut(text: str) -> str:
    """A text for an error message, in one line, cut where it would run on."""
    line = re.sub(r"\s*\n\s*", " ", text)
    return line if len(line) <= 60 else line[:57] + "..."
