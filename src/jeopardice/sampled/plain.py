"""A game told in our own style: for any game, a line for each turn, in 80 columns."""

import textwrap
from typing import TYPE_CHECKING

from jeopardice.games.rules import Rules
from jeopardice.sampled.scorekeeper import SEATS, Decision, ToldTurn

if TYPE_CHECKING:
    from jeopardice.sampled.transcript import Transcript

WIDE = 80
POINTS = 8


def plain(transcript: "Transcript") -> list[str]:
    """Who plays what; for each turn its throws, the points it banked or lost, and the scores after it; the end."""
    return [*_wrapped(_heading(transcript)), "", *_table(transcript), "", *_wrapped(_end(transcript))]


def _wrapped(text: str, wide: int = WIDE) -> list[str]:
    return textwrap.wrap(text, wide, break_on_hyphens=False)


def _heading(transcript: "Transcript") -> str:
    target = transcript.rules.target
    points = f"{target} point{'s' if target > 1 else ''}"
    if transcript.b is None:
        start = f", from {transcript.own}" if transcript.own else ""
        return f"{transcript.game}, alone: {transcript.a.name}. The aim is to bank {points}{start}."
    text = f"{transcript.game}: A = {transcript.a.name} against B = {transcript.b.name}. "
    text += f"The first to bank {points} wins; {transcript.first.upper()} starts."
    if transcript.own or transcript.opponent:
        text += f" To begin with, A has {transcript.own} and B has {transcript.opponent}."
    return text


def _table(transcript: "Transcript") -> list[str]:
    """The turns: number, player, throws, points, and the scores after it."""
    two = transcript.b is not None
    scores = dict(zip(SEATS, (transcript.own, transcript.opponent), strict=True))
    wide = max(5, *(len(str(turn.score)) for turn in transcript.turns))
    heads: tuple[str, ...] = ("A", "B") if two else ("score",)
    rows = [("turn", "", "throws", "points", heads)]
    for number, turn in enumerate(transcript.turns, 1):
        scores[turn.player] = turn.score
        after = tuple(str(score) for score in scores.values())[: len(heads)]
        rows.append((str(number), turn.player.upper(), _throws(turn, transcript.rules), _points(turn), after))
    lines = []
    for number_, player, throws, points, after in rows:
        lead = f"{number_:>4}  " + (f"{player:1}  " if two else "")
        right = f"  {points:>{POINTS}}" + "".join(f"  {score:>{wide}}" for score in after)
        room = WIDE - len(lead) - len(right)
        first, *more = _wrapped(throws, room)
        lines.append(f"{lead}{first:<{room}}{right}")
        lines += [" " * len(lead) + line for line in more]
    return lines


def _throws(turn: ToldTurn, rules: Rules) -> str:
    """What was thrown, and how it ended; the throws by name where there are several to choose from."""
    several = len(rules.throws) > 1
    return ", ".join(f"{d.action}: {_brought(d)}" if several and d.outcome else _brought(d) for d in turn.decisions)


def _brought(decision: Decision) -> str:
    outcome = decision.outcome
    if outcome is None:
        return "held" if decision.turn_total else "passed"
    words = {"score": str(outcome.points), "bank": f"{outcome.points} banked"}
    return words.get(outcome.effect, outcome.effect)


def _points(turn: ToldTurn) -> str:
    if turn.end == "wipe" and turn.own:
        return "all lost"
    return f"{turn.total} lost" if turn.end in ("bust", "wipe") and turn.total else str(turn.banked)


def _end(transcript: "Transcript") -> str:
    turns, throws = len(transcript.turns), transcript.throws
    took = f"after {turns} turn{'s' if turns != 1 else ''} and {throws} throw{'s' if throws != 1 else ''}"
    if transcript.winner is None:
        nobody = "Nobody wins" if transcript.b is not None else "The target is never reached"
        return f"Stalemate {took}: it would go on like this for ever, with nothing left to chance. {nobody}."
    if transcript.b is None:
        return f"{transcript.rules.target} is reached {took}, with {transcript.scores[0]} points."
    winner = transcript.players[SEATS.index(transcript.winner)]
    high, low = sorted(transcript.scores, reverse=True)
    return f"{transcript.winner.upper()} = {winner.name} wins, {high} to {low}, {took}."
