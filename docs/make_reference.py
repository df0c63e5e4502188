"""Writes docs/reference/cli.md from the commands themselves: their docstrings, arguments and options."""

import inspect
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from typer.models import ArgumentInfo, OptionInfo

from jeopardice.cli.app import app

PAGE = Path(__file__).parent / "reference" / "cli.md"
HEAD = """# The command line

Results go to standard output, messages and progress to standard error. With `--json` the result is one
JSON object, with the keys of the Python result's `to_dict()`. Colours are left out where there is no
terminal, or if `NO_COLOR` is set. [Exit codes](errors.md) and [the notation](notation.md) of games and
strategies are on pages of their own. Every command has `--help`.

This page is written by `make docs-reference` from the commands themselves.
"""


def cli_page() -> str:
    """The whole page."""
    parts = [HEAD]
    if app.registered_callback and app.registered_callback.callback:
        parts += _described("jeopardice", app.registered_callback.callback, ["COMMAND"])
    for name, command in commands().items():
        parts += _described(f"jeopardice {name}", command, [])
    return "\n".join(parts).rstrip("\n") + "\n"


def commands() -> dict[str, Callable[..., Any]]:
    """The commands by name, in the order in which `jeopardice --help` lists them."""
    found = [(command.name, command.callback) for command in app.registered_commands]
    return {name or call.__name__.replace("_", "-"): call for name, call in found if call}


def _described(path: str, command: Callable[..., Any], words: list[str]) -> Iterator[str]:
    yield f"## {path.split()[-1]}\n"
    hints = typing.get_type_hints(command, include_extras=True)
    rows = []
    for name, parameter in inspect.signature(command).parameters.items():
        kind, *notes = typing.get_args(hints[name]) or (hints[name],)
        info = next((note for note in notes if isinstance(note, ArgumentInfo | OptionInfo)), None)
        if isinstance(info, ArgumentInfo):
            word = str(info.metavar or name.upper()).strip("[]")
            words.append(word if parameter.default is parameter.empty else f"[{word}]")
            rows.append(f"| `{word}` | {_told(info, parameter.default)} |")
        elif info:
            rows.append(f"| `{_spelled(info, name, kind)}` | {_told(info, parameter.default)} |")
    yield f"    {' '.join([path, *words])} [OPTIONS]\n"
    yield "\n\n".join(" ".join(part.split()) for part in (inspect.getdoc(command) or "").split("\n\n")) + "\n"
    yield "\n".join(["| | |", "|---|---|", *rows]) + "\n"


def _spelled(info: OptionInfo, name: str, kind: object) -> str:
    """An option as it is written, with what it takes."""
    given = [word for word in (info.default, *(info.param_decls or ())) if str(word).startswith("-")]
    names = ", ".join(map(str, given or [f"--{name.replace('_', '-')}"]))
    if kind is bool:
        return names
    return f"{names} {info.metavar or ('N' if int in (kind, *typing.get_args(kind)) else 'TEXT')}"


def _told(info: ArgumentInfo | OptionInfo, default: object) -> str:
    told = (info.help or "").replace("|", "\\|")
    shown = isinstance(default, int | float | str) and not isinstance(default, bool) and info.show_default
    return f"{told} Default: {default}." if shown else told


if __name__ == "__main__":
    PAGE.write_text(cli_page(), encoding="utf-8")
