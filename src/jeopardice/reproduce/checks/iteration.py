"""Value iteration: where it stops, and by how much that is wrong."""

import numpy as np

from jeopardice.errors import GameError, NotConvergedError
from jeopardice.exact.solitaire.solitaire import solitaire
from jeopardice.finite.explore import explore
from jeopardice.finite.kernels import components
from jeopardice.finite.policy_iteration import policy_iteration
from jeopardice.finite.solve import solve
from jeopardice.finite.value_iteration import value_iteration
from jeopardice.games.notation import as_game
from jeopardice.reproduce.alone_in_turns import ByTurns, Lecture
from jeopardice.reproduce.answer import Answer, Task, check
from jeopardice.reproduce.in_place import in_place
from jeopardice.reproduce.known import fewest

NEAR = 1e-9


@check
def in_order(task: Task, tolerance: float) -> Answer:
    """What a program finds that iterates in place, in the order of the scores, and stops at this tolerance."""
    found = in_place(task.game, tolerance)
    return Answer((found.first_player,), facts={"sweeps": found.sweeps})


@check
def near_optimal(task: Task, tolerance: float, loss: float) -> Answer:
    """What stopping at a tolerance costs, on a scale from -1 to 1 with all values 0 at first; at most so much?"""
    found = in_place(task.game, tolerance / 2, 0.5)
    cost = 0.5 - found.against_optimal.average
    told = (
        f"after {found.sweeps} sweeps values are off by up to {2 * found.largest_error:.1e}, {found.wrong_actions} "
        f"actions are wrong, and that costs {cost:.1e}"
    )
    facts = {"largest": 2 * found.largest_error, "at_start": 2 * found.error_at_start, "wrong": found.wrong_actions}
    return Answer(holds=cost <= loss, told=told, facts=facts | {"ratio": 2 * found.largest_error / tolerance})


@check
def exactly(task: Task, tolerance: float) -> Answer:
    """The exact probability that the first player wins, and how far from it such a program stops."""
    found = in_place(task.game, tolerance)
    return Answer((found.exact.first_player,), facts={"error": found.error_at_start})


@check
def is_acyclic(task: Task, turns: int) -> Answer:
    """Can no state of the game alone within some turns come back?"""
    graph = explore(ByTurns(as_game(task.game).target, turns))
    component, _ = components(graph.arrays)
    most = int(np.bincount(component).max())
    told = f"none of {len(graph):,} states is on a cycle" if most == 1 else f"there is a cycle of {most} states"
    return Answer(holds=most == 1, told=told)


@check
def by_turns(task: Task, turns: int) -> Answer:
    """The chance of the target within some turns, by equations in which a turn that ends takes one away."""
    found = solve(ByTurns(as_game(task.game).target, turns)).value()
    right = solitaire(task.game, goal=f"within({turns})").probability
    return Answer(holds=abs(found - right) < NEAR, told=f"with {turns} turns the chance is {found:.6f}")


@check
def bust_leaves_the_state(task: Task, turns: int) -> Answer:
    """Is the state after a bust the same as at the start of the turn?"""
    game = ByTurns(as_game(task.game).target, turns)
    after = next(move.to for move in game.moves(game.initial) if move.name == "roll")
    return Answer(holds=after == game.initial, told=f"a bust at {game.initial} leads to {after}")


@check
def expected_turns_alone(task: Task, stop: str, going_on: str) -> Answer:
    """The expected turns by the lecture's recursion; `stop` and `going_on` are how it has scores and turn totals."""
    right = fewest(task.game).expected
    try:
        game = Lecture(as_game(task.game).target, stop, going_on)
        expected = -value_iteration(game, tolerance=1e-12, order="topological", most=2000).value()
    except (GameError, NotConvergedError):
        expected = np.inf
    told = f"{expected:.6f} turns" if np.isfinite(expected) else "no number of turns is enough"
    return Answer((expected,), holds=abs(expected - right) < NEAR, told=told, facts={"right": right})


@check
def sweeps_are_turns(task: Task, turns: int) -> Answer:
    """Is the value with t turns left the one after t sweeps, each of which uses only values of the sweep before?"""
    limited = float(fewest(task.game).turn_limit(turns)[-1, 0])
    trace = value_iteration(Lecture(as_game(task.game).target), tolerance=1e-9, order="jacobi").trace
    told = f"{limited:.4f} turns with {turns} left, {-trace[turns - 1].value:.4f} after {turns} sweeps"
    return Answer(holds=abs(limited + trace[turns - 1].value) < NEAR, told=told, facts={"sweeps": len(trace)})


@check
def methods_agree(task: Task) -> Answer:
    """Do value iteration and policy iteration end at the same values?"""
    game = Lecture(as_game(task.game).target)
    by_values = -value_iteration(game, tolerance=1e-12, order="topological").value()
    by_policies = -policy_iteration(game).value()
    right = fewest(task.game).expected
    told = f"{by_values:.9f} and {by_policies:.9f} turns"
    return Answer(holds=max(abs(by_values - right), abs(by_policies - right)) < NEAR, told=told)
