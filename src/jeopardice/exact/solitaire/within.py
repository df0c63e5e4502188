"""The target within n turns, as probably as possible, and how many turns a given chance takes."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import NotConvergedError, PositionError
from jeopardice.exact.distribution import TAIL, Distribution
from jeopardice.exact.solitaire.course import Course
from jeopardice.exact.solitaire.goals import MOST_WITHIN, Goal, as_turns
from jeopardice.exact.solitaire.optimum import Optimum
from jeopardice.exact.solitaire.turn_by_turn import after_a_turn, played_back
from jeopardice.games.notation import Game, as_game
from jeopardice.games.rules import short
from jeopardice.games.turn import compile_turn
from jeopardice.strategies.alone import Alone, alone_of
from jeopardice.strategies.table import Memories

FIRST_TRY = 32
NEGLIGIBLE = 1e-18


@dataclass(frozen=True, eq=False, repr=False)
class Within(Optimum):
    """Best play to reach the target within some turns.

    `values[turns_left, own]` are probabilities, for every number of turns up to the one allowed; `policy[turns_left,
    own, node]` are actions (with no turn left, nothing but holds).
    """

    @property
    def goal(self) -> str:
        return str(Goal("within", self.turns))

    @property
    def probability(self) -> float:
        """The largest probability of reaching the target within the turns."""
        return float(self.values[-1, 0])

    @property
    def _figure(self) -> tuple[str, float]:
        return "probability", self.probability

    @cached_property
    def plan(self) -> Alone:
        """The policy, written out: it remembers how many turns it has had."""
        assert self.turns is not None
        return alone_of(self.turn, self.policy[:0:-1], "optimal", _counting(self.turns, max(self.turn.total)))

    @cached_property
    def distribution(self) -> Distribution:
        """The number of turns taken; `endless` is the probability that the target is not reached within the turns."""
        assert self.turns is not None
        target, at = self.rules.target, np.eye(1, self.rules.target)[0]
        chances = np.zeros(self.turns + 1)
        for left in range(self.turns, 0, -1):
            if at.sum() < NEGLIGIBLE:
                break
            after = after_a_turn(self.turn, self.policy[left], at)
            chances[self.turns + 1 - left], at = after[target:].sum(), after[:target]
        return Distribution(chances, float(at.sum()))

    @property
    def _scores(self) -> int:
        return self.rules.target

    def _start(self, own: int, turns_left: int) -> float:
        return float(self.values[turns_left, own]) if own < self.rules.target else 1.0

    def _choices(self, own: int, turns_left: int) -> NDArray[np.uint8]:
        choices: NDArray[np.uint8] = self.policy[turns_left, own]
        return choices


def _counting(turns: int, most_points: int) -> Memories:
    """The memories of one who counts the turns: whatever happens, the next; after the last it stays there."""
    later = np.minimum(np.arange(turns) + 1, turns - 1)
    banked = np.tile(later[:, None], most_points + 1)
    return Memories(tuple(range(turns)), (banked, banked), *(((later, later),) * 3))


def turns_of(plan: Alone, turns: int | None) -> Distribution:
    """The number of turns a strategy takes, if the game is broken off after so many."""
    chances = Course(plan).turns(turns)
    return Distribution(chances, max(0.0, 1.0 - float(chances.sum())))


def within(game: Game, turns: int) -> Within:
    """The largest probability of reaching the target alone within so many turns, and all smaller numbers."""
    rules, most = as_game(game), as_turns(turns, MOST_WITHIN)
    played = played_back(rules, 1.0, most)
    return Within(rules, compile_turn(rules), most, played.values, played.policy)


def turns_for(game: Game, chance: Any = 0.5, most: int = MOST_WITHIN) -> int:
    """The least number of turns within which the target can be reached alone with at least that chance."""
    rules, wanted, limit = as_game(game), as_chance(chance), as_turns(most, MOST_WITHIN)
    turns = min(FIRST_TRY, limit)
    while True:
        reached = played_back(rules, 1.0, turns, policy=False).values[:, 0]
        if reached[-1] >= wanted - TAIL:
            return int(np.argmax(reached >= wanted - TAIL))
        if turns == limit:
            told = f"after {limit:,} turns of {rules} the chance is {reached[-1]:.10g}, not {wanted:.10g}"
            raise NotConvergedError(told)
        turns = min(4 * turns, limit)


def as_chance(value: Any) -> float:
    """A probability above 0 and below 1, or a PositionError."""
    try:
        chance = float(value)
    except (TypeError, ValueError):
        chance = -1.0
    if not 0.0 < chance < 1.0:
        raise PositionError(f"a chance must be more than 0 and less than 1, not {short(value)}")
    return chance
