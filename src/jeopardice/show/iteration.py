"""The textbook's methods for a terminal: traces, stopping errors, and what a discount changes."""

import math
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.text import Text

from jeopardice.finite.trace import Iterated, rows
from jeopardice.games.notation import game_notation
from jeopardice.show.bars import Bar
from jeopardice.show.picture import fitting, picture_of_table
from jeopardice.show.text import GOOD, picture_text, plain_grid, title
from jeopardice.show.wins import Wins

if TYPE_CHECKING:
    from jeopardice.finite.discount import Discounted
    from jeopardice.finite.stopping import Stopped

MOST_ROWS, WIDEST = 20, 20
WITH_BARS, LONG_HEADS = 76, 68
"""The room that a trace needs to be shown with bars, and with long headings."""


class Trace:
    """A trace in a few rows, the first and the last among them; in little room without bars and with short headings."""

    def __init__(self, iterated: Iterated, most: int = MOST_ROWS) -> None:
        self.iterated, self.most = iterated, most
        self.several = any(one.sweeps > 1 for one in iterated.trace)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        numbered = ("round", "sweeps") if self.several else ("sweep",)
        heads = (*numbered, "change", "value at the start", "changed actions")
        bars = not self.several and options.max_width >= WITH_BARS
        if options.max_width < LONG_HEADS:
            heads = (*numbered, "change", "value", "changed")
        grid = plain_grid(*heads, *(("change, log scale",) if bars else ()), numbers=range(len(heads)))
        for number, one in rows(self.iterated.trace, self.most):
            front = (str(number), str(one.sweeps)) if self.several else (str(number),)
            row = (*front, f"{one.change:.2e}", f"{one.value:.10f}", f"{one.switched:,}")
            grid.add_row(*row, *((Bar(_share(one.change, self.iterated), WIDEST),) if bars else ()))
        yield grid


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
    shown: list[str | Trace] = ["", Trace(stopped.iterated)] if trace else []
    grid = plain_grid("", "at the start", "largest", numbers=(1, 2))
    grid.add_row("value", f"{stopped.value:.12f}", "")
    grid.add_row("exact", f"{stopped.exact.value():.12f}", "")
    grid.add_row("error", f"{stopped.error_at_start:.2e}", Text(f"{stopped.largest_error:.2e}", GOOD))
    count = positions_text(stopped.to_dict()["positions"])
    end = f"After {stopped.iterated.sweeps:,} sweeps no value changes by {stopped.tolerance:g} or more. "
    wrong = f"The action is not a best one at {stopped.wrong_actions:,} of {count}."
    return Group(title(game_notation(stopped.rules), told), *shown, "", Text(end + wrong), "", grid)


def positions_text(count: int) -> str:
    """So many positions."""
    return f"{count:,} position{'' if count == 1 else 's'}"


def discounted_text(found: "Discounted", width: int = 80) -> Group:
    """What players who discount do, and what it costs; the picture in lines of so many characters."""
    against = found.against_optimal
    wins = Wins(
        [
            ("with the discount", (against.first, against.second, against.average)),
            ("optimal", (against.b_first, against.b_second, against.b_average)),
        ]
    )
    told = (
        f"Each decision multiplies what follows by {found.discount:g}; a win pays 1, a loss -1. The game is worth "
        f"{found.value:.6f} to the player who goes first. Compared with best play without a discount another action "
        f"is taken at {found.differs:,} of {positions_text(found.positions)}."
    )
    picture = picture_text(picture_of_table(found.strategy, fitting(found.rules, width)))
    head = title(against.game, f": discount {found.discount:g}")
    return Group(head, "", Text(told), "", wins, "", *picture)
