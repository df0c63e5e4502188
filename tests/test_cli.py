"""The command line: what it answers, and where it writes."""

import json
import re
from pathlib import Path

import pytest
from shell import Shell, as_json, run

import jeopardice as jd

COMMANDS = (
    "solve", "advise", "duel", "length", "match", "handicap", "respond", "solitaire", "turn", "transcript",
    "tournament", "fair-test", "sweep", "plot", "report", "reproduce", "games", "strategies", "export", "cache",
)  # fmt: skip
SMALL = "pig:target=20"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JEOPARDICE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: Shell) -> None:
    code, out, err = run(capsys, command, "--help")
    assert (code, err) == (0, "")
    assert f"jeopardice {command}" in out


def test_help_names_every_command_with_its_whole_sentence(capsys: Shell) -> None:
    for arguments in ((), ("--help",)):
        code, out, _ = run(capsys, *arguments)
        assert code == 0
        assert all(f"\n  {command} " in out for command in COMMANDS)
        assert "..." not in out.split("Commands:")[1]


def test_version_is_the_library_s(capsys: Shell) -> None:
    assert run(capsys, "--version") == (0, f"jeopardice {jd.__version__}\n", "")


def test_solve_tells_who_wins_when_to_hold_and_where_it_is_kept(capsys: Shell, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "solve", "piglet:target=6")
    assert code == 0
    assert "goes first wins" in out
    assert "Hold at this turn total" in out
    assert f"kept for the next time in\n{tmp_path}" in out
    assert max(map(len, out.splitlines()[:-1])) <= 80
    assert "\x1b" not in out
    again = run(capsys, "solve", "piglet:target=6")[1]
    assert "solved before" in again


def test_solve_hog_shows_which_throw_to_make(capsys: Shell) -> None:
    assert "Which throw to make" in run(capsys, "solve", "hog:dice=3,target=10")[1]


def test_exact_answers_are_fractions(capsys: Shell) -> None:
    assert as_json(capsys, "solve", "piglet:target=2", "--exact")["first_player"] == "4/7"
    assert "4/7" in run(capsys, "solve", "piglet:target=2", "--exact")[1]


def test_a_certificate_is_shown_and_held(capsys: Shell) -> None:
    found = as_json(capsys, "solve", SMALL, "--certificate", "--no-cache")
    assert found["residual"] <= 1e-12
    assert abs(found["exploitability"]) <= 1e-12
    assert "residual" in run(capsys, "solve", SMALL, "--certificate")[1]


def test_a_check_that_does_not_hold_ends_with_3(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jeopardice.exact.certify.residual", lambda solution: 1e-3)
    code, out, err = run(capsys, "solve", SMALL, "--certificate")
    assert code == 3
    assert "goes first wins" in out
    assert "did not hold" in err


def test_json_is_the_result_s_own(capsys: Shell) -> None:
    timed = {"seconds", "from_cache", "cached_at"}
    solved, known = as_json(capsys, "solve", SMALL), jd.solve(SMALL).to_dict()
    assert solved.keys() == known.keys()
    assert all(solved[key] == known[key] for key in known.keys() - timed)
    assert as_json(capsys, "advise", SMALL, "3", "4", "5") == jd.advise(SMALL, 3, 4, 5).to_dict()
    assert as_json(capsys, "duel", SMALL, "hold-at:9", "turtle") == jd.duel(SMALL, "hold-at(9)", "turtle").to_dict()
    answered = as_json(capsys, "respond", SMALL, "turtle")
    assert answered["first_player"] == jd.best_response(SMALL, "turtle").first_player
    assert as_json(capsys, "respond", SMALL, "turtle", "--chain") == jd.response_chain(SMALL, "turtle").to_dict()
    assert as_json(capsys, "turn", SMALL, "turtle") == jd.turn_outcomes(SMALL, "turtle").to_dict()
    assert as_json(capsys, "length", SMALL) == jd.game_length(SMALL, "optimal", "optimal").to_dict()


def test_every_json_says_what_was_asked(capsys: Shell) -> None:
    assert as_json(capsys, "advise", SMALL, "0", "0", "--against", "turtle").items() >= {
        "game": "pig(target=20)", "against": "turtle",
    }.items()  # fmt: skip
    turn = as_json(capsys, "turn", SMALL, "hold-at:4", "3", "5")
    assert turn.items() >= {"game": "pig(target=20)", "strategy": "hold-at(4)", "own": 3, "opponent": 5}.items()
    assert turn["fractions"]["bust"] == "2/9"
    assert as_json(capsys, "respond", SMALL, "turtle", "--chain")["game"] == "pig(target=20)"
    assert as_json(capsys, "solve", "piglet:target=2", "--exact")["second_player"] == "3/7"


def test_files_may_end_in_capitals(capsys: Shell) -> None:
    Path("LOUD.TOML").write_text('name = "loud"\ntarget = 5\n[[throws]]\ndice = [[0, 1]]\nbust_faces = [0]\n')
    assert as_json(capsys, "solve", "LOUD.TOML")["game"] == "loud(target=5)"
    assert run(capsys, "export", "LOUD.TOML", "turtle", "--npz", "MINE.NPZ")[0] == 0
    assert "MINE.NPZ" in run(capsys, "duel", "LOUD.TOML", "MINE.NPZ", "turtle")[1]


def test_usage_shows_what_must_be_given(capsys: Shell) -> None:
    lines = {command: run(capsys, command, "--help")[1].splitlines()[0] for command in COMMANDS}
    assert lines["solve"].endswith("[OPTIONS] GAME")
    assert lines["strategies"].endswith("[OPTIONS] [STRATEGY]")
    assert not any("{" in line or "[[" in line for line in lines.values())
    assert "needed, here or as --own" in run(capsys, "advise", "--help")[1]


def test_a_cache_folder_that_is_a_file_is_told(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("file").touch()
    monkeypatch.setenv("JEOPARDICE_CACHE_DIR", "file")
    for arguments in (("cache",), ("cache", "--clear")):
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (1, "")
        assert "cannot read the cache folder file" in err


def test_advice_takes_scores_in_both_ways(capsys: Shell) -> None:
    by_place = run(capsys, "advise", SMALL, "3", "4", "5")
    by_name = run(capsys, "advise", SMALL, "--own", "3", "--opponent", "4", "--turn-total", "5")
    assert by_place == by_name
    assert "best" in by_place[1]


def test_stalemates_are_told_only_where_there_are_any(capsys: Shell) -> None:
    assert "Stalemate" not in run(capsys, "duel", SMALL, "turtle", "optimal")[1]
    assert "Stalemate in 100.0000 %" in run(capsys, "duel", SMALL, "hold-at:0", "hold-at:0")[1]


def test_a_game_that_never_ends_has_no_mean_length(capsys: Shell) -> None:
    assert as_json(capsys, "length", SMALL, "hold-at:0", "hold-at:0")["mean"] is None
    assert "No game ever ends" in run(capsys, "length", SMALL, "hold-at:0", "hold-at:0")[1]


def test_tables_for_people_name_what_they_show(capsys: Shell) -> None:
    assert "best response" in run(capsys, "respond", SMALL, "turtle")[1]
    assert "its own best response" in run(capsys, "respond", SMALL, "turtle", "--chain")[1]
    assert "points on average" in run(capsys, "turn", SMALL, "turtle")[1]
    assert "median" in run(capsys, "length", SMALL)[1]


def test_solitaire_tells_what_best_play_comes_to_for_each_goal(capsys: Shell) -> None:
    assert "turns on average" in run(capsys, "solitaire", SMALL)[1]
    limited = run(capsys, "solitaire", SMALL, "--goal", "within:3", "--chance", "0.5", "--policy")[1]
    assert "Best play reaches 20 within 3 turns" in limited
    assert "A chance of 50.00 % takes" in limited
    assert "turns left" in limited
    assert (
        "Hold at a turn total of 20 or more"
        in run(capsys, "solitaire", "pig", "--goal", "most-points:3", "--policy")[1]
    )
    wiped = run(capsys, "solitaire", "two-dice-pig", "--goal", "most-points:20", "--policy")[1]
    assert "as many points as possible in 20 turns" in wiped
    assert "missing" in run(capsys, "solitaire", SMALL, "--convergence", "30")[1]
    assert "Which throw to make" in run(capsys, "solitaire", "hog", "--policy")[1]
    assert max(len(line) for text in (limited, wiped) for line in text.splitlines()) <= 80


def test_solitaire_tells_what_a_strategy_comes_to_for_each_goal(capsys: Shell) -> None:
    assert "It takes" in run(capsys, "solitaire", SMALL, "turtle", "--chance", "0.5")[1]
    assert "It reaches 20 within 3 turns" in run(capsys, "solitaire", SMALL, "turtle", "--goal", "within:3")[1]
    assert "points at the end" in run(capsys, "solitaire", SMALL, "turtle", "--goal", "most-points:3")[1]
    assert "never reached" in run(capsys, "solitaire", SMALL, "hold-at:0", "--chance", "0.5")[1]
    assert "It takes 7.31104e7 turns" in run(capsys, "solitaire", "pig:target=400", "roll-to-win")[1]
    assert "Too many turns to show" in run(capsys, "solitaire", "piglet:heads=1/1000000")[1]
    assert as_json(capsys, "solitaire", "piglet:heads=1/1000000")["distribution"] is None


def test_solitaire_answers_with_the_library_s_own_figures(capsys: Shell) -> None:
    assert as_json(capsys, "solitaire", SMALL) == jd.solitaire(SMALL).to_dict()
    limited = as_json(capsys, "solitaire", SMALL, "turtle", "--goal", "within:3")
    assert limited == jd.solitaire(SMALL, "turtle", goal="within(3)").to_dict()
    more = as_json(capsys, "solitaire", SMALL, "--policy", "--convergence", "4", "--chance", "0.5")
    best = jd.solitaire(SMALL)
    assert more["policy"] == best.policy.tolist()
    assert more["convergence"] == best.turn_limit(4)[:, 0].tolist()
    assert more["turns_for"] == {"0.5": jd.turns_for(SMALL, 0.5)}
    assert as_json(capsys, "solitaire", SMALL, "hold-at:0")["expected"] is None


def test_lists_show_everything_there_is(capsys: Shell) -> None:
    from jeopardice.games.catalog import CATALOG
    from jeopardice.strategies.notation import NAMED

    for command, known in (("games", CATALOG), ("strategies", NAMED)):
        out = run(capsys, command)[1]
        assert all(name in out for name in known)
        assert [entry["name"] for entry in as_json(capsys, command)[command]] == list(known)
    assert "1/6" in run(capsys, "games", "pig")[1]
    assert "Knizia" in run(capsys, "strategies", "hold-at")[1]


def test_the_cache_is_listed_and_cleared(capsys: Shell) -> None:
    run(capsys, "solve", SMALL)
    assert "pig(target=20)" in run(capsys, "cache")[1]
    assert as_json(capsys, "cache", "--clear")["deleted"] == 1
    assert as_json(capsys, "cache")["games"] == []


def test_an_exported_table_is_a_strategy(capsys: Shell) -> None:
    assert run(capsys, "export", SMALL, "--npz", "best.npz", "--csv", "best.csv")[0] == 0
    assert as_json(capsys, "duel", SMALL, "best.npz", "optimal")["average"] == pytest.approx(0.5)
    lines = Path("best.csv").read_text().splitlines()
    assert lines[0] == "own,opponent,turn_total,action"
    assert lines[1] == "0,0,0,roll"
    assert len(lines) - 1 == jd.solve(SMALL).states
    code, out, _ = run(capsys, "duel", "pig:target=30", "best.npz", "turtle")
    assert (code, out) == (2, "")


def test_csv_has_the_probabilities_and_memories_of_a_strategy(capsys: Shell) -> None:
    noisy = run(capsys, "export", "piglet:target=3", "noisy(turtle, 0.5)", "--csv", "-")[1].splitlines()
    assert noisy[:2] == ["own,opponent,turn_total,hold,flip", "0,0,0,0.25,0.75"]
    plans = run(capsys, "export", "piglet:target=3", "scoring-turns:2", "--csv", "-")[1].splitlines()
    assert plans[:2] == ["memory,own,opponent,turn_total,action", "0,0,0,0,flip"]


@pytest.mark.parametrize("name", ["card.html", "card.txt"])
def test_a_card_is_one_page_that_says_how_to_read_it(name: str, capsys: Shell) -> None:
    assert run(capsys, "export", "pig:target=40", "hold-at:9", "--card", name)[0] == 0
    page = Path(name).read_text()
    assert "hold-at(9)" in page
    assert "Throw until the turn total" in page
    assert len(page.splitlines()) < 66
    assert "http" not in page


def test_a_strategy_that_prints_does_not_spoil_the_answer(capsys: Shell) -> None:
    Path("chatty.py").write_text("def talk(own, opponent, turn):\n    print('hm')\n    return turn < 5\n")
    code, out, err = run(capsys, "duel", "pig:target=5", "chatty:talk", "turtle", "--json")
    assert code == 0
    assert json.loads(out)["a"] == "chatty:talk"
    assert "hm" in err


def test_an_unwritable_cache_folder_is_a_warning(
    capsys: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("JEOPARDICE_CACHE_DIR", str(tmp_path / "file" / "cache"))
    code, out, err = run(capsys, "solve", SMALL)
    assert code == 0
    assert "goes first wins" in out
    assert err.startswith("jeopardice: warning: the solution is not kept")


def test_progress_is_told_on_stderr_only_if_wanted(capsys: Shell) -> None:
    assert run(capsys, "solve", SMALL)[2] == ""
    code, out, err = run(capsys, "solve", SMALL, "--progress", "--json")
    assert code == 0
    json.loads(out)
    assert "solving pig to 20" in err
    for command in (("advise", SMALL, "0", "0"), ("duel", SMALL, "turtle", "optimal"), ("length", SMALL)):
        assert " s\n" in run(capsys, *command, "--progress")[2]
    assert " s\n" in run(capsys, "export", SMALL, "--csv", "a.csv", "--progress")[2]


def test_progress_tells_the_share_that_is_done(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jeopardice.cli.work.PATIENCE", 0.0)
    for command in (("solve", SMALL, "--no-cache"), ("length", SMALL)):
        err = run(capsys, *command, "--progress")[2]
        assert re.search(r"\d+ s \.\.\.\n", err)
    assert re.search(r": \d+% \d+ s \.\.\.", err)
