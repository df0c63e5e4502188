"""Figures and bars for people: nothing more than is known, and nothing less."""

import math
import re

import pytest
from shell import Shell, run

from jeopardice.show.text import figure


def test_what_is_impossible_is_shown_as_0_and_has_no_bar(capsys: Shell) -> None:
    out = run(capsys, "solitaire", "pig", "--goal", "most-points:1")[1]
    assert re.search(r"(?m)^ 10-11 +0$", out)
    assert "< 0.000001" not in out
    assert re.search(r"(?m)^ +1 +0$", run(capsys, "solitaire", "pig", "hold-at:20", "--goal", "within:1")[1])


@pytest.mark.parametrize(
    ("number", "text"),
    [(12.5, "12.500000"), (999999.5, "999999.500000"), (40633148110064287744.0, "4.06331e19"), (-2e6, "-2.00000e6")],
)
def test_huge_figures_show_no_digits_that_mean_nothing(number: float, text: str) -> None:
    assert figure(number) == text
    assert figure(math.inf) == "inf"
    assert figure(math.nan) == "nan"
