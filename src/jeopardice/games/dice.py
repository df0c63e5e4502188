"""Dice into throws: what several dice, fair or weighted, do together."""

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from jeopardice.errors import RulesError
from jeopardice.games.rules import (
    MOST_POINTS,
    Effect,
    Outcome,
    Throw,
    as_fraction,
    as_integer,
    common_denominator,
    handled_denominator,
)

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
        weights = tuple(as_fraction(weight, "weights") for weight in self.weights or (1,) * len(faces))
        if len(weights) != len(faces):
            raise RulesError(f"weights must be as many as the {len(faces)} faces, not {len(weights)}")
        if min(weights) < 0 or not any(weights):
            raise RulesError("weights must not be negative, and not all 0")
        object.__setattr__(self, "faces", faces)
        object.__setattr__(self, "weights", weights)

    def counts(self) -> dict[int, int]:
        """In how many ways each face shows, if all ways are equally likely: the smallest whole numbers."""
        common = common_denominator(self.weights, "weights")
        counts: dict[int, int] = defaultdict(int)
        for face, weight in zip(self.faces, self.weights, strict=True):
            counts[face] += weight.numerator * (common // weight.denominator)
        divisor = math.gcd(*counts.values())
        return {face: count // divisor for face, count in counts.items()}

    def chances(self) -> dict[int, Fraction]:
        """The probability of each face."""
        counts = self.counts()
        ways = sum(counts.values())
        return {face: Fraction(count, ways) for face, count in counts.items()}


@dataclass(frozen=True, slots=True)
class Sums:
    """In how many of the `ways` in which some dice may fall they show each sum, and no bust face."""

    counts: Mapping[int, int]
    ways: int

    def with_die(self, die: Die, bust_faces: frozenset[int]) -> "Sums":
        """The sums with one die more."""
        faces = die.counts()
        ways = handled_denominator(self.ways * sum(faces.values()), "dice")
        good = [(face, count) for face, count in faces.items() if face not in bust_faces]
        counts: dict[int, int] = defaultdict(int)
        for total, before in self.counts.items():
            for face, count in good:
                counts[total + face] += before * count
        return Sums(counts, ways)

    def throw(self, name: str, ends_turn: bool) -> Throw:
        """The throw that scores the sum, or busts."""
        effect: Effect = "bank" if ends_turn else "score"
        outcomes = [Outcome(Fraction(count, self.ways), total, effect) for total, count in self.counts.items()]
        busts = self.ways - sum(self.counts.values())
        return Throw(name, (*outcomes, Outcome(Fraction(busts, self.ways), 0, "bust")))


NO_DICE = Sums({0: 1}, 1)


def fair_die(sides: int) -> Die:
    """A fair die with faces 1 to `sides`."""
    return Die(tuple(range(1, as_integer(sides, "sides", least=1, most=MOST_FACES) + 1)))


def judged_throw(name: str, dice: Sequence[Die], judge: Judge) -> Throw:
    """A throw in which `judge` says what the faces shown, one of each die, do; it tries all combinations."""
    outcomes = []
    for combination in itertools.product(*(die.chances().items() for die in dice)):
        points, effect = judge(tuple(face for face, _ in combination))
        outcomes.append(Outcome(math.prod((p for _, p in combination), start=Fraction(1)), points, effect))
    return Throw(name, tuple(outcomes))


def summed_throw(name: str, dice: Iterable[Die], bust_faces: Iterable[int] = (), ends_turn: bool = False) -> Throw:
    """A throw that scores the sum of its dice, unless any of them shows a bust face."""
    sums, bad = NO_DICE, frozenset(bust_faces)
    for die in dice:
        sums = sums.with_die(die, bad)
    return sums.throw(name, ends_turn)


def summed_throws(
    name: str, die: Die, most: int, bust_faces: Iterable[int] = (), ends_turn: bool = False
) -> tuple[Throw, ...]:
    """The throws of 1, 2, ... up to `most` such dice, called `name-1`, `name-2`, ..."""
    throws, sums, bad = [], NO_DICE, frozenset(bust_faces)
    for n in range(1, most + 1):
        sums = sums.with_die(die, bad)
        throws.append(sums.throw(f"{name}-{n}", ends_turn))
    return tuple(throws)


def summing_steps(dice: Iterable[Die]) -> int:
    """At most how many additions it takes to find the chances of all sums of these dice."""
    steps, sums, highest = 0, 1, 0
    for die in dice:
        faces = len(set(die.faces))
        steps += sums * faces
        highest += max(die.faces)
        sums = min(sums * faces, highest + 1)
    return steps
