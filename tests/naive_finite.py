"""Slow, obvious twins of finite games: every way of playing is tried, each one by a linear system of its own."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from jeopardice.finite.model import CHANCE, FINAL, Move

Ways = Sequence[tuple[float, float, int]]
"""What can follow an action: probability, reward of the first player, and the state."""


@dataclass(frozen=True)
class Listed:
    """A game that is a list: in state n `movers[n]` moves and has `actions[n]`; the states behind them are final."""

    movers: Sequence[int | str]
    actions: Sequence[Sequence[Ways]]
    payoffs: Sequence[Any]
    players: int = 2
    initial: int = 0

    def kind(self, state: int) -> int | str:
        return self.movers[state] if state < len(self.movers) else FINAL

    def moves(self, state: int) -> Iterator[Move]:
        for number, ways in enumerate(self.actions[state]):
            for chance, reward, to in ways:
                yield Move(to, chance, reward, number)

    def payoff(self, state: int) -> Any:
        return self.payoffs[state - len(self.movers)]


@dataclass(frozen=True)
class Told:
    """A game told by a mapping from states to moves; states without moves are final and pay what `pays` says."""

    ways: Mapping[Any, Any]
    movers: Mapping[Any, Any] = field(default_factory=dict)
    pays: Mapping[Any, Any] = field(default_factory=dict)
    players: Any = 1
    initial: Any = "start"

    def kind(self, state: Any) -> Any:
        return self.movers.get(state, 0 if state in self.ways else FINAL)

    def moves(self, state: Any) -> Any:
        return self.ways.get(state, [])

    def payoff(self, state: Any) -> Any:
        return self.pays.get(state, 0)


def best_play(game: Listed, discount: float = 1.0, endless: float = 0.0) -> list[float]:
    """The value of every state to the first player: its best way of playing against the best answer, all tried."""
    mine, yours = (_ways_of_playing(game, player) for player in (0, 1))
    worst = [
        np.min([value_of(game, one | other | _chance(game), discount, endless) for other in yours], axis=0)
        for one in mine
    ]
    return [float(value) for value in np.max(worst, axis=0)]


def _ways_of_playing(game: Listed, player: int) -> list[dict[int, int]]:
    """All choices of an action in each of a player's states."""
    states = [state for state, mover in enumerate(game.movers) if mover == player]
    choices = itertools.product(*(range(len(game.actions[state])) for state in states))
    return [dict(zip(states, chosen, strict=True)) for chosen in choices]


def _chance(game: Listed) -> dict[int, int]:
    return {state: 0 for state, mover in enumerate(game.movers) if mover == CHANCE}


def value_of(game: Listed, policy: Mapping[int, int], discount: float, endless: float) -> NDArray[np.float64]:
    """What a way of playing is worth in every state. Going round for ever is worth `endless`, -inf if it pays."""
    count, pay = len(game.movers), [_first(one) for one in game.payoffs]
    weights, constants = np.eye(count), np.zeros(count)
    followed = [game.actions[state][policy[state]] for state in range(count)]
    comes_to = [_may_come_to(followed, [n == state for n in range(count + len(pay))]) for state in range(count)]
    counts_less = [discount < 1 and mover != CHANCE for mover in game.movers]
    ends = _may_come_to(followed, counts_less + [True] * len(pay))
    rounds = [
        not ends[state] and all(comes_to[state][to] for to in range(count) if comes_to[to][state])
        for state in range(count)
    ]
    for state in range(count):
        if rounds[state]:
            constants[state] = endless
            continue
        factor = 1.0 if game.movers[state] == CHANCE else discount
        for chance, reward, to in followed[state]:
            constants[state] += chance * reward
            if to >= count:
                constants[state] += factor * chance * pay[to - count]
            else:
                weights[state, to] -= factor * chance
    values: NDArray[Any] = np.linalg.solve(weights, constants)
    paying = [rounds[state] and any(reward for _, reward, _ in followed[state]) for state in range(count)]
    values[_may_come_to(followed, paying + [False] * len(pay))[:count]] = -np.inf
    return values


def _may_come_to(followed: Sequence[Ways], there: Sequence[bool]) -> list[bool]:
    """From which states play may come to those that are marked."""
    found = list(there)
    for _ in followed:
        for state, ways in enumerate(followed):
            found[state] = found[state] or any(found[to] for _, _, to in ways)
    return found


def _first(pay: Any) -> float:
    return float(pay[0] if isinstance(pay, tuple) else pay)


def without_cycles(game: Listed) -> list[tuple[float, ...]]:
    """Backward induction by recursion, for any number of players; each takes the first action that is best for it."""

    @cache
    def value(state: int) -> tuple[float, ...]:
        if state >= len(game.movers):
            return tuple(map(float, game.payoffs[state - len(game.movers)]))
        outcomes = [
            np.sum([chance * np.array(value(to)) for chance, _, to in ways], axis=0) for ways in game.actions[state]
        ]
        mover = game.movers[state]
        best = 0 if isinstance(mover, str) else max(range(len(outcomes)), key=lambda n: (outcomes[n][mover], -n))
        return tuple(map(float, outcomes[best]))

    return [value(state) for state in range(len(game.movers))]


def sweeps(game: Listed, discount: float, count: int) -> list[float]:
    """Value iteration as the textbook has it: so many sweeps from zero, all from the values of the sweep before."""
    last = [_first(one) for one in game.payoffs]
    values = [0.0] * len(game.movers) + last
    for _ in range(count):
        new = []
        for state, mover in enumerate(game.movers):
            factor = 1.0 if mover == CHANCE else discount
            worth = [sum(p * (r + factor * values[to]) for p, r, to in ways) for ways in game.actions[state]]
            new.append(min(worth) if mover == 1 else max(worth))
        values = new + last
    return values[: len(game.movers)]


WEIGHTS = st.lists(st.integers(1, 4), min_size=1, max_size=3)
PAYOFFS = st.sampled_from([0.0, 0.25, 0.5, 1.0, 2.0])


@st.composite
def games(
    draw: st.DrawFn,
    movers: Sequence[int | str],
    players: int = 2,
    rewards: Sequence[float] = (0.0,),
    forward: bool = False,
    pays: Any = PAYOFFS,
) -> Listed:
    """Games of a few states; with `forward` no state leads back. `pays` draws what a final state pays."""
    count, finals = draw(st.integers(1, 6)), draw(st.integers(1, 3))
    who = draw(st.lists(st.sampled_from(movers), min_size=count, max_size=count))
    actions = []
    for state, mover in enumerate(who):
        number = 1 if mover == CHANCE else draw(st.integers(1, 3))
        first = state + 1 if forward else 0
        actions.append([draw(_ways(first, count + finals - 1, rewards)) for _ in range(number)])
    return Listed(who, actions, draw(st.lists(pays, min_size=finals, max_size=finals)), players)


@st.composite
def _ways(draw: st.DrawFn, first: int, last: int, rewards: Sequence[float]) -> Ways:
    weights = draw(WEIGHTS)
    whole = sum(weights)
    return [(weight / whole, draw(st.sampled_from(rewards)), draw(st.integers(first, last))) for weight in weights]
