"""Games one by one: how each of a series ended, for statistics that need more than sums."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.exact.resolve import resolve
from jeopardice.games.notation import Game, as_game
from jeopardice.sampled.by_rolls.kernels import Rolls, play_rolls
from jeopardice.sampled.counting import checked_games, seed_of
from jeopardice.sampled.plan import CHUNK, Plan, empty_tally, plan_by_rolls, plan_of, words_of

Results = NDArray[np.int8]
"""By game: 0 where a has won, 1 where b has, 2 a stalemate, 3 not finished."""


class Series:
    """Two strategies ready to play any number of games; `results` go on where they stopped.

    Even games are started by a, odd ones by b. With `common` dice two games in a row have the same, turn for turn, of
    the player who starts and of the other; and any two series with the same seed have the same dice.
    """

    def __init__(self, game: Game, a: Any, b: Any, rng: Any = None, *, common: bool = False) -> None:
        rules = as_game(game)
        seats = resolve(rules, a), resolve(rules, b)
        self.a, self.b = seats[0].name, seats[1].name
        self.common, self.played = common, 0
        self._plan: Plan = plan_by_rolls(seats) if common else plan_of(seats)
        self._seed = seed_of(rng).spawn(1)[0]
        self._words = words_of(self._seed)

    def results(self, games: int) -> Results:
        """How the next games end; an even number of them, so that each has started as many."""
        games = checked_games(games)
        found = [self._chunk(min(CHUNK, games - n)) for n in range(0, games, CHUNK)]
        return np.concatenate(found)

    def _chunk(self, games: int) -> Results:
        odd = self.played % 2  # a chunk begins with a game that a starts
        if self.common:
            found = same_dice(self._plan, games + odd, self.played // 2, self._words)
        else:
            found = self._plan.play(games + odd, words_of(self._seed.spawn(1)[0]), record=True).results
        self.played += games
        return found[odd:]


def same_dice(plan: Plan, games: int, pair: int, words: NDArray[np.uint64]) -> Results:
    """How so many games end, roll by roll, from a pair of games on; each pair has dice of its own with these words."""
    tally = empty_tally(games)
    assert isinstance(plan.way, Rolls)
    play_rolls(plan.table, plan.way, games, pair, True, words, tally)
    return tally.results


def game_results(game: Game, a: Any, b: Any, games: int, rng: Any = None, *, common: bool = False) -> Results:
    """How each of so many games ends; a starts the first, b the second, and so on."""
    return Series(game, a, b, rng, common=common).results(games)
