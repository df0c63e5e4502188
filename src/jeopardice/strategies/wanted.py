"""Strategies that only name what they want: a game must be solved before they can be asked (`exact/resolve.py`)."""

from dataclasses import dataclass
from fractions import Fraction

from jeopardice.errors import StrategyError
from jeopardice.games.grammar import spelled_number
from jeopardice.strategies.base import Answer, State, Strategy
from jeopardice.strategies.values import as_inner, as_number


class Wanted(Strategy):
    """A name for a table that has still to be found; `way` says what finds it."""

    way: str

    def __call__(self, state: State) -> Answer:
        raise StrategyError(f"{self.name} must be solved before it can be asked: use jeopardice.{self.way}")


@dataclass(frozen=True)
class Optimal(Wanted):
    """Plays the game's optimum: the largest probability of winning against an opponent who does the same."""

    way = "solve(...).strategy"

    @property
    def name(self) -> str:
        return "optimal"


@dataclass(frozen=True)
class BestResponse(Wanted):
    """Plays what wins most often against one given strategy."""

    strategy: Strategy
    way = "best_response(...)"

    def __post_init__(self) -> None:
        as_inner(self.strategy)

    @property
    def name(self) -> str:
        return f"best-response({self.strategy.name})"


@dataclass(frozen=True)
class SoftMax(Wanted):
    """Makes mistakes in proportion to their cost: it takes an action with a probability proportional to exp(value / t).

    The value is the probability of winning after that action if both play as well as possible from then on. A
    mistake that costs t is 2.7 times less likely than the best action, one that costs 2t 7.4 times. With t = 0 it is
    the optimum, and with a very large t all legal actions are equally likely.
    """

    t: Fraction
    way = "resolve(...)"

    def __post_init__(self) -> None:
        object.__setattr__(self, "t", as_number(self.t, "t"))

    @property
    def name(self) -> str:
        return f"soft-max({spelled_number(self.t)})"
