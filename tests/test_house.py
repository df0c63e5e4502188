"""The order of the house: who may import whom, and that a first import costs next to nothing."""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import jeopardice

SOURCE = Path(jeopardice.__file__).parent
FLOORS = (
    "errors", "files", "spread", "games", "strategies", "exact", "finite", "sampled", "compare", "yahtzee",
    "show", "play", "classroom", "study", "reproduce", "cli",
)  # fmt: skip
FILES = sorted(SOURCE.rglob("*.py"))
HEAVY = ("numba", "numpy", "scipy", "rich", "typer", "matplotlib", "platformdirs", "multiprocessing")
every_file = pytest.mark.parametrize("path", FILES, ids=[path.relative_to(SOURCE).as_posix() for path in FILES])


def room_of(path: Path) -> str:
    """The part of the house in which a file lies."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """All modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by a relative path"
            yield str(node.module)
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_every_part_of_the_house_has_its_floor() -> None:
    assert {room_of(path) for path in FILES} - {"__init__", "__main__"} <= set(FLOORS)


@every_file
def test_imports_point_only_downward(path: Path) -> None:
    if room_of(path) in ("__init__", "__main__"):
        return
    for module in imported(path):
        part = module.split(".")
        if part[0] == "jeopardice" and len(part) > 1 and part[1] in FLOORS:
            assert FLOORS.index(part[1]) <= FLOORS.index(room_of(path)), f"it reaches up to {module}"


@every_file
def test_only_kernels_import_numba(path: Path) -> None:
    assert path.name == "kernels.py" or not any(module.split(".")[0] == "numba" for module in imported(path))


@pytest.mark.parametrize("path", sorted(SOURCE.glob("*/**/__init__.py")), ids=lambda path: path.parent.name)
def test_init_files_do_nothing(path: Path) -> None:
    body = ast.parse(path.read_text(encoding="utf-8")).body
    assert all(isinstance(node, (ast.Import, ast.ImportFrom, ast.Expr)) for node in body)


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, jeopardice; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not set(HEAVY) & set(loaded)


def test_every_public_name_is_where_the_package_says() -> None:
    for name in jeopardice.__all__:
        assert getattr(jeopardice, name) is not None
    assert set(jeopardice.__all__) <= set(dir(jeopardice))
    assert sorted(jeopardice._HOME) == sorted(name for name in jeopardice.__all__ if name != "__version__")
    with pytest.raises(AttributeError, match="no attribute 'solv'"):
        _ = jeopardice.solv


def test_the_extra_all_brings_every_extra_but_those_of_the_tests() -> None:
    text = (Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8")
    extras = tomllib.loads(text)["project"]["optional-dependencies"]
    others = sorted(extras.keys() - {"all", "check", "test"})
    assert extras["all"] == [f"jeopardice[{','.join(others)}]"]
