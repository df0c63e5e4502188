"""Tournaments: who wins how often against whom, and who comes first."""

from typing import Any

import numpy as np

from jeopardice.compare.standings import Order
from jeopardice.compare.tournament import Tournament
from jeopardice.show.figures.axes import category_axis, common, percent_axis, values_of
from jeopardice.show.figures.canvas import DARK, FAINT, ORANGE, named, sheet, styled
from jeopardice.show.figures.drawn import Drawn
from jeopardice.show.figures.maps import paint

TOLD = 10
"""Up to so many strategies the shares are written into the squares."""
LISTED = 30


@styled
def matrix(found: Tournament) -> Drawn:
    """The matrix of a tournament: how often the strategy of a row wins against that of a column, on average."""
    from matplotlib import colormaps

    count, shares = len(found.names), found.average
    title = f"{found.game}: who wins how often against whom"
    figure, (axes,) = sheet(title, min(5.2, 1.8 + 0.36 * max(4, count)))
    axes.grid(visible=False)
    off = max(0.01, float(np.abs(shares - 0.5).max()))
    limits = {"vmin": 0.5 - off, "vmax": 0.5 + off}
    colors = colormaps["cividis"].with_extremes(bad="white")
    image = paint(
        axes, shares, cmap=colors, origin="upper", extent=None, aspect="auto" if count <= LISTED else "equal", **limits
    )
    if count <= TOLD:
        for i in range(count):
            for j in range(count):
                dark = shares[i, j] < 0.5
                axes.text(
                    j, i, f"{100 * shares[i, j]:.1f}", ha="center", va="center", color="white" if dark else "black"
                )
    labels, what = values_of(found.names), common(found.names)
    category_axis(axes, labels)
    category_axis(axes, labels, upright=True)
    of = f" {what}(n), n" if what else ""
    axes.set(xlabel=f"against{of}", ylabel=f"wins of{of}")
    bar = figure.colorbar(image, ax=axes, label="wins of the row, on average", shrink=0.9, aspect=30)
    percent_axis(bar.ax.yaxis, 0 if off > 0.05 else 1)
    caption = (
        f"How often the strategy of each row wins against that of each column in {found.game}, on average of both seats"
        + ("." if found.games is None else f", in {found.games:,} simulated games of each pair.")
        + (f" {found.condorcet} beats all others." if found.condorcet else " None beats all others.")
    )
    return Drawn("matrix", title, caption, {"names": np.array(found.names), "average": shares}, figure)


@styled
def standings(found: Tournament, by: Order = "average", most: int = LISTED) -> Drawn:
    """The standings of a tournament, the best at the top: the average over all others, and the worst case."""
    lines = found.ranked(by)
    shown = [line for line in lines if line.average is not None][: max(1, most)]
    title = f"{found.game}: standings by {'worst case' if by == 'worst' else by}"
    figure, (axes,) = sheet(title, 1.3 + 0.2 * max(4, len(shown)))
    places = np.arange(len(shown))[::-1]
    average = np.array([line.average for line in shown], np.float64)
    worst = np.array([line.worst for line in shown], np.float64)
    axes.hlines(places, worst, average, color=FAINT, linewidth=1.0)
    dots: dict[str, Any] = {"linestyle": "", "markersize": 5}
    axes.plot(average, places, color=DARK, marker="o", label="average over all others", **dots)
    axes.plot(worst, places, color=ORANGE, marker="s", label="worst case", **dots)
    axes.axvline(0.5, color=FAINT, linestyle="--", linewidth=1.0)
    axes.set_yticks(places, [f"{line.place}. {named(line.name, 28)}" for line in shown])
    axes.set(xlabel="wins", ylim=(-0.7, len(shown) - 0.3))
    percent_axis(axes.xaxis)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.1, ncols=2)
    left_out = f" The first {len(shown)} of {len(lines)} are shown." if len(shown) < len(lines) else ""
    caption = (
        f"Who wins most in {found.game} among {len(lines)} strategies: the average win probability over all others, "
        f"and the least against any one of them.{left_out}"
    )
    names = np.array([line.name for line in shown])
    return Drawn("standings", title, caption, {"names": names, "average": average, "worst": worst}, figure)
