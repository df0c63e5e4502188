"""The dice games as finite games, straight from their rules: what the exact core solves, told the plain way.

A state is (player to move, own score, opponent's score, turn total), seen by the player to move; the winner's number is
a final state. Reaching the target banks at once, as everywhere here: it is no decision of its own.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from jeopardice.finite.model import FINAL, Move
from jeopardice.games.notation import Game, as_game
from jeopardice.games.rules import Rules

WINS = ((1, 0), (0, 1))
PLUS_AND_MINUS = ((1, -1), (-1, 1))


@dataclass(frozen=True)
class DiceGame:
    """A game for two players: `pay[winner]` is what the first and the second player get at the end."""

    rules: Rules
    pay: tuple[tuple[float, float], tuple[float, float]] = WINS
    players: int = 2
    initial: Hashable = (0, 0, 0, 0)

    @classmethod
    def of(cls, game: Game, pay: Any = WINS) -> "DiceGame":
        """The same from a notation or a file."""
        return cls(as_game(game), pay)

    def kind(self, state: Any) -> int | str:
        """Who moves."""
        return FINAL if isinstance(state, int) else int(state[0])

    def payoff(self, state: int) -> tuple[float, float]:
        """What the winner and the loser get."""
        return self.pay[state]

    def moves(self, state: Any) -> Iterator[Move]:
        """Hold, and every throw with all that can come of it."""
        player, own, opponent, turn_total = state
        if turn_total or not self.rules.forced_first_roll:
            yield Move((1 - player, opponent, own + turn_total, 0), name="hold")
        to_go = self.rules.target - own
        for name, chance, points, effect in self._ways:
            total = turn_total + points
            to: Hashable
            if effect == "bust":
                to = (1 - player, opponent, own, 0)
            elif effect == "wipe":
                to = (1 - player, opponent, 0, 0)
            elif total >= to_go:
                to = player
            else:
                to = (player, own, opponent, total) if effect == "score" else (1 - player, opponent, own + total, 0)
            yield Move(to, chance, 0, name)

    @cached_property
    def _ways(self) -> list[tuple[str, float, int, str]]:
        """Everything that can come of a throw: its name, the probability, the points and the effect."""
        throws = self.rules.throws
        return [(throw.name, float(o.probability), o.points, o.effect) for throw in throws for o in throw.outcomes]
