"""Results for a terminal: each function turns a result into something rich can print; it computes nothing."""

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from jeopardice.exact.percent import SURE as SURE
from jeopardice.exact.percent import percent as percent
from jeopardice.games.notation import description, game_notation
from jeopardice.games.rules import Rules
from jeopardice.show.picture import NONE, PASS, WIN, Cell, Picture

if TYPE_CHECKING:  # some of these import the kernels, and a solution from the cache is shown without them
    from jeopardice.exact.rational import ExactSolution
    from jeopardice.exact.solution import Solution

HEAD, FAINT, GOOD = "bold", "dim", "bold green"
HUGE = 1e6
SHADES = ("#ffffcc", "#ffeda0", "#fed976", "#feb24c", "#fd8d3c", "#fc4e2a", "#bd0026")


def plain_grid(*headings: str, numbers: Iterable[int] = ()) -> Grid:
    """A table without lines; the columns of those numbers hold figures."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style=HEAD)
    for column, heading in enumerate(headings):
        grid.add_column(heading, justify="right" if column in numbers else "left", no_wrap=column in numbers)
    return grid


def figure(number: float, digits: int = 6) -> str:
    """A number with so many decimals; of a huge one six figures, for the rest would mean nothing."""
    if not HUGE <= abs(number) < math.inf:
        return f"{number:.{digits}f}"
    mantissa, exponent = f"{number:.5e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def title(*parts: str) -> Text:
    """The first line: what this is about in bold, and what is to be said of it."""
    return Text.assemble((parts[0], HEAD), *parts[1:])


def game_line(rules: Rules) -> Text:
    """The game, what is thrown where the catalogue describes it, and what wins."""
    return title(game_notation(rules), f": {description(rules)} {aim(rules)}".replace(":  ", ": "))


def aim(rules: Rules) -> str:
    """What wins, and what is not usual."""
    forced = " The first throw of a turn is forced." if rules.forced_first_roll else ""
    return f"The first to bank {rules.target} point{'s' if rules.target > 1 else ''} wins.{forced}"


def solution_text(solution: "Solution", picture: Picture) -> Group:
    """Who wins how often, the picture of best play, and what it took."""
    return Group(
        game_line(solution.rules),
        "",
        Text.assemble(
            "If both play as well as possible, the player who goes first wins ",
            (percent(solution.first_player), GOOD),
            " of the games and the other ",
            (percent(solution.second_player), GOOD),
            ".",
        ),
        "",
        *picture_text(picture),
        "",
        Text(effort(solution), FAINT),
    )


def certificate_text(checks: Mapping[str, float]) -> Text:
    """The checks: how far a solution is from its own equation, and what a best response gains against it."""
    return Text(", ".join(f"{name} {value:.1e}" for name, value in checks.items()), FAINT)


def effort(solution: "Solution") -> str:
    """How many states, how long it took, and where the values are kept."""
    states = f"{solution.states:,} state{'' if solution.states == 1 else 's'}"
    if solution.from_cache:
        return f"{states}, solved before; read in {duration(solution.seconds)} from\n{solution.cached_at}"
    took = f"{states}, solved in {duration(solution.seconds)}"
    return f"{took}; kept for the next time in\n{solution.cached_at}" if solution.cached_at else f"{took}; not kept"


def duration(seconds: float) -> str:
    """A time for people."""
    if seconds < 1:
        return f"{1000 * seconds:.1f} ms"
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def picture_text(picture: Picture) -> list[Text]:
    """The picture, shaded by what is held out for, with its legend; and which throw begins a turn, if it matters."""
    if picture.only("win") and len(picture.rules.throws) == 1:
        where = "Whatever the scores" if picture.whole else "At all the scores looked at"
        return [Text(f"{where}, the best is to go on {picture.until}.")]
    parts = [legend(picture), Text(), *_rows(picture)]
    for told, more in about_throws(picture):
        parts += [Text(), Text(told), *([Text(), *_rows(more)] if more is not None else [])]
    return parts


def _rows(picture: Picture) -> list[Text]:
    """Each cell is followed by a blank or by its star."""
    wide, label = picture.widest, picture.label
    lines = [Text(" " * (label + 1) + picture.across, FAINT)]
    heads = "".join(f"{head:>{wide}} " for head in picture.heads)
    lines.append(Text.assemble(("own".rjust(label), FAINT), " ", (heads.rstrip(), FAINT)))
    shade = Shader(picture)
    for own, row in zip(picture.owns, picture.cells, strict=True):
        line = Text.assemble((str(own).rjust(label), FAINT), " ")
        for cell in row:
            line.append(cell.text.rjust(wide) + "* "[not cell.again], shade(cell))
        lines.append(line)
    return lines


class Shader:
    """Darker where more is held out for; the colours spread over the numbers that occur."""

    def __init__(self, picture: Picture) -> None:
        self.numbers = sorted({c.number for row in picture.cells for c in row if c.kind in ("hold", "throw")})

    def __call__(self, cell: Cell) -> str:
        if cell.kind == "win":
            return "bold white on #30507a"
        if cell.kind in ("pass", "none"):
            return FAINT
        low, high = self.numbers[0], self.numbers[-1]
        place = (cell.number - low) / (high - low) if high > low else 0.0
        shade = SHADES[min(int(place * len(SHADES)), len(SHADES) - 1)]
        return f"{'white' if shade == SHADES[-1] else 'black'} on {shade}"


def legend(picture: Picture) -> Text:
    """What the cells mean."""
    if picture.throws:
        return Text(f"Which throw to make, by number ({_throw_names(picture.rules)}), at these scores:")
    parts = ["Hold at this turn total or more"]
    if picture.any("win"):
        parts.append(f"{WIN} go on {picture.until}")
    if picture.any("pass"):
        parts.append(f"{PASS} pass")
    if picture.again:
        parts.append("* but go on at some larger total that may come up")
    return Text("; ".join(parts) + ".")


def about_throws(picture: Picture) -> list[tuple[str, Picture | None]]:
    """Which throws to make, where there are several to choose from besides holding: sentences with their pictures."""
    rules, told = picture.rules, list[tuple[str, Picture | None]]()
    if picture.first_throws is not None:
        told.append((f"Which throw begins a turn, by number ({_throw_names(rules)}).", picture.first_throws))
    elif picture.beginnings:
        told.append((f"A turn always begins with {rules.throws[min(picture.beginnings) - 1].name}.", None))
    if picture.switches is not None:
        names = [throw.name for n, throw in enumerate(rules.throws, 1) if {n} != picture.beginnings]
        other = names[0] if len(names) == 1 else "another throw"
        told.append((f"The turn total at which {other} is better for the first time; {NONE} never.", picture.switches))
    return told


def _throw_names(rules: Rules) -> str:
    names = [throw.name for throw in rules.throws]
    numbered = [f"{n} = {name}" for n, name in enumerate(names, 1)]
    return ", ".join(numbered if len(names) <= 3 else [numbered[0], "...", numbered[-1]])


def exact_text(solution: "ExactSolution") -> Group:
    """The optimum in fractions."""
    first = solution.first_player
    short = first.denominator < 10**40
    exactly = f"{first} = " if short else ""
    parts: list[Text | Grid | str] = [
        game_line(solution.rules),
        "",
        Text.assemble("The player who goes first wins with probability ", (f"{exactly}{float(first):.12f}", GOOD), "."),
    ]
    if not short:
        parts.append(Text("The fraction has a denominator of more than 40 digits; --json shows it.", FAINT))
    scores = range(solution.rules.target)
    values = [[str(solution.values[own, other]) for other in scores] for own in scores]
    if max(len(text) for row in values for text in row) * len(scores) + 3 * len(scores) <= 74:
        grid = plain_grid(
            "own", *(f"opponent {n}" if n == 0 else str(n) for n in scores), numbers=range(len(values) + 1)
        )
        for own, row in zip(scores, values, strict=True):
            grid.add_row(str(own), *row)
        parts += ["", Text("The player to move wins with probability"), grid]
    return Group(
        *parts,
        "",
        Text(f"{len(solution.values):,} turn starts solved in {duration(solution.seconds)}", FAINT),
    )
