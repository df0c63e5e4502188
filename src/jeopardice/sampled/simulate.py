"""Simulating games: strategies are written out, laid out for the kernels, and played."""

import math
from concurrent.futures import Executor
from typing import Any

from jeopardice.exact.duel import Duel, duel_of
from jeopardice.exact.length import game_length
from jeopardice.exact.resolve import resolve
from jeopardice.exact.seat import table_seat
from jeopardice.exact.solitaire.course import Course
from jeopardice.exact.solitaire.goals import as_goal
from jeopardice.exact.solitaire.played import PlayedToTheEnd
from jeopardice.exact.solitaire.played import plan_of as plan_alone
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.position import checked_score
from jeopardice.games.rules import Rules
from jeopardice.sampled.counting import count_games
from jeopardice.sampled.plan import plan_of
from jeopardice.sampled.simulation import Simulation, SimulationAlone
from jeopardice.spread import Progress
from jeopardice.strategies.alone import Alone
from jeopardice.strategies.notation import as_strategy
from jeopardice.strategies.table import Table

CHEAP = 50_000_000
"""Turn totals at all scores and on the product of memories, up to which there are exact figures without being asked."""


def simulate(
    game: Game,
    a: Any,
    b: Any = None,
    games: int = 100_000,
    rng: Any = None,
    *,
    starting: str = "alternate",
    own: int = 0,
    opponent: int = 0,
    exact: bool | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> Simulation | SimulationAlone:
    """Games of a against b, or of a alone; the same seed gives the same result, whoever plays them.

    `starting` is a, b, alternate or random; `own` and `opponent` give a and b a head start. Exact figures are set
    beside the sampled ones where they are cheap, always (`exact=True`; then also for the number of turns, if a starts
    all games), or never.
    """
    rules = as_game(game)
    own, opponent = checked_score(rules, "own", own), checked_score(rules, "opponent", opponent)
    name, hands = game_notation(rules), {"threads": threads, "executor": executor, "progress": progress}
    if b is None:
        seat = plan_alone(rules, as_strategy(rules, a), as_goal("fewest-turns"))
        counts = count_games(plan_of([seat], start=(own, 0)), games, rng, **hands)  # type: ignore[arg-type]
        known = exact_alone(seat) if exact or (exact is None and _cheap(seat)) else None
        return SimulationAlone(name, seat.name, games, counts, own, known)
    seats = resolve(rules, a), resolve(rules, b)
    counts = count_games(plan_of(seats, starting, (own, opponent)), games, rng, **hands)  # type: ignore[arg-type]
    duel = _exact(seats, own, opponent) if exact or (exact is None and _cheap(*seats)) else None
    lengths = game_length(rules, *seats) if exact and not own and not opponent else None
    names = seats[0].name, seats[1].name
    return Simulation(name, names[0], games, counts, names[1], starting, own, opponent, duel, lengths)


def exact_alone(seat: Alone) -> PlayedToTheEnd:
    """The exact figures of a strategy played alone."""
    return PlayedToTheEnd(seat.rules, "fewest-turns", seat.name, Course(seat))


def _exact(seats: tuple[Table, Table], own: int, opponent: int) -> Duel:
    return duel_of(table_seat(seats[0], own), table_seat(seats[1], opponent), own, opponent)


def _cheap(*seats: Table | Alone) -> bool:
    """Would exact figures take next to no time?"""
    rules: Rules = seats[0].rules
    decisions = max(seat.turn.decisions for seat in seats)
    memories = math.prod(len(seat.memories) for seat in seats)
    return bool(rules.target ** len(seats) * decisions * memories <= CHEAP)
