"""Who beats whom: win rates of pairs, and one strategy against a whole field."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from jeopardice.errors import PositionError
from jeopardice.exact.duel import Duel
from jeopardice.exact.percent import percent
from jeopardice.sampled.estimate import Estimate
from jeopardice.sampled.simulation import Simulation
from jeopardice.show.figures.axes import category_axis, percent_axis
from jeopardice.show.figures.canvas import BLUE, DARK, FAINT, ORANGE, named, sheet, styled
from jeopardice.show.figures.drawn import Drawn

MOST_PAIRS = 20
LABEL = 0.12


class Seat(NamedTuple):
    """Who starts, against whom, and how often each of them wins."""

    starter: str
    other: str
    wins: Estimate
    losses: Estimate


def seats(one: Simulation) -> Iterator[Seat]:
    """The games that a starts, and those that b starts; of a strategy against itself all are the same."""
    if one.first.n:
        yield Seat(one.a, one.b, one.first, one.b_second)
    if one.b_first.n and not (one.first.n and one.a == one.b):
        yield Seat(one.b, one.a, one.b_first, one.second)


@styled
def match_ups(simulations: Sequence[Simulation]) -> Drawn:
    """How often who starts wins, and how often the other: sampled with intervals, and exactly beside."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    if not 1 <= len(simulations) <= MOST_PAIRS:
        raise PositionError(f"match-ups are drawn of 1 to {MOST_PAIRS} pairs, not of {len(simulations)}")
    rows = [seat for one in simulations for seat in seats(one)]
    title = f"{simulations[0].game}: who wins how often"
    wins = np.array([[row.wins.value, row.wins.low, row.wins.high] for row in rows])
    losses = np.array([row.losses.value for row in rows])
    exact = np.array([np.nan if row.wins.exact is None else row.wins.exact for row in rows])
    figure, (axes, near) = sheet(title, 1.3 + 0.5 * len(rows), 1, 2, sharey=True, width_ratios=(3, 1.3))
    places = np.arange(len(rows))[::-1]
    axes.barh(places, wins[:, 0], color=DARK, height=0.6)
    axes.barh(places, losses, left=1.0 - losses, color=BLUE, height=0.6)
    for place, row in zip(places, rows, strict=True):
        share = row.wins.value  # where its dark bar lies below a label, that is white
        axes.text(0.015, place, percent(share), va="center", color="white" if share > LABEL else "black")
        color = "white" if share > 1.0 - LABEL else "black"
        axes.text(0.985, place, percent(row.losses.value), va="center", ha="right", color=color)
    axes.vlines(exact, places - 0.42, places + 0.42, color="black", linewidth=1.6)
    axes.set(xlim=(0, 1), xlabel="share of games", ylim=(-0.6, len(rows) - 0.4))
    axes.set_yticks(places, [f"{named(row.starter, 24)} starts\nagainst {named(row.other, 22)}" for row in rows])
    percent_axis(axes.xaxis)
    middle = np.where(np.isnan(exact), wins[:, 0], exact)
    off = np.abs(wins[:, 1:] - wins[:, :1]).T * 100
    near.errorbar(100 * (wins[:, 0] - middle), places, xerr=off, color=ORANGE, marker="o", linestyle="", capsize=3)
    near.axvline(0.0, color="black", linewidth=1.6)
    near.set_xlabel("off the exact share\n(percentage points)")
    for one in (axes, near):
        one.grid(visible=False, axis="y")
    handles = [
        Patch(color=DARK, label="who starts wins"),
        Patch(color=BLUE, label="the other wins"),
        *([] if np.isnan(exact).all() else [Line2D([], [], color="black", linewidth=1.6, label="exactly")]),
        Line2D([], [], color=ORANGE, marker="o", label=f"sampled, {rows[0].wins.confidence:.0%} interval"),
    ]
    figure.legend(handles=handles, loc="outside lower left", ncols=4)
    caption = (
        f"How often each of two strategies wins in {simulations[0].game} by who starts, in {simulations[0].games:,} "
        "simulated games for each pair; the black line is the exact probability."
    )
    names = np.array([[row.starter, row.other] for row in rows])
    return Drawn("match-ups", title, caption, {"names": names, "wins": wins, "losses": losses, "exact": exact}, figure)


@styled
def versus(duels: Sequence[Duel], labels: Sequence[str] = (), across: str = "against") -> Drawn:
    """One strategy against many: how often it wins, going first, second, and on average.

    `labels` stand below the axis instead of the names of the others, and `across` says what they are.
    """
    names = list(labels) or [duel.b for duel in duels]
    title = f"{duels[0].game}: {named(duels[0].a)} against {len(duels)} strategies"
    figure, (axes,) = sheet(title, 3.9)
    shares = {part: np.array([getattr(duel, part) for duel in duels]) for part in ("first", "second", "average")}
    even = np.array([duel.stalemate_first + duel.stalemate_second for duel in duels])
    places, line = range(len(duels)), "-" if labels else ""
    kinds: dict[str, dict[str, Any]] = {
        "first": {"color": BLUE, "marker": "^", "label": "going first"},
        "second": {"color": ORANGE, "marker": "v", "label": "going second"},
        "average": {"color": DARK, "marker": "o", "label": "average"},
    }
    for part, share in shares.items():
        axes.plot(places, share, linestyle=line, linewidth=1.0, markersize=2.5 if len(duels) > 30 else 4, **kinds[part])
    axes.axhline(0.5, color=FAINT, linestyle="--", linewidth=1.0)
    axes.set(ylabel=f"wins of {named(duels[0].a)}", xlabel=across)
    category_axis(axes, names)
    percent_axis(axes.yaxis)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.1, ncols=3)
    others = [n for n, duel in enumerate(duels) if duel.b != duel.a] or [0]
    least = min(others, key=lambda n: float(shares["average"][n]))
    never = " Games that never end are won by nobody." if even.any() else ""
    caption = (
        f"How often {duels[0].a} wins in {duels[0].game}, exactly; the average is that of both seats. Of the others "
        f"it does worst against {duels[least].b}, with {percent(float(shares['average'][least]), 4)}.{never}"
    )
    return Drawn("versus", title, caption, {"names": np.array([duel.b for duel in duels]), **shares}, figure)
