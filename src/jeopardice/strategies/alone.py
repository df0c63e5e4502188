"""How somebody plays alone: a strategy written out for an opponent who has 0 and never moves."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import StrategyError
from jeopardice.games.grammar import spelled_number
from jeopardice.games.notation import Game, as_game
from jeopardice.games.rules import Rules
from jeopardice.games.size import refuse_beyond
from jeopardice.games.turn import Turn, compile_turn
from jeopardice.strategies.asking import asked
from jeopardice.strategies.base import HOLD, State, Strategy
from jeopardice.strategies.named import Noisy
from jeopardice.strategies.table import Memories, Table, effective_weights, reaches


@dataclass(frozen=True, eq=False)
class Alone:
    """A strategy for one player: the probability of each action as `weights[memory, action, own, node]`."""

    turn: Turn
    name: str
    weights: NDArray[np.float64]
    memories: Memories
    goal: bool = True

    @property
    def rules(self) -> Rules:
        """The game it was made for."""
        return self.turn.rules

    @property
    def moving(self) -> NDArray[np.float64]:
        """The weights with which actions in the end move the turn on, where throws that score 0 come again."""
        return effective_weights(self.weights, self.turn)


def tabulate_alone(game: Game, strategy: Strategy) -> Alone:
    """The strategy written out for one player. It asks the strategy at every decision; it never solves."""
    rules = as_game(game)
    if isinstance(strategy, Table):
        return _of_table(rules, strategy)
    if isinstance(strategy, Noisy):
        return noisy_alone(tabulate_alone(rules, strategy.strategy), strategy)
    turn = compile_turn(rules, max(rules.target, strategy.last_total(rules)))
    memories = Memories.of(strategy, turn)
    weights = _room(turn, len(memories))
    for number, memory in enumerate(memories.values):
        known = strategy.choices(turn, memory, range(rules.target), range(1))
        if known is None:
            _ask(strategy, turn, memory, weights[number])
        else:
            weights[number] = np.moveaxis(np.eye(weights.shape[1])[known[:, 0]], -1, 0)
    if strategy.goal:
        _bank_at_goal(weights, turn)
    plan = Alone(turn, strategy.name, weights, memories, strategy.goal)
    _refuse_illegal_passes(plan)
    return plan


def alone_of(turn: Turn, policies: NDArray[np.uint8], name: str, memories: Memories) -> Alone:
    """Single actions by [memory, own, node], written out."""
    weights = _room(turn, len(policies))
    for action in range(weights.shape[1]):
        weights[:, action] = policies == action
    return Alone(turn, name, weights, memories)


def noisy_alone(plan: Alone, noisy: Noisy) -> Alone:
    """The same, but with probability e an action drawn evenly from the legal ones."""
    turn, slip = plan.turn, float(noisy.e)
    legal = np.ones((plan.weights.shape[1], turn.decisions))
    legal[HOLD, 0] = not plan.rules.forced_first_roll
    noise = np.where(~reaches(turn) | (not plan.goal), slip, 0.0)
    weights = (1.0 - noise) * plan.weights + noise * (legal / legal.sum(axis=0))[:, None]
    return replace(plan, name=f"noisy({plan.name}, {spelled_number(noisy.e)})", weights=weights)


def _of_table(rules: Rules, table: Table) -> Alone:
    if table.rules.fingerprint != rules.fingerprint:
        raise StrategyError(f"{table.name} is a table for {table.rules}, not for {rules}")
    if table.weights is None:
        plan = alone_of(table.turn, table.choices_by_scores[:, :, 0], table.name, table.memories)
        return replace(plan, goal=table.goal)
    weights = table.weights[:, :, : rules.target, :, 0]  # own score 0 and more, an opponent with 0
    return Alone(table.turn, table.name, weights, table.memories, table.goal)


def _room(turn: Turn, memories: int) -> NDArray[np.float64]:
    actions = len(turn.rules.throws) + 1
    refuse_beyond(8 * memories * actions * turn.rules.target * turn.decisions, f"a table of {turn.rules}")
    return np.zeros((memories, actions, turn.rules.target, turn.decisions))


def _ask(strategy: Strategy, turn: Turn, memory: object, weights: NDArray[np.float64]) -> None:
    """Ask at every decision with an opponent of 0."""
    for own in range(turn.rules.target):
        for node, total in enumerate(turn.total[: turn.decisions]):
            if strategy.goal and own + total >= turn.rules.target:
                break
            answer = asked(strategy, State(own, 0, total, turn.rules, node, memory))
            if isinstance(answer, int):
                weights[answer, own, node] = 1.0
            else:
                weights[:, own, node] = answer


def _bank_at_goal(weights: NDArray[np.float64], turn: Turn) -> None:
    beyond = reaches(turn)
    weights[:, :, beyond] = 0.0
    weights[:, HOLD, beyond] = 1.0


def _refuse_illegal_passes(plan: Alone) -> None:
    passes = np.argwhere(plan.weights[:, HOLD, :, 0] > 0)
    if plan.rules.forced_first_roll and len(passes):
        raise StrategyError(f"{plan.name} passes at own {passes[0][1]}, but the rules force the first roll")
