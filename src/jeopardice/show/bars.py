"""Distributions for a terminal, with bars: how a turn ends, and how long games are."""

from collections.abc import Sequence
from itertools import dropwhile
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from jeopardice.show.text import GOOD, percent, plain_grid, title

if TYPE_CHECKING:
    from jeopardice.exact.distribution import Distribution
    from jeopardice.exact.length import GameLength
    from jeopardice.games.turn import TurnOutcomes

LEAST_SHOWN = 5e-7


class Bar:
    """A bar whose length is a share of the room; in plain ASCII where the terminal knows no more."""

    def __init__(self, share: float, width: int = 40) -> None:
        self.share, self.width = share, width

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        mark = "#" if options.ascii_only else "█"
        length = round(self.share * min(self.width, options.max_width))
        yield Text(mark * max(length, 1 if self.share > 0 else 0), "cyan")


def outcomes_text(outcomes: "TurnOutcomes", game: str, strategy: str, own: int, opponent: int) -> Group:
    """How a turn ends, with bars."""
    rows: list[tuple[str, float]] = [
        (name, float(share))
        for name, share in (("bust", outcomes.bust), ("wipe", outcomes.wipe), ("pass", outcomes.passed))
        if share
    ]
    rows += [(str(points), float(share)) for points, share in outcomes.banked.items() if share]
    head = f": one turn of {strategy} at own {own}, opponent {opponent}"
    gain = Text.assemble("It banks ", (f"{float(outcomes.mean):.6f}", GOOD), " points on average.")
    return Group(title(game, head), "", bars("points", rows), "", gain)


def bars(heading: str, rows: Sequence[tuple[str, float]]) -> Grid:
    """Probabilities with bars."""
    grid = plain_grid(heading, "probability", "", numbers=[0, 1])
    most = max((share for _, share in rows), default=1.0)
    for name, share in rows:
        grid.add_row(name, f"{share:.6f}", Bar(share / most))
    return grid


def length_text(length: "GameLength") -> Group:
    """How long games are: mean, quantiles and the shape of the distribution."""
    head = title(length.game, f": number of turns, both players counted; {length.a} starts, against {length.b}")
    whole = float(length.probabilities.sum())
    if whole <= 0:
        return Group(head, "", Text("No game ever ends: both pass for ever."))
    facts = f"mean {length.mean:.4f}, standard deviation {length.sd:.4f}, median {length.median}"
    ends = [Text(facts + (" (of the games that end)" if length.endless > 0 else ""))]
    reached = [(share, length.quantile(share)) for share in (0.9, 0.99)]
    ends += [
        Text(f"{share:.0%} of all games are over by turn {turns}") for share, turns in reached if turns is not None
    ]
    if length.endless > 0:
        ends.append(Text(f"{percent(length.endless, 4)} never end: both pass for ever"))
    return Group(head, "", bars("turns", bins(length)), "", *ends)


def bins(numbers: "Distribution", first: int = 1, most: int = 20) -> list[tuple[str, float]]:
    """The probabilities in bins of equal round widths, from a first number up to where hardly anything is left; without
    the first ones if nothing would be seen of them."""
    last = max(numbers.quantile(0.999 * float(numbers.probabilities.sum())) or 0, first)
    wide = next(n for scale in range(9) for n in (10**scale, 2 * 10**scale, 5 * 10**scale) if last - first < most * n)
    found = []
    for start in range(first, last + 1, wide):
        name = str(start) if wide == 1 else f"{start}-{start + wide - 1}"
        found.append((name, float(numbers.probabilities[start : start + wide].sum())))
    return list(dropwhile(lambda bin: bin[1] < LEAST_SHOWN, found))
