"""What holds for every strategy with a name, in every game; and what is special about each."""

import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import CATALOGUE, CUSTOM, SPELLED, Counting, Sulking

import jeopardice as jd
from jeopardice.games.catalog import pig
from jeopardice.games.rules import Rules
from jeopardice.games.turn import compile_turn
from jeopardice.strategies.base import Event, State, Strategy
from jeopardice.strategies.named import Noisy, Threshold, scaled
from jeopardice.strategies.notation import NAMED, spelled_strategy
from jeopardice.strategies.wanted import Wanted

GAMES = CATALOGUE | {name: CUSTOM[name] for name in ("two-throws", "weighted")}
every_strategy = pytest.mark.parametrize("spelled", SPELLED.values())
every_game = pytest.mark.parametrize("game", GAMES)
PIG = jd.PIG


def state(own: int, opponent: int, turn_total: int, rules: Rules = PIG, memory: Any = None) -> State:
    return State(own, opponent, turn_total, rules, compile_turn(rules).node_of[turn_total], memory)


def answer(spelled: str, own: int, opponent: int, turn_total: int, rules: Rules = PIG, memory: Any = None) -> Any:
    return spelled_strategy(rules, spelled)(state(own, opponent, turn_total, rules, memory))


@every_strategy
def test_the_name_of_a_strategy_spells_it(spelled: str) -> None:
    strategy = spelled_strategy(PIG, spelled)
    assert spelled_strategy(PIG, strategy.name) == strategy
    assert strategy.name.startswith(spelled.partition("(")[0])
    assert str(strategy) == strategy.name
    assert hash(strategy) == hash(spelled_strategy(PIG, spelled))


@every_strategy
def test_a_strategy_says_in_a_sentence_what_it_does(spelled: str) -> None:
    description = spelled_strategy(PIG, spelled).describe()
    assert len(description) > 30
    assert description.endswith((".", ").", ")"))
    assert "\n" not in description


@every_strategy
@every_game
def test_a_strategy_answers_every_decision_with_a_distribution_over_legal_actions(spelled: str, game: str) -> None:
    rules = GAMES[game]
    table = jd.resolve(rules, spelled)
    assert table.probabilities.shape[1:] == (rules.target, rules.target, table.turn.decisions, len(rules.throws) + 1)
    assert np.all(table.probabilities >= 0.0)
    np.testing.assert_allclose(table.probabilities.sum(axis=-1), 1.0, atol=1e-12)
    beyond = np.add.outer(np.arange(rules.target), table.turn.total[: table.turn.decisions]) >= rules.target
    assert np.all(np.moveaxis(table.probabilities, 3, 2)[:, beyond][..., 0] == 1.0)


@every_strategy
@every_game
def test_a_strategy_wins_no_more_against_hold_at_4_than_a_best_response(spelled: str, game: str) -> None:
    rules = GAMES[game]
    result, seen_from_there = jd.duel(rules, spelled, "hold-at(4)"), jd.duel(rules, "hold-at(4)", spelled)
    assert result.first + seen_from_there.second + result.stalemate_first == pytest.approx(1.0)
    assert result.second + seen_from_there.first + result.stalemate_second == pytest.approx(1.0)
    assert result.average <= jd.best_response(rules, "hold-at(4)").average + 1e-12


@every_strategy
def test_a_table_answers_as_its_strategy_does(spelled: str) -> None:
    rules = CATALOGUE["pig"]
    table = jd.resolve(rules, spelled)
    named = spelled_strategy(rules, spelled)
    strategy = table if isinstance(named, Wanted) else named
    for memory in table.memories.values:
        for own, opponent, total in ((0, 0, 0), (0, 9, 3), (5, 2, 4), (9, 9, 0), (3, 3, 6)):
            here = state(own, opponent, total, rules, memory)
            expected = strategy(here)
            if isinstance(expected, int):
                expected = np.eye(2)[expected]
            number = table.memories.values.index(memory)
            np.testing.assert_allclose(table.probabilities[number, own, opponent, here.node], expected)


def test_thresholds_written_out_at_once_are_those_asked_one_by_one() -> None:
    for spelled in SPELLED.values():
        strategy = spelled_strategy(PIG, spelled)
        if not isinstance(strategy, Threshold):
            continue
        turn = compile_turn(pig(target=30))
        for memory in (0, 2):
            known = strategy.choices(turn, memory, range(30), range(30))
            some = strategy.choices(turn, memory, range(7, 9), range(3, 20))
            np.testing.assert_array_equal(some, known[7:9, 3:20])
            for own, opponent, total in ((0, 0, 0), (7, 22, 6), (29, 1, 9), (22, 22, 2), (15, 28, 14)):
                node = turn.node_of[total]
                assert known[own, opponent, node] == strategy(State(own, opponent, total, turn.rules, node, memory))


@pytest.mark.parametrize(
    ("place", "action"),
    [((79, 42, 21), 0), ((37, 71, 48), 1), ((71, 0, 20), 1), ((42, 57, 22), 1), ((42, 57, 23), 0)],
)
def test_keep_pace_end_race_advises_as_its_authors_do(place: tuple[int, int, int], action: int) -> None:
    """The samples of Neller's exercise; in the first of them banking 21 wins."""
    assert answer("keep-pace-end-race", *place) == action


@pytest.mark.parametrize(
    ("spelled", "own", "opponent", "hold"),
    [
        ("score-base-keep-pace-end-race", 0, 0, 19),
        ("score-base-keep-pace-end-race", 0, 40, 26),
        ("score-base-keep-pace-end-race", 20, 60, 26),
        ("score-base-keep-pace-end-race", 68, 68, 19),
        ("score-base-keep-pace-end-race", 69, 0, 31),
        ("score-base-keep-pace-end-race", 10, 69, 90),
        ("keep-pace-end-race", 0, 0, 21),
        ("keep-pace-end-race", 0, 12, 23),
        ("keep-pace-end-race", 12, 0, 20),
        ("keep-pace-end-race", 0, 4, 22),
        ("keep-pace-end-race", 4, 0, 21),
        ("keep-pace-end-race", 71, 0, 29),
        ("keep-pace(21, 8, 71)", 0, 12, 23),
        ("keep-pace(21, 8, 71)", 0, 71, 100),
        ("keep-pace(30, 1, 50)", 10, 49, 69),
        ("keep-pace(30, 1, 50)", 49, 10, 1),
        ("keep-pace(30, 1, 50)", 50, 10, 50),
        ("keep-pace(25, 200, 100)", 0, 99, 25),
        ("keep-pace(25, 200, 100)", 99, 0, 1),
        ("keep-pace(25, 8, 0)", 0, 0, 100),
        ("roll-and-wait", 0, 50, 20),
        ("roll-and-wait", 70, 50, 10),
        ("roll-and-wait", 80, 85, 0),
        ("roll-and-wait", 80, 86, 20),
        ("roll-to-win", 30, 50, 70),
        ("turtle", 30, 50, 5),
    ],
)
def test_a_policy_holds_where_its_source_says(spelled: str, own: int, opponent: int, hold: int) -> None:
    totals = compile_turn(PIG).node_of
    assert all(answer(spelled, own, opponent, total) == (total < hold) for total in totals if own + total < 100)


def test_constants_are_scaled_with_the_target_and_halves_rounded_up() -> None:
    assert [scaled(71, target) for target in (100, 50, 200, 10)] == [71, 36, 142, 7]
    assert answer("score-base-keep-pace-end-race", 0, 0, 9, pig(target=50)) == 1
    assert answer("score-base-keep-pace-end-race", 0, 0, 10, pig(target=50)) == 0
    for target, opponent, hold in ((50, 30, 23), (200, 130, 102)):  # 14 is 7 of 50 and 28 of 200
        rules = pig(target=target)
        for total in (hold - 1, hold):
            assert answer("score-base-keep-pace-end-race", 0, opponent, total, rules) == (total < hold)


@pytest.mark.parametrize("target", [10, 60, 100])
def test_keep_pace_end_race_is_one_of_the_linear_rules_and_hold_at_as_well(target: int) -> None:
    rules = pig(target=target)
    general = f"keep-pace({scaled(21, target)}, 8, {scaled(71, target)})"
    for spelled, plain in ((general, "keep-pace-end-race"), (f"keep-pace(7, {2 * target}, {target})", "hold-at(7)")):
        found, known = (jd.resolve(rules, each).choices_by_scores for each in (spelled, plain))
        np.testing.assert_array_equal(found, known)


def test_the_points_of_a_linear_rule_are_not_scaled_and_it_may_make_another_throw() -> None:
    assert answer("keep-pace(9, 8, 40)", 0, 0, 8, pig(target=50)) == 1
    assert answer("keep-pace(9, 8, 40)", 0, 0, 9, pig(target=50)) == 0
    assert answer("keep-pace(3, 2, 8, throw=2)", 0, 0, 0, CUSTOM["two-throws"]) == 2
    assert jd.as_strategy(PIG, "keep-pace:21,8,71,throw=2").name == "keep-pace(21, 8, 71, throw=2)"


def test_scoring_turns_divide_what_is_missing_by_the_turns_left() -> None:
    for memory, own, hold in ((0, 0, 25), (1, 27, 24), (2, 51, 24), (3, 76, 24), (1, 99, 1)):
        for total in (hold - 1, hold):
            if total != 1 and own + total < 100:
                assert answer("scoring-turns(4)", own, 0, total, memory=memory) == (total < hold)
    plan = spelled_strategy(PIG, "scoring-turns(4)")
    assert plan.remember(0, Event(True, "bank", 20)) == 1
    assert plan.remember(3, Event(True, "bank", 20)) == 3
    assert [plan.remember(1, Event(mine, kind)) for mine in (True, False) for kind in ("bust", "wipe", "pass")] == [
        1
    ] * 6
    assert plan.remember(1, Event(False, "bank", 20)) == 1


def test_hold_at_without_the_goal_rolls_on_beyond_the_target() -> None:
    assert jd.duel("pig", "hold-at(25, goal=false)", "hold-at(25)").average < 0.5
    assert answer("hold-at(0)", 0, 0, 0) == 0


@given(st.fractions(0, 1), st.sampled_from(["hold-at(4)", "scoring-turns(2)", "roll-and-wait"]))
def test_noise_takes_each_legal_action_with_its_share(e: Fraction, spelled: str) -> None:
    rules = CUSTOM["forced-throws"]
    inner = spelled_strategy(rules, spelled)
    noisy = spelled_strategy(rules, f"noisy({spelled}, {e})")
    for total in (0, 3):
        here = state(0, 0, total, rules, inner.first_memory)
        legal = here.legal
        for action, chance in enumerate(noisy(here)):  # type: ignore[arg-type]
            right = float(action == inner(here))
            assert chance == pytest.approx((1 - float(e)) * right + (float(e) / len(legal) if action in legal else 0.0))


def test_noise_on_a_table_is_noise_on_its_strategy() -> None:
    rules = CATALOGUE["hog"]
    once = jd.resolve(rules, "noisy(hold-at(4), 1/5)")
    twice = jd.tabulate(rules, jd.as_strategy(rules, "noisy(hold-at(4), 1/5)"))
    np.testing.assert_allclose(once.probabilities, twice.probabilities)
    again = jd.resolve(rules, "noisy(noisy(hold-at(4), 1/5), 1/4)")
    assert again.probabilities.max() < 1.0 + 1e-12


@pytest.mark.parametrize(
    ("spelled", "message"),
    [
        ("hold-at(-1)", "n must be at least 0, not -1"),
        ("hold-at(1.5)", "n must be a whole number"),
        ("hold-at(20, throw=0)", "throw must be at least 1"),
        ("hold-at(20, goal=3)", "goal must be true or false"),
        ("hold-at", "does not take these values: write hold-at"),
        ("hold-at(turtle)", "n must be a whole number"),
        ("scoring-turns(0)", "n must be at least 1"),
        ("scoring-turns(101)", "n must be at most 100"),
        ("noisy(turtle, 2)", "e must lie between 0 and 1"),
        ("noisy(turtle, turtle)", "e must be"),
        ("noisy(20, 0.5)", "a strategy"),
        ("best-response(3)", "a strategy"),
        ("keep-pace-race", "did you mean 'keep-pace-end-race'?"),
        ("keep-pace(21, 8)", "does not take these values: write keep-pace"),
        ("keep-pace(21, 0, 71)", "b must be at least 1, not 0"),
        ("keep-pace(2.5, 8, 71)", "a must be a whole number"),
        ("keep-pace(21, 8, -1)", "c must be at least 0, not -1"),
        ("keep-pace(21, 8, 71, throw=0)", "throw must be at least 1"),
        ("optimal(3)", "does not take these values"),
    ],
)
def test_a_strategy_that_cannot_be_is_refused_with_its_value(spelled: str, message: str) -> None:
    with pytest.raises((jd.StrategyError, jd.NotationError), match=message.replace("(", r"\(").replace("?", r"\?")):
        jd.resolve(PIG, spelled)


def test_a_throw_that_the_game_has_not_is_refused() -> None:
    with pytest.raises(jd.StrategyError, match="only 1 kind"):
        jd.duel("pig", "hold-at(20, throw=2)", "turtle")


def test_what_must_be_solved_first_says_how() -> None:
    for spelled, way in (("optimal", "solve"), ("best-response(turtle)", "best_response"), ("soft-max(1)", "resolve")):
        with pytest.raises(jd.StrategyError, match=way):
            answer(spelled, 0, 0, 0)


@pytest.mark.parametrize("strategy", [Sulking(), Counting()], ids=["sulking", "counting"])
def test_all_memories_that_a_strategy_can_come_to_are_found(strategy: Strategy) -> None:
    found = jd.tabulate(CATALOGUE["pig"], strategy).memories.values
    assert set(found) == ({"calm", "hurt", "bold"} if isinstance(strategy, Sulking) else {0, 1, 2, 3} - {1})


def test_a_memory_without_end_is_refused() -> None:
    class Endless(Sulking):
        first_memory = 0  # type: ignore[assignment]

        def remember(self, memory: Any, event: Event) -> Any:
            return memory + 1

    with pytest.raises(jd.StrategyError, match="more than 1000 memories"):
        jd.duel("pig(target=10)", Endless(), "turtle")


@pytest.mark.parametrize(
    ("remember", "message"),
    [
        (lambda memory: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda memory: sys.exit(0), "it ended the program"),
        (lambda memory: [1], r"hashable and equal to itself, not \[1\]"),
        (lambda memory: float("nan"), "hashable and equal to itself, not nan"),
        (lambda memory: np.zeros(2), "hashable and equal to itself"),
    ],
    ids=["raises", "exits", "list", "nan", "array"],
)
def test_a_fault_in_remembering_is_told_with_the_strategy_the_memory_and_the_event(
    remember: Callable[[Any], Any], message: str
) -> None:
    class Forgetful(Sulking):
        def remember(self, memory: Any, event: Event) -> Any:
            return remember(memory)

    with pytest.raises(jd.StrategyError, match=message) as told:
        jd.duel(CATALOGUE["pig"], Forgetful(), "turtle")
    assert str(told.value).startswith("sulking")
    assert "Event(mine=False, kind='bust', points=0), which it met with the memory 'calm'" in str(told.value)


@pytest.mark.parametrize("spelled", ["roll-and-wait", "score-base-keep-pace-end-race", "keep-pace-end-race", "turtle"])
@pytest.mark.parametrize("target", [1, 2, 3])
def test_a_strategy_that_builds_up_throws_at_the_start_however_small_the_target(spelled: str, target: int) -> None:
    rules = pig(target=target)
    assert answer(spelled, 0, 0, 0, rules) == 1
    assert jd.duel(rules, spelled, spelled).stalemate_first < 1.0


@given(st.fractions(0, 1, max_denominator=10**12) | st.floats(0, 1).map(str).filter(lambda text: "e" not in text))
def test_the_name_of_noise_reads_back_to_the_same_noise(e: Fraction | str) -> None:
    noisy = Noisy(jd.HoldAt(3), Fraction(e))
    assert spelled_strategy(PIG, noisy.name) == noisy


def test_noise_is_named_as_people_write_it() -> None:
    names = [Noisy(jd.HoldAt(3), e).name for e in (Fraction(1, 3), 1e-5, Fraction(1, 20), 1)]  # type: ignore[arg-type]
    assert names == [f"noisy(hold-at(3), {e})" for e in ("1/3", "0.00001", "0.05", "1")]
    with pytest.raises(jd.StrategyError, match="at most 60 characters"):
        Noisy(jd.HoldAt(3), Fraction(1, 3**200))


def test_noise_never_passes_where_the_first_roll_is_forced() -> None:
    for spelled in ("noisy(hold-at(4), 1/2)", "noisy(noisy(hold-at(4), 1/2), 1/3)"):
        table = jd.resolve(CUSTOM["forced-throws"], spelled)
        assert not table.probabilities[..., 0, 0].any()
        assert table.probabilities[0, 0, 0, 0, 1:] == pytest.approx(
            [0.75, 0.25] if "noisy(n" not in spelled else [2 / 3, 1 / 3]
        )


def test_every_named_strategy_is_tested_here() -> None:
    assert SPELLED.keys() == NAMED.keys()
