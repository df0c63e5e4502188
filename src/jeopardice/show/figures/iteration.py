"""How textbook methods come to the values of a game, sweep by sweep or round by round."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from jeopardice.errors import PositionError
from jeopardice.finite.stopping import Stopped
from jeopardice.games.notation import game_notation
from jeopardice.show.figures.axes import whole_axis
from jeopardice.show.figures.canvas import looks, sheet, styled
from jeopardice.show.figures.drawn import Drawn

COLUMNS = ("change", "value", "switched", "sweeps")


@styled
def convergence(stopped: Sequence[Stopped]) -> Drawn:
    """Some iterations of one game: the largest change, the error of the game's value, and changes of the policy."""
    if not stopped or len({one.rules.fingerprint for one in stopped}) > 1:
        raise PositionError("convergence is drawn of one or several iterations of one game")
    game = game_notation(stopped[0].rules)
    title = f"{game}: how iterations converge"
    figure, axes = sheet(title, 6.6, 3, 1, sharex=True)
    data: dict[str, Any] = {}
    for number, one in enumerate(stopped):
        trace = {name: np.array([getattr(round_, name) for round_ in one.iterated.trace]) for name in COLUMNS}
        after = np.cumsum(trace["sweeps"])
        error = np.abs(trace["value"] - one.exact.value())
        name = _name(one, stopped)
        look: dict[str, Any] = {**looks(number), "markevery": max(1, len(after) // 20)}
        for axis, shown in zip(axes, (trace["change"], error, trace["switched"]), strict=True):
            axis.plot(after, np.where(shown > 0, shown, np.nan), label=name, **look)
        data |= {f"{name}: {column}": values for column, values in ({"after": after, "error": error} | trace).items()}
    for axis, what in zip(axes, ("largest change", "error of the value", "changed actions"), strict=True):
        axis.set(yscale="log", ylabel=what)
    axes[-1].set_xlabel("sweeps over all states")
    whole_axis(axes[-1].xaxis)
    axes[0].legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.1, ncols=2)
    caption = (
        f"Iterations of {game} (a win pays 1, a loss \N{MINUS SIGN}1) by the sweeps they took: the largest change of a "
        "value in a sweep, the error of the value of the game, and at how many positions the action has changed. "
        "Points of policy iteration are rounds, each of many sweeps."
    )
    return Drawn("convergence", title, caption, data, figure)


def _name(one: Stopped, others: Sequence[Stopped]) -> str:
    """What tells an iteration from the others."""
    method = one.method.replace("-", " ")
    same = [other for other in others if other.method == one.method]
    return method if len(same) == 1 else f"{method}, {one.order}"
