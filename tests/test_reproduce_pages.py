"""Findings as files, as pages and on the command line."""

import csv
import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from shell import Shell, as_json, run

import jeopardice as jd
from jeopardice.reproduce import reproduction as module
from jeopardice.reproduce.claims import DOCUMENTS, VERDICTS, Document, document
from jeopardice.reproduce.pages import summary
from jeopardice.reproduce.reproduction import COLUMNS, Reproduction, reproduction


@pytest.fixture
def rosen() -> Reproduction:
    """The quickest document, with a few games of ours."""
    return reproduction("rosen", games=500)


@pytest.fixture(autouse=True)
def wide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


def without_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if there were no matplotlib."""

    def missing(*_: Any, **__: Any) -> None:
        raise jd.MissingError("figures need matplotlib")

    monkeypatch.setattr("jeopardice.show.figures.plot", missing)


def test_a_page_holds_every_claim_and_what_is_behind_it(rosen: Reproduction) -> None:
    page = rosen.html(figures=False)
    assert page.startswith("<!DOCTYPE html>")
    assert "agrees within its sampling error" in page
    assert "in games of ours" in page
    for finding in rosen.findings:
        assert finding.claim.claim in page
        assert finding.why in page
    assert "http" not in page
    assert "<script" not in page


def test_a_page_has_the_figures_of_the_document(rosen: Reproduction) -> None:
    told: list[float] = []
    page = rosen.html(progress=told.append)
    assert page.count("<img ") == len(document("rosen").figures) == 1
    assert "The outcomes of a turn (2.1)" in page
    assert told == [1.0]


def test_without_matplotlib_the_page_says_so(rosen: Reproduction, monkeypatch: pytest.MonkeyPatch) -> None:
    without_figures(monkeypatch)
    page = rosen.html()
    assert "<img " not in page
    assert "matplotlib is not there" in page


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_figure_of_a_document_is_of_a_kind_that_there_is(name: str) -> None:
    from jeopardice.show.figures import kind_of

    for wanted in document(name).figures:
        kind = kind_of(wanted["kind"])
        options = dict(wanted.get("options", {}))
        kind.check(wanted.get("words", ()), options, options.pop("rng", None))
        assert wanted["of"]
        assert jd.as_game(wanted["game"])


def test_a_csv_file_has_a_line_for_each_claim(rosen: Reproduction) -> None:
    heads, *lines = csv.reader(io.StringIO(rosen.csv()))
    assert tuple(heads) == COLUMNS
    assert [line[1] for line in lines] == [finding.claim.id for finding in rosen.findings]
    mean = next(dict(zip(heads, line, strict=True)) for line in lines if line[1] == "average-turns")
    assert mean["theirs"] == "12.634906"
    assert mean["sample"] == "1000000"
    assert float(mean["z"]) == pytest.approx(-0.419, abs=0.001)
    assert float(mean["sampled"]) == pytest.approx(12.64, abs=1.0)


def test_it_is_written_in_the_form_that_the_file_s_name_says(
    rosen: Reproduction, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_figures(monkeypatch)
    for suffix, begin in ((".md", "# Pig: what it prints"), (".csv", "document,id"), (".html", "<!DOCTYPE html>")):
        rosen.save(tmp_path / f"found{suffix}")
        assert (tmp_path / f"found{suffix}").read_text(encoding="utf-8").startswith(begin)
    with pytest.raises(jd.FileError, match=r"must end in \.html, \.md, \.csv"):
        rosen.save(tmp_path / "found.txt")


def test_plain_data_and_a_notebook_have_all_findings(rosen: Reproduction) -> None:
    plain = rosen.to_dict()
    assert plain["held"] is True
    assert [finding["id"] for finding in plain["findings"]] == [finding.claim.id for finding in rosen.findings]
    assert plain["findings"][0]["z"][0] == pytest.approx(-0.96, abs=0.01)
    assert "Mean number of turns" in rosen._repr_html_()
    assert "claims" not in repr(rosen)
    assert len(repr(rosen)) < 500


def test_a_summary_names_only_what_there_is() -> None:
    assert summary(dict.fromkeys(VERDICTS, 0) | {"agrees": 2, "differs": 1}) == "Of 3 claims 2 agree, 1 differ."
    assert summary(dict.fromkeys(VERDICTS, 1)).endswith("1 await what is to come.")


def test_the_documents_are_listed(capsys: Shell) -> None:
    code, out, err = run(capsys, "reproduce")
    assert (code, err) == (0, "")
    listed = as_json(capsys, "reproduce")["documents"]
    assert [one["name"] for one in listed] == [*DOCUMENTS]
    for one in listed:
        assert one["name"] in out
        assert sum(one["expected"].values()) == one["claims"]


def test_a_document_is_reproduced(capsys: Shell) -> None:
    code, out, _ = run(capsys, "reproduce", "rosen", "--games", "1000")
    assert code == 0
    assert "average-turns" in out
    assert "within sampling error" in out
    assert "Of 16 claims 7 agree" in out
    assert max(map(len, out.splitlines())) <= 100
    found = as_json(capsys, "reproduce", "rosen", "--games", "1000", "--seed", "7")
    assert found["seed"] == 7
    assert found == as_json(capsys, "reproduce", "rosen", "--games", "1000", "--seed", "7")
    assert found["findings"] != as_json(capsys, "reproduce", "rosen", "--games", "1000")["findings"]


def test_files_are_written_as_they_are_wanted(capsys: Shell, tmp_path: Path) -> None:
    words = ("reproduce", "rosen", "--games", "0", "--no-figures")
    code, out, err = run(capsys, *words, "--html", "a.html", "--markdown", "a.md", "--csv", "a.csv")
    assert code == 0
    assert "Of 16 claims" in out
    assert all((tmp_path / f"a.{suffix}").is_file() for suffix in ("html", "md", "csv"))
    assert err.count("wrote a.") == 3
    code, out, _ = run(capsys, *words, "--csv", "-")
    assert (code, out) == (0, (tmp_path / "a.csv").read_text(encoding="utf-8"))


def test_a_check_that_does_not_hold_ends_with_3(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def changed(name: str) -> Document:
        claims = document(name).claims
        return replace(document(name), claims=(replace(claims[0], expect="differs"), *claims[1:]))

    monkeypatch.setattr(module, "document", changed)
    code, _, err = run(capsys, "reproduce", "rosen", "--games", "0")
    assert code == 3
    assert "a check did not hold: rosen/turn-ends-with-0" in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("reproduce", "rosin"), "there is no document 'rosin'"),
        (("reproduce", "--seed", "1"), "--seed needs a document"),
        (("reproduce", "--csv", "a.csv"), "--csv needs a document"),
        (("reproduce", "rosen", "--games", "-1"), "games must be a whole number"),
        (("reproduce", "rosen", "--csv", "-", "--json"), "cannot both go to stdout"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(capsys: Shell, words: tuple[str, ...], told: str) -> None:
    code, _, err = run(capsys, *words)
    assert code == 2
    assert told in err
