"""Slow, obvious twins for games played alone: straight from `Rules`, one equation per function.

A moment is (own, turn_total). What can follow an action is another moment of the turn, or the own score with which the
turn ends.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from typing import Any, Literal, NamedTuple

import naive
import naive_memory
import numpy as np

from jeopardice.games.rules import Rules
from jeopardice.strategies.base import Event, Strategy

Worth = Callable[[int], float]
ENOUGH = 1e-13


class Way(NamedTuple):
    """What can follow: the turn goes on with so many points at risk, or it ends and leaves an own score."""

    probability: float
    ended: bool
    points: int


Throws = list[list[tuple[float, int, str]]]


def throws_of(rules: Rules) -> Throws:
    """Each throw's outcomes: probability, points, effect."""
    return [[(float(o.probability), o.points, o.effect) for o in throw.outcomes] for throw in rules.throws]


def ways(throws: Throws, own: int, total: int, action: int, target: int | None) -> list[Way]:
    """Everything that can follow an action."""
    if action == 0:
        return [Way(1.0, True, own + total)]
    found = []
    for chance, points, effect in throws[action - 1]:
        after = total + points
        ended = effect == "bank" or (target is not None and own + after >= target)
        if effect == "bust":
            found.append(Way(chance, True, own))
        elif effect == "wipe":
            found.append(Way(chance, True, 0))
        else:
            found.append(Way(chance, ended, own + after if ended else after))
    return found


def turn(
    throws: Throws, forced: bool, own: int, worth: Worth, best: Callable[..., float], target: int | None, most: int
) -> dict[int, list[float]]:
    """What each legal action is worth at each turn total up to `most`, if it is repeated where a throw scores 0.

    `worth` is what an own score is worth when the turn has ended with it.
    """
    values: dict[int, list[float]] = {}
    for total in range(most, -1, -1):
        values[total] = []
        for action in range(int(forced and total == 0), len(throws) + 1):
            value, stay = 0.0, 0.0
            for chance, ended, points in ways(throws, own, total, action, target):
                if not ended and points == total:
                    stay += chance
                elif ended:
                    value += chance * worth(points)
                else:
                    value += chance * (best(values[points]) if points <= most else worth(own + points))
            values[total].append(value / (1.0 - stay))
    return values


def fewest_turns(rules: Rules) -> list[float]:
    """E(own) = 1 + min over actions, iterated from 0; passing is allowed where the rules allow it."""
    target, throws, forced = rules.target, throws_of(rules), rules.forced_first_roll
    expected = [0.0] * target
    for _ in range(naive.MOST_SWEEPS):
        change = 0.0
        for own in range(target - 1, -1, -1):
            worth = lambda n: expected[n] if n < target else 0.0  # noqa: E731
            better = 1.0 + min(turn(throws, forced, own, worth, min, target, target - own)[0])
            change = max(change, abs(better - expected[own]) / better)
            expected[own] = better
        if change < ENOUGH:
            return expected
    raise RuntimeError(f"no solution of {rules} alone")


def turn_limit(rules: Rules, turns: int) -> list[list[float]]:
    """E_t(own), the least expected number of turns if the game is broken off after t."""
    found = [[0.0] * rules.target]
    for _ in range(turns):
        found.append([1.0 + value for value in one_turn(rules, found[-1], 0.0, min)])
    return found


def within(rules: Rules, turns: int) -> list[list[float]]:
    """V_t(own), the largest probability of reaching the target in t turns."""
    found = [[0.0] * rules.target]
    for _ in range(turns):
        found.append(one_turn(rules, found[-1], 1.0, max))
    return found


def one_turn(rules: Rules, last: list[float], reached: float, best: Callable[..., float]) -> list[float]:
    """What a turn is worth from each own score, if its end is worth `last[own]`, or `reached` from the target on."""

    def worth(own: int) -> float:
        return last[own] if own < rules.target else reached

    throws, forced, target = throws_of(rules), rules.forced_first_roll, rules.target
    return [best(turn(throws, forced, own, worth, best, target, target - own)[0]) for own in range(target)]


def most_points(rules: Rules, turns: int, most: int = 60) -> Callable[[int, int], float]:
    """S_t(own), the largest expected score after t turns; totals beyond `most` must be banked."""
    throws, forced = throws_of(rules), rules.forced_first_roll

    @cache
    def expected(left: int, own: int) -> float:
        if left == 0:
            return float(own)
        return max(turn(throws, forced, own, lambda n: expected(left - 1, n), max, None, most)[0])

    return expected


Ends = dict[Literal["done"] | tuple[int, Hashable], float]


class Player:
    """A strategy, asked moment by moment with an opponent of 0."""

    def __init__(self, rules: Rules, strategy: Strategy) -> None:
        self.rules, self.strategy = rules, strategy
        self.choose = naive_memory.player_of(rules, strategy).choose

    def after(self, own: int, memory: Any) -> Ends:
        """Where a turn from there may lead."""
        found: Ends = defaultdict(float)
        ends = naive.turn_outcomes(self.rules, lambda i, j, k: self.choose(i, j, k, memory), own, 0)
        for end, chance in ends.items():
            kind: Any = "bank" if isinstance(end, int) else "bust" if end == "wipe" and not own else end
            points = end if isinstance(end, int) else 0
            later = self.strategy.remember(memory, Event(True, kind, points))
            left = 0 if kind == "wipe" else own + points
            found["done" if left >= self.rules.target else (left, later)] += chance
        return found

    def chain(self) -> dict[Any, Ends]:
        """All turn starts that can come up, with what follows."""
        start = (0, self.strategy.first_memory)
        found: dict[Any, Ends] = {}
        todo = [start]
        while todo:
            here = todo.pop()
            if here not in found:
                found[here] = self.after(*here)
                todo += [after for after in found[here] if after != "done"]
        return found


def turns(rules: Rules, strategy: Strategy, most: int) -> list[float]:
    """p[n]: the game ends with turn n."""
    chain = Player(rules, strategy).chain()
    at: dict[Any, float] = {(0, strategy.first_memory): 1.0}
    ended = [0.0]
    for _ in range(most):
        after: dict[Any, float] = defaultdict(float)
        for here, chance in at.items():
            for there, probability in chain[here].items():
                after[there] += chance * probability
        ended.append(after.pop("done", 0.0))
        at = after
    return ended


def mean_and_sd(rules: Rules, strategy: Strategy) -> tuple[float, float]:
    """Of a game that is sure to end: m = 1 + Q m, and E(n^2) = 1 + 2 Q m + Q E(n^2)."""
    chain = Player(rules, strategy).chain()
    place = {key: n for n, key in enumerate(chain)}
    matrix = np.zeros((len(place), len(place)))
    for here, row in chain.items():
        for there, chance in row.items():
            if there != "done":
                matrix[place[here], place[there]] += chance
    left = np.eye(len(place)) - matrix
    mean = np.linalg.solve(left, np.ones(len(place)))
    squares = np.linalg.solve(left, 1.0 + 2.0 * matrix @ mean)
    start = place[(0, strategy.first_memory)]
    return float(mean[start]), float(np.sqrt(max(0.0, squares[start] - mean[start] ** 2)))


def endless(rules: Rules, strategy: Strategy) -> float:
    """The probability that the game never ends."""
    rows: dict[Any, Any] = dict(Player(rules, strategy).chain())
    return naive.absorbed(rows, ["done"])[(0, strategy.first_memory)][1]


def points(rules: Rules, hold_at: int, turns: int) -> dict[int, float]:
    """The distribution of the score of one who makes the first throw until so many points are at risk; no target."""

    throws = throws_of(rules)

    def ended(own: int, total: int, chance: float) -> Iterator[tuple[int, float]]:
        for probability, over, after in ways(throws, own, total, int(total < hold_at), None):
            if over:
                yield after, chance * probability
            else:
                yield from ended(own, after, chance * probability)

    at = {0: 1.0}
    for _ in range(turns):
        later: dict[int, float] = defaultdict(float)
        for own, chance in at.items():
            for after, probability in ended(own, 0, chance):
                later[after] += probability
        at = later
    return dict(at)
