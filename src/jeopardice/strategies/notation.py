"""Strategies as text: `hold-at(20)`, `best-response(turtle)`, `policy.npz`, `module:function`."""

import os
import re
from collections.abc import Callable, Mapping
from typing import Any

from jeopardice.errors import NotationError
from jeopardice.games.catalog import PIG
from jeopardice.games.grammar import Call, build, nearest, read_call
from jeopardice.games.notation import Game, as_game
from jeopardice.games.rules import Rules
from jeopardice.strategies.base import Strategy
from jeopardice.strategies.named import (
    HoldAt,
    KeepPace,
    KeepPaceEndRace,
    Noisy,
    RollAndWait,
    RollToWin,
    ScoreBaseKeepPaceEndRace,
    ScoringTurns,
    Turtle,
)
from jeopardice.strategies.own import SUFFIX, describe_table, from_module, from_value, in_module, is_matrix, load_table
from jeopardice.strategies.wanted import BestResponse, Optimal, SoftMax

NAMED: Mapping[str, Callable[..., Strategy]] = {
    "hold-at": HoldAt,
    "roll-to-win": RollToWin,
    "turtle": Turtle,
    "roll-and-wait": RollAndWait,
    "scoring-turns": ScoringTurns,
    "score-base-keep-pace-end-race": ScoreBaseKeepPaceEndRace,
    "keep-pace-end-race": KeepPaceEndRace,
    "keep-pace": KeepPace,
    "optimal": Optimal,
    "best-response": BestResponse,
    "noisy": Noisy,
    "soft-max": SoftMax,
}

CODE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")


def as_strategy(game: Game, strategy: Any) -> Strategy:
    """A strategy for a game as it is, or from a notation, a path of an `.npz` file, a function, or a matrix.

    A text with `module:function` in it imports and runs that module: pass texts from files or records to
    `spelled_strategy`.
    """
    rules = as_game(game)
    if isinstance(strategy, (str, os.PathLike)):
        return _read(rules, os.fspath(strategy), code=isinstance(strategy, str))
    return from_value(rules, strategy)


def spelled_strategy(rules: Rules, text: str) -> Strategy:
    """The strategy that a notation spells; it never runs code."""
    return _read(rules, text, code=False)


def _read(rules: Rules, text: str, code: bool) -> Strategy:
    if code and is_code(text):
        return from_module(rules, text)
    if is_file(text):
        return load_table(rules, text.strip())
    return built(rules, read_call(text), code)


def built(rules: Rules, call: Call, code: bool = False) -> Strategy:
    """The strategy of a call; names among its values are strategies, too, and so are files, and where allowed code."""
    named = _named_code(call)
    if named and code:
        return from_module(rules, named)
    if named:
        raise NotationError(f"there is no strategy {call.name!r}{nearest(call.name, NAMED)}", call.text, call.position)
    if is_file(call.name):
        return load_table(rules, call.name)
    return build(call, "strategy", NAMED, lambda value: built(rules, value, code) if isinstance(value, Call) else value)


def described_file(text: str) -> str:
    """What a strategy from a file says of itself, for a table or `module:function`; nothing for other texts."""
    if is_file(text):
        return f"{describe_table(text.strip())} Name it together with that game."
    if not is_code(text):
        return ""
    found = in_module(text)
    return "A matrix of actions." if is_matrix(found) else from_value(PIG, found, text).describe()


def is_code(text: str) -> bool:
    """Does a text name code, as `module:function` does?"""
    return bool(CODE.fullmatch(text)) and not _is_named(text.partition(":")[0])


def is_file(text: str) -> bool:
    """Is a text as a whole the path of a table?"""
    head, mark, _ = text.strip().partition(":")
    return text.strip().lower().endswith(SUFFIX) and not (mark and _is_named(head))


def _is_named(name: str) -> bool:
    return name.lower().replace("_", "-") in NAMED


def _named_code(call: Call) -> str:
    """The `module:function` that a call was written as; nothing where it was not."""
    inner = call.values[0] if len(call.values) == 1 and not call.named else None
    text = f"{call.name}:{inner.name}" if isinstance(inner, Call) and not (inner.values or inner.named) else ""
    return text if is_code(text) and call.text.startswith(text, call.position) else ""
