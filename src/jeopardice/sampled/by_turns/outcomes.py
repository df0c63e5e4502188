"""Whole turns as tables to draw from: what a turn ends in, and after how many rolls.

Strategies do the same in most positions, as far as the turn comes. So turns are told apart by what is done at the
decisions that can come up; probability is pushed through the automaton once for each different one, with the number of
rolls beside it, and positions only name theirs.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.games.turn import Turn, in_floats
from jeopardice.sampled.by_turns.kernels import POINT_BITS, ROLL_BITS, SPECIAL, WholeTurns
from jeopardice.sampled.cells import SHIFT_BITS, laid_out
from jeopardice.sampled.kernels import BANK, BUST, PASS, SURE_PASS, WIPE
from jeopardice.strategies.alone import Alone
from jeopardice.strategies.table import Table

Floats = NDArray[np.float64]
MOST_ROOM = 1 << 28
"""Bytes of what is done at all decisions, and of what is pushed through them."""
MOST_CELLS = 1 << (32 - SHIFT_BITS)


class TooManyTurns(Exception):
    """There are too many different turns, or too long ones, to write all of them down."""


def whole_turns(seats: Sequence[Table | Alone], remember: bool) -> WholeTurns:
    """The tables of all turns that come up for these seats, or TooManyTurns."""
    parts, places, named = list[tuple[Floats, NDArray[np.uint32]]](), list[NDArray[np.int64]](), 0
    for seat in seats:
        rows, number = different_turns(seat)
        parts += _parts(in_floats(seat.turn), rows, remember)
        places.append(number + named)
        named += len(rows)
    if sum(len(codes) for _, codes in parts) * 2 > MOST_CELLS:
        raise TooManyTurns
    head, cells = laid_out(parts)
    base = np.cumsum([0, *map(len, places)])[: len(seats)]
    others = seats[0].rules.target if isinstance(seats[0], Table) else 1
    return WholeTurns(head[np.concatenate(places)], np.resize(base, 2), others, cells)


def done_at(seat: Table | Alone, node: int) -> NDArray[Any]:
    """What is done at a decision, by place (memory, own score and opponent's): the action, or the chance of each."""
    if isinstance(seat, Alone):
        return np.ascontiguousarray(seat.weights[..., node].swapaxes(0, 1).reshape(seat.weights.shape[1], -1).T)
    if seat.weights is None:
        return seat.choices_by_scores[..., node].ravel()
    return seat.probabilities[..., node, :].reshape(-1, len(seat.rules.throws) + 1)


def different_turns(seat: Table | Alone) -> tuple[Floats, NDArray[np.int64]]:
    """The chance of each action in each different turn, by [turn, node, action], and which of them each place has."""
    turn = seat.turn
    if any(move.stay for moves in turn.moves for move in moves):
        raise TooManyTurns  # a throw that changes nothing may come any number of times
    first = done_at(seat, 0)
    if first.nbytes * turn.decisions > MOST_ROOM:
        raise TooManyTurns
    done = np.zeros((len(first), turn.decisions, *first.shape[1:]), first.dtype)
    come = {0: np.ones(len(first), np.bool_)}
    for node, moves in enumerate(turn.moves):
        if node not in come:
            continue
        here, chosen = come.pop(node), done_at(seat, node)
        done[:, node][here] = chosen[here]
        for action, move in enumerate(moves, 1):
            on = here & (chosen == action if chosen.ndim == 1 else chosen[:, action] > 0.0)
            if on.any():
                for _, later in move.steps:
                    come[later] = come.get(later, False) | on
    kinds, number = np.unique(done.reshape(len(first), -1).view(f"V{done[0].nbytes}").ravel(), return_inverse=True)
    rows = np.frombuffer(kinds.tobytes(), done.dtype).reshape(len(kinds), *done.shape[1:])
    return (np.eye(len(seat.rules.throws) + 1)[rows] if rows.ndim == 2 else rows), number


def longest(turn: Turn) -> int:
    """The most rolls that a turn may take."""
    rolls = [0] * len(turn.total)
    for node, moves in enumerate(turn.moves):
        for move in moves:
            for _, later in move.steps:
                rolls[later] = max(rolls[later], rolls[node] + 1)
    return max(rolls) + 1


def _parts(turn: Turn, rows: Floats, remember: bool) -> Iterator[tuple[Floats, NDArray[np.uint32]]]:
    """The chances of all codes, for each different turn."""
    most = longest(turn)
    if most >= 1 << ROLL_BITS or turn.rules.target + max(turn.total) >= 1 << POINT_BITS:
        raise TooManyTurns
    if 8 * len(rows) * (most + 1) * len(turn.total) > MOST_ROOM:
        raise TooManyTurns
    ends = ends_by_rolls(turn, rows, most)
    sure = rows[:, 0, 0] == 1.0
    rolls = np.arange(most + 1, dtype=np.int64) << POINT_BITS
    codes = np.concatenate([rolls + _code(end, points, remember) for end, points in ends])
    chances = np.concatenate(list(ends.values()))
    for place in range(len(rows)):
        if sure[place]:
            yield np.ones(1), np.array([_code(SURE_PASS, 0, remember)], np.uint32)
            continue
        real = np.flatnonzero(chances[:, place])
        yield chances[real, place] / chances[real, place].sum(), codes[real].astype(np.uint32)


def _code(end: int, points: int, remember: bool) -> int:
    """Points, with the way a turn ends where more is to be told of it than these."""
    plain = end in (BUST, PASS, BANK) and not remember
    return points if plain else SPECIAL | end << (POINT_BITS + ROLL_BITS) | points


def ends_by_rolls(turn: Turn, rows: Floats, most: int) -> dict[tuple[int, int], Floats]:
    """The chances by [rolls, turn] of every way to end, with the points it brings."""
    chance = {0: np.zeros((most + 1, len(rows)))}
    chance[0][0] = 1.0
    ends = {(BUST, 0): np.zeros_like(chance[0]), (WIPE, 0): np.zeros_like(chance[0])}
    for node, moves in enumerate(turn.moves):
        if node not in chance:
            continue
        here = chance.pop(node)
        held = here * rows[:, node, 0]
        if held.any():
            ends[(BANK if node else PASS), turn.total[node]] = held
        for action, move in enumerate(moves, 1):
            rolled = np.zeros_like(here)
            rolled[1:] = here[:-1] * rows[:, node, action]
            if not rolled.any():
                continue
            ends[BUST, 0] += rolled * float(move.bust)
            ends[WIPE, 0] += rolled * float(move.wipe)
            for probability, later in move.steps:
                chance[later] = chance.get(later, 0.0) + rolled * float(probability)
    for node, banked in chance.items():  # what is left stands at nodes that bank
        ends[BANK, turn.total[node]] = ends.get((BANK, turn.total[node]), 0.0) + banked
    return ends
