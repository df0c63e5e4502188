"""Results for a terminal: each function turns a result into something rich can print; it computes nothing."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from jeopardice.games.catalog import CATALOG
from jeopardice.games.rules import Rules
from jeopardice.show.picture import PASS, WIN, Cell, Picture

if TYPE_CHECKING:  # some of these import the kernels, and a solution from the cache is shown without them
    from jeopardice.exact.duel import Duel
    from jeopardice.exact.rational import ExactSolution
    from jeopardice.exact.respond import Chain
    from jeopardice.exact.solution import Advice, Solution

HEAD, FAINT, GOOD = "bold", "dim", "bold green"
SHADES = ("#ffffcc", "#ffeda0", "#fed976", "#feb24c", "#fd8d3c", "#fc4e2a", "#bd0026")


def percent(share: float, digits: int = 2) -> str:
    """A probability for people: never 0 % or 100 % unless it is."""
    text = f"{100 * share:.{digits}f} %"
    least = 10.0 ** -(digits + 2)
    if 0 < share < least / 2:
        return f"< {100 * least:.{digits}f} %"
    return f"> {100 - 100 * least:.{digits}f} %" if 1 - least / 2 < share < 1 else text


def plain_grid(*headings: str, numbers: Iterable[int] = ()) -> Grid:
    """A table without lines; the columns of those numbers hold figures."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style=HEAD)
    for column, heading in enumerate(headings):
        grid.add_column(heading, justify="right" if column in numbers else "left", no_wrap=column in numbers)
    return grid


def title(*parts: str) -> Text:
    """The first line: what this is about in bold, and what is to be said of it."""
    return Text.assemble((parts[0], HEAD), *parts[1:])


def game_line(rules: Rules) -> Text:
    """The game, described where it has a description."""
    maker = CATALOG.get(rules.name)
    return title(str(rules), f": {maker.__doc__}" if maker is not None and maker.__doc__ else "")


def solution_text(solution: "Solution", picture: Picture, compiled: bool = False) -> Group:
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
        Text(effort(solution, compiled), FAINT),
    )


def certificate_text(checks: Mapping[str, float]) -> Text:
    """The checks: how far a solution is from its own equation, and what a best response gains against it."""
    return Text(", ".join(f"{name} {value:.1e}" for name, value in checks.items()), FAINT)


def effort(solution: "Solution", compiled: bool = False) -> str:
    """How many states, how long it took, and where the values are kept."""
    states = f"{solution.states:,} state{'' if solution.states == 1 else 's'}"
    if solution.from_cache:
        return f"{states}, solved before; read in {duration(solution.seconds)} from\n{solution.cached_at}"
    took = f"{states}, solved in {duration(solution.seconds)}" + (", most of it for the compiling" if compiled else "")
    return f"{took}; kept for the next time in\n{solution.cached_at}" if solution.cached_at else f"{took}; not kept"


def duration(seconds: float) -> str:
    """A time for people."""
    if seconds < 1:
        return f"{1000 * seconds:.1f} ms"
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def picture_text(picture: Picture) -> list[Text]:
    """The picture, shaded by what is held out for, with its legend."""
    if all(cell.kind == "win" for row in picture.cells for cell in row):
        return [Text(f"Whatever the scores, the best is to go on {picture.until}.")]
    wide = picture.widest + 1
    label = max(3, picture.widest)
    lines = [Text(" " * (label + 2) + picture.across, FAINT)]
    lines.append(Text.assemble(("own".rjust(label), FAINT), " ", (_row(picture.heads, wide), FAINT)))
    shade = Shader(picture)
    for own, row in zip(picture.scores, picture.cells, strict=True):
        line = Text.assemble((str(own).rjust(label), FAINT), " ")
        for cell in row:
            line.append(cell.text.rjust(wide), shade(cell))
        lines.append(line)
    return [legend(picture), Text(), *lines]


def _row(texts: Iterable[str], wide: int) -> str:
    return "".join(text.rjust(wide) for text in texts)


class Shader:
    """Darker where more is held out for; the colours spread over the numbers that occur."""

    def __init__(self, picture: Picture) -> None:
        self.numbers = sorted({c.number for row in picture.cells for c in row if c.kind in ("hold", "throw")})

    def __call__(self, cell: Cell) -> str:
        if cell.kind == "win":
            return "bold white on #30507a"
        if cell.kind == "pass":
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
    text = "; ".join(parts) + "."
    if picture.again:
        text += " Here and there it is right to go on at some larger totals: hold sets need not be thresholds."
    return Text(text)


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


def advice_text(advice: "Advice", rules: Rules, against: str) -> Group:
    """One position: every action with its value, the best first."""
    grid = plain_grid("", "wins", "", numbers=[1])
    ranked = sorted(advice.values.items(), key=lambda item: (item[0] != advice.best, -item[1]))
    for action, value in ranked:
        best = action == advice.best
        less = f"{100 * (advice.value - value):.4f} less" if not best else "best"
        grid.add_row(Text(action, HEAD if best else ""), percent(value, 4), Text(less, GOOD if best else FAINT))
    place = f": own {advice.own}, opponent {advice.opponent}, turn total {advice.turn_total}; against {against}"
    tie = advice.margin < 1e-13 and len(advice.values) > 1
    end: list[Text | str] = ["", Text("A tie: the best are worth the same.", FAINT)] if tie else []
    return Group(title(str(rules), place), "", grid, *end)


def duel_text(duel: "Duel", starts: tuple[int, int] = (0, 0)) -> Group:
    """Both seats and the average of both strategies; stalemates where there are any."""
    grid = plain_grid("wins", "going first", "going second", "average", numbers=[1, 2, 3])
    for name, *shares in (
        (duel.a, duel.first, duel.second, duel.average),
        (duel.b, duel.b_first, duel.b_second, duel.b_average),
    ):
        ahead = shares[2] > 0.5 * (duel.average + duel.b_average) + 1e-12
        grid.add_row(
            name,
            *(Text(percent(share, 4), GOOD if ahead and n == 2 else "") for n, share in enumerate(shares)),
        )
    notes: list[Text | str] = []
    if duel.stalemate_first > 0 or duel.stalemate_second > 0:
        first, second = percent(duel.stalemate_first, 4), percent(duel.stalemate_second, 4)
        when = f"in {first} of the games"
        if first != second:
            when = f"in {first} of the games that {duel.a} starts, {second} of those that {duel.b} starts"
        notes = ["", Text(f"Stalemate {when}: both pass for ever and nobody wins.")]
    head = f": {duel.a} against {duel.b}" + (f", from {starts[0]} to {starts[1]}" if any(starts) else "")
    return Group(title(duel.game, head), "", grid, *notes)


def response_text(solution: "Solution", strategy: str, picture: Picture) -> Group:
    """What a best response wins, and how it plays."""
    grid = plain_grid("wins", "going first", "going second", "average", numbers=[1, 2, 3])
    shares = (solution.first_player, solution.second_player, solution.average)
    grid.add_row("best response", *(percent(share, 4) for share in shares))
    memory = solution.against is not None
    note: list[Text | str] = [
        "",
        Text("The picture is for the first memory of the opponent; it changes as the game goes on.", FAINT),
    ]
    head = title(str(solution.rules), f": the best response to {strategy}")
    return Group(head, "", grid, "", *picture_text(picture), *(note if memory else []))


def chain_text(chain: "Chain", game: str) -> Group:
    """Best response to best response, and how it ends."""
    grid = plain_grid("order", "going first", "going second", "average", numbers=[0, 1, 2, 3])
    for order, step in enumerate(chain.solutions, 1):
        shares = (step.first_player, step.second_player, step.average)
        grid.add_row(str(order), *(percent(share, 4) for share in shares))
    if chain.is_optimal:
        end = "The last is its own best response: best play."
    else:
        end = f"The last comes back to the policy of {chain.period} orders before: a cycle without an end."
    head = f": best responses to {chain.start}, to that, and so on; each against the one before"
    return Group(title(game, head), "", grid, "", Text(end))
