"""The most points after n turns, on average; there is no target, so turn totals are open-ended.

What bounds them is looking one throw ahead. Once throwing and then stopping gains nothing, that stays so at all larger
turn totals, and stopping is right from there on (docs/explanation/solitaire.md says why). A limit of the automaton
is chosen with that in mind, and afterwards the certificate is checked for every own score and number of turns left.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import RulesError, TooLargeError
from jeopardice.exact.distribution import Distribution
from jeopardice.exact.solitaire import kernels
from jeopardice.exact.solitaire.goals import MOST_POINTS_TURNS, Goal, as_turns
from jeopardice.exact.solitaire.optimum import Floats, Optimum
from jeopardice.exact.solitaire.turn_by_turn import after_a_turn
from jeopardice.games.notation import Game, as_game
from jeopardice.games.rules import Rules, Throw
from jeopardice.games.size import refuse_beyond
from jeopardice.games.turn import Turn, compile_turn

MOST_TOTAL = 1_000_000
MOST_WORK = 10**11
OPEN = 1 << 60


@dataclass(frozen=True, eq=False, repr=False)
class MostPoints(Optimum):
    """Best play for the most points. `values[turns_left, own]` are expected scores at the end; `policy[turns_left, own,
    node]` actions, of all own scores that can come up before the last turn."""

    @property
    def goal(self) -> str:
        return str(Goal("most-points", self.turns))

    @property
    def expected(self) -> float:
        """The largest expected score after the turns."""
        return float(self.values[-1, 0])

    @property
    def _figure(self) -> tuple[str, float]:
        return "expected", self.expected

    @cached_property
    def distribution(self) -> Distribution:
        """The score after the turns."""
        return Distribution(_scores_after(self.turn, self.policy))

    @property
    def _scores(self) -> int:
        return int(self.policy.shape[1])

    @property
    def _bound(self) -> int:
        return OPEN

    def _all_the_way(self, own: int) -> int:
        return max(self.turn.total)

    def _start(self, own: int, turns_left: int) -> float:
        return float(self.values[turns_left, own])

    def _choices(self, own: int, turns_left: int) -> NDArray[np.uint8]:
        choices: NDArray[np.uint8] = self.policy[turns_left, own]
        return choices


def most_points(game: Game, turns: int) -> MostPoints:
    """The largest expected score after so many turns alone, with no target."""
    rules, most = as_game(game), as_turns(turns, MOST_POINTS_TURNS)
    going_on = [throw for throw in rules.throws if goes_on(throw)]
    for throw in going_on:
        if not _loss(throw):
            raise RulesError(
                f"throw {throw.name} of {rules} goes on and never loses: however many points are at risk, "
                "throwing again costs nothing, so that the best turn would never end"
            )
    reach = max((_most(throw) for throw in going_on), default=0)
    limit = max([1, *(ceil(_gain(throw) / _loss(throw)) + reach for throw in going_on)])
    while True:
        if limit > MOST_TOTAL:
            raise TooLargeError(f"in {rules} it is right to throw on with more than {MOST_TOTAL:,} points at risk")
        found = _played(rules, limit, most)
        if all(_stops(throw, found.values, limit - reach, found.policy.shape[1]) for throw in going_on):
            return found
        limit *= 2


def goes_on(throw: Throw) -> bool:
    """Can the turn go on with more points after this throw?"""
    return any(outcome.effect == "score" and outcome.points for outcome in throw.outcomes)


def _loss(throw: Throw) -> Fraction:
    return throw.chance("bust") + throw.chance("wipe")


def _gain(throw: Throw) -> Fraction:
    return sum((o.probability * o.points for o in throw.outcomes), Fraction(0))


def _most(throw: Throw) -> int:
    return max(outcome.points for outcome in throw.outcomes if outcome.effect == "score")


def _stops(throw: Throw, values: Floats, total: int, scores: int) -> bool:
    """The certificate: with `total` points at risk this throw gains nothing any more, whatever the score and turn."""
    before = values[:-1]
    own = before[:, :scores]
    bank = before[:, total : total + scores]
    loss = float(throw.chance("bust")) * (bank - own) + float(throw.chance("wipe")) * (bank - before[:, :1])
    return bool((float(_gain(throw)) <= loss * (1.0 + kernels.TIE) + kernels.TIE).all())


def _played(rules: Rules, limit: int, turns: int) -> MostPoints:
    """Best play if totals of `limit` and more had to be banked."""
    turn = compile_turn(rules, limit)
    top = max(turn.total)
    scores = (turns - 1) * top + 1
    lanes = scores + top * np.arange(turns, -1, -1)
    what = f"{turns} turns of {rules} alone"
    room = (turns + 1) * (8 * int(lanes[0]) + scores * turn.decisions)
    refuse_beyond(room + 8 * kernels.BLOCK * len(turn.total), what)
    steps = int(lanes.sum()) * sum(len(move.steps) for moves in turn.moves for move in moves)
    if steps > MOST_WORK:
        raise TooLargeError(f"{what} take {steps:,} steps; {MOST_WORK:,} are handled")
    values = np.zeros((turns + 1, int(lanes[0])))
    values[0] = np.arange(lanes[0])
    choices = np.zeros((turns + 1, turn.decisions, scores), np.uint8)
    kernels.turns_back(turn.arrays, OPEN, 0.0, not rules.forced_first_roll, lanes, choices, values)
    return MostPoints(rules, turn, turns, values, choices.transpose(0, 2, 1))


def _scores_after(turn: Turn, policy: NDArray[np.uint8]) -> Floats:
    """The probability of each score after all turns, turn by turn."""
    at = np.ones(1)
    for left in range(len(policy) - 1, 0, -1):
        at = after_a_turn(turn, policy[left], at)
    return np.trim_zeros(at, "b")
