"""Where a strategy does otherwise than best play, and what each of these mistakes costs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.exact.mistakes import OTHER_THROW, TOO_EARLY, TOO_LONG, Mistakes
from jeopardice.exact.percent import percent
from jeopardice.games.turn import compile_turn
from jeopardice.show.figures.canvas import named, shade_map, styled
from jeopardice.show.figures.drawn import Drawn
from jeopardice.show.figures.maps import by_scores_panel, by_total, checked_scores, hatch, paint, panels

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from jeopardice.games.rules import Rules

Floats = NDArray[np.float64]
LEAST = 1e-5
"""Where the scales of costs begin; what costs less looks like this."""
RIGHT = "#ececec"
SORTS = {
    TOO_EARLY: ("Blues", "", "holds too early"),
    TOO_LONG: ("Oranges", "////", "goes on too long"),
    OTHER_THROW: ("Greens", "....", "another throw is better"),
}
"""The colours of each kind of mistake from cheap to dear, what tells them apart in grey, and what they are."""


@styled
def difference(rules: "Rules", found: Mistakes, opponents: Sequence[int] | None = None) -> Drawn:
    """Maps of what the mistakes of a strategy cost, by own score and turn total, for some scores of the opponent.

    In a game whose turns are single throws it is one map, by both scores.
    """
    turn, scores = compile_turn(rules), checked_scores(rules, opponents)
    title = f"{found.game}: the mistakes of {named(found.strategy)}, and what they cost"
    if turn.decisions == 1:
        figure, axes = by_scores_panel(title)
        cost, kind = (np.array([array[:, :, 0].T], np.float64) for array in (found.cost, found.kind))
    else:
        figure, axes = panels(title, scores, more=0.3)
        cost, kind = (
            np.array([by_total(turn, array[:, score]) for score in scores]) for array in (found.cost, found.kind)
        )
    most = max(10 * LEAST, float(found.cost.max()))
    for axis, costs, sorts in zip(axes, cost, kind, strict=True):
        _paint_mistakes(axis, costs, sorts, most)
    there = [sort for sort in SORTS if (kind == sort).any()]
    for number, sort in enumerate(there):
        _scale(figure, axes, sort, most, numbers=number == 0)  # which stands outermost
    _legend(figure, there)
    caption = (
        f"Where {named(found.strategy)} does otherwise than best play in {found.game}, by "
        + ("both scores" if turn.decisions == 1 else "own score and turn total, for some scores of the opponent")
        + ", whether or not that comes up: the colours say how much win probability each "
        f"mistake costs, if both play as well as possible afterwards. {all_in_all(found)}"
    )
    return Drawn("difference", title, caption, {"opponents": np.array(scores), "cost": cost, "kind": kind}, figure)


def all_in_all(found: Mistakes) -> str:
    """What all mistakes together come to."""
    return f"All in all {named(found.strategy)} wins {percent(found.duel.average)} of its games against best play."


def _paint_mistakes(axes: "Axes", cost: Floats, kind: Floats, most: float) -> None:
    """Right actions in grey, and each kind of mistake in its shades."""
    from matplotlib.colors import LogNorm

    paint(axes, np.where(np.isnan(cost), np.nan, 0.5), cmap=_one_color(RIGHT), vmin=0, vmax=1)
    for sort, (colors, pattern, _) in SORTS.items():
        area = kind == sort
        if area.any():
            shown = np.where(area, np.maximum(cost, LEAST), np.nan)
            paint(axes, shown, cmap=_shades(colors), norm=LogNorm(LEAST, most))
            if pattern:
                hatch(axes, area, pattern)


def _one_color(color: str) -> Any:
    from matplotlib.colors import ListedColormap

    return ListedColormap([color]).with_extremes(bad=(0, 0, 0, 0))


def _shades(name: str) -> Any:
    """Shades that are told apart from the grey of what is right, and from black."""
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

    shades: Any = colormaps[name]
    return ListedColormap(shades(np.linspace(0.25, 1.0, 256))).with_extremes(bad=(0, 0, 0, 0))


def _scale(figure: Any, axes: "Sequence[Axes]", sort: int, most: float, numbers: bool) -> None:
    """The scale of one kind of mistake; one of them has numbers, which are those of all."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LogNorm
    from matplotlib.ticker import FuncFormatter

    shown = ScalarMappable(LogNorm(LEAST, most), _shades(SORTS[sort][0]))
    bar = figure.colorbar(shown, ax=list(axes), shrink=0.9, aspect=30, pad=0.015)
    bar.ax.minorticks_off()
    if numbers:
        bar.set_label("cost (percentage points)")
        bar.ax.yaxis.set_major_formatter(FuncFormatter(lambda cost, _: f"{100 * cost:g}"))
    else:
        bar.set_ticks([])


def _legend(figure: Any, there: Sequence[int]) -> None:
    from matplotlib import colormaps
    from matplotlib.patches import Patch

    handles = [Patch(facecolor=RIGHT, label="as best play, or as good")]
    for sort in there:
        colors, pattern, what = SORTS[sort]
        color = colormaps[colors](0.5)
        handles.append(Patch(facecolor=color, edgecolor="black", linewidth=0, hatch=pattern, label=what))
    figure.legend(handles=handles, loc="outside lower left", ncols=3 if len(handles) <= 3 else 2)


@styled
def turn_costs(found: Mistakes) -> Drawn:
    """A map of what the mistakes of one turn cost on average, by both scores."""
    from matplotlib.colors import LogNorm
    from matplotlib.ticker import FuncFormatter

    title = f"{found.game}: what a turn of {named(found.strategy)} costs"
    figure, (axes,) = by_scores_panel(title)
    most = max(10 * LEAST, float(found.of_turn.max()))
    shown = np.maximum(found.of_turn.T, LEAST)
    image = paint(axes, shown, cmap=shade_map(), norm=LogNorm(LEAST, most), aspect="equal")
    bar = figure.colorbar(image, ax=axes, shrink=0.9, aspect=30, label="expected cost of a turn (percentage points)")
    bar.ax.yaxis.set_major_formatter(FuncFormatter(lambda cost, _: f"{100 * cost:g}"))
    caption = (
        f"What one turn played by {named(found.strategy)} in {found.game} costs in win probability on average, by both "
        f"scores, if both play as well as possible afterwards; what costs {100 * LEAST:g} percentage points or less is "
        f"darkest. {all_in_all(found)}"
    )
    return Drawn("turn-costs", title, caption, {"cost": found.of_turn}, figure)
