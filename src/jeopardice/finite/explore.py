"""A game's states, found once from the initial one and kept as compact arrays.

States are numbered in the order in which they are found, the initial one is 0. The actions of state s are
`action_start[s]` up to `action_start[s + 1]`; the outcomes of action a likewise by `outcome_start`.
"""

from array import array
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import GameError, JeopardiceError, TooLargeError, in_one_line
from jeopardice.finite.model import Action, FiniteGame, Known, actions_of, mover_of, payoff_of, players_of
from jeopardice.games.rules import short
from jeopardice.games.size import refuse_beyond

Progress = Callable[[int], object] | None
MOST_STATES = 5_000_000
TOLD_EVERY = 20_000
BYTES_A_STATE = 400  # in the end, besides what is held when it has been found
CHANCE, FINAL = -1, -2


class Arrays(NamedTuple):
    """The graph as the kernels see it.

    `mover[state]`, -1 for chance and -2 for the end; `to[outcome]` and `probability[outcome]`; `reward[action,
    column]`, expected; `payoff[state, column]`. A mover looks at the `column[mover]` of all values, and wants it high
    where `sign[mover]` is 1, low where it is -1: two players who share a constant sum have one column between them.
    """

    mover: NDArray[np.int64]
    action_start: NDArray[np.int64]
    outcome_start: NDArray[np.int64]
    to: NDArray[np.int64]
    probability: NDArray[np.float64]
    reward: NDArray[np.float64]
    payoff: NDArray[np.float64]
    column: NDArray[np.int64]
    sign: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Graph:
    """Everything that can come up in a game. `total` is what two players share, None where their sum varies.

    `states[number]` and `names[action]` say what the numbers in the arrays mean.
    """

    players: int
    states: Sequence[Any]
    names: Sequence[Hashable]
    arrays: Arrays
    total: float | None
    known: Mapping[Hashable, int] | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        actions, outcomes = len(self.arrays.reward), len(self.arrays.to)
        return f"Graph({len(self)} states, {actions} actions, {outcomes} outcomes, players={self.players})"

    def __len__(self) -> int:
        return len(self.arrays.mover)

    @cached_property
    def numbers(self) -> Mapping[Hashable, int]:
        """The number of every state."""
        return self.known if self.known is not None else {state: n for n, state in enumerate(self.states)}

    @property
    def leading(self) -> NDArray[np.int64]:
        """The state of each outcome, from which it leads on."""
        action = np.repeat(np.arange(len(self.arrays.reward)), np.diff(self.arrays.outcome_start))
        return np.repeat(np.arange(len(self)), np.diff(self.arrays.action_start))[action]

    @property
    def endless(self) -> float | None:
        """What a game that never ends is worth in the one column that two players share, or a single player has."""
        return None if self.total is None else self.total / 2

    def action_name(self, action: int) -> Hashable:
        """The name of an action by its number; where it has none, the state it leads to."""
        name = self.names[action]
        return self.states[self.arrays.to[self.arrays.outcome_start[action]]] if name is None else name

    def number(self, state: Hashable) -> int:
        """The number of a state, or a GameError where it cannot come up."""
        try:
            return self.numbers[state]
        except Exception:  # it may be no state at all
            raise GameError(f"state {short(state)} does not come up in this game") from None


def explore(game: FiniteGame | Graph, limit: int = MOST_STATES, progress: Progress = None) -> Graph:
    """Find all states that can come up; `progress` is called with their number from time to time.

    A game with more states than `limit` is refused: it may be infinite.
    """
    if isinstance(game, Graph):
        return game
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise GameError(f"the limit of states must be at least 1, not {short(limit)}")
    try:
        players, initial = players_of(game), game.initial
    except JeopardiceError:
        raise
    except (Exception, SystemExit) as problem:
        raise GameError(f"the game's own code failed before its first state: {in_one_line(problem)}") from problem
    found = _Found(players)
    found.number_of(initial)
    for number, state in enumerate(found.states):  # which grows as it is gone through
        try:
            found.take(number, state, game)
        except JeopardiceError:
            raise
        except (Exception, SystemExit) as problem:
            told = in_one_line(problem)
            raise GameError(f"the game's own code failed at state {short(state)}: {told}") from problem
        if len(found.states) > limit:
            example = short(found.states[-1])
            raise TooLargeError(f"there are more than {limit:,} states, such as {example}: is the game infinite?")
        if number % TOLD_EVERY == 0:
            refuse_beyond(BYTES_A_STATE * number, f"a game of more than {number:,} states, such as {short(state)},")
            if progress:
                progress(len(found.states))
    return found.graph()


class _Found:
    """The graph as it grows."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.states: list[Hashable] = []
        self.numbers: dict[Hashable, int] = {}
        self.names: list[Hashable] = []
        self.mover, self.action_start, self.outcome_start = array("q"), array("q", [0]), array("q", [0])
        self.to, self.probability = array("q"), array("d")
        self.outlines: Known = {}
        self.rewarded: dict[int, Sequence[float]] = {}
        self.paid: dict[int, Sequence[float]] = {}

    def number_of(self, state: Hashable) -> int:
        """The number of a state, which is new if it has not been found before."""
        try:
            number = self.numbers.setdefault(state, len(self.states))
        except Exception as problem:
            why = "" if isinstance(problem, TypeError) else f" ({in_one_line(problem)})"
            raise GameError(f"a state must be hashable, and {short(state)} is not{why}") from problem
        if number == len(self.states):
            self.states.append(state)
        return number

    def take(self, number: int, state: Hashable, game: FiniteGame) -> None:
        """All that there is to know of the next state."""
        mover = mover_of(game, self.players, state)
        self.mover.append(mover)
        if mover == FINAL:
            self.paid[number] = payoff_of(game, self.players, state)
        else:
            self._add(actions_of(game, self.players, state, mover, self.outlines))
        self.action_start.append(len(self.names))

    def _add(self, actions: Sequence[Action]) -> None:
        known = self.numbers
        for action in actions:
            if any(action.rewards):
                self.rewarded[len(self.names)] = action.rewards
            self.names.append(action.name)
            try:
                self.to.extend([known[to] for to in action.to])
            except Exception:  # a state that is new, or cannot be one
                self.to.extend([self.number_of(to) for to in action.to])
            self.probability.extend(action.chances)
            self.outcome_start.append(len(self.to))

    def graph(self) -> Graph:
        reward = _dense(self.rewarded, len(self.names), self.players)
        payoff = _dense(self.paid, len(self.states), self.players)
        paid = payoff[list(self.paid)]
        plain = (
            np.array(self.mover, np.int64),
            np.array(self.action_start, np.int64),
            np.array(self.outcome_start, np.int64),
            np.array(self.to, np.int64),
            np.array(self.probability, np.float64),
        )
        return graph_of(
            self.players, self.states, self.names, plain, (reward, payoff), shared(paid, reward), self.numbers
        )


def _dense(rows: Mapping[int, Sequence[float]], count: int, players: int) -> NDArray[np.float64]:
    dense = np.zeros((count, players))
    for number, row in rows.items():
        dense[number] = row
    return dense


def shared(paid: NDArray[np.float64], reward: NDArray[np.float64]) -> float | None:
    """The constant sum that two players share; 0 for a single player; None where there is none."""
    if paid.shape[1] == 1:
        return 0.0
    sums, close = paid.sum(axis=1), 1e-12 * max(1.0, float(np.abs(paid).max(initial=0.0)))
    total = float(sums[0]) if len(sums) else 0.0
    if paid.shape[1] > 2 or not np.allclose(sums, total, rtol=0, atol=close):
        return None
    close = 1e-12 * max(1.0, float(np.abs(reward).max(initial=0.0)))
    return total if np.allclose(reward.sum(axis=1), 0.0, rtol=0, atol=close) else None


def graph_of(
    players: int,
    states: Sequence[Hashable],
    names: Sequence[Hashable],
    plain: tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]],
    worth: tuple[NDArray[np.float64], NDArray[np.float64]],
    total: float | None,
    known: Mapping[Hashable, int] | None = None,
) -> Graph:
    """A graph from its arrays; `worth` is the rewards of actions and the pay-offs of states, by player."""
    reward, payoff = worth
    if total is not None:
        reward, payoff = np.ascontiguousarray(reward[:, :1]), np.ascontiguousarray(payoff[:, :1])
        column, sign = np.zeros(players, np.int64), np.array([1.0, -1.0])[:players]
    else:
        column, sign = np.arange(players), np.ones(players)
    return Graph(players, states, names, Arrays(*plain, reward, payoff, column, sign), total, known)
