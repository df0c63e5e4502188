"""A policy as a small picture: what to do at a few pairs of scores, from a solution or from a table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from jeopardice.errors import StrategyError
from jeopardice.exact.solution import Solution
from jeopardice.games.rules import Rules
from jeopardice.strategies.table import Table

Kind = Literal["hold", "win", "pass", "throw"]
STEPS = (1, 2, 5)
WIN = ">>"
PASS = "--"


@dataclass(frozen=True)
class Cell:
    """What to do at a pair of scores: hold at a turn total, go on until the target, pass, or make a throw.

    `again`: at some turn totals beyond the hold value it is right to go on.
    """

    kind: Kind
    number: int
    again: bool = False

    @property
    def text(self) -> str:
        """At most three characters for usual targets."""
        return {"win": WIN, "pass": PASS}.get(self.kind, str(self.number))


@dataclass(frozen=True)
class Picture:
    """Cells by [own, opponent] at the given scores, or by own score and whatever else stands `across`, at `heads`.

    `until` says what one goes on for who never holds.
    """

    rules: Rules
    scores: tuple[int, ...]
    cells: tuple[tuple[Cell, ...], ...]
    across: str = "opponent"
    columns: tuple[str, ...] = ()
    until: str = "until the target is reached"

    @property
    def heads(self) -> tuple[str, ...]:
        """What stands above the columns."""
        return self.columns or tuple(map(str, self.scores))

    @property
    def throws(self) -> bool:
        """Is it a choice of throws, made once in a turn, and not one of hold values?"""
        return self.any("throw")

    def any(self, kind: Kind) -> bool:
        """Is there such a cell?"""
        return any(cell.kind == kind for row in self.cells for cell in row)

    @property
    def again(self) -> bool:
        """Is there a hold set that is no threshold?"""
        return any(cell.again for row in self.cells for cell in row)

    @property
    def widest(self) -> int:
        """How many characters the longest cell or score has."""
        texts = [*map(str, self.scores), *self.heads, *(c.text for row in self.cells for c in row)]
        return max(map(len, texts))


def picture_of_solution(solution: Solution, most: int = 20) -> Picture:
    """The picture of best play, worked out at the scores shown only."""
    return _picture(solution.rules, solution.turn_totals, most, solution.actions)


def picture_of_table(table: Table, most: int = 20) -> Picture:
    """The picture of a strategy that is written out."""
    if table.weights is not None or len(table.memories) > 1:
        what = "keeps a memory" if len(table.memories) > 1 else "plays by chance"
        raise StrategyError(f"{table.name} {what}: no single number tells what it does")
    choices = table.choices_by_scores[0]
    totals = table.turn.total[: table.turn.decisions]
    return _picture(table.rules, totals, most, lambda own, other: choices[own, other].tolist())


def _picture(rules: Rules, totals: Sequence[int], most: int, actions: Callable[[int, int], list[int]]) -> Picture:
    scores = some_scores(rules.target, most)
    return Picture(
        rules,
        scores,
        tuple(
            tuple(cell_of(rules, totals, own, actions(own, other), rules.target) for other in scores) for own in scores
        ),
    )


def some_scores(target: int, most: int) -> tuple[int, ...]:
    """Scores from 0 in round steps, as many as are wanted at most."""
    scale = 1
    while True:
        for step in STEPS:
            if -(-target // (step * scale)) <= most:
                return tuple(range(0, target, step * scale))
        scale *= 10


def cell_of(rules: Rules, totals: Sequence[int], own: int, actions: Sequence[int], target: int | None) -> Cell:
    """What to do at an own score, from the actions at the turn totals; totals that reach the target do not count."""
    if actions[0] == 0:
        return Cell("pass", 0)
    if len(totals) == 1 and len(rules.throws) > 1:
        return Cell("throw", actions[0])
    most = totals[-1] + 1 if target is None else target - own
    short = [(total, action) for total, action in zip(totals, actions, strict=True) if 0 < total < most]
    hold = next((total for total, action in short if action == 0), None)
    if hold is None:
        return Cell("win", most)
    return Cell("hold", hold, any(action for total, action in short if total > hold))
