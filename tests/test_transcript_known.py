"""Games that source documents print: their dice go in, and their text must come out."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.sampled.script import AND_SO_ON

FOLDER = Path(__file__).parent / "known" / "transcripts"


@dataclass(frozen=True)
class Printed:
    """A game as it was printed: what was played, and the text. `cut`: the document shows only its beginning."""

    about: dict[str, str]
    text: str

    @classmethod
    def read(cls, name: str) -> "Printed":
        head, _, text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").partition("\n\n")
        return cls(dict(line.split(": ", 1) for line in head.splitlines()), text.rstrip("\n"))


def person(state: jd.State) -> bool:
    """What the person of Rosen's section 8.1 does: hold at 20 or more, at 61 already at 19, at 80 not at 19."""
    return state.turn_total < (19 if state.own == 61 else 20)


NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", NAMES)
def test_the_dice_of_a_printed_game_give_its_text(name: str) -> None:
    known = Printed.read(name)
    about, people = known.about, {"the person": person}
    players: list[Any] = [people.get(about[seat], about[seat]) for seat in "ab" if seat in about]
    dice = about["dice"] + f",{AND_SO_ON}" * ("cut" in about)
    starts = {field: int(about.get(field, 0)) for field in ("own", "opponent")}
    played = jd.transcript(about["game"], *players, dice=dice, rng=1, first=about["first"], **starts)
    told = played.told(about["style"])
    assert told == known.text or ("cut" in about and told.startswith(known.text + "\n"))
    assert played.dice == about["dice"] or "cut" in about


def test_all_ten_printed_games_are_there() -> None:
    assert len(NAMES) == 10


def test_every_choice_of_the_optimal_player_in_the_report_is_the_best_one() -> None:
    best = jd.solve("pig")
    for name in ("yale-optimal-optimal", "yale-optimal-heuristic", "yale-optimal-heuristic-second"):
        about = Printed.read(name).about
        played = jd.transcript("pig", about["a"], about["b"], dice=about["dice"], first=about["first"])
        for turn in played.turns:
            for decision in turn.decisions:
                if played.players["ab".index(turn.player)].name == "optimal":
                    advice = best.advise(turn.own, turn.opponent, decision.turn_total)
                    assert advice.best == decision.action, (name, turn)


def test_the_report_s_stale_turn_totals_are_told_only_in_its_own_style() -> None:
    about = Printed.read("yale-heuristic-heuristic").about
    played = jd.transcript("pig", about["a"], about["b"], dice=about["dice"])
    assert "===== Turn 3 =====\nPlayer 1 's Turn\nPlayer 1 Score: 0 | Player 2 Score: 20\nCurrent Turn Total: 20" in (
        played.told("yale")
    )
    assert all(turn.decisions[0].turn_total == 0 for turn in played.turns)
    assert "Current Turn Total" not in played.told("rosen") + str(played)
