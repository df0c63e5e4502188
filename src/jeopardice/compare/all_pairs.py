"""Every strategy of a field against every other by seat-balanced pairs, with Holm's correction of all verdicts.

Of many comparisons at 5 %, one in twenty finds a difference where there is none. Holm's correction sees to it that with
a probability of 95 % there is not one false difference among all.
"""

from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cached_property
from secrets import token_hex
from typing import Any, ClassVar

import numpy as np
from numpy.random import SeedSequence
from numpy.typing import NDArray

from jeopardice.compare import statistics
from jeopardice.compare.common_dice import together
from jeopardice.compare.hands import hands
from jeopardice.compare.paired import Paired
from jeopardice.compare.rounds import AT_HAND, Block, blocks, pack, seated
from jeopardice.compare.sample import halved
from jeopardice.compare.sheets import csv_text
from jeopardice.errors import StrategyError
from jeopardice.exact.duel import duel_of
from jeopardice.exact.result import Result
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.sampled.counting import seed_of
from jeopardice.sampled.estimate import CONFIDENCE
from jeopardice.sampled.plan import plan_by_rolls
from jeopardice.spread import Progress, spread
from jeopardice.strategies.field import field as field_of

GAMES = 10_000


@dataclass(frozen=True)
class Lots:
    """A block of pairs of strategies, the number of games of each pair, and the seed of all."""

    block: Block
    names: tuple[str, ...]
    games: int
    confidence: float
    seed: SeedSequence


@dataclass(frozen=True)
class Compared(Result):
    """One pair of a field: its games, its p-value adjusted for all pairs, and the verdict on a."""

    test: Paired
    adjusted: float
    verdict: str

    @property
    def is_false(self) -> bool:
        """Is the verdict that one is better, and the exact average says otherwise?"""
        off = (self.test.average.exact or 0.0) - statistics.EVEN
        right = statistics.BETTER if off > statistics.SAME else statistics.WORSE if off < -statistics.SAME else ""
        return self.verdict not in (statistics.INSEPARABLE, right)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        told = {name: getattr(self.test, name) for name in ("a", "b", "p_value", "ahead", "behind")}
        figures = {"average": self.test.average.to_dict(), "variance_factor": self.test.variance_factor}
        return {**told, "adjusted": self.adjusted, "verdict": self.verdict, "is_false": self.is_false, **figures}


@dataclass(frozen=True, eq=False)
class AllPairs(Result):
    """All pairs of a field in the order in which they were entered; `games` are those of each pair."""

    left_out: ClassVar[tuple[str, ...]] = ("pairs",)

    game: str
    names: tuple[str, ...]
    games: int
    confidence: float
    tests: tuple[Paired, ...] = field(repr=False)

    @cached_property
    def adjusted(self) -> NDArray[np.float64]:
        """The p-values of all pairs after Holm's correction."""
        found = statistics.holm(test.p_value for test in self.tests)
        found.flags.writeable = False
        return found

    @cached_property
    def pairs(self) -> tuple[Compared, ...]:
        """Every pair with its verdict."""
        level = 1.0 - self.confidence
        return tuple(
            Compared(test, float(p), statistics.verdict_of(float(p), level, test.average.value))
            for test, p in zip(self.tests, self.adjusted, strict=True)
        )

    @property
    def told_apart(self) -> int:
        """How many pairs have a better one."""
        return sum(pair.verdict != statistics.INSEPARABLE for pair in self.pairs)

    @property
    def false(self) -> int:
        """How many of the better ones are not, by the exact averages."""
        return sum(pair.is_false for pair in self.pairs)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "game": self.game,
            "names": list(self.names),
            "games": self.games,
            "confidence": self.confidence,
            "told_apart": self.told_apart,
            "false": self.false,
            "pairs": [pair.to_dict() for pair in self.pairs],
        }

    def csv(self) -> str:
        """A line for each pair."""
        heads = ["a", "b", "average", "low", "high", "exact", "z", "ahead", "behind", "p_value", "adjusted", "verdict"]
        rows = []
        for pair in self.pairs:
            test, average = pair.test, pair.test.average
            figures = [average.value, average.low, average.high, average.exact, average.z]
            row = [test.a, test.b, *figures, test.ahead, test.behind, test.p_value, pair.adjusted, pair.verdict]
            rows.append(row)
        return csv_text(heads, rows)


def compare_all(
    game: Game,
    field: Any,
    games: int = GAMES,
    *,
    confidence: float = CONFIDENCE,
    rng: Any = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> AllPairs:
    """Compare all pairs of a field by so many games each, and say which of them can be told apart, all at once.

    A field is a list of strategies or of notations with ranges, `hold-at(15..25)`. With the `confidence` not one of the
    verdicts `better` and `worse` is false. The same seed gives the same result, whoever plays the games.
    """
    rules, games = as_game(game), halved(games)
    statistics.quantile(confidence)
    entrants = field_of(rules, field)
    if len(entrants) < 2:
        raise StrategyError(f"there must be two strategies or more to compare, not only {next(iter(entrants))}")
    packed = tuple(pack(rules, strategy) for strategy in entrants.values())
    seed, names = seed_of(rng).spawn(1)[0], tuple(entrants)
    pieces = [Lots(block, names, games, float(confidence), seed) for block in blocks(token_hex(8), rules, packed)]
    found: dict[tuple[int, int], Paired] = {}
    try:
        with hands(executor, len(pieces)) as workers:
            for _, tests in spread(play_pairs, pieces, workers, progress):
                found |= tests
    finally:
        AT_HAND.clear()
    return AllPairs(game_notation(rules), names, games, float(confidence), tuple(found[pair] for pair in sorted(found)))


def play_pairs(lots: Lots) -> dict[tuple[int, int], Paired]:
    """The games of each pair of a block; none of a strategy against itself."""
    found, name = {}, game_notation(lots.block.rules)
    for (i, j), seats in zip(lots.block.pairs, seated(lots.block), strict=True):
        if i == j:
            continue
        plan = plan_by_rolls([seat.table for seat in seats if seat.table is not None])
        seed = SeedSequence(lots.seed.entropy, spawn_key=(*lots.seed.spawn_key, i, j))
        outcomes = together((plan,), lots.games, seed, threads=1)
        names = lots.names[i], lots.names[j]
        found[i, j] = Paired(name, *names, lots.games, lots.confidence, outcomes, duel_of(*seats))
    return found
