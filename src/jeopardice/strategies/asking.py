"""Where a strategy's own code is called: its answers and memories are checked, and its faults told as its own."""

from collections.abc import Hashable

from jeopardice.errors import JeopardiceError, StrategyError, in_one_line
from jeopardice.games.rules import short
from jeopardice.strategies.base import Answer, Event, State, Strategy, as_action


def asked(strategy: Strategy, state: State) -> Answer:
    """What a strategy answers at a decision: an action or a probability for each, or a StrategyError that says why not.

    A strategy that ends the program does not end ours.
    """
    try:
        answer = strategy(state)
    except JeopardiceError:
        raise
    except (Exception, SystemExit) as problem:
        raise StrategyError(f"{strategy.name} failed {state.place}: {in_one_line(problem)}") from problem
    try:
        return as_action(answer, state)
    except StrategyError as problem:
        raise StrategyError(f"{strategy.name}, {problem}") from None


def remembered(strategy: Strategy, memory: Hashable, event: Event) -> Hashable:
    """What a strategy remembers after the end of a turn: something that can be found again among memories."""
    place = f"{event!r}, which it met with the memory {short(memory)}"
    try:
        later: Hashable = strategy.remember(memory, event)
    except JeopardiceError:
        raise
    except (Exception, SystemExit) as problem:
        raise StrategyError(f"{strategy.name} cannot remember {place}: {in_one_line(problem)}") from problem
    return findable(strategy, later, f"after {place}")


def findable(strategy: Strategy, memory: Hashable, when: str) -> Hashable:
    """The memory itself, if it is hashable and equal to itself."""
    try:
        found = memory in {memory: None} and bool(memory == memory)
    except Exception:
        found = False
    if not found:
        raise StrategyError(
            f"{strategy.name}: a memory must be hashable and equal to itself, not {short(memory)} ({when})"
        )
    return memory
