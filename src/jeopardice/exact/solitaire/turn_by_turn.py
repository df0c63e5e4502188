"""Games of a number of turns: the values from the last turn to the first, and probabilities from the first on."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jeopardice.exact.solitaire import kernels
from jeopardice.exact.turns import ends_of_turns
from jeopardice.games.rules import Rules
from jeopardice.games.size import refuse_beyond
from jeopardice.games.turn import Turn, compile_turn, in_floats

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class PlayedBack:
    """`values[t, own]` and `policy[t, own, node]` with t turns left."""

    values: Floats
    policy: NDArray[np.uint8]


def played_back(rules: Rules, reached: float, turns: int, pays: float = 0.0, policy: bool = True) -> PlayedBack:
    """Best play to the target for up to so many turns, each of which pays something; a game that has reached the target
    is worth `reached`, and one that has not when no turn is left, nothing. Without a `policy`, that is left out."""
    turn, target = compile_turn(rules), rules.target
    lanes, kept = np.full(turns + 1, target), target * policy
    wide = target + max(turn.total) + 1
    room = (turns + 1) * (kept * turn.decisions + 8 * wide)
    refuse_beyond(room + 8 * kernels.BLOCK * len(turn.total), f"{turns} turns of {rules} alone")
    values = np.zeros((turns + 1, wide))
    values[:, target:] = reached
    choices = np.zeros((turns + 1, turn.decisions, kept), np.uint8)
    kernels.turns_back(turn.arrays, target, pays, False, lanes, choices, values)
    return PlayedBack(values[:, :target], choices.transpose(0, 2, 1))


def after_a_turn(turn: Turn, policy: NDArray[np.uint8], at: Floats) -> Floats:
    """The probability of each own score after a turn, played by `policy[own, node]`, from those before, `at[own]`."""
    here = np.flatnonzero(at)
    actions = np.arange(len(turn.rules.throws) + 1)[:, None]
    ends = ends_of_turns(in_floats(turn), lambda node: (policy[here, node] == actions).astype(np.float64))
    after = np.zeros(len(at) + max(turn.total))
    after[here] += at[here] * (ends.bust + ends.passed)
    after[0] += at[here] @ ends.wipe
    for node, banked in ends.banked.items():
        after[here + turn.total[node]] += at[here] * banked
    return after
