"""Models for PRISM: read again by a reader of our own, and by an independent model checker where there is one."""

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_finite import Listed, Told, games

import jeopardice as jd
from jeopardice import finite
from jeopardice.cli.main import main
from jeopardice.finite import CHANCE, DiceGame, Move, dice_against, fixed, prism
from jeopardice.finite.examples.race import Race
from jeopardice.finite.examples.solitaire_dice import RollAgain

GAME, STRATEGY, OTHER = "pig(target=20)", "hold-at(7)", "hold-at(11)"
COMMAND = re.compile(r"  \[(\w*)\] s=(\d+) -> (.*);")
WAY = re.compile(r"(\S+):\(s'=(\d+)\)")


@dataclass(frozen=True)
class Read:
    """A model that was read from its text, and the answer to its property."""

    kind: str
    answer: float


def read(model: str, properties: str) -> Read:
    """What a model and its property say, by value iteration with the slowest of means."""
    lines = [line.split(" //")[0] for line in model.splitlines() if not line.startswith("//")]
    actions: dict[int, list[tuple[str, list[tuple[float, int]]]]] = {}
    for command in filter(None, map(COMMAND.fullmatch, lines)):
        label, state, ways = command.groups()
        told = [(float(chance), int(to)) for chance, to in WAY.findall(ways)]
        whole = sum(chance for chance, _ in told)
        assert not told or whole == pytest.approx(1, abs=1e-12)
        once = re.fullmatch(r"\(s'=(\d+)\)", ways)
        told = [(1.0, int(once[1]))] if once else told or [(1.0, int(state))]
        actions.setdefault(int(state), []).append((label, told))
    labels = dict(re.findall(r'^label "(\w+)" = (.*?);', model, re.MULTILINE))
    rewards = re.findall(r"^  \[(\w+)\] true : (.*);$", model, re.MULTILINE)
    paid = re.findall(r"^  (\(?s[^\[\n]*) : (.*);$", model.partition("rewards")[2], re.MULTILINE)
    of_state = {state: float(worth) for where, worth in paid for state in states(where)}
    of_action = {label: float(worth) for label, worth in rewards}
    asked = re.search(r'^(P|R\{"payoff"\})(max|min|)=\? \[ F "(\w+)" \]$', properties, re.MULTILINE)
    assert asked
    best = min if asked[2] == "min" else max
    reached = states(labels[asked[3]])
    values = {state: 1.0 if state in reached and asked[1] == "P" else 0.0 for state in actions}
    change = 1.0
    while change > 1e-14:
        change = 0.0
        for state in reversed(actions):
            if state in reached:
                continue
            new = best(
                of_state.get(state, 0.0) + of_action.get(label, 0.0) + sum(p * values[to] for p, to in ways)
                for label, ways in actions[state]
            )
            change, values[state] = max(change, abs(new - values[state])), new
    kind = next(line for line in lines if line in ("mdp", "dtmc"))
    assert kind == "mdp" or all(len(choices) == 1 for choices in actions.values())
    return Read(kind, values[0])


def states(where: str) -> set[int]:
    """The states of which a condition holds."""
    found = set()
    for low, high in re.findall(r"s>=(\d+) & s<=(\d+)", where):
        found |= set(range(int(low), int(high) + 1))
    return found | {int(one) for one in re.findall(r"s=(\d+)", where)}


def test_a_game_against_a_strategy_is_answered_as_a_best_response() -> None:
    written = prism(dice_against(GAME, STRATEGY))
    found, solution = read(written.model, written.properties), jd.best_response(GAME, STRATEGY)
    assert found.kind == "mdp"
    assert found.answer == pytest.approx(solution.first_player, abs=1e-11)
    second = prism(dice_against(GAME, STRATEGY, starts=False))
    assert read(second.model, second.properties).answer == pytest.approx(solution.second_player, abs=1e-11)


def test_a_game_of_two_strategies_is_answered_as_a_duel() -> None:
    written = prism(dice_against(GAME, STRATEGY, OTHER))
    found = read(written.model, written.properties)
    assert found.kind == "dtmc"
    assert found.answer == pytest.approx(jd.duel(GAME, OTHER, STRATEGY).first, abs=1e-11)


@pytest.mark.parametrize("strategy", ["noisy(hold-at(4), 0.1)", "optimal", "roll-to-win"])
def test_every_strategy_without_a_memory_can_be_written(strategy: str) -> None:
    game = "pig(target=10)"
    written = prism(dice_against(game, strategy, strategy))
    assert read(written.model, written.properties).answer == pytest.approx(
        jd.duel(game, strategy, strategy).first, abs=1e-11
    )


def test_strategies_that_do_not_fit_are_refused() -> None:
    with pytest.raises(jd.StrategyError, match="keeps a memory"):
        dice_against(GAME, "scoring-turns(4)")
    with pytest.raises(jd.StrategyError, match="beyond the target"):
        dice_against(GAME, "hold-at(7, goal=false)")


def test_the_second_player_may_be_the_one_who_chooses() -> None:
    written = prism(fixed(DiceGame.of(GAME), 0, lambda state: "roll"))
    value = finite.solve(written.graph).value(player=1)
    assert written.player == 1
    assert read(written.model, written.properties).answer == pytest.approx(value, abs=1e-11)
    assert "player 1" in written.properties


@pytest.mark.parametrize("cost", [0.25, 1.0])
def test_costs_are_minimised(cost: float) -> None:
    written = prism(RollAgain(cost))
    assert "min=?" in written.properties
    assert "minus this, plus 6" in written.properties
    assert 6 - read(written.model, written.properties).answer == pytest.approx(finite.solve(RollAgain(cost)).value())


def test_several_pay_offs_are_an_expected_reward() -> None:
    game = Told({"start": [Move("a"), Move("b")], "b": [Move("a"), Move("c", 1, 2)]}, pays={"a": -1, "b": 0, "c": 2})
    written = prism(game)
    assert "less 1" in written.properties
    assert read(written.model, written.properties).answer - 1 == pytest.approx(finite.solve(game).value()) == 4


def test_without_rewards_several_pay_offs_are_the_probability_of_a_win() -> None:
    written, value = prism(RollAgain(0)), finite.solve(RollAgain(0)).value()  # whoever rolls for ever is never paid
    assert "is 0 + 6 times this" in written.properties
    assert read(written.model, written.properties).answer * 6 == pytest.approx(value) == 6


def test_who_never_wins_has_no_chance_of_it() -> None:
    never = prism(dice_against(GAME, STRATEGY, "hold-at(0)"))
    assert 'label "win" = false;' in never.model
    assert read(never.model, never.properties).answer == jd.duel(GAME, "hold-at(0)", STRATEGY).first == 0


@settings(max_examples=60)
@given(games((0, CHANCE), players=1, forward=True, pays=st.integers(-2, 2)))
def test_games_drawn_at_random_come_back(game: Listed) -> None:
    written = prism(game)
    answer, paid = read(written.model, written.properties).answer, sorted(set(_paid(written.graph)))
    value = finite.solve(game).value()
    if len(paid) > 2:
        low = min(0.0, paid[0])
        value = (value - low) / (paid[-1] - low)
    else:
        value = (value - paid[0]) / (paid[-1] - paid[0]) if len(paid) == 2 else 1.0
    assert answer == pytest.approx(value, abs=1e-10)


def _paid(graph: finite.Graph) -> list[float]:
    return [float(graph.arrays.payoff[n, 0]) for n in range(len(graph)) if graph.arrays.mover[n] == -2]


def test_two_who_choose_are_refused_and_told_what_to_do() -> None:
    with pytest.raises(jd.GameError, match=r"players 0 and 1 choose, .*with fixed\(graph, player, policy\)"):
        prism(DiceGame.of("piglet(target=2)"))
    with pytest.raises(jd.GameError, match="some rewards are positive and some negative"):
        prism(Told({"start": [Move("x", 1, 1), Move("y", 1, -1)]}))
    with pytest.raises(jd.GameError, match="cannot end from state 'start'"):
        prism(Told({"start": [Move("start")]}))


def test_a_solution_is_a_strategy() -> None:
    graph = finite.explore(DiceGame.of(GAME))
    solved = finite.solve(graph)
    both = fixed(fixed(graph, 1, solved), 0, lambda state: solved.action(state))
    assert finite.solve(both).value() == pytest.approx(solved.value(), abs=1e-12)
    with pytest.raises(jd.GameError, match="for its own graph only"):
        fixed(finite.explore(DiceGame.of(GAME)), 1, solved)


def test_three_players_can_be_fixed_one_after_the_other() -> None:
    graph = finite.explore(Race(4, 3))
    solved = finite.solve(graph)
    for player in (2, 1):
        graph = fixed(graph, player, lambda state: solved.action(state))
    written = prism(graph)
    assert read(written.model, written.properties).answer == pytest.approx(solved.value(), abs=1e-12)


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (lambda state: "jump", "takes 'jump' at state .*, where there are: 'hold', 'roll'"),
        (lambda state: {"roll": 0.5}, "must sum to 1: {'roll': 0.5}"),
        (lambda state: {"roll": 2.0, "hold": -1.0}, "must sum to 1"),
    ],
)
def test_a_policy_that_is_none_is_refused_with_the_state(policy: Any, message: str) -> None:
    with pytest.raises(jd.GameError, match=message):
        fixed(DiceGame.of(GAME), 0, policy)
    with pytest.raises(jd.GameError, match="player must be a whole number from 0 to 1, not 2"):
        fixed(DiceGame.of(GAME), 2, policy)


class Odd:
    """A state whose name runs over lines."""

    def __repr__(self) -> str:
        return "two\nlines */ \u00e9 // and\r\nmore"


def test_no_name_breaks_a_line_or_a_word() -> None:
    odd = Odd()
    names = ["two words", "1st", "module", "s", "a\nb", "\u00e9", "", ("x", 1), Fraction(1, 2)]
    game = Told({"start": [Move(odd, 1, 0, name) for name in names]}, pays={odd: 1, "never": 0})
    written = prism(game, "a\ntitle */ \u00e9")
    assert written.model.isascii()
    assert written.model.splitlines()[0] == "// a title */ \\xe9"
    labels = re.findall(r"^  \[(.*?)\] s=0 ", written.model, re.MULTILINE)
    assert len(labels) == len(names)
    assert all(re.fullmatch(r"([A-Za-z_]\w*)?", label) for label in labels)
    assert not {"module", "s"} & set(labels)
    assert read(written.model, written.properties).answer == 1


def test_both_files_are_written(tmp_path: Path) -> None:
    written = prism(dice_against("piglet(target=3)", "hold-at(2)"), "piglet")
    model, properties = written.write(tmp_path / "piglet.prism")
    assert (model.read_text(), properties.read_text()) == (written.model, written.properties)
    assert properties.name == "piglet.props"
    with pytest.raises(jd.GameError, match="name of its property"):
        written.write(tmp_path / "piglet.props")
    with pytest.raises(jd.FileError, match="cannot write"):
        written.write(tmp_path / "nowhere" / "piglet.prism")


def test_the_command_writes_a_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", GAME, STRATEGY, "--prism", "alone.prism"]) == 0
    assert "wrote alone.prism" in capsys.readouterr().err
    found = read(Path("alone.prism").read_text(), Path("alone.props").read_text())
    assert found.answer == pytest.approx(jd.best_response(GAME, STRATEGY).first_player, abs=1e-11)
    assert main(["export", GAME, STRATEGY, "--first", OTHER, "--prism", "both.prism"]) == 0
    found = read(Path("both.prism").read_text(), Path("both.props").read_text())
    assert found.answer == pytest.approx(jd.duel(GAME, OTHER, STRATEGY).first, abs=1e-11)
    assert main(["export", GAME, STRATEGY, "--first", OTHER, "--csv", "x.csv"]) == 2
    assert main(["export", GAME, STRATEGY, "--prism", "x.props"]) == 2


@pytest.mark.parametrize(
    ("first", "starts"),
    [(None, True), (None, False), (OTHER, True), ("hold-at(0)", True)],
    ids=["first", "second", "both fixed", "never wins"],
)
def test_an_independent_model_checker_finds_the_same(first: str | None, starts: bool, tmp_path: Path) -> None:
    answer = checked(prism(dice_against(GAME, STRATEGY, first, starts)), tmp_path)
    if first:
        known = jd.duel(GAME, first, STRATEGY).first
    else:
        solution = jd.best_response(GAME, STRATEGY)
        known = solution.first_player if starts else solution.second_player
    assert answer == pytest.approx(known, abs=1e-6)


@pytest.mark.parametrize("game", [RollAgain(0.25), Race(5, 1)], ids=["costs", "one runner"])
def test_an_independent_model_checker_reads_rewards(game: Any, tmp_path: Path) -> None:
    answer, value = checked(prism(game), tmp_path), finite.solve(game).value()
    assert (6 - answer if isinstance(game, RollAgain) else answer) == pytest.approx(value, abs=1e-5)


def test_an_independent_model_checker_reads_pay_offs(tmp_path: Path) -> None:
    assert 6 * checked(prism(RollAgain(0)), tmp_path) == pytest.approx(finite.solve(RollAgain(0)).value(), abs=1e-5)


def checked(model: finite.Prism, folder: Path) -> float:
    """What the model checker Storm answers."""
    stormpy = pytest.importorskip("stormpy", reason="stormpy, of the extra 'check', is not installed")
    file, properties = model.write(folder / "game.prism")
    program = stormpy.parse_prism_program(str(file))
    formulas = stormpy.parse_properties(properties.read_text(), program)
    built = stormpy.build_model(program, formulas)
    return float(stormpy.model_checking(built, formulas[0]).get_value(built.initial_states[0]))
