"""All figures of a game in one folder, with a page that shows them with their captions."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from jeopardice.errors import FileError, JeopardiceError, MissingError, PositionError
from jeopardice.files import write_folder
from jeopardice.games.notation import Game, as_game, description, game_notation
from jeopardice.games.rules import Rules, short
from jeopardice.games.turn import compile_turn
from jeopardice.sampled.counting import seed_of
from jeopardice.show import html
from jeopardice.show.figures.asked import part_of, usual
from jeopardice.show.figures.canvas import DPI, require
from jeopardice.show.figures.drawn import Shown
from jeopardice.show.figures.kinds import KINDS
from jeopardice.spread import Progress
from jeopardice.strategies.named import scaled

INDEX = "index.html"
FORMS = ("png", "svg", "pdf")
RULE = "keep-pace-end-race"
Asked = tuple[tuple[str, ...], dict[str, Any]]


@dataclass(frozen=True)
class Folder:
    """A folder of figures: the file of each kind, and for what could not be drawn of this game the reason."""

    path: Path
    game: str
    files: Mapping[str, str]
    left_out: Mapping[str, str]

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        found = {"game": self.game, "folder": str(self.path), "index": str(self.path / INDEX)}
        return found | {"files": dict(self.files), "left_out": dict(self.left_out)}


def asked_of(rules: Rules) -> dict[str, Asked]:
    """What is asked of each kind: strategies and options that suit the game, where its own do not do."""
    if compile_turn(rules).decisions == 1:
        return _of_single_throws()
    thumb, bold = usual(rules), f"hold-at({max(1, scaled(25, rules.target))})"
    every = f"hold-at(1..{min(rules.target, 100)})"
    own: dict[str, Asked] = {
        "section": (("optimal", thumb), {}),
        "difference": ((RULE,), {}),
        "turn-costs": ((RULE,), {}),
        "turn": ((thumb, "optimal"), {}),
        "hold-values": ((), {"games": 20_000}),
        "match-ups": ((thumb, "optimal"), {}),
        "versus": ((bold, every), {}),
        "matrix": ((thumb, bold, "turtle", "roll-to-win", "score-base-keep-pace-end-race", RULE, "optimal"), {}),
        "standings": ((every,), {}),
        "sweep": (("handicap",), {}),
        "sweep-map": (("starting-player",), {}),
    }
    pig = rules.fingerprint == as_game("pig").fingerprint
    return {name: own.get(name, ((), {})) for name in KINDS if pig or name != "figure-17"}


def _of_single_throws() -> dict[str, Asked]:
    """The same where a turn is a single throw: no rule of when to hold says anything there."""
    best, other = ("optimal",), ("best-response(turtle)",)
    own: dict[str, Asked] = {name: (other, {}) for name in ("difference", "turn-costs")}
    own |= {name: (best, {}) for name in ("turn", "turns", "match-ups", "fair-scatter", "fair-histogram")}
    own |= {"sweep": (("handicap",), {}), "sweep-map": (("starting-player",), {})}
    without = ("hold-values", "versus", "matrix", "standings", "figure-17")
    return {name: own.get(name, ((), {})) for name in KINDS if name not in without}


def plot_all(
    game: Game,
    folder: str | os.PathLike[str],
    *,
    form: str = "png",
    dpi: int = DPI,
    rng: Any = None,
    progress: Progress = None,
) -> Folder:
    """All kinds of figures of a game in a folder, with a page to look at; all files are written, or none.

    `form` is png, svg or pdf. What cannot be drawn of this game is left out, and the page says why.
    """
    if form not in FORMS:
        raise PositionError(f"figures are written as {', '.join(FORMS)}, not {short(form)}")
    require()
    rules, where = as_game(game), Path(folder)
    if not where.absolute().parent.is_dir():
        raise FileError(f"cannot write {where}: there is no such folder as {where.absolute().parent}")
    asked = asked_of(rules)
    shown, left_out, contents = dict[str, Shown](), dict[str, str](), dict[str, bytes]()
    for number, (seed, (name, (words, options))) in enumerate(
        zip(seed_of(rng).spawn(len(asked)), asked.items(), strict=True)
    ):
        kind = KINDS[name]
        chance = {"rng": seed} if kind.by_lot(options) else {}
        try:
            shown[name] = kind.draw(rules, words, progress=part_of(progress, number, len(asked)), **chance, **options)
        except (MissingError, FileError):
            raise
        except JeopardiceError as problem:
            left_out[name] = str(problem)
            continue
        contents[_file(name, form)] = shown[name].contents(Path(_file(name, form)).suffix, dpi)
        if progress:
            progress((number + 1) / len(asked))
    contents[INDEX] = _page(rules, shown, left_out, form).encode()
    write_folder(where, contents)
    return Folder(where, game_notation(rules), {name: _file(name, form) for name in shown}, left_out)


def _file(name: str, form: str) -> str:
    """The name of a kind's file."""
    return f"{name}.html" if KINDS[name].page else f"{name}.{form}"


def _page(rules: Rules, shown: Mapping[str, Shown], left_out: Mapping[str, str], form: str) -> str:
    """The page that shows all figures."""
    told = description(rules)
    parts: list[html.Html] = [html.paragraph(told, kind="lead")] if told else []
    links = (html.element("li", html.link(f"#{name}", name), f": {one.title}") for name, one in shown.items())
    parts.append(html.element("nav", html.element("ul", *links)))
    for name, one in shown.items():
        parts += [html.heading(name, 2, anchor=name), _figure(one, _file(name, form))]
    if left_out:
        rows = [[name, why] for name, why in left_out.items()]
        parts += [html.heading("Left out", 2), html.table(["kind", "why"], rows)]
    return html.page(f"{game_notation(rules)}: figures", html.together(parts))


def _figure(one: Shown, file: str) -> html.Html:
    """One figure with its caption: a picture, a page in its frame, or where neither can be shown a link."""
    told, source = escape(f"{one.title}. {one.caption}"), escape(file)
    if file.endswith(".html"):
        frame = f'<iframe src="{source}" title="{escape(one.title)}" loading="lazy"'
        inside = html.Html(f'{frame} style="width:100%;height:46rem;border:1px solid #ccc"></iframe>')
        inside = html.together([inside, html.paragraph(html.link(file, "On a page of its own"), kind="note")])
    elif file.endswith(".pdf"):
        inside = html.paragraph(html.link(file, file))
    else:
        inside = html.Html(f'<a href="{source}"><img src="{source}" alt="{told}" loading="lazy"></a>')
    return html.element("figure", inside, html.element("figcaption", one.caption))
