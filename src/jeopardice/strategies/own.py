"""Strategies of the user's own: Python functions, matrices, files of tables, `module:function`."""

import importlib
import inspect
import json
import os
import sys
import warnings
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from typing import IO, Any, Literal

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import FileError, JeopardiceError, StrategyError, in_one_line
from jeopardice.files import write_whole
from jeopardice.games.notation import Game, as_game
from jeopardice.games.rules import Rules, short
from jeopardice.games.size import readable
from jeopardice.games.turn import compile_turn
from jeopardice.strategies.base import Answer, State, Strategy
from jeopardice.strategies.table import Table, refuse_large_table, table_of

FORMAT = "jeopardice-table-1"
SUFFIX = ".npz"
MOST_HEADER = 100_000


@dataclass(frozen=True)
class UserFunction(Strategy):
    """A Python function of a state, by place or by the keyword `state`, or of my score, your score and turn score."""

    function: Callable[..., Any]
    title: str
    by: Literal["state", "keyword", "scores"]

    @property
    def name(self) -> str:
        return self.title

    def __call__(self, state: State) -> Answer:
        if self.by == "state":
            return self.function(state)  # type: ignore[no-any-return]
        if self.by == "keyword":
            return self.function(state=state)  # type: ignore[no-any-return]
        return self.function(state.own, state.opponent, state.turn_total)  # type: ignore[no-any-return]

    def describe(self) -> str:
        told = " ".join((inspect.getdoc(self.function) or "").split()) if inspect.isroutine(self.function) else ""
        of = "my score, your score and the turn score" if self.by == "scores" else "the state"
        return told or f"A Python function of {of}."


def from_function(function: Callable[..., Any], title: str | None = None) -> UserFunction:
    """A strategy from a function: one argument is the state, three are my score, your score and turn score."""
    title = title or str(getattr(function, "__name__", type(function).__name__))
    if isinstance(function, type):
        raise StrategyError(f"{title} is a class: a strategy is an instance of it, or a function")
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        reason = "Python cannot tell what arguments it takes; write a function around it"
        raise StrategyError(f"{title}: {reason}") from None
    if inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(type(function).__call__):
        raise StrategyError(f"{title}: a strategy must be a plain function, not an async one")
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = len([p for p in positional if p.default is p.empty])
    keywords = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY and p.default is p.empty]
    any_number = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    if keywords == ["state"] and needed == 0:
        return UserFunction(function, title, "keyword")
    if keywords or (needed not in (1, 3) and not (any_number and needed < 3)):
        others = f" and {', '.join(keywords)} by name" if keywords else ""
        raise StrategyError(
            f"{title}: a strategy takes a state, or my score, your score and turn score, not {needed} arguments{others}"
        )
    return UserFunction(function, title, "state" if needed == 1 else "scores")


def from_value(rules: Rules, value: Any, title: str | None = None) -> Strategy:
    """A strategy as it is, or from a function or a matrix."""
    if isinstance(value, Strategy):
        return value
    if is_matrix(value):
        return from_matrix(rules, value, title or "matrix")
    if callable(value):
        return from_function(value, title)
    raise StrategyError(
        f"{title} is neither a function nor a matrix but {short(value)}"
        if title
        else f"a strategy is a notation, a function, an array or a file, not {short(value)}"
    )


def from_module(rules: Rules, text: str) -> Strategy:
    """The function, strategy or matrix that `module:name` names, which runs it: only for the user's own words."""
    return from_value(rules, in_module(text), text)


def in_module(text: str) -> Any:
    """What `module:name` names."""
    module_name, _, name = text.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    module = _imported(module_name, text)
    try:
        return reduce(getattr, name.split("."), module)
    except AttributeError:
        raise StrategyError(f"module {module_name!r} has no {name!r}") from None


def _imported(name: str, text: str) -> Any:
    """The module of that name, which runs it; what keeps it from being imported is told as its own."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as problem:
        missing = problem.name or ""
        if name != missing and not name.startswith(f"{missing}."):
            raise StrategyError(f"{text} cannot be imported: it imports {missing!r}, which is not there") from None
        hint = f"; for a file {name} write {text.replace('.py:', ':')}" if name.endswith(".py") else ""
        raise StrategyError(f"there is no module {missing!r} (in {text!r}){hint}") from None
    except (Exception, SystemExit) as problem:
        raise StrategyError(f"{text} cannot be imported: {in_one_line(problem)}") from problem


def is_matrix(value: Any) -> bool:
    """An array, or lists in lists in a list?"""
    inner = value
    for _ in range(2):
        inner = inner[0] if isinstance(inner, (list, tuple)) and inner else None
    return isinstance(value, np.ndarray) or isinstance(inner, (list, tuple))


def from_matrix(rules: Rules, matrix: Any, title: str = "matrix") -> Table:
    """A strategy from a 3-D array, or nested lists, by [own, opponent, turn_total] of actions: 0 holds, 1 rolls."""
    target = rules.target
    try:
        matrix = np.asarray(matrix)
    except ValueError:
        raise StrategyError(f"{title}: the matrix must have the shape {(target,) * 3}, and its lists differ") from None
    if matrix.shape != (target, target, target):
        raise StrategyError(f"{title}: the matrix must have the shape {(target,) * 3}, not {matrix.shape}")
    turn = compile_turn(rules)
    return table_of(rules, _actions(matrix[:, :, list(turn.total[: turn.decisions])], rules, title), title)


def _actions(matrix: NDArray[Any], rules: Rules, title: str) -> NDArray[np.uint8]:
    if matrix.dtype.kind not in "bui" and not (matrix.dtype.kind == "f" and np.all(matrix == np.floor(matrix))):
        raise StrategyError(f"{title}: the matrix must hold actions, 0 or 1, not {matrix.dtype}")
    low, high = matrix.min(), matrix.max()
    if low < 0 or high > len(rules.throws):
        raise StrategyError(f"{title}: actions must be 0 to {len(rules.throws)}, not {low if low < 0 else high}")
    return matrix.astype(np.uint8)


def save_table(table: Table, path: str | os.PathLike[str]) -> None:
    """Write a table as `.npz`: a header that names the rules, and the array; whole or not at all."""
    if not isinstance(table, Table):
        told = table.name if isinstance(table, Strategy) else short(table)
        raise StrategyError(
            f"a file holds a table for one game, not {told}: give save_table what resolve(game, ...) gives"
        )
    if len(table.memories) > 1:
        raise StrategyError(f"{table.name} keeps a memory: a file of a table cannot hold it")
    if not str(path).lower().endswith(SUFFIX):
        raise FileError(f"the name of a table must end in {SUFFIX}, not {os.fspath(path)!r}")
    if table.turn.limit != table.rules.target:
        raise StrategyError(f"{table.name} rolls on beyond the target: a file of a table cannot hold it")
    header = {
        "format": FORMAT,
        "name": table.name,
        "game": str(table.rules),
        "fingerprint": table.rules.fingerprint,
        "goal": table.goal,
    }
    plain = table.choices_by_scores[0] if table.weights is None else table.probabilities[0]
    array = np.ascontiguousarray(plain)
    text = np.frombuffer(json.dumps(header).encode(), np.uint8)
    write_whole(path, lambda file: np.savez_compressed(file, header=text, table=array))


def load_table(game: Game, path: str | os.PathLike[str]) -> Table:
    """Read a table for a game; anything that is not one is refused before it is read in."""
    rules, where = as_game(game), os.fspath(path)
    refuse_large_table(rules)
    turn = compile_turn(rules)
    shape = (rules.target, rules.target, turn.decisions)
    with _opened(where) as archive:
        header = _header(archive, where)
        if header.get("fingerprint") != rules.fingerprint:
            raise StrategyError(f"{where} is a table for {short(header.get('game'))}, not for {rules}")
        array = _member(archive, "table.npy", (shape, (*shape, len(rules.throws) + 1)), "ubif", where)
    title, goal = _title(where, header), header.get("goal", True) is not False
    if array.ndim == 3:
        return table_of(rules, _actions(array, rules, where), title, goal)
    if not (np.all(array >= 0) and np.all(np.abs(array.sum(axis=-1) - 1) < 1e-9)):
        raise StrategyError(f"{where}: probabilities must lie in [0, 1] and sum to 1")
    return table_of(rules, array, title, goal)


def describe_table(path: str | os.PathLike[str]) -> str:
    """What the file of a table says of itself, whatever game it is for."""
    where = os.fspath(path)
    with _opened(where) as archive:
        header = _header(archive, where)
    return f"A table for {short(header.get('game'))}, written down from {short(header.get('name'))}."


@contextmanager
def _opened(where: str) -> Iterator[zipfile.ZipFile]:
    """The archive of a table; what damage it may raise has no end, and is all told as damage."""
    try:
        if os.path.exists(where) and not os.path.isfile(where):
            raise FileError(f"cannot read {where}: it is not a file")  # a device may never come to its end
        with zipfile.ZipFile(where) as archive, warnings.catch_warnings(action="ignore"):
            yield archive
    except OSError as problem:
        raise FileError(f"cannot read {where}: {problem.strerror or problem}") from None
    except JeopardiceError:
        raise
    except Exception as problem:
        raise FileError(f"{where} is damaged or not a table of jeopardice ({in_one_line(problem)})") from None


def _title(where: str, header: dict[str, Any]) -> str:
    """The name of a loaded table: its file, and what was written into it."""
    name = str(header.get("name", ""))[:200]
    readable_name = "".join(letter if letter.isprintable() else "?" for letter in name)
    return f"{where} ({readable_name})" if name else where


def _header(archive: zipfile.ZipFile, where: str) -> dict[str, Any]:
    text = _member(archive, "header.npy", None, "u", where)
    try:
        header = json.loads(text.tobytes().decode())
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise FileError(f"{where} has no header of jeopardice") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise FileError(f"{where} is not a table of jeopardice, or of another version")
    return header


def _member(archive: zipfile.ZipFile, name: str, shapes: Any, kinds: str, where: str) -> NDArray[Any]:
    """One array of the archive, its kind and shape checked before its data are read; never a pickle."""
    if name not in archive.namelist():
        raise FileError(f"{where} is not a table of jeopardice: it holds no {name.removesuffix('.npy')}")
    with archive.open(name) as file:
        shape, dtype = _described(file)
        allowed = shape in shapes if shapes else len(shape) == 1 and shape[0] <= MOST_HEADER
        if not allowed or dtype.kind not in kinds or dtype.itemsize > 8:
            size = readable(float(np.prod(shape, dtype=float)) * dtype.itemsize)
            raise FileError(f"{where}: {name} has the shape {shape} and kind {dtype} ({size}): not for these rules")
    with archive.open(name) as file:
        return np.asarray(np.lib.format.read_array(file, allow_pickle=False))


def _described(file: IO[bytes]) -> tuple[tuple[int, ...], np.dtype[Any]]:
    version = np.lib.format.read_magic(file)
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, dtype = read(file, max_header_size=10_000)
    return shape, dtype
