"""A tournament by sampling: every pair plays so many games, each strategy starting half of them.

The seed of a pair is made from that of the tournament and from the numbers of the two, so that its games are the same
wherever they are played.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.random import SeedSequence
from numpy.typing import NDArray

from jeopardice.compare.relation import EVEN
from jeopardice.compare.rounds import Block, seated
from jeopardice.errors import PositionError
from jeopardice.games.rules import short
from jeopardice.sampled.counting import checked_games, seed_of

if TYPE_CHECKING:
    from jeopardice.compare.tournament import Tournament
    from jeopardice.sampled.simulation import Simulation


@dataclass(frozen=True)
class Sample:
    """A block of pairs, the number of games of each, the seed of all, and on how many threads to play them."""

    block: Block
    games: int
    seed: SeedSequence
    threads: int | None


def samples(blocks: list[Block], games: int, rng: Any, alone: bool) -> list[Sample]:
    """The same blocks, to be played by lot; on all threads there are, if nobody else is at work."""
    seed = seed_of(rng).spawn(1)[0]
    return [Sample(block, games, seed, None if alone else 1) for block in blocks]


def halved(games: Any) -> int:
    """A number of games of each pair of which each can start half, or a PositionError."""
    wanted = checked_games(games)
    if wanted % 2:
        raise PositionError(f"games must be an even number, for each starts half of them, not {short(games)}")
    return wanted


def play_by_lot(sample: Sample) -> NDArray[np.float64]:
    """The shares of each pair [pair, figure]: of a, first, second and its stalemates; then the same of b."""
    from jeopardice.sampled.simulate import simulate

    found = []
    for (i, j), (a, b) in zip(sample.block.pairs, seated(sample.block), strict=True):
        seed = SeedSequence(sample.seed.entropy, spawn_key=(*sample.seed.spawn_key, i, j))
        played = simulate(sample.block.rules, a.table, b.table, sample.games, seed, exact=False, threads=sample.threads)
        found.append(_figures(played, i == j))  # type: ignore[arg-type]
    return np.array(found)


def _figures(played: "Simulation", itself: bool) -> tuple[float, ...]:
    """The shares of both; of a strategy against itself, which is both of them, the mean."""
    first, second = played.first.value, played.second.value
    b_first, b_second = played.b_first.value, played.b_second.value
    if itself:
        first = b_first = (first + b_first) / 2
        second = b_second = (second + b_second) / 2
    nobody = 1.0 - first - b_second, 1.0 - b_first - second
    return first, second, _without_rounding(nobody[0]), b_first, b_second, _without_rounding(nobody[1])


def _without_rounding(share: float) -> float:
    return share if share > EVEN else 0.0


def deviations(sampled: "Tournament") -> NDArray[np.float64]:
    """By how many standard errors each sampled average differs from the exact one; 0 of one against itself.

    Where chance has no part in it, it is 0, or infinite if they differ.
    """
    exact, starts = sampled.exact, (sampled.games or 0) / 2
    assert exact is not None
    spread = exact.first * (1 - exact.first) + exact.second * (1 - exact.second)
    error = np.sqrt(spread / starts) / 2
    off = sampled.average - exact.average
    off[np.abs(off) < EVEN] = 0.0
    np.fill_diagonal(off, 0.0)
    with np.errstate(divide="ignore"):
        return np.divide(off, error, out=np.zeros_like(off), where=off != 0.0)
