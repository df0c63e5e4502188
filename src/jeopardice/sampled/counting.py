"""Many games in chunks, here or elsewhere, and what they come to all together: whole numbers, added up."""

from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import PositionError
from jeopardice.games.position import is_whole
from jeopardice.games.rules import short
from jeopardice.games.size import processors
from jeopardice.sampled.plan import CHUNK, Plan, words_of
from jeopardice.sampled.seeds import as_generator
from jeopardice.spread import Progress, spread

MOST_GAMES = 10**12
MANY_PIECES, MOST_CHUNKS = 64, 256


@dataclass(frozen=True)
class Piece:
    """Some games of one plan, in chunks from the given number on, with the seed that all chunks come from."""

    plan: Plan
    seed: np.random.SeedSequence
    first: int
    games: int


@dataclass(frozen=True, eq=False)
class Counts:
    """`wins[starter, end]`, games by number of turns, and sums and sums of squares of turns, rolls and scores."""

    wins: NDArray[np.int64]
    lengths: NDArray[np.int64]
    sums: tuple[int, ...]
    squares: tuple[int, ...]

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.wins + other.wins,
            self.lengths + other.lengths,
            tuple(one + two for one, two in zip(self.sums, other.sums, strict=True)),
            tuple(one + two for one, two in zip(self.squares, other.squares, strict=True)),
        )


def count_games(
    plan: Plan,
    games: int,
    rng: Any = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> Counts:
    """Play so many games and add them up: on threads of this process, or wherever an executor has its workers."""
    games = checked_games(games)
    pieces = pieces_of(plan, games, rng)
    if executor is None:
        workers = min(processors() if threads is None else checked_threads(threads), len(pieces))
        pool: Any = ThreadPoolExecutor(workers) if workers > 1 else nullcontext()
    else:
        pool = nullcontext(executor)
    with pool as hands:
        found: Counts | None = None
        for _, counts in spread(play_piece, pieces, hands, progress):
            found = counts if found is None else found + counts
    assert found is not None
    return found


def pieces_of(plan: Plan, games: int, rng: Any) -> list[Piece]:
    """The chunks of so many games, put together to a handy number of pieces; the last chunk may be smaller."""
    chunks, seed = -(-games // CHUNK), seed_of(rng)
    size = min(-(-chunks // MANY_PIECES), MOST_CHUNKS)
    return [Piece(plan, seed, first, min(size * CHUNK, games - first * CHUNK)) for first in range(0, chunks, size)]


def seed_of(rng: Any) -> np.random.SeedSequence:
    """A new seed sequence from a seed, or from a generator: that one gives another every time."""
    seed = as_generator(rng).bit_generator.seed_seq
    if not isinstance(seed, np.random.SeedSequence):
        raise PositionError("rng must be a seed or a generator that was made from one, to be shared among workers")
    return seed.spawn(1)[0]


def chunk_words(seed: np.random.SeedSequence, chunk: int) -> NDArray[np.uint64]:
    """With what the random numbers of a chunk begin: those of the seed's child of that number."""
    return words_of(np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, chunk)))


def play_piece(piece: Piece) -> Counts:
    """All chunks of a piece."""
    sizes = [min(CHUNK, piece.games - done) for done in range(0, piece.games, CHUNK)]
    found = [_counts(piece, chunk, games) for chunk, games in enumerate(sizes, piece.first)]
    return sum(found[1:], start=found[0])


def _counts(piece: Piece, chunk: int, games: int) -> Counts:
    tally = piece.plan.play(games, chunk_words(piece.seed, chunk))
    return Counts(
        tally.wins, tally.lengths, tuple(map(int, tally.sums)), tuple(int(square) for square in tally.squares)
    )


def checked_games(games: object) -> int:
    """A number of games, or a PositionError."""
    if not is_whole(games) or not 1 <= games <= MOST_GAMES:
        raise PositionError(f"games must be a whole number from 1 to {MOST_GAMES:,}, not {short(games)}")
    return int(games)


def checked_threads(threads: object) -> int:
    """A number of threads, or a PositionError."""
    if not is_whole(threads) or not 1 <= threads <= 1024:
        raise PositionError(f"threads must be a whole number from 1 to 1024, not {short(threads)}")
    return int(threads)
