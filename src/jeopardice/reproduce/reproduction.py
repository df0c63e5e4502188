"""Documents reproduced: every claim beside what comes out, and the verdicts counted."""

import os
from dataclasses import dataclass, field
from typing import Any, ClassVar

from jeopardice.compare.sheets import csv_text, save_as
from jeopardice.errors import PositionError
from jeopardice.exact.result import Result
from jeopardice.games.rules import short
from jeopardice.reproduce.claims import ALL, DOCUMENTS, Document, count, document
from jeopardice.reproduce.draws import SEED, Draws
from jeopardice.reproduce.findings import Finding, find
from jeopardice.spread import Progress

COLUMNS = (
    "document", "id", "where", "claim", "theirs", "ours", "sample", "z", "sampled", "game", "verdict", "expected",
    "why",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Reproduction(Result):
    """The findings on one document or several, in the order of their claims.

    `games` is how many games of our own were played of each kind; None: as many as the document has.
    """

    left_out: ClassVar[tuple[str, ...]] = ("findings",)

    documents: tuple[Document, ...]
    findings: tuple[Finding, ...] = field(repr=False)
    games: int | None = None

    @property
    def name(self) -> str:
        """The name of the document, or `all`."""
        return self.documents[0].name if len(self.documents) == 1 else ALL

    @property
    def verdicts(self) -> dict[str, int]:
        """How many claims have which verdict."""
        return count([finding.verdict for finding in self.findings])

    @property
    def unexpected(self) -> tuple[Finding, ...]:
        """What comes out otherwise than the data files expect."""
        return tuple(finding for finding in self.findings if not finding.as_expected)

    @property
    def held(self) -> bool:
        """Does everything come out as the data files expect?"""
        return not self.unexpected

    def of(self, name: str) -> tuple[Finding, ...]:
        """The findings on one document."""
        return tuple(finding for finding in self.findings if finding.claim.document == name)

    def finding(self, id: str) -> Finding:
        """The finding on one claim, by its id; with the document in front, where there are several: `yale/mean-20`."""
        name, _, end = id.rpartition("/")
        found = [one for one in self.findings if one.claim.id == end and name in ("", one.claim.document)]
        if len(found) != 1:
            raise PositionError(f"there {'is no claim' if not found else 'are several claims'} {short(id)}")
        return found[0]

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "documents": [{"name": one.name, "title": one.title, "source": one.source} for one in self.documents],
            "verdicts": self.verdicts,
            "held": self.held,
            "games": self.games,
            "findings": [finding.to_dict() for finding in self.findings],
        }

    def csv(self) -> str:
        """A line for each claim."""
        rows = []
        for finding in self.findings:
            plain = finding.to_dict() | {"z": " ".join(f"{score:.3f}" for score in finding.z)}
            rows.append([plain[name] if name != "sampled" else finding.sampled for name in COLUMNS])
        return csv_text(COLUMNS, rows)

    def markdown(self) -> str:
        """A document in Markdown."""
        from jeopardice.reproduce.pages import markdown

        return markdown(self)

    def html(self, figures: bool = True, progress: Progress = None) -> str:
        """A page, with the figures of the documents drawn anew if that is wanted and matplotlib is there."""
        from jeopardice.reproduce.pages import html

        return html(self, figures, progress)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it as `.html`, `.md` or `.csv`."""
        save_as(path, "a reproduction", {".html": self.html, ".md": self.markdown, ".csv": self.csv})

    def _repr_html_(self) -> str:
        from jeopardice.reproduce.pages import body

        return body(self)


def reproduction(
    name: str = ALL, *, games: int | None = None, rng: Any = SEED, progress: Progress = None
) -> Reproduction:
    """Compute what a document claims: yale, homework, rosen, group, lecture, neller, or all of them.

    Beside what was sampled there, games of our own are played: as many, or `games` of each kind; with 0 none.
    """
    names = DOCUMENTS if name == ALL else (name,)
    documents, draws = tuple(map(document, names)), Draws(rng, games)
    claims = sum(len(one.claims) for one in documents)
    found: list[Finding] = []
    for one in documents:
        found += find(one.claims, draws, _part(progress, len(found), len(one.claims), claims))
    return Reproduction(documents, tuple(found), games)


def _part(progress: Progress, done: int, claims: int, of: int) -> Progress:
    """Tells of one document's claims as of a part of all."""
    return None if progress is None else lambda share: progress((done + share * claims) / of)
