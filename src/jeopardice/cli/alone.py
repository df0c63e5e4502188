"""`solitaire`: games played alone."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.cli.output import Game, Json, Progress, answer, number, room, whole
from jeopardice.cli.work import working

if TYPE_CHECKING:
    from jeopardice.exact.solitaire.goals import Goal
    from jeopardice.games.rules import Rules


def solitaire(
    game: Game,
    strategy: Annotated[str, typer.Argument(metavar="STRATEGY", help="How it is played.")] = "optimal",
    goal: Annotated[
        str, typer.Option(metavar="GOAL", help="One of fewest-turns, within:N, most-points:N.")
    ] = "fewest-turns",
    policy: Annotated[bool, typer.Option("--policy", help="Show when to hold; for best play.")] = False,
    chance: Annotated[
        list[float] | None,
        typer.Option(
            parser=number,
            metavar="P",
            help="Tell how many turns a chance of P takes; may be repeated.",
            show_default=False,
        ),
    ] = None,
    convergence: Annotated[
        int | None,
        typer.Option(
            parser=whole,
            metavar="N",
            help="Show the expected turns if the game ends after 0, 1, ... N turns.",
            show_default=False,
        ),
    ] = None,
    progress: Progress = False,
    json: Json = False,
) -> None:
    """Play alone: fewest turns, best chance or most points.

    The goal is to reach the target in as few turns as possible, or within N turns as probably as possible, or to have
    as many points as possible after N turns, where there is no target. Without a strategy, play is the best for it.
    """
    from jeopardice.exact.solitaire.goals import as_goal
    from jeopardice.games.notation import as_game

    rules, wanted = as_game(game), as_goal(goal)
    best = strategy.strip() == "optimal"
    _check(wanted, best, policy, chance, convergence)
    with working(f"{strategy} alone in {rules}", progress):
        found, more = _found(rules, strategy, wanted, chance or [], convergence)
        result = found.to_dict() | more
    if policy:
        result |= {"turn_totals": list(found.turn_totals), "policy": found.policy.tolist()}
    answer(result, json, lambda: _shown(found, best, policy, more))


def _check(goal: "Goal", best: bool, policy: bool, chance: list[float] | None, convergence: int | None) -> None:
    """Refuse what does not go together."""
    if policy and not best:
        raise typer.BadParameter("--policy is for best play, not for a given strategy")
    if chance and goal.name == "most-points":
        raise typer.BadParameter(f"--chance is for reaching the target, not for {goal}")
    if convergence is not None and not (best and goal.name == "fewest-turns"):
        raise typer.BadParameter("--convergence is for best play to fewest-turns")


def _found(
    rules: "Rules", strategy: str, goal: "Goal", chances: list[float], convergence: int | None
) -> tuple[Any, dict[str, Any]]:
    """The result, and what else was asked for."""
    from jeopardice.exact.solitaire.solitaire import solitaire as played
    from jeopardice.exact.solitaire.within import as_chance, turns_for

    found, more = played(rules, strategy, goal=str(goal)), dict[str, Any]()
    if chances:
        if strategy.strip() == "optimal":
            more["turns_for"] = {chance: turns_for(rules, chance) for chance in chances}
        else:
            turns = played(rules, strategy).distribution
            more["turns_for"] = {chance: turns.quantile(as_chance(chance)) for chance in chances}
    if convergence is not None:
        more["convergence"] = found.turn_limit(convergence)[:, 0].tolist()
    return found, more


def _shown(found: Any, best: bool, policy: bool, more: dict[str, Any]) -> Any:
    from rich.console import Group

    from jeopardice.show import alone

    texts: dict[str, Any] = {
        "FewestTurns": alone.fewest_text,
        "Within": alone.within_text,
        "MostPoints": alone.points_text,
    }
    parts = [texts[type(found).__name__](found) if best else alone.played_text(found)]
    if "convergence" in more:
        parts = [alone.convergence_text(found, more["convergence"])]
    if "turns_for" in more:
        parts.append(alone.chances_text(more["turns_for"]))
    if policy:
        parts.append(alone.policy_text(found, room()))
    return Group(*parts)
