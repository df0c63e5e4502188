"""`duel` and `length`: one strategy against another."""

from typing import Annotated

import typer

from jeopardice.cli.output import Game, Json, Progress, answer, whole
from jeopardice.cli.work import working

A = Annotated[str, typer.Argument(metavar="A", help="A strategy, such as hold-at:20 or optimal.", show_default=False)]
B = Annotated[str, typer.Argument(metavar="B", help="Another, or the same.", show_default=False)]


def duel(
    game: Game,
    a: A,
    b: B,
    own: Annotated[int, typer.Option(parser=whole, metavar="N", help="A's score at the start.")] = 0,
    opponent: Annotated[int, typer.Option(parser=whole, metavar="N", help="B's score at the start.")] = 0,
    progress: Progress = False,
    json: Json = False,
) -> None:
    """Say exactly how often one strategy beats another.

    Each goes first once; a game that never ends is a stalemate, and a win for nobody.
    """
    from jeopardice.exact.duel import duel as dueled
    from jeopardice.games.notation import as_game

    rules = as_game(game)
    with working(f"{a} against {b}", progress) as told:
        found = dueled(rules, a, b, own=own, opponent=opponent, progress=told)
    from jeopardice.show.wins import duel_text

    answer(found.to_dict(), json, lambda: duel_text(found, (own, opponent)))


def length(game: Game, a: A = "optimal", b: B = "optimal", progress: Progress = False, json: Json = False) -> None:
    """Say exactly how many turns a game takes.

    A starts. Without strategies both play as well as possible.
    """
    from jeopardice.exact.length import game_length
    from jeopardice.games.notation import as_game

    rules = as_game(game)
    with working(f"{a} against {b}", progress) as told:
        found = game_length(rules, a, b, progress=told)
        result = found.to_dict()
    from jeopardice.show.bars import length_text

    answer(result, json, lambda: length_text(found))
