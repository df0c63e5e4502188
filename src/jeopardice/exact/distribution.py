"""Distributions of whole numbers, such as how many turns something takes, and how it is that they are summed up."""

import math
import numbers
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import JeopardiceError, NotConvergedError
from jeopardice.exact.result import Result
from jeopardice.games.notebook import rows_table
from jeopardice.games.position import is_whole
from jeopardice.games.rules import short

TAIL = 1e-12


@dataclass(frozen=True, eq=False)
class Distribution(Result):
    """`probabilities[n]`: the probability of n. `endless`: that no number comes of it, since it never ends.

    Mean, sd and mode are of what ends (nan, None: nothing does); `moments` are mean and sd where they are known without
    the tail of at most 1e-12 that the probabilities may leave out. Where writing them down would take too long, there
    are no probabilities at all, and nothing is known but the moments.
    """

    left_out = ("probabilities",)

    probabilities: NDArray[np.float64]
    endless: float = 0.0
    moments: tuple[float, float] | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._summary})"

    @property
    def _summary(self) -> str:
        """The figures by which it is known at a glance."""
        return f"mean={self.mean:.6g}, sd={self.sd:.6g}, endless={self.endless:.6g}"

    @property
    def mean(self) -> float:
        """The expected number."""
        return self.moments[0] if self.moments else self._mean(np.arange(len(self.probabilities)))

    @property
    def sd(self) -> float:
        """The standard deviation."""
        if self.moments:
            return self.moments[1]
        return math.sqrt(self._mean((np.arange(len(self.probabilities)) - self.mean) ** 2))

    def _mean(self, figures: NDArray[Any]) -> float:
        """The mean of figures by number, over what ends; not a number where nothing does."""
        whole = self.probabilities.sum()
        return float(figures @ self.probabilities / whole) if whole > 0 else float("nan")

    @property
    def written(self) -> bool:
        """Are the probabilities there?"""
        return len(self.probabilities) > 0

    def _written(self) -> NDArray[np.float64]:
        """The probabilities, or a NotConvergedError where they are not there."""
        if not self.written:
            raise NotConvergedError(
                f"only the mean ({self.mean:.6g}) and the standard deviation ({self.sd:.6g}) of this distribution are "
                "known: writing it down would take too long"
            )
        return self.probabilities

    def within(self, number: int) -> float:
        """The probability of at most that number."""
        if not is_whole(number):
            raise JeopardiceError(f"number must be a whole number, not {short(number)}")
        return float(self._written()[: max(0, number + 1)].sum())

    def quantile(self, share: float) -> int | None:
        """The least number that is not exceeded with at least that probability; None where there is none."""
        if isinstance(share, bool) or not isinstance(share, numbers.Real) or not 0 <= share <= 1:
            raise JeopardiceError(f"share must lie between 0 and 1, not {short(share)}")
        reached = np.flatnonzero(np.cumsum(self._written()) >= float(share) - TAIL)
        return int(reached[0]) if len(reached) else None

    @property
    def median(self) -> int | None:
        """The number not exceeded in half of all cases."""
        return self.quantile(0.5)

    @property
    def mode(self) -> int | None:
        """The most probable number, the least of several."""
        return int(np.argmax(self.probabilities)) if self._written().any() else None

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "mean": self.mean,
            "sd": self.sd,
            "median": self.median if self.written else None,
            "mode": self.mode if self.written else None,
            "endless": self.endless,
            "probabilities": self.probabilities.tolist() if self.written else None,
        }

    def _repr_html_(self) -> str:
        rows = ((n, f"{p:.6f}") for n, p in enumerate(self.probabilities) if p >= 5e-7)
        return super()._repr_html_() + rows_table(rows)
