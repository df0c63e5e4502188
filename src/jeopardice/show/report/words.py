"""Rules and simple strategies in words, made from their values."""

from collections.abc import Sequence
from fractions import Fraction

from jeopardice.exact.percent import percent
from jeopardice.games.rules import Effect, Outcome, Rules, Throw
from jeopardice.games.turn import compile_turn
from jeopardice.strategies.base import Strategy
from jeopardice.strategies.named import HoldAt, KeepPace
from jeopardice.strategies.notation import spelled_strategy

MOST_TOLD = 6
MEANING: dict[Effect, str] = {
    "bust": "A bust: the turn total is lost, and the turn ends.",
    "wipe": "A wipe: the turn total and the banked score are lost, and the turn ends.",
}


def listed(names: Sequence[str], last: str = "and") -> str:
    """Some things, with a word before the last of them."""
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def points(number: int | Fraction) -> str:
    """A number of points."""
    shown = f"{float(number):.2f}".rstrip("0").rstrip(".") if isinstance(number, Fraction) else f"{number:,}"
    return f"{shown} point{'' if number == 1 else 's'}"


def chance(probability: Fraction) -> str:
    """A probability: as a fraction, where that is short, and in percent."""
    share = percent(float(probability))
    return f"{probability} ({share})" if probability.denominator < 10_000 else share


def rules_in_words(rules: Rules) -> list[str]:
    """The rules, in sentences."""
    told = [f"Two players take turns, and both begin with 0 points. Whoever first banks {points(rules.target)} wins."]
    names = [throw.name for throw in rules.throws]
    safe = "Banked points are safe" + (", but for a wipe." if rules.wipes else ".")
    if compile_turn(rules).decisions == 1:
        which = _called(names[0]) if len(names) == 1 else f"; choose which of {len(names)} ({_some(names)})"
        told.append(f"A turn is a single throw{which}. It ends with it, whatever comes. {safe}")
    else:
        which = _called(names[0]) if len(names) == 1 else f", each time one of {len(names)} throws ({_some(names)})"
        told.append(
            f"In your turn you throw as often as you like{which}. The points add up to the turn total. When you hold, "
            f"it is banked, that is, added to your score, and the turn ends. {safe}"
        )
    told.append(
        "The first throw of a turn has to be made."
        if rules.forced_first_roll
        else "You may also pass: hold before the first throw."
    )
    told += [_throw_in_words(throw) for throw in rules.throws if len(names) <= MOST_TOLD]
    effects = {outcome.effect for throw in rules.throws for outcome in throw.outcomes}
    return told + [meaning for effect, meaning in MEANING.items() if effect in effects]


def _called(name: str) -> str:
    return "" if name == "throw" else f" ({name})"


def _some(names: Sequence[str]) -> str:
    return ", ".join(names if len(names) <= MOST_TOLD else [*names[:2], "...", names[-1]])


def _throw_in_words(throw: Throw) -> str:
    """What may come of a throw, effect by effect, and its mean."""
    parts = []
    for effect in ("score", "bank", "bust", "wipe"):
        outcomes = sorted((o for o in throw.outcomes if o.effect == effect), key=lambda o: o.points)
        if outcomes:
            probability = chance(sum((o.probability for o in outcomes), Fraction(0)))
            parts.append(f"{_effect_in_words(effect, outcomes)} with a probability of {probability}")
    mean = sum((o.probability * o.points for o in throw.outcomes), Fraction(0))
    return f"{throw.name}: {'; '.join(parts)}. It brings {points(mean)} on average."


def _effect_in_words(effect: str, outcomes: Sequence[Outcome]) -> str:
    if effect in MEANING:
        return f"a {effect}"
    what = points(outcomes[0].points)
    if len(outcomes) > 1:
        numbers = [o.points for o in outcomes]
        short = len(numbers) <= 3 or (len(numbers) <= MOST_TOLD and numbers[-1] - numbers[0] >= len(numbers))
        what = f"{listed([*map(str, numbers)], 'or') if short else f'{numbers[0]} to {numbers[-1]}'} points"
        what += " (all equally likely)" if len({o.probability for o in outcomes}) == 1 else ""
    return what if effect == "score" else f"{what}, with which the turn ends and everything is banked,"


def shown(name: str, rules: Rules) -> str:
    """The name of a strategy for a reader: where there is nothing to hold, which throw it always makes."""
    strategy = spelled_strategy(rules, name) if compile_turn(rules).decisions == 1 else None
    return f"always {rules.throws[strategy.throw - 1].name}" if isinstance(strategy, HoldAt) else name


def in_words(strategy: Strategy, rules: Rules) -> str:
    """What a simple rule says, as one would tell it to a friend."""
    if isinstance(strategy, HoldAt):
        return _hold_in_words(strategy, rules)
    if isinstance(strategy, KeepPace):
        return _pace_in_words(strategy, rules)
    return strategy.describe()


def _thrown(rules: Rules, throw: int) -> str:
    """Which throw is made all the time, where there are several."""
    return f"always make {rules.throws[throw - 1].name}" if len(rules.throws) > 1 else ""


def _hold_in_words(strategy: HoldAt, rules: Rules) -> str:
    thrown = _thrown(rules, strategy.throw)
    if compile_turn(rules).decisions == 1:
        return _sentence(thrown or "throw")
    until = "go on until you win" if strategy.n >= rules.target else f"hold at {strategy.n}"
    return _sentence(thrown, until)


def _pace_in_words(strategy: KeepPace, rules: Rules) -> str:
    target, a, b = rules.target, strategy.a, strategy.b
    told = f"hold at {a}"
    if b == 1:
        told = f"hold at {a} + opponent - own: as many more as you are behind, as many less as you are ahead"
    elif b < 2 * target:
        more = f"1 more for every {b} points that you are behind, 1 less for every {b} that you are ahead"
        told = f"hold at {a} + (opponent - own)/{b}, rounded: {more}"
    race = f"once either score is at least {strategy.c}, go on until you win" if strategy.c < target else ""
    return _sentence(_thrown(rules, strategy.throw), told, race)


def _sentence(*parts: str) -> str:
    told = "; ".join(part for part in parts if part)
    return f"{told[0].upper()}{told[1:]}."
