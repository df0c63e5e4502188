"""The textbook's methods for a terminal: traces, stopping errors, and what a discount changes."""

import math
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from jeopardice.finite.trace import Iterated, rows
from jeopardice.show.bars import Bar
from jeopardice.show.picture import picture_of_table
from jeopardice.show.text import GOOD, percent, picture_text, plain_grid, title

if TYPE_CHECKING:
    from jeopardice.finite.discount import Discounted
    from jeopardice.finite.stopping import Stopped

MOST_ROWS, WIDEST = 20, 20


def trace_text(iterated: Iterated, most: int = MOST_ROWS) -> Grid:
    """A trace in a few rows, the first and the last among them."""
    several = any(one.sweeps > 1 for one in iterated.trace)
    numbered = ("round", "sweeps") if several else ("sweep",)
    heads = (*numbered, "change", "value at the start", "changed actions")
    grid = plain_grid(*heads, *(() if several else ("change, log scale",)), numbers=range(len(heads)))
    for number, one in rows(iterated.trace, most):
        front = (str(number), str(one.sweeps)) if several else (str(number),)
        row = (*front, f"{one.change:.2e}", f"{one.value:.10f}", f"{one.switched:,}")
        grid.add_row(*row, *(() if several else (Bar(_share(one.change, iterated), WIDEST),)))
    return grid


def _share(change: float, iterated: Iterated) -> float:
    """How high a change stands between the least one of a trace and the largest, by their logarithms."""
    changes = [one.change for one in iterated.trace if one.change > 0]
    if change <= 0 or min(changes) == max(changes):
        return 0.0
    return math.log(change / min(changes)) / math.log(max(changes) / min(changes))


def stopped_text(stopped: "Stopped", trace: bool) -> Group:
    """Where an iteration stopped, and how wrong it is there; with its trace if that is wanted."""
    discount = "" if stopped.exact.discount == 1 else f", discount {stopped.exact.discount:g}"
    told = f": {stopped.method.replace('-', ' ')}, {stopped.order}{discount}; a win pays 1, a loss -1"
    shown: list[str | Grid] = ["", trace_text(stopped.iterated)] if trace else []
    grid = plain_grid("", "at the start", "largest", numbers=(1, 2))
    grid.add_row("value", f"{stopped.value:.12f}", "")
    grid.add_row("exact", f"{stopped.exact.value():.12f}", "")
    grid.add_row("error", f"{stopped.error_at_start:.2e}", Text(f"{stopped.largest_error:.2e}", GOOD))
    count = positions_text(stopped.to_dict()["positions"])
    end = f"After {stopped.iterated.sweeps:,} sweeps no value changes by {stopped.tolerance:g} or more. "
    wrong = f"The action is not a best one at {stopped.wrong_actions:,} of {count}."
    return Group(title(str(stopped.rules), told), *shown, "", Text(end + wrong), "", grid)


def positions_text(count: int) -> str:
    """So many positions."""
    return f"{count:,} position{'' if count == 1 else 's'}"


def discounted_text(found: "Discounted") -> Group:
    """What players who discount do, and what it costs."""
    against = found.against_optimal
    grid = plain_grid("wins", "going first", "going second", "average", numbers=[1, 2, 3])
    for name, *shares in (
        ("with the discount", against.first, against.second, against.average),
        ("optimal", against.b_first, against.b_second, against.b_average),
    ):
        grid.add_row(name, *(percent(share, 4) for share in shares))
    told = (
        f"Each decision multiplies what follows by {found.discount:g}; a win pays 1, a loss -1. The game is worth "
        f"{found.value:.6f} to the player who goes first. Compared with best play without a discount another action "
        f"is taken at {found.differs:,} of {positions_text(found.positions)}."
    )
    picture = picture_text(picture_of_table(found.strategy))
    head = title(str(found.rules), f": discount {found.discount:g}")
    return Group(head, "", Text(told), "", grid, "", *picture)
