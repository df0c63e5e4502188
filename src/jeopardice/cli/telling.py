"""`transcript`: one game told roll by roll, played now or read from a file."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.cli.output import Json, Progress, answer, remark, whole, write
from jeopardice.cli.work import working

if TYPE_CHECKING:
    from jeopardice.sampled.transcript import Transcript

STDOUT = "-"


def transcript(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", show_default=False, help="Such as pig; or a .jsonl file, to tell it again."),
    ],
    a: Annotated[
        str | None, typer.Argument(metavar="A", help="A strategy, such as hold-at:20.", show_default=False)
    ] = None,
    b: Annotated[
        str | None, typer.Argument(metavar="B", help="Another. Without it, A plays alone.", show_default=False)
    ] = None,
    style: Annotated[str, typer.Option(metavar="STYLE", help="One of plain, yale, rosen.")] = "plain",
    dice: Annotated[
        str | None,
        typer.Option(metavar="DICE", help="The dice, such as 5,5,5,1; ... at their end lets others follow."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(parser=whole, metavar="N", help="Plays the same game again. Drawn if left out.")
    ] = None,
    first: Annotated[str | None, typer.Option(metavar="SEAT", help="Who starts: a or b; a if left out.")] = None,
    own: Annotated[
        int | None, typer.Option(parser=whole, metavar="N", help="A's score at the start; 0 if left out.")
    ] = None,
    opponent: Annotated[
        int | None, typer.Option(parser=whole, metavar="N", help="B's score at the start; 0 if left out.")
    ] = None,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep the game as a .jsonl file; - writes that to stdout.")
    ] = None,
    progress: Progress = False,
    json: Json = False,
) -> None:
    """Tell one game roll by roll.

    It is played by chance, or with the dice that are given. Alone, optimal takes the fewest turns on average.

    The styles yale and rosen print as two source documents do, to the letter; they are for games of one die that busts
    on 1. The Yale report shows the turn total of the turn before as "Current Turn Total" where that was held; so does
    the style yale, and no other.
    """
    from jeopardice.sampled.jsonl import SUFFIX
    from jeopardice.sampled.styles import refuse_style

    refuse_style(style)
    _check_save(save, json)
    settings = {"dice": dice, "seed": seed, "first": first, "own": own, "opponent": opponent}
    given = {name: value for name, value in settings.items() if value is not None}
    if game.strip().lower().endswith(SUFFIX):
        found = _read(game.strip(), a, given)
    else:
        found = _played(game, a, b, style, given, progress)
    text = "" if json or save == STDOUT else found.told(style)
    if save:
        _save(found, save)
    if json:
        answer(found.to_dict(), json, str)
    elif save != STDOUT:
        write([text, "\n"])


def _check_save(save: str | None, json: bool) -> None:
    """Refuse what cannot be written before anything is played."""
    if save is None:
        return
    from jeopardice.sampled.jsonl import SUFFIX

    if json and save == STDOUT:
        raise typer.BadParameter("--json and --save - cannot both go to stdout")
    if save != STDOUT and not save.lower().endswith(SUFFIX):
        raise typer.BadParameter(f"the name of a transcript must end in {SUFFIX}, not {save!r}")


def _read(file: str, a: str | None, given: dict[str, Any]) -> "Transcript":
    """The game of a file, which is told as it was played."""
    if a is not None or given:
        more = a if a is not None else " and ".join(f"--{name}" for name in given)
        raise typer.BadParameter(f"{file} is told again as it was played, without {more}")
    from jeopardice.sampled.jsonl import read_transcript

    return read_transcript(file)


def _played(game: str, a: str | None, b: str | None, style: str, given: dict[str, Any], progress: bool) -> "Transcript":
    """A new game; a seed that was drawn and needed is told."""
    if a is None:
        raise typer.BadParameter("A is missing: a strategy, such as hold-at:20")
    from jeopardice.games.notation import as_game
    from jeopardice.sampled.seeds import drawn_seed
    from jeopardice.sampled.styles import refuse_style
    from jeopardice.sampled.transcript import transcript as played

    rules = as_game(game)
    refuse_style(style, rules)
    told = given.pop("seed", None)
    seed = drawn_seed() if told is None else told
    with working(a if b is None else f"{a} against {b}", progress):
        found = played(rules, a, b, rng=seed, **given)
    if told is None and found.seed is not None:
        remark(f"seed {seed}")
    return found


def _save(found: "Transcript", save: str) -> None:
    """Write the file, or its lines to stdout."""
    if save == STDOUT:
        from jeopardice.sampled.jsonl import lines

        write(lines(found))
        return
    found.save(save)
    remark(f"wrote {save}")
