"""`report`: a document about any game."""

import shlex
from functools import partial
from typing import Annotated

import typer

from jeopardice.cli.files import STDOUT, check_files, write_files
from jeopardice.cli.output import Game, Json, Progress, answer
from jeopardice.cli.work import working


def report(
    game: Game,
    html: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write it as a page; - for stdout.", show_default=False)
    ] = None,
    markdown: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write it in Markdown; - for stdout.", show_default=False)
    ] = None,
    progress: Progress = False,
    json: Json = False,
) -> None:
    """Tell all about a game, in one document.

    Its rules in words, who wins, how long it takes, best play, and how hard it is to play well; for games of your own
    as well. What would take too long for a very large game is left out, with the reason.
    """
    files = {"html": html, "markdown": markdown}
    check_files(files, json)
    from jeopardice.games.notation import as_game
    from jeopardice.show.report import documents
    from jeopardice.show.report.parts import report as reported

    rules = as_game(game)
    with working(f"a report on {rules}", progress) as told:
        found = reported(rules, progress=told)
        page = documents.as_html(found, _origin(game, "html")) if html else ""
    if json or not any(files.values()):
        answer(found.to_dict() if json else {}, json, lambda: documents.as_text(found))
    marked_down = partial(documents.as_markdown, found, _origin(game, "markdown"))
    write_files(files, {"html": lambda: page, "markdown": marked_down})


def _origin(game: str, form: str) -> str:
    """The command that makes the same again."""
    return shlex.join(["jeopardice", "report", game, f"--{form}", STDOUT])
