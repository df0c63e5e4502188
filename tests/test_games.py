"""What is played: rules, dice, the catalogue, the notation and the turn automaton."""

import itertools
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import naive
import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from jeopardice.errors import FileError, JeopardiceError, NotationError, RulesError
from jeopardice.games.catalog import CATALOG, PASS_THE_PIGS, PIG, piglet
from jeopardice.games.dice import Die, fair_die, judged_throw, summed_throw
from jeopardice.games.grammar import Call, nearest, read_call, spelled
from jeopardice.games.notation import as_game, game_notation, read_toml, rules_from_dict
from jeopardice.games.rules import Effect, Outcome, Rules, Throw, as_fraction, as_integer, merged
from jeopardice.games.turn import Turn, TurnOutcomes, compile_turn, turn_outcomes

HERE = Path(__file__).parent
SAMPLES = sorted((HERE / "games").glob("*.toml"))
KNOWN = tomllib.loads((HERE / "known" / "pig.toml").read_text())
HALF = Fraction(1, 2)
EFFECTS: tuple[Effect, ...] = ("score", "bank", "bust", "wipe")
FLIP = Throw("flip", (Outcome(HALF, 1), Outcome(HALF, 0, "bust")))

every_game = pytest.mark.parametrize("name", CATALOG)
small_integers = st.integers(1, 40)


def catalog_games() -> st.SearchStrategy[Rules]:
    """Games of the catalogue with all their parameters varied."""
    chances = st.fractions(Fraction(1, 100), 1, max_denominator=100)
    families: list[st.SearchStrategy[Rules]] = [
        st.builds(maker, target=small_integers)
        for name, maker in CATALOG.items()
        if name not in ("pig", "piglet", "hog")
    ]
    busts = st.one_of(st.just(1), st.lists(st.integers(1, 5), max_size=4))
    families += [
        st.builds(CATALOG["pig"], target=small_integers, sides=st.integers(6, 20), bust=busts),
        st.builds(CATALOG["piglet"], target=small_integers, heads=chances),
        st.builds(CATALOG["hog"], target=small_integers, dice=st.integers(1, 4)),
    ]
    return st.builds(lambda rules, f: replace(rules, forced_first_roll=f), st.one_of(families), st.booleans())


@st.composite
def throws(draw: st.DrawFn, name: str) -> Throw:
    """Throws with outcomes of every kind; not one that can only score 0 and go on."""
    weights = draw(st.lists(st.integers(1, 5), min_size=1, max_size=5))
    outcomes = []
    for weight in weights:
        effect: Effect = draw(st.sampled_from(EFFECTS))
        points = draw(st.integers(0, 4)) if effect in ("score", "bank") else 0
        outcomes.append(Outcome(Fraction(weight, sum(weights)), points, effect))
    assume(any(outcome.points or outcome.effect != "score" for outcome in outcomes))
    return Throw(name, tuple(outcomes))


@st.composite
def small_games(draw: st.DrawFn) -> Rules:
    """Games to a small target, with one to three throws of any kind."""
    choices = tuple(draw(throws(f"throw-{n}")) for n in range(draw(st.integers(1, 3))))
    assume(any(throw.scores for throw in choices))
    return Rules("small", draw(st.integers(1, 8)), choices)


def mixed(rules: Rules, draw: st.DataObject) -> dict[int, list[Fraction]]:
    """A noisy player who looks at the turn total only: the probability of each action, by turn total."""
    actions = len(rules.throws) + 1
    parts = st.lists(st.integers(0, 3), min_size=actions, max_size=actions).filter(any)
    drawn = [draw.draw(parts) for _ in range(rules.target)]
    return {k: [Fraction(part, sum(row)) for part in row] for k, row in enumerate(drawn)}


def hold_at(turn: Turn, n: int) -> list[list[int]]:
    """The choices of one who makes the last throw until the turn total is `n`."""
    throws = [0] * (len(turn.rules.throws) - 1)
    return [[1, *throws, 0] if total >= n else [0, *throws, 1] for total in turn.total[: turn.decisions]]


def by_end(ends: TurnOutcomes) -> dict[naive.End, float]:
    """The outcomes of a turn as the naive recursion gives them."""
    found: dict[naive.End, Any] = {"bust": ends.bust, "wipe": ends.wipe, "pass": ends.passed}
    found.update(ends.banked.items())
    return {end: float(chance) for end, chance in found.items() if chance}


def finishes(code: str, seconds: float) -> bool:
    """Does the code come to its end, or to a JeopardiceError, in time?"""
    setup = "from jeopardice.errors import JeopardiceError\nfrom jeopardice.games.notation import *\n"
    guarded = f"try:\n    {code}\nexcept JeopardiceError:\n    pass"
    try:
        subprocess.run([sys.executable, "-c", setup + guarded], check=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


# Rules


def test_rules_are_values() -> None:
    assert CATALOG["pig"]() == PIG
    assert hash(CATALOG["pig"]()) == hash(PIG)
    assert replace(PIG, target=50) == CATALOG["pig"](target=50)
    with pytest.raises(FrozenInstanceError):
        PIG.target = 50  # type: ignore[misc]


def test_equal_outcomes_are_added_up_and_impossible_ones_are_left_out() -> None:
    third = Fraction(1, 3)
    outcomes = (Outcome(third, 2), Outcome(0, 7), Outcome(third, 0, "bust"), Outcome(third, 2))  # type: ignore[arg-type]
    assert merged(outcomes) == (Outcome(2 * third, 2), Outcome(third, 0, "bust"))
    assert Throw("roll", outcomes).outcomes == merged(outcomes)


def test_probabilities_may_be_written_as_text_decimals_or_floats() -> None:
    for tenth in ("1/10", "0.1", 0.1, Decimal("0.1"), Fraction(1, 10), np.float64(0.1)):
        assert as_fraction(tenth, "probability") == Fraction(1, 10)


def test_whole_numbers_may_be_numpy_integers_or_whole_fractions() -> None:
    for five in (5, np.int64(5), Fraction(5)):
        whole = as_integer(five, "target", 1, 10)
        assert whole == 5
        assert type(whole) is int


def test_the_fingerprint_ignores_the_name_and_the_order_of_outcomes() -> None:
    turned = Throw("flip", FLIP.outcomes[::-1])
    game = Rules("one", 10, (FLIP,))
    assert game.fingerprint == Rules("another", 10, (turned,)).fingerprint
    others = [replace(game, target=11), replace(game, forced_first_roll=True), piglet(heads=Fraction(1, 3))]
    assert len({game.fingerprint, *(other.fingerprint for other in others)}) == 4


def test_the_actions_are_hold_and_then_the_throws() -> None:
    assert PIG.actions == ("hold", "roll")
    assert as_game("hog(dice=2)").actions == ("hold", "throw-1", "throw-2")


REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: Outcome(Fraction(3, 2)), "probability must lie between 0 and 1, not 3/2"),
    (lambda: Outcome(Fraction(-1, 2)), "probability must lie between 0 and 1, not -1/2"),
    (lambda: Outcome(float("nan")), "probability must be a number"),  # type: ignore[arg-type]
    (lambda: Outcome(float("inf")), "probability must be a number"),  # type: ignore[arg-type]
    (lambda: Outcome("1e999999999"), "probability must be a number"),  # type: ignore[arg-type]
    (lambda: Outcome("1/0"), "probability must be a number"),  # type: ignore[arg-type]
    (lambda: Outcome(True), "probability must be a number"),  # type: ignore[arg-type]
    (lambda: Outcome(None), "probability must be a number"),  # type: ignore[arg-type]
    (lambda: Outcome(10**5000), "probability must lie between 0 and 1"),  # type: ignore[arg-type]
    (lambda: Outcome(HALF, -1), "points must be at least 0, not -1"),
    (lambda: Outcome(HALF, 10**5000), "points must be at most 1000000, not a number of more than 30 digits"),
    (lambda: Outcome(HALF, -(10**5000)), "points must be at least 0"),
    (lambda: Outcome(HALF, 1.5), "points must be a whole number, not 1.5"),  # type: ignore[arg-type]
    (lambda: Outcome(HALF, True), "points must be a whole number, not True"),
    (lambda: Outcome(HALF, 1, "jump"), "effect must be one of score, bust, wipe, bank, not 'jump'"),  # type: ignore[arg-type]
    (lambda: Outcome(HALF, 1, ["bust"]), "effect must be one of"),  # type: ignore[arg-type]
    (lambda: Outcome(HALF, 1, "bust"), "points must be 0 where the effect is bust, not 1"),
    (lambda: Outcome(HALF, 1, "wipe"), "points must be 0 where the effect is wipe, not 1"),
    (lambda: Throw("roll", ()), "the probabilities of throw 'roll' must sum to 1, not 0"),
    (
        lambda: Throw("roll", (Outcome(HALF, 1),)),
        "the probabilities of throw 'roll' must sum to 1, not 1/2 = 0.5",
    ),
    (lambda: Throw("roll", (Outcome("0.333", 1),) * 3), "must sum to 1, not 999/1000"),  # type: ignore[arg-type]
    (lambda: Throw("hold", FLIP.outcomes), "the name of a throw must be"),
    (lambda: Throw(" ", FLIP.outcomes), "the name of a throw must be"),
    (lambda: Throw(7, FLIP.outcomes), "the name of a throw must be"),  # type: ignore[arg-type]
    (lambda: Throw("roll", (1, 2)), "outcomes"),  # type: ignore[arg-type]
    (lambda: Rules("", 10, (FLIP,)), "name must be a non-empty text, not ''"),
    (lambda: Rules(7, 10, (FLIP,)), "name must be a non-empty text, not 7"),  # type: ignore[arg-type]
    (lambda: Rules("x", 0, (FLIP,)), "target must be at least 1, not 0"),
    (lambda: Rules("x", -(10**5000), (FLIP,)), "target must be at least 1"),
    (
        lambda: Rules("x", 10**5000, (FLIP,)),
        "target must be at most 1000000, not a number of more than 30 digits",
    ),
    (lambda: Rules("x", 10.0, (FLIP,)), "target must be a whole number, not 10.0"),  # type: ignore[arg-type]
    (lambda: Rules("x", "10", (FLIP,)), "target must be a whole number, not '10'"),  # type: ignore[arg-type]
    (lambda: Rules("x", 10, ()), "throws must name at least one throw"),
    (lambda: Rules("x", 10, ("roll",)), "throws"),  # type: ignore[arg-type]
    (lambda: Rules("x", 10, (FLIP, FLIP)), "throws must have different names, not flip, flip"),
    (
        lambda: Rules("x", 10, tuple(replace(FLIP, name=str(n)) for n in range(201))),
        "throws must be at most 200, not 201",
    ),
    (lambda: Rules("x", 10, (Throw("roll", (Outcome(Fraction(1), 0, "bust"),)),)), "the game can never end"),
    (lambda: Rules("x", 10, (FLIP,), 1), "forced_first_roll must be true or false, not 1"),  # type: ignore[arg-type]
    (lambda: Rules("x", 10, (FLIP,), players=3), "players must be 2: games for 3 players are not built yet"),
    (lambda: Rules("x", 10, (FLIP,), players=2.0), "players"),  # type: ignore[arg-type]
    (lambda: Die(()), "faces must be between 1 and 1000 numbers, not 0"),
    (lambda: Die((1, -2)), "faces must be at least 0, not -2"),
    (lambda: Die((1, 2), (Fraction(1),)), "weights must be as many as the 2 faces, not 1"),
    (lambda: Die((1, 2), (Fraction(1), Fraction(-1))), "weights must not be negative, and not all 0"),
    (lambda: Die((1, 2), (Fraction(0), Fraction(0))), "weights must not be negative, and not all 0"),
    (lambda: fair_die(0), "sides must be at least 1, not 0"),
]


@pytest.mark.parametrize(("make", "message"), REFUSED)
def test_rules_that_no_game_can_have_are_refused_by_the_name_of_the_field(
    make: Callable[[], Any], message: str
) -> None:
    with pytest.raises(RulesError) as refusal:
        make()
    assert message in str(refusal.value)
    assert len(str(refusal.value)) < 300


# Dice


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(1, 9)), min_size=1, max_size=6))
def test_the_chances_of_a_die_sum_to_one(faces: list[tuple[int, int]]) -> None:
    die = Die(tuple(face for face, _ in faces), tuple(Fraction(weight) for _, weight in faces))
    assert sum(die.chances().values()) == 1


def test_a_face_written_twice_is_twice_as_likely() -> None:
    assert Die((1, 1, 2)).chances() == {1: Fraction(2, 3), 2: Fraction(1, 3)}
    assert Die((1, 2), (Fraction(2), Fraction(1))).chances() == Die((1, 1, 2)).chances()


@given(st.lists(st.integers(1, 6), min_size=1, max_size=3), st.sets(st.integers(1, 6)), st.booleans())
def test_summed_dice_are_the_judged_dice_that_sum(sides: list[int], bad: set[int], ends: bool) -> None:
    dice = [fair_die(n) for n in sides]
    summed = summed_throw("roll", dice, bad, ends)
    good: Effect = "bank" if ends else "score"

    def judge(faces: tuple[int, ...]) -> tuple[int, Effect]:
        return (0, "bust") if bad & set(faces) else (sum(faces), good)

    judged = judged_throw("roll", dice, judge)
    assert set(summed.outcomes) == set(judged.outcomes)


@pytest.mark.parametrize(
    ("game", "effect", "chance"),
    [
        ("pig", "bust", Fraction(1, 6)),
        ("pig(sides=8, bust=[1, 2])", "bust", Fraction(1, 4)),
        ("two-dice-pig", "bust", Fraction(10, 36)),
        ("two-dice-pig", "wipe", Fraction(1, 36)),
        ("big-pig", "bust", Fraction(10, 36)),
        ("frey", "bank", Fraction(1, 36)),
        ("piggy", "bust", Fraction(1, 6)),
        ("hog", "bust", Fraction(1, 6)),
        ("pass-the-pigs", "bust", Fraction("0.210796")),
    ],
)
def test_the_catalogue_throws_what_its_rules_say(game: str, effect: Any, chance: Fraction) -> None:
    assert as_game(game).throws[0].chance(effect) == chance


def test_big_pig_counts_doubles_twice() -> None:
    thirty_sixth = Fraction(1, 36)
    scored = {o.points: o.probability for o in as_game("big-pig").throws[0].outcomes if o.effect == "score"}
    sums = (sum(f) * (2 if f[0] == f[1] else 1) for f in itertools.product(range(2, 7), repeat=2))
    expected = {25: thirty_sixth}
    for points in sums:
        expected[points] = expected.get(points, Fraction(0)) + thirty_sixth
    assert scored == expected


def test_passed_pigs_score_what_was_measured() -> None:
    scored = {o.points: o.probability for o in as_game("pass-the-pigs").throws[0].outcomes if o.points}
    assert scored == {points: Fraction(chance) for points, chance in PASS_THE_PIGS.items()}


# The contract of every game in the catalogue


@every_game
def test_every_game_describes_itself_in_a_sentence(name: str) -> None:
    description = CATALOG[name].__doc__
    assert description
    assert description.strip().endswith(".")


@every_game
def test_every_game_can_be_named_with_nothing_but_a_target(name: str) -> None:
    rules = as_game(f"{name}(target=7)")
    assert rules == CATALOG[name](target=7)
    assert rules.target == 7
    assert rules.name == name
    assert game_notation(CATALOG[name]()) == name


@every_game
def test_every_fingerprint_changes_with_the_target_and_the_forced_first_roll(name: str) -> None:
    rules = CATALOG[name](target=30)
    variants = [replace(rules, target=31), replace(rules, forced_first_roll=True)]
    assert len({rules.fingerprint, *(variant.fingerprint for variant in variants)}) == 3
    assert rules.fingerprint == CATALOG[name](target=30).fingerprint


@given(catalog_games())
def test_the_probabilities_of_every_throw_sum_to_one(rules: Rules) -> None:
    for throw in rules.throws:
        assert sum(outcome.probability for outcome in throw.outcomes) == 1
        assert sum(throw.chance(effect) for effect in EFFECTS) == 1


@given(st.one_of(catalog_games(), small_games()))
def test_every_turn_is_in_topological_order(rules: Rules) -> None:
    turn = compile_turn(rules)
    decisions, banked = turn.total[: turn.decisions], turn.total[turn.decisions :]
    assert decisions[0] == 0
    assert list(decisions) == sorted(set(decisions))
    assert list(banked) == sorted(set(banked))
    assert all(total < rules.target for total in decisions)
    for node, moves in enumerate(turn.moves):
        assert len(moves) == len(rules.throws)
        assert turn.node_of[turn.total[node]] == node
        for move in moves:
            assert move.bust + move.wipe + sum(chance for chance, _ in move.steps) == 1
            assert all(node < successor < len(turn.total) for _, successor in move.steps)


@given(st.one_of(catalog_games(), small_games()))
def test_the_arrays_of_a_turn_hold_its_moves(rules: Rules) -> None:
    turn = compile_turn(rules)
    arrays = turn.arrays
    assert list(arrays.total) == list(turn.total)
    for number, (node, move) in enumerate((n, move) for n, moves in enumerate(turn.moves) for move in moves):
        steps = slice(arrays.start[number], arrays.start[number + 1])
        pairs = list(zip(arrays.probability[steps], arrays.successor[steps], strict=True))
        assert all(node < successor < len(turn.total) for _, successor in pairs)
        possible = [(chance, successor) for chance, successor in pairs if chance]  # the others fill up
        assert possible == [(float(chance), successor) for chance, successor in move.steps]
        assert arrays.bust[number] + arrays.wipe[number] + sum(c for c, _ in pairs) == pytest.approx(
            1, abs=1e-14
        )
        assert arrays.stay[number] == float(move.stay)


# The turn


@given(small_games(), st.data())
def test_the_outcomes_of_a_turn_sum_to_one_and_are_those_of_the_naive_recursion(
    rules: Rules, data: st.DataObject
) -> None:
    weights = mixed(rules, data)
    own = data.draw(st.integers(0, rules.target - 1))
    turn = compile_turn(rules, rules.target - own)
    ends = turn_outcomes(turn, [weights[total] for total in turn.total[: turn.decisions]])
    assert sum(ends.points.values()) == 1
    assert sum(ends.banked.values()) + ends.bust + ends.wipe + ends.passed == 1
    slow = naive.turn_outcomes(rules, lambda own, opponent, k: list(map(float, weights[k])), own, 0)
    assert by_end(ends) == pytest.approx(slow, abs=1e-12)


@every_game
def test_holding_at_a_number_ends_the_turn_as_the_naive_recursion_says(name: str) -> None:
    rules = CATALOG[name](target=9, **({"dice": 3} if name == "hog" else {}))
    turn = compile_turn(rules)
    ends = turn_outcomes(turn, hold_at(turn, 5))
    last = [0.0] * (len(rules.throws) - 1)
    slow = naive.turn_outcomes(rules, lambda i, j, k: [1, *last, 0] if k >= 5 else [0, *last, 1], 0, 0)
    assert by_end(ends) == pytest.approx(slow)


@pytest.mark.parametrize("row", KNOWN["turn"], ids=lambda row: row["strategy"])
def test_known_turns_of_pig(row: dict[str, Any]) -> None:
    turn = compile_turn(PIG)
    n = int(row["strategy"].removeprefix("hold-at(").removesuffix(")"))
    ends = turn_outcomes(turn, hold_at(turn, n))
    for points, chance in row.get("outcomes", {}).items():
        assert float(ends.points[int(points)]) == pytest.approx(chance, abs=5e-7)
    if "outcomes" in row:
        assert {str(points) for points in ends.points} == set(row["outcomes"])
    if "mean" in row:
        assert float(ends.mean) == pytest.approx(row["mean"], abs=5e-10)
    if "reach" in row:
        assert float(sum(p for points, p in ends.banked.items() if points >= n)) == pytest.approx(
            row["reach"], abs=5e-10
        )


def test_a_pass_is_neither_a_bust_nor_points() -> None:
    turn = compile_turn(PIG)
    ends = turn_outcomes(turn, [[1, 0]] * turn.decisions)
    assert (ends.passed, ends.bust, ends.wipe, ends.mean) == (1, 0, 0, 0)
    assert dict(ends.banked) == {}
    assert ends.to_dict() == {"points": {"0": 1.0}, "bust": 0.0, "wipe": 0.0, "pass": 1.0, "mean": 0.0}


def test_a_throw_that_may_score_nothing_and_go_on_is_made_again() -> None:
    quarter, stay = Fraction(1, 4), Outcome(HALF, 0)
    lazy = Rules("lazy", 5, (Throw("flip", (stay, Outcome(quarter, 1), Outcome(quarter, 0, "bust"))),))
    assert [m.steps for m in compile_turn(lazy).moves[0]] == [
        m.steps for m in compile_turn(piglet(5)).moves[0]
    ]
    assert compile_turn(lazy).moves[0][0].stay == HALF
    turn = compile_turn(lazy)
    hesitant = turn_outcomes(turn, [[HALF, HALF]] * turn.decisions)
    assert hesitant.passed == Fraction(
        2, 3
    )  # held at once, or after any number of stays: 1/2 + 1/4 (1/2 + ...)


def test_banking_no_points_by_a_throw_is_a_bust() -> None:
    rules = Rules("duds", 5, (Throw("roll", (Outcome(HALF, 0, "bank"), Outcome(HALF, 2, "bank"))),))
    ends = turn_outcomes(compile_turn(rules), [[0, 1]])
    assert (ends.bust, dict(ends.banked)) == (HALF, {2: HALF})


def test_a_limit_beyond_the_target_makes_live_nodes_beyond_the_target() -> None:
    short, long = compile_turn(PIG), compile_turn(PIG, 120)
    assert max(short.total[: short.decisions]) == 99
    assert max(long.total[: long.decisions]) == 119
    assert max(long.total) == 125


# The notation


@given(catalog_games())
def test_every_game_of_the_catalogue_reads_back_from_its_notation(rules: Rules) -> None:
    assert as_game(game_notation(rules)) == rules


@given(st.one_of(catalog_games(), small_games()))
def test_every_game_reads_back_from_its_plain_data(rules: Rules) -> None:
    assert rules_from_dict(rules.to_dict()) == rules


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("pig:target=50", "pig(target=50)"),
        ("pig:50,8", "pig(target=50, sides=8)"),
        ("PIG(50)", "pig(50)"),
        (" pig ( target = 50 ) ", "pig(50)"),
        ("two_dice_pig", "two-dice-pig"),
        ("piglet(heads=0.25)", "piglet(heads=1/4)"),
        ("pig(target=50.0)", "pig(50)"),
        ("pig()", "pig"),
        ("pig(bust=[1])", "pig"),
    ],
)
def test_these_notations_mean_the_same(text: str, same: str) -> None:
    assert as_game(text) == as_game(same)


def test_rules_are_their_own_notation() -> None:
    assert as_game(PIG) is PIG


def test_a_game_outside_of_the_catalogue_is_not_spelled_as_one_in_it() -> None:
    with_three_faces = replace(PIG, throws=(summed_throw("roll", [fair_die(3)], [1]),))
    spelling = game_notation(with_three_faces)
    assert not spelling.startswith("pig") or as_game(spelling) == with_three_faces


@pytest.mark.parametrize("name", ["pig(", "pig(x)", "pig(colour=3)", "pig(50)", "my game", "pig(target=[1])"])
def test_a_game_of_any_name_has_a_notation(name: str) -> None:
    assert game_notation(Rules(name, 10, (FLIP,)))


def test_calls_are_read_with_their_values_and_their_place() -> None:
    call = read_call("best-response(hold-at:20, goal=false, mix=[1/2, -0.5, 3])")
    assert call.name == "best-response"
    (inner,) = call.values
    assert isinstance(inner, Call)
    assert (inner.name, inner.values, inner.position) == ("hold-at", (20,), 14)
    assert call.named == {"goal": False, "mix": (HALF, -HALF, 3)}


@given(
    st.dictionaries(
        st.from_regex(r"[a-z]+(_[a-z]+)?", fullmatch=True),
        st.recursive(
            st.one_of(st.integers(-(10**20), 10**20), st.booleans(), st.fractions(max_denominator=10**6)),
            lambda value: st.lists(value, max_size=3).map(tuple),
            max_leaves=5,
        ),
        max_size=4,
    )
)
def test_what_is_spelled_is_read_back(named: dict[str, Any]) -> None:
    assert read_call(spelled("name", named)).named == named


NOTATION_LIKE = st.text(alphabet="pigletho()[],=:/.-+_ 0123456789\té²\0", max_size=40)
PARTS = [
    "pig",
    "piglet",
    "hog",
    "(",
    ")",
    ":",
    ",",
    "=",
    "target",
    "bust",
    "heads",
    "[",
    "]",
    "50",
    "1/6",
    "-1",
    "true",
    "x",
]


@settings(max_examples=400, deadline=1000)
@given(st.one_of(st.text(), NOTATION_LIKE, st.lists(st.sampled_from(PARTS), max_size=12).map("".join)))
@example("pig(" + "[" * 1500)
@example("pig(" * 400)
@example("a:" * 1000)
@example("pig(" + "9" * 1900)
@example("1" * 1999)
@example("pig(target=" + "1" * 61 + ")")
@example("\ud800")
@example("\ud800.toml")
@example("\0.toml")
@example("x" * 5000 + ".toml")
@example("pig(bust=[[1]])")
@example("pig(bust=[pig])")
@example("pig(forced_first_roll=pig)")
@example("pig(sides=true)")
def test_any_text_is_a_game_or_refused_at_once(text: str) -> None:
    answer: Rules | JeopardiceError
    try:
        answer = as_game(text)
    except JeopardiceError as refusal:
        answer = refusal
    assert type(answer) in (Rules, *JeopardiceError.__subclasses__())
    assert str(answer)


@pytest.mark.parametrize("game", [None, 5, [], b"pig", {"name": "pig"}])
def test_what_is_no_text_is_no_game(game: Any) -> None:
    with pytest.raises(NotationError, match="a game is Rules, a notation or the path of a TOML file, not"):
        as_game(game)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pig(target=-5)", 'target must be at least 1, not -5 (in "pig(target=-5)")'),
        ("pig(target=1/2)", "target must be a whole number, not 1/2"),
        ("pig(target=true)", "target must be a whole number, not True"),
        ("pig(sides=1)", "the game can never end"),
        ("pig(sides=1001)", "sides must be at most 1000, not 1001"),
        ("pig(bust=7)", "bust must name faces of the die (1 to 6), not 7"),
        ("piglet(heads=0)", "heads must be more than 0 and at most 1, not 0"),
        ("piglet(heads=[1])", "heads must be a number"),
        ("hog(dice=0)", "dice must be at least 1, not 0"),
        ("hog(dice=101)", "dice must be at most 100, not 101"),
        ("pig(forced_first_roll=3)", "forced_first_roll must be true or false, not 3 (in"),
        ("pig(bust=[x])", "a number is expected, not the name 'x'"),
        ("pig(bust=[x=1])", "x"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused_with_the_field_and_the_text(text: str, message: str) -> None:
    with pytest.raises(JeopardiceError) as refusal:
        as_game(text)
    assert message.replace('"', "'") in str(refusal.value)
    assert text in str(refusal.value)
    assert "Call(" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "problem", "position"),
    [
        ("(50)", "a name is expected here", 0),
        ("  50", "a name is expected here", 2),
        ("pgi", "there is no game 'pgi'; did you mean 'pig'?", 0),
        ("  zzz", "there is no game 'zzz'", 2),
        ("pig(target=)", "a value is expected here", 11),
        ("pig(target=50", "')' or a comma is expected here", 13),
        ("pig(target=50 8)", "')' or a comma is expected here", 14),
        ("pig(50) 8", "this is not expected here", 8),
        ("pig(target=1/0)", "a number cannot be divided by 0", 11),
        ("pig(target=5, target=6)", "target is given twice", 14),
        ("pig(target=5,  8)", "a value without a name cannot follow one with a name", 15),
        ("pig(target= " + "1" * 61 + ")", "this number has more than 60 digits", 12),
        ("pig(50, sides=pig)", "a number is expected, not the name 'pig'", 14),
        ("pig(bust=[1, 2)", "']' or a comma is expected here", 14),
        ("pig:", "a value is expected here", 4),
    ],
)
def test_the_caret_of_a_refusal_stands_under_the_place(text: str, problem: str, position: int) -> None:
    with pytest.raises(NotationError) as refusal:
        as_game(text)
    first, shown, caret = str(refusal.value).split("\n")
    assert problem in first
    assert shown == f"  {text}"
    assert caret == " " * (2 + position) + "^"
    assert refusal.value.position == position


def test_a_mistyped_parameter_is_answered_with_the_nearest_one() -> None:
    with pytest.raises(NotationError, match=r"pig has no 'targte'; did you mean 'target'\?"):
        as_game("pig(targte=50)")
    with pytest.raises(NotationError, match="write pig"):
        as_game("pig(1, 2, 3, 4)")


def test_a_suggestion_is_made_only_where_there_is_one() -> None:
    assert nearest("pgi", ["pig", "hog"]) == "; did you mean 'pig'?"
    assert nearest("zzz", ["pig", "hog"]) == "; there are pig, hog"
    assert nearest("zzz", []) == ""


@pytest.mark.parametrize(
    "code",
    [
        "as_game('hog(dice=100)')",
        "as_game('pig(sides=1000)')",
        "rules_from_dict({'name': 'x', 'target': 9, 'throws': [{'dice': [list(range(1000))] * 100}]})",
    ],
)
def test_the_largest_dice_are_made_or_refused_in_seconds(code: str) -> None:
    assert finishes(code, seconds=8)


# Files of rules


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_sample_games_are_read_by_path_and_by_name(path: Path) -> None:
    rules = as_game(path)
    assert rules == as_game(str(path)) == read_toml(path)
    assert rules_from_dict(rules.to_dict()) == rules


def test_dice_in_a_file_may_be_weighted() -> None:
    (throw,) = read_toml(HERE / "games" / "loaded-pig.toml").throws
    chances = {o.points: o.probability for o in throw.outcomes}
    assert chances[0] == throw.chance("bust") == 1 - Fraction(5, 6) * Fraction(7, 8)
    assert chances[12] == Fraction(1, 6) * Fraction(3, 8)
    assert chances[4] == Fraction(1, 6) * Fraction(1, 8)


def test_a_file_may_have_several_throws_with_every_effect() -> None:
    raptor = read_toml(HERE / "games" / "raptor.toml")
    assert raptor.actions == ("hold", "creep", "pounce")
    assert raptor.forced_first_roll
    assert raptor.wipes
    assert raptor.throws[1].outcomes[0] == Outcome(Fraction(1, 3), 5, "bank")
    assert [move.stay for move in compile_turn(raptor).moves[0]] == [Fraction(1, 4), 0]


GOOD = """name = "coin"
target = 10
[[throws]]
outcomes = [{ probability = 0.5, points = 1 }, { probability = 0.5, effect = "bust" }]
"""


def test_a_throw_without_a_name_is_a_roll() -> None:
    assert rules_from_dict(tomllib.loads(GOOD)).throws[0].name == "roll"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("target = 10", "", "target is missing"),
        ("target = 10", "target = 0", "target must be at least 1, not 0"),
        ("target = 10", 'target = "10"', "target must be a whole number, not '10'"),
        ("target = 10", "target = nan", "target must be a whole number, not nan"),
        ("target = 10", "target = 1e300", "target must be a whole number"),
        ("target = 10", "target = 0x" + "f" * 9000, "target must be at most"),
        ("target = 10", "target = 1979-05-27", "target must be a whole number"),
        ('name = "coin"', "", "name is missing"),
        ('name = "coin"', "name = 3", "name must be a non-empty text, not 3"),
        ("target = 10", "target = 10\ntagret = 5", "has no 'tagret'; did you mean 'target'?"),
        ("target = 10", "target = 10\nequal_turns = true", "equal turns for all players is not built yet"),
        (
            "target = 10",
            "target = 10\nexact_target = true",
            "a target that must be hit exactly is not built yet",
        ),
        ("target = 10", "target = 10\nconditions = [1]", "throws that depend on the scores is not built yet"),
        ("target = 10", "target = 10\nplayers = 3", "games for 3 players are not built yet"),
        ("target = 10", 'target = 10\nforced_first_roll = "no"', "forced_first_roll must be true or false"),
        ("[[throws]]", "[throws]", "throws must be tables"),
        ("[[throws]]\noutcomes", "throws = 3\noutcomes", "outcomes"),
        ("[[throws]]", "[[throws]]\nname = 4", "the name of a throw must be a word"),
        ("[[throws]]", "[[throws]]\ncolour = 4", "a throw has no 'colour'"),
        ("[[throws]]", "[[throws]]\ndice = [[1]]", "must have either outcomes or dice"),
        ("[[throws]]", "[[throws]]\nbust_faces = [1]", "'bust_faces'"),
        ("0.5, points", "0.4, points", "must sum to 1, not 9/10"),
        ("0.5, points", "nan, points", "probability must be a number"),
        ("0.5, points", "inf, points", "probability must be a number"),
        ("0.5, points", "-0.5, points", "probability must lie between 0 and 1"),
        ("0.5, points", "0x" + "f" * 9000 + ", points", "probability must lie between 0 and 1"),
        ("0.5, points", '"half", points', "probability must be a number"),
        ("0.5, points", "true, points", "probability must be a number"),
        ("probability = 0.5, points", "points", "probability is missing in an outcome"),
        ("points = 1", "points = 1.5", "points must be a whole number, not 1.5"),
        ("points = 1", "pionts = 1", "an outcome has no 'pionts'; did you mean 'points'?"),
        ('"bust"', '"pass"', "effect must be one of score, bust, wipe, bank, not 'pass'"),
        ('"bust"', '["bust"]', "effect must be one of score, bust, wipe, bank"),
    ],
)
def test_a_file_with_wrong_rules_is_refused_with_the_field_and_the_file(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    assert old in GOOD
    path = tmp_path / "game.toml"
    path.write_text(GOOD.replace(old, new, 1))
    with pytest.raises(RulesError) as refusal:
        as_game(path)
    assert message in str(refusal.value)
    assert str(path) in str(refusal.value)
    assert len(str(refusal.value)) < 600 + len(str(path))


@pytest.mark.parametrize(
    ("throw", "message"),
    [
        ({"dice": []}, "dice must be between 1 and 100, not 0"),
        ({"dice": [[1, 2]] * 101}, "dice must be between 1 and 100, not 101"),
        ({"dice": 6}, "dice must be a list, not 6"),
        ({"dice": [6]}, "a die must be a list of faces or a table with faces and weights, not 6"),
        ({"dice": [{"faces": [1, 2], "wieghts": [1, 2]}]}, "a die has no 'wieghts'; did you mean 'weights'?"),
        ({"dice": [{"weights": [1, 2]}]}, "faces must be between 1 and 1000 numbers, not 0"),
        ({"dice": [{"faces": [1, 2], "weights": [1]}]}, "weights must be as many as the 2 faces, not 1"),
        ({"dice": [{"faces": [1, 2], "weights": [1, "x"]}]}, "weights must be a number"),
        ({"dice": [[1, "six"]]}, "faces must be a whole number, not 'six'"),
        ({"dice": [[1, 10**6]]}, "dice must not sum to more than"),
        ({"dice": [[1, 2]], "bust_faces": 1}, "bust_faces must be a list, not 1"),
        ({"dice": [[1, 2]], "bust_faces": [1.5]}, "bust_faces must be a whole number, not 1.5"),
        ({"dice": [[1, 2]], "ends_turn": 1}, "ends_turn must be true or false, not 1"),
        ({}, "throw 'roll' must have either outcomes or dice"),
        ({"outcomes": 3}, "outcomes must be a list, not 3"),
        ({"outcomes": [3]}, "an outcome must be a table, not 3"),
    ],
)
def test_a_throw_that_cannot_be_made_is_refused(throw: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError) as refusal:
        rules_from_dict({"name": "x", "target": 10, "throws": [throw]})
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (GOOD[:-10].encode(), "is not a TOML file"),
        (b"\x7fELF\x00\x01\xff\xfe" * 50, "is not a TOML file"),
        (GOOD.encode("utf-16"), "is not a TOML file"),
        (b"#" * 1_000_001, "has more than 1000000 bytes"),
        (b"x = " + b"[" * 100_000, "is not a TOML file"),
        (b"target = " + b"1" * 5000, "is not a TOML file"),
        (b"target = 10\ntarget = 10", "is not a TOML file"),
    ],
)
def test_a_file_that_is_no_toml_is_refused_with_its_name(
    content: bytes, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(content)
    with pytest.raises(FileError) as refusal:
        as_game(str(path))
    assert message in str(refusal.value)
    assert str(path) in str(refusal.value)


def test_an_empty_file_is_told_what_it_lacks(tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_bytes(b"")
    with pytest.raises(RulesError, match="name is missing"):
        as_game(path)


def test_a_missing_file_or_a_directory_is_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"cannot read .*nowhere\.toml: No such file or directory"):
        as_game(str(tmp_path / "nowhere.toml"))
    with pytest.raises(FileError, match=r"cannot read .*: Is a directory"):
        as_game(tmp_path)


@settings(deadline=1000)
@given(st.binary(max_size=200))
@example(b"[" * 200)
def test_any_bytes_in_a_file_are_rules_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(content)
    with pytest.raises((FileError, RulesError)):
        as_game(path)
