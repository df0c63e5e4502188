"""How often one wins: maps and contours of the win probability with best play."""

from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import PositionError, StrategyError
from jeopardice.exact.action_values import all_action_values
from jeopardice.exact.solution import Solution
from jeopardice.games.notation import game_notation
from jeopardice.games.position import decision_at
from jeopardice.games.rules import short
from jeopardice.games.turn import compile_turn
from jeopardice.show.figures.axes import percent_axis
from jeopardice.show.figures.canvas import halo, named, shade_map, styled
from jeopardice.show.figures.drawn import Drawn
from jeopardice.show.figures.maps import by_scores_panel, by_total, checked_scores, paint, panels

Floats = NDArray[np.float64]
Scale = Literal["win", "plus-minus"]
SCALES: dict[str, tuple[float, float, float, str]] = {
    "win": (0.0, 1.0, 0.5, "win probability"),
    "plus-minus": (-1.0, 1.0, 0.0, "value (a win is 1, a loss \N{MINUS SIGN}1)"),
}
"""The least and the largest value, an even chance, and what it is called."""
LEVELS = tuple(n / 10 for n in range(1, 10))
SURFACES = (0.03, 0.09, 0.27, 0.81)


def checked_scale(scale: object) -> tuple[float, float, float, str]:
    """A scale of values by its name, or a PositionError."""
    if scale not in get_args(Scale):
        raise PositionError(f"the scale must be {' or '.join(get_args(Scale))}, not {short(scale)}")
    return SCALES[str(scale)]


def wins(solution: Solution, opponents: Sequence[int] | None = None) -> Floats:
    """The win probability at all positions with something to decide, by [node, own, opponent]."""
    best: Floats = all_action_values(solution, range(solution.rules.target), opponents).max(axis=0)
    return best


def players(solution: Solution) -> str:
    """Who plays whom."""
    if solution.name == solution.opponent:
        return "best play on both sides"
    return f"best response to {named(solution.opponent)}"


@styled
def values(solution: Solution, opponents: Sequence[int] | None = None, scale: Scale = "win") -> Drawn:
    """Maps of the win probability by own score and turn total, for some scores of the opponent.

    `scale` is "win", from 0 to 1, or "plus-minus", from -1 to 1.
    """
    least, most, even, what = checked_scale(scale)
    turn, game = compile_turn(solution.rules), game_notation(solution.rules)
    if turn.decisions == 1:
        name = solution.rules.name
        raise StrategyError(f"a turn of {name} is a single throw: its values are drawn as contours, by both scores")
    scores = checked_scores(solution.rules, opponents)
    chances = wins(solution, scores)
    shown = [by_total(turn, least + (most - least) * chances[:, :, n].T) for n in range(len(scores))]
    title = f"{game}: {what.partition(' (')[0]}, {players(solution)}"
    figure, axes = panels(title, scores)
    for axis, worth in zip(axes, shown, strict=True):
        image = paint(axis, worth, cmap=shade_map(), vmin=least, vmax=most)
        _even(axis, worth, even)
    bar = figure.colorbar(image, ax=axes, label=f"{what}; white line: even", shrink=0.9, aspect=30)
    if scale == "win":
        percent_axis(bar.ax.yaxis)
    caption = (
        f"The {what} of the player to move in {game}, by own score and turn total, for some scores of the opponent; "
        f"{players(solution)}. Along the white line the chances are even. White positions cannot come up, or are won."
    )
    return Drawn("values", title, caption, {"opponents": np.array(scores), "value": np.array(shown)}, figure)


def _even(axes: Any, worth: Floats, even: float) -> None:
    """The line of even chances, through rows that are not there."""
    there = ~np.isnan(worth).all(axis=1)
    rows = np.flatnonzero(there)
    if len(rows) > 1 and worth.shape[1] > 1:
        columns = np.arange(worth.shape[1])
        axes.contour(columns, rows, np.ma.masked_invalid(worth[rows]), levels=[even], colors="white", linewidths=1.0)


@styled
def contours(solution: Solution, turn_total: int = 0) -> Drawn:
    """Lines of equal win probability, by both scores, at one turn total."""
    turn, game = compile_turn(solution.rules), game_notation(solution.rules)
    node, target = decision_at(turn, turn_total), solution.rules.target
    worth = wins(solution)[node].T  # by [opponent, own]
    worth = np.where(np.arange(target) + turn_total < target, worth, np.nan)
    at = "at the start of a turn" if turn_total == 0 else f"with {turn_total} points at risk"
    title = f"{game}: win probability {at}, {players(solution)}"
    figure, (axes,) = by_scores_panel(title)
    paint(axes, worth, cmap=shade_map(), vmin=0.0, vmax=1.0, aspect="equal", alpha=0.75)
    if target > 1:
        scores, there = np.arange(target), np.ma.masked_invalid(worth)
        widths = [2.0 if level == 0.5 else 0.9 for level in LEVELS]
        lines = axes.contour(scores, scores, there, levels=LEVELS, colors="black", linewidths=widths)
        for label in axes.clabel(lines, fmt=lambda level: f"{level:.0%}", fontsize=8):
            label.set_path_effects([halo()])
    bar = figure.colorbar(axes.images[0], ax=axes, label="win probability", shrink=0.9, aspect=30)
    percent_axis(bar.ax.yaxis)
    caption = (
        f"Lines of equal win probability of the player to move in {game}, {at}, by both scores; {players(solution)}. "
        "The thick line is an even chance."
    )
    return Drawn("contours", title, caption, {"value": worth, "levels": np.array(LEVELS)}, figure)
