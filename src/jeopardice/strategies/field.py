"""A field: many strategies with a name each, as tournaments and tables of thresholds take them.

A notation may hold ranges: `hold-at(1..100)` enters a hundred strategies, `noisy(hold-at(15..25), 0.1)` eleven. Whoever
is entered again, as a strategy of the same kind with the same values is, plays once. Different ones that share a name,
as functions may, get a number after it.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from jeopardice.errors import StrategyError
from jeopardice.games.grammar import read_calls
from jeopardice.games.notation import Game, as_game
from jeopardice.games.rules import Rules, short
from jeopardice.strategies.base import Strategy
from jeopardice.strategies.notation import as_strategy, built, is_code, is_file

MOST_ENTRANTS = 1000


def field(game: Game, entries: Any) -> dict[str, Strategy]:
    """The strategies by name, in the order in which they are entered.

    `entries` are strategies in any form, one or several, or a mapping from names of your own to strategies.
    """
    rules = as_game(game)
    found: dict[str, Strategy] = {}
    if isinstance(entries, Mapping):
        for name, entry in entries.items():
            _enter(found, _name(name), as_strategy(rules, entry))
    else:
        for strategy in _strategies(rules, entries):
            _enter(found, _name(strategy.name), strategy)
    if not found:
        raise StrategyError("there are no strategies: name at least one")
    return found


def _strategies(rules: Rules, entries: Any) -> Iterator[Strategy]:
    """All strategies of all entries."""
    if isinstance(entries, str | os.PathLike | np.ndarray) or callable(entries):
        entries = [entries]
    if not isinstance(entries, Iterable):
        raise StrategyError(f"a field is a list of strategies, not {short(entries)}")
    for entry in entries:
        text = entry if isinstance(entry, str) else ""
        if text and not is_code(text) and not is_file(text):
            yield from (built(rules, call, code=True) for call in read_calls(text))
        else:
            yield as_strategy(rules, entry)


def _name(name: object) -> str:
    """A name that can be shown and written, or a StrategyError that says why not."""
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise StrategyError(f"the name of a strategy must be a text that can be printed, not {short(name)}")
    return name


def _enter(found: dict[str, Strategy], name: str, strategy: Strategy) -> None:
    """Enter a strategy under its name, or under the first number after it that is free."""
    number, title = 1, name
    while title in found:
        if found[title] is strategy or found[title] == strategy:
            return
        number += 1
        title = f"{name} ({number})"
    if len(found) == MOST_ENTRANTS:
        raise StrategyError(f"a field has at most {MOST_ENTRANTS:,} strategies")
    found[title] = strategy
