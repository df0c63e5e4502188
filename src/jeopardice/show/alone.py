"""Games played alone, for a terminal: figures, bars and pictures; each function computes nothing."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.text import Text

from jeopardice.games.notation import game_notation
from jeopardice.show.bars import TOO_MANY, Bar, bars, bins
from jeopardice.show.picture import Picture, cell_of, columns_within, some_scores
from jeopardice.show.text import FAINT, GOOD, figure, percent, picture_text, plain_grid, title

if TYPE_CHECKING:
    from jeopardice.exact.distribution import Distribution
    from jeopardice.exact.solitaire.fewest import FewestTurns
    from jeopardice.exact.solitaire.optimum import Optimum
    from jeopardice.exact.solitaire.played import Played, PlayedForPoints, PlayedToTheEnd, PlayedWithin
    from jeopardice.exact.solitaire.points import MostPoints
    from jeopardice.exact.solitaire.within import Within

PER_ROW, MOST_ROWS, MOST_COLUMNS = (10, 5, 2, 1), 20, 16
MOST_SPREAD = 1e4
"""Beyond so many turns on average nobody wants to see how they are spread."""


def fewest_text(best: "FewestTurns") -> Group:
    """The least expected number of turns, and how many turns it takes how often."""
    if best.expected > MOST_SPREAD:
        return Group(*_fewest(best), _unspread(best.sd))
    return Group(*_fewest(best), "", *_turns(best.distribution))


def _fewest(best: "FewestTurns") -> list[RenderableType]:
    found = Text.assemble("Best play takes ", (figure(best.expected), GOOD), " turns on average.")
    return [_head(best, "as few turns as possible"), "", found]


def _unspread(sd: float) -> Text:
    return Text(f"Standard deviation {figure(sd, 4)}. {TOO_MANY}")


def within_text(best: "Within") -> Group:
    """How probable it is at best to reach the target, with any number of turns up to the one allowed."""
    found = _chance("Best play reaches", best.rules.target, best.turns, best.probability)
    rows = [(str(left), float(best.values[left, 0])) for left in _some(best.values.shape[0] - 1)]
    about = Text("The best chance by the number of turns allowed:", FAINT)
    return Group(_head(best, f"the target within {_turns_word(best.turns)}"), "", found, "", about, bars("turns", rows))


def points_text(best: "MostPoints") -> Group:
    """The largest expected number of points, and their distribution."""
    word = _turns_word(best.turns)
    found = Text.assemble("Best play has ", (figure(best.expected), GOOD), f" points after {word}, on average.")
    return Group(_head(best, f"as many points as possible in {word}"), "", found, "", *_points(best.distribution))


def played_text(played: "Played") -> Group:
    """What a given strategy comes to."""
    kind = type(played).__name__
    shown: Any = {"PlayedToTheEnd": _to_the_end, "PlayedWithin": _limited, "PlayedForPoints": _for_points}[kind]
    head = title(game_notation(played.rules), f", alone: {played.strategy}")
    parts: list[RenderableType] = shown(played)
    return Group(head, "", *parts)


def _to_the_end(played: "PlayedToTheEnd") -> list[RenderableType]:
    if played.endless >= 1.0:
        return [Text("The target is never reached.")]
    found = Text.assemble("It takes ", (figure(played.mean), GOOD), " turns on average")
    found.append(f", if it ends at all; {percent(played.endless, 4)} never do." if played.endless else ".")
    if played.mean > MOST_SPREAD:
        return [found, _unspread(played.sd)]
    return [found, "", *_turns(played.distribution)]


def _limited(played: "PlayedWithin") -> list[RenderableType]:
    reached = played.distribution.probabilities.cumsum()
    rows = [(str(turns), float(reached[turns])) for turns in _some(len(reached) - 1)]
    found = _chance("It reaches", played.rules.target, len(reached) - 1, played.probability)
    return [found, "", Text("The chance by the number of turns taken:", FAINT), bars("turns", rows)]


def _for_points(played: "PlayedForPoints") -> list[RenderableType]:
    found = Text.assemble("It has ", (figure(played.expected), GOOD), " points at the end, on average.")
    return [found, "", *_points(played.distribution)]


def _head(best: "Optimum", goal: str) -> Text:
    return title(game_notation(best.rules), f", alone: {goal}")


def _chance(who: str, target: int, turns: int | None, chance: float) -> Text:
    share = (percent(chance, 4), GOOD)
    return Text.assemble(f"{who} {target} within {_turns_word(turns)} with a probability of ", share, ".")


def _turns_word(turns: int | None) -> str:
    return "1 turn" if turns == 1 else f"{turns:,} turns"


def _some(last: int, most: int = MOST_ROWS) -> list[int]:
    """Numbers from 1 to the last, in round steps where they are too many."""
    if last <= most:
        return list(range(1, last + 1))
    return [*some_scores(last, most)[1:], last]


def _turns(numbers: "Distribution") -> list[RenderableType]:
    over = [f"{share:.0%} by turn {numbers.quantile(share)}" for share in (0.5, 0.9, 0.99) if numbers.quantile(share)]
    facts = f"Standard deviation {figure(numbers.sd, 4)}; most often {numbers.mode}"
    return [bars("turns", bins(numbers)), "", Text(f"{facts}. Over: {', '.join(over)}.")]


def _points(numbers: "Distribution") -> list[RenderableType]:
    facts = f"Standard deviation {figure(numbers.sd, 4)}, median {numbers.median}, most often {numbers.mode}"
    low, high = numbers.quantile(0.1), numbers.quantile(0.9)
    spread = f"one time in ten at most {low}, one time in ten more than {high}"
    return [bars("points", bins(numbers, first=0)), "", Text(f"{facts}; {spread}.")]


def chances_text(turns: Mapping[float, int | None]) -> Group:
    """How many turns chances take."""
    told = [
        f"{percent(chance)} takes {_turns_word(number)}" if number else f"{percent(chance)} is never reached"
        for chance, number in turns.items()
    ]
    return Group("", *(Text(f"A chance of {text}.") for text in told))


def convergence_text(best: "FewestTurns", sequence: Sequence[float]) -> Group:
    """The expected turns used if the game is broken off after t of them, and what is missing to the whole."""
    expected = best.expected
    grid = plain_grid("t", "V(..., t)", "missing", "", numbers=[0, 1, 2])
    for turns in [0, *_some(len(sequence) - 1)]:
        missing = max(0.0, expected - sequence[turns])
        grid.add_row(str(turns), figure(sequence[turns]), _small(missing), Bar(sequence[turns] / expected, 30))
    about = "Turns used if the game is broken off after t of them, which is value iteration:"
    return Group(*_fewest(best), "", Text(about, FAINT), grid)


def _small(number: float) -> str:
    return figure(number) if number >= 5e-6 or number == 0.0 else f"{number:.1e}"


def policy_text(best: "Optimum", width: int = 80) -> Group:
    """When to hold, by own score and, where they count, by the turns left; in lines of so many characters."""
    picture = _by_score(best, width) if best.turns is None else _by_turns_left(best, width)
    cells = {cell for row in picture.cells for cell in row}
    only = next(iter(cells))
    if len(cells) == 1 and only.kind == "hold" and not only.again and len(best.rules.throws) == 1:
        where = "whatever the score and the turns left" if picture.whole else "at all the scores looked at"
        return Group("", Text(f"Hold at a turn total of {only.number} or more, {where}."))
    return Group("", *picture_text(picture))


def _by_score(best: "Optimum", width: int) -> Picture:
    """Ten own scores in a row, or as many as there is room for."""
    target = best.rules.target
    scores = some_scores(target, 10 * PER_ROW[0])
    step = scores[1] - scores[0] if len(scores) > 1 else 1
    cells = [cell_of(best.turn, own, best.actions(own), target) for own in scores]
    longest = max(len(f"+{PER_ROW[0] * step}"), *(len(cell.text) for cell in cells))
    room = columns_within(width, len(str(target)), longest)
    per_row = next(n for n in PER_ROW if n <= room)
    rows = tuple(tuple(cells[start : start + per_row]) for start in range(0, len(cells), per_row))
    steps = tuple(n * step for n in range(min(per_row, len(scores))))
    columns = tuple(f"+{more}" for more in steps)
    return Picture(best.rules, scores[::per_row], steps, rows, "and so many more", columns, whole=step == 1)


def _by_turns_left(best: "Optimum", width: int) -> Picture:
    """An own score in each row, the turns left across."""
    assert best.turns is not None
    open_ended = best._bound > best.rules.target
    last = best.rules.target
    if open_ended:
        last = min(best.policy.shape[1], (best.distribution.quantile(0.99) or 0) + 1)
    longest = len(str(max(best.turns, *best.turn_totals)))
    room = columns_within(width, len(str(last)), max(2, longest))
    scores, lefts = some_scores(last, MOST_ROWS), _some(best.turns, min(MOST_COLUMNS, room))
    target = None if open_ended else best.rules.target
    cells = tuple(tuple(cell_of(best.turn, own, best.actions(own, left), target) for left in lefts) for own in scores)
    until = "whatever is at risk" if open_ended else "until the target is reached"
    alike = open_ended and not best.rules.wipes  # then neither the score nor the turns left matter
    whole = alike or (len(scores) == last and len(lefts) == best.turns and not open_ended)
    return Picture(best.rules, scores, tuple(lefts), cells, "turns left", until=until, whole=whole)
