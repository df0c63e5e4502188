"""A tournament as a file: CSV for other programs, Markdown for people, JSON for both."""

import json
import os
from itertools import product
from typing import TYPE_CHECKING, Literal, get_args

from jeopardice.compare.findings import findings
from jeopardice.compare.sheets import csv_text, markdown_cell, markdown_lines, save_as
from jeopardice.errors import PositionError
from jeopardice.exact.percent import percent
from jeopardice.games.rules import short

if TYPE_CHECKING:
    from jeopardice.compare.tournament import Tournament

What = Literal["standings", "pairs"]
WHATS: tuple[str, ...] = get_args(What)
WIDEST_MATRIX = 30
FIGURES = ("place", "name", "average", "won", "drawn", "lost", "worst", "worst_opponent", "rating")
STANDINGS = ("place", "strategy", *FIGURES[2:])
KINDS = ("first", "second", "average", "stalemate_first", "stalemate_second")


def csv_standings(tournament: "Tournament") -> str:
    """A line for each strategy as it stands: its standing, then its average against each of them, in the same order."""
    listed, known = tournament.standings, exact_averages(tournament)
    numbers = [tournament.names.index(line.name) for line in listed]
    heads = [*STANDINGS, *["exact_average"] * bool(known), *(f"against {line.name}" for line in listed)]
    rows = []
    for line, number in zip(listed, numbers, strict=True):
        own = [getattr(line, figure) for figure in FIGURES]
        exact = [known[line.name]] if known else []
        rows.append([*own, *exact, *tournament.average[number, numbers].tolist()])
    return csv_text(heads, rows)


def exact_averages(tournament: "Tournament") -> dict[str, float | None]:
    """The exact average over all others by name, where that is a sample; nothing where it is exact itself."""
    return {} if tournament.exact is None else {line.name: line.average for line in tournament.exact.standings}


def csv_pairs(tournament: "Tournament") -> str:
    """A line for each pair, either way round: all its figures, and the exact ones beside those of a sample."""
    exact, z = tournament.exact, tournament.z
    heads = ["a", "b", *KINDS]
    if exact is not None and z is not None:
        heads += [*(f"exact_{kind}" for kind in KINDS), "z"]
    rows = []
    for i, j in product(range(len(tournament.names)), repeat=2):
        duel = tournament.at(i, j)
        row = [duel.a, duel.b, *(getattr(duel, kind) for kind in KINDS)]
        if exact is not None and z is not None:
            known = exact.at(i, j)
            row += [*(getattr(known, kind) for kind in KINDS), float(z[i, j])]
        rows.append(row)
    return csv_text(heads, rows)


def markdown(tournament: "Tournament") -> str:
    """The standings, what the tournament shows, and the matrix where it is not too wide to read."""
    how = f"{tournament.games:,} games a pair" if tournament.games else "exactly"
    head = f"# {markdown_cell(tournament.game)}: a tournament, {how}"
    parts = [head, "", *markdown_lines(*_standings(tournament)), ""]
    parts += [f"- {markdown_cell(sentence)}" for sentence in findings(tournament)]
    names = [line.name for line in tournament.standings]
    if len(names) <= WIDEST_MATRIX:
        matrix = [[name, *(_share(tournament.duel(name, other).average) for other in names)] for name in names]
        parts += ["", "Average of the row against the column:", "", *markdown_lines(["", *names], matrix)]
    else:
        parts += ["", f"The matrix of {len(names):,} strategies is too wide for a page; a CSV file has it."]
    return "\n".join(parts) + "\n"


def _standings(tournament: "Tournament") -> tuple[list[str], list[list[str]]]:
    """Headings and lines."""
    known = exact_averages(tournament)
    heads = ["place", "strategy", "average", *["exactly"] * bool(known), "won", "drawn", "lost", "worst", "against"]
    rows = []
    for line in tournament.standings:
        exact = [_share(known[line.name])] if known else []
        pairs = [str(figure) for figure in (line.won, line.drawn, line.lost)]
        worst = [_share(line.worst), line.worst_opponent or ""]
        rating = "" if line.rating is None else f"{line.rating:.0f}"
        rows.append([str(line.place), line.name, _share(line.average), *exact, *pairs, *worst, rating])
    return [*heads, "rating"], rows


def _share(chance: float | None) -> str:
    return "" if chance is None else percent(chance, 4)


def save(tournament: "Tournament", path: str | os.PathLike[str], what: What = "standings") -> None:
    """Write what is wanted in the form that the name of the file says; whole or not at all."""
    if what not in WHATS:
        raise PositionError(f"what is written must be one of {', '.join(WHATS)}, not {short(what)}")
    forms = {".csv": lambda: csv_standings(tournament), ".md": lambda: markdown(tournament)}
    forms[".json"] = lambda: json.dumps(tournament.to_dict(), allow_nan=False) + "\n"
    save_as(path, "a tournament", forms if what == "standings" else {".csv": lambda: csv_pairs(tournament)})
