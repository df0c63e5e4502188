"""Games with the same dice, in pairs: how often they end in which ways together, from which all figures follow.

A pair is two games with the same dice and seats swapped: the player who starts throws the same dice, turn for turn, in
both, and so does the other.
"""

from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.compare.hands import hands
from jeopardice.sampled.counting import seed_of
from jeopardice.sampled.kernels import STALEMATE
from jeopardice.sampled.plan import CHUNK, Plan, words_of
from jeopardice.sampled.series import same_dice
from jeopardice.spread import Progress, spread

GAMES = 100_000
MOST_PIECES = 64
ENDS = 3
POINTS = np.array([1.0, 0.0, 0.5])
"""What a gets of a game that it wins, that the other wins, and that nobody wins."""
MEAN_POINTS = (POINTS[:, None] + POINTS) / 2
"""What it gets of a pair by game, by how both games end."""
Outcomes = NDArray[np.int64]


@dataclass(frozen=True)
class Dice:
    """Games with the same dice for all plans: the number of the first, and how many."""

    plans: tuple[Plan, ...]
    words: NDArray[np.uint64]
    begin: int
    games: int


def together(
    plans: tuple[Plan, ...],
    games: int,
    rng: Any,
    executor: Executor | None = None,
    progress: Progress = None,
    threads: int | None = None,
) -> Outcomes:
    """How many pairs end in which ways together, by [end of the first game, of the second, and so for every plan]."""
    words = words_of(seed_of(rng).spawn(1)[0])
    size = CHUNK * -(-games // (CHUNK * MOST_PIECES))
    pieces = [Dice(plans, words, begin, min(size, games - begin)) for begin in range(0, games, size)]
    found = np.zeros((ENDS,) * (2 * len(plans)), np.int64)
    with hands(executor, len(pieces), threads) as workers:
        for _, counts in spread(play_together, pieces, workers, progress):
            found += counts
    return found


def play_together(piece: Dice) -> Outcomes:
    """The same for some of the games; what is not finished, nobody has won."""
    shape = (ENDS,) * (2 * len(piece.plans))
    found = np.zeros(shape, np.int64)
    for begin in range(piece.begin, piece.begin + piece.games, CHUNK):
        games = min(CHUNK, piece.begin + piece.games - begin)
        ends = [same_dice(plan, games, begin // 2, piece.words) for plan in piece.plans]
        places = np.minimum(ends, STALEMATE).reshape(len(ends), -1, 2).transpose(0, 2, 1).reshape(-1, games // 2)
        found += np.bincount(np.ravel_multi_index(tuple(places), shape), minlength=found.size).reshape(shape)
    return found


def spread_of(outcomes: Outcomes, values: NDArray[np.float64]) -> tuple[float, float]:
    """The mean and the variance of what pairs are worth."""
    pairs = float(outcomes.sum())
    mean = float((outcomes * values).sum()) / pairs
    return mean, float((outcomes * (values - mean) ** 2).sum()) / max(1.0, pairs - 1)


def independent(outcomes: Outcomes) -> float:
    """The variance of the mean point of a pair if both games had dice of their own."""
    return sum(spread_of(outcomes.sum(axis=other), POINTS)[1] for other in (1, 0)) / 4


def ratio(independent: float, paired: float) -> float:
    """How many times smaller; infinite where nothing is left to chance."""
    return independent / paired if paired > 0.0 else float("inf") if independent > 0.0 else 1.0
