"""What people are shown: the right words, in the room there is."""

import re
from pathlib import Path

import numpy as np
import pytest
from samples import CUSTOM, GAMES

import jeopardice as jd
from jeopardice.cli.main import main
from jeopardice.show.picture import Picture, fitting, picture_of_solution, picture_of_table
from jeopardice.show.rounding import played_by
from jeopardice.show.text import percent

Shell = pytest.CaptureFixture[str]
TREASURE = """name = "treasure"
target = 60
[[throws]]
name = "dive"
dice = [[0, 1, 2, 3, 4, 5]]
bust_faces = [0]
[[throws]]
name = "dredge"
outcomes = [
  { probability = "1/2", points = 2 }, { probability = "2/5", points = 1 }, { probability = "1/10", effect = "bust" },
]
"""
LIKE_PIG = 'name = "pig"\ntarget = 10\n[[throws]]\nname = "flip"\ndice = [[1, 2]]\nbust_faces = [1]\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    Path("treasure.toml").write_text(TREASURE)
    Path("like-pig.toml").write_text(LIKE_PIG)
    return tmp_path


def shown(shell: Shell, *arguments: str) -> str:
    """What a command writes to stdout."""
    shell.readouterr()
    assert main(arguments) == 0
    return shell.readouterr().out


def test_rules_are_described_by_the_catalogue_only_where_they_are_its_own(capsys: Shell) -> None:
    assert "One die; a 1 busts" in shown(capsys, "solve", "pig:target=20")
    for command in (
        ("solve", "like-pig.toml"),
        ("games", "like-pig.toml"),
        ("export", "like-pig.toml", "--card", "c.txt"),
    ):
        text = shown(capsys, *command) or Path("c.txt").read_text()
        assert "One die" not in text
        assert "custom pig(target=10)" in text


def test_every_command_names_the_game_and_the_strategy_in_one_way(capsys: Shell) -> None:
    game = "pig:target=20"
    for command in (
        ("solve", game), ("advise", game, "0", "0"), ("duel", game, "turtle", "optimal"), ("respond", game, "turtle"),
        ("respond", game, "turtle", "--chain"), ("turn", game, "turtle"), ("length", game), ("games", game),
    ):  # fmt: skip
        assert shown(capsys, *command).startswith("pig(target=20): ")
    assert shown(capsys, "solitaire", game).startswith("pig(target=20), alone: ")
    for command in (
        ("turn", game, "hold-at:9"), ("respond", game, "hold-at:9"), ("duel", game, "hold-at:9", "turtle"),
        ("solitaire", game, "hold-at:9"),
    ):  # fmt: skip
        assert "hold-at(9)" in shown(capsys, *command)


def test_a_table_from_a_file_goes_by_the_name_of_its_file(capsys: Shell) -> None:
    shown(capsys, "export", "pig:target=20", "hold-at:9", "--npz", "mine.npz")
    out = shown(capsys, "duel", "pig:target=20", "mine.npz", "hold-at:9")
    assert "\nmine.npz (hold-at(9)) " in out
    assert "\nhold-at(9) " in out


def test_a_star_stands_where_going_on_may_come_up() -> None:
    starred = {
        (own, opponent)
        for own, row in zip(range(0, 100, 5), picture_of_solution(jd.solve("pig")).cells, strict=True)
        for opponent, cell in zip(range(0, 100, 5), row, strict=True)
        if cell.again
    }
    assert starred == {(30, 80), (35, 65), (45, 45), (55, 25), (70, 45), (75, 25)}


def test_stars_are_on_the_screen_and_on_the_cards(capsys: Shell) -> None:
    screen = shown(capsys, "solve", "pig")
    shown(capsys, "export", "pig", "--card", "card.txt")
    shown(capsys, "export", "pig", "--card", "card.html")
    for text in (screen, Path("card.txt").read_text()):
        assert len(re.findall(r"\d\*", text)) == 6
        assert "come up" in text
    assert Path("card.html").read_text().count('class="again"') == 6


@pytest.mark.parametrize("game", ["pig", "pig:target=200", "pig:target=1000", "hog", "treasure.toml"])
@pytest.mark.parametrize("columns", [100, 80, 60, 40])
def test_a_picture_has_as_many_columns_as_there_is_room_for(
    game: str, columns: int, capsys: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    rules = jd.as_game(game)
    picture = picture_of_table(jd.resolve(replaced(rules), "hold-at(20)"), fitting(rules, columns))
    wide = picture.label + 1 + (picture.widest + 1) * len(picture.opponents)
    assert wide <= columns
    assert len(picture.opponents) >= 5
    if rules.target <= 100:
        lines = shown(capsys, "solve", game).splitlines()
        assert max(map(len, lines[:-1])) <= columns
        heads = next(line for line in lines if line.startswith("own "))
        assert len(lines[lines.index(heads) + 1].split()) == len(heads.split())


@pytest.mark.parametrize("game", ["pig", "pig:target=1000", "hog", "treasure.toml"])
@pytest.mark.parametrize("goal", ["fewest-turns", "within:40", "most-points:12"])
@pytest.mark.parametrize("columns", [100, 60, 30])
def test_pictures_of_games_alone_fit_as_well(
    game: str, goal: str, columns: int, capsys: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = shown(capsys, "solitaire", game, "--goal", goal, "--policy").splitlines()
    assert max(map(len, lines)) <= columns
    for number, line in enumerate(lines):
        if line.startswith("own "):
            assert len(lines[number + 1].replace("*", " ").split()) == len(line.split())


@pytest.mark.parametrize("columns", [100, 70, 60])
def test_textbook_methods_and_discounts_are_shown_in_the_room_there_is(
    columns: int, capsys: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for more in (
        ("--method", "value-iteration", "--trace"), ("--method", "policy-iteration", "--trace"), ("--discount", "0.9"),
    ):  # fmt: skip
        out = shown(capsys, "solve", "pig:target=20", *more)
        assert out.startswith("pig(target=20): ")
        assert max(map(len, out.splitlines())) <= columns
        assert "\N{HORIZONTAL ELLIPSIS}" not in out


def test_stars_of_games_alone_stand_where_going_on_may_come_up(capsys: Shell) -> None:
    assert len(re.findall(r"\d\*", shown(capsys, "solitaire", "pig", "--policy"))) == 2
    best = jd.solitaire("pig")
    assert [best.action(25, total) for total in range(17, 24)] == [1, 0, 0, 0, 1, 1, 1]
    out = shown(capsys, "solitaire", "treasure.toml", "--policy")
    assert "Which throw begins a turn, by number (1 = dive, 2 = dredge)." in out


def test_whatever_the_scores_is_said_only_where_all_were_looked_at(capsys: Shell) -> None:
    assert "Whatever the scores, the best is to go on" in shown(capsys, "solve", "pig:target=5")
    everywhere = ("solitaire", "pig", "--goal", "most-points:3", "--policy")
    assert "20 or more, whatever the score and the turns left." in shown(capsys, *everywhere)


def replaced(rules: jd.Rules) -> jd.Rules:
    """The rules at a target small enough to be written out in no time, with as many digits."""
    from dataclasses import replace

    return replace(rules, target=min(rules.target, 101))


@pytest.mark.parametrize("game", ["pig", "pig:target=200", "treasure.toml"])
def test_a_card_as_text_is_no_wider_than_a_page(game: str, capsys: Shell) -> None:
    shown(capsys, "export", game, "hold-at:20", "--card", "card.txt")
    assert max(map(len, Path("card.txt").read_text().splitlines())) <= 78


def said(rows: list[str], picture: Picture, own: int, opponent: int, total: int) -> int:
    """What somebody does who looks up a card of one kind of throw."""
    if own + total >= picture.rules.target:
        return 0
    row = max(n for n, score in enumerate(picture.owns) if score <= own)
    column = max(n for n, score in enumerate(picture.opponents) if score <= opponent)
    cell = rows[row].split()[column].rstrip("*")
    return {">>": 1, "--": 0}.get(cell, int(cell.isdigit() and total < int(cell)))


@pytest.mark.parametrize("strategy", ["optimal", "roll-and-wait", "keep-pace-end-race"])
def test_a_card_is_played_by_as_it_is_read(strategy: str, capsys: Shell) -> None:
    rules = jd.as_game("pig(target=47)")
    shown(capsys, "export", "pig:target=47", strategy, "--card", "card.txt")
    rows = [line.partition(" | ")[2] for line in Path("card.txt").read_text().splitlines() if " | " in line][1:]
    table = jd.resolve(rules, strategy)
    picture = picture_of_table(table, fitting(rules, 76))
    by_card = played_by(picture)
    assert by_card is not None
    for own in range(47):
        for opponent in range(47):
            for node, total in enumerate(table.turn.total[: table.turn.decisions]):
                action = said(rows, picture, own, opponent, total)
                assert by_card.choices_by_scores[0, own, opponent, node] == action
    page = " ".join(Path("card.txt").read_text().split())
    won, itself = (jd.duel(rules, player, "optimal").average for player in (by_card, table))
    assert won < itself or strategy == "roll-and-wait"
    assert f"wins {percent(won)} of the games against best play, on average" in page
    assert f"instead of {percent(itself)}." in page


def test_a_card_says_nothing_of_rounding_that_costs_nothing_and_no_figure_that_takes_long(
    capsys: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game, strategy in (("pig", "hold-at:20"), ("pig:target=8", "optimal"), ("hog:dice=3,target=20", "optimal")):
        shown(capsys, "export", game, strategy, "--card", "card.txt")
        assert "rounded here" not in Path("card.txt").read_text()
    monkeypatch.setattr("jeopardice.show.rounding.MOST_ACTIONS", 10)
    shown(capsys, "export", "pig", "--card", "card.html")
    assert "The scores are rounded here: between those shown" in Path("card.html").read_text()


def test_a_card_of_two_throws_is_played_by_with_both() -> None:
    table = jd.resolve(jd.as_game("treasure.toml"), "optimal")
    by_card = played_by(picture_of_table(table, 5))
    assert by_card is not None
    assert set(by_card.choices_by_scores[0].ravel()) == {0, 1, 2}
    assert 0.4 < jd.duel("treasure.toml", by_card, table).average < 0.5
    hog = jd.resolve("hog(dice=4, target=60)", "optimal")
    coarse = played_by(picture_of_table(hog, 4))
    assert coarse is not None
    np.testing.assert_array_equal(coarse.choices_by_scores[0, ::5, ::20], hog.choices_by_scores[0, ::5, ::20])


def test_the_command_on_a_card_makes_the_card(capsys: Shell) -> None:
    shown(capsys, "export", "treasure.toml", "hold-at:9", "--card", "card.txt")
    text = Path("card.txt").read_text()
    command = text.splitlines()[-1].partition(" jeopardice ")[2].split()
    Path("card.txt").unlink()
    shown(capsys, *command)
    assert Path("card.txt").read_text() == text


def test_games_with_several_throws_are_shown_with_the_throw_to_make(capsys: Shell) -> None:
    for text in (shown(capsys, "solve", "treasure.toml"), shown(capsys, "export", "treasure.toml", "--card", "c.txt")):
        assert "A turn always begins with dive." in (text or Path("c.txt").read_text())
        assert "The turn total at which dredge is better" in (text or Path("c.txt").read_text())
    solution = jd.solve("treasure.toml")
    switches = picture_of_solution(solution).switches
    assert switches is not None
    for own, row in zip(switches.owns, switches.cells, strict=True):
        for opponent, cell in zip(switches.opponents, row, strict=True):
            assert cell.number == 0 or solution.action(own, opponent, cell.number) == 2
    first = picture_of_solution(jd.solve(CUSTOM["two-throws"])).first_throws
    assert first is None or {cell.kind for row in first.cells for cell in row} <= {"throw", "pass"}


@pytest.mark.parametrize(("columns", "letters"), [(80, False), (60, True), (40, True)])
def test_long_names_stand_above_the_figures_of_a_duel(
    columns: int, letters: bool, capsys: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = shown(capsys, "duel", "piglet", "best-response(noisy(turtle,0.1))", "turtle")
    lines = out.splitlines()
    assert max(map(len, lines)) <= columns
    assert ("A = best-response(noisy(turtle, 0.1))" in lines) is letters
    assert sum(line.count("%") == 3 for line in lines) == 2
    names = [line.split()[0] for line in lines if line.count("%") == 3]
    assert names == (["A", "B"] if letters else ["best-response(noisy(turtle,", "turtle"])


def test_the_tail_of_a_turn_is_put_together_and_little_has_no_bar(capsys: Shell) -> None:
    out = shown(capsys, "turn", "pig", "noisy:hold-at:20,0.1")
    assert "0.000000 " not in out
    assert len(out.splitlines()) < 50
    assert re.search(r"\n40-105 +0\.000001\n", out)
    assert re.search(r"\n +30 +0\.000382\n", out)


def test_the_tail_of_a_length_is_told(capsys: Shell) -> None:
    out = shown(capsys, "length", "hog")
    assert re.search(r"\n51 and more +0\.000343", out)
    figures = [
        float(line.split()[-2 if "█" in line else -1])
        for line in out.splitlines()
        if re.match(r" *\d+-|51", line) and "<" not in line
    ]
    assert sum(figures) == pytest.approx(1.0, abs=2e-6)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0.00 %"),
        (2e-15, "0.00 %"),
        (-8e-15, "0.00 %"),
        (1e-9, "< 0.01 %"),
        (0.5, "50.00 %"),
        (1.0 + 8e-15, "100.00 %"),
        (1 - 2e-15, "100.00 %"),
        (1 - 1e-9, "> 99.99 %"),
    ],
)
def test_what_is_within_rounding_of_0_or_1_is_shown_as_that(share: float, text: str) -> None:
    assert percent(share) == text


def test_a_stalemate_is_told_only_where_there_may_be_one(capsys: Shell) -> None:
    out = shown(capsys, "duel", "two-dice-pig:target=20", "roll-and-wait", "roll-to-win")
    assert "Stalemate" not in out
    assert "-0" not in out
    both = shown(capsys, "duel", "pig", "roll-and-wait", "roll-and-wait")
    assert "Stalemate in 100.0000 % of the games: they never end" in both
    assert "<" not in both


def test_small_values_of_actions_are_told_apart(capsys: Shell) -> None:
    out = shown(capsys, "advise", "pig:target=300", "0", "250", "25")
    values = re.findall(r"(\S+) %   (?:best|(\S+) percentage points less)", out)
    assert len(values) == 2
    assert values[0][0] != values[1][0]
    assert float(values[1][1]) > 0
    assert "tie" not in out


def test_outcomes_are_listed_by_what_they_do(capsys: Shell) -> None:
    for game, last in (("frey", "bust"), ("two-dice-pig", "wipe"), ("pig", "bust")):
        lines = re.findall(r"(?m)^(\+\d+(?:, banked)?|bust|wipe)", shown(capsys, "games", game))
        assert lines[-1] == last
        scored = [int(line) for line in lines if line[1:].isdigit()]
        assert scored == sorted(scored)
    assert shown(capsys, "games", "frey").index("+25, banked") > shown(capsys, "games", "frey").index("+24 ")


def test_a_column_without_a_figure_is_left_out(capsys: Shell) -> None:
    assert "wipe" not in shown(capsys, "games", "hog")
    assert "\n\n" not in shown(capsys, "games", "treasure.toml").rstrip("\n").partition("throw ")[2]
    assert shown(capsys, "games", "treasure.toml").endswith("1.400\n")
    assert "Parameters and their defaults: pig(target=100, sides=6" in shown(capsys, "games", "pig:target=50")


def test_no_line_of_any_small_game_is_too_wide(capsys: Shell) -> None:
    for rules in GAMES.values():
        picture = picture_of_solution(jd.solve(rules))
        assert picture.label + 1 + (picture.widest + 1) * len(picture.opponents) <= 80


def test_a_strategy_is_described_without_words_of_ours(capsys: Shell) -> None:
    for name in ("optimal", "best-response"):
        assert "jeopardice.exact" not in shown(capsys, "strategies", name)


def test_strategies_of_one_s_own_are_described(capsys: Shell) -> None:
    Path("described_here.py").write_text('def slowly(a, b, c):\n    """Never more than two."""\n    return c < 2\n')
    assert "Never more than two." in shown(capsys, "strategies", "described_here:slowly")
    shown(capsys, "export", "pig:target=20", "turtle", "--npz", "mine.npz")
    out = shown(capsys, "strategies", "mine.npz")
    assert "A table for 'pig to 20'" in out
    assert "Name it together" in out
