"""Who beats whom, as a relation: is it transitive, which cycles has it, and does one strategy beat all others?

`beats[i, j]` says that i beats j: it wins more often against j than j against it, each starting half of the games. Two
strategies that win equally often are even, and neither beats the other.
"""

import numpy as np
from numpy.typing import NDArray

from jeopardice.games.size import refuse_beyond

EVEN = 1e-12
"""Probabilities that differ by less are equal but for rounding."""
Relation = NDArray[np.bool_]
BYTES_OF_A_CYCLE = 100


def beats_of(average: NDArray[np.float64]) -> Relation:
    """The relation that average win probabilities make."""
    return np.asarray(average - average.T > EVEN)


def gap(beats: Relation) -> tuple[int, int, int] | None:
    """The first three of which one beats another and that a third, but the first not the third; None if transitive."""
    at_second_hand = _counted(beats) @ _counted(beats) > 0
    missing = np.argwhere(at_second_hand & ~beats)
    if not len(missing):
        return None
    first, last = (int(n) for n in missing[0])
    return first, int(np.flatnonzero(beats[first] & beats[:, last])[0]), last


def cycle_count(beats: Relation) -> int:
    """How many cycles of three there are: each is counted from each of its members in the trace of the cube."""
    counted = _counted(beats)
    return round(float(((counted @ counted) * counted.T).sum()) / 3)


def _counted(beats: Relation) -> NDArray[np.float64]:
    """The relation as numbers, which multiply fast, and exactly as far as there are entrants."""
    return beats.astype(np.float64)


def cycles(beats: Relation) -> NDArray[np.int64]:
    """Every cycle of three [cycle, 3]: each beats the next and the last the first, the one entered first in front."""
    count = cycle_count(beats)
    refuse_beyond(BYTES_OF_A_CYCLE * count, f"a list of {count:,} cycles")
    found = [np.empty((0, 3), np.int64)]
    for one in range(len(beats)):
        losers = one + 1 + np.flatnonzero(beats[one, one + 1 :])
        winners = one + 1 + np.flatnonzero(beats[one + 1 :, one])
        middle, end = np.nonzero(beats[np.ix_(losers, winners)])
        found.append(np.stack([np.full(len(middle), one), losers[middle], winners[end]], axis=1))
    return np.concatenate(found)


def condorcet(beats: Relation) -> int | None:
    """The one that beats all others, if there is one."""
    winners = np.flatnonzero(beats.sum(axis=1) == len(beats) - 1)
    return int(winners[0]) if len(winners) else None


def components(wins: Relation) -> list[NDArray[np.int64]]:
    """The strongly connected parts, the upper first, where `wins[i, j]` says that i wins against j now and then.

    Everybody has played everybody: so whoever is in an upper part always wins against all of those further down.
    """
    reached = wins | np.eye(len(wins), dtype=bool)
    while True:
        further = _counted(reached) @ _counted(reached) > 0
        if (further == reached).all():
            break
        reached = further
    parts = {row.tobytes(): np.flatnonzero(row) for row in reached & reached.T}
    return sorted(parts.values(), key=lambda part: -int(reached[part[0]].sum()))
