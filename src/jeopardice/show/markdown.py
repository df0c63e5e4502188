"""The parts of a document in Markdown: twins of those in `show/html.py`."""

import re
from collections.abc import Iterable, Sequence

from jeopardice import __version__
from jeopardice.compare.sheets import markdown_cell

CAREFUL = re.compile(r"[-#+=~]|\d+(?=[.)](?: |$))")
"""With these a line would begin something else."""


def text(content: object) -> str:
    """A text that stays what it is, in one line."""
    line = markdown_cell(" ".join(str(content).split()))
    begins = CAREFUL.match(line)
    if not begins:
        return line
    place = begins.end() if begins[0].isdigit() else 0
    return f"{line[:place]}\\{line[place:]}"


def heading(content: object, level: int = 2) -> str:
    """A heading."""
    return f"{'#' * level} {text(content)}"


def bullets(items: Iterable[object]) -> str:
    """A list."""
    return "\n".join(f"- {text(item)}" for item in items)


def plain(content: str) -> str:
    """A text whose lines and blanks count."""
    return "\n".join(f"    {line}".rstrip() for line in content.splitlines())


def table(heads: Sequence[object], rows: Iterable[Sequence[object]], numbers: Iterable[int] = ()) -> str:
    """A table; the columns `numbers` hold figures. Its columns are in line, for those who read it as it is."""
    right = frozenset(numbers)
    lines = [[markdown_cell(str(cell)) for cell in line] for line in (heads, *rows)]
    wide = [max(3, *map(len, column)) for column in zip(*lines, strict=True)]

    def shown(cells: Sequence[str]) -> str:
        filled = (f"{c:>{w}}" if n in right else f"{c:<{w}}" for n, (c, w) in enumerate(zip(cells, wide, strict=True)))
        return f"| {' | '.join(filled)} |"

    rule = [f"{'-' * (w - 1)}:" if n in right else "-" * w for n, w in enumerate(wide)]
    return "\n".join([shown(lines[0]), f"| {' | '.join(rule)} |", *map(shown, lines[1:])])


def page(title: str, parts: Iterable[str], *, origin: str = "") -> str:
    """The whole file; `origin` says what made it, a command for instance."""
    made = f"Made by jeopardice {__version__}" + (f" with: {origin}" if origin else "")
    return "\n\n".join([heading(title, 1), *parts, text(made)]) + "\n"
