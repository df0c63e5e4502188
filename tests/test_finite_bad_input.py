"""What no finite game may be: each is refused with one message that names the state."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from naive_finite import Told

import jeopardice as jd
from jeopardice import finite
from jeopardice.finite import CHANCE, FINAL, Move

UNHASHABLE: Any = ["won"]
HALVES = [Move("won", 0.5), Move("lost", 0.5)]


class Counts:
    """A game without an end."""

    players, initial = 1, 0

    def kind(self, state: int) -> int:
        return 0

    def moves(self, state: int) -> list[Move]:
        return [Move(state + 1)]

    def payoff(self, state: int) -> float:
        return 0


class Unfindable(str):
    """A state whose own code fails where it is looked for."""

    def __hash__(self) -> int:
        raise ValueError("no hash today")


class Shy(Unfindable):
    """It does not even show itself."""

    def __repr__(self) -> str:
        raise RuntimeError("not today")


class Beginningless(Counts):
    """A game that does not know where it begins."""

    initial = property(lambda self: 1 / 0)


def without_end(state: Any) -> Iterator[Move]:
    """Moves that never run out."""
    while True:
        yield Move("won")


def failing(state: Any) -> Any:
    """The game's own code is at fault."""
    return {"other": []}[state]


def recursive(state: Any) -> Any:
    """A recursion that never ends."""
    return recursive(state)


class Ways(dict[Any, Any]):
    """A mapping that asks a function for moves."""

    def __init__(self, ask: Callable[[Any], Any]) -> None:
        super().__init__(start=[])
        self.ask = ask

    def get(self, state: Any, default: Any = None) -> Any:
        return self.ask(state) if state in self else default


def told(moves: list[Any], mover: Any = CHANCE, **more: Any) -> Told:
    """A game of one decision."""
    return Told({"start": moves}, {"start": mover}, **more)


WRONG = {
    "probabilities that do not sum to 1": (told([Move("won", 0.5)]), "at state 'start' must sum to 1, not 0.5"),
    "an action's, by its name": (told([Move("won", 0.5, 0, "go")], 0), "of action 'go' at state 'start' must sum"),
    "too much in all": (told([Move("won", 0.6), Move("lost", 0.6)]), "'start' must sum to 1, not 1.2"),
    "a negative probability": (told([Move("won", -1.0)]), "between 0 and 1, not -1.0 (at state 'start')"),
    "a probability that is no number": (told([Move("won", float("nan"))]), "not nan (at state 'start')"),
    "a probability that is a text": (told([Move("won", "1/2")]), "not '1/2' (at state 'start')"),
    "a move from a final state": (
        Told({"start": [Move("won")], "won": [Move("lost")]}, {"won": FINAL}),
        "state 'won' is final, yet it has a move, to 'lost'",
    ),
    "a state without moves": (told([], 0), "state 'start' is not final, yet it has no moves"),
    "an unhashable state": (told([Move(UNHASHABLE)]), "a state must be hashable, and ['won'] is not"),
    "a state whose hash fails": (told([Move(Unfindable("x"))]), "hashable, and 'x' is not (ValueError: no hash today)"),
    "a first state whose hash fails": (told(HALVES, initial=Unfindable("x")), "hashable, and 'x' is not (ValueError"),
    "a state that cannot be shown": (told([Move(Shy("x"))]), "and a Shy that cannot be shown is not (ValueError"),
    "no first state": (Beginningless(), "code failed before its first state: ZeroDivisionError"),
    "an unhashable name": (told([Move("won", 1, 0, UNHASHABLE)], 0), "must be hashable, not ['won'] (at 'start')"),
    "a move that is none": (told(["won"]), "a move must be a Move, not 'won' (at state 'start')"),
    "moves that are none": (Told(Ways(lambda state: None), {"start": 0}), "failed at state 'start': TypeError"),
    "moves that never run out": (Told(Ways(without_end), {"start": 0}), "'start' has more than 1,000,000 moves"),
    "a fault in the game's code": (Told(Ways(failing), {"start": 0}), "at state 'start': KeyError: 'start'"),
    "a recursion without end": (Told(Ways(recursive), {"start": 0}), "at state 'start': RecursionError"),
    "a player who is not there": (told(HALVES, 1), "state 'start' must be 0 (the one player), 'chance' or 'final'"),
    "a third of two players": (told(HALVES, 2, players=2), "must be a player's number (0 to 1), 'chance' or 'final'"),
    "a kind that is none": (told(HALVES, "nobody"), "the kind of state 'start' must be"),
    "simultaneous moves": (told(HALVES, (0, 1), players=2), "at state 'start' several players move at once"),
    "a pay-off that is no number": (told(HALVES, pays={"won": float("nan")}), "state 'won' must be finite"),
    "an infinite pay-off": (told(HALVES, pays={"lost": float("inf")}), "state 'lost' must be finite"),
    "a pay-off out of all measure": (told(HALVES, pays={"won": 1e300}), "state 'won' must be finite, and at most"),
    "pay-offs for too many": (told(HALVES, pays={"won": (1, 2)}), "state 'won' must be a number, not (1, 2)"),
    "one pay-off for three": (told(HALVES, players=3, pays={"won": 1}), "state 'won' must be 3 numbers"),
    "a reward that is none": (told([Move("won", 1, "much")]), "the reward of a move at state 'start' must be"),
    "no players": (told(HALVES, players=0), "players must be a whole number from 1 to 100, not 0"),
    "players that are no number": (told(HALVES, players="two"), "players must be a whole number"),
    "something else": ("pig", "must have players, initial, kind, moves, payoff: 'pig' has not"),
}


@pytest.mark.parametrize(("game", "message"), WRONG.values(), ids=WRONG.keys())
def test_what_is_no_game_is_refused_with_a_message_that_names_the_state(game: Any, message: str) -> None:
    with pytest.raises(jd.GameError) as refused:
        finite.solve(game)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_infinite_game_stops_at_the_limit_and_names_a_state() -> None:
    with pytest.raises(jd.TooLargeError, match=r"more than 1,000 states, such as 1000: is the game infinite\?"):
        finite.solve(Counts(), limit=1000)


@pytest.mark.parametrize("limit", [0, -1, True, 2.5, "many"])
def test_a_limit_is_a_number_of_states(limit: Any) -> None:
    with pytest.raises(jd.GameError, match="limit of states must be at least 1"):
        finite.explore(Counts(), limit)


def test_fractions_are_probabilities_and_impossible_moves_are_left_out() -> None:
    third = Fraction(1, 3)
    game = told([Move("won", third), Move("lost", 1 - third), Move("never", 0)], pays={"won": 3})
    solved = finite.solve(game)
    assert solved.value() == pytest.approx(1)
    assert set(solved.graph.states) == {"start", "won", "lost"}


def test_a_trap_in_which_every_choice_stays_is_detected_at_a_discount_of_1() -> None:
    trap = Told({"start": [Move("in"), Move("won")], "in": [Move("deeper")], "deeper": [Move("in")]}, pays={"won": 1})
    with pytest.raises(
        jd.GameError, match=r"from state '(in|deeper)' the game cannot end, whatever is done \(2 states"
    ):
        finite.solve(trap)
    for method in (finite.value_iteration, finite.policy_iteration):
        with pytest.raises(jd.GameError, match=r"from state '(in|deeper)' the game cannot end"):
            method(trap)
        assert method(trap, discount=0.9).value() == pytest.approx(0.9)
    assert finite.solve(trap, discount=0.9).value() == pytest.approx(0.9)


def test_chance_that_goes_round_for_ever_is_detected_at_any_discount() -> None:
    trap = Told({"start": [Move("in"), Move("won")], "in": [Move("in", 1, 1)]}, {"in": CHANCE}, pays={"won": 1})
    for method in (finite.solve, finite.value_iteration, finite.policy_iteration):
        for discount in (1, 0.9):
            with pytest.raises(
                jd.GameError, match=r"from state 'in' the game cannot end.* \(1 state leads only to its"
            ):
                method(trap, discount)


def test_a_cycle_that_can_be_left_is_no_trap() -> None:
    ways = {"start": [Move("there"), Move("won")], "there": [Move("start")]}
    assert finite.solve(Told(ways, pays={"won": 1})).action() == "won"
    assert finite.solve(Told(ways, pays={"won": -1})).value() == 0  # to go round for ever is better


def test_rewards_gathered_for_ever_have_no_value() -> None:
    gathering = Told({"start": [Move("start", 1, 1, "stay"), Move("won", 1, 0, "leave")]})
    with pytest.raises(jd.GameError, match="at state 'start' play can go on for ever and gather rewards"):
        finite.solve(gathering)
    assert finite.solve(gathering, discount=0.5).value() == pytest.approx(2)


AROUND = {"a": [Move("b", 1, 0, "on"), Move("x")], "b": [Move("c", 1, 0, "on"), Move("x")], "c": [Move("a"), Move("x")]}


def test_three_players_who_choose_on_a_cycle_are_refused_with_the_reason() -> None:
    game = Told(AROUND, {"a": 0, "b": 1, "c": 2}, {"x": (1, 2, 3)}, players=3, initial="a")
    with pytest.raises(jd.GameError, match=r"players 0, 1, 2 choose on a cycle, at state '[abc]'.* not unique"):
        finite.solve(game)
    with pytest.raises(jd.GameError, match="best play is not unique"):
        finite.value_iteration(game)
    with pytest.raises(jd.GameError, match="one player, or two who share a constant sum"):
        finite.policy_iteration(game)


def test_three_players_on_a_cycle_where_only_one_can_choose_are_solved() -> None:
    ways = {**AROUND, "b": [Move("c")], "c": [Move("a", 0.5), Move("x", 0.5)]}
    game = Told(ways, {"a": 0, "b": 1, "c": CHANCE}, {"x": (1, 2, 3)}, players=3, initial="a")
    assert [finite.solve(game).value(player=player) for player in range(3)] == pytest.approx([1, 2, 3])


def test_two_players_without_a_constant_sum_are_refused_on_a_cycle_only() -> None:
    ways = {"a": [Move("b", 1, 0, "on"), Move("x")], "b": [Move("a", 1, 0, "on"), Move("x"), Move("y")]}
    game = Told(ways, {"a": 0, "b": 1}, {"x": (1, 2), "y": (2, 2)}, players=2, initial="a")
    with pytest.raises(jd.GameError, match="share a constant sum"):
        finite.solve(game)
    ways = {"a": [Move("b"), Move("x")], "b": [Move("x"), Move("y")]}
    solved = finite.solve(Told(ways, {"a": 0, "b": 1}, {"x": (1, 2), "y": (2, 3)}, players=2, initial="a"))
    assert (solved.value(), solved.value(player=1), solved.action()) == (2, 3, "b")


@pytest.mark.parametrize("discount", [0, -0.5, 1.5, float("nan"), "half", True])
def test_a_discount_lies_above_0_and_is_at_most_1(discount: Any) -> None:
    for solve in (finite.solve, finite.value_iteration, finite.policy_iteration):
        with pytest.raises(jd.GameError, match="discount must be above 0 and at most 1"):
            solve(told(HALVES), discount)


def test_questions_about_what_does_not_come_up_are_refused_by_name() -> None:
    solved = finite.solve(told(HALVES))
    with pytest.raises(jd.GameError, match="state 'elsewhere' does not come up"):
        solved.value("elsewhere")
    with pytest.raises(jd.GameError, match="nobody chooses at state 'start'"):
        solved.action()
    with pytest.raises(jd.GameError, match="nobody chooses at state 'won'"):
        solved.actions("won")
    with pytest.raises(jd.GameError, match="player must be a whole number from 0 to 0, not 1"):
        solved.value(player=1)


def test_a_state_that_cannot_be_looked_for_does_not_come_up() -> None:
    with pytest.raises(jd.GameError, match="state 'start' does not come up"):
        finite.solve(told(HALVES)).value(Unfindable("start"))


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (3, "a policy is a solution or a function of a state, not 3"),
        (lambda state: 1 / 0, "the policy failed at state 'start': ZeroDivisionError"),
        (lambda state: ["won"], r"the policy answers \['won'\] at state 'start': that names no action"),
        (lambda state: {"won": "often"}, "probabilities at state 'start' must sum to 1: {'won': 'often'}"),
        (lambda state: "away", "the policy takes 'away' at state 'start', where there are: 'won', 'lost'"),
    ],
)
def test_a_policy_that_is_none_is_refused_with_the_state(policy: Any, message: str) -> None:
    with pytest.raises(jd.GameError, match=message):
        finite.fixed(told([Move("won"), Move("lost")], 0), 0, policy)


def test_with_a_discount_the_share_of_the_second_player_is_not_made_up() -> None:
    game = told([Move("won"), Move("lost")], 0, players=2, pays={"won": (1, 0), "lost": (0, 1)})
    solved = finite.solve(game, discount=0.5)
    assert solved.value() == 0.5
    with pytest.raises(jd.GameError, match="ask only for player 0"):
        solved.value(player=1)
