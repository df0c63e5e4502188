"""Finite games: exploring and solving Pig as a game like any other, against OpenSpiel's value iteration."""

import time
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from bench.cases import TOLERANCE, Row
from bench.timing import best_times
from jeopardice import finite
from jeopardice.finite.dice_graph import dice_graph

TARGETS = (20, 30)


def games() -> Iterator[Row]:
    """Pig to 20 and to 30 in multiples of OpenSpiel's Python value iteration, once; and a game of a million states."""
    tasks = {}
    for target in TARGETS:
        notation = f"pig(target={target})"
        tasks[f"{target}"] = lambda game=notation: finite.solve(finite.DiceGame.of(game))
        tasks[f"{target} at once"] = lambda game=notation: finite.solve(dice_graph(game))
    times = best_times(tasks)
    for target in TARGETS:
        mine, name = times[f"{target}"], f"pig(target={target})"
        theirs = open_spiel(target)
        if theirs is None:
            yield Row(f"explore and solve {name}; OpenSpiel (extra `check`) is not installed", 1e3 * mine)
        else:
            yield Row(f"value iteration of OpenSpiel, {name}", 1e3 * theirs)
            yield Row(f"explore and solve {name}; times faster", 1e3 * mine, theirs / mine, 20, False)
        yield Row("the same, its graph laid out by array arithmetic", 1e3 * times[f"{target} at once"])
    begin = time.perf_counter()
    graph = finite.explore(finite.DiceGame.of("pig"))
    explored = time.perf_counter()
    finite.solve(graph)
    took = time.perf_counter() - begin
    yield Row(f"explore {graph!r}", 1e3 * (explored - begin))
    yield Row("explore and solve it", 1e3 * took, took, 60, unit="s")


def open_spiel(target: int) -> float | None:
    """Seconds that OpenSpiel's value iteration in Python takes for Pig, to the same tolerance; None without it."""
    if find_spec("pyspiel") is None or find_spec("cvxpy") is None:
        return None
    algorithm = import_module("open_spiel.python.algorithms.value_iteration").value_iteration
    game = import_module("pyspiel").load_game(f"pig(players=2,winscore={target},horizon=100000)")
    begin = time.perf_counter()
    values = algorithm(game, depth_limit=-1, threshold=TOLERANCE, cyclic_game=True)
    took = time.perf_counter() - begin
    known = finite.solve(dice_graph(f"pig(target={target})", ((1, -1), (-1, 1)))).value()
    assert abs(values[str(game.new_initial_state())] - known) < 1e-9
    return took
