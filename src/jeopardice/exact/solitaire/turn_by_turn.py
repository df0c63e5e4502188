"""Games of a number of turns, from the last turn to the first: V_t from V_(t-1)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jeopardice.exact.solitaire import kernels
from jeopardice.games.rules import Rules
from jeopardice.games.size import refuse_beyond
from jeopardice.games.turn import compile_turn

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class PlayedBack:
    """`values[t, own]` and `policy[t, own, node]` with t turns left."""

    values: Floats
    policy: NDArray[np.uint8]


def played_back(rules: Rules, finished: Floats, turns: int, cost: float = 0.0) -> PlayedBack:
    """Best play to the target for up to so many turns, each of which pays `cost`; `finished[own]` is the value of own
    scores, those beyond the target among them, when no turn is left."""
    turn, target = compile_turn(rules), rules.target
    lanes = np.full(turns + 1, target)
    refuse_beyond((turns + 1) * (target * turn.decisions + 8 * len(finished)), f"{turns} turns of {rules} alone")
    values = np.tile(finished, (turns + 1, 1))
    choices = np.zeros((turns + 1, turn.decisions, target), np.uint8)
    kernels.turns_back(turn.arrays, target, cost, False, lanes, choices, values)
    return PlayedBack(values, choices.transpose(0, 2, 1))
