"""Pig alone as finite games, in the states that documents give it, and with their equations."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from jeopardice.finite.model import FINAL, Move

SIXTH = Fraction(1, 6)


@dataclass(frozen=True)
class ByTurns:
    """To the target within some turns. A state is (own score, turns left, turn total), or whether the target is met."""

    target: int
    turns: int
    players: int = 1

    @property
    def initial(self) -> Any:
        return (0, self.turns, 0)

    def kind(self, state: Any) -> int | str:
        return FINAL if isinstance(state, bool) else 0

    def moves(self, state: Any) -> Iterator[Move]:
        if isinstance(state, bool):
            return
        own, left, total = state
        yield Move(self._next(own + total, left - 1), name="hold")
        yield Move(self._next(own, left - 1), SIXTH, name="roll")
        for face in range(2, 7):
            reached = own + total + face >= self.target
            yield Move(True if reached else (own, left, total + face), SIXTH, name="roll")

    def _next(self, own: int, left: int) -> Any:
        return (own, left, 0) if left else False

    def payoff(self, state: bool) -> float:
        return float(state)


@dataclass(frozen=True)
class Lecture:
    """As few turns as possible. A state is (score p, turn total p', roll r), and every turn that ends pays -1.

    `stop` says what is banked on stopping, and `going_on` the turn total that is rolled with, as sums of p, p' and r.
    """

    target: int
    stop: str = "p p' r"
    going_on: str = "p' r"
    players: int = 1
    initial: Any = "begin"

    def kind(self, state: Any) -> int | str:
        return FINAL if state == "over" else "chance" if state == "begin" or state[2] == 1 else 0

    def moves(self, state: Any) -> Iterator[Move]:
        if state == "over":
            return
        if state == "begin":
            yield from self._rolls(0, 0, 0, "roll")
            return
        score, total, roll = state
        if roll == 1:
            yield from self._rolls(score, 0, -1, "bust")
            return
        words = {"p": score, "p'": total, "r": roll}
        going_on, banked = (sum(words[word] for word in text.split()) for text in (self.going_on, self.stop))
        if banked >= self.target:
            yield Move("over", 1, -1, "stop")
        else:
            yield from self._rolls(banked, 0, -1, "stop")
        if going_on + score < self.target:
            yield from self._rolls(score, going_on, 0, "roll")

    def _rolls(self, score: int, total: int, pays: int, name: str) -> Iterator[Move]:
        for face in range(1, 7):
            yield Move((score, total, face), SIXTH, pays, name)

    def payoff(self, state: str) -> float:
        return 0.0
