"""Tournaments as files."""

import json
from pathlib import Path

import pytest
from fields import CYCLE

import jeopardice as jd
from jeopardice.compare.tournament import Tournament
from jeopardice.errors import PositionError


@pytest.fixture(scope="module")
def cycle() -> Tournament:
    return jd.tournament("pig", CYCLE)


@pytest.fixture(scope="module")
def sampled() -> Tournament:
    return jd.tournament("pig(target=30)", ["optimal", "hold-at(8..12/2)", "roll-and-wait"], games=200, rng=3)


def test_csv_has_the_standings_and_the_matrix_in_their_order(cycle: Tournament, tmp_path: Path) -> None:
    cycle.save(tmp_path / "t.csv")
    lines = (tmp_path / "t.csv").read_text().splitlines()
    names = [line.name for line in cycle.standings]
    assert lines[0].split(",")[:4] == ["place", "strategy", "average", "won"]
    assert lines[0].split(",")[-3:] == [f"against {name}" for name in names]
    top = lines[1].split(",")
    assert top[:2] == ["1", names[0]]
    assert [float(cell) for cell in top[-3:]] == [cycle.duel(names[0], name).average for name in names]


def test_csv_of_pairs_has_every_pair_with_the_exact_figures_of_a_sample(sampled: Tournament, tmp_path: Path) -> None:
    sampled.save(tmp_path / "p.csv", "pairs")
    lines = (tmp_path / "p.csv").read_text().splitlines()
    assert len(lines) == 26
    assert lines[0].startswith("a,b,first,second,average,stalemate_first,stalemate_second,exact_first")
    assert lines[0].endswith(",z")
    second = lines[2].split(",")
    assert second[:2] == ["optimal", "hold-at(8)"]
    assert float(second[2]) == sampled.first[0, 1]


def test_markdown_has_the_standings_what_is_found_and_the_matrix(tmp_path: Path) -> None:
    found = jd.tournament("pig(target=10)", {"a|b": "turtle", "*c*": "roll-to-win"})
    found.save(tmp_path / "t.md")
    text = (tmp_path / "t.md").read_text()
    assert "| 1 | a\\|b |" in text or "| 1 | \\*c\\* |" in text
    assert "Maximin mixture" in text
    assert "Average of the row against the column:" in text
    wide = jd.tournament("pig(target=10)", "hold-at(1..31)")
    wide.save(tmp_path / "w.md")
    assert "too wide for a page" in (tmp_path / "w.md").read_text()


def test_json_is_what_to_dict_says(sampled: Tournament, tmp_path: Path) -> None:
    sampled.save(tmp_path / "t.json")
    assert json.loads((tmp_path / "t.json").read_text()) == sampled.to_dict()


def test_files_that_cannot_be_written_are_told(cycle: Tournament, tmp_path: Path) -> None:
    for path, what, problem in (
        (tmp_path / "t.txt", "standings", "must end in .csv, .md, .json"),
        (tmp_path / "t.md", "pairs", "must end in .csv"),
        (tmp_path / "none" / "t.csv", "standings", "cannot write"),
    ):
        with pytest.raises(jd.FileError, match=problem):
            cycle.save(path, what)  # type: ignore[arg-type]
    with pytest.raises(PositionError, match="what is written must be one of standings, pairs, not 'all'"):
        cycle.save(tmp_path / "t.csv", "all")  # type: ignore[arg-type]
