"""`tournament`: every strategy of a field against every other."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.files import STDOUT, Files, check_files, write_files
from jeopardice.cli.output import Game, Json, Progress, answer, remark, whole
from jeopardice.cli.work import working
from jeopardice.cli.workers import Dask, Workers, executor_of

if TYPE_CHECKING:
    from jeopardice.compare.tournament import Tournament

ORDERS = ("average", "pairs", "worst")
TOP = 20


def tournament(
    game: Game,
    strategies: Annotated[
        list[str],
        typer.Argument(metavar="STRATEGY...", show_default=False, help="Such as optimal, hold-at:20, hold-at:1..100."),
    ],
    games: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="N", help="Sample so many games of each pair.", show_default=False),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(parser=whole, metavar="N", help="For --games; drawn and told if left out.")
    ] = None,
    by: Annotated[str, typer.Option(metavar="ORDER", help="List by average, pairs (won) or worst (case).")] = "average",
    top: Annotated[int, typer.Option(parser=whole, metavar="N", help="List so many of the standings.")] = TOP,
    matrix: Annotated[bool, typer.Option("--matrix", help="Show who wins how often against whom.")] = False,
    duels: Annotated[bool, typer.Option("--duels", help="Show each pair with both seats.")] = False,
    csv: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the standings and the matrix.", show_default=False)
    ] = None,
    pairs: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write each pair with all figures, as CSV.", show_default=False)
    ] = None,
    markdown: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write standings and findings as a page.", show_default=False)
    ] = None,
    workers: Workers = None,
    dask: Dask = None,
    progress: Progress = False,
    json: Json = False,
) -> None:
    """Play every strategy of a field against every other.

    Exactly, or with --games by sampling. A range such as hold-at:1..100 or hold-at:10..100/10 enters many.
    """
    files = {"csv": csv, "pairs": pairs, "markdown": markdown}
    _check(games, seed, by, top, files, json)
    from jeopardice.games.notation import as_game
    from jeopardice.strategies.field import field

    rules = as_game(game)
    entrants = field(rules, strategies)
    drawn = _seed(games, seed)
    from jeopardice.compare.mixture import EXTRA, can_be_found
    from jeopardice.compare.tournament import tournament as played

    with executor_of(workers, dask) as executor, working(f"a tournament of {rules}", progress) as told:
        found = played(rules, entrants, games=games, rng=drawn, executor=executor, progress=told)
    if STDOUT not in files.values():
        result = {**found.to_dict(), "seed": drawn} if json else {}
        from jeopardice.show.tournaments import tournament_text

        answer(result, json, lambda: tournament_text(found, by, top, matrix, duels))  # type: ignore[arg-type]
    if not can_be_found():
        remark(f"the maximin mixture is left out: it needs scipy (pip install 'jeopardice[{EXTRA}]')")
    _write(found, files)


def _check(games: int | None, seed: int | None, by: str, top: int, files: Files, json: bool) -> None:
    """Refuse what cannot be done before anything is played."""
    if by not in ORDERS:
        raise typer.BadParameter(f"--by must be one of {', '.join(ORDERS)}, not {by!r}")
    if top < 1:
        raise typer.BadParameter(f"--top must be at least 1, not {top}")
    if seed is not None and games is None:
        raise typer.BadParameter("--seed is for --games: without it nothing is left to chance")
    check_files(files, json)


def _seed(games: int | None, seed: int | None) -> int | None:
    """The seed of a sample; one that was drawn is told."""
    if games is None:
        return None
    from jeopardice.compare.sample import halved
    from jeopardice.sampled.seeds import told_seed

    halved(games)
    return told_seed(seed, remark)


def _write(found: "Tournament", files: Files) -> None:
    """Write the files that are wanted."""
    from jeopardice.compare.tournament_files import csv_pairs, csv_standings, markdown

    forms = {"csv": csv_standings, "pairs": csv_pairs, "markdown": markdown}
    write_files(files, {name: partial(form, found) for name, form in forms.items()})
