"""Findings for a terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from jeopardice.reproduce.claims import DIFFERS, VERDICTS, WITHIN, Document
from jeopardice.reproduce.pages import summary, verdict
from jeopardice.show.text import FAINT, HEAD, plain_grid, title

if TYPE_CHECKING:
    from jeopardice.reproduce.findings import Finding
    from jeopardice.reproduce.reproduction import Reproduction

SHORT = {WITHIN: "within sampling error"}
EXPECTED = "As the data files expect it; jeopardice reproduce all computes it."


def documents_text(documents: Sequence[Document]) -> Group:
    """The documents, and how many of their claims have which verdict."""
    grid = plain_grid("document", "claims", *(SHORT.get(name, name) for name in VERDICTS), numbers=range(1, 7))
    for column in grid.columns[1:]:
        column.no_wrap = False
    for one in documents:
        grid.add_row(Text(one.name, HEAD), str(len(one.claims)), *(str(number) for number in one.expected.values()))
    about = plain_grid("", "")
    for one in documents:
        about.add_row(Text(one.name, HEAD), f"{one.title} ({one.source})")
    return Group(grid, "", about, "", Text(EXPECTED, FAINT))


def reproduction_text(found: "Reproduction") -> Group:
    """All claims with theirs, ours and the verdict, and what is behind it."""
    parts: list[RenderableType] = []
    for one in found.documents:
        findings = found.of(one.name)
        parts += [title(one.title, f": {one.source}"), "", _table(findings), ""]
        for finding in findings:
            if finding.why:
                parts.append(Text.assemble((f"{finding.claim.id}: ", HEAD), finding.why))
        parts.append("")
    return Group(*parts, Text(summary(found.verdicts)))


def _table(findings: Sequence["Finding"]) -> Table:
    played = ["in our games"] * any(finding.sampled for finding in findings)
    grid = plain_grid("claim", "theirs", "ours", *played, "verdict")
    grid.padding = (0, 2, 0, 0)
    grid.columns[0].overflow, grid.columns[0].min_width, grid.columns[-1].min_width = "fold", 20, 19
    for finding in findings:
        style = HEAD if finding.verdict == DIFFERS or not finding.as_expected else ""
        sampled = [finding.sampled] if played else []
        grid.add_row(finding.claim.id, finding.theirs, finding.ours, *sampled, Text(_short(verdict(finding)), style))
    return grid


def _short(told: str) -> str:
    return told.replace(WITHIN, SHORT[WITHIN])


def documents_dict(documents: Sequence[Document]) -> dict[str, Any]:
    """The documents as plain data."""
    names = ("name", "title", "source", "about")
    listed = [
        {**{name: getattr(one, name) for name in names}, "claims": len(one.claims), "expected": one.expected}
        for one in documents
    ]
    return {"documents": listed}
