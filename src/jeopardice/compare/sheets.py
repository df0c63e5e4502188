"""Rows as texts for files: CSV for other programs, Markdown for people."""

import csv
import io
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from jeopardice.errors import FileError
from jeopardice.files import write_whole


def csv_text(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Rows as CSV; nothing where there is no value."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(["" if cell is None else cell for cell in row] for row in rows)
    return text.getvalue()


def markdown_lines(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Rows as the lines of a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(map(markdown_cell, line))} |" for line in lines]


def markdown_cell(text: str) -> str:
    """A text that does not end a cell or begin something else, as names of strategies may."""
    return "".join(f"\\{mark}" if mark in "\\|*_`<>[]" else mark for mark in text)


def save_as(path: str | os.PathLike[str], what: str, forms: Mapping[str, Callable[[], str]]) -> None:
    """Write a text in the form that the suffix of the file says; whole or not at all."""
    form = forms.get(Path(path).suffix.lower())
    if form is None:
        raise FileError(f"the name of {what} must end in {', '.join(forms)}, not {os.fspath(path)!r}")
    text = form()
    write_whole(path, lambda file: file.write(text.encode()))
