"""Findings as pages: in HTML with figures, in Markdown, and for a terminal. Nothing is computed here."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jeopardice.compare.sheets import markdown_lines
from jeopardice.errors import MissingError
from jeopardice.reproduce.claims import AGREES, ALL, AWAITS, CANNOT, DIFFERS, WITHIN, Document
from jeopardice.reproduce.findings import Finding
from jeopardice.show import html as in_html
from jeopardice.show import markdown as in_markdown
from jeopardice.show.html import Html, element, together
from jeopardice.spread import Progress

if TYPE_CHECKING:
    from jeopardice.reproduce.reproduction import Reproduction

TITLE = "Printed figures and claims about Pig, and what comes out"
LEAD = (
    "Each figure and claim is set beside what was computed for it. A printed figure agrees if rounding can explain the "
    "difference; one that comes from a sample if rounding and chance can. How far chance may go is chosen so that of "
    "the figures of a document that are all right, none is found to differ in 95 of 100 cases."
)
HEADS = ("claim", "theirs", "ours", "exact or sampled", "verdict")
WORDS = {AGREES: "agree", WITHIN: "agree within their sampling error", DIFFERS: "differ", CANNOT: "cannot be checked"}
BREAK = Html("<br>")
DOTS = 110
WITHOUT = "The figures are left out: matplotlib is not there (extra `plots`)."


def summary(verdicts: dict[str, int]) -> str:
    """The verdicts in a sentence."""
    parts = [f"{verdicts[verdict]} {words}" for verdict, words in WORDS.items() if verdicts[verdict]]
    if verdicts[AWAITS]:
        parts.append(f"{verdicts[AWAITS]} await what is to come")
    return f"Of {sum(verdicts.values())} claims {', '.join(parts)}."


def ours(finding: Finding) -> str:
    """Our figure, and the one of our own sample."""
    return f"{finding.ours} (in games of ours {finding.sampled})" if finding.sampled else finding.ours


def verdict(finding: Finding) -> str:
    """The verdict, and whether it was expected."""
    return finding.verdict if finding.as_expected else f"{finding.verdict} (not as expected: {finding.claim.expect})"


def html(found: "Reproduction", figures: bool, progress: Progress = None) -> str:
    """The whole page."""
    title = TITLE if found.name == ALL else f"{found.documents[0].title}: what it prints, and what comes out"
    parts = [in_html.paragraph(LEAD, kind="lead"), in_html.paragraph(summary(found.verdicts))]
    for number, one in enumerate(found.documents):
        parts.append(_section(one, found.of(one.name)))
        if figures:
            share = None if progress is None else _share(progress, number, len(found.documents))
            parts.append(_figures(one, share))
    return in_html.page(title, together(parts), origin=f"jeopardice reproduce {found.name}")


def _share(progress: Progress, number: int, count: int) -> Progress:
    assert progress is not None
    return lambda share: progress((number + share) / count)


def body(found: "Reproduction") -> str:
    """The tables alone."""
    return together(_section(one, found.of(one.name)) for one in found.documents)


def _section(one: Document, findings: Sequence[Finding]) -> Html:
    about = in_html.paragraph(one.source, ". ", one.about, kind="note")
    rows = [[_claim(finding), finding.theirs, ours(finding), finding.how, _verdict(finding)] for finding in findings]
    return together([in_html.heading(one.title, anchor=one.name), about, in_html.table(HEADS, rows)])


def _claim(finding: Finding) -> Html:
    where = element("span", finding.claim.where, class_="note")
    return together([finding.claim.claim, BREAK, where])


def _verdict(finding: Finding) -> Html:
    plain = finding.as_expected and finding.verdict != DIFFERS
    told = in_html.markup(verdict(finding)) if plain else element("strong", verdict(finding))
    return together([told, *([BREAK, element("span", finding.why, class_="note")] if finding.why else [])])


def _figures(one: Document, progress: Progress) -> Html:
    """The figures of a document, drawn anew; or why they are not there."""
    from jeopardice.show.figures import plot

    parts: list[object] = [in_html.heading("Its figures, drawn anew", 3)] if one.figures else []
    for number, wanted in enumerate(one.figures):
        try:
            drawn = plot(wanted["kind"], wanted["game"], *wanted.get("words", ()), **wanted.get("options", {}))
        except MissingError:
            return in_html.paragraph(WITHOUT, kind="note")
        shown = in_html.image(drawn.contents(".png", DOTS), "png", drawn.title, f"{wanted['of']}. {drawn.caption}")
        parts.append(shown)
        if progress:
            progress((number + 1) / len(one.figures))
    return together(parts)


def markdown(found: "Reproduction") -> str:
    """The whole document in Markdown; why something comes out as it does stands below each table."""
    title = TITLE if found.name == ALL else f"{found.documents[0].title}: what it prints, and what comes out"
    parts = [LEAD, summary(found.verdicts)]
    for one in found.documents:
        parts += sections(one, found.of(one.name))
    return in_markdown.page(title, parts, origin=f"jeopardice reproduce {found.name}")


def sections(one: Document, findings: Sequence[Finding]) -> list[str]:
    """What a document is, the table of its claims, and the explanations."""
    rows = [[f.claim.id, f.claim.claim, f.claim.where, f.theirs, ours(f), verdict(f)] for f in findings]
    table = "\n".join(markdown_lines(("", "claim", "where", "theirs", "ours", "verdict"), rows))
    whys = [f"{finding.claim.id}: {finding.why}" for finding in findings if finding.why]
    about = in_markdown.text(f"{one.source}. {one.about}")
    return [in_markdown.heading(one.title), about, table, *([in_markdown.bullets(whys)] if whys else [])]
