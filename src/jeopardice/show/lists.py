"""What there is: the games, the strategies, the cache; as plain data and as something rich can print."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from jeopardice.exact.cache import Entry
from jeopardice.games.rules import Effect, Rules, Throw
from jeopardice.games.size import readable
from jeopardice.show.text import FAINT, HEAD, game_line, percent, plain_grid

ORDER: tuple[Effect, ...] = ("score", "bank", "bust", "wipe")


def described(name: str, maker: Callable[..., Any]) -> dict[str, Any]:
    """A named game or strategy as plain data: its parameters with their defaults, and its description."""
    parameters = {
        key: None if parameter.default is parameter.empty else _plain(parameter.default)
        for key, parameter in inspect.signature(maker).parameters.items()
    }
    return {"name": name, "parameters": parameters, "description": " ".join((maker.__doc__ or "").split())}


def _plain(value: Any) -> Any:
    return value if isinstance(value, (bool, int, float, str)) else str(value)


def spelling(entry: Mapping[str, Any]) -> str:
    """How to write it: the name and its parameters."""
    given = [
        key if value is None else f"{key}={str(value).lower() if isinstance(value, bool) else value}"
        for key, value in entry["parameters"].items()
    ]
    return f"{entry['name']}({', '.join(given)})" if given else str(entry["name"])


def entries_text(entries: Sequence[Mapping[str, Any]], note: str) -> Group:
    """All of them: how each is written, and its first sentence or two."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    grid.add_column(style=HEAD, no_wrap=True)
    grid.add_column()
    for entry in entries:
        grid.add_row(spelling(entry), first_sentence(entry["description"]))
    return Group(grid, "", Text(note, FAINT))


def first_sentence(text: str) -> str:
    """The text up to its first full stop that ends a sentence."""
    head, dot, _ = text.partition(". ")
    return head + "." if dot else text


def entry_text(entry: Mapping[str, Any]) -> Group:
    """One strategy in full."""
    return Group(Text(spelling(entry), HEAD), "", Text(entry["description"]))


def rules_text(rules: Rules, entry: Mapping[str, Any] | None) -> Group:
    """One game: how it is written, and what every throw may bring."""
    throws = _one_throw(rules.throws[0]) if len(rules.throws) == 1 else _throws(rules.throws)
    usage: list[Text | str] = (
        ["", Text(f"Parameters and their defaults: {spelling(entry)}", FAINT)] if entry is not None else []
    )
    return Group(game_line(rules), "", throws, *usage)


def _one_throw(throw: Throw) -> Grid:
    grid = plain_grid(throw.name, "chance", "", numbers=[1, 2])
    for outcome in sorted(throw.outcomes, key=lambda outcome: (ORDER.index(outcome.effect), outcome.points)):
        what = {"score": f"+{outcome.points}", "bank": f"+{outcome.points}, banked; the turn ends"}
        grid.add_row(
            what.get(outcome.effect, outcome.effect),
            str(outcome.probability),
            percent(float(outcome.probability)),
        )
    return grid


def _throws(throws: Sequence[Throw]) -> Grid:
    wipes = any(throw.chance("wipe") for throw in throws)
    headings = ["throw", "bust", *["wipe"] * wipes, "points", "mean"]
    grid = plain_grid(*headings, numbers=range(1, len(headings)))
    for throw in throws:
        points = [outcome.points for outcome in throw.outcomes if outcome.points]
        mean = float(sum(outcome.points * outcome.probability for outcome in throw.outcomes))
        span = f"{min(points)} to {max(points)}" if points else "none"
        ends = [percent(float(throw.chance("bust"))), *[percent(float(throw.chance("wipe")))] * wipes]
        grid.add_row(throw.name, *ends, span, f"{mean:.3f}")
    return grid


def cache_text(folder: str, entries: Sequence[Entry]) -> Group:
    """The solved games that are kept."""
    if not entries:
        return Group(Text(f"No solved games in {folder}"))
    grid = plain_grid("game", "size", numbers=[1])
    for entry in entries:
        grid.add_row(entry.game, readable(entry.size))
    total = readable(sum(entry.size for entry in entries))
    count = f"{len(entries)} solved game{'' if len(entries) == 1 else 's'}"
    return Group(grid, "", Text(f"{count}, {total} in {folder}", FAINT))
