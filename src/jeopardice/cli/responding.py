"""`respond`: what beats a strategy, and what beats that."""

from typing import Annotated

import typer

from jeopardice.cli.output import Game, Json, Progress, answer, room
from jeopardice.cli.work import working


def respond(
    game: Game,
    strategy: Annotated[str, typer.Argument(metavar="STRATEGY", help="The strategy to beat.", show_default=False)],
    chain: Annotated[bool, typer.Option("--chain", help="Go on answering the answer, until one comes back.")] = False,
    progress: Progress = False,
    json: Json = False,
) -> None:
    """Find what wins most often against a strategy."""
    from jeopardice.exact.respond import best_response, response_chain
    from jeopardice.games.notation import as_game, game_notation

    rules = as_game(game)
    if chain:
        with working(f"answering {strategy}, and the answers to it", progress) as told:
            steps = response_chain(rules, strategy, progress=lambda order: told.tell(f" order {order},"))
        from jeopardice.show.wins import chain_text

        answer(steps.to_dict(), json, lambda: chain_text(steps, game_notation(rules)))
        return
    with working(f"answering {strategy}", progress) as told:
        solution = best_response(rules, strategy, progress=told)
    from jeopardice.show.picture import fitting, picture_of_solution
    from jeopardice.show.wins import response_text

    columns = fitting(rules, room())
    answer(solution.to_dict(), json, lambda: response_text(solution, picture_of_solution(solution, columns)))
