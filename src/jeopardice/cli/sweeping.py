"""`sweep`: a figure for every cell of a grid of games and strategies."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.cli.files import STDOUT, check_files, check_picture, write_files
from jeopardice.cli.output import Json, Progress, answer, pairs, remark, room, whole
from jeopardice.cli.work import Told, working
from jeopardice.cli.workers import Dask, Workers, executor_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from jeopardice.compare.measures import Aim
    from jeopardice.compare.ready import Ready
    from jeopardice.compare.sweep import Sweep


def _option(word: str, told: str) -> Any:
    return typer.Option(metavar=word, help=told, show_default=False)


def sweep(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", show_default=False, help="A ready-made sweep, or a measure; without it, a list."
        ),
    ] = None,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME...", show_default=False, help="For a measure: its game and strategies; 'hold-at:{n}'."
        ),
    ] = None,
    over: Annotated[
        list[str] | None, _option("AXIS=VALUES", "Such as n=15..30 or target=50..200/50; repeat it.")
    ] = None,
    game: Annotated[str | None, _option("GAME", "Another game for a ready-made sweep.")] = None,
    given: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Another argument; may be repeated.", show_default=False),
    ] = None,
    results: Annotated[str | None, _option("FILE", "Keep finished cells, and go on with a sweep broken off.")] = None,
    csv: Annotated[str | None, _option("FILE", "Write all cells with all figures; - for stdout.")] = None,
    markdown: Annotated[str | None, _option("FILE", "Write them as a page.")] = None,
    plot: Annotated[str | None, _option("FILE", "Draw it: lines, or a map of two axes; .png, .svg, .pdf.")] = None,
    best: Annotated[str | None, _option("FIGURE", "Mark the cell with the most of this figure.")] = None,
    seed: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="N", help="For simulate; drawn and told if left out.", show_default=False),
    ] = None,
    workers: Workers = None,
    dask: Dask = None,
    progress: Progress = False,
    json: Json = False,
) -> None:
    """Measure every cell of a grid.

    Ready made: jeopardice sweep handicap. Of your own: jeopardice sweep duel pig optimal 'hold-at:{n}' --over n=15..30
    """
    if name is None:
        _list(json)
        return
    files = {"csv": csv, "markdown": markdown}
    check_files(files, json)
    if plot is not None:
        check_picture(plot)
    ready = _wanted(name, words or [], game, pairs(given, "--set", "best_of=5"), bool(over))
    _check(ready, best, seed)
    axes = pairs(over, "--over", "n=15..30")
    with executor_of(workers, dask) as executor, working(f"sweep {name}", progress) as told:
        found = _run(ready, axes, results, seed, executor, told)
    shown, aim = _marked(ready, best)
    if STDOUT not in files.values():
        from jeopardice.show.sweeps import sweep_text

        answer(found.to_dict(), json, lambda: sweep_text(found, shown, aim, room(), ready.asks))
    if found.seed is not None and seed is None:
        remark(f"seed {found.seed}")
    write_files(files, {"csv": found.csv, "markdown": found.markdown})
    if plot is not None:
        from jeopardice.show.figures.sweeps import sweep_figure

        sweep_figure(found, [name for name in shown if any(found.column(name))], aim, ready.asks).save(plot)
        remark(f"wrote {plot}")


def _wanted(name: str, words: Sequence[str], game: str | None, given: dict[str, str], varied: bool) -> "Ready":
    """The ready-made sweep of that name; or, where its game is given, a sweep of that measure."""
    from jeopardice.compare.measures import MEASURES
    from jeopardice.compare.ready import READY, Ready
    from jeopardice.games.grammar import nearest

    if name not in (*READY, *MEASURES):
        raise typer.BadParameter(f"there is no sweep {name!r}{nearest(name, (*READY, *MEASURES))}")
    if not words:
        if name not in READY:
            raise typer.BadParameter(f"{name} is a measure: give it a game, such as pig:target={{n}}")
        ready, changes = READY[name], {**({"game": game} if game else {}), **given}
        return replace(ready, arguments={**ready.arguments, **changes})
    if game is not None or name not in MEASURES:
        raise typer.BadParameter(f"{name}: a game is given by --game for a ready-made sweep, and else by its place")
    if not varied:
        raise typer.BadParameter("say what is varied, such as --over n=15..30")
    measure = MEASURES[name]
    places = ("game", *measure.words)
    if len(words) > len(places):
        raise typer.BadParameter(f"{name} takes {', '.join(places)} by their places, and not {words[len(places)]!r}")
    arguments = dict(zip(places, words, strict=False))
    for twice in arguments.keys() & given.keys():
        raise typer.BadParameter(f"{twice} is given twice")
    return Ready("", name, arguments | given, {}, measure.shown, measure.aim)


def _run(
    ready: "Ready", over: dict[str, str], results: str | None, seed: int | None, executor: "Executor | None", told: Told
) -> "Sweep":
    """The sweep; what a results file has already is told, and what is kept if it is broken off."""
    from jeopardice.compare.ready import run

    def begun(there: int, count: int) -> None:
        if there:
            rest = "going on with the others" if there < count else "nothing is left to do"
            remark(f"{there:,} of {count:,} cells are in {results}: {rest}")

    try:
        return run(ready, over, results=results, rng=seed, executor=executor, progress=told, begun=begun)
    except KeyboardInterrupt:
        if results is not None:
            remark(f"finished cells are kept in {results}, and the same command goes on with the others")
        raise


def _check(ready: "Ready", best: str | None, seed: int | None) -> None:
    """Refuse options that are for other measures."""
    from jeopardice.compare.measures import MEASURES
    from jeopardice.games.grammar import nearest

    measure = MEASURES[ready.measure]
    if best is not None and best not in measure.figures:
        raise typer.BadParameter(f"{ready.measure} has no figure {best!r}{nearest(best, measure.figures)}")
    if seed is not None and not measure.sampled:
        raise typer.BadParameter("--seed is for the measure simulate: nothing else is left to chance")


def _marked(ready: "Ready", best: str | None) -> tuple[tuple[str, ...], "Aim | None"]:
    """The figures to show, and the cell to mark; that of a figure that was asked for, which then comes first."""
    from jeopardice.compare.measures import Aim

    if best is None:
        return ready.shown, ready.aim
    return (best, *(name for name in ready.shown if name != best)), Aim(best, word="most")


def _list(json: bool) -> None:
    """What sweeps there are."""
    from jeopardice.compare.measures import MEASURES
    from jeopardice.compare.ready import READY
    from jeopardice.show.sweeps import list_text

    made = [{"name": name, "asks": each.asks, "measure": each.measure} for name, each in READY.items()]
    measures = [{"name": name, "arguments": [*each.parameters]} for name, each in MEASURES.items()]
    answer({"ready": made, "measures": measures}, json, list_text)
