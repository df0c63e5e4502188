"""What it costs to play by a picture, which shows a few scores: who does rounds down to these, and sees no star."""

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import JeopardiceError
from jeopardice.exact.duel import duel
from jeopardice.exact.resolve import resolve
from jeopardice.games.turn import compile_turn
from jeopardice.show.picture import Cell, Picture
from jeopardice.strategies.table import Table, table_of

MOST_ACTIONS = 100_000_000  # in all states: best play is found in a second or so


def played_by(picture: Picture) -> Table | None:
    """The strategy of who plays by a picture; None where it does not say which throw to make."""
    rules = picture.rules
    if len(rules.throws) > 2 and picture.switches is not None:
        return None
    turn, scores = compile_turn(rules), np.arange(rules.target)
    totals = np.array(turn.total[: turn.decisions])
    shown = np.array([[_actions(cell, totals) for cell in row] for row in picture.cells], np.uint8)
    own, opponent = (np.searchsorted(at, scores, "right") - 1 for at in (picture.owns, picture.opponents))
    return table_of(rules, shown[own[:, None], opponent], "by the card")


def _actions(cell: Cell, totals: NDArray[np.int64]) -> NDArray[np.int64]:
    """What a cell says at each turn total."""
    if cell.kind in ("pass", "throw"):
        return np.full(len(totals), cell.number)
    actions = np.full(len(totals), cell.throw)
    if cell.switch:
        actions[totals >= cell.switch] = 3 - cell.throw  # the other of two
    if cell.kind == "hold":
        actions[totals >= cell.number] = 0
    return actions


def averages(table: Table, picture: Picture) -> tuple[float, float] | None:
    """What who plays by a picture wins against best play, and what the strategy in it wins itself, on average of both
    seats; None where that cannot be found in little time."""
    rules = table.rules
    if rules.target**2 * table.turn.decisions * len(rules.throws) > MOST_ACTIONS:
        return None
    by_card = played_by(picture)
    if by_card is None:
        return None
    try:
        best = table if table.name == "optimal" else resolve(rules, "optimal")
        return duel(rules, by_card, best).average, duel(rules, table, best).average
    except JeopardiceError:  # there is not enough memory, or nearly everything is wiped
        return None
