"""Value iteration as the textbooks have it, with a trace.

    V(s) <- 0;  repeat  V'(s) <- best over a of sum of p (R + discount V(s'))  until no value changes by the tolerance

It stops when it is slow, which is not when it is right: the error may be many times the last change. `solve` has
neither a tolerance nor an error to speak of.
"""

import numpy as np

from jeopardice.errors import NotConvergedError
from jeopardice.finite.explore import Graph, explore
from jeopardice.finite.model import FiniteGame
from jeopardice.finite.solve import checked_discount
from jeopardice.finite.trace import Iterated, Round, Sweeps, checked


def value_iteration(
    game: FiniteGame | Graph,
    discount: float = 1.0,
    tolerance: float = 1e-9,
    order: str = "gauss-seidel",
    most: int = 100_000,
    start: float | None = None,
) -> Iterated:
    """Sweep over all states until no value changes by `tolerance` or more in a sweep.

    `order`: "jacobi" (all from the values of the sweep before), "gauss-seidel" (in place, in the order in which states
    were found) or "topological" (in place, what is led to first). All values begin at `start`, but for final states;
    without one, at what a game is worth that never ends.

    At a discount of 1, where somebody can go round in circles for ever, the equation has several solutions, and a
    small tolerance does not keep the iteration from stopping at a wrong one: `solve` finds the right one.
    """
    checked_discount(discount)
    checked(tolerance, most)
    graph = explore(game)
    sweeps = Sweeps(graph, discount, order, (graph.endless or 0.0) if start is None else start)
    everybody = np.ones(sweeps.graph.players, np.bool_)
    trace: list[Round] = []
    while not trace or trace[-1].change >= tolerance:
        if len(trace) == most:
            swept = f"{most:,} sweep{'' if most == 1 else 's'}"
            raise NotConvergedError(f"values still change by {trace[-1].change:.1e} after {swept}")
        change, switched = sweeps.sweep(everybody)
        trace.append(Round(change, sweeps.at_start, switched))
    return Iterated(sweeps.graph, sweeps.values, sweeps.policy, discount, trace=tuple(trace))
