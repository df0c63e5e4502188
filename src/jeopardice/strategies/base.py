"""A strategy is a callable with a name: `strategy(state)` is an action, or a probability for each action.

Actions are numbers: 0 holds (banks), n makes the n-th throw of the rules. A user's own function may also answer with
true or false, or with the name of the action. A strategy may keep a finite memory of the public history; it then has
`first_memory` and `remember(memory, event)`.
"""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import StrategyError
from jeopardice.games.rules import Rules, short
from jeopardice.games.turn import Turn

HOLD, ROLL = 0, 1
Answer = int | Sequence[float]


class State(NamedTuple):
    """What a strategy is asked about: a decision in a turn, seen by the player to move."""

    own: int
    opponent: int
    turn_total: int
    rules: Rules
    node: int = 0
    memory: Any = None

    @property
    def legal(self) -> tuple[int, ...]:
        """The actions that may be taken: holding is one, unless the first roll is forced."""
        forced = self.rules.forced_first_roll and self.turn_total == 0
        return tuple(range(1 if forced else 0, len(self.rules.throws) + 1))

    @property
    def place(self) -> str:
        """The position in words, for messages."""
        return f"at own {self.own}, opponent {self.opponent}, turn total {self.turn_total}"


class Event(NamedTuple):
    """The end of a turn, as a memory sees it: whose turn it was, how it ended, and the points banked."""

    mine: bool
    kind: Literal["bank", "bust", "wipe", "pass"]
    points: int = 0


class Strategy(ABC):
    """What every strategy has: a name that spells it, and an answer to every state.

    `goal`: does it bank as soon as that reaches the target? Then it is never asked beyond. `describe()` says in one
    sentence what it does, and where it comes from.
    """

    goal: bool = True
    first_memory: Hashable = None

    @property
    @abstractmethod
    def name(self) -> str:
        """The notation that spells this strategy."""

    @abstractmethod
    def __call__(self, state: State) -> Answer:
        """The action in a state, or the probability of each action."""

    def remember(self, memory: Any, event: Event) -> Any:
        """The memory after a turn has ended; the same where a strategy keeps none."""
        return memory

    def last_total(self, rules: Rules) -> int:
        """A turn total at which this strategy has banked for certain, beyond the target where it may roll on there."""
        return rules.target

    def choices(self, turn: Turn, memory: Any, owns: range, opponents: range) -> NDArray[np.uint8] | None:
        """All actions at some scores at once by [own, opponent, node], where a strategy knows a fast way."""
        return None

    def describe(self) -> str:
        """One sentence: what it does, and where it comes from."""
        return " ".join((type(self).__doc__ or self.name).split())

    def __str__(self) -> str:
        return self.name


def as_action(answer: Any, state: State) -> Answer:
    """An answer as an action number or a tuple of probabilities, or a StrategyError that says what is wrong."""
    rules = state.rules
    if isinstance(answer, np.ndarray) and answer.ndim == 0:
        answer = answer.item()
    if isinstance(answer, (bool, np.bool_)):
        answer = int(answer)
    if isinstance(answer, str):
        names = {
            "roll": ROLL,
            "bank": HOLD,
            "pass": HOLD,
            **{name: n for n, name in enumerate(rules.actions)},
        }
        if answer not in names:
            raise _nonsense(answer, state)
        answer = names[answer]
    if isinstance(answer, (int, np.integer)):
        if not 0 <= answer <= len(rules.throws):
            raise _nonsense(answer, state)
        if answer not in state.legal:
            raise StrategyError(f"{state.place}: it holds, but the rules force the first roll")
        return int(answer)
    return _as_probabilities(answer, state)


def _as_probabilities(answer: Any, state: State) -> tuple[float, ...]:
    actions = len(state.rules.throws) + 1
    if isinstance(answer, Mapping):
        if not all(isinstance(k, (int, str, np.integer)) for k in answer):
            raise _nonsense(answer, state)
        listed = [0.0] * actions
        for action, chance in answer.items():
            number = as_action(action, state)
            if not isinstance(number, int):
                raise _nonsense(answer, state)
            listed[number] = chance
        answer = listed
    if not isinstance(answer, (Sequence, np.ndarray)) or len(answer) != actions:
        raise _nonsense(answer, state)
    try:
        chances = tuple(float(chance) for chance in answer)
    except (TypeError, ValueError, OverflowError):
        raise _nonsense(answer, state) from None
    if not all(0.0 <= chance <= 1.0 for chance in chances) or abs(sum(chances) - 1.0) > 1e-9:
        raise StrategyError(f"{state.place}: probabilities must lie in [0, 1] and sum to 1, not {short(answer)}")
    if chances[HOLD] > 0.0 and HOLD not in state.legal:
        raise StrategyError(f"{state.place}: it may hold, but the rules force the first roll")
    whole = sum(chances)
    return tuple(chance / whole for chance in chances)


def _nonsense(answer: Any, state: State) -> StrategyError:
    if inspect.iscoroutine(answer):
        answer.close()  # or Python would remark that nobody ever waited for it
    actions = ", ".join(f"{n} ({name})" for n, name in enumerate(state.rules.actions[:4]))
    return StrategyError(
        f"{state.place}: the answer must be an action, {actions}{', ...' if len(state.rules.throws) > 3 else ''}, "
        f"or a probability for each, not {short(answer)}"
    )
