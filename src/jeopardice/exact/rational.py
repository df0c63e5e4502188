"""Exact play in fractions, for small targets: the same equations, no rounding, and it ends.

A pair of turns is solved by the same Newton rounds, which end when no choice changes. Where rules wipe banked scores
the values after a wipe couple all pairs, and their fixed point does not end in fractions: there policy iteration is
used, each step carrying every value as a linear form in the values after a wipe, which one linear system then gives.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from jeopardice.errors import NotConvergedError, TooLargeError
from jeopardice.exact.advice import Advice, advice_at
from jeopardice.exact.recursion import best_action, turn_values
from jeopardice.exact.result import Result
from jeopardice.games.notation import game_notation
from jeopardice.games.position import checked_score, decision_at
from jeopardice.games.progress import part_of_many
from jeopardice.games.rules import Rules
from jeopardice.games.turn import Turn, compile_turn
from jeopardice.spread import Progress
from jeopardice.strategies.table import Table, table_of

HALF = Fraction(1, 2)
MOST_TARGET, MOST_TARGET_WITH_WIPES = 60, 16
MOST_ROUNDS = 200
Choices = dict[tuple[int, int], tuple[int, ...]]
Values = dict[tuple[int, int], Any]


@dataclass(frozen=True, eq=False)
class ExactSolution(Result):
    """Optimal play in fractions: `values[own, opponent]` of turn starts, and everything else computed from them."""

    rules: Rules
    values: dict[tuple[int, int], Fraction]
    seconds: float

    def __repr__(self) -> str:
        return f"ExactSolution({game_notation(self.rules)!r}, first_player={self.first_player!r})"

    @property
    def first_player(self) -> Fraction:
        """The win probability going first."""
        return self.values[0, 0]

    @property
    def second_player(self) -> Fraction:
        """The win probability going second."""
        return 1 - self.first_player

    def action_values(self, own: int, opponent: int, turn_total: int = 0) -> list[Fraction | None]:
        """What each action is worth, by number; None for a hold that is not legal."""
        scores = checked_score(self.rules, "own", own), checked_score(self.rules, "opponent", opponent)
        node = decision_at(compile_turn(self.rules), turn_total)
        return _turn(self.rules, self.values, *scores)[1][node]

    def value(self, own: int, opponent: int, turn_total: int = 0) -> Fraction:
        """The win probability of the player to move."""
        actions = self.action_values(own, opponent, turn_total)
        value = actions[best_action(actions, turn_total, self.rules.preference, 0)]
        return Fraction(1) if own + turn_total >= self.rules.target else Fraction(value or 0)

    def action(self, own: int, opponent: int, turn_total: int = 0) -> int:
        """The best action: 0 holds, n makes the n-th throw."""
        return best_action(self.action_values(own, opponent, turn_total), turn_total, self.rules.preference, 0)

    def advise(self, own: int, opponent: int, turn_total: int = 0) -> Advice:
        """Every action at a position with its value, and the best one."""
        values = self.action_values(own, opponent, turn_total)
        return advice_at(self.rules, (own, opponent, turn_total), values, self.action(own, opponent, turn_total))

    @property
    def strategy(self) -> Table:
        """The policy."""
        scores = range(self.rules.target)
        choices = [[_choices(self.rules, self.values, own, opponent) for opponent in scores] for own in scores]
        return table_of(self.rules, np.array(choices), "optimal")

    def to_dict(self) -> dict[str, Any]:
        """Plain data; fractions as texts."""
        return {
            "game": game_notation(self.rules),
            "target": self.rules.target,
            "strategy": "optimal",
            "first_player": str(self.first_player),
            "first_player_decimal": float(self.first_player),
            "second_player": str(self.second_player),
            "second_player_decimal": float(self.second_player),
            "seconds": self.seconds,
        }


def solve_exactly(rules: Rules, progress: Progress = None) -> ExactSolution:
    """Optimal play of a small game in fractions; `progress` is told which share is done."""
    most = MOST_TARGET_WITH_WIPES if rules.wipes else MOST_TARGET
    if rules.target > most:
        raise TooLargeError(f"exact fractions are for targets up to {most} in this game, not {rules.target}")
    begin = time.perf_counter()
    values = _with_wipes(rules, progress) if rules.wipes else _without_wipes(rules, progress)
    return ExactSolution(rules, values, time.perf_counter() - begin)


def _pairs(rules: Rules) -> list[tuple[int, int]]:
    """All pairs of scores, the higher sums first, each pair once."""
    scores = range(rules.target)
    return sorted(((i, j) for i in scores for j in scores if i <= j), key=lambda pair: -sum(pair))


def _turn(rules: Rules, values: Values, own: int, opponent: int, x: Any = None) -> tuple[list[Any], list[list[Any]]]:
    """Values and action values of a turn; x, the value of busting and passing, where it is not yet in `values`."""
    x = 1 - values[opponent, own] if x is None else x

    def pays(total: int) -> Any:
        if own + total >= rules.target:
            return Fraction(1)
        return x if total == 0 else 1 - values[opponent, own + total]

    wipe = x if own == 0 else 1 - values.get((opponent, 0), HALF)
    return turn_values(compile_turn(rules), pays, x, wipe, not rules.forced_first_roll, tie=0)


def _choices(rules: Rules, values: Values, own: int, opponent: int, x: Any = None) -> tuple[int, ...]:
    turn, (_, actions) = compile_turn(rules), _turn(rules, values, own, opponent, x)
    return tuple(
        0 if own + total >= rules.target else best_action(values_here, total, rules.preference, 0)
        for total, values_here in zip(turn.total, actions, strict=False)
    )


def _line(turn: Turn, choices: Sequence[int], own: int, pays: Callable[[int], Any], wipe: Any) -> tuple[Any, Fraction]:
    """The value of a turn played by fixed choices as a line c + s x in the value x of busting and passing."""
    c: list[Any] = [Fraction(0)] * len(turn.total)
    s = [Fraction(0)] * len(turn.total)
    for node in range(len(turn.total) - 1, -1, -1):
        action = choices[node] if node < turn.decisions else 0
        if action == 0:
            c[node], s[node] = (pays(turn.total[node]), Fraction(0)) if node else (Fraction(0), Fraction(1))
            continue
        move = turn.moves[node][action - 1]
        s[node] = move.bust + (move.wipe if own == 0 else 0) + sum((p * s[n] for p, n in move.steps), Fraction(0))
        c[node] = sum((p * c[n] for p, n in move.steps), Fraction(0)) + (0 if own == 0 else move.wipe) * wipe
    return c[0], s[0]


def _solved_pair(one: tuple[Any, Fraction], other: tuple[Any, Fraction]) -> tuple[Any, Any]:
    """u = c + s (1 - v), v = c' + s' (1 - u); one half each where both pass (or bust) for ever."""
    (c, s), (other_c, other_s) = one, other
    if s * other_s == 1:
        return HALF, HALF
    u = (c + s * (1 - other_c - other_s)) / (1 - s * other_s)
    return u, other_c + other_s * (1 - u)


def _without_wipes(rules: Rules, progress: Progress) -> Values:
    values: Values = {}
    pairs = _pairs(rules)
    for done, (own, opponent) in enumerate(pairs, 1):
        values[own, opponent], values[opponent, own] = _pair(rules, values, own, opponent)
        if progress:
            progress(done / len(pairs))
    return values


def _pair(rules: Rules, values: Values, own: int, opponent: int) -> tuple[Fraction, Fraction]:
    """The values of a pair of turns by Newton rounds: solve for the present choices until they do not change.

    Two seats that pass for ever settle at one half only if neither gains by throwing there.
    """
    u = v = HALF
    before: Any = None
    for _ in range(MOST_ROUNDS):
        now = (_choices(rules, values, own, opponent, 1 - v), _choices(rules, values, opponent, own, 1 - u))
        if now == before:
            return u, v
        u, v = _solved_pair(
            _fixed_line(rules, values, own, opponent, now[0]),
            _fixed_line(rules, values, opponent, own, now[1]),
        )
        before = now
    raise NotConvergedError(f"the choices at {own} and {opponent} still change after {MOST_ROUNDS} rounds")


def _fixed_line(rules: Rules, values: Values, own: int, opponent: int, choices: Sequence[int]) -> tuple[Any, Fraction]:
    def pays(total: int) -> Any:
        return Fraction(1) if own + total >= rules.target else 1 - values[opponent, own + total]

    wipe = 1 - values[opponent, 0] if own and (opponent, 0) in values else Fraction(0)
    return _line(compile_turn(rules), choices, own, pays, wipe)


def _with_wipes(rules: Rules, progress: Progress) -> Values:
    """Policy iteration: value the policy by one linear system in the values against 0, then improve it."""
    from jeopardice.exact.solve import solve

    rough = solve(rules, cache=False)
    scores = range(rules.target)
    values: Values = {
        (i, j): Fraction(float(rough.values[i, j])).limit_denominator(10**12) for i in scores for j in scores
    }
    policy: Choices = {}
    for number in range(MOST_ROUNDS):
        improved = {(i, j): _choices(rules, values, i, j) for i in scores for j in scores}
        if improved == policy:
            return values
        policy = improved
        values = _values_of(rules, policy, part_of_many(progress, number))
    raise NotConvergedError(f"the policy of {rules} still changes after {MOST_ROUNDS} rounds")


@dataclass(frozen=True, slots=True)
class _Form:
    """A linear form a[0] + a[1] w[0] + a[2] w[1] + ... in the unknown values w."""

    a: tuple[Fraction, ...]

    def __add__(self, other: Any) -> "_Form":
        if isinstance(other, _Form):
            return _Form(tuple(map(Fraction.__add__, self.a, other.a)))
        return _Form((self.a[0] + other, *self.a[1:]))

    __radd__ = __add__

    def __mul__(self, factor: Any) -> "_Form":
        return _Form(tuple(factor * a for a in self.a))

    __rmul__ = __mul__

    def __sub__(self, other: Any) -> "_Form":
        return self.__add__(-1 * other)

    def __rsub__(self, other: Any) -> "_Form":
        return self.__mul__(-1).__add__(other)

    def __truediv__(self, divisor: Fraction) -> "_Form":
        return self * (1 / divisor)


def _values_of(rules: Rules, policy: Choices, progress: Progress) -> Values:
    """The values of a policy played by both sides: w[j], the value at (j, 0), are the unknowns of a linear system."""
    target, turn = rules.target, compile_turn(rules)
    zero, one = Fraction(0), Fraction(1)
    unknown = [_Form((zero, *(one if n == j else zero for n in range(target)))) for j in range(target)]
    forms: Values = {}
    pairs = _pairs(rules)
    for done, (own, opponent) in enumerate(pairs, 1):
        lines = []
        for i, j in ((own, opponent), (opponent, own)):

            def pays(total: int, i: int = i, j: int = j) -> Any:
                return Fraction(1) if i + total >= target else 1 - forms[j, i + total]

            lines.append(_line(turn, policy[i, j], i, pays, 1 - unknown[j]))
        forms[own, opponent], forms[opponent, own] = _solved_pair(lines[0], lines[1])
        if progress:
            progress(done / len(pairs))
    rows = [_as_form(forms[j, 0], target) - unknown[j] for j in range(target)]
    w = solve_linear([list(row.a[1:]) for row in rows], [-row.a[0] for row in rows])
    return {
        scores: form.a[0] + sum((a * x for a, x in zip(form.a[1:], w, strict=True)), zero)
        for scores, form in ((scores, _as_form(form, target)) for scores, form in forms.items())
    }


def _as_form(value: Any, target: int) -> _Form:
    return value if isinstance(value, _Form) else _Form((Fraction(value), *(Fraction(0),) * target))


def solve_linear(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """A linear system in fractions, by elimination."""
    rows = [[*row, r] for row, r in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = next(row for row in range(column, size) if rows[row][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = 1 / rows[column][column]
        rows[column] = [scale * entry for entry in rows[column]]
        for row in range(size):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [row[-1] for row in rows]
