"""From what a strategy names to a table: `optimal`, `best-response(...)` and `soft-max(...)` are found here, wherever
they stand."""

from dataclasses import replace
from typing import Any

from jeopardice.games.notation import Game, as_game
from jeopardice.games.progress import part
from jeopardice.games.rules import Rules
from jeopardice.spread import Progress
from jeopardice.strategies.base import Strategy
from jeopardice.strategies.named import Noisy
from jeopardice.strategies.notation import as_strategy
from jeopardice.strategies.table import Table
from jeopardice.strategies.tabulate import tabulate
from jeopardice.strategies.wanted import BestResponse, Optimal, SoftMax


def resolve(game: Game, strategy: Any, *, progress: Progress = None) -> Table:
    """The table of a strategy in any form: a value, a notation, a function, an array or a file.

    `progress` is told which share of the work is done.
    """
    rules = as_game(game)
    return _table(rules, as_strategy(rules, strategy), progress)


def _table(rules: Rules, strategy: Strategy, progress: Progress) -> Table:
    if isinstance(strategy, Optimal):
        from jeopardice.exact.solve import solve

        return solve(rules, progress=progress).strategy
    if isinstance(strategy, BestResponse):
        from jeopardice.exact.respond import respond_to

        answered = _table(rules, strategy.strategy, part(progress, 0.0, 0.5))
        return respond_to(answered, progress=part(progress, 0.5, 1.0)).strategy
    if isinstance(strategy, SoftMax):
        from jeopardice.exact.softmax import soft_max
        from jeopardice.exact.solve import solve

        return soft_max(solve(rules, progress=progress), strategy)
    if isinstance(strategy, Noisy):
        return tabulate(rules, replace(strategy, strategy=_table(rules, strategy.strategy, progress)))
    return tabulate(rules, strategy, progress=progress)
