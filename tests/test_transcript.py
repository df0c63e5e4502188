"""One game told roll by roll: it keeps to the rules, and is played as the exact figures have it."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest
from samples import GAMES, SPELLED, Counting, Sulking, drawn, every_game, throw

import jeopardice as jd
from jeopardice.errors import JeopardiceError, NotConvergedError, StrategyError
from jeopardice.sampled import transcript as module
from jeopardice.sampled.seats import Chance, node_of
from jeopardice.sampled.transcript import Player
from jeopardice.strategies.base import Event, State, Strategy

COIN = jd.as_game("piglet(target=3)")


def followed(rules: jd.Rules, told: jd.Transcript) -> tuple[list[int], int | None]:
    """The slow twin: the scores at the end and the winner, from nothing but who threw what."""
    scores, seat, total = [told.own, told.opponent], "ab".index(told.first), 0
    winner = None
    for decision in (decision for turn in told.turns for decision in turn.decisions):
        assert winner is None
        assert decision.turn_total == total
        outcome = decision.outcome
        total += outcome.points if outcome else 0
        if outcome is None or outcome.effect == "bank":
            scores[seat] += total
        elif outcome.effect == "wipe":
            scores[seat] = 0
        elif outcome.effect == "score":
            continue
        total = 0
        winner = seat if scores[seat] >= rules.target else None
        seat = 1 - seat if told.b else 0
    return scores, winner


@every_game
def test_every_game_is_played_to_its_end_by_its_rules(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TURNS", 3000)
    rules = GAMES[name]
    for seed in range(8):
        mixed = drawn(rules, seed, mixed=True).table
        for b in (mixed, None):
            try:
                told = jd.transcript(rules, mixed, b, rng=seed)
            except NotConvergedError:  # some never score at all, but throw what only ever busts or wipes
                endless = jd.duel(rules, mixed, b).stalemate_first if b else jd.solitaire(rules, mixed).endless
                assert endless > 0
                continue
            scores, winner = followed(rules, told)
            assert list(told.scores) == scores[: len(told.scores)]
            assert told.winner == (None if winner is None else "ab"[winner])
            assert told.throws == sum(bool(d.outcome) for turn in told.turns for d in turn.decisions)


@every_game
@pytest.mark.parametrize("strategy", SPELLED.values())
def test_every_strategy_plays_every_game_and_its_dice_tell_it_again(name: str, strategy: str) -> None:
    rules = GAMES[name]
    for b in ("hold-at(3)", None):
        try:
            told = jd.transcript(rules, strategy, b, rng=7)
        except StrategyError:
            assert rules.forced_first_roll or (b is None and strategy.startswith("soft-max"))
            continue
        if "noisy" not in strategy and "soft-max" not in strategy:
            again = jd.transcript(rules, strategy, b, dice=told.dice)
            assert again.turns == told.turns
            assert again.seed is None


@pytest.mark.parametrize(
    ("rules", "a", "b"),
    [
        (COIN, "hold-at(1)", "hold-at(2)"),
        (GAMES["three-throws"], Counting(), Sulking()),
        (GAMES["two-throws"], Sulking(), "hold-at(2)"),
        (GAMES["two-dice-pig"], "noisy(hold-at(4), 0.2)", jd.resolve(GAMES["two-dice-pig"], "optimal")),
        (GAMES["weighted"], jd.resolve(GAMES["weighted"], "best-response(scoring-turns(2))"), "scoring-turns(2)"),
        (GAMES["piggy"], "hold-at(13, goal=false)", "roll-and-wait"),
        (GAMES["forced-throws"], jd.resolve(GAMES["forced-throws"], "best-response(turtle)"), "turtle"),
    ],
    ids=str,
)
def test_wins_come_as_often_as_the_exact_figures_say(rules: jd.Rules, a: Any, b: Any) -> None:
    games, rng = 400, np.random.default_rng(5)
    exact = jd.duel(rules, a, b)
    for first, chance in (("a", exact.first), ("b", exact.second)):
        wins = sum(jd.transcript(rules, a, b, rng=rng, first=first).winner == "a" for _ in range(games))
        assert abs(wins / games - chance) <= 4 * sqrt(max(chance * (1 - chance), 1e-9) / games)


def test_turns_alone_are_as_many_as_the_exact_figures_say() -> None:
    rng = np.random.default_rng(3)
    for game, strategy in (("pig", "optimal"), ("two-dice-pig(target=20)", "noisy(optimal, 0.1)"), ("hog", "turtle")):
        exact = jd.solitaire(game, strategy)
        turns = [len(jd.transcript(game, strategy, rng=rng).turns) for _ in range(100)]
        spread = exact.distribution.sd / sqrt(len(turns))
        assert abs(np.mean(turns) - exact.expected) <= 4 * spread


def test_the_same_seed_tells_the_same_game() -> None:
    one, other = (jd.transcript("frey", "noisy(optimal, 0.1)", "hold-at(20)", rng=11) for _ in range(2))
    assert one == other
    assert one.seed == 11
    assert jd.transcript("frey", "noisy(optimal, 0.1)", "hold-at(20)", rng=12) != one


def test_a_seed_is_kept_only_where_chance_was_drawn_from_it() -> None:
    assert jd.transcript("pig", "hold-at(100)", dice=[6] * 17, rng=4).seed is None
    assert jd.transcript("pig", "hold-at(100)", dice="6,6,...", rng=4).seed == 4
    assert jd.transcript("pig", "turtle", rng=np.random.default_rng(4)).seed is None


def test_outcomes_are_drawn_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, rules in GAMES.items():
        for kind in rules.throws:
            chance = Chance(0)
            common = np.lcm.reduce([outcome.probability.denominator for outcome in kind.outcomes])
            if common > 5000:
                continue
            ways = iter(range(int(common)))
            monkeypatch.setattr(chance, "below", lambda bound, ways=ways: next(ways))
            certain = len(kind.outcomes) == 1
            counts = Counter(chance.outcome(kind) for _ in range(1 if certain else int(common)))
            total = sum(counts.values())
            assert {o: Fraction(n, total) for o, n in counts.items()} == {o: o.probability for o in kind.outcomes}, name


def test_numbers_beyond_64_bits_are_drawn_evenly() -> None:
    chance, bound = Chance(1), 3 * 2**100
    drawn_numbers = [chance.below(bound) for _ in range(3000)]
    assert all(0 <= number < bound for number in drawn_numbers)
    thirds = Counter(number // 2**100 for number in drawn_numbers)
    assert all(abs(thirds[third] - 1000) < 4 * sqrt(3000 * 2 / 9) for third in range(3))


def test_a_rare_outcome_is_no_rounding_error() -> None:
    tiny = Fraction(1, 10**40)
    rules = jd.Rules("rare", 2, (jd.Throw("flip", (jd.Outcome(1 - tiny, 1), jd.Outcome(tiny, 0, "bust"))),))
    assert jd.transcript(rules, "hold-at(2)", rng=1).scores == (2,)


@every_game
def test_nodes_are_numbered_as_in_the_whole_turn(name: str) -> None:
    from jeopardice.games.turn import compile_turn

    turn = compile_turn(GAMES[name], 300)
    assert all(node_of(GAMES[name], total) == node for total, node in turn.node_of.items())


class Bending(Strategy):
    """Passes; its memory goes round, or counts its passes and then it rolls."""

    first_memory = 0

    def __init__(self, period: int, rolls: bool) -> None:
        self.period, self.rolls = period, rolls

    @property
    def name(self) -> str:
        return f"bending {self.period}"

    def remember(self, memory: Any, event: Event) -> int:
        later = memory + event.mine
        return int(later % self.period if not self.rolls else min(later, self.period))

    def __call__(self, state: State) -> int:
        return int(self.rolls and state.memory >= self.period and state.turn_total < 5)


def test_two_who_pass_for_ever_come_to_a_stalemate() -> None:
    told = jd.transcript("pig", "hold-at(0)", "hold-at(0)", rng=1, own=3)
    assert [turn.end for turn in told.turns] == ["pass", "pass"]
    assert (told.stalemate, told.winner, told.scores, told.dice) == (True, None, (3, 0), "")


def test_a_stalemate_is_waited_for_until_memories_come_back_too() -> None:
    assert len(jd.transcript("pig", Bending(3, rolls=False), "hold-at(0)", rng=1).turns) == 6
    told = jd.transcript("pig", Bending(3, rolls=True), "hold-at(0)", rng=1)
    assert [turn.end for turn in told.turns[:6]] == ["pass"] * 6
    assert told.winner == "a"


def test_who_may_roll_some_day_is_in_no_stalemate() -> None:
    told = jd.transcript("pig", "noisy(hold-at(0), 0.3)", "hold-at(0)", rng=1)
    assert told.winner == "a"


def test_going_round_by_certain_wipes_is_a_stalemate_too() -> None:
    rules = jd.Rules("hill", 3, (throw("climb", ("1", 1, "bank")), throw("fall", ("1", 0, "wipe"))))
    told = jd.transcript(rules, lambda state: "climb" if state.own == 0 else "fall", rng=1)
    assert [turn.end for turn in told.turns] == ["bank", "wipe"]
    assert told.stalemate
    assert str(told).endswith("The target is never reached.")


def test_a_game_without_an_end_in_sight_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TURNS", 200)
    with pytest.raises(NotConvergedError, match="roll-to-win: the game is not over after 200 turns"):
        jd.transcript("pig(target=400)", "roll-to-win", rng=1)
    monkeypatch.setattr(module, "MOST_DECISIONS", 50)
    with pytest.raises(NotConvergedError, match="and 50 decisions"):
        jd.transcript("piglet(target=100, heads=1)", "roll-to-win", rng=1)


def test_who_does_not_mind_the_goal_rolls_on_beyond_it() -> None:
    told = jd.transcript("pig(target=10)", "hold-at(20, goal=false)", dice="6,6,6,6")
    assert told.scores == (24,)
    assert jd.transcript("pig(target=10)", "hold-at(20)", dice="6,6").scores == (12,)
    noisy = jd.transcript("pig(target=10)", "noisy(hold-at(20, goal=false), 0)", dice="6,6,6,6")
    assert noisy.scores == (24,)


def test_a_throw_that_scores_nothing_and_goes_on_is_told() -> None:
    told = jd.transcript(GAMES["two-throws"], "hold-at(1)", dice="0,0,1", own=7)
    assert [decision.turn_total for decision in told.turns[0].decisions] == [0, 0, 0, 1]
    assert (told.dice, told.scores) == ("0,0,1", (8,))
    assert "wait: 0, wait: 0, wait: 1, held" in str(told)


@pytest.mark.parametrize("first", ["a", "b"])
def test_head_starts_are_a_s_and_b_s_whoever_begins(first: str) -> None:
    told = jd.transcript("pig", "hold-at(20)", "hold-at(20)", dice="2,2,6,..." if first == "a" else "1,2,2,6",
                         first=first, own=90, opponent=66)  # fmt: skip
    assert (told.turns[0].player, told.winner, told.scores) == (first, "a", (100, 66))


def test_memories_hear_the_same_events_as_in_the_exact_figures() -> None:
    heard: list[Event] = []

    class Listening(Sulking):
        def remember(self, memory: Any, event: Event) -> str:
            heard.append(event)
            return super().remember(memory, event)

    jd.transcript("two-dice-pig", Listening(), "turtle", dice="wipe,4,5,4,bust,wipe,12,...", rng=1)
    assert heard[:7] == [
        Event(True, "bust"),  # of the wipe: it had nothing banked
        Event(False, "bank", 9),
        Event(True, "pass"),
        Event(False, "bust"),
        Event(True, "bust"),
        Event(False, "bank", 12),
        Event(True, "pass"),
    ]


def test_a_wipe_of_what_is_banked_is_heard_as_one() -> None:
    heard: list[Event] = []

    class Listening(Bending):
        def remember(self, memory: Any, event: Event) -> int:
            heard.append(event)
            return 0

    told = jd.transcript("two-dice-pig", Listening(0, rolls=True), dice="4,5,wipe,bust,...", rng=1)
    assert heard[:3] == [Event(True, "bank", 9), Event(True, "wipe"), Event(True, "bust")]
    assert [turn.score for turn in told.turns[:3]] == [9, 0, 0]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: jd.transcript("pig", "turtle", "turtle", first="c"), "first must be"),
        (lambda: jd.transcript("pig", "turtle", "turtle", own=100), "own must be a whole number from 0 to 99"),
        (lambda: jd.transcript("pig", "turtle", opponent=5), "opponent must be 0 where nobody else plays, not 5"),
        (lambda: jd.transcript("pig", "turtle", rng=-1), "not -1"),
        (lambda: jd.transcript("pig", "turtle", rng="x"), "not 'x'"),
        (lambda: jd.transcript("pig", "hold-at(20, throw=2)"), "only 1 kind of throw"),
        (lambda: jd.transcript("pig", lambda a, b, c: 1 / 0), "ZeroDivisionError"),
        (lambda: jd.transcript("pig(forced_first_roll=true)", "hold-at(0)"), "force the first roll"),
        (lambda: jd.transcript("pig", jd.resolve("pig(target=20)", "turtle")), "is a table for pig to 20"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(make: Any, message: str) -> None:
    with pytest.raises(JeopardiceError, match=message):
        make()


def test_a_name_that_cannot_be_printed_is_told_with_question_marks() -> None:
    def odd(state: State) -> bool:
        return state.turn_total < 9

    odd.__name__ = "o\x07dd"
    assert jd.transcript("pig", odd, rng=1).a == Player("o?dd")


def test_transcripts_are_values_that_a_notebook_shows() -> None:
    told = jd.transcript("pig", "hold-at(20)", "optimal", rng=3)
    assert repr(told) == "Transcript('pig', 'hold-at(20)', 'optimal', 14 turns, winner='b', scores=(44, 100))"
    assert told._repr_html_().startswith("<pre>pig: A = hold-at(20)")
    assert len({told, jd.transcript("pig", "hold-at(20)", "optimal", rng=3)}) == 1
    assert (told.a.heuristic, told.players[1].heuristic) == (True, False)
