"""`games` and `strategies`: what there is, and how it is written."""

from typing import Annotated

import typer

from jeopardice.cli.output import Json, answer

GAMES_NOTE = (
    "Write pig, pig:target=50 or 'pig(target=50, sides=8)', or the path of a .toml file. "
    "forced-first-roll=true forbids passing."
)
STRATEGIES_NOTE = "Write hold-at:20 or 'hold-at(20)'. Or a table as policy.npz, a function as mymodule:function."


def games(
    name: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="One of them, to see more of it.", show_default=False),
    ] = None,
    json: Json = False,
) -> None:
    """List the games, or show the rules of one."""
    from jeopardice.games.catalog import CATALOG
    from jeopardice.games.notation import as_game, game_notation
    from jeopardice.show import lists

    if name is None:
        entries = [lists.described(known, maker) for known, maker in CATALOG.items()]
        answer({"games": entries}, json, lambda: lists.entries_text(entries, GAMES_NOTE))
        return
    rules = as_game(name)
    family = game_notation(rules).partition("(")[0]  # nothing in the catalogue for a "custom pig"
    entry = lists.described(family, CATALOG[family]) if family in CATALOG else None
    answer(rules.to_dict() | {"game": game_notation(rules)}, json, lambda: lists.rules_text(rules, entry))


def strategies(
    name: Annotated[
        str | None,
        typer.Argument(metavar="STRATEGY", help="One of them, to read more of it.", show_default=False),
    ] = None,
    json: Json = False,
) -> None:
    """List the strategies, or describe one."""
    from jeopardice.errors import NotationError
    from jeopardice.games.grammar import nearest, read_call
    from jeopardice.show import lists
    from jeopardice.strategies.notation import NAMED, described_file

    if name is None:
        entries = [lists.described(known, maker) for known, maker in NAMED.items()]
        answer({"strategies": entries}, json, lambda: lists.entries_text(entries, STRATEGIES_NOTE))
        return
    told = described_file(name)
    if told:
        entry = {"name": name, "parameters": {}, "description": told}
        answer(entry, json, lambda: lists.entry_text(entry))
        return
    call = read_call(name)
    known = call.name.lower().replace("_", "-")
    if known not in NAMED:
        raise NotationError(f"there is no strategy {call.name!r}{nearest(known, NAMED)}", name, call.position)
    entry = lists.described(known, NAMED[known])
    answer(entry, json, lambda: lists.entry_text(entry))
