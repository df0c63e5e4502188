"""Distributions for a terminal, with bars: how a turn ends, and how long games are."""

from collections.abc import Sequence
from itertools import dropwhile
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from jeopardice.show.text import GOOD, SURE, figure, percent, plain_grid, title

if TYPE_CHECKING:
    from jeopardice.exact.distribution import Distribution
    from jeopardice.exact.length import GameLength
    from jeopardice.games.turn import TurnOutcomes

TINY = 5e-7
"""What six digits show as nothing."""
TOO_MANY = "Too many turns to show how they are spread."


class Bar:
    """A bar whose length is a share of the room; in plain ASCII where the terminal knows no more.

    What is less than half a block has none.
    """

    def __init__(self, share: float, width: int = 40) -> None:
        self.share, self.width = share, width

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        mark = "#" if options.ascii_only else "█"
        length = round(self.share * min(self.width, options.max_width))
        yield Text(mark * length, "cyan")


def outcomes_text(outcomes: "TurnOutcomes") -> Group:
    """How a turn ends, with bars."""
    rows: list[tuple[str, float]] = [
        (name, float(share))
        for name, share in (("bust", outcomes.bust), ("wipe", outcomes.wipe), ("pass", outcomes.passed))
        if share
    ]
    rows += _without_tail([(str(points), float(share)) for points, share in outcomes.banked.items() if share])
    head = f": one turn of {outcomes.strategy} at own {outcomes.own}, opponent {outcomes.opponent}"
    gain = Text.assemble("It banks ", (f"{float(outcomes.mean):.6f}", GOOD), " points on average.")
    return Group(title(outcomes.game, head), "", bars("points", rows), "", gain)


def _without_tail(rows: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """The same with the many last figures that are next to nothing put together."""
    kept = max((n for n, (_, share) in enumerate(rows, 1) if share >= TINY), default=0)
    tail = rows[kept:]
    return [*rows[:kept], (f"{tail[0][0]}-{tail[-1][0]}", sum(share for _, share in tail))] if len(tail) > 1 else rows


def bars(heading: str, rows: Sequence[tuple[str, float]]) -> Grid:
    """Probabilities with bars."""
    grid = plain_grid(heading, "probability", "", numbers=[0, 1])
    most = max((share for _, share in rows), default=0.0) or 1.0
    for name, share in rows:
        grid.add_row(name, _probability(share), Bar(share / most))
    return grid


def _probability(share: float) -> str:
    """Six decimals, where they show anything; nothing but a 0 is impossible."""
    return f"{share:.6f}" if share >= TINY else "< 0.000001" if share else "0"


def length_text(length: "GameLength") -> Group:
    """How long games are: mean, quantiles and the shape of the distribution."""
    head = title(length.game, f": number of turns, both players counted; {length.a} starts, against {length.b}")
    if length.written and not length.probabilities.any():
        return Group(head, "", Text("No game ever ends."))
    facts = f"mean {figure(length.mean, 4)}, standard deviation {figure(length.sd, 4)}"
    of = " (of the games that end)" if length.endless > SURE else ""
    never = [Text(f"{percent(length.endless, 4)} never end")] if length.endless > SURE else []
    if not length.written:
        return Group(head, "", Text(facts + of), *never, Text(TOO_MANY))
    ends = [Text(f"{facts}, median {length.median}{of}")]
    reached = [(share, length.quantile(share)) for share in (0.9, 0.99)]
    ends += [
        Text(f"{share:.0%} of all games are over by turn {turns}") for share, turns in reached if turns is not None
    ]
    return Group(head, "", bars("turns", bins(length)), "", *ends, *never)


def bins(numbers: "Distribution", first: int = 1, most: int = 20) -> list[tuple[str, float]]:
    """The probabilities in bins of equal round widths, from a first number up to where hardly anything is left, and the
    rest; without the first ones if nothing would be seen of them."""
    last = max(numbers.quantile(0.999 * float(numbers.probabilities.sum())) or 0, first)
    wide = next(n for scale in range(9) for n in (10**scale, 2 * 10**scale, 5 * 10**scale) if last - first < most * n)
    found = []
    for start in range(first, last + 1, wide):
        name = str(start) if wide == 1 else f"{start}-{start + wide - 1}"
        found.append((name, float(numbers.probabilities[start : start + wide].sum())))
    beyond = first + len(found) * wide
    rest = float(numbers.probabilities[beyond:].sum())
    found = list(dropwhile(lambda bin: bin[1] < TINY, found))
    return [*found, (f"{beyond} and more", rest)] if rest >= TINY else found
