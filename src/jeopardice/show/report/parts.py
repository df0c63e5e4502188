"""All that can be said of a game, as figures: who wins, how long it takes, how hard it is to play well.

Each part is found by the function that has it alone. What cannot be found, or only in a very long time, is left out
with the reason, and the other parts are there all the same.
"""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from jeopardice.compare.handicap import Handicap, handicap
from jeopardice.compare.sheets import save_as
from jeopardice.compare.simple_rules import SimpleRules, simple_rules
from jeopardice.compare.tournament import Tournament, tournament
from jeopardice.compare.trials import size_of
from jeopardice.errors import JeopardiceError, NotConvergedError, TooLargeError
from jeopardice.exact.decisions import Decisions, decisions
from jeopardice.exact.duel import Duel, duel
from jeopardice.exact.length import GameLength, game_length
from jeopardice.exact.result import Result
from jeopardice.exact.solitaire.solitaire import solitaire
from jeopardice.exact.solitaire.within import turns_for
from jeopardice.exact.solution import Solution
from jeopardice.exact.solve import solve
from jeopardice.exact.turns import turn_outcomes
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.progress import part
from jeopardice.games.rules import Rules
from jeopardice.games.turn import TurnOutcomes, compile_turn
from jeopardice.spread import Progress
from jeopardice.strategies.named import KeepPace, scaled

Found = Mapping[str, Any]
LARGEST, WIPING = 300.0, 10.0
"""How many times as large as Pig a game may be that is looked at closely, and how much more one with wipes counts."""
RANDOM = "noisy(optimal, 1)"
KNOWN = "keep-pace-end-race"
USUAL = (KNOWN, "score-base-keep-pace-end-race", "scoring-turns(4)", "roll-to-win", "turtle")
MOST_THROWS = 12
UNSOLVED = "best play is not known"


@dataclass(frozen=True)
class Checks(Result):
    """How sure it is: the residual of the solution, and what a best response still gains against it."""

    residual: float
    exploitability: float

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"residual": self.residual, "exploitability": self.exploitability}


@dataclass(frozen=True)
class Alone(Result):
    """The game played alone: mean and spread of the fewest turns, and how many turns an even chance takes, if not more
    than 10,000. `simple` is the hold-at(n) that is best against an opponent; `simple_turns`, how many it takes alone.
    """

    turns: float
    sd: float
    even: int | None
    simple: str | None
    simple_turns: float | None

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {name: getattr(self, name) for name in ("turns", "sd", "even", "simple", "simple_turns")}


@dataclass(frozen=True, eq=False)
class Report(Result):
    """A report on a game. Each part is a result of its own; it is None where it is left out, and `why_not` says why."""

    rules: Rules
    solution: Solution | None = None
    checks: Checks | None = None
    handicap: Handicap | None = None
    length: GameLength | None = None
    first_turn: TurnOutcomes | None = None
    simple_rules: SimpleRules | None = None
    decisions: Decisions | None = None
    random: Duel | None = None
    tournament: Tournament | None = None
    alone: Alone | None = None
    why_not: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Report({self.game!r}" + (f", why_not={dict(self.why_not)})" if self.why_not else ")")

    @property
    def game(self) -> str:
        """The notation of the game."""
        return game_notation(self.rules)

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the rules and all parts, None for those that are left out."""
        parts: dict[str, Any] = {"game": self.game, "rules": self.rules.to_dict(), "solution": None}
        if self.solution is not None:
            known = ("first_player", "second_player", "states")
            parts["solution"] = {name: getattr(self.solution, name) for name in known}
        for name in [each for each in FINDING if each != "solution"]:
            part = getattr(self, name)
            parts[name] = None if part is None else part.to_dict()
        return parts | {"why_not": dict(self.why_not)}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it as a page (`.html`) or in Markdown (`.md`), whole or not at all."""
        from jeopardice.show.report.documents import as_html, as_markdown

        save_as(path, "a report", {".html": lambda: as_html(self), ".md": lambda: as_markdown(self)})

    def _repr_html_(self) -> str:
        from jeopardice.show.report.documents import body

        return body(self)


def report(game: Game, *, progress: Progress = None) -> Report:
    """A report on a game; `progress` is told about which share of the work is done."""
    rules = as_game(game)
    found: dict[str, Any] = {}
    why_not: dict[str, str] = {}
    done = 0.0
    for name, (weight, find) in FINDING.items():
        if name != "alone" and "solution" in why_not:
            why_not[name] = UNSOLVED
            continue
        try:
            found[name] = find(rules, found, part(progress, done, done + weight))
        except JeopardiceError as problem:
            why_not[name] = str(problem)
        done += weight
        if progress:
            progress(min(1.0, done))
    return Report(rules, **found, why_not=MappingProxyType(why_not))


def _checks(rules: Rules, found: Found, progress: Progress) -> Checks:
    solution: Solution = found["solution"]
    return Checks(solution.residual, solution.exploitability)


def _length(rules: Rules, found: Found, progress: Progress) -> GameLength:
    _refuse_if_large(rules, "how long its games are", "game_length")
    best = found["solution"].strategy
    return game_length(rules, best, best, progress=progress)


def _simple_rules(rules: Rules, found: Found, progress: Progress) -> SimpleRules:
    _refuse_if_large(rules, "its best simple rules", "simple_rules")
    return simple_rules(rules, progress=progress)


def _decisions(rules: Rules, found: Found, progress: Progress) -> Decisions:
    _refuse_if_large(rules, "its decisions", "decisions")
    simple: SimpleRules | None = found.get("simple_rules")
    names = [rule.strategy for rule in (simple.hold, simple.pace) if rule] if simple else []
    return decisions(rules, names or None, progress=progress)


def _tournament(rules: Rules, found: Found, progress: Progress) -> Tournament:
    """The optimum, the best simple rules and the usual ones; with several throws, the best rule for each of them."""
    _refuse_if_large(rules, "a tournament", "tournament")
    simple: SimpleRules | None = found.get("simple_rules")
    entries = ["optimal", *([simple.pace.strategy] if simple and simple.pace else [])]
    if len(rules.throws) > 1:
        ranked = sorted(simple.throws, key=lambda rule: rule.loss) if simple else []
        entries += [rule.strategy for rule in ranked[:MOST_THROWS]]
    elif compile_turn(rules).decisions > 1:
        even = break_even(rules)
        entries += [*([simple.hold.strategy] if simple else []), *([f"hold-at({round(even)})"] if even else [])]
        entries += [name for name in USUAL if not (name == KNOWN and is_known(entries[1], rules))]
    return tournament(rules, entries, progress=progress)


def _alone(rules: Rules, found: Found, progress: Progress) -> Alone:
    best = solitaire(rules)
    simple: SimpleRules | None = found.get("simple_rules")
    name = simple.hold.strategy if simple else None
    turns = solitaire(rules, name).expected if name else None
    even = None
    with suppress(NotConvergedError):
        even = turns_for(rules, 0.5)
    return Alone(best.expected, best.sd, even, name, turns)


def is_known(strategy: str, rules: Rules) -> bool:
    """Is it the rule that is known as keep-pace-end-race?"""
    return strategy == KeepPace(scaled(21, rules.target), 8, scaled(71, rules.target)).name


def break_even(rules: Rules) -> Fraction | None:
    """The turn total at which one more throw gains nothing on average; None where that is not all there is to it.

    With points X and a bust of probability q, E X = q k.
    """
    throw = rules.throws[0]
    bust = throw.chance("bust")
    if len(rules.throws) > 1 or not bust or throw.chance("wipe") or compile_turn(rules).decisions == 1:
        return None
    return sum((outcome.probability * outcome.points for outcome in throw.outcomes), Fraction(0)) / bust


def _refuse_if_large(rules: Rules, what: str, function: str) -> None:
    size = size_of(rules) * (WIPING if rules.wipes else 1.0)
    if size > LARGEST:
        why = f"since the game is about {size:,.0f} times as much work as Pig"
        raise TooLargeError(f"finding {what} would take long, {why}; jeopardice.{function} does it all the same")


FINDING: Mapping[str, tuple[float, Callable[[Rules, Found, Progress], Any]]] = {
    "solution": (0.02, lambda rules, found, progress: solve(rules, progress=progress)),
    "checks": (0.03, _checks),
    "handicap": (0.02, lambda rules, found, progress: handicap(rules)),
    "first_turn": (0.01, lambda rules, found, progress: turn_outcomes(rules, "optimal")),
    "length": (0.1, _length),
    "simple_rules": (0.6, _simple_rules),
    "decisions": (0.1, _decisions),
    "random": (0.02, lambda rules, found, progress: duel(rules, RANDOM, "optimal")),
    "tournament": (0.08, _tournament),
    "alone": (0.02, _alone),
}
"""The parts, in the order in which they are found, with the share of the time that each takes."""
