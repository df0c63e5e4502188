"""Every example in the README and in docs/ runs and shows what really comes out; links lead somewhere.

Python blocks of a file share one namespace and run in order, in an empty folder. `expression  # -> value` is
checked: a float to the digits shown, anything else by its repr, with `...` for whatever. A block whose first
line is a comment that names a file (`# raptor.toml`, `# cautious.py`) is written to that file instead. In
console blocks each `$` line runs and, where lines follow, must print them; `console exit-2` is for commands
that fail with that code.
"""

import ast
import re
import runpy
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import jeopardice
from jeopardice.cli.main import main
from jeopardice.games.catalog import CATALOG
from jeopardice.strategies.notation import NAMED

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINKED = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE_NAME = re.compile(r"# ([\w-]+\.(?:toml|py))\n")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, what stands behind it, its text, and the line where the text begins."""

    language: str
    note: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    source = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(source):
        line = source.count("\n", 0, found.start(3)) + 1
        yield Block(found[1], found[2].strip(), found[3], line)


def names(pages: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("page", pages, ids=[str(page.relative_to(ROOT)) for page in pages])


@pytest.fixture(scope="session")
def solved_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for all pages."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def folder(tmp_path: Path, solved_games: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, as a reader would have it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JEOPARDICE_CACHE_DIR", str(solved_games))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


@names([page for page in PAGES if "```" in page.read_text(encoding="utf-8")])
def test_examples_do_what_the_page_shows(page: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    namespace: dict[str, Any] = {"__name__": "page"}
    for block in blocks(page):
        place = f"{page.relative_to(ROOT)}:{block.line}"
        named = FILE_NAME.match(block.text)
        if named:
            (folder / named[1]).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            run_python(block, place, namespace)
        elif block.language == "console":
            run_console(block, place, capsys)


def run_python(block: Block, place: str, namespace: dict[str, Any]) -> None:
    lines = block.text.splitlines()
    for statement in ast.parse(block.text, place).body:
        last = lines[(statement.end_lineno or statement.lineno) - 1]
        _, arrow, shown = last.partition("# -> ")
        if not arrow:
            exec(compile(ast.Module([statement], []), place, "exec"), namespace)
            continue
        assert isinstance(statement, ast.Expr), f"{place}: only an expression has a value: {last}"
        value = eval(compile(ast.Expression(statement.value), place, "eval"), namespace)
        assert agrees(value, shown.strip()), f"{place}: {last}\n  is {value!r}"


def agrees(value: object, shown: str) -> bool:
    """Is the value what is shown? A float is compared to the digits shown."""
    digits = re.fullmatch(r"-?\d+\.(\d+)", shown)
    if digits and isinstance(value, float):
        return round(value, len(digits[1])) == float(shown)
    return bool(pattern(shown).fullmatch(repr(value)))


def pattern(shown: str) -> re.Pattern[str]:
    """A text in which `...` stands for anything within its line, and alone on a line for any lines."""
    escaped = re.escape(shown)
    whole_lines = re.sub(r"(?m)^[ ]*\\\.\\\.\\\.(?=\\?$)", r"(?s:.*?)", escaped)
    return re.compile(whole_lines.replace(r"\.\.\.", ".*?"))


def run_console(block: Block, place: str, capture: pytest.CaptureFixture[str]) -> None:
    """In this process: starting one for each command would take longer than the command."""
    failing = re.match(r"exit-(\d+)", block.note)
    wanted = int(failing[1]) if failing else 0
    for command, shown in commands(block.text):
        program, *arguments = shlex.split(command)
        assert program == "jeopardice", f"{place}: only jeopardice is run, not {program}"
        capture.readouterr()
        code, printed = main(arguments), capture.readouterr()
        output = tidy(printed.err if failing else printed.out)
        assert code == wanted, f"{place}: {command}\n  exit {code}: {printed.err}"
        assert not shown or pattern(shown).fullmatch(output), f"{place}: {command}\n  prints\n{output}"


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with the lines it is said to print."""
    parts = re.split(r"(?m)^\$ ", text)
    assert not parts[0].strip(), f"a console block must begin with a command, not {parts[0]!r}"
    for part in parts[1:]:
        command, _, shown = part.partition("\n")
        yield command, tidy(shown)


def tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


@names(LINKED)
def test_relative_links_lead_to_a_file_and_a_heading(page: Path) -> None:
    for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        if re.match(r"\w+:", link):
            continue
        path, _, heading = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{link} leads nowhere"
        if heading:
            assert heading in headings(target), f"{link}: {target.name} has no such heading"


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings."""
    found = re.findall(r"(?m)^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in found}


def test_every_page_can_be_reached_from_the_index() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        name = page.relative_to(ROOT / "docs").as_posix()
        assert name == "index.md" or f"({name})" in index, f"docs/index.md does not link to {name}"


REFERENCE = runpy.run_path(str(ROOT / "docs" / "make_reference.py"))


def test_the_reference_of_commands_is_up_to_date() -> None:
    written = REFERENCE["PAGE"].read_text(encoding="utf-8")
    assert written == REFERENCE["cli_page"](), "run: make docs-reference"


@pytest.mark.parametrize("name", REFERENCE["commands"]())
def test_every_command_stands_in_the_table_of_the_readme(name: str) -> None:
    assert f"\n| `jeopardice {name}" in PAGES[0].read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CATALOG)
def test_every_game_is_described(name: str) -> None:
    assert f"`{name}" in (ROOT / "docs" / "reference" / "games.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMED)
def test_every_strategy_is_described(name: str) -> None:
    assert f"`{name}" in (ROOT / "docs" / "reference" / "strategies.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in jeopardice.__all__ if not name.startswith("_")])
def test_every_public_name_is_described(name: str) -> None:
    assert re.search(rf"`{name}\b", (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8"))
