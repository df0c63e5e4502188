"""Scripted dice: outcomes by what they score, such as `5,5,5,1`; and the script that an outcome is written with.

5      the outcome that scores 5 and goes on, or where there is none the one that banks 5
5!     the one that banks 5 and ends the turn, where another scores 5 and goes on
bust, wipe
1      the bust, where no outcome scores 1
...    at the end: the dice begin so, and go on as they are drawn
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from jeopardice.errors import NotationError, PositionError
from jeopardice.games.position import is_whole
from jeopardice.games.rules import Outcome, Throw, short

AND_SO_ON = "..."
TOKEN = re.compile(r"\d{1,7}!?|bust|wipe", re.IGNORECASE)
MOST_DICE = 1_000_000
SHOWN, LONGEST_SHOWN = 8, 200


class Script:
    """Dice given beforehand, taken one after the other; `open_ended` if others follow them."""

    def __init__(self, dice: str | Iterable[Any]) -> None:
        self.tokens = list(_from_text(dice) if isinstance(dice, str) else _from_values(dice))
        self.open_ended = bool(self.tokens) and self.tokens[-1] == AND_SO_ON
        if self.open_ended:
            self.tokens.pop()
        if AND_SO_ON in self.tokens:
            number = self.tokens.index(AND_SO_ON) + 1
            raise PositionError(f"number {number} of the dice is ..., which can only stand at their end")
        self.taken = 0

    @property
    def spent(self) -> bool:
        """Are all of them taken?"""
        return self.taken == len(self.tokens)

    def next(self, throw: Throw, place: str) -> Outcome:
        """The outcome that the next of the dice stands for, or a PositionError."""
        if self.spent:
            count = f"all {self.taken} of the dice are taken" if self.taken else "there are no dice"
            raise PositionError(f"{count}, and {place}, one more is thrown; end them with ... to go on by chance")
        token = self.tokens[self.taken]
        self.taken += 1
        outcome = meant(throw, token)
        if outcome is None:
            raise PositionError(
                f"number {self.taken} of the dice is {token}, thrown {place}; "
                f"{throw.name} can only bring {', '.join(possible(throw))}"
            )
        return outcome

    def refuse_rest(self, turns: int) -> None:
        """Raise a PositionError if any are left now that the game is over."""
        rest = self.tokens[self.taken :]
        if rest and not self.open_ended:
            shown = ", ".join(rest[:SHOWN]) + (", ..." if len(rest) > SHOWN else "")
            verb = "is" if len(rest) == 1 else "are"
            raise PositionError(
                f"{len(rest)} of the {len(self.tokens)} dice {verb} left over ({shown}): "
                f"the game is over after turn {turns}"
            )


def _from_text(text: str) -> Iterator[str]:
    for found in re.finditer(r"[^,\s]+", text):
        word = found.group()
        if word == AND_SO_ON:
            yield word
        elif TOKEN.fullmatch(word):
            yield _plain(word)
        else:
            shown, place = (text, found.start()) if len(text) <= LONGEST_SHOWN else (f"{text[:LONGEST_SHOWN]}...", None)
            raise NotationError(f"dice are numbers of points, bust and wipe, not {short(word)}", shown, place)


def _from_values(values: Any) -> Iterator[str]:
    if not isinstance(values, Iterable):
        raise PositionError(f"dice must be a text such as '5,5,5,1' or several numbers, not {short(values)}")
    for number, value in enumerate(islice(values, MOST_DICE + 2), 1):
        if number > MOST_DICE:
            raise PositionError(f"dice must be at most {MOST_DICE:,}")
        word = AND_SO_ON if value is ... else str(int(value)) if is_whole(value) else value
        if not isinstance(word, str) or not (word == AND_SO_ON or TOKEN.fullmatch(word)):
            raise PositionError(
                f"number {number} of the dice must be a number of points, bust or wipe, not {short(value)}"
            )
        yield _plain(word)


def _plain(word: str) -> str:
    """Without leading noughts and capitals."""
    return re.sub(r"^0+(?=\d)", "", word.lower())


def meant(throw: Throw, token: str) -> Outcome | None:
    """The outcome that a word of a script stands for, or None."""
    return _words(throw).get(token)


def spelled(throw: Throw, outcome: Outcome) -> str:
    """The word of a script that stands for an outcome."""
    if outcome.effect == "bust":
        return "1" if is_one_die(throw) else "bust"
    if outcome.effect == "wipe":
        return "wipe"
    plain = str(outcome.points)
    return plain if meant(throw, plain) == outcome else f"{plain}!"


@lru_cache(maxsize=256)
def _words(throw: Throw) -> dict[str, Outcome]:
    """Everything that may be written, and the outcome it stands for."""
    words: dict[str, Outcome] = {}
    for outcome in throw.outcomes:
        if outcome.effect == "bank":
            words[f"{outcome.points}!"] = words[str(outcome.points)] = outcome
    words |= {str(outcome.points): outcome for outcome in throw.outcomes if outcome.effect == "score"}
    words |= {outcome.effect: outcome for outcome in throw.outcomes if outcome.effect in ("bust", "wipe")}
    if "bust" in words:
        words.setdefault("1", words["bust"])
    return words


@lru_cache(maxsize=256)
def is_one_die(throw: Throw) -> bool:
    """Is it the throw of one die that busts on 1 and scores anything else: 2, 3, ... up to some number?"""
    scores = {outcome.points for outcome in throw.outcomes if outcome.effect == "score"}
    busts = sum(outcome.effect == "bust" for outcome in throw.outcomes)
    return busts == 1 and len(scores) == len(throw.outcomes) - 1 and scores == set(range(2, len(scores) + 2))


def possible(throw: Throw) -> list[str]:
    """What may be written for a throw, numbers that follow each other as `2 to 6`."""
    words = dict(_words(throw))
    bust = words.get("bust")
    if bust is not None and words.get("1") is bust:
        del words["1"]
    numbers = sorted(int(word) for word in words if word.isdecimal())
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    listed = [f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]
    doubled = [f"{n}!" for n in numbers if words[str(n)].effect == "score" and f"{n}!" in words]
    ends = [word if word != "bust" or "1" in words else "bust (or 1)" for word in ("bust", "wipe") if word in words]
    return [*listed, *doubled, *ends]
