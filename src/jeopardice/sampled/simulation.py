"""What simulated games come to: who wins how often, how long games take; exact figures beside, where known."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from jeopardice.exact.distribution import Distribution
from jeopardice.exact.duel import Duel
from jeopardice.exact.length import GameLength
from jeopardice.exact.result import Result
from jeopardice.exact.solitaire.played import PlayedToTheEnd
from jeopardice.sampled.counting import Counts
from jeopardice.sampled.estimate import Estimate, average_of, mean_of, proportion
from jeopardice.sampled.kernels import A_WON, B_WON, ROLLED, SCORE_A, SCORE_B, STALEMATE, TURNS, UNFINISHED

A_STARTED, B_STARTED = 0, 1


@dataclass(frozen=True, eq=False)
class Sampled(Result):
    """What simulations of all kinds have in common."""

    left_out = ("lengths",)

    game: str
    a: str
    games: int
    counts: Counts

    def _mean(self, what: int, exact: float | None = None) -> Estimate:
        return mean_of(self.counts.sums[what], self.counts.squares[what], self.games, exact)

    @property
    def rolls(self) -> Estimate:
        """The mean number of rolls of a game."""
        return self._mean(ROLLED)

    @cached_property
    def lengths(self) -> Distribution:
        """How many turns games took; `endless` are stalemates and games that were not finished."""
        over = self.counts.wins[:, [A_WON, B_WON]].sum()
        return Distribution(self.counts.lengths / self.games, float(1 - over / self.games))


@dataclass(frozen=True, eq=False)
class Simulation(Sampled):
    """Games of two players. `first`: how often a wins when a starts, `second`: when b starts."""

    b: str = ""
    starting: str = "alternate"
    own: int = 0
    opponent: int = 0
    exact: Duel | None = None
    exact_length: GameLength | None = None

    def __repr__(self) -> str:
        figures = f"first={self.first.value:.6g}, second={self.second.value:.6g}"
        return f"Simulation({self.game!r}, {self.a!r}, {self.b!r}, games={self.games}, {figures})"

    @property
    def first(self) -> Estimate:
        """How often a wins when a starts."""
        return self._share(A_STARTED, A_WON, "first")

    @property
    def second(self) -> Estimate:
        """How often a wins when b starts."""
        return self._share(B_STARTED, A_WON, "second")

    @property
    def average(self) -> Estimate:
        """The mean of both seats for a: the fair comparison."""
        return average_of(self.first, self.second)

    @property
    def b_first(self) -> Estimate:
        """How often b wins when b starts."""
        return self._share(B_STARTED, B_WON, "b_first")

    @property
    def b_second(self) -> Estimate:
        """How often b wins when a starts."""
        return self._share(A_STARTED, B_WON, "b_second")

    @property
    def b_average(self) -> Estimate:
        """The mean of both seats for b."""
        return average_of(self.b_first, self.b_second)

    @property
    def stalemate_first(self) -> Estimate:
        """How often nobody wins when a starts; games that were not finished are not among them."""
        return self._share(A_STARTED, STALEMATE, "stalemate_first")

    @property
    def stalemate_second(self) -> Estimate:
        """How often nobody wins when b starts."""
        return self._share(B_STARTED, STALEMATE, "stalemate_second")

    @property
    def unfinished(self) -> int:
        """Games that were broken off after 32,768 turns of one player: nobody had won yet."""
        return int(self.counts.wins[:, UNFINISHED].sum())

    @property
    def turns(self) -> Estimate:
        """The mean number of turns of a game, both players' counted."""
        return self._mean(TURNS, self.exact_length.mean if self.exact_length and self.starting == "a" else None)

    @property
    def scores(self) -> tuple[Estimate, Estimate]:
        """The mean score at the end, of a and of b."""
        return self._mean(SCORE_A), self._mean(SCORE_B)

    def _share(self, starter: int, end: int, name: str) -> Estimate:
        """How often the games of one starter end so; `name` is that of the exact figure."""
        wins = self.counts.wins[starter]
        known = self.exact is not None and not wins[UNFINISHED]  # what is not finished is neither won nor a stalemate
        return proportion(int(wins[end]), int(wins.sum()), getattr(self.exact, name) if known else None)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        names = (
            "first",
            "second",
            "average",
            "b_first",
            "b_second",
            "b_average",
            "stalemate_first",
            "stalemate_second",
        )
        return {
            "game": self.game,
            "a": self.a,
            "b": self.b,
            "games": self.games,
            "starting": self.starting,
            "own": self.own,
            "opponent": self.opponent,
            **{name: getattr(self, name).to_dict() for name in names},
            "unfinished": self.unfinished,
            "turns": self.turns.to_dict(),
            "rolls": self.rolls.to_dict(),
            "scores": [score.to_dict() for score in self.scores],
            "lengths": self.lengths.to_dict(),
        }


@dataclass(frozen=True, eq=False)
class SimulationAlone(Sampled):
    """Games of one player, to the end."""

    own: int = 0
    exact: PlayedToTheEnd | None = None

    def __repr__(self) -> str:
        return f"SimulationAlone({self.game!r}, {self.a!r}, games={self.games}, turns={self.turns.value:.6g})"

    @property
    def turns(self) -> Estimate:
        """The mean number of turns."""
        known = self.exact if self.exact is not None and not self.exact.endless else None
        return self._mean(TURNS, known.value(self.own) if known else None)

    @property
    def score(self) -> Estimate:
        """The mean score at the end."""
        return self._mean(SCORE_A)

    @property
    def unfinished(self) -> int:
        """Games that pass for ever, or were broken off after 32,768 turns."""
        return int(self.counts.wins[:, [STALEMATE, UNFINISHED]].sum())

    def to_dict(self) -> dict[str, Any]:
        """Plain data; beside the sampled spread of turns the exact one, where it is known."""
        known = self.exact
        return {
            "game": self.game,
            "strategy": self.a,
            "games": self.games,
            "own": self.own,
            "turns": self.turns.to_dict(),
            "exact_sd": known.sd if known and not self.own else None,
            "exact_median": known.distribution.median if known and not self.own and not known.endless else None,
            "rolls": self.rolls.to_dict(),
            "score": self.score.to_dict(),
            "unfinished": self.unfinished,
            "lengths": self.lengths.to_dict(),
        }
