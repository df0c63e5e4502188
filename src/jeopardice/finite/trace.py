"""What an iteration did, round by round, and what it came to."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import GameError
from jeopardice.finite import kernels
from jeopardice.finite.component import refuse_trap
from jeopardice.finite.explore import Graph
from jeopardice.finite.model import LARGEST
from jeopardice.finite.solve import Solved
from jeopardice.games.rules import short

ORDERS = ("jacobi", "gauss-seidel", "topological")


class Round(NamedTuple):
    """One sweep, or one round of several: the largest change of a value in the last sweep, the value of the initial
    state after it, how many states have another action than before, and how many sweeps it took."""

    change: float
    value: float
    switched: int
    sweeps: int = 1


@dataclass(frozen=True, eq=False, repr=False)
class Iterated(Solved):
    """What an iteration stopped at, and its trace. Its values are as good as its tolerance, or a little worse."""

    trace: tuple[Round, ...] = field(default=())

    def __repr__(self) -> str:
        return f"Iterated({len(self.graph)} states, value={self.value()!r}, {self.sweeps} sweeps)"

    @property
    def sweeps(self) -> int:
        """How many sweeps over the states it took."""
        return sum(one.sweeps for one in self.trace)

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the headline figures, and the trace by column."""
        columns = {name: [getattr(one, name) for one in self.trace] for name in Round._fields}
        return super().to_dict() | {"total_sweeps": self.sweeps, "trace": columns}


class Sweeps:
    """Sweeps over a graph's states in an order that has a name; values and policy live here."""

    def __init__(self, graph: Graph, discount: float, order: str, start: float) -> None:
        if order not in ORDERS:
            raise GameError(f"the order of a sweep must be one of {', '.join(ORDERS)}, not {short(order)}")
        if isinstance(start, bool) or not isinstance(start, (int, float)) or not abs(start) <= LARGEST:
            raise GameError(f"the values must begin at a finite number, not {short(start)}")
        arrays = graph.arrays
        self.graph, self.discount = graph, discount
        component, left = kernels.components(arrays)
        self.order = np.lexsort((left, component)) if order == "topological" else np.arange(len(graph))
        if graph.total is None and np.bincount(component).max() > 1:
            raise GameError(
                "states on a cycle, and players who do not share a constant sum: best play is not unique there, and "
                "an iteration need not come to an end"
            )
        final = arrays.mover == -2
        self._refuse_traps(component, final)
        self.values = np.where(final[:, None], arrays.payoff, start)
        self._new = self.values.copy() if order == "jacobi" else self.values
        self.policy = np.where(final, -1, arrays.action_start[:-1])  # the first action of all

    def _refuse_traps(self, component: NDArray[np.int64], final: NDArray[np.bool_]) -> None:
        """Refuse components that cannot be left, and go on for ever."""
        closed = np.ones(component.max() + 1, np.bool_)
        leading = component[self.graph.leading]
        closed[leading[leading != component[self.graph.arrays.to]]] = False
        closed[component[final]] = False
        for trap in np.flatnonzero(closed):
            refuse_trap(self.graph, np.flatnonzero(component == trap), self.discount)

    def sweep(self, free: NDArray[np.bool_]) -> tuple[float, int]:
        """One sweep, in which the players who are `free` choose; -> the largest change, and changes of the policy."""
        args = (self.graph.arrays, self.order, self.discount, free, self.policy, self.values, self._new)
        change, switched = kernels.sweep(*args)
        self.values, self._new = self._new, self.values
        return float(change), int(switched)

    @property
    def at_start(self) -> float:
        """The value of the initial state to the first player."""
        return float(self.values[0, 0])


def checked(tolerance: float, most: int) -> None:
    """Raise a GameError unless the tolerance is a positive number and the limit a number of rounds."""
    if isinstance(tolerance, bool) or not isinstance(tolerance, (int, float)) or not 0 < tolerance < float("inf"):
        raise GameError(f"tolerance must be above 0, not {short(tolerance)}")
    if isinstance(most, bool) or not isinstance(most, int) or most < 1:
        raise GameError(f"the limit of rounds must be at least 1, not {short(most)}")


def rows(trace: tuple[Round, ...], most: int) -> Iterator[tuple[int, Round]]:
    """At most so many rounds with their numbers: the first, the last, and some between, ever farther apart."""
    count = len(trace)
    if count <= most:
        yield from enumerate(trace, 1)
        return
    chosen = {round(number) for number in np.geomspace(1, count, most)} | {count}
    yield from ((number, trace[number - 1]) for number in sorted(chosen))
