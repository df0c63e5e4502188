"""The figures of a report, where matplotlib is installed."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec

from jeopardice.compare.trials import size_of
from jeopardice.errors import JeopardiceError
from jeopardice.games.turn import compile_turn
from jeopardice.show.figures.kinds import KINDS
from jeopardice.show.report.blocks import Drawing
from jeopardice.show.report.parts import LARGEST, Report

DOTS = 140


def drawings(report: Report) -> Mapping[str, Sequence[Drawing]]:
    """Figures by the section in which they stand: those that a game like this has, none without matplotlib."""
    if find_spec("matplotlib") is None or not report.solution or size_of(report.rules) > LARGEST:
        return {}
    simple = report.simple_rules.best.strategy if report.simple_rules and report.simple_rules.best.loss else None
    mistakes = "difference" if compile_turn(report.rules).decisions > 1 else "turn-costs"
    return {
        "policy": _drawn(report, [("boundary", ()), ("contours", ())]),
        "hardness": _drawn(report, [(mistakes, (simple,))] if simple else []),
    }


def _drawn(report: Report, wanted: Sequence[tuple[str, tuple[str, ...]]]) -> list[Drawing]:
    """The figures of these kinds; one that does not fit the game is left out."""
    found = []
    for kind, words in wanted:
        with suppress(JeopardiceError):
            drawn = KINDS[kind].draw(report.rules, words)
            found.append(Drawing(drawn.contents(".png", DOTS), "png", drawn.title, drawn.caption))
    return found
