"""Advice on one position."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jeopardice.exact.result import Result
from jeopardice.games.notation import game_notation
from jeopardice.games.rules import Rules


@dataclass(frozen=True)
class Advice(Result):
    """One position: what every action is worth against an opponent, in floats or in fractions, and the best one."""

    own: int
    opponent: int
    turn_total: int
    values: dict[str, Any]
    best: str
    game: str = ""
    against: str = "optimal"

    @property
    def value(self) -> Any:
        """The win probability with best play."""
        return self.values[self.best]

    @property
    def margin(self) -> Any:
        """What the best action is worth more than the second best; 0 where there is no other."""
        ranked = sorted(self.values.values(), reverse=True)
        return ranked[0] - ranked[1] if len(ranked) > 1 else 0 * ranked[0]

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "game": self.game,
            "against": self.against,
            "own": self.own,
            "opponent": self.opponent,
            "turn_total": self.turn_total,
            "values": {action: float(value) for action, value in self.values.items()},
            "best": self.best,
            "value": float(self.value),
            "margin": float(self.margin),
        }


def advice_at(
    rules: Rules, position: tuple[int, int, int], values: Sequence[Any], best: int, against: str = "optimal"
) -> Advice:
    """The advice at own, opponent and turn total; `values` by action, None for what is not legal."""
    own, opponent, turn_total = map(int, position)
    names = ["pass" if turn_total == 0 else "hold", *rules.actions[1:]]
    known = {name: value for name, value in zip(names, values, strict=True) if value is not None}
    return Advice(own, opponent, turn_total, known, names[best], game_notation(rules), against)
