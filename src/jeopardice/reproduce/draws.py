"""Games of our own, as many as a document has played, beside the exact figures."""

import zlib
from typing import Any

import numpy as np
from numpy.random import SeedSequence, default_rng
from numpy.typing import NDArray

from jeopardice.errors import PositionError
from jeopardice.games.notation import as_game
from jeopardice.games.rules import short
from jeopardice.sampled.counting import checked_games, seed_of
from jeopardice.sampled.simulate import simulate
from jeopardice.sampled.simulation import Simulation, SimulationAlone

SEED = 1
"""Everybody who does not ask for another one gets the same games."""


class Draws:
    """Games that are played when they are first asked for: as many as the document's, or `games` of each kind.

    The same seed gives the same games, in whatever order they are asked for. With `games=0` none are played.
    """

    def __init__(self, rng: Any = SEED, games: int | None = None) -> None:
        if games:
            checked_games(games)
        elif games is not None and games != 0:
            raise PositionError(f"games must be a whole number from 0 on, not {short(games)}")
        self.seed, self.games = seed_of(rng), games
        self._played: dict[str, Any] = {}

    def wanted(self, sample: int) -> int:
        """How many games are played where the document has so many."""
        return 0 if not sample else sample if self.games is None else self.games

    def alone(self, game: str, strategy: str, sample: int) -> SimulationAlone | None:
        """Games of a strategy alone; None where none are to be played."""
        found: SimulationAlone | None = self._games(f"{game}: {strategy}", sample, (game, strategy))
        return found

    def duel(self, game: str, a: str, b: str, starting: str, sample: int) -> Simulation | None:
        """Games of a against b; None where none are to be played."""
        kind = f"{game}: {a} against {b}, {starting}"
        found: Simulation | None = self._games(kind, sample, (game, a, b), starting=starting)
        return found

    def turns(self, game: str, hold_at: int, sample: int) -> NDArray[np.int64] | None:
        """What each of many turns brings that hold at a number; None where none are to be played."""
        if not self.wanted(sample):
            return None
        kind = f"{game}: turns to {hold_at}, {self.wanted(sample)}"
        if kind not in self._played:
            self._played[kind] = rolled(game, hold_at, self.wanted(sample), self._seed(kind))
        found: NDArray[np.int64] = self._played[kind]
        return found

    def _seed(self, kind: str) -> SeedSequence:
        return SeedSequence(self.seed.entropy, spawn_key=(*self.seed.spawn_key, zlib.crc32(kind.encode())))

    def _games(self, kind: str, sample: int, players: tuple[str, ...], starting: str = "alternate") -> Any:
        games = self.wanted(sample)
        if not games:
            return None
        kind = f"{kind}, {games} games"
        if kind not in self._played:
            game, a, b = (*players, None)[:3]
            self._played[kind] = simulate(str(game), a, b, games, self._seed(kind), starting=starting)
        return self._played[kind]


def rolled(game: str, hold_at: int, turns: int, seed: SeedSequence) -> NDArray[np.int64]:
    """Roll turn by turn side by side: what each of them brings, 0 if it busts. For games with one throw."""
    outcomes, rng = as_game(game).throws[0].outcomes, default_rng(seed)
    points = np.array([outcome.points if outcome.effect == "score" else -1 for outcome in outcomes])
    chances = [float(outcome.probability) for outcome in outcomes]
    totals, going = np.zeros(turns, np.int64), np.arange(turns)
    while len(going):
        roll = points[rng.choice(len(points), len(going), p=chances)]
        totals[going] = np.where(roll < 0, 0, totals[going] + roll)
        going = going[(roll > 0) & (totals[going] < hold_at)]
    return totals
