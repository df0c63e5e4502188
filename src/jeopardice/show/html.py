"""Plain pages in HTML: one file each, with our own stylesheet inside; no network, no scripts.

They read well on a phone and on paper. `Html` is markup that is ready; every other text is escaped where it is put in.
`show/markdown.py` has twins of the parts.
"""

import base64
from collections.abc import Iterable, Sequence
from html import escape

from jeopardice import __version__

STYLE = """
:root { color-scheme: light }
* { box-sizing: border-box }
body { font: 1rem/1.55 Georgia, "Times New Roman", serif; color: #1a1a1a; background: #fff;
       max-width: 50rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: break-word }
h1, h2, h3, table, figcaption, pre, footer, nav { font-family: Helvetica, Arial, sans-serif }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .5rem 0 }
h2 { font-size: 1.3rem; margin: 2.2rem 0 .6rem; padding-bottom: .2rem; border-bottom: 1px solid #bbb }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .4rem }
p, ul, ol { margin: .6rem 0 } ul, ol { padding-left: 1.4rem } a { color: #1f4e86 }
.lead { font-size: 1.1rem; color: #444 } .note, footer { color: #5a5a5a; font-size: .88rem }
.wide { overflow-x: auto; margin: .9rem 0 }
table { border-collapse: collapse; font-size: .88rem; line-height: 1.35; font-variant-numeric: tabular-nums }
caption { text-align: left; color: #444; padding-bottom: .3rem }
th, td { padding: .25rem .7rem .25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #ddd }
thead th { border-bottom: 1px solid #888; vertical-align: bottom } .number { text-align: right; white-space: nowrap }
tr.marked td, tr.marked th { background: #eef3f9; font-weight: bold }
.bar { display: block; width: 34vw; max-width: 16rem } .bar span { display: block; height: 1em; background: #56789c }
table.cells { font-size: .8rem; line-height: 1.2 }
table.cells th, table.cells td { text-align: center; padding: .22rem .3rem; min-width: 2rem; border: 1px solid #ccc }
table.cells th { background: #f3f3f3; font-weight: normal }
pre { font: .82rem/1.3 Menlo, Consolas, "DejaVu Sans Mono", monospace; overflow-x: auto }
figure { margin: 1.2rem 0 } figure img { max-width: 100%; height: auto }
figcaption { font-size: .85rem; color: #444; margin-top: .3rem }
footer { margin-top: 3rem; border-top: 1px solid #bbb; padding-top: .5rem }
@page { size: A4; margin: 16mm }
@media print {
  body { max-width: none; padding: 0; font-size: 10.5pt } a { color: inherit; text-decoration: none }
  h2, h3, caption { break-after: avoid } figure, tr, pre { break-inside: avoid } .wide { overflow: visible }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact }
}
""".strip()


class Html(str):
    """Markup that is ready; whatever is none is escaped."""

    __slots__ = ()


def markup(content: object) -> Html:
    """Anything as markup: what is ready as it is, any other text escaped."""
    return content if isinstance(content, Html) else Html(escape(str(content)))


def element(tag: str, *content: object, **attributes: str) -> Html:
    """An element; `class_` stands for class, and an attribute with an empty value is left out."""
    given = "".join(f' {name.rstrip("_")}="{escape(value)}"' for name, value in attributes.items() if value)
    return Html(f"<{tag}{given}>{''.join(map(markup, content))}</{tag}>")


def together(parts: Iterable[object]) -> Html:
    """Parts, each on a line of its own."""
    return Html("\n".join(map(markup, parts)))


def heading(text: object, level: int = 2, anchor: str = "") -> Html:
    """A heading; `anchor` names it for links."""
    return element(f"h{level}", text, id=anchor)


def paragraph(*content: object, kind: str = "") -> Html:
    """A paragraph, perhaps of the kind `lead` or `note`."""
    return element("p", *content, class_=kind)


def bullets(items: Iterable[object]) -> Html:
    """A list."""
    return element("ul", *(element("li", item) for item in items))


def plain(text: str) -> Html:
    """A text whose lines and blanks count."""
    return element("pre", text)


def link(target: str, text: object) -> Html:
    """A link to a heading of this page, `#anchor`, or to a file beside it."""
    return element("a", text, href=target)


def bar(share: float) -> Html:
    """A bar whose length is a share of the room that a cell has for it."""
    return element("span", element("span", style=f"width: {100 * share:.1f}%"), class_="bar")


def table(
    heads: Sequence[object],
    rows: Iterable[Sequence[object]],
    numbers: Iterable[int] = (),
    *,
    caption: object = "",
    marked: Iterable[int] = (),
) -> Html:
    """A table; the columns `numbers` hold figures, and the rows `marked` stand out. It scrolls where it is too wide."""
    right, strong = frozenset(numbers), frozenset(marked)

    def line(tag: str, cells: Sequence[object], kind: str = "") -> Html:
        shown = (element(tag, cell, class_="number" if n in right else "") for n, cell in enumerate(cells))
        return element("tr", *shown, class_=kind)

    above = [element("caption", caption)] if caption else []
    head = [element("thead", line("th", heads))] if any(heads) else []
    body = element("tbody", *(line("td", row, "marked" if n in strong else "") for n, row in enumerate(rows)))
    return element("div", element("table", *above, *head, body), class_="wide")


def image(content: bytes, kind: str, told: str, caption: object = "") -> Html:
    """A picture inside of the page; `kind` is `png` or `svg`, and `told` says what is seen for those who do not see."""
    data = base64.b64encode(content).decode()
    source = f"data:image/{'svg+xml' if kind == 'svg' else kind};base64,{data}"
    shown = Html(f'<img src="{source}" alt="{escape(told)}">')
    return element("figure", shown, *([element("figcaption", caption)] if caption else []))


def page(title: str, body: object, *, origin: str = "") -> str:
    """The whole file; `origin` says what made it, a command for instance."""
    made = f"Made by jeopardice {__version__}" + (f" with: {origin}" if origin else "")
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{STYLE}
</style>
</head>
<body>
{heading(title, 1)}
{markup(body)}
{element("footer", made)}
</body>
</html>
"""
