"""Compiled kernels that cannot be kept, or read back, are compiled all the same."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jeopardice.strategies.kernels import kernel
from jeopardice.strategies.machine_code import remark

SOURCE = "def doubled(n):\n    return 2 * n\n"
SAVE = "numba.core.caching.IndexDataCacheFile.save"
IN_A_PROCESS = """
import resource, sys
from jeopardice.strategies.kernels import kernel
import doubling
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))  # no file may grow beyond so many bytes
print(kernel(doubling.doubled)(21))
"""


@pytest.fixture
def function(tmp_path: Path) -> Callable[[int], int]:
    """A function in a file of its own, beside which its machine code is kept."""
    remark.cache_clear()
    (tmp_path / "doubling.py").write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("doubling", tmp_path / "doubling.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[[int], int] = module.doubled
    return found


def full(*_: Any) -> None:
    raise OSError(28, "No space left on device")


def test_a_kernel_that_cannot_be_kept_is_there_all_the_same_and_that_is_told_once(
    function: Callable[[int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SAVE, full)
    with pytest.warns(RuntimeWarning, match=r"cannot be kept \(No space left on device\)") as told:
        assert [kernel(function)(n) for n in (1, 2, 3)] == [2, 4, 6]
    assert len(told) == 1


def test_a_damaged_index_is_begun_anew(function: Callable[[int], int], tmp_path: Path) -> None:
    assert kernel(function)(4) == 8
    (index,) = tmp_path.rglob("*.nbi")
    whole = index.read_bytes()
    for damaged in (b"", whole[:20], b"nonsense" + whole):
        index.write_bytes(damaged)
        assert kernel(function)(4) == 8
        again: Any = kernel(function)
        assert again(4) == 8
        assert sum(again.stats.cache_hits.values()) == 1


@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
def test_where_no_file_can_be_written_to_its_end_kernels_are_compiled_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "doubling.py").write_text(SOURCE)
    (tmp_path / "kept").mkdir()
    place = {"NUMBA_CACHE_DIR": str(tmp_path / "kept"), "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    shown = subprocess.run(
        [sys.executable, "-c", IN_A_PROCESS], capture_output=True, text=True, env={**os.environ, **place}, timeout=100
    )
    assert (shown.returncode, shown.stdout) == (0, "42\n")
    assert "RuntimeWarning: the compiled kernels cannot be kept (File too large)" in shown.stderr
    assert not [path for path in (tmp_path / "kept").rglob("*") if path.is_file()]
