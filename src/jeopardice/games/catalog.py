"""The games with names. Each is a function from its parameters to `Rules`; its docstring describes it.

To add a game: write the function, put it into `CATALOG`, and add a row to `tests/known/` if a figure of it
is known.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from jeopardice.errors import RulesError
from jeopardice.games.dice import fair_die, judged_throw, summed_throw, summed_throws
from jeopardice.games.grammar import spelled
from jeopardice.games.rules import MOST_POINTS, Effect, Outcome, Rules, Throw, as_fraction, as_integer, short

SIX = fair_die(6)


def _named(family: str, **parameters: tuple[Any, Any]) -> str:
    """The family's name with the parameters (value, default) that are not the default; without the target."""
    return spelled(family, {key: value for key, (value, default) in parameters.items() if value != default})


def pig(target: int = 100, sides: int = 6, bust: int | Iterable[int] = 1) -> Rules:
    """One die; a 1 busts, anything else is added to the turn total."""
    die = fair_die(sides)
    faces = tuple(bust) if isinstance(bust, Iterable) else (bust,)
    for face in faces:
        if as_integer(face, "bust", 1, MOST_POINTS) > sides:
            raise RulesError(f"bust must name faces of the die (1 to {sides}), not {face}")
    name = _named("pig", sides=(sides, 6), bust=(faces[0] if len(faces) == 1 else faces, 1))
    return Rules(name, target, (summed_throw("roll", [die], faces),))


def piglet(target: int = 10, heads: Fraction = Fraction(1, 2)) -> Rules:
    """A coin: heads adds one point, tails busts."""
    chance = as_fraction(heads, "heads")
    if not 0 < chance <= 1:
        raise RulesError(f"heads must be more than 0 and at most 1, not {short(chance)}")
    flip = Throw("flip", (Outcome(chance, 1), Outcome(1 - chance, 0, "bust")))
    return Rules(_named("piglet", heads=(chance, Fraction(1, 2))), target, (flip,))


def two_dice_pig(target: int = 100) -> Rules:
    """Two dice; a single 1 busts, double 1 wipes the banked score as well."""

    def judge(faces: tuple[int, ...]) -> tuple[int, Effect]:
        ones = faces.count(1)
        return (sum(faces), "score") if not ones else (0, "bust" if ones == 1 else "wipe")

    return Rules("two-dice-pig", target, (judged_throw("roll", [SIX, SIX], judge),))


def big_pig(target: int = 100) -> Rules:
    """Two dice; a single 1 busts, double 1 adds 25, other doubles count twice."""
    return Rules("big-pig", target, (judged_throw("roll", [SIX, SIX], _doubles_count_twice("score")),))


def frey(target: int = 100) -> Rules:
    """As Big Pig, but double 1 adds 25 to the turn total, which is banked and ends the turn."""
    return Rules("frey", target, (judged_throw("roll", [SIX, SIX], _doubles_count_twice("bank")),))


def _doubles_count_twice(double_one: Effect) -> Callable[[tuple[int, ...]], tuple[int, Effect]]:
    def judge(faces: tuple[int, ...]) -> tuple[int, Effect]:
        if faces == (1, 1):
            return 25, double_one
        if 1 in faces:
            return 0, "bust"
        return (2 if faces[0] == faces[1] else 1) * sum(faces), "score"

    return judge


def piggy(target: int = 100) -> Rules:
    """Two dice; doubles bust, anything else adds its sum."""
    return Rules(
        "piggy",
        target,
        (judged_throw("roll", [SIX, SIX], lambda f: (0, "bust") if f[0] == f[1] else (sum(f), "score")),),
    )


def hog(dice: int = 10, target: int = 100) -> Rules:
    """Choose how many dice to throw, once: any 1 scores nothing, else their sum is banked; the turn ends."""
    most = as_integer(dice, "dice", least=1, most=100)
    throws = summed_throws("throw", SIX, most, bust_faces=[1], ends_turn=True)
    return Rules(_named("hog", dice=(most, 10)), target, throws)


# A single throw of two pigs, from the positions of one pig (side without dot .349, with dot .302,
# razorback .224, trotter .088, snouter .030, leaning jowler the rest, .007), the two pigs independent.
# The positions are those counted by Kern, "Pig Data and Bayesian Inference on Multinomial Probabilities",
# Journal of Statistics Education 14(3), 2006 (also used by Gorman, INFORMS Transactions on Education 2012,
# doi 10.1287/ited.1120.0088). The rest is a pig out.
PASS_THE_PIGS = {
    1: ".213005",
    5: ".406224",
    10: ".078484",
    15: ".027834",
    20: ".062288",
    25: ".00042",
    40: ".0009",
    60: ".000049",
}


def pass_the_pigs(target: int = 100) -> Rules:
    """Two plastic pigs, one throw at a time, with measured probabilities; a pig out busts."""
    outcomes = [Outcome(Fraction(chance), points) for points, chance in PASS_THE_PIGS.items()]
    rest = 1 - sum((outcome.probability for outcome in outcomes), Fraction(0))
    return Rules("pass-the-pigs", target, (Throw("throw", (*outcomes, Outcome(rest, 0, "bust"))),))


CATALOG: dict[str, Callable[..., Rules]] = {
    "pig": pig,
    "piglet": piglet,
    "two-dice-pig": two_dice_pig,
    "big-pig": big_pig,
    "frey": frey,
    "piggy": piggy,
    "hog": hog,
    "pass-the-pigs": pass_the_pigs,
}

PIG = pig()
