"""Best responses: one seat free, the other fixed. And the chain of best responses, which from ordinary starts ends at
the optimum.

The responder maximises its probability of winning; passing for ever against somebody who passes wins nothing.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from jeopardice.errors import NotConvergedError, PositionError
from jeopardice.exact.play_out import play_out, play_out_product
from jeopardice.exact.resolve import resolve
from jeopardice.exact.result import Result
from jeopardice.exact.seat import free_seat, table_seat
from jeopardice.exact.solution import Solution
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.notebook import rows_table
from jeopardice.games.position import is_whole
from jeopardice.games.progress import part
from jeopardice.games.rules import short
from jeopardice.spread import Progress
from jeopardice.strategies.table import Memories, Table

LOST = 0.0


def best_response(game: Game, strategy: Any, *, progress: Progress = None) -> Solution:
    """What wins most often against a strategy; `.first_player` is its win probability going first.

    `progress` is told which share of the work is done.
    """
    table = resolve(as_game(game), strategy, progress=part(progress, 0.0, 0.5))
    return respond_to(table, progress=part(progress, 0.5, 1.0))


def respond_to(table: Table, endless: float = LOST, progress: Progress = None) -> Solution:
    """The best response to a table, which may be of probabilities and may keep a memory; `endless` games are worth so
    much to the responder."""
    begin = time.perf_counter()
    rules, name = table.rules, f"best-response({table.name})"
    free, fixed = free_seat(rules), table_seat(table)
    if fixed.memories == 1:
        effort = play_out(free, fixed, endless, progress)
        values, replies, actions = free.values, fixed.values, free.arrays[0].actions[None]
    else:
        a, b, effort = play_out_product(free, fixed, endless, progress)
        values, replies = a.values, b.values
        actions = np.array([arrays.actions for arrays in a.arrays])
    found = Table(free.turn, name, actions, None, _as_seen_by_the_other(table.memories))
    return Solution(
        rules, name, values, replies, time.perf_counter() - begin, effort.sweeps, found,
        against=table if fixed.memories > 1 else None,
    )  # fmt: skip


def _as_seen_by_the_other(memories: Memories) -> Memories:
    """The same memory kept by the opponent: what was mine is theirs."""
    return Memories(
        memories.values,
        memories.banked[::-1],
        memories.busted[::-1],
        memories.wiped[::-1],
        memories.passed[::-1],
    )


@dataclass(frozen=True, eq=False)
class Chain(Result):
    """First-order, second-order, ... best responses; the last equals the one `period` steps before it (1: itself)."""

    left_out = ("steps",)

    start: str
    solutions: tuple[Solution, ...]
    period: int

    def __repr__(self) -> str:
        return f"Chain({self.start!r}, {len(self.solutions)} best responses, period={self.period})"

    @property
    def is_optimal(self) -> bool:
        """Does it end in a policy that is its own best response, which makes it optimal?"""
        return self.period == 1

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "game": game_notation(self.solutions[0].rules),
            "start": self.start,
            "period": self.period,
            "steps": [
                {"order": n, "first": s.first_player, "second": s.second_player, "average": s.average}
                for n, s in enumerate(self.solutions, 1)
            ],
        }

    def _repr_html_(self) -> str:
        steps = [list(step.values()) for step in self.to_dict()["steps"]]
        return super()._repr_html_() + rows_table(steps, ("order", "first", "second", "average"))


def response_chain(
    game: Game, strategy: Any, most: int = 100, *, progress: Callable[[int], object] | None = None
) -> Chain:
    """Best response to a strategy, to that, and so on, until one comes back that was there before.

    `progress` is told which order is being found.
    """
    if not is_whole(most) or most < 1:
        raise PositionError(f"most must be a whole number from 1 on, not {short(most)}")
    table = resolve(as_game(game), strategy)
    start, seen, solutions = table.name, [table], list[Solution]()
    for order in range(1, most + 1):
        if progress:
            progress(order)
        solution = respond_to(seen[-1])
        solutions.append(solution)
        for back, earlier in enumerate(reversed(seen), 1):
            if _same_policy(earlier, solution.strategy):
                return Chain(start, tuple(solutions), back)
        seen.append(solution.strategy)
    raise NotConvergedError(
        f"the best responses to {start} did not come back to an earlier one in {most} step{'' if most == 1 else 's'}"
    )


def _same_policy(one: Table, other: Table) -> bool:
    return (
        one.actions is not None
        and other.actions is not None
        and one.actions.shape == other.actions.shape
        and bool(np.array_equal(one.choices_by_scores, other.choices_by_scores))
    )
