"""Playing alone: the one door to all goals, for best play and for given strategies."""

from typing import Any, Literal, overload

from jeopardice.exact.solitaire.fewest import FewestTurns, fewest_turns
from jeopardice.exact.solitaire.goals import as_goal
from jeopardice.exact.solitaire.played import played
from jeopardice.exact.solitaire.points import most_points
from jeopardice.exact.solitaire.within import within
from jeopardice.games.notation import Game, as_game
from jeopardice.strategies.wanted import Optimal


@overload
def solitaire(
    game: Game, strategy: Literal["optimal"] = ..., *, goal: Literal["fewest-turns"] = ...
) -> FewestTurns: ...
@overload
def solitaire(game: Game, strategy: Any = ..., *, goal: str = ...) -> Any: ...


def solitaire(game: Game, strategy: Any = "optimal", *, goal: str = "fewest-turns") -> Any:
    """A game played alone, as well as possible or by a given strategy.

    The goal is `fewest-turns`, `within(n)` (to the target) or `most-points(n)` (no target). Best play is a
    `FewestTurns`, `Within` or `MostPoints`; a strategy gives a `Played`.
    """
    rules, wanted = as_game(game), as_goal(goal)
    best = isinstance(strategy, Optimal) or (isinstance(strategy, str) and strategy.strip() == "optimal")
    if not best:
        return played(rules, strategy, wanted)
    if wanted.turns is None:
        return fewest_turns(rules)
    return within(rules, wanted.turns) if wanted.name == "within" else most_points(rules, wanted.turns)
