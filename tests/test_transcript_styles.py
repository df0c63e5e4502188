"""How a game is told, besides what the printed games show (`test_transcript_known.py`)."""

import pytest
from samples import GAMES, drawn, every_game

import jeopardice as jd
from jeopardice.errors import NotationError
from jeopardice.sampled.styles import STYLES

PLAIN = """\
pig(target=20): A = hold-at(9) against B = optimal. The first to bank 20 points
wins; B starts. To begin with, A has 0 and B has 5.

turn     throws                                             points      A      B
   1  B  6, bust                                            6 lost      0      5
   2  A  4, 5, held                                              9      9      5
   3  B  bust                                                    0      9      5
   4  A  5, 6, held                                             11     20      5

A = hold-at(9) wins, 20 to 5, after 4 turns and 7 throws."""

ALONE = """\
two-dice-pig(target=20), alone: hold-at(12). The aim is to bank 20 points, from
5.

turn  throws                                                       points  score
   1  8, 5, held                                                       13     18
   2  wipe                                                       all lost      0
   3  12, held                                                         12     12
   4  8, held                                                           8     20

20 is reached after 4 turns and 5 throws, with 20 points."""


def test_the_plain_style_is_a_line_for_each_turn() -> None:
    told = jd.transcript("pig(target=20)", "hold-at(9)", "optimal", dice="6,1,4,5,1,5,6", first="b", opponent=5)
    assert str(told) == PLAIN
    assert str(jd.transcript("two-dice-pig(target=20)", "hold-at(12)", dice="8,5,wipe,12,8", own=5)) == ALONE


@every_game
def test_the_plain_style_has_lines_of_80_columns_that_end_in_no_blank(name: str) -> None:
    rules = GAMES[name]
    for b in (drawn(rules, 2).table, None):
        for line in str(jd.transcript(rules, "hold-at(6)", b, rng=2)).splitlines():
            assert len(line) <= 80
            assert line == line.rstrip()


def test_many_throws_and_long_names_stay_within_the_columns() -> None:
    told = jd.transcript("piglet(target=200, heads=1)", "noisy(" * 15 + "roll-to-win" + ", 0)" * 15, rng=1)
    assert max(map(len, str(told).splitlines())) <= 80
    assert str(told).count("1, 1, 1, 1, 1") > 5
    assert "200 is reached after 1 turn and 200 throws, with 200 points." in str(told)


def test_throws_are_named_where_there_are_several() -> None:
    told = jd.transcript("hog(target=12)", "hold-at(1, throw=2)", "hold-at(1)", dice="bust,5,12")
    assert [line[9:30].strip() for line in str(told).splitlines()[3:-2]] == [
        "throws", "throw-2: bust", "throw-1: 5 banked", "throw-2: 12 banked",
    ]  # fmt: skip


HEURISTIC_ALONE = """\
===== Turn 1 =====
Current Overall Score: 98
Starting Turn Total: 0
First Roll of the Turn: 1
Rolled a 1! Turn total lost. Overall Score remains at 98

===== Turn 2 =====
Current Overall Score: 98
Starting Turn Total: 0
First Roll of the Turn: 2
Held. New Overall Score: 100

===== Game Over =====
Final Overall Score: 100

[1] 2"""


def test_the_yale_report_does_not_tell_the_total_after_a_first_roll_alone() -> None:
    assert jd.transcript("pig", "hold-at(20)", dice="1,2", own=98).told("yale") == HEURISTIC_ALONE


STALEMATE = """\
===== Turn 1 =====
Player 2 's Turn
Player 1 Score: 7 | Player 2 Score: 0
Current Turn Total: 0
Player 2 holds. Total Score: 0

===== Turn 2 =====
Player 1 's Turn
Player 1 Score: 7 | Player 2 Score: 0
Current Turn Total: 0
Player 1 holds. Total Score: 7

===== Game Over =====
Nobody wins!
Final Scores - Player 1: 7 | Player 2: 0"""


def test_a_stalemate_is_told_in_every_style() -> None:
    told = jd.transcript("pig", "hold-at(0)", "hold-at(0)", rng=1, first="b", own=7)
    assert told.told("yale") == STALEMATE
    assert told.told("rosen").splitlines()[-5:] == [
        "Player 1 score: 7", "Player 2 score: 0", "It is player 1's turn.", "Turn total: 0", "New score: 7",
    ]  # fmt: skip
    assert "Stalemate after 2 turns and 0 throws" in str(told)
    alone = jd.transcript("pig", "hold-at(0)", rng=1)
    assert alone.told("yale").endswith("===== Game Over =====\nThe target is never reached!\nFinal Overall Score: 0")
    assert alone.told("rosen") == "Turn total: 0\nNew score: 0"
    assert str(alone).endswith("The target is never reached.")


def test_each_yale_form_has_its_own_words() -> None:
    def words(a: str, b: str) -> str:
        return jd.transcript("pig(target=2)", a, b, dice="2").told("yale").split("Turn Total: 0\n")[1]

    two = "Player 1 rolled a 2\nPlayer 1 's Turn Total after rolling: 2\nPlayer 1 holds. Total Score: 2\n"
    assert words("turtle", "hold-at(3)").startswith(two)
    best = "Action chosen: Roll\nRolled a 2\nTurn Total after rolling: 2\nPlayer 1 reaches the target score and wins!\n"
    assert words("optimal", "noisy(turtle, 0)").startswith(best)
    end = "Player 1 rolled a 2\nPlayer 1's Turn Total after rolling: 2\n"
    end += "Player 1 reaches the target score and wins the game!\n"
    assert words("turtle", "optimal").startswith(end)
    assert words("optimal", "turtle").startswith("Player 1 chooses action: Roll\n" + end)


@pytest.mark.parametrize("style", ["yale", "rosen"])
@pytest.mark.parametrize("game", ["hog", "two-dice-pig", "piggy", "piglet", "pig(bust=[1, 2])", "pass-the-pigs"])
def test_the_documents_styles_are_for_one_die_that_busts_on_1(style: str, game: str) -> None:
    told = jd.transcript(game, "hold-at(10)", rng=1)
    with pytest.raises(NotationError, match=f"the style {style} is for games of one die .* take the style plain"):
        told.told(style)


def test_other_dice_that_bust_on_1_are_told_in_them() -> None:
    told = jd.transcript("pig(sides=20, target=30)", "hold-at(20)", dice="18,7,11")
    assert "Rolled a 7" in told.told("yale")
    assert "Roll: 18" in told.told("rosen")


@pytest.mark.parametrize(("style", "hint"), [("plane", "did you mean 'plain'"), ("x", "there are plain, yale, rosen")])
def test_a_style_that_there_is_not_is_told(style: str, hint: str) -> None:
    with pytest.raises(NotationError, match=f"there is no style '{style}'; {hint}"):
        jd.transcript("pig", "turtle", rng=1).told(style)


def test_no_style_ends_in_a_line_break() -> None:
    told = jd.transcript("pig", "turtle", "hold-at(20)", rng=1)
    assert all(told.told(style) == told.told(style).strip("\n") for style in STYLES)
