"""Matches: several games one after the other, and who starts each of them.

With the exact probabilities of one game a match is a small chain: from the wins so far and who starts, to the wins one
game later. A game that never ends is a win for nobody. In a best of n it is broken off and played again by the same
starter; in a series of n games it counts as one of them.
"""

from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import PositionError
from jeopardice.exact.duel import Duel, clean, duel
from jeopardice.exact.result import Result
from jeopardice.games.notation import Game
from jeopardice.games.rules import as_integer, short

Floats = NDArray[np.float64]
STARTING = ("a", "b", "alternate", "random", "winner", "loser")
FIRST = ("a", "b", "random")
MOST_GAMES = 10_000
A, B, NOBODY = range(3)


@dataclass(frozen=True)
class Match(Result):
    """A match of a against b.

    `wins` and `b_wins` are the probabilities of winning the match, `drawn` that both win as many games of a series, and
    `endless` that a best of n is never decided. `expected_games` are those that somebody wins, in a series all of them;
    `replays` those that are broken off and played again. `share` and `b_share` are the expected shares of these
    games, `long_run` and `b_long_run` those of games without end.
    """

    duel: Duel = field(repr=False)
    best_of: int | None
    games: int | None
    starting: str
    first: str
    wins: float
    b_wins: float
    drawn: float
    endless: float
    expected_games: float
    replays: float
    share: float
    b_share: float
    long_run: float
    b_long_run: float

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        names = ("best_of", "games", "starting", "first", "wins", "b_wins", "drawn", "endless", "expected_games")
        more = ("replays", "share", "b_share", "long_run", "b_long_run")
        one = {"game": self.duel.game, "a": self.duel.a, "b": self.duel.b}
        return one | {name: getattr(self, name) for name in (*names, *more)}


def match(
    game: Game,
    a: Any,
    b: Any,
    *,
    best_of: int | None = None,
    games: int | None = None,
    starting: str = "alternate",
    first: str = "a",
) -> Match:
    """A match to the best of an odd number of games, or a series of games.

    `starting` says who starts each of them: `a`, `b`, by turns (`alternate`), whom a coin picks (`random`), or the
    `winner` or the `loser` of the game before; of these, `first` starts the first game: `a`, `b` or `random`.
    """
    best_of, games = checked_length(best_of, games)
    checked_starting(starting, first)
    return match_of(duel(game, a, b), best_of, games, starting, first)


def checked_length(best_of: object, games: object) -> tuple[int | None, int | None]:
    """How many games, in one of the two ways; or a PositionError that says what is wrong with it."""
    if (best_of is None) == (games is None):
        raise PositionError("a match is either a best_of, such as 5, or a number of games: give one of the two")
    length = _games(best_of, "best_of") if games is None else _games(games, "games")
    if games is None and length % 2 == 0:
        raise PositionError(f"best_of must be odd, or both could win as many games, not {length}")
    return (length, None) if games is None else (None, length)


def checked_starting(starting: object, first: object) -> None:
    """A PositionError that says who cannot start."""
    for name, value, known in (("starting", starting, STARTING), ("first", first, FIRST)):
        if not isinstance(value, str) or value not in known:
            raise PositionError(f"{name} must be one of {', '.join(known)}, not {short(value)}")


def _games(value: object, field: str) -> int:
    try:
        return as_integer(value, field, 1, MOST_GAMES)
    except Exception as problem:
        raise PositionError(str(problem)) from None


def match_of(duel: Duel, best_of: int | None, games: int | None, starting: str, first: str) -> Match:
    """The match that follows from one game, for lengths and starters that were checked."""
    ends = np.array(
        [
            [duel.first, clean(duel.b_second), duel.stalemate_first],
            [duel.second, clean(duel.b_first), duel.stalemate_second],
        ]
    )
    begins = _begins(starting, first)
    figures = _best_of(ends, best_of, starting, begins) if best_of else _series(ends, games or 1, starting, begins)
    often = _long_run(ends, starting, begins) @ ends
    make = partial(Match, duel, best_of, games, starting, first)
    return make(**figures, long_run=float(often[A]), b_long_run=float(often[B]))


def _begins(starting: str, first: str) -> Floats:
    """The probabilities that a and that b start the first game."""
    who = starting if starting in FIRST else first
    return np.array({"a": (1.0, 0.0), "b": (0.0, 1.0), "random": (0.5, 0.5)}[who])


def _next(starting: str) -> Floats:
    """The probability that each starts the next game, by [starter, who won, next starter]."""
    after = np.zeros((2, 3, 2))
    for starter in (A, B):
        for winner in (A, B, NOBODY):
            if starting == "random":
                after[starter, winner] = 0.5
            else:
                after[starter, winner, _follows(starting, starter, winner)] = 1.0
    return after


def _follows(starting: str, starter: int, winner: int) -> int:
    """Who starts the next game; where the winner or the loser would and nobody won, the same again."""
    if starting in ("a", "b"):
        return ("a", "b").index(starting)
    if starting == "alternate":
        return 1 - starter
    if winner == NOBODY:
        return starter
    return winner if starting == "winner" else 1 - winner


def _best_of(ends: Floats, games: int, starting: str, begins: Floats) -> dict[str, float]:
    """Who is the first to win more than half of the games; `reach[starter, wins of a]` goes on game by game."""
    need, after, decided = games // 2 + 1, _next(starting), ends[:, :NOBODY].sum(axis=1)
    wins = np.divide(ends[:, :NOBODY], decided[:, None], out=np.zeros((2, 2)), where=decided[:, None] > 0.0)
    again = np.divide(ends[:, NOBODY], decided, out=np.zeros(2), where=decided > 0.0)
    reach = np.zeros((2, need))
    reach[:, 0] = begins
    won, played, endless, replays = np.zeros(2), np.zeros(2), 0.0, 0.0
    for game in range(games):
        endless += float(reach[decided == 0.0].sum())
        replays += float(again @ reach.sum(axis=1))
        by_a, by_b = wins[:, A, None] * reach, wins[:, B, None] * reach
        played += by_a.sum(), by_b.sum()
        won[A] += by_a[:, -1].sum()
        lost = game + 1 - need  # with so many wins of a, b has now won often enough
        if lost >= 0:
            won[B] += by_b[:, lost].sum()
            by_b[:, lost] = 0.0
        reach = after[:, B].T @ by_b
        reach[:, 1:] += after[:, A].T @ by_a[:, :-1]
    count = float(played.sum())
    share = played / count if count else played
    ended = {"drawn": 0.0, "endless": endless, "replays": replays if not endless else np.inf}
    return _figures(won, share, count) | ended


def _series(ends: Floats, games: int, starting: str, begins: Floats) -> dict[str, float]:
    """Who wins more of so many games; `reach[starter, wins of a less those of b]`, 0 in the middle, game by game."""
    after, reach, played = _next(starting), np.zeros((2, 2 * games + 1)), np.zeros(2)
    reach[:, games] = begins
    for _ in range(games):
        by_a, by_b, by_none = (ends[:, end, None] * reach for end in (A, B, NOBODY))
        played += by_a.sum(), by_b.sum()
        reach = after[:, NOBODY].T @ by_none
        reach[:, 1:] += after[:, A].T @ by_a[:, :-1]
        reach[:, :-1] += after[:, B].T @ by_b[:, 1:]
    ahead = reach.sum(axis=0)
    won = np.array([ahead[games + 1 :].sum(), ahead[:games].sum()])
    ended = {"drawn": float(ahead[games]), "endless": 0.0, "replays": 0.0}
    return _figures(won, played / games, float(games)) | ended


def _figures(won: Floats, share: Floats, count: float) -> dict[str, float]:
    return {
        "wins": float(won[A]), "b_wins": float(won[B]), "share": float(share[A]), "b_share": float(share[B]),
        "expected_games": count,
    }  # fmt: skip


def _long_run(ends: Floats, starting: str, begins: Floats) -> Floats:
    """The shares of all games that a and that b start, where games go on for ever."""
    change = np.einsum("se,sen->sn", ends, _next(starting))
    to_b, to_a = float(change[A, B]), float(change[B, A])
    if to_b + to_a == 0.0:
        return begins
    return np.array([to_a, to_b]) / (to_a + to_b)
