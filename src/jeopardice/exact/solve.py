"""Optimal play of a two-player game.

One free seat plays both sides; `play_out` finds the values of all turn starts. An endless game counts one half to each.
"""

import time
from functools import lru_cache
from typing import Literal, overload

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import FileError
from jeopardice.exact import cache as kept
from jeopardice.exact.rational import ExactSolution, solve_exactly
from jeopardice.exact.solution import Solution
from jeopardice.games.catalog import CATALOG
from jeopardice.games.notation import Game, as_game
from jeopardice.games.rules import Rules
from jeopardice.games.turn import compile_turn
from jeopardice.spread import Progress
from jeopardice.strategies.table import Memories, Table

ENDLESS = 0.5


@overload
def solve(game: Game, *, cache: bool = ..., exact: Literal[False] = ..., progress: Progress = ...) -> Solution: ...
@overload
def solve(game: Game, *, cache: bool = ..., exact: Literal[True], progress: Progress = ...) -> ExactSolution: ...


def solve(
    game: Game, *, cache: bool = True, exact: bool = False, progress: Progress = None
) -> Solution | ExactSolution:
    """Optimal play of a game, from the cache where it is there; with `exact=True` in fractions (small targets).

    `progress` is called with the share that is done, from 0 to 1.
    """
    rules = as_game(game)
    if exact:
        return solve_exactly(rules, progress)
    begin = time.perf_counter()
    known = kept.load(rules) if cache else None
    if known is not None:
        seconds = time.perf_counter() - begin
        return Solution(rules, "optimal", known, known, seconds, cached_at=kept.path_of(rules), from_cache=True)
    return _solved(rules, cache, progress)


@lru_cache(maxsize=1)
def _kernels_loaded() -> None:
    """Play a game so small that it takes no time: what does is to read the machine code, or to make it."""
    from jeopardice.exact.play_out import play_out
    from jeopardice.exact.seat import free_seat

    seat = free_seat(CATALOG["piglet"](target=1))
    play_out(seat, seat, ENDLESS)


def _solved(rules: Rules, cache: bool, progress: Progress) -> Solution:
    from jeopardice.exact.play_out import play_out
    from jeopardice.exact.seat import free_seat

    begin = time.perf_counter()
    seat = free_seat(rules)  # refused, if it must be, before anything is compiled
    made = time.perf_counter() - begin
    _kernels_loaded()
    begin = time.perf_counter() - made
    effort = play_out(seat, seat, ENDLESS, progress)
    table = Table(seat.turn, "optimal", seat.arrays[0].actions[None], None, Memories.none(seat.turn))
    seconds = time.perf_counter() - begin
    path, problem = None, None
    if cache:
        try:
            path = kept.store(rules, seat.values)
        except FileError as fault:
            problem = str(fault)
    return Solution(
        rules,
        "optimal",
        seat.values,
        seat.values,
        seconds,
        effort.sweeps,
        table,
        cached_at=path,
        cache_problem=problem,
    )


def policy_of(rules: Rules, values: NDArray[np.float64], name: str) -> Table:
    """The best choices at given values of turn starts, by one pass over all states."""
    from jeopardice.exact.play_out import one_pass
    from jeopardice.exact.seat import free_seat

    seat = free_seat(rules)
    one_pass(seat, values)
    turn = compile_turn(rules)
    return Table(turn, name, seat.arrays[0].actions[None], None, Memories.none(turn))
