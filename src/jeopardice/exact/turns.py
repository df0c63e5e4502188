"""Turns as wholes: how a turn ends under a strategy, exactly, and where play goes from there."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.exact.moments import Steps
from jeopardice.exact.resolve import resolve
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.position import checked_score
from jeopardice.games.rules import Rules
from jeopardice.games.size import refuse_beyond
from jeopardice.games.turn import Turn, TurnOutcomes, in_floats
from jeopardice.games.turn import turn_outcomes as outcomes_of
from jeopardice.strategies.base import Strategy
from jeopardice.strategies.named import Noisy
from jeopardice.strategies.notation import as_strategy
from jeopardice.strategies.one_turn import one_turn
from jeopardice.strategies.table import Memories, Table
from jeopardice.strategies.wanted import Wanted

Floats = NDArray[np.float64]
Progress = Callable[[float], object] | None


def turn_outcomes(game: Game, strategy: Any, own: int = 0, opponent: int = 0) -> TurnOutcomes:
    """The exact distribution of what one turn brings, for a strategy at given scores (with its first memory)."""
    rules = as_game(game)
    own, opponent = checked_score(rules, "own", own), checked_score(rules, "opponent", opponent)
    named = as_strategy(rules, strategy)
    turn, choices = one_turn(rules, _found(rules, named), own, opponent)
    outcomes = outcomes_of(turn, choices)
    return replace(outcomes, game=game_notation(rules), strategy=named.name, own=own, opponent=opponent)


def _found(rules: Rules, strategy: Strategy) -> Strategy:
    """The strategy itself, with a table in the place of what only names one."""
    if isinstance(strategy, Noisy):
        return replace(strategy, strategy=_found(rules, strategy.strategy))
    return resolve(rules, strategy) if isinstance(strategy, Wanted) else strategy


@dataclass(frozen=True)
class Ends:
    """How turns end that are looked at side by side: `banked[node]` for the nodes that bank, and the rest, by turn."""

    banked: dict[int, Floats]
    bust: Floats
    wipe: Floats
    passed: Floats


def turn_ends(table: Table, memory: int) -> Iterator[Ends]:
    """How turns end under a table, for own scores 0, 1, 2, ..., by the opponent's score."""
    turn = in_floats(table.turn)
    for own in range(table.rules.target):
        yield ends_of_turns(turn, partial(_choices, table, memory, own))


def ends_of_turns(turn: Turn, choices: Callable[[int], Floats]) -> Ends:
    """How turns end that take each action at a node with the probability `choices(node)[action, turn]`.

    Probability is pushed through the automaton, node by node, and nothing is kept of nodes that do not come up.
    """
    chance = {0: np.ones(choices(0).shape[1:])}
    bust, wipe = np.zeros_like(chance[0]), np.zeros_like(chance[0])
    banked: dict[int, Floats] = {}
    for node, moves in enumerate(turn.moves):
        if node not in chance:
            continue
        chosen = chance.pop(node) * choices(node)
        if chosen[0].any():
            banked[node] = chosen[0]
        for move, here in zip(moves, chosen[1:], strict=True):
            if here.any():
                bust += here * move.bust
                wipe += here * move.wipe
                for probability, successor in move.steps:
                    more = here * probability
                    chance[successor] = chance[successor] + more if successor in chance else more
    passed = banked.pop(0, np.zeros_like(bust))
    return Ends(banked | dict(sorted(chance.items())), bust, wipe, passed)  # what is left stands at nodes that bank


def _choices(table: Table, memory: int, own: int, node: int) -> Floats:
    """The probability that each action in the end moves the turn on, by [action, opponent], at one decision."""
    moves = table.turn.moves[node]
    if table.weights is None:
        chosen = table.choices_by_scores[memory, own, :, node]
        return np.asarray(chosen == np.arange(len(moves) + 1)[:, None], np.float64)
    weights = table.probabilities[memory, own, :, node].T
    stay = np.array([0.0, *(float(move.stay) for move in moves)])[:, None]
    if not stay.any():
        return np.asarray(weights)
    moving = weights * (1.0 - stay)
    return np.asarray(moving / moving.sum(axis=0))


ENTRY = 3 * 8
"""Bytes of one step."""


def steps(mover: Table, other: Table, mover_is_a: bool, progress: Progress = None) -> Steps:
    """Every way in which a turn of one seat leads to a turn start of the other, on the product of their memories.

    A turn start is `(memories * target + own) * target + opponent`, as seen by whoever moves there. `progress` is told
    which share is done.
    """
    target, count = mover.rules.target, len(mover.memories) * len(other.memories)
    parts: list[tuple[NDArray[np.int64], NDArray[np.int64], Floats]] = []
    refuse_beyond(8 * count * target**2, f"the turns of {mover.rules}")
    win = np.zeros(count * target * target)
    found, rows = 0, len(mover.memories) * target
    for memory in range(len(mover.memories)):
        for own, ends in enumerate(turn_ends(mover, memory)):
            for its in range(len(other.memories)):
                origin = (_product(mover, other, memory, its, mover_is_a) * target + own) * target + np.arange(target)
                for goal, chances in _ways(mover, other, (memory, its), mover_is_a, own, ends):
                    if goal is None:
                        win[origin] += chances
                        continue
                    real = chances > 0.0
                    found += int(real.sum())
                    parts.append((origin[real], goal[real], chances[real]))
            done = memory * target + own + 1
            refuse_beyond(ENTRY * (2 * found * rows // done - found), f"the {found * rows // done:,} ways of a turn")
            if progress:
                progress(done / rows)
    origin, goal, probability = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Steps(origin, goal, probability, win)


def _ways(
    mover: Table, other: Table, now: tuple[int, int], mover_is_a: bool, own: int, ends: Ends
) -> Iterator[tuple[NDArray[np.int64] | None, Floats]]:
    """Where the turns of one own score lead, by the opponent's score: goals with their chances; None is a win."""
    for node, chances in ends.banked.items():
        total = mover.turn.total[node]
        if own + total >= mover.rules.target:
            yield None, chances
            continue
        later = _later(mover.memories, other.memories, *now, "banked", total)
        yield _goal(mover, other, later, mover_is_a, own + total), chances
    for kind, chances, left in (("busted", ends.bust, own), ("wiped", ends.wipe, 0), ("passed", ends.passed, own)):
        event = "busted" if kind == "wiped" and own == 0 else kind
        later = _later(mover.memories, other.memories, *now, event, 0)
        yield _goal(mover, other, later, mover_is_a, left), chances


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
    left: int,
) -> NDArray[np.int64]:
    """The other's turn start: its own score is the mover's opponent's, its opponent has what the mover is left with."""
    target = mover.rules.target
    return (_product(mover, other, *later, mover_is_a) * target + np.arange(target)) * target + left
