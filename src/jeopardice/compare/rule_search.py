"""The search for the best simple rules: all hold values, and climbing from rule to better rule."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import product

from jeopardice.compare.trials import EnoughError, Trials
from jeopardice.games.turn import Turn
from jeopardice.strategies.named import HoldAt, KeepPace, scaled

STEPS = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987)
DIVISORS = (*range(1, 21), 25, 32, 40, 50, 64)
GRID_HOLDS, GRID_DIVISORS, GRID_RACES = (25, 20, 33, 15, 50), (4, 8), (45, 60, 72, 85)
CLIMBS = 4
SEARCH, WHOLE = 600, 2700
"""About so many duels a search takes, and if there are no more rules than that, all are tried."""


def linear_rules(target: int) -> int:
    """How many linear rules there are that differ."""
    return 2 * target**3


def hold_values(turn: Turn, throw: int) -> list[int]:
    """All n for which hold-at(n) with that throw differ: the turn totals that come up short of the target, and that."""
    ahead, found = {0}, []
    for node, total in enumerate(turn.total[: turn.decisions]):
        if node in ahead:
            found.append(total)
            ahead.update(later for _, later in turn.moves[node][throw - 1].steps)
    return [*found[1:], turn.rules.target] if len(found) > 1 else [1]


def best_holds(trials: Trials, choices: Mapping[int, list[int]]) -> dict[int, HoldAt]:
    """The best hold value for each throw: all are tried, where there may be enough duels; else half of these are."""
    best = dict[int, HoldAt]()
    if trials.planned <= trials.most:
        return {n: trials.best(HoldAt(value, throw=n) for value in values) for n, values in choices.items()}
    for place, (number, values) in enumerate(choices.items(), 1):
        trials.limit = max(1, trials.most * place // (2 * len(choices)))
        trials.short = trials.short or len(values) > 1
        with suppress(EnoughError):
            _climb_one(trials, values, number)
        tried = [each for each in trials.found if isinstance(each, HoldAt) and each.throw == number]
        best |= {number: trials.best(tried)} if tried else {}
    trials.limit = trials.most
    return best


def _climb_one(trials: Trials, values: list[int], throw: int) -> HoldAt:
    """The best hold value that climbing from several places comes to."""
    tops = []
    for start in dict.fromkeys(len(values) * share // 100 for share in GRID_HOLDS):
        place, better = start, True
        while better:
            before = place
            near = [place, *(place + sign * step for step in STEPS for sign in (1, -1))]
            inside = [each for each in near if 0 <= each < len(values)]
            held = trials.best(HoldAt(values[each], throw=throw) for each in inside)
            place = values.index(held.n)
            better = place != before
        tops.append(HoldAt(values[place], throw=throw))
    return trials.best(tops)


def fitted(trials: Trials, hold: HoldAt) -> KeepPace | None:
    """The best linear rule that climbing comes to; it is not worse than the best hold value, which is one of them."""
    with suppress(EnoughError):
        plain = KeepPace(hold.n, 2 * trials.rules.target, trials.rules.target, hold.throw)
        trials(plain)
        if trials.short:
            race = max(1, trials.rules.target - 5 * hold.n // 4)
            _climb(trials, KeepPace(hold.n, max(GRID_DIVISORS), race, hold.throw))
        elif linear_rules(trials.rules.target) <= WHOLE:
            trials.best(_all(trials.rules.target, hold.throw))
        else:
            _climb(trials, plain)
            for start in _starts(trials, hold):
                _climb(trials, start)
    tried = [rule for rule in trials.found if isinstance(rule, KeepPace)]
    return trials.best(tried) if tried else None


def _all(target: int, throw: int) -> Iterator[KeepPace]:
    """All linear rules that differ; the plainest come first."""
    scores = range(target, 0, -1)
    return (KeepPace(a, b, c, throw) for a, b, c in product(scores, range(2 * target, 0, -1), scores))


def _starts(trials: Trials, hold: HoldAt) -> list[KeepPace]:
    """The best few of a coarse grid, with different hold values."""
    target, never = trials.rules.target, 2 * trials.rules.target  # an end race, and a slope, that never comes
    holds = dict.fromkeys([hold.n, *(max(1, scaled(share, target)) for share in GRID_HOLDS)])
    races = [*(max(1, scaled(share, target)) for share in GRID_RACES), target]
    rows = [
        trials.best(KeepPace(a, b, c, hold.throw) for b, c in product((*GRID_DIVISORS, never), races)) for a in holds
    ]
    return sorted(rows, key=trials, reverse=True)[:CLIMBS]


def _climb(trials: Trials, rule: KeepPace) -> KeepPace:
    """From a rule to better ones, until none of those around is better."""
    while True:
        before = rule
        for changed in (_other_races, _other_holds, _other_divisors, _neighbours):
            rule = trials.best([rule, *changed(rule, trials.rules.target)])
        if rule == before:
            return rule


def _around(value: int, target: int) -> Iterator[int]:
    return (value + sign * step for step in STEPS for sign in (1, -1) if 1 <= value + sign * step <= target)


def _other_races(rule: KeepPace, target: int) -> Iterator[KeepPace]:
    return (KeepPace(rule.a, rule.b, c, rule.throw) for c in _around(rule.c, target))


def _other_holds(rule: KeepPace, target: int) -> Iterator[KeepPace]:
    return (KeepPace(a, rule.b, rule.c, rule.throw) for a in _around(rule.a, target))


def _other_divisors(rule: KeepPace, target: int) -> Iterator[KeepPace]:
    known = [*(b for b in DIVISORS if b < 2 * target), 2 * target]
    return (KeepPace(rule.a, b, rule.c, rule.throw) for b in known)


def _neighbours(rule: KeepPace, target: int) -> Iterator[KeepPace]:
    for a, b, c in product(*((value - 1, value, value + 1) for value in (rule.a, rule.b, rule.c))):
        if a >= 1 and b >= 1 and 1 <= c <= target:
            yield KeepPace(a, b, c, rule.throw)
