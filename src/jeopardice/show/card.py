"""A strategy on one page to print: what to do at every fifth score or so, as HTML or as plain text."""

import textwrap
from html import escape

from jeopardice import __version__
from jeopardice.games.catalog import CATALOG
from jeopardice.games.notation import game_notation
from jeopardice.show.picture import PASS, WIN, Cell, Picture, picture_of_table
from jeopardice.strategies.table import Table

MOST = 20
STYLE = """
@page { size: A4 portrait; margin: 14mm }
* { box-sizing: border-box }
body { font: 10.5pt/1.4 Georgia, "Times New Roman", serif; color: #111; max-width: 182mm; margin: 6mm auto }
h1 { font-size: 20pt; margin: 0 } h1 + p { margin: 1mm 0 4mm; font-style: italic }
table { border-collapse: collapse; width: 100%; table-layout: fixed; margin: 3mm 0;
        font: 9pt/1 Helvetica, Arial, sans-serif; font-variant-numeric: tabular-nums }
th, td { border: .3pt solid #999; height: 7.4mm; padding: 0; text-align: center }
th { background: #eee; font-weight: bold } th.corner { font-size: 6.5pt; font-weight: normal }
td.win { background: #d5dde8 } td.pass { color: #888 } td.again::after { content: "*"; vertical-align: super }
p { margin: 1.5mm 0 } footer { color: #666; font-size: 8.5pt; margin-top: 4mm }
@media print { body { margin: 0 auto } * { -webkit-print-color-adjust: exact; print-color-adjust: exact } }
""".strip()


def card(table: Table, kind: str) -> str:
    """The page as a text; `kind` is "html" or "txt"."""
    picture = picture_of_table(table, MOST)
    return _html(table, picture) if kind == "html" else _plain(table, picture)


def _title(table: Table) -> str:
    return f"{table.rules.name} to {table.rules.target}"


def _subtitle(table: Table) -> str:
    maker = CATALOG.get(table.rules.name)
    rules = f"{maker.__doc__} " if maker is not None else ""
    played = "Best play" if table.name == "optimal" else f"The strategy {table.name}"
    return f"{rules}{played} at a glance."


def how_to_read(picture: Picture) -> list[str]:
    """What the table says, in sentences."""
    row = "Find the row of your own score and the column of your opponent's; round down to the scores shown."
    if picture.throws:
        names = [f"{n} means {throw.name}" for n, throw in enumerate(picture.rules.throws, 1)]
        listed = names if len(names) <= 4 else [*names[:2], f"and so on to {names[-1]}"]
        return [f"{row} The number is the throw to make: {', '.join(listed)}."]
    told = [f"{row} Throw until the turn total is at least the number you find there, then hold."]
    told.append("Hold at once, whatever the table says, when that reaches the target.")
    if picture.any("win"):
        told.append(f"{WIN} means: go on until you have won or lost the turn.")
    if picture.any("pass"):
        told.append(f"{PASS} means: pass without a throw.")
    if picture.again:
        told.append("* means: at some larger turn totals it is right to go on after all.")
    if len(picture.rules.throws) > 1:
        told.append("The table does not tell which throw to make.")
    return told


def _html(table: Table, picture: Picture) -> str:
    head = "".join(f"<th>{score}</th>" for score in picture.scores)
    rows = "\n".join(
        f"<tr><th>{own}</th>{''.join(map(_html_cell, row))}</tr>"
        for own, row in zip(picture.scores, picture.cells, strict=True)
    )
    told = " ".join(map(escape, how_to_read(picture)))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{escape(_title(table))}: {escape(table.name)}</title>
<style>
{STYLE}
</style>
</head>
<body>
<h1>{escape(_title(table))}</h1>
<p>{escape(_subtitle(table))}</p>
<p>{told}</p>
<table>
<thead><tr><th class="corner">own \\ opp.</th>{head}</tr></thead>
<tbody>
{rows}
</tbody>
</table>
<footer>{escape(_origin(table))}</footer>
</body>
</html>
"""


def _html_cell(cell: Cell) -> str:
    kinds = [cell.kind] * (cell.kind in ("win", "pass")) + ["again"] * cell.again
    mark = f' class="{" ".join(kinds)}"' if kinds else ""
    text = {"win": "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}", "pass": "\N{EN DASH}"}.get(cell.kind, cell.text)
    return f"<td{mark}>{text}</td>"


def _plain(table: Table, picture: Picture) -> str:
    wide = picture.widest + 1 + picture.again
    label = max(3, picture.widest)
    rows = [f"{'own':>{label}} |" + "".join(f"{score:>{wide}}" for score in picture.scores)]
    rows.append("-" * (label + 1) + "+" + "-" * (wide * len(picture.scores)))
    for own, row in zip(picture.scores, picture.cells, strict=True):
        cells = "".join(f"{cell.text + '*' * cell.again:>{wide}}" for cell in row)
        rows.append(f"{own:>{label}} |{cells}")
    across = " " * (label + 2) + "opponent"
    told = textwrap.fill(" ".join(how_to_read(picture)), 78)
    name = _title(table)
    parts = [f"{name}\n{'=' * len(name)}", textwrap.fill(_subtitle(table), 78), told]
    return "\n\n".join([*parts, "\n".join([across, *rows]), textwrap.fill(_origin(table), 78)]) + "\n"


def _origin(table: Table) -> str:
    game = game_notation(table.rules)
    return f"Made by jeopardice {__version__}: jeopardice export {_shell(game)} {_shell(table.name)}"


def _shell(text: str) -> str:
    return text if text.replace("-", "").isalnum() else f"'{text}'"
