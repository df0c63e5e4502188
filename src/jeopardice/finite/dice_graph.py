"""The graph of a dice game all at once: what exploring `DiceGame` finds move by move, laid out with array arithmetic.

States are numbered by [player, own, opponent, node], whether they can come up or not, as a table in a report has them.
Where own + turn total reaches the target the game is over; the two last states are the winners.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.finite.dice_game import WINS
from jeopardice.finite.explore import FINAL, Graph, graph_of, shared
from jeopardice.finite.solve import Solved
from jeopardice.games.notation import Game, as_game
from jeopardice.games.rules import Outcome, Rules
from jeopardice.games.size import refuse_beyond
from jeopardice.games.turn import compile_turn

Integers = NDArray[np.int64]
BYTES_AN_OUTCOME = 60


@dataclass(frozen=True, eq=False)
class _Layout(Sequence[Any]):
    """The numbers of the states, and the states as `DiceGame` writes them."""

    rules: Rules
    total: Integers

    @property
    def shape(self) -> tuple[int, int, int, int]:
        return (2, self.rules.target, self.rules.target, len(self.total))

    def __len__(self) -> int:
        return int(np.prod(self.shape)) + 2

    def __getitem__(self, number: Any) -> Any:
        if not 0 <= number < len(self):
            raise IndexError(number)
        if number >= len(self) - 2:
            return int(number) - len(self) + 2
        player, own, opponent, node = map(int, np.unravel_index(int(number), self.shape))
        return player if own + self.total[node] >= self.rules.target else (player, own, opponent, int(self.total[node]))

    def turn_start(self, player: int, own: Any, opponent: Any) -> Any:
        return np.ravel_multi_index(np.broadcast_arrays(player, own, opponent, 0), self.shape)

    def after_hold(self, player: int, own: Any, opponent: Any, total: Any) -> Any:
        """The opponent's turn, or the player's win."""
        return self._unless_won(player, own + total, lambda banked: self.turn_start(1 - player, opponent, banked))

    def after(self, player: int, own: Any, opponent: Any, total: Any, outcome: Outcome) -> Any:
        """Where an outcome of a throw leads."""
        if outcome.effect in ("bust", "wipe"):
            return self.turn_start(1 - player, opponent, 0 if outcome.effect == "wipe" else own)
        gained = total + outcome.points
        if outcome.effect == "bank":
            return self.after_hold(player, own, opponent, gained)
        node = np.minimum(np.searchsorted(self.total, gained), len(self.total) - 1)
        here = self.turn_start(player, own, opponent) + node
        return self._unless_won(player, own + gained, lambda _: here)

    def _unless_won(self, player: int, banked: Any, there: Any) -> Any:
        short = banked < self.rules.target
        return np.where(short, there(np.where(short, banked, 0)), len(self) - 2 + player)


def dice_graph(game: Game, pay: Any = WINS) -> Graph:
    """The graph of a dice game for two players; `pay[winner]` is what each of them gets."""
    rules = as_game(game)
    outcomes = [[None], *(throw.outcomes for throw in rules.throws)]
    sizes = np.array(list(map(len, outcomes)))
    refuse_beyond(BYTES_AN_OUTCOME * int(sizes.sum()) * rules.target**3, f"the graph of {rules}")
    turn = compile_turn(rules)
    layout = _Layout(rules, np.array(turn.total[: turn.decisions]))
    player, own, _, node = (part.ravel() for part in np.indices(layout.shape))
    total = layout.total[node]
    decides = own + total < rules.target
    takes = np.zeros((len(own) + 2, len(sizes)), np.bool_)  # which actions there are, by [state, action]
    takes[:-2] = decides[:, None]
    takes[:-2, 0] &= (total > 0) | (not rules.forced_first_roll)
    to = np.concatenate([_where(layout, seat, outcomes) for seat in (0, 1)])
    leads = np.repeat(takes[:-2], sizes, axis=1)
    chances = np.array([1.0, *(float(o.probability) for throw in rules.throws for o in throw.outcomes)])
    plain = (
        np.append(np.where(decides, player, FINAL), [FINAL, FINAL]),
        _starts(takes.sum(axis=1)),
        _starts(np.broadcast_to(sizes, takes.shape)[takes]),
        to[leads],
        np.broadcast_to(chances, to.shape)[leads],
    )
    winner = np.append(player, [0, 1])
    payoff = np.where((plain[0] == FINAL)[:, None], np.array(pay, np.float64)[winner], 0.0)
    reward = np.zeros((int(takes.sum()), 2))
    names = np.array(["hold", *(throw.name for throw in rules.throws)], object)[np.nonzero(takes)[1]]
    return graph_of(2, layout, list(names), plain, (reward, payoff), shared(payoff[-2:], reward))


def _where(layout: _Layout, player: int, outcomes: Sequence[Sequence[Outcome | None]]) -> Integers:
    """Where everything leads that a player can do, by [state of the player, outcome]."""
    own, opponent, node = (part.ravel() for part in np.indices(layout.shape[1:]))
    total = layout.total[node]
    columns = [
        layout.after_hold(player, own, opponent, total) if o is None else layout.after(player, own, opponent, total, o)
        for throw in outcomes
        for o in throw
    ]
    return np.stack(columns, axis=1)


def _starts(counts: Integers) -> Integers:
    return np.concatenate([[0], np.cumsum(counts)])


def chosen_actions(rules: Rules, solved: Solved) -> Integers:
    """The policy by the actions' numbers, 0 to hold and n for the n-th throw, for every state; 0 in final ones."""
    arrays = solved.graph.arrays
    forbidden = len(rules.throws) + 1 - np.diff(arrays.action_start)  # holding, where the first roll is forced
    return np.where(arrays.mover >= 0, solved.policy - arrays.action_start[:-1] + forbidden, 0)


def by_position(graph: Graph, rules: Rules, figures: NDArray[Any]) -> NDArray[Any]:
    """Figures by state as an array [own, opponent, node] of what the first player sees."""
    shape = (2, rules.target, rules.target, compile_turn(rules).decisions)
    return np.asarray(figures[: len(graph) - 2].reshape(shape)[0])
