"""Who sits at the table of one game: a strategy asked decision by decision, its memory, and the chance drawn for it."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from jeopardice.exact.resolve import resolve
from jeopardice.games.rules import Outcome, Rules, Throw, common_denominator
from jeopardice.games.turn import Turn, compile_turn
from jeopardice.sampled.seeds import as_generator
from jeopardice.strategies.alone import Alone
from jeopardice.strategies.asking import asked, findable, remembered
from jeopardice.strategies.base import HOLD, Answer, Event, State, Strategy
from jeopardice.strategies.named import Noisy
from jeopardice.strategies.notation import as_strategy
from jeopardice.strategies.table import Memories, Table
from jeopardice.strategies.wanted import Wanted

LARGEST_AT_ONCE = 1 << 62
LEAST_NODES = 6


class Chance:
    """Draws outcomes exactly, as integers below the common denominator of their probabilities; and actions."""

    def __init__(self, rng: Any) -> None:
        self.generator, self.used = as_generator(rng), False
        self._ways: dict[Throw, tuple[int, list[int]]] = {}

    def outcome(self, throw: Throw) -> Outcome:
        """What comes of a throw."""
        if len(throw.outcomes) == 1:
            return throw.outcomes[0]
        if throw not in self._ways:
            self._ways[throw] = _ways([outcome.probability for outcome in throw.outcomes])
        common, ways = self._ways[throw]
        return throw.outcomes[_place(ways, self.below(common))]

    def action(self, chances: Sequence[float]) -> int:
        """An action with these probabilities."""
        _, ways = _ways([Fraction(chance) for chance in chances])
        return _place(ways, self.below(sum(ways)))  # which sum to 1 only but for rounding

    def below(self, bound: int) -> int:
        """A whole number from 0 on, below the bound, each equally likely."""
        self.used = True
        if bound <= LARGEST_AT_ONCE:
            return int(self.generator.integers(bound))
        bits = (bound - 1).bit_length()
        while True:
            drawn = int.from_bytes(self.generator.bytes((bits + 7) // 8), "little") >> (-bits % 8)
            if drawn < bound:
                return drawn


def _ways(chances: Sequence[Fraction]) -> tuple[int, list[int]]:
    """The common denominator, and how many of so many ways each has."""
    common = common_denominator(chances, "probability")
    return common, [chance.numerator * (common // chance.denominator) for chance in chances]


def _place(ways: Sequence[int], drawn: int) -> int:
    """The place that has the way of this number."""
    for place, count in enumerate(ways):
        if drawn < count:
            return place
        drawn -= count
    raise AssertionError(f"{drawn} more than all ways")


class Written(Strategy):
    """A strategy that is written out, as a table or for one player, asked like any other."""

    def __init__(self, plan: Table | Alone) -> None:
        self.plan = plan
        self.goal = plan.goal

    @property
    def name(self) -> str:
        return self.plan.name

    @property
    def first_memory(self) -> Hashable:  # type: ignore[override]
        return self.plan.memories.values[0]

    def last_total(self, rules: Rules) -> int:
        return self.plan.turn.limit

    def remember(self, memory: Any, event: Event) -> Hashable:
        return _after(self.plan.memories, memory, event)

    def __call__(self, state: State) -> Answer:
        if isinstance(self.plan, Table):
            return self.plan(state)
        memory, node = self.plan.memories.values.index(state.memory), self.plan.turn.node_of[state.turn_total]
        return tuple(self.plan.weights[memory, :, state.own, node].tolist())


def _after(memories: Memories, memory: Hashable, event: Event) -> Hashable:
    """What the end of a turn makes of a memory that is written out."""
    number = memories.values.index(memory)
    if event.kind == "bank":
        banked = memories.banked[event.mine]
        later = banked[number, min(event.points, banked.shape[1] - 1)]
    else:
        ended = {"bust": memories.busted, "wipe": memories.wiped, "pass": memories.passed}
        later = ended[event.kind][event.mine][number]
    return memories.values[int(later)]


def found(rules: Rules, strategy: Strategy, alone: bool) -> Strategy:
    """The strategy with what is only named in it found: alone, `optimal` takes the fewest turns on average."""
    if isinstance(strategy, Noisy):
        return replace(strategy, strategy=found(rules, strategy.strategy, alone))
    if isinstance(strategy, Wanted):
        return Written(_plan(rules, strategy) if alone else resolve(rules, strategy))
    return Written(strategy) if isinstance(strategy, Table) else strategy


def _plan(rules: Rules, strategy: Strategy) -> Alone:
    from jeopardice.exact.solitaire.goals import fewest_turns
    from jeopardice.exact.solitaire.played import plan_of

    return plan_of(rules, strategy, fewest_turns())


class Seat:
    """A strategy at the table. It is asked as the exact figures have it: no more once banking wins, if it says so."""

    def __init__(self, rules: Rules, strategy: Any, alone: bool) -> None:
        self.rules, self.named = rules, as_strategy(rules, strategy)
        self.strategy = found(rules, self.named, alone)
        self.limit = max(rules.target, self.strategy.last_total(rules))
        self.memory = findable(self.strategy, self.strategy.first_memory, "as its first memory")

    def decide(self, own: int, opponent: int, turn_total: int, chance: Chance) -> tuple[int, bool]:
        """An action, and whether it was certain."""
        if turn_total >= self.limit or (self.strategy.goal and own + turn_total >= self.rules.target):
            return HOLD, True
        node = node_of(self.rules, turn_total)
        answer = asked(self.strategy, State(own, opponent, turn_total, self.rules, node, self.memory))
        if isinstance(answer, int):
            return answer, True
        if 1.0 in answer:
            return answer.index(1.0), True
        return chance.action(answer), False

    def remember(self, event: Event) -> None:
        """Hear of the end of a turn."""
        self.memory = remembered(self.strategy, self.memory, event)


def node_of(rules: Rules, turn_total: int) -> int:
    """The number of a decision; the automaton is compiled only as far as that takes."""
    turn: Turn = compile_turn(rules, 1 << max(LEAST_NODES, turn_total.bit_length()))
    return turn.node_of[turn_total]
