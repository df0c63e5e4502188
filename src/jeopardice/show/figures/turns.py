"""What one turn brings, and how many turns something takes: distributions, one below the other."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from jeopardice.errors import NotConvergedError, PositionError
from jeopardice.exact.distribution import Distribution
from jeopardice.exact.percent import SURE, percent
from jeopardice.games.turn import TurnOutcomes
from jeopardice.show.figures.axes import percent_axis, whole_axis
from jeopardice.show.figures.canvas import BLUE, DARK, ORANGE, named, sheet, styled
from jeopardice.show.figures.drawn import Drawn

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TAIL = 1e-4
"""What is less probable, all of it together, is cut off at the right."""
MOST_PANELS = 8


def stacked(title: str, count: int, what: str) -> "tuple[Figure, list[Axes]]":
    """A sheet with so many panels below each other, or a PositionError if they are too many."""
    if not 1 <= count <= MOST_PANELS:
        raise PositionError(f"{what} is drawn of 1 to {MOST_PANELS} strategies, not of {count}")
    height = (3.4, 2.1, 1.7, 1.5)[min(count, 4) - 1]
    return sheet(title, 0.7 + height * count, count, 1, sharex=True, sharey=True)


@styled
def turn(outcomes: Sequence[TurnOutcomes]) -> Drawn:
    """What one turn of each of some strategies brings: the probability of each number of points, 0 among them."""
    first = outcomes[0]
    place = f"own {first.own}, opponent {first.opponent}"
    title = f"{first.game}: what a turn brings ({place})"
    figure, axes = stacked(title, len(outcomes), "a turn")
    most = max(max(one.points) for one in outcomes)
    chances = np.array([[float(one.points.get(points, 0)) for points in range(most + 1)] for one in outcomes])
    for axis, one, chance in zip(axes, outcomes, chances, strict=True):
        axis.set_title(f"{named(one.strategy, 60)}: {float(one.mean):.3f} points on average")
        bars: dict[str, Any] = {"width": 0.8, "edgecolor": DARK, "linewidth": 0.4}
        axis.bar([0], chance[:1], color=ORANGE, hatch="////", label=f"nothing: {_nothing(one)}", **bars)
        axis.bar(range(1, most + 1), chance[1:], color=BLUE, label="banked", **bars)
        axis.axvline(float(one.mean), color=DARK, linestyle="--", linewidth=1.0, label="mean")
        axis.set_ylabel("probability")
        axis.legend(loc="upper right")
    shown = _last(chances)
    axes[-1].set(xlabel="points of the turn", xlim=(-0.8, shown + 0.8))
    whole_axis(axes[-1].xaxis)
    percent_axis(axes[-1].yaxis)
    caption = f"The exact distribution of the points that one turn brings in {first.game}, at {place}."
    return Drawn("turn", title, caption, {"points": np.arange(most + 1), "probability": chances}, figure)


def _nothing(one: TurnOutcomes) -> str:
    """How nothing comes of a turn."""
    ends = {"bust": float(one.bust), "wipe": float(one.wipe), "pass": float(one.passed)}
    return ", ".join(f"{name} {percent(chance)}" for name, chance in ends.items() if chance > SURE) or "never"


def _last(chances: Any) -> int:
    """The last number with anything to be seen, of one distribution or of several."""
    left = np.cumsum(chances[:, ::-1], axis=1)[:, ::-1].max(axis=0)
    return max(1, int(np.count_nonzero(left > TAIL)) - 1)


@styled
def turns(game: str, what: str, numbers: Sequence[tuple[str, Distribution]], name: str = "turns") -> Drawn:
    """Distributions of a number of turns, each with whose it is; `what` says which turns they are."""
    for who, one in numbers:
        if not one.written:
            raise NotConvergedError(f"{who}: writing the distribution of its turns down would take too long")
        if not one.probabilities.any():
            raise PositionError(f"{who}: no game of {game} ever ends like that, so there is no number of turns")
    title = f"{game}: {what}"
    figure, axes = stacked(title, len(numbers), "a distribution")
    longest = max(len(one.probabilities) for _, one in numbers)
    chances = np.array([np.pad(one.probabilities, (0, longest - len(one.probabilities))) for _, one in numbers])
    for axis, (who, one), chance in zip(axes, numbers, chances, strict=True):
        facts = f"mean {one.mean:.3f}, sd {one.sd:.3f}, median {one.median}"
        axis.set_title(f"{named(who, 45)}: {facts}")
        axis.bar(range(longest), chance, width=0.85, color=BLUE, edgecolor=DARK, linewidth=0.4, label="probability")
        axis.axvline(one.mean, color=ORANGE, linestyle="--", linewidth=1.2, label="mean")
        if one.endless > SURE:
            axis.plot([], [], " ", label=f"never ends: {percent(one.endless)}")
        axis.set_ylabel("probability")
        axis.legend(loc="upper right")
    axes[-1].set(xlabel="turns", xlim=(0, _last(chances) + 0.8))
    whole_axis(axes[-1].xaxis)
    percent_axis(axes[-1].yaxis)
    caption = f"The exact distribution of the {what}, in {game}."
    return Drawn(name, title, caption, {"turns": np.arange(longest), "probability": chances}, figure)
