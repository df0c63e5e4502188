"""What is to be played, laid out for the kernels once; then any number of games of it, in chunks of a fixed size.

A chunk has random numbers of its own, from the seed of all and the chunk's number. So what comes out does not depend on
who plays which chunk.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import PositionError
from jeopardice.games.rules import short
from jeopardice.sampled import kernels
from jeopardice.sampled.by_rolls.kernels import Rolls, play_rolls
from jeopardice.sampled.by_rolls.tables import by_rolls
from jeopardice.sampled.by_turns.kernels import WholeTurns, play_whole_turns
from jeopardice.sampled.by_turns.outcomes import TooManyTurns, whole_turns
from jeopardice.sampled.kernels import Tally
from jeopardice.strategies.alone import Alone
from jeopardice.strategies.table import Table

CHUNK = 1 << 15
STARTING = {
    "a": kernels.A_STARTS,
    "b": kernels.B_STARTS,
    "alternate": kernels.ALTERNATE,
    "random": kernels.AT_RANDOM,
}
Seats = Sequence[Table | Alone]


@dataclass(frozen=True, eq=False)
class Plan:
    """A game and who plays it, by whole turns or roll by roll."""

    table: kernels.Table
    way: WholeTurns | Rolls

    def play(self, games: int, words: NDArray[np.uint64], record: bool = False) -> Tally:
        """So many games with these random numbers; with `record` also how each one ends."""
        tally = empty_tally(games if record else 0)
        if isinstance(self.way, WholeTurns):
            play_whole_turns(self.table, self.way, games, words, tally)
        else:
            play_rolls(self.table, self.way, games, 0, False, words, tally)
        return tally


def plan_of(seats: Seats, starting: str = "alternate", start: tuple[int, int] = (0, 0)) -> Plan:
    """A plan for one seat or two."""
    table = _table(seats, starting, start)
    try:
        return Plan(table, whole_turns(seats, table.remember))
    except TooManyTurns:
        return Plan(table, by_rolls(seats))


def plan_by_rolls(seats: Seats, starting: str = "alternate", start: tuple[int, int] = (0, 0)) -> Plan:
    """A plan for playing roll by roll in any case."""
    return Plan(_table(seats, starting, start), by_rolls(seats))


def _table(seats: Seats, starting: str, start: tuple[int, int]) -> kernels.Table:
    if starting not in STARTING:
        raise PositionError(f"starting must be one of {', '.join(STARTING)}, not {short(starting)}")
    most = max(max(seat.turn.total) for seat in seats)
    remember = any(len(seat.memories) > 1 for seat in seats)
    banked, ended = _memories(seats, most if remember else 0)
    who = STARTING[starting] if len(seats) > 1 else kernels.A_STARTS
    return kernels.Table(seats[0].rules.target, len(seats), who, start, remember, banked, ended)


def _memories(seats: Seats, most: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """What all ends of turns make of all memories; a game alone has a second seat that remembers nothing."""
    count = max(len(seat.memories) for seat in seats)
    banked, ended = np.zeros((2, 2, count, most + 1), np.int32), np.zeros((3, 2, 2, count), np.int32)
    for place, seat in enumerate(seats):
        known = seat.memories
        for mine in (False, True):
            places = np.minimum(np.arange(most + 1), known.banked[mine].shape[1] - 1)
            banked[place, int(mine), : len(known)] = known.banked[mine][:, places]
            for end, after in ((kernels.BUST, known.busted), (kernels.WIPE, known.wiped), (kernels.PASS, known.passed)):
                ended[end, place, int(mine), : len(known)] = after[mine]
    return banked, ended


def empty_tally(results: int = 0) -> Tally:
    """Nothing counted yet, and room for the results of so many games."""
    return Tally(
        np.zeros((2, 4), np.int64),
        np.zeros(4, np.int64),
        np.zeros(4),
        np.zeros(kernels.LENGTHS, np.int64),
        np.full(results, kernels.UNFINISHED, np.int8),
    )


def words_of(seed: np.random.SeedSequence) -> NDArray[np.uint64]:
    """The state with which the random numbers of one chunk begin."""
    state: Any = np.random.SFC64(seed).state
    words: NDArray[np.uint64] = state["state"]["state"]
    return words
