"""Tournaments: every strategy of a field against every other, and against itself; exactly, or by games played.

`first[i, j]` says how often i wins when i starts against j, `second[i, j]` how often i wins when j starts, and
`stalemates[i, j]` how often nobody does when i starts. `average`, the mean of first and second, is the fair comparison.
"""

import os
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cached_property
from secrets import token_hex
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from jeopardice.compare import mixture, ratings, relation, sample, standings, tournament_files
from jeopardice.compare.mixture import Mixture
from jeopardice.compare.ratings import Ratings
from jeopardice.compare.rounds import AT_HAND, Block, blocks, pack, play_exactly
from jeopardice.compare.sample import deviations, halved
from jeopardice.compare.standings import Order, Standing
from jeopardice.compare.tournament_files import What
from jeopardice.errors import PositionError, StrategyError
from jeopardice.exact.duel import Duel
from jeopardice.exact.result import Result
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.rules import short
from jeopardice.sampled.estimate import Estimate, average_of, proportion
from jeopardice.spread import Progress, spread
from jeopardice.strategies.field import field as field_of

P = TypeVar("P")
Matrix = NDArray[np.float64]
MOST_TOLD = 1000
GAMES_A_DUEL = 1000
"""About so many games are played in the time of an exact duel."""


@dataclass(frozen=True, eq=False)
class Tournament(Result):
    """The figures of all pairs by [i, j] in the order of `names`, and what follows from them.

    With `games` they are shares of that many games of each pair; `exact` then has the probabilities.
    """

    left_out: ClassVar[tuple[str, ...]] = ("first", "second", "stalemates", "average", "exact", "standings", "cycles")

    game: str
    names: tuple[str, ...]
    first: Matrix = field(repr=False)
    second: Matrix = field(repr=False)
    stalemates: Matrix = field(repr=False)
    games: int | None = None
    exact: "Tournament | None" = field(default=None, repr=False)

    @cached_property
    def average(self) -> Matrix:
        """The fair comparison: the mean of both seats."""
        return _kept((self.first + self.second) / 2)

    @cached_property
    def shares(self) -> Matrix:
        """The same with half a win for a stalemate; those of two strategies against each other sum to 1."""
        return _kept(self.average + (self.stalemates + self.stalemates.T) / 4)

    @cached_property
    def z(self) -> Matrix | None:
        """By how many standard errors each sampled average differs from the exact one; None where it is none."""
        return None if self.exact is None or not self.games else _kept(deviations(self))

    def estimate(self, a: str, b: str) -> Estimate:
        """A sampled average with its interval, the exact one and how far it is off; only where `games` were played."""
        if self.games is None:
            raise PositionError("an exact figure is no estimate: play with games=N for one")
        found, exact, starts = self.duel(a, b), None if self.exact is None else self.exact.duel(a, b), self.games // 2
        first = proportion(round(found.first * starts), starts, exact.first if exact else None)
        return average_of(first, proportion(round(found.second * starts), starts, exact.second if exact else None))

    @cached_property
    def beats(self) -> NDArray[np.bool_]:
        """Does i win more often against j than j against i, and not only by rounding?"""
        return _kept(relation.beats_of(self.average))

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Who comes first by the average win probability over all others."""
        return self.ranked()

    def ranked(self, by: Order = "average") -> tuple[Standing, ...]:
        """Standings by `average`, by `pairs` won (a drawn one counts one half) or by the `worst` case."""
        values = [self.ratings[name] for name in self.names]
        return standings.standings(self.names, self.average, values, by)

    @cached_property
    def is_transitive(self) -> bool:
        """Does whoever beats another also beat all whom that one beats?"""
        return relation.gap(self.beats) is None

    @cached_property
    def gap(self) -> tuple[str, str, str] | None:
        """Three of which the first beats the second and that the third, but the first not the third; or None."""
        found = relation.gap(self.beats)
        return None if found is None else (self.names[found[0]], self.names[found[1]], self.names[found[2]])

    @cached_property
    def cycle_count(self) -> int:
        """How many cycles of three there are."""
        return relation.cycle_count(self.beats)

    @cached_property
    def cycles(self) -> tuple[tuple[str, str, str], ...]:
        """Every cycle of three: each beats the next, and the last the first."""
        return tuple((self.names[i], self.names[j], self.names[k]) for i, j, k in relation.cycles(self.beats))

    @cached_property
    def condorcet(self) -> str | None:
        """The strategy that beats every other one, if there is one."""
        found = relation.condorcet(self.beats) if len(self.names) > 1 else None
        return None if found is None else self.names[found]

    @cached_property
    def most_robust(self) -> str:
        """The strategy whose worst case over the field is the best: for unknown opponents, if it must be one."""
        return self.ranked("worst")[0].name

    @cached_property
    def ratings(self) -> Ratings:
        """Ratings on the Elo scale (Bradley-Terry, maximum likelihood)."""
        return ratings.ratings(self.names, self.shares)

    @cached_property
    def mixture(self) -> Mixture:
        """The maximin mixture of the field, the equilibrium of the matrix game; needs scipy (extra `compare`)."""
        return mixture.mixture(self.names, self.shares)

    def duel(self, a: str, b: str) -> Duel:
        """The figures of one pair, by names."""
        return self.at(self._number(a), self._number(b))

    def at(self, i: int, j: int) -> Duel:
        """The same by numbers in the order of `names`."""
        figures = (self.first[i, j], self.second[i, j], self.stalemates[i, j], self.stalemates[j, i])
        return Duel(self.game, self.names[i], self.names[j], *map(float, figures))

    def _number(self, name: str) -> int:
        if name not in self.names:
            raise StrategyError(f"there is no strategy {short(name)} in this field of {len(self.names)}")
        return self.names.index(name)

    def to_dict(self) -> dict[str, Any]:
        """Plain data. Of more than 1000 cycles it has the first; the mixture is None where scipy is not there."""
        return {
            "game": self.game,
            "games": self.games,
            "names": list(self.names),
            "standings": [standing.to_dict() for standing in self.standings],
            "condorcet": self.condorcet,
            "is_transitive": self.is_transitive,
            "cycle_count": self.cycle_count,
            "cycles": [list(cycle) for cycle in self.cycles[:MOST_TOLD]],
            "most_robust": self.most_robust,
            "not_rated": dict(self.ratings.why_not),
            "mixture": self.mixture.to_dict() if mixture.can_be_found() else None,
            **self._matrices(),
            "exact": None if self.exact is None else self.exact._matrices(),
        }

    def _matrices(self) -> dict[str, Any]:
        named = {"first": self.first, "second": self.second, "average": self.average, "stalemates": self.stalemates}
        return {name: matrix.tolist() for name, matrix in named.items()}

    def save(self, path: str | os.PathLike[str], what: What = "standings") -> None:
        """Write the standings and the matrix as `.csv`, `.md` or `.json`; or, as `.csv`, all `pairs`."""
        tournament_files.save(self, path, what)


def _kept(array: NDArray[Any]) -> NDArray[Any]:
    """An array that cannot be written to."""
    array.flags.writeable = False
    return array


def tournament(
    game: Game,
    field: Any,
    *,
    games: int | None = None,
    rng: Any = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> Tournament:
    """Every strategy of a field against every other and itself: exactly, or by so many `games` of each pair.

    A field is a list of strategies or of notations with ranges, `hold-at(1..100)`, or a mapping from names to
    strategies. An `executor` shares the work out; the figures are the same, bit for bit, whoever does it.
    """
    rules = as_game(game)
    lots = None if games is None else halved(games)
    entrants = field_of(rules, field)
    packed = tuple(pack(rules, strategy) for strategy in entrants.values())
    pieces = blocks(token_hex(8), rules, packed)
    name, names = game_notation(rules), tuple(entrants)
    if lots is None:
        return Tournament(name, names, *_played(play_exactly, pieces, pieces, executor, progress))
    samples = sample.samples(pieces, lots, rng, executor is None)
    part = 1.0 / (2.0 + lots / GAMES_A_DUEL)
    exact = Tournament(name, names, *_played(play_exactly, pieces, pieces, executor, _part(progress, 0.0, part)))
    first, second, stalemates = _played(sample.play_by_lot, samples, pieces, executor, _part(progress, part, 1.0))
    return Tournament(name, names, first, second, stalemates, lots, exact)


def _played(
    play: Callable[[P], Matrix], pieces: list[P], pairs: list[Block], executor: Executor | None, progress: Progress
) -> Matrix:
    """The matrices of first, second and stalemates, from the figures of each piece."""
    entrants = pairs[-1].columns.stop
    found = np.zeros((3, entrants, entrants))
    try:
        for number, figures in spread(play, pieces, executor, progress):
            for (i, j), both in zip(pairs[number].pairs, figures, strict=True):
                found[:, j, i], found[:, i, j] = both[3:], both[:3]  # of one against itself, both are its own
    finally:
        AT_HAND.clear()
    return found


def _part(progress: Progress, begin: float, end: float) -> Progress:
    """Tells of a part of the work as of a part of the whole."""
    return None if progress is None else lambda share: progress(begin + (end - begin) * share)
