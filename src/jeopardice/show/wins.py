"""Who wins how often, for a terminal: advice, duels, best responses and their chain. It computes nothing."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from jeopardice.exact.recursion import TIE
from jeopardice.show.picture import Picture
from jeopardice.show.text import FAINT, GOOD, HEAD, SURE, percent, picture_text, plain_grid, title

if TYPE_CHECKING:  # some of these import the kernels, and a solution from the cache is shown without them
    from jeopardice.exact.advice import Advice
    from jeopardice.exact.duel import Duel
    from jeopardice.exact.respond import Chain
    from jeopardice.exact.solution import Solution

Shares = tuple[float, float, float]
SEATS = ("going first", "going second", "average")
FIGURES = 46
"""The width of three columns of shares."""


def advice_text(advice: "Advice") -> Group:
    """One position: every action with its value, the best first."""
    grid = plain_grid("", "wins", "", numbers=[1])
    ranked = sorted(advice.values.items(), key=lambda item: (item[0] != advice.best, -item[1]))
    for action, value in ranked:
        best = action == advice.best
        less = "best" if best else _less(advice.value - value)
        grid.add_row(Text(action, HEAD if best else ""), _finely(value), Text(less, GOOD if best else FAINT))
    place = f": own {advice.own}, opponent {advice.opponent}, turn total {advice.turn_total}; against {advice.against}"
    tie = len(advice.values) > 1 and abs(advice.margin) < TIE
    end: list[Text | str] = ["", Text("A tie: the best are worth the same.", FAINT)] if tie else []
    return Group(title(advice.game, place), "", grid, *end)


def _less(share: float) -> str:
    points = 100 * abs(share)
    if abs(share) < TIE:
        return "the same"
    figure = f"{points:.4f}" if points >= 0.0001 else f"{points:.1e}"
    return f"{figure} percentage points {'less' if share > 0 else 'more'}"


def _finely(share: float) -> str:
    """A share that is told apart from others as small as it is."""
    return f"{100 * share:.1e} %" if SURE < share < 1e-6 else percent(share, 4)


def duel_text(duel: "Duel", starts: tuple[int, int] = (0, 0)) -> Group:
    """Both seats and the average of both strategies; stalemates where there are any."""
    rows: list[tuple[str, Shares]] = [
        (duel.a, (duel.first, duel.second, duel.average)),
        (duel.b, (duel.b_first, duel.b_second, duel.b_average)),
    ]
    notes: list[Text | str] = []
    if max(duel.stalemate_first, duel.stalemate_second) > SURE:
        first, second = percent(duel.stalemate_first, 4), percent(duel.stalemate_second, 4)
        when = f"{first} of the games"
        if first != second:
            when = f"{first} of the games that {duel.a} starts and {second} of those that {duel.b} starts"
        notes = ["", Text(f"Stalemate in {when}: they never end, and nobody wins.")]
    head = f": {duel.a} against {duel.b}" + (f", from {starts[0]} to {starts[1]}" if any(starts) else "")
    return Group(title(duel.game, head), "", Wins(rows), *notes)


class Wins:
    """Shares by seat, a row for each strategy; where names are too long for that, they stand above as A and B."""

    def __init__(self, rows: Sequence[tuple[str, Shares]]) -> None:
        self.rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if max(len(name) for name, _ in self.rows) + FIGURES <= options.max_width:
            yield self._grid([name for name, _ in self.rows], SEATS)
            return
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(self.rows)]
        for letter, (name, _) in zip(letters, self.rows, strict=True):
            yield Text(f"{letter} = {name}", overflow="fold")
        yield Text()
        narrow = options.max_width < FIGURES + len("wins")
        yield self._grid(letters, ("first", "second", "average") if narrow else SEATS)

    def _grid(self, names: Sequence[str], seats: Sequence[str]) -> Grid:
        grid = plain_grid("wins", *seats, numbers=[1, 2, 3])
        if seats is not SEATS:
            grid.padding = (0, 1, 0, 0)
        best = max(shares[2] for _, shares in self.rows)
        distinct = best - min(shares[2] for _, shares in self.rows) > SURE
        for name, (_, shares) in zip(names, self.rows, strict=True):
            ahead = GOOD if distinct and shares[2] == best else ""
            texts = [percent(share, 4) for share in shares]
            grid.add_row(name, *texts[:2], Text(texts[2], ahead))
        return grid


def response_text(solution: "Solution", picture: Picture) -> Group:
    """What a best response wins, and how it plays."""
    shares = (solution.first_player, solution.second_player, solution.average)
    note: list[Text | str] = [
        "",
        Text("The picture is for the first memory of the opponent; it changes as the game goes on.", FAINT),
    ]
    head = title(solution.game, f": the best response to {solution.opponent}")
    rest = note if solution.against is not None else []
    return Group(head, "", Wins([("best response", shares)]), "", *picture_text(picture), *rest)


def chain_text(chain: "Chain", game: str) -> Group:
    """Best response to best response, and how it ends."""
    grid = plain_grid("order", *SEATS, numbers=[0, 1, 2, 3])
    for order, step in enumerate(chain.solutions, 1):
        shares = (step.first_player, step.second_player, step.average)
        grid.add_row(str(order), *(percent(share, 4) for share in shares))
    if chain.is_optimal:
        end = "The last is its own best response: best play."
    else:
        end = f"The last comes back to the policy of {chain.period} orders before: a cycle without an end."
    head = f": best responses to {chain.start}, to that, and so on; each against the one before"
    return Group(title(game, head), "", grid, "", Text(end))
