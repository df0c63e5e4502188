"""`fair-test`: is one strategy better than another? By the group report's rule, and by better ones."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.cli.files import STDOUT, check_files, write_files
from jeopardice.cli.output import Game, Json, Progress, answer, number, remark, whole
from jeopardice.cli.work import working
from jeopardice.cli.workers import Dask, Workers, executor_of

if TYPE_CHECKING:
    from jeopardice.games.rules import Rules
    from jeopardice.strategies.base import Strategy

    Players = Mapping[str, Strategy]


@dataclass(frozen=True)
class Way:
    """One way to test: its function, what shows its result, how many strategies it takes, and which options."""

    function: str
    show: str
    players: range
    options: str


NONE, ONE, ONE_OR_TWO, TWO, MANY = range(1), range(1, 2), range(1, 3), range(2, 3), range(3, 10**9)
HOW_MANY = {NONE: "no strategies, for it has its own", ONE: "one strategy", TWO: "two different strategies"}
WORKERS = "workers dask"
WAYS = {
    "the rule": Way(
        "fair_test.fair_test",
        "fair_tests.fair_test_text",
        ONE_OR_TWO,
        f"games tests half-width confidence seed csv {WORKERS}",
    ),
    "all pairs": Way(
        "all_pairs.compare_all", "fair_tests.all_pairs_text", MANY, f"games confidence seed csv {WORKERS}"
    ),
    "--paired": Way("paired.paired_test", "fair_tests.paired_text", TWO, f"games confidence seed {WORKERS}"),
    "--against": Way("against.compare_against", "fair_tests.against_text", TWO, f"games confidence seed {WORKERS}"),
    "--sequential": Way("sequential.sequential_test", "fair_tests.sequential_text", TWO, "margin error most seed"),
    "--power": Way("power.games_to_tell", "fair_tests.power_text", TWO, "confidence"),
    "--power with --paired": Way(
        "power.games_to_tell", "fair_tests.power_text", TWO, f"games confidence seed {WORKERS}"
    ),
    "--figure 15": Way(
        "self_play.figure_15", "fair_figures.figure_15_text", ONE, "games tests half-width confidence seed csv"
    ),
    "--figure 16": Way(
        "self_play.figure_16", "fair_figures.figure_16_text", ONE, f"games tests half-width seed csv {WORKERS}"
    ),
    "--figure 17": Way(
        "figure_17.figure_17", "fair_figures.figure_17_text", NONE, f"games tests confidence seed csv {WORKERS}"
    ),
}


def _option(word: str, told: str, parser: Callable[[str], Any] | None = None) -> Any:
    return typer.Option(parser=parser, metavar=word, help=told, show_default=False)


def fair_test(
    game: Game,
    strategies: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="STRATEGY...", show_default=False, help="One plays itself; of more than two, all pairs."
        ),
    ] = None,
    games: Annotated[int | None, _option("N", "Games of a test: 3,000; in pairs 100,000.", whole)] = None,
    tests: Annotated[int | None, _option("N", "How many tests: 100.", whole)] = None,
    half_width: Annotated[float | None, _option("X", "Who gets 0.5 + X or more is better: 0.025.", number)] = None,
    confidence: Annotated[float | None, _option("X", "Of intervals and of other verdicts: 0.95.", number)] = None,
    paired: Annotated[bool, typer.Option("--paired", help="Play pairs: same dice, seats swapped.")] = False,
    against: Annotated[str | None, _option("STRATEGY", "Both against this one, with the same dice.")] = None,
    sequential: Annotated[bool, typer.Option("--sequential", help="Play pairs until it is clear.")] = False,
    margin: Annotated[float | None, _option("X", "For --sequential, what is a difference: 0.01.", number)] = None,
    error: Annotated[float | None, _option("X", "For --sequential, how often it errs: 0.05.", number)] = None,
    most: Annotated[int | None, _option("N", "For --sequential, games at most: 1,000,000.", whole)] = None,
    power: Annotated[float | None, _option("X", "How many games tell who is better so often, as 0.8.", number)] = None,
    figure: Annotated[int | None, _option("N", "Figure 15, 16 or 17 of the group report.", whole)] = None,
    csv: Annotated[str | None, _option("FILE", "Write every test, pair or point; - for stdout.")] = None,
    seed: Annotated[int | None, _option("N", "Draw the same again; told on stderr if drawn.", whole)] = None,
    workers: Workers = None,
    dask: Dask = None,
    progress: Progress = False,
    json: Json = False,
) -> None:
    """Say whether one strategy is better than another.

    By the rule of the group report: 100 tests of 3,000 games, each starting half of them; better is who gets 0.525 or
    more. --paired, --against and --sequential play with the same dice for both and need far fewer games; three
    strategies or more, or a range, are compared in all pairs; --power says how many games it takes.
    """
    asked = {"--power": power is not None, "--paired": paired, "--against": against is not None}
    asked |= {"--sequential": sequential, f"--figure {figure}": figure is not None}
    numbers = {"games": games, "tests": tests, "half-width": half_width, "confidence": confidence, "margin": margin}
    numbers |= {"error": error, "most": most}
    check_files({"csv": csv}, json)
    rules, players = _players(game, strategies or [])
    name = _way([option for option, wanted in asked.items() if wanted], len(players))
    _check(name, [*players], {**numbers, "seed": seed, "csv": csv, "workers": workers, "dask": dask})
    options = {option.replace("-", "_"): value for option, value in numbers.items() if value is not None}
    test = _test(name, rules, players, {**options, "against": against, "power": power})
    drawn = _seed(name, seed)
    with executor_of(workers, dask) as executor, working(f"{rules}: {name}", progress) as told:
        chance = {} if drawn is None else {"rng": drawn}
        found = test(progress=told, **chance, **({"executor": executor} if executor else {}))
    if csv != STDOUT:
        result = found.to_dict() if drawn is None else {**found.to_dict(), "seed": drawn}
        answer(result, json, lambda: _named("show", WAYS[name].show)(found))
    if seed is None and drawn is not None:
        remark(f"seed {drawn}")
    write_files({"csv": csv}, {"csv": lambda: found.csv()})


def _players(game: str, strategies: Sequence[str]) -> "tuple[Rules, Players]":
    """The game, and the strategies by name, each of them once."""
    from jeopardice.games.notation import as_game
    from jeopardice.strategies.field import field

    rules = as_game(game)
    return rules, field(rules, strategies) if strategies else {}


def _way(asked: Sequence[str], players: int) -> str:
    """The name of the way of testing that is wanted."""
    if {*asked} == {"--power", "--paired"}:
        return "--power with --paired"
    if len(asked) > 1:
        raise typer.BadParameter(f"{' and '.join(asked)} are different tests: choose one")
    name = asked[0] if asked else "all pairs" if players > 2 else "the rule"
    if name not in WAYS:
        raise typer.BadParameter(f"there are Figures 15, 16 and 17, and not {name.removeprefix('--figure ')}")
    return name


def _check(name: str, players: Sequence[str], given: Mapping[str, Any]) -> None:
    """Refuse what does not go with this way of testing."""
    way = WAYS[name]
    if len(players) not in way.players:
        wanted = HOW_MANY.get(way.players, "a strategy, or two")
        raise typer.BadParameter(f"{name} takes {wanted}, not {', '.join(players) or 'none'}")
    for option, value in given.items():
        if value is not None and option not in way.options.split():
            raise typer.BadParameter(f"--{option} does not go with {name}")


def _test(name: str, rules: "Rules", players: "Players", options: dict[str, Any]) -> Callable[..., Any]:
    """The test as a function that wants nothing more than a seed and who does the work."""
    call = _named("compare", WAYS[name].function)
    against, power = options.pop("against"), options.pop("power")
    if name == "--figure 17":
        _refuse_others(rules)
        return partial(call, **options)
    if name == "--figure 15" and "tests" in options:
        options["series"] = options.pop("tests")
    if power is not None:
        options |= {"power": power, "paired": "paired" in name and options.pop("games", True)}
    if name == "all pairs":
        return partial(call, rules, players, **options)
    return partial(call, rules, *players.values(), *([] if against is None else [against]), **options)


def _refuse_others(rules: "Rules") -> None:
    """Refuse a game that the report has no Figure 17 of."""
    from jeopardice.compare.self_play import printed
    from jeopardice.games.notation import game_notation

    known = printed("figure_17")["game"]
    if game_notation(rules) != known:
        raise typer.BadParameter(f"the report's Figure 17 is about {known}, not {game_notation(rules)}")


def _named(room: str, function: str) -> Callable[..., Any]:
    """A function of a room of the house, imported now that it is wanted."""
    module, name = function.split(".")
    found: Callable[..., Any] = getattr(import_module(f"jeopardice.{room}.{module}"), name)
    return found


def _seed(name: str, seed: int | None) -> int | None:
    """The seed that is wanted, or a new one; none where nothing is left to chance."""
    from jeopardice.sampled.seeds import drawn_seed

    return seed if seed is not None or "seed" not in WAYS[name].options.split() else drawn_seed()
