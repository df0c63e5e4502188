"""How a command answers: one JSON object, or something to read, on stdout; remarks on stderr."""

import json
import math
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType

Json = Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")]
Progress = Annotated[bool, typer.Option("--progress", help="Tell on stderr what is done and how long it takes.")]
Game = Annotated[str, typer.Argument(metavar="GAME", show_default=False, help="Such as pig, pig:target=50, mine.toml.")]
WIDEST = 100


def answer(result: Mapping[str, Any], as_json: bool, shown: Callable[[], "RenderableType"]) -> None:
    """Write the result as JSON, or as it is shown to people."""
    if as_json:
        sys.stdout.write(json.dumps(_plain(result), allow_nan=False) + "\n")
        return
    from rich.console import Console

    console = Console(markup=False, highlight=False, emoji=False)
    if console.width > WIDEST:
        console.width = WIDEST
    with console.capture() as written:
        console.print(shown())
    sys.stdout.write("".join(f"{line.rstrip(' ')}\n" for line in written.get().split("\n")[:-1]))


def remark(text: str) -> None:
    """A line on stderr."""
    print(f"jeopardice: {text}", file=sys.stderr, flush=True)


def _plain(value: Any) -> Any:
    """The same without what JSON has no word for: a figure that is not a number is null."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value
