"""Simulated games for a terminal: sampled figures with their intervals, and the exact ones beside."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from jeopardice.show.bars import bars, bins
from jeopardice.show.text import FAINT, percent, plain_grid, title

if TYPE_CHECKING:
    from jeopardice.sampled.estimate import Estimate
    from jeopardice.sampled.simulation import Simulation, SimulationAlone

LONGEST = 20
STARTING = {
    "a": "{0} starts all of them",
    "b": "{1} starts all of them",
    "alternate": "they start in turn",
    "random": "who starts is drawn",
}


def simulation_text(found: "Simulation | SimulationAlone") -> Group:
    """One simulation, of two players or of one."""
    from jeopardice.sampled.simulation import Simulation

    return _two(found) if isinstance(found, Simulation) else _alone(found)


def _two(found: "Simulation") -> Group:
    names, averages = _names(found.a, found.b), (found.average, found.b_average)
    grid = plain_grid("wins", "sampled", "95 % interval", "exact", "z", numbers=[1, 2, 3, 4])
    seats = (("first", found.first, found.b_first), ("second", found.second, found.b_second))
    for number, name in enumerate(names):
        for seat, *estimates in seats:
            if estimates[number].n:
                grid.add_row(f"{name} going {seat}", *_share(estimates[number]))
        if found.first.n and found.second.n:
            grid.add_row(f"{name} on average", *_share(averages[number]))
    for name, share in zip(names, (found.stalemate_first, found.stalemate_second), strict=True):
        if share.n and (share.value or share.exact):
            grid.add_row(f"nobody, {name} first", *_share(share))
    scores = ", ".join(f"{name} {score.value:.2f}" for name, score in zip(names, found.scores, strict=True))
    more = [Text(f"Turns {_mean(found.turns)}, rolls {_mean(found.rolls)}"), Text(f"Scores at the end: {scores}")]
    return Group(_head(found), "", grid, "", *more, *_unfinished(found.unfinished))


def _head(found: "Simulation") -> Text:
    one, other = _names(found.a, found.b)
    players = f"{_introduced(one, found.a)} against {_introduced(other, found.b)}"
    start = f", from {found.own} to {found.opponent}" if found.own or found.opponent else ""
    return title(
        found.game, f": {found.games:,} games of {players}{start}; {STARTING[found.starting].format(one, other)}"
    )


def _names(a: str, b: str) -> tuple[str, str]:
    """What both are called in a table: letters where names are the same, or too long."""
    return ("A", "B") if a == b or max(len(a), len(b)) > LONGEST else (a, b)


def _introduced(letter: str, name: str) -> str:
    return name if letter == name else f"{name} ({letter})"


def _share(estimate: "Estimate") -> list[str]:
    exact = "" if estimate.exact is None else percent(estimate.exact, 4)
    interval = f"{100 * estimate.low:.3f} to {100 * estimate.high:.3f}"
    return [percent(estimate.value, 3), interval, exact, _z(estimate)]


def _z(estimate: "Estimate") -> str:
    return "" if estimate.z is None else f"{estimate.z:+.2f}"


def _mean(estimate: "Estimate") -> str:
    return f"{estimate.value:.3f} ({estimate.low:.3f} to {estimate.high:.3f})"


def _unfinished(games: int) -> list[RenderableType]:
    return [Text(f"{games:,} games were not finished after 32,768 turns of one player.", FAINT)] if games else []


def _alone(found: "SimulationAlone") -> Group:
    own = f", from {found.own}" if found.own else ""
    parts: list[RenderableType] = [title(found.game, f", alone: {found.games:,} games of {found.a}{own}"), ""]
    parts += [_turns([found]), ""]
    if found.lengths.probabilities.any():
        parts += [bars("turns", bins(found.lengths)), ""]
    parts.append(Text(f"Rolls {_mean(found.rolls)}, score at the end {_mean(found.score)}"))
    return Group(*parts, *_unfinished(found.unfinished))


def simulations_text(found: Sequence["SimulationAlone"]) -> Group:
    """Several strategies, each alone."""
    head = title(found[0].game, f", alone: turns in {found[0].games:,} games of each")
    return Group(head, "", _turns(found), *_unfinished(sum(one.unfinished for one in found)))


def _turns(found: Sequence["SimulationAlone"]) -> Grid:
    """Mean, median and standard deviation of the number of turns, sampled and exact."""
    grid = plain_grid("turns", "mean", "exact", "z", "median", "exact", "sd", "exact", numbers=range(1, 8))
    for one in found:
        turns, exact = one.turns, one.to_dict()
        median, sd = exact["exact_median"], exact["exact_sd"]
        grid.add_row(
            one.a,
            f"{turns.value:.4f}",
            "" if turns.exact is None else f"{turns.exact:.4f}",
            _z(turns),
            str(one.lengths.median),
            "" if median is None else str(median),
            f"{one.lengths.sd:.4f}",
            "" if sd is None else f"{sd:.4f}",
        )
    return grid
