"""Counting and reckoning: products, powers, and figures that follow from others that are printed beside them."""

import math
from fractions import Fraction

from jeopardice.reproduce.answer import Answer, Task, check
from jeopardice.reproduce.known import solution


@check
def powers_of_two(task: Task, factors: list[float]) -> Answer:
    """The product of some factors, as a power of two."""
    product = math.prod(factors)
    facts = {"product": product}
    return Answer((math.log2(product),), told=f"2^{math.log2(product):.1f} = {product:.3g}", facts=facts)


@check
def log2(task: Task, number: float) -> Answer:
    """A number as a power of two."""
    return Answer((math.log2(number),), told=f"2^{math.log2(number):.1f} = {number:.3g}")


@check
def pure_strategies(task: Task) -> Answer:
    """There are 2 to the power of so many strategies: a roll or a hold wherever there is something to decide."""
    states = solution(task.game).states
    return Answer((float(states),), told=f"2^{states:,}", facts={"states": states})


@check
def reckoned(task: Task, terms: list[float], divisor: float = 1.0) -> Answer:
    """The sum of some printed figures, divided."""
    return Answer((math.fsum(terms) / divisor,))


@check
def product(task: Task, factors: list[float]) -> Answer:
    """The product of some printed figures."""
    return Answer((math.prod(factors),))


@check
def apart(task: Task, one: str, other: str) -> Answer:
    """By how much two printed figures differ."""
    return Answer((abs(float(one) - float(other)),))


@check
def as_printed(task: Task, figures: list[float]) -> Answer:
    """Figures that are printed elsewhere in the document."""
    return Answer(tuple(figures))


@check
def in_general(task: Task, first: float, b_first: float) -> Answer:
    """What two printed figures of going first come to in general."""
    return Answer(((first + 1.0 - b_first) / 2,))


@check
def all_below(task: Task, figures: list[float], bound: float) -> Answer:
    """Are printed deviations below a bound? And how many standard errors of 300,000 games that bound is."""
    error = 0.5 / math.sqrt(300_000)
    return Answer(holds=max(figures) < bound, told=f"at most {max(figures)}", facts={"ratio": bound / error})


@check
def constant_sums(task: Task, zero: list[list[str]], constant: list[list[str]], other: list[list[str]]) -> Answer:
    """Are these pay-offs of zero sum, of constant sum, and of no constant sum?"""
    sums = [{sum(map(Fraction, pair), Fraction(0)) for pair in pairs} for pairs in (zero, constant, other)]
    told = "; ".join(", ".join(str(total) for total in sorted(found)) for found in sums)
    good = sums[0] == {Fraction(0)} and len(sums[1]) == 1 and len(sums[2]) > 1
    return Answer(holds=good, told=f"sums {told}")
