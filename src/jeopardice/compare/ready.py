"""Ready-made sweeps: questions about a game that are asked again and again, as data.

`target`, `sides`, `discount`, `starting-player` and `handicap` are what the Yale report on Pig leaves to the future;
`noise` is what mistakes cost.
"""

import os
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any

from jeopardice.compare.grid import as_values, places
from jeopardice.compare.measures import Aim
from jeopardice.compare.sweep import Begun, Sweep, sweep
from jeopardice.errors import PositionError
from jeopardice.games.grammar import nearest
from jeopardice.games.notation import as_game
from jeopardice.games.rules import short
from jeopardice.spread import Progress

BLIND = tuple(f"noisy(optimal, {e})" for e in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1))
WEIGHED = tuple(f"soft-max({t})" for t in (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2))


@dataclass(frozen=True)
class Ready:
    """A sweep that is made already: what it asks, its measure with arguments and axes, and what people see of it.

    `scores` are axes of head starts: values that are no scores of the game are left out.
    """

    asks: str
    measure: str
    arguments: Mapping[str, Any]
    over: Mapping[str, Any]
    shown: tuple[str, ...]
    aim: Aim | None = None
    scores: tuple[str, ...] = ()


READY: Mapping[str, Ready] = {
    "target": Ready(
        "What does the target change, for best play and for hold-at(20)?",
        "solve",
        {"game": "pig", "target": "{target}", "strategy": "hold-at(20)"},
        {"target": "10..200/10"},
        ("first_player", "hold_value", "first", "second", "average"),
    ),
    "sides": Ready(
        "What do the sides of the die change, and which faces bust, for best play and for hold-at(20)?",
        "solve",
        {"game": "pig(sides={sides}, bust={bust})", "strategy": "hold-at(20)"},
        {"sides": "4,6,8,10,12,20", "bust": ("1", "[1, 2]")},
        ("first_player", "hold_value", "first", "second", "average"),
    ),
    "discount": Ready(
        "What does it cost to be in a hurry, if each decision multiplies what follows by a discount?",
        "discount",
        {"game": "pig", "discount": "{discount}"},
        {"discount": "0.9,0.95,0.98,0.99,0.995,0.999,1"},
        ("hold_value", "differs", "average", "loss"),
    ),
    "starting-player": Ready(
        "Who should start the games of a match, and what advantage is left to the one who starts the first?",
        "match",
        {"game": "pig", "a": "optimal", "b": "optimal", "best_of": "{best_of}", "starting": "{starting}"},
        {"starting": "a,alternate,winner,loser,random", "best_of": "1..9/2"},
        ("wins", "expected_games", "share", "long_run"),
    ),
    "handicap": Ready(
        "How many points must the second player have before the game begins, to make it fair?",
        "duel",
        {"game": "pig", "a": "optimal", "b": "optimal", "opponent": "{head_start}"},
        {"head_start": "0..20"},
        ("first", "b_second"),
        Aim("first", nearest=0.5, word="fair"),
        scores=("head_start",),
    ),
    "noise": Ready(
        "How much does how much noise cost against the optimum: blind mistakes, and those in proportion to their cost?",
        "duel",
        {"game": "pig", "a": "{player}", "b": "optimal"},
        {"player": (*BLIND, *WEIGHED)},
        ("first", "second", "average", "loss"),
    ),
}


def ready_of(name: object) -> Ready:
    """The ready-made sweep of that name, or a PositionError."""
    if not isinstance(name, str) or name not in READY:
        known = nearest(name, READY) if isinstance(name, str) else f"; there are {', '.join(READY)}"
        raise PositionError(f"there is no ready-made sweep {short(name)}{known}")
    return READY[name]


def ready_sweep(
    name: str,
    *,
    over: Mapping[str, Any] | None = None,
    results: str | os.PathLike[str] | None = None,
    rng: Any = None,
    executor: Executor | None = None,
    progress: Progress = None,
    begun: Begun = None,
    **changes: Any,
) -> Sweep:
    """A ready-made sweep: `target`, `sides`, `discount`, `starting-player`, `handicap` or `noise`.

    `over` gives axes other values, and `changes` are other arguments: `ready_sweep("noise", game="pig(target=50)")`.
    The rest is as for `sweep`.
    """
    ready = ready_of(name)
    changed = replace(ready, arguments={**ready.arguments, **changes})
    return run(changed, over or {}, results=results, rng=rng, executor=executor, progress=progress, begun=begun)


def run(ready: Ready, over: Mapping[str, Any], **options: Any) -> Sweep:
    """The sweep of a measure over the axes that its arguments have places for, with `over` for those that are named."""
    used = set().union(*map(places, ready.arguments.values()))
    axes: dict[str, Any] = {axis: values for axis, values in ready.over.items() if axis in used}
    if any(axis in axes for axis in ready.scores) and not places(ready.arguments["game"]):
        target = as_game(ready.arguments["game"]).target
        for axis in ready.scores:
            axes[axis] = tuple(
                value for value in as_values(axis, axes[axis]) if isinstance(value, int) and value < target
            )
    return sweep(ready.measure, over={**axes, **over}, **options, **ready.arguments)
