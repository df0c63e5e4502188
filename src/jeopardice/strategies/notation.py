"""Strategies as text: `hold-at(20)`, `best-response(turtle)`, `policy.npz`, `module:function`."""

import os
import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from jeopardice.errors import NotationError, StrategyError
from jeopardice.games.grammar import Call, build, nearest, read_call
from jeopardice.games.notation import Game, as_game
from jeopardice.games.rules import Rules, short
from jeopardice.strategies.base import Strategy
from jeopardice.strategies.named import (
    HoldAt,
    KeepPaceEndRace,
    Noisy,
    RollAndWait,
    RollToWin,
    ScoreBaseKeepPaceEndRace,
    ScoringTurns,
    Turtle,
)
from jeopardice.strategies.own import SUFFIX, describe_table, from_function, from_matrix, from_module, load_table
from jeopardice.strategies.wanted import BestResponse, Optimal, SoftMax

NAMED: Mapping[str, Callable[..., Strategy]] = {
    "hold-at": HoldAt,
    "roll-to-win": RollToWin,
    "turtle": Turtle,
    "roll-and-wait": RollAndWait,
    "scoring-turns": ScoringTurns,
    "score-base-keep-pace-end-race": ScoreBaseKeepPaceEndRace,
    "keep-pace-end-race": KeepPaceEndRace,
    "optimal": Optimal,
    "best-response": BestResponse,
    "noisy": Noisy,
    "soft-max": SoftMax,
}

CODE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")


def as_strategy(game: Game, strategy: Any) -> Strategy:
    """A strategy for a game as it is, or from a notation, a path of an `.npz` file, a function, or a 3-D array.

    A text `module:function` imports and runs that module: pass texts from files or records to `spelled_strategy`.
    """
    rules = as_game(game)
    if isinstance(strategy, str) and is_code(strategy):
        return from_module(strategy)
    if isinstance(strategy, (str, os.PathLike)):
        return spelled_strategy(rules, os.fspath(strategy))
    if isinstance(strategy, Strategy):
        return strategy
    if isinstance(strategy, np.ndarray):
        return from_matrix(rules, strategy)
    if callable(strategy):
        return from_function(strategy)
    raise StrategyError(f"a strategy is a notation, a function, an array or a file, not {short(strategy)}")


def described_file(text: str) -> str:
    """What a strategy from a file says of itself, for a table or `module:function`; nothing for other texts."""
    if text.strip().lower().endswith(SUFFIX):
        return f"{describe_table(text.strip())} Name it together with that game."
    return from_module(text).describe() if is_code(text) else ""


def is_code(text: str) -> bool:
    """Does a text name code, as `module:function` does?"""
    return bool(CODE.fullmatch(text)) and text.split(":")[0].lower().replace("_", "-") not in NAMED


def spelled_strategy(rules: Rules, text: str) -> Strategy:
    """The strategy that a notation spells; it never runs code."""
    if text.strip().lower().endswith(SUFFIX):
        return load_table(rules, text.strip())
    call = read_call(text)
    if call.name not in NAMED and CODE.fullmatch(text):
        raise NotationError(f"there is no strategy {call.name!r}{nearest(call.name, NAMED)}", text, call.position)
    return built(call)


def built(call: Call) -> Strategy:
    """The strategy of a call; names among its values are strategies, too."""
    return build(call, "strategy", NAMED, lambda value: built(value) if isinstance(value, Call) else value)
