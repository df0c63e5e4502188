"""The finite games that ship as examples: their doctests hold, and they come to known figures."""

import doctest
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest

import jeopardice as jd
from jeopardice import finite
from jeopardice.finite import examples
from jeopardice.finite.examples.pig import Pig
from jeopardice.finite.examples.piglet import Piglet
from jeopardice.finite.examples.race import Race
from jeopardice.finite.examples.rock_paper_scissors import RockPaperScissors
from jeopardice.finite.examples.solitaire_dice import RollAgain
from jeopardice.finite.examples.two_dice_pig import TwoDicePig

MODULES = [found.name for found in iter_modules(examples.__path__)]


def test_all_the_worked_examples_are_there() -> None:
    wanted = {"piglet", "pig", "two_dice_pig", "race", "solitaire_dice", "rock_paper_scissors"}
    assert set(MODULES) == wanted


@pytest.mark.parametrize("name", MODULES)
def test_what_an_example_says_of_itself_is_so(name: str) -> None:
    module = import_module(f"{examples.__name__}.{name}")
    found = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize(
    ("game", "notation"),
    [
        (Piglet(target=3), "piglet(target=3)"),
        (Piglet(target=8, heads=0.25), "piglet(target=8, heads=1/4)"),
        (Pig(target=25), "pig(target=25)"),
        (TwoDicePig(target=25), "two-dice-pig(target=25)"),
    ],
)
def test_the_dice_games_come_to_what_the_exact_core_finds(game: Any, notation: str) -> None:
    solved, solution = finite.solve(game), jd.solve(notation, cache=False)
    assert solved.value() == pytest.approx(solution.first_player, abs=1e-12)
    for state in solved.graph.states:
        if not isinstance(state, int) and sum(state[1:]) and state[1] + state[3] < game.target:
            player, *position = state
            assert solved.value(state, player) == pytest.approx(solution.value(*position), abs=1e-10)


@pytest.mark.parametrize(("cost", "value"), [(1, 3), (0.5, 4), (1 / 3, 4.5), (5, -1.5)])
def test_rolling_again_is_worth_what_a_calculation_by_hand_says(cost: float, value: float) -> None:
    assert finite.solve(RollAgain(cost)).value() == pytest.approx(value, abs=1e-12)


def test_a_race_gives_one_prize_to_any_number_of_runners() -> None:
    for players in (1, 2, 3, 4):
        solved = finite.solve(Race(3, players))
        assert sum(solved.value(player=player) for player in range(players)) == pytest.approx(1)
    assert finite.solve(Race(1, 3)).value() == 1
    assert finite.solve(Race(2, 5)).action() == "walk"  # it is enough


def test_rock_paper_scissors_is_refused_with_the_reason() -> None:
    with pytest.raises(jd.GameError, match=r"at state 'show' several players move at once: .* not solved here"):
        finite.solve(RockPaperScissors())
