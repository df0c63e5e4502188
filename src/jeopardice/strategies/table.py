"""Every strategy can be written as a `Table`: an action, or a probability for each action, at every decision."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import StrategyError
from jeopardice.games.diagonal import buffer_size, by_scores, node_buffer
from jeopardice.games.notation import game_notation
from jeopardice.games.rules import Rules
from jeopardice.games.size import refuse_beyond
from jeopardice.games.turn import Turn, compile_turn
from jeopardice.strategies.asking import findable, remembered
from jeopardice.strategies.base import HOLD, Answer, Event, State, Strategy

MOST_MEMORIES = 1000
BLOCK = 1 << 22  # actions worked out at a time


@dataclass(frozen=True)
class Memories:
    """The memories a strategy can come to, and what each turn's end makes of them; one, where it keeps none.

    `banked[mine][memory, points]`, `busted[mine][memory]`, `wiped` and `passed` likewise hold memory numbers.
    """

    values: tuple[Hashable, ...]
    banked: tuple[NDArray[np.int64], NDArray[np.int64]]
    busted: tuple[NDArray[np.int64], NDArray[np.int64]]
    wiped: tuple[NDArray[np.int64], NDArray[np.int64]]
    passed: tuple[NDArray[np.int64], NDArray[np.int64]]

    @classmethod
    def none(cls, turn: Turn) -> "Memories":
        """The one memory of a strategy that keeps none."""
        nothing = np.zeros(1, np.int64)
        points = np.zeros((1, max(turn.total) + 1), np.int64)
        return cls((None,), (points, points), *(((nothing, nothing),) * 3))

    @classmethod
    def of(cls, strategy: Strategy, turn: Turn) -> "Memories":
        """Everything the strategy can remember, from its first memory on."""
        if type(strategy).remember is Strategy.remember:
            return cls.none(turn)
        first = findable(strategy, strategy.first_memory, "as its first memory")
        number: dict[Hashable, int] = {first: 0}
        totals = sorted({total for total in turn.total if total})
        events = [Event(mine, kind) for mine in (False, True) for kind in ("bust", "wipe", "pass")]
        events += [Event(mine, "bank", total) for mine in (False, True) for total in totals]
        after: dict[tuple[int, Event], int] = {}
        waiting: list[Hashable] = [first]
        while waiting:
            memory = waiting.pop()
            for event in events:
                later = remembered(strategy, memory, event)
                if later not in number:
                    number[later] = len(number)
                    waiting.append(later)
                    if len(number) > MOST_MEMORIES:
                        raise StrategyError(f"{strategy.name} has more than {MOST_MEMORIES} memories")
                after[number[memory], event] = number[later]
        return cls(tuple(number), *_as_arrays(after, len(number), max(turn.total)))

    def __len__(self) -> int:
        return len(self.values)


def _as_arrays(after: dict[tuple[int, Event], int], memories: int, most: int) -> tuple[Any, ...]:
    banked = np.zeros((2, memories, most + 1), np.int64)
    ended = {kind: np.zeros((2, memories), np.int64) for kind in ("bust", "wipe", "pass")}
    for (memory, event), later in after.items():
        if event.kind == "bank":
            banked[int(event.mine), memory, event.points] = later
        else:
            ended[event.kind][int(event.mine), memory] = later
    return tuple(banked), *(tuple(ended[kind]) for kind in ("bust", "wipe", "pass"))


@dataclass(frozen=True, eq=False)
class Table(Strategy):
    """A strategy written out. Exactly one of the two buffers is there, by [memory, (action,) sum, node, opponent]."""

    turn: Turn
    title: str
    actions: NDArray[np.uint8] | None
    weights: NDArray[np.float64] | None
    memories: Memories
    goal: bool = True

    def __repr__(self) -> str:
        kept = f", memories={len(self.memories)}" if len(self.memories) > 1 else ""
        return f"Table({game_notation(self.rules)!r}, {self.title!r}{kept})"

    @property
    def name(self) -> str:
        return self.title

    @property
    def rules(self) -> Rules:
        """The game it was made for."""
        return self.turn.rules

    @property
    def first_memory(self) -> Hashable:  # type: ignore[override]
        return self.memories.values[0]

    @cached_property
    def choices_by_scores(self) -> NDArray[np.uint8]:
        """The actions by [memory, own, opponent, node]; for a table of single actions."""
        view = by_scores(actions_of(self), self.rules.target)
        view.flags.writeable = False
        return view

    @cached_property
    def probabilities(self) -> NDArray[np.float64]:
        """The probability of each action by [memory, own, opponent, node, action]."""
        target, actions = self.rules.target, len(self.rules.throws) + 1
        written = None if self.weights is None else np.moveaxis(by_scores(self.weights, target), 1, -1)
        chances = np.eye(actions)[self.choices_by_scores] if written is None else written
        chances.flags.writeable = False
        return chances

    def __call__(self, state: State) -> Answer:
        if state.rules.fingerprint != self.rules.fingerprint:
            raise StrategyError(f"{self.name} is a table for {self.rules}, not for {state.rules}")
        node = self.turn.node_of[state.turn_total]
        memory = self.memories.values.index(state.memory) if len(self.memories) > 1 else 0
        if self.weights is None:
            return int(self.choices_by_scores[memory, state.own, state.opponent, node])
        return tuple(float(p) for p in self.weights[memory, :, state.own + state.opponent, node, state.opponent])

    def describe(self) -> str:
        return f"A table of {'actions' if self.weights is None else 'probabilities'} for {self.rules}."


def empty_actions(turn: Turn, memories: int = 1) -> NDArray[np.uint8]:
    """Room for a table of single actions, all of them holds."""
    refuse_large_table(turn.rules, memories * turn.decisions)
    return node_buffer(turn.rules.target, turn.decisions, np.uint8, memories)


def refuse_large_table(rules: Rules, decisions: int = 1) -> None:
    """Refuse a table that there is no room for; with one decision, before the turn itself takes long to compile."""
    refuse_beyond(buffer_size(rules.target, decisions), f"a table of {rules}")


def blocks(turn: Turn, entries: int = 1) -> Iterator[range]:
    """The own scores in ranges for which so many entries for each decision fit into little memory."""
    target = turn.rules.target
    rows = max(1, BLOCK // (entries * target * turn.decisions))
    for start in range(0, target, rows):
        yield range(start, min(start + rows, target))


def reaches(turn: Turn, owns: range | None = None) -> NDArray[np.bool_]:
    """Whether banking reaches the target, by [own, node], for all own scores or some."""
    reached = np.add.outer(np.array(owns or range(turn.rules.target)), turn.total[: turn.decisions])
    return np.asarray(reached >= turn.rules.target)


def refuse_illegal_passes(actions: NDArray[np.uint8], strategy: Strategy, rules: Rules) -> None:
    """Raise a StrategyError if single actions pass where the rules force the first roll."""
    if rules.forced_first_roll:
        passes = np.argwhere(by_scores(actions, rules.target)[..., 0] == HOLD)
        if len(passes):
            _, own, opponent = passes[0]
            raise StrategyError(
                f"{strategy.name} passes at own {own}, opponent {opponent}, but the rules force the first roll"
            )


def weights_of(turn: Turn, actions: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Probabilities by [memory, action, sum, node, opponent] for a table of single actions."""
    count = len(turn.rules.throws) + 1
    refuse_beyond(8 * count * actions.size, f"a table of probabilities for {turn.rules}")
    weights = node_buffer(turn.rules.target, turn.decisions, np.float64, len(actions), count)
    for action in range(count):
        weights[:, action] = actions == action
    return weights


def actions_of(table: Table) -> NDArray[np.uint8]:
    """The buffer of a table of single actions."""
    if table.actions is None:
        raise StrategyError(f"{table.name} has probabilities, not single actions")
    return table.actions


def effective_weights(
    weights: NDArray[np.float64], turn: Turn, action_axis: int = 1, node_axis: int = 3
) -> NDArray[np.float64]:
    """Weights with which actions in the end move the turn on, where throws that score 0 come again.

    They stand by action and, further back, by node on the given axes.
    """
    if not any(move.stay for moves in turn.moves for move in moves):
        return weights
    stay = np.array([[0.0, *(float(move.stay) for move in moves)] for moves in turn.moves])
    shape = [1] * weights.ndim
    shape[action_axis], shape[node_axis] = stay.T.shape
    moving = weights * (1.0 - stay.T.reshape(shape))
    whole = moving.sum(axis=action_axis, keepdims=True)
    effective: NDArray[np.float64] = np.divide(moving, whole, out=moving, where=whole > 0.0)
    return effective


def table_of(rules: Rules, choices: NDArray[Any], title: str, goal: bool = True, turn: Turn | None = None) -> Table:
    """A table from an array [own, opponent, node] of actions, or [own, opponent, node, action] of probabilities."""
    refuse_large_table(rules)
    turn = turn or compile_turn(rules)
    memories = Memories.none(turn)
    shape = (rules.target, rules.target, turn.decisions)
    actions = empty_actions(turn)
    if choices.shape == shape:
        by_scores(actions, rules.target)[0] = choices
        if goal:
            np.copyto(by_scores(actions, rules.target)[0], HOLD, where=reaches(turn)[:, None, :])
        table = Table(turn, title, actions, None, memories, goal)
        refuse_illegal_passes(actions, table, rules)
        return table
    if choices.shape != (*shape, len(rules.throws) + 1):
        raise StrategyError(f"{title}: the table must have the shape {shape}, not {choices.shape}")
    if rules.forced_first_roll and (choices[:, :, 0, HOLD] > 0).any():
        raise StrategyError(f"{title}: the table may pass, but the rules force the first roll")
    weights = weights_of(turn, actions)  # of holds, which stay where the target is reached
    asked = ~reaches(turn)[:, None, :, None] | (not goal)
    np.copyto(np.moveaxis(by_scores(weights, rules.target), 1, -1)[0], choices, where=asked)
    return Table(turn, title, None, weights, memories, goal)
