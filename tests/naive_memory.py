"""Slow, obvious twins for players who remember something, or who roll on beyond the target.

A node is a moment of a game: who is to move, both scores, both memories, the turn total. A player who is None
is free: it may do whatever is legal, and wants to win.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, NamedTuple

import naive
import numpy as np

from jeopardice.games.rules import Rules
from jeopardice.strategies.base import Event, State, Strategy


def keep(memory: Any, event: Event) -> Hashable:
    """What one makes of the end of a turn who remembers nothing."""
    return None


class Player(NamedTuple):
    """Answers own, opponent, turn total and memory with the probability of each action; may remember turns.

    `goal`: it banks as soon as that wins. Whoever does not banks, at the latest, at a turn total of `limit`.
    """

    choose: Callable[[int, int, int, Any], Sequence[float]]
    remember: Callable[[Any, Event], Hashable] = keep
    first: Hashable = None
    goal: bool = True
    limit: int = 0


class Node(NamedTuple):
    """A moment of a game; seat 0 is A."""

    seat: int
    scores: tuple[int, int]
    memories: tuple[Hashable, Hashable]
    total: int = 0


class Won(NamedTuple):
    """The end of a game."""

    seat: int


Moment = Node | Won
Players = tuple[Player | None, Player | None]


def player_of(rules: Rules, strategy: Strategy) -> Player:
    """A strategy, asked decision by decision."""

    def choose(own: int, opponent: int, total: int, memory: Any) -> list[float]:
        answer = strategy(State(own, opponent, total, rules, memory=memory))
        if isinstance(answer, int):
            return [float(action == answer) for action in range(len(rules.throws) + 1)]
        return [float(chance) for chance in answer]

    limit = max(rules.target, strategy.last_total(rules))
    return Player(choose, strategy.remember, strategy.first_memory, strategy.goal, limit)


def over(rules: Rules, players: Players, node: Node, kind: Any, points: int = 0) -> Moment:
    """What follows when a turn ends so. A wipe of somebody who has nothing is a bust."""
    seat = node.seat
    if kind == "wipe" and not node.scores[seat]:
        kind = "bust"
    scores = list(node.scores)
    scores[seat] = 0 if kind == "wipe" else scores[seat] + points
    if scores[seat] >= rules.target:
        return Won(seat)
    first, second = (
        player.remember(memory, Event(number == seat, kind, points)) if player else memory
        for number, (player, memory) in enumerate(zip(players, node.memories, strict=True))
    )
    return Node(1 - seat, (scores[0], scores[1]), (first, second))


def follows(rules: Rules, players: Players, node: Node, action: int) -> Iterator[tuple[float, Moment]]:
    """Everything that can follow an action, with its probability."""
    player, own = players[node.seat], node.scores[node.seat]
    if action == 0:
        yield 1.0, over(rules, players, node, "bank" if node.total else "pass", node.total)
        return
    for outcome in rules.throws[action - 1].outcomes:
        total, effect = node.total + outcome.points, outcome.effect
        if effect == "score":
            enough, limit = own + total, rules.target
            if player is not None and not player.goal:
                enough, limit = total, player.limit
            effect = "bank" if enough >= limit else effect
        chance = float(outcome.probability)
        if effect == "score":
            yield chance, node._replace(total=total)
        elif effect == "bank" and total:
            yield chance, over(rules, players, node, "bank", total)
        else:
            yield chance, over(rules, players, node, "wipe" if effect == "wipe" else "bust")


def choices(rules: Rules, players: Players, node: Node) -> list[dict[Moment, float]]:
    """What can follow a node: one possibility for a player, one for each legal action of a free one."""
    player, own, opponent = players[node.seat], node.scores[node.seat], node.scores[1 - node.seat]
    actions = range(len(rules.throws) + 1)
    if player is None:
        legal = naive.legal(rules, naive.State(own, opponent, node.total))
        mixtures = [[float(action == chosen) for action in actions] for chosen in legal]
    else:
        mixtures = [[float(w) for w in player.choose(own, opponent, node.total, node.memories[node.seat])]]
    found = []
    for weights in mixtures:
        row: dict[Moment, float] = defaultdict(float)
        for action, weight in enumerate(weights):
            for chance, after in follows(rules, players, node, action) if weight else ():
                row[after] += weight * chance
        found.append(dict(row))
    return found


def starts(players: Players, own: int = 0, opponent: int = 0) -> list[Node]:
    """The first moments of a game, A to move and B to move; `own` and `opponent` are head starts."""
    first, second = (player.first if player else None for player in players)
    return [Node(seat, (own, opponent), (first, second)) for seat in (0, 1)]


def graph(rules: Rules, players: Players, begin: Sequence[Node]) -> dict[Node, list[dict[Moment, float]]]:
    """All moments that can come up, with their choices."""
    found: dict[Node, list[dict[Moment, float]]] = {}
    todo = list(begin)
    while todo:
        node = todo.pop()
        if node not in found:
            found[node] = choices(rules, players, node)
            todo += [after for row in found[node] for after in row if isinstance(after, Node)]
    return found


def duel(rules: Rules, a: Player, b: Player, own: int = 0, opponent: int = 0) -> naive.Duel:
    """The probabilities of one strategy against another."""
    begin = starts((a, b), own, opponent)
    rows: dict[Moment, dict[Moment, float]] = {node: row for node, (row,) in graph(rules, (a, b), begin).items()}
    ends: list[Moment] = [Won(0), Won(1)]
    found = naive.absorbed(rows, ends)
    a_starts, b_starts = (found[node] for node in begin)
    return naive.Duel(a_starts[0], b_starts[1], a_starts[2], b_starts[2])


def best_response(rules: Rules, b: Player) -> tuple[float, float]:
    """The win probability of a free player who goes first, and second.

    Iterated from 0, so that endless play wins nothing.
    """
    begin = starts((None, b))
    everything = graph(rules, (None, b), begin)
    values: dict[Moment, float] = dict.fromkeys(everything, 0.0) | {Won(0): 1.0, Won(1): 0.0}
    for _ in range(naive.MOST_SWEEPS):
        change = 0.0
        for node, possible in everything.items():
            better = max(sum(p * values[after] for after, p in row.items()) for row in possible)
            change = max(change, abs(better - values[node]))
            values[node] = better
        if change < naive.ENOUGH:
            return values[begin[0]], values[begin[1]]
    raise RuntimeError(f"no best response in {rules} after {naive.MOST_SWEEPS} sweeps")


def mean_turns(rules: Rules, a: Player, b: Player) -> float:
    """The expected number of turns of a game that A starts and that ends: E = sum p (ends turn + E)."""
    begin = starts((a, b))[0]
    rows = {node: row for node, (row,) in graph(rules, (a, b), [begin]).items()}
    place = {node: number for number, node in enumerate(rows)}
    matrix, right = np.eye(len(place)), np.zeros(len(place))
    for node, row in rows.items():
        for after, chance in row.items():
            if isinstance(after, Node):
                matrix[place[node], place[after]] -= chance
            if not isinstance(after, Node) or after.seat != node.seat:
                right[place[node]] += chance
    return float(np.linalg.solve(matrix, right)[place[begin]])
