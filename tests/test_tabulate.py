"""Tables of strategies in any form, and how they show themselves."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from samples import CATALOGUE

import jeopardice as jd

SMALL = CATALOGUE["pig"]


def until_four(own: int, opponent: int, turn_total: int) -> bool:
    """The same as `hold-at(4)`."""
    return turn_total < 4


def matrix() -> Any:
    """The same as a matrix."""
    rolls = np.zeros((SMALL.target,) * 3, int)
    rolls[:, :, :4] = 1
    return rolls


@pytest.mark.parametrize("strategy", ["hold-at(4)", "hold-at:4", jd.HoldAt(4), until_four, matrix()], ids=str)
def test_a_strategy_in_any_form_is_written_out(strategy: Any) -> None:
    table = jd.tabulate(SMALL, strategy)
    np.testing.assert_array_equal(table.probabilities, jd.resolve(SMALL, "hold-at(4)").probabilities)


def test_a_file_is_written_out_too(tmp_path: Path) -> None:
    jd.save_table(jd.tabulate(SMALL, "hold-at(4)"), tmp_path / "four.npz")
    assert jd.tabulate(SMALL, tmp_path / "four.npz").name.endswith("(hold-at(4))")


@pytest.mark.parametrize("spelled", ["optimal", "best-response(turtle)", "noisy(optimal, 0.1)", "soft-max(0.1)"])
def test_what_would_have_to_be_solved_for_is_sent_to_resolve(spelled: str) -> None:
    with pytest.raises(jd.StrategyError, match="only names what has to be solved for first: use resolve"):
        jd.tabulate(SMALL, spelled)


@pytest.mark.parametrize(("given", "told"), [(jd.HoldAt(20), r"hold-at\(20\)"), ("turtle", "'turtle'")])
def test_only_a_table_can_be_saved_and_what_is_none_is_told_how(tmp_path: Path, given: Any, told: str) -> None:
    with pytest.raises(jd.StrategyError, match=rf"not {told}: give save_table what resolve\(game, \.\.\.\) gives"):
        jd.save_table(given, tmp_path / "table.npz")


def test_a_table_shows_itself_in_one_line() -> None:
    assert repr(jd.resolve("pig(target=10)", "turtle")) == "Table('pig(target=10)', 'turtle')"
    assert repr(jd.resolve(SMALL, "scoring-turns(4)")) == "Table('pig(target=10)', 'scoring-turns(4)', memories=4)"
