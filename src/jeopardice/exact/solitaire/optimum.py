"""Best play alone, whatever the goal: the value of every action in a turn, from those of the turn starts after it."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import NotConvergedError, PositionError
from jeopardice.exact.distribution import Distribution
from jeopardice.exact.recursion import turn_values
from jeopardice.exact.result import Result
from jeopardice.games.notation import game_notation
from jeopardice.games.position import decision_at, is_whole
from jeopardice.games.rules import Rules, short
from jeopardice.games.turn import Turn, in_floats

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Optimum(Result, ABC):
    """Best play alone. Own scores, turn totals and, where the goal counts them, turns left say where one is.

    `turns` is how many the goal allows. Turns left are taken to be all of them where they are not given.
    """

    left_out = ("distribution",)

    rules: Rules
    turn: Turn
    turns: int | None
    values: Floats
    policy: NDArray[np.uint8]

    losses = False  # are values something to be kept small?
    cost = 0.0

    def __repr__(self) -> str:
        name, figure = self._figure
        return f"{type(self).__name__}({game_notation(self.rules)!r}, {self.goal!r}, {name}={figure!r})"

    @property
    @abstractmethod
    def goal(self) -> str:
        """The notation of the goal."""

    @property
    @abstractmethod
    def _figure(self) -> tuple[str, float]:
        """The name and value of what the goal is about, from the start."""

    @cached_property
    @abstractmethod
    def distribution(self) -> Distribution:
        """What best play comes to, with all its probabilities."""

    @abstractmethod
    def _start(self, own: int, turns_left: int) -> float:
        """The value of a turn start."""

    @abstractmethod
    def _choices(self, own: int, turns_left: int) -> NDArray[np.uint8]:
        """The best action at each node."""

    @property
    @abstractmethod
    def _scores(self) -> int:
        """How many own scores can be asked about, from 0 on."""

    @property
    def turn_totals(self) -> tuple[int, ...]:
        """The turn totals at which there is something to decide: what the last axis of `policy` stands for."""
        return self.turn.total[: self.turn.decisions]

    def value(self, own: int, turn_total: int = 0, turns_left: int | None = None) -> float:
        """What best play is worth from there."""
        left = self._left(own, turns_left, least=0)
        if left == 0 and turn_total != 0:
            raise PositionError(f"turn_total must be 0 with no turn left, not {short(turn_total)}")
        if turn_total == 0:
            return self._start(own, left)
        if isinstance(turn_total, int) and own + turn_total >= self._bound:
            return self._banked(own + turn_total, left)
        return self._worth(self._turn(own, left)[0][self._node(turn_total)])

    def action_values(self, own: int, turn_total: int = 0, turns_left: int | None = None) -> list[float | None]:
        """What each action is worth, by number: 0 holds, n makes the n-th throw; None for a pass that is not legal."""
        values = self._turn(own, self._left(own, turns_left))[1][self._node(turn_total)]
        return [None if value is None else self._worth(value) for value in values]

    def action(self, own: int, turn_total: int = 0, turns_left: int | None = None) -> int:
        """The best action; of equals a throw at a turn total of 0, elsewhere a hold."""
        return int(self._choices(own, self._left(own, turns_left))[self._node(turn_total)])

    def actions(self, own: int, turns_left: int | None = None) -> list[int]:
        """The best action at each of the `turn_totals` of a turn."""
        return [int(action) for action in self._choices(own, self._left(own, turns_left))]

    def hold_value(self, own: int, turns_left: int | None = None) -> int:
        """The least turn total above 0 at which best play holds; what reaches the target always does."""
        actions = zip(self.turn_totals, self.actions(own, turns_left), strict=True)
        return next((total for total, action in actions if total and action == 0), self._all_the_way(own))

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the headline figures, and the distribution where it can be written down."""
        name, figure = self._figure
        headline = {"game": game_notation(self.rules), "goal": self.goal, "strategy": "optimal", name: figure}
        spread = None
        with suppress(NotConvergedError):
            spread = self.distribution.to_dict()
        return headline | {"distribution": spread}

    def _all_the_way(self, own: int) -> int:
        """The turn total at which a turn ends in which nobody ever holds."""
        return self.rules.target - own

    @property
    def _bound(self) -> int:
        """The points from which banking ends the game."""
        return self.rules.target

    def _worth(self, value: float) -> float:
        """A value of the recursion, which looks for the largest, as the goal counts it."""
        return float(self.cost - value if self.losses else value)

    def _banked(self, own: int, left: int) -> float:
        return self._worth(self._pays(own, left - 1))

    def _pays(self, own: int, left: int) -> float:
        """What the recursion gets where the next turn starts so."""
        start = self._start(own, left)
        return -start if self.losses else start

    def _turn(self, own: int, left: int) -> tuple[list[Any], list[list[Any]]]:
        """The values of all nodes and actions of a turn."""
        pays: Callable[[int], float] = lambda total: self._pays(own + total, left - 1)  # noqa: E731
        bust, wipe = self._pays(own, left - 1), self._pays(0, left - 1)
        return turn_values(in_floats(self.turn), pays, bust, wipe, may_pass=not self.rules.forced_first_roll)

    def _left(self, own: int, turns_left: int | None, least: int = 1) -> int:
        """The turns left, once they and the own score are found to be possible."""
        _within("own", own, 0, self._scores - 1)
        if self.turns is None:
            if turns_left is not None:
                raise PositionError(f"turns_left is for goals with a number of turns, not for {self.goal}")
            return 1
        left = self.turns if turns_left is None else turns_left
        _within("turns_left", left, least, self.turns)
        return left

    def _node(self, turn_total: int) -> int:
        return decision_at(self.turn, turn_total)


def _within(name: str, value: object, least: int, most: int) -> None:
    if not is_whole(value) or not least <= value <= most:
        raise PositionError(f"{name} must be a whole number from {least} to {most}, not {short(value)}")
