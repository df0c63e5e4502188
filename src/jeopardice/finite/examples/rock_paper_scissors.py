"""Rock, paper, scissors: a game that is refused, and why.

Both players move at once, and neither sees what the other does. The best play is to take each of the three a third of
the time, at random; no single action is best, and what `solve` looks for is one best action in every state. Letting one
player move first would be another game, which the second always wins.

>>> from jeopardice import finite
>>> finite.solve(RockPaperScissors())
Traceback (most recent call last):
    ...
jeopardice.errors.GameError: at state 'show' several players move at once: ...
>>> finite.solve(OneAfterTheOther()).value()
-1.0
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from jeopardice.finite import FINAL, Move

SIGNS = ("rock", "paper", "scissors")


@dataclass(frozen=True)
class RockPaperScissors:
    """A state is "show", or what both have shown. Nothing that `kind` may answer tells of two who move at once."""

    players: int = 2
    initial: Any = "show"

    def kind(self, state: Any) -> Any:
        return (0, 1) if state == "show" else FINAL

    def moves(self, state: Any) -> Iterator[Move]:
        for one in SIGNS:
            for other in SIGNS:
                yield Move((one, other), name=(one, other))

    def payoff(self, state: Any) -> float:
        one, other = (SIGNS.index(sign) for sign in state)
        return (0.0, 1.0, -1.0)[(one - other) % 3]


class OneAfterTheOther(RockPaperScissors):
    """The second player sees the sign of the first."""

    def kind(self, state: Any) -> Any:
        return 0 if state == "show" else 1 if isinstance(state, str) else FINAL

    def moves(self, state: Any) -> Iterator[Move]:
        if isinstance(state, tuple):
            return
        for sign in SIGNS:
            yield Move(sign if state == "show" else (state, sign), name=sign)
