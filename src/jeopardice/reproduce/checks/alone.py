"""Playing alone: how many turns a strategy takes, and what best play can do."""

import math
from itertools import pairwise

import numpy as np

from jeopardice.exact.distribution import Distribution
from jeopardice.exact.percent import percent
from jeopardice.exact.solitaire.solitaire import solitaire
from jeopardice.exact.solitaire.within import turns_for
from jeopardice.reproduce.answer import Answer, Task, check, listed
from jeopardice.reproduce.known import alone, fewest


@check
def mean(task: Task, strategy: str) -> Answer:
    """The mean number of turns to the target."""
    spread = alone(task.game, strategy).distribution
    played = task.draws.alone(task.game, strategy, task.sample)
    errors = (spread.sd / math.sqrt(task.sample),) if task.sample else ()
    sampled = (played.turns.value,) if played else ()
    return Answer((spread.mean,), errors, sampled=sampled)


@check
def median(task: Task, strategy: str) -> Answer:
    """The median; of a large sample it is the same, unless one half falls between two numbers of turns."""
    spread = alone(task.game, strategy).distribution
    played = task.draws.alone(task.game, strategy, task.sample)
    middle = spread.median
    facts = {"below": spread.within(middle - 1), "up_to": spread.within(middle)}
    return Answer((float(middle),), (0.0,) if task.sample else (), sampled=_median(played), facts=facts)


def _median(played: object) -> tuple[float, ...]:
    found = getattr(getattr(played, "lengths", None), "median", None)
    return () if found is None else (float(found),)


@check
def deviation(task: Task, strategy: str) -> Answer:
    """The standard deviation of the number of turns."""
    spread = alone(task.game, strategy).distribution
    played = task.draws.alone(task.game, strategy, task.sample)
    errors = (_error_of_sd(spread, task.sample),) if task.sample else ()
    return Answer((spread.sd,), errors, sampled=(played.lengths.sd,) if played else ())


def _error_of_sd(spread: Distribution, sample: int) -> float:
    """The standard error of a standard deviation from a sample, by the fourth moment."""
    off = np.arange(len(spread.probabilities)) - spread.mean
    fourth = float(off**4 @ spread.probabilities)
    return math.sqrt((fourth - spread.sd**4) / (4 * spread.sd**2 * sample))


@check
def standard_error(task: Task, strategy: list[str], sample: int) -> Answer:
    """The standard error of the mean, for each of some strategies."""
    spreads = [alone(task.game, name).distribution.sd for name in listed(strategy)]
    errors = tuple(sd / math.sqrt(sample) for sd in spreads)
    facts = {"least": min(errors), "most": max(errors), "sds": ", ".join(f"{sd:.2f}" for sd in spreads)}
    return Answer(errors, facts=facts)


@check
def best_hold_value(task: Task, least: int, most: int) -> Answer:
    """The hold value with the fewest turns on average, and how close the next one comes."""
    means = {n: alone(task.game, f"hold-at({n})").expected for n in range(least, most + 1)}
    first, second = sorted(means, key=means.__getitem__)[:2]
    facts = {"mean": means[first], "second": second, "behind": means[second] - means[first]}
    facts |= {"fewest": fewest(task.game).expected}
    return Answer((float(first),), facts=facts)


@check
def range_of_means(task: Task, least: int, most: int) -> Answer:
    """The smallest and the largest mean of some hold values."""
    means = [alone(task.game, f"hold-at({n})").expected for n in range(least, most + 1)]
    return Answer((min(means), max(means)))


@check
def medians(task: Task, least: int, most: int) -> Answer:
    """How many of some hold values have the most usual median, and what that is."""
    found = [alone(task.game, f"hold-at({n})").distribution.median for n in range(least, most + 1)]
    usual = max(set(found), key=found.count)
    return Answer((float(usual),), told=f"{usual} for {found.count(usual)} of {len(found)} hold values")


@check
def deviations_rise(task: Task, least: int, most: int) -> Answer:
    """Does the standard deviation rise with the hold value?"""
    found = [alone(task.game, f"hold-at({n})").distribution.sd for n in range(least, most + 1)]
    rises = all(low < high for low, high in pairwise(found))
    return Answer(holds=rises, told=f"it rises from {found[0]:.2f} to {found[-1]:.2f}" if rises else "it does not")


@check
def spread_changes_more(task: Task, least: int, most: int) -> Answer:
    """Does the standard deviation change more, in proportion, than the mean?"""
    spreads = [alone(task.game, f"hold-at({n})").distribution for n in range(least, most + 1)]
    by_mean = max(one.mean for one in spreads) / min(one.mean for one in spreads) - 1
    by_sd = max(one.sd for one in spreads) / min(one.sd for one in spreads) - 1
    told = f"the mean changes by {percent(by_mean, 0)}, the standard deviation by {percent(by_sd, 0)}"
    return Answer(holds=by_sd > by_mean, told=told)


@check
def chance_within(task: Task, turns: int | list[int]) -> Answer:
    """The best chance of reaching the target within so many turns."""
    found = [solitaire(task.game, goal=f"within({n})").probability for n in listed(turns)]
    return Answer(tuple(found))


@check
def turns_needed(task: Task, chance: float) -> Answer:
    """The least number of turns within which best play reaches the target with that chance."""
    turns = turns_for(task.game, chance)
    found, before = (solitaire(task.game, goal=f"within({n})").probability for n in (turns, turns - 1))
    return Answer((float(turns),), facts={"chance": found, "before": before})


@check
def held_at(task: Task, turns: int, turns_left: int, own: int) -> Answer:
    """Where best play to reach the target within some turns holds for the first time."""
    return Answer((float(solitaire(task.game, goal=f"within({turns})").hold_value(own, turns_left)),))


@check
def held_at_by_turns_left(task: Task, turns: int) -> Answer:
    """The same from nothing, with all turns left, one less and so on: do the risks rise?"""
    best = solitaire(task.game, goal=f"within({turns})")
    found = [best.hold_value(0, left) for left in range(turns, 0, -1)]
    rises = all(low <= high for low, high in pairwise(found))
    return Answer(holds=rises, told=f"hold at {', '.join(map(str, found))} with {turns}, ..., 1 turns left")


@check
def turns_broken_off(task: Task, turns: list[int]) -> Answer:
    """How far the expected turns are from those of the whole game, if it is broken off after some."""
    best = fewest(task.game)
    limited = best.turn_limit(max(turns))[:, 0]
    off = [best.expected - float(limited[n]) for n in turns]
    told = ", ".join(f"{gap:.2g} after {n}" for n, gap in zip(turns, off, strict=True))
    falls = all(high > low for high, low in pairwise(off))
    return Answer(holds=falls and off[-1] < 1e-3, told=f"short of {best.expected:.6f} by {told}")
