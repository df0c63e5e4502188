"""The boundary between throwing and holding as a page of its own: a body to turn, and positions to touch.

The page holds a game's automaton, the values of the turn starts and the policy; what each action is worth it works out
itself, by the turn recursion. It is one file, and fetches nothing.
"""

import base64
import json
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice import __version__
from jeopardice.errors import StrategyError
from jeopardice.exact.solution import Solution
from jeopardice.games.notation import game_notation
from jeopardice.games.size import refuse_beyond
from jeopardice.games.turn import Turn, in_floats
from jeopardice.show.figures.drawn import Page
from jeopardice.show.figures.policy import least_holds, single_actions, whose

TEMPLATE = "interactive.html"
MOST = 300
"""The largest target: beyond, a browser would take too long to turn the body."""


def interactive(solution: Solution) -> Page:
    """The boundary of best play, to turn in a browser, with the win probability of every action at every position."""
    rules, table = solution.rules, solution.strategy
    if solution.values.ndim > 2:
        raise StrategyError(f"{solution.name} answers a memory: its page would be a different one for each")
    if rules.target > MOST:
        raise StrategyError(f"a page to turn is made of games to {MOST} points at most, not of {rules}")
    actions = single_actions(table, "a page to turn")
    game, single = game_notation(rules), table.turn.decisions == 1
    totals, to_go = np.array(table.turn.total[: table.turn.decisions]), rules.target - np.arange(rules.target)
    heights = actions[:, :, 0].astype(np.int64) if single else least_holds(actions == 0, totals, to_go[:, None])
    title = f"{game}: when to hold, {whose(solution.name)}"
    if single:
        caption = "By both scores: which throw to make."
    else:
        caption = (
            "By both scores: the turn total at which to hold. Where that is never right before, a column ends where "
            f"the target of {rules.target} is reached."
        )
    plain = {
        "game": game,
        "target": rules.target,
        "actions": list(rules.actions),
        "forced": rules.forced_first_roll,
        **automaton(table.turn),
        "values": packed(solution.values, "<f4"),
        "replies": "" if solution.replies is solution.values else packed(solution.replies, "<f4"),
        "heights": packed(heights, "<u2"),
        "runs": packed(runs(actions), "<u2"),
    }
    data = {"hold_value": heights, "value": solution.values, "turn_totals": totals}
    return Page("interactive", title, caption, data, filled(title, caption, plain))


def automaton(turn: Turn) -> dict[str, Any]:
    """The turn as plain data: of each throw at each decision bust, wipe, and the steps as probability and node."""
    moves = [
        [[move.bust, move.wipe, *(part for step in move.steps for part in step)] for move in here]
        for here in in_floats(turn).moves
    ]
    return {"totals": turn.total[: turn.decisions], "ends": turn.total[turn.decisions :], "moves": moves}


def runs(actions: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The actions of every turn in runs: how many there are, then of each its first node and the action."""
    flat = actions.reshape(-1, actions.shape[-1]).astype(np.int64)
    refuse_beyond(8 * flat.size, "the policy in runs")
    begins = np.concatenate([np.ones((len(flat), 1), np.bool_), flat[:, 1:] != flat[:, :-1]], axis=1)
    counts, (rows, nodes) = begins.sum(axis=1), np.nonzero(begins)
    found = np.zeros(len(flat) + 2 * int(counts.sum()), np.int64)
    starts = np.concatenate([[0], np.cumsum(1 + 2 * counts)[:-1]])
    found[starts] = counts
    within = np.arange(len(rows)) - np.concatenate([[0], np.cumsum(counts)[:-1]])[rows]
    places = starts[rows] + 1 + 2 * within
    found[places], found[places + 1] = nodes, flat[rows, nodes]
    return found


def packed(array: NDArray[Any], kind: str) -> str:
    """An array as a text of its bytes."""
    return base64.b64encode(np.ascontiguousarray(array, kind).tobytes()).decode()


def filled(title: str, caption: str, plain: dict[str, Any]) -> str:
    """The page with what belongs into it."""
    page = files("jeopardice.show.figures").joinpath(TEMPLATE).read_text(encoding="utf-8")
    told = {"title": escape(title), "caption": escape(caption), "origin": f"Made by jeopardice {__version__}"}
    data = json.dumps(plain, separators=(",", ":")).replace("<", "\\u003c")
    for name, text in (told | {"data": data}).items():
        page = page.replace(f"{{{{{name}}}}}", text)
    return page
