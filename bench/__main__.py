"""`python -m bench` prints the table of ratios; `--write` puts it into docs/reference/performance.md as well."""

import argparse
import platform
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

from bench import cases, finite, sampling
from bench.cases import Row

CASES: dict[str, Callable[[], Iterator[Row]]] = {
    "Solving": cases.solving,
    "Growth": cases.growth,
    "Duels": cases.duels,
    "Solitaire": cases.alone,
    "Finite games": finite.games,
    "Simulated games": sampling.games,
    "Memory and waiting": cases.processes,
}


def main() -> int:
    """Measure, print, perhaps write; -> 0 where every promise is kept, else 3."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("cases", nargs="*", help=f"which of {', '.join(map(repr, CASES))}; all, where none is named")
    parser.add_argument("--write", action="store_true", help="write docs/reference/performance.md")
    options = parser.parse_args()
    lines, kept = [], True
    for title, case in CASES.items():
        if options.cases and title not in options.cases:
            continue
        lines += [f"## {title}", "", "| what | time | ratio | promise |", "| --- | ---: | ---: | ---: |"]
        for row in case():
            kept = kept and row.holds
            lines.append(line(row))
            print(lines[-1], flush=True)
        lines.append("")
    if options.write:
        write("\n".join(lines))
    return 0 if kept else 3


def line(row: Row) -> str:
    """A row of the table."""
    time = f"{row.milliseconds:,.2f} ms" if row.milliseconds else ""
    ratio = "" if row.ratio is None else f"{row.ratio:,.2f} {row.unit}"
    sign = "at most" if row.at_most else "at least"
    promise = "" if row.limit is None else f"{sign} {row.limit:g} {row.unit}{'' if row.holds else ' **missed**'}"
    return f"| {row.what} | {time} | {ratio} | {promise} |"


def write(table: str) -> None:
    """The page of the documentation, with the machine named."""
    page = cases.root() / "docs" / "reference" / "performance.md"
    page.write_text(
        f"""# Performance

Written by `make bench-write`; `make bench` prints the same table. All figures of a section are of one run, the best
of many, taken in turns; what counts are the ratios. Kernels are compiled already.

Machine: {processor()}, {platform.system()}, Python {platform.python_version()}, numpy {version("numpy")}, numba \
{version("numba")}. Solving uses one thread.

The two value iterations are kept in `bench/`: `textbook.py` has them as papers and courses write them down, compiled by
Numba; `baselines.py` has them in the best order we know, with the last six values of a turn in registers. Both stop
when no value changes by 1e-12. The floor is one pass over all states of Pig with value and slope. Growth is the growth
in time divided by the growth in the number of states. OpenSpiel's value iteration is the one in its Python part, run
once, to the same 1e-12. The plain loops are in `bench/plain.py`; they play roll by roll, on one thread.

{table}""",
        encoding="utf-8",
    )


def processor() -> str:
    """The name of the processor, as well as the system tells it."""
    try:
        for text in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if text.startswith("model name"):
                return text.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


if __name__ == "__main__":
    sys.exit(main())
