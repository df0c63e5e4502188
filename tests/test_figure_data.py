"""The arrays that figures show, one by one, against the results they come from."""

from itertools import product

import numpy as np
import pytest
from samples import CUSTOM, GAMES

import jeopardice as jd
from jeopardice.exact.mistakes import NONE, OTHER_THROW, TOO_EARLY, TOO_LONG, mistakes
from jeopardice.games.turn import compile_turn
from jeopardice.show.figures import difference, plot, policy, values
from jeopardice.show.figures.bodies import Blocks, blocks_of, faces
from jeopardice.show.figures.drawn import Drawn
from jeopardice.show.figures.maps import by_total, checked_scores

GAME = "pig(target=20)"
some_games = pytest.mark.parametrize("name", ["pig", "two-dice-pig", "frey", "two-throws", "forced-wipes"])


def figure(kind: str, *words: str, game: object = GAME, **options: object) -> Drawn:
    """A picture."""
    shown = plot(kind, game, *words, **options)  # type: ignore[arg-type]
    assert isinstance(shown, Drawn)
    return shown


@some_games
def test_the_boundary_is_where_the_policy_holds(name: str) -> None:
    solution = jd.solve(GAMES[name])
    data, target = policy.boundary(solution.strategy).data, solution.rules.target
    assert data["scores"].tolist() == list(range(target))
    assert data["turn_totals"].tolist() == list(solution.turn_totals)
    for own, opponent in product(range(target), repeat=2):
        assert data["hold_value"][own, opponent] == solution.hold_value(own, opponent)
        assert data["going_on"][own, opponent].tolist() == [action > 0 for action in solution.actions(own, opponent)]


def test_the_reachable_body_is_the_solution_s() -> None:
    solution = jd.solve(GAME)
    for opponent in ("optimal", "any"):
        data = figure("reachable", reach=opponent).data
        np.testing.assert_array_equal(data["reachable"], solution.reachable(opponent))
        assert data["count"] == solution.reachable(opponent).sum()


def test_a_body_shows_each_outer_face_that_looks_to_the_viewer_and_no_other() -> None:
    rng = np.random.default_rng(1)
    blocks = Blocks(4, 1, np.arange(4), np.array([0, 2, 3]))
    body = rng.random((4, 4, 3)) < 0.5
    for towards in [(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]:
        corners, looks = faces(body, blocks, towards)
        wanted = {
            (axis, place) for axis in range(3) for place in np.ndindex(body.shape) if seen(body, place, axis, towards)
        }
        found = set()
        for face, axis in zip(corners, looks, strict=True):
            low, high = face.min(axis=0), face.max(axis=0)
            assert high[axis] == low[axis]
            assert ((high > low) | (np.arange(3) == axis)).all()
            inside = np.where(np.arange(3) == axis, low - (1e-9 if towards[axis] > 0 else 0.0), low)
            place = tuple(
                int(np.searchsorted(edges, at, side="right")) - 1
                for edges, at in zip(blocks.edges, inside, strict=True)
            )
            found.add((int(axis), place))
        assert found == wanted
        assert len(corners) == len(wanted)


def seen(body: np.ndarray, place: tuple[int, ...], axis: int, towards: tuple[int, ...]) -> bool:
    """Is that face of a block seen?"""
    beyond = list(place)
    beyond[axis] += towards[axis]
    hidden = 0 <= beyond[axis] < body.shape[axis] and body[tuple(beyond)]
    return bool(body[place]) and not hidden


def test_of_a_large_game_not_every_score_is_drawn() -> None:
    blocks, picked = blocks_of(compile_turn(jd.as_game("pig(target=250)")))
    assert blocks.step == 3
    assert blocks.scores[:3].tolist() == [0, 3, 6]
    assert blocks.totals[:3].tolist() == [0, 3, 6]
    assert [len(places.ravel()) for places in picked] == [84, 84, 84]
    assert blocks.edges[0][-1] == 250
    assert policy.one_in(blocks) == " One score in 3 is drawn."


def test_maps_have_nothing_where_there_is_nothing_to_decide() -> None:
    turn = compile_turn(jd.as_game("pig(target=5)"))
    shown = by_total(turn, np.ones((5, turn.decisions)))
    there = [[own + total < 5 and total != 1 for own in range(5)] for total in range(5)]
    np.testing.assert_array_equal(~np.isnan(shown), there)


def test_a_cross_section_shows_actions_as_they_are() -> None:
    solution = jd.solve("pig")
    data = figure("section", "optimal", "hold-at(20)", game="pig", opponent=80).data
    comes_up = solution.reachable()
    for own, total in ((30, 24), (30, 25), (30, 33), (0, 0), (99, 0), (50, 40)):
        action = solution.action(own, 80, total)
        assert data["going_on"][total, own] == (action > 0)
        assert data["beside"][total, own] == (total < 20)
        assert data["reachable"][total, own] == comes_up[own, 80, solution.turn_totals.index(total)]
    column = data["going_on"][:70, 30]
    switches = np.abs(np.diff(column[~np.isnan(column)])).sum()
    assert switches > 1  # not a threshold


@some_games
def test_policies_are_mapped_as_they_are(name: str) -> None:
    solution = jd.solve(GAMES[name])
    target = solution.rules.target
    data = figure("policy", game=GAMES[name], opponent=[0, target - 1]).data
    for number, opponent in enumerate((0, target - 1)):
        for own in range(target):
            for total, action in zip(solution.turn_totals, solution.actions(own, opponent), strict=True):
                if own + total < target:
                    assert data["action"][number, total, own] == action


@pytest.mark.parametrize("name", ["pig", "two-dice-pig", "two-throws", "forced-pig"])
@pytest.mark.parametrize("strategy", ["optimal", "best-response(hold-at(3))"])
def test_values_are_those_of_the_positions(name: str, strategy: str) -> None:
    rules = GAMES[name]
    solution = jd.solve(rules) if strategy == "optimal" else jd.best_response(rules, "hold-at(3)")
    plain = figure("values", strategy, game=rules, opponent=3).data["value"][0]
    scaled = figure("values", strategy, game=rules, opponent=[3], scale="plus-minus").data["value"][0]
    lines = figure("contours", strategy, game=rules).data["value"]
    for own in range(rules.target):
        for total in (total for total in solution.turn_totals if own + total < rules.target):
            assert plain[total, own] == pytest.approx(solution.value(own, 3, total), abs=1e-12)
            assert scaled[total, own] == pytest.approx(2 * solution.value(own, 3, total) - 1, abs=1e-12)
        assert lines[3, own] == pytest.approx(solution.value(own, 3), abs=1e-12)


def test_contours_at_a_turn_total_stop_where_the_game_is_won() -> None:
    lines = figure("contours", turn_total=5).data["value"]
    assert np.isnan(lines[:, 15:]).all()
    assert not np.isnan(lines[:, :15]).any()


def test_the_panels_suit_the_target_unless_they_are_named() -> None:
    assert checked_scores(jd.PIG, None) == (6, 33, 67, 99)
    assert checked_scores(jd.as_game("pig(target=2)"), None) == (0, 1)
    assert checked_scores(jd.PIG, [5]) == (5,)
    with pytest.raises(jd.PositionError, match="1 to 9 different scores"):
        checked_scores(jd.PIG, range(10))
    assert values.checked_scale("plus-minus")[:3] == (-1.0, 1.0, 0.0)


def test_the_difference_of_two_policies_is_what_each_mistake_costs() -> None:
    solution = jd.solve(GAME)
    data = figure("difference", "hold-at(7)", opponent=[0, 12, 19]).data
    for number, opponent in enumerate((0, 12, 19)):
        for own in range(20):
            for total in (total for total in solution.turn_totals if own + total < 20):
                worth = solution.action_values(own, opponent, total)
                taken = worth[int(total < 7)]
                assert taken is not None
                lost = max(value for value in worth if value is not None) - taken
                assert data["cost"][number, total, own] == pytest.approx(lost, abs=1e-11)
                kind = NONE if lost < 1e-11 else TOO_LONG if total < 7 else TOO_EARLY
                assert data["kind"][number, total, own] == kind


def test_another_throw_than_the_best_is_a_mistake_of_its_own_kind() -> None:
    found = mistakes(CUSTOM["two-throws"], "hold-at(3)")
    assert OTHER_THROW in found.kind
    drawn = difference.difference(CUSTOM["two-throws"], found)
    assert (drawn.data["kind"] == OTHER_THROW).any()


def test_games_alone_show_the_exact_figures() -> None:
    data = figure("hold-values", "hold-at(3..6)").data
    alone = [jd.solitaire(GAME, f"hold-at({n})") for n in range(3, 7)]
    assert data["mean"].tolist() == [one.expected for one in alone]
    assert data["sd"].tolist() == [one.sd for one in alone]
    assert data["best"] == jd.solitaire(GAME).expected
    sampled = figure("hold-values", "hold-at(3..4)", games=500, rng=1).data["sampled"]
    assert (sampled[:, 1] < sampled[:, 0]).all()
    assert np.abs(sampled[:, 0] - data["mean"][:2]).max() < 1.0
    limits = figure("turn-limit", turns=5).data
    np.testing.assert_array_equal(limits["limits"], jd.solitaire(GAME).turn_limit(5)[:, limits["starts"]])
    probabilities = figure("turns", "hold-at(5)").data["probability"][0]
    np.testing.assert_array_equal(probabilities, alone[2].distribution.probabilities)


@pytest.mark.parametrize("game", [GAME, "two-dice-pig(target=20)", "big-pig(target=30)"])
def test_the_policy_by_turns_left_is_that_of_the_goal(game: str) -> None:
    best = jd.solitaire(game, goal="within(5)")
    data = figure("turns-left", game=game, turns=5).data
    for own in range(best.rules.target):
        for left in range(1, 6):
            held = best.hold_value(own, left)
            assert data["hold_value"][own, left - 1] == held
            later = [total for total in best.turn_totals if held < total < best.rules.target - own]
            assert data["again"][own, left - 1] == any(best.action(own, total, left) for total in later)


def test_turns_and_lengths_show_whole_distributions() -> None:
    data = figure("turn", "hold-at(5)", "turtle", own=3, opponent=4).data
    for row, strategy in zip(data["probability"], ("hold-at(5)", "turtle"), strict=True):
        outcomes = jd.turn_outcomes(GAME, strategy, 3, 4).points
        assert row.tolist() == [float(outcomes.get(points, 0)) for points in range(len(row))]
    length = figure("length", "turtle", "optimal").data["probability"][0]
    np.testing.assert_array_equal(length, jd.game_length(GAME, "turtle", "optimal").probabilities)


def test_convergence_shows_the_traces() -> None:
    data = figure("convergence").data
    stopped = jd.finite.iterate_dice(GAME)
    trace = stopped.iterated.trace
    assert data["value iteration: change"].tolist() == [one.change for one in trace]
    assert data["value iteration: error"][-1] == pytest.approx(stopped.error_at_start)
    assert data["policy iteration: after"][-1] == data["policy iteration: sweeps"].sum()
    assert data["policy iteration: switched"][-1] == 0


def test_match_ups_show_both_seats_once() -> None:
    data = figure("match-ups", "hold-at(5)", "optimal", games=1000, rng=3).data
    assert data["names"].tolist() == [
        ["hold-at(5)", "hold-at(5)"], ["optimal", "optimal"], ["hold-at(5)", "optimal"], ["optimal", "hold-at(5)"],
    ]  # fmt: skip
    duels = [jd.duel(GAME, *names) for names in data["names"]]
    np.testing.assert_allclose(data["exact"], [duel.first for duel in duels], rtol=1e-12)
    assert ((data["wins"][:, 1] < data["exact"]) & (data["exact"] < data["wins"][:, 2])).sum() >= 3
    np.testing.assert_allclose(data["wins"][:, 0] + data["losses"], 1.0)


def test_one_against_many_and_all_against_all_are_exact() -> None:
    data = figure("versus", "hold-at(5)", "hold-at(3..6)").data
    for number, n in enumerate(range(3, 7)):
        duel = jd.duel(GAME, "hold-at(5)", f"hold-at({n})")
        assert data["average"][number] == pytest.approx(duel.average, abs=1e-13)
        assert data["first"][number] == pytest.approx(duel.first, abs=1e-13)
    tournament = jd.tournament(GAME, ["hold-at(3..6)"])
    np.testing.assert_array_equal(figure("matrix", "hold-at(3..6)").data["average"], tournament.average)
    listed = figure("standings", "hold-at(3..6)").data
    assert listed["names"].tolist() == [line.name for line in tournament.standings]
    assert listed["average"].tolist() == [line.average for line in tournament.standings]


def test_fair_tests_show_every_proportion() -> None:
    from jeopardice.compare.self_play import figure_15, figure_16

    data = figure("fair-scatter", "turtle", games=30, tests=6, rng=2).data
    np.testing.assert_array_equal(data["proportions"], figure_15(GAME, "turtle", 30, 6, rng=2).proportions)
    data = figure("fair-histogram", "turtle", games=20, tests=6, rng=2).data
    np.testing.assert_array_equal(data["proportions"], figure_16(GAME, "turtle", 20, 6, rng=2).proportions)
    assert data["counts"].sum() == 100
    two = figure("fair-histogram", "turtle", "optimal", games=20, tests=6, rng=2).data
    assert len(two["proportions"]) == 6
    assert two["mean"] == pytest.approx(jd.duel(GAME, "turtle", "optimal").average)


def test_handicaps_and_sweeps_mark_what_is_fair() -> None:
    known = jd.handicap(GAME)
    data = figure("handicap").data
    assert data["fair"].tolist() == [known.fair, known.fair_average]
    place = data["head_starts"].tolist().index(known.fair)
    assert data["first"][place] == known.at(known.fair).first
    lines = figure("sweep", "handicap", over={"head_start": range(13)})
    assert lines.data["head_start"].tolist() == list(range(13))
    np.testing.assert_allclose(lines.data["first first"], known.first[19:32])
    assert f"Marked (fair): head_start {known.fair}" in lines.caption


def test_a_map_of_a_sweep_marks_the_cell_and_the_line_that_are_fair() -> None:
    from jeopardice.compare.measures import Aim
    from jeopardice.show.figures.sweeps import sweep_figure, sweep_lines

    grid = {"own": range(4), "opponent": range(8)}
    found = jd.sweep("duel", game=GAME, a="optimal", b="optimal", own="{own}", opponent="{opponent}", over=grid)
    drawn = sweep_figure(found, ["first"], Aim("first", nearest=0.5, word="fair"))
    np.testing.assert_array_equal(drawn.data["value"], found.grid("first"))
    assert "Marked (fair: opponent" in drawn.caption
    assert "Along the dashed line it is 0.5." in drawn.caption
    lines = sweep_lines(found, ["first"])
    assert set(lines.data) == {"opponent", *(f"first {own}" for own in range(4))}
    with pytest.raises(jd.PositionError, match="one figure over two"):
        sweep_lines(found, ["first", "second"])
