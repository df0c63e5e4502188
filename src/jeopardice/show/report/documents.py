"""A report as a document: a page in HTML, a file in Markdown, or something for a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from rich.console import Group, RenderableType
from rich.text import Text

from jeopardice.show import html as pages
from jeopardice.show import markdown as marked_down
from jeopardice.show.bars import Bar
from jeopardice.show.html import Html
from jeopardice.show.picture import Cell, Picture
from jeopardice.show.report import play, sections
from jeopardice.show.report.blocks import Block, Bullets, Cells, Drawing, Heading, Length, Paragraph, Rows
from jeopardice.show.report.drawings import drawings
from jeopardice.show.report.parts import Report
from jeopardice.show.text import FAINT, HEAD, Shader, about_throws, legend, picture_text, plain_grid, title

ORDER = (
    sections.glance, sections.the_rules, sections.winners, sections.how_long, sections.the_turns, sections.policy,
    play.hardness, play.choices, play.compared, play.alone, play.certainty,
)  # fmt: skip
BAR, MARK = 30, "\N{FULL BLOCK}"
NOTHING: Mapping[str, Sequence[Drawing]] = MappingProxyType({})


def blocks(report: Report, drawn: Mapping[str, Sequence[Drawing]] = NOTHING) -> Iterator[Block]:
    """The whole document, with drawings at the ends of sections."""
    for section in ORDER:
        yield from section(report)
        yield from drawn.get(section.__name__, ())


def as_html(report: Report, origin: str = "") -> str:
    """One page, with everything inside; `origin` says what made it."""
    return pages.page(_title(report), body(report), origin=origin)


def body(report: Report) -> Html:
    """What stands on the page, as it may stand in a notebook."""
    return pages.together(map(_html, blocks(report, drawings(report))))


def as_markdown(report: Report, origin: str = "") -> str:
    """One file in Markdown, without drawings."""
    return marked_down.page(_title(report), map(_markdown, blocks(report)), origin=origin)


def as_text(report: Report) -> Group:
    """The same for a terminal."""
    parts: list[RenderableType] = [title(report.game, ": a report")]
    for block in blocks(report):
        parts += ["", *_shown(block)]
    return Group(*parts)


def _title(report: Report) -> str:
    return f"{report.game}: a report"


def _html(block: Block) -> Html:
    match block:
        case Heading(text):
            return pages.heading(text)
        case Paragraph(text, kind):
            return pages.paragraph(text, kind=kind)
        case Bullets(items):
            return pages.bullets(items)
        case Rows(heads, rows, numbers, marked):
            return pages.table(heads, [[_html_cell(cell) for cell in row] for row in rows], numbers, marked=marked)
        case Cells(picture):
            return pages.together(_html_cells(picture))
        case Drawing(contents, kind, told, caption):
            return pages.image(contents, kind, told, caption)


def _html_cell(cell: str | Length) -> str:
    return pages.bar(cell.share) if isinstance(cell, Length) else cell


def _html_cells(picture: Picture) -> Iterator[Html]:
    """The picture as a table with shades, and which throw to make, if it matters."""
    if is_plain(picture):
        yield pages.paragraph(picture_text(picture)[0].plain)
        return
    yield pages.paragraph(legend(picture).plain)
    yield _shaded(picture)
    for told, more in about_throws(picture):
        yield pages.paragraph(told)
        if more is not None:
            yield _shaded(more)


def is_plain(picture: Picture) -> bool:
    """Is there one sentence that says it all?"""
    return picture.only("win") and len(picture.rules.throws) == 1


def _shaded(picture: Picture) -> Html:
    shade = Shader(picture)

    def cell(each: Cell) -> Html:
        front, on, back = shade(each).removeprefix("bold ").partition(" on ")
        style = f"color: {front}; background: {back}" if on else "color: #777"
        return pages.element("td", each.text + "*" * each.again, style=style)

    head = pages.element("tr", pages.element("th", "own \\ opponent"), *(pages.element("th", h) for h in picture.heads))
    rows = (
        pages.element("tr", pages.element("th", str(own)), *map(cell, row))
        for own, row in zip(picture.owns, picture.cells, strict=True)
    )
    table = pages.element("table", pages.element("thead", head), pages.element("tbody", *rows), class_="cells")
    return pages.element("div", table, class_="wide")


def _markdown(block: Block) -> str:
    match block:
        case Heading(text):
            return marked_down.heading(text)
        case Paragraph(text):
            return marked_down.text(text)
        case Bullets(items):
            return marked_down.bullets(items)
        case Rows(heads, rows, numbers):
            return marked_down.table(heads, [[_marked_down(cell) for cell in row] for row in rows], numbers)
        case Cells(picture) if is_plain(picture):
            return marked_down.text(picture_text(picture)[0].plain)
        case Cells(picture):
            return marked_down.plain("\n".join(line.plain for line in picture_text(picture)))
        case _:
            return ""


def _marked_down(cell: str | Length) -> str:
    return MARK * round(BAR * cell.share) if isinstance(cell, Length) else cell


def _shown(block: Block) -> list[RenderableType]:
    match block:
        case Heading(text):
            return [Text(text, HEAD)]
        case Paragraph(text, kind):
            return [Text(text, FAINT if kind == "note" else "")]
        case Bullets(items):
            return list(map(_bullet, items))
        case Rows():
            return [_grid(block)]
        case Cells(picture):
            return list(picture_text(picture))
        case _:
            return []


def _bullet(item: str) -> RenderableType:
    grid = plain_grid("", "")
    grid.show_header, grid.padding = False, (0, 1, 0, 0)
    grid.add_row("-", Text(item))
    return grid


def _grid(block: Rows) -> RenderableType:
    grid = plain_grid(*block.heads, numbers=block.numbers)
    grid.show_header = any(block.heads)
    for number, row in enumerate(block.rows):
        strong = HEAD if number in block.marked else ""
        grid.add_row(*(Bar(cell.share, BAR) if isinstance(cell, Length) else Text(cell, strong) for cell in row))
    return grid
