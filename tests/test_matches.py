"""Matches and handicaps: against games told one by one, and against duels at every head start."""

import math
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import GAMES, Counting, Sulking, drawn

import jeopardice as jd
from jeopardice.compare.match import FIRST, STARTING, match_of

PIG20 = "pig(target=20)"
SOON = 1e-15
every_starting = pytest.mark.parametrize("starting", STARTING)


class Course(NamedTuple):
    """A match so far: games won by each, games played, and who starts the next."""

    a: int
    b: int
    games: int
    starter: str


def one_game(duel: jd.Duel, starter: str) -> dict[str | None, float]:
    """How likely each wins a game, or nobody."""
    if starter == "a":
        return {"a": duel.first, "b": duel.b_second, None: duel.stalemate_first}
    return {"a": duel.second, "b": duel.b_first, None: duel.stalemate_second}


def next_starters(starting: str, starter: str, winner: str | None) -> list[str]:
    """Who may start the next game, all equally likely."""
    other = {"a": "b", "b": "a"}
    rule: dict[str, list[str]] = {"a": ["a"], "b": ["b"], "random": ["a", "b"], "alternate": [other[starter]]}
    if starting in rule:
        return rule[starting]
    if winner is None:
        return [starter]
    return [winner if starting == "winner" else other[winner]]


def told(duel: jd.Duel, best_of: int | None, games: int | None, starting: str, first: str) -> dict[str, float]:
    """The slow twin: every course a match may take, game by game, until what is left of them is next to nothing."""
    found = dict.fromkeys(("wins", "b_wins", "drawn", "games", "replays", "a_games", "b_games"), 0.0)
    begin = starting if starting in FIRST else first
    starters = ["a", "b"] if begin == "random" else [begin]
    courses = {Course(0, 0, 0, starter): 1.0 / len(starters) for starter in starters}
    while courses and sum(courses.values()) > SOON:
        later: dict[Course, float] = {}
        for course, chance in courses.items():
            for winner, p in one_game(duel, course.starter).items():
                a, b = course.a + (winner == "a"), course.b + (winner == "b")
                here, replayed = chance * p, winner is None and best_of is not None
                found["a_games"] += here * (winner == "a")
                found["b_games"] += here * (winner == "b")
                found["replays"] += here * replayed
                found["games"] += here * (not replayed)
                played = course.games + 1
                if (best_of and max(a, b) > best_of // 2) or (games and played == games):
                    found["wins" if a > b else "b_wins" if b > a else "drawn"] += here
                    continue
                if not here:
                    continue
                then = [course.starter] if replayed else next_starters(starting, course.starter, winner)
                for starter in then:
                    key = Course(a, b, 0 if best_of else played, starter)
                    later[key] = later.get(key, 0.0) + here / len(then)
        courses = later
    return found


def some_duel(shares: list[int]) -> jd.Duel:
    """A duel with given chances: how often a, b and nobody wins when a starts, and when b does."""
    first, second = shares[:3], shares[3:]
    chances = (first[0] / sum(first), second[0] / sum(second), first[2] / sum(first), second[2] / sum(second))
    return jd.Duel("a game", "a", "b", *chances)


@given(
    st.lists(st.integers(1, 5), min_size=6, max_size=6),
    st.sampled_from(STARTING),
    st.sampled_from(FIRST),
    st.one_of(st.sampled_from([(1, None), (3, None), (7, None)]), st.integers(1, 7).map(lambda n: (None, n))),
)
def test_a_match_is_what_its_games_told_one_by_one_come_to(
    shares: list[int], starting: str, first: str, length: tuple[int | None, int | None]
) -> None:
    duel = some_duel(shares)
    best_of, games = length
    found, slow = match_of(duel, best_of, games, starting, first), told(duel, best_of, games, starting, first)
    assert found.wins == pytest.approx(slow["wins"], abs=1e-9)
    assert found.b_wins == pytest.approx(slow["b_wins"], abs=1e-9)
    assert found.drawn == pytest.approx(slow["drawn"], abs=1e-9)
    assert found.expected_games == pytest.approx(slow["games"], abs=1e-9)
    assert found.replays == pytest.approx(slow["replays"], abs=1e-9)
    assert found.share == pytest.approx(slow["a_games"] / slow["games"], abs=1e-9)
    assert found.b_share == pytest.approx(slow["b_games"] / slow["games"], abs=1e-9)
    assert found.endless == 0.0


@given(st.lists(st.integers(0, 5), min_size=6, max_size=6), st.sampled_from(STARTING), st.sampled_from(FIRST))
def test_the_long_run_is_what_long_series_come_to(shares: list[int], starting: str, first: str) -> None:
    if not sum(shares[:3]) or not sum(shares[3:]):
        return
    series = match_of(some_duel(shares), None, 2000, starting, first)
    assert series.long_run == pytest.approx(series.share, abs=0.005)
    assert series.b_long_run == pytest.approx(series.b_share, abs=0.005)


@given(st.lists(st.integers(0, 5), min_size=6, max_size=6), st.sampled_from(STARTING), st.sampled_from(FIRST))
def test_the_ends_of_a_match_add_up_and_mirror(shares: list[int], starting: str, first: str) -> None:
    if not sum(shares[:3]) or not sum(shares[3:]):
        return
    duel, swap = some_duel(shares), {"a": "b", "b": "a"}
    mirrored = jd.Duel("a game", "b", "a", duel.b_first, duel.b_second, duel.stalemate_second, duel.stalemate_first)
    for best_of, games in ((5, None), (None, 4)):
        one = match_of(duel, best_of, games, starting, first)
        other = match_of(mirrored, best_of, games, swap.get(starting, starting), swap.get(first, first))
        assert one.wins + one.b_wins + one.drawn + one.endless == pytest.approx(1.0)
        assert (one.wins, one.b_long_run) == pytest.approx((other.b_wins, other.long_run), abs=1e-12)
        assert one.expected_games == pytest.approx(other.expected_games)


@pytest.mark.parametrize("starting", ["alternate", "winner", "loser"])
def test_who_wins_a_best_of_n_does_not_depend_on_these_three_ways_to_start(starting: str) -> None:
    found = jd.match("pig", "hold-at(20)", "optimal", best_of=5, starting=starting)
    known = jd.match("pig", "hold-at(20)", "optimal", best_of=5)
    assert found.wins == pytest.approx(known.wins, abs=1e-12)
    assert found.expected_games == pytest.approx(known.expected_games, rel=0.05)


def test_a_match_of_one_game_is_the_duel() -> None:
    duel = jd.duel(PIG20, "hold-at(9)", "optimal")
    for starting, wins in (("a", duel.first), ("b", duel.second), ("random", duel.average)):
        assert jd.match(PIG20, "hold-at(9)", "optimal", best_of=1, starting=starting).wins == pytest.approx(wins)
        assert jd.match(PIG20, "hold-at(9)", "optimal", games=1, starting=starting).wins == pytest.approx(wins)
    assert jd.match(PIG20, "hold-at(9)", "optimal", best_of=1, first="b").wins == pytest.approx(duel.second)


def test_the_better_player_wins_more_of_longer_matches() -> None:
    wins = [jd.match("pig", "optimal", "hold-at(20)", best_of=n, first="random").wins for n in (1, 3, 9, 99, 999)]
    assert wins == sorted(wins)
    assert wins[-1] > 0.99


@every_starting
def test_games_that_nobody_wins_never_decide_a_match(starting: str) -> None:
    endless = jd.match(PIG20, "hold-at(0)", "hold-at(0)", best_of=3, starting=starting)
    assert (endless.wins, endless.b_wins, endless.endless, endless.replays) == (0.0, 0.0, 1.0, math.inf)
    series = jd.match(PIG20, "hold-at(0)", "hold-at(0)", games=4, starting=starting)
    assert (series.drawn, series.share, series.long_run, series.expected_games) == (1.0, 0.0, 0.0, 4.0)


def test_a_match_may_be_decided_from_one_seat_only() -> None:
    duel = jd.Duel("a game", "a", "b", 1.0, 0.0, 0.0, 1.0)  # nobody wins what b starts
    found = match_of(duel, 3, None, "alternate", "a")
    assert (found.wins, found.endless, found.expected_games) == (0.0, 1.0, 1.0)
    assert match_of(duel, 3, None, "winner", "random").wins == 0.5


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "either a best_of, such as 5, or a number of games"),
        ({"best_of": 3, "games": 3}, "give one of the two"),
        ({"best_of": 4}, "best_of must be odd, .* not 4"),
        ({"best_of": 0}, "best_of must be at least 1, not 0"),
        ({"games": -3}, "games must be at least 1, not -3"),
        ({"games": 10**6}, "games must be at most 10000, not 1000000"),
        ({"games": 2.5}, "games must be a whole number"),
        ({"games": 3, "starting": "c"}, "starting must be one of a, b, alternate, random, winner, loser, not 'c'"),
        ({"games": 3, "starting": ["a"]}, "starting must be one of"),
        ({"games": 3, "first": "winner"}, "first must be one of a, b, random, not 'winner'"),
    ],
)
def test_a_match_that_cannot_be_is_refused_with_its_value(options: dict[str, Any], message: str) -> None:
    with pytest.raises(jd.PositionError, match=message):
        jd.match(PIG20, "turtle", "optimal", **options)


def test_a_match_is_plain_data_and_shows_itself() -> None:
    found = jd.match(PIG20, "turtle", "optimal", best_of=3)
    assert found.to_dict()["a"] == "turtle"
    assert found.to_dict()["best_of"] == 3
    assert "<th>long_run</th>" in found._repr_html_()


@pytest.mark.parametrize("name", ["pig", "two-dice-pig", "wiped", "forced-throws", "hog"])
@pytest.mark.parametrize("mixed", [False, True])
def test_every_head_start_at_once_is_the_duel_with_that_head_start(name: str, mixed: bool) -> None:
    rules = GAMES[name]
    a, b = drawn(rules, 5, mixed, passing=0.8).table, drawn(rules, 6, passing=0.8).table
    found = jd.handicap(rules, a, b)
    assert found.head_starts == range(1 - rules.target, rules.target)
    for h in found.head_starts:
        single, one = jd.duel(rules, a, b, own=max(0, -h), opponent=max(0, h)), found.at(h)
        for figure in ("first", "second", "stalemate_first", "stalemate_second"):
            assert getattr(one, figure) == pytest.approx(getattr(single, figure), abs=1e-10)


def test_head_starts_are_played_out_with_memories() -> None:
    rules = GAMES["pig"]
    found = jd.handicap(rules, Sulking(), Counting())
    for h in (-7, -1, 0, 2, 9):
        single = jd.duel(rules, Sulking(), Counting(), own=max(0, -h), opponent=max(0, h))
        assert found.at(h).first == pytest.approx(single.first, abs=1e-12)
        assert found.at(h).second == pytest.approx(single.second, abs=1e-12)


def test_four_points_make_pig_fair() -> None:
    found, solution = jd.handicap("pig"), jd.solve("pig")
    assert found.fair == 4
    assert found.at(4).first == pytest.approx(0.501595, abs=5e-7)
    assert found.fair_average == 0
    np.testing.assert_allclose(found.first[99:], solution.values[0], atol=1e-13)
    np.testing.assert_allclose(1.0 - found.second[99:], solution.values[:, 0], atol=1e-13)


def test_the_weaker_player_is_given_points() -> None:
    weaker = jd.handicap("pig", "hold-at(20)", "optimal")
    assert (weaker.fair, weaker.fair_average) == (-2, -8)
    mirrored = jd.handicap("pig", "optimal", "hold-at(20)")
    assert mirrored.fair_average == 8
    for h in (0, 4):
        assert abs(weaker.at(weaker.fair).first - 0.5) <= abs(weaker.at(h).first - 0.5)


def test_of_head_starts_that_are_as_fair_the_smaller_is_taken() -> None:
    found = jd.handicap(PIG20, "hold-at(0)", "hold-at(0)")
    assert (found.fair, found.fair_average, found.at(5).stalemate_first) == (0, 0, 1.0)


def test_a_head_start_that_cannot_be_is_refused() -> None:
    for wrong in (20, -20, 1.5, True, "4"):
        with pytest.raises(jd.PositionError, match="from -19 to 19, not"):
            jd.handicap(PIG20).at(wrong)  # type: ignore[arg-type]


def test_a_handicap_is_plain_data_and_does_not_change() -> None:
    found = jd.handicap(PIG20)
    plain = found.to_dict()
    assert plain["first_at_fair"] == found.at(found.fair).first
    assert len(plain["head_starts"]) == len(plain["first"]) == 39
    assert "head_starts" not in found._repr_html_()
    assert repr(found) == f"Handicap('{PIG20}', 'optimal', 'optimal', fair={found.fair})"
    with pytest.raises(ValueError, match="read-only"):
        found.first[0] = 1.0
    assert jd.handicap("pig(target=1)").head_starts == range(1)
