"""Simulated games beside plain loops, and on two threads beside one."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from bench import plain
from bench.cases import Row
from bench.timing import best_times
from jeopardice import simulate
from jeopardice.exact.resolve import resolve
from jeopardice.games.size import processors
from jeopardice.sampled.plan import words_of

GAMES = 1_000_000
TARGET = 100


def table_of(strategy: str) -> NDArray[np.uint8]:
    """Where a strategy rolls, by [own, opponent, turn total]."""
    table = resolve("pig", strategy)
    rolls = np.zeros((TARGET, TARGET, TARGET + 1), np.uint8)
    rolls[:, :, list(table.turn.total[: table.turn.decisions])] = table.choices_by_scores[0]
    return rolls


def games() -> Iterator[Row]:
    """Hold-at(20) against itself, and two tables, one thread; then many games on one thread and on two."""
    wins, state = np.zeros((2, 2), np.int64), words_of(np.random.SeedSequence(1))
    tables = {name: resolve("pig", name) for name in ("hold-at(20)", "optimal", "keep-pace-end-race")}
    one, other = table_of("optimal"), table_of("keep-pace-end-race")

    def ours(a: str, b: str, games: int = GAMES, threads: int = 1) -> object:
        return simulate("pig", tables[a], tables[b], games, 1, exact=False, threads=threads)

    times = best_times(
        {
            "hold": lambda: ours("hold-at(20)", "hold-at(20)"),
            "tables": lambda: ours("optimal", "keep-pace-end-race"),
            "numba": lambda: plain.with_numba(20, TARGET, GAMES // 5, wins),
            "sfc64": lambda: plain.with_sfc64(20, TARGET, GAMES // 5, state, wins),
            "plain tables": lambda: plain.with_tables(one, other, TARGET, GAMES // 5, state, wins),
        },
        seconds=3.0,
    )
    hold, two = times["hold"], times["tables"]
    yield Row(f"simulate {GAMES:,} games of hold-at(20) against itself", 1e3 * hold, GAMES / hold / 1e6, unit="M/s")
    for name, what, promise in (
        ("numba", "a plain loop of Numba, with its random numbers", 3.0),
        ("sfc64", "a plain loop with our random numbers", None),
    ):
        yield Row(f"the same in {what}", 5e3 * times[name], 5 * times[name] / hold, promise, False)
    yield Row(
        f"simulate {GAMES:,} games of optimal against keep-pace-end-race", 1e3 * two, GAMES / two / 1e6, unit="M/s"
    )
    slow = 5 * times["plain tables"]
    yield Row("the same in a plain loop with our random numbers", 1e3 * slow, slow / two, 1.5, False)
    if processors() > 1:
        more = best_times(
            {
                "one": lambda: ours("hold-at(20)", "hold-at(20)", 16 * GAMES, 1),
                "two": lambda: ours("hold-at(20)", "hold-at(20)", 16 * GAMES, 2),
            },
            seconds=5.0,
        )
        yield Row(f"simulate {16 * GAMES:,} games on one thread", 1e3 * more["one"])
        yield Row("the same on two", 1e3 * more["two"], more["one"] / more["two"], 1.7, False)
