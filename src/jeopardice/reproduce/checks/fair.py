"""The fair test: how many games, how far chance goes, and the rule."""

import math
from itertools import pairwise
from statistics import NormalDist

from jeopardice.compare import statistics
from jeopardice.compare.points import points_of
from jeopardice.exact.duel import Duel
from jeopardice.exact.percent import percent
from jeopardice.reproduce.answer import Answer, Task, check
from jeopardice.reproduce.known import met


@check
def games_needed(task: Task, half_width: float, confidence: float) -> Answer:
    """In how many games a share of one half comes within the half-width, with that confidence."""
    return Answer((float(statistics.games_for(half_width, confidence)),))


@check
def inside(task: Task, strategy: str, games: int, half_width: float) -> Answer:
    """How probable it is that the share a strategy wins against itself lies within the half-width of one half."""
    chances = statistics.verdict_chances(points_of(met(task.game, strategy, strategy), games), half_width)
    return Answer((chances.inseparable,), told=f"{percent(chances.inseparable)}")


@check
def outside(task: Task, strategy: str, games: list[int], half_width: float) -> Answer:
    """How probable it is that it lies outside, for several numbers of games."""
    duel = met(task.game, strategy, strategy)
    shares = [1.0 - statistics.verdict_chances(points_of(duel, n), half_width).inseparable for n in games]
    told = ", ".join(f"{percent(share)} with {n:,} games" for n, share in zip(games, shares, strict=True))
    falls = all(high > low for high, low in pairwise(shares))
    return Answer(holds=falls and shares[-1] > 1e-4, told=told)


@check
def width_falls_little(task: Task, strategy: str, games: int, later: int) -> Answer:
    """The width within which 95 % of the shares lie, and by how much it is smaller with more games."""
    duel = met(task.game, strategy, strategy)
    one, other = (2 * 1.96 * _deviation(duel, n) for n in (games, later))
    told = f"{one:.4f} with {games:,} games, {other:.4f} with {later:,}"
    return Answer(holds=other > 0.75 * one, told=told, facts={"less": percent(1 - other / one, 0)})


@check
def most_needed(task: Task, games: int, p: float) -> Answer:
    """How many of so many games the rule wants to be won."""
    return Answer((games * p,))


@check
def extremes(task: Task, strategy: str, games: int, times: int) -> Answer:
    """The lowest and the highest of so many shares of a strategy against itself: medians, and how they vary."""
    sd = _deviation(met(task.game, strategy, strategy), games)
    low, high = (NormalDist().inv_cdf(p ** (1 / times)) for p in (0.5, 0.841344746))
    return Answer((0.5 - sd * low, 0.5 + sd * low), (sd * (high - low),) * 2, facts={"sd": sd})


@check
def mean_of_all(task: Task, strategy: str, games: int, times: int) -> Answer:
    """The mean of all these shares."""
    sd = _deviation(met(task.game, strategy, strategy), games * times)
    return Answer((0.5,), (sd,), facts={"sd": sd})


def _deviation(duel: Duel, games: int) -> float:
    """The standard deviation of the share that is won, each starting half of so many games."""
    return math.sqrt(sum(statistics.variances(duel)) / 2 / games)


@check
def same_in_practice(task: Task, exact: list[float]) -> Answer:
    """Figures that were printed as exact, for those that were found by playing."""
    errors = tuple(math.sqrt(p * (1.0 - p) / task.sample) for p in exact)
    return Answer(tuple(exact), errors)
