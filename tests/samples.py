"""Small games of every kind, and strategies drawn at random, each with its slow twin."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import naive
import naive_memory
import numpy as np
import pytest
from numpy.typing import NDArray

from jeopardice.games.catalog import CATALOG, pig
from jeopardice.games.dice import Die, summed_throw
from jeopardice.games.notation import as_game
from jeopardice.games.rules import Effect, Outcome, Rules, Throw
from jeopardice.games.turn import compile_turn
from jeopardice.strategies.base import Event, State, Strategy
from jeopardice.strategies.notation import NAMED
from jeopardice.strategies.table import Table, table_of

FOLDER = Path(__file__).parent / "games"
SMALL_TARGETS = {"piglet": 5, "hog": 12, "two-dice-pig": 14, "pass-the-pigs": 12}
VALUES = {
    "hold-at": "(4)",
    "keep-pace": "(3, 2, 8)",
    "best-response": "(hold-at(4))",
    "noisy": "(hold-at(4), 0.1)",
    "soft-max": "(0.05)",
}
SPELLED = {name: name + VALUES.get(name, "") for name in NAMED}


def small(name: str) -> Rules:
    """A game of the catalogue at a small target."""
    rules = CATALOG[name](target=SMALL_TARGETS.get(name, 10))
    return CATALOG[name](target=12, dice=3) if name == "hog" else rules


def throw(name: str, *outcomes: tuple[str, int, Effect]) -> Throw:
    """A throw from its probabilities, points and effects."""
    return Throw(name, tuple(Outcome(Fraction(p), points, effect) for p, points, effect in outcomes))


TOML = {path.stem: replace(as_game(path), target=11) for path in sorted(FOLDER.glob("*.toml"))}
WEIGHTED = Rules("weighted", 9, (summed_throw("roll", [Die((1, 2, 3), (Fraction(1), Fraction(2), Fraction(3)))], [1]),))
SLOW_START = throw("wait", ("1/2", 0, "score"), ("1/4", 1, "score"), ("1/4", 0, "bust"))
WILD = throw("wild", ("1/4", 2, "bank"), ("1/4", 3, "score"), ("1/4", 0, "wipe"), ("1/4", 0, "bust"))
CERTAIN = throw("certain", ("1", 1, "bank"))
FUTILE = throw("futile", ("1/2", 0, "bank"), ("1/4", 0, "bust"), ("1/4", 0, "wipe"))
WIPED = throw("wiped", ("1/2", 2, "score"), ("1/2", 0, "wipe"))

CUSTOM = {
    "forced-pig": replace(pig(target=10), forced_first_roll=True),
    "forced-wipes": replace(CATALOG["two-dice-pig"](target=10), forced_first_roll=True),
    "weighted": WEIGHTED,
    "two-throws": Rules("two throws", 8, (SLOW_START, WILD)),
    "three-throws": Rules("three throws", 6, (WILD, CERTAIN, FUTILE)),
    "forced-throws": Rules("forced throws", 7, (SLOW_START, WILD), forced_first_roll=True),
    "wiped": Rules("wiped", 6, (WIPED,)),
}

# Throwing so often wipes that at some scores a player, or both of them, would rather pass.
CAREFUL = throw("throw", ("2/9", 2, "score"), ("1/9", 0, "bust"), ("2/3", 0, "wipe"))
CLIMB = throw("climb", ("2/3", 1, "bank"), ("1/3", 0, "wipe"))
LEAP = throw("leap", ("2/13", 5, "bank"), ("1/13", 0, "score"), ("10/13", 0, "wipe"))
JUMP = throw("jump", ("1/13", 8, "score"), ("12/13", 0, "wipe"))
PASSING = {
    "both-pass": Rules("both pass", 9, (CAREFUL,)),
    "climb-or-leap": Rules("climb or leap", 8, (CLIMB, LEAP)),
    "climb-or-jump": Rules("climb or jump", 14, (CLIMB, JUMP)),
}

# Two throws that are worth the same somewhere, but for rounding.
TIED = Rules(
    "tied",
    5,
    (
        throw("slow", ("4/5", 0, "score"), ("4/25", 0, "bust"), ("1/25", 3, "score")),
        throw("quick", ("3/4", 0, "bust"), ("1/4", 1, "score")),
    ),
)

CATALOGUE: dict[str, Rules] = {name: small(name) for name in CATALOG}
GAMES: Mapping[str, Rules] = CATALOGUE | TOML | CUSTOM | {"tied": TIED}
every_game = pytest.mark.parametrize("name", GAMES)
every_catalogue_game = pytest.mark.parametrize("name", CATALOGUE)


@cache
def naive_values(rules: Rules) -> dict[naive.State, float]:
    """The slow solution of a game, found once."""
    return naive.solve(rules)


@dataclass(frozen=True)
class Drawn:
    """A table drawn at random, and the same strategy as the slow twins ask it."""

    table: Table
    chances: NDArray[np.float64]

    def __call__(self, own: int, opponent: int, turn_total: int) -> list[float]:
        chances: list[float] = self.chances[own, opponent, self.table.turn.node_of[turn_total]].tolist()
        return chances

    @property
    def twin(self) -> naive_memory.Player:
        """The same for the twins of strategies that remember or roll on."""
        turn = self.table.turn
        return naive_memory.Player(lambda i, j, k, memory: self(i, j, k), goal=self.table.goal, limit=turn.limit)


def drawn(rules: Rules, seed: int, mixed: bool = False, passing: float = 0.5, limit: int | None = None) -> Drawn:
    """A strategy drawn at random; `passing` is how often it may pass. With a `limit` it may roll on to that total."""
    rng = np.random.default_rng(seed)
    turn = compile_turn(rules, limit)
    shape = (rules.target, rules.target, turn.decisions, len(rules.throws) + 1)
    parts = rng.integers(0, 4, shape) if mixed else np.zeros(shape, np.int64)
    chosen = rng.integers(0, shape[-1], shape[:-1])
    passes = (rng.random(shape[:2]) < passing) & (not rules.forced_first_roll)
    chosen[:, :, 0] = np.where(passes, 0, rng.integers(1, shape[-1], shape[:2]))
    np.put_along_axis(parts, chosen[..., None], 1 + parts.max(axis=-1, keepdims=True), axis=-1)
    if rules.forced_first_roll:
        parts[:, :, 0, 0] = 0
    certain = rng.random(shape[:-1]) < 0.3  # some decisions of a mixed strategy, passes among them, are certain
    parts[certain] = np.eye(shape[-1], dtype=np.int64)[chosen[certain]]
    chances = parts / parts.sum(axis=-1, keepdims=True)
    table = table_of(rules, chances if mixed else chosen, f"drawn {seed}", goal=limit is None, turn=turn)
    return Drawn(table, chances)


class Sulking(Strategy):
    """After a bust or a wipe of its own it passes once, and it rolls for more after the other has passed."""

    first_memory = "calm"

    @property
    def name(self) -> str:
        return "sulking"

    def remember(self, memory: Any, event: Event) -> str:
        if event.mine:
            return "hurt" if event.kind in ("bust", "wipe") else "calm"
        return "bold" if event.kind == "pass" and memory == "calm" else str(memory)

    def __call__(self, state: State) -> int:
        if state.memory == "hurt" and state.turn_total == 0 and 0 in state.legal:
            return 0
        return int(state.turn_total < (6 if state.memory == "bold" else 3))


class Counting(Strategy):
    """Remembers the opponent's last bank, up to 3, and tosses a coin whether to exceed it."""

    first_memory = 0

    @property
    def name(self) -> str:
        return "counting"

    def remember(self, memory: Any, event: Event) -> int:
        return min(event.points, 3) if event.kind == "bank" and not event.mine else int(memory)

    def __call__(self, state: State) -> tuple[float, ...]:
        roll = 1.0 if state.turn_total <= state.memory else 0.5
        return (1.0 - roll, roll, *[0.0] * (len(state.rules.throws) - 1))
