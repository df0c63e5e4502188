"""Which positions can come up: for a player who follows a table, against a copy of it or against anybody."""

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import StrategyError
from jeopardice.exact.moments import Steps
from jeopardice.exact.turns import steps
from jeopardice.games.size import refuse_beyond
from jeopardice.games.turn import compile_turn
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
    """As above, but the opponent's turns may end in every way that the rules allow. Either may have started."""
    target, gains = table.rules.target, _gains(table)
    mine, theirs = np.zeros((target, target), np.bool_), np.zeros((target, target), np.bool_)
    mine[0, 0] = theirs[0, 0] = True  # both by [own, opponent] of the one who follows the table
    count = 0
    while count < mine.sum():
        count = int(mine.sum())
        led = np.zeros(target * target, np.bool_)
        led[moves.goal[mine.ravel()[moves.origin]]] = True
        theirs |= led.reshape(target, target).T
        for gain in gains:
            mine[:, gain:] |= theirs[:, : target - gain]
        if table.rules.wipes:
            mine[:, 0] |= theirs.any(axis=1)
    return mine


def _gains(table: Table) -> list[int]:
    """What a turn may add to a score short of the target, if the player wants; nothing, where it may pass or bust."""
    turn = compile_turn(table.rules)
    busts = any(move.bust for moves in turn.moves for move in moves)
    nothing = [0] if busts or not table.rules.forced_first_roll else []
    return nothing + [total for total in turn.total if 0 < total < table.rules.target]


def _decisions(table: Table, starts: Booleans) -> Booleans:
    """All decisions of turns that begin at the given starts, following the table; own score by own score."""
    turn, target = table.turn, table.rules.target
    refuse_beyond(target**2 * turn.decisions, f"all decisions of {table.rules}")
    found = np.zeros((*starts.shape, turn.decisions), np.bool_)
    for own in range(target):
        choices = table.choices_by_scores[0, own]
        reached = {0: starts[own]}
        for node, moves in enumerate(turn.moves):
            here = reached.pop(node, None)
            if here is None or own + turn.total[node] >= target:
                continue
            found[own, :, node] = here
            for number, move in enumerate(moves, 1):
                going = here & (choices[:, node] == number)
                if going.any():
                    for _, successor in move.steps:
                        reached[successor] = reached[successor] | going if successor in reached else going
    return found
