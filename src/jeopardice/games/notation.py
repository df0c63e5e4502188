"""Games as text: `pig(target=50)` <-> Rules, and a TOML file <-> Rules."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from jeopardice.errors import FileError, NotationError, RulesError
from jeopardice.games.catalog import CATALOG
from jeopardice.games.dice import Die, summed_throw
from jeopardice.games.grammar import Call, build, nearest, read_call, spelled
from jeopardice.games.rules import Outcome, Rules, Throw, as_fraction, as_integer, short

MOST_BYTES = 1_000_000
MOST_OUTCOMES = 100_000
NOT_BUILT = {
    "equal_turns": "equal turns for all players",
    "exact_target": "a target that must be hit exactly",
    "conditions": "throws that depend on the scores",
}


def as_game(game: Rules | str | os.PathLike[str]) -> Rules:
    """Rules as they are, or as the notation or the TOML file spells them."""
    if isinstance(game, Rules):
        return game
    if isinstance(game, os.PathLike):
        return read_toml(game)
    if not isinstance(game, str):
        raise NotationError(f"a game is Rules, a notation or the path of a TOML file, not {short(game)}", str(game))
    if game.strip().endswith(".toml"):
        return read_toml(Path(game.strip()))
    call = read_call(game)
    named = dict(call.named)
    forced = named.pop("forced_first_roll", False)
    rules = build(replace(call, named=named), "game", CATALOG, _plain)
    return replace(rules, forced_first_roll=forced)


def _plain(value: Any) -> Any:
    if isinstance(value, Call):
        raise NotationError(f"a number is expected, not the name {value.name!r}", value.text, value.position)
    return value


def game_notation(rules: Rules) -> str:
    """The shortest notation that spells these rules; for rules outside the catalogue, their name and target."""
    call = read_call(rules.name) if rules.name.split("(")[0] in CATALOG else None
    named = dict(call.named) if call else {}
    if call is None or CATALOG[call.name](**named).target != rules.target:
        named = {"target": rules.target, **named}
    if rules.forced_first_roll:
        named["forced_first_roll"] = True
    return spelled(call.name if call else rules.name, named)


def read_toml(path: str | os.PathLike[str]) -> Rules:
    """The game that a TOML file describes; every fault is told with the file's name."""
    try:
        with open(path, "rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as problem:
        raise FileError(f"cannot read {os.fspath(path)}: {problem.strerror}") from None
    if len(raw) > MOST_BYTES:
        raise FileError(f"{os.fspath(path)} has more than {MOST_BYTES} bytes: not a file of rules")
    try:
        return rules_from_dict(tomllib.loads(raw.decode("utf-8")))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as problem:
        raise FileError(f"{os.fspath(path)} is not a TOML file: {problem}") from None
    except RulesError as problem:
        raise RulesError(f"{problem} (in {os.fspath(path)})") from None


def rules_from_dict(plain: Mapping[str, Any]) -> Rules:
    """Rules from plain data, as TOML holds it or `Rules.to_dict` gives it."""
    for key, meaning in NOT_BUILT.items():
        if plain.get(key):
            raise RulesError(f"{key}: {meaning} is not built yet")
    _only(plain, {"name", "target", "throws", "forced_first_roll", "players", *NOT_BUILT}, "the rules")
    for key in ("name", "target", "throws"):
        if key not in plain:
            raise RulesError(f"{key} is missing")
    throws = plain["throws"]
    if not isinstance(throws, list) or not all(isinstance(throw, Mapping) for throw in throws):
        raise RulesError("throws must be tables: write [[throws]]")
    return Rules(
        plain["name"],
        plain["target"],
        tuple(_throw(throw) for throw in throws),
        plain.get("forced_first_roll", False),
        plain.get("players", 2),
    )


def _throw(plain: Mapping[str, Any]) -> Throw:
    _only(plain, {"name", "outcomes", "dice", "bust_faces", "ends_turn"}, "a throw")
    name = plain.get("name", "roll")
    if ("outcomes" in plain) == ("dice" in plain):
        raise RulesError(f"throw {name!r} must have either outcomes or dice")
    if "outcomes" in plain:
        _only(plain, {"name", "outcomes"}, f"throw {name!r} with outcomes")
        return Throw(name, tuple(_outcome(outcome) for outcome in _list(plain["outcomes"], "outcomes")))
    dice = [_die(die) for die in _list(plain["dice"], "dice")]
    if not 1 <= len(dice) <= 100:
        raise RulesError(f"dice must be between 1 and 100, not {len(dice)}")
    if sum(max(die.faces) for die in dice) > MOST_OUTCOMES:
        raise RulesError(f"dice must not sum to more than {MOST_OUTCOMES}")
    bust = [as_integer(face, "bust_faces", 0, MOST_OUTCOMES) for face in _list(plain.get("bust_faces", []), "bust_faces")]
    ends_turn = plain.get("ends_turn", False)
    if not isinstance(ends_turn, bool):
        raise RulesError(f"ends_turn must be true or false, not {short(ends_turn)}")
    return summed_throw(name, dice, bust, ends_turn)


def _die(plain: Any) -> Die:
    if isinstance(plain, list):
        return Die(tuple(plain))
    if not isinstance(plain, Mapping):
        raise RulesError(f"a die must be a list of faces or a table with faces and weights, not {short(plain)}")
    _only(plain, {"faces", "weights"}, "a die")
    faces = _list(plain.get("faces", []), "faces")
    return Die(tuple(faces), tuple(as_fraction(w, "weights") for w in _list(plain.get("weights", []), "weights")))


def _outcome(plain: Any) -> Outcome:
    if not isinstance(plain, Mapping):
        raise RulesError(f"an outcome must be a table, not {short(plain)}")
    _only(plain, {"probability", "points", "effect"}, "an outcome")
    if "probability" not in plain:
        raise RulesError("probability is missing in an outcome")
    probability: Fraction = plain["probability"]
    return Outcome(probability, plain.get("points", 0), plain.get("effect", "score"))


def _list(value: Any, field: str) -> list[Any]:
    if not isinstance(value, list):
        raise RulesError(f"{field} must be a list, not {short(value)}")
    if len(value) > MOST_OUTCOMES:
        raise RulesError(f"{field} must be at most {MOST_OUTCOMES}, not {len(value)}")
    return value


def _only(plain: Mapping[str, Any], allowed: set[str], where: str) -> None:
    for key in plain:
        if key not in allowed:
            raise RulesError(f"{where} has no {key!r}{nearest(key, sorted(allowed))}")
