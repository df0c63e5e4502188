"""Two-Dice Pig: as Pig, with two dice. A single 1 loses the turn total, and two 1s lose the whole score as well.

Whoever throws two 1s is back at 0, so that almost the whole game is one cycle. That is no trouble.

>>> from jeopardice import finite
>>> round(finite.solve(TwoDicePig(target=20)).value(), 6)
0.602858
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from jeopardice.finite import FINAL, Move

SUMS = Counter(a + b for a, b in product(range(2, 7), repeat=2))  # without a 1


@dataclass(frozen=True)
class TwoDicePig:
    """A state is (who moves, own score, other's score, turn total), or the number of the winner."""

    target: int = 100
    players: int = 2
    initial: Any = (0, 0, 0, 0)

    def kind(self, state: Any) -> int | str:
        return FINAL if isinstance(state, int) else int(state[0])

    def moves(self, state: Any) -> Iterator[Move]:
        player, own, other, turn_total = state
        yield Move((1 - player, other, own + turn_total, 0), name="hold")
        yield Move((1 - player, other, 0, 0), Fraction(1, 36), name="roll")
        yield Move((1 - player, other, own, 0), Fraction(10, 36), name="roll")
        for points, count in SUMS.items():
            total = turn_total + points
            won = own + total >= self.target
            yield Move(player if won else (player, own, other, total), Fraction(count, 36), name="roll")

    def payoff(self, winner: int) -> tuple[float, float]:
        return (1, 0) if winner == 0 else (0, 1)
