"""Which positions can come up: for a player who follows a table, against a copy of it or against anybody."""

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import StrategyError
from jeopardice.exact.turns import Steps, steps
from jeopardice.strategies.table import Table

Booleans = NDArray[np.bool_]


def reachable(table: Table, opponent: str = "optimal") -> Booleans:
    """The decisions, by [own, opponent, node], that can come up on a turn of a player who follows the table.

    `opponent`: "optimal" for one who follows the same table, "any" for one who may do whatever the rules allow.
    """
    if opponent not in ("optimal", "any"):
        raise StrategyError(f"opponent must be 'optimal' or 'any', not {opponent!r}")
    if len(table.memories) > 1 or table.weights is not None:
        raise StrategyError(f"{table.name}: reachable positions are for tables of single actions without a memory")
    own_moves = steps(table, table, mover_is_a=True)
    starts = _against_itself(own_moves, table) if opponent == "optimal" else _against_anybody(own_moves, table)
    return _decisions(table, starts)


def _against_itself(moves: Steps, table: Table) -> Booleans:
    target = table.rules.target
    seen = np.zeros(target * target, np.bool_)
    seen[0] = True
    count = 0
    while count < seen.sum():
        count = int(seen.sum())
        seen[moves.goal[seen[moves.origin]]] = True
    return seen.reshape(target, target)


def _against_anybody(moves: Steps, table: Table) -> Booleans:
    """As above, but the opponent may add to its score whatever a turn can bring, nothing included, or be wiped."""
    target = table.rules.target
    gains = [total for total in table.turn.total if total < target]
    seen = np.zeros((target, target), np.bool_)
    seen[0, 0] = True
    count = 0
    while count < seen.sum():
        count = int(seen.sum())
        replied = np.zeros(target * target, np.bool_)
        replied[moves.goal[seen.ravel()[moves.origin]]] = True
        after = seen | replied.reshape(target, target).T  # [own, opponent], the opponent to move
        for gain in gains:
            seen[:, gain:] |= after[:, : target - gain]
        if table.rules.wipes:
            seen[:, 0] |= after.any(axis=1)
    return seen


def _decisions(table: Table, starts: Booleans) -> Booleans:
    """All decisions of turns that begin at the given starts, following the table."""
    turn, choices = table.turn, table.choices_by_scores[0]
    reached = np.zeros((*starts.shape, len(turn.total)), np.bool_)
    reached[:, :, 0] = starts
    for node, moves in enumerate(turn.moves):
        for number, move in enumerate(moves, 1):
            here = reached[:, :, node] & (choices[:, :, node] == number)
            for _, successor in move.steps:
                reached[:, :, successor] |= here
    short_of_target = np.add.outer(np.arange(table.rules.target), turn.total[: turn.decisions]) < table.rules.target
    return reached[:, :, : turn.decisions] & short_of_target[:, None, :]
