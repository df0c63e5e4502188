"""Where chance begins: a generator from whatever is given for it, and a seed for whoever gives none."""

import secrets
from collections.abc import Callable
from typing import Any

import numpy as np

from jeopardice.errors import PositionError
from jeopardice.games.rules import short

SEED_BITS = 32


def as_generator(rng: Any = None) -> np.random.Generator:
    """A numpy generator: the one given, or a new one from a seed; without a seed it is different every time."""
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError):
        problem = f"rng must be a seed (a whole number from 0 on) or a generator of numpy, not {short(rng)}"
        raise PositionError(problem) from None


def drawn_seed() -> int:
    """A seed that can be told, to draw the same again."""
    return secrets.randbits(SEED_BITS)


def told_seed(seed: int | None, tell: Callable[[str], object]) -> int:
    """The seed that is wanted, or a new one that is told."""
    if seed is not None:
        as_generator(seed)
        return seed
    drawn = drawn_seed()
    tell(f"seed {drawn}")
    return drawn


def seeds_of(seed: int, count: int) -> list[Any]:
    """Seeds for several pieces of work that come from one; a single piece has the seed itself."""
    return [seed] if count == 1 else list(np.random.SeedSequence(seed).spawn(count))
