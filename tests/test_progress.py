"""Progress of what takes long: a share that never falls, or the order that is reached."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from samples import CUSTOM, PASSING, Counting, Sulking
from shell import Shell, run

import jeopardice as jd
from jeopardice.games.progress import part, part_of_many, rising

Work = Callable[[Any], object]


def hesitant(mine: int, yours: int, turn: int) -> bool:
    return turn < 3 + (yours > mine)


WORKS: dict[str, Work] = {
    "solve": lambda p: jd.solve("pig(target=250)", cache=False, progress=p),
    "solve wipes": lambda p: jd.solve("two-dice-pig(target=30)", cache=False, progress=p),
    "solve where passing pays": lambda p: jd.solve(PASSING["both-pass"], cache=False, progress=p),
    "fractions": lambda p: jd.solve("pig(target=6)", exact=True, progress=p),
    "fractions of wipes": lambda p: jd.solve("two-dice-pig(target=6)", exact=True, progress=p),
    "duel": lambda p: jd.duel("pig(target=20)", hesitant, "noisy(optimal, 0.1)", progress=p),
    "duel of wipes": lambda p: jd.duel("two-dice-pig(target=20)", hesitant, "best-response(turtle)", progress=p),
    "duel with stalemates": lambda p: jd.duel("pig(target=20)", "roll-and-wait", "roll-and-wait", progress=p),
    "duel with memories": lambda p: jd.duel("pig(target=20)", Sulking(), Counting(), progress=p),
    "memories and wipes": lambda p: jd.duel("two-dice-pig(target=12)", Sulking(), "turtle", progress=p),
    "best response": lambda p: jd.best_response("pig(target=250)", "hold-at(20)", progress=p),
    "best response of wipes": lambda p: jd.best_response(CUSTOM["forced-wipes"], "hold-at(4)", progress=p),
    "best response to a refuser": lambda p: jd.best_response("two-dice-pig(target=9)", "hold-at(0)", progress=p),
    "advise": lambda p: jd.advise("pig(target=250)", 1, 2, against=jd.HoldAt(9), progress=p),
    "length": lambda p: jd.game_length("two-dice-pig(target=12)", "turtle", "optimal", progress=p),
    "table": lambda p: jd.tabulate("pig(target=20)", hesitant, progress=p),
}


@pytest.mark.parametrize("work", WORKS.values(), ids=WORKS.keys())
def test_the_share_that_is_done_never_falls(work: Work) -> None:
    told = list[float]()
    work(told.append)
    assert told == sorted(told)
    assert len(set(told)) > 1
    assert 0.0 <= told[0] < 0.9
    assert 0.5 <= told[-1] <= 1.0


def test_a_chain_tells_the_order_that_is_being_found() -> None:
    told = list[int]()
    chain = jd.response_chain("pig(target=30)", "hold-at(9)", progress=told.append)
    assert told == list(range(1, len(chain.solutions) + 1))


def test_parts_fill_the_whole() -> None:
    told = list[float]()
    for number in range(3):
        several = part_of_many(part(told.append, 0.5, 1.0), number)
        assert several is not None
        several(0.0), several(1.0)
    assert told == [0.5, 0.75, 0.75, 0.875, 0.875, 0.9375]
    assert part(None, 0.0, 0.5) is None
    assert rising(None) is None


@pytest.mark.parametrize(
    ("command", "sign"),
    [
        (("duel", "pig:target=30", "mine_slow:hesitant", "turtle"), r" \d+% \d+ s \.\.\."),
        (("respond", "pig:target=30", "mine_slow:hesitant"), r" \d+% \d+ s \.\.\."),
        (("respond", "pig:target=30", "turtle", "--chain"), r" order 1, \d+ s \.\.\."),
        (("advise", "pig:target=30", "0", "0", "--against", "mine_slow:hesitant"), r" \d+% \d+ s \.\.\."),
        (("export", "pig:target=30", "mine_slow:hesitant", "--csv", "a.csv"), r" \d+% \d+ s \.\.\."),
        (("solve", "pig:target=5", "--exact"), r" \d+% \d+ s \.\.\."),
        (("solve", "two-dice-pig:target=5", "--no-cache"), r" \d+% \d+ s \.\.\."),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_long_commands_tell_how_far_they_are(
    command: tuple[str, ...], sign: str, capsys: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("jeopardice.cli.work.PATIENCE", 0.0)
    Path("mine_slow.py").write_text("def hesitant(a, b, c): return c < 4\n")
    code, _, err = run(capsys, *command, "--progress")
    assert code == 0
    assert re.search(sign, err)
