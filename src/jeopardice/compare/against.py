"""Common random numbers: two strategies play against the same opponent with the same dice."""

from concurrent.futures import Executor
from dataclasses import dataclass, field
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

DIFFERENCE = MEAN_POINTS[:, :, None, None] - MEAN_POINTS
"""The mean point of a in a pair less that of b, by how the four games end."""


@dataclass(frozen=True, eq=False)
class Against(Result):
    """a and b against the same opponent with the same dice.

    `outcomes[a first, a second, b first, b second]` counts pairs of games by how those of a and those of b end.
    """

    game: str
    a: str
    b: str
    opponent: str
    games: int
    confidence: float
    outcomes: Outcomes = field(repr=False)
    exact: tuple[Duel, Duel] = field(repr=False)

    @property
    def pairs(self) -> int:
        """How many pairs of games each of the two has played."""
        return self.games // 2

    @property
    def averages(self) -> tuple[Estimate, Estimate]:
        """The points of a and of b by game."""
        found = []
        for mine, others in enumerate(((2, 3), (0, 1))):
            mean, variance = spread_of(self.outcomes.sum(axis=others), MEAN_POINTS)
            error, exact = (variance / self.pairs) ** 0.5, statistics.share(self.exact[mine])
            found.append(statistics.estimate(mean, error, self.games, exact, self.confidence))
        return found[0], found[1]

    @property
    def difference(self) -> Estimate:
        """The average of a less that of b."""
        mean, variance = spread_of(self.outcomes, DIFFERENCE)
        exact = statistics.share(self.exact[0]) - statistics.share(self.exact[1])
        return statistics.estimate(mean, (variance / self.pairs) ** 0.5, self.games, exact, self.confidence)

    @property
    def error(self) -> float:
        """The standard error of the difference."""
        return float((self.variance / self.pairs) ** 0.5)

    @property
    def variance(self) -> float:
        """The variance of the difference in one pair of games."""
        return spread_of(self.outcomes, DIFFERENCE)[1]

    @property
    def independent_variance(self) -> float:
        """What it would be if all four games had dice of their own."""
        return independent(self.outcomes.sum(axis=(2, 3))) + independent(self.outcomes.sum(axis=(0, 1)))

    @property
    def variance_factor(self) -> float:
        """By so much the variance is smaller than with independent dice: so many times fewer games tell as much."""
        return ratio(self.independent_variance, self.variance)

    @property
    def verdict(self) -> str:
        """Is a `better` or `worse` than b against this opponent, or are they `inseparable` with this confidence?"""
        found = self.difference
        return (
            statistics.BETTER if found.low > 0.0 else statistics.WORSE if found.high < 0.0 else statistics.INSEPARABLE
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        plain = ("game", "a", "b", "opponent", "games", "pairs", "confidence", "verdict")
        return {
            **{name: getattr(self, name) for name in plain},
            "difference": self.difference.to_dict(),
            "averages": [average.to_dict() for average in self.averages],
            **{name: getattr(self, name) for name in ("error", "variance", "independent_variance", "variance_factor")},
            "exact": [duel.to_dict() for duel in self.exact],
        }


def compare_against(
    game: Game,
    a: Any,
    b: Any,
    opponent: Any,
    games: int = GAMES,
    *,
    confidence: float = CONFIDENCE,
    rng: Any = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> Against:
    """How much better a is than b against the same opponent: both play so many games, with the same dice.

    Games go in pairs, of which the opponent starts one; each strategy gets the dice in one game that the other gets.
    """
    rules, games = as_game(game), halved(games)
    statistics.quantile(confidence)
    tables = [resolve(rules, strategy) for strategy in (a, b, opponent)]
    plans = tuple(plan_by_rolls((table, tables[2])) for table in tables[:2])
    outcomes = together(plans, games, rng, executor, progress)
    seats = [table_seat(table, 0) for table in tables]
    exact = duel_of(seats[0], seats[2]), duel_of(seats[1], seats[2])
    a, b, opponent = (table.name for table in tables)
    return Against(game_notation(rules), a, b, opponent, games, float(confidence), outcomes, exact)
