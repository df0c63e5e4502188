"""Roll again: a die for one player. Every roll costs something; take what the die shows, or pay and roll again.

The rolling may go on for ever, but it never should: with rewards along the way, here the costs of rolls, this is what
makes it a game. At a cost of 1/2 the game is worth 4, and whoever sees a 4 may just as well roll.

>>> from jeopardice import finite
>>> solved = finite.solve(RollAgain(cost=1 / 3))
>>> round(solved.value(), 6), solved.action(4), solved.action(5)
(4.5, 'roll', 'take')
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from jeopardice.finite import FINAL, Move


@dataclass(frozen=True)
class RollAgain:
    """A state is what the die shows, "begin" before the first roll, or ("taken", points)."""

    cost: float = 1.0
    sides: int = 6
    players: int = 1
    initial: Any = "begin"

    def kind(self, state: Any) -> int | str:
        return FINAL if isinstance(state, tuple) else 0

    def moves(self, state: Any) -> Iterator[Move]:
        if isinstance(state, tuple):
            return
        if state != "begin":
            yield Move(("taken", state), name="take")
        for face in range(1, self.sides + 1):
            yield Move(face, 1 / self.sides, -self.cost, "roll")

    def payoff(self, state: Any) -> float:
        return float(state[1])
