"""Commands as tests run them: in this process, in an empty folder, with a cache of their own."""

import json
from typing import Any

import pytest

from jeopardice.cli.main import main

Shell = pytest.CaptureFixture[str]


def run(shell: Shell, *arguments: str) -> tuple[int, str, str]:
    """The exit code, stdout and stderr of a command."""
    code = main(arguments)
    return code, *shell.readouterr()


def as_json(shell: Shell, *arguments: str) -> dict[str, Any]:
    """The one JSON object that a command answers with."""
    code, out, _ = run(shell, *arguments, "--json")
    assert code == 0
    assert out.endswith("}\n")
    found = json.loads(out)
    assert isinstance(found, dict)
    return found
