"""The strategies with names. Each is a small frozen value; its docstring says what it does and where it comes from.

Constants in points are stated for a target of 100 and scaled in proportion to other targets (halves rounded up).
To add a strategy: write the class, put it into `NAMED` in `strategies/notation.py`, and test what is special about it.
"""

from abc import abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import StrategyError
from jeopardice.games.grammar import spelled_number
from jeopardice.games.rules import Rules
from jeopardice.games.turn import Turn
from jeopardice.strategies.base import HOLD, Answer, Event, State, Strategy, as_action
from jeopardice.strategies.values import as_inner, as_number, as_whole

Scores = Any  # an integer, or an array of integers


def scaled(points: int, target: int) -> int:
    """A number of points stated for a target of 100, in proportion."""
    return (2 * points * target + 100) // 200


def half_up(numerator: Scores, denominator: int) -> Scores:
    """The quotient, rounded to the nearest integer, halves up."""
    return (2 * numerator + denominator) // (2 * denominator)


class Threshold(Strategy):
    """Throws below a hold value that depends on the scores (and its memory), and holds from there on."""

    throw: int = 1

    @abstractmethod
    def hold_value(self, own: Scores, opponent: Scores, target: int, memory: Any) -> Scores:
        """The turn total to hold at; for single scores or whole arrays of them."""

    def __call__(self, state: State) -> Answer:
        wanted = self.hold_value(state.own, state.opponent, state.rules.target, state.memory)
        return _throw(self, state.rules) if state.turn_total < wanted else HOLD

    def choices(self, turn: Turn, memory: Any, owns: range, opponents: range) -> NDArray[np.uint8]:
        own, opponent = np.array(owns)[:, None], np.array(opponents)
        wanted = self.hold_value(own, opponent, turn.rules.target, memory)
        wanted = np.broadcast_to(wanted, (len(owns), len(opponents)))
        rolls = np.array(turn.total[: turn.decisions]) < wanted[:, :, None]
        return np.multiply(rolls, np.uint8(_throw(self, turn.rules)))


def _throw(strategy: Threshold, rules: Rules) -> int:
    if strategy.throw > len(rules.throws):
        kinds = f"{len(rules.throws)} kinds" if len(rules.throws) > 1 else "1 kind"
        raise StrategyError(f"{strategy.name}: {rules} has only {kinds} of throw")
    return strategy.throw


@dataclass(frozen=True)
class HoldAt(Threshold):
    """Rolls until the turn total is at least n, or banking reaches the target (unless goal=false), then holds.

    In games with several kinds of throw it makes the one of that number. Hold at 20 is Knizia's advice (Dice Games
    Properly Explained, 1999).
    """

    n: int
    goal: bool = True
    throw: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", as_whole(self.n, "n", 0))
        object.__setattr__(self, "throw", as_whole(self.throw, "throw", 1))
        if not isinstance(self.goal, bool):
            raise StrategyError(f"goal must be true or false, not {self.goal!r}")

    @property
    def name(self) -> str:
        options = ("" if self.goal else ", goal=false") + (f", throw={self.throw}" if self.throw > 1 else "")
        return f"hold-at({self.n}{options})"

    def hold_value(self, own: Scores, opponent: Scores, target: int, memory: Any) -> Scores:
        return self.n

    def last_total(self, rules: Rules) -> int:
        return rules.target if self.goal else self.n


class Turtle(HoldAt):
    """Holds at 5: slow and sure (group report of the University of Exeter, note 3.3.6)."""

    def __init__(self) -> None:
        super().__init__(5)

    @property
    def name(self) -> str:
        return "turtle"


@dataclass(frozen=True)
class RollToWin(Threshold):
    """Rolls until banking wins the game, whatever happens."""

    @property
    def name(self) -> str:
        return "roll-to-win"

    def hold_value(self, own: Scores, opponent: Scores, target: int, memory: Any) -> Scores:
        return target - own


@dataclass(frozen=True)
class RollAndWait(Threshold):
    """Holds at 20 until it has banked 80, passes until the opponent has at least 86, then rolls to win.

    While building it holds as soon as 80 would be banked. The third of a cycle with turtle and roll-to-win, from the
    group report of the University of Exeter (note 3.3.6), which leaves 20 and 86 open: of all such pairs these come
    nearest to its figures. 20, 80 and 86 are scaled.
    """

    @property
    def name(self) -> str:
        return "roll-and-wait"

    def hold_value(self, own: Scores, opponent: Scores, target: int, memory: Any) -> Scores:
        camp = scaled(80, target)
        building = np.maximum(1, np.minimum(scaled(20, target), camp - own))
        waiting = np.where(opponent >= scaled(86, target), target - own, 0)
        return np.where(own < camp, building, waiting)


@dataclass(frozen=True)
class ScoreBaseKeepPaceEndRace(Threshold):
    """Rolls to win if either score is at least 69, else holds at max(19, opponent - own - 14).

    Neller & Presser, "Practical Play of the Dice Game Pig" (The UMAP Journal 31(1), 2010). 69, 19 and 14 are scaled.
    """

    @property
    def name(self) -> str:
        return "score-base-keep-pace-end-race"

    def hold_value(self, own: Scores, opponent: Scores, target: int, memory: Any) -> Scores:
        race = scaled(69, target)
        keeping_pace = np.maximum(max(1, scaled(19, target)), opponent - own - scaled(14, target))
        return np.where((own >= race) | (opponent >= race), target - own, keeping_pace)


@dataclass(frozen=True)
class KeepPace(Threshold):
    """Rolls to win if either score is at least c, else holds at a + (opponent - own)/b, rounded (halves up).

    It holds at 1 at least. The linear rule in general, after Neller & Presser (2010): `keep-pace-end-race` is
    keep-pace(21, 8, 71), but a and c are never scaled. With several kinds of throw it makes the one of that number.
    """

    a: int
    b: int
    c: int
    throw: int = 1

    def __post_init__(self) -> None:
        for field, least in (("a", 0), ("b", 1), ("c", 0), ("throw", 1)):
            object.__setattr__(self, field, as_whole(getattr(self, field), field, least))

    @property
    def name(self) -> str:
        return f"keep-pace({self.a}, {self.b}, {self.c}" + (f", throw={self.throw})" if self.throw > 1 else ")")

    def hold_value(self, own: Scores, opponent: Scores, target: int, memory: Any) -> Scores:
        racing = (own >= self.c) | (opponent >= self.c)
        return np.where(racing, target - own, np.maximum(self.a + half_up(opponent - own, self.b), 1))


@dataclass(frozen=True)
class KeepPaceEndRace(Threshold):
    """Rolls to win if either score is at least 71, else holds at 21 + (opponent - own)/8, rounded (halves up).

    Neller & Presser, "Practical Play of the Dice Game Pig" (The UMAP Journal 31(1), 2010). 71 and 21 are scaled.
    """

    @property
    def name(self) -> str:
        return "keep-pace-end-race"

    def hold_value(self, own: Scores, opponent: Scores, target: int, memory: Any) -> Scores:
        rule = KeepPace(scaled(21, target), 8, scaled(71, target))
        return rule.hold_value(own, opponent, target, memory)


@dataclass(frozen=True)
class ScoringTurns(Threshold):
    """Plans to win in n scoring turns: holds at (target - own)/(n - scoring turns so far), rounded down, at least 1.

    It remembers how many of its turns have scored. Neller & Presser, "Practical Play of the Dice Game Pig" (2010).
    """

    n: int = 4
    first_memory = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", as_turns(self.n))

    @property
    def name(self) -> str:
        return f"scoring-turns({self.n})"

    def remember(self, memory: Any, event: Event) -> Any:
        return min(memory + 1, self.n - 1) if event.mine and event.kind == "bank" else memory

    def hold_value(self, own: Scores, opponent: Scores, target: int, memory: Any) -> Scores:
        return np.maximum(1, (target - own) // (self.n - memory))


def as_turns(value: object) -> int:
    """A number of scoring turns, of which few enough can be remembered."""
    turns = as_whole(value, "n", 1)
    if turns > 100:
        raise StrategyError(f"n must be at most 100, not {turns}")
    return turns


@dataclass(frozen=True)
class Noisy(Strategy):
    """Plays as another strategy does, but with probability e takes an action drawn evenly from the legal ones."""

    strategy: Strategy
    e: Fraction

    def __post_init__(self) -> None:
        as_inner(self.strategy)
        object.__setattr__(self, "e", as_number(self.e, "e", 1))

    @property
    def name(self) -> str:
        return f"noisy({self.strategy.name}, {spelled_number(self.e)})"

    @property
    def goal(self) -> bool:  # type: ignore[override]
        return self.strategy.goal

    @property
    def first_memory(self) -> Hashable:  # type: ignore[override]
        return self.strategy.first_memory

    def remember(self, memory: Any, event: Event) -> Any:
        return self.strategy.remember(memory, event)

    def last_total(self, rules: Rules) -> int:
        return self.strategy.last_total(rules)

    def __call__(self, state: State) -> Answer:
        answer = as_action(self.strategy(state), state)
        actions = range(len(state.rules.throws) + 1)
        chances = [float(answer == action) for action in actions] if isinstance(answer, int) else answer
        slip, legal = float(self.e), state.legal
        return tuple((1.0 - slip) * chances[a] + slip * (a in legal) / len(legal) for a in actions)
