"""Axes of all figures: ticks in percent, at whole numbers, and at names."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from jeopardice.show.figures.canvas import named

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_NAMES = 30
MOST_NUMBERS = 16
LONGEST = 22


def percent_axis(axis: Any, digits: int = 0) -> None:
    """Ticks of a share, in percent."""
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0, digits))


def whole_axis(axis: Any, most: int = 10) -> None:
    """Ticks at whole numbers."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(most, integer=True, steps=[1, 2, 5, 10]))


def category_axis(axes: "Axes", names: Sequence[str], upright: bool = False) -> None:
    """Names at the places 0, 1, 2, ... of the axis across (or `upright`): as many as there is room for.

    Of many whole numbers the round ones are shown.
    """
    numbers = all(len(name) <= 4 for name in names)
    most = MOST_NUMBERS if numbers else MOST_NAMES
    step = next(n * scale for scale in (1, 10, 100) for n in (1, 2, 5) if len(names) <= most * n * scale)
    places = list(range(0, len(names), step))
    if step > 1 and all(name.lstrip("-").isdigit() for name in names):
        places = [place for place, name in enumerate(names) if int(name) % step == 0]
    shown = [named(names[place], LONGEST) for place in places]
    slanted: dict[str, Any] = {"rotation": 35, "ha": "right", "rotation_mode": "anchor"}
    (axes.set_yticks if upright else axes.set_xticks)(places, shown, **({} if upright or numbers else slanted))


def common(names: Sequence[str]) -> str:
    """What strategies are all called but for one whole number, such as hold-at; nothing if there is no such name."""
    heads = {name.partition("(")[0] for name in names}
    numbered = all(name.partition("(")[2].removesuffix(")").isdigit() for name in names)
    return heads.pop() if len(heads) == 1 and numbered and len(names) > 1 else ""


def values_of(names: Sequence[str]) -> list[str]:
    """The whole numbers by which names differ; the names themselves where they do so otherwise."""
    return [name.partition("(")[2].removesuffix(")") for name in names] if common(names) else list(names)
