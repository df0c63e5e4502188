"""From a strategy in any form to its table: the one bridge, and it never solves anything."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import StrategyError
from jeopardice.games.diagonal import by_scores
from jeopardice.games.notation import Game, as_game
from jeopardice.games.turn import Turn, compile_turn
from jeopardice.spread import Progress
from jeopardice.strategies.asking import asked
from jeopardice.strategies.base import HOLD, State, Strategy
from jeopardice.strategies.named import Noisy
from jeopardice.strategies.notation import as_strategy
from jeopardice.strategies.table import (
    Memories,
    Table,
    actions_of,
    blocks,
    empty_actions,
    reaches,
    refuse_illegal_passes,
    refuse_large_table,
    weights_of,
)
from jeopardice.strategies.wanted import Wanted


def tabulate(game: Game, strategy: Any, *, progress: Progress = None) -> Table:
    """A strategy in any form written out for a game. It asks the strategy at every decision; it never solves."""
    rules = as_game(game)
    strategy = as_strategy(rules, strategy)
    if isinstance(strategy, Wanted):
        raise StrategyError(f"{strategy.name} only names what has to be solved for first: use resolve instead")
    if isinstance(strategy, Table):
        if strategy.rules.fingerprint != rules.fingerprint:
            raise StrategyError(f"{strategy.name} is a table for {strategy.rules}, not for {rules}")
        return strategy
    if isinstance(strategy, Noisy):
        return _noisy(tabulate(rules, strategy.strategy, progress=progress), strategy)
    refuse_large_table(rules)
    turn = compile_turn(rules, max(rules.target, strategy.last_total(rules)))
    memories = Memories.of(strategy, turn)
    actions = empty_actions(turn, len(memories))
    for number, memory in enumerate(memories.values):
        for owns in blocks(turn):
            known = strategy.choices(turn, memory, owns, range(rules.target))
            if known is None:
                return _ask(strategy, turn, memories, actions, progress)
            rows = by_scores(actions, rules.target)[number, owns.start : owns.stop]
            rows[...] = known
            if strategy.goal:
                np.copyto(rows, HOLD, where=reaches(turn, owns)[:, None, :])
    refuse_illegal_passes(actions, strategy, rules)
    return Table(turn, strategy.name, actions, None, memories, strategy.goal)


def _ask(strategy: Strategy, turn: Turn, memories: Memories, actions: NDArray[np.uint8], progress: Progress) -> Table:
    """Ask at every decision; a table of single actions as long as all answers are that, else of probabilities."""
    rules, target = turn.rules, turn.rules.target
    weights: NDArray[np.float64] | None = None
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
            if progress:
                progress((number * target + own + 1) / (len(memories) * target))
    if weights is not None:
        return Table(turn, strategy.name, None, weights, memories, strategy.goal)
    return Table(turn, strategy.name, actions, None, memories, strategy.goal)


def _noisy(table: Table, noisy: Noisy) -> Table:
    """The table of a strategy that, with probability e, takes an action drawn evenly from the legal ones instead."""
    turn, rules, slip = table.turn, table.rules, float(noisy.e)
    weights = table.weights.copy() if table.weights is not None else weights_of(turn, actions_of(table))
    noise = np.where(~reaches(turn) | (not table.goal), slip, 0.0)
    legal = np.ones((turn.decisions, len(rules.throws) + 1))
    legal[0, HOLD] = not rules.forced_first_roll
    even = legal / legal.sum(axis=1, keepdims=True)
    for action in range(weights.shape[1]):
        for own, view in enumerate(np.moveaxis(by_scores(weights[:, action], rules.target), 1, 0)):
            view *= 1.0 - noise[own]
            view += noise[own] * even[:, action]
    return Table(turn, noisy.name, None, weights, table.memories, table.goal)
