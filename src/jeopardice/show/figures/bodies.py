"""Bodies of states in space, drawn as what they are: a block for each state, and of every block what can be seen of it.

Own score and opponent's score lie flat, the turn total stands upright. What is far is painted first.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.games.turn import Turn
from jeopardice.show.figures.axes import whole_axis
from jeopardice.show.figures.canvas import MAP, OPPONENT, OWN, TURN_TOTAL, sheet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Booleans = NDArray[np.bool_]
Floats = NDArray[np.float64]
MOST = 100
"""So many blocks along each side: of larger games not every score is looked at."""
CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
LIGHT = np.array([0.72, 0.86, 1.0])
"""How bright faces are that look along each axis; from above they are brightest."""
PALEST, BEND = 0.2, 0.7


@dataclass(frozen=True)
class Blocks:
    """The scores of both players and the turn totals of which there are blocks, every `step` points."""

    target: int
    step: int
    scores: NDArray[np.int64]
    totals: NDArray[np.int64]

    @property
    def edges(self) -> tuple[Floats, Floats, Floats]:
        """Where blocks begin, and where the last ends, along each axis."""
        flat = np.append(self.scores, self.target).astype(np.float64)
        upright = np.append(self.totals, max(self.target, self.totals[-1] + 1)).astype(np.float64)
        return flat, flat, upright

    @property
    def open(self) -> Booleans:
        """Where the game is not won by banking, by [own, opponent, total]."""
        count = len(self.scores)
        short = self.scores[:, None, None] + self.totals < self.target
        return np.broadcast_to(short, (count, count, len(self.totals)))


def blocks_of(turn: Turn) -> tuple[Blocks, tuple[Any, ...]]:
    """The blocks of a game, and the index that picks what they show from an array by [own, opponent, node].

    Of a large game it is every second score, or every third, and so on.
    """
    target = turn.rules.target
    step = -(-target // MOST)
    scores, totals = np.arange(0, target, step), np.array(turn.total[: turn.decisions])
    nodes = np.unique(np.searchsorted(totals, np.arange(0, totals[-1] + 1, step)))
    return Blocks(target, step, scores, totals[nodes]), np.ix_(scores, scores, nodes)


def faces(body: Booleans, blocks: Blocks, towards: tuple[int, int, int]) -> tuple[Floats, NDArray[np.int64]]:
    """The outer faces of a body that the viewer can see: corners by [face, corner, axis], and which way each looks.

    `towards` says for each axis whether the viewer stands at its end (1) or at its beginning (-1).
    """
    found, looks = [], []
    for axis, sign in enumerate(towards):
        along = np.moveaxis(body, axis, 0)
        nothing = np.zeros_like(along[:1])
        before = np.concatenate([along[1:], nothing] if sign > 0 else [nothing, along[:-1]])
        places = np.argwhere(np.moveaxis(along & ~before, 0, axis))
        corners = np.empty((len(places), 4, 3))
        corners[:, :, axis] = blocks.edges[axis][places[:, axis] + (sign > 0)][:, None]
        for number, other in enumerate(other for other in range(3) if other != axis):
            corners[:, :, other] = blocks.edges[other][places[:, other][:, None] + CORNERS[:, number]]
        found.append(corners)
        looks.append(np.full(len(places), axis))
    return np.concatenate(found), np.concatenate(looks)


def body_sheet(title: str, body: Booleans, blocks: Blocks, meaning: str, view: tuple[int, int]) -> "Figure":
    """A figure of a body, its blocks shaded by turn total; `view` is how steeply and from where one looks at it."""
    from matplotlib import colormaps
    from matplotlib.patches import Patch
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    figure, _ = sheet(title, 5.1, rows=0)
    figure.set_layout_engine("none")
    axes: Any = figure.add_axes((0.0, 0.0, 0.97, 0.93), projection="3d", computed_zorder=False)
    axes.set_proj_type("ortho")
    axes.view_init(*view)
    around = np.radians(view[1])
    corners, looks = faces(body, blocks, (1 if np.cos(around) > 0 else -1, 1 if np.sin(around) > 0 else -1, 1))
    flat, _, upright = blocks.edges
    colors = colormaps[MAP](PALEST + (1.0 - PALEST) * (corners[:, :, 2].mean(axis=1) / upright[-1]) ** BEND)
    colors[:, :3] *= LIGHT[looks][:, None]
    options: dict[str, Any] = {"linewidths": 0.3, "antialiased": False, "rasterized": True}
    axes.add_collection3d(Poly3DCollection(corners, facecolors=colors, edgecolors=colors, **options), autolim=False)
    axes.set(xlim=(0, flat[-1]), ylim=(0, flat[-1]), zlim=(0, upright[-1]))
    axes.set_box_aspect((1, 1, 0.75), zoom=0.97)
    axes.set(xlabel=OWN, ylabel=OPPONENT, zlabel=TURN_TOTAL)
    for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
        whole_axis(axis, 6)
    figure.legend(
        handles=[Patch(color=colormaps[MAP](0.6), label=meaning)], loc="upper left", bbox_to_anchor=(0.0, 0.95)
    )
    return figure
