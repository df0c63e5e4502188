"""Positions: what they are worth, where best play holds, and how many there are."""

import numpy as np

from jeopardice.exact.percent import percent
from jeopardice.exact.solve import solve
from jeopardice.games.notation import as_game
from jeopardice.games.rules import Outcome, Rules, Throw
from jeopardice.reproduce.answer import Answer, Task, check
from jeopardice.reproduce.known import hold_values, solution


@check
def first_player(task: Task) -> Answer:
    """How often whoever starts wins, if both play as well as possible."""
    return Answer((solution(task.game).first_player,))


@check
def value(task: Task, own: int, opponent: int, turn_total: int = 0) -> Answer:
    """The probability of winning at a position."""
    return Answer((solution(task.game).value(own, opponent, turn_total),))


@check
def won_or_lost(task: Task, own: int, opponent: int, turn_total: int) -> Answer:
    """The same by the rules alone, where the game is over or banking ends it."""
    target = as_game(task.game).target
    return Answer((0.0 if opponent >= target else 1.0 if own + turn_total >= target else np.nan,))


@check
def exact_values(task: Task, positions: list[list[int]]) -> Answer:
    """Probabilities of winning as fractions."""
    best = solve(task.game, exact=True)
    found = [best.value(*position) for position in positions]
    return Answer(tuple(map(float, found)), told=", ".join(map(str, found)))


@check
def lowest_value(task: Task) -> Answer:
    """The least that a position is worth, on a scale from -1 to 1, and where."""
    values = 2 * solution(task.game).values - 1
    own, opponent = np.unravel_index(values.argmin(), values.shape)
    facts = {"own": int(own), "opponent": int(opponent), "chance": percent((1 + float(values.min())) / 2)}
    facts |= {"value": float(values.min())}
    return Answer((float(values.min()),), facts=facts)


@check
def held_from(task: Task, opponent: int, least: int, most: int) -> Answer:
    """From which turn total on best play holds, at some own scores: their median, and all between which they lie."""
    found = hold_values(task.game)[least : most + 1, opponent]
    told = f"{np.median(found):g} in the middle, {found.min()} to {found.max()}"
    return Answer((float(np.median(found)),), told=told)


@check
def held_between(task: Task, opponent: int, least: int, most: int) -> Answer:
    """The smallest and the largest turn total from which best play holds, at some own scores."""
    found = hold_values(task.game)[least : most + 1, opponent]
    return Answer((float(found.min()), float(found.max())))


@check
def rolls_to_win_from(task: Task, opponent: int) -> Answer:
    """The least own score from which best play never holds short of the target."""
    held, own = hold_values(task.game)[:, opponent], np.arange(as_game(task.game).target)
    to_the_end = held >= len(own) - own
    stops = np.flatnonzero(~to_the_end & (len(own) - own > 6))
    return Answer((float(stops.max() + 1 if len(stops) else 0),))


@check
def always_rolls(task: Task, opponent: int) -> Answer:
    """Does best play never hold short of the target, whatever the own score?"""
    best = solution(task.game)
    target, totals = best.rules.target, np.array(best.turn_totals)
    short = np.arange(target)[:, None] + totals < target
    holds = int(((best.policy[:, opponent] == 0) & short).sum())
    return Answer(holds=not holds, told="it never holds" if not holds else f"it holds at {holds} positions")


@check
def lowest_hold(task: Task) -> Answer:
    """The least turn total at which best play holds short of the target, and how often it holds below 21."""
    found = hold_values(task.game)
    own = np.arange(len(found))[:, None]
    held = found + own < len(found)
    place = np.argwhere(held & (found == found[held].min()))[0]
    facts = {"own": int(place[0]), "opponent": int(place[1]), "below": int((found[held] < 21).sum())}
    return Answer((float(found[held].min()),), facts=facts | {"at_0": int(found[0].min())})


@check
def lowest_hold_at_0(task: Task) -> Answer:
    """The least turn total at which best play holds with no points."""
    return Answer((float(hold_values(task.game)[0].min()),))


@check
def bolder_when_behind(task: Task) -> Answer:
    """Does whoever is behind hold later than whoever is ahead, at the same scores?"""
    found = hold_values(task.game)
    own = np.arange(len(found))
    short = found + own[:, None] < len(found)
    both = (own[:, None] > own) & short & short.T
    ahead, behind = found[both].mean(), found.T[both].mean()
    told = f"on average it holds at {behind:.1f} behind, and at {ahead:.1f} ahead"
    return Answer(holds=bool(behind > ahead), told=told)


@check
def careful_between(task: Task, opponent: int, least: int, most: int) -> Answer:
    """Is the median hold value smaller there than at smaller own scores?"""
    found = hold_values(task.game)[:, opponent]
    there, before = np.median(found[least : most + 1]), np.median(found[:least])
    return Answer(holds=bool(there < before), told=f"hold at {there:g} there, at {before:g} before")


@check
def bolder_as_the_opponent_gets_on(task: Task, opponents: list[int]) -> Answer:
    """Does best play hold later, on average of all own scores, the more the opponent has?"""
    found = [float(hold_values(task.game)[:, opponent].mean()) for opponent in opponents]
    told = "on average it holds at " + ", ".join(f"{held:.1f}" for held in found)
    return Answer(holds=sorted(found) == found, told=told)


@check
def most_by_holding(task: Task, opponent: int) -> Answer:
    """The best chance of winning that a hold short of the target leaves."""
    kept = 1.0 - solution(task.game).values[opponent]
    return Answer((float(kept.max()),), facts={"chance": percent(float(kept.max()))})


@check
def hold_sets(task: Task) -> Answer:
    """At how many pairs of scores best play holds at one turn total and rolls at a larger one."""
    best = solution(task.game)
    target, totals = best.rules.target, np.array(best.turn_totals)
    short = (np.arange(target)[:, None] + totals < target)[:, None]
    holds = (best.policy == 0) & short
    again = (np.maximum.accumulate(holds, axis=2) & (best.policy != 0) & short).any(axis=2)
    facts = {"example": best.hold_value(41, 49)} if target > 49 else {}
    told = f"there are {int(again.sum()):,} exceptions among {target**2:,} pairs of scores"
    return Answer(holds=not again.any(), told=told, facts=facts)


@check
def fewer_than(task: Task, number: int) -> Answer:
    """Are there fewer positions with something to decide?"""
    states = solution(task.game).states
    return Answer(holds=states < number, told=f"{states:,}")


@check
def not_solved(task: Task) -> Answer:
    """Is there anything left of the equations when they have been solved?"""
    left = solution(task.game).residual
    exactly = solve("piglet(target=2)", exact=True).first_player
    told = f"Pig is solved to less than 1e-12, Piglet to 2 exactly: {exactly}"
    return Answer(holds=left > 1e-12, told=told if left <= 1e-12 else f"{left:.0e} is left")


@check
def pairs_of_scores(task: Task) -> Answer:
    """How many pairs of banked scores there are short of the target."""
    return Answer((float(as_game(task.game).target ** 2),))


@check
def largest_score(task: Task) -> Answer:
    """The largest score at which a game can end."""
    rules = as_game(task.game)
    most = max(outcome.points for throw in rules.throws for outcome in throw.outcomes)
    return Answer((float(rules.target - 1 + most),))


@check
def without_the_wipe(task: Task, single: str) -> Answer:
    """What two dice cost whoever starts if double 1 only busts, and what the wipe costs besides."""
    rules = as_game(task.game)
    throw = rules.throws[0]
    scored = tuple(outcome for outcome in throw.outcomes if outcome.effect == "score")
    bust = Outcome(throw.chance("bust") + throw.chance("wipe"), 0, "bust")
    milder = solve(Rules("two-dice-without-wipe", rules.target, (Throw("roll", (*scored, bust)),)), cache=False)
    before, after = solution(single).first_player, solution(task.game).first_player
    dice, wipe = before - milder.first_player, milder.first_player - after
    told = f"two dice alone take {dice:.4f}, the wipe {wipe:.4f}"
    return Answer(holds=after < before and wipe > dice, told=told, facts={"milder": milder.first_player})
