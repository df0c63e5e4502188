"""The standings of a tournament: who comes first, by the average, by pairs won or by the worst case."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from jeopardice.compare.relation import EVEN, beats_of
from jeopardice.errors import PositionError
from jeopardice.games.rules import short

Order = Literal["average", "pairs", "worst"]
ORDERS: tuple[str, ...] = get_args(Order)


@dataclass(frozen=True)
class Standing:
    """One line: `average` over all others; pairs won, drawn and lost; the least average against anyone, and whom.

    Equals share a place. `average`, `worst` and `worst_opponent` are None for the only one of a field.
    """

    place: int
    name: str
    average: float | None
    won: int
    drawn: int
    lost: int
    worst: float | None
    worst_opponent: str | None
    rating: float | None

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def standings(
    names: Sequence[str], average: NDArray[np.float64], ratings: Sequence[float | None], by: Order
) -> tuple[Standing, ...]:
    """All lines in order. What is equal but for rounding shares a place, and is listed by average, then as entered."""
    if by not in ORDERS:
        raise PositionError(f"the order of standings must be one of {', '.join(ORDERS)}, not {short(by)}")
    beats, others = beats_of(average), len(names) - 1
    won, lost = beats.sum(axis=1).tolist(), beats.sum(axis=0).tolist()
    means, (worst, hardest) = _means(average), _worst(average)
    keys = {"average": means, "pairs": [w - q for w, q in zip(won, lost, strict=True)], "worst": worst}
    places = _places(means, range(len(names)))
    if by != "average":
        places = _places(keys[by], list(places))
    return tuple(
        Standing(
            place,
            names[n],
            means[n] if others else None,
            won[n],
            others - won[n] - lost[n],
            lost[n],
            worst[n] if others else None,
            names[hardest[n]] if others else None,
            ratings[n],
        )
        for n, place in places.items()
    )


def _means(average: NDArray[np.float64]) -> list[float]:
    """The mean over all others, added up without rounding on the way."""
    others = max(1, len(average) - 1)
    return [math.fsum((*row[:number], *row[number + 1 :])) / others for number, row in enumerate(average.tolist())]


def _worst(average: NDArray[np.float64]) -> tuple[list[float], list[int]]:
    """The least average against anyone else, and the first against whom it is no more, but for rounding."""
    others = average + np.diag(np.full(len(average), np.inf))
    least = others.min(axis=1)
    return least.tolist(), (others <= least[:, None] + EVEN).argmax(axis=1).tolist()


def _places(keys: Sequence[float], listed: Sequence[int]) -> dict[int, int]:
    """The place of each number, the largest key first; equals, but for rounding, share one, and stay as listed."""
    order = sorted(listed, key=lambda number: -keys[number])
    places, first, rank = dict[int, int](), 0, {number: n for n, number in enumerate(listed)}
    for place, number in enumerate(order):
        if keys[order[first]] - keys[number] > EVEN:
            first = place
        places[number] = first + 1
    return dict(sorted(places.items(), key=lambda item: (item[1], rank[item[0]])))
