"""What needs much memory: refused at once, and otherwise no more than it says."""

import time
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from samples import GAMES, SPELLED, Counting, Sulking

import jeopardice as jd
from jeopardice.exact.resolve import resolve
from jeopardice.exact.turns import steps
from jeopardice.games.diagonal import buffer_size
from jeopardice.games.turn import MOST_EXACT, TurnOutcomes, compile_turn, turn_outcomes

MEBI = 1 << 20
BEYOND = ("noisy(best-response(hold-at(4)), 1/4)", "hold-at(12, goal=false)", "noisy(hold-at(14, goal=false), 1/3)")


def peak(work: Callable[[], Any]) -> int:
    """The most bytes that some work held at once."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "work",
    [
        lambda: jd.duel("pig(target=1000000)", "hold-at(20)", "hold-at(25)"),
        lambda: jd.duel("pig(target=30000)", "optimal", "hold-at(25)"),
        lambda: jd.game_length("pig(target=30000)", "hold-at(20)", "hold-at(25)"),
        lambda: jd.duel("pig", "hold-at(400000, goal=false)", "hold-at(20)"),
        lambda: jd.duel("pig", "hold-at(150000, goal=false)", "noisy(optimal, 0.1)"),
        lambda: jd.turn_outcomes("pig(target=1000000)", "roll-to-win"),
        lambda: jd.solve("pig(target=30000)", cache=False),
    ],
)
def test_what_does_not_fit_is_refused_quickly_and_before_it_is_made(
    work: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jeopardice.games.size.available", lambda: 3 << 30)
    begin = time.process_time()
    with pytest.raises(jd.TooLargeError):
        work()
    assert time.process_time() - begin < 5


def test_what_is_held_already_counts() -> None:
    from jeopardice.games import size

    before = size.used()
    kept = np.ones(100 * MEBI, np.uint8)
    assert size.used() - before > 80 * MEBI or before == 0
    assert kept.any()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(size, "available", lambda: 3 * MEBI)
        patch.setattr(size, "used", lambda: 2 * MEBI)
        size.refuse_beyond(MEBI, "a little")
        with pytest.raises(jd.TooLargeError, match=r"needs about 2 MiB of memory, and 1 MiB may be used"):
            size.refuse_beyond(2 * MEBI, "more")


def test_the_ways_of_all_turns_are_estimated_while_they_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table, told = resolve("pig(target=30)", "hold-at(9)"), list[int]()
    monkeypatch.setattr("jeopardice.exact.turns.refuse_beyond", lambda size, what: told.append(size))
    found = steps(table, table, mover_is_a=True)
    held = found.origin.nbytes + found.goal.nbytes + found.probability.nbytes
    assert told[-1] == held  # the parts are there, and are to be put together
    assert all(0.5 * held < size < 4 * held for size in told[2:])


def test_a_table_takes_no_more_memory_than_it_has() -> None:
    rules = jd.as_game("pig(target=200)")
    size = buffer_size(200, compile_turn(rules).decisions)
    for spelled in ("hold-at(20)", "keep-pace-end-race", "roll-and-wait"):
        assert peak(partial(resolve, rules, spelled)) < 1.3 * size + 8 * MEBI
    noisy = peak(lambda: resolve(rules, "noisy(hold-at(20), 0.1)"))
    assert noisy < 1.15 * (1 + 2 * 8) * size + 8 * MEBI


def test_a_turn_is_worked_out_without_a_table() -> None:
    jd.turn_outcomes("pig", "hold-at(20)")
    assert peak(lambda: jd.turn_outcomes("pig(target=2000)", "hold-at(20)")) < MEBI
    assert peak(lambda: jd.turn_outcomes("pig(target=100000)", "keep-pace-end-race", 10, 20)) < 300 * MEBI
    far, near = (jd.turn_outcomes(game, "hold-at(20)") for game in ("pig(target=1000000)", "pig"))
    assert far.points == near.points


def in_floats(outcomes: TurnOutcomes) -> dict[int, float]:
    """The chance of each number of points that may come up."""
    return {points: float(chance) for points, chance in outcomes.points.items() if chance}


@pytest.mark.parametrize("name", ["pig", "hog", "two-throws", "frey", "forced-throws"])
@pytest.mark.parametrize("spelled", [*SPELLED.values(), *BEYOND])
def test_one_turn_ends_as_the_table_of_all_scores_says(name: str, spelled: str) -> None:
    rules = GAMES[name]
    if rules.forced_first_roll and spelled == "roll-and-wait":
        return
    table = resolve(rules, spelled)
    for own, opponent in ((0, 0), (3, 6), (6, 2)):
        found = jd.turn_outcomes(rules, spelled, own, opponent)
        slow = turn_outcomes(table.turn, table.probabilities[0, own, opponent].tolist())
        assert in_floats(found) == pytest.approx(in_floats(slow), abs=1e-12)
        assert (found.game, found.own, found.opponent) == (jd.game_notation(rules), own, opponent)


@pytest.mark.parametrize("strategy", [Sulking(), Counting()], ids=["sulking", "counting"])
def test_one_turn_of_a_strategy_that_remembers_is_that_of_its_first_memory(strategy: jd.Strategy) -> None:
    rules = GAMES["pig"]
    table = resolve(rules, strategy)
    found = jd.turn_outcomes(rules, strategy, 2, 3)
    slow = turn_outcomes(table.turn, table.probabilities[0, 2, 3].tolist())
    assert in_floats(found) == pytest.approx(in_floats(slow))


def test_a_turn_is_told_in_fractions_as_well_while_they_can_be_written() -> None:
    plain = jd.turn_outcomes("piglet", "noisy(hold-at(2), 1/3)").to_dict()
    assert (plain["game"], plain["strategy"]) == ("piglet", "noisy(hold-at(2), 1/3)")
    assert plain["fractions"]["pass"] == "1/6"
    assert sum(map(Fraction, plain["fractions"]["points"].values())) == 1
    assert jd.turn_outcomes("piglet", lambda state: [0.5, 0.5]).to_dict()["fractions"] is None
    long = jd.turn_outcomes(f"piglet(target={MOST_EXACT + 1})", "roll-to-win")
    assert long.to_dict()["fractions"] is None


def test_progress_of_a_length_goes_from_nothing_to_all() -> None:
    told: list[float] = []
    jd.game_length("pig(target=20)", "turtle", "optimal", progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert 0 < told[0] < 0.1


def test_a_number_of_turns_is_whole() -> None:
    length = jd.game_length("piglet", "turtle", "turtle")
    assert length.within(np.int64(20)) == length.within(20)  # type: ignore[arg-type]
    assert length.within(-3) == 0.0
    for number in (1.5, "9", None, True):
        with pytest.raises(jd.JeopardiceError, match="number must be a whole number, not "):
            length.within(number)  # type: ignore[arg-type]


def test_a_share_of_games_lies_between_none_and_all() -> None:
    length = jd.game_length("piglet", "turtle", "turtle")
    for share in (1.5, -0.1, float("nan"), "half", None):
        with pytest.raises(jd.JeopardiceError, match="share must lie between 0 and 1"):
            length.quantile(share)  # type: ignore[arg-type]
