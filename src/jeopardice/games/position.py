"""Positions as a caller gives them: whole numbers of points that can occur in the game."""

from typing import TypeGuard

import numpy as np

from jeopardice.errors import PositionError
from jeopardice.games.rules import Rules, short
from jeopardice.games.turn import Turn


def checked_score(rules: Rules, name: str, score: object) -> int:
    """A banked score as an integer, or a PositionError that names it."""
    if not is_whole(score) or not 0 <= score < rules.target:
        raise PositionError(f"{name} must be a whole number from 0 to {rules.target - 1}, not {short(score)}")
    return int(score)


def node_at(turn: Turn, total: object) -> int:
    """The node of a turn total: the decision, or where there is none the end of the turn that banks so much."""
    node = turn.node_of.get(int(total), turn.end_of.get(int(total))) if is_whole(total) else None
    return _known(turn, total, node)


def decision_at(turn: Turn, total: object) -> int:
    """The decision with that turn total, or a PositionError."""
    return _known(turn, total, turn.node_of.get(int(total)) if is_whole(total) else None)


def is_whole(value: object) -> TypeGuard[int]:
    """Is it a whole number of any kind, but not true or false?"""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _known(turn: Turn, total: object, node: int | None) -> int:
    if node is None:
        raise PositionError(f"turn_total {short(total)} cannot occur in {turn.rules}")
    return node
