"""Distributions of whole numbers, such as how many turns something takes, and how it is that they are summed up."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import JeopardiceError
from jeopardice.exact.result import Result

TAIL = 1e-12


@dataclass(frozen=True, eq=False)
class Distribution(Result):
    """`probabilities[n]`: the probability of n. `endless`: that no number comes of it, since it never ends.

    Mean, sd and mode are of what ends (nan, None: nothing does); `moments` are mean and sd where they are known without
    the tail of at most 1e-12 that the probabilities may leave out.
    """

    left_out = ("probabilities",)

    probabilities: NDArray[np.float64]
    endless: float = 0.0
    moments: tuple[float, float] | None = None

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

    def within(self, number: int) -> float:
        """The probability of at most that number."""
        return float(self.probabilities[: max(0, number + 1)].sum())

    def quantile(self, share: float) -> int | None:
        """The least number that is not exceeded with at least that probability; None where there is none."""
        if not 0 <= share <= 1:
            raise JeopardiceError(f"share must lie between 0 and 1, not {share}")
        reached = np.flatnonzero(np.cumsum(self.probabilities) >= share - TAIL)
        return int(reached[0]) if len(reached) else None

    @property
    def median(self) -> int | None:
        """The number not exceeded in half of all cases."""
        return self.quantile(0.5)

    @property
    def mode(self) -> int | None:
        """The most probable number, the least of several."""
        return int(np.argmax(self.probabilities)) if self.probabilities.any() else None

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "mean": self.mean,
            "sd": self.sd,
            "median": self.median,
            "mode": self.mode,
            "endless": self.endless,
            "probabilities": self.probabilities.tolist(),
        }

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{n}</th><td>{p:.6f}</td></tr>" for n, p in enumerate(self.probabilities) if p >= 5e-7)
        return f"{super()._repr_html_()}<table>{rows}</table>"
