"""A seat at the table, ready for the kernels: a game's turn, and either free choices or a strategy's table."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from jeopardice.exact.kernels import FREE, MARGIN, MIXED, PURE, WIDTH, SeatArrays
from jeopardice.games.diagonal import LANES, by_scores, by_scores_of_mover, padded, zeros
from jeopardice.games.rules import Rules
from jeopardice.games.size import refuse_beyond
from jeopardice.games.turn import Turn, compile_turn
from jeopardice.strategies.kernels import mark_reached
from jeopardice.strategies.table import Table, effective_weights, empty_actions

NEVER = 2.0  # a margin that no probability ever exceeds: the choices of a table do not change
NO_ACTIONS, NO_WEIGHTS = np.zeros((1, 1, LANES), np.uint8), np.zeros((1, 1, 1, 1))


@dataclass(frozen=True, eq=False)
class Seat:
    """A turn automaton, arrays for the kernels by memory, and the table (None for a seat that chooses freely)."""

    turn: Turn
    table: Table | None
    arrays: tuple[SeatArrays, ...]

    @cached_property
    def gains(self) -> bool:
        """Whatever the other does, may each of its turns bank a point? Then the game comes to an end."""
        return all(arrays.mode != FREE and may_gain(self.turn, arrays) for arrays in self.arrays)

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.turn.rules

    @property
    def memories(self) -> int:
        """How many memories its strategy may have."""
        return len(self.arrays)

    def again(self) -> "Seat":
        """The same seat with values of its own, to play against itself."""
        return replace(self, arrays=tuple(arrays._replace(**_room(self.turn)) for arrays in self.arrays))

    def frozen(self) -> "Seat":
        """The same seat with its choices as they are now, and values of its own."""
        return replace(self, arrays=tuple(frozen(arrays)._replace(**_room(self.turn)) for arrays in self.arrays))

    @property
    def values(self) -> NDArray[np.float64]:
        """Turn-start values by [own, opponent], of the first memory."""
        return by_scores_of_mover(self.arrays[0].value[0], self.rules.target)


def frozen(arrays: SeatArrays) -> SeatArrays:
    """What is free to choose turned into the table of its present choices."""
    return arrays._replace(mode=PURE, actions=arrays.actions.copy()) if arrays.mode == FREE else arrays


class Played(Protocol):
    """A seat, or a side of a product: arrays by memory, and turn-start values by [(memory,) own, opponent]."""

    @property
    def arrays(self) -> tuple[SeatArrays, ...]: ...
    @property
    def values(self) -> NDArray[np.float64]: ...


def improve(seat: Played, before: Played, by: float) -> bool:
    """Take back the choices of a free seat in all turns that they do not make better by so much; -> is any left?

    What is worth the same might never come to an end, where that of before does.
    """
    target, found = before.values.shape[-1], False
    better = (seat.values > before.values + by).reshape(-1, target, target)
    for memory, (now, then) in enumerate(zip(seat.arrays, before.arrays, strict=True)):
        if now.mode == FREE:
            kept = ~better[memory][:, :, None]
            np.copyto(by_scores(now.actions, target), by_scores(then.actions, target), where=kept)
            found = found or bool(better[memory].any())
    return found


def may_gain(turn: Turn, arrays: SeatArrays) -> bool:
    """May each turn of a table bank a point, whatever the other does?"""
    scores, reach = arrays.scores.copy(), arrays.reach.copy()
    return mark_reached(turn.arrays, arrays.actions, arrays.weights, arrays.mode == PURE, scores, reach)


def free_seat(rules: Rules) -> Seat:
    """A seat that chooses for itself."""
    refuse_beyond(32 * rules.target**2, f"solving {rules}")  # before the turn itself takes long to compile
    turn = compile_turn(rules)
    refuse_beyond(estimate(rules), f"solving {rules}")
    reach = np.full(2 * rules.target - 1, turn.decisions - 1, np.int64)
    return Seat(turn, None, (_arrays(turn, FREE, empty_actions(turn)[0], NO_WEIGHTS, True, _all(rules), reach),))


def estimate(rules: Rules) -> int:
    """About how many bytes solving a game takes: a byte for each action, values and lines."""
    turn = compile_turn(rules)
    lanes = padded(rules.target)
    return 2 * rules.target * (turn.decisions + 8) * lanes + 16 * len(turn.total) * lanes


def table_seat(table: Table, start: int | None = None) -> Seat:
    """A seat that plays by a table; ready for all own scores, or with a `start` only for those that come up from there.

    A strategy with a memory is always ready for all.
    """
    turn, seats = table.turn, []
    weights = None if table.weights is None else effective_weights(table.weights, turn)
    for memory in range(len(table.memories)):
        scores = _all(turn.rules)
        if start is not None and len(table.memories) == 1:
            scores[:] = False
            scores[start] = True
            scores[0] |= turn.rules.wipes
        reach = np.zeros(2 * turn.rules.target - 1, np.int64)
        if weights is None:
            assert table.actions is not None
            arrays = _arrays(turn, PURE, table.actions[memory], NO_WEIGHTS, table.goal, scores, reach)
        else:
            arrays = _arrays(turn, MIXED, NO_ACTIONS, weights[memory], table.goal, scores, reach)
        mark_reached(turn.arrays, arrays.actions, arrays.weights, arrays.mode == PURE, scores, reach)
        seats.append(arrays)
    return Seat(turn, table, tuple(seats))


def _all(rules: Rules) -> NDArray[np.bool_]:
    """All own scores marked, and a place for the target."""
    return np.ones(rules.target + 1, np.bool_)


def _arrays(
    turn: Turn,
    mode: int,
    actions: NDArray[np.uint8],
    weights: NDArray[Any],
    goal: bool,
    scores: NDArray[np.bool_],
    reach: NDArray[np.int64],
) -> SeatArrays:
    return SeatArrays(
        mode=mode,
        goal=goal,
        may_pass=not turn.rules.forced_first_roll,
        actions=actions,
        weights=weights,
        scores=scores,
        reach=reach,
        **_room(turn),
    )


def _room(turn: Turn) -> dict[str, Any]:
    """Room for what the kernels compute."""
    count = padded(turn.rules.target)
    lanes = zeros((7, count))
    lanes[MARGIN] = NEVER
    return {
        "lines": zeros((count // WIDTH, len(turn.total) + 2, 2 * WIDTH)),
        "lanes": lanes,
        "todo": np.zeros(count // WIDTH, np.bool_),
        "value": zeros((1, 2 * turn.rules.target, count)),
    }
