"""Two strategies against each other: how often each wins, exactly, and in games of our own."""

import math
from collections.abc import Sequence

from jeopardice.compare import statistics
from jeopardice.exact.duel import Duel
from jeopardice.exact.length import game_length
from jeopardice.exact.percent import percent
from jeopardice.games.notation import as_game
from jeopardice.reproduce.answer import Answer, Task, check, listed
from jeopardice.reproduce.known import alone, chain, fewest, field, met, player, solution
from jeopardice.strategies.field import field as strategies
from jeopardice.strategies.table import table_of

STARTS = {"first": "a", "b_second": "a", "second": "b", "b_first": "b"}
SMALL = 1e-9
AVERAGES = {"average": ("first", "second"), "b_average": ("b_first", "b_second")}


def error(duel: Duel, what: str, sample: int) -> float:
    """The standard error of a share from so many games of each starter."""
    if what in AVERAGES:
        return math.hypot(*(error(duel, seat, sample) for seat in AVERAGES[what])) / 2
    share = getattr(duel, what)
    return math.sqrt(share * (1.0 - share) / sample)


def shares_of_games(task: Task, a: str, b: str, what: Sequence[str]) -> tuple[float, ...]:
    """The same shares in games of our own, as many of each starter as the document has played."""
    found = []
    for name in what:
        seats = AVERAGES.get(name, (name,))
        played = [task.draws.duel(task.game, a, b, STARTS[seat], task.sample) for seat in seats]
        if None in played:
            return ()
        values = [getattr(games, seat).value for games, seat in zip(played, seats, strict=True)]
        found.append(sum(values) / len(values))
    return tuple(found)


@check
def wins(task: Task, a: str, b: str, what: str | list[str], own: int = 0, opponent: int = 0) -> Answer:
    """How often a wins: `first`, `second` or `average`; or b: `b_first`, `b_second` or `b_average`."""
    duel = met(task.game, a, b, own, opponent)
    values = tuple(getattr(duel, name) for name in listed(what))
    facts = {name: getattr(duel, name) for name in ("first", "second", "average", "b_first", "b_second", "b_average")}
    if not task.sample:
        return Answer(values, facts=facts)
    errors = tuple(error(duel, name, task.sample) for name in listed(what))
    return Answer(values, errors, sampled=shares_of_games(task, a, b, listed(what)), facts=facts)


@check
def lead_of_the_first(task: Task, a: str, b: str) -> Answer:
    """By how much whoever starts, a, wins more often than the other."""
    duel = met(task.game, a, b)
    errors = (2 * error(duel, "first", task.sample),) if task.sample else ()
    played = shares_of_games(task, a, b, ["first"])
    return Answer((duel.first - duel.b_second,), errors, sampled=(2 * played[0] - 1,) if played else ())


@check
def mean_share(task: Task, pairs: list[list[str]], what: str) -> Answer:
    """The mean of a share over several pairs of strategies."""
    duels = [met(task.game, a, b) for a, b in pairs]
    errors = (math.hypot(*(error(duel, what, task.sample) for duel in duels)) / len(duels),) if task.sample else ()
    played = [shares_of_games(task, a, b, [what]) for a, b in pairs]
    sampled = (math.fsum(share for (share,) in played) / len(played),) if all(played) else ()
    return Answer((math.fsum(getattr(duel, what) for duel in duels) / len(duels),), errors, sampled=sampled)


@check
def more_than_the_mean(task: Task, a: str, b: str, what: str, pairs: list[list[str]], of_pairs: str) -> Answer:
    """By how much a share of one pair exceeds the mean of shares of several others."""
    one, other = wins(task, a, b, what), mean_share(task, pairs, of_pairs)
    errors = (math.hypot(one.errors[0], other.errors[0]),) if task.sample else ()
    sampled = (one.sampled[0] - other.sampled[0],) if one.sampled and other.sampled else ()
    return Answer((one.values[0] - other.values[0],), errors, sampled=sampled)


@check
def wins_more_than_half(task: Task, a: str, b: str, what: str) -> Answer:
    """Is a share more than one half?"""
    share = getattr(met(task.game, a, b), what)
    return Answer(holds=share > 0.5, told=f"{percent(share, 4)}")


@check
def is_better(task: Task, a: str, b: str) -> Answer:
    """Does a win more often than b, if each starts half of the games?"""
    duel = met(task.game, a, b)
    return Answer(holds=duel.average > duel.b_average, told=f"{a} wins {percent(duel.average, 4)} on average")


@check
def leads_more(task: Task, pair: list[str], other: list[str]) -> Answer:
    """Is the lead of whoever starts larger in the first pair than in the second?"""
    one, two = met(task.game, *pair), met(task.game, *other)
    leads = one.first - one.b_second, two.first - two.b_second
    return Answer(holds=leads[0] > leads[1], told=f"{percent(leads[0], 2)} and {percent(leads[1], 2)}")


@check
def better_by_the_rule(task: Task, a: str, b: str, half_width: float) -> Answer:
    """What the rule of the fair test says of a: it must win more than half of the games, by the half-width or more."""
    share = met(task.game, a, b).average
    found = statistics.verdict(share, 1, half_width)
    told = f"{found}: {share:.5f} is {'not ' if found != 'better' else ''}{0.5 + half_width:g} or more"
    return Answer(holds=found == "better", told=told, facts={"share": share})


@check
def beats_all(task: Task, strategy: str, field_of: str) -> Answer:
    """Does a strategy beat all others of a field? And against whom it wins least."""
    tournament = field(task.game, (field_of,))
    me = tournament.names.index(strategy)
    shares = {name: float(tournament.average[me, n]) for n, name in enumerate(tournament.names) if n != me}
    worst = min(shares, key=shares.__getitem__)
    return Answer(holds=shares[worst] > 0.5, told=f"{percent(shares[worst], 2)} or more, the least against {worst}")


@check
def beats_all_by_the_rule(task: Task, strategy: str, field_of: str, half_width: float) -> Answer:
    """Which others of a field does the rule of the fair test call inseparable from a strategy?"""
    tournament = field(task.game, (field_of,))
    me = tournament.names.index(strategy)
    shares = {name: float(tournament.average[me, n]) for n, name in enumerate(tournament.names) if n != me}
    near = [name for name, share in shares.items() if statistics.verdict(share, 1, half_width) != statistics.BETTER]
    told = f"inseparable from {len(near)} of them"
    return Answer(holds=not near, told=told, facts={"near": " ".join(near).replace(" ", ", ")})


@check
def is_transitive(task: Task, field_of: str) -> Answer:
    """Does whoever beats another of a field beat all whom that one beats?"""
    tournament = field(task.game, (field_of,))
    told = f"{'transitive' if tournament.is_transitive else 'not transitive'}, {tournament.cycle_count} cycles of three"
    return Answer(holds=tournament.is_transitive, told=told)


@check
def wins_the_tournament(task: Task, strategy: str, field_of: str) -> Answer:
    """Does a strategy come first: by the average over all others, and by beating all others?"""
    tournament = field(task.game, (field_of,))
    first, second = tournament.standings[:2]
    shares = [percent(standing.average or 0.0) for standing in (first, second)]
    told = f"first is {first.name} with {shares[0]}, before {second.name} with {shares[1]}"
    facts = {"condorcet": tournament.condorcet}
    return Answer(holds=first.name == strategy == tournament.condorcet, told=told, facts=facts)


@check
def is_a_cycle(task: Task, strategies: list[str]) -> Answer:
    """Does each beat the next, and the last the first?"""
    pairs = zip(strategies, [*strategies[1:], strategies[0]], strict=True)
    shares = [met(task.game, a, b).average for a, b in pairs]
    return Answer(holds=min(shares) > 0.5, told=", ".join(f"{share:.4f}" for share in shares))


@check
def stalemates_by_hold_value(task: Task, hold_at: list[int]) -> Answer:
    """The same of one that passes when the scores are equal, and else holds at each of some numbers."""
    shares = {n: met(task.game, f"pass-when-even({n})", f"pass-when-even({n})").stalemate_first for n in hold_at}
    return Answer(told=", ".join(f"{percent(share, 1)} with hold at {n}" for n, share in shares.items()))


@check
def answers_win(task: Task, strategies: list[str]) -> Answer:
    """How much the best response to each of some strategies wins against it on average."""
    shares = {name: chain(task.game, name).solutions[0].average for name in strategies}
    least = min(shares, key=shares.__getitem__)
    told = f"{percent(shares[least], 2)} or more, the least against {least}"
    return Answer(holds=shares[least] > 0.525, told=told)


@check
def chains_end_at_the_optimum(task: Task, strategies: list[str]) -> Answer:
    """Do the chains of best responses end at perfect play, whatever they begin with?"""
    chains = {name: chain(task.game, name) for name in strategies}
    steps = [len(found.solutions) for found in chains.values()]
    told = f"from {len(steps)} beginnings all end there, after {min(steps)} to {max(steps)} answers"
    good = all(found.is_optimal for found in chains.values())
    return Answer(holds=good, told=told if good else "not all end there")


@check
def optimum_answers_itself(task: Task) -> Answer:
    """What a best response gains against perfect play."""
    gain = solution(task.game).exploitability
    return Answer(
        holds=abs(gain) < 1e-12,
        told="a best response gains nothing" if abs(gain) < 1e-12 else f"a best response gains {gain}",
    )


@check
def optimum_beats_all(task: Task, field_of: str) -> Answer:
    """Does perfect play win more than half against each of a field?"""
    others = strategies(as_game(task.game), field_of)
    shares = {name: met(task.game, "optimal", name).average for name in others}
    worst = min(shares, key=shares.__getitem__)
    return Answer(holds=shares[worst] > 0.5, told=f"{percent(shares[worst], 2)} or more, the least against {worst}")


@check
def beats_every_other_one(task: Task) -> Answer:
    """Does perfect play beat one that differs from it, but only where perfect play never comes?"""
    best = solution(task.game)
    other = best.strategy.choices_by_scores[0].copy()
    totals = range(len(best.turn_totals))
    never = ~best.reachable()
    node = next(n for n in totals if n and never[0, 0, n])
    other[0, 0, node] = 1 - other[0, 0, node]
    found = met_of(task.game, other)
    told = f"not one that rolls on at 0 to 0 with {best.turn_totals[node]}: it wins {percent(found, 4)} against that"
    return Answer(holds=found > 0.5 + 1e-12, told=told)


def met_of(game: str, choices: object) -> float:
    """What perfect play wins on average against a table of actions."""
    from jeopardice.exact.duel import duel

    return duel(game, "optimal", table_of(as_game(game), choices, "the other")).average  # type: ignore[arg-type]


@check
def takes_the_fewest_turns(task: Task, strategy: str, sooner: str) -> Answer:
    """Does a strategy take as few turns as possible alone, and two who play it fewer than two who play another?"""
    lengths = [game_length(task.game, *[player(task.game, name)] * 2).mean for name in (strategy, sooner)]
    by_itself, least = alone(task.game, strategy).expected, fewest(task.game).expected
    told = (
        f"{by_itself:.4f} alone, where {least:.4f} are possible; {lengths[0]:.3f} of two players, "
        f"where two that play {sooner} take {lengths[1]:.3f}"
    )
    wins = percent(met(task.game, "fewest-turns", strategy).average)
    good = by_itself <= least + SMALL and lengths[0] <= lengths[1]
    return Answer(holds=good, told=told, facts={"wins": wins})
