"""Every test keeps its solved games to itself, and draws the same examples every time."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("repeatable")


@pytest.fixture(autouse=True)
def cache_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder for one test alone, which is not there yet."""
    folder = tmp_path / "solved"
    monkeypatch.setenv("JEOPARDICE_CACHE_DIR", str(folder))
    return folder
