"""How kernels are compiled, and what play by a table comes to.

Where turns lead is found for all turns of a table, eight at a time: a *word* is an integer of 64 bits with a byte for
each of eight opponent's scores side by side, as a table has them, and its *marks* are the top bits of the bytes.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

from jeopardice.games.turn import STRIDE, TurnArrays
from jeopardice.strategies.machine_code import forgiving

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": {"contract", "nnan", "nsz"}}
WORD = 8
ONES, LOW, TOP = np.uint64(0x0101010101010101), np.uint64(0x7F7F7F7F7F7F7F7F), np.uint64(0x8080808080808080)
Words = NDArray[np.uint64]
F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function; the machine code is kept on disk where there is a place for that."""
    try:
        compiled: F = njit(cache=True, **OPTIONS)(function)
    except RuntimeError:
        compiled = njit(**OPTIONS)(function)
    return forgiving(compiled)


class Choices(NamedTuple):
    """A table: `words[sum, node, word]` of actions where it is `pure`, else `weights[action, sum, node, opponent]`."""

    pure: bool
    words: Words
    weights: NDArray[np.float64]


class Ways(NamedTuple):
    """Where turns lead: `last[sum, opponent]`, the last decision of a turn; and marks by own score, in `banked[node]`
    if some turn banks there, in `barren` if some turn cannot bank a point (`mark_owns` says which mark is whose)."""

    last: NDArray[np.int32]
    banked: Words
    barren: Words


@njit(inline="always")
def marks_from(lane: int) -> np.uint64:
    """The marks from a lane of a word on."""
    return TOP << np.uint64(8 * lane) if lane < WORD else np.uint64(0)


@njit(inline="always")
def named(word: np.uint64, action: int) -> np.uint64:
    """The marks of the bytes of a word that name an action."""
    differs = word ^ (ONES * np.uint64(action))
    return ~(((differs & LOW) + LOW) | differs | LOW)


@njit(inline="always")
def possible(weights: NDArray[np.float64]) -> np.uint64:
    """The marks of the lanes that have a weight."""
    found = np.uint64(0)
    for lane in range(WORD):
        found |= np.uint64(weights[lane] > 0.0) << np.uint64(8 * lane + 7)
    return found


@njit(inline="always")
def takers(choices: Choices, action: int, sum_: int, node: int, word: int) -> np.uint64:
    """The marks of those who may take an action at a node."""
    if choices.pure:
        marks = named(choices.words[sum_, node, word], action)
    else:
        marks = possible(choices.weights[action, sum_, node, WORD * word : WORD * word + WORD])
    return marks


@kernel
def mark_owns(words: Words, marks: np.uint64, place: int) -> None:
    """Take over marks by opponent into words by own score, where `target - own` is the place, after one empty word.

    The place of the first lane is given: from one opponent to the next the own score falls, and the place rises.
    """
    word, up = place // WORD, np.uint64(8 * (place % WORD))
    words[word] |= marks << up
    words[word + 1] |= (marks >> (np.uint64(56) - up)) >> np.uint64(8)


@njit(inline="always")
def is_marked(words: Words, place: int) -> bool:
    """Has an own score, by its place, a mark?"""
    return bool((words[place // WORD] >> np.uint64(8 * (place % WORD))) & np.uint64(128))


@kernel
def walk(turn: TurnArrays, choices: Choices, furthest: NDArray[np.int64], sum_: int, word: int, seen: Words) -> int:
    """Mark, node by node, who of those marked at the first comes there; -> the last decision that anybody comes to."""
    node = last = 0
    while node <= last:
        for action in range(1, turn.throws + 1):
            if seen[node] == 0:
                break
            marks = seen[node] & takers(choices, action, sum_, node, word)
            if marks == 0:
                continue
            move = node * turn.throws + action - 1
            last = max(last, furthest[move])
            for group in range(turn.start[move], turn.start[move + 1]):
                for step in range(STRIDE):
                    seen[turn.successor[group, step]] |= marks
        node += 1
    return last


@kernel
def gather(turn: TurnArrays, choices: Choices, ways: Ways, sum_: int, word: int, seen: Words, last: int) -> None:
    """Keep where the turns of a word lead, and leave `seen` without marks."""
    place = turn.target - sum_ + WORD * word + WORD
    everybody = left = seen[0]
    gains = np.uint64(0)
    for node in range(turn.decisions, turn.total.shape[0]):
        if seen[node] != 0:
            mark_owns(ways.banked[node], seen[node], place)
            gains |= seen[node]
            seen[node] = 0
    for node in range(last, -1, -1):
        here = seen[node]
        seen[node] = 0
        if here == 0:
            continue
        holds = here & takers(choices, 0, sum_, node, word)
        if holds != 0:
            mark_owns(ways.banked[node], holds, place)
            gains |= holds if node > 0 else np.uint64(0)
        if here & left != 0:
            for lane in range(WORD):
                if (here & left) >> np.uint64(8 * lane) & np.uint64(128) != 0:
                    ways.last[sum_, WORD * word + lane] = node
            left &= ~here
    mark_owns(ways.barren, everybody & ~gains, place)


@kernel
def all_ways(turn: TurnArrays, choices: Choices, lanes: int) -> Ways:
    """Where all turns of a table lead."""
    words, nodes = (turn.target + 4 * WORD) // WORD, turn.total.shape[0]
    last = np.zeros((2 * turn.target - 1, lanes), np.int32)
    ways = Ways(last, np.zeros((nodes, words), np.uint64), np.zeros(words, np.uint64))
    furthest = np.zeros(turn.start.shape[0] - 1, np.int64)
    for move in range(furthest.shape[0]):
        for step in turn.successor[turn.start[move] : turn.start[move + 1]].flat:
            furthest[move] = max(furthest[move], np.int64(step) if np.int64(step) < turn.decisions else 0)
    seen = np.zeros(nodes + 2, np.uint64)  # a bust and a wipe are the last two
    for sum_ in range(2 * turn.target - 1):
        low, high = max(0, sum_ - turn.target + 1), min(sum_, turn.target - 1) + 1
        for word in range(low // WORD, (high + WORD - 1) // WORD):
            seen[0] = marks_from(max(0, low - WORD * word)) & ~marks_from(high - WORD * word)
            gather(turn, choices, ways, sum_, word, seen, walk(turn, choices, furthest, sum_, word, seen))
    return ways


@kernel
def mark_reached(
    turn: TurnArrays,
    actions: NDArray[np.uint8],
    weights: NDArray[np.float64],
    pure: bool,
    scores: NDArray[np.bool_],
    reach: NDArray[np.int64],
) -> bool:
    """What play by a table comes to from the own scores marked in `scores`: all that it banks up to are marked as well,
    and `reach[sum]` becomes the last decision of all turns with that sum of scores. -> may every turn bank a point?

    The table is `actions[sum, node, opponent]` where `pure`, else `weights[action, sum, node, opponent]`.
    """
    lanes = actions.shape[2] if pure else weights.shape[3]
    ways = all_ways(turn, Choices(pure, actions.view(np.uint64), weights), lanes)
    always = True
    for own in range(turn.target):
        if not scores[own]:
            continue
        place = turn.target - own + WORD
        always &= not is_marked(ways.barren, place)
        for node in range(turn.total.shape[0]):
            if is_marked(ways.banked[node], place):
                scores[min(own + turn.total[node], turn.target)] = True
        for opponent in range(turn.target):
            reach[own + opponent] = max(reach[own + opponent], ways.last[own + opponent, opponent])
    return always
