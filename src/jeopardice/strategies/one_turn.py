"""A strategy at one pair of scores: the automaton of that turn, and what is done at its decisions.

A table for all scores would take (2 target)^2 times the room.
"""

from fractions import Fraction
from typing import Any

from jeopardice.errors import StrategyError
from jeopardice.games.rules import Rules
from jeopardice.games.turn import Turn, compile_turn
from jeopardice.strategies.asking import asked
from jeopardice.strategies.base import State, Strategy
from jeopardice.strategies.named import Noisy, Threshold
from jeopardice.strategies.table import Table

Row = list[list[Any]]
"""By decision, the probability of each action."""


def one_turn(rules: Rules, strategy: Strategy, own: int, opponent: int) -> tuple[Turn, Row]:
    """The automaton of a turn at these scores, no longer than the strategy plays it, and the strategy written out.

    A strategy that keeps a memory is asked with its first.
    """
    table = _table_in(strategy)
    if table is not None and table.rules.fingerprint != rules.fingerprint:
        raise StrategyError(f"{table.name} is a table for {table.rules}, not for {rules}")
    turn = table.turn if table is not None else compile_turn(rules, _limit(rules, strategy, own, opponent))
    return turn, _row(turn, strategy, own, opponent)


def _table_in(strategy: Strategy) -> Table | None:
    if isinstance(strategy, Noisy):
        return _table_in(strategy.strategy)
    return strategy if isinstance(strategy, Table) else None


def _limit(rules: Rules, strategy: Strategy, own: int, opponent: int) -> int:
    """A turn total from which on the strategy banks for certain."""
    most = rules.target - own if strategy.goal else max(rules.target, strategy.last_total(rules))
    if isinstance(strategy, Threshold):
        held = int(strategy.hold_value(own, opponent, rules.target, strategy.first_memory))
        return max(1, min(most, held))
    return most


def _row(turn: Turn, strategy: Strategy, own: int, opponent: int) -> Row:
    rules, actions = turn.rules, len(turn.rules.throws) + 1
    totals = turn.total[: turn.decisions]
    if isinstance(strategy, Noisy):
        return _with_noise(turn, _row(turn, strategy.strategy, own, opponent), strategy, own)
    if isinstance(strategy, Table) and strategy.weights is not None:
        row: Row = strategy.weights[0, :, own + opponent, :, opponent].T.tolist()
        return row
    if isinstance(strategy, Table):
        answers = strategy.choices_by_scores[0, own, opponent].tolist()
    else:
        states = (State(own, opponent, total, rules, node, strategy.first_memory) for node, total in enumerate(totals))
        answers = [asked(strategy, state) for state in states]
    return [
        [int(answer == action) for action in range(actions)] if isinstance(answer, int) else list(answer)
        for answer in answers
    ]


def _with_noise(turn: Turn, row: Row, noisy: Noisy, own: int) -> Row:
    """The same with an action drawn evenly from the legal ones now and then, but where the target is reached."""
    mixed = []
    for total, chances in zip(turn.total, row, strict=False):
        legal = State(own, 0, total, turn.rules).legal
        slip = Fraction(0) if noisy.goal and own + total >= turn.rules.target else noisy.e
        mixed.append([(1 - slip) * p + slip * Fraction(a in legal, len(legal)) for a, p in enumerate(chances)])
    return mixed
