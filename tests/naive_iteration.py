"""Value iteration in place as a beginner writes it: the twin of `reproduce/kernels.py`."""

from typing import Any

from jeopardice.games.rules import Rules


def sweep_in_order(values: dict[Any, float], rules: Rules) -> float:
    """One sweep over the probabilities of winning by (own, opponent, turn total); -> the largest change."""
    target, largest = rules.target, 0.0
    for own in range(target):
        for opponent in range(target):
            for total in range(target - own):
                roll = 0.0
                for outcome in rules.throws[0].outcomes:
                    after = own + total + outcome.points
                    if outcome.effect == "bust":
                        win = 1 - values[opponent, own, 0]
                    elif outcome.effect == "wipe":
                        win = 1 - values[opponent, 0, 0]
                    else:
                        win = 1.0 if after >= target else values[own, opponent, total + outcome.points]
                    roll += float(outcome.probability) * win
                best = max(roll, 1 - values[opponent, own + total, 0])
                largest = max(largest, abs(best - values[own, opponent, total]))
                values[own, opponent, total] = best
    return largest
