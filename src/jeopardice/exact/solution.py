"""What solving finds: values of turn starts, and from them everything else about best play."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import PositionError
from jeopardice.exact.advice import Advice, advice_at
from jeopardice.exact.recursion import best_action, turn_values
from jeopardice.exact.result import Result
from jeopardice.games.notation import game_notation
from jeopardice.games.position import checked_score, is_whole, node_at
from jeopardice.games.rules import Rules, short
from jeopardice.games.turn import compile_turn, in_floats
from jeopardice.strategies.table import Table


@dataclass(frozen=True, eq=False)
class Solution(Result):
    """Best play: against an opponent who does the same (`solve`), or against one strategy (`best_response`).

    `values[own, opponent]` is the win probability of the player to move at the start of its turn; `replies` are those
    of the opponent when it is to move. Against an opponent with a memory both have a leading axis of memories.
    """

    rules: Rules
    name: str
    values: NDArray[np.float64]
    replies: NDArray[np.float64]
    seconds: float
    sweeps: int = 1
    found: Table | None = None
    against: Table | None = None
    cached_at: Path | None = None
    from_cache: bool = False
    cache_problem: str | None = None

    def __repr__(self) -> str:
        return f"Solution({game_notation(self.rules)!r}, {self.name!r}, first_player={self.first_player!r})"

    @property
    def game(self) -> str:
        """The notation of the game."""
        return game_notation(self.rules)

    @property
    def opponent(self) -> str:
        """The name of the strategy that this is best play against."""
        answered = self.name.removeprefix("best-response(")
        return self.name if answered == self.name else answered.removesuffix(")")

    @property
    def first_player(self) -> float:
        """The win probability going first."""
        return float(self.values[(0,) * self.values.ndim])

    @property
    def second_player(self) -> float:
        """The win probability going second; against a given strategy, an endless game counts as lost."""
        return 1.0 - float(self.replies[(0,) * self.replies.ndim])

    @property
    def average(self) -> float:
        """The mean of both: the fair comparison."""
        return (self.first_player + self.second_player) / 2

    @property
    def strategy(self) -> Table:
        """The policy."""
        return self._table

    @cached_property
    def _table(self) -> Table:
        if self.found is not None:
            return self.found
        from jeopardice.exact.solve import policy_of

        return policy_of(self.rules, self.values, self.name)

    @property
    def policy(self) -> NDArray[np.uint8]:
        """The action by [own, opponent, node]; `turn_totals` names the nodes."""
        policy: NDArray[np.uint8] = self.strategy.choices_by_scores[0]
        return policy

    @property
    def turn_totals(self) -> tuple[int, ...]:
        """The turn totals at which there is something to decide."""
        turn = compile_turn(self.rules)
        return turn.total[: turn.decisions]

    @property
    def states(self) -> int:
        """The number of positions with something to decide: turn totals that can occur, short of the target."""
        target = self.rules.target
        return target * sum(target - total for total in self.turn_totals)

    def action_values(self, own: int, opponent: int, turn_total: int = 0, memory: int = 0) -> list[float | None]:
        """What each action is worth, by number; None for one that is not legal, as all throws are at a turn's end."""
        node = self._node(own, opponent, turn_total)
        values, actions = self._turn(own, opponent, memory)
        if node < len(actions):
            return list(actions[node])
        return [values[node], *[None] * len(self.rules.throws)]  # the turn has ended

    def value(self, own: int, opponent: int, turn_total: int = 0, memory: int = 0) -> float:
        """The win probability of the player to move."""
        node = self._node(own, opponent, turn_total)
        return float(self._turn(own, opponent, memory)[0][node])

    def action(self, own: int, opponent: int, turn_total: int = 0, memory: int = 0) -> int:
        """The best action: 0 holds, n makes the n-th throw."""
        return self._best(self.action_values(own, opponent, turn_total, memory), turn_total)

    def actions(self, own: int, opponent: int, memory: int = 0) -> list[int]:
        """The best action at each of the `turn_totals` of a turn; what reaches the target is held."""
        self._node(own, opponent, 0)
        short_of_target = self.rules.target - own
        return [
            best_action(values, total, self.rules.preference) if total < short_of_target else 0
            for total, values in zip(self.turn_totals, self._turn(own, opponent, memory)[1], strict=True)
        ]

    def advise(self, own: int, opponent: int, turn_total: int = 0, memory: int = 0) -> Advice:
        """Every action at a position with its value, and the best one."""
        values = self.action_values(own, opponent, turn_total, memory)
        best = self._best(values, turn_total)
        return advice_at(self.rules, (own, opponent, turn_total), values, best, self.opponent)

    def hold_value(self, own: int, opponent: int) -> int:
        """The least turn total above 0 at which best play holds; what reaches the target always does."""
        actions = self.actions(own, opponent)
        held = (total for total, action in zip(self.turn_totals, actions, strict=True) if total and action == 0)
        return next(held, self.rules.target - own)

    @cached_property
    def residual(self) -> float:
        """How far the values are from solving their own equation: the largest change by one more step of it."""
        from jeopardice.exact.certify import residual

        return residual(self)

    @cached_property
    def exploitability(self) -> float:
        """What a best response to this policy wins more than an even share, on average of both seats."""
        from jeopardice.exact.certify import exploitability

        return exploitability(self)

    def reachable(self, opponent: str = "optimal") -> NDArray[np.bool_]:
        """Which decisions, by [own, opponent, node], can come up for a player who follows the policy.

        `opponent="optimal"`: against the same policy; `opponent="any"`: against anybody.
        """
        from jeopardice.exact.reach import reachable

        return reachable(self.strategy, opponent)

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the headline figures."""
        return {
            "game": game_notation(self.rules),
            "target": self.rules.target,
            "strategy": self.name,
            "first_player": self.first_player,
            "second_player": self.second_player,
            "average": self.average,
            "states": self.states,
            "seconds": self.seconds,
            "from_cache": self.from_cache,
            "cached_at": str(self.cached_at) if self.cached_at else None,
        }

    def _node(self, own: int, opponent: int, turn_total: int) -> int:
        checked_score(self.rules, "own", own), checked_score(self.rules, "opponent", opponent)
        return node_at(compile_turn(self.rules), turn_total)

    def _turn(self, own: int, opponent: int, memory: int) -> tuple[list[Any], list[list[Any]]]:
        memories = len(self.values) if self.values.ndim > 2 else 1
        if not is_whole(memory) or not 0 <= memory < memories:
            raise PositionError(f"memory must be a whole number from 0 to {memories - 1}, not {short(memory)}")
        return _turns(self, int(own), int(opponent), int(memory))

    def _best(self, values: Sequence[Any], turn_total: int) -> int:
        """The best action; a hold where the turn has ended and nothing else is left."""
        ended = all(value is None for value in values[1:])
        return 0 if ended else best_action(values, turn_total, self.rules.preference)


@lru_cache(maxsize=4096)
def _turns(solution: Solution, own: int, opponent: int, memory: int) -> tuple[list[Any], list[list[Any]]]:
    """Values and action values of one turn, from the values of the turn starts after it."""
    rules, target, turn = solution.rules, solution.rules.target, in_floats(compile_turn(solution.rules))
    against = solution.against.memories if solution.against is not None else None

    def replies(after: int, score: int, other: int) -> float:
        return float(solution.replies[score, other] if against is None else solution.replies[after, score, other])

    def after(kind: str) -> int:
        return 0 if against is None else int(getattr(against, kind)[False][memory])

    def pays(total: int) -> float:
        if own + total >= target:
            return 1.0
        if total == 0:
            return 1.0 - replies(after("passed"), opponent, own)
        banked = 0 if against is None else int(against.banked[False][memory, total])
        return 1.0 - replies(banked, opponent, own + total)

    bust = 1.0 - replies(after("busted"), opponent, own)
    wipe = bust if own == 0 else 1.0 - replies(after("wiped"), opponent, 0)
    return turn_values(turn, pays, bust, wipe, may_pass=not rules.forced_first_roll)
