"""Slow, obvious twins of what a tournament is asked: cycles by trying all triples, ratings by small steps uphill."""

import math
from itertools import permutations

Matrix = list[list[float]]
ROUNDING = 1e-12


def beats(average: Matrix, i: int, j: int) -> bool:
    """Does i win more often against j than j against i?"""
    return average[i][j] - average[j][i] > ROUNDING


def cycles(average: Matrix) -> set[tuple[int, int, int]]:
    """All cycles of three, each from its smallest number on."""
    return {
        (i, j, k)
        for i, j, k in permutations(range(len(average)), 3)
        if i < min(j, k) and beats(average, i, j) and beats(average, j, k) and beats(average, k, i)
    }


def is_transitive(average: Matrix) -> bool:
    """Whenever i beats j, and j beats k, does i beat k?"""
    return all(
        beats(average, i, k)
        for i, j, k in permutations(range(len(average)), 3)
        if beats(average, i, j) and beats(average, j, k)
    )


def ratings(shares: Matrix, steps: int = 20_000) -> list[float]:
    """Elo ratings of the greatest likelihood, mean 1500: uphill, each step by what was had less what was expected."""
    count = len(shares)
    t = [0.0] * count
    for _ in range(steps):
        had = [sum(shares[i][j] for j in range(count) if j != i) for i in range(count)]
        due = [sum(1 / (1 + math.exp(t[j] - t[i])) for j in range(count) if j != i) for i in range(count)]
        t = [strength + (one - other) / count for strength, one, other in zip(t, had, due, strict=True)]
    mean = sum(t) / count
    return [1500 + 400 / math.log(10) * (strength - mean) for strength in t]


def worth(shares: Matrix, drawn: list[float]) -> float:
    """What a mixture has at least, against whichever of the field."""
    count = len(shares)
    return min(sum(drawn[i] * shares[i][j] for i in range(count)) for j in range(count))
