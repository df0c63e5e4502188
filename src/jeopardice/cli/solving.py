"""`solve` and `advise`: best play of a game, and of one position."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.cli import iterating
from jeopardice.cli.output import Game, Json, Progress, answer, remark, room, whole
from jeopardice.cli.work import working

if TYPE_CHECKING:
    from jeopardice.games.rules import Rules

TOLERANCE = 1e-12
NOT_HELD = 3


def solve(
    game: Game,
    exact: Annotated[bool, typer.Option("--exact", help="In exact fractions; for small targets.")] = False,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Neither read nor keep the solved values.")] = False,
    certificate: Annotated[
        bool,
        typer.Option("--certificate", help="Check the solution anew; exit code 3 if a check does not hold."),
    ] = False,
    method: iterating.Method = None,
    tolerance: iterating.Tolerance = None,
    order: iterating.Order = None,
    most: iterating.Most = None,
    trace: iterating.Trace = False,
    discount: iterating.Discount = None,
    progress: Progress = False,
    json: Json = False,
) -> None:
    """Find best play: who wins how often, and when to hold."""
    others = exact or certificate or no_cache
    iterating.check(method, discount, others, tolerance=tolerance, order=order, most=most, trace=trace)
    from jeopardice.games.notation import as_game

    rules = as_game(game)
    if method:
        iterating.iterated(rules, method, tolerance, order, discount, most, trace, progress, json)
    elif discount is not None:
        iterating.discounted(rules, discount, progress, json)
    elif exact:
        _in_fractions(rules, certificate, progress, json)
    else:
        _in_numbers(rules, not no_cache, certificate, progress, json)


def _in_fractions(rules: "Rules", certificate: bool, progress: bool, json: bool) -> None:
    from jeopardice.exact.solve import solve as solved

    if certificate:
        raise typer.BadParameter("--certificate is not for --exact: fractions are exact")
    with working(f"solving {rules} in fractions", progress) as told:
        fractions = solved(rules, exact=True, progress=told)
    from jeopardice.show.text import exact_text

    answer(fractions.to_dict(), json, lambda: exact_text(fractions))


def _in_numbers(rules: "Rules", cache: bool, certificate: bool, progress: bool, json: bool) -> None:
    from jeopardice.exact.solve import solve as solved

    with working(f"solving {rules}", progress) as told:
        solution = solved(rules, cache=cache, progress=told)
    result, checks = solution.to_dict(), dict[str, float]()
    if certificate:
        with working(f"checking {rules}", progress):
            checks = {"residual": solution.residual, "exploitability": solution.exploitability}
    answer(result | checks, json, lambda: _solved(solution, checks))
    if solution.cache_problem:
        remark(f"warning: the solution is not kept: {solution.cache_problem}")
    if any(not value <= TOLERANCE for value in checks.values()):
        remark(f"a check did not hold: a residual or an exploitability is above {TOLERANCE:g}")
        raise typer.Exit(NOT_HELD)


def _solved(solution: Any, checks: dict[str, float]) -> Any:
    from rich.console import Group

    from jeopardice.show.picture import fitting, picture_of_solution
    from jeopardice.show.text import certificate_text, solution_text

    shown = solution_text(solution, picture_of_solution(solution, fitting(solution.rules, room())))
    return Group(shown, certificate_text(checks)) if checks else shown


def _place(word: str, told: str) -> Any:
    """A score given by its place."""
    return typer.Argument(parser=whole, metavar=word, help=told, show_default=False)


def _instead(word: str) -> Any:
    """The same given by its name."""
    option = f"--{word.lower().replace('_', '-')}"
    return typer.Option(option, parser=whole, metavar="N", help=f"Instead of {word}.", show_default=False)


def advise(
    game: Game,
    own: Annotated[int | None, _place("OWN", "Your banked score; needed, here or as --own.")] = None,
    opponent: Annotated[int | None, _place("OPPONENT", "The opponent's; needed, here or as --opponent.")] = None,
    turn_total: Annotated[int | None, _place("TURN_TOTAL", "The points at risk; 0 if left out.")] = None,
    own_: Annotated[int | None, _instead("OWN")] = None,
    opponent_: Annotated[int | None, _instead("OPPONENT")] = None,
    turn_total_: Annotated[int | None, _instead("TURN_TOTAL")] = None,
    against: Annotated[str, typer.Option(metavar="STRATEGY", help="How the opponent plays.")] = "optimal",
    progress: Progress = False,
    json: Json = False,
) -> None:
    """Say what each action is worth at a position."""
    own, opponent = _one(own, own_, "OWN"), _one(opponent, opponent_, "OPPONENT")
    turn_total = _one(turn_total, turn_total_, "TURN_TOTAL", 0)
    from jeopardice.exact.duel import advise as advised
    from jeopardice.games.notation import as_game

    rules = as_game(game)
    with working(f"solving {rules}", progress) as told:
        advice = advised(rules, own, opponent, turn_total, against=against, progress=told)
    from jeopardice.show.wins import advice_text

    answer(advice.to_dict(), json, lambda: advice_text(advice))


def _one(word: int | None, option: int | None, name: str, default: int | None = None) -> int:
    """A score given in one of the two ways."""
    if word is not None and option is not None:
        raise typer.BadParameter(f"{name} is given twice")
    found = option if word is None else word
    found = default if found is None else found
    if found is None:
        raise typer.BadParameter(f"{name} is missing")
    return found
