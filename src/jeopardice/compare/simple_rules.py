"""How hard is it to play well? The best rules that fit into one sentence, and what they lose against the optimum.

Two kinds are looked for, with the same throw all the time, and every trial is an exact duel with the optimum:

- `hold-at(n)`: every n is tried (in games too large for that, a search as below).
- `keep-pace(a, b, c)`: hold at a + (opponent - own)/b, and roll to win from c on. A search climbs from the best points
  of a coarse grid: one number after the other is changed by 1, 2, 3, 5, 8, ..., then all three by 1, until nothing is
  better. So no neighbour of the rule that is found is better; it is no proof that no rule at all is. For the smallest
  targets all rules are tried.

What a rule loses is what it wins less than half of the games, each starting half of them; a stalemate counts one half.
Where a duel takes long, the search may end early: the number of duels is limited by the work that the first of them
take, and so it is the same on every machine.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from jeopardice.compare.rule_search import SEARCH, WHOLE, best_holds, fitted, hold_values, linear_rules
from jeopardice.compare.trials import BETTER, Trials
from jeopardice.exact.duel import Duel
from jeopardice.exact.result import Result
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.rules import MOST_POINTS, as_integer
from jeopardice.games.turn import compile_turn
from jeopardice.spread import Progress
from jeopardice.strategies.base import Strategy
from jeopardice.strategies.named import HoldAt

PROBED = 3
"""With so many throws it is tried how much work a duel is."""


@dataclass(frozen=True)
class SimpleRule(Result):
    """A rule and its duel with the optimum. `loss` is what it wins less than half of the games, a stalemate a half."""

    strategy: str
    duel: Duel

    @property
    def loss(self) -> float:
        """What it loses on average of both seats."""
        return (self.duel.b_average - self.duel.average) / 2

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        names = ("first", "second", "average", "stalemate_first", "stalemate_second")
        return {"strategy": self.strategy, "loss": self.loss} | {name: getattr(self.duel, name) for name in names}


@dataclass(frozen=True, eq=False)
class SimpleRules(Result):
    """The best simple rules for a game.

    `hold` is the best hold-at(n), and `throws` the best for each throw that can score. `pace` is the best linear rule;
    None where there is never anything to hold, or `hold` loses nothing. `losses[k]` is what the rule that holds at
    `hold_values[k]` loses, with the best throw. `duels` counts the trials. `thorough`: were there enough of them to try
    every n, and to let the search come to its end? `proven`: have all linear rules been tried?
    """

    left_out: ClassVar[tuple[str, ...]] = ("hold_values", "losses", "throws")

    game: str
    hold: SimpleRule
    pace: SimpleRule | None
    throws: tuple[SimpleRule, ...]
    hold_values: tuple[int, ...] = field(repr=False)
    losses: NDArray[np.float64] = field(repr=False)
    thorough: bool = True
    proven: bool = False
    duels: int = 0

    @property
    def best(self) -> SimpleRule:
        """The better one of the two; of equals the simpler."""
        return self.pace if self.pace and self.pace.loss < self.hold.loss - BETTER else self.hold

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "game": self.game,
            "hold": self.hold.to_dict(),
            "pace": None if self.pace is None else self.pace.to_dict(),
            "throws": [rule.to_dict() for rule in self.throws],
            "hold_values": list(self.hold_values),
            "losses": self.losses.tolist(),
            "thorough": self.thorough,
            "proven": self.proven,
            "duels": self.duels,
        }


def simple_rules(game: Game, *, most: int | None = None, progress: Progress = None) -> SimpleRules:
    """The best hold-at(n) and the best linear rule for a game, by at most so many duels with the optimum.

    Without `most` there are as many as take no more than some minutes. `progress` is told about which share is done.
    """
    rules = as_game(game)
    turn = compile_turn(rules)
    choices = {number: hold_values(turn, number) for number, throw in enumerate(rules.throws, 1) if throw.scores}
    holding = [number for number, values in choices.items() if len(values) > 1]
    trials, linear = Trials(rules, progress), linear_rules(rules.target)
    planned = sum(map(len, choices.values())) + ((linear if linear <= WHOLE else SEARCH) if holding else 0)
    affordable = trials.affordable(_probes(choices)) if most is None else as_integer(most, "most", 1, MOST_POINTS)
    trials.plan(planned, affordable)
    best = best_holds(trials, choices)
    hold = trials.best(best.values())
    to_hold = [best[number] for number in holding if number in best]
    perfect = trials(hold) >= 0.5 - BETTER
    pace = fitted(trials, trials.best(to_hold)) if to_hold and not perfect else None
    if progress:
        progress(1.0)
    known = [n for n in choices[hold.throw] if HoldAt(n, throw=hold.throw) in trials.found]
    return SimpleRules(
        game_notation(rules),
        _rule(trials, hold),
        None if pace is None else _rule(trials, pace),
        tuple(_rule(trials, each) for each in best.values()),
        tuple(known),
        np.array([0.5 - trials(HoldAt(n, throw=hold.throw)) for n in known]),
        thorough=not trials.short,
        proven=not trials.short and pace is not None and linear <= WHOLE,
        duels=len(trials.found),
    )


def _probes(choices: Mapping[int, list[int]]) -> list[HoldAt]:
    """Some rules, whose duels are as much work as others."""
    some = list(choices.items())[:PROBED]
    return [HoldAt(values[len(values) * share // 4], throw=number) for number, values in some for share in (1, 2)]


def _rule(trials: Trials, strategy: Strategy) -> SimpleRule:
    """The result for a strategy that has been tried."""
    duel = Duel(game_notation(trials.rules), strategy.name, "optimal", *trials.found[strategy])
    return SimpleRule(strategy.name, duel)
