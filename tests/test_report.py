"""A report on any game: its figures are those of the functions that have them alone, and nothing stops the rest."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from samples import CUSTOM, GAMES, PASSING, throw
from shell import Shell, as_json, run
from test_pages import Reader

import jeopardice as jd
from jeopardice.games.catalog import CATALOG, pig
from jeopardice.games.rules import Rules
from jeopardice.show.report import documents, drawings, parts

SOME = ("pig", "two-dice-pig", "frey", "hog", "raptor", "loaded-pig", "forced-wipes", "three-throws", "both-pass")
ALL = {**GAMES, **PASSING}
HOPELESS = Rules("hopeless", 100, (throw("roll", ("1/10", 2, "bank"), ("9/10", 0, "wipe")),))
NASTY = Rules('<script>alert("x")</script>|*', 9, (throw("a|b <i>", ("1/2", 3, "score"), ("1/2", 0, "bust")),))


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No figures, which take their time."""
    monkeypatch.setattr(drawings, "find_spec", lambda name: None)
    return iter(())


def as_text(report: jd.Report, width: int = 100) -> str:
    console = Console(width=width, markup=False, highlight=False)
    with console.capture() as written:
        console.print(documents.as_text(report))
    return written.get()


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("name", SOME)
def test_every_kind_of_game_has_a_report_in_every_form(name: str) -> None:
    report = jd.report(ALL[name])
    assert set(report.why_not) <= ({"decisions"} if name == "both-pass" else set())
    page, text, marked_down = documents.as_html(report), as_text(report), documents.as_markdown(report)
    headings = Reader(page).of("h2")
    assert headings[0] == "At a glance"
    assert headings[-1] == "How sure these figures are"
    assert [line.removeprefix("## ") for line in marked_down.splitlines() if line.startswith("## ")] == headings
    for told in (page, text, marked_down):
        assert "None" not in told
        assert "nan" not in told.replace("&nbsp;", "")
    json.dumps(report.to_dict())


def test_its_figures_are_those_of_the_functions_that_have_them_alone() -> None:
    rules = CATALOG["big-pig"](target=60)
    report = jd.report(rules)
    assert not report.why_not
    assert report.solution is not None
    assert report.solution.first_player == jd.solve(rules).first_player
    assert report.handicap is not None
    assert report.handicap.fair == jd.handicap(rules).fair
    assert report.length is not None
    assert report.length.mean == jd.game_length(rules, "optimal", "optimal").mean
    assert report.simple_rules is not None
    assert report.simple_rules.to_dict() == jd.simple_rules(rules).to_dict()
    assert report.simple_rules.pace is not None
    names = [report.simple_rules.hold.strategy, report.simple_rules.pace.strategy]
    assert report.decisions is not None
    assert report.decisions.to_dict() == jd.decisions(rules, names).to_dict()
    assert report.random is not None
    assert report.random.average == jd.duel(rules, "noisy(optimal, 1)", "optimal").average
    assert report.tournament is not None
    assert set(report.tournament.names) >= {"optimal", *names, "keep-pace-end-race", "turtle"}
    assert report.alone is not None
    assert report.alone.turns == jd.solitaire(rules).expected
    assert report.alone.even == jd.turns_for(rules, 0.5)
    assert report.alone.simple_turns == jd.solitaire(rules, names[0]).expected
    assert report.checks is not None
    assert report.checks.residual < 1e-14
    told = documents.as_markdown(report)
    for figure in (report.solution.first_player, report.decisions.share_from(0.01), report.random.average):
        assert f"{100 * figure:.2f} %" in told
    assert f"{report.length.mean:.2f} turns on average" in told
    assert names[1] in told


def test_figures_stand_on_the_page_where_they_can_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    report = jd.report(CATALOG["piglet"]())
    pictures = [
        value for tag, name, value in Reader(documents.as_html(report)).attributes if (tag, name) == ("img", "src")
    ]
    assert len(pictures) == 3
    assert all(picture.startswith("data:image/png;base64,") for picture in pictures)
    hog = jd.report(GAMES["hog"])
    kinds = {section: [drawn.title for drawn in found] for section, found in drawings.drawings(hog).items()}
    assert "win probability" in " ".join(kinds["policy"])
    assert len(kinds["hardness"]) == 1
    monkeypatch.setattr(drawings, "find_spec", lambda name: None)
    assert "<img" not in documents.as_html(report)


@pytest.mark.usefixtures("plain")
def test_a_game_that_cannot_be_solved_still_has_its_rules_and_is_played_alone() -> None:
    report = jd.report(HOPELESS)
    assert report.solution is None
    assert report.alone is not None
    assert report.alone.even is None
    assert "nearly everything is wiped" in report.why_not["solution"]
    assert report.why_not["decisions"] == parts.UNSOLVED
    told = documents.as_markdown(report)
    assert "## The rules" in told
    assert "## Alone" in told
    assert "best play: the values after a wipe of hopeless to 100" in told
    assert "All that rests on best play is left out with it." in told
    assert "Best play" not in told
    assert "hopeless" in as_text(report)


@pytest.mark.usefixtures("plain")
def test_a_very_large_game_is_told_without_what_would_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "LARGEST", 1e-6)
    report = jd.report(pig(target=20))
    assert set(report.why_not) == {"length", "simple_rules", "decisions", "tournament"}
    assert "jeopardice.game_length does it all the same" in report.why_not["length"]
    assert report.solution is not None
    assert report.handicap is not None
    told = as_text(report)
    assert "What is left out, and why:" in told
    assert "- how long games are: finding how long its games are would take long" in told
    assert "any legal action, by chance" in told


@pytest.mark.usefixtures("plain")
def test_games_that_never_end_are_told_as_such() -> None:
    told = documents.as_markdown(jd.report(PASSING["both-pass"]))
    assert "17.56 % of the games never end. Nobody wins them, and they are counted here as half a win each." in told
    assert "17.56 % of the games never end, and are not counted." in told
    assert "the decisions: the game of optimal against itself in both pass to 9 may never come to an end" in told
    assert "| a game takes" not in told


@pytest.mark.usefixtures("plain")
def test_names_cannot_break_out_of_a_document() -> None:
    report = jd.report(NASTY)
    page = documents.as_html(report)
    assert "<script" not in page
    assert Reader(page).of("h1") == [f"{report.game}: a report"]
    assert "<script" not in documents.as_markdown(report).replace("\\<", "")


@pytest.mark.usefixtures("plain")
def test_where_there_is_nothing_to_hold_rules_are_named_by_their_throws() -> None:
    told = documents.as_markdown(jd.report(GAMES["hog"]))
    assert "| always throw-3 " in told
    assert "There is nothing to hold in this game" in told
    assert "In commands always throw-" in told


@pytest.mark.usefixtures("plain")
def test_the_published_rule_is_recognised_and_does_not_compete_with_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parts.is_known("keep-pace(21, 8, 71)", jd.PIG)
    assert not parts.is_known("keep-pace(21, 8, 72)", jd.PIG)
    assert parts.is_known("keep-pace(11, 8, 36)", pig(target=50))
    monkeypatch.setattr(parts, "is_known", lambda strategy, rules: True)
    report = jd.report(pig(target=50))
    assert report.tournament is not None
    assert "keep-pace-end-race" not in report.tournament.names
    assert "score-base-keep-pace-end-race" in report.tournament.names


def test_progress_rises_to_the_end() -> None:
    told: list[float] = []
    jd.report(CUSTOM["two-throws"], progress=told.append)
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1.0)
    assert sum(weight for weight, _ in parts.FINDING.values()) == pytest.approx(1.0)


@pytest.mark.usefixtures("plain")
def test_it_is_saved_in_the_form_that_the_name_says_and_shows_itself(tmp_path: Path) -> None:
    report = jd.report(pig(target=10))
    report.save(tmp_path / "pig.html")
    report.save(tmp_path / "pig.md")
    assert (tmp_path / "pig.html").read_text(encoding="utf-8") == documents.as_html(report)
    assert (tmp_path / "pig.md").read_text(encoding="utf-8") == documents.as_markdown(report)
    with pytest.raises(jd.FileError, match=r"the name of a report must end in \.html, \.md, not"):
        report.save(tmp_path / "pig.pdf")
    assert report._repr_html_() == documents.body(report)
    assert repr(report) == "Report('pig(target=10)')"
    assert "why_not={'solution'" in repr(jd.report(HOPELESS))


@pytest.mark.usefixtures("plain")
def test_the_command_tells_writes_and_answers_in_json(capsys: Shell, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "report", "piglet:target=4")
    assert code == 0
    assert out.startswith("piglet(target=4): a report\n")
    assert "How hard is it to play well?" in out
    page, marked_down = str(tmp_path / "it.html"), str(tmp_path / "it.md")
    code, out, err = run(capsys, "report", "piglet:target=4", "--html", page, "--markdown", marked_down)
    assert (code, out) == (0, "")
    assert err.count("wrote ") == 2
    assert "jeopardice report piglet:target=4 --html -" in Path(page).read_text(encoding="utf-8")
    assert run(capsys, "report", "piglet:target=4", "--markdown", "-")[1] == Path(marked_down).read_text(
        encoding="utf-8"
    )
    found = as_json(capsys, "report", "piglet:target=4")
    assert found["game"] == "piglet(target=4)"
    assert found["simple_rules"]["hold"]["loss"] >= 0.0
    assert found["why_not"] == {}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("hogg",), "did you mean 'hog'?"),
        (("pig", "--html", "-", "--json"), "--json and --html - cannot both go to stdout"),
        (("pig", "--html", "-", "--markdown", "-"), "cannot both go to stdout"),
        (("pig", "--html", "nowhere/it.html"), "there is no such folder"),
        ((), "GAME"),
    ],
)
def test_the_command_refuses_before_it_begins(capsys: Shell, arguments: tuple[str, ...], told: str) -> None:
    code, out, err = run(capsys, "report", *arguments)
    assert code in (1, 2)
    assert out == ""
    assert told in err
