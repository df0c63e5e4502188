"""Transcripts as files: JSON Lines that the schema describes, and a reader that believes nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from samples import GAMES, SPELLED, drawn, every_game

import jeopardice as jd
from jeopardice.errors import FileError
from jeopardice.sampled import jsonl

SCHEMA = json.loads((Path(__file__).parent.parent / "docs/reference/transcript.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
Lines = list[dict[str, Any]]


def saved(told: jd.Transcript, folder: Path) -> Lines:
    """What stands in the file of a game."""
    told.save(folder / "game.jsonl")
    return [json.loads(line) for line in (folder / "game.jsonl").read_text().splitlines()]


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@every_game
def test_what_is_written_keeps_to_the_schema_and_is_read_back(name: str, tmp_path: Path) -> None:
    rules = GAMES[name]
    for seed, b in enumerate((drawn(rules, 4, mixed=True).table, "hold-at(5, goal=false)", None)):
        told = jd.transcript(rules, "hold-at(4)", b, rng=seed, first="b" if b else "a", own=1)
        for record in saved(told, tmp_path):
            VALIDATOR.validate(record)
        assert jd.read_transcript(tmp_path / "game.jsonl") == told


@pytest.mark.parametrize("strategy", SPELLED.values())
def test_every_strategy_is_written_and_read_back(strategy: str, tmp_path: Path) -> None:
    told = jd.transcript("pig(target=12)", strategy, "turtle", rng=2)
    lines = saved(told, tmp_path)
    assert [line["record"] for line in lines] == ["game", *["decision"] * (len(lines) - 2), "end"]
    again = jd.read_transcript(tmp_path / "game.jsonl")
    assert again == told
    assert again.told("yale") == told.told("yale")


def test_the_fields_are_those_of_the_schema() -> None:
    for kind, fields in jsonl.FIELDS.items():
        assert {"record", *fields} == set(SCHEMA["$defs"][kind]["required"])
        assert {"record", *fields, "extra"} == set(SCHEMA["$defs"][kind]["properties"])
    assert set(jsonl.PLAYER) == set(SCHEMA["$defs"]["player"]["required"])


def test_a_game_that_was_read_can_be_told_in_any_style_and_played_by_others(tmp_path: Path) -> None:
    jd.transcript("pig", "hold-at(20)", "optimal", rng=3).save(tmp_path / "game.jsonl")
    told = jd.read_transcript(tmp_path / "game.jsonl")
    assert told.told("rosen").startswith("Player 1 score: 0\n")
    assert jd.transcript(told.rules, "hold-at(20)", "optimal", dice=told.dice).turns == told.turns
    other = jd.transcript(told.rules, "hold-at(15)", "optimal", dice=f"{told.dice},...", rng=1)
    count = min(len(told.dice), len(other.dice)) - 1
    assert other.dice[:count] == told.dice[:count]


def test_extra_objects_are_passed_over(tmp_path: Path) -> None:
    told = jd.transcript("pig", "turtle", "hold-at(20)", rng=3)
    lines = saved(told, tmp_path)
    for record in (*lines, *lines[0]["players"]):
        record["extra"] = {"seconds": 1.5, "anything": [None, {"deep": "er"}]}
        if "record" in record:
            VALIDATOR.validate(record)
    (tmp_path / "more.jsonl").write_text("\n".join(map(json.dumps, lines)))
    assert jd.read_transcript(tmp_path / "more.jsonl") == told


def test_line_ends_of_other_systems_are_read(tmp_path: Path) -> None:
    told = jd.transcript("pig", "turtle", rng=3)
    lines = saved(told, tmp_path)
    (tmp_path / "game.jsonl").write_bytes("\r\n".join(map(json.dumps, lines)).encode())
    assert jd.read_transcript(str(tmp_path / "game.jsonl")) == told


def test_nothing_is_left_half_written(tmp_path: Path) -> None:
    told = jd.transcript("pig", "turtle", rng=3)
    with pytest.raises(FileError, match="cannot write"):
        told.save(tmp_path / "no" / "game.jsonl")
    with pytest.raises(FileError, match=r"must end in \.jsonl, not '.*game\.json'"):
        told.save(tmp_path / "game.json")
    assert not list(tmp_path.iterdir())


Change = Callable[[Lines], Any]


def put(line: int, **fields: Any) -> Change:
    """Put other values into a line."""
    return lambda lines: lines[line].update(fields)


def drop(line: int, field: str) -> Change:
    """Take a field out of a line."""
    return lambda lines: lines[line].pop(field)


def rules(**fields: Any) -> Change:
    """Put other values into the rules."""
    return lambda lines: lines[0]["rules"].update(fields)


# The game: pig to 9; turn 1: a rolls 5, 1; turn 2: b rolls 6, 3 and holds. Lines 1 to 7.
WRONG: list[tuple[str, int, str, Change]] = [
    ("format", 1, "format must be 'jeopardice-transcript', not 'chess'", put(0, format="chess")),
    ("version", 1, "version 2 is unknown to this jeopardice, which reads 1", put(0, version=2)),
    ("version text", 1, "version must be a whole number, not '1'", put(0, version="1")),
    ("version true", 1, "version must be a whole number, not True", put(0, version=True)),
    ("unknown key", 1, "has no 'colour'; what else there is to say belongs into 'extra'", put(0, colour="red")),
    ("extra", 2, "extra must be an object, not 5", put(1, extra=5)),
    ("missing", 1, "a record 'game' lacks 'seed'", drop(0, "seed")),
    ("missing later", 3, "a record 'decision' lacks 'own'", drop(2, "own")),
    ("seed", 1, "seed must be a whole number from 0 on, not -1", put(0, seed=-1)),
    ("seed float", 1, "seed must be a whole number or null, not 1.0", put(0, seed=1.0)),
    ("no player", 1, "players must be one or two, not 0", put(0, players=[])),
    ("three players", 1, "players must be one or two, not 3", put(0, players=[{"name": "x", "heuristic": True}] * 3)),
    ("player", 1, "a player must be an object, not 'x'", put(0, players=["x", "y"])),
    ("player's name", 1, "a text that can be printed", put(0, players=[{"name": "\x1b[2J", "heuristic": True}])),
    ("first", 1, "first must be 'a' or 'b', not 'c'", put(0, first="c")),
    ("scores", 1, "scores must be 2 whole numbers, not [0]", put(0, scores=[0])),
    ("scores text", 1, "scores must be 2 whole numbers, not [0, '0']", put(0, scores=[0, "0"])),
    ("score", 1, "own must be a whole number from 0 to 8, not 9", put(0, scores=[9, 0])),
    ("negative score", 1, "opponent must be a whole number from 0 to 8, not -1", put(0, scores=[0, -1])),
    ("rules", 1, "rules must be an object, not 'pig'", put(0, rules="pig")),
    ("rules' target", 1, "target must be at least 1, not 0", rules(target=0)),
    ("rules' key", 1, "a game has no 'colour'", rules(colour="red")),
    ("rules' throws", 1, "throws must be tables", rules(throws=["roll"])),
    ("rules' sum", 1, "must sum to 1", lambda lines: lines[0]["rules"]["throws"][0]["outcomes"].pop()),
    ("another target", 7, "the transcript ends before the game does: after turn 2 it is 0 to 9", rules(target=99)),
    ("no header", 1, "a record 'game' is expected, not 'decision'", lambda lines: lines.pop(0)),
    ("two headers", 2, "a record 'decision' or 'end' is expected, not 'game'", lambda ls: ls.insert(0, ls[0])),
    ("unknown record", 2, "a record 'decision' or 'end' is expected, not 'move'", put(1, record="move")),
    ("turn", 3, "turn must be 1 by what was played, not 2", put(2, turn=2)),
    ("player's turn", 4, "player must be \"b\" by what was played, not 'a'", put(3, player="a")),
    ("own", 4, "own must be 0 by what was played, not 5", put(3, own=5)),
    ("opponent", 4, "opponent must be 0 by what was played, not 1", put(3, opponent=1)),
    ("turn total", 3, "turn_total cannot be 6", put(2, turn_total=6)),
    ("turn total -1", 2, "turn_total cannot be -1", put(1, turn_total=-1)),
    ("action", 2, "'fly' cannot bring 5 points", put(1, action="fly")),
    ("no action", 6, "action must be one of hold, roll, not 'fly'", put(5, action="fly")),
    ("points", 2, "'roll' cannot bring 7 points and the effect 'score'", put(1, points=7)),
    ("effect", 2, "'roll' cannot bring 5 points and the effect 'bank'", put(1, effect="bank")),
    ("points only", 2, "points and effect must both be null or neither, not 5 and None", put(1, effect=None)),
    ("nothing thrown", 2, "points must be a number where the action is 'roll', not null",
     put(1, effect=None, points=None)),
    ("held thrown", 6, "'hold' cannot bring 2 points and the effect 'score'", put(5, points=2, effect="score")),
    ("points float", 2, "points must be a whole number or null, not 5.0", put(1, points=5.0)),
    ("left out", 2, "turn_total cannot be 5", lambda lines: lines.pop(1)),
    ("held too soon", 6, "turn must be 3 by what was played, not 2",
     put(4, action="hold", points=None, effect=None)),
    ("goes on", 7, "after turn 2 the game is over: nothing can follow", lambda lines: lines.insert(5, lines[5])),
    ("result", 7, "result must be \"won\" by what was played, not 'stalemate'", put(6, result="stalemate")),
    ("winner", 7, "winner must be \"b\" by what was played, not 'a'", put(6, winner="a")),
    ("winner null", 7, "winner must be \"b\" by what was played, not None", put(6, winner=None)),
    ("end's scores", 7, "scores must be [0, 9] by what was played, not [0, 10]", put(6, scores=[0, 10])),
    ("end's true", 7, "scores must be whole numbers, not [False, 9]", put(6, scores=[False, 9])),
    ("turns", 7, "turns must be 2 by what was played, not 3", put(6, turns=3)),
    ("throws", 7, "throws must be 4 by what was played, not 5", put(6, throws=5)),
    ("too early", 4, "ends before the game does: after turn 1 it is 0 to 0",
     lambda lines: lines.__delitem__(slice(3, 6))),
    ("no end", 7, "the file ends here, before the game does", lambda lines: lines.pop()),
    ("two ends", 8, "nothing may follow the end", lambda lines: lines.append(lines[-1])),
]  # fmt: skip


@pytest.fixture
def game(tmp_path: Path) -> Lines:
    return saved(jd.transcript("pig(target=9)", "hold-at(20)", "roll-to-win", dice="5,1,6,3"), tmp_path)


@pytest.mark.parametrize(("line", "message", "change"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_what_does_not_hold_is_told_with_its_line(
    line: int, message: str, change: Change, game: Lines, tmp_path: Path
) -> None:
    change(game)
    path = tmp_path / "wrong.jsonl"
    path.write_text("\n".join(map(json.dumps, game)) + "\n")
    with pytest.raises(FileError) as caught:
        jd.read_transcript(path)
    assert str(caught.value).startswith(f"{path}, line {line}: ")
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400


TEXTS: list[tuple[bytes, int, str]] = [
    (b"", 1, "the file is empty"),
    (b"\n", 1, "not a JSON object on one line"),
    (b"chess\n", 1, "not a JSON object on one line"),
    (b"[1, 2]\n", 1, "an object is expected, not [1, 2]"),
    (b"5\n", 1, "an object is expected, not 5"),
    (b'{"record": "game"', 1, "not a JSON object on one line"),
    (b'{"record": ["game"]}', 1, "a record 'game' is expected, not ['game']"),
    (b"\xff\xfe{}\n", 1, "not a JSON object on one line"),
    (b'\xef\xbb\xbf{"record": "game"}\n', 1, "not a JSON object on one line"),
    (b'{"record": "game", "record": "end"}\n', 1, "'record' is given twice"),
    (b'{"record": "game", "seed": NaN}\n', 1, "NaN is no number of JSON"),
    (b'{"record": "game", "seed": Infinity}\n', 1, "Infinity is no number of JSON"),
    (b'{"record": "game", "seed": ' + b"9" * 5000 + b"}\n", 1, "not a JSON object on one line"),
    (b"[" * 100_000, 1, "not a JSON object on one line"),
]


@pytest.mark.parametrize(("text", "line", "message"), TEXTS, ids=lambda value: str(value)[:30])
def test_what_is_no_transcript_at_all_is_told(text: bytes, line: int, message: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_bytes(text)
    with pytest.raises(FileError) as caught:
        jd.read_transcript(path)
    assert str(caught.value).startswith(f"{path}, line {line}: ")
    assert message in str(caught.value)


def test_any_byte_that_is_cut_off_is_noticed(game: Lines, tmp_path: Path) -> None:
    whole = (tmp_path / "game.jsonl").read_bytes()
    for length in range(0, len(whole) - 1, 7):
        (tmp_path / "cut.jsonl").write_bytes(whole[:length])
        with pytest.raises(FileError, match="line "):
            jd.read_transcript(tmp_path / "cut.jsonl")


def test_what_is_too_large_is_not_read_in(game: Lines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    for limit, line, message in (
        ("LONGEST_HEADER", 1, "a line has at most 100 bytes here"),
        ("LONGEST_LINE", 2, "a line has at most 100 bytes here"),
        ("MOST_BYTES", 1, "a transcript has at most 100 bytes"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(jsonl, limit, 100)
            with pytest.raises(FileError, match=f"line {line}: {message}"):
                jd.read_transcript(path)
    monkeypatch.setattr(jsonl, "MOST_DECISIONS", 3)
    with pytest.raises(FileError, match="line 5: a transcript has at most 3 decisions"):
        jd.read_transcript(path)


@pytest.mark.parametrize("path", ["nowhere.jsonl", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_told(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileError, match="cannot read"):
        jd.read_transcript(path)


def test_a_name_that_is_code_is_never_run(game: Lines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "trap.py").write_text("raise SystemExit('run')\n")
    monkeypatch.chdir(tmp_path)
    game[0]["players"][0]["name"] = "trap:f"
    Path("game.jsonl").write_text("\n".join(map(json.dumps, game)))
    assert jd.read_transcript("game.jsonl").a.name == "trap:f"


def test_a_device_without_an_end_is_not_read_for_ever() -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("there is no /dev/zero here")
    with pytest.raises(FileError, match="line 1: a line has at most"):
        jd.read_transcript("/dev/zero")
