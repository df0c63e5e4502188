"""Seat-balanced pairs: a plays b twice with the same dice, and starts one of the two games.

Luck helps both strategies then, and what is left is how they play: the average is known better after fewer games.
"""

from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from jeopardice.compare import statistics
from jeopardice.compare.common_dice import GAMES, MEAN_POINTS, Outcomes, independent, ratio, spread_of, together
from jeopardice.compare.sample import halved
from jeopardice.exact.duel import Duel, duel_of
from jeopardice.exact.resolve import resolve
from jeopardice.exact.result import Result
from jeopardice.exact.seat import table_seat
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.sampled.estimate import CONFIDENCE, Estimate
from jeopardice.sampled.plan import plan_by_rolls
from jeopardice.spread import Progress


@dataclass(frozen=True, eq=False)
class Paired(Result):
    """Seat-balanced pairs of a against b: `outcomes[first, second]` counts pairs by how both games end.

    0 is a win of a, 1 one of b, and 2 one of nobody; a starts the first game of a pair.
    """

    game: str
    a: str
    b: str
    games: int
    confidence: float
    outcomes: Outcomes = field(repr=False)
    exact: Duel | None = field(default=None, repr=False)

    @property
    def pairs(self) -> int:
        """How many pairs."""
        return self.games // 2

    @cached_property
    def variance(self) -> float:
        """The variance of the mean point of a pair."""
        return spread_of(self.outcomes, MEAN_POINTS)[1]

    @property
    def independent_variance(self) -> float:
        """What it would be if both games of a pair had dice of their own."""
        return independent(self.outcomes)

    @property
    def variance_factor(self) -> float:
        """By so much the variance is smaller than with independent dice: so many times fewer games tell as much."""
        return ratio(self.independent_variance, self.variance)

    @property
    def average(self) -> Estimate:
        """The points of a by game; the exact ones beside."""
        mean, variance = spread_of(self.outcomes, MEAN_POINTS)
        exact = None if self.exact is None else statistics.share(self.exact)
        return statistics.estimate(mean, (variance / self.pairs) ** 0.5, self.games, exact, self.confidence)

    @property
    def error(self) -> float:
        """The standard error of the average."""
        return float((self.variance / self.pairs) ** 0.5)

    @property
    def ahead(self) -> int:
        """In how many pairs a gets more points."""
        return int(self.outcomes[MEAN_POINTS > 0.5].sum())

    @property
    def behind(self) -> int:
        """In how many pairs b does."""
        return int(self.outcomes[MEAN_POINTS < 0.5].sum())

    @property
    def p_value(self) -> float:
        """The probability of an average that is at least as far from one half, if a and b are equally good.

        Exact, by a sign test of the pairs that either wins as a whole; by the normal curve where nobody wins some game.
        """
        if not self.outcomes[2].any() and not self.outcomes[:, 2].any():
            return statistics.sign_test(self.ahead, self.behind)
        off = MEAN_POINTS - 0.5
        squares = float((self.outcomes * off**2).sum())
        return statistics.two_sided(float((self.outcomes * off).sum()) / squares**0.5) if squares else 1.0

    @property
    def verdict(self) -> str:
        """Is a `better` or `worse` than b, or `inseparable` from it with this confidence?"""
        return statistics.verdict_of(self.p_value, 1.0 - self.confidence, self.average.value)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        plain = ("game", "a", "b", "games", "pairs", "confidence", "ahead", "behind", "p_value", "verdict")
        more = ("error", "variance", "independent_variance", "variance_factor")
        return {
            **{name: getattr(self, name) for name in plain},
            "average": self.average.to_dict(),
            **{name: getattr(self, name) for name in more},
            "outcomes": self.outcomes.tolist(),
            "exact": None if self.exact is None else self.exact.to_dict(),
        }


def paired_test(
    game: Game,
    a: Any,
    b: Any,
    games: int = GAMES,
    *,
    confidence: float = CONFIDENCE,
    rng: Any = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> Paired:
    """Play seat-balanced pairs of a against b: each two games have the same dice, and a starts one of them."""
    rules, games = as_game(game), halved(games)
    statistics.quantile(confidence)
    tables = resolve(rules, a), resolve(rules, b)
    outcomes = together((plan_by_rolls(tables),), games, rng, executor, progress)
    exact = duel_of(table_seat(tables[0], 0), table_seat(tables[1], 0))
    names = game_notation(rules), tables[0].name, tables[1].name
    return Paired(*names, games, float(confidence), outcomes, exact)
