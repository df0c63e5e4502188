"""`reproduce`: what documents on Pig print, and what comes out if it is computed."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.cli.files import STDOUT, check_files, write_files
from jeopardice.cli.main import NOT_HELD
from jeopardice.cli.output import Json, Progress, answer, remark, whole
from jeopardice.cli.work import working

if TYPE_CHECKING:
    from jeopardice.reproduce.reproduction import Reproduction


def _option(word: str, told: str, **more: Any) -> Any:
    return typer.Option(metavar=word, help=told, show_default=False, **more)


def reproduce(
    document: Annotated[
        str | None,
        typer.Argument(metavar="DOCUMENT", show_default=False, help="Such as yale, or all; without it, a list."),
    ] = None,
    html: Annotated[str | None, _option("FILE", "Write it as a page with figures; - for stdout.")] = None,
    markdown: Annotated[str | None, _option("FILE", "Write it in Markdown; - for stdout.")] = None,
    csv: Annotated[str | None, _option("FILE", "Write a line for each claim; - for stdout.")] = None,
    games: Annotated[
        int | None, _option("N", "Of our own for each sample; the document's if left out.", parser=whole)
    ] = None,
    seed: Annotated[int | None, _option("N", "Of our own games; 1 if left out.", parser=whole)] = None,
    no_figures: Annotated[bool, typer.Option("--no-figures", help="Leave them out of the page.")] = False,
    progress: Progress = False,
    json: Json = False,
) -> None:
    """Check what documents on Pig have printed, claim by claim.

    Each claim is set beside what is computed for it: it agrees, agrees within its sampling error, differs (and why),
    cannot be checked (and why), or awaits a part of this program. Exit code 3 if a verdict is not the expected one.
    """
    files = {"html": html, "markdown": markdown, "csv": csv}
    if document is None:
        _list(json, {**files, "games": games, "seed": seed})
        return
    check_files(files, json)
    from jeopardice.reproduce.draws import SEED
    from jeopardice.reproduce.reproduction import reproduction

    drawn = SEED if seed is None else seed
    with working(f"reproducing {document}", progress) as told:
        found = reproduction(document, games=games, rng=drawn, progress=told)
    if json or STDOUT not in files.values():
        from jeopardice.reproduce.text import reproduction_text

        answer({**found.to_dict(), "seed": drawn}, json, lambda: reproduction_text(found))
    write_files(
        files, {"html": lambda: _page(found, not no_figures, progress), "markdown": found.markdown, "csv": found.csv}
    )
    if not found.held:
        names = ", ".join(f"{finding.claim.document}/{finding.claim.id}" for finding in found.unexpected)
        remark(f"a check did not hold: {names}")
        raise typer.Exit(NOT_HELD)


def _page(found: "Reproduction", figures: bool, progress: bool) -> str:
    """The page; to draw figures takes some seconds."""
    with working("drawing", progress) as told:
        return found.html(figures, told)


def _list(json: bool, others: dict[str, Any]) -> None:
    """What documents there are."""
    from jeopardice.reproduce.claims import DOCUMENTS
    from jeopardice.reproduce.claims import document as read
    from jeopardice.reproduce.text import documents_dict, documents_text

    given = [f"--{name}" for name, value in others.items() if value is not None]
    if given:
        raise typer.BadParameter(f"{', '.join(given)} needs a document: one of {', '.join(DOCUMENTS)}, or all")
    documents = [read(name) for name in DOCUMENTS]
    answer(documents_dict(documents), json, lambda: documents_text(documents))
