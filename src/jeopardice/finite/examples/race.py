"""A race of any number of runners who take turns: walk two steps, or dare a jump of three that may end up a step on.

A jump succeeds half of the time. Whoever arrives first gets the prize. Everybody gets on at every turn, so that no
state comes twice: only therefore may there be three runners or more.

>>> from jeopardice import finite
>>> alone_against_one = finite.solve(Race(length=3))
>>> alone_against_one.value(), alone_against_one.action()
(0.75, 'jump')
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from jeopardice.finite import FINAL, Move


@dataclass(frozen=True)
class Race:
    """A state is (how far each runner has to go, the one to move in front, and its number), or the winner's number."""

    length: int = 6
    players: int = 2

    @property
    def initial(self) -> Any:
        return ((self.length,) * self.players, 0)

    def kind(self, state: Any) -> int | str:
        return FINAL if isinstance(state, int) else int(state[1])

    def moves(self, state: Any) -> Iterator[Move]:
        yield self._steps(state, 2, 1, "walk")
        yield self._steps(state, 3, 0.5, "jump")
        yield self._steps(state, 1, 0.5, "jump")

    def _steps(self, state: Any, steps: int, chance: float, name: str) -> Move:
        (to_go, *others), mover = state
        later = ((*others, to_go - steps), (mover + 1) % self.players)
        return Move(mover if to_go <= steps else later, chance, name=name)

    def payoff(self, winner: int) -> tuple[float, ...]:
        return tuple(float(player == winner) for player in range(self.players))
