"""Games that are printed roll by roll: played again with the same dice, and the choices of a perfect player."""

from typing import Any

from jeopardice.reproduce.answer import Answer, Task, check
from jeopardice.reproduce.known import solution
from jeopardice.sampled.script import AND_SO_ON
from jeopardice.sampled.transcript import Transcript, transcript
from jeopardice.strategies.base import State


def person(state: State) -> bool:
    """The person in the last game of Rosen's handout: holds at 20 or more, and at 61 already with 19."""
    return state.turn_total < (19 if state.own == 61 else 20)


def replayed(task: Task, dice: str, a: str, b: str, first: str, own: int, opponent: int, cut: bool) -> Transcript:
    """The game with its dice; where it is `cut`, the rest is played by chance."""
    script = f"{dice},{AND_SO_ON}" if cut else dice
    players: list[Any] = [person if name == "a person" else name for name in (a, b) if name]
    return transcript(task.game, *players, dice=script, first=first, own=own, opponent=opponent, rng=1)


@check
def result(
    task: Task, dice: str, a: str, b: str = "", first: str = "a", own: int = 0, opponent: int = 0, turns: bool = True
) -> Answer:
    """The number of turns (unless it is left out) and the scores at the end."""
    played = replayed(task, dice, a, b, first, own, opponent, cut=False)
    count = [float(len(played.turns))] * turns
    return Answer((*count, *map(float, played.scores)), facts={"winner": played.winner})


@check
def turn_totals(
    task: Task, dice: str, a: str, b: str = "", first: str = "a", own: int = 0, cut: bool = False
) -> Answer:
    """What each turn that was printed has brought."""
    played = replayed(task, dice, a, b, first, own, 0, cut)
    count = dice.count(",") + 1
    found: list[float] = []
    for turn in played.turns:
        count -= sum(decision.outcome is not None for decision in turn.decisions)
        if count < 0:
            break
        found.append(float(turn.banked))
    return Answer(tuple(found))


@check
def choices_are_best(task: Task, dice: str, a: str, b: str, first: str = "a") -> Answer:
    """Is every choice of the player called optimal a best one?"""
    best, played = solution(task.game), replayed(task, dice, a, b, first, 0, 0, cut=False)
    made, right = 0, 0
    for turn in played.turns:
        if (a, b)["ab".index(turn.player)] == "optimal":
            for decision in turn.decisions:
                advice = best.advise(turn.own, turn.opponent, decision.turn_total)
                made, right = made + 1, right + (advice.best == decision.action)
    return Answer(holds=made == right, told=f"{right} of {made} choices are best")


@check
def total_at_the_start(task: Task, dice: str, a: str, b: str, turn: int, first: str = "a") -> Answer:
    """The turn total with which a turn begins."""
    played = replayed(task, dice, a, b, first, 0, 0, cut=False)
    return Answer((float(played.turns[turn - 1].decisions[0].turn_total),))
