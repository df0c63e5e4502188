"""Ratings on the Elo scale: the Bradley-Terry model, fitted to a whole tournament at once by maximum likelihood.

The model has one number r for each strategy and expects of i against j a share 1 / (1 + 10^((r_j - r_i) / 400)); a
stalemate is half a win for each. With s[i, j] the share that i had of its games against j, the likelihood of all of
them is greatest where every strategy is expected to have had as much in all as it had:

    sum over j of s[i, j]  =  sum over j of 1 / (1 + exp(t_j - t_i)),        r = 1500 + 400 / ln 10 (t - mean of t)

It has a greatest value if and only if nobody is cut off by always winning or always losing: if from each one there is a
way to each other over games won now and then (Ford, "Solution of a ranking problem from binary comparisons", 1957).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.compare.relation import components
from jeopardice.errors import NotConvergedError
from jeopardice.exact.result import Result

MIDDLE, SCALE = 1500.0, 400.0 / np.log(10.0)
MOST_STEPS, MOST_HALVINGS, LONGEST_STEP = 500, 60, 20.0
CLOSE, CLOSE_ENOUGH = 1e-13, 1e-9
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Ratings(Result):
    """A rating for each strategy by name, their mean 1500, and for those that cannot have one (None) the reason."""

    by_name: Mapping[str, float | None]
    why_not: Mapping[str, str]

    def __getitem__(self, name: str) -> float | None:
        return self.by_name[name]

    def expected(self, a: str, b: str) -> float | None:
        """The share that the model expects a to have against b; None where one of them has no rating."""
        one, other = self.by_name[a], self.by_name[b]
        return None if one is None or other is None else float(1.0 / (1.0 + np.exp((other - one) / SCALE)))

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"ratings": dict(self.by_name), "why_not": dict(self.why_not)}


def ratings(names: tuple[str, ...], shares: Floats) -> Ratings:
    """Ratings by what each had of its games against each; of those that are connected, the largest group is rated."""
    parts = components(shares > 0.0)
    rated = max(range(len(parts)), key=lambda n: len(parts[n]))
    if len(parts[rated]) == 1:
        return Ratings(dict.fromkeys(names), dict.fromkeys(names, _alone(len(names))))
    found: dict[str, float | None] = dict.fromkeys(names)
    part = parts[rated]
    values = strengths(shares[np.ix_(part, part)])
    for number, value in zip(part, MIDDLE + SCALE * (values - values.mean()), strict=True):
        found[names[number]] = float(value)
    why_not = {names[number]: "always wins against those that are rated" for part in parts[:rated] for number in part}
    for part in parts[rated + 1 :]:
        why_not |= {names[number]: "always loses to those that are rated" for number in part}
    return Ratings(found, why_not)


def _alone(entrants: int) -> str:
    return "there is nobody to play against" if entrants == 1 else "every pair is decided beforehand"


def strengths(shares: Floats) -> Floats:
    """The t of the equation above, their mean 0, by Newton's method; a step that leads away is halved."""
    entrants = len(shares)
    t = np.zeros(entrants)
    slope, curve = _slope_and_curve(shares, t)
    for _ in range(MOST_STEPS):
        if np.abs(slope).max() <= CLOSE * entrants:
            break
        step = np.linalg.solve(np.diag(curve.sum(axis=1)) - curve + 1.0 / entrants, slope)
        step *= min(1.0, LONGEST_STEP / np.abs(step).max())
        for _ in range(MOST_HALVINGS):
            further = _slope_and_curve(shares, t + step)
            # close to the end, rounding hides whether it is more likely, but not that it is less steep
            if np.abs(further[0]).max() < np.abs(slope).max() or _likelihood(shares, t + step) > _likelihood(shares, t):
                break
            step = step / 2
        else:
            break
        t, (slope, curve) = t + step - (t + step).mean(), further
    if np.abs(slope).max() > CLOSE_ENOUGH * entrants:
        raise NotConvergedError(f"the ratings are still off by {np.abs(slope).max():.1e} games")
    return t


def _slope_and_curve(shares: Floats, t: Floats) -> tuple[Floats, Floats]:
    """What each had less what it was expected to have, and how fast the expectation of each pair changes."""
    expected = 1.0 / (1.0 + np.exp(t[None, :] - t[:, None]))
    off = ~np.eye(len(t), dtype=bool)
    return ((shares - expected) * off).sum(axis=1), expected * expected.T * off


def _likelihood(shares: Floats, t: Floats) -> float:
    """The logarithm of the likelihood."""
    return -float((shares * np.logaddexp(0.0, t[None, :] - t[:, None])).sum())
