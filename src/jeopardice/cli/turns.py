"""`turn`: how one turn ends."""

from typing import Annotated

import typer

from jeopardice.cli.output import Game, Json, answer, whole
from jeopardice.cli.work import working


def turn(
    game: Game,
    strategy: Annotated[str, typer.Argument(metavar="STRATEGY", help="Such as hold-at:20.", show_default=False)],
    own: Annotated[int, typer.Argument(parser=whole, metavar="OWN", help="The banked score of the player.")] = 0,
    opponent: Annotated[int, typer.Argument(parser=whole, metavar="OPPONENT", help="The opponent's.")] = 0,
    json: Json = False,
) -> None:
    """Say exactly how a turn of a strategy ends."""
    from jeopardice.exact.turns import turn_outcomes
    from jeopardice.games.notation import as_game

    rules = as_game(game)
    with working(f"a turn of {strategy}"):
        outcomes = turn_outcomes(rules, strategy, own, opponent)
    from jeopardice.show.bars import outcomes_text

    answer(outcomes.to_dict(), json, lambda: outcomes_text(outcomes))
