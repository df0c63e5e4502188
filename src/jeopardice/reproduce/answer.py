"""What a check finds out about a claim, and how it is asked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from jeopardice.errors import NotationError
from jeopardice.reproduce.draws import Draws


@dataclass(frozen=True)
class Task:
    """What a check is told of a claim: the rules, how many games or turns the document has drawn, and our games."""

    game: str = "pig"
    sample: int = 0
    draws: Draws = field(default_factory=lambda: Draws(games=0))


@dataclass(frozen=True)
class Answer:
    """Ours: `values` for the printed numbers, in their order; or `holds`, whether what is said is so; or both.

    `errors` are the standard errors of the document's numbers, where they come from a sample. `sampled` are our own
    samples. `told` says in words what was found, and `facts` are figures for the explanation.
    """

    values: tuple[float, ...] = ()
    errors: tuple[float, ...] = ()
    holds: bool | None = None
    told: str = ""
    sampled: tuple[float, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


Check = Callable[..., Answer]
CHECKS: dict[str, Check] = {}


def check(function: Check) -> Check:
    """Make a function one of the checks: `alone.mean` is `mean` in `checks/alone.py`."""
    CHECKS[f"{function.__module__.rpartition('.')[2]}.{function.__name__}"] = function
    return function


def check_named(name: str) -> Check:
    """The check of that name."""
    room = name.partition(".")[0]
    if room.isidentifier():
        import_module(f"jeopardice.reproduce.checks.{room}")
    if name not in CHECKS:
        raise NotationError(f"there is no check {name!r}", name)
    return CHECKS[name]


def listed(one_or_several: Any) -> list[Any]:
    """Several as they are, and one as a list of one."""
    return list(one_or_several) if isinstance(one_or_several, list | tuple) else [one_or_several]
