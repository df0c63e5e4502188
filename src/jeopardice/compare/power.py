"""Power: how many games it takes to tell two strategies apart.

The test is that of the fair test: a is better if its points are more than one half of the games by z standard errors,
z / (2 sqrt(n)) by game. How probable that is follows exactly from the duel, for any number n of games. Between two
numbers where the bound goes up by one step the power grows; where it goes up the power falls back a little.
"""

import math
from concurrent.futures import Executor
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import NormalDist
from typing import Any

from jeopardice.compare import statistics
from jeopardice.compare.common_dice import GAMES
from jeopardice.compare.paired import Paired, paired_test
from jeopardice.compare.points import points_of
from jeopardice.compare.statistics import EVEN, SAME, checked
from jeopardice.errors import PositionError
from jeopardice.exact.duel import Duel, duel
from jeopardice.exact.result import Result
from jeopardice.games.notation import Game, as_game
from jeopardice.sampled.counting import MOST_GAMES
from jeopardice.sampled.estimate import CONFIDENCE
from jeopardice.spread import Progress

POWER = 0.8
MOST_EXACT = 10**9
"""So many games are looked at exactly; beyond, the normal curve is as good."""


@dataclass(frozen=True)
class GamesToTell(Result):
    """So many `games`, each strategy starting half of them, tell a from b with probability `power` or more.

    `reached` is the exact power of this number; no larger one falls below `power`. It is None, as `games` is, where the
    two are equally good or more than 10^12 games would be needed. With seat-balanced pairs so many `games_in_pairs` do,
    by the variance that was sampled.
    """

    game: str
    a: str
    b: str
    average: float
    confidence: float
    power: float
    games: int | None
    reached: float | None
    exact: Duel = field(repr=False)
    pairs: Paired | None = field(default=None, repr=False)

    @property
    def games_in_pairs(self) -> int | None:
        """How many games it takes in seat-balanced pairs, about; None where they were not asked for."""
        if self.pairs is None or self.games is None:
            return None
        off, variance = self.average - EVEN, self.pairs.variance
        z, more = statistics.quantile(self.confidence), NormalDist().inv_cdf(self.power)
        pairs = ((z * math.sqrt(variance + off**2) + more * math.sqrt(variance)) / off) ** 2
        return 2 * max(1, math.ceil(pairs))

    @property
    def variance_factor(self) -> float | None:
        """By so much the variance of pairs is smaller than that of independent games."""
        return None if self.pairs is None else self.pairs.variance_factor

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        names = ("game", "a", "b", "average", "confidence", "power", "games", "reached", "games_in_pairs")
        plain = {name: getattr(self, name) for name in (*names, "variance_factor")}
        return plain | {"exact": self.exact.to_dict()}


def games_to_tell(
    game: Game,
    a: Any,
    b: Any,
    confidence: float = CONFIDENCE,
    power: float = POWER,
    *,
    paired: int | bool = False,
    rng: Any = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> GamesToTell:
    """How many games it takes to find out who is better, with a confidence and a power, from exact probabilities.

    `paired` also says how many it takes in seat-balanced pairs; to see how those vary, some are played: so many games,
    if it is a number.
    """
    rules = as_game(game)
    z, power = statistics.quantile(confidence), checked_power(power, confidence)
    known = duel(rules, a, b)
    share = statistics.share(known)
    games, reached = least_games(known, z, power)
    pairs = None
    if paired is not False:
        many = GAMES if paired is True else paired
        hands: dict[str, Any] = {"executor": executor, "progress": progress}
        pairs = paired_test(rules, a, b, many, confidence=confidence, rng=rng, **hands)
    return GamesToTell(known.game, known.a, known.b, share, float(confidence), power, games, reached, known, pairs)


def checked_power(power: Any, confidence: float) -> float:
    """A power that is more than a test has without any difference, or a PositionError."""
    wanted = checked("power", power, 0, 1)
    chance = 1.0 - confidence
    if wanted <= chance:
        raise PositionError(f"power must be more than the {chance:g} that chance alone brings, not {wanted:g}")
    return wanted


def power_of(duel: Duel, games: int, confidence: float = CONFIDENCE) -> float:
    """The probability that so many games find the better of the two, with alternating seats: exactly."""
    return _power(duel, games, statistics.quantile(confidence))


def _power(duel: Duel, games: int, z: float) -> float:
    """The same for a bound of z standard errors."""
    points = points_of(duel, games)
    steps = _bound(games, z, points.unit)
    if statistics.share(duel) > EVEN:
        return points.at_least(Fraction(games, 2) + Fraction(steps, points.unit))
    return points.at_most(Fraction(games, 2) - Fraction(steps, points.unit))


def _bound(games: int, z: float, unit: int) -> int:
    """So many steps more than half of the points are more than z standard errors."""
    return math.floor(z * math.sqrt(games) / 2 * unit) + 1


def least_games(duel: Duel, z: float, power: float) -> tuple[int | None, float | None]:
    """The least even number of games from which on the power is never less, and the power there."""
    off = abs(statistics.share(duel) - EVEN)
    if off < SAME:
        return None, None
    near = (statistics.share(duel) - EVEN, sum(statistics.variances(duel)) / 2)
    about = _by_normal(near[0], near[1], z, power)
    if about > MOST_GAMES:
        return None, None
    if about > MOST_EXACT:
        games = 2 * math.ceil(about / 2)
        return games, power
    return _search(duel, z, power)


def _by_normal(off: float, variance: float, z: float, power: float) -> float:
    """The number of games by the normal curve."""
    more = NormalDist().inv_cdf(power)
    return max(1.0, ((z / 2 + more * math.sqrt(variance)) / off) ** 2)


def _search(duel: Duel, z: float, power: float) -> tuple[int, float]:
    """Find the last bound at the first games of which the power is not reached, and the least number after that."""
    unit = points_of(duel, 2).unit

    def begin(steps: int) -> int:
        """The least even number of games with this bound."""
        return max(2, 2 * math.ceil((2 * (steps - 1) / (z * unit)) ** 2 / 2))

    low, high = 0, 1
    while _power(duel, begin(high), z) < power:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _power(duel, begin(middle), z) < power else (low, middle)
    short, enough = begin(max(1, low)), begin(high)
    while enough - short > 2:
        middle = short + (enough - short) // 4 * 2
        short, enough = (middle, enough) if _power(duel, middle, z) < power else (short, middle)
    return enough, _power(duel, enough, z)
