"""Games as TOML files and as plain data."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from drawn_games import catalog_games, small_games
from hypothesis import example, given, settings
from hypothesis import strategies as st

from jeopardice.errors import FileError, RulesError
from jeopardice.games.notation import as_game, read_toml, rules_from_dict
from jeopardice.games.rules import Outcome, Rules
from jeopardice.games.turn import compile_turn

HERE = Path(__file__).parent
SAMPLES = sorted((HERE / "games").glob("*.toml"))


@settings(max_examples=60)
@given(st.one_of(catalog_games(), small_games()))
def test_every_game_reads_back_from_its_plain_data(rules: Rules) -> None:
    assert rules_from_dict(rules.to_dict()) == rules


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
        ("[[throws]]", "[[throws]]\nname = 4", "the name of a throw must be a non-empty text, not 4"),
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
        ({"dice": [list(range(900))] * 9}, "dice must be fewer or smaller: summing them takes"),
        ({"dice": [{"faces": [1, 2], "weights": [1, 10**600]}] * 2}, "dice must have a common denominator"),
        ({"dice": [[0, 0]]}, "throw 'roll' would never end: it only scores 0 and goes on"),
        ({"dice": [[1, 2]], "bust_faces": 1}, "bust_faces must be a list, not 1"),
        ({"dice": [[1, 2]], "bust_faces": [1.5]}, "bust_faces must be a whole number, not 1.5"),
        ({"dice": [[1, 2]], "bust_faces": [9]}, "bust_faces must name faces of the dice (1, 2), not 9"),
        ({"dice": [[1, 2], [4]], "bust_faces": [4, 3]}, "bust_faces must name faces of the dice (1, 2, 4), not 3"),
        ({"dice": [list(range(20))], "bust_faces": [30]}, "bust_faces must name faces of the dice (0 to 19), not 30"),
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
def test_a_file_that_is_no_toml_is_refused_with_its_name(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(content)
    with pytest.raises(FileError) as refusal:
        as_game(str(path))
    assert message in str(refusal.value)
    assert str(path) in str(refusal.value)


def test_a_mark_of_the_byte_order_is_no_matter(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(GOOD, encoding="utf-8-sig")
    assert as_game(path) == rules_from_dict(tomllib.loads(GOOD))


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
def test_any_bytes_in_a_file_are_rules_or_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(content)
    with pytest.raises((FileError, RulesError)):
        as_game(path)


def test_the_dice_of_all_throws_together_are_bounded() -> None:
    throws = [{"name": str(n), "dice": [list(range(900))] * 2} for n in range(50)]
    rules_from_dict({"name": "x", "target": 9, "throws": throws[:2]})
    with pytest.raises(RulesError, match="dice must be fewer or smaller"):
        rules_from_dict({"name": "x", "target": 9, "throws": throws})


def test_the_longest_fractions_read_back_from_plain_data() -> None:
    rules = as_game("hog(dice=100)")
    assert rules_from_dict(rules.to_dict()) == rules
