"""Wald's sequential test on seat-balanced pairs: it stops as soon as it is clear who is better, with a stated error.

x is the mean point of a in a pair. Two bets are kept, each beginning with 1:

    up   = product of 1 + s (x - (1/2 - margin)),    down = product of 1 - s (x - (1/2 + margin)).

If the average of a is 1/2 - margin or less, `up` does not grow on the mean, whatever the stake s >= 0 that was chosen
before x is seen. So it ever reaches 1/error with probability `error` at most (Ville's inequality), and then a is called
better; `down` says in the same way that a is worse. No more is asked of the pairs than that they do not depend on each
other. If x were a single game, won or lost, and s = 2 margin / variance, these were Wald's likelihood ratio and its
inverse. Here the variance is that of the pairs so far, and as the dice make it small, the test is short.
"""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.compare import statistics
from jeopardice.compare.common_dice import POINTS
from jeopardice.compare.statistics import BETTER, EVEN, INSEPARABLE, UNDECIDED, WORSE, checked
from jeopardice.errors import PositionError
from jeopardice.exact.duel import Duel, duel_of
from jeopardice.exact.resolve import resolve
from jeopardice.exact.result import Result
from jeopardice.exact.seat import table_seat
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.position import is_whole
from jeopardice.games.rules import short
from jeopardice.sampled.counting import MOST_GAMES
from jeopardice.sampled.kernels import STALEMATE
from jeopardice.sampled.plan import CHUNK
from jeopardice.sampled.series import Series
from jeopardice.spread import Progress

MARGIN, ERROR, MOST = 0.01, 0.05, 1_000_000
LEAST_MARGIN = 1e-6
FIRST_GAMES = 512
BEFORE, LIKELY = 20, 1 / 16
"""As if so many pairs had been seen before with this variance, which is half of that of independent games."""
LEAST_FACTOR = 0.5
"""No pair takes more than half of what has been gathered."""
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class SequentialTest(Result):
    """A sequential test: the verdict on a after so many `games`, and how far the two bets had come.

    `mean` and `variance` are those of the mean points of all pairs played; the mean of a test that stops by itself lies
    too far from one half. `expected_games` is about how many it takes, for the exact average and this variance.
    """

    game: str
    a: str
    b: str
    margin: float
    error: float
    most: int
    verdict: str
    games: int
    up: float
    down: float
    mean: float
    variance: float
    exact: Duel = field(repr=False)

    @property
    def expected_games(self) -> float | None:
        """About how many games it takes; None where the pairs differ so little that the formula does not hold."""
        return expected_games(self.margin, self.error, statistics.share(self.exact), self.variance)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        names = ("game", "a", "b", "margin", "error", "most", "verdict", "games", "up", "down", "mean", "variance")
        more = {"expected_games": self.expected_games, "exact": self.exact.to_dict()}
        return {name: getattr(self, name) for name in names} | more


class Bets:
    """The two bets while they grow: `follow` takes the mean points of further pairs."""

    def __init__(self, margin: float, error: float) -> None:
        self.margin, self.goal = margin, -math.log(error)
        self.most_stake = LEAST_FACTOR / (EVEN - margin)
        self.up = self.down = 0.0  # logarithms
        self.pairs, self.total, self.squares = 0, 0.0, 0.0

    def follow(self, points: Floats) -> str | None:
        """Bet on one pair after the other until a bet has reached its goal; -> the verdict, if one has."""
        off = points - EVEN
        squares = self.squares + np.cumsum(off**2)
        seen = np.concatenate([[self.squares], squares[:-1]]) + BEFORE * LIKELY
        stakes = np.minimum(self.most_stake, 2.0 * self.margin * (BEFORE + self.pairs + np.arange(len(off))) / seen)
        up = self.up + np.cumsum(np.log1p(stakes * (off + self.margin)))
        down = self.down + np.cumsum(np.log1p(-stakes * (off - self.margin)))
        reached = np.flatnonzero((up >= self.goal) | (down >= self.goal))
        last = int(reached[0]) if len(reached) else len(off) - 1
        self.up, self.down, self.squares = float(up[last]), float(down[last]), float(squares[last])
        self.pairs, self.total = self.pairs + last + 1, self.total + float(points[: last + 1].sum())
        return self.verdict if len(reached) else None

    @property
    def verdict(self) -> str:
        """What the bets say: if both have reached their goals, neither strategy is better by the margin."""
        better, worse = self.up >= self.goal, self.down >= self.goal
        return INSEPARABLE if better and worse else BETTER if better else WORSE if worse else UNDECIDED


def sequential_test(
    game: Game,
    a: Any,
    b: Any,
    margin: float = MARGIN,
    error: float = ERROR,
    most: int = MOST,
    *,
    rng: Any = None,
    progress: Progress = None,
) -> SequentialTest:
    """Play seat-balanced pairs until it is clear whether a is better or worse than b, for `most` games.

    If the average of a is one half less the margin, or lower, the verdict is `better` with probability `error` at most;
    and likewise `worse` if it is one half and the margin or higher. In between either may come out.
    """
    rules, most = as_game(game), checked_most(most)
    bets = Bets(checked("margin", margin, LEAST_MARGIN, EVEN), checked("error", error, 0, EVEN))
    tables = resolve(rules, a), resolve(rules, b)
    series = Series(rules, *tables, rng, common=True)
    verdict, batch = None, FIRST_GAMES
    while verdict is None and series.played < most:
        ends = np.minimum(series.results(min(batch, most - series.played)), STALEMATE)
        verdict = bets.follow(POINTS[ends].reshape(-1, 2).mean(axis=1))
        batch = min(2 * batch, CHUNK)
        if progress:
            progress(1.0 if verdict else max(0.0, bets.up, bets.down) / bets.goal)
    exact = duel_of(table_seat(tables[0], 0), table_seat(tables[1], 0))
    return _found(game_notation(rules), most, error, bets, exact)


def checked_most(most: object) -> int:
    """The greatest number of games of a test, or a PositionError."""
    if not is_whole(most) or not 2 <= most <= MOST_GAMES or most % 2:
        raise PositionError(f"most must be an even number of games from 2 to {MOST_GAMES:,}, not {short(most)}")
    return int(most)


def _found(game: str, most: int, error: float, bets: Bets, exact: Duel) -> SequentialTest:
    mean = bets.total / bets.pairs
    return SequentialTest(
        game=game,
        a=exact.a,
        b=exact.b,
        margin=bets.margin,
        error=float(error),
        most=most,
        verdict=bets.verdict,
        games=2 * bets.pairs,
        up=math.exp(bets.up),
        down=math.exp(bets.down),
        mean=mean,
        variance=max(0.0, bets.squares / bets.pairs - (mean - EVEN) ** 2),
        exact=exact,
    )


def expected_games(margin: float, error: float, average: float, variance: float) -> float | None:
    """About how many games a sequential test takes: Wald's formula, as if the bets ran to their goals smoothly."""
    off, goal = average - EVEN, -math.log(error)
    second = variance + off**2
    if second <= 0.0 or 2.0 * margin / second > LEAST_FACTOR / (EVEN - margin):
        return None
    stake = 2.0 * margin / second
    if abs(off) < statistics.SAME:
        return 2.0 * goal**2 / (stake**2 * second)
    return 2.0 * goal * math.tanh(off * goal / (2.0 * margin)) / (stake * off)
