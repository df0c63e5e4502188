"""One game told roll by roll: played by two strategies or by one alone, with dice of chance or given beforehand."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from html import escape
from os import PathLike
from typing import Any

from jeopardice.errors import NotConvergedError, PositionError
from jeopardice.exact.result import Result
from jeopardice.games.notation import Game, as_game, game_notation
from jeopardice.games.position import is_whole
from jeopardice.games.rules import Rules, short
from jeopardice.sampled.scorekeeper import SEATS, Decision, Scorekeeper, ToldTurn
from jeopardice.sampled.script import Script, spelled
from jeopardice.sampled.seats import Chance, Seat
from jeopardice.strategies.base import HOLD, Event, Strategy
from jeopardice.strategies.named import Threshold

MOST_TURNS = 100_000
MOST_DECISIONS = 1_000_000
LONGEST_NAME = 10_000
FORMAT, VERSION = "jeopardice-transcript", 1


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays: a name, and whether by a rule of thumb that rolls up to a hold value."""

    name: str
    heuristic: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip() or not self.name.isprintable():
            raise PositionError(f"the name of a player must be a text that can be printed, not {short(self.name)}")
        if len(self.name) > LONGEST_NAME:
            raise PositionError(f"the name of a player has at most {LONGEST_NAME} characters, not {len(self.name)}")
        if not isinstance(self.heuristic, bool):
            raise PositionError(f"heuristic must be true or false, not {short(self.heuristic)}")

    @classmethod
    def of(cls, strategy: Strategy) -> "Player":
        """The player that a strategy is."""
        name = "".join(mark if mark.isprintable() else "?" for mark in strategy.name)[:LONGEST_NAME]
        return cls(name, isinstance(strategy, Threshold))


@dataclass(frozen=True, repr=False)
class Transcript(Result):
    """A whole game, turn by turn; `own` and `opponent` are the scores that a and b begin with.

    It is checked against the rules when it is made. `str()` tells it in the plain style, and `told(style)` in another.
    """

    rules: Rules
    a: Player
    b: Player | None
    turns: tuple[ToldTurn, ...]
    first: str = "a"
    own: int = 0
    opponent: int = 0
    seed: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.rules, Rules):
            raise PositionError(f"rules must be Rules, not {short(self.rules)}")
        for player in self.players:
            if not isinstance(player, Player):
                raise PositionError(f"a and b must be players, not {short(player)}")
        if self.seed is not None and (not is_whole(self.seed) or self.seed < 0):
            raise PositionError(f"seed must be a whole number from 0 on, not {short(self.seed)}")
        if not isinstance(self.turns, Iterable):
            raise PositionError(f"turns must be several turns, not {short(self.turns)}")
        keeper = Scorekeeper(self.rules, len(self.players), self.first, self.own, self.opponent)
        for turn in self.turns:
            _check(keeper, turn)
        refuse_unfinished(keeper)
        for field, value in (("turns", tuple(keeper.turns)), ("own", int(self.own)), ("opponent", int(self.opponent))):
            object.__setattr__(self, field, value)

    def __repr__(self) -> str:
        names = ", ".join(repr(player.name) for player in self.players)
        return (
            f"Transcript({self.game!r}, {names}, {len(self.turns)} turns, winner={self.winner!r}, scores={self.scores})"
        )

    def __str__(self) -> str:
        return self.told()

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.told())}</pre>"

    @property
    def game(self) -> str:
        """The notation of the game."""
        return game_notation(self.rules)

    @property
    def players(self) -> tuple[Player, ...]:
        """Both, or the one who plays alone."""
        return (self.a,) if self.b is None else (self.a, self.b)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The scores at the end, by player."""
        scores = dict(zip(SEATS, (self.own, self.opponent)[: len(self.players)], strict=False))
        return tuple((scores | {turn.player: turn.score for turn in self.turns}).values())

    @property
    def winner(self) -> str | None:
        """`a` or `b`; None where the game ended in a stalemate."""
        last = self.turns[-1]
        return last.player if last.score >= self.rules.target else None

    @property
    def stalemate(self) -> bool:
        """Did it end because it would go round for ever?"""
        return self.winner is None

    @property
    def throws(self) -> int:
        """How often was anything thrown?"""
        return sum(decision.outcome is not None for turn in self.turns for decision in turn.decisions)

    @cached_property
    def dice(self) -> str:
        """The script of its dice: `transcript(..., dice=...)` plays with the same."""
        throws = {throw.name: throw for throw in self.rules.throws}
        decisions = (decision for turn in self.turns for decision in turn.decisions)
        return ",".join(spelled(throws[d.action], d.outcome) for d in decisions if d.outcome is not None)

    def told(self, style: str = "plain") -> str:
        """The game as a text, in one of the styles `plain`, `yale` and `rosen`."""
        from jeopardice.sampled.styles import told

        return told(self, style)

    def save(self, path: str | PathLike[str]) -> None:
        """Write it as JSON Lines, whole or not at all; `read_transcript` reads it back."""
        from jeopardice.sampled.jsonl import write_transcript

        write_transcript(self, path)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "rules": self.rules.to_dict(),
            "players": [asdict(player) for player in self.players],
            "first": self.first,
            "own": self.own,
            "opponent": self.opponent,
            "seed": self.seed,
            "dice": self.dice,
            "turns": [_plain(turn) for turn in self.turns],
            "result": "stalemate" if self.stalemate else "won",
            "winner": self.winner,
            "scores": list(self.scores),
            "throws": self.throws,
        }


def _check(keeper: Scorekeeper, turn: object) -> None:
    """Put a turn before the scorekeeper, or raise a PositionError that says what is wrong with it."""
    place = f"turn {len(keeper.turns) + 1}"
    if not isinstance(turn, ToldTurn) or not isinstance(turn.decisions, tuple):
        raise PositionError(f"{place} must be a ToldTurn with a tuple of decisions, not {short(turn)}")
    for number, decision in enumerate(turn.decisions, 1):
        if not isinstance(decision, Decision):
            raise PositionError(f"{place} must hold nothing but decisions, not {short(decision)}")
        if keeper.take(decision) and number < len(turn.decisions):
            raise PositionError(f"{place} goes on after its end, with {short(turn.decisions[number])}")
    if not turn.decisions or not keeper.between_turns:
        raise PositionError(f"{place} has no end")
    known = keeper.turns[-1]
    for field in ("player", "own", "opponent", "end", "banked"):
        told, right = getattr(turn, field), getattr(known, field)
        if type(told) is not type(right) or told != right:
            raise PositionError(f"{place}: {field} must be {right!r}, not {short(told)}")


def refuse_unfinished(keeper: Scorekeeper) -> None:
    """Raise a PositionError if the game is not over: neither won, nor going round without anything left to chance."""
    if keeper.winner is None and not (keeper.circling and keeper.between_turns):
        scores = " to ".join(map(str, keeper.scores))
        raise PositionError(f"the transcript ends before the game does: after turn {len(keeper.turns)} it is {scores}")


def _plain(turn: ToldTurn) -> dict[str, Any]:
    decisions = [
        {
            "turn_total": decision.turn_total,
            "action": decision.action,
            "points": decision.outcome.points if decision.outcome else None,
            "effect": decision.outcome.effect if decision.outcome else None,
        }
        for decision in turn.decisions
    ]
    names = ("player", "own", "opponent", "end", "banked")
    return {name: getattr(turn, name) for name in names} | {"decisions": decisions}


def transcript(
    game: Game,
    a: Any,
    b: Any = None,
    *,
    rng: Any = None,
    dice: str | Iterable[Any] | None = None,
    first: str = "a",
    own: int = 0,
    opponent: int = 0,
) -> Transcript:
    """Play one game and tell it; alone, where there is no b. `own` and `opponent` give a and b a head start.

    `rng` is a seed or a generator; `dice` are given beforehand, such as "5,5,5,1". Alone, `optimal` takes the fewest
    turns on average.
    """
    rules, alone = as_game(game), b is None
    keeper = Scorekeeper(rules, 1 if alone else 2, first, own, opponent)
    script, chance = None if dice is None else Script(dice), Chance(rng)
    seats = [Seat(rules, strategy, alone) for strategy in ((a,) if alone else (a, b))]
    _play(keeper, seats, script, chance)
    if script:
        script.refuse_rest(len(keeper.turns))
    players = [Player.of(seat.named) for seat in seats]
    seed = int(rng) if chance.used and is_whole(rng) else None
    turns = tuple(keeper.turns)
    return Transcript(rules, players[0], None if alone else players[1], turns, first, int(own), int(opponent), seed)


def _play(keeper: Scorekeeper, seats: list[Seat], script: Script | None, chance: Chance) -> None:
    """Turn after turn until somebody wins, or all stands as it stood before and nothing since was left to chance."""
    stood: set[tuple[Any, ...]] = set()
    while keeper.winner is None:
        start = (keeper.mover, *keeper.scores, *(seat.memory for seat in seats))
        if start in stood:
            return
        stood.add(start)
        if not _play_turn(keeper, seats, script, chance):
            stood.clear()


def _play_turn(keeper: Scorekeeper, seats: list[Seat], script: Script | None, chance: Chance) -> bool:
    """One turn; -> whether nothing in it was left to chance."""
    mover, before, certain = keeper.mover, keeper.own, True
    end = None
    while end is None:
        _refuse_endless(keeper, seats)
        action, sure = seats[mover].decide(keeper.own, keeper.opponent, keeper.turn_total, chance)
        outcome = None
        if action != HOLD:
            throw = keeper.rules.throws[action - 1]
            given = script is not None and not (script.spent and script.open_ended)
            outcome = script.next(throw, f"in {keeper.place}") if script and given else chance.outcome(throw)
            sure = sure and outcome.probability == 1
        certain = certain and sure
        end = keeper.take(Decision(keeper.turn_total, keeper.rules.actions[action], outcome))
    if keeper.winner is None:
        kind = "bust" if end == "wipe" and not before else end  # who has nothing loses no more by a wipe
        for number, seat in enumerate(seats):
            seat.remember(Event(number == mover, kind, keeper.turns[-1].banked))
    return certain


def _refuse_endless(keeper: Scorekeeper, seats: list[Seat]) -> None:
    if len(keeper.turns) >= MOST_TURNS or keeper.taken >= MOST_DECISIONS:
        names = " against ".join(seat.named.name for seat in seats)
        count = f"{len(keeper.turns):,} turns and {keeper.taken:,} decisions"
        raise NotConvergedError(f"{keeper.rules}, {names}: the game is not over after {count}")
