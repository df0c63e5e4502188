"""`simulate`: games played by chance, and the exact figures beside."""

from concurrent.futures import Executor
from typing import Annotated, Any

import typer

from jeopardice.cli.output import Game, Json, Progress, answer, remark, whole
from jeopardice.cli.work import Told, working
from jeopardice.cli.workers import Dask, Workers, executor_of

A = Annotated[
    str, typer.Argument(metavar="A", help="A strategy; alone also several, as hold-at:17..26.", show_default=False)
]
B = Annotated[
    str | None, typer.Argument(metavar="B", help="Another, or the same; without it A plays alone.", show_default=False)
]
Seed = Annotated[
    int | None,
    typer.Option(parser=whole, metavar="N", help="Draw the same again; told on stderr if drawn.", show_default=False),
]


def simulate(
    game: Game,
    a: A,
    b: B = None,
    games: Annotated[int, typer.Option(parser=whole, metavar="N", help="How many games.")] = 100_000,
    seed: Seed = None,
    starting: Annotated[str, typer.Option(metavar="WHO", help="Who starts: a, b, alternate or random.")] = "alternate",
    own: Annotated[int, typer.Option(parser=whole, metavar="N", help="A's score at the start.")] = 0,
    opponent: Annotated[int, typer.Option(parser=whole, metavar="N", help="B's score at the start.")] = 0,
    threads: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="N", help="On so many threads; all there are.", show_default=False),
    ] = None,
    workers: Workers = None,
    dask: Dask = None,
    progress: Progress = False,
    json: Json = False,
) -> None:
    """Play many games and count who wins.

    With B, two players; without, A plays alone and turns are counted. Exact figures stand beside the sampled ones, with
    the distance between them in standard errors (z), where they are cheap. The same seed gives the same result,
    whatever the number of threads or workers.
    """
    from jeopardice.games.notation import as_game
    from jeopardice.sampled.counting import checked_games
    from jeopardice.sampled.seeds import told_seed
    from jeopardice.strategies.field import field

    rules, games = as_game(game), checked_games(games)
    players: list[Any] = [a] if b is not None else [*field(rules, a).values()]
    if len(players) > 1 and (own or opponent):
        raise typer.BadParameter("--own and --opponent are for one strategy, not for several")
    if b is None and (opponent or starting != "alternate"):
        raise typer.BadParameter("--opponent and --starting are for two players")
    options = {"games": games, "starting": starting, "own": own, "opponent": opponent, "threads": threads}
    drawn = told_seed(seed, remark)
    with executor_of(workers, dask) as executor:
        found = _all(rules, players, b, drawn, options, executor, progress)
    from jeopardice.show.samples import simulation_text, simulations_text

    if len(found) == 1:
        answer({**found[0].to_dict(), "seed": drawn}, json, lambda: simulation_text(found[0]))
        return
    result = {"game": found[0].game, "seed": drawn, "simulations": [one.to_dict() for one in found]}
    answer(result, json, lambda: simulations_text(found))


def _all(
    rules: Any,
    players: list[Any],
    b: str | None,
    seed: int,
    options: dict[str, Any],
    executor: Executor | None,
    progress: bool,
) -> list[Any]:
    """The simulation of each strategy, all with seeds of their own from the one that is told."""
    from jeopardice.sampled.seeds import seeds_of
    from jeopardice.sampled.simulate import simulate as simulated

    found = []
    who = str(players[0]) if len(players) == 1 else f"each of {len(players)} strategies"
    what = f"{options['games']:,} games of {who}"
    with working(what, progress) as told:
        for number, (player, rng) in enumerate(zip(players, seeds_of(seed, len(players)), strict=True)):
            share = _share(told, number, len(players))
            found.append(simulated(rules, player, b, rng=rng, executor=executor, progress=share, **options))
    return found


def _share(told: Told, number: int, count: int) -> Any:
    """What is told of one of several simulations."""
    return lambda share: told((number + share) / count)
