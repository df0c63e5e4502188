"""A given strategy played for some turns without a target: the exact distribution of its points.

The strategy is asked as in the game itself, but only where it comes to, and for scores beyond the target as well.
"""

import heapq
from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from jeopardice.errors import StrategyError, TooLargeError
from jeopardice.exact.distribution import Distribution
from jeopardice.games.rules import Rules, Throw
from jeopardice.strategies.asking import asked, findable, remembered
from jeopardice.strategies.base import Event, State, Strategy
from jeopardice.strategies.named import Noisy
from jeopardice.strategies.table import MOST_MEMORIES, Table
from jeopardice.strategies.wanted import Wanted

NEGLIGIBLE = 1e-17
MOST_THROWS = 10_000
MOST_SCORE = 20_000_000

Place = tuple[int, Hashable]  # own score and memory


class Way(NamedTuple):
    """An outcome of a throw that does something."""

    probability: float
    points: int
    effect: str


@dataclass
class OpenEnded:
    """Turns of a strategy without a target; each is worked out once for every own score and memory."""

    rules: Rules
    strategy: Strategy
    known: dict[Place, dict[Place, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ways = [_ways(throw) for throw in self.rules.throws]
        self.stays = [float(_stay(throw)) for throw in self.rules.throws]
        self.bound = MOST_THROWS * self.rules.most_points
        self.memories: set[Hashable] = set()

    def turn(self, place: Place) -> dict[Place, float]:
        """Where a turn leads, and how probably."""
        if place not in self.known:
            self.known[place] = self._turn(*place)
        return self.known[place]

    def _turn(self, own: int, memory: Hashable) -> dict[Place, float]:
        after: dict[Place, float] = defaultdict(float)
        chance, totals = {0: 1.0}, [0]
        while totals:
            total = heapq.heappop(totals)
            here = chance.pop(total)
            if here < NEGLIGIBLE:  # it will bust some time
                after[self._ended(own, memory, "bust", 0)] += here
                continue
            weights = self._weights(State(own, 0, total, self.rules, memory=memory))
            if weights[0]:
                after[self._ended(own, memory, "bank" if total else "pass", total)] += here * weights[0]
            for weight, ways in zip(weights[1:], self.ways, strict=True):
                for way in ways if weight else ():
                    points = total + way.points
                    if way.effect != "score":
                        kind = ("bank" if points else "bust") if way.effect == "bank" else way.effect
                        after[self._ended(own, memory, kind, points)] += here * weight * way.probability
                        continue
                    if points not in chance:
                        chance[points] = 0.0
                        heapq.heappush(totals, points)
                    chance[points] += here * weight * way.probability
        return dict(after)

    def _weights(self, state: State) -> list[float]:
        """The probability that each action moves the turn on."""
        answer = asked(self.strategy, state)
        if isinstance(answer, int):
            weights = [float(answer == action) for action in range(len(self.ways) + 1)]
        else:
            moving = [answer[0], *(w * (1.0 - stay) for w, stay in zip(answer[1:], self.stays, strict=True))]
            weights = [w / sum(moving) for w in moving]
        if weights[0] < 1.0 and state.turn_total > self.bound:
            raise StrategyError(
                f"{self.strategy.name} still throws at own {state.own} with {state.turn_total:,} points at risk: "
                "without a target nothing ends the turn"
            )
        return weights

    def _ended(self, own: int, memory: Hashable, kind: str, points: int) -> Place:
        """The score and memory after a turn. A wipe of somebody who has nothing is a bust."""
        kind = "bust" if kind == "wipe" and not own else kind
        points = points if kind == "bank" else 0
        later = remembered(self.strategy, memory, Event(True, kind, points))  # type: ignore[arg-type]
        self.memories.add(later)
        if len(self.memories) > MOST_MEMORIES:
            raise StrategyError(f"{self.strategy.name} has more than {MOST_MEMORIES} memories")
        return (0 if kind == "wipe" else own + points), later


def points_after(rules: Rules, strategy: Strategy, turns: int) -> Distribution:
    """The distribution of the points that a strategy has after so many turns."""
    _refuse_bounded(strategy)
    first = findable(strategy, strategy.first_memory, "as its first memory")
    played, at = OpenEnded(rules, strategy), {(0, first): 1.0}
    for _ in range(turns):
        after: dict[Place, float] = defaultdict(float)
        for place, chance in at.items():
            for later, probability in played.turn(place).items():
                after[later] += chance * probability
        at = after
    most = max(own for own, _ in at)
    if most > MOST_SCORE:
        raise TooLargeError(f"{turns} turns of {rules} may bring {most:,} points; {MOST_SCORE:,} are handled")
    probabilities = np.zeros(most + 1)
    for (own, _), chance in at.items():
        probabilities[own] += chance
    return Distribution(probabilities)


def _refuse_bounded(strategy: Strategy) -> None:
    """Refuse what has no answer at scores beyond the target."""
    inner = strategy
    while isinstance(inner, Noisy):
        inner = inner.strategy
    if isinstance(inner, (Table, Wanted)):
        raise StrategyError(
            f"{strategy.name} is a table of scores below the target, and most-points has no target: "
            "take a strategy that can be asked at any score, such as hold-at(20)"
        )


def _stay(throw: Throw) -> float:
    return float(sum(o.probability for o in throw.outcomes if o.effect == "score" and not o.points))


def _ways(throw: Throw) -> list[Way]:
    """The outcomes of a throw that do something, given that it does."""
    moving = 1.0 - _stay(throw)
    doing = (o for o in throw.outcomes if o.effect != "score" or o.points)
    return [Way(float(o.probability) / moving, o.points, o.effect) for o in doing]
