"""What a figure is asked of: strategies and fields, scores of the opponent, sweeps of a game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from jeopardice.compare.ready import Ready, ready_of, run
from jeopardice.compare.sweep import Sweep
from jeopardice.errors import PositionError, StrategyError
from jeopardice.exact.resolve import resolve
from jeopardice.exact.respond import respond_to
from jeopardice.exact.solitaire.goals import fewest_turns
from jeopardice.exact.solitaire.played import PlayedToTheEnd, played
from jeopardice.exact.solution import Solution
from jeopardice.exact.solve import solve
from jeopardice.games.notation import as_game, game_notation
from jeopardice.games.position import is_whole
from jeopardice.games.rules import Rules, short
from jeopardice.spread import Progress
from jeopardice.strategies.base import Strategy
from jeopardice.strategies.field import field
from jeopardice.strategies.named import scaled
from jeopardice.strategies.notation import as_strategy
from jeopardice.strategies.wanted import BestResponse, Optimal

Scores = int | Sequence[int] | None
"""One score, several, or none."""


def usual(rules: Rules) -> str:
    """The rule of thumb that is looked at if no strategy is named: hold-at(20), in proportion to the target."""
    return f"hold-at({max(1, scaled(20, rules.target))})"


def field_of(rules: Rules, strategies: Sequence[Any]) -> dict[str, Strategy]:
    """Strategies by name; notations may hold ranges."""
    return field(rules, list(strategies))


def solution_of(rules: Rules, strategy: Any) -> Solution:
    """Best play, or the best response to a strategy; nothing else has a solution."""
    if isinstance(strategy, Solution):
        return strategy
    wanted = as_strategy(rules, strategy)
    if isinstance(wanted, BestResponse):
        return respond_to(resolve(rules, wanted.strategy))
    if not isinstance(wanted, Optimal):
        raise StrategyError(f"win probabilities are drawn of optimal or of a best-response(...), not of {wanted.name}")
    return solve(rules)


def to_the_end(rules: Rules, strategy: Strategy) -> PlayedToTheEnd:
    """A strategy alone; `optimal` is one like any other."""
    found = played(rules, strategy, fewest_turns())
    assert isinstance(found, PlayedToTheEnd)
    return found


def single(opponent: Scores) -> int | None:
    """One score of the opponent, or none where none is given."""
    if opponent is None or is_whole(opponent):
        return opponent
    if not isinstance(opponent, Sequence) or isinstance(opponent, str) or len(opponent) != 1:
        raise PositionError(f"opponent must be one score here, not {short(opponent)}")
    return int(opponent[0])


def several(opponent: Scores) -> Sequence[int] | None:
    """Scores of the opponent, or none where none are given."""
    if opponent is None or isinstance(opponent, Sequence):
        return opponent
    return [opponent]


def swept_of(rules: Rules, name: str, over: Mapping[str, Any] | None, progress: Progress) -> tuple[Ready, Sweep]:
    """A ready-made sweep, of the game if it is not one that varies the game itself."""
    ready = ready_of(name)
    if "{" in str(ready.arguments["game"]):
        if rules.fingerprint != as_game("pig").fingerprint:
            raise PositionError(f"the sweep {name} varies Pig itself: it is not of {game_notation(rules)}")
    else:
        ready = replace(ready, arguments={**ready.arguments, "game": rules})
    return ready, run(ready, over or {}, progress=progress)


def part_of(progress: Progress, number: int, count: int) -> Callable[[float], object] | None:
    """Tells of one of several pieces of work."""
    return None if progress is None else lambda share: progress((number + share) / count)
