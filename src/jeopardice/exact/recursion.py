"""The turn recursion for one turn, in any kind of number: floats, fractions, or whatever can be added and compared.

    W(k) = max(hold, throws),  hold = pays(k),  throw = bust x + wipe w + sum p W(successor)

The slow obvious form of what `kernels.py` does for many turns at once; for single positions and for exact fractions.
"""

from collections.abc import Callable, Sequence
from typing import Any

from jeopardice.games.turn import Turn

TIE = 1e-14


def turn_values(
    turn: Turn, pays: Callable[[int], Any], bust: Any, wipe: Any, may_pass: bool, tie: Any = TIE
) -> tuple[list[Any], list[list[Any]]]:
    """The value of every node, and of every action at every decision (None for a hold that is not legal).

    `pays(total)` is the value of banking a turn total, 0 meaning a pass.
    """
    values: list[Any] = [None] * len(turn.total)
    actions: list[list[Any]] = [[] for _ in turn.moves]
    preference = turn.rules.preference
    for node in range(len(turn.total) - 1, -1, -1):
        total = turn.total[node]
        hold = pays(total) if total or may_pass else None
        if node >= turn.decisions:
            values[node] = hold
            continue
        actions[node] = [
            hold,
            *(
                move.bust * bust + move.wipe * wipe + sum(p * values[successor] for p, successor in move.steps)
                for move in turn.moves[node]
            ),
        ]
        values[node] = actions[node][best_action(actions[node], total, preference, tie)]
    return values, actions


def best_action(values: Sequence[Any], turn_total: int, preference: Sequence[int], tie: Any = TIE) -> int:
    """The action of the largest value; of equals a throw at a turn total of 0, else a hold; of throws the preferred."""
    throw = preference[0]
    for action in preference[1:]:
        if values[action] > values[throw] + tie:
            throw = action
    if values[0] is None:
        return throw
    if turn_total == 0:
        return 0 if values[0] > values[throw] + tie else throw
    return 0 if values[0] >= values[throw] - tie else throw
