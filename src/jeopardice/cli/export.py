"""`export`: a policy as a file for other programs, or as a page to print."""

import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.output import Game, Json, Progress, answer, remark
from jeopardice.cli.work import working

if TYPE_CHECKING:
    from jeopardice.strategies.table import Table

STDOUT = "-"
CARDS = {".html": "html", ".htm": "html", ".txt": "txt"}


def export(
    game: Game,
    strategy: Annotated[str, typer.Argument(metavar="STRATEGY", help="What to write down.")] = "optimal",
    csv: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Every position with its action; - for stdout.", show_default=False),
    ] = None,
    npz: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A table that jeopardice reads back.", show_default=False),
    ] = None,
    card: Annotated[
        str | None, typer.Option(metavar="FILE", help="One page to print: .html or .txt.", show_default=False)
    ] = None,
    progress: Progress = False,
    json: Json = False,
) -> None:
    """Write a policy as CSV, as .npz or as a card to print."""
    kind = _check(csv, npz, card, json)
    from jeopardice.exact.resolve import resolve
    from jeopardice.games.notation import as_game, game_notation

    rules = as_game(game)
    with working(f"{strategy} of {rules}", progress):
        table = resolve(rules, strategy)
    if card:
        from jeopardice.show.card import card as card_of

        command = shlex.join(["jeopardice", "export", game, strategy, "--card", Path(card).name])
        _write(card, [card_of(table, kind, command)])
    _write_others(table, csv, npz)
    written = {name: file for name, file in (("csv", csv), ("npz", npz), ("card", card)) if file}
    if json:
        answer({"game": game_notation(rules), "strategy": table.name, **written}, json, str)
        return
    for file in written.values():
        if file != STDOUT:
            remark(f"wrote {file}")


def _write_others(table: "Table", csv: str | None, npz: str | None) -> None:
    """Write the files for other programs that are wanted."""
    if npz:
        from jeopardice.strategies.own import save_table

        save_table(table, npz)
    if csv:
        from jeopardice.show.rows import csv_lines

        _write(csv, csv_lines(table))


def _check(csv: str | None, npz: str | None, card: str | None, json: bool) -> str:
    """Refuse what cannot be written before anything is computed; -> the kind of card."""
    if not (csv or npz or card):
        raise typer.BadParameter("say what to write: --csv FILE, --npz FILE or --card FILE")
    if json and csv == STDOUT:
        raise typer.BadParameter("--json and --csv - cannot both go to stdout")
    if npz and not npz.lower().endswith(".npz"):
        raise typer.BadParameter(f"the name of a table must end in .npz, not {npz!r}")
    if not card:
        return ""
    kind = CARDS.get(Path(card).suffix.lower())
    if kind is None:
        raise typer.BadParameter(f"the name of a card must end in .html or .txt, not {card!r}")
    return kind


def _write(file: str, lines: Iterable[str]) -> None:
    """Write lines to a file, whole or not at all, or to stdout."""
    if file == STDOUT:
        sys.stdout.writelines(lines)
        return
    from jeopardice.files import write_whole

    write_whole(file, lambda open_file: open_file.writelines(line.encode() for line in lines))
