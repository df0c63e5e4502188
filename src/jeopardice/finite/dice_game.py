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
from jeopardice.games.rules import Outcome, Rules

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
        for name, outcomes in self._throws:
            for chance, outcome in outcomes:
                yield Move(self._after(state, outcome), chance, 0, name)

    @cached_property
    def _throws(self) -> list[tuple[str, list[tuple[float, Outcome]]]]:
        return [(throw.name, [(float(o.probability), o) for o in throw.outcomes]) for throw in self.rules.throws]

    def _after(self, state: tuple[int, int, int, int], outcome: Outcome) -> Hashable:
        player, own, opponent, turn_total = state
        total = turn_total + outcome.points
        if outcome.effect in ("bust", "wipe"):
            return (1 - player, opponent, 0 if outcome.effect == "wipe" else own, 0)
        if own + total >= self.rules.target:
            return player
        return (player, own, opponent, total) if outcome.effect == "score" else (1 - player, opponent, own + total, 0)
