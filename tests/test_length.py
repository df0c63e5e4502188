"""How long games are: moments from linear systems, and the distribution only where it is not too long."""

import math
import time

import naive_memory
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from samples import GAMES, Counting, Sulking, drawn
from shell import Shell, as_json, run

import jeopardice as jd
from jeopardice.cli.work import Told, working
from jeopardice.exact import length as lengths
from jeopardice.exact.game_chain import GameChain
from jeopardice.exact.moments import Moments, eliminated
from jeopardice.exact.turns import steps
from jeopardice.strategies.base import Strategy

PASSIVE = ("pig", "noisy(hold-at(0), 0.001)", "noisy(hold-at(0), 0.001)")


def moments_of(a: jd.Table, b: jd.Table) -> Moments:
    """The moments by the linear systems."""
    moves = (steps(a, b, mover_is_a=True), steps(b, a, mover_is_a=False))
    return GameChain(moves, a.rules.target).moments("it")


@settings(max_examples=60)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), st.booleans(), st.booleans())
def test_mean_and_spread_are_those_of_the_distribution(name: str, seed: int, mixed: bool, other: bool) -> None:
    rules = GAMES[name]
    a, b = drawn(rules, seed, mixed), drawn(rules, seed + 1, other)
    length, moments = jd.game_length(rules, a.table, b.table), moments_of(a.table, b.table)
    assume(length.written)
    assert moments.endless == pytest.approx(jd.duel(rules, a.table, b.table).stalemate_first, abs=1e-12)
    plain = jd.Distribution(length.probabilities)
    assert moments.mean == pytest.approx(plain.mean, rel=1e-8, nan_ok=True)
    assert moments.sd == pytest.approx(plain.sd, rel=1e-6, abs=1e-7, nan_ok=True)


@pytest.mark.parametrize("name", ["pig", "two-dice-pig", "wiped", "forced-wipes"])
@pytest.mark.parametrize("pair", [(Sulking(), "scoring-turns(3)"), (Counting(), Sulking())])
def test_the_mean_with_memories_is_that_of_the_slow_chain(name: str, pair: tuple[Strategy, Strategy]) -> None:
    rules = GAMES[name]
    a, b = (jd.as_strategy(rules, one) for one in pair)
    slow = naive_memory.mean_turns(rules, naive_memory.player_of(rules, a), naive_memory.player_of(rules, b))
    assert moments_of(jd.resolve(rules, a), jd.resolve(rules, b)).mean == pytest.approx(slow, rel=1e-9)


@given(st.integers(0, 10**6), st.integers(1, 6))
def test_systems_side_by_side_are_solved_one_by_one(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    whole = rng.dirichlet(np.ones(count + 1), (3, count)) * (rng.random((3, count, count + 1)) < 0.7)
    inside, leave, rows = whole[..., :count], whole[..., count], rng.random((3, count, 2))
    assume((leave > 0.01).all())
    matrix = np.eye(count) * (leave + inside.sum(axis=-1))[..., None] - inside
    slow = np.linalg.solve(matrix, rows)
    assert eliminated(inside.copy(), leave.copy(), rows.copy(), np.zeros(2)) == pytest.approx(slow)


def test_what_is_never_left_gets_a_row_of_its_own() -> None:
    inside = np.array([[[0.0, 0.5, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]])
    rows = np.array([[[0.5], [0.0], [0.0]]])
    assert eliminated(inside, np.array([[0.5, 0.0, 0.0]]), rows, np.array([7.0])).ravel().tolist() == [4.0, 7.0, 7.0]


def test_rare_ends_keep_their_digits() -> None:
    chance = 1e-17
    inside, leave = np.array([[[0.0, 1.0], [1.0, 0.0]]]), np.array([[chance, 0.0]])
    found = eliminated(inside, leave, np.ones((1, 2, 1)), np.zeros(1))
    assert found.ravel() == pytest.approx([2 / chance, 2 / chance])


def test_a_game_of_very_many_turns_is_told_without_their_distribution_and_soon() -> None:
    begin = time.process_time()
    length = jd.game_length(*PASSIVE)
    assert time.process_time() - begin < 20
    assert not length.written
    assert length.mean == pytest.approx(107640.297811)
    assert length.sd == pytest.approx(19424.292066)
    assert (length.to_dict()["probabilities"], length.to_dict()["median"], length.to_dict()["mode"]) == (None,) * 3
    for ask in (lambda: length.within(5), lambda: length.median, lambda: length.mode, lambda: length.quantile(0.9)):
        with pytest.raises(jd.NotConvergedError, match=r"only the mean \(107640\) .* would take too long"):
            ask()
    assert "mean" in length._repr_html_()


def test_the_command_tells_what_is_known_of_a_game_of_very_many_turns(capsys: Shell) -> None:
    pair = ("pig:target=20", "noisy:hold-at:0,0.000001", "noisy:hold-at:0,0.000001")
    told = as_json(capsys, "length", *pair)
    assert told["mean"] > 1e6
    assert told["probabilities"] is None
    out = run(capsys, "length", *pair)[1]
    assert "mean 1." in out
    assert "e7" in out
    assert "Too many turns to show how they are spread." in out


def test_what_even_the_linear_systems_would_take_too_long_for_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lengths, "MOST_SOLVED", 0)
    assert jd.game_length("piglet", "turtle", "turtle").moments is None
    monkeypatch.setattr(lengths, "MOST_WORK", 10_000)
    with pytest.raises(jd.NotConvergedError, match=r"is not over after [\d,]+ turns"):
        jd.game_length("piglet", "turtle", "turtle")


def test_an_endless_game_is_none_of_too_many_turns() -> None:
    length = jd.game_length("piglet", "hold-at(0)", "hold-at(0)")
    assert length.written
    assert length.endless == 1.0
    assert math.isnan(length.mean)


def test_progress_goes_on_while_turns_are_played_out() -> None:
    told: list[float] = []
    jd.game_length("pig(target=20)", "turtle", "optimal", progress=told.append)
    assert told == sorted(told)
    assert len({share for share in told if 0.5 < share < 1.0}) > 10


def test_on_a_terminal_nothing_is_left_of_a_longer_line(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("jeopardice.cli.work.PATIENCE", 0.0)
    with working("a against b") as told:
        assert isinstance(told, Told)
        time.sleep(0.3)
    lines = capsys.readouterr().err.split("\r")[1:-1]
    assert lines
    assert all(line.endswith("\x1b[K") for line in lines)
