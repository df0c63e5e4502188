"""A strategy on one page to print: what to do at every fifth score or so, as HTML or as plain text."""

import textwrap
from html import escape

from jeopardice import __version__
from jeopardice.games.notation import description, game_notation
from jeopardice.show.picture import PASS, WIN, Cell, Picture, fitting, picture_of_table
from jeopardice.show.rounding import averages
from jeopardice.show.text import about_throws, aim, percent
from jeopardice.strategies.table import Table

WIDTH = 78
SAME = 1e-12
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


def card(table: Table, kind: str, command: str) -> str:
    """The page as a text; `kind` is "html" or "txt". The command that made it stands at its foot."""
    origin = f"Made by jeopardice {__version__} with"
    if kind == "html":
        return _html(table, picture_of_table(table), f"{origin}: {command}")
    return _plain(table, picture_of_table(table, fitting(table.rules, WIDTH - 2)), f"{origin}\n    {command}")


def _title(table: Table) -> str:
    return game_notation(table.rules)


def _subtitle(table: Table) -> str:
    played = "Best play" if table.name == "optimal" else f"The strategy {table.name}"
    return f"{description(table.rules)} {aim(table.rules)} {played} at a glance.".strip()


def how_to_read(picture: Picture) -> list[str]:
    """What the table says, in sentences."""
    row = "Find the row of your own score and the column of your opponent's; round down to the scores shown."
    if picture.throws:
        return [f"{row} The number is the throw to make: {_listed(picture)}."]
    told = [f"{row} Throw until the turn total is at least the number you find there, then hold."]
    told.append("Hold at once, whatever the table says, when that reaches the target.")
    if picture.any("win"):
        told.append(f"{WIN} means: go on until you have won or lost the turn.")
    if picture.any("pass"):
        told.append(f"{PASS} means: pass without a throw.")
    if picture.again:
        told.append("* means: there is a larger turn total, which may come up, at which to go on after all.")
    if len(picture.rules.throws) > 1:
        told.append("Which throw to make stands below.")
    return told


def what_it_costs(table: Table, picture: Picture) -> list[str]:
    """That the scores are rounded, and what that costs, in a sentence; nothing where it costs nothing."""
    if picture.whole and not picture.again:
        return []
    found = averages(table, picture)
    if found is None:
        return ["The scores are rounded here: between those shown, other numbers would be better."]
    by_card, itself = found
    if abs(by_card - itself) < SAME:
        return []
    places = next(n for n in range(2, 14) if percent(by_card, n) != percent(itself, n))
    wins = f"who plays by this card wins {percent(by_card, places)} of the games against best play"
    return [
        f"The scores are rounded here: {wins}, on average of going first and second, instead of "
        f"{percent(itself, places)}."
    ]


def _listed(picture: Picture) -> str:
    names = [f"{n} means {throw.name}" for n, throw in enumerate(picture.rules.throws, 1)]
    return ", ".join(names if len(names) <= 4 else [*names[:2], f"and so on to {names[-1]}"])


def _html(table: Table, picture: Picture, origin: str) -> str:
    tables = _html_table(picture)
    for text, more in about_throws(picture):
        tables += f"\n<p>{escape(text)}</p>" + (f"\n{_html_table(more)}" if more is not None else "")
    told = " ".join(map(escape, how_to_read(picture) + what_it_costs(table, picture)))
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
{tables}
<footer>{escape(origin)}</footer>
</body>
</html>
"""


def _html_table(picture: Picture) -> str:
    head = "".join(f"<th>{score}</th>" for score in picture.opponents)
    rows = "\n".join(
        f"<tr><th>{own}</th>{''.join(map(_html_cell, row))}</tr>"
        for own, row in zip(picture.owns, picture.cells, strict=True)
    )
    corner = '<th class="corner">own \\ opp.</th>'
    return f"<table>\n<thead><tr>{corner}{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"


def _html_cell(cell: Cell) -> str:
    kinds = [cell.kind] * (cell.kind in ("win", "pass")) + ["again"] * cell.again
    mark = f' class="{" ".join(kinds)}"' if kinds else ""
    text = {"win": "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}", "pass": "\N{EN DASH}"}.get(cell.kind, cell.text)
    return f"<td{mark}>{text}</td>"


def _plain(table: Table, picture: Picture, origin: str) -> str:
    tables = [_plain_table(picture)]
    for text, more in about_throws(picture):
        tables += [textwrap.fill(text, WIDTH), *([_plain_table(more)] if more is not None else [])]
    name, told = _title(table), " ".join(how_to_read(picture) + what_it_costs(table, picture))
    filled = [textwrap.fill(text, WIDTH) for text in (_subtitle(table), told)]
    parts = [f"{name}\n{'=' * len(name)}", *filled, *tables]
    return "\n\n".join([*parts, origin]) + "\n"


def _plain_table(picture: Picture) -> str:
    """Each cell is followed by a blank or by its star."""
    wide, label = picture.widest, picture.label
    rows = [" " * (label + 3) + "opponent"]
    rows.append(f"{'own':>{label}} | " + " ".join(f"{score:>{wide}}" for score in picture.opponents))
    rows.append("-" * (label + 1) + "+" + "-" * ((wide + 1) * len(picture.opponents) + 1))
    for own, row in zip(picture.owns, picture.cells, strict=True):
        cells = "".join(f"{cell.text:>{wide}}" + "* "[not cell.again] for cell in row)
        rows.append(f"{own:>{label}} | {cells}".rstrip())
    return "\n".join(rows)
