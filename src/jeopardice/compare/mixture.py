"""The maximin mixture: with which probabilities to draw a strategy of the field, whatever the other one draws.

Two players each choose a strategy of the field, and it is decided by lot who starts. That is a zero-sum game with the
matrix s[i, j], the share of i against j (a stalemate is half a win for each). As s[j, i] = 1 - s[i, j], its value is
one half. The mixture x is what a linear program finds (von Neumann, 1928; Dantzig, 1951):

    maximise v    where    sum over i of x_i s[i, j] >= v for every j,    x >= 0,    sum of x = 1

Its support, those that are drawn at all, then gives a system of linear equations that is solved to the last places.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import MissingError, NotConvergedError
from jeopardice.exact.result import Result

EXTRA = "compare"
TOLERANCE, DRAWN, GOOD = 1e-10, 1e-9, 1e-6
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Mixture(Result):
    """How often each strategy is drawn, the largest share first, and the certificate.

    `value` is what it has at least, against whichever of the field; `gain` is by how much the best of them exceeds one
    half against it: 0, but for rounding.
    """

    shares: Mapping[str, float]
    value: float
    gain: float

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"shares": dict(self.shares), "value": self.value, "gain": self.gain}


def can_be_found() -> bool:
    """Is what solves linear programs installed?"""
    return find_spec("scipy") is not None


def mixture(names: tuple[str, ...], shares: Floats) -> Mixture:
    """The maximin mixture of a field by what each has of its games against each."""
    if not can_be_found():
        problem = f"the maximin mixture needs scipy: pip install 'jeopardice[{EXTRA}]'"
        raise MissingError(problem)
    edge = shares - 0.5
    drawn = _polished(edge, _program(edge))
    gain = _gain(edge, drawn)
    order = sorted(np.flatnonzero(drawn), key=lambda number: (-drawn[number], number))
    return Mixture({names[number]: float(drawn[number]) for number in order}, 0.5 - gain, gain)


def _gain(edge: Floats, drawn: Floats) -> float:
    """By how much the best of the field exceeds one half against a mixture."""
    return max(0.0, float((edge @ drawn).max()))


def _program(edge: Floats) -> Floats:
    """What the linear program finds, in which the value of the game is the last variable."""
    from scipy.optimize import linprog

    entrants = len(edge)
    found = linprog(
        c=np.append(np.zeros(entrants), -1.0),
        A_ub=np.column_stack([-edge.T, np.ones(entrants)]),
        b_ub=np.zeros(entrants),
        A_eq=np.append(np.ones(entrants), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * entrants + [(-1.0, 1.0)],
        method="highs",
        options={"primal_feasibility_tolerance": TOLERANCE, "dual_feasibility_tolerance": TOLERANCE},
    )
    drawn = None if found.x is None else np.clip(found.x[:-1], 0.0, None)
    if drawn is None or not drawn.sum() or _gain(edge, drawn / drawn.sum()) > GOOD:
        raise NotConvergedError(f"the linear program of the maximin mixture was not solved: {found.message}")
    return np.asarray(drawn / drawn.sum())


def _polished(edge: Floats, rough: Floats) -> Floats:
    """The mixture of the same support against which all in it do equally well, if it is one and no worse."""
    support = np.flatnonzero(rough > DRAWN)
    size = len(support)
    system = np.ones((size + 1, size + 1))
    system[:size, :size], system[size, size] = edge[np.ix_(support, support)], 0.0
    solved = np.linalg.lstsq(system, np.append(np.zeros(size), 1.0), rcond=None)[0][:size]
    better = np.zeros(len(edge))
    better[support] = solved
    if (solved < 0.0).any() or abs(solved.sum() - 1.0) > DRAWN or _gain(edge, better) > _gain(edge, rough):
        return rough
    return np.asarray(better / better.sum())
