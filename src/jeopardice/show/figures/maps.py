"""Maps: what there is at every own score and turn total, for some scores of the opponent, in a panel for each."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import PositionError
from jeopardice.games.position import checked_score
from jeopardice.games.rules import Rules, short
from jeopardice.games.turn import Turn
from jeopardice.show.figures.axes import whole_axis
from jeopardice.show.figures.canvas import OPPONENT, OWN, TURN_TOTAL, sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats = NDArray[np.float64]
SCORES = (0.06, 0.33, 0.67, 0.99)
"""The opponent's scores of the panels, as shares of the target: 6, 33, 67 and 99 in a game to 100."""
MOST_PANELS = 9
FINE = 5


def checked_scores(rules: Rules, scores: Sequence[int] | None) -> tuple[int, ...]:
    """The opponent's scores of the panels, or a PositionError; if none are given, four that suit the target."""
    if scores is None:
        return tuple(sorted({min(rules.target - 1, round(share * rules.target)) for share in SCORES}))
    found = tuple(checked_score(rules, "opponent", score) for score in scores)
    if not 1 <= len(found) <= MOST_PANELS or len({*found}) < len(found):
        raise PositionError(f"opponents must be 1 to {MOST_PANELS} different scores, not {short(list(scores))}")
    return found


def by_total(turn: Turn, by_node: NDArray[Any]) -> Floats:
    """From an array [own, node] to one by [turn total, own]; not a number where there is nothing to decide."""
    target = turn.rules.target
    found = np.full((target, len(by_node)), np.nan)
    totals = np.array(turn.total[: turn.decisions])
    found[totals] = np.where(np.add.outer(np.arange(len(by_node)), totals) < target, by_node, np.nan).T
    return found


def panels(title: str, opponents: Sequence[int], more: float = 0.0) -> "tuple[Figure, list[Axes]]":
    """A sheet with a panel for each score of the opponent; `more` inches of height for what stands beside."""
    columns = 1 if len(opponents) == 1 else 2 if len(opponents) <= 4 else 3
    rows = -(-len(opponents) // columns)
    figure, axes = sheet(
        title, 0.6 + more + rows * (4.2, 2.6, 2.0)[columns - 1], rows, columns, sharex=True, sharey=True
    )
    for axis in axes[len(opponents) :]:
        axis.remove()
    for number, (axis, opponent) in enumerate(zip(axes, opponents, strict=False)):
        axis.set_title(f"opponent's score {opponent}")
        axis.grid(visible=False)
        if number % columns == 0:
            axis.set_ylabel(TURN_TOTAL)
        if number + columns >= len(opponents):
            axis.set_xlabel(OWN)
            axis.tick_params(labelbottom=True)
    return figure, axes[: len(opponents)]


def paint(axes: "Axes", values: Floats, **options: Any) -> Any:
    """An array by [row, column] as a map, each entry a square around its numbers; what is no number stays white."""
    rows, columns = values.shape
    extent = (-0.5, columns - 0.5, -0.5, rows - 0.5)
    usual: dict[str, Any] = {"origin": "lower", "aspect": "auto", "interpolation": "nearest", "extent": extent}
    image = axes.imshow(np.ma.masked_invalid(values), **(usual | options))
    for axis in (axes.xaxis, axes.yaxis):
        whole_axis(axis, 6)
    return image


def outline(axes: "Axes", values: Floats, **options: Any) -> None:
    """A line around what is more than 0 on a map by [row, column], along the edges of its squares.

    It does not stop at rows in which there is nothing at all, as those of turn totals that cannot occur.
    """
    area, empty = np.asarray(values > 0.0), np.asarray(np.isnan(values).all(axis=1))
    for row in np.flatnonzero(empty[1:-1]) + 1:
        area[row] = area[row - 1] & area[row + 1]
    axes.contour(*_fine(area), levels=[0.5], **options)


def by_scores_panel(title: str) -> "tuple[Figure, list[Axes]]":
    """A sheet with one panel for a map by own score (across) and the opponent's (upwards)."""
    figure, axes = sheet(title, 4.6)
    axes[0].grid(visible=False)
    axes[0].set(xlabel=OWN, ylabel=OPPONENT)
    return figure, axes


def hatch(axes: "Axes", area: NDArray[np.bool_], pattern: str, left: int = 0) -> None:
    """A pattern over an area of a map whose first column stands at `left`, for those who see it in grey."""
    rows, columns = area.shape
    axes.contourf(*_fine(area, left), levels=[0.5, 1.5], colors="none", hatches=[pattern])
    axes.set(xlim=(left - 0.5, left + columns - 0.5), ylim=(-0.5, rows - 0.5))


def _fine(area: NDArray[np.bool_], left: int = 0) -> tuple[Floats, Floats, Floats]:
    """An area with its places across and upwards, so fine that lines around it follow its squares."""
    rows, columns = area.shape
    x, y = ((np.arange(FINE * (count + 2)) + 0.5) / FINE - 1.5 for count in (columns, rows))
    return x + left, y, np.kron(np.pad(area, 1), np.ones((FINE, FINE), np.bool_)).astype(np.float64)
