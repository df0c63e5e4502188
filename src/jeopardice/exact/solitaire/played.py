"""What a given strategy comes to alone, for each of the goals."""

import math
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from jeopardice.errors import NotConvergedError, StrategyError
from jeopardice.exact.distribution import Distribution
from jeopardice.exact.resolve import resolve
from jeopardice.exact.result import Result
from jeopardice.exact.solitaire.course import Course
from jeopardice.exact.solitaire.fewest import fewest_turns
from jeopardice.exact.solitaire.goals import Goal
from jeopardice.exact.solitaire.open_ended import points_after
from jeopardice.exact.solitaire.within import turns_of, within
from jeopardice.games.notation import game_notation
from jeopardice.games.position import checked_score
from jeopardice.games.rules import Rules
from jeopardice.strategies.alone import Alone, noisy_alone, tabulate_alone
from jeopardice.strategies.base import Strategy
from jeopardice.strategies.named import Noisy
from jeopardice.strategies.notation import as_strategy
from jeopardice.strategies.wanted import BestResponse, Optimal, SoftMax


@dataclass(frozen=True, eq=False)
class Played(Result, ABC):
    """A given strategy, played alone."""

    left_out = ("distribution",)

    rules: Rules
    goal: str
    strategy: str

    def __repr__(self) -> str:
        name, figure = self._figure
        game = game_notation(self.rules)
        return f"{type(self).__name__}({game!r}, {self.strategy!r}, {self.goal!r}, {name}={figure!r})"

    @property
    @abstractmethod
    def _figure(self) -> tuple[str, float]:
        """The name and value of what the goal is about."""

    @cached_property
    @abstractmethod
    def distribution(self) -> Distribution:
        """What it comes to, with all its probabilities."""

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the headline figures and the distribution, where that can be written down."""
        name, figure = self._figure
        headline = {"game": game_notation(self.rules), "goal": self.goal, "strategy": self.strategy, name: figure}
        return headline | {"distribution": self.distribution.to_dict()}


@dataclass(frozen=True, eq=False, repr=False)
class PlayedToTheEnd(Played):
    """Played until the target is reached, however many turns that takes."""

    course: Course = field(repr=False)

    @property
    def expected(self) -> float:
        """The expected number of turns; infinite where there is a chance that it never ends."""
        moments = self.course.moments
        return moments.mean if not moments.endless else math.inf

    @property
    def endless(self) -> float:
        """The probability that the target is never reached."""
        return self.course.moments.endless

    @property
    def mean(self) -> float:
        """The expected number of turns of the games that end; not a number where none does."""
        return self.course.moments.mean

    @property
    def sd(self) -> float:
        """The standard deviation of the number of turns of the games that end."""
        return self.course.moments.sd

    def value(self, own: int) -> float:
        """The expected number of turns from an own score, with the first memory, of the games that end."""
        return float(self.course.moments.means[checked_score(self.rules, "own", own)])

    @property
    def _figure(self) -> tuple[str, float]:
        return "expected", self.expected

    @cached_property
    def distribution(self) -> Distribution:
        return Distribution(self.course.turns(), self.endless, (self.mean, self.sd))

    def to_dict(self) -> dict[str, Any]:
        game = {"game": game_notation(self.rules), "goal": self.goal, "strategy": self.strategy}
        figures = {"expected": self.expected, "endless": self.endless, "mean": self.mean, "sd": self.sd}
        spread = None
        with suppress(NotConvergedError):
            spread = self.distribution.to_dict()
        return game | figures | {"distribution": spread}


@dataclass(frozen=True, eq=False, repr=False)
class PlayedWithin(Played):
    """Played for some turns, or until the target is reached; `distribution.endless` is the chance that it is not."""

    known: Distribution = field(repr=False)

    @property
    def probability(self) -> float:
        """The probability of reaching the target within the turns."""
        return float(self.known.probabilities.sum())

    @property
    def _figure(self) -> tuple[str, float]:
        return "probability", self.probability

    @cached_property
    def distribution(self) -> Distribution:
        return self.known


@dataclass(frozen=True, eq=False, repr=False)
class PlayedForPoints(Played):
    """Played for some turns without a target."""

    known: Distribution = field(repr=False)

    @property
    def expected(self) -> float:
        """The expected score after the turns."""
        return self.known.mean

    @property
    def _figure(self) -> tuple[str, float]:
        return "expected", self.expected

    @cached_property
    def distribution(self) -> Distribution:
        return self.known


def played(rules: Rules, strategy: Any, goal: Goal) -> Played:
    """What a given strategy comes to."""
    named = as_strategy(rules, strategy)
    if goal.name == "most-points":
        assert goal.turns is not None
        return PlayedForPoints(rules, str(goal), named.name, points_after(rules, named, goal.turns))
    plan = plan_of(rules, named, goal)
    if goal.name == "within":
        return PlayedWithin(rules, str(goal), named.name, turns_of(plan, goal.turns))
    return PlayedToTheEnd(rules, str(goal), named.name, Course(plan))


def plan_of(rules: Rules, strategy: Strategy, goal: Goal) -> Alone:
    """A strategy written out for one player; `optimal`, wherever it stands, is the best for the goal."""
    if isinstance(strategy, Optimal):
        return fewest_turns(rules).plan if goal.turns is None else within(rules, goal.turns).plan
    if isinstance(strategy, SoftMax):
        raise StrategyError(
            f"{strategy.name} weighs probabilities of winning, and alone there is nobody to win against: "
            "take noisy(optimal, 0.05) or the like"
        )
    if isinstance(strategy, BestResponse):
        return tabulate_alone(rules, resolve(rules, strategy))
    if isinstance(strategy, Noisy):
        return noisy_alone(plan_of(rules, strategy.strategy, goal), strategy)
    return tabulate_alone(rules, strategy)
