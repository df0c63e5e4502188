"""`match` and `handicap`: several games in a row, and games with a head start."""

from typing import Annotated

import typer

from jeopardice.cli.dueling import A, B
from jeopardice.cli.output import Game, Json, Progress, answer, whole
from jeopardice.cli.work import working


def match(
    game: Game,
    a: A,
    b: B,
    best_of: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="N", help="Until one has won most of N games; odd.", show_default=False),
    ] = None,
    games: Annotated[
        int | None, typer.Option(parser=whole, metavar="N", help="A series of N games.", show_default=False)
    ] = None,
    starting: Annotated[
        str, typer.Option(metavar="WHO", help="Who starts: a, b, alternate, random, winner or loser.")
    ] = "alternate",
    first: Annotated[str, typer.Option(metavar="WHO", help="Who starts the first game: a, b or random.")] = "a",
    progress: Progress = False,
    json: Json = False,
) -> None:
    """Say exactly who wins a match of several games.

    The games are started by turns, or by the winner or the loser of the one before. One that never ends is played again
    in a best of N, and a win for nobody in a series.
    """
    from jeopardice.compare.match import checked_length, checked_starting
    from jeopardice.compare.match import match as matched
    from jeopardice.games.notation import as_game

    best_of, games = checked_length(best_of, games)
    checked_starting(starting, first)
    rules = as_game(game)
    with working(f"{a} against {b}", progress):
        found = matched(rules, a, b, best_of=best_of, games=games, starting=starting, first=first)
    from jeopardice.show.sweeps import match_text

    answer(found.to_dict(), json, lambda: match_text(found))


def handicap(game: Game, a: A = "optimal", b: B = "optimal", progress: Progress = False, json: Json = False) -> None:
    """Say exactly which head start makes a game fair.

    A goes first with 0 points, B has a head start. Without strategies both play as well as possible.
    """
    from jeopardice.compare.handicap import handicap as handicapped
    from jeopardice.games.notation import as_game

    rules = as_game(game)
    with working(f"{a} against {b}", progress):
        found = handicapped(rules, a, b)
        result = found.to_dict()
    from jeopardice.show.sweeps import handicap_text

    answer(result, json, lambda: handicap_text(found))
