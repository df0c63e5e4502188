"""What a finite game of choice and chance is: a few lines that a user writes.

A game has states. In each, a player chooses, or chance does, or the game is over:

    V(s) = pay-off                                              s is final
         = sum of p (reward + V(s'))                            chance moves
         = best over the actions of sum of p (reward + V(s'))   a player moves, and takes what is best for itself

A move leads to a state. In a choice, moves of the same name are one action that leads to each of them with its
probability; a move without a name, or the only one of its name, is an action that leads there for certain.
"""

import numbers
from collections.abc import Hashable, Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple, Protocol

from jeopardice.errors import GameError
from jeopardice.games.rules import short

CHANCE, FINAL = "chance", "final"
MOST_MOVES = 1_000_000
MOST_PLAYERS = 100
MOST_KNOWN = 10_000
CLOSE = 1e-9
LARGEST = 1e100
Numbers = Any
"""One number, or one for each player. One number is the first player's: of two players the other gets the negative."""


class Move(NamedTuple):
    """Where a move leads, how probable it is, what it pays on the way, and the name of the action."""

    to: Hashable
    probability: Any = 1
    reward: Numbers = 0
    name: Hashable = None


class FiniteGame(Protocol):
    """What a user implements. States are any hashable values; final ones have a pay-off, and the others have moves."""

    @property
    def players(self) -> int:
        """How many players there are; they are numbered from 0."""

    @property
    def initial(self) -> Hashable:
        """The state in which the game begins."""

    def kind(self, state: Any) -> int | str:
        """The number of the player who chooses, or `CHANCE`, or `FINAL`."""

    def moves(self, state: Any) -> Iterable[Move]:
        """What can be done, or can happen, in a state that is not final."""

    def payoff(self, state: Any) -> Numbers:
        """What a final state pays."""


class Action(NamedTuple):
    """One action of a choice, or all that chance can do: expected rewards by player, if any, and where it leads."""

    name: Hashable
    rewards: Sequence[float]
    chances: Sequence[float]
    to: Sequence[Hashable]


Outline = tuple[Hashable, Sequence[float], Sequence[float], Sequence[int]]
"""An action whose places in the list of moves stand for where it leads."""
Known = dict[Hashable, list[Outline]]


def players_of(game: FiniteGame) -> int:
    """The number of players, checked."""
    missing = [name for name in ("players", "initial", "kind", "moves", "payoff") if not hasattr(game, name)]
    if missing:
        raise GameError(f"a finite game must have {', '.join(missing)}: {short(game)} has not")
    players: Any = game.players
    whole = isinstance(players, numbers.Integral) and not isinstance(players, bool)
    if not whole or not 1 <= players <= MOST_PLAYERS:
        raise GameError(f"players must be a whole number from 1 to {MOST_PLAYERS}, not {short(players)}")
    return int(players)


def mover_of(game: FiniteGame, players: int, state: Hashable) -> int:
    """Who moves: a player's number, -1 for chance, -2 where the game is over."""
    kind = game.kind(state)
    if type(kind) is int and 0 <= kind < players:
        return kind
    if isinstance(kind, str) and kind in (CHANCE, FINAL):
        return -1 if kind == CHANCE else -2
    if isinstance(kind, (tuple, list, set, frozenset)):
        raise GameError(
            f"at state {short(state)} several players move at once: with simultaneous moves the best play is a mixture "
            "of actions that no one of them can be told alone, and such games are not solved here"
        )
    if isinstance(kind, bool) or not isinstance(kind, numbers.Integral) or not 0 <= kind < players:
        count = f"a player's number (0 to {players - 1})" if players > 1 else "0 (the one player)"
        raise GameError(f"the kind of state {short(state)} must be {count}, 'chance' or 'final', not {short(kind)}")
    return int(kind)


def payoff_of(game: FiniteGame, players: int, state: Hashable) -> tuple[float, ...]:
    """What a final state pays to each player; it may have no moves."""
    try:
        beyond = list(islice(game.moves(state), 1))
    except Exception:  # a game need not know any moves there
        beyond = []
    if beyond:
        to = short(beyond[0].to if isinstance(beyond[0], Move) else beyond[0])
        raise GameError(f"state {short(state)} is final, yet it has a move, to {to}: give none there")
    return _by_player(game.payoff(state), players, f"the pay-off of state {short(state)}")


def actions_of(game: FiniteGame, players: int, state: Hashable, mover: int, known: Known) -> list[Action]:
    """All actions of a state that is not final; those of the same name are put together, chance's into one.

    `known` keeps what moves come to but for where they lead, since many states have the same.
    """
    moves = list(islice(game.moves(state), MOST_MOVES + 1))
    if len(moves) > MOST_MOVES:
        raise GameError(f"state {short(state)} has more than {MOST_MOVES:,} moves: does it ever run out of them?")
    if not moves:
        raise GameError(f"state {short(state)} is not final, yet it has no moves")
    if set(map(type, moves)) != {Move}:
        strange = next(move for move in moves if type(move) is not Move)
        raise GameError(f"a move must be a Move, not {short(strange)} (at state {short(state)})")
    to, chances, rewards, names = zip(*moves, strict=True)
    seen = (mover >= 0, chances, rewards, names)
    try:
        outlines = known.get(seen)
    except TypeError:  # a reward or a name that cannot be hashed
        outlines, known = None, {}
    if outlines is None:
        outlines = _outlines(*seen, players, state)
        if len(known) < MOST_KNOWN:
            known[seen] = outlines
    return [Action(name, paid, mine, [to[n] for n in places]) for name, paid, mine, places in outlines]


def _outlines(
    choice: bool, given: Sequence[Any], rewards: Sequence[Numbers], names: Sequence[Hashable], players: int, state: Any
) -> list[Outline]:
    """What moves come to as actions, all but where they lead; impossible ones are left out."""
    chances = [_chance(chance, state) for chance in given]
    outlines: list[Outline] = []
    unpaid = all(isinstance(reward, (int, float)) and reward == 0 for reward in rewards)
    for group in _by_name(names, state) if choice else [range(len(names))]:
        name, places = names[group[0]], [n for n in group if chances[n]]
        _check_whole([chances[n] for n in group], name, state)
        mine = [chances[n] for n in places]
        paid = [] if unpaid else _expected(mine, [rewards[n] for n in places], players, state)
        outlines.append((name, paid, mine, places))
    return outlines


def _by_name(names: Sequence[Hashable], state: Hashable) -> Iterable[Sequence[int]]:
    """The places of each name; where there is none, a move stands alone."""
    places: dict[Hashable, list[int]] = {}
    for number, name in enumerate(names):
        try:
            places.setdefault((number, "unnamed") if name is None else name, []).append(number)
        except TypeError:
            raise GameError(f"the name of a move must be hashable, not {short(name)} (at {short(state)})") from None
    return places.values()


def _chance(chance: Any, state: Hashable) -> float:
    if not isinstance(chance, numbers.Real) or isinstance(chance, bool) or not 0 <= float(chance) <= 1:
        raise GameError(f"probabilities must lie between 0 and 1, not {short(chance)} (at state {short(state)})")
    return float(chance)


def _check_whole(chances: Sequence[float], name: Hashable, state: Hashable) -> None:
    whole = sum(chances)
    if not abs(whole - 1.0) <= CLOSE:
        of = f" of action {short(name)}" if name is not None else ""
        raise GameError(f"the probabilities{of} at state {short(state)} must sum to 1, not {whole:.10g}")


def _expected(chances: Sequence[float], rewards: Sequence[Numbers], players: int, state: Hashable) -> list[float]:
    """What an action pays on average, by player."""
    expected = [0.0] * players
    for chance, reward in zip(chances, rewards, strict=True):
        gained = _by_player(reward, players, f"the reward of a move at state {short(state)}")
        expected = [sum_ + chance * one for sum_, one in zip(expected, gained, strict=True)]
    return expected


def _by_player(given: Numbers, players: int, what: str) -> tuple[float, ...]:
    """One number for each player."""
    if isinstance(given, numbers.Real) and players <= 2:
        given = (given, -given)[:players] if given else (0.0,) * players
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != players:
        wanted = "a number" if players == 1 else f"{players} numbers, one for each player"
        raise GameError(f"{what} must be {wanted}, not {short(given)}")
    if not all(isinstance(one, numbers.Real) and abs(float(one)) <= LARGEST for one in given):
        raise GameError(f"{what} must be finite, and at most {LARGEST:g}, not {short(given)}")
    return tuple(float(one) for one in given)
