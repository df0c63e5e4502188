"""The sections of a report on the game itself: its rules, who wins, how long it takes, best play."""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from jeopardice.exact.decisions import BLUNDER, MATTERS
from jeopardice.exact.distribution import Distribution
from jeopardice.exact.percent import SURE, percent
from jeopardice.games.notation import description
from jeopardice.games.rules import Rules, Throw
from jeopardice.games.turn import TurnOutcomes
from jeopardice.show.bars import bins
from jeopardice.show.picture import picture_of_solution
from jeopardice.show.report.blocks import Block, Bullets, Cells, Heading, Length, Paragraph, Rows
from jeopardice.show.report.parts import Report, break_even
from jeopardice.show.report.words import listed, points, rules_in_words, shown
from jeopardice.show.text import aim, figure

MOST_OUTCOMES, MOST_ENDS = 25, 15
AROUND = 3


def glance(report: Report) -> Iterator[Block]:
    """What the game is, and the headline figures."""
    yield Paragraph(f"{description(report.rules)} {aim(report.rules)}".strip(), "lead")
    facts: list[tuple[str, str]] = []
    if report.solution:
        facts.append(("the player who goes first wins", percent(report.solution.first_player)))
    if report.handicap:
        facts.append(("a fair head start", head_start(report.handicap.fair)))
    if report.length and report.length.endless < SURE and math.isfinite(report.length.mean):
        facts.append(("a game takes", f"{figure(report.length.mean, 1)} turns"))
    if report.decisions:
        turns = report.decisions.turns
        facts.append(("turns that are lost", percent(turns.bust + turns.wipe)))
    if report.simple_rules:
        best = report.simple_rules.best
        facts.append(("the best simple rule", shown(best.strategy, report.rules)))
        facts.append(("it loses against perfect play", lost(best.loss)))
    if report.decisions and report.decisions.total:
        facts.append(("decisions that matter", percent(report.decisions.share_from(MATTERS))))
        facts.append(("decisions in which one may blunder", percent(report.decisions.share_from(BLUNDER))))
    if facts:
        yield Heading("At a glance")
        yield Rows(("", ""), facts, [1])


def head_start(points_: int) -> str:
    """A head start in words."""
    who = "second" if points_ > 0 else "first"
    return f"{points(abs(points_))} for the {who} player" if points_ else "none"


def lost(loss: float) -> str:
    """What is lost against perfect play."""
    return "nothing" if abs(loss) < SURE else f"{percent(loss)} of the games"


def the_rules(report: Report) -> Iterator[Block]:
    """The rules in words, and the throws in figures."""
    rules = report.rules
    yield Heading("The rules")
    yield Bullets(rules_in_words(rules))
    if len(rules.throws) > 1:
        yield _throws(rules)
    elif len(rules.throws[0].outcomes) <= MOST_OUTCOMES:
        yield _outcomes(rules.throws[0])
    even = break_even(rules)
    if even is not None and even < rules.target:
        yield Paragraph(
            f"With a turn total of {points(even)} one more throw wins as much as it loses, on average. Who looks no "
            f"further than at the points of this turn holds there."
        )


def _outcomes(throw: Throw) -> Rows:
    order = ("score", "bank", "bust", "wipe")
    rows = []
    for outcome in sorted(throw.outcomes, key=lambda o: (order.index(o.effect), o.points)):
        what = {"score": points(outcome.points), "bank": f"{points(outcome.points)}, banked; the turn ends"}
        probability = outcome.probability
        shown = str(probability) if probability.denominator < 10_000 else ""
        rows.append((what.get(outcome.effect, outcome.effect), shown, percent(float(probability))))
    return Rows((throw.name, "probability", ""), rows, [1, 2])


def _throws(rules: Rules) -> Rows:
    wipes = [rules.wipes] * rules.wipes
    rows = []
    for throw in rules.throws:
        numbers = sorted({o.points for o in throw.outcomes if o.points})
        mean = sum((o.probability * o.points for o in throw.outcomes), Fraction(0))
        span = " to ".join(map(str, dict.fromkeys((numbers[0], numbers[-1])))) if numbers else "none"
        ends = [percent(float(throw.chance("bust"))), *(percent(float(throw.chance("wipe"))) for _ in wipes)]
        rows.append((throw.name, *ends, span, f"{float(mean):.3f}"))
    heads = ("throw", "bust", *("wipe" for _ in wipes), "points", "mean")
    return Rows(heads, rows, range(1, len(heads)))


def winners(report: Report) -> Iterator[Block]:
    """Who wins how often, and what makes it fair."""
    if not report.solution:
        return
    first, second = report.solution.first_player, report.solution.second_player
    yield Heading("Who wins")
    yield Paragraph(
        f"If both play as well as possible, the player who goes first wins {percent(first)} of the games, and the "
        f"other {percent(second)}."
    )
    if report.handicap:
        yield from _handicap(report)


def _handicap(report: Report) -> Iterator[Block]:
    handicap = report.handicap
    assert handicap is not None
    fair, plain = handicap.fair, handicap.at(0)
    if plain.stalemate_first > SURE:
        never = percent(plain.stalemate_first)
        yield Paragraph(
            f"{never} of the games never end. Nobody wins them, and they are counted here as half a win each."
        )
    if not fair:
        yield Paragraph("No head start makes it fairer than that.")
        return
    yield Paragraph(
        f"The fair head start is {head_start(fair)}: then the first player wins {percent(handicap.at(fair).first)}. "
        "With other head starts, perfect play on both sides:"
    )
    near = [h for h in handicap.head_starts if min(abs(h - mark) for mark in (0, fair)) <= AROUND]
    near = [h for h in near if min(0, fair) - 1 <= h <= max(0, fair) + AROUND]
    rows = [(str(h), percent(handicap.at(h).first), percent(handicap.at(h).b_second)) for h in near]
    yield Rows(("head start of the second player", "first wins", "second wins"), rows, [0, 1, 2], [near.index(fair)])


def how_long(report: Report) -> Iterator[Block]:
    """How many turns a game takes."""
    length = report.length
    if not length:
        return
    yield Heading("How long a game takes")
    if not math.isfinite(length.mean):
        yield Paragraph("No game between two perfect players ever ends.")
        return
    told = (
        f"A game between two perfect players takes {figure(length.mean, 2)} turns on average, both players' counted "
        f"(standard deviation {figure(length.sd, 2)})."
    )
    if length.endless > SURE:
        told += f" {percent(length.endless)} of the games never end, and are not counted."
    if length.written:
        over = [(share, length.quantile(share)) for share in (0.5, 0.9, 0.99)]
        ends = [f"{100 * share:.0f} % by turn {turn}" for share, turn in over if turn is not None]
        told += f" Games are over: {', '.join(ends)}." if ends else ""
    yield Paragraph(told)
    if length.written:
        yield with_bars("turns", "of the games", bins(length))


def with_bars(head: str, of_what: str, shares: Sequence[tuple[str, float]]) -> Rows:
    """Shares with bars."""
    most = max((share for _, share in shares), default=1.0) or 1.0
    rows = [(name, percent(share), Length(share / most)) for name, share in shares]
    return Rows((head, of_what, ""), rows, [0, 1])


def the_turns(report: Report) -> Iterator[Block]:
    """How turns end, and the first one of all."""
    if not report.decisions and not report.first_turn:
        return
    yield Heading("A turn")
    if report.decisions:
        turns = report.decisions.turns
        ends = [("bust", turns.bust), ("wipe", turns.wipe), ("are passed", turns.passed)]
        told = [f"{percent(share)} {what}" for what, share in ends if share > SURE]
        rest = max(0.0, 1.0 - turns.bust - turns.wipe - turns.passed)
        told.append(f"{percent(rest)} bank something")
        yield Paragraph(
            f"Of the turns of perfect players, {listed(told)}. A turn brings {turns.points:.2f} points on average, "
            f"and takes {turns.throws:.2f} throws."
        )
    if report.first_turn:
        yield from _first_turn(report.first_turn)


def _first_turn(first: TurnOutcomes) -> Iterator[Block]:
    """How it ends; points in bins, where they are many."""
    shares = [(name, float(p)) for name, p in (("bust", first.bust), ("wipe", first.wipe), ("pass", first.passed)) if p]
    banked = {points_: float(share) for points_, share in first.banked.items() if share}
    if len(banked) <= MOST_ENDS:
        shares += [(str(points_), share) for points_, share in banked.items()]
    else:
        shares += bins(Distribution(np.array([banked.get(n, 0.0) for n in range(max(banked) + 1)])), 1, MOST_ENDS)
    yield Paragraph(f"The first turn of a game banks {float(first.mean):.2f} points on average. It ends so:")
    yield with_bars("points", "of the turns", shares)


def policy(report: Report) -> Iterator[Block]:
    """What to do, at some scores."""
    if report.solution:
        yield Heading("Best play")
        yield Cells(picture_of_solution(report.solution))
