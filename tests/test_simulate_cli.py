"""`jeopardice simulate`: what people see of simulated games, and what is refused."""

import re

import pytest
from shell import Shell, as_json, run

GAMES = ("--games", "2000", "--seed", "1")


def test_two_players_are_shown_with_their_intervals_and_exact_figures(capsys: Shell) -> None:
    code, out, err = run(capsys, "simulate", "pig", "hold-at:20", "optimal", *GAMES)
    assert (code, err) == (0, "")
    assert out.startswith("pig: 2,000 games of hold-at(20) against optimal; they start in turn\n")
    for seat in ("hold-at(20) going first", "optimal going second", "optimal on average"):
        assert re.search(
            rf"(?m)^{re.escape(seat)} +\d\d\.\d+ % +\d\d\.\d+ to \d\d\.\d+ +\d\d\.\d+ % +[+-]\d\.\d\d$", out
        )
    assert "Turns 19." in out
    assert max(map(len, out.splitlines())) <= 80


def test_the_same_names_and_long_ones_are_told_apart_by_letters(capsys: Shell) -> None:
    _, out, _ = run(capsys, "simulate", "pig", "optimal", "optimal", *GAMES)
    assert "optimal (A) against optimal (B)" in out
    assert "\nB going second" in out


def test_stalemates_have_lines_of_their_own(capsys: Shell) -> None:
    _, out, _ = run(capsys, "simulate", "pig:target=10", "hold-at:0", "hold-at:0", *GAMES)
    assert re.search(r"(?m)^nobody, A first +100\.000 %", out)


def test_one_player_is_shown_with_the_spread_of_turns(capsys: Shell) -> None:
    code, out, _ = run(capsys, "simulate", "pig", "hold-at:20", *GAMES)
    assert code == 0
    assert re.search(r"(?m)^hold-at\(20\) +12\.\d{4} +12\.6368 ", out)
    assert "11-12" in out


def test_several_play_alone_a_line_each(capsys: Shell) -> None:
    code, out, _ = run(capsys, "simulate", "pig", "hold-at:17..26", *GAMES)
    assert code == 0
    assert len(re.findall(r"(?m)^hold-at\(\d\d\) ", out)) == 10
    found = as_json(capsys, "simulate", "pig", "hold-at:17..26", *GAMES)
    assert [one["strategy"] for one in found["simulations"]] == [f"hold-at({n})" for n in range(17, 27)]


def test_json_has_the_figures_and_the_seed(capsys: Shell) -> None:
    found = as_json(capsys, "simulate", "pig", "hold-at:20", "hold-at:25", *GAMES)
    assert found["seed"] == 1
    assert found["first"]["exact"] == pytest.approx(0.520034, abs=1e-6)
    assert found["average"]["low"] < found["average"]["value"] < found["average"]["high"]
    one_sided = as_json(capsys, "simulate", "pig", "hold-at:20", "hold-at:25", *GAMES, "--starting", "a")
    assert one_sided["second"]["value"] is None


def test_a_drawn_seed_is_told_and_draws_the_same_again(capsys: Shell) -> None:
    _, out, err = run(capsys, "simulate", "pig", "hold-at:20", "--games", "500")
    drawn = re.fullmatch(r"jeopardice: seed (\d+)\n", err)
    assert drawn
    assert run(capsys, "simulate", "pig", "hold-at:20", "--games", "500", "--seed", drawn[1]) == (0, out, "")


def test_progress_is_told_on_stderr(capsys: Shell) -> None:
    _, _, err = run(capsys, "simulate", "pig", "hold-at:20", *GAMES, "--progress")
    assert err.startswith("2,000 games of hold-at(20) ...\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("hold-at:20", "hold-at:25", "--games", "0"), "games must be a whole number from 1"),
        (("hold-at:20", "hold-at:25", "--games", "many"), "a whole number is expected, not 'many'"),
        (("hold-at:20", "hold-at:25", "--seed", "-3"), "rng must be a seed (a whole number from 0 on)"),
        (("hold-at:20", "hold-at:25", "--starting", "me"), "starting must be one of a, b, alternate, random"),
        (("hold-at:20", "--opponent", "5"), "--opponent and --starting are for two players"),
        (("hold-at:1..3", "--own", "5"), "--own and --opponent are for one strategy"),
        (("hold-at:1..3", "optimal"), "one value is expected here, not a range"),
        (("hold-at:20", "hold-at:25", "--own", "100"), "own must be a whole number from 0 to 99"),
        (("hold-at:20,throw=2", "hold-at:20"), "has only 1 kind of throw"),
        (("hold-on:20",), "did you mean"),
    ],
)
def test_what_cannot_be_simulated_is_wrong_usage(capsys: Shell, words: tuple[str, ...], told: str) -> None:
    code, out, err = run(capsys, "simulate", "pig", *words)
    assert (code, out) == (2, "")
    assert told in err
    assert "Traceback" not in err
