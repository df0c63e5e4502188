"""Machine code is kept on disk where it can be. A full disk or a damaged file costs another compile, no more."""

import warnings
from contextlib import suppress
from functools import lru_cache
from typing import Any, TypeVar

F = TypeVar("F")


class Forgiving:
    """The cache of one kernel, as its compiler asks it: what cannot be read or written is as if there were no cache."""

    def __init__(self, cache: Any) -> None:
        self.cache = cache

    def __getattr__(self, name: str) -> Any:
        return getattr(self.cache, name)

    def load_overload(self, *about: Any) -> Any:
        """What is kept, or None; an index that cannot be read is begun anew."""
        try:
            return self.cache.load_overload(*about)
        except Exception:  # what a damaged file raises has no end
            with suppress(Exception):
                self.cache.flush()
            return None

    def save_overload(self, *about: Any) -> None:
        """Keep it, or say once why that cannot be done."""
        try:
            self.cache.save_overload(*about)
        except Exception as problem:
            remark(str(getattr(problem, "strerror", None) or problem))


@lru_cache
def remark(reason: str) -> None:
    """Say that nothing is kept, once for each reason."""
    again = "so that every run compiles them anew; NUMBA_CACHE_DIR may name another folder for them"
    warnings.warn(f"the compiled kernels cannot be kept ({reason}), {again}", RuntimeWarning, stacklevel=2)


def forgiving(compiled: F) -> F:
    """The same kernel with a cache that never fails; without one where nothing is compiled or kept."""
    cache = getattr(compiled, "_cache", None)
    if cache is not None:
        compiled._cache = Forgiving(cache)  # type: ignore[attr-defined]
    return compiled
