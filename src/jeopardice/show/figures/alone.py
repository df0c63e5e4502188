"""Games alone: how many turns they take, how that settles as turns are allowed, and what to do with some turns left."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import PositionError
from jeopardice.exact.solitaire.fewest import FewestTurns
from jeopardice.exact.solitaire.goals import as_turns
from jeopardice.exact.solitaire.played import PlayedToTheEnd
from jeopardice.exact.solitaire.within import Within
from jeopardice.games.notation import game_notation
from jeopardice.sampled.simulation import SimulationAlone
from jeopardice.show.figures.axes import category_axis, whole_axis
from jeopardice.show.figures.canvas import BLUE, DARK, FAINT, ORANGE, OWN, ordered, shade_map, sheet, styled
from jeopardice.show.figures.drawn import Drawn
from jeopardice.show.figures.maps import hatch, paint
from jeopardice.show.figures.policy import least_holds

STARTS = (0.0, 0.25, 0.5, 0.75, 0.9)
"""Own scores of which values are drawn, as shares of the target."""
TURNS = 40
MOST_TURNS = 1000
SETTLED = 1e-14
NO_LINE: dict[str, Any] = {"linestyle": "", "capsize": 2}


@styled
def hold_values(
    played: Sequence[PlayedToTheEnd],
    best: FewestTurns | None = None,
    sampled: Sequence[SimulationAlone] = (),
    labels: Sequence[str] = (),
    across: str = "strategy",
) -> Drawn:
    """Mean numbers of turns alone with their standard deviations, strategy by strategy, and what was sampled of them.

    `labels` stand below the axis instead of the names, and `across` says what they are.
    """
    for one in played:
        if not np.isfinite(one.mean):
            raise PositionError(f"{one.strategy} never reaches {one.rules.target} alone: it has no number of turns")
    game, names = game_notation(played[0].rules), list(labels) or [one.strategy for one in played]
    mean, sd, places = np.array([one.mean for one in played]), np.array([one.sd for one in played]), range(len(names))
    title = f"{game} alone: the number of turns to {played[0].rules.target}"
    figure, (axes, near) = sheet(title, 5.4, 2, 1, sharex=True, height_ratios=(3, 3))
    spread = "mean \N{PLUS-MINUS SIGN} standard deviation"
    axes.errorbar(places, mean, sd, color=DARK, marker="o", ecolor=FAINT, elinewidth=1.2, label=spread, **NO_LINE)
    near.plot(places, mean, color=DARK, marker="o", linestyle="-" if across != "strategy" else "", label="exact mean")
    data: dict[str, Any] = {"mean": mean, "sd": sd}
    if sampled:
        data["sampled"] = np.array([[one.turns.value, one.turns.low, one.turns.high] for one in sampled])
        off = np.abs(data["sampled"][:, 1:] - data["sampled"][:, :1]).T
        told = f"mean of {sampled[0].games:,} games, {sampled[0].turns.confidence:.0%} interval"
        near.errorbar(places, data["sampled"][:, 0], off, label=told, color=ORANGE, marker="s", zorder=3, **NO_LINE)
    if best is not None:
        data["best"] = best.expected
        near.axhline(best.expected, color=BLUE, linestyle="--", label=f"best play: {best.expected:.4f}")
    axes.set_ylim(bottom=0)
    axes.set(ylabel="turns"), near.set(ylabel="mean, enlarged (turns)", xlabel=across)
    category_axis(near, names)
    for panel in (axes, near):
        panel.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.1, ncols=3)
    caption = (
        f"The exact mean number of turns that {game} takes alone, with its standard deviation, by {across}; below, the "
        "means enlarged" + (", beside those of simulated games." if sampled else ".")
    )
    return Drawn("hold-values", title, caption, data, figure)


@styled
def turn_limit(best: FewestTurns, turns: int = TURNS) -> Drawn:
    """The least expected turns if the game is broken off after t of them: value iteration, settling."""
    target, most = best.rules.target, min(as_turns(turns, MOST_TURNS), MOST_TURNS)
    starts = sorted({int(share * target) for share in STARTS})
    limits = best.turn_limit(most)[:, starts]
    missing = best.values[starts] - limits
    game = game_notation(best.rules)
    title = f"{game} alone: expected turns with at most t turns"
    figure, (axes, left) = sheet(title, 5.6, 2, 1, sharex=True)
    for number, (start, look) in enumerate(zip(starts, ordered(len(starts)), strict=True)):
        axes.plot(limits[:, number], label=f"from {start}", **look)
        axes.axhline(best.values[start], color=look["color"], linewidth=0.6, alpha=0.6)
        left.plot(np.where(missing[:, number] > SETTLED, missing[:, number], np.nan), **look)
    left.set_yscale("log")
    axes.set(ylabel="expected turns"), left.set(ylabel="missing to the limit (turns)", xlabel="turns allowed, t")
    axes.set_ylim(bottom=0)
    axes.legend(title="own score", loc="center left", bbox_to_anchor=(1.0, 0.5))
    whole_axis(left.xaxis)
    caption = (
        f"The least expected number of turns used in {game} alone, if it is broken off after t turns, from some own "
        "scores: it rises to the expected number of turns (thin lines); below, what is missing."
    )
    data = {"starts": np.array(starts), "limits": limits, "expected": best.values[starts]}
    return Drawn("turn-limit", title, caption, data, figure)


@styled
def turns_left(best: Within) -> Drawn:
    """When to hold to reach the target within some turns, by own score and turns left."""
    from matplotlib.patches import Patch

    turn, target, game = best.turn, best.rules.target, game_notation(best.rules)
    held, again = _held(best)
    whole = held >= target - np.arange(target)[:, None]
    title = f"{game} alone: best play to be at {target} within {best.turns} turns"
    figure, (axes,) = sheet(title, 4.6)
    axes.grid(visible=False)
    single = turn.decisions == 1
    shown = held if single else np.where(whole, np.nan, held)
    extent = (0.5, held.shape[1] + 0.5, -0.5, target - 0.5)
    image = paint(axes, shown, cmap=shade_map(), extent=extent)
    handles = []
    if not single and whole.any():
        paint(axes, np.where(whole, 0.0, np.nan), cmap="Greys", vmin=-1, vmax=4, extent=extent)
        handles.append(Patch(facecolor="#e4e4e4", label=f"never hold before {target}"))
    if again.any():
        hatch(axes, again, "xxxx", left=1)
        handles.append(
            Patch(facecolor="white", edgecolor="black", hatch="xxxx", linewidth=0, label="at some larger total, go on")
        )
    axes.set(xlabel="turns left", ylabel=OWN, xlim=extent[:2])
    label = "throw, by number" if single else "hold at a turn total of (points)"
    figure.colorbar(image, ax=axes, label=label, shrink=0.9, aspect=30)
    if handles:
        figure.legend(handles=handles, loc="outside lower left", ncols=2)
    caption = (
        f"What to do in {game} alone for the largest chance to reach {target} in time, by own score and turns left; "
        f"within {best.turns} turns that chance is {best.probability:.4%}."
    )
    return Drawn("turns-left", title, caption, {"hold_value": held, "again": again}, figure)


def _held(best: Within) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The hold value by [own, turns left - 1], and whether there is a larger turn total at which best play goes on.

    Where a turn is a single throw, the number of the throw.
    """
    turn, target = best.turn, best.rules.target
    totals = np.array(turn.total[: turn.decisions])
    actions = best.policy[1:]  # by [turns left - 1, own, node]
    if turn.decisions == 1:
        return actions[:, :, 0].T.astype(np.float64), np.zeros(actions.shape[1::-1], np.bool_)
    own = np.arange(target)[:, None]
    held = (actions == 0) | (own + totals >= target)
    value = least_holds(held, totals, target - own.T)
    later = (actions > 0) & (totals > value[:, :, None]) & (own + totals < target)
    again = later.any(axis=2)
    return value.T.astype(np.float64), again.T
