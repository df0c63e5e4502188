"""`cache`: the solved games that are kept on disk."""

from typing import Annotated

import typer

from jeopardice.cli.output import Json, answer


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Delete all of them.")] = False,
    json: Json = False,
) -> None:
    """List or delete the solved games that are kept on disk."""
    from rich.text import Text

    from jeopardice.exact import cache as kept
    from jeopardice.show.lists import cache_text

    folder = str(kept.cache_dir())
    if clear:
        count = kept.clear()
        told = f"{count} solved game{'' if count == 1 else 's'} deleted from {folder}"
        answer({"folder": folder, "deleted": count}, json, lambda: Text(told))
        return
    entries = kept.entries()
    listed = [{"game": entry.game, "bytes": entry.size, "file": str(entry.path)} for entry in entries]
    answer({"folder": folder, "games": listed}, json, lambda: cache_text(folder, entries))
