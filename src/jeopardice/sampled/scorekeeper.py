"""One game, decision by decision: who is to move, the scores, and what the rules allow.

Whoever plays a game, reads one from a file or is given one puts every decision before the scorekeeper, who refuses what
cannot be and writes down the turns.
"""

from dataclasses import dataclass
from typing import Literal

from jeopardice.errors import PositionError
from jeopardice.games.position import checked_score, is_whole
from jeopardice.games.rules import Outcome, Rules, short

End = Literal["bank", "bust", "wipe", "pass"]
SEATS = ("a", "b")
HOLD = "hold"


@dataclass(frozen=True, slots=True)
class Decision:
    """What was done at a turn total: `hold`, or a throw by its name and the outcome that came of it."""

    turn_total: int
    action: str
    outcome: Outcome | None = None

    @property
    def after(self) -> int:
        """The turn total with what came of it; of a bust or a wipe, what is lost."""
        return self.turn_total + (self.outcome.points if self.outcome else 0)


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A whole turn: the player (`a` or `b`), the scores at its start, the decisions, how it ended, what it banked."""

    player: str
    own: int
    opponent: int
    decisions: tuple[Decision, ...]
    end: End
    banked: int = 0

    @property
    def total(self) -> int:
        """The turn total with which it ended, banked or lost."""
        return self.decisions[-1].after

    @property
    def score(self) -> int:
        """The player's score after it."""
        return 0 if self.end == "wipe" else self.own + self.banked


class Scorekeeper:
    """Where a game stands: `scores` by seat (one seat alone), the `mover`'s number, the turn total, the turns so far,
    and how many decisions were `taken`.

    `circling`: since the scores stood like this before at a turn's start, no outcome was left to chance.
    """

    def __init__(self, rules: Rules, seats: int, first: object = "a", own: object = 0, opponent: object = 0) -> None:
        if not isinstance(first, str) or first not in SEATS:
            raise PositionError(f"first must be 'a' or 'b', not {short(first)}")
        if seats == 1 and first != "a":
            raise PositionError("first must be 'a' where nobody else plays")
        if seats == 1 and opponent != 0:
            raise PositionError(f"opponent must be 0 where nobody else plays, not {short(opponent)}")
        self.rules, self.turn_total, self.turns = rules, 0, list[ToldTurn]()
        self.scores = [checked_score(rules, "own", own), checked_score(rules, "opponent", opponent)][:seats]
        self.mover = SEATS.index(first)
        self.winner: int | None = None
        self.taken = 0
        self.circling, self._decisions = False, list[Decision]()
        self._throws = {throw.name: throw for throw in rules.throws}
        self._stood = {(self.mover, *self.scores)}

    @property
    def own(self) -> int:
        """The score of the player to move."""
        return self.scores[self.mover]

    @property
    def opponent(self) -> int:
        """The other's; 0 where there is none."""
        return self.scores[1 - self.mover] if len(self.scores) > 1 else 0

    @property
    def place(self) -> str:
        """Whose decision is to come, for messages."""
        seat = f" of {SEATS[self.mover]}" if len(self.scores) > 1 else ""
        scores = f"own {self.own}, opponent {self.opponent}" if len(self.scores) > 1 else f"own {self.own}"
        return f"turn {len(self.turns) + 1}{seat}, at {scores}, turn total {self.turn_total}"

    def refuse(self, decision: Decision) -> None:
        """Raise a PositionError if that decision cannot come now."""
        if self.winner is not None:
            raise PositionError(f"after turn {len(self.turns)} the game is over: nothing can follow")
        if not is_whole(decision.turn_total) or decision.turn_total != self.turn_total:
            raise PositionError(f"{self.place}: turn_total cannot be {short(decision.turn_total)}")
        if decision.action == HOLD:
            if decision.outcome is not None:
                raise PositionError(f"{self.place}: to hold has no outcome")
            if self.rules.forced_first_roll and not self.turn_total:
                raise PositionError(f"{self.place}: it holds, but the rules force the first roll")
            return
        throw = self._throws.get(decision.action) if isinstance(decision.action, str) else None
        if throw is None:
            names = ", ".join(self.rules.actions[:6]) + (", ..." if len(self.rules.actions) > 6 else "")
            raise PositionError(f"{self.place}: action must be one of {names}, not {short(decision.action)}")
        if decision.outcome not in throw.outcomes:
            raise PositionError(f"{self.place}: {told(decision.outcome)} cannot come of {throw.name}")

    def take(self, decision: Decision) -> End | None:
        """Write down a decision; -> how the turn ended, if it did."""
        self.refuse(decision)
        self._decisions.append(decision)
        self.taken += 1
        outcome, total = decision.outcome, decision.after
        if outcome is None:
            return self._end("bank", total) if total else self._end("pass")
        if outcome.probability < 1:
            self._stood.clear()
        if outcome.effect == "score":
            self.turn_total = total
            return None
        if outcome.effect == "bank":
            return self._end("bank", total) if total else self._end("bust")  # a bank of nothing is a bust
        return self._end(outcome.effect)

    def _end(self, end: End, banked: int = 0) -> End:
        turn = ToldTurn(SEATS[self.mover], self.own, self.opponent, tuple(self._decisions), end, banked)
        self.turns.append(turn)
        self.scores[self.mover] = turn.score
        self._decisions.clear()
        self.turn_total = 0
        if turn.score >= self.rules.target:
            self.winner = self.mover
            return end
        self.mover = (self.mover + 1) % len(self.scores)
        start = (self.mover, *self.scores)
        self.circling = start in self._stood
        self._stood.add(start)
        return end

    @property
    def between_turns(self) -> bool:
        """Has nothing been decided in the turn that is to come?"""
        return not self._decisions


def told(outcome: object) -> str:
    """An outcome in words, for messages."""
    if not isinstance(outcome, Outcome):
        return short(outcome)
    words = {"score": f"{outcome.points} points", "bank": f"{outcome.points} points that are banked"}
    return words.get(outcome.effect, f"a {outcome.effect}")
