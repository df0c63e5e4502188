"""Fair tests for a terminal: verdicts, and how much they are worth. It computes nothing."""

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from jeopardice.show.text import FAINT, GOOD, HEAD, percent, plain_grid, title

if TYPE_CHECKING:
    from jeopardice.compare.against import Against
    from jeopardice.compare.all_pairs import AllPairs
    from jeopardice.compare.fair_test import FairTest
    from jeopardice.compare.paired import Paired
    from jeopardice.compare.power import GamesToTell
    from jeopardice.compare.sequential import SequentialTest
    from jeopardice.compare.statistics import Chances
    from jeopardice.sampled.estimate import Estimate

MOST_PAIRS = 50
GAP = (0, 2, 0, 0)
SAME_DICE = "the same dice, seats swapped"


def fair_test_text(found: "FairTest") -> Group:
    """The verdict of the rule, the figures it comes from, and how probable each verdict is."""
    whom = "itself" if found.a == found.b else found.b
    size = f"{found.tests:,} test{'s' * (found.tests > 1)} of {found.games:,} games"
    parts: list[RenderableType] = [title(found.game, f": {found.a} against {whom}, {size}"), ""]
    grid = _figures(found.confidence)
    for seat, estimate in (("first", found.first), ("second", found.second), ("average", found.average)):
        grid.add_row(f"going {seat}" if seat != "average" else "on average", *_cells(estimate))
    parts += [grid, "", *_verdict_of_the_rule(found), "", _probabilities(found), ""]
    nobody = int(found.counts[:, :, 2].sum())
    if nobody:
        parts.append(Text(f"Nobody won {nobody:,} of the games: half a win for each.", FAINT))
    enough = f"A proportion is within {found.half_width:g} of one half after {found.needed:,} games"
    parts.append(Text(f"{enough}, with {_confidence(found.confidence)} confidence.", FAINT))
    return Group(*parts)


def _figures(confidence: float) -> Grid:
    grid = plain_grid("wins", "sampled", f"{_confidence(confidence)} interval", "exact", "z", numbers=[1, 2, 3, 4])
    grid.padding = GAP
    return grid


def _cells(estimate: "Estimate") -> list[str | Text]:
    interval = f"{100 * estimate.low:.3f} to {100 * estimate.high:.3f}"
    exact = "" if estimate.exact is None else percent(estimate.exact, 4)
    return [Text(percent(estimate.value, 3), GOOD), interval, exact, "" if estimate.z is None else f"{estimate.z:+.2f}"]


def _verdict_of_the_rule(found: "FairTest") -> list[RenderableType]:
    """What the rule says, and what it does not see."""
    low, high, mean = 0.5 - found.half_width, 0.5 + found.half_width, f"{found.average.value:.4f}"
    told = {
        "better": f": the average, {mean}, is at least {high:g}.",
        "worse": f": the average, {mean}, is at most {low:g}.",
        "inseparable": f": the average, {mean}, lies between {low:g} and {high:g}.",
    }
    lines: list[RenderableType] = [_verdict(found.verdict, told[found.verdict])]
    if found.expected_verdict != found.verdict:
        lines.append(Text(f"The exact average would be called {found.expected_verdict}."))
    exact = found.average.exact
    if found.verdict == "inseparable" and found.a != found.b and exact is not None and abs(exact - 0.5) > 1e-12:
        winner = found.a if exact > 0.5 else found.b
        often = percent(max(exact, 1.0 - exact), 2)
        lines.append(Text(f"Exactly, {winner} is better: it wins {often} of the games."))
    return lines


def _verdict(verdict: str, told: str) -> Text:
    return Text.assemble((verdict.capitalize(), HEAD), told)


def _probabilities(found: "FairTest") -> Grid:
    """How often each verdict comes out: of these two, and of one strategy against itself."""
    grid = plain_grid("how often a verdict comes out", "better", "inseparable", "worse", numbers=[1, 2, 3])
    grid.padding = GAP
    one, whole = f"one test of {found.games:,} games", f"the mean of {found.tests:,}"
    grid.add_row(f"{one}, exactly", *_chances(found.one_test))
    if found.tests > 1:
        grid.add_row(f"these {found.tests:,} tests", *(f"{count:,}" for count in found.verdicts.values()))
        grid.add_row(f"{whole}, exactly", *_chances(found.all_tests))
    if found.a != found.b:
        grid.add_row("A against itself, one test", *_chances(found.one_test_of_itself), style=FAINT)
        if found.tests > 1:
            grid.add_row(f"A against itself, {whole}", *_chances(found.all_tests_of_itself), style=FAINT)
    return grid


def _chances(chances: "Chances") -> list[str]:
    return [percent(chance, 3) for chance in (chances.better, chances.inseparable, chances.worse)]


def _confidence(share: float) -> str:
    """A confidence as people say it: 95 %."""
    return f"{100 * share:.10g} %"


def sequential_text(found: "SequentialTest") -> Group:
    """The verdict of a sequential test, and exactly what it promises."""
    low, high, wrong = 0.5 - found.margin, 0.5 + found.margin, _confidence(found.error)
    after = f" after {found.games:,} games"
    told = {
        "better": f"{after}: {found.a} gets more than {low:g} on average.",
        "worse": f"{after}: {found.a} gets less than {high:g} on average.",
        "inseparable": f"{after}: {found.a} gets more than {low:g} and less than {high:g} on average.",
        "undecided": f"{after}, which is the most there may be.",
    }
    parts: list[RenderableType] = [
        title(found.game, f": {found.a} against {found.b}, a sequential test; pairs with {SAME_DICE}"),
        "",
        _verdict(found.verdict, told[found.verdict]),
    ]
    if found.verdict != "undecided":
        parts.append(Text(f"Such a statement is false in {wrong} of all tests at most."))
    parts += ["", Text(f"In these games {percent(found.mean, 3)}; exactly {percent(_exact(found), 4)}.")]
    if found.expected_games is not None:
        parts.append(Text(f"About {found.expected_games:,.0f} games are to be expected.", FAINT))
    return Group(*parts)


def _exact(found: "SequentialTest") -> float:
    duel = found.exact
    return duel.average + (duel.stalemate_first + duel.stalemate_second) / 4


def paired_text(found: "Paired") -> Group:
    """The average from seat-balanced pairs, and how much more it is worth."""
    grid = _figures(found.confidence)
    grid.add_row("on average", *_cells(found.average))
    shared = found.pairs - found.ahead - found.behind
    told = f" with {_confidence(found.confidence)} confidence ({_p(found.p_value)})."
    return Group(
        title(found.game, f": {found.a} against {found.b}, {found.pairs:,} pairs of games; {SAME_DICE}"),
        "",
        grid,
        "",
        Text(f"{found.a} gets more of {found.ahead:,} pairs, {found.b} of {found.behind:,}; {shared:,} are shared."),
        _verdict(found.verdict, told),
        "",
        _worth(found.variance_factor, found.games),
    )


def _p(value: float) -> str:
    """A p-value; one that is next to nothing is not told exactly."""
    return f"p = {value:.2g}" if value > 1e-20 else "p < 1e-20"


def _worth(factor: float, games: int) -> Text:
    if factor == float("inf"):
        return Text("Nothing is left to chance: no two games of a pair end differently.", FAINT)
    told = f"The variance is {factor:.2f} times smaller than with independent dice: as good as"
    return Text(f"{told} {factor * games:,.0f} games.", FAINT)


def against_text(found: "Against") -> Group:
    """How much better one is than another against a third, with the same dice."""
    grid = _figures(found.confidence)
    for name, estimate in zip((found.a, found.b), found.averages, strict=True):
        grid.add_row(name, *_cells(estimate))
    grid.add_row("difference", *_cells_of_difference(found.difference))
    return Group(
        title(found.game, f": {found.a} and {found.b} against {found.opponent}, {found.games:,} games of each"),
        "",
        grid,
        "",
        _verdict(found.verdict, f" against {found.opponent}, with {_confidence(found.confidence)} confidence."),
        "",
        _worth(found.variance_factor, found.games),
    )


def _cells_of_difference(estimate: "Estimate") -> list[str]:
    interval = f"{100 * estimate.low:+.3f} to {100 * estimate.high:+.3f}"
    exact = "" if estimate.exact is None else f"{100 * estimate.exact:+.4f}  "
    return [f"{100 * estimate.value:+.3f}  ", interval, exact, "" if estimate.z is None else f"{estimate.z:+.2f}"]


def power_text(found: "GamesToTell") -> Group:
    """How many games it takes to tell who is better."""
    often = Text(f"{found.a} gets {percent(found.average, 4)} on average.")
    parts: list[RenderableType] = [title(found.game, f": {found.a} against {found.b}"), "", often]
    if found.games is None or found.reached is None:
        parts.append(Text("No number of games up to 10^12 tells them apart."))
        return Group(*parts)
    chance = f"with a probability of {_confidence(found.power)} (exactly {percent(found.reached, 4)})"
    told = f" games, each starting half of them, tell who is better {chance}"
    parts.append(Text.assemble((f"{found.games:,}", GOOD), f"{told}, at {_confidence(found.confidence)} confidence."))
    if found.games_in_pairs is not None and found.variance_factor is not None:
        how = f" in pairs with {SAME_DICE}: their variance is {found.variance_factor:.2f} times smaller."
        parts.append(Text.assemble("About ", (f"{found.games_in_pairs:,}", GOOD), how))
    return Group(*parts)


def all_pairs_text(found: "AllPairs") -> Group:
    """Every pair of a field with its verdict, all of them together."""
    pairs = len(found.pairs)
    head = f": {len(found.names)} strategies, {pairs:,} pairs, {found.games:,} games each; {SAME_DICE}"
    grid = plain_grid("A", "B", "A on average", "exact", "adjusted p", "A is", numbers=[2, 3, 4])
    grid.padding = GAP
    for column in grid.columns[:2]:
        column.overflow = "fold"
    for pair in found.pairs[:MOST_PAIRS]:
        test, exact = pair.test, pair.test.average.exact
        shares = percent(test.average.value, 3), "" if exact is None else percent(exact, 4)
        small = f"{pair.adjusted:.4f}" if pair.adjusted >= 0.00005 else "< 0.0001"
        grid.add_row(test.a, test.b, *shares, small, Text(pair.verdict, FAINT if pair.verdict == "inseparable" else ""))
    parts: list[RenderableType] = [title(found.game, head), "", grid]
    if pairs > MOST_PAIRS:
        parts.append(Text(f"... and {pairs - MOST_PAIRS:,} more; --csv FILE has all", FAINT))
    sure = f"with {_confidence(found.confidence)} confidence in all of them together (Holm)"
    parts += ["", Text(f"{found.told_apart:,} of {pairs:,} pairs are told apart, {sure}.")]
    false = "None" if not found.false else f"{found.false:,}"
    parts.append(Text(f"{false} of these {'is' if found.false < 2 else 'are'} false, by the exact averages."))
    return Group(*parts)
