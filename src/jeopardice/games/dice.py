"""Dice into throws: what several dice, fair or weighted, do together."""

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from jeopardice.errors import RulesError
from jeopardice.games.rules import MOST_POINTS, Effect, Outcome, Throw, as_fraction, as_integer

Judge = Callable[[tuple[int, ...]], tuple[int, Effect]]
MOST_FACES = 1000


@dataclass(frozen=True, slots=True)
class Die:
    """Faces and their weights; equal weights where none are given."""

    faces: tuple[int, ...]
    weights: tuple[Fraction, ...] = ()

    def __post_init__(self) -> None:
        faces = tuple(as_integer(face, "faces", least=0, most=MOST_POINTS) for face in self.faces)
        if not 1 <= len(faces) <= MOST_FACES:
            raise RulesError(f"faces must be between 1 and {MOST_FACES} numbers, not {len(faces)}")
        weights = tuple(as_fraction(weight, "weights") for weight in self.weights) or (Fraction(1),) * len(faces)
        if len(weights) != len(faces):
            raise RulesError(f"weights must be as many as the {len(faces)} faces, not {len(weights)}")
        if min(weights) < 0 or not sum(weights):
            raise RulesError("weights must not be negative, and not all 0")
        object.__setattr__(self, "faces", faces)
        object.__setattr__(self, "weights", weights)

    def chances(self) -> dict[int, Fraction]:
        """The probability of each face."""
        chances: dict[int, Fraction] = defaultdict(Fraction)
        for face, weight in zip(self.faces, self.weights, strict=True):
            chances[face] += weight / sum(self.weights)
        return dict(chances)


def fair_die(sides: int) -> Die:
    """A fair die with faces 1 to `sides`."""
    return Die(tuple(range(1, as_integer(sides, "sides", least=1, most=MOST_FACES) + 1)))


def judged_throw(name: str, dice: Sequence[Die], judge: Judge) -> Throw:
    """A throw in which `judge` says what the faces shown, one of each die, do. For a few dice: it tries all of them."""
    outcomes = []
    for combination in itertools.product(*(die.chances().items() for die in dice)):
        chance = Fraction(1)
        for _, probability in combination:
            chance *= probability
        points, effect = judge(tuple(face for face, _ in combination))
        outcomes.append(Outcome(chance, points, effect))
    return Throw(name, tuple(outcomes))


def summed_throw(name: str, dice: Iterable[Die], bust_faces: Iterable[int] = (), ends_turn: bool = False) -> Throw:
    """A throw that scores the sum of its dice, unless any of them shows a bust face. Any number of dice will do."""
    bad = frozenset(bust_faces)
    sums: dict[int, Fraction] = {0: Fraction(1)}
    for die in dice:
        longer: dict[int, Fraction] = defaultdict(Fraction)
        for total, chance in sums.items():
            for face, probability in die.chances().items():
                if face not in bad:
                    longer[total + face] += chance * probability
        sums = dict(longer)
    effect: Effect = "bank" if ends_turn else "score"
    outcomes = [Outcome(chance, total, effect) for total, chance in sums.items()]
    return Throw(name, (*outcomes, Outcome(1 - sum(sums.values()), 0, "bust")))
