"""What a sweep can measure in each of its cells: one of our functions, as plain figures.

A measure is called with the game's rules and its other arguments, checked and converted from what stands in a cell. A
figure is a number, or None where there is none.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Any

from jeopardice.compare.handicap import handicap
from jeopardice.compare.match import match
from jeopardice.errors import PositionError
from jeopardice.exact.duel import Duel, duel
from jeopardice.exact.solitaire.solitaire import solitaire
from jeopardice.exact.solution import Solution
from jeopardice.exact.solve import solve
from jeopardice.games.grammar import nearest
from jeopardice.games.rules import Rules, short

Figures = dict[str, float | None]
DUEL = ("first", "second", "average", "loss", "b_first", "b_second", "b_average", "stalemate_first", "stalemate_second")
MATCH = (
    "wins", "b_wins", "drawn", "endless", "expected_games", "replays", "share", "b_share", "long_run", "b_long_run",
)  # fmt: skip
HANDICAP = ("fair", "first_at_fair", "first_without", "fair_average", "average_at_fair", "average_without")
ESTIMATED = ("first", "second", "average", "turns", "rolls")
SAMPLED = (
    *(name + end for name in ESTIMATED for end in ("", "_low", "_high", "_exact", "_z")), *DUEL[4:], "unfinished",
)  # fmt: skip
COUNTS = (
    "expected_games", "replays", "fair", "fair_average", "hold_value", "expected", "value", "differs", "states",
    "unfinished", *(name for name in SAMPLED if name.startswith(("turns", "rolls")) or name.endswith("_z")),
)  # fmt: skip
"""The figures that are no probabilities."""


@dataclass(frozen=True)
class Aim:
    """Which cell is the best: the one with the most of a figure, with the least, or with the nearest to some value."""

    figure: str
    least: bool = False
    nearest: float | None = None
    word: str = "best"


@dataclass(frozen=True)
class Measure:
    """A function with the names of its figures, those that people want to see first, and what makes a cell the best.

    `words` are the arguments that may be given by their place, after the game.
    """

    function: Callable[..., Figures]
    figures: tuple[str, ...]
    shown: tuple[str, ...]
    aim: Aim | None
    words: tuple[str, ...]
    sampled: bool = False

    @property
    def parameters(self) -> dict[str, bool]:
        """The names of all arguments; is each needed?"""
        known = {name: each.default is each.empty for name, each in signature(self.function).parameters.items()}
        own = {name: needed for name, needed in known.items() if name not in ("rules", "rng")}
        return {"game": True} | own | {"target": False}


def solved(rules: Rules, strategy: Any = None) -> Figures:
    """Best play; and how a strategy does against it."""
    solution = solve(rules)
    figures: Figures = {
        "first_player": solution.first_player,
        "second_player": solution.second_player,
        "hold_value": _hold_value(solution),
        "states": solution.states,
    }
    against = dict.fromkeys(DUEL) if strategy is None else _of_duel(duel(rules, strategy, solution.strategy))
    return figures | {name: against[name] for name in ("first", "second", "average", "loss")}


def _hold_value(solution: Solution) -> int | None:
    """Where the first turn holds; None where a turn has but one throw."""
    return solution.hold_value(0, 0) if len(solution.turn_totals) > 1 else None


def dueled(
    rules: Rules, a: Any, b: Any = "optimal", own: int = 0, opponent: int = 0, target: int | None = None
) -> Figures:
    """One strategy against another."""
    return _of_duel(duel(rules, a, b, own=own, opponent=opponent))


def _of_duel(found: Duel) -> Figures:
    return found_of(found, DUEL[:3]) | {"loss": (found.b_average - found.average) / 2} | found_of(found, DUEL[4:])


def found_of(result: object, names: tuple[str, ...]) -> Figures:
    """Some attributes of a result by name."""
    return {name: getattr(result, name) for name in names}


def matched(
    rules: Rules,
    a: Any,
    b: Any = "optimal",
    best_of: int | None = None,
    games: int | None = None,
    starting: str = "alternate",
    first: str = "a",
) -> Figures:
    """A match of several games."""
    return found_of(match(rules, a, b, best_of=best_of, games=games, starting=starting, first=first), MATCH)


def handicapped(rules: Rules, a: Any = "optimal", b: Any = "optimal") -> Figures:
    """The fair head starts."""
    plain = handicap(rules, a, b).to_dict()
    return {name: plain[name] for name in HANDICAP}


def alone(rules: Rules, strategy: Any = "optimal", goal: str = "fewest-turns") -> Figures:
    """A game played alone."""
    found = solitaire(rules, strategy, goal=goal)
    return {name: getattr(found, name, None) for name in ("expected", "probability")}


def discounted(rules: Rules, discount: float) -> Figures:
    """Players who would rather win soon, and what that costs them."""
    from jeopardice.finite.discount import discounted

    found = discounted(rules, discount)
    shown = found_of(found, ("value", "differs", "loss")) | found_of(found.against_optimal, DUEL[:3])
    return shown | {"hold_value": found.hold_value(0, 0)}


def simulated(
    rules: Rules,
    a: Any,
    b: Any = None,
    games: int = 10_000,
    starting: str = "alternate",
    own: int = 0,
    opponent: int = 0,
    rng: Any = None,
) -> Figures:
    """Games by chance, of two players or of one."""
    from jeopardice.sampled.simulate import simulate

    found = simulate(rules, a, b, games, rng, starting=starting, own=own, opponent=opponent)
    figures: Figures = dict.fromkeys(SAMPLED)
    for name in (*ESTIMATED, *DUEL[4:]):
        estimate = getattr(found, name, None)
        if estimate is not None:
            figures[name] = estimate.value
            if name in ESTIMATED:
                ends = {"low": estimate.low, "high": estimate.high, "exact": estimate.exact, "z": estimate.z}
                figures |= {f"{name}_{end}": value for end, value in ends.items()}
    return figures | found_of(found, ("unfinished",))


FAIREST = Aim("first_player", nearest=0.5, word="fairest")
MEASURES: Mapping[str, Measure] = {
    "solve": Measure(
        solved,
        ("first_player", "second_player", "hold_value", "states", *DUEL[:4]),
        ("first_player", "hold_value", "average", "loss"),
        FAIREST,
        ("strategy",),
    ),
    "duel": Measure(dueled, DUEL, DUEL[:4], Aim("average"), ("a", "b")),
    "match": Measure(
        matched, MATCH, ("wins", "b_wins", "drawn", "expected_games", "long_run"), Aim("wins"), ("a", "b")
    ),
    "handicap": Measure(handicapped, HANDICAP, HANDICAP, None, ("a", "b")),
    "solitaire": Measure(
        alone,
        ("expected", "probability"),
        ("expected", "probability"),
        Aim("expected", least=True),
        ("strategy", "goal"),
    ),
    "discount": Measure(
        discounted,
        ("value", "hold_value", "differs", *DUEL[:4]),
        ("value", "hold_value", "average", "loss", "differs"),
        Aim("loss", least=True),
        ("discount",),
    ),
    "simulate": Measure(
        simulated,
        SAMPLED,
        ("average", "average_low", "average_high", "average_exact", "turns"),
        Aim("average"),
        ("a", "b"),
        sampled=True,
    ),
}


def measure_of(name: object) -> Measure:
    """The measure of that name, or a PositionError."""
    if not isinstance(name, str) or name not in MEASURES:
        known = nearest(name, MEASURES) if isinstance(name, str) else f"; there are {', '.join(MEASURES)}"
        raise PositionError(f"there is no measure {short(name)}{known}")
    return MEASURES[name]


def check_arguments(name: str, measure: Measure, arguments: Mapping[str, Any]) -> None:
    """Refuse an argument that a measure does not take, or lacks."""
    for given in arguments:
        if given not in measure.parameters:
            raise PositionError(f"{name} has no argument {short(given)}{nearest(given, measure.parameters)}")
    for needed in (each for each, is_needed in measure.parameters.items() if is_needed):
        if needed not in arguments:
            raise PositionError(f"{name} needs an argument {needed}")
