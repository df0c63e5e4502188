"""Sweeps: a figure for every cell of a grid of games and strategies.

What is measured is one of our functions, its arguments are templates such as `hold-at({n})`, and each cell of the grid
is a piece of work of its own, kept in a results file as soon as it is done.
"""

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from jeopardice.compare.grid import Cell, Value, as_axes, cells
from jeopardice.compare.measures import Aim, check_arguments, measure_of
from jeopardice.compare.pieces import Piece, check_cells, measured, plain_value
from jeopardice.compare.results_file import results_file
from jeopardice.compare.sheets import csv_text, markdown_cell, markdown_lines, save_as
from jeopardice.errors import PositionError
from jeopardice.exact.result import Result
from jeopardice.games.grammar import nearest
from jeopardice.games.position import is_whole
from jeopardice.games.rules import short
from jeopardice.sampled.seeds import as_generator, drawn_seed
from jeopardice.spread import Progress, spread

Begun = Callable[[int, int], object] | None
Row = Mapping[str, Any]
MOST_SEED = 2**63


@dataclass(frozen=True, eq=False)
class Sweep(Result):
    """The figures of all cells: `rows` hold the values of the axes and the figures by name, in the order of the grid.

    `resumed` is how many of them a results file had already.
    """

    left_out: ClassVar[tuple[str, ...]] = ("rows",)

    measure: str
    arguments: Mapping[str, Any]
    over: Mapping[str, tuple[Value, ...]]
    rows: tuple[Row, ...] = field(repr=False)
    seed: int | None = None
    resumed: int = 0

    @cached_property
    def figures(self) -> tuple[str, ...]:
        """The names of the figures."""
        return tuple(name for name in self.rows[0] if name not in self.over)

    def column(self, name: str) -> list[Any]:
        """The values of an axis or of a figure, in the order of the rows; None where there is no figure."""
        return [row[self._known(name)] for row in self.rows]

    def grid(self, figure: str) -> NDArray[np.float64]:
        """A figure as an array with a dimension for each axis; not a number where there is none."""
        found = np.array([np.nan if value is None else value for value in self.column(figure)], dtype=np.float64)
        return found.reshape([len(values) for values in self.over.values()])

    def best(self, figure: str | None = None, *, least: bool = False, nearest: float | None = None) -> Row | None:
        """The row with the most of a figure, the least, or the nearest to a value; the first of equals, None of none.

        Without a figure it is what the measure is about.
        """
        aim = measure_of(self.measure).aim if figure is None else Aim(figure, least, nearest)
        return None if aim is None else self.at_aim(aim)

    def at_aim(self, aim: Aim) -> Row | None:
        """The row that comes nearest to what is wanted."""
        rows = [row for row in self.rows if row[self._known(aim.figure)] is not None]
        if aim.nearest is not None:
            return min(rows, key=lambda row: abs(row[aim.figure] - aim.nearest), default=None)
        return (min if aim.least else max)(rows, key=lambda row: float(row[aim.figure]), default=None)

    def _known(self, name: str) -> str:
        if name not in self.rows[0]:
            raise PositionError(f"there is no figure {short(name)}{nearest(str(name), self.rows[0])}")
        return name

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "measure": self.measure,
            "arguments": {name: _written(value) for name, value in self.arguments.items()},
            "over": {axis: list(values) for axis, values in self.over.items()},
            "seed": self.seed,
            "resumed": self.resumed,
            "rows": [dict(row) for row in self.rows],
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write all rows as a `.csv`, `.md` or `.json` file."""
        plain = lambda: json.dumps(self.to_dict(), allow_nan=False) + "\n"  # noqa: E731
        save_as(path, "a sweep", {".csv": self.csv, ".md": self.markdown, ".json": plain})

    def csv(self) -> str:
        """All rows as CSV."""
        return csv_text(list(self.rows[0]), (list(row.values()) for row in self.rows))

    def markdown(self) -> str:
        """What is measured, and all rows, as a page in Markdown."""
        told = ", ".join(f"{name} {markdown_cell(str(value))}" for name, value in self.arguments.items())
        lines = markdown_lines(list(self.rows[0]), ([*map(_short, row.values())] for row in self.rows))
        return "\n".join((f"# {self.measure}: {told}", "", *lines)) + "\n"


def _short(value: Any) -> str:
    """A value for people."""
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


def _written(value: Any) -> Any:
    return value if value is None or isinstance(value, (str, int, float)) else str(value)


def sweep(
    measure: str,
    *,
    over: Mapping[str, Any],
    results: str | os.PathLike[str] | None = None,
    rng: Any = None,
    executor: Executor | None = None,
    progress: Progress = None,
    begun: Begun = None,
    **arguments: Any,
) -> Sweep:
    """Measure every cell of a grid, such as `sweep("duel", game="pig", a="hold-at({n})", over={"n": range(15, 31)})`.

    `over` has the values of each axis. Finished cells are kept in the file `results`, and a sweep that was broken off
    goes on with the others; `begun` is told how many are there, and how many there will be. An `executor` shares the
    cells out.
    """
    known = measure_of(measure)
    check_arguments(measure, known, arguments)
    axes = as_axes(over)
    for axis in axes:
        if axis in known.figures:
            raise PositionError(f"{axis} is a figure of {measure}: give the axis another name")
    grid = cells(arguments, axes)
    check_cells(grid)
    plain = arguments if results is None else {name: plain_value(value) for name, value in arguments.items()}
    described = {"measure": measure, "arguments": plain, "axes": sorted(axes)}
    seeds = (_seed(rng), drawn_seed()) if known.sampled else (None, None)
    with results_file(results, described, list(axes), known.figures, seeds) as kept:
        todo = [cell for cell in grid if tuple(cell.at.values()) not in kept.figures]
        resumed = len(grid) - len(todo)
        if begun:
            begun(resumed, len(grid))
        pieces = [Piece(measure, cell, _seed_of(cell, kept.seed)) for cell in todo]
        for number, figures in spread(measured, pieces, executor, _share(progress, resumed, len(grid))):
            kept.add(todo[number].at, figures)
    rows = tuple(MappingProxyType({**cell.at, **kept.figures[tuple(cell.at.values())]}) for cell in grid)
    return Sweep(measure, MappingProxyType(dict(arguments)), MappingProxyType(axes), rows, kept.seed, resumed)


def _seed(rng: Any) -> int | None:
    """The seed that stands for what was given, or None."""
    if rng is None or (is_whole(rng) and rng >= 0):
        return rng if rng is None else int(rng)
    return int(as_generator(rng).integers(MOST_SEED))


def _seed_of(cell: Cell, seed: int | None) -> tuple[int, ...] | None:
    """What a cell draws its chances from: it depends on its values only, and not on what else is in the grid."""
    if seed is None:
        return None
    name = json.dumps(sorted(cell.at.items())).encode()
    return seed, *(int(word) for word in np.frombuffer(hashlib.sha256(name).digest()[:16], "<u4"))


def _share(progress: Progress, there: int, count: int) -> Progress:
    """Progress over all cells, of which some are there."""
    if progress is None:
        return None
    return lambda share: progress((there + share * (count - there)) / count)
