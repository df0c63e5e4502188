"""Games as text: `pig(target=50)` <-> Rules, and a TOML file <-> Rules."""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from jeopardice.errors import FileError, JeopardiceError, NotationError, RulesError
from jeopardice.games.catalog import CATALOG
from jeopardice.games.dice import Die, summed_throw, summing_steps
from jeopardice.games.grammar import Call, build, nearest, read_call, spelled, told_in
from jeopardice.games.rules import Outcome, Rules, Throw, as_fraction, as_integer, short

Game = Rules | str | os.PathLike[str]
"""A game as a value, as its notation, or as the path of a TOML file."""

SUFFIX = ".toml"
MOST_BYTES = 1_000_000
MOST_OUTCOMES = 100_000
MOST_DICE = 100
MOST_STEPS = 5_000_000
NOT_BUILT = {
    "equal_turns": "equal turns for all players",
    "exact_target": "a target that must be hit exactly",
    "conditions": "throws that depend on the scores",
}


def as_game(game: Game) -> Rules:
    """Rules as they are, or as the notation or the TOML file spells them."""
    if isinstance(game, Rules):
        return game
    if isinstance(game, os.PathLike):
        return read_toml(game)
    if not isinstance(game, str):
        problem = f"a game is Rules, a notation or the path of a TOML file, not {short(game)}"
        raise NotationError(problem, short(game))
    if game.strip().lower().endswith(SUFFIX):
        return read_toml(Path(game.strip()))
    _refuse_other_files(game.strip())
    call = read_call(game)
    named = dict(call.named)
    forced = named.pop("forced_first_roll", False)
    if isinstance(forced, Call):
        raise NotationError(f"true or false is expected, not the name {forced.name!r}", game, forced.position)
    rules = build(replace(call, named=named), "game", CATALOG, _plain)
    with told_in(repr(game)):
        return replace(rules, forced_first_roll=forced)


def _refuse_other_files(text: str) -> None:
    """Refuse what looks like a file, but not like one of rules."""
    path_like = not re.search(r"[(:=]", text) and re.search(r"[/\\]|\.[a-z]\w*$", text, re.IGNORECASE)
    if path_like or (os.path.isfile(text) and text.lower() not in CATALOG):
        hint = f"; did you mean '{text}{SUFFIX}'?" if os.path.isfile(text + SUFFIX) else ""
        raise NotationError(f"there is no game {short(text)}: a file of rules must end in {SUFFIX}{hint}", text)


def _plain(value: Any) -> Any:
    if isinstance(value, Call):
        raise NotationError(f"a number is expected, not the name {value.name!r}", value.text, value.position)
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


def game_notation(rules: Rules) -> str:
    """The shortest notation that spells these rules; for rules outside the catalogue, their name and target.

    `as_game` never takes the latter for a game of the catalogue.
    """
    forced = {"forced_first_roll": True} if rules.forced_first_roll else {}
    target = {"target": rules.target}
    for named in ({}, target):
        spelling = _in_catalog(rules.name, named, forced)
        if spelling and _read(spelling) == rules:
            return spelling
    spelling = spelled(rules.name, target | forced)
    return spelling if _read(spelling) is None else f"custom {spelling}"


def description(rules: Rules) -> str:
    """What the catalogue says of these rules; nothing where they are not those of the game it describes."""
    maker = CATALOG.get(rules.name)
    if maker is None or game_notation(rules).startswith("custom "):
        return ""
    return " ".join((maker.__doc__ or "").split())


def _in_catalog(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> str | None:
    """The name of a game of the catalogue with more values before and after those that it has already."""
    try:
        call = read_call(name)
    except NotationError:
        return None
    return spelled(call.name, {**before, **call.named, **after}) if call.name in CATALOG else None


def _read(text: str) -> Rules | None:
    try:
        return as_game(text)
    except JeopardiceError:
        return None


def read_toml(path: str | os.PathLike[str]) -> Rules:
    """The game that a TOML file describes; every fault is told with the file's name."""
    try:
        with open(path, "rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as problem:
        raise FileError(f"cannot read {os.fspath(path)}: {problem.strerror}") from None
    except ValueError as problem:  # a name that no file can have
        raise FileError(f"cannot read {os.fspath(path)!r}: {problem}") from None
    if len(raw) > MOST_BYTES:
        raise FileError(f"{os.fspath(path)} has more than {MOST_BYTES} bytes: not a file of rules")
    try:
        plain = tomllib.loads(raw.decode("utf-8-sig"))  # some editors begin a file with a mark of the byte order
    except (ValueError, RecursionError) as problem:  # a number of too many digits is a mere ValueError
        raise FileError(f"{os.fspath(path)} is not a TOML file: {problem}") from None
    with told_in(os.fspath(path)):
        return rules_from_dict(plain)


def rules_from_dict(plain: Mapping[str, Any]) -> Rules:
    """Rules from plain data, as TOML holds it or `Rules.to_dict` gives it."""
    for key, meaning in NOT_BUILT.items():
        if plain.get(key):
            raise RulesError(f"{key}: {meaning} is not built yet")
    known = {"name", "target", "throws", "forced_first_roll", "players"}
    _only({key: value for key, value in plain.items() if key not in NOT_BUILT}, known, "a game")
    for key in ("name", "target", "throws"):
        if key not in plain:
            raise RulesError(f"{key} is missing")
    throws = plain["throws"]
    if not isinstance(throws, list) or not all(isinstance(throw, Mapping) for throw in throws):
        raise RulesError("throws must be tables: write [[throws]]")
    dice = [_dice(throw) for throw in throws]
    _bound(dice)
    return Rules(
        plain["name"],
        plain["target"],
        tuple(map(_throw, throws, dice)),
        plain.get("forced_first_roll", False),
        plain.get("players", 2),
    )


def _dice(plain: Mapping[str, Any]) -> list[Die]:
    if "dice" not in plain:
        return []
    dice = _list(plain["dice"], "dice")
    if not 1 <= len(dice) <= MOST_DICE:
        raise RulesError(f"dice must be between 1 and {MOST_DICE}, not {len(dice)}")
    return [_die(die) for die in dice]


def _bound(dice_of_throws: list[list[Die]]) -> None:
    """Refuse dice that would keep the reader waiting."""
    if sum(max(die.faces) for dice in dice_of_throws for die in dice) > MOST_OUTCOMES:
        raise RulesError(f"dice must not sum to more than {MOST_OUTCOMES} (all throws together)")
    steps = sum(map(summing_steps, dice_of_throws))
    if steps > MOST_STEPS:
        limit = f"summing them takes {steps:,} steps, and {MOST_STEPS:,} are handled"
        raise RulesError(f"dice must be fewer or smaller: {limit}")


def _throw(plain: Mapping[str, Any], dice: list[Die]) -> Throw:
    _only(plain, {"name", "outcomes", "dice", "bust_faces", "ends_turn"}, "a throw")
    name = plain.get("name", "roll")
    if ("outcomes" in plain) == ("dice" in plain):
        raise RulesError(f"throw {short(name)} must have either outcomes or dice")
    if "outcomes" in plain:
        _only(plain, {"name", "outcomes"}, f"throw {short(name)} with outcomes")
        return Throw(name, tuple(_outcome(outcome) for outcome in _list(plain["outcomes"], "outcomes")))
    bust_faces = _list(plain.get("bust_faces", []), "bust_faces")
    bust = [_bust_face(face, dice) for face in bust_faces]
    ends_turn = plain.get("ends_turn", False)
    if not isinstance(ends_turn, bool):
        raise RulesError(f"ends_turn must be true or false, not {short(ends_turn)}")
    return summed_throw(name, dice, bust, ends_turn)


def _bust_face(face: Any, dice: list[Die]) -> int:
    """A face that at least one of the dice has."""
    bust = as_integer(face, "bust_faces", 0, MOST_OUTCOMES)
    if not any(bust in die.faces for die in dice):
        faces = sorted({face for die in dice for face in die.faces})
        known = ", ".join(map(str, faces)) if len(faces) <= 10 else f"{faces[0]} to {faces[-1]}"
        raise RulesError(f"bust_faces must name faces of the dice ({known}), not {bust}")
    return bust


def _die(plain: Any) -> Die:
    if isinstance(plain, list):
        return Die(tuple(plain))
    if not isinstance(plain, Mapping):
        raise RulesError(f"a die must be a list of faces or a table with faces and weights, not {short(plain)}")
    _only(plain, {"faces", "weights"}, "a die")
    weights = _list(plain.get("weights", []), "weights")
    return Die(tuple(_list(plain.get("faces", []), "faces")), tuple(as_fraction(w, "weights") for w in weights))


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
            raise RulesError(f"{where} has no {short(key)}{nearest(key, sorted(allowed))}")
