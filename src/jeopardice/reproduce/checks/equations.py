"""Equations as documents print them: does the solution of the game satisfy them, and what would they come to?"""

from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from jeopardice.exact.action_values import all_action_values
from jeopardice.exact.solitaire.solitaire import solitaire
from jeopardice.games.notation import as_game
from jeopardice.games.rules import Outcome
from jeopardice.reproduce.answer import Answer, Task, check
from jeopardice.reproduce.known import solution

Floats = NDArray[np.float64]
SMALL = 1e-9


@check
def satisfied(task: Task, bust: str = "swapped", bank: str = "banked") -> Answer:
    """By how much the solution of the game at most misses an equation as it is printed.

    After a bust the scores are `swapped` or `kept`; a hold has `banked` the turn total or `carried` it.
    """
    worth, starts = _worth(task.game), solution(task.game).values
    off = _right_side(task.game, worth, starts, bust, bank) - worth
    missed = float(np.nanmax(np.abs(off)))
    told = "the solution satisfies it" if missed < SMALL else f"the solution misses it by up to {missed:.3f}"
    return Answer(holds=missed < SMALL, told=told, facts={"missed": missed})


@lru_cache(maxsize=4)
def _worth(game: str) -> Floats:
    """What every position is worth by [own, opponent, turn total]; not a number where nothing is to decide."""
    best = solution(game)
    target = best.rules.target
    found = np.full((target,) * 3, np.nan)
    worth = all_action_values(best, range(target)).max(axis=0)
    for node, total in enumerate(best.turn_totals):
        found[: target - total, :, total] = worth[node, : target - total]
    return found


def _right_side(game: str, worth: Floats, starts: Floats, bust: str, bank: str) -> Floats:
    """The larger one of both actions by an equation as it is printed, with the right values put in."""
    outcomes, found = as_game(game).throws[0].outcomes, np.full_like(worth, np.nan)
    for total in range(len(worth)):
        own = np.arange(len(worth) - total)
        hold = 1.0 - (starts[:, own + total] if bank == "banked" else worth[:, own, total]).T
        roll = sum(float(outcome.probability) * _after(outcome, worth, starts, total, bust) for outcome in outcomes)
        found[own, :, total] = np.maximum(hold, roll)
    return found


def _after(outcome: Outcome, worth: Floats, starts: Floats, total: int, bust: str) -> Floats:
    """What follows an outcome of a roll, by [own, opponent]."""
    own = np.arange(len(worth) - total)
    if outcome.effect == "wipe":
        return np.asarray(np.broadcast_to(1.0 - starts[:, 0], (len(own), len(worth))))
    if outcome.effect == "bust":
        return np.asarray(1.0 - (starts[own] if bust == "kept" else starts[:, own].T))
    after = total + outcome.points
    found = np.ones((len(own), len(worth)))
    short = own + after < len(worth)
    if short.any():
        found[short] = worth[own[short], :, after]
    return found


@check
def linear(task: Task, matrix: list[list[str]], constants: list[str]) -> Answer:
    """The solution of a system of linear equations, in fractions."""
    found = solved([[*map(Fraction, row)] for row in matrix], [*map(Fraction, constants)])
    told = ", ".join(f"{fraction} = {float(fraction):.6f}" for fraction in found)
    return Answer(tuple(map(float, found)), told=told)


def solved(matrix: list[list[Fraction]], constants: list[Fraction]) -> list[Fraction]:
    """Gauss and Jordan."""
    rows = [[*row, constant] for row, constant in zip(matrix, constants, strict=True)]
    for place in range(len(rows)):
        pivot = next(n for n in range(place, len(rows)) if rows[n][place])
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [entry / rows[place][place] for entry in rows[place]]
        for other in range(len(rows)):
            if other != place:
                factor = rows[other][place]
                rows[other] = [one - factor * two for one, two in zip(rows[other], rows[place], strict=True)]
    return [row[-1] for row in rows]


@check
def is_a_probability(task: Task, matrix: list[list[str]], constants: list[str]) -> Answer:
    """Are all unknowns of a system probabilities?"""
    found = solved([[*map(Fraction, row)] for row in matrix], [*map(Fraction, constants)])
    told = ", ".join(f"{fraction} = {float(fraction):.4f}" for fraction in found)
    return Answer(holds=all(0 <= fraction <= 1 for fraction in found), told=f"it gives {told}")


@check
def roll_costs_a_turn(task: Task, turns: int, chance: float) -> Answer:
    """The chance of reaching the target by an equation in which every roll, and every hold, takes one turn away.

    Whoever has enough at risk has won. What is left is not turns but decisions.
    """
    found = [_chance(task.game, left) for left in (turns, turns + 1)]
    needed = next(left for left in range(1, 1000) if _chance(task.game, left) >= chance)
    right = solitaire(task.game, goal=f"within({turns})").probability
    told = f"{found[0]:g} with {turns}, {found[1]:g} with {turns + 1}; {needed} are needed for {chance:g}"
    return Answer(holds=abs(found[0] - right) < SMALL, told=told, facts={"needed": needed})


@lru_cache(maxsize=4)
def _tables(game: str) -> list[Floats]:
    """The chances by [decisions left][own, turn total], as far as they are known: those with none left."""
    target = as_game(game).target
    own = np.arange(target + 1)
    return [np.where(own[:, None] + own >= target, 1.0, 0.0)]


def _chance(game: str, left: int) -> float:
    tables, outcomes = _tables(game), as_game(game).throws[0].outcomes
    target = as_game(game).target
    while len(tables) <= left:
        before = tables[-1]
        now = np.ones_like(before)
        for own in range(target):
            totals = np.arange(target - own)
            roll = sum(
                float(o.probability)
                * (before[own, 0] if o.effect == "bust" else before[own, np.minimum(totals + o.points, target - own)])
                for o in outcomes
            )
            now[own, totals] = np.maximum(roll, before[own + totals, 0])
        tables.append(now)
    return float(tables[left][0, 0])
