"""The decisions of perfect play: how often each comes up in a game, and what a mistake would cost there.

The *margin* of a decision is what the best action is worth more than the second best, as a probability of winning. A
decision counts as often as it comes up in a game between two perfect players, whoever of them makes it. A throw that
scores 0 and goes on is one decision together with its repetitions, as everywhere.
"""

import math
import numbers
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import PositionError, StrategyError
from jeopardice.exact.action_values import all_action_values
from jeopardice.exact.recursion import TIE
from jeopardice.exact.resolve import resolve
from jeopardice.exact.result import Result
from jeopardice.exact.solve import solve
from jeopardice.exact.visits import visits
from jeopardice.games.diagonal import by_scores
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.progress import part
from jeopardice.games.rules import short
from jeopardice.games.turn import Turn, compile_turn, in_floats
from jeopardice.spread import Progress
from jeopardice.strategies.base import HOLD
from jeopardice.strategies.field import field as field_of
from jeopardice.strategies.table import Table, blocks

Floats = NDArray[np.float64]
THRESHOLDS = (0.001, 0.01, 0.03, 0.1)
"""What a mistake costs: next to nothing; little; what one notices; much; a blunder."""
MATTERS, BLUNDER = 0.01, 0.1


@dataclass(frozen=True)
class PlayedTurns(Result):
    """The turns of a game between two perfect players: how many there are, and how often which end; all are means.

    `points` are those banked in a turn, and `throws` those made in a turn, repetitions counted.
    """

    turns: float
    bust: float
    wipe: float
    passed: float
    points: float
    throws: float

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `pass` for passed, as elsewhere."""
        plain = {name: getattr(self, name) for name in ("turns", "bust", "wipe", "points", "throws")}
        return plain | {"pass": self.passed}


@dataclass(frozen=True)
class Misplayed(Result):
    """A strategy at the decisions of perfect play: in which share of them it errs, and what an error costs on average.

    A strategy that leaves things to chance errs as often as it does, on average.
    """

    strategy: str
    share: float
    cost: float

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"strategy": self.strategy, "share": self.share, "cost": self.cost}


@dataclass(frozen=True, eq=False)
class Decisions(Result):
    """How many decisions a game has, by their margins.

    `counts[n]` is the mean number of decisions in a game whose margin is at least `thresholds[n - 1]` and less than
    `thresholds[n]`; `starts` has those of them at the start of a turn. `forced` counts those with one legal action,
    which are in neither. `random_cost` is what a legal action drawn at random costs at a decision, on average.
    """

    game: str
    thresholds: tuple[float, ...]
    counts: Floats
    starts: Floats
    forced: float
    random_cost: float
    turns: PlayedTurns
    misplayed: Mapping[str, Misplayed] = field(default_factory=dict)

    @property
    def total(self) -> float:
        """The mean number of decisions in a game, those of both players."""
        return float(self.counts.sum())

    @property
    def shares(self) -> Floats:
        """The share of each class of decisions; nothing is known of a game without any."""
        return self.counts / self.total if self.total else np.full_like(self.counts, math.nan)

    def share_from(self, threshold: float) -> float:
        """The share of the decisions whose margin is at least one of the thresholds."""
        if threshold not in self.thresholds:
            known = ", ".join(map(str, self.thresholds))
            raise PositionError(f"there is no threshold {short(threshold)}; there are {known}")
        return float(self.shares[self.thresholds.index(threshold) + 1 :].sum())

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "game": self.game,
            "thresholds": list(self.thresholds),
            "counts": self.counts.tolist(),
            "starts": self.starts.tolist(),
            "shares": self.shares.tolist(),
            "total": self.total,
            "forced": self.forced,
            "random_cost": self.random_cost,
            "turns": self.turns.to_dict(),
            "misplayed": [found.to_dict() for found in self.misplayed.values()],
        }


def decisions(
    game: Game,
    strategies: Any = None,
    *,
    thresholds: Sequence[float] = THRESHOLDS,
    progress: Progress = None,
) -> Decisions:
    """The decisions that come up when both play as well as possible, and how some strategies misplay them.

    The strategies are one or several, as in a tournament. `progress` is told which share of the work is done.
    """
    rules, limits = as_game(game), _as_thresholds(thresholds)
    entered = {} if strategies is None else field_of(rules, strategies)
    tables = {name: _single(resolve(rules, strategy)) for name, strategy in entered.items()}
    solution = solve(rules)
    turn, best = compile_turn(rules), solution.strategy
    comes = visits(best, part(progress, 0.0, 0.7))
    tally = _Tally(turn, np.array(limits), tables)
    for owns in blocks(turn, 4 * (len(rules.throws) + 1)):
        worth = all_action_values(solution, owns)
        tally.add(owns, tally.turns_of(owns, _chosen(best, owns), comes[owns.start : owns.stop]), worth)
        if progress:
            progress(0.7 + 0.3 * owns.stop / rules.target)
    return tally.result(game_notation(rules), limits, float(comes.sum()))


class _Tally:
    """What is summed up over all own scores. Arrays are by [node, own, opponent], with actions in front of them."""

    def __init__(self, turn: Turn, limits: Floats, tables: Mapping[str, Table]) -> None:
        self.turn, self.limits, self.tables = turn, limits, tables
        self.counts, self.starts = np.zeros(len(limits) + 1), np.zeros(len(limits) + 1)
        self.forced = self.random = self.bust = self.wipe = self.passed = self.points = self.throws = 0.0
        self.errors, self.costs = np.zeros(len(tables)), np.zeros(len(tables))

    def turns_of(self, owns: range, chosen: NDArray[np.uint8], starts: Floats) -> Floats:
        """How often each decision comes up in turns that begin so often; and the ends of these turns are counted."""
        turn, own = self.turn, np.array(owns)
        target = turn.rules.target
        comes = np.zeros((len(turn.total), *starts.shape))
        comes[0] = starts
        for node, moves in enumerate(in_floats(turn).moves):
            here = comes[node]
            held = np.where(own[:, None] + turn.total[node] >= target, True, chosen[node] == HOLD)
            self._bank(turn.total[node], float(here[held].sum()))
            for number, move in enumerate(moves, 1):
                going = np.where(~held & (chosen[node] == number), here, 0.0)
                often = float(going.sum())
                self.bust, self.wipe = self.bust + often * move.bust, self.wipe + often * move.wipe
                self.throws += often / (1.0 - move.stay)
                for probability, successor in move.steps if often else ():
                    comes[successor] += going * probability
            here[own + turn.total[node] >= target] = 0.0  # nothing is left to decide
        for node in range(turn.decisions, len(turn.total)):
            self._bank(turn.total[node], float(comes[node].sum()))
        return comes[: turn.decisions]

    def _bank(self, total: int, often: float) -> None:
        self.points += total * often
        self.passed += 0.0 if total else often

    def add(self, owns: range, comes: Floats, worth: Floats) -> None:
        """The decisions of some own scores, which come up so often and whose actions are worth so much."""
        legal, best = np.isfinite(worth), worth.max(axis=0)
        several = legal.sum(axis=0)
        weights = np.where(several > 1, comes, 0.0)
        self.forced += float(comes.sum() - weights.sum())
        costs = np.where(legal, best - worth, 0.0)
        margins = np.where(several > 1, best - np.partition(worth, -2, axis=0)[-2], 0.0)
        classes = np.searchsorted(self.limits, margins, side="right")
        self.counts += np.bincount(classes.ravel(), weights.ravel(), len(self.counts))
        self.starts += np.bincount(classes[0].ravel(), weights[0].ravel(), len(self.counts))
        self.random += float((weights * costs.sum(axis=0) / several).sum())
        for number, table in enumerate(self.tables.values()):
            for action, cost in enumerate(costs):
                taken = weights * _chance(table, owns, action, self.turn.decisions)
                self.errors[number] += float(taken[cost > TIE].sum())
                self.costs[number] += float((taken * cost).sum())

    def result(self, game: str, limits: tuple[float, ...], turns: float) -> Decisions:
        """All of it, by decision and by turn."""
        total = max(float(self.counts.sum()), np.finfo(float).tiny)
        sums = (self.bust, self.wipe, self.passed, self.points, self.throws)
        misplayed = {
            name: Misplayed(name, float(share) / total, float(cost / share) if share else 0.0)
            for name, share, cost in zip(self.tables, self.errors, self.costs, strict=True)
        }
        played = PlayedTurns(turns, *(value / turns for value in sums))
        return Decisions(game, limits, self.counts, self.starts, self.forced, self.random / total, played, misplayed)


def _chosen(table: Table, owns: range) -> NDArray[np.uint8]:
    """The actions of a table by [node, own, opponent]."""
    return np.moveaxis(table.choices_by_scores[0, owns.start : owns.stop], -1, 0)


def _chance(table: Table, owns: range, action: int, decisions: int) -> NDArray[Any]:
    """The probability that a table takes an action, by [node, own, opponent]."""
    if table.weights is None:
        return np.asarray(_chosen(table, owns)[:decisions] == action)
    rows = by_scores(table.weights[0, action], table.rules.target)[owns.start : owns.stop]
    return np.moveaxis(rows, -1, 0)[:decisions]


def _single(table: Table) -> Table:
    if len(table.memories) > 1:
        raise StrategyError(f"{table.name} keeps a memory: its mistakes cannot be told from the scores alone")
    return table


def _as_thresholds(thresholds: object) -> tuple[float, ...]:
    """Margins that rise, from more than 0 on."""
    found = tuple(thresholds) if isinstance(thresholds, Iterable) else ()
    real = all(
        isinstance(each, numbers.Real) and not isinstance(each, bool) and 0.0 < float(each) <= 1.0 for each in found
    )
    if not found or not real or any(low >= high for low, high in pairwise(found)):
        raise PositionError(f"thresholds must be numbers between 0 and 1 that rise, not {short(thresholds)}")
    return tuple(map(float, found))
