"""A seat's table and the throws of its game, for the kernels that play roll by roll."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.games.rules import Rules
from jeopardice.sampled.by_rolls.kernels import END_BITS, Rolls
from jeopardice.sampled.cells import laid_out
from jeopardice.sampled.kernels import BANK, BUST, SCORE, WIPE, Cells
from jeopardice.strategies.alone import Alone
from jeopardice.strategies.table import Table

ENDS = {"score": SCORE, "bank": BANK, "bust": BUST, "wipe": WIPE}


def by_rolls(seats: Sequence[Table | Alone]) -> Rolls:
    """What one seat or two do, and what their throws bring."""
    written = [table_of(seat) for seat in seats]
    pure = np.array([table.dtype == np.uint8 for table in written])
    actions = [table.ravel() for table in written if table.dtype == np.uint8]
    weights = [table.ravel() for table in written if table.dtype != np.uint8]
    both = len(seats) == 2 and pure[0] == pure[1]  # then the second table lies behind the first
    node_of = np.full((2, max(seat.turn.limit for seat in seats)), -1, np.int64)
    for number, seat in enumerate(seats):
        node_of[number, list(seat.turn.total[: seat.turn.decisions])] = np.arange(seat.turn.decisions)
    head, cells = throw_cells(seats[0].rules)
    return Rolls(
        np.resize(pure, 2),
        np.concatenate([*actions, np.zeros(1, np.uint8)]),
        np.concatenate([*weights, np.zeros(1)]),
        np.array([0, written[0].size if both else 0]),
        np.array([table.shape[-3:] for table in (written[0], written[-1])]),
        node_of,
        np.array([seat.turn.limit for seat in (seats[0], seats[-1])]),
        head,
        cells,
    )


def table_of(seat: Table | Alone) -> NDArray[Any]:
    """Actions by [memory, sum, node, opponent], or weights by [memory, action, sum, node, opponent]."""
    if isinstance(seat, Alone):
        return np.ascontiguousarray(seat.weights)[..., None]  # an own score is the sum with an opponent who has 0
    if seat.weights is not None:
        return seat.weights
    assert seat.actions is not None
    return seat.actions


def throw_cells(rules: Rules) -> tuple[Cells, Cells]:
    """For each throw, cells of its outcomes."""
    return laid_out(
        (
            np.array([float(outcome.probability) for outcome in throw.outcomes]),
            np.array([outcome.points << END_BITS | ENDS[outcome.effect] for outcome in throw.outcomes], np.uint32),
        )
        for throw in rules.throws
    )
