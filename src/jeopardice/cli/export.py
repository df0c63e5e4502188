"""`export`: a policy as a file for other programs, or as a page to print."""

import sys
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from jeopardice.cli.output import Game, Json, answer
from jeopardice.cli.work import working

CARDS = {".html": "html", ".htm": "html", ".txt": "txt"}


def export(
    game: Game,
    strategy: Annotated[str, typer.Argument(metavar="[STRATEGY]", help="What to write down.")] = "optimal",
    csv: Annotated[
        str | None, typer.Option(metavar="FILE", help="Every position with its action; - for stdout.", show_default=False)
    ] = None,
    npz: Annotated[
        str | None, typer.Option(metavar="FILE", help="A table that jeopardice reads back.", show_default=False)
    ] = None,
    card: Annotated[
        str | None, typer.Option(metavar="FILE", help="One page to print: .html or .txt.", show_default=False)
    ] = None,
    json: Json = False,
) -> None:
    """Write a policy to a file: as CSV, as .npz, or as a card to print."""
    _check(csv, npz, card, json)
    from jeopardice.exact.resolve import resolve
    from jeopardice.games.notation import as_game, game_notation

    rules = as_game(game)
    with working(f"{strategy} of {rules}"):
        table = resolve(rules, strategy)
        page = _card(table, card) if card else ""
    if card:
        _write(card, [page])
    if npz:
        from jeopardice.strategies.own import save_table

        save_table(table, npz)
    if csv:
        from jeopardice.show.rows import csv_lines

        with working(f"writing {csv}"):
            _write(csv, csv_lines(table), sys.__stdout__)
    written = {kind: file for kind, file in (("csv", csv), ("npz", npz), ("card", card)) if file and file != "-"}
    if written or json:
        answer({"game": game_notation(rules), "strategy": table.name, **written}, json, lambda: _told(written))
