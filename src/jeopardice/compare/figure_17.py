"""Figure 17 of the group report: its ten pairs, theirs and ours, exactly and by a fair test of the same size."""

import math
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

from jeopardice.compare import statistics
from jeopardice.compare.fair_test import GAMES, TESTS, FairTest, fair_test
from jeopardice.compare.self_play import printed
from jeopardice.compare.sheets import csv_text
from jeopardice.exact.result import Result
from jeopardice.sampled.counting import seed_of
from jeopardice.sampled.estimate import CONFIDENCE
from jeopardice.spread import Progress

KINDS = ("first", "b_first", "average")
AGREES, LAST_DIGIT, DIFFERS = "agrees", "last digit", "differs"
HALF_A_DIGIT = 0.00005 + statistics.SAME
A_DIGIT = 0.0001 + statistics.SAME
Three = dict[str, float]


@dataclass(frozen=True)
class Pair(Result):
    """One line: what is printed, and a fair test of ours with the exact figures. By `KINDS`, for a: `first` and
    `average`, and for b: `b_first`."""

    test: FairTest = field(repr=False)
    theory: Three
    practice: Three
    printed_deviation: float
    figures: int

    @property
    def exact(self) -> Three:
        """The exact probabilities."""
        return {kind: getattr(self.test.exact, kind) for kind in KINDS}

    @property
    def sampled(self) -> Three:
        """The shares of our own fair test."""
        return {kind: getattr(self.test, kind).value for kind in KINDS}

    @property
    def deviation(self) -> float:
        """How far our average is from the exact one."""
        return abs(self.sampled["average"] - self.exact["average"])

    @property
    def practice_z(self) -> Three:
        """By how many standard errors the practical figures that are printed are off the exact ones."""
        starts = self.figures_of_a_seat
        errors = {kind: math.sqrt(p * (1.0 - p) / starts) for kind, p in self.exact.items()}
        errors["average"] = math.hypot(errors["first"], errors["b_first"]) / 2
        return {kind: statistics.z_score(self.practice[kind], self.exact[kind], errors[kind]) for kind in KINDS}

    @property
    def figures_of_a_seat(self) -> int:
        """In how many games of the report each strategy went first."""
        theirs = printed("figure_17")
        return int(theirs["games"] * theirs["tests"] // 2)

    @property
    def theory_verdict(self) -> str:
        """Do the theoretical figures agree with the exact ones to all digits, or but for the last of the average?

        The report has computed averages from figures that were rounded.
        """
        off = {kind: abs(self.theory[kind] - self.exact[kind]) for kind in KINDS}
        if max(off["first"], off["b_first"]) > HALF_A_DIGIT or off["average"] > A_DIGIT:
            return DIFFERS
        return AGREES if off["average"] <= HALF_A_DIGIT else LAST_DIGIT

    @property
    def practice_verdict(self) -> str:
        """May the practical figures come of games with the exact probabilities? At 5 %, of all figures together."""
        limit = statistics.quantile(1.0 - 0.05 / self.figures)
        return AGREES if max(map(abs, self.practice_z.values())) <= limit else DIFFERS

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        names = ("theory", "practice", "exact", "sampled", "practice_z", "printed_deviation", "deviation")
        told = {name: getattr(self, name) for name in (*names, "theory_verdict", "practice_verdict")}
        return {"a": self.test.a, "b": self.test.b, **told, "z": self.test.average.z, "verdict": self.test.verdict}


@dataclass(frozen=True)
class Figure17(Result):
    """The ten pairs."""

    game: str
    games: int
    tests: int
    source: str
    pairs: tuple[Pair, ...] = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        names = ("game", "games", "tests", "source")
        return {name: getattr(self, name) for name in names} | {"pairs": [pair.to_dict() for pair in self.pairs]}

    def csv(self) -> str:
        """A line for each pair: each figure as it is printed, exactly, and sampled."""
        parts = ("theory", "exact", "practice", "sampled", "practice_z")
        heads = ["a", "b", *(f"{part}_{kind}" for part in parts for kind in KINDS)]
        more = ("printed_deviation", "deviation", "theory_verdict", "practice_verdict")
        rows = []
        for pair in self.pairs:
            figures = [getattr(pair, part)[kind] for part in parts for kind in KINDS]
            rows.append([pair.test.a, pair.test.b, *figures, *(getattr(pair, name) for name in more)])
        return csv_text([*heads, *more], rows)


def figure_17(
    games: int = GAMES,
    tests: int = TESTS,
    *,
    confidence: float = CONFIDENCE,
    rng: Any = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> Figure17:
    """Figure 17: ten pairs of strategies that hold at a number, theirs and ours."""
    theirs = printed("figure_17")
    rows, found = theirs["pair"], []
    settings: dict[str, Any] = {"half_width": theirs["half_width"], "confidence": confidence, "executor": executor}
    for number, (row, seed) in enumerate(zip(rows, seed_of(rng).spawn(len(rows)), strict=True)):
        share = _share(progress, number, len(rows))
        test = fair_test(theirs["game"], row["a"], row["b"], games, tests, rng=seed, progress=share, **settings)
        found.append(Pair(test, row["theory"], row["practice"], row["deviation"], len(rows) * len(KINDS)))
    return Figure17(theirs["game"], found[0].test.games, found[0].test.tests, theirs["source"], tuple(found))


def _share(progress: Progress, number: int, count: int) -> Progress:
    """Tells of one of several fair tests."""
    return None if progress is None else lambda share: progress((number + share) / count)
