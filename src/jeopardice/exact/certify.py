"""Certificates: what a solution must satisfy, computed anew from its values and its policy."""

import numpy as np

from jeopardice.exact.respond import respond_to
from jeopardice.exact.seat import free_seat
from jeopardice.exact.solution import Solution
from jeopardice.exact.solve import ENDLESS


def residual(solution: Solution) -> float:
    """The largest change of a turn-start value by one more step of its Bellman equation."""
    from jeopardice.exact.play_out import one_pass

    if solution.against is not None:
        return _residual_by_turns(solution)
    again = one_pass(free_seat(solution.rules), solution.replies)
    return float(np.max(np.abs(again - solution.values)))


def _residual_by_turns(solution: Solution) -> float:
    """The same turn by turn, for solutions against a memory."""
    memories, target, _ = solution.values.shape
    return max(
        abs(solution.value(own, opponent, 0, memory) - float(solution.values[memory, own, opponent]))
        for memory in range(memories)
        for own in range(target)
        for opponent in range(target)
    )


def exploitability(solution: Solution) -> float:
    """What a best response to the policy wins more than one half, on average of both seats; 0 for an optimal one.

    As in `solve`, an endless game counts one half to each.
    """
    return respond_to(solution.strategy, ENDLESS).average - 0.5
