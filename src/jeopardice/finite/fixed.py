"""A game in which a player's way of playing is fixed: its choices become chance, and it has none left."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import GameError, JeopardiceError, StrategyError, in_one_line
from jeopardice.exact.resolve import resolve
from jeopardice.finite.dice_game import DiceGame
from jeopardice.finite.explore import CHANCE, Graph, explore
from jeopardice.finite.model import CLOSE, FiniteGame
from jeopardice.finite.solve import Solved
from jeopardice.games.notation import Game, as_game
from jeopardice.games.rules import short
from jeopardice.strategies.table import Table

Answer = Hashable | Mapping[Hashable, float]
Policy = Solved | Callable[[Any], Answer]
"""A solution, or a function of a state that answers with an action's name, or with a probability for each name."""
Mixed = list[tuple[int, float]]


def fixed(game: FiniteGame | Graph, player: int, policy: Policy) -> Graph:
    """The game's graph with the choices of a player made by a policy. The states stay what they are."""
    graph = explore(game)
    if not isinstance(policy, Solved) and not callable(policy):
        raise GameError(f"a policy is a solution or a function of a state, not {short(policy)}")
    if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < graph.players:
        raise GameError(f"player must be a whole number from 0 to {graph.players - 1}, not {short(player)}")
    arrays = graph.arrays
    to, probability, reward = list[NDArray[Any]](), list[NDArray[Any]](), list[NDArray[Any]]()
    names, actions, outcomes = list[Hashable](), [0], [0]
    for state in range(len(graph)):
        every = range(arrays.action_start[state], arrays.action_start[state + 1])
        played: list[Mixed] = [[(action, 1.0)] for action in every]
        if arrays.mover[state] == player:
            played = [_mixed(graph, state, policy)]
        for mixed in played:
            ways = [(slice(*arrays.outcome_start[action : action + 2]), chance) for action, chance in mixed]
            to += [arrays.to[way] for way, _ in ways]
            probability += [chance * arrays.probability[way] for way, chance in ways]
            reward.append(np.sum([chance * arrays.reward[action] for action, chance in mixed], axis=0))
            outcomes.append(outcomes[-1] + sum(way.stop - way.start for way, _ in ways))
            names.append(graph.names[mixed[0][0]] if len(mixed) == 1 else None)
        actions.append(len(names))
    changed = arrays._replace(
        mover=np.where(arrays.mover == player, CHANCE, arrays.mover),
        action_start=np.array(actions),
        outcome_start=np.array(outcomes),
        to=np.concatenate(to),
        probability=np.concatenate(probability),
        reward=np.array(reward).reshape(-1, arrays.reward.shape[1]),
    )
    return Graph(graph.players, graph.states, names, changed, graph.total, graph.known)


def _mixed(graph: Graph, state: int, policy: Policy) -> Mixed:
    """The actions that a policy takes in a state, with their probabilities."""
    arrays = graph.arrays
    if isinstance(policy, Solved):
        if policy.graph is not graph:
            raise GameError("a solution is a policy for its own graph only: give `solved.graph` as the game")
        return [(int(policy.policy[state]), 1.0)]
    at = graph.states[state]
    chances = _answered(policy, at)
    numbers = {graph.action_name(n): n for n in range(arrays.action_start[state], arrays.action_start[state + 1])}
    unknown = [name for name in chances if name not in numbers]
    if unknown:
        known = ", ".join(map(short, numbers))
        raise GameError(f"the policy takes {short(unknown[0])} at state {short(at)}, where there are: {known}")
    real = all(isinstance(chance, Real) and chance >= 0 for chance in chances.values())
    if not real or not abs(sum(chances.values()) - 1) <= CLOSE:
        raise GameError(f"the policy's probabilities at state {short(at)} must sum to 1: {short(dict(chances))}")
    return [(numbers[name], float(chance)) for name, chance in chances.items() if chance]


def _answered(policy: Callable[[Any], Answer], at: Hashable) -> Mapping[Hashable, float]:
    """What a policy answers in a state, as probabilities."""
    try:
        answer = policy(at)
    except JeopardiceError:
        raise
    except (Exception, SystemExit) as problem:
        raise GameError(f"the policy failed at state {short(at)}: {in_one_line(problem)}") from problem
    try:
        return answer if isinstance(answer, Mapping) else {answer: 1.0}
    except TypeError:
        raise GameError(f"the policy answers {short(answer)} at state {short(at)}: that names no action") from None


def dice_against(game: Game, strategy: Any, first: Any = None, starts: bool = True) -> Graph:
    """A dice game in which the second player has a strategy, and so has the first one if it is given.

    Who is free to choose is player 0 and begins, or does not begin where `starts` is false.
    """
    rules = as_game(game)
    graph = explore(DiceGame(rules, initial=(0 if starts else 1, 0, 0, 0)))
    for player, given in ((1, strategy), (0, first)):
        if given is not None:
            graph = fixed(graph, player, played_by(resolve(rules, given)))
    return graph


def played_by(table: Table) -> Callable[[Sequence[int]], dict[Hashable, float]]:
    """A table as a policy of `DiceGame`."""
    if len(table.memories) > 1:
        raise StrategyError(f"{table.name} keeps a memory: the states of a dice game here do not hold it")
    if not table.goal:
        raise StrategyError(f"{table.name} may roll on beyond the target: here reaching it ends the game")
    chances, names, node_of = table.probabilities[0], table.rules.actions, table.turn.node_of

    def policy(state: Sequence[int]) -> dict[Hashable, float]:
        _, own, opponent, turn_total = state
        row = chances[own, opponent, node_of[turn_total]]
        return {name: float(chance) for name, chance in zip(names, row, strict=True) if chance}

    return policy
