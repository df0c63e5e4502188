"""Tournaments for a terminal: standings, what they show, and the matrix where it fits. It computes nothing."""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from jeopardice.compare.findings import findings
from jeopardice.compare.standings import Order, Standing
from jeopardice.compare.tournament_files import exact_averages
from jeopardice.show.text import FAINT, GOOD, HEAD, percent, plain_grid, title

if TYPE_CHECKING:
    from jeopardice.compare.tournament import Tournament
    from jeopardice.exact.duel import Duel

GAP = 2
COLUMN = 6
"""The width of a column of the matrix: 100.0 and a blank."""


def tournament_text(tournament: "Tournament", by: Order, top: int, matrix: bool, duels: bool) -> Group:
    """The standings in an order, what the tournament shows, and more where it is wanted."""
    names = len(tournament.names)
    pairs = names * (names - 1) // 2
    how = f"{tournament.games:,} games each" if tournament.games else "exactly"
    head = f": {_count(names, 'strategy', 'strategies')}, {_count(pairs, 'pair', 'pairs')}, {how}"
    parts: list[Text | str | Standings | Matrix | Grid] = [title(tournament.game, head), ""]
    parts.append(Standings(tournament, by, top))
    if top < names:
        parts.append(Text(f"... and {names - top} more; --top {names} shows all", FAINT))
    sentences = findings(tournament)
    if sentences:
        parts += ["", *(_bullet(sentence) for sentence in sentences)]
    if matrix:
        parts += ["", Matrix(tournament, by)]
    if duels:
        parts += ["", _duels(tournament, by)]
    return Group(*parts)


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _bullet(sentence: str) -> Grid:
    """A sentence whose lines stand under each other behind a dash."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 1, 0, 0), show_header=False)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row("-", sentence)
    return grid


class Standings:
    """A line for each strategy; where names are long, the hardest opponent stands there by its line."""

    def __init__(self, tournament: "Tournament", by: Order, top: int) -> None:
        self.lines, self.exact = tournament.ranked(by), exact_averages(tournament)
        self.top, self.widest = top, max(map(len, tournament.names))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        numbers = {line.name: number for number, line in enumerate(self.lines, 1)}
        exactly = ["exactly"] if self.exact else []
        pairs = max(len(_pairs(line)) for line in self.lines)
        fixed = len("place") + 11 * (1 + len(exactly)) + max(pairs, len("pairs")) + len("00.00 %") + len("rating")
        by_name = fixed + 2 * self.widest + 6 * GAP <= options.max_width
        heads = ["place", "strategy", "average", *exactly, "pairs", "worst", "against", "rating"]
        grid = plain_grid(*heads, numbers=[n for n, head in enumerate(heads) if head not in ("strategy", "against")])
        grid.padding = (0, GAP, 0, 0)
        grid.columns[1].overflow = "fold"
        for line in self.lines[: self.top]:
            against = line.worst_opponent or ""
            shown = against if by_name or not against else f"line {numbers[against]}"
            grid.add_row(*self._cells(line), shown, "" if line.rating is None else f"{line.rating:.0f}")
        yield grid

    def _cells(self, line: Standing) -> list[str | Text]:
        name = Text(line.name, HEAD if line.place == 1 else "")
        exact = [_share(self.exact[line.name], 4)] if self.exact else []
        return [str(line.place), name, Text(_share(line.average, 4), GOOD), *exact, _pairs(line), _share(line.worst, 2)]


def _pairs(line: Standing) -> str:
    """Pairs won and lost, and drawn if there are any."""
    return f"{line.won}-{line.lost}" + (f"-{line.drawn}" if line.drawn else "")


def _share(chance: float | None, digits: int) -> str:
    return "" if chance is None else percent(chance, digits)


class Matrix:
    """How often the row wins against the column, in per cent; or that there is no room for it."""

    def __init__(self, tournament: "Tournament", by: Order) -> None:
        self.tournament, self.names = tournament, [line.name for line in tournament.ranked(by)]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        count = len(self.names)
        label = max(len(f"{number} {name}") for number, name in enumerate(self.names, 1))
        if label + GAP + COLUMN * count > options.max_width:
            yield Text(f"The matrix of {count} strategies does not fit the width: --csv FILE has it.", FAINT)
            return
        t, order = self.tournament, [self.tournament.names.index(name) for name in self.names]
        yield Text("The row against the column wins on average, in %:")
        yield self._grid(t.average[order][:, order].tolist())
        yield Text("\nThe same when the row starts:")
        yield self._grid(t.first[order][:, order].tolist())

    def _grid(self, rows: Sequence[Sequence[float]]) -> Grid:
        count = len(self.names)
        grid = plain_grid("", *map(str, range(1, count + 1)), numbers=range(1, count + 1))
        grid.padding = (0, 1, 0, 0)
        for number, (name, row) in enumerate(zip(self.names, rows, strict=True), 1):
            grid.add_row(f"{number} {name}", *map(_in_percent, row))
        return grid


def _in_percent(chance: float) -> str:
    """A share in per cent with one digit, for narrow columns: 0.0 and 100.0 are said of nothing else."""
    return percent(chance, 1).removesuffix(" %").replace(" ", "")


def _duels(tournament: "Tournament", by: Order) -> Grid:
    """A line for each pair, the better one in front; and, below that of a sample, one with the exact figures."""
    names = [line.name for line in tournament.ranked(by)]
    heads = ["a", "b", "a first", "b first", "a average", *["z"] * (tournament.z is not None)]
    grid = plain_grid(*heads, numbers=range(2, len(heads)))
    grid.padding = (0, GAP, 0, 0)
    for column in grid.columns[:2]:
        column.overflow = "fold"
    for a, b in combinations_with_replacement(names, 2):
        duel = tournament.duel(a, b)
        grid.add_row(a, b, *_seats(duel), *_deviation(tournament, a, b))
        if tournament.exact:
            grid.add_row("", "exactly", *_seats(tournament.exact.duel(a, b)), style=FAINT)
    return grid


def _seats(duel: "Duel") -> list[str]:
    return [percent(chance, 4) for chance in (duel.first, duel.b_first, duel.average)]


def _deviation(tournament: "Tournament", a: str, b: str) -> list[str]:
    """By how many standard errors the sampled average is off."""
    if tournament.z is None or a == b:
        return []
    return [f"{tournament.z[tournament.names.index(a), tournament.names.index(b)]:+.2f}"]
