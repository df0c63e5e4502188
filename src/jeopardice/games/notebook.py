"""How results are shown in a notebook: as tables."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any


def plain_table(plain: Mapping[str, Any]) -> str:
    """Plain data, a name and its value in each row."""
    return rows_table(plain.items())


def rows_table(rows: Iterable[Sequence[object]], heads: Sequence[str] = ()) -> str:
    """Rows, the first cell of each being its head; perhaps below a row of heads."""
    told = f"<tr>{''.join(f'<th>{escape(head)}</th>' for head in heads)}</tr>" if heads else ""
    for first, *others in rows:
        told += f"<tr><th>{escape(str(first))}</th>{''.join(f'<td>{escape(str(cell))}</td>' for cell in others)}</tr>"
    return f"<table>{told}</table>"
