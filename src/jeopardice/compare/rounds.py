"""The duels of a round robin, in blocks of the matrix that can be played anywhere.

A block carries the rules and its strategies in a form that travels: those with names as values, so that `optimal` is
solved, or read from the cache, where the work is done; whatever else there is, written out as a table. Who plays a
block makes the seats ready, and keeps as many as there is room for until another tournament comes.
"""

import pickle
import threading
import zlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from jeopardice.exact.duel import chances
from jeopardice.exact.resolve import resolve
from jeopardice.exact.seat import Seat, table_seat
from jeopardice.games.rules import Rules
from jeopardice.games.size import available, processors
from jeopardice.strategies.base import Strategy
from jeopardice.strategies.notation import NAMED
from jeopardice.strategies.tabulate import tabulate

BLOCKS_A_SIDE, LARGEST = 8, 10


@dataclass(frozen=True)
class Block:
    """Some rows of the matrix and some columns; of the pairs those are played that are not below the diagonal."""

    tournament: str
    rules: Rules
    rows: range
    columns: range
    packed: Mapping[int, bytes]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of this block, by numbers of entrants."""
        return [(row, column) for row in self.rows for column in self.columns if row <= column]


def blocks(tournament: str, rules: Rules, packed: tuple[bytes, ...]) -> list[Block]:
    """The whole matrix in blocks: enough of them that many can work on it."""
    entrants = len(packed)
    wide = min(LARGEST, -(-entrants // BLOCKS_A_SIDE))
    sides = [range(start, min(start + wide, entrants)) for start in range(0, entrants, wide)]
    found = []
    for place, rows in enumerate(sides):
        for columns in sides[place:]:
            needed = {number: packed[number] for number in (*rows, *columns)}
            found.append(Block(tournament, rules, rows, columns, needed))
    return found


def pack(rules: Rules, strategy: Strategy) -> bytes:
    """A strategy as it travels."""
    return zlib.compress(pickle.dumps(_travelling(rules, strategy)), level=1)


def _travelling(rules: Rules, strategy: Strategy) -> Strategy:
    """The strategy itself where every jeopardice has it, else its table, its memories being mere numbers."""
    if type(strategy) not in NAMED.values():
        table = tabulate(rules, strategy)
        return replace(table, memories=replace(table.memories, values=tuple(range(len(table.memories)))))
    inside = {field.name: getattr(strategy, field.name) for field in fields(strategy)}  # type: ignore[arg-type]
    others = {name: _travelling(rules, value) for name, value in inside.items() if isinstance(value, Strategy)}
    return replace(strategy, **others) if others else strategy  # type: ignore[type-var]


class _AtHand(threading.local):
    """The seats that a thread has ready, those used last at the end; of one tournament only."""

    def __init__(self) -> None:
        self.tournament = ""
        self.seats: OrderedDict[int, Seat] = OrderedDict()
        self.size, self.room = 0, available() // (2 * processors())

    def clear(self, tournament: str = "") -> None:
        """Make room for another tournament, or for other things."""
        self.tournament, self.size = tournament, 0
        self.seats.clear()

    def seat(self, block: Block, number: int) -> Seat:
        """The seat of an entrant, made ready if it is not; the last two that were asked for are always there."""
        if self.tournament != block.tournament:
            self.clear(block.tournament)
        if number not in self.seats:
            strategy: Strategy = pickle.loads(zlib.decompress(block.packed[number]))
            self.seats[number] = table_seat(resolve(block.rules, strategy), 0)
            self.size += _size(self.seats[number])
        self.seats.move_to_end(number)
        while len(self.seats) > 2 and self.size > self.room:
            self.size -= _size(self.seats.popitem(last=False)[1])
        return self.seats[number]


AT_HAND = _AtHand()


def _size(seat: Seat) -> int:
    """About how many bytes a seat takes."""
    arrays = [array for memory in seat.arrays for array in memory if isinstance(array, np.ndarray)]
    return sum(array.nbytes for array in arrays)


def seated(block: Block) -> Iterator[tuple[Seat, Seat]]:
    """The two seats of each pair of a block."""
    for row, column in block.pairs:
        yield AT_HAND.seat(block, row), AT_HAND.seat(block, column)


def play_exactly(block: Block) -> NDArray[np.float64]:
    """The exact figures of each pair [pair, figure]: of a, first, second and its stalemates; then the same of b."""
    return np.array([_of_both(*chances(a, b)) for a, b in seated(block)])


def _of_both(first: float, second: float, endless: float, b_endless: float) -> tuple[float, ...]:
    """The figures of both from those of a; what b wins is the rest."""
    return first, second, endless, 1.0 - second - b_endless, 1.0 - first - endless, b_endless
