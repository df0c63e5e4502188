"""Timing for ratios: everything that is compared is measured in turns, in one run, and the best of each counts."""

import time
from collections.abc import Callable, Mapping


def best_times(tasks: Mapping[str, Callable[[], object]], seconds: float = 1.0) -> dict[str, float]:
    """The least time of each task, all tasks taking turns until each has had about `seconds` or 200 runs."""
    best = {}
    for name, task in tasks.items():
        task()
        best[name] = _once(task)
    rounds = {name: max(2, min(200, int(seconds / best[name]))) for name in tasks}
    for turn in range(max(rounds.values())):
        for name, task in tasks.items():
            if turn < rounds[name]:
                best[name] = min(best[name], _once(task))
    return best


def _once(task: Callable[[], object]) -> float:
    begin = time.perf_counter()
    task()
    return time.perf_counter() - begin
