"""How all figures look: sizes, letters and colours, in one place; and the sheets they are drawn on, without pyplot.

A figure is as wide as a column of text, with letters of the size of its text. The colours can be told apart by people
who are colour-blind, and in grey: of a series each has a lightness, a line and a mark of its own.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from importlib.util import find_spec
from textwrap import fill
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from jeopardice.errors import MissingError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure

P = ParamSpec("P")
R = TypeVar("R")

EXTRA = "plots"
WIDTH = 6.0
"""Inches: a column of text."""
DPI = 200
"""Dots for each inch of what is kept as points: PNG, and what SVG and PDF hold of maps and bodies."""
TITLE_LETTERS = 70
NAME_LETTERS = 34

DARK, ORANGE, BLUE, YELLOW = "#16325c", "#d55e00", "#56b4e9", "#f0c95a"
SERIES = (DARK, ORANGE, BLUE, YELLOW)
LINES = ("-", "--", "-.", ":")
MARKS = ("o", "s", "^", "D", "v", "P", "X")
FAINT, INK = "#8a8a8a", "#222222"
MAP = "viridis"
"""The shades of maps: from dark to light, and the same to the colour-blind."""

OWN, OPPONENT, TURN_TOTAL = "own score (points)", "opponent's score (points)", "turn total (points)"

STYLE: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.labelsize": 9,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "legend.fontsize": 8,
    "figure.titlesize": 10,
    "figure.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e3e3e3",
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.5,
    "lines.markersize": 4,
    "legend.frameon": False,
    "hatch.linewidth": 0.5,
    "figure.dpi": DPI,
    "savefig.dpi": DPI,
    "svg.hashsalt": "jeopardice",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
    "axes.unicode_minus": True,
}
THEIR_OWN = ("backend", "interactive", "toolbar", "webagg")
"""Settings that are not about how things look."""
LOCK = threading.RLock()


def require() -> None:
    """Raise a MissingError if there is no matplotlib."""
    if find_spec("matplotlib") is None:
        raise MissingError(f"figures need matplotlib: pip install 'jeopardice[{EXTRA}]'")


@contextmanager
def style() -> Iterator[None]:
    """Draw as all figures are drawn, whatever a user's own settings are."""
    require()
    import matplotlib as mpl

    with LOCK, mpl.rc_context():  # the settings are those of the whole process
        usual = {key: value for key, value in mpl.rcParamsDefault.items() if not key.startswith(THEIR_OWN)}
        mpl.rcParams.update(usual | STYLE)
        yield


def styled(draw: Callable[P, R]) -> Callable[P, R]:
    """Let a function draw in this style."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> R:
        with style():
            return draw(*args, **kwargs)

    return drawn


def sheet(title: str, height: float, rows: int = 1, columns: int = 1, **shared: Any) -> "tuple[Figure, list[Axes]]":
    """A figure of so many inches with a title, and its axes, row by row."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    FigureCanvasAgg(figure)
    head(figure, title)
    if not rows:
        return figure, []
    axes = figure.subplots(rows, columns, squeeze=False, **shared)
    return figure, list(axes.ravel())


def head(figure: "Figure", title: str) -> None:
    """The title at the left, in as many lines as it takes."""
    figure.suptitle(fill(title, TITLE_LETTERS), x=0.012, ha="left")


def named(text: str, most: int = NAME_LETTERS) -> str:
    """A name that fits: what is too long is cut."""
    return text if len(text) <= most else text[: most - 1] + "\N{HORIZONTAL ELLIPSIS}"


def looks(number: int) -> dict[str, Any]:
    """Colour, line and mark of a series of its own kind."""
    return {
        "color": SERIES[number % len(SERIES)],
        "linestyle": LINES[number // len(SERIES) % len(LINES)] if number >= len(SERIES) else LINES[number],
        "marker": MARKS[number % len(MARKS)],
    }


def shades(count: int) -> list[str]:
    """So many colours from dark to light, for series with an order; the lightest can still be seen on white."""
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    return [to_hex(colormaps[MAP](0.85 * n / max(1, count - 1))) for n in range(count)]


def ordered(count: int) -> list[dict[str, Any]]:
    """Colour and line of series with an order."""
    return [{"color": color, "linestyle": LINES[n % len(LINES)]} for n, color in enumerate(shades(count))]


def shade_map() -> "Colormap":
    """The shades of maps; what is not there stays white."""
    from matplotlib import colormaps

    found: Colormap = colormaps[MAP].with_extremes(bad="white")
    return found


def halo() -> Any:
    """A light edge around letters that stand on a map."""
    from matplotlib.patheffects import withStroke

    return withStroke(linewidth=2.0, foreground="white", alpha=0.85)
