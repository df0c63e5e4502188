"""Figures: each shows what its result holds, and files are whole, of the right size and always the same."""

import inspect
import struct
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from samples import CUSTOM

from jeopardice.errors import FileError, JeopardiceError, MissingError, PositionError, StrategyError
from jeopardice.show.figures import KINDS, ways
from jeopardice.show.figures.canvas import SERIES, WIDTH, named, style
from jeopardice.show.figures.drawn import Drawn, Page, Shown
from jeopardice.show.figures.kinds import LONG, Kind, plot

GAME = "pig(target=20)"
WORDS: dict[str, list[str]] = {
    "section": ["optimal", "hold-at(7)"], "difference": ["hold-at(7)"], "turn-costs": ["hold-at(7)"],
    "match-ups": ["hold-at(7)", "optimal"], "versus": ["hold-at(7)", "hold-at(1..20)"], "turn": ["turtle", "optimal"],
    "matrix": ["hold-at(5..9)", "optimal"], "standings": ["hold-at(5..9)", "optimal"], "sweep": ["handicap"],
    "sweep-map": ["starting-player"], "length": ["turtle", "optimal"],
}  # fmt: skip
QUICK: dict[str, dict[str, Any]] = {
    "match-ups": {"games": 400, "rng": 1}, "fair-scatter": {"games": 40, "tests": 10, "rng": 1},
    "fair-histogram": {"games": 20, "tests": 10, "rng": 1}, "figure-17": {"games": 20, "tests": 4, "rng": 1},
    "hold-values": {"games": 200, "rng": 1}, "turns-left": {"turns": 4}, "turn-limit": {"turns": 6},
}  # fmt: skip
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))


@cache
def drawn(kind: str) -> Shown:
    """A figure of a small game that is drawn in no time."""
    game = "pig" if kind == "figure-17" else GAME
    return plot(kind, game, *WORDS.get(kind, []), **QUICK.get(kind, {}))


def of_png(contents: bytes) -> tuple[int, int]:
    """Width and height of a PNG file."""
    assert contents.startswith(b"\x89PNG\r\n")
    width, height = struct.unpack(">II", contents[16:24])
    return int(width), int(height)


@every_kind
def test_every_kind_has_a_title_a_caption_data_and_a_file(kind: Kind, tmp_path: Path) -> None:
    shown = drawn(kind.name)
    assert shown.name == kind.name
    assert shown.title
    assert shown.caption.endswith(".")
    assert "  " not in shown.caption
    for name, array in shown.data.items():
        assert array.size, name
        assert not array.flags.writeable
        if array.dtype.kind == "f":
            assert np.isfinite(array).any(), name
    file = tmp_path / f"figure{kind.suffix}"
    shown.save(file, dpi=50)
    assert file.stat().st_size > 2000
    if isinstance(shown, Drawn):
        width, height = of_png(file.read_bytes())
        assert width == round(WIDTH * 50)
        assert 75 < height < 450


@every_kind
def test_no_letter_is_outside_of_the_picture_and_no_text_lies_on_another(kind: Kind) -> None:
    check_texts(drawn(kind.name))


def check_texts(shown: Shown) -> None:
    """Are all upright and level texts inside, and beside each other?"""
    if not isinstance(shown, Drawn):
        return
    figure = shown.figure
    with style():
        figure.draw_without_rendering()
    width, height = figure.bbox.size
    boxes = [
        (text.get_text(), text.get_window_extent())
        for text in texts(figure)
        if text.get_visible() and text.get_text().strip() and not text.get_rotation() % 90
    ]
    assert boxes
    for words, box in boxes:
        assert box.x0 > -1, words
        assert box.y0 > -1, words
        assert box.x1 < width + 1, words
        assert box.y1 < height + 1, words
    for number, (words, box) in enumerate(boxes):
        for others, other in boxes[number + 1 :]:
            apart = min(box.x1, other.x1) - max(box.x0, other.x0), min(box.y1, other.y1) - max(box.y0, other.y0)
            assert min(apart) < 1.5, f"{words!r} lies on {others!r}"


def test_legends_of_many_parts_and_labels_of_short_bars_can_be_read() -> None:
    check_texts(plot("difference", CUSTOM["two-throws"], "hold-at(3)"))
    check_texts(plot("difference", "hog(target=12)", "turtle"))
    shown = plot("match-ups", GAME, "turtle", "hold-at(0)", games=100, rng=1)
    check_texts(shown)
    assert isinstance(shown, Drawn)
    told = [(text.get_text(), text.get_color()) for text in shown.figure.axes[0].texts]
    assert told[2:4] == [("0.00 %", "black"), ("0.00 %", "black")]  # nobody wins: both stand on white
    assert told[4:] == [("100.00 %", "white"), ("0.00 %", "white"), ("0.00 %", "black"), ("100.00 %", "black")]


def texts(figure: Any) -> list[Any]:
    """All texts that a figure draws; of axes only the ticks that lie within."""
    from matplotlib.text import Text

    found = []
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            for tick in axis.get_major_ticks():
                inside = low - 1e-9 <= tick.get_loc() <= high + 1e-9
                for label in (tick.label1, tick.label2):
                    label.set_visible(label.get_visible() and inside)
    for text in figure.findobj(Text):
        parents = [axes for axes in figure.axes if axes.name == "3d"]
        if not any(text in axes.findobj(Text) for axes in parents):
            found.append(text)
    return found


@every_kind
def test_every_kind_is_described(kind: Kind) -> None:
    page = (Path(__file__).parent.parent / "docs" / "reference" / "figures.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith(f"| `{kind.name}` |"))
    assert row.endswith(f"| {kind.shows} |")
    assert all(f"`{option}`" in row for option in (kind.usage or kind.name, *kind.options))
    assert ("`rng`" in row) == bool(kind.chance)


@every_kind
def test_every_kind_takes_the_options_that_its_function_has(kind: Kind) -> None:
    parameters = inspect.signature(getattr(ways, kind.name.replace("-", "_"))).parameters.values()
    named_ones = {each.name for each in parameters if each.kind is each.KEYWORD_ONLY}
    assert named_ones == {
        *kind.options,
        *(["rng"] if kind.chance else []),
        *(["progress"] if kind.name in LONG else []),
    }
    words = [each for each in parameters if each.kind is not each.KEYWORD_ONLY][1:]
    least = sum(each.default is each.empty and each.kind is not each.VAR_POSITIONAL for each in words)
    assert least <= kind.words[0]
    several = any(each.kind is each.VAR_POSITIONAL for each in words)
    assert several or kind.words[1] == len(words)


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
@pytest.mark.parametrize("kind", ["boundary", "match-ups"])
def test_the_same_figure_gives_the_same_file_bit_for_bit(kind: str, suffix: str) -> None:
    once = drawn(kind).contents(suffix, 60)
    again = drawn.__wrapped__(kind).contents(suffix, 60)
    assert once == again
    assert once.startswith({".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}[suffix])


def test_those_who_do_not_see_a_figure_are_told_what_it_shows() -> None:
    shown = drawn("policy")
    svg = shown.contents(".svg").decode()
    assert f"<title>{shown.title}</title>" in svg
    assert f"<desc>{shown.caption}</desc>" in svg
    assert "<dc:date>" not in svg
    assert f'alt="{shown.title}. {shown.caption}"' in shown._repr_html_()  # type: ignore[attr-defined]


def test_a_notebook_shows_figures_without_a_network() -> None:
    picture, page = drawn("policy"), drawn("interactive")
    assert isinstance(picture, Drawn)
    assert isinstance(page, Page)
    for shown in (picture._repr_html_(), page._repr_html_()):
        assert "http:" not in shown.replace("http://www.w3.org", "")
        assert "https:" not in shown
    assert "data:image/png;base64," in picture._repr_html_()


def test_a_figure_is_plain_data_if_asked() -> None:
    plain = drawn("section").to_dict()
    assert plain["kind"] == "section"
    assert len(plain["data"]["going_on"]) == 20


def test_settings_of_one_s_own_neither_matter_nor_are_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib as mpl

    once = drawn("policy").contents(".svg")
    for name, value in {"font.size": 20.0, "axes.facecolor": "red", "svg.hashsalt": "mine"}.items():
        monkeypatch.setitem(mpl.rcParams, name, value)
    assert drawn.__wrapped__("policy").contents(".svg") == once
    assert mpl.rcParams["font.size"] == 20.0
    assert mpl.rcParams["axes.facecolor"] == "red"


def test_pyplot_is_never_imported() -> None:
    code = f"import sys; from jeopardice import plot; plot('policy', {GAME!r}); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "matplotlib.figure" in loaded
    assert "matplotlib.pyplot" not in loaded


def test_the_list_of_kinds_costs_next_to_nothing() -> None:
    code = "import sys; from jeopardice.show.figures import KINDS; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"matplotlib", "numba", "scipy", "numpy"} & set(loaded)


def test_without_matplotlib_pictures_are_refused_and_pages_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jeopardice.show.figures.canvas.find_spec", lambda name: None)
    with pytest.raises(MissingError, match=r"pip install 'jeopardice\[plots\]'"):
        plot("policy", GAME)
    assert isinstance(plot("interactive", GAME), Page)


def test_files_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    shown = drawn("policy")
    for name, problem in (("a.gif", r"written as \.png or \.svg or \.pdf"), ("no/a.png", "No such file"), ("a", "as")):
        with pytest.raises(FileError, match=problem):
            shown.save(tmp_path / name)
    with pytest.raises(FileError, match=r"written as \.html"):
        drawn("interactive").save(tmp_path / "a.png")
    assert not [*tmp_path.iterdir()]
    shown.save(tmp_path / "LOUD.PNG", dpi=50)
    assert of_png((tmp_path / "LOUD.PNG").read_bytes())[0] == 300


@pytest.mark.parametrize(
    ("kind", "words", "options", "problem"),
    [
        ("polcy", [], {}, "did you mean 'policy'"),
        (3, [], {}, "no kind of figure 3"),
        ("policy", ["turtle", "turtle"], {}, r"policy takes \[STRATEGY\] after the game"),
        ("difference", [], {}, "takes STRATEGY"),
        ("convergence", ["turtle"], {}, "a game and nothing else"),
        ("policy", [], {"scale": "win"}, "no option scale: it takes opponent"),
        ("convergence", [], {"scale": "win"}, "no option scale$"),
        ("policy", [], {"rng": 1}, "takes no seed: nothing"),
        ("hold-values", [], {"rng": 1}, "takes no seed without games"),
        ("policy", [], {"opponent": [1, 1]}, "different scores"),
        ("policy", [], {"opponent": 20}, "opponent must be a whole number from 0 to 19"),
        ("section", [], {"opponent": [1, 2]}, "must be one score here"),
        ("values", [], {"scale": "log"}, "win or plus-minus, not 'log'"),
        ("values", ["turtle"], {}, "of optimal or of a best-response"),
        ("values", ["best-response(scoring-turns(2))"], {}, "answers a memory"),
        ("contours", [], {"turn_total": 1}, "turn_total 1 cannot occur"),
        ("reachable", [], {"reach": "nobody"}, "must be 'optimal' or 'any'"),
        ("boundary", ["scoring-turns(2)"], {}, "keeps a memory"),
        ("policy", ["noisy(turtle, 0.1)"], {}, "plays by chance"),
        ("difference", ["noisy(turtle, 0.1)"], {}, "plays by chance"),
        ("difference", ["hold-at(5, goal=false)"], {}, "may go on where banking wins"),
        ("hold-values", ["hold-at(0)"], {}, "never reaches 20 alone"),
        ("length", ["hold-at(0)"], {}, "no game of .* ever ends"),
        ("turn", [f"hold-at({n})" for n in range(1, 10)], {}, "1 to 8 strategies, not of 9"),
        ("match-ups", ["hold-at(1..6)"], {}, "21 match-ups are too many"),
        ("turns-left", [], {"turns": 0}, "the number of turns must be at least 1"),
        ("figure-17", [], {}, r"is about pig, not pig\(target=20\)"),
        ("sweep", ["sides"], {}, "varies Pig itself"),
        ("sweep-map", ["handicap"], {}, "over two axes, not of 1"),
        ("sweep", ["noise"], {"figure": "frst"}, "did you mean 'first'"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_told(kind: Any, words: list[str], options: dict[str, Any], problem: str) -> None:
    with pytest.raises(JeopardiceError, match=problem) as told:
        plot(kind, GAME, *words, **options)
    assert isinstance(told.value, (PositionError, StrategyError))


@pytest.mark.parametrize("kind", ["boundary", "reachable", "section", "values"])
def test_games_whose_turns_are_single_throws_are_drawn_by_both_scores(kind: str) -> None:
    with pytest.raises(StrategyError, match="a turn of hog is a single throw"):
        plot(kind, "hog(target=10)")
    assert plot("policy", "hog(target=10)").data["action"].shape == (10, 10)
    assert plot("difference", "hog(target=10)", "turtle").data["cost"].shape == (1, 10, 10)


def test_colours_of_series_differ_in_grey() -> None:
    from matplotlib.colors import to_rgb

    greys = sorted(float(np.dot(to_rgb(color), (0.2126, 0.7152, 0.0722))) for color in SERIES)
    assert min(np.diff(greys)) > 0.12
    assert greys[-1] < 0.8


def test_names_that_are_too_long_are_cut() -> None:
    assert named("hold-at(20)") == "hold-at(20)"
    assert len(named("best-response(" * 9)) == 34
    shown = plot("versus", GAME, "best-response(noisy(keep-pace-end-race, 0.123))", "turtle", "optimal")
    assert "best-response(noisy(keep-pace-end\N{HORIZONTAL ELLIPSIS} against" in shown.title
