"""What somebody who plays alone may want: `fewest-turns`, `within(11)`, `most-points(5)`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from jeopardice.errors import NotationError, PositionError
from jeopardice.games.grammar import Call, build, read_call, spelled
from jeopardice.games.rules import as_integer, short

MOST_WITHIN = 10_000
MOST_POINTS_TURNS = 1_000


@dataclass(frozen=True)
class Goal:
    """A goal by its name, and the number of turns it allows (None: any number)."""

    name: str
    turns: int | None = None

    def __str__(self) -> str:
        return self.name if self.turns is None else spelled(self.name, {"n": self.turns}).replace("n=", "")


def fewest_turns() -> Goal:
    """Reach the target in as few turns as possible on average."""
    return Goal("fewest-turns")


def within(n: int) -> Goal:
    """Reach the target within n turns as probably as possible."""
    return Goal("within", as_turns(n, MOST_WITHIN))


def most_points(n: int) -> Goal:
    """Have as many points as possible on average after n turns; there is no target."""
    return Goal("most-points", as_turns(n, MOST_POINTS_TURNS))


GOALS: Mapping[str, Callable[..., Goal]] = {"fewest-turns": fewest_turns, "within": within, "most-points": most_points}


def as_goal(text: str) -> Goal:
    """The goal that a notation spells."""
    if not isinstance(text, str):
        raise NotationError(f"a goal is a notation such as within(11), not {short(text)}", short(text))
    return build(read_call(text), "goal", GOALS, _number)


def as_turns(value: object, most: int) -> int:
    """A number of turns within bounds, or a PositionError that says what is wrong with it."""
    try:
        return as_integer(value, "the number of turns", 1, most)
    except Exception as problem:
        raise PositionError(str(problem)) from None


def _number(value: object) -> object:
    if isinstance(value, Call):
        raise NotationError(f"a number is expected, not the name {value.name!r}", value.text, value.position)
    return value
