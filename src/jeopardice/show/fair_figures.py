"""The group report's Figures 15, 16 and 17 for a terminal: theirs beside ours. It computes nothing."""

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from jeopardice.show.text import FAINT, percent, plain_grid, title

if TYPE_CHECKING:
    from jeopardice.compare.figure_17 import Figure17, Pair
    from jeopardice.compare.self_play import Figure15, Figure16

SHOWN = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 1537, 2000, 2500, 3000, 4000, 5000, 10_000, 20_000)
NARROW, GAP = (0, 1, 0, 0), (0, 2, 0, 0)
SEATS = {"first": "{a} first", "b_first": "{b} first", "average": "{a} average"}


def figure_15_text(found: "Figure15") -> Group:
    """What is to be expected of a proportion, and where the series were, at some numbers of games."""
    low, high = 0.5 - found.half_width, 0.5 + found.half_width
    of_all = f"{100 * found.confidence:.10g} % lie in"
    grid = plain_grid("games", "lowest", "highest", of_all, "outside", "exactly", numbers=range(6))
    grid.padding = GAP
    for n in sorted({number for number in SHOWN if number <= found.games} | {found.games}):
        drawn, place = found.proportions[n - 1], n - 1
        band = f"{found.low[place]:.4f} to {found.high[place]:.4f}"
        shares = percent(float(found.outside[place]), 1), percent(float(found.chance[place]), 3)
        grid.add_row(f"{n:,}", f"{drawn.min():.4f}", f"{drawn.max():.4f}", band, *shares)
    return Group(
        title(found.game, f": {found.strategy} against itself, {found.series:,} series; Figure 15 of the group report"),
        "",
        grid,
        "",
        Text(f"Outside are proportions of {low:g} or less, and of {high:g} or more. --csv FILE has all.", FAINT),
    )


def figure_16_text(found: "Figure16") -> Group:
    """The range of the proportions, theirs and ours, and what is to be expected."""
    from jeopardice.compare.self_play import printed

    theirs = printed("figure_16")
    size = f"{found.times:,} means of {found.tests:,} tests of {found.games:,} games"
    parts: list[RenderableType] = [
        title(found.game, f": {found.strategy} against itself, {size}; Figure 16 of the group report"),
        "",
    ]
    grid = plain_grid("proportions", "lowest", "mean", "highest", numbers=[1, 2, 3])
    if all(theirs[name] == getattr(found, name) for name in ("games", "tests", "times")):
        grid.add_row("of the report", *(f"{theirs[name]:.4f}" for name in ("lowest", "mean", "highest")))
    grid.add_row("ours", *(f"{figure:.4f}" for figure in (found.lowest, found.mean, found.highest)))
    expected = (1.0 - found.expected_highest, 0.5, found.expected_highest)
    grid.add_row("to be expected", *(f"{figure:.4f}" for figure in expected))
    chance = percent(found.chances.better + found.chances.worse, 4)
    parts += [grid, "", Text(f"The standard deviation of a proportion is {found.sd:.6f}.")]
    parts.append(Text(f"A strategy is called better or worse than itself in {chance} of such tests."))
    return Group(*parts)


def figure_17_text(found: "Figure17") -> Group:
    """Three lines for each pair: theory and practice of the report, and ours beside."""
    heads = ["wins", "theory", "exactly", "", "practice", "z", "ours", "z"]
    grid = plain_grid(*heads, numbers=[1, 2, 4, 5, 6, 7])
    grid.padding = NARROW
    for number, pair in enumerate(found.pairs):
        if number:
            grid.add_row()
        for kind, seat in SEATS.items():
            grid.add_row(seat.format(a=pair.test.a, b=pair.test.b), *_line(pair, kind))
    size = f"{found.tests:,} tests of {found.games:,} games"
    return Group(
        title(found.game, f": Figure 17 of the group report, and {size} of ours"),
        "",
        grid,
        "",
        *_summary(found),
    )


def _line(pair: "Pair", kind: str) -> list[str | Text]:
    theory, exact = pair.theory[kind], pair.exact[kind]
    digits = f"{theory:.4f}" == f"{exact:.4f}"
    agrees = Text("agrees" if digits else pair.theory_verdict, FAINT if digits else "")
    ours = getattr(pair.test, kind)
    practice = f"{pair.practice[kind]:.4f}", f"{pair.practice_z[kind]:+.2f}"
    return [f"{theory:.4f}", f"{exact:.6f}", agrees, *practice, f"{ours.value:.4f}", f"{ours.z:+.2f}"]


def _summary(found: "Figure17") -> list[RenderableType]:
    """Does it agree?"""
    rounded = sum(pair.theory_verdict == "last digit" for pair in found.pairs)
    wrong = [pair for pair in found.pairs if pair.theory_verdict == "differs"]
    count = len(found.pairs)
    theory = f"Theory: {count - len(wrong)} of {count} pairs agree"
    if rounded:
        theory += f", but for the last digit of {rounded} averages, which were made of rounded figures"
    practice = sum(pair.practice_verdict == "agrees" for pair in found.pairs)
    theirs, ours = (max(deviations) for deviations in zip(*map(_deviations, found.pairs), strict=True))
    return [
        Text(f"{theory}."),
        Text(f"Practice: {practice} of {count} pairs are within what chance does (5 % for all figures together)."),
        Text(f"Averages deviate by {theirs:.4f} at most in the report, and by {ours:.4f} in ours."),
    ]


def _deviations(pair: "Pair") -> tuple[float, float]:
    return pair.printed_deviation, pair.deviation
