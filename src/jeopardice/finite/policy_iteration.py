"""Policy iteration as the textbooks have it, with a trace.

    pi <- whatever
    repeat
        repeat  V'(s) <- sum of p (R + discount V(s')) for the action pi(s)  until no value changes by the tolerance
        pi'(s) <- best action by V
    until pi' = pi

Of two players with a constant sum the first has the policy; the second answers it as well as it can while the policy is
evaluated (Hoffman and Karp). It needs a discount below 1, or a game that ends whatever is done: where somebody could go
round in circles for ever, a policy may have no value, or the wrong one. `solve` deals with such games.
"""

import numpy as np

from jeopardice.errors import GameError, NotConvergedError
from jeopardice.finite import kernels
from jeopardice.finite.explore import Graph, explore
from jeopardice.finite.model import FiniteGame
from jeopardice.finite.solve import checked_discount
from jeopardice.finite.trace import Iterated, Round, Sweeps, checked


def policy_iteration(
    game: FiniteGame | Graph,
    discount: float = 1.0,
    tolerance: float = 1e-12,
    order: str = "topological",
    most: int = 100_000,
) -> Iterated:
    """Evaluate a policy by sweeps, improve it, and so on until it stays; at first everybody takes the first action.

    `most` limits the sweeps, all rounds together; `order` is as in `value_iteration`.
    """
    checked_discount(discount)
    checked(tolerance, most)
    graph = explore(game)
    if graph.total is None:
        raise GameError("policy iteration is for one player, or two who share a constant sum")
    sweeps, trace = Sweeps(graph, discount, order, 0.0), list[Round]()
    answering = np.arange(graph.players) > 0
    while True:
        done, change = 0, np.inf
        while change >= tolerance:
            if sum(one.sweeps for one in trace) + done == most:
                still = f"the values of a policy still change by {change:.1e}" if done else "the policy still changes"
                raise NotConvergedError(f"{still} after {most:,} sweep{'' if most == 1 else 's'}")
            change, _ = sweeps.sweep(answering)
            done += 1
        args = (sweeps.order, 0, discount, tolerance, sweeps.policy, sweeps.values)
        switched = int(kernels.improve(graph.arrays, *args))
        trace.append(Round(change, sweeps.at_start, switched, done))
        if not switched:
            return Iterated(graph, sweeps.values, sweeps.policy, discount, trace=tuple(trace))
