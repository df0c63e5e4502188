"""Pig: roll a die as often as you dare. A 1 loses the turn total, anything else adds to it; first to the target wins.

>>> from jeopardice import finite
>>> round(finite.solve(Pig(target=20)).value(), 6)
0.615559
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from jeopardice.finite import FINAL, Move

SIXTH = Fraction(1, 6)


@dataclass(frozen=True)
class Pig:
    """A state is (who moves, own score, other's score, turn total), or the number of the winner."""

    target: int = 100
    players: int = 2
    initial: Any = (0, 0, 0, 0)

    def kind(self, state: Any) -> int | str:
        return FINAL if isinstance(state, int) else int(state[0])

    def moves(self, state: Any) -> Iterator[Move]:
        player, own, other, turn_total = state
        yield Move((1 - player, other, own + turn_total, 0), name="hold")
        yield Move((1 - player, other, own, 0), SIXTH, name="roll")
        for face in range(2, 7):
            total = turn_total + face
            won = own + total >= self.target
            yield Move(player if won else (player, own, other, total), SIXTH, name="roll")

    def payoff(self, winner: int) -> tuple[float, float]:
        return (1, 0) if winner == 0 else (0, 1)
