"""Positions as a caller gives them: whole numbers of points that can occur in the game."""

import numpy as np

from jeopardice.errors import PositionError
from jeopardice.games.rules import Rules, short
from jeopardice.games.turn import Turn


def checked_score(rules: Rules, name: str, score: object) -> int:
    """A banked score as an integer, or a PositionError that names it."""
    if isinstance(score, bool) or not isinstance(score, (int, np.integer)) or not 0 <= score < rules.target:
        raise PositionError(f"{name} must be a whole number from 0 to {rules.target - 1}, not {short(score)}")
    return int(score)


def node_at(turn: Turn, total: object) -> int:
    """The node of a turn total: the decision, or where there is none the end of the turn that banks so much."""
    if not isinstance(total, bool) and isinstance(total, (int, np.integer)):
        node = turn.node_of.get(int(total), turn.end_of.get(int(total)))
        if node is not None:
            return node
    raise PositionError(f"turn_total {short(total)} cannot occur in {turn.rules}")
