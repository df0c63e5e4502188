"""Rules that wipe a banked score: the values after a wipe, which couple all pairs of scores, as a fixed point.

Written as what A gets, a sweep takes the values after a wipe to better ones by a map that never falls where they rise,
`x -> r + M x` as long as the choices stay: M holds the chances of another wipe. It is contracting as the game ends
without a further wipe, and so much the errors of rounding are magnified; where that is too much, nothing is returned.
"""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import NotConvergedError
from jeopardice.games.progress import part, part_of_many
from jeopardice.spread import Progress

Vector = NDArray[np.float64]
TOLERANCE = 1e-14
LARGEST_ERROR = 1e-10
MOST_SWEEPS, MOST_ROUNDS, MOST_CHECKS = 500, 100, 100
HISTORY = 8
BETTER = 1e-13
ROUGH_SWEEPS = 3


class System(Protocol):
    """Two seats, and the values after a wipe of A's and then of B's score: each what its owner gets."""

    what: str
    symmetric: bool
    fixed: bool
    stalemate: float
    size: int

    @property
    def ends(self) -> bool:
        """Does every game come to an end, as far as the tables of fixed seats tell?"""

    @property
    def worth(self) -> float:
        """What a seat gets that is free to choose, or was before it was frozen, all turn starts together."""

    def once(self, wiped: Vector, rough: bool) -> Vector:
        """One sweep over all sums; a rough one does not settle what is open as long as the values are guesses."""

    def frozen(self, before: Any = None, by: float = 0.0) -> Any:
        """The same with all choices as they are now, in two seats of their own.

        With the frozen system of `before`, choices are taken over only in turns that they make better, by more than
        `by`; None, and the choices of before are taken back, where they make none better.
        """


def settle_wipes(system: System, target: int, progress: Progress = None) -> None:
    """Find the values after a wipe.

    Where games may never end there are several fixed points, and the right one is the nearest to an endless game's
    value: for fixed choices it is found from there. Somebody free to choose improves its choices between such
    solutions, since values that no choices have yet might be promises that are never kept.
    """
    if system.symmetric or system.ends or system.fixed:
        _settled(system, target, progress)
        return
    wiped, before, by = _nearest(system), None, BETTER
    for number in range(MOST_ROUNDS):
        system.once(wiped, False)
        after = system.frozen(before, by)
        if after is None:
            return
        found = _settled(after, target, part_of_many(progress, number))
        if before is not None and after.worth <= before.worth:
            by *= 10.0  # what looked better was rounding
        else:
            wiped, before = found, after
    raise NotConvergedError(f"the choices after {system.what} still change after {MOST_ROUNDS} rounds")


def _settled(system: System, target: int, progress: Progress) -> Vector:
    """The one fixed point of games that end, checked; else the one nearest to an endless game's value."""
    if not (system.symmetric or system.ends):
        return fixed_point(system.once, _nearest(system), system.what, progress)[0]
    guess = 0.5 * (1.0 - np.arange(target) / target)  # it falls from one half with the opponent's score
    begin = np.tile(guess, system.size // target)
    found, change = fixed_point(system.once, begin, system.what, part(progress, 0.0, 0.9))
    _refuse_large_error(system, found, change)
    return found


def _nearest(system: System) -> Vector:
    return np.repeat([system.stalemate, 1.0 - system.stalemate], system.size // 2)


def fixed_point(
    once: Callable[[Vector, bool], Vector], start: Vector, what: str, progress: Progress = None
) -> tuple[Vector, float]:
    """The fixed point of a map by Anderson acceleration: mix the last steps so that they would cancel.

    -> the fixed point, and by how much it still changes.
    """
    points: list[Vector] = []
    images: list[Vector] = []
    point = start
    best = np.inf
    for number in range(MOST_SWEEPS):
        rough = number < ROUGH_SWEEPS
        image = once(point, rough)
        change = float(np.max(np.abs(image - point)))
        if progress:
            progress(np.log(min(1.0, max(change, TOLERANCE))) / np.log(TOLERANCE))
        if not rough and (change <= TOLERANCE or (change <= 20 * TOLERANCE and change >= best)):
            return image, change
        best = min(best, change)
        points, images = [*points, point][-HISTORY - 1 :], [*images, image][-HISTORY - 1 :]
        point = _mixed(points, images)
    raise NotConvergedError(f"{what} still change by {best:.1e} after {MOST_SWEEPS} sweeps")


def _mixed(points: list[Vector], images: list[Vector]) -> Vector:
    if len(points) == 1:
        return images[0]
    steps = np.array(images) - np.array(points)
    differences, moves = np.diff(steps, axis=0).T, np.diff(np.array(images), axis=0).T
    weights = np.linalg.lstsq(differences, steps[-1], rcond=1e-12)[0]
    mixed: Vector = np.clip(images[-1] - moves @ weights, 0.0, 1.0)
    return mixed


def _refuse_large_error(system: System, found: Vector, change: float) -> None:
    """Raise a NotConvergedError where so many wipes lie ahead that the values are not right to many digits.

    With the choices as they are, what B wins at once is 1 - T(1), without a further wipe; after k more sweeps,
    1 - T^k(1), without k wipes. If that is at least a share of all that B wins, k sweeps contract the error so much.
    Where A wins more, it is A's share that is looked at.
    """
    frozen = system.frozen()
    if system.symmetric:
        found = np.tile(found, 2)
    for_b = np.append(1.0 - found[: frozen.size // 2], found[frozen.size // 2 :])
    won = for_b if for_b.mean() >= 0.5 else 1.0 - for_b
    sign = 1.0 if for_b.mean() >= 0.5 else 0.0
    ahead, counts = np.repeat([sign, 1.0 - sign], frozen.size // 2), won > 1e-6
    share = 0.0
    for wipes in range(1, MOST_CHECKS + 1):
        ahead = frozen.once(ahead, False)
        done = np.append(ahead[: frozen.size // 2], 1.0 - ahead[frozen.size // 2 :])
        done = 1.0 - done if sign else done
        share = float(np.min(done[counts] / won[counts], initial=1.0))
        if share > 0.0 and wipes * max(change, 1e-16) / share <= LARGEST_ERROR:
            return
    error = MOST_CHECKS * max(change, 1e-16) / share if share > 0.0 else 1.0
    raise NotConvergedError(
        f"{system.what} may be wrong by {min(error, 1.0):.0e}: nearly everything is wiped before somebody wins"
    )
