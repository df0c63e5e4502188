"""Figures 15 and 16 of the group report as data, for any game and strategy: what chance alone does to a fair test.

A strategy plays against itself, and the seats alternate. Beside what was drawn stands what is to be expected, exactly.
"""

import tomllib
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from statistics import NormalDist
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from jeopardice.compare import statistics
from jeopardice.compare.common_dice import POINTS
from jeopardice.compare.fair_test import GAMES, NOBODY, TESTS, WON, checked_tests, played
from jeopardice.compare.points import points_of, running
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
from jeopardice.sampled.estimate import CONFIDENCE
from jeopardice.sampled.kernels import STALEMATE
from jeopardice.sampled.plan import plan_of
from jeopardice.sampled.series import Series
from jeopardice.spread import Progress

FIGURE_15_GAMES, SERIES, TIMES = 4000, 100, 100
MOST_NUMBERS = 20_000_000
LONGEST = 20_000
Floats = NDArray[np.float64]


@cache
def printed(figure: str) -> dict[str, Any]:
    """What the report prints of a figure: `figure_15`, `figure_16` or `figure_17`."""
    text = files("jeopardice.compare").joinpath("group_report.toml").read_text(encoding="utf-8")
    found: dict[str, Any] = tomllib.loads(text)[figure]
    return found


@dataclass(frozen=True, eq=False)
class Figure15(Result):
    """How the proportions of series of games settle: `proportions[n - 1, series]` is that of the first n games.

    By number of games, too: exactly how probable a proportion is that the rule would call better or worse (`chance`),
    and between which two (`low`, `high`) it lies with the confidence.
    """

    left_out: ClassVar[tuple[str, ...]] = ("outside", "chance", "low", "high", "proportions")

    game: str
    strategy: str
    games: int
    series: int
    half_width: float
    confidence: float
    proportions: Floats = field(repr=False)
    chance: Floats = field(repr=False)
    low: Floats = field(repr=False)
    high: Floats = field(repr=False)

    @property
    def outside(self) -> Floats:
        """The share of series that the rule would call better or worse, by number of games."""
        bound = self.half_width - statistics.SAME
        return np.asarray((np.abs(self.proportions - statistics.EVEN) >= bound).mean(axis=1))

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        names = ("game", "strategy", "games", "series", "half_width", "confidence")
        arrays = ("outside", "chance", "low", "high", "proportions")
        plain = {name: getattr(self, name) for name in names}
        return plain | {name: getattr(self, name).tolist() for name in arrays}

    def csv(self) -> str:
        """A line for each number of games: what is to be expected, and the proportion of each series."""
        heads = ["games", "low", "high", "chance", "outside", *(f"series {n}" for n in range(1, self.series + 1))]
        columns = [self.low, self.high, self.chance, self.outside]
        table = np.column_stack([*columns, self.proportions]).tolist()
        return csv_text(heads, ([n, *row] for n, row in enumerate(table, 1)))


def figure_15(
    game: Game,
    strategy: Any,
    games: int = FIGURE_15_GAMES,
    series: int = SERIES,
    half_width: float = HALF_WIDTH,
    *,
    confidence: float = CONFIDENCE,
    rng: Any = None,
    progress: Progress = None,
) -> Figure15:
    """Figure 15: the running proportions of many series of games of a strategy against itself."""
    rules, games, series = as_game(game), _up_to("games", games, LONGEST), _up_to("series", series, MOST_NUMBERS)
    if games * series > MOST_NUMBERS:
        raise PositionError(f"{series:,} series of {games:,} games are more than {MOST_NUMBERS:,} numbers")
    statistics.bounds(games, half_width)
    tail = (1.0 - statistics.checked("confidence", confidence, 0, 1)) / 2
    table = resolve(rules, strategy)
    player = Series(rules, table, table, rng)
    even = games + games % 2  # each series begins with a game of its own
    points = np.empty((games, series))
    for number in range(series):
        points[:, number] = POINTS[np.minimum(player.results(even)[:games], STALEMATE)]
        if progress:
            progress((number + 1) / series)
    proportions = np.cumsum(points, axis=0) / np.arange(1, games + 1)[:, None]
    seat = table_seat(table, 0)
    expected = _expected(duel_of(seat, seat), games, float(half_width), tail)
    figures = (games, series, float(half_width), float(confidence))
    return Figure15(game_notation(rules), table.name, *figures, proportions, *expected)


def _expected(duel: Duel, games: int, half_width: float, tail: float) -> tuple[Floats, Floats, Floats]:
    """By number of games: the chance of a verdict, and what a tail lies below, and above."""
    chance, low, high = np.empty(games), np.empty(games), np.empty(games)
    for n, chances in enumerate(running(duel, games), 1):
        worse, better = (2 * points for points in statistics.bounds(n, half_width))
        halves = np.arange(2 * n + 1)
        chance[n - 1] = chances[(halves >= float(better)) | (halves <= float(worse))].sum()
        below = np.cumsum(chances)
        low[n - 1] = np.searchsorted(below, tail) / (2 * n)
        high[n - 1] = np.searchsorted(below, 1.0 - tail) / (2 * n)
    return chance, low, high


@dataclass(frozen=True, eq=False)
class Figure16(Result):
    """The proportions of fair tests of a strategy against itself; each is the mean of `tests` tests of `games` games.

    `chances` are those of the verdicts of one of them; `sd` is the exact standard deviation.
    """

    left_out: ClassVar[tuple[str, ...]] = ("proportions",)

    game: str
    strategy: str
    games: int
    tests: int
    half_width: float
    proportions: Floats = field(repr=False)
    exact: Duel = field(repr=False)

    @property
    def times(self) -> int:
        """How many fair tests."""
        return len(self.proportions)

    @property
    def lowest(self) -> float:
        """The lowest proportion."""
        return float(self.proportions.min())

    @property
    def highest(self) -> float:
        """The highest proportion."""
        return float(self.proportions.max())

    @property
    def mean(self) -> float:
        """The mean of all proportions."""
        return float(self.proportions.mean())

    @property
    def sd(self) -> float:
        """The standard deviation of a proportion that is to be expected."""
        return float((sum(statistics.variances(self.exact)) / 2 / (self.games * self.tests)) ** 0.5)

    @property
    def expected_highest(self) -> float:
        """The highest of so many proportions is as often above this as below; the lowest lies as far below one half."""
        return statistics.EVEN + self.sd * NormalDist().inv_cdf(0.5 ** (1 / self.times))

    @property
    def chances(self) -> Chances:
        """How probable each verdict of such a fair test is."""
        return statistics.verdict_chances(points_of(self.exact, self.games * self.tests), self.half_width)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        names = ("game", "strategy", "games", "tests", "times", "half_width", "lowest", "highest", "mean", "sd")
        plain = {name: getattr(self, name) for name in (*names, "expected_highest")}
        return plain | {"chances": self.chances.to_dict(), "proportions": self.proportions.tolist()}

    def csv(self) -> str:
        """A line for each fair test."""
        return csv_text(["test", "proportion"], enumerate(self.proportions.tolist(), 1))


def figure_16(
    game: Game,
    strategy: Any,
    games: int = GAMES,
    tests: int = TESTS,
    times: int = TIMES,
    half_width: float = HALF_WIDTH,
    *,
    rng: Any = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> Figure16:
    """Figure 16: the proportions of many fair tests of a strategy against itself."""
    rules, games = as_game(game), halved(games)
    tests = checked_tests(tests, games)
    times = checked_tests(times, games * tests)
    statistics.bounds(games, half_width)
    table = resolve(rules, strategy)
    counts = played(plan_of((table, table)), games * tests, times, rng, executor, progress).sum(axis=1)
    proportions = (counts[:, WON] + counts[:, NOBODY] / 2) / (games * tests)
    seat = table_seat(table, 0)
    figures = (games, tests, float(half_width))
    return Figure16(game_notation(rules), table.name, *figures, proportions, duel_of(seat, seat))


def _up_to(name: str, value: Any, most: int) -> int:
    """A whole number from 1 on, or a PositionError."""
    if not is_whole(value) or not 1 <= value <= most:
        raise PositionError(f"{name} must be a whole number from 1 to {most:,}, not {short(value)}")
    return int(value)
