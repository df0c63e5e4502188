"""Sweeps, matches and handicaps for a terminal. It computes nothing."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from jeopardice.compare.measures import COUNTS, MEASURES, Aim
from jeopardice.compare.ready import READY
from jeopardice.exact.percent import SURE, percent
from jeopardice.show.text import FAINT, GOOD, HEAD, plain_grid, title

if TYPE_CHECKING:
    from jeopardice.compare.handicap import Handicap
    from jeopardice.compare.match import Match
    from jeopardice.compare.sweep import Sweep

GAP = 3
AROUND = 6
ROWS = 40


def sweep_text(sweep: "Sweep", shown: Sequence[str], aim: Aim | None, width: int, asks: str = "") -> Group:
    """All cells: the values of the axes and as many of the figures as there is room for, the best cell marked."""
    best = sweep.at_aim(aim) if aim is not None and len(sweep.rows) > 1 else None
    columns = {name: [_value(row[name]) for row in sweep.rows] for name in sweep.over}
    figures = {name: [figure_text(name, row[name]) for row in sweep.rows] for name in shown}
    figures = {name: column for name, column in figures.items() if any(column)}
    room = width - sum(map(_width, columns.items())) - (len(aim.word) if aim else 0)
    fitting = dict[str, list[str]]()
    for name, column in figures.items():
        room -= _width((name, column))
        if room >= 0 or not fitting:
            fitting[name] = column
    numbers = [n for n, name in enumerate(columns) if all(isinstance(row[name], int) for row in sweep.rows)]
    heads = [*columns, *fitting, *[""] * (best is not None)]
    grid = plain_grid(*heads, numbers=[*numbers, *range(len(columns), len(columns) + len(fitting))])
    for number, row in enumerate(sweep.rows):
        cells = [*(column[number] for column in columns.values()), *(column[number] for column in fitting.values())]
        mark = [Text(aim.word if aim and row is best else "", GOOD)] if best is not None else []
        grid.add_row(*map(Text, cells), *mark)
    others = [
        name for name in sweep.figures if name not in fitting and any(row[name] is not None for row in sweep.rows)
    ]
    more = [Text(), Text(f"Also measured, see --json or --csv: {', '.join(others)}.", FAINT)] if others else []
    return Group(_head(sweep, asks), Text(), grid, *more)


def _head(sweep: "Sweep", asks: str) -> Text:
    """What is measured, of what."""
    told = ", ".join(f"{name} {_value(value)}" for name, value in sweep.arguments.items() if name != "game")
    head = title(_value(sweep.arguments["game"]), f": {sweep.measure}" + (f", {told}" if told else ""))
    return Text.assemble(head, "\n", asks) if asks else head


def _value(value: object) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _width(column: tuple[str, Sequence[str]]) -> int:
    return max(map(len, (column[0], *column[1]))) + GAP


def figure_text(name: str, value: Any) -> str:
    """A figure for people: a probability in percent, anything else as a number; nothing where there is none."""
    if value is None:
        return ""
    if name in COUNTS:
        return f"{value:.4f}" if isinstance(value, float) else str(value)
    return f"-{percent(-value, 4)}" if value < -SURE else percent(max(0.0, value), 4)


def list_text() -> Group:
    """The sweeps that are ready made, and the measures."""
    parts: list[Text | Grid] = [Text("Ready-made sweeps: jeopardice sweep NAME", HEAD)]
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    grid.add_column(no_wrap=True)
    grid.add_column()
    for name, ready in READY.items():
        grid.add_row(name, ready.asks)
    parts += [grid, Text(), Text("Measures for sweeps of your own: jeopardice sweep MEASURE GAME ...", HEAD)]
    others = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    others.add_column(no_wrap=True)
    others.add_column()
    for name, measure in MEASURES.items():
        about = (measure.function.__doc__ or "").strip()
        given = ", ".join(each for each in measure.parameters if each not in ("game", *measure.words))
        words = " ".join(("GAME", *(word.upper() for word in measure.words)))
        others.add_row(name, f"{about} {words}; --set {given}")
    example = (
        "jeopardice sweep duel 'pig:target={target}' optimal 'hold-at:{n}' --over target=50..200/50 --over n=15..30"
    )
    return Group(*parts, others, Text(), Text(example, FAINT))


def match_text(match: "Match") -> Group:
    """Who wins the match, and how many of its games."""
    length = f"best of {match.best_of}" if match.best_of else f"{match.games:,} game{'' if match.games == 1 else 's'}"
    starts = {"a": match.duel.a, "b": match.duel.b, "random": "whom a coin picks"}
    if match.starting in starts:
        rule = f"{starts[match.starting]} starts every game"
    else:
        then = {"alternate": "then each by turns", "winner": "then the winner", "loser": "then the loser"}
        rule = f"{starts[match.first]} starts the first game, {then[match.starting]}"
    grid = plain_grid("", "wins the match", "of its games", "of all, in the long run", numbers=[1, 2, 3])
    a = (match.wins, match.share, match.long_run)
    b = (match.b_wins, match.b_share, match.b_long_run)
    for name, shares, other in ((match.duel.a, a, b), (match.duel.b, b, a)):
        texts = [percent(share, 4) for share in shares]
        grid.add_row(Text(name), Text(texts[0], GOOD if shares[0] > other[0] + SURE else ""), *texts[1:])
    head = title(match.duel.game, f": {match.duel.a} against {match.duel.b}, {length}; {rule}")
    return Group(head, Text(), grid, *_match_notes(match))


def _match_notes(match: "Match") -> list[Text]:
    """How many games it takes, and what else may come of it."""
    told = []
    if match.games:
        told.append(f"Both win as many games in {percent(match.drawn, 4)} of all series.")
    elif not match.endless:
        again = f", and {match.replays:.4f} that never end and are played again" if match.replays > SURE else ""
        told.append(f"It takes {match.expected_games:.4f} games on average{again}.")
    else:
        told.append(f"It is never decided in {percent(match.endless, 4)} of all matches: no game ends.")
    return [Text(), Text(told[0])]


def handicap_text(handicap: "Handicap") -> Group:
    """The head starts around none and around the fair ones."""
    marked = (0, handicap.fair, handicap.fair_average)
    least = min(marked) - (AROUND if min(marked) < 0 else 0)
    near = [h for h in handicap.head_starts if h >= least and min(abs(h - mark) for mark in marked) <= AROUND]
    grid = plain_grid("head start", "wins going first", "going second", "average", "", numbers=[0, 1, 2, 3])
    last: int | None = None
    for h in near:
        if last is not None and h != last + 1:
            grid.add_row("...")
        duel, last = handicap.at(h), h
        marks = ["fair if it goes first"] * (h == handicap.fair) + ["fair on average"] * (h == handicap.fair_average)
        shares = [percent(share, 4) for share in (duel.first, duel.second, duel.average)]
        grid.add_row(str(h), *shares, Text(", ".join(marks), GOOD))
    head = title(handicap.game, f": {handicap.a} against {handicap.b} with a head start")
    what = "The shares are those of the first named; a head start is what the other has before the game begins"
    minus = ", a negative one what the first named has." if near[0] < 0 else "."
    return Group(head, Text(), grid, Text(), Text(what + minus, FAINT))
