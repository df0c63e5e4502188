"""The fair test of the group report (its sections 2.5 and 3.3), for any game, two strategies and any size.

Two strategies play a number of games, each starting half of them, and that a number of times. Whoever gets more than
half of the points, by the half-width or more, on the mean of all, is better. A win is a point, and a game that nobody
wins half a point to each. How probable each verdict is follows exactly from the duel.
"""

from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from jeopardice.compare import statistics
from jeopardice.compare.hands import hands
from jeopardice.compare.points import points_of
from jeopardice.compare.sample import halved
from jeopardice.compare.sheets import csv_text
from jeopardice.compare.statistics import HALF_WIDTH, Chances
from jeopardice.errors import PositionError
from jeopardice.exact.duel import Duel, duel_of
from jeopardice.exact.resolve import resolve
from jeopardice.exact.result import Result
from jeopardice.exact.seat import table_seat
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.position import is_whole
from jeopardice.games.rules import short
from jeopardice.sampled.counting import MOST_GAMES, count_games, seed_of
from jeopardice.sampled.estimate import CONFIDENCE, Estimate, average_of, proportion, wilson
from jeopardice.sampled.kernels import A_WON, B_WON, STALEMATE, UNFINISHED
from jeopardice.sampled.plan import Plan, plan_of
from jeopardice.spread import Progress, spread

GAMES, TESTS = 3000, 100
MOST_TESTS = 1_000_000
MOST_PIECES = 64
WON, LOST, NOBODY = range(3)
Counts = NDArray[np.int64]
"""By [test, who starts, how it ends]: a wins, b wins, nobody."""


@dataclass(frozen=True)
class Batch:
    """Some tests of one plan: so many games each, and the seed of each."""

    plan: Plan
    games: int
    seeds: tuple[np.random.SeedSequence, ...]


@dataclass(frozen=True, eq=False)
class FairTest(Result):
    """A fair test of a against b: `counts[test, starter, end]` are the games that a wins, that b wins, and others.

    `exact` is the duel of the two, and `itself` that of a against itself, which shows what chance alone can do.
    """

    left_out: ClassVar[tuple[str, ...]] = ("proportions",)

    game: str
    a: str
    b: str
    games: int
    tests: int
    half_width: float
    confidence: float
    counts: Counts = field(repr=False)
    exact: Duel = field(repr=False)
    itself: Duel = field(repr=False)

    @cached_property
    def halves(self) -> NDArray[np.int64]:
        """The half points of a by [test, who starts]."""
        found = np.asarray(2 * self.counts[:, :, WON] + self.counts[:, :, NOBODY])
        found.flags.writeable = False
        return found

    @property
    def proportions(self) -> NDArray[np.float64]:
        """The points of a by game, in each test."""
        return np.asarray(self.halves.sum(axis=1) / (2 * self.games))

    @property
    def verdict(self) -> str:
        """Is a `better` or `worse` than b, or are they `inseparable`? By the rule, on the mean of all tests."""
        return statistics.verdict(Fraction(int(self.halves.sum()), 2), self.games * self.tests, self.half_width)

    @property
    def expected_verdict(self) -> str:
        """What the rule says if the proportion is the exact one."""
        return statistics.verdict(statistics.share(self.exact), 1, self.half_width)

    @property
    def verdicts(self) -> dict[str, int]:
        """In how many of the tests each verdict comes out, if it is taken alone."""
        worse, better = statistics.bounds(self.games, self.half_width)
        points = self.halves.sum(axis=1)
        high, low = int((points >= float(2 * better)).sum()), int((points <= float(2 * worse)).sum())
        return {"better": high, "inseparable": self.tests - high - low, "worse": low}

    @cached_property
    def one_test(self) -> Chances:
        """How probable each verdict is of one of the tests."""
        return statistics.verdict_chances(points_of(self.exact, self.games), self.half_width)

    @cached_property
    def all_tests(self) -> Chances:
        """How probable each verdict is of the mean of all tests."""
        return statistics.verdict_chances(points_of(self.exact, self.games * self.tests), self.half_width)

    @cached_property
    def one_test_of_itself(self) -> Chances:
        """How often one test finds a better or worse than a."""
        return statistics.verdict_chances(points_of(self.itself, self.games), self.half_width)

    @cached_property
    def all_tests_of_itself(self) -> Chances:
        """How often the mean of all tests finds a better or worse than a."""
        return statistics.verdict_chances(points_of(self.itself, self.games * self.tests), self.half_width)

    @property
    def needed(self) -> int:
        """How many games it takes to come within the half-width of one half with the confidence."""
        return statistics.games_for(self.half_width, self.confidence)

    @property
    def first(self) -> Estimate:
        """The points of a in the games that it starts."""
        return self._points(0)

    @property
    def second(self) -> Estimate:
        """The points of a in the games that b starts."""
        return self._points(1)

    @property
    def average(self) -> Estimate:
        """The mean of both seats, which is the mean of all tests, and the exact one."""
        found, exact = average_of(self.first, self.second), statistics.share(self.exact)
        error = (sum(statistics.variances(self.exact)) / 2 / (self.games * self.tests)) ** 0.5
        return replace(found, exact=exact, z=statistics.z_score(found.value, exact, error))

    @property
    def b_first(self) -> Estimate:
        """How often b wins when b starts."""
        ends = self.counts[:, 1].sum(axis=0)
        return proportion(int(ends[LOST]), int(ends.sum()), self.exact.b_first, self.confidence)

    def _points(self, starter: int) -> Estimate:
        points, n = float(self.halves[:, starter].sum()) / 2, self.games // 2 * self.tests
        wins = (self.exact.first, self.exact.second)[starter]
        exact = wins + (self.exact.stalemate_first, self.exact.stalemate_second)[starter] / 2
        z = statistics.z_score(points / n, exact, (statistics.variances(self.exact)[starter] / n) ** 0.5)
        return Estimate(points / n, *wilson(points, n, self.confidence), n, exact, z, self.confidence)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        plain = ("game", "a", "b", "games", "tests", "half_width", "confidence", "needed", "verdict")
        told = ("one_test", "all_tests", "one_test_of_itself", "all_tests_of_itself", "average", "first", "second")
        return {
            **{name: getattr(self, name) for name in (*plain, "expected_verdict", "verdicts")},
            **{name: getattr(self, name).to_dict() for name in told},
            "stalemates": int(self.counts[:, :, NOBODY].sum()),
            "exact": self.exact.to_dict(),
            "proportions": self.proportions.tolist(),
        }

    def csv(self) -> str:
        """A line for each test: its proportion, and how its games ended, by who started."""
        ends = ("a_won", "b_won", "nobody")
        heads = ["test", "proportion", *(f"{end}_{seat}_started" for seat in "ab" for end in ends)]
        rows = zip(self.proportions.tolist(), self.counts.reshape(self.tests, -1).tolist(), strict=True)
        return csv_text(heads, ([n, share, *counts] for n, (share, counts) in enumerate(rows, 1)))


def fair_test(
    game: Game,
    a: Any,
    b: Any = None,
    games: int = GAMES,
    tests: int = TESTS,
    half_width: float = HALF_WIDTH,
    *,
    confidence: float = CONFIDENCE,
    rng: Any = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> FairTest:
    """Test whether a is better than b: so many `tests` of so many `games`, each strategy starting half of them.

    Without b, a plays against itself. The same seed gives the same result, whoever plays the games.
    """
    rules = as_game(game)
    games, tests = halved(games), checked_tests(tests, games)
    statistics.bounds(games, half_width)
    statistics.quantile(confidence)
    tables = resolve(rules, a), resolve(rules, a if b is None else b)
    counts = played(plan_of(tables), games, tests, rng, executor, progress)
    seats = table_seat(tables[0], 0), table_seat(tables[1], 0)
    exact, itself = duel_of(*seats), duel_of(seats[0], seats[0])
    figures = (games, tests, float(half_width), float(confidence))
    return FairTest(game_notation(rules), tables[0].name, tables[1].name, *figures, counts, exact, itself)


def checked_tests(tests: object, games: int) -> int:
    """A number of tests of so many games, or a PositionError."""
    if not is_whole(tests) or not 1 <= tests <= min(MOST_TESTS, MOST_GAMES // games):
        most = min(MOST_TESTS, MOST_GAMES // games)
        raise PositionError(f"tests must be a whole number from 1 to {most:,}, not {short(tests)}")
    return int(tests)


def played(
    plan: Plan, games: int, tests: int, rng: Any, executor: Executor | None = None, progress: Progress = None
) -> Counts:
    """How so many tests of so many games end; each test has a seed of its own."""
    seeds = seed_of(rng).spawn(tests)
    size = -(-tests // MOST_PIECES)
    starts = range(0, tests, size)
    pieces = [Batch(plan, games, tuple(seeds[n : n + size])) for n in starts]
    counts = np.zeros((tests, 2, 3), np.int64)
    with hands(executor, len(pieces)) as workers:
        for number, found in spread(play_tests, pieces, workers, progress):
            counts[starts[number] : starts[number] + size] = found
    return counts


def play_tests(piece: Batch) -> Counts:
    """How the games of some tests end, by [test, who starts, how it ends]; what is not finished, nobody has won."""
    wins = np.array([count_games(piece.plan, piece.games, seed, threads=1).wins for seed in piece.seeds])
    return np.stack([wins[..., A_WON], wins[..., B_WON], wins[..., STALEMATE] + wins[..., UNFINISHED]], axis=-1)
