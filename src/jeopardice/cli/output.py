"""How a command answers: one JSON object, or something to read, on stdout; remarks on stderr."""

import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.errors import FileError

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


def number(text: object) -> float:
    """A number from the command line, or the complaint that shows what was given."""
    try:
        return float(str(text))
    except ValueError:
        raise typer.BadParameter(f"a number such as 0.5 is expected, not {str(text).strip()!r}") from None


def pairs(given: Sequence[str] | None, option: str, example: str) -> dict[str, str]:
    """What stands on both sides of the first equals sign, for options that are repeated."""
    found: dict[str, str] = {}
    for text in given or ():
        given_name, equals, value = text.partition("=")
        name = given_name.strip().replace("-", "_")
        if not equals or not name:
            raise typer.BadParameter(f"{option} takes a name and a value, such as {example}, not {text!r}")
        if name in found:
            raise typer.BadParameter(f"{name} is given twice")
        found[name] = value
    return found


def room() -> int:
    """How many characters a line of the answer may have."""
    from rich.console import Console

    return min(Console().width, WIDEST)


@contextmanager
def writing() -> Iterator[None]:
    """While the answer is written: what goes wrong then is told as a fault of just that."""
    try:
        yield
    except BrokenPipeError:
        raise  # whoever was to read it has seen enough
    except OSError as problem:
        raise FileError(f"cannot write the answer: {problem.strerror or problem}") from None


def answer(result: Mapping[str, Any], as_json: bool, shown: Callable[[], "RenderableType"]) -> None:
    """Write the result as JSON, or as it is shown to people."""
    if as_json:
        write([json.dumps(_plain(result), allow_nan=False), "\n"])
        return
    from rich.console import Console

    console = Console(markup=False, highlight=False, emoji=False)
    if console.width > WIDEST:
        console.width = WIDEST
    view = shown()
    with writing(), console.capture() as written:
        console.print(view)
    text = written.get() if _can_write(ELLIPSIS) else written.get().replace(ELLIPSIS, "...")
    write(f"{line.rstrip(' ')}\n" for line in text.split("\n")[:-1])


def write(lines: Iterable[str]) -> None:
    """Lines to stdout."""
    with writing():
        sys.stdout.writelines(lines)


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
