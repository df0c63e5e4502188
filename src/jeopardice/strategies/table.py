"""Every strategy can be written as a `Table`: an action, or a probability for each action, at every decision.

`tabulate` is the one bridge from strategies to tables, and it never solves anything.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import JeopardiceError, StrategyError
from jeopardice.games.diagonal import by_scores, node_buffer
from jeopardice.games.notation import Game, as_game
from jeopardice.games.rules import Rules
from jeopardice.games.size import refuse_beyond
from jeopardice.games.turn import Turn, compile_turn
from jeopardice.strategies.base import HOLD, Answer, Event, State, Strategy, as_action
from jeopardice.strategies.named import Noisy

MOST_MEMORIES = 1000


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
        number: dict[Hashable, int] = {strategy.first_memory: 0}
        totals = sorted({total for total in turn.total if total})
        events = [Event(mine, kind) for mine in (False, True) for kind in ("bust", "wipe", "pass")]
        events += [Event(mine, "bank", total) for mine in (False, True) for total in totals]
        after: dict[tuple[int, Event], int] = {}
        waiting: list[Hashable] = [strategy.first_memory]
        while waiting:
            memory = waiting.pop()
            for event in events:
                later = strategy.remember(memory, event)
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
        return by_scores(_actions_of(self), self.rules.target)

    @cached_property
    def probabilities(self) -> NDArray[np.float64]:
        """The probability of each action by [memory, own, opponent, node, action]."""
        target, actions = self.rules.target, len(self.rules.throws) + 1
        if self.weights is not None:
            return np.moveaxis(by_scores(self.weights, target), 1, -1)
        return np.eye(actions)[self.choices_by_scores]

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


def tabulate(game: Game, strategy: Strategy) -> Table:
    """The strategy written out for a game. It asks the strategy at every decision; it never solves."""
    rules = as_game(game)
    if isinstance(strategy, Table):
        if strategy.rules.fingerprint != rules.fingerprint:
            raise StrategyError(f"{strategy.name} is a table for {strategy.rules}, not for {rules}")
        return strategy
    if isinstance(strategy, Noisy):
        return noisy_table(tabulate(rules, strategy.strategy), strategy)
    turn = compile_turn(rules, max(rules.target, strategy.last_total(rules)))
    memories = Memories.of(strategy, turn)
    actions = empty_actions(turn, len(memories))
    for number, memory in enumerate(memories.values):
        known = strategy.choices(turn, memory)
        if known is None:
            return _ask(strategy, turn, memories)
        by_scores(actions, rules.target)[number] = banked_at_goal(known, turn) if strategy.goal else known
    _refuse_illegal_passes(actions, strategy, rules)
    return Table(turn, strategy.name, actions, None, memories, strategy.goal)


def empty_actions(turn: Turn, memories: int = 1) -> NDArray[np.uint8]:
    """Room for a table of single actions, all of them holds."""
    refuse_beyond(memories * 2 * turn.rules.target**2 * turn.decisions, f"a table of {turn.rules}")
    return node_buffer(turn.rules.target, turn.decisions, np.uint8, memories)


def banked_at_goal(choices: NDArray[Any], turn: Turn) -> NDArray[np.uint8]:
    """The same choices, all decisions that reach the target turned into holds."""
    return np.where(reaches(turn)[:, None, :], HOLD, choices).astype(np.uint8)


def reaches(turn: Turn) -> NDArray[np.bool_]:
    """Whether banking reaches the target, by [own, node]."""
    reached = np.add.outer(np.arange(turn.rules.target), turn.total[: turn.decisions])
    return np.asarray(reached >= turn.rules.target)


def _refuse_illegal_passes(actions: NDArray[np.uint8], strategy: Strategy, rules: Rules) -> None:
    if rules.forced_first_roll:
        passes = np.argwhere(by_scores(actions, rules.target)[..., 0] == HOLD)
        if len(passes):
            _, own, opponent = passes[0]
            raise StrategyError(
                f"{strategy.name} passes at own {own}, opponent {opponent}, but the rules force the first roll"
            )


def _ask(strategy: Strategy, turn: Turn, memories: Memories) -> Table:
    """Ask at every decision; a table of single actions as long as all answers are that, else of probabilities."""
    rules, target = turn.rules, turn.rules.target
    actions, weights = empty_actions(turn, len(memories)), None
    view = by_scores(actions, target)
    for number, memory in enumerate(memories.values):
        for own in range(target):
            for node, total in enumerate(turn.total[: turn.decisions]):
                if strategy.goal and own + total >= target:
                    break
                for opponent in range(target):
                    answer = asked(strategy, State(own, opponent, total, rules, node, memory))
                    if isinstance(answer, int):
                        view[number, own, opponent, node] = answer
                        if weights is None:
                            continue
                        answer = [float(action == answer) for action in range(len(rules.throws) + 1)]
                    if weights is None:
                        weights = weights_of(turn, actions)
                    weights[number, :, own + opponent, node, opponent] = answer
    if weights is not None:
        return Table(turn, strategy.name, None, weights, memories, strategy.goal)
    return Table(turn, strategy.name, actions, None, memories, strategy.goal)


def asked(strategy: Strategy, state: State) -> Answer:
    """A strategy's answer, as an action or as probabilities; a StrategyError that names it where there is none."""
    try:
        answer = strategy(state)
    except JeopardiceError:
        raise
    except Exception as problem:
        raise StrategyError(
            f"{strategy.name} failed at own {state.own}, opponent {state.opponent}, turn total {state.turn_total}: "
            f"{type(problem).__name__}: {problem}"
        ) from problem
    try:
        return as_action(answer, state)
    except StrategyError as problem:
        raise StrategyError(f"{strategy.name}, {problem}") from None


def weights_of(turn: Turn, actions: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Probabilities by [memory, action, sum, node, opponent] for a table of single actions."""
    count = len(turn.rules.throws) + 1
    refuse_beyond(8 * count * actions.size, f"a table of probabilities for {turn.rules}")
    weights = node_buffer(turn.rules.target, turn.decisions, np.float64, len(actions), count)
    for action in range(count):
        weights[:, action] = actions == action
    return weights


def noisy_table(table: Table, noisy: Noisy) -> Table:
    """The table of a strategy that, with probability e, takes an action drawn evenly from the legal ones instead."""
    turn, rules, slip = table.turn, table.rules, float(noisy.e)
    weights = table.weights.copy() if table.weights is not None else weights_of(turn, _actions_of(table))
    asked = ~reaches(turn)
    legal = np.ones((turn.decisions, len(rules.throws) + 1))
    legal[0, HOLD] = not rules.forced_first_roll
    even = legal / legal.sum(axis=1, keepdims=True)
    for action in range(weights.shape[1]):
        view = by_scores(weights[:, action], rules.target)
        noise = np.where(asked | (not table.goal), slip, 0.0)[:, None, :]
        view[...] = (1.0 - noise) * view + noise * even[:, action]
    return Table(turn, noisy.name, None, weights, table.memories, table.goal)


def _actions_of(table: Table) -> NDArray[np.uint8]:
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
    turn = turn or compile_turn(rules)
    memories = Memories.none(turn)
    shape = (rules.target, rules.target, turn.decisions)
    actions = empty_actions(turn)
    if choices.shape == shape:
        by_scores(actions, rules.target)[0] = banked_at_goal(choices, turn) if goal else choices
        table = Table(turn, title, actions, None, memories, goal)
        _refuse_illegal_passes(actions, table, rules)
        return table
    if choices.shape != (*shape, len(rules.throws) + 1):
        raise StrategyError(f"{title}: the table must have the shape {shape}, not {choices.shape}")
    if rules.forced_first_roll and (choices[:, :, 0, HOLD] > 0).any():
        raise StrategyError(f"{title}: the table may pass, but the rules force the first roll")
    weights = weights_of(turn, actions)  # of holds, which stay where the target is reached
    asked = ~reaches(turn)[:, None, :, None] | (not goal)
    np.copyto(np.moveaxis(by_scores(weights, rules.target), 1, -1)[0], choices, where=asked)
    return Table(turn, title, None, weights, memories, goal)
