"""The page to turn: it holds what the solution holds, works out the rest itself, and fetches nothing."""

import base64
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from samples import CUSTOM, GAMES

import jeopardice as jd
from jeopardice.show.figures.interactive import MOST, interactive, runs

some_games = pytest.mark.parametrize("name", ["pig", "two-dice-pig", "hog", "two-throws", "forced-pig", "piglet"])
STUB = """
const nothing = () => stub, stub = new Proxy(function () {}, {
  get: (_, name) => name === "textContent" ? DATA : name === Symbol.toPrimitive ? () => 0 : stub,
  set: () => true, apply: nothing, construct: nothing,
});
const atob = (text) => Buffer.from(text, "base64").toString("binary");
const document = { getElementById: () => stub, createElement: () => stub }, window = { addEventListener: () => 0 };
const requestAnimationFrame = () => 0;
"""


def held(page: str) -> dict[str, Any]:
    """The data that a page holds."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    plain = json.loads(found[1])
    assert isinstance(plain, dict)
    return plain


def unpacked(text: str, kind: str) -> np.ndarray[Any, Any]:
    return np.frombuffer(base64.b64decode(text), kind)


@some_games
def test_the_page_holds_the_policy_and_the_values(name: str) -> None:
    solution = jd.solve(GAMES[name])
    target, plain = solution.rules.target, held(interactive(solution).html)
    assert plain["target"] == target
    assert plain["actions"] == list(solution.rules.actions)
    np.testing.assert_allclose(unpacked(plain["values"], "<f4").reshape(target, target), solution.values, atol=1e-7)
    heights = unpacked(plain["heights"], "<u2").reshape(target, target)
    parts = unpacked(plain["runs"], "<u2").tolist()
    for own in range(target):
        for opponent in range(target):
            count, actions = parts.pop(0), list[int]()
            pairs = [(parts.pop(0), parts.pop(0)) for _ in range(count)]
            for (first, action), (after, _) in zip(pairs, [*pairs[1:], (len(plain["totals"]), 0)], strict=True):
                actions += [action] * (after - first)
            assert actions == solution.actions(own, opponent)
            single = len(plain["totals"]) == 1
            assert heights[own, opponent] == (actions[0] if single else solution.hold_value(own, opponent))
    assert not parts


def test_runs_are_as_few_as_can_be() -> None:
    actions = np.array([[[1, 1, 0, 0], [2, 2, 2, 2]]], np.uint8)
    assert runs(actions).tolist() == [2, 0, 1, 2, 0, 1, 0, 2]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@some_games
@pytest.mark.parametrize("strategy", ["optimal", "best-response(hold-at(3))"])
def test_the_page_works_out_what_every_action_is_worth(name: str, strategy: str, tmp_path: Path) -> None:
    rules = GAMES[name]
    solution = jd.solve(rules) if strategy == "optimal" else jd.best_response(rules, "hold-at(3)")
    page = interactive(solution).html
    script = page.split("<script>\n")[1].split("</script>")[0]
    ask = (
        "console.log(JSON.stringify([...Array(target).keys()].map((own) => [...Array(target).keys()].map((opponent) =>"
    )
    ask += " [turnAt(own, opponent).actions, ranges(own, opponent)]))));"
    file = tmp_path / "page.js"
    file.write_text(f"const DATA = {json.dumps(json.dumps(held(page)))};\n{STUB}\n{script}\n{ask}")
    told = subprocess.run(["node", str(file)], capture_output=True, text=True, check=True).stdout
    for own, row in enumerate(json.loads(told)):
        for opponent, (actions, words) in enumerate(row):
            for total, worth in zip(solution.turn_totals, actions, strict=True):
                if own + total < rules.target:
                    assert worth == [
                        pytest.approx(value, abs=1e-6) for value in solution.action_values(own, opponent, total)
                    ]
            first = solution.action(own, opponent)
            assert words.startswith("pass" if not first and len(solution.turn_totals) > 1 else rules.actions[first])


def test_the_page_is_one_file_that_fetches_nothing() -> None:
    page = interactive(jd.solve("pig(target=20)")).html
    assert not re.search(r"https?:|<link|@import|\bsrc=|fetch\(|XMLHttpRequest|\{\{", page)
    assert len(page) < 60_000


def test_names_cannot_break_out_of_the_page() -> None:
    rules = jd.Rules("</script><b>&", 5, CUSTOM["weighted"].throws)
    page = interactive(jd.solve(rules, cache=False)).html
    assert "</script><b>" not in page
    assert held(page)["game"].startswith("</script><b>&")


def test_games_that_a_browser_could_not_turn_are_refused() -> None:
    with pytest.raises(jd.StrategyError, match=f"games to {MOST} points at most"):
        interactive(jd.solve("hog(dice=2, target=301)"))
    with pytest.raises(jd.StrategyError, match="answers a memory"):
        interactive(jd.best_response("pig(target=10)", "scoring-turns(2)"))
