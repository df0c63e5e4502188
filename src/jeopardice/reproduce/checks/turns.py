"""One turn: what it brings, and where rolling on stops paying."""

import math
from fractions import Fraction

from jeopardice.exact.percent import percent
from jeopardice.exact.solitaire.solitaire import solitaire
from jeopardice.exact.turns import turn_outcomes
from jeopardice.games.notation import as_game
from jeopardice.games.rules import Throw
from jeopardice.reproduce.answer import Answer, Task, check


def throw_of(game: str) -> Throw:
    """The one throw of a game."""
    return as_game(game).throws[0]


def scores(game: str) -> tuple[Fraction, Fraction]:
    """The probability that a roll scores, and the mean of what it scores if it does."""
    outcomes = [outcome for outcome in throw_of(game).outcomes if outcome.effect == "score"]
    chance = sum((outcome.probability for outcome in outcomes), Fraction(0))
    mean = sum((outcome.probability * outcome.points for outcome in outcomes), Fraction(0)) / chance
    return chance, mean


@check
def rolls_before_a_bust(task: Task) -> Answer:
    """The expected number of rolls that score before the first bust."""
    chance, _ = scores(task.game)
    return Answer((float(chance / (1 - chance)),))


@check
def mean_roll(task: Task) -> Answer:
    """The mean of a roll that scores."""
    return Answer((float(scores(task.game)[1]),))


@check
def sum_before_a_bust(task: Task) -> Answer:
    """The expected sum of all rolls before the first bust, by its own equation E = p (mean + E)."""
    chance, mean = scores(task.game)
    return Answer((float(chance * mean / (1 - chance)),))


@check
def product_is_off(task: Task) -> Answer:
    """Is the product of the mean number and the mean size of these rolls another figure than the mean of their sum?"""
    chance, mean = scores(task.game)
    number, total = chance / (1 - chance), chance * mean / (1 - chance)
    return Answer(holds=number * mean != total, told=f"{number} times {mean} is {number * mean}; the sum is {total}")


@check
def mean_of_a_turn(task: Task, strategy: str) -> Answer:
    """What a turn brings on average, and how often it busts."""
    turn = turn_outcomes(task.game, strategy)
    return Answer((float(turn.mean),), facts={"bust": percent(float(turn.bust), 1)})


@check
def even_at(task: Task) -> Answer:
    """The turn total at which a roll loses as much as it gains on average."""
    chance, mean = scores(task.game)
    total = chance * mean / (1 - chance)
    gain = chance * mean
    return Answer((float(total),), facts={"gain": float(gain), "bust": float(1 - chance)})


@check
def most_points(task: Task) -> Answer:
    """The hold values with the most points in a turn on average: the least of them, and all."""
    means = {n: turn_outcomes(task.game, f"hold-at({n})").mean for n in range(1, 101)}
    best = [n for n, mean in means.items() if mean == max(means.values())]
    assert abs(solitaire(task.game, goal="most-points(1)").expected - float(means[best[0]])) < 1e-12
    return Answer((float(best[0]),), facts={"mean": float(means[best[0]]), "all": " and ".join(map(str, best))})


@check
def ends(task: Task, hold_at: int, points: int) -> Answer:
    """How probable it is that a turn brings so many points."""
    chance = float(turn_outcomes(task.game, f"hold-at({hold_at})").points.get(points, 0))
    errors = (math.sqrt(chance * (1.0 - chance) / task.sample),) if task.sample else ()
    played = task.draws.turns(task.game, hold_at, task.sample)
    return Answer((chance,), errors, sampled=() if played is None else (float((played == points).mean()),))


@check
def reaches(task: Task, strategy: str, points: int) -> Answer:
    """How probable it is that a turn brings at least so many points."""
    turn = turn_outcomes(task.game, strategy)
    return Answer((float(sum(chance for total, chance in turn.points.items() if total >= points)),))


@check
def fewest_rolls(task: Task) -> Answer:
    """The least number of rolls with which the target can be reached."""
    rules = as_game(task.game)
    return Answer((float(-(-rules.target // max(outcome.points for outcome in throw_of(task.game).outcomes))),))


@check
def cannot_come_up(task: Task, turn_total: int, own: int = 0) -> Answer:
    """Is it impossible to stand at this turn total with something to decide?"""
    rules = as_game(task.game)
    points = {outcome.points for outcome in throw_of(task.game).outcomes if outcome.effect == "score"}
    reached = {0}
    for total in range(rules.target - own):
        reached |= {total + more for more in points if total in reached and total + more < rules.target - own}
    told = "cannot come up" if turn_total not in reached else "can come up"
    return Answer(holds=turn_total not in reached, told=told)
