"""What chance does to a fair test: how proportions settle with the number of games, and how they spread."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.compare.fair_test import FairTest
from jeopardice.compare.figure_17 import Figure17
from jeopardice.compare.self_play import Figure15, Figure16
from jeopardice.exact.percent import percent
from jeopardice.show.figures.canvas import BLUE, DARK, FAINT, ORANGE, named, sheet, styled
from jeopardice.show.figures.drawn import Drawn

DOTS = 120_000
"""More dots than this make nothing clearer: then not every number of games is drawn."""
Floats = NDArray[np.float64]


@styled
def scatter(found: Figure15) -> Drawn:
    """The proportions of many series of games of a strategy against itself, by the number of games: Figure 15."""
    title = f"{found.game}: {named(found.strategy)} against itself, proportion of games won"
    figure, (axes,) = sheet(title, 4.2)
    games = np.arange(1, found.games + 1)
    drawn = (
        np.unique(np.linspace(1, found.games, max(2, min(found.games, DOTS // found.series))).round().astype(int)) - 1
    )
    dots: dict[str, Any] = {"linestyle": "", "marker": ".", "markersize": 1.2, "color": BLUE, "rasterized": True}
    axes.plot(games[drawn], found.proportions[drawn], markeredgewidth=0, **dots)
    within = f"{found.confidence:.0%} lie between"
    axes.plot(games, found.low, color=DARK, linewidth=1.0), axes.plot(games, found.high, color=DARK, linewidth=1.0)
    for bound in (0.5 - found.half_width, 0.5 + found.half_width):
        axes.axhline(bound, color=ORANGE, linestyle="--", linewidth=1.2)
    for options in (
        {**dots, "markersize": 6, "label": f"{found.series:,} series"},
        {"color": DARK, "linewidth": 1.0, "label": f"exactly: {within}"},
        {
            "color": ORANGE,
            "linestyle": "--",
            "label": f"called different: 0.5 \N{PLUS-MINUS SIGN} {found.half_width:g}",
        },
    ):
        axes.plot([], [], **options)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.1, ncols=3)
    axes.set(xlabel="games", ylabel="proportion won", xlim=(0, found.games), ylim=_around(found.proportions))
    last = percent(float(found.chance[-1]), 2)
    caption = (
        f"The proportion of games that {found.strategy} wins against itself in {found.game}, in {found.series:,} "
        f"series, after each number of games; after {found.games:,} games {last} are called better or worse by chance."
    )
    data = {"games": games, "proportions": found.proportions, "low": found.low, "high": found.high}
    return Drawn("fair-scatter", title, caption, data, figure)


def _around(proportions: Floats) -> tuple[float, float]:
    """Where nearly all proportions lie, not the first few of each series, around one half."""
    rest = proportions[min(len(proportions) - 1, 20) :]
    off = min(0.5, max(0.05, float(np.abs(rest - 0.5).max()) * 1.05))
    return 0.5 - off, 0.5 + off


@styled
def histogram(found: Figure16 | FairTest) -> Drawn:
    """How the proportions of fair tests spread, beside what is to be expected: Figure 16, or one fair test of two."""
    if isinstance(found, Figure16):
        who, mean, sd, of = f"{named(found.strategy)} against itself", 0.5, found.sd, "fair tests"
    else:
        who, of = f"{named(found.a, 26)} against {named(found.b, 26)}", "tests"
        mean, sd = _expected(found)
    title = f"{found.game}: {who}, proportions of {len(found.proportions):,} {of}"
    figure, (axes,) = sheet(title, 3.9)
    counts, edges = np.histogram(found.proportions, bins="auto" if np.ptp(found.proportions) > 0 else 1)
    axes.stairs(counts, edges, fill=True, color=BLUE, edgecolor=DARK, label=f"{len(found.proportions):,} {of}")
    width = float(edges[1] - edges[0])
    across = np.linspace(mean - 4 * sd, mean + 4 * sd, 400)
    curve = len(found.proportions) * width * np.exp(-0.5 * ((across - mean) / sd) ** 2) / (sd * np.sqrt(2 * np.pi))
    axes.plot(across, curve, color=DARK, label="to be expected, exactly" if sd else "")
    axes.axvline(mean, color="black", linestyle=":", linewidth=1.2, label=f"exact: {mean:.4f}")
    low, high = 0.5 - found.half_width, 0.5 + found.half_width
    near = axes.get_xlim()
    for number, bound in enumerate(bound for bound in (low, high) if near[0] <= bound <= near[1]):
        label = f"called different: 0.5 \N{PLUS-MINUS SIGN} {found.half_width:g}"
        axes.axvline(bound, color=ORANGE, linestyle="--", label=label if number == 0 else "_")
    axes.set(xlabel="proportion of games won", ylabel=f"number of {of}")
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.1, ncols=2)
    games = found.games * found.tests if isinstance(found, Figure16) else found.games
    caption = (
        f"The proportions of {len(found.proportions):,} {of} of {games:,} games each in {found.game}, {who}; they are "
        f"expected around {mean:.4f} with a standard deviation of {sd:.4f}. Called better or worse is what is "
        f"{found.half_width:g} or more from one half."
    )
    data = {
        "proportions": found.proportions,
        "counts": counts,
        "edges": edges,
        "mean": np.array(mean),
        "sd": np.array(sd),
    }
    return Drawn("fair-histogram", title, caption, data, figure)


def _expected(found: FairTest) -> tuple[float, float]:
    """Mean and standard deviation of the proportion of one test, exactly."""
    from jeopardice.compare.statistics import share, variances

    return share(found.exact), (sum(variances(found.exact)) / 2 / found.games) ** 0.5


@styled
def printed_pairs(found: Figure17) -> Drawn:
    """How far sampled averages are from the exact ones, pair by pair: those of the report's Figure 17, and ours."""
    title = f"{found.game}: Figure 17 of the group report, off the exact average"
    figure, (axes,) = sheet(title, 1.4 + 0.32 * len(found.pairs))
    places = np.arange(len(found.pairs))[::-1]
    exact = np.array([pair.exact["average"] for pair in found.pairs])
    theory = np.array([pair.theory["average"] for pair in found.pairs])
    practice = np.array([pair.practice["average"] for pair in found.pairs])
    sampled = np.array(
        [[getattr(pair.test.average, part) for part in ("value", "low", "high")] for pair in found.pairs]
    )
    spread = np.abs(sampled[:, 1:] - sampled[:, :1]).T * 100
    dots: dict[str, Any] = {"linestyle": "", "markersize": 5}
    axes.axvline(0.0, color="black", linewidth=1.2)
    axes.plot(
        100 * (theory - exact), places, color=FAINT, marker="|", markeredgewidth=2, label="theirs: theory", **dots
    )
    axes.plot(100 * (practice - exact), places + 0.15, color=ORANGE, marker="s", label="theirs: practice", **dots)
    ours = f"ours, {found.pairs[0].test.confidence:.0%} interval"
    values = 100 * (sampled[:, 0] - exact)
    axes.errorbar(values, places - 0.15, xerr=spread, color=DARK, marker="o", capsize=3, label=ours, **dots)
    axes.set_yticks(places, [f"{pair.test.a} against {pair.test.b}" for pair in found.pairs])
    axes.set(xlabel="sampled average less the exact one (percentage points)", ylim=(-0.7, len(places) - 0.3))
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.1, ncols=3)
    caption = (
        f"Ten pairs of strategies in {found.game}: how far the averages printed in the group report (theory and "
        f"practice) and those of {found.tests:,} tests of {found.games:,} games of ours are from the exact ones."
    )
    data = {"exact": exact, "theory": theory, "practice": practice, "sampled": sampled}
    return Drawn("figure-17", title, caption, data, figure)
