"""Pages and their twins in Markdown: whole, escaped, and without a network."""

from html.parser import HTMLParser

from jeopardice.show import html, markdown

NASTY = '<script>alert("x")</script> & | *stars* `ticks` # [link](x)'
VOID = {"meta", "img", "br"}


class Reader(HTMLParser):
    """Reads a page: its texts by the element they stand in, its attributes; and that every element is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.feed(page)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((self.open[-1] if self.open else "", data.strip()))

    def of(self, tag: str) -> list[str]:
        """The texts of the elements with that tag."""
        return [text for where, text in self.texts if where == tag]


def test_whatever_is_no_markup_is_escaped_wherever_it_stands() -> None:
    parts = [
        html.heading(NASTY),
        html.paragraph(NASTY),
        html.bullets([NASTY]),
        html.plain(NASTY),
        html.table([NASTY], [[NASTY]], caption=NASTY),
        html.link(NASTY, NASTY),
        html.image(b"", "png", NASTY, NASTY),
    ]
    page = html.page(NASTY, html.together(parts), origin=NASTY)
    read = Reader(page)
    assert "<script" not in page
    for tag in ("title", "h1", "h2", "p", "li", "pre", "th", "td", "caption", "a", "figcaption"):
        assert read.of(tag) == [NASTY], tag
    assert ("a", "href", NASTY) in read.attributes
    assert ("img", "alt", NASTY) in read.attributes
    assert read.of("footer")[0].endswith(f"with: {NASTY}")


def test_a_page_needs_nothing_but_itself() -> None:
    page = html.page("title", html.image(b"\x89PNG", "png", "a picture"))
    read = Reader(page)
    assert page.startswith("<!DOCTYPE html>\n<html lang=")
    assert [value for _, name, value in read.attributes if name in ("src", "href")] == [
        "data:image/png;base64,iVBORw=="
    ]
    assert "url(" not in html.STYLE
    assert "@media print" in html.STYLE
    assert ("meta", "name", "viewport") in read.attributes


def test_markup_is_put_in_as_it_is() -> None:
    inner = html.element("em", "so & so")
    assert inner == "<em>so &amp; so</em>"
    assert html.paragraph("it is ", inner, kind="note") == '<p class="note">it is <em>so &amp; so</em></p>'
    assert html.image(b"<svg/>", "svg", "it").startswith('<figure><img src="data:image/svg+xml;base64,PHN2Zy8+"')


def test_a_table_has_its_figures_at_the_right_and_some_rows_marked() -> None:
    found = html.table(["name", "share"], [["a", "1"], ["b", "2"]], [1], marked=[1])
    read = Reader(found)
    assert [value for tag, name, value in read.attributes if (tag, name) == ("td", "class")] == ["number", "number"]
    assert found.count('<tr class="marked">') == 1
    assert "<thead>" not in html.table(["", ""], [["a", "b"]])
    assert html.bar(0.25) == '<span class="bar"><span style="width: 25.0%"></span></span>'


def test_markdown_keeps_texts_what_they_are() -> None:
    assert markdown.text("# not a heading") == "\\# not a heading"
    assert markdown.text("- a\nb  c") == "\\- a b c"
    assert markdown.heading("a_b", 3) == "### a\\_b"
    assert markdown.bullets(["one", "*two*"]) == "- one\n- \\*two\\*"
    assert markdown.plain("a  b\n\nc") == "    a  b\n\n    c"
    assert markdown.text("1. no list") == "1\\. no list"
    assert markdown.text("1.5 % of them") == "1.5 % of them"
    page = markdown.page(NASTY, ["text"], origin=NASTY)
    assert "<script" not in page.replace("\\<", "")
    assert page.startswith("# \\<script\\>")
    assert page.endswith("\\[link\\](x)\n")


def test_a_table_in_markdown_stands_in_line() -> None:
    assert markdown.table(["name", "share"], [["a|b", "1"], ["c", "22.5"]], [1]).splitlines() == [
        "| name | share |",
        "| ---- | ----: |",
        "| a\\|b |     1 |",
        "| c    |  22.5 |",
    ]
