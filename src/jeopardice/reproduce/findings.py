"""A claim beside what was computed, and the verdict, which follows from both.

A printed number agrees if rounding can explain the difference; one from a sample if rounding and chance can. How far
chance may go is chosen so that of a document whose figures are all right, none is found to differ in 95 of 100 cases.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jeopardice.compare.statistics import quantile
from jeopardice.reproduce.answer import Answer, Task, check_named
from jeopardice.reproduce.claims import AGREES, AWAITS, CANNOT, DIFFERS, WITHIN, Claim, Printed
from jeopardice.reproduce.draws import Draws
from jeopardice.spread import Progress

LEVEL = 0.05
FLOATS = 1e-12
MORE_DIGITS = 2
MOST_DIGITS = 14
"""What stands behind may be otherwise on another machine."""


@dataclass(frozen=True)
class Finding:
    """One claim, what was computed for it, and by how many standard errors a sampled figure may be off."""

    claim: Claim
    answer: Answer | None
    limit: float

    @property
    def verdict(self) -> str:
        """What comes out."""
        if self.claim.expect in (CANNOT, AWAITS):
            return self.claim.expect
        assert self.answer is not None
        so = self.answer.holds is not False and all(map(self._agrees, range(len(self.claim.printed))))
        return DIFFERS if not so else WITHIN if self.answer.errors else AGREES

    @property
    def as_expected(self) -> bool:
        """Is it what the data file expects?"""
        return self.verdict == self.claim.expect

    def _agrees(self, n: int) -> bool:
        """Can rounding, and chance, explain the difference?"""
        number, value = self.claim.printed[n], self._values[n]
        errors = self.answer.errors if self.answer else ()
        room = number.error + (self.limit * errors[n] if errors else 0.0)
        return abs(number.value - value) <= room + FLOATS * max(1.0, abs(value))

    @property
    def _values(self) -> tuple[float, ...]:
        return self.answer.values if self.answer else ()

    @property
    def z(self) -> tuple[float, ...]:
        """By how many standard errors the document's figures are off ours; nothing where they are not from a sample."""
        if not self.answer or not self.answer.errors:
            return ()
        pairs = zip(self.claim.printed, self.answer.values, self.answer.errors, strict=True)
        return tuple(_standard(number.value - value, error) for number, value, error in pairs)

    @property
    def theirs(self) -> str:
        """What is printed."""
        return self.claim.told

    @property
    def ours(self) -> str:
        """What was computed, with some digits more; or in words."""
        if self.answer is None:
            return ""
        if self.answer.told:
            return self.answer.told
        return shown(self.answer.values, self.claim.printed)

    @property
    def sampled(self) -> str:
        """What a sample of our own gives."""
        return shown(self.answer.sampled, self.claim.printed) if self.answer else ""

    @property
    def how(self) -> str:
        """Is our figure exact, and what was theirs?"""
        if self.answer is None:
            return ""
        if not self.claim.sample:
            return "exact"
        z = ", ".join(f"{score:+.1f}" for score in self.z)
        return f"exact; theirs of {self.claim.sample:,}" + (f", z {z}" if z else "")

    @property
    def facts(self) -> dict[str, Any]:
        """Figures for the explanation."""
        return dict(self.answer.facts) if self.answer else {}

    @property
    def why(self) -> str:
        """What is behind it, in words."""
        return " ".join(self.claim.why.format_map(self.facts).split())

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        answer = self.answer or Answer()
        return {
            "document": self.claim.document,
            "id": self.claim.id,
            "where": self.claim.where,
            "claim": self.claim.claim,
            "theirs": self.theirs,
            "printed": [number.value for number in self.claim.printed],
            "ours": self.ours,
            "values": list(answer.values),
            "sample": self.claim.sample or None,
            "z": list(self.z),
            "sampled": list(answer.sampled),
            "game": self.claim.game,
            "verdict": self.verdict,
            "expected": self.claim.expect,
            "why": self.why,
        }


def _standard(off: float, error: float) -> float:
    if abs(off) <= FLOATS:
        return 0.0
    return off / error if error > 0.0 else math.copysign(math.inf, off)


def shown(values: Sequence[float], printed: Sequence[Printed]) -> str:
    """Numbers as the document prints its own, with two more digits."""
    if len(printed) != len(values):
        return ", ".join(f"{value:.6g}" for value in values)
    return ", ".join(_shown(value, number) for value, number in zip(values, printed, strict=True))


def _shown(value: float, number: Printed) -> str:
    if value == round(value) and not number.decimals and abs(value) < 1e9 and not number.percent:
        return f"{value:,.0f}"
    if "e" in number.text.lower():
        return f"{value:.4g}"
    digits = min(MOST_DIGITS, number.decimals + MORE_DIGITS)
    return f"{100 * value:.{digits}f} %" if number.percent else f"{value:,.{digits}f}"


def find(claims: Sequence[Claim], draws: Draws, progress: Progress = None) -> list[Finding]:
    """The findings on the claims of one document; `progress` is told which share of them is done."""
    answers = []
    for number, claim in enumerate(claims, 1):
        answers.append(asked(claim, draws))
        if progress:
            progress(number / len(claims))
    figures = sum(len(answer.errors) for answer in answers if answer)
    limit = quantile(1.0 - LEVEL / figures) if figures else 0.0
    return [Finding(claim, answer, limit) for claim, answer in zip(claims, answers, strict=True)]


def asked(claim: Claim, draws: Draws) -> Answer | None:
    """What the check of a claim finds out; None where there is none."""
    if not claim.check:
        return None
    return check_named(claim.check)(Task(claim.game, claim.sample, draws), **claim.given)
