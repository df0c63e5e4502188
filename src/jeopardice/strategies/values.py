"""What a strategy is made of: its numbers, and the strategies inside of it, checked where it is made."""

from fractions import Fraction

from jeopardice.errors import StrategyError
from jeopardice.games.grammar import LONGEST_NUMBER, spelled_number
from jeopardice.games.rules import MOST_TARGET, as_fraction, as_integer, short
from jeopardice.strategies.base import Strategy


def as_whole(value: object, field: str, least: int) -> int:
    """A whole number, or a StrategyError that shows it."""
    try:
        return as_integer(value, field, least, MOST_TARGET)
    except Exception as problem:
        raise StrategyError(str(problem)) from None


def as_number(value: object, field: str, most: int | None = None) -> Fraction:
    """A number from 0 on, perhaps with a limit, that can be spelled; or a StrategyError that shows it."""
    try:
        number = as_fraction(value, field)
    except Exception as problem:
        raise StrategyError(str(problem)) from None
    if number < 0 or (most is not None and number > most):
        allowed = "be at least 0" if most is None else f"lie between 0 and {most}"
        raise StrategyError(f"{field} must {allowed}, not {float(number):g}")
    if len(spelled_number(number)) > LONGEST_NUMBER:
        raise StrategyError(f"{field} must be a number of at most {LONGEST_NUMBER} characters, such as 1/6 or 0.05")
    return number


def as_inner(strategy: object) -> Strategy:
    """A strategy that stands inside of another, or a StrategyError that shows what does."""
    if not isinstance(strategy, Strategy):
        raise StrategyError(f"a strategy is expected, such as hold-at(20), not {short(strategy)}")
    return strategy
