"""`export`: a policy as a file for other programs, or as a page to print."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.files import STDOUT, write_lines
from jeopardice.cli.output import Game, Json, Progress, answer, remark
from jeopardice.cli.work import working

if TYPE_CHECKING:
    from jeopardice.strategies.table import Table

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
    prism: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Playing against it, as a model for PRISM; also .props.", show_default=False),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(metavar="STRATEGY", help="For --prism: how the first player plays.", show_default=False),
    ] = None,
    progress: Progress = False,
    json: Json = False,
) -> None:
    """Write a policy as CSV, as .npz or as a card, or a PRISM model."""
    kind = _check({"csv": csv, "npz": npz, "card": card, "prism": prism}, first, json)
    from jeopardice.exact.resolve import resolve
    from jeopardice.games.notation import as_game, game_notation

    rules = as_game(game)
    with working(f"{strategy} of {rules}", progress) as told:
        table = resolve(rules, strategy, progress=told)
    if card:
        from jeopardice.show.card import card as card_of

        command = shlex.join(["jeopardice", "export", game, strategy, "--card", Path(card).name])
        write_lines(card, [card_of(table, kind, command)])
    _write_others(table, csv, npz)
    written = {name: file for name, file in (("csv", csv), ("npz", npz), ("card", card)) if file}
    if prism:
        with working(f"a model of {rules}", progress):
            written |= _write_model(table, first, prism)
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

        write_lines(csv, csv_lines(table))


def _write_model(table: "Table", first: str | None, file: str) -> dict[str, str]:
    """A model of playing against a table, and its property; -> both files."""
    from jeopardice.exact.resolve import resolve
    from jeopardice.finite.fixed import dice_against
    from jeopardice.finite.prism import prism

    other = None if first is None else resolve(table.rules, first)
    title = f"{table.rules}: {'who is free to choose' if other is None else other.name} against {table.name}"
    model, properties = prism(dice_against(table.rules, table, other), title).write(file)
    return {"prism": str(model), "props": str(properties)}


def _check(files: dict[str, str | None], first: str | None, json: bool) -> str:
    """Refuse what cannot be written before anything is computed; -> the kind of card."""
    csv, npz, card = files["csv"], files["npz"], files["card"]
    if not any(files.values()):
        raise typer.BadParameter("say what to write: --csv FILE, --npz FILE, --card FILE or --prism FILE")
    if first and not files["prism"]:
        raise typer.BadParameter("--first is for --prism")
    if json and csv == STDOUT:
        raise typer.BadParameter("--json and --csv - cannot both go to stdout")
    if files["prism"] == STDOUT:
        raise typer.BadParameter(
            "--prism writes two files, the model and its property: give the name of the first, not -"
        )
    if npz and not npz.lower().endswith(".npz"):
        raise typer.BadParameter(f"the name of a table must end in .npz, not {npz!r}")
    if not card:
        return ""
    kind = CARDS.get(Path(card).suffix.lower())
    if kind is None:
        raise typer.BadParameter(f"the name of a card must end in .html or .txt, not {card!r}")
    return kind
