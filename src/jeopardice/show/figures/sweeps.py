"""Sweeps and handicaps: lines over one axis, maps over two, and what is fair or best marked."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.compare.grid import spelled_value
from jeopardice.compare.handicap import Handicap
from jeopardice.compare.measures import COUNTS, MEASURES, Aim
from jeopardice.compare.sweep import Sweep
from jeopardice.errors import PositionError
from jeopardice.exact.percent import percent
from jeopardice.games.notation import game_notation
from jeopardice.games.rules import Rules
from jeopardice.show.figures.axes import category_axis, percent_axis, whole_axis
from jeopardice.show.figures.canvas import BLUE, DARK, FAINT, ORANGE, looks, named, ordered, shade_map, sheet, styled
from jeopardice.show.figures.drawn import Drawn
from jeopardice.show.figures.maps import paint

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats = NDArray[np.float64]
MOST_LINES = 8
MOST_WRITTEN, MOST_ACROSS = 80, 10
"""Up to so many cells, and so many of them side by side, have their figure written into them."""
AROUND = 25
"""So many head starts to both sides of the fair ones are drawn."""
ABOVE: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0.1}


def about(found: Sweep) -> str:
    """What is measured, of what."""
    told = ", ".join(f"{name} {value}" for name, value in found.arguments.items() if name != "game")
    game = found.arguments["game"]
    name = game_notation(game) if isinstance(game, Rules) else str(game)
    return named(f"{name}: {found.measure}" + (f", {told}" if told else ""), 120)


def chosen(found: Sweep, figures: Sequence[str] | None) -> list[str]:
    """The figures to draw, those that people want to see first if none are named; a PositionError for unknown ones."""
    if figures:
        for name in figures:
            found.column(name)
        return list(figures)
    usual = [name for name in MEASURES[found.measure].shown if any(value is not None for value in found.column(name))]
    return usual[:MOST_LINES]


def numeric(values: Sequence[Any]) -> bool:
    """Are all values of an axis numbers?"""
    return all(isinstance(value, (int, float)) for value in values)


def sweep_figure(found: Sweep, figures: Sequence[str], aim: Aim | None = None, title: str = "") -> Drawn:
    """A sweep over one axis as lines, over two as a map of the first of the figures."""
    if len(found.over) == 2:
        return sweep_map(found, figures[0], aim, title)
    return sweep_lines(found, figures, aim, title)


@styled
def sweep_lines(found: Sweep, figures: Sequence[str] | None = None, aim: Aim | None = None, title: str = "") -> Drawn:
    """A sweep as lines: all its figures over one axis, or one figure over the longer of two axes.

    `aim` says which cell is marked; if it is not given, it is what the measure is about.
    """
    names = chosen(found, figures)
    if len(found.over) > 2 or (len(found.over) == 2 and len(names) > 1 and figures):
        raise PositionError("lines are drawn of a sweep over one axis, or of one figure over two")
    across = max(found.over, key=lambda axis: len(found.over[axis]))
    other = next((axis for axis in found.over if axis != across), None)
    names = names if other is None else names[:1]
    parts = [part for part in ([n for n in names if n not in COUNTS], [n for n in names if n in COUNTS]) if part]
    title = title or about(found)
    figure, axes = sheet(title, 0.9 + 2.9 * len(parts), len(parts), 1, sharex=True)
    lines = {name: _lines(found, name, across, other) for name in names}
    for axis, part in zip(axes, parts, strict=True):
        values = {label: line for name in part for label, line in lines[name].items()}
        _draw_lines(axis, found.over[across], values, ordered_lines=other is not None)
        axis.set_ylabel(part[0] if len(part) == 1 else "probability" if part[0] not in COUNTS else "figure")
        if part[0] not in COUNTS:
            percent_axis(axis.yaxis, _digits(np.concatenate([*values.values()])))
    mark = _mark(found, aim, across, axes) if other is None else ""
    for axis in axes:
        title_of = {"title": named(other, 20)} if other else {}
        axis.legend(**ABOVE, ncols=4, **title_of)
    axes[-1].set_xlabel(across)
    caption = f"{about(found)}: {', '.join(names)} over {across}" + (f", by {other}" if other else "") + f".{mark}"
    data = {f"{name} {label}".strip(): line for name in names for label, line in lines[name].items()}
    return Drawn("sweep", title, caption, {across: np.array(found.over[across]), **data}, figure)


def _lines(found: Sweep, name: str, across: str, other: str | None) -> dict[str, Floats]:
    """The lines of a figure by their labels."""
    values = found.grid(name)
    if other is None:
        return {name: values}
    values = values if next(iter(found.over)) == other else values.T
    if len(values) > MOST_LINES:
        raise PositionError(
            f"{len(values)} lines are too many to tell apart: draw a map, or at most {MOST_LINES} of {other}"
        )
    return {spelled_value(value): line for value, line in zip(found.over[other], values, strict=True)}


def _draw_lines(axis: "Axes", places: Sequence[Any], lines: dict[str, Floats], ordered_lines: bool) -> None:
    """Lines over numbers at their places, or over texts side by side."""
    numbers = numeric(places)
    x = np.array(places, np.float64) if numbers else np.arange(len(places))
    for number, (label, line) in enumerate(lines.items()):
        look = ordered(len(lines))[number] if ordered_lines else looks(number)
        axis.plot(
            x, line, label=named(label, 26), **({"marker": "o"} | look if len(x) <= 40 else look | {"marker": ""})
        )
    if not numbers:
        category_axis(axis, [spelled_value(value) for value in places])
    elif (x == np.round(x)).all():
        whole_axis(axis.xaxis)
    every = np.concatenate([*lines.values()])
    if (every[np.isfinite(every)] == np.round(every[np.isfinite(every)])).all():
        whole_axis(axis.yaxis)


def _digits(values: Floats) -> int:
    """So many digits of percentages tell values apart."""
    spread = float(np.nanmax(values) - np.nanmin(values)) if np.isfinite(values).any() else 1.0
    return 0 if spread > 0.05 else 1 if spread > 0.005 else 2


def _mark(found: Sweep, aim: Aim | None, across: str, axes: "Sequence[Axes]") -> str:
    """Mark the cell that is aimed at with a line; -> what the caption says of it."""
    aim = MEASURES[found.measure].aim if aim is None else aim
    row = None if aim is None else found.at_aim(aim)
    if aim is None or row is None or len(found.rows) < 2:
        return ""
    values = found.over[across]
    place = row[across] if numeric(values) else values.index(row[across])
    for axis in axes:
        label = f"{aim.word}: {named(spelled_value(row[across]), 18)}"
        axis.axvline(float(place), color="black", linestyle=":", linewidth=1.2, label=label)
        if aim.nearest is not None and aim.figure in [line.get_label() for line in axis.get_lines()]:
            axis.axhline(aim.nearest, color=FAINT, linestyle="--", linewidth=1.0)
    return f" Marked ({aim.word}): {across} {spelled_value(row[across])}, where {aim.figure} is {row[aim.figure]:.6g}."


@styled
def sweep_map(found: Sweep, figure: str | None = None, aim: Aim | None = None, title: str = "") -> Drawn:
    """A figure of a sweep over two axes as a map, with the cell that is aimed at marked.

    Where a value is aimed at, as one half by what is fair, a line goes where it is reached.
    """
    if len(found.over) != 2:
        raise PositionError(f"a map is drawn of a sweep over two axes, not of {len(found.over)}")
    aim = MEASURES[found.measure].aim if aim is None else aim
    name = chosen(found, [figure] if figure else None)[0]
    aim = aim if aim is not None and aim.figure == name else None
    (upwards, rows), (across, columns) = found.over.items()
    values, title = found.grid(name), title or f"{about(found)}: {name}"
    sheet_, (axes,) = sheet(title, min(5.4, 2.6 + 0.3 * len(rows)))
    axes.grid(visible=False)
    image = paint(axes, values, cmap=shade_map())
    category_axis(axes, [spelled_value(value) for value in columns])
    category_axis(axes, [spelled_value(value) for value in rows], upright=True)
    if not numeric(rows):
        axes.invert_yaxis()  # texts are read from the top
    if values.size <= MOST_WRITTEN and len(columns) <= MOST_ACROSS:
        _write(axes, values, name)
    mark = _mark_cell(axes, found, aim, values)
    axes.set(xlabel=across, ylabel=upwards)
    bar = sheet_.colorbar(image, ax=axes, label=name, shrink=0.9, aspect=30)
    if name not in COUNTS:
        percent_axis(bar.ax.yaxis, _digits(values))
    caption = f"{about(found)}: {name} by {upwards} and {across}.{mark}"
    data = {"value": values, across: np.array(columns), upwards: np.array(rows)}
    return Drawn("sweep-map", title, caption, data, sheet_)


def _write(axes: "Axes", values: Floats, name: str) -> None:
    """The values into the cells of a map."""
    middle = (np.nanmin(values) + np.nanmax(values)) / 2
    for (row, column), value in np.ndenumerate(values):
        if np.isfinite(value):
            text = f"{value:.4g}" if name in COUNTS else f"{100 * value:.1f}"
            color = "white" if value < middle else "black"
            axes.text(column, row, text, ha="center", va="center", color=color, fontsize=7.5)


def _mark_cell(axes: "Axes", found: Sweep, aim: Aim | None, values: Floats) -> str:
    """Mark the cell that is aimed at on a map; -> what the caption says of it."""
    from matplotlib.patches import Rectangle

    row = None if aim is None else found.at_aim(aim)
    if aim is None or row is None:
        return ""
    (upwards, rows), (across, columns) = found.over.items()
    if aim.nearest is not None and min(values.shape) > 1 and np.nanmin(values) < aim.nearest < np.nanmax(values):
        lines = np.ma.masked_invalid(values)
        axes.contour(lines, levels=[aim.nearest], colors="white", linewidths=1.4, linestyles="--")
    corner = columns.index(row[across]) - 0.5, rows.index(row[upwards]) - 0.5
    label = f"{aim.word}: {across} {spelled_value(row[across])}, {upwards} {spelled_value(row[upwards])}"
    axes.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor=ORANGE, linewidth=2.2, label=named(label, 60)))
    axes.legend(**ABOVE)
    told = f" Marked ({label}), where it is {row[aim.figure]:.6g}."
    return told + (f" Along the dashed line it is {aim.nearest:g}." if aim.nearest is not None else "")


@styled
def handicap(found: Handicap, around: int = AROUND) -> Drawn:
    """How often the first named wins by the points the other has before the game begins; the fair ones are marked."""
    marked = (0, found.fair, found.fair_average)
    starts = np.array([h for h in found.head_starts if min(marked) - around <= h <= max(marked) + around])
    places = starts - found.head_starts[0]
    first, second = found.first[places], found.second[places]
    title = f"{found.game}: {named(found.a, 26)} against {named(found.b, 26)} with a head start"
    figure, (axes,) = sheet(title, 3.9)
    for share, look, label in (
        (first, {"color": BLUE, "linestyle": "-"}, "going first"),
        (second, {"color": ORANGE, "linestyle": "-."}, "going second"),
        ((first + second) / 2, {"color": DARK, "linestyle": "--"}, "average"),
    ):
        axes.plot(starts, share, label=label, **look)
    axes.axhline(0.5, color=FAINT, linewidth=0.9)
    at = found.at(found.fair)
    axes.plot([found.fair], [at.first], marker="o", markersize=8, fillstyle="none", color="black", linestyle="")
    axes.axvline(found.fair, color="black", linestyle=":", linewidth=1.2, label=f"fair if it goes first: {found.fair}")
    if found.fair_average != found.fair:
        average = f"fair on average: {found.fair_average}"
        axes.axvline(found.fair_average, color=FAINT, linestyle=":", linewidth=1.2, label=average)
    axes.set(xlabel=f"head start of {named(found.b, 30)} (points)", ylabel=f"wins of {named(found.a, 26)}")
    percent_axis(axes.yaxis)
    axes.legend(**ABOVE, ncols=3)
    caption = (
        f"How often {found.a} wins in {found.game} against {found.b}, by the points that {found.b} has before the game "
        f"begins (less than 0: that {found.a} has). With {found.fair} it wins {percent(at.first, 4)} going first, "
        "which is nearest to fair."
    )
    data = {"head_starts": starts, "first": first, "second": second, "fair": np.array([found.fair, found.fair_average])}
    return Drawn("handicap", title, caption, data, figure)
