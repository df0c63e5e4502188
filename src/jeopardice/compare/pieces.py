"""The work of one cell: its arguments are converted, checked and measured, wherever that is done."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from jeopardice.compare.grid import Cell, Value
from jeopardice.compare.measures import MEASURES, Figures
from jeopardice.errors import JeopardiceError, NotationError, PositionError
from jeopardice.games.notation import as_game
from jeopardice.games.rules import Rules, short
from jeopardice.strategies.notation import as_strategy

STRATEGIES = ("a", "b", "strategy")
WHOLE = ("own", "opponent", "best_of", "games", "target")
NUMBERS = ("discount",)


@dataclass(frozen=True)
class Piece:
    """The work of one cell."""

    measure: str
    cell: Cell
    seed: tuple[int, ...] | None = None


def measured(piece: Piece) -> Figures:
    """The figures of one cell; whatever it refuses is told with the cell."""
    measure = MEASURES[piece.measure]
    try:
        arguments = converted(piece.cell.arguments)
        if piece.seed is not None:
            arguments["rng"] = np.random.default_rng(np.random.SeedSequence(piece.seed))
        found = measure.function(**arguments)
    except JeopardiceError as problem:
        raise told_with(piece.cell, problem) from None
    return {name: plain_figure(found[name]) for name in measure.figures}


def plain_figure(figure: Any) -> float | None:
    """A figure as JSON has it: None where it is not finite."""
    if figure is None or not math.isfinite(figure):
        return None
    return int(figure) if isinstance(figure, (int, np.integer)) else float(figure)


def told_with(cell: Cell, problem: JeopardiceError) -> JeopardiceError:
    """The same error, which names the cell that it comes from."""
    if isinstance(problem, NotationError):
        return NotationError(f"cell {cell}: {problem.problem}", problem.text, problem.position)
    return type(problem)(f"cell {cell}: {problem}")


def converted(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What a function is called with: the rules of the game, and the others as they are or as numbers."""
    others = {name: _converted(name, value) for name, value in arguments.items()}
    rules, target = as_game(others.pop("game")), others.pop("target", None)
    return {"rules": rules if target is None else replace(rules, target=target), **others}


def _converted(name: str, value: Any) -> Any:
    """A number where one is wanted, even if a template has made a text of it."""
    if not isinstance(value, str) or name not in (*WHOLE, *NUMBERS):
        return value
    try:
        return int(value) if name in WHOLE else float(Fraction(value.strip()))
    except (ValueError, ArithmeticError):
        kind = "whole number" if name in WHOLE else "number"
        raise PositionError(f"{name} must be a {kind}, not {short(value)}") from None


def check_cells(found: Iterable[Cell]) -> None:
    """Refuse a cell whose game or strategies cannot be read, before anything is computed."""
    read = dict[tuple[Any, ...], Rules]()
    for cell in found:
        try:
            _check(cell.arguments, read)
        except JeopardiceError as problem:
            raise told_with(cell, problem) from None


def _check(arguments: Mapping[str, Any], read: dict[tuple[Any, ...], Rules]) -> None:
    """Read what has not been read before: `read` are the rules by game, target and strategy."""
    game = arguments["game"]
    place = (game if isinstance(game, str) else id(game), arguments.get("target"))
    if place not in read:
        read[place] = converted({name: arguments[name] for name in ("game", "target") if name in arguments})["rules"]
    for name in STRATEGIES:
        given = arguments.get(name)
        if isinstance(given, str) and (*place, given) not in read:
            as_strategy(read[place], given)
            read[(*place, given)] = read[place]


def plain_value(value: Any) -> Value | bool | None:
    """An argument that can be written into a file, or a PositionError."""
    if value is None or isinstance(value, (str, int)) or (isinstance(value, float) and math.isfinite(value)):
        return value
    raise PositionError(f"a results file holds notations and numbers only, not {short(value)}")
