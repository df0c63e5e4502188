"""`jeopardice plot`: one figure, all of them, and a list."""

import json
import re
from pathlib import Path

import pytest
from shell import Shell, as_json, run

import jeopardice as jd
from jeopardice.errors import FileError
from jeopardice.files import HALF_WRITTEN, write_folder
from jeopardice.show.figures import KINDS
from jeopardice.show.figures import folder as folders

SMALL = "pig:target=12"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("JEOPARDICE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "80")
    empty = tmp_path / "here"
    empty.mkdir()
    monkeypatch.chdir(empty)
    return empty


def test_without_a_kind_all_kinds_are_listed(capsys: Shell) -> None:
    code, out, err = run(capsys, "plot")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines() if re.match(r"[a-z]", line)][:-1] == list(KINDS)
    assert max(map(len, out.splitlines())) <= 80
    assert [kind["name"] for kind in as_json(capsys, "plot")["kinds"]] == list(KINDS)


def test_a_figure_has_a_name_of_its_own_unless_one_is_given(capsys: Shell) -> None:
    code, out, err = run(capsys, "plot", "policy", SMALL, "hold-at:5")
    assert (code, err) == (0, "")
    assert out.startswith("pig(target=12): what to do, hold-at(5)\nWhat hold-at(5) does in pig(target=12)")
    assert out.endswith("It is in pig-target-12-policy.png.\n")
    assert Path("pig-target-12-policy.png").read_bytes().startswith(b"\x89PNG")
    assert run(capsys, "plot", "policy", SMALL, "--out", "Mine.SVG")[0] == 0
    assert "<svg" in Path("Mine.SVG").read_text()
    assert run(capsys, "plot", "interactive", SMALL)[0] == 0
    assert "<canvas" in Path("pig-target-12-interactive.html").read_text()


def test_json_has_the_caption_and_the_data(capsys: Shell) -> None:
    found = as_json(capsys, "plot", "contours", SMALL, "--turn-total", "3")
    assert found["file"] == "pig-target-12-contours.png"
    assert found["kind"] == "contours"
    assert found["data"]["value"][0][0] == pytest.approx(jd.solve("pig(target=12)").value(0, 0, 3))
    assert found["data"]["value"][0][11] is None


def test_options_reach_the_figure(capsys: Shell) -> None:
    found = as_json(capsys, "plot", "values", SMALL, "--opponent", "3,7", "--scale", "plus-minus")
    assert found["data"]["opponents"] == [3, 7]
    turn = as_json(capsys, "plot", "turn", SMALL, "turtle", "--own", "2", "--opponent", "4")
    assert "own 2, opponent 4" in turn["title"]
    assert as_json(capsys, "plot", "turns-left", SMALL, "--turns", "3")["title"].endswith("within 3 turns")
    swept = as_json(capsys, "plot", "sweep", SMALL, "handicap", "--over", "head_start=0..3", "--figure", "first")
    assert swept["data"]["head_start"] == [0, 1, 2, 3]


def test_a_seed_is_told_where_something_is_drawn_by_lot(capsys: Shell) -> None:
    command = ("plot", "match-ups", SMALL, "turtle", "--games", "200")
    code, _, err = run(capsys, *command)
    assert code == 0
    seed = re.fullmatch(r"jeopardice: seed (\d+)\n", err)
    assert seed
    first = as_json(capsys, *command, "--seed", seed[1])
    assert first["seed"] == int(seed[1])
    assert first["data"] == as_json(capsys, *command, "--seed", seed[1])["data"]
    assert run(capsys, "plot", "hold-values", SMALL, "hold-at:3..4")[2] == ""
    assert "seed" in run(capsys, "plot", "hold-values", SMALL, "hold-at:3..4", "--games", "100")[2]


@pytest.mark.parametrize(
    ("arguments", "exit_code", "problem"),
    [
        (("plot", "polcy", SMALL), 2, "there is no kind of figure 'polcy'; did you mean 'policy'?"),
        (("plot", "policy"), 2, "GAME is missing"),
        (("plot", "policy", "pgi"), 2, "did you mean 'pig'"),
        (("plot", "policy", SMALL, "hold-at"), 2, "hold-at"),
        (("plot", "policy", SMALL, "--out", "a.gif"), 2, "must end in .png, .svg or .pdf, not 'a.gif'"),
        (("plot", "interactive", SMALL, "--out", "a.png"), 2, "must end in .html or .htm, not 'a.png'"),
        (("plot", "policy", SMALL, "--out", "no/a.png"), 1, "cannot write no/a.png: there is no such folder"),
        (("plot", "policy", SMALL, "--dpi", "5"), 2, "--dpi must be from 20 to 1200, not 5"),
        (("plot", "interactive", SMALL, "--dpi", "90"), 2, "--dpi is for pictures"),
        (("plot", "policy", SMALL, "--opponent", "3,x"), 2, "a whole number is expected, not 'x'"),
        (("plot", "policy", SMALL, "--turns", "3"), 2, "policy has no option turns"),
        (("plot", "policy", SMALL, "--seed", "3"), 2, "policy takes no seed"),
        (("plot", "policy", SMALL, "--folder", "f"), 2, "--folder is for all, not for policy"),
        (("plot", "all", SMALL, "turtle", "--out", "x"), 2, "STRATEGY, --out are for single kinds, not for all"),
        (("plot", "all", SMALL, "--form", "gif"), 2, "figures are written as png, svg, pdf, not 'gif'"),
        (("plot", "all", SMALL, "--folder", "no/f"), 1, "there is no such folder"),
    ],
)
def test_what_is_wrong_is_told_before_anything_is_drawn(
    arguments: tuple[str, ...], exit_code: int, problem: str, capsys: Shell, folder: Path
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (exit_code, "")
    assert problem in err
    assert not [*folder.iterdir()]


def test_a_sweep_draws_itself(capsys: Shell) -> None:
    command = ("sweep", "duel", SMALL, "hold-at:{n}", "optimal", "--over", "n=3..5")
    assert run(capsys, *command, "--plot", "lines.svg")[2] == "jeopardice: wrote lines.svg\n"
    assert "<svg" in Path("lines.svg").read_text()
    assert "must end in" in run(capsys, *command, "--plot", "lines")[2]


FEW = {name: folders.asked_of(jd.as_game("pig"))[name] for name in ("policy", "section", "turns", "interactive")}


def test_all_figures_stand_in_a_folder_with_a_page(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "asked_of", lambda rules: FEW)
    code, out, err = run(capsys, "plot", "all", SMALL, "--folder", "all", "--seed", "1", "--dpi", "60")
    assert (code, err) == (0, "")
    assert "4 figures and a page that shows them are in all; open all/index.html." in out
    names = {"policy.png", "section.png", "turns.png", "interactive.html", "index.html"}
    assert {file.name for file in Path("all").iterdir()} == names
    page = Path("all/index.html").read_text()
    assert set(re.findall(r'src="([^"]+)"', page)) == names - {"index.html"}
    assert "http" not in page
    for figure in re.findall(r"<img [^>]*>", page):
        assert re.search(r'alt="[^"]{40,}"', figure)
    found = as_json(capsys, "plot", "all", SMALL, "--form", "svg", "--seed", "1")
    assert found["index"] == "pig-target-12-figures/index.html"
    assert found["files"]["policy"] == "policy.svg"


def test_what_a_game_has_not_is_left_out_and_why_is_told(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "asked_of", lambda rules: {name: FEW[name] for name in ("policy", "section")})
    code, out, _ = run(capsys, "plot", "all", "hog:target=12", "--folder", "hog", "--form", "pdf", "--seed", "1")
    assert code == 0
    assert "Left out: section: a turn of hog is a single throw" in " ".join(out.split())
    page = Path("hog/index.html").read_text()
    assert "a turn of hog is a single throw" in page
    assert 'href="policy.pdf"' in page
    assert Path("hog/policy.pdf").read_bytes().startswith(b"%PDF")


def test_every_kind_is_among_all_figures_of_pig() -> None:
    assert set(folders.asked_of(jd.PIG)) == set(KINDS)
    assert set(KINDS) - set(folders.asked_of(jd.as_game("pig(target=50)"))) == {"figure-17"}
    for name, (words, options) in folders.asked_of(jd.PIG).items():
        KINDS[name].check(words, options)


def test_a_folder_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    where = tmp_path / "new"
    with pytest.raises(TypeError):
        write_folder(where, {"a": b"1", "b": "no bytes"})  # type: ignore[dict-item]
    assert not where.exists()
    write_folder(where, {"a": b"1", "b": b"2"})
    (where / "mine").write_text("mine")
    with pytest.raises(TypeError):
        write_folder(where, {"a": b"3", "b": 3})  # type: ignore[dict-item]
    assert (where / "a").read_bytes() == b"1"
    write_folder(where, {"a": b"3"})
    assert {file.name: file.read_bytes() for file in where.iterdir()} == {"a": b"3", "b": b"2", "mine": b"mine"}
    assert {file.name for file in tmp_path.iterdir()} - {"here", "cache", "solved"} == {"new"}
    assert not HALF_WRITTEN
    for bad, problem in ((where / "a", "not a folder"), (tmp_path / "no" / "f", "No such file"), ("a\0b", "null")):
        with pytest.raises(FileError, match=problem):
            write_folder(bad, {"a": b""})


def test_a_whole_folder_of_a_small_game_can_be_drawn(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = folders.asked_of(jd.as_game("piglet(target=4)"))
    for name, (_, options) in asked.items():
        if KINDS[name].chance and name not in ("matrix", "standings"):
            options.update({"games": 20, "tests": 5} if "tests" in KINDS[name].options else {"games": 100})
    monkeypatch.setattr(folders, "asked_of", lambda rules: asked)
    found = json.loads(run(capsys, "plot", "all", "piglet:target=4", "--seed", "1", "--dpi", "40", "--json")[1])
    assert not found["left_out"]
    assert set(found["files"]) == set(KINDS) - {"figure-17"}
