"""What is measured: each case gives rows (what, figure, limit), the limit being what the project promises."""

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import baselines, textbook
from bench.timing import best_times
from jeopardice import duel, solitaire, solve, tournament
from jeopardice.exact.duel import duel_of
from jeopardice.exact.play_out import play_out
from jeopardice.exact.resolve import resolve
from jeopardice.exact.seat import Seat, table_seat
from jeopardice.games.notation import as_game

TOLERANCE = 1e-12
TARGETS = (50, 100, 200, 400)


@dataclass(frozen=True)
class Row:
    """One line of the table: `ratio` must be at least (or at most, with `at_most`) the limit."""

    what: str
    milliseconds: float
    ratio: float | None = None
    limit: float | None = None
    at_most: bool = True
    unit: str = "x"

    @property
    def holds(self) -> bool:
        """Is the promise kept?"""
        if self.ratio is None or self.limit is None:
            return True
        return self.ratio <= self.limit if self.at_most else self.ratio >= self.limit


def one_pass_seat(game: str) -> Seat:
    """The optimum's table with nothing skipped: playing it out touches every state once, with value and slope."""
    seat = table_seat(solve(game, cache=False).strategy)
    seat.arrays[0].reach[:] = seat.turn.decisions - 1
    return seat


def solving() -> Iterator[Row]:
    """(a) Solving Pig against value iteration, against one pass over all states, and Two-Dice Pig against Pig."""
    every = one_pass_seat("pig")
    times = best_times(
        {
            "pig": lambda: solve("pig", cache=False),
            "pass": lambda: play_out(every, every, 0.0),
            "two-dice": lambda: solve("two-dice-pig", cache=False),
            "sweeps": lambda: textbook.gauss_seidel(100, TOLERANCE),
            "pairs": lambda: textbook.neller(100, TOLERANCE),
            "best sweeps": lambda: baselines.gauss_seidel(100, TOLERANCE),
            "best pairs": lambda: baselines.neller(100, TOLERANCE),
        }
    )
    pig = times["pig"]
    yield Row('solve("pig")', 1e3 * pig)
    yield Row(
        "value iteration, global Gauss-Seidel sweeps",
        1e3 * times["sweeps"],
        times["sweeps"] / pig,
        100,
        False,
    )
    yield Row("value iteration, pair by pair (Neller)", 1e3 * times["pairs"], times["pairs"] / pig, 12, False)
    yield Row("the same sweeps in the best order we know", 1e3 * times["best sweeps"], times["best sweeps"] / pig)
    yield Row("the same pairs in the best order we know", 1e3 * times["best pairs"], times["best pairs"] / pig)
    yield Row("one pass over all states (the floor); pig takes", 1e3 * times["pass"], pig / times["pass"], 3)
    yield Row('solve("two-dice-pig"); in solves of pig', 1e3 * times["two-dice"], times["two-dice"] / pig, 12)


def growth() -> Iterator[Row]:
    """(b) From target to target the time grows no faster than the number of states, times 1.3."""
    games = {str(target): f"pig(target={target})" for target in TARGETS}
    times = best_times({name: (lambda g=game: solve(g, cache=False)) for name, game in games.items()})  # type: ignore[misc]
    states = {name: solve(game, cache=False).states for name, game in games.items()}
    yield Row(f'solve("{games["50"]}")', 1e3 * times["50"])
    for before, after in itertools.pairwise(games):
        grown = times[after] / times[before] / (states[after] / states[before])
        yield Row(f'solve("{games[after]}"); growth per growth of states', 1e3 * times[after], grown, 1.3)


def _refuse_when_equal(mine: int, yours: int, turn: int) -> int:
    return 0 if mine == yours > 0 else int(turn < 20)


def duels() -> Iterator[Row]:
    """(c) A duel of two tables in passes over all states, stalemates included; (d) all duels of hold-at 1 to 100."""
    pig = as_game("pig")
    every = one_pass_seat("pig")
    names = {"optimal": "optimal", "pace": "keep-pace-end-race", "refuser": _refuse_when_equal}
    tables = {name: resolve(pig, strategy) for name, strategy in names.items()}
    seats = {name: table_seat(table, 0) for name, table in tables.items()}
    times = best_times(
        {
            "pass": lambda: play_out(every, every, 0.0),
            "duel": lambda: duel("pig", tables["optimal"], tables["pace"]),
            "endless duel": lambda: duel("pig", tables["refuser"], tables["refuser"]),
            "tables": lambda: duel_of(seats["optimal"], seats["pace"]),
            "stalemates": lambda: duel_of(seats["refuser"], seats["refuser"]),
            "round robin": round_robin,
            "tournament": lambda: tournament("pig", ["hold-at(1..100)"]),
        }
    )
    floor = times["pass"]
    yield Row('duel("pig", a, b), two tables; in passes', 1e3 * times["duel"], times["duel"] / floor, 3)
    endless = times["endless duel"]
    yield Row('duel("pig", a, b), with stalemates; in passes', 1e3 * endless, endless / floor, 3)
    yield Row("the same two tables made ready before; in passes", 1e3 * times["tables"], times["tables"] / floor, 3)
    yield Row("the same with stalemates; in passes", 1e3 * times["stalemates"], times["stalemates"] / floor, 3)
    cup = times["tournament"]
    yield Row('tournament("pig", ["hold-at(1..100)"])', 1e3 * cup, cup, 10, unit="s")
    yield Row(
        "all 4,950 duels of hold-at 1..100, two threads", 1e3 * times["round robin"], times["round robin"], 10, unit="s"
    )


def alone() -> Iterator[Row]:
    """(e) Pig alone: the fewest turns, and the best chance within n turns for all n up to 50, as one public call."""
    times = best_times(
        {
            "fewest": lambda: solitaire("pig"),
            "within": lambda: solitaire("pig", goal="within(50)"),
            "wipes": lambda: solitaire("two-dice-pig"),
            "points": lambda: solitaire("pig", goal="most-points(50)"),
        }
    )
    fewest, chances = 1e3 * times["fewest"], 1e3 * times["within"]
    yield Row('solitaire("pig"), the fewest turns', fewest, fewest, 1, unit="ms")
    yield Row('solitaire("pig", goal="within(50)"), all n up to 50', chances, chances, 5, unit="ms")
    yield Row(
        'solitaire("two-dice-pig"); in fewest turns of pig', 1e3 * times["wipes"], times["wipes"] / times["fewest"]
    )
    yield Row('solitaire("pig", goal="most-points(50)")', 1e3 * times["points"])


def round_robin(workers: int = 2) -> float:
    """Every pair of hold-at 1 to 100, on so many threads; -> the best average, which is hold-at(25)'s."""
    pig = as_game("pig")
    tables = [resolve(pig, f"hold-at({n})") for n in range(1, 101)]

    def share(worker: int) -> float:
        seats = [table_seat(table, 0) for table in tables]
        pairs = [pair for n, pair in enumerate(itertools.combinations(seats, 2)) if n % workers == worker]
        return max(duel_of(a, b).average for a, b in pairs)

    with ThreadPoolExecutor(workers) as pool:
        return max(pool.map(share, range(workers)))


MEMORY = """
import pathlib, re
from jeopardice import solitaire, solve

def kibibytes(what):
    return int(re.search(what + r":\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text())[1])

solve("pig(target=10)", cache=False)
pathlib.Path("/proc/self/clear_refs").write_text("5")
before = kibibytes("VmRSS")
solution = solve("pig(target=400)", cache=False)
assert solution.strategy.actions is not None
print((kibibytes("VmHWM") - before) / 1024)
"""


def processes() -> Iterator[Row]:
    """Memory, and what a user waits for: imports, help, a solved game from the cache."""
    if sys.platform == "linux":
        used = float(subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True).stdout)
        yield Row("peak memory above the imports, solving pig(target=400)", 0.0, used, 256, unit="MiB")
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "JEOPARDICE_CACHE_DIR": folder}

        def run(*words: str) -> object:
            return subprocess.run([sys.executable, *words], env=environment, capture_output=True, check=True)

        times = best_times(
            {
                "python": lambda: run("-c", "pass"),
                "import": lambda: run("-c", "import jeopardice"),
                "help": lambda: run("-m", "jeopardice", "--help"),
                "cached": lambda: run("-m", "jeopardice", "solve", "pig"),
            }
        )
        yield Row("import jeopardice", 1e3 * times["import"], times["import"] - times["python"], 0.15, unit="s")
        yield Row("jeopardice --help", 1e3 * times["help"], times["help"], 0.3, unit="s")
        yield Row("jeopardice solve pig, from the cache", 1e3 * times["cached"])
        os.environ["JEOPARDICE_CACHE_DIR"] = folder
        loading = best_times({"load": lambda: solve("pig")})["load"]
        yield Row('solve("pig") from the cache, in a running program', 1e3 * loading, 1e3 * loading, 10, unit="ms")


def root() -> Path:
    """The repository."""
    return Path(__file__).resolve().parent.parent
