"""Rules are a value: what the players throw, what it does to them, and the score that wins.

A variant is another value (`replace(PIG, target=50)`), never a subclass. Probabilities are exact fractions.
Rules are checked once, here, where they are made; nothing downstream checks them again.
"""

import hashlib
import json
import math
import numbers
from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, get_args

from jeopardice.errors import RulesError

Effect = Literal["score", "bust", "wipe", "bank"]
EFFECTS: tuple[str, ...] = get_args(Effect)
MOST_POINTS = 1_000_000
MOST_TARGET = 1_000_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing a throw can do.

    `score` adds the points to the turn total and the turn goes on; `bank` adds them, banks the turn total and ends
    the turn; `bust` loses the turn total and ends the turn; `wipe` loses the banked score as well.
    """

    probability: Fraction
    points: int = 0
    effect: Effect = "score"

    def __post_init__(self) -> None:
        object.__setattr__(self, "probability", as_fraction(self.probability, "probability"))
        if not 0 <= self.probability <= 1:
            raise RulesError(f"probability must lie between 0 and 1, not {self.probability}")
        object.__setattr__(self, "points", as_integer(self.points, "points", least=0, most=MOST_POINTS))
        if self.effect not in EFFECTS:
            raise RulesError(f"effect must be one of {', '.join(EFFECTS)}, not {self.effect!r}")
        if self.effect in ("bust", "wipe") and self.points:
            raise RulesError(f"points must be 0 where the effect is {self.effect}, not {self.points}")


@dataclass(frozen=True, slots=True)
class Throw:
    """One kind of throw a player may choose: its name and everything that can come of it."""

    name: str
    outcomes: tuple[Outcome, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip() or self.name in ("hold", "pass"):
            raise RulesError(f"the name of a throw must be a word other than hold and pass, not {self.name!r}")
        object.__setattr__(self, "outcomes", merged(tuple(self.outcomes)))
        total = sum((outcome.probability for outcome in self.outcomes), Fraction(0))
        if total != 1:
            raise RulesError(f"the probabilities of throw {self.name!r} must sum to 1, not {total} = {float(total):.6g}")

    @property
    def scores(self) -> bool:
        """Can this throw ever bring a point?"""
        return any(outcome.points > 0 for outcome in self.outcomes)

    def chance(self, effect: Effect) -> Fraction:
        """The probability of that effect."""
        return sum((o.probability for o in self.outcomes if o.effect == effect), Fraction(0))


@dataclass(frozen=True)
class Rules:
    """A game: the throws to choose from at every decision, the target, and whether the first roll is forced."""

    name: str
    target: int
    throws: tuple[Throw, ...]
    forced_first_roll: bool = False
    players: int = 2

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise RulesError(f"name must be a non-empty text, not {self.name!r}")
        object.__setattr__(self, "target", as_integer(self.target, "target", least=1, most=MOST_TARGET))
        object.__setattr__(self, "throws", tuple(self.throws))
        if not self.throws:
            raise RulesError("throws must name at least one throw")
        names = [throw.name for throw in self.throws]
        if len(set(names)) < len(names):
            raise RulesError(f"throws must have different names, not {', '.join(names)}")
        if len(names) > 200:
            raise RulesError(f"throws must be at most 200, not {len(names)}")
        if not any(throw.scores for throw in self.throws):
            raise RulesError("throws: the game can never end, because no throw ever scores")
        if not isinstance(self.forced_first_roll, bool):
            raise RulesError(f"forced_first_roll must be true or false, not {self.forced_first_roll!r}")
        if self.players != 2:
            raise RulesError(f"players must be 2: games for {self.players!r} players are not built yet")

    def __str__(self) -> str:
        return f"{self.name} to {self.target}"

    @property
    def wipes(self) -> bool:
        """Can a banked score be lost?"""
        return any(throw.chance("wipe") > 0 for throw in self.throws)

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
        """Names the game by what is played, whatever it is called: equal for equal throws, target and options."""
        plain = self.to_dict()
        del plain["name"]
        for throw in plain["throws"]:
            throw["outcomes"].sort(key=lambda o: (o["effect"], o["points"]))
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:32]


def merged(outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    """The same outcomes, equal ones added up, impossible ones left out, in the order of their first mention."""
    chances: dict[tuple[Effect, int], Fraction] = {}
    for outcome in outcomes:
        key = (outcome.effect, outcome.points)
        chances[key] = chances.get(key, Fraction(0)) + outcome.probability
    return tuple(Outcome(p, points, effect) for (effect, points), p in chances.items() if p)


def as_integer(value: object, field: str, least: int, most: int) -> int:
    """`value` as a whole number within bounds, or a RulesError that names the field."""
    if isinstance(value, bool) or not isinstance(value, (numbers.Integral, Fraction)):
        raise RulesError(f"{field} must be a whole number, not {value!r}")
    if value.denominator != 1:
        raise RulesError(f"{field} must be a whole number, not {value}")
    if value < least:
        raise RulesError(f"{field} must be at least {least}, not {value}")
    if value > most:
        raise RulesError(f"{field} must be at most {most}, not {short(value)}")
    return int(value)


def as_fraction(value: object, field: str) -> Fraction:
    """`value` as an exact fraction (a decimal means what it says: 0.1 is 1/10), or a RulesError."""
    try:
        if isinstance(value, bool):
            raise TypeError
        if isinstance(value, float):
            if not math.isfinite(value):
                raise ValueError
            return Fraction(repr(value))
        if isinstance(value, (int, str, Fraction, Decimal)):
            if isinstance(value, str) and (len(value) > 100 or "e" in value.lower()):
                raise ValueError
            return Fraction(value)
        raise TypeError
    except (ValueError, TypeError, ZeroDivisionError, OverflowError):
        raise RulesError(f"{field} must be a number such as 1/6 or 0.25, not {short(value)}") from None


def short(value: object) -> str:
    """A value for an error message, cut where it would run on."""
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a number of more than 30 digits"
    text = repr(value) if not isinstance(value, (int, Fraction)) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
