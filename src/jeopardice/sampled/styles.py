"""How a game is told: `plain` for any game; `yale` and `rosen` as two source documents print it, to the letter.

The documents' games were set as pages, and what was extracted from those has blanks at the ends of lines, and blank
lines that their programs never wrote. Here no line ends in a blank; in the style `yale` one blank line parts the turns,
the end and what the function returned, and `rosen` has none.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jeopardice.errors import NotationError
from jeopardice.games.grammar import nearest
from jeopardice.games.rules import Rules, cut, short
from jeopardice.sampled.plain import plain
from jeopardice.sampled.scorekeeper import SEATS, ToldTurn
from jeopardice.sampled.script import is_one_die

if TYPE_CHECKING:
    from jeopardice.sampled.transcript import Transcript

NUMBER = {seat: number for number, seat in enumerate(SEATS, 1)}
"""Player 1 is a, and player 2 is b, whoever starts."""


def told(transcript: "Transcript", style: str) -> str:
    """The game in a style; no line break ends it."""
    refuse_style(style, transcript.rules)
    return "\n".join(STYLES[style](transcript))


def refuse_style(style: object, rules: Rules | None = None) -> None:
    """Raise a NotationError where there is no such style, or where it cannot tell of a game with these rules."""
    if not isinstance(style, str) or style not in STYLES:
        raise NotationError(f"there is no style {short(style)}{nearest(str(style), STYLES)}", cut(str(style)))
    if rules is not None and style != "plain" and not (len(rules.throws) == 1 and is_one_die(rules.throws[0])):
        what = f"the style {style} is for games of one die that busts on 1"
        raise NotationError(f"{what}, and {rules} is none: take the style plain", style)


@dataclass(frozen=True)
class Wording:
    """What one form of the Yale report says of a player's turn."""

    action: str
    rolled: str
    total: str
    held: str
    won: str = ""


# Elder Veliz, "S&DS 224 Final Project: Pig" (Yale, 2024), appendix "Verbose Simulations".
HEURISTICS = Wording(
    "",
    "Player {player} rolled a {roll}",
    "Player {player} 's Turn Total after rolling: {total}",
    "Player {player} holds. Total Score: {score}",
)
OPTIMALS = Wording(
    "Action chosen: {action}",
    "Rolled a {roll}",
    "Turn Total after rolling: {total}",
    "Held. Total Score after Holding: {score}",
    "Player {player} reaches the target score and wins!",
)
MIXED_OPTIMAL = Wording(
    "Player {player} chooses action: {action}",
    "Player {player} rolled a {roll}",
    "Player {player}'s Turn Total after rolling: {total}",
    "Player {player} holds. Total Score after Holding: {score}",
    "Player {player} reaches the target score and wins the game!",
)
MIXED_HEURISTIC = Wording("", MIXED_OPTIMAL.rolled, MIXED_OPTIMAL.total, MIXED_OPTIMAL.held, MIXED_OPTIMAL.won)
LOST = "! Turn total lost. "
OVER = "===== Game Over ====="


def yale(transcript: "Transcript") -> Iterator[str]:
    """The four forms of the report: alone, two heuristics, two others, and one of each."""
    if transcript.b is None:
        yield from _yale_alone(transcript)
        return
    wordings = dict(zip(SEATS, _wordings(transcript), strict=True))
    scores = dict(zip(SEATS, (transcript.own, transcript.opponent), strict=True))
    stale = 0
    for number, turn in enumerate(transcript.turns, 1):
        yield f"===== Turn {number} ====="
        yield f"Player {NUMBER[turn.player]} 's Turn"
        yield f"Player 1 Score: {scores['a']} | Player 2 Score: {scores['b']}"
        yield f"Current Turn Total: {stale}"  # the report's programs reset it only after they have printed it
        yield from _yale_turn(turn, wordings[turn.player], turn.score >= transcript.rules.target)
        yield ""
        scores[turn.player], stale = turn.score, turn.banked
    yield OVER
    winner = None if transcript.winner is None else NUMBER[transcript.winner]
    yield f"Player {winner} wins!" if winner else "Nobody wins!"
    yield f"Final Scores - Player 1: {scores['a']} | Player 2: {scores['b']}"
    if winner:
        yield from ("", f"[1] {winner}")


def _wordings(transcript: "Transcript") -> list[Wording]:
    heuristic = [player.heuristic for player in transcript.players]
    if all(heuristic):
        return [HEURISTICS] * 2
    return [MIXED_HEURISTIC if one else MIXED_OPTIMAL for one in heuristic] if any(heuristic) else [OPTIMALS] * 2


def _yale_turn(turn: ToldTurn, wording: Wording, wins: bool) -> Iterator[str]:
    player = NUMBER[turn.player]
    for decision in turn.decisions:
        outcome = decision.outcome
        if outcome is None and wins and wording.won:
            yield wording.won.format(player=player)
            return
        if wording.action:
            yield wording.action.format(player=player, action="Hold" if outcome is None else "Roll")
        if outcome is None:
            yield wording.held.format(player=player, score=turn.score)
        elif outcome.effect == "bust":
            rolled = wording.rolled.format(player=player, roll=1)
            yield from (rolled, f"{rolled}{LOST}Ending turn.")
        else:
            yield wording.rolled.format(player=player, roll=outcome.points)
            yield wording.total.format(player=player, total=decision.after)


def _yale_alone(transcript: "Transcript") -> Iterator[str]:
    for number, turn in enumerate(transcript.turns, 1):
        yield f"===== Turn {number} ====="
        yield f"Current Overall Score: {turn.own}"
        yield "Starting Turn Total: 0"
        for place, decision in enumerate(turn.decisions):
            outcome = decision.outcome
            if outcome is None:
                yield f"Held. New Overall Score: {turn.score}"
                break
            roll = 1 if outcome.effect == "bust" else outcome.points
            yield f"Rolled a {roll}" if place else f"First Roll of the Turn: {roll}"
            if outcome.effect == "bust":
                yield f"Rolled a 1{LOST}Overall Score remains at {turn.score}"
            elif place:
                yield f"Turn Total after rolling: {decision.after}"
        yield ""
    yield OVER
    if transcript.winner is None:
        yield "The target is never reached!"
    yield f"Final Overall Score: {transcript.scores[0]}"
    if transcript.winner:
        yield from ("", f"[1] {len(transcript.turns)}")


# Andrew Rosen, "Pig" (assignment), sections 4 and 5 for one player, section 7 for two.


def rosen(transcript: "Transcript") -> Iterator[str]:
    """The handout's sample outputs; alone from a score that is not 0, as for its section 4."""
    if transcript.b is None and transcript.own:
        yield f"Score? {transcript.own}"
    for turn in transcript.turns:
        if transcript.b is not None:
            scores = {turn.player: turn.own}
            for seat, number in NUMBER.items():
                yield f"Player {number} score: {scores.get(seat, turn.opponent)}"
            yield f"It is player {NUMBER[turn.player]}'s turn."
        for decision in turn.decisions:
            if decision.outcome is not None:
                yield f"Roll: {1 if decision.outcome.effect == 'bust' else decision.outcome.points}"
        yield f"Turn total: {turn.banked}"
        yield f"New score: {turn.score}"


STYLES: Mapping[str, Callable[["Transcript"], "list[str] | Iterator[str]"]] = {
    "plain": plain,
    "yale": yale,
    "rosen": rosen,
}
