"""What a strategy does otherwise than best play, and what that costs.

A mistake costs what the best action is worth more than the one taken, if both play as well as possible afterwards:

    cost(k) = max Q(k) - Q(k, action)        expected cost of a turn = sum over k of P(k comes up) cost(k)

Summed over a game's turns, the expected costs are what the strategy wins less often than best play does against it.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import StrategyError
from jeopardice.exact.action_values import all_action_values
from jeopardice.exact.duel import Duel, duel_of
from jeopardice.exact.resolve import resolve
from jeopardice.exact.result import Result
from jeopardice.exact.seat import table_seat
from jeopardice.exact.solution import Solution
from jeopardice.exact.solve import solve
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.turn import in_floats
from jeopardice.strategies.base import HOLD
from jeopardice.strategies.table import Table, blocks, reaches

Floats = NDArray[np.float64]
TIE = 1e-12
"""What costs less is rounding."""
NONE, TOO_EARLY, TOO_LONG, OTHER_THROW = range(4)


@dataclass(frozen=True, eq=False)
class Mistakes(Result):
    """`cost[own, opponent, node]` of what a strategy does, and its `kind`: 0 none, 1 it holds where best play goes on,
    2 it goes on where best play holds, 3 it makes another throw. `of_turn[own, opponent]`: the mean cost of a turn.
    """

    left_out: ClassVar[tuple[str, ...]] = ("worst",)

    game: str
    strategy: str
    duel: Duel = field(repr=False)
    turn_totals: tuple[int, ...] = field(repr=False)
    cost: Floats = field(repr=False)
    kind: NDArray[np.uint8] = field(repr=False)
    of_turn: Floats = field(repr=False)

    @property
    def loss(self) -> float:
        """What it wins less than half of the games against best play, each starting half of them."""
        return (self.duel.b_average - self.duel.average) / 2

    @property
    def positions(self) -> int:
        """At how many positions it is mistaken, whether or not they come up."""
        return int(np.count_nonzero(self.kind))

    @cached_property
    def worst(self) -> dict[str, Any]:
        """The most expensive mistake: its position, its kind and its cost."""
        own, opponent, node = map(int, np.unravel_index(np.argmax(self.cost), self.cost.shape))
        place = {"own": own, "opponent": opponent, "turn_total": self.turn_totals[node]}
        return place | {"kind": int(self.kind[own, opponent, node]), "cost": float(self.cost[own, opponent, node])}

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the headline figures."""
        names = ("game", "strategy", "loss", "positions", "worst")
        return {name: getattr(self, name) for name in names} | {"of_first_turn": float(self.of_turn[0, 0])}


def mistakes(game: Game, strategy: Any) -> Mistakes:
    """Where a strategy plays otherwise than best play, what each mistake costs, and what all of them do."""
    rules = as_game(game)
    return mistakes_of(solve(rules), resolve(rules, strategy))


def mistakes_of(solution: Solution, table: Table) -> Mistakes:
    """The same for a game that is solved, and a strategy that is written out."""
    _refuse(solution, table)
    turn, best, taken = in_floats(table.turn), solution.policy, table.choices_by_scores[0]
    cost, of_turn = np.zeros(taken.shape), np.zeros(taken.shape[:2])
    for owns in blocks(turn, 8 * (len(table.rules.throws) + 1)):
        rows = slice(owns.start, owns.stop)
        worth, chosen = all_action_values(solution, owns), np.moveaxis(taken[rows], -1, 0)
        lost = worth.max(axis=0) - np.take_along_axis(worth, chosen[None].astype(np.int64), axis=0)[0]
        lost[(lost < TIE) | reaches(turn, owns).T[:, :, None]] = 0.0
        cost[rows] = np.moveaxis(lost, 0, -1)
        chance = {0: np.ones(of_turn[rows].shape)}
        for node, moves in enumerate(turn.moves):
            here = chance.pop(node, None)
            if here is None:
                continue
            of_turn[rows] += here * lost[node]
            for number, move in enumerate(moves, 1):
                going = here * (chosen[node] == number)
                for probability, successor in move.steps:
                    chance[successor] = chance.get(successor, 0.0) + going * probability
    sort = np.where(taken == HOLD, TOO_EARLY, np.where(best == HOLD, TOO_LONG, OTHER_THROW))
    kind = np.where(cost > 0.0, sort, NONE).astype(np.uint8)
    played = duel_of(table_seat(table, 0), table_seat(solution.strategy, 0))
    totals = turn.total[: turn.decisions]
    return Mistakes(game_notation(table.rules), table.name, played, totals, cost, kind, of_turn)


def _refuse(solution: Solution, table: Table) -> None:
    """Refuse strategies whose mistakes are not those of single actions, one at each position short of the target."""
    if table.rules.fingerprint != solution.rules.fingerprint:
        raise StrategyError(f"{table.name} is a table for {table.rules}, not for {solution.rules}")
    if table.weights is not None or len(table.memories) > 1:
        why = "keeps a memory" if len(table.memories) > 1 else "plays by chance"
        raise StrategyError(f"{table.name} {why}: mistakes are told of strategies with one action at each position")
    if not table.goal:
        raise StrategyError(f"{table.name} may go on where banking wins: its mistakes there are not told")
