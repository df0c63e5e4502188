"""A policy as a small picture: what to do at a few pairs of scores, from a solution or from a table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from jeopardice.errors import StrategyError
from jeopardice.exact.solution import Solution
from jeopardice.games.rules import Rules
from jeopardice.games.turn import Turn, compile_turn
from jeopardice.strategies.table import Table

Kind = Literal["hold", "win", "pass", "throw", "none"]
STEPS = (1, 2, 5)
WIN = ">>"
PASS = "--"
NONE = ".."


MOST = 20


@dataclass(frozen=True)
class Cell:
    """What to do at a pair of scores: hold at a turn total, go on until the target, pass, or make a throw.

    `again`: at some turn total beyond the hold value that may come up in the turn it is right to go on. `throw` begins
    the turn, and at the turn total `switch` (0: never) another is made for the first time.
    """

    kind: Kind
    number: int
    again: bool = False
    throw: int = 0
    switch: int = 0

    @property
    def text(self) -> str:
        """At most three characters for usual targets."""
        return {"win": WIN, "pass": PASS, "none": NONE}.get(self.kind, str(self.number))


@dataclass(frozen=True)
class Picture:
    """Cells by [own, opponent] at the given scores, or by own score and whatever else stands `across`, under `columns`.

    `until` says what one goes on for who never holds; `whole`, whether there is nothing besides what is shown.
    """

    rules: Rules
    owns: tuple[int, ...]
    opponents: tuple[int, ...]
    cells: tuple[tuple[Cell, ...], ...]
    across: str = "opponent"
    columns: tuple[str, ...] = ()
    until: str = "until the target is reached"
    whole: bool = False

    @property
    def heads(self) -> tuple[str, ...]:
        """What stands above the columns."""
        return self.columns or tuple(map(str, self.opponents))

    @property
    def throws(self) -> bool:
        """Is it a choice of throws, and not one of hold values?"""
        return self.any("throw")

    def any(self, kind: Kind) -> bool:
        """Is there such a cell?"""
        return any(cell.kind == kind for row in self.cells for cell in row)

    def only(self, kind: Kind) -> bool:
        """Are all cells such?"""
        return all(cell.kind == kind for row in self.cells for cell in row)

    @property
    def again(self) -> bool:
        """Is there a star?"""
        return any(cell.again for row in self.cells for cell in row)

    @property
    def beginnings(self) -> frozenset[int]:
        """The throws that begin a turn, where there is a choice of hold values and of throws."""
        if self.throws or len(self.rules.throws) == 1:
            return frozenset()
        return frozenset(cell.throw for row in self.cells for cell in row if cell.kind != "pass")

    @property
    def first_throws(self) -> "Picture | None":
        """Which throw begins a turn, where it is not always the same."""
        if len(self.beginnings) < 2:
            return None
        return self._with(lambda cell: cell if cell.kind == "pass" else Cell("throw", cell.throw))

    @property
    def switches(self) -> "Picture | None":
        """The turn total at which another throw is made than at first, where that ever happens."""
        if not self.beginnings or not any(cell.switch for row in self.cells for cell in row):
            return None
        return self._with(lambda cell: Cell("throw", cell.switch) if cell.switch else Cell("none", 0))

    def _with(self, other: Callable[[Cell], Cell]) -> "Picture":
        return replace(self, cells=tuple(tuple(map(other, row)) for row in self.cells))

    @property
    def widest(self) -> int:
        """How many characters the longest cell or score has."""
        texts = [*self.heads, *(cell.text for row in self.cells for cell in row)]
        return max(map(len, texts))

    @property
    def label(self) -> int:
        """How many characters an own score takes before its row."""
        return max(3, *(len(str(own)) for own in self.owns))


def fitting(rules: Rules, width: int) -> int:
    """How many columns of a picture fit into so many characters."""
    longest = max(2, len(str(rules.target - 1)), len(str(len(rules.throws))))
    return columns_within(width, longest, longest)


def columns_within(width: int, own: int, longest: int) -> int:
    """The same for own scores and cells of so many characters."""
    return max(1, min(MOST, (width - max(3, own) - 1) // (longest + 1)))


def picture_of_solution(solution: Solution, columns: int = MOST) -> Picture:
    """The picture of best play, worked out at the scores shown only."""
    return _picture(compile_turn(solution.rules), columns, solution.actions)


def picture_of_table(table: Table, columns: int = MOST) -> Picture:
    """The picture of a strategy that is written out."""
    if table.weights is not None or len(table.memories) > 1:
        what = "keeps a memory" if len(table.memories) > 1 else "plays by chance"
        raise StrategyError(f"{table.name} {what}: no single number tells what it does")
    choices = table.choices_by_scores[0]
    return _picture(table.turn, columns, lambda own, other: choices[own, other].tolist())


def _picture(turn: Turn, columns: int, actions: Callable[[int, int], list[int]]) -> Picture:
    target = turn.rules.target
    owns, opponents = some_scores(target, MOST), some_scores(target, columns)
    cells = (tuple(cell_of(turn, own, actions(own, other), target) for other in opponents) for own in owns)
    return Picture(turn.rules, owns, opponents, tuple(cells), whole=len(owns) == len(opponents) == target)


def some_scores(target: int, most: int) -> tuple[int, ...]:
    """Scores from 0 in round steps, as many as are wanted at most."""
    scale = 1
    while True:
        for step in STEPS:
            if -(-target // (step * scale)) <= most:
                return tuple(range(0, target, step * scale))
        scale *= 10


def cell_of(turn: Turn, own: int, actions: Sequence[int], target: int | None) -> Cell:
    """What to do at an own score, from the actions at the decisions of a turn; what reaches a target does not count."""
    totals = turn.total[: turn.decisions]
    if actions[0] == 0:
        return Cell("pass", 0)
    if len(totals) == 1 and len(turn.rules.throws) > 1:
        return Cell("throw", actions[0])
    most = totals[-1] + 1 if target is None else target - own
    met = _met(turn, actions, most)
    other = (totals[node] for node in sorted(met) if actions[node] not in (0, actions[0]))
    switch = next(other, 0)
    short = [node for node, total in enumerate(totals) if 0 < total < most]
    hold = next((node for node in short if actions[node] == 0), None)
    if hold is None:
        return Cell("win", most, throw=actions[0], switch=switch)
    again = any(node > hold and actions[node] for node in met)
    return Cell("hold", totals[hold], again, actions[0], switch)


def _met(turn: Turn, actions: Sequence[int], most: int) -> set[int]:
    """The decisions with less than `most` points that may come up in a turn of one who acts so."""
    met, ahead = set[int](), {0}
    for node, total in enumerate(turn.total[: turn.decisions]):
        if node in ahead and total < most:
            met.add(node)
            if actions[node]:
                ahead.update(later for _, later in turn.moves[node][actions[node] - 1].steps)
    return met
