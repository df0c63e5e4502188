"""`plot`: figures as files."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.cli.files import check_picture
from jeopardice.cli.output import Json, Progress, answer, pairs, remark, whole
from jeopardice.cli.work import working

if TYPE_CHECKING:
    from rich.console import Group

    from jeopardice.show.figures.drawn import Shown
    from jeopardice.show.figures.folder import Folder
    from jeopardice.show.figures.kinds import Kind

ALL = "all"
LEAST_DPI, MOST_DPI = 20, 1200


def _option(word: str, told: str, parser: Any = None) -> Any:
    return typer.Option(metavar=word, help=told, show_default=False, parser=parser)


def plot(
    kind: Annotated[
        str | None, typer.Argument(metavar="KIND", show_default=False, help="What to draw, or all; without it, a list.")
    ] = None,
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", show_default=False, help="Such as pig, pig:target=50, mine.toml.")
    ] = None,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="STRATEGY...", show_default=False, help="Whose figure it is, as the list says."),
    ] = None,
    out: Annotated[str | None, _option("FILE", "A .png, .svg or .pdf; a page is .html. GAME-KIND.png.")] = None,
    folder: Annotated[str | None, _option("FOLDER", "For all: where the figures and index.html go.")] = None,
    form: Annotated[str | None, _option("FORM", "For all: png, svg or pdf.")] = None,
    own: Annotated[int | None, _option("N", "The own score.", whole)] = None,
    opponent: Annotated[str | None, _option("N,N...", "Scores of the opponent, such as 6,33,67,99.")] = None,
    turn_total: Annotated[int | None, _option("N", "The points at risk.", whole)] = None,
    scale: Annotated[str | None, _option("SCALE", "Of values: win (0 to 1) or plus-minus (-1 to 1).")] = None,
    reach: Annotated[str | None, _option("WHO", "What can come up: against optimal play, or any.")] = None,
    turns: Annotated[int | None, _option("N", "How many turns are allowed.", whole)] = None,
    games: Annotated[int | None, _option("N", "How many games are sampled.", whole)] = None,
    tests: Annotated[int | None, _option("N", "How many fair tests, or series.", whole)] = None,
    over: Annotated[list[str] | None, _option("AXIS=VALUES", "Other values for an axis of a sweep.")] = None,
    figure: Annotated[str | None, _option("NAME", "Which figure of a sweep.")] = None,
    dpi: Annotated[int | None, _option("N", "Dots per inch: 200.", whole)] = None,
    seed: Annotated[int | None, _option("N", "Draw the same again; told on stderr if drawn.", whole)] = None,
    progress: Progress = False,
    json: Json = False,
) -> None:
    """Draw a figure: a picture with a caption, or a page to turn.

    Start with: jeopardice plot boundary pig. All figures of a game: jeopardice plot all pig --folder figures
    """
    if kind is None:
        _list(json)
        return
    if game is None:
        raise typer.BadParameter("GAME is missing")
    if dpi is not None and not LEAST_DPI <= dpi <= MOST_DPI:
        raise typer.BadParameter(f"--dpi must be from {LEAST_DPI} to {MOST_DPI}, not {dpi}")
    options: dict[str, Any] = {
        "own": own, "opponent": _scores(opponent), "turn_total": turn_total, "scale": scale, "reach": reach,
        "turns": turns, "games": games, "tests": tests, "figure": figure,
        "over": pairs(over, "--over", "n=15..30") or None,
    }  # fmt: skip
    if kind == ALL:
        _only(ALL, {"STRATEGY": words or None, "--out": out, **options})
        _all(game, folder, form or "png", dpi, seed, progress, json)
        return
    _only(kind, {"--folder": folder, "--form": form})
    _one(kind, game, words or [], options, out, dpi, seed, progress, json)


def _only(kind: str, given: Mapping[str, Any]) -> None:
    """Refuse options that are not for this kind."""
    wrong = [name if name[0] in "-S" else f"--{name.replace('_', '-')}" for name, value in given.items() if value]
    if wrong:
        whose = f"for {ALL}" if kind != ALL else "for single kinds"
        raise typer.BadParameter(f"{', '.join(wrong)} {'is' if len(wrong) == 1 else 'are'} {whose}, not for {kind}")


def _one(
    name: str,
    game: str,
    words: Sequence[str],
    options: dict[str, Any],
    out: str | None,
    dpi: int | None,
    seed: int | None,
    progress: bool,
    json: bool,
) -> None:
    """Draw one figure and write it."""
    from jeopardice.show.figures import kind_of

    kind = kind_of(name)
    kind.check(words, options, seed)
    if dpi is not None and kind.page:
        raise typer.BadParameter(f"--dpi is for pictures: {name} is a page")
    if out is not None:
        check_picture(out, kind.suffixes)
    from jeopardice.games.notation import as_game, game_notation
    from jeopardice.sampled.seeds import told_seed

    rules = as_game(game)
    file = out or f"{slug(game_notation(rules))}-{name}{kind.suffix}"
    drawn = {"rng": told_seed(seed, remark)} if kind.by_lot(options) else {}
    with working(f"{name} of {rules}", progress) as told:
        shown = kind.draw(rules, words, progress=told, **drawn, **options)
        shown.save(file, **({} if dpi is None else {"dpi": dpi}))
    seeds = {"seed": drawn["rng"]} if drawn else {}
    answer({**shown.to_dict(), "file": file, **seeds}, json, lambda: _told(shown, file))


def _scores(text: str | None) -> list[int] | None:
    """Scores with commas between them."""
    return None if text is None else [whole(part) for part in text.split(",")]


def slug(text: str) -> str:
    """A notation as a part of a file's name."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "game"


def _told(shown: "Shown", file: str) -> "Group":
    from rich.console import Group
    from rich.text import Text

    from jeopardice.show.text import title

    return Group(title(shown.title), Text(shown.caption), Text(), Text(f"It is in {file}."))


def _all(
    game: str, folder: str | None, form: str, dpi: int | None, seed: int | None, progress: bool, json: bool
) -> None:
    """Draw all figures into a folder."""
    from jeopardice.games.notation import as_game, game_notation
    from jeopardice.sampled.seeds import told_seed
    from jeopardice.show.figures.folder import plot_all

    rules = as_game(game)
    where = folder or f"{slug(game_notation(rules))}-figures"
    drawn = told_seed(seed, remark)
    with working(f"all figures of {rules}", progress) as told:
        found = plot_all(rules, where, form=form, rng=drawn, progress=told, **({} if dpi is None else {"dpi": dpi}))
    answer(found.to_dict() | {"seed": drawn}, json, lambda: _told_all(found))


def _told_all(found: "Folder") -> "Group":
    from rich.console import Group
    from rich.text import Text

    from jeopardice.show.figures.folder import INDEX
    from jeopardice.show.text import FAINT, title

    left_out = [Text(f"Left out: {name}: {why}", FAINT) for name, why in found.left_out.items()]
    count = f"{len(found.files)} figures and a page that shows them are in {found.path}; open {found.path / INDEX}."
    return Group(title(found.game), Text(count), *left_out)


def _list(json: bool) -> None:
    """What can be drawn."""
    from jeopardice.show.figures import KINDS

    listed = [
        {"name": kind.name, "shows": kind.shows, "words": kind.usage, "options": list(kind.options)}
        for kind in KINDS.values()
    ]
    answer({"kinds": listed}, json, lambda: _kinds(KINDS))


def _kinds(kinds: "Mapping[str, Kind]") -> "Group":
    from rich.console import Group
    from rich.table import Table as Grid
    from rich.text import Text

    from jeopardice.show.text import FAINT, HEAD

    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    grid.add_column(no_wrap=True)
    grid.add_column()
    for kind in kinds.values():
        options = " ".join(f"--{option.replace('_', '-')}" for option in kind.options)
        takes = " ".join(filter(None, (kind.usage, options)))
        grid.add_row(kind.name, Text.assemble(kind.shows, Text(f"\n{takes}" if takes else "", FAINT)))
    example = "jeopardice plot section pig optimal hold-at:20 --opponent 30 --out section.svg"
    return Group(Text("Figures: jeopardice plot KIND GAME [STRATEGY...]", HEAD), grid, Text(), Text(example, FAINT))
