"""Turns as wholes: how a turn ends under a strategy, exactly, and where play goes from there."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import PositionError
from jeopardice.exact.resolve import resolve
from jeopardice.games.notation import Game, as_game
from jeopardice.games.rules import short
from jeopardice.games.turn import Turn, TurnOutcomes, in_floats
from jeopardice.games.turn import turn_outcomes as outcomes_of
from jeopardice.strategies.table import Memories, Table, effective_weights

Floats = NDArray[np.float64]


def turn_outcomes(game: Game, strategy: Any, own: int = 0, opponent: int = 0) -> TurnOutcomes:
    """The exact distribution of what one turn brings, for a strategy at given scores (with its first memory)."""
    rules = as_game(game)
    for name, score in (("own", own), ("opponent", opponent)):
        if isinstance(score, bool) or not isinstance(score, int) or not 0 <= score < rules.target:
            raise PositionError(f"{name} must be a whole number from 0 to {rules.target - 1}, not {short(score)}")
    table = resolve(rules, strategy)
    if table.weights is None:
        actions = table.choices_by_scores[0, own, opponent]
        return outcomes_of(table.turn, [[int(a == n) for n in range(len(rules.throws) + 1)] for a in actions])
    return outcomes_of(table.turn, table.weights[0, :, own + opponent, :, opponent].T.tolist())


@dataclass(frozen=True)
class Ends:
    """How turns end that are looked at side by side: `banked[node, turn]`, `bust`, `wipe` and `passed` by turn."""

    banked: Floats
    bust: Floats
    wipe: Floats
    passed: Floats


def turn_ends(table: Table, memory: int) -> Iterator[Ends]:
    """How turns end under a table, for own scores 0, 1, 2, ..., by the opponent's score."""
    turn = in_floats(table.turn)
    for own in range(table.rules.target):
        yield ends_of_turns(turn, _choices(table, memory, own))


def ends_of_turns(turn: Turn, choices: Floats) -> Ends:
    """How turns end that take each action with the probability `choices[action, node, turn]`.

    Probability is pushed through the automaton, node by node.
    """
    chance = np.zeros((len(turn.total), *choices.shape[2:]))
    chance[0] = 1.0
    bust, wipe = np.zeros(choices.shape[2:]), np.zeros(choices.shape[2:])
    banked = np.zeros_like(chance)
    for node, moves in enumerate(turn.moves):
        if not chance[node].any():
            continue
        banked[node] = chance[node] * choices[0, node]
        for number, move in enumerate(moves, 1):
            here = chance[node] * choices[number, node]
            if here.any():
                bust += here * move.bust
                wipe += here * move.wipe
                for probability, successor in move.steps:
                    chance[successor] += here * probability
    banked[turn.decisions :] = chance[turn.decisions :]
    passed = banked[0].copy()
    banked[0] = 0.0
    return Ends(banked, bust, wipe, passed)


def _choices(table: Table, memory: int, own: int) -> Floats:
    """The probability that each action in the end moves the turn on, by [action, node, opponent], for one own score."""
    opponents = np.arange(table.rules.target)
    if table.weights is None:
        assert table.actions is not None
        actions = table.actions[memory, own + opponents, :, opponents].T
        return np.array([actions == action for action in range(len(table.rules.throws) + 1)], np.float64)
    weights = effective_weights(table.weights[memory : memory + 1], table.turn)[0]
    return np.moveaxis(weights[:, own + opponents, :, opponents], 0, -1)


@dataclass(frozen=True)
class Steps:
    """Turn starts to turn starts: `probability` from `origin` to `goal`, both `(memories * target + own) * target +
    opponent` as seen by whoever moves there; `win` is the probability that the turn wins, by origin."""

    origin: NDArray[np.int64]
    goal: NDArray[np.int64]
    probability: Floats
    win: Floats


def steps(mover: Table, other: Table, mover_is_a: bool) -> Steps:
    """Every way in which a turn of one seat leads to a turn start of the other, on the product of their memories."""
    target = mover.rules.target
    parts: list[tuple[NDArray[np.int64], NDArray[np.int64], Floats]] = []
    count = len(mover.memories) * len(other.memories)
    win = np.zeros(count * target * target)
    totals = np.array(mover.turn.total)
    opponents = np.arange(target)
    for memory in range(len(mover.memories)):
        for own, ends in enumerate(turn_ends(mover, memory)):
            for its in range(len(other.memories)):
                origin = (_product(mover, other, memory, its, mover_is_a) * target + own) * target + opponents
                after = own + totals
                win[origin] = ends.banked[after >= target].sum(axis=0)
                for node in np.flatnonzero((after < target) & ends.banked.any(axis=1)):
                    later = _later(mover.memories, other.memories, memory, its, "banked", int(totals[node]))
                    goal = _goal(mover, other, later, mover_is_a, opponents, int(after[node]))
                    parts.append((origin, goal, ends.banked[node]))
                for kind, chances, left in (
                    ("busted", ends.bust, own), ("wiped", ends.wipe, 0), ("passed", ends.passed, own),
                ):  # fmt: skip
                    event = "busted" if kind == "wiped" and own == 0 else kind
                    later = _later(mover.memories, other.memories, memory, its, event, 0)
                    parts.append((origin, _goal(mover, other, later, mover_is_a, opponents, left), chances))
    origin, goal, probability = (np.concatenate(column) for column in zip(*parts, strict=True))
    real = probability > 0.0
    return Steps(origin[real], goal[real], probability[real], win)


def _product(mover: Table, other: Table, mine: int, its: int, mover_is_a: bool) -> int:
    return mine * len(other.memories) + its if mover_is_a else its * len(mover.memories) + mine


def _later(mine: Memories, its: Memories, memory: int, other: int, kind: str, points: int) -> tuple[int, int]:
    if kind == "banked":
        known, seen = mine.banked[True], its.banked[False]
        return int(known[memory, points]), int(seen[other, min(points, seen.shape[1] - 1)])
    return int(getattr(mine, kind)[True][memory]), int(getattr(its, kind)[False][other])


def _goal(
    mover: Table,
    other: Table,
    later: tuple[int, int],
    mover_is_a: bool,
    opponents: NDArray[np.int64],
    left: int,
) -> NDArray[np.int64]:
    """The other's turn start: its own score is the mover's opponent's, its opponent has what the mover is left with."""
    target = mover.rules.target
    return (_product(mover, other, *later, mover_is_a) * target + opponents) * target + left
