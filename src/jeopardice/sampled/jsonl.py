"""Games as JSON Lines: a header, a line for every decision, and the end. Version 1; docs/reference/transcripts.md.

What is read may come from anywhere: it is limited in size, its types are checked, and every decision is put before the
scorekeeper, who knows the rules. Each record may carry an object `extra`, which is nobody's business here.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any, NoReturn

from jeopardice.errors import FileError, JeopardiceError
from jeopardice.files import write_whole
from jeopardice.games.notation import rules_from_dict
from jeopardice.games.rules import Outcome, Rules, short
from jeopardice.sampled.scorekeeper import SEATS, Decision, Scorekeeper
from jeopardice.sampled.transcript import FORMAT, MOST_DECISIONS, VERSION, Player, Transcript, refuse_unfinished

SUFFIX = ".jsonl"
LONGEST_HEADER = 20_000_000
LONGEST_LINE = 100_000
MOST_BYTES = 400_000_000

Kinds = Mapping[str, tuple[str, type | tuple[type, ...]]]
NUMBER, TEXT = ("a whole number", int), ("a text", str)
NUMBER_OR_NULL, TEXT_OR_NULL = ("a whole number or null", (int, type(None))), ("a text or null", (str, type(None)))
LIST, OBJECT = ("a list", list), ("an object", dict)
FIELDS: Mapping[str, Kinds] = {
    "game": {
        "format": TEXT,
        "version": NUMBER,
        "game": TEXT,
        "rules": OBJECT,
        "players": LIST,
        "first": TEXT,
        "scores": LIST,
        "seed": NUMBER_OR_NULL,
    },
    "decision": {
        "turn": NUMBER,
        "player": TEXT,
        "own": NUMBER,
        "opponent": NUMBER,
        "turn_total": NUMBER,
        "action": TEXT,
        "points": NUMBER_OR_NULL,
        "effect": TEXT_OR_NULL,
    },
    "end": {"result": TEXT, "winner": TEXT_OR_NULL, "scores": LIST, "turns": NUMBER, "throws": NUMBER},
}
PLAYER: Kinds = {"name": TEXT, "heuristic": ("true or false", bool)}
EXTRA = "extra"


def write_transcript(transcript: Transcript, path: str | os.PathLike[str]) -> None:
    """Write a game as JSON Lines, whole or not at all."""
    if not os.fspath(path).lower().endswith(SUFFIX):
        raise FileError(f"the name of a transcript must end in {SUFFIX}, not {os.fspath(path)!r}")
    write_whole(path, lambda file: file.writelines(line.encode() for line in lines(transcript)))


def lines(transcript: Transcript) -> Iterator[str]:
    """The lines of the file, each with its line break."""
    return (json.dumps(record, allow_nan=False) + "\n" for record in records(transcript))


def records(transcript: Transcript) -> Iterator[dict[str, Any]]:
    """What the lines hold."""
    plain = transcript.to_dict()
    count = len(transcript.players)
    shared = ("format", "version", "game", "rules", "players", "first")
    yield {
        "record": "game",
        **{key: plain[key] for key in shared},
        "scores": [transcript.own, transcript.opponent][:count],
        "seed": transcript.seed,
    }
    for number, turn in enumerate(plain["turns"], 1):
        about = {"turn": number, **{key: turn[key] for key in ("player", "own", "opponent")}}
        yield from ({"record": "decision", **about, **decision} for decision in turn["decisions"])
    about = {key: plain[key] for key in ("result", "winner", "scores")}
    yield {"record": "end", **about, "turns": len(transcript.turns), "throws": transcript.throws}


def read_transcript(path: str | os.PathLike[str]) -> Transcript:
    """The game that a file tells; what is wrong with it is told with the file and the line."""
    where = os.fspath(path)
    try:
        file = open(where, "rb")  # noqa: SIM115
    except OSError as problem:
        raise FileError(f"cannot read {where}: {problem.strerror or problem}") from None
    except ValueError as problem:  # a name that no file can have
        raise FileError(f"cannot read {where!r}: {problem}") from None
    with file:
        try:
            return _Reader(file, where).transcript()
        except OSError as problem:
            raise FileError(f"cannot read {where}: {problem.strerror or problem}") from None


class _Reader:
    """Reads one file from the first line to the last."""

    def __init__(self, file: IO[bytes], where: str) -> None:
        self.file, self.where, self.line, self.bytes = file, where, 0, 0

    def fail(self, problem: object) -> NoReturn:
        raise FileError(f"{self.where}, line {self.line}: {problem}") from None

    def transcript(self) -> Transcript:
        header = self._record("game")
        self._check_version(header)
        try:
            rules = rules_from_dict(header["rules"])
            players = [Player(**self._fields(player, PLAYER, "a player")) for player in header["players"]]
            if not 1 <= len(players) <= len(SEATS):
                self.fail(f"players must be one or two, not {len(players)}")
            own, opponent = self._scores(header["scores"], len(players))
            keeper = Scorekeeper(rules, len(players), header["first"], own, opponent)
            end = self._decisions(keeper)
            refuse_unfinished(keeper)
            self._check_end(keeper, end)
            second = players[1] if len(players) > 1 else None
            turns = tuple(keeper.turns)
            return Transcript(rules, players[0], second, turns, header["first"], own, opponent, header["seed"])
        except FileError:
            raise
        except JeopardiceError as problem:
            self.fail(problem)

    def _check_version(self, header: Mapping[str, Any]) -> None:
        if header["format"] != FORMAT:
            self.fail(f"format must be {FORMAT!r}, not {short(header['format'])}")
        if header["version"] != VERSION:
            self.fail(f"version {short(header['version'])} is unknown to this jeopardice, which reads {VERSION}")
        if header["seed"] is not None and header["seed"] < 0:
            self.fail(f"seed must be a whole number from 0 on, not {short(header['seed'])}")

    def _scores(self, scores: Sequence[object], players: int) -> tuple[int, int]:
        if len(scores) != players or not all(_is(score, int) for score in scores):
            self.fail(f"scores must be {players} whole number{'s' * (players > 1)}, not {short(scores)}")
        own, opponent = [*scores, 0][:2]
        return own, opponent  # type: ignore[return-value]

    def _decisions(self, keeper: Scorekeeper) -> Mapping[str, Any]:
        """Read all decisions; -> the record of the end."""
        while True:
            record = self._record("decision", "end")
            if record["record"] == "end":
                return record
            if keeper.taken >= MOST_DECISIONS:
                self.fail(f"a transcript has at most {MOST_DECISIONS:,} decisions")
            known = {
                "turn": len(keeper.turns) + 1,
                "player": SEATS[keeper.mover],
                "own": keeper.own,
                "opponent": keeper.opponent,
            }
            if keeper.winner is None:
                self._compare(record, known)
            keeper.take(Decision(record["turn_total"], record["action"], self._outcome(keeper.rules, record)))

    def _outcome(self, rules: Rules, record: Mapping[str, Any]) -> Outcome | None:
        """The outcome in the rules, or None where nothing is thrown."""
        points, effect = record["points"], record["effect"]
        if (points is None) != (effect is None):
            self.fail(f"points and effect must both be null or neither, not {short(points)} and {short(effect)}")
        if points is None:
            if record["action"] in rules.actions[1:]:
                self.fail(f"points must be a number where the action is {short(record['action'])}, not null")
            return None
        possible = [outcome for throw in rules.throws if throw.name == record["action"] for outcome in throw.outcomes]
        found = next((o for o in possible if (o.points, o.effect) == (points, effect)), None)
        if found is None:
            self.fail(f"{short(record['action'])} cannot bring {short(points)} points and the effect {short(effect)}")
        return found

    def _check_end(self, keeper: Scorekeeper, end: Mapping[str, Any]) -> None:
        turns = keeper.turns
        known = {
            "result": "stalemate" if keeper.winner is None else "won",
            "winner": None if keeper.winner is None else SEATS[keeper.winner],
            "scores": keeper.scores,
            "turns": len(turns),
            "throws": sum(decision.outcome is not None for turn in turns for decision in turn.decisions),
        }
        if not all(_is(score, int) for score in end["scores"]):
            self.fail(f"scores must be whole numbers, not {short(end['scores'])}")
        self._compare(end, known)
        if self.file.read(1):
            self.line += 1
            self.fail("nothing may follow the end")

    def _compare(self, record: Mapping[str, Any], known: Mapping[str, Any]) -> None:
        for key, right in known.items():
            if record[key] != right:
                self.fail(f"{key} must be {json.dumps(right)} by what was played, not {short(record[key])}")

    def _record(self, *kinds: str) -> dict[str, Any]:
        """The next line, as one of some kinds of record with all its fields and no others."""
        plain = self._json(self._next(LONGEST_LINE if self.line else LONGEST_HEADER))
        if not isinstance(plain, dict):
            self.fail(f"an object is expected, not {short(plain)}")
        kind = plain.pop("record", None)
        if kind not in kinds:
            self.fail(f"a record {' or '.join(map(repr, kinds))} is expected, not {short(kind)}")
        return {"record": kind, **self._fields(plain, FIELDS[kind], f"a record {kind!r}")}

    def _fields(self, plain: object, kinds: Kinds, what: str) -> dict[str, Any]:
        if not isinstance(plain, dict):
            self.fail(f"{what} must be an object, not {short(plain)}")
        for key in plain:
            if key not in kinds and key != EXTRA:
                self.fail(f"{what} has no {short(key)}; what else there is to say belongs into {EXTRA!r}")
        if not isinstance(plain.get(EXTRA, {}), dict):
            self.fail(f"{EXTRA} must be an object, not {short(plain[EXTRA])}")
        for key, (told, kind) in kinds.items():
            if key not in plain:
                self.fail(f"{what} lacks {key!r}")
            if not _is(plain[key], kind):
                self.fail(f"{key} must be {told}, not {short(plain[key])}")
        return {key: plain[key] for key in kinds}

    def _next(self, longest: int) -> bytes:
        raw = self.file.readline(longest + 1)
        self.line += 1
        self.bytes += len(raw)
        if len(raw) > longest:
            self.fail(f"a line has at most {longest:,} bytes here")
        if self.bytes > MOST_BYTES:
            self.fail(f"a transcript has at most {MOST_BYTES:,} bytes")
        if not raw:
            self.fail("the file ends here, before the game does" if self.line > 1 else "the file is empty")
        return raw

    def _json(self, raw: bytes) -> object:
        try:
            return json.loads(raw.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_refused)
        except (ValueError, RecursionError) as problem:
            self.fail(f"not a JSON object on one line ({problem})")


def _is(value: object, kind: type | tuple[type, ...]) -> bool:
    """Is it of that kind? True and false are no numbers."""
    return isinstance(value, kind) and not (isinstance(value, bool) and kind is not bool)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [key for key, _ in pairs]
        raise ValueError(f"{short(next(key for key in names if names.count(key) > 1))} is given twice")
    return found


def _refused(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")
