"""The sections of a report on playing: how hard it is to play well, strategies compared, alone; and how sure all is."""

from collections.abc import Iterator
from itertools import pairwise

from jeopardice.compare.simple_rules import SimpleRules
from jeopardice.exact.decisions import BLUNDER, MATTERS, Decisions
from jeopardice.exact.percent import SURE, percent
from jeopardice.games.turn import compile_turn
from jeopardice.show.report.blocks import Block, Bullets, Heading, Paragraph, Rows
from jeopardice.show.report.parts import UNSOLVED, Report, is_known
from jeopardice.show.report.sections import lost
from jeopardice.show.report.words import in_words, shown
from jeopardice.show.text import figure
from jeopardice.strategies.notation import spelled_strategy

PARTS = {
    "solution": "best play",
    "checks": "the checks",
    "handicap": "head starts",
    "first_turn": "the first turn",
    "length": "how long games are",
    "simple_rules": "simple rules",
    "decisions": "the decisions",
    "random": "a player who decides by chance",
    "tournament": "strategies compared",
    "alone": "alone",
}


def hardness(report: Report) -> Iterator[Block]:
    """What the best simple rules lose."""
    simple = report.simple_rules
    if not simple and not report.random:
        return
    yield Heading("How hard is it to play well?")
    yield Paragraph(
        "What does somebody win against a perfect player who keeps to a rule of one sentence? Each of the two starts "
        "half of the games, so that half of them is all that can be won."
    )
    rows = [("perfect play", "50.00 %", "nothing")]
    found = [rule for rule in (simple.pace, simple.hold) if rule] if simple else []
    duels = [(shown(rule.strategy, report.rules), rule.duel, rule.loss) for rule in found]
    if report.random:
        duels.append(
            ("any legal action, by chance", report.random, (report.random.b_average - report.random.average) / 2)
        )
    rows += [(name, percent(duel.average), lost(loss)) for name, duel, loss in duels]
    yield Rows(("rule", "wins", "loses"), rows, [1, 2])
    if simple:
        if compile_turn(report.rules).decisions > 1:
            yield Bullets(list(_told(report, simple)))
        yield Paragraph(_search(report, simple), "note")


def _told(report: Report, simple: SimpleRules) -> Iterator[str]:
    """The rules in words."""
    for rule in (simple.pace, simple.hold):
        if rule:
            named = spelled_strategy(report.rules, rule.strategy)
            known = (
                " It is keep-pace-end-race, the rule of Neller & Presser."
                if is_known(rule.strategy, report.rules)
                else ""
            )
            yield f"{shown(rule.strategy, report.rules)}: {in_words(named, report.rules)}{known}"


def _search(report: Report, simple: SimpleRules) -> str:
    """How the rules were found."""
    if compile_turn(report.rules).decisions == 1:
        name = simple.hold.strategy
        return (
            "There is nothing to hold in this game, and a simple rule makes the same throw in every turn. All were "
            f"tried. In commands {shown(name, report.rules)} is written {name}."
        )
    tried = "Every hold value was tried" if simple.thorough else "Hold values were tried by a search, not every one"
    told = f"{tried}; the duels are exact."
    if len(simple.throws) > 1:
        best = [f"{shown(rule.strategy, report.rules)} loses {lost(rule.loss)}" for rule in simple.throws]
        told += f" A rule makes the same throw all the time. The best for each: {', '.join(best)}."
    if simple.pace and simple.proven:
        told += " All rules with three numbers were tried as well."
    elif simple.pace:
        end = (
            "no neighbour of it is better"
            if simple.thorough
            else "it may have been broken off, since a duel takes long"
        )
        told += (
            f" The rule with three numbers is the best that a search has found, with {simple.duels:,} duels in all: "
            f"{end}. That is no proof that no other one is better."
        )
    return told


def choices(report: Report) -> Iterator[Block]:
    """The decisions by what a mistake costs."""
    found = report.decisions
    if not found or not found.total:
        return
    yield Heading("How much hangs on a decision?")
    yield Paragraph(
        "Of all decisions that come up in a game between two perfect players: by how many percentage points of winning "
        "is the best action better than the second best?"
    )
    yield Rows(("percentage points", "in a game", "share", "at the start of a turn"), _classes(found), [1, 2, 3])
    matter, blunder = found.share_from(MATTERS), found.share_from(BLUNDER)
    told = [
        f"A game has {figure(found.total, 1)} decisions on average, those of both players.",
        f"{percent(matter)} of them matter: whatever is not the best costs at least {100 * MATTERS:g} percentage "
        f"point. The other {percent(1.0 - matter)} are close calls.",
        f"In {percent(blunder)} it is a blunder, which costs at least {100 * BLUNDER:g} percentage points.",
        f"Who decides by chance loses {100 * found.random_cost:.2f} percentage points at a decision, on average.",
    ]
    for slips in found.misplayed.values():
        cost = f", and loses {100 * slips.cost:.2f} percentage points each time" if slips.share else ""
        name = shown(slips.strategy, report.rules)
        told.append(f"{name} decides otherwise than best play in {percent(slips.share)} of them{cost}.")
    yield Bullets(told)


def _classes(found: Decisions) -> list[tuple[str, str, str, str]]:
    """A line for each class of margins."""
    limits = [f"{100 * threshold:g}" for threshold in found.thresholds]
    names = [f"less than {limits[0]}", *(f"{low} to {high}" for low, high in pairwise(limits)), f"{limits[-1]} or more"]
    rows = [
        (name, figure(count, 2), percent(share), figure(start, 2))
        for name, count, share, start in zip(names, found.counts, found.shares, found.starts, strict=True)
    ]
    return rows + ([("only one legal action", figure(found.forced, 2), "", "")] if found.forced > SURE else [])


def compared(report: Report) -> Iterator[Block]:
    """A small tournament."""
    cup = report.tournament
    if not cup or len(cup.names) < 2:
        return
    yield Heading("Strategies compared")
    yield Paragraph(
        "Each against each, exactly, either starting half of the games: what each wins on average against the others."
    )
    rows = []
    for line in cup.standings:
        against = cup.duel(line.name, "optimal").average
        assert line.average is not None
        assert line.worst is not None
        name, worst = shown(line.name, report.rules), shown(str(line.worst_opponent), report.rules)
        rows.append((str(line.place), name, percent(line.average), percent(against), percent(line.worst), worst))
    yield Rows(("place", "strategy", "average", "against optimal", "worst case", "against"), rows, [0, 2, 3, 4])
    if cup.gap is not None and cup.cycle_count:
        a, b, c = (shown(name, report.rules) for name in cup.cycles[0])
        yield Paragraph(f"Who beats whom goes round in circles: {a} beats {b}, which beats {c}, which beats {a}.")


def alone(report: Report) -> Iterator[Block]:
    """The game for one."""
    found = report.alone
    if not found:
        return
    yield Heading("Alone")
    told = (
        f"Played alone, it takes {figure(found.turns, 2)} turns to {report.rules.target} on average, if they are to be "
        f"as few as possible (standard deviation {figure(found.sd, 2)})."
    )
    if found.even is not None:
        turns = f"{found.even} turn{'' if found.even == 1 else 's'}"
        told += f" Who may have no more than {turns} can make the chance to get there at least even."
    if found.simple and found.simple_turns is not None:
        told += f" With {shown(found.simple, report.rules)} it takes {figure(found.simple_turns, 2)} turns."
    yield Paragraph(told)


def certainty(report: Report) -> Iterator[Block]:
    """How sure the figures are, and what is left out."""
    yield Heading("How sure these figures are")
    told = "Nothing is sampled: all probabilities are computed from the rules."
    if report.checks:
        gain = max(0.0, report.checks.exploitability)
        told += (
            f" The values of best play differ from their own equation by at most {report.checks.residual:.0e}, and a "
            f"best response gains {f'{gain:.0e}' if gain else 'nothing'} against it."
        )
    yield Paragraph(told)
    missing = [f"{PARTS[name]}: {reason}." for name, reason in report.why_not.items() if reason != UNSOLVED]
    if missing:
        rest = [] if report.solution else ["All that rests on best play is left out with it."]
        yield Paragraph("What is left out, and why:")
        yield Bullets([*missing, *rest])
