"""When a strategy throws and when it holds: the boundary between the two in space, what can be reached, and maps."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import StrategyError
from jeopardice.exact.reach import reachable as reached
from jeopardice.games.notation import game_notation
from jeopardice.games.turn import Turn
from jeopardice.show.figures.bodies import Blocks, blocks_of, body_sheet
from jeopardice.show.figures.canvas import BLUE, DARK, ORANGE, YELLOW, named, styled
from jeopardice.show.figures.drawn import Drawn
from jeopardice.show.figures.maps import by_scores_panel, by_total, checked_scores, outline, paint, panels
from jeopardice.strategies.table import Table

FEW = (DARK, YELLOW, BLUE, ORANGE)
"""Hold, and up to three kinds of throws, have colours of their own; more kinds have shades."""
REACHED, OTHER = (DARK, YELLOW), ("#8ea6c6", "#fcf3dc")
"""Of holding and of throwing: what can come up, and what cannot."""
SECTION = 0.3
"""The opponent's score of a cross-section if none is given, as a share of the target."""
BOUNDARY_VIEW, REACHABLE_VIEW = (32, -120), (32, -60)


def whose(name: str) -> str:
    """Who plays like that."""
    return "best play" if name == "optimal" else named(name)


def going_on(turn: Turn) -> str:
    """What one does who does not hold."""
    throws = turn.rules.throws
    return throws[0].name if len(throws) == 1 else "throw"


def single_actions(table: Table, what: str) -> NDArray[np.uint8]:
    """The actions by [own, opponent, node] of a table that has one for each."""
    if table.weights is not None or len(table.memories) > 1:
        why = "keeps a memory" if len(table.memories) > 1 else "plays by chance"
        raise StrategyError(f"{table.name} {why}: {what} is drawn of strategies with one action at each position")
    return np.asarray(table.choices_by_scores[0])


def long_turns(table: Table, what: str) -> NDArray[np.uint8]:
    """The same, in a game whose turns may be of many throws."""
    if table.turn.decisions < 2:
        raise StrategyError(f"a turn of {table.rules.name} is a single throw, which leaves nothing for {what} to show")
    return single_actions(table, what)


@styled
def boundary(table: Table) -> Drawn:
    """The boundary between throwing and holding in space: a body of all positions at which a strategy goes on."""
    actions, (blocks, picked) = long_turns(table, "the boundary"), blocks_of(table.turn)
    body = (actions[picked] != 0) & blocks.open
    game, verb = game_notation(table.rules), going_on(table.turn)
    title = f"{game}: the boundary between {verb} and hold, {whose(table.name)}"
    figure = body_sheet(title, body, blocks, f"{verb} inside of the body, hold outside", BOUNDARY_VIEW)
    caption = (
        f"The positions of {game} at which {whose(table.name)} goes on ({verb}) form the body; outside of it, it holds."
        " Under an overhang it holds, and goes on at larger turn totals." + one_in(blocks)
    )
    scores = {"scores": blocks.scores, "turn_totals": blocks.totals}
    return Drawn(
        "boundary",
        title,
        caption,
        scores
        | {"going_on": body, "hold_value": least_holds(~body, blocks.totals, blocks.target - blocks.scores[:, None])},
        figure,
    )


def least_holds(held: NDArray[np.bool_], totals: NDArray[np.int64], to_go: NDArray[np.int64]) -> NDArray[np.int64]:
    """The least turn total above 0 at which it is held, from an array whose last axis is that of the turn totals.

    Where it never is, the turn ends with the points that are `to_go`.
    """
    never = ~held[..., 1:].any(axis=-1)
    return np.asarray(np.where(never, to_go, totals[1:][held[..., 1:].argmax(axis=-1)]))


def one_in(blocks: Blocks) -> str:
    """A remark on what is left out."""
    return f" One score in {blocks.step} is drawn." if blocks.step > 1 else ""


@styled
def reachable(table: Table, opponent: str = "optimal") -> Drawn:
    """The positions that can come up for a player who follows a strategy, as a body in space.

    `opponent`: "optimal" for one who follows the same strategy, "any" for one who may do anything.
    """
    long_turns(table, "the reachable body")
    found, (blocks, picked) = reached(table, opponent), blocks_of(table.turn)
    game, body, count = game_notation(table.rules), found[picked], int(found.sum())
    title = f"{game}: what can be reached, {whose(table.name)}"
    figure = body_sheet(title, body, blocks, f"{count:,} positions that can come up", REACHABLE_VIEW)
    caption = (
        f"The {count:,} positions of {game} at which a player who follows {whose(table.name)} may have to choose, "
        f"{against(opponent)}, as blocks." + one_in(blocks)
    )
    data = {"reachable": body, "count": count, "scores": blocks.scores, "turn_totals": blocks.totals}
    return Drawn("reachable", title, caption, data, figure)


def against(opponent: str) -> str:
    """Whom one plays to whom positions come up."""
    return "against one who does the same" if opponent == "optimal" else "whatever the opponent does"


@styled
def section(table: Table, opponent: int | None = None, beside: Table | None = None, reach: str = "optimal") -> Drawn:
    """A cross-section at one score of the opponent: where a strategy throws and holds, and what of it can come up.

    `beside` is another strategy, around whose throws a line is drawn; `reach` is as `opponent` in `reachable`.
    """
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    actions, turn = long_turns(table, "a cross-section"), table.turn
    score = checked_scores(table.rules, [round(SECTION * table.rules.target) if opponent is None else opponent])[0]
    data = {
        "going_on": by_total(turn, actions[:, score] != 0),
        "reachable": by_total(turn, reached(table, reach)[:, score]),
    }
    game, verb = game_notation(table.rules), going_on(turn)
    title = f"{game}: {verb} or hold with the opponent at {score}, {whose(table.name)}"
    figure, (axes,) = panels(title, [score], more=0.45)
    axes.set_title("")
    colors = [OTHER[0], REACHED[0], OTHER[1], REACHED[1]]
    paint(axes, 2 * data["going_on"] + data["reachable"], **classes(colors))
    names = ["hold, cannot come up", "hold", f"{verb}, cannot come up", verb]
    handles: list[Any] = [Patch(facecolor=colors[n], label=names[n]) for n in (3, 1, 2, 0)]
    if beside is not None:
        data["beside"] = by_total(turn, long_turns(beside, "a cross-section")[:, score] != 0)
        outline(axes, data["beside"], colors="black", linewidths=1.2)
        handles.append(Line2D([], [], color="black", linewidth=1.2, label=f"around {verb} of {named(beside.name)}"))
    figure.legend(handles=handles, loc="outside lower left", ncols=3 if beside else 2)
    caption = (
        f"What {whose(table.name)} does in {game} with the opponent at {score}, by own score and turn total. Strong "
        f"colours are positions that can come up {against(reach)}; at white ones there is nothing to decide."
    )
    return Drawn("section", title, caption, data, figure)


def classes(colors: Sequence[str]) -> dict[str, Any]:
    """What paints the numbers 0, 1, 2, ... in these colours."""
    from matplotlib.colors import ListedColormap

    return {"cmap": ListedColormap(list(colors)), "vmin": -0.5, "vmax": len(colors) - 0.5}


@styled
def policy(table: Table, opponents: Sequence[int] | None = None) -> Drawn:
    """Maps of what a strategy does, by own score and turn total, for some scores of the opponent.

    In a game whose turns are single throws it is one map, by both scores.
    """
    from matplotlib.patches import Patch

    actions, turn = single_actions(table, "a policy"), table.turn
    game, names = game_notation(table.rules), table.rules.actions
    title = f"{game}: what to do, {whose(table.name)}"
    if turn.decisions == 1:
        figure, axes = by_scores_panel(title)
        data = {"action": actions[:, :, 0].astype(np.float64)}
        shown = [data["action"].T]
    else:
        scores = checked_scores(table.rules, opponents)
        figure, axes = panels(title, scores, more=0.3)
        shown = [by_total(turn, actions[:, score].astype(np.float64)) for score in scores]
        data = {"opponents": np.array(scores), "action": np.array(shown)}
    colors = list(FEW[: len(names)]) if len(names) <= len(FEW) else many(len(names))
    for axis, values in zip(axes, shown, strict=True):
        image = paint(axis, values, **classes(colors))
    if len(names) <= len(FEW):
        used = [n for n in range(len(names)) if any((values == n).any() for values in shown)]
        handles = [Patch(facecolor=colors[n], label=names[n]) for n in used]
        figure.legend(handles=handles, loc="outside lower left", ncols=4)
    else:
        bar = figure.colorbar(image, ax=axes, label="action", shrink=0.9, aspect=30)
        few = np.unique(np.linspace(0, len(names) - 1, 13).round().astype(int))
        bar.set_ticks(few, labels=[named(names[n], 14) for n in few])
    by = "own score and turn total, for some scores of the opponent. At white positions there is nothing to decide."
    caption = f"What {whose(table.name)} does in {game}, by {'both scores.' if turn.decisions == 1 else by}"
    return Drawn("policy", title, caption, data, figure)


def many(count: int) -> list[str]:
    """Colours of a hold, and of many kinds of throws in their order."""
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    return ["#d9d9d9", *(to_hex(colormaps["viridis"](n / max(1, count - 2))) for n in range(count - 1))]
