"""A turn is a small automaton that knows nothing of scores.

Its nodes stand in topological order: first the decisions, by turn total, where the player may hold or throw;
then the nodes where the turn total is banked whatever the player wants (an outcome that banks, or a total at
the limit). An outcome that scores 0 and goes on would be a loop: it is renormalised away (`stay`), since the
same choice comes again.

`compile_turn` makes the automaton once per game; `turn_outcomes` pushes probability through it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from operator import or_
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import TooLargeError
from jeopardice.games.notebook import plain_table, rows_table
from jeopardice.games.rules import MOST_DIGITS, Outcome, Rules, Throw

MOST_STEPS = 1_000_000
STRIDE = 6
MOST_EXACT = 500  # decisions of a turn that are reckoned in fractions: their digits grow with every throw


@dataclass(frozen=True, slots=True)
class Move:
    """What one throw does at a decision, given that it does something: bust, wipe, or step to a later node.

    A throw that only ever busts or wipes has no steps.
    """

    bust: Fraction
    wipe: Fraction
    stay: Fraction
    steps: tuple[tuple[Fraction, int], ...]


class TurnArrays(NamedTuple):
    """The automaton as arrays; move `m = node * throws + throw` has the step groups `start[m]:start[m + 1]`.

    `preference` has the throws as `Rules` has them, but counted from 0. A bust is a step to the node `len(total)`, a
    wipe one to the node after that. Steps come in groups of `STRIDE`, `successor[group, n]` with
    `probability[group, n]`; impossible ones fill the last of a move.
    """

    target: int
    decisions: int
    throws: int
    preference: NDArray[np.int64]
    total: NDArray[np.int64]
    start: NDArray[np.int64]
    successor: NDArray[np.uint64]
    probability: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Turn:
    """The automaton: `total[node]` of every node, `moves[node][throw]` of the decisions, which come first."""

    rules: Rules
    limit: int
    total: tuple[int, ...]
    moves: tuple[tuple[Move, ...], ...]

    @property
    def decisions(self) -> int:
        """How many nodes are decisions."""
        return len(self.moves)

    @cached_property
    def node_of(self) -> Mapping[int, int]:
        """The decision with a given turn total."""
        return {total: node for node, total in enumerate(self.total[: self.decisions])}

    @cached_property
    def end_of(self) -> Mapping[int, int]:
        """The node at which a given turn total is banked whatever the player wants."""
        return {total: node for node, total in enumerate(self.total[self.decisions :], self.decisions)}

    @cached_property
    def arrays(self) -> TurnArrays:
        """The automaton in floating point, for the kernels."""
        moves = [_grouped(move, len(self.total)) for choices in self.moves for move in choices]
        steps = [step for move in moves for step in move]
        return TurnArrays(
            target=self.rules.target,
            decisions=self.decisions,
            throws=len(self.rules.throws),
            preference=np.array(self.rules.preference, dtype=np.int64) - 1,
            total=np.array(self.total, dtype=np.int64),
            start=np.cumsum([0, *(len(move) // STRIDE for move in moves)], dtype=np.int64),
            successor=np.array([node for _, node in steps], dtype=np.uint64).reshape(-1, STRIDE),
            probability=_floats(probability for probability, _ in steps).reshape(-1, STRIDE),
        )


def _grouped(move: Move, nodes: int) -> list[tuple[Fraction, int]]:
    """All steps of a move, bust and wipe among them, filled up to whole groups."""
    steps = [*move.steps, (move.bust, nodes), (move.wipe, nodes + 1)]
    possible = [step for step in steps if step[0]]
    return possible + [(Fraction(0), nodes)] * (-len(possible) % STRIDE)


def _floats(fractions: Any) -> NDArray[np.float64]:
    known: dict[Fraction, float] = {}
    return np.array([known.setdefault(f, float(f)) for f in fractions], dtype=np.float64)


def compile_turn(rules: Rules, limit: int | None = None) -> Turn:
    """The automaton of a game; turn totals of `limit` (the target if none is given) and more are banked."""
    return _compiled(rules, rules.target if limit is None else limit)


@lru_cache(maxsize=64)
def _compiled(rules: Rules, limit: int) -> Turn:
    throws = [_conditioned(throw) for throw in rules.throws]
    scored = {o.points for *_, outcomes in throws for o in outcomes if o.effect == "score"}
    banked = {o.points for *_, outcomes in throws for o in outcomes if o.effect == "bank"}
    gains = sorted(points for points in scored if points < limit)
    steps = sum(len(outcomes) for *_, outcomes in throws)
    _refuse_many_steps(rules, steps * (1 + len(gains)))  # every gain below the limit is a decision's total
    reached = _reached(gains, limit)
    _refuse_many_steps(rules, steps * reached.bit_count())
    decisions = _ones(reached)
    ends = _ones(_union(reached << points for points in banked) & ~1)  # a bank of nothing is a bust
    ends = sorted({*ends, *_ones(_union(reached << points >> limit for points in scored) << limit)})
    bank = {total: len(decisions) + place for place, total in enumerate(ends)}
    score = bank | {total: node for node, total in enumerate(decisions)}
    moves = tuple(tuple(_move(total, throw, score, bank) for throw in throws) for total in decisions)
    return Turn(rules, limit, (*decisions, *ends), moves)


_Conditioned = tuple[Fraction, Fraction, Fraction, tuple[Outcome, ...]]


def _conditioned(throw: Throw) -> _Conditioned:
    """Bust, wipe and stay probabilities, and the outcomes that step on; all but `stay` given a move."""
    stay = sum((o.probability for o in throw.outcomes if o.effect == "score" and not o.points), Fraction(0))
    moving = tuple(
        Outcome(o.probability / (1 - stay), o.points, o.effect)
        for o in throw.outcomes
        if o.effect == "bank" or (o.effect == "score" and o.points)
    )
    return throw.chance("bust") / (1 - stay), throw.chance("wipe") / (1 - stay), stay, moving


@lru_cache(maxsize=16)
def in_floats(turn: Turn) -> Turn:
    """The same with floats for its fractions: four times as fast where many single turns are looked at."""

    def plain(move: Move) -> Any:
        fractions: Any = Move  # which is for fractions
        steps = tuple((float(p), n) for p, n in move.steps)
        return fractions(float(move.bust), float(move.wipe), float(move.stay), steps)

    return replace(turn, moves=tuple(tuple(map(plain, moves)) for moves in turn.moves))


def _refuse_many_steps(rules: Rules, steps: int) -> None:
    if steps > MOST_STEPS:
        raise TooLargeError(f"the turn of {rules} has at least {steps:,} steps; {MOST_STEPS:,} are handled")


def _reached(gains: Iterable[int], limit: int) -> int:
    """The turn totals below the limit that can be reached, as the bits of an integer; 0 is one of them.

    The order of the gains does not matter, so all multiples of one are added before the next: 1, 2, 4, ...
    times the gain, which makes every multiple.
    """
    reached, below = 1, (1 << limit) - 1
    for gain in gains:
        if reached >> gain & 1:
            continue  # others sum to it, and so to its multiples
        shift = gain
        while shift < limit:
            reached |= reached << shift & below
            shift *= 2
    return reached


def _union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def _ones(bits: int) -> list[int]:
    return [place for place, bit in enumerate(reversed(f"{bits:b}")) if bit == "1"]


def _move(total: int, throw: _Conditioned, score: Mapping[int, int], bank: Mapping[int, int]) -> Move:
    bust, wipe, stay, outcomes = throw
    if total == 0:
        bust += sum(o.probability for o in outcomes if not o.points)
        outcomes = tuple(o for o in outcomes if o.points)
    steps = tuple((o.probability, (score if o.effect == "score" else bank)[total + o.points]) for o in outcomes)
    return Move(bust, wipe, stay, steps)


@dataclass(frozen=True)
class TurnOutcomes:
    """How a turn ends: the probability of banking each turn total, of a bust, of a wipe and of a pass.

    Fractions where they could be had, else floats; and whose turn it was, where that is known.
    """

    banked: Mapping[int, Any]
    bust: Any
    wipe: Any
    passed: Any
    game: str = ""
    strategy: str = ""
    own: int = 0
    opponent: int = 0

    def __repr__(self) -> str:
        figures = {"mean": self.mean, "bust": self.bust, "wipe": self.wipe, "pass": self.passed}
        told = ", ".join(f"{name}={float(figure):.6g}" for name, figure in figures.items())
        return f"TurnOutcomes({self.game!r}, {self.strategy!r}, own={self.own}, opponent={self.opponent}, {told})"

    @property
    def mean(self) -> Any:
        """The expected number of points banked."""
        return sum(points * chance for points, chance in self.banked.items())

    @property
    def points(self) -> Mapping[int, Any]:
        """The probability of each number of points gained, 0 among them."""
        return {0: self.bust + self.wipe + self.passed, **self.banked}

    def to_dict(self) -> dict[str, Any]:
        """Plain data with floats; and, where they are known and can be written, the same as fractions."""
        return {
            "game": self.game,
            "strategy": self.strategy,
            "own": self.own,
            "opponent": self.opponent,
            "points": {str(points): float(chance) for points, chance in self.points.items()},
            "bust": float(self.bust),
            "wipe": float(self.wipe),
            "pass": float(self.passed),
            "mean": float(self.mean),
            "fractions": self._fractions(),
        }

    def _repr_html_(self) -> str:
        plain = self.to_dict()
        points = plain.pop("points").items()
        del plain["fractions"]
        return plain_table(plain) + rows_table((total, f"{chance:.6f}") for total, chance in points if chance >= 5e-7)

    def _fractions(self) -> dict[str, Any] | None:
        """The same in fractions as texts, or None where a figure is none or has too many digits."""
        figures = [*self.points.values(), self.bust, self.wipe, self.passed, self.mean]
        if any(isinstance(figure, float) or Fraction(figure).denominator >= 10**MOST_DIGITS for figure in figures):
            return None
        ends = {"bust": self.bust, "wipe": self.wipe, "pass": self.passed, "mean": self.mean}
        points = {str(points): str(chance) for points, chance in self.points.items()}
        return {"points": points} | {name: str(figure) for name, figure in ends.items()}


def effective(weights: Sequence[Any], moves: Sequence[Move]) -> list[Any]:
    """The probability of each action to be the one that moves the turn, as throws that score 0 come again."""
    moving = [weights[0], *(w * (1 - move.stay) for w, move in zip(weights[1:], moves, strict=True))]
    whole = sum(moving)
    if not whole:
        raise ZeroDivisionError
    return moving if whole == 1 else [w / whole for w in moving]


def turn_outcomes(turn: Turn, choices: Sequence[Sequence[Any]]) -> TurnOutcomes:
    """How a turn ends; `choices[node]` holds the probability of each action, 0 holding.

    Exact in fractions where the choices are integers or fractions and the turn is not too long, else in floating point.
    """
    chance: list[Any] = [Fraction(0)] * len(turn.total)
    chance[0] = Fraction(1) if turn.decisions <= MOST_EXACT else 1.0
    bust = wipe = Fraction(0)
    banked: dict[int, Any] = {}
    for node, moves in enumerate(turn.moves):
        if not chance[node]:
            continue
        weights = effective(choices[node], moves)
        if weights[0]:
            banked[turn.total[node]] = banked.get(turn.total[node], 0) + chance[node] * weights[0]
        for weight, move in zip(weights[1:], moves, strict=True):
            if weight:
                here = chance[node] * weight
                bust, wipe = bust + here * move.bust, wipe + here * move.wipe
                for probability, successor in move.steps:
                    chance[successor] += here * probability
    for node in range(turn.decisions, len(turn.total)):
        if chance[node]:
            banked[turn.total[node]] = banked.get(turn.total[node], 0) + chance[node]
    passed = banked.pop(0, Fraction(0))
    return TurnOutcomes(MappingProxyType(dict(sorted(banked.items()))), bust, wipe, passed)
