"""Piglet: toss a coin as often as you dare. Heads adds 1 to your turn total, tails loses it; first to the target wins.

>>> from jeopardice import finite
>>> round(finite.solve(Piglet(target=2)).value(), 6)  # 4/7
0.571429
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from jeopardice.finite import FINAL, Move


@dataclass(frozen=True)
class Piglet:
    """A state is (who moves, own score, other's score, turn total), or the number of the winner."""

    target: int = 10
    heads: float = 0.5
    players: int = 2
    initial: Any = (0, 0, 0, 0)

    def kind(self, state: Any) -> int | str:
        return FINAL if isinstance(state, int) else int(state[0])

    def moves(self, state: Any) -> Iterator[Move]:
        player, own, other, turn_total = state
        yield Move((1 - player, other, own + turn_total, 0), name="hold")
        more = turn_total + 1
        won = own + more >= self.target
        yield Move(player if won else (player, own, other, more), self.heads, name="toss")
        yield Move((1 - player, other, own, 0), 1 - self.heads, name="toss")

    def payoff(self, winner: int) -> tuple[float, float]:
        return (1, 0) if winner == 0 else (0, 1)
