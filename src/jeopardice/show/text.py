"""Results for a terminal: each function turns a result into something rich can print. Nothing is computed here."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from jeopardice.exact.duel import Duel
from jeopardice.exact.length import GameLength
from jeopardice.exact.rational import ExactSolution
from jeopardice.exact.respond import Chain
from jeopardice.exact.solution import Advice, Solution
from jeopardice.games.catalog import CATALOG
from jeopardice.games.rules import Rules
from jeopardice.games.turn import TurnOutcomes
from jeopardice.show.picture import PASS, WIN, Cell, Picture

if TYPE_CHECKING:
    from collections.abc import Mapping

HEAD, FAINT, GOOD = "bold", "dim", "bold green"
SHADES = ("#ffffcc", "#ffeda0", "#fed976", "#feb24c", "#fd8d3c", "#fc4e2a", "#bd0026")


class Bar:
    """A bar whose length is a share of the room; in plain ASCII where the terminal knows no more."""

    def __init__(self, share: float, width: int = 40) -> None:
        self.share, self.width = share, width

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        mark = "#" if options.ascii_only else "█"
        length = round(self.share * min(self.width, options.max_width))
        yield Text(mark * max(length, 1 if self.share > 0 else 0), "cyan")


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


def solution_text(solution: Solution, picture: Picture, compiled: bool = False) -> Group:
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


def effort(solution: Solution, compiled: bool = False) -> str:
    """How many states, how long it took, and where the values are kept."""
    states = f"{solution.states:,} states"
    if solution.from_cache:
        return f"{states}, solved before; read in {duration(solution.seconds)} from\n{solution.cached_at}"
    took = f"{states}, solved in {duration(solution.seconds)}" + (", most of it for the compiling" if compiled else "")
    return f"{took}; kept for the next time in\n{solution.cached_at}" if solution.cached_at else f"{took}; not kept"


def duration(seconds: float) -> str:
    """A time for people."""
    if seconds < 1:
        return f"{1000 * seconds:.1f} ms"
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def picture_text(picture: Picture) -> list[Text | Padding]:
    """The picture, shaded by what is held out for, with its legend."""
    wide = picture.widest + 1
    label = max(3, picture.widest)
    lines = [Text(" " * (label + 2) + "opponent", FAINT)]
    lines.append(Text.assemble(("own".rjust(label), FAINT), " ", (_row(map(str, picture.scores), wide), FAINT)))
    shade = _shader(picture)
    for own, row in zip(picture.scores, picture.cells, strict=True):
        line = Text.assemble((str(own).rjust(label), FAINT), " ")
        for cell in row:
            line.append(cell.text.rjust(wide), shade(cell))
        lines.append(line)
    return [legend(picture), Text(), *(Padding(line, (0, 0, 0, 1)) for line in lines)]


def _row(texts: Iterable[str], wide: int) -> str:
    return "".join(text.rjust(wide) for text in texts)


class _shader:
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
        parts.append(f"{WIN} go on until the target is reached")
    if picture.any("pass"):
        parts.append(f"{PASS} pass")
    text = "; ".join(parts) + "."
    if picture.again:
        text += " Here and there it is right to go on at a few larger totals: hold sets need not be thresholds."
    return Text(text)


def _throw_names(rules: Rules) -> str:
    names = [throw.name for throw in rules.throws]
    numbered = [f"{n} = {name}" for n, name in enumerate(names, 1)]
    return ", ".join(numbered if len(names) <= 3 else [numbered[0], "...", numbered[-1]])


def exact_text(solution: ExactSolution) -> Group:
    """The optimum in fractions."""
    first = solution.first_player
    digits = len(str(first.denominator)) if first.denominator < 10**40 else 0
    fraction = str(first) if digits else "a fraction with a denominator of more than 40 digits (--json shows it)"
    parts: list[Text | Padding | Grid | str] = [
        game_line(solution.rules),
        "",
        Text.assemble("The player who goes first wins with probability ", (fraction, GOOD), f" = {float(first):.12f}"),
    ]
    scores = range(solution.rules.target)
    values = [[str(solution.values[own, other]) for other in scores] for own in scores]
    if max(len(text) for row in values for text in row) * len(scores) + 3 * len(scores) <= 74:
        grid = plain_grid("own", *(f"opponent {n}" if n == 0 else str(n) for n in scores), numbers=range(len(values) + 1))
        for own, row in zip(scores, values, strict=True):
            grid.add_row(str(own), *row)
        parts += ["", Text("The player to move wins with probability"), grid]
    return Group(*parts, "", Text(f"{len(solution.values):,} turn starts solved in {duration(solution.seconds)}", FAINT))


def advice_text(advice: Advice, rules: Rules, against: str) -> Group:
    """One position: every action with its value, the best first."""
    grid = plain_grid("", "wins", "", numbers=[1])
    ranked = sorted(advice.values.items(), key=lambda item: (item[0] != advice.best, -item[1]))
    for action, value in ranked:
        best = action == advice.best
        less = f"{100 * (advice.value - value):.4f} less" if not best else "best"
        grid.add_row(Text(action, HEAD if best else ""), percent(value, 4), Text(less, GOOD if best else FAINT))
    place = f": own {advice.own}, opponent {advice.opponent}, turn total {advice.turn_total}; against {against}"
    tie = advice.margin < 1e-13 and len(advice.values) > 1
    end = [Text("A tie: both are worth the same.", FAINT)] if tie else []
    return Group(title(str(rules), place), "", Padding(grid, (0, 0, 0, 1)), *end)


def duel_text(duel: Duel, starts: tuple[int, int] = (0, 0)) -> Group:
    """Both seats and the average of both strategies; stalemates where there are any."""
    grid = plain_grid("wins", "going first", "going second", "average", numbers=[1, 2, 3])
    for name, *shares in (
        (duel.a, duel.first, duel.second, duel.average),
        (duel.b, duel.b_first, duel.b_second, duel.b_average),
    ):
        ahead = shares[2] > 0.5 * (duel.average + duel.b_average) + 1e-12
        grid.add_row(name, *(Text(percent(share, 4), GOOD if ahead and n == 2 else "") for n, share in enumerate(shares)))
    notes = []
    if duel.stalemate_first > 0 or duel.stalemate_second > 0:
        first, second = percent(duel.stalemate_first, 4), percent(duel.stalemate_second, 4)
        who = f"{duel.a} starts in {first}, where {duel.b} starts in {second}"
        notes.append(Text(f"Nobody wins, since both pass for ever, where {who} of the games.", FAINT))
    head = f": {duel.a} against {duel.b}" + (f", from {starts[0]} to {starts[1]}" if any(starts) else "")
    return Group(title(duel.game, head), "", grid, *(["", *notes] if notes else []))


def response_text(solution: Solution, strategy: str, picture: Picture) -> Group:
    """What a best response wins, and how it plays."""
    grid = plain_grid("wins", "going first", "going second", "average", numbers=[1, 2, 3])
    shares = (solution.first_player, solution.second_player, solution.average)
    grid.add_row("best response", *(percent(share, 4) for share in shares))
    memory = solution.against is not None
    note = ["", Text("The picture is for the first memory of the opponent; it changes as the game goes on.", FAINT)]
    return Group(
        title(str(solution.rules), f": the best response to {strategy}"), "", grid, "", *picture_text(picture),
        *(note if memory else []),
    )  # fmt: skip


def chain_text(chain: Chain, game: str) -> Group:
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


def outcomes_text(outcomes: TurnOutcomes, game: str, strategy: str, own: int, opponent: int) -> Group:
    """How a turn ends, with bars."""
    rows: list[tuple[str, float]] = [
        (name, float(share))
        for name, share in (("bust", outcomes.bust), ("wipe", outcomes.wipe), ("pass", outcomes.passed))
        if share
    ]
    rows += [(str(points), float(share)) for points, share in outcomes.banked.items() if share]
    head = f": one turn of {strategy} at own {own}, opponent {opponent}"
    gain = Text.assemble("It banks ", (f"{float(outcomes.mean):.6f}", GOOD), " points on average.")
    return Group(title(game, head), "", _bars("points", rows), "", gain)


def _bars(heading: str, rows: Sequence[tuple[str, float]]) -> Grid:
    grid = plain_grid(heading, "probability", "", numbers=[0, 1])
    most = max((share for _, share in rows), default=1.0)
    for name, share in rows:
        grid.add_row(name, f"{share:.6f}", Bar(share / most))
    return grid


def length_text(length: GameLength) -> Group:
    """How long games are: mean, quantiles and the shape of the distribution."""
    head = title(length.game, f": number of turns, both players counted; {length.a} starts, against {length.b}")
    whole = float(length.probabilities.sum())
    if whole <= 0:
        return Group(head, "", Text("No game ever ends: both pass for ever."))
    facts = f"mean {length.mean:.4f}, standard deviation {length.sd:.4f}, median {length.median}"
    ends = [Text(facts + (" (of the games that end)" if length.endless > 0 else ""))]
    reached = [(share, length.quantile(share)) for share in (0.9, 0.99)]
    ends += [Text(f"{share:.0%} of all games are over by turn {turns}") for share, turns in reached if turns is not None]
    if length.endless > 0:
        ends.append(Text(f"{percent(length.endless, 4)} never end: both pass for ever"))
    return Group(head, "", _bars("turns", _bins(length)), "", *ends)


def _bins(length: GameLength, most: int = 20) -> list[tuple[str, float]]:
    """The probabilities in bins of equal round widths, up to where hardly anything is left."""
    last = length.quantile(0.999 * float(length.probabilities.sum())) or 1
    wide = next(n for scale in range(9) for n in (10**scale, 2 * 10**scale, 5 * 10**scale) if last <= most * n)
    bins = []
    for start in range(1, last + 1, wide):
        name = str(start) if wide == 1 else f"{start}-{start + wide - 1}"
        bins.append((name, float(length.probabilities[start : start + wide].sum())))
    return bins
