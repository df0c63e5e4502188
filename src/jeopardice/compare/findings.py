"""What a tournament shows, in sentences: for a terminal and for a page in Markdown."""

from typing import TYPE_CHECKING

import numpy as np

from jeopardice.compare.mixture import can_be_found
from jeopardice.exact.percent import SURE, percent

if TYPE_CHECKING:
    from jeopardice.compare.tournament import Tournament

MOST_CYCLES, MOST_NAMES = 3, 8


def findings(tournament: "Tournament") -> list[str]:
    """A sentence or two for each thing that it shows."""
    if len(tournament.names) == 1:
        first = percent(float(tournament.first[0, 0]))
        return [f"{tournament.names[0]} against itself: the one that starts wins {first}.", *_stalemates(tournament)]
    told = [_winner(tournament), _transitivity(tournament), _robust(tournament)]
    if can_be_found():
        told.append(_mixture(tournament))
    return [*told, *_not_rated(tournament), *_stalemates(tournament), *_beside(tournament)]


def _winner(tournament: "Tournament") -> str:
    if tournament.condorcet is None:
        return "No strategy beats every other one."
    return f"{tournament.condorcet} beats every other one: it is the Condorcet winner."


def _transitivity(tournament: "Tournament") -> str:
    if tournament.gap is None:
        return "Transitive: whoever beats a strategy also beats all that it beats."
    count = tournament.cycle_count
    if not count:
        one, other, last = tournament.gap
        return f"Not transitive: {one} beats {other}, which beats {last}, but {one} and {last} are even."
    examples = [f"{a} beats {b}, which beats {c}, which beats {a}" for a, b, c in tournament.cycles[:MOST_CYCLES]]
    how_many = "there is 1 cycle" if count == 1 else f"there are {count:,} cycles"
    more = f"; and {count - MOST_CYCLES:,} more" if count > MOST_CYCLES else ""
    return f"Not transitive: {how_many} of three. {'; '.join(examples)}{more}."


def _robust(tournament: "Tournament") -> str:
    best = tournament.ranked("worst")[0]
    assert best.worst is not None
    return f"Most robust: {best.name}, whose worst case is {percent(best.worst)}, against {best.worst_opponent}."


def _mixture(tournament: "Tournament") -> str:
    found = tournament.mixture
    drawn = [f"{name} {percent(share)}" for name, share in found.shares.items()]
    rest = len(drawn) - MOST_NAMES
    listed = ", ".join(drawn[:MOST_NAMES]) + (f" and {rest} more" if rest > 0 else "")
    gain = f"{found.gain:.1e}" if found.gain else "nothing"
    return f"Maximin mixture: {listed}. The most that any of the field gains against it is {gain}."


def _not_rated(tournament: "Tournament") -> list[str]:
    """Who has no rating, by the reason."""
    reasons: dict[str, list[str]] = {}
    for name, reason in tournament.ratings.why_not.items():
        reasons.setdefault(reason, []).append(name)
    if len(reasons) == 1 and len(tournament.ratings.why_not) == len(tournament.names):
        return [f"No ratings: {next(iter(reasons))}."]
    return [f"Not rated: {_some(names)}; {reason}." for reason, names in reasons.items()]


def _stalemates(tournament: "Tournament") -> list[str]:
    """Where games may never end, which nobody wins."""
    often = tournament.stalemates
    if often.max() <= SURE:
        return []
    i, j = np.unravel_index(often.argmax(), often.shape)
    whom = "itself" if i == j else tournament.names[int(j)]
    where = f"most often where {tournament.names[int(i)]} starts against {whom}, {percent(float(often[i, j]))}"
    return [f"Some games never end, and nobody wins them: {where}."]


def _some(names: list[str]) -> str:
    rest = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" and {rest} more" if rest > 0 else "")


def _beside(tournament: "Tournament") -> list[str]:
    """How far a sample is from the exact figures at most, and what these show."""
    exact, scores = tournament.exact, tournament.z
    if exact is None or scores is None:
        return []
    i, j = np.unravel_index(np.abs(scores).argmax(), scores.shape)
    a, b, count = tournament.names[int(i)], tournament.names[int(j)], exact.cycle_count
    winner = f"{exact.condorcet} beats every other one" if exact.condorcet else "nobody beats every other one"
    cycles = f"are {count:,} cycles" if count > 1 else "is 1 cycle" if count else "is no cycle"
    return [
        f"That is of the sample. By the exact figures {winner}, and there {cycles} of three.",
        f"The average of {a} against {b} is farthest from its exact figure: {abs(scores[i, j]):.2f} standard errors.",
    ]
