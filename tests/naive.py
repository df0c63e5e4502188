"""Slow, obvious twins of all that is computed cleverly: straight from `Rules`, one equation per function.

A state is what the player to move sees: (own, opponent, turn_total), with own + turn_total below the target
(at or beyond it the turn is banked and wins). A player is a function of a state that answers with the
probability of each action: 0 holds, n makes the n-th throw of `rules.throws`. For targets up to about 12.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from jeopardice.games.rules import Rules

K = TypeVar("K")
Player = Callable[[int, int, int], Sequence[float]]

ENOUGH = 1e-14
MOST_SWEEPS = 100_000


class State(NamedTuple):
    """What the player to move sees."""

    own: int
    opponent: int
    turn_total: int


class Way(NamedTuple):
    """What can follow an action: the mover wins (`after` is None), moves again, or the other player moves."""

    probability: float
    after: State | None
    passes_on: bool


class Duel(NamedTuple):
    """The probabilities of one strategy against another."""

    first: float
    b_first: float
    stalemate_first: float
    stalemate_second: float


Seat = Literal["a", "b"]
Key = tuple[Seat, State | None]
SEATS: tuple[Seat, Seat] = ("a", "b")
START = State(0, 0, 0)
End = int | Literal["bust", "wipe", "pass"]


def legal(rules: Rules, state: State) -> list[int]:
    """The actions by number; holding is one unless the first roll is forced."""
    first = 1 if rules.forced_first_roll and state.turn_total == 0 else 0
    return list(range(first, len(rules.throws) + 1))


def ways(rules: Rules, state: State, action: int) -> list[Way]:
    """Everything that can follow an action, as the rules say it."""
    own, opponent, turn_total = state
    if action == 0:
        return [Way(1.0, State(opponent, own + turn_total, 0), True)]
    found = []
    for outcome in rules.throws[action - 1].outcomes:
        chance, total = float(outcome.probability), turn_total + outcome.points
        if outcome.effect == "bust":
            found.append(Way(chance, State(opponent, own, 0), True))
        elif outcome.effect == "wipe":
            found.append(Way(chance, State(opponent, 0, 0), True))
        elif own + total >= rules.target:
            found.append(Way(chance, None, False))
        elif outcome.effect == "bank":
            found.append(Way(chance, State(opponent, own + total, 0), True))
        else:
            found.append(Way(chance, State(own, opponent, total), False))
    return found


def states(rules: Rules) -> list[State]:
    """All states whose turn total can be reached by throws, for every pair of banked scores."""
    found = []
    for own in range(rules.target):
        reached, new = {0}, {0}
        while new:
            steps = [ways(rules, State(own, 0, k), n + 1) for k in new for n in range(len(rules.throws))]
            new = {w.after.turn_total for step in steps for w in step if w.after and not w.passes_on} - reached
            reached |= new
        found += [State(own, opponent, k) for opponent in range(rules.target) for k in sorted(reached)]
    return found


def worth(values: Mapping[State, float], found: Sequence[Way]) -> float:
    """Q = sum of p * V(after), where V is the mover's: 1 at a win, 1 - V where the other player moves."""
    total = 0.0
    for probability, after, passes_on in found:
        value = 1.0 if after is None else values[after]
        total += probability * (1 - value if passes_on else value)
    return total


def solve(rules: Rules) -> dict[State, float]:
    """V(s) = max over a of Q(s, a), by value iteration from 1/2, so that endless play counts one half."""
    graph = {state: [ways(rules, state, action) for action in legal(rules, state)] for state in states(rules)}
    values = dict.fromkeys(graph, 0.5)
    for _ in range(MOST_SWEEPS):
        better = {state: max(worth(values, found) for found in choices) for state, choices in graph.items()}
        change = max(abs(better[state] - values[state]) for state in graph)
        values = better
        if change < ENOUGH:
            return values
    raise RuntimeError(f"no solution of {rules} after {MOST_SWEEPS} sweeps")


def action_values(rules: Rules, values: Mapping[State, float], state: tuple[int, int, int]) -> list[float | None]:
    """Q(s, a): the action is taken once, and then play goes on as `values` says; None where it is illegal.

    An action that is not the best would be worth less if it were repeated after each throw that scores 0.
    """
    here = State(*state)
    allowed = legal(rules, here)
    return [
        worth(values, ways(rules, here, action)) if action in allowed else None
        for action in range(len(rules.throws) + 1)
    ]


def other(seat: Seat) -> Seat:
    """The seat across the table."""
    return "b" if seat == "a" else "a"


def chain(rules: Rules, a: Player, b: Player) -> dict[Key, dict[Key, float]]:
    """The Markov chain of a duel from both starts: successors of (seat, state); a winner is (seat, None)."""
    players: dict[Seat, Player] = {"a": a, "b": b}
    found: dict[Key, dict[Key, float]] = {}
    todo: list[tuple[Seat, State]] = [("a", START), ("b", START)]
    while todo:
        seat, state = todo.pop()
        if (seat, state) in found:
            continue
        row: dict[Key, float] = defaultdict(float)
        for action, weight in enumerate(players[seat](*state)):
            for probability, after, passes_on in ways(rules, state, action) if weight else ():
                mover = other(seat) if passes_on else seat
                row[mover, after] += float(weight) * probability
                if after is not None:
                    todo.append((mover, after))
        found[seat, state] = row
    return found


def can_end(graph: Mapping[K, Mapping[K, float]]) -> set[K]:
    """The states from which a key outside of the graph (an end) can be reached."""
    ending: set[K] = set()
    while True:
        more = {key for key, row in graph.items() if any(to in ending or to not in graph for to in row)} - ending
        if not more:
            return ending
        ending |= more


def absorbed(graph: Mapping[K, Mapping[K, float]], ends: Sequence[K]) -> dict[K, list[float]]:
    """w = Q w + r where the game can still end, in one solve: each end's chance, then that of none."""
    ending = can_end(graph)
    place = {key: n for n, key in enumerate(key for key in graph if key in ending)}
    matrix: NDArray[np.float64] = np.eye(len(place))
    right = np.zeros((len(place), len(ends) + 1))
    for key, row in place.items():
        for to, probability in graph[key].items():
            if to in place:
                matrix[row, place[to]] -= probability
            else:
                right[row, -1 if to in graph else ends.index(to)] += probability
    solved = np.linalg.solve(matrix, right).tolist()
    never = [0.0] * len(ends) + [1.0]
    return {key: solved[place[key]] if key in place else never for key in graph}


def duel(rules: Rules, a: Player, b: Player) -> Duel:
    """What comes of the chain from both starts; where it never ends, nobody wins."""
    ends: list[Key] = [("a", None), ("b", None)]
    found = absorbed(chain(rules, a, b), ends)
    a_starts, b_starts = (found[seat, START] for seat in SEATS)
    return Duel(a_starts[0], b_starts[1], a_starts[2], b_starts[2])


def response_values(rules: Rules, b: Player) -> dict[tuple[Seat, State], float]:
    """The best responder's probability of winning, by who moves; the responder is "a".

    The least solution of W(a, s) = max over actions, W(b, s) = mean over b's actions: iterated from 0, so
    that endless play is no win.
    """
    everywhere = states(rules)
    values: dict[tuple[Seat, State], float] = {(seat, state): 0.0 for seat in SEATS for state in everywhere}
    mine = {state: [ways(rules, state, action) for action in legal(rules, state)] for state in everywhere}
    theirs = {
        state: [(float(weight), ways(rules, state, action)) for action, weight in enumerate(b(*state)) if weight]
        for state in everywhere
    }

    def mean(seat: Seat, found: Sequence[Way]) -> float:
        total = 0.0
        for probability, after, passes_on in found:
            if after is not None:
                total += probability * values[other(seat) if passes_on else seat, after]
            elif seat == "a":
                total += probability
        return total

    for _ in range(MOST_SWEEPS):
        better: dict[tuple[Seat, State], float] = {}
        for state in everywhere:
            better["a", state] = max(mean("a", found) for found in mine[state])
            better["b", state] = sum(weight * mean("b", found) for weight, found in theirs[state])
        change = max(abs(better[key] - values[key]) for key in values)
        values = better
        if change < ENOUGH:
            return values
    raise RuntimeError(f"no best response in {rules} after {MOST_SWEEPS} sweeps")


def best_response(rules: Rules, b: Player) -> dict[State, float]:
    """The best responder's probability of winning where it is to move."""
    return {state: value for (seat, state), value in response_values(rules, b).items() if seat == "a"}


def best_response_second(rules: Rules, b: Player) -> float:
    """The best responder's probability of winning where `b` starts the game."""
    return response_values(rules, b)["b", START]


def turn_outcomes(rules: Rules, player: Player, own: int, opponent: int, turn_total: int = 0) -> dict[End, float]:
    """The probability of each end of the turn from `turn_total` on: points banked, a bust, a wipe, a pass.

    By recursion; throws that score 0 lead back here, hence E = sum of p E(after) / (1 - p(stay)).
    To bank nothing is a pass where the player held, and a bust where the throw did it.
    """
    if own + turn_total >= rules.target:
        return {turn_total: 1.0}
    ends: dict[End, float] = defaultdict(float)
    stay = 0.0
    for action, weight in enumerate(player(own, opponent, turn_total)):
        if action == 0:
            ends[turn_total or "pass"] += float(weight)
            continue
        for outcome in rules.throws[action - 1].outcomes if weight else ():
            chance, total = float(weight) * float(outcome.probability), turn_total + outcome.points
            if outcome.effect == "score" and not outcome.points:
                stay += chance
            elif outcome.effect == "score":
                for end, probability in turn_outcomes(rules, player, own, opponent, total).items():
                    ends[end] += chance * probability
            elif outcome.effect == "bank":
                ends[total or "bust"] += chance
            else:
                ends[outcome.effect] += chance
    return {end: probability / (1 - stay) for end, probability in ends.items() if probability}


def game_lengths(rules: Rules, a: Player, b: Player, turns: int) -> list[float]:
    """p[n]: the probability that the game, which `a` starts, ends with turn n; by pushing probability."""
    lengths = [0.0]
    here: dict[tuple[int, int], float] = {(0, 0): 1.0}  # by the scores of the player to move and of the other
    for turn in range(turns):
        player = a if turn % 2 == 0 else b
        ended = 0.0
        after: dict[tuple[int, int], float] = defaultdict(float)
        for (own, opponent), chance in here.items():
            for end, probability in turn_outcomes(rules, player, own, opponent).items():
                banked = 0 if end == "wipe" else own + (end if isinstance(end, int) else 0)
                if banked >= rules.target:
                    ended += chance * probability
                else:
                    after[opponent, banked] += chance * probability
        lengths.append(ended)
        here = after
    return lengths


def play(rules: Rules, a: Player, b: Player, rng: random.Random, most_turns: int = 1000) -> int | None:
    """One game, roll by roll, which `a` starts: 0 if `a` wins, 1 if `b` does, None if nobody in time."""
    players, scores = (a, b), [0, 0]
    for turn in range(most_turns):
        mover = turn % 2
        state, moving = State(scores[mover], scores[1 - mover], 0), True
        while moving:
            weights = players[mover](*state)
            action = rng.choices(range(len(weights)), weights)[0]
            found = ways(rules, state, action)
            way = rng.choices(found, [w.probability for w in found])[0]
            if way.after is None:
                return mover
            state, moving = way.after, not way.passes_on
        scores[mover] = state.opponent  # the turn is over, and `state` is what the other player sees
    return None
