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
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


def whole(text: object) -> int:
    """A whole number from the command line, or the complaint that shows what was given."""
    try:
        return int(str(text))
    except ValueError:
        raise typer.BadParameter(f"a whole number is expected, not {str(text).strip()!r}") from None


def room() -> int:
    """How many characters a line of the answer may have."""
    from rich.console import Console

    return min(Console().width, WIDEST)


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
    text = written.get() if _can_write(ELLIPSIS) else written.get().replace(ELLIPSIS, "...")
    sys.stdout.write("".join(f"{line.rstrip(' ')}\n" for line in text.split("\n")[:-1]))


def _can_write(mark: str) -> bool:
    """Does the encoding of stdout have this mark?"""
    try:
        mark.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


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
