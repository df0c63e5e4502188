"""From a game and strategies to each kind of figure: what is computed for it. Every function has the name of a kind."""

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from jeopardice.compare.fair_test import fair_test
from jeopardice.compare.figure_17 import figure_17 as ten_pairs
from jeopardice.compare.handicap import handicap as handicapped
from jeopardice.compare.self_play import figure_15, figure_16, printed
from jeopardice.compare.tournament import tournament
from jeopardice.errors import PositionError
from jeopardice.exact.duel import duel
from jeopardice.exact.length import game_length
from jeopardice.exact.mistakes import mistakes
from jeopardice.exact.resolve import resolve
from jeopardice.exact.solitaire.fewest import fewest_turns
from jeopardice.exact.solitaire.solitaire import solitaire
from jeopardice.exact.solitaire.within import turns_for, within
from jeopardice.exact.turns import turn_outcomes
from jeopardice.finite.stopping import METHODS, iterate_dice
from jeopardice.games.notation import as_game, game_notation
from jeopardice.games.rules import Rules
from jeopardice.sampled.counting import seed_of
from jeopardice.sampled.simulate import simulate
from jeopardice.sampled.simulation import Simulation, SimulationAlone
from jeopardice.show.figures import alone as alone_figures
from jeopardice.show.figures import difference as difference_figures
from jeopardice.show.figures import fair_tests, iteration, matches, sweeps, tournaments
from jeopardice.show.figures import interactive as pages
from jeopardice.show.figures import policy as policies
from jeopardice.show.figures import turns as distributions
from jeopardice.show.figures import values as value_figures
from jeopardice.show.figures.asked import (
    Scores,
    field_of,
    part_of,
    several,
    single,
    solution_of,
    swept_of,
    to_the_end,
    usual,
)
from jeopardice.show.figures.axes import common, values_of
from jeopardice.show.figures.drawn import Drawn, Page
from jeopardice.spread import Progress
from jeopardice.strategies.named import scaled

GAMES = 100_000
LIKELY, MOST_TURNS = 0.9, 40
"""As many turns are allowed as it takes to be so likely to reach the target, but not more than so many."""


def boundary(rules: Rules, strategy: Any = "optimal") -> Drawn:
    return policies.boundary(resolve(rules, strategy))


def reachable(rules: Rules, strategy: Any = "optimal", *, reach: str = "optimal") -> Drawn:
    return policies.reachable(resolve(rules, strategy), reach)


def section(
    rules: Rules, strategy: Any = "optimal", beside: Any = None, *, opponent: Scores = None, reach: str = "optimal"
) -> Drawn:
    second = None if beside is None else resolve(rules, beside)
    return policies.section(resolve(rules, strategy), single(opponent), second, reach)


def policy(rules: Rules, strategy: Any = "optimal", *, opponent: Scores = None) -> Drawn:
    return policies.policy(resolve(rules, strategy), several(opponent))


def values(rules: Rules, strategy: Any = "optimal", *, opponent: Scores = None, scale: Any = "win") -> Drawn:
    value_figures.checked_scale(scale)
    return value_figures.values(solution_of(rules, strategy), several(opponent), scale)


def contours(rules: Rules, strategy: Any = "optimal", *, turn_total: int = 0) -> Drawn:
    return value_figures.contours(solution_of(rules, strategy), turn_total)


def difference(rules: Rules, strategy: Any, *, opponent: Scores = None) -> Drawn:
    return difference_figures.difference(rules, mistakes(rules, strategy), several(opponent))


def turn_costs(rules: Rules, strategy: Any) -> Drawn:
    return difference_figures.turn_costs(mistakes(rules, strategy))


def turn(rules: Rules, *strategies: Any, own: int = 0, opponent: Scores = 0) -> Drawn:
    players = field_of(rules, strategies or [usual(rules)])
    return distributions.turn([turn_outcomes(rules, one, own, single(opponent) or 0) for one in players.values()])


def length(rules: Rules, a: Any = "optimal", b: Any = None, *, progress: Progress = None) -> Drawn:
    found = game_length(rules, a, a if b is None else b, progress=progress)
    what = "number of turns of a game, both players counted"
    return distributions.turns(found.game, what, [(f"{found.a} against {found.b}", found)], "length")


def hold_values(rules: Rules, *strategies: Any, games: int | None = None, rng: Any = None) -> Drawn:
    least = max(1, scaled(17, rules.target))
    players = field_of(rules, strategies or [f"hold-at({least}..{least + 9})"])
    played = [to_the_end(rules, one) for one in players.values()]
    sampled: list[SimulationAlone] = []
    if games:
        seeds = seed_of(rng).spawn(len(players))
        drawn = [simulate(rules, one, games=games, rng=seed) for one, seed in zip(players.values(), seeds, strict=True)]
        sampled = [one for one in drawn if isinstance(one, SimulationAlone)]
    names = tuple(players)
    across = common(names)
    return alone_figures.hold_values(
        played, fewest_turns(rules), sampled, values_of(names), f"{across}(n), n" if across else "strategy"
    )


def turns(rules: Rules, *strategies: Any) -> Drawn:
    players = field_of(rules, strategies or ["optimal", usual(rules)])
    numbers = [(name, solitaire(rules, one).distribution) for name, one in players.items()]
    return distributions.turns(game_notation(rules), f"number of turns alone to {rules.target}", numbers)


def turn_limit(rules: Rules, *, turns: int = alone_figures.TURNS) -> Drawn:
    return alone_figures.turn_limit(fewest_turns(rules), turns)


def turns_left(rules: Rules, *, turns: int | None = None) -> Drawn:
    allowed = min(turns_for(rules, LIKELY), MOST_TURNS) if turns is None else turns
    return alone_figures.turns_left(within(rules, allowed))


def convergence(rules: Rules) -> Drawn:
    return iteration.convergence([iterate_dice(rules, method) for method in METHODS])


def match_ups(rules: Rules, *strategies: Any, games: int = GAMES, rng: Any = None, progress: Progress = None) -> Drawn:
    players = [*field_of(rules, strategies).values()]
    pairs = [(one, one, "a") for one in players]
    pairs += [(one, other, "alternate") for one, other in combinations(players, 2)]
    if len(pairs) > matches.MOST_PAIRS:
        raise PositionError(f"{len(pairs)} match-ups are too many to draw: draw a matrix, or name fewer strategies")
    found: list[Simulation] = []
    for number, ((one, other, starting), seed) in enumerate(zip(pairs, seed_of(rng).spawn(len(pairs)), strict=True)):
        share = part_of(progress, number, len(pairs))
        drawn = simulate(rules, one, other, games, seed, starting=starting, progress=share)
        assert isinstance(drawn, Simulation)
        found.append(drawn)
    return matches.match_ups(found)


def versus(rules: Rules, strategy: Any, *others: Any) -> Drawn:
    last = min(rules.target, 1000)
    players = field_of(rules, others or [f"hold-at(1..{last})"])
    one, names = resolve(rules, strategy), tuple(players)
    across = common(names)
    duels = [duel(rules, one, other) for other in players.values()]
    return matches.versus(duels, values_of(names), f"against {across}(n), n" if across else "against")


def matrix(rules: Rules, *players: Any, games: int | None = None, rng: Any = None, progress: Progress = None) -> Drawn:
    return tournaments.matrix(tournament(rules, [*players], games=games, rng=rng, progress=progress))


def standings(
    rules: Rules, *players: Any, games: int | None = None, rng: Any = None, progress: Progress = None
) -> Drawn:
    return tournaments.standings(tournament(rules, [*players], games=games, rng=rng, progress=progress))


def fair_scatter(
    rules: Rules,
    strategy: Any = None,
    *,
    games: int = 4000,
    tests: int = 100,
    rng: Any = None,
    progress: Progress = None,
) -> Drawn:
    player = usual(rules) if strategy is None else strategy
    return fair_tests.scatter(figure_15(rules, player, games, tests, rng=rng, progress=progress))


def fair_histogram(
    rules: Rules,
    a: Any = None,
    b: Any = None,
    *,
    games: int = 3000,
    tests: int = 100,
    rng: Any = None,
    progress: Progress = None,
) -> Drawn:
    player = usual(rules) if a is None else a
    if b is not None:
        return fair_tests.histogram(fair_test(rules, player, b, games, tests, rng=rng, progress=progress))
    return fair_tests.histogram(figure_16(rules, player, games, tests, rng=rng, progress=progress))


def figure_17(
    rules: Rules, *, games: int = 3000, tests: int = 100, rng: Any = None, progress: Progress = None
) -> Drawn:
    theirs = as_game(printed("figure_17")["game"])
    if rules.fingerprint != theirs.fingerprint:
        raise PositionError(
            f"Figure 17 of the group report is about {game_notation(theirs)}, not {game_notation(rules)}"
        )
    return fair_tests.printed_pairs(ten_pairs(games, tests, rng=rng, progress=progress))


def handicap(rules: Rules, a: Any = "optimal", b: Any = "optimal") -> Drawn:
    return sweeps.handicap(handicapped(rules, a, b))


def sweep(
    rules: Rules,
    name: str,
    *,
    over: Mapping[str, Any] | None = None,
    figure: str | None = None,
    progress: Progress = None,
) -> Drawn:
    ready, found = swept_of(rules, name, over, progress)
    if figure is None and len(found.over) == 2:
        figure = ready.shown[0]
    return sweeps.sweep_lines(found, [figure] if figure else ready.shown, ready.aim, ready.asks)


def sweep_map(
    rules: Rules,
    name: str,
    *,
    over: Mapping[str, Any] | None = None,
    figure: str | None = None,
    progress: Progress = None,
) -> Drawn:
    ready, found = swept_of(rules, name, over, progress)
    return sweeps.sweep_map(found, figure or ready.shown[0], ready.aim, ready.asks)


def interactive(rules: Rules, strategy: Any = "optimal") -> Page:
    return pages.interactive(solution_of(rules, strategy))
