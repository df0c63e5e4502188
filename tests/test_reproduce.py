"""What documents claim, and what comes out: every claim has its verdict, and a changed figure has another."""

import re
import runpy
from dataclasses import replace
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from pkgutil import iter_modules

import numpy as np
import pytest
from naive_iteration import sweep_in_order
from reproduced import CLAIMS, all_of_them, ids, strings

import jeopardice as jd
from jeopardice.finite.solve import solve
from jeopardice.finite.value_iteration import value_iteration
from jeopardice.reproduce import checks
from jeopardice.reproduce.alone_in_turns import ByTurns, Lecture
from jeopardice.reproduce.answer import CHECKS, Answer, check_named
from jeopardice.reproduce.claims import (
    AGREES,
    AWAITS,
    CANNOT,
    DIFFERS,
    DOCUMENTS,
    VERDICTS,
    WITHIN,
    Claim,
    document,
    printed,
    read_document,
)
from jeopardice.reproduce.draws import Draws, rolled
from jeopardice.reproduce.findings import Finding, find
from jeopardice.reproduce.in_place import in_place
from jeopardice.reproduce.reproduction import Reproduction, reproduction

ROOT = Path(__file__).parent.parent
PAGE = runpy.run_path(str(ROOT / "docs" / "make_reproduction.py"))
EXPECTED = {
    "yale/sum-of-rolls": AGREES,  # 5 x 4 is right, for what it is
    "yale/worth-of-a-turn": DIFFERS,  # and not what a turn is worth
    "yale/threshold": AGREES,
    "yale/deviation-20": WITHIN,
    "yale/standard-errors": DIFFERS,
    "yale/minimises-turns": DIFFERS,
    "yale/lowest-value": DIFFERS,
    "homework/roll-equation-alone": DIFFERS,
    "homework/turns-for-an-even-chance": AGREES,
    "homework/rules-of-part-2": DIFFERS,
    "homework/rules-of-part-3": DIFFERS,
    "homework/equations-of-part-2": AGREES,
    "homework/equations-of-part-3": AGREES,
    "homework/pig-as-iterated": AGREES,
    "homework/pig-exactly": DIFFERS,
    "rosen/average-turns": WITHIN,
    "group/million-sets": DIFFERS,
    "group/games-needed": AGREES,
    "group/stalemates": CANNOT,
    "group/transitive": AGREES,
    "group/tournament": AGREES,
    "group/cycle": AGREES,
    "group/optimal-against-25-general-theory": DIFFERS,
    "group/optimal-against-25-theory": AGREES,
    "group/people-gradients": AWAITS,
    "neller/optimal-against-20": DIFFERS,
    "neller/best-response-against-20": AGREES,
    "lecture/recursion": DIFFERS,
    "lecture/yahtzee-factors": DIFFERS,
    "lecture/yahtzee-for-two": AWAITS,
}


@pytest.fixture(scope="session")
def found(tmp_path_factory: pytest.TempPathFactory) -> Reproduction:
    """All documents."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JEOPARDICE_CACHE_DIR", str(tmp_path_factory.mktemp("solved")))
        return all_of_them()


def finding_on(found: Reproduction, claim: Claim) -> Finding:
    return found.finding(f"{claim.document}/{claim.id}")


@ids(CLAIMS)
def test_a_claim_has_the_verdict_that_the_data_file_expects(found: Reproduction, claim: Claim) -> None:
    finding = finding_on(found, claim)
    assert finding.verdict == claim.expect, (finding.theirs, finding.ours, finding.z)


@pytest.mark.parametrize(("name", "verdict"), EXPECTED.items())
def test_what_must_be_found_is_found(found: Reproduction, name: str, verdict: str) -> None:
    assert found.finding(name).verdict == verdict


@ids(CLAIMS)
def test_a_claim_tells_what_is_claimed_where_and_why_it_is_not_so(found: Reproduction, claim: Claim) -> None:
    finding = finding_on(found, claim)
    assert claim.where
    assert claim.claim.endswith((".", ":", "asks."))
    assert finding.theirs
    assert finding.why or claim.expect in (AGREES, WITHIN)
    assert bool(finding.ours) == bool(claim.check)
    told = [finding.why, claim.claim, claim.where, finding.theirs, *strings(dict(claim.given))]
    assert not re.search(r"\{\w+", " ".join(told)), "a word in braces was not put in"


@ids([claim for claim in CLAIMS if claim.printed and claim.expect in (AGREES, WITHIN)])
def test_with_another_figure_the_verdict_would_be_another(found: Reproduction, claim: Claim) -> None:
    finding = finding_on(found, claim)
    assert finding.answer is not None
    for n, number in enumerate(claim.printed):
        error = finding.answer.errors[n] if finding.answer.errors else 0.0
        step = 2 * (number.error + finding.limit * error) + 1e-9
        for value in (number.value + step, number.value - step):
            changed = [*claim.printed]
            changed[n] = replace(number, value=value)
            assert replace(finding, claim=replace(claim, printed=tuple(changed))).verdict == DIFFERS


@ids([claim for claim in CLAIMS if claim.printed and claim.expect == DIFFERS])
def test_with_our_figure_a_claim_would_agree(found: Reproduction, claim: Claim) -> None:
    finding = finding_on(found, claim)
    assert finding.answer is not None
    if not finding.answer.values or not np.isfinite(finding.answer.values).all():
        return
    right = tuple(replace(one, value=value) for one, value in zip(claim.printed, finding.answer.values, strict=True))
    assert replace(finding, claim=replace(claim, printed=right)).verdict in (AGREES, WITHIN)


@ids([claim for claim in CLAIMS if claim.check and not claim.printed and claim.expect in (AGREES, DIFFERS)])
def test_what_is_said_in_words_is_checked_as_well(found: Reproduction, claim: Claim) -> None:
    finding = finding_on(found, claim)
    assert finding.answer is not None
    assert finding.answer.holds is (claim.expect == AGREES)
    other = replace(finding, answer=replace(finding.answer, holds=not finding.answer.holds))
    assert {finding.verdict, other.verdict} == {AGREES, DIFFERS}


@pytest.mark.parametrize(
    ("print_of", "other"),
    [
        ('printed = "12.634906"', 'printed = "12.694906"'),
        ('{ points = 21, printed = "0.095310" }', '{ points = 21, printed = "0.093510" }'),
        ('printed = "103"', 'printed = "102"'),
        ('printed = ["0", "22", "23", "21", "20", "19"]', 'printed = ["0", "22", "23", "21", "20", "20"]'),
    ],
)
def test_a_misprint_in_a_data_file_is_found(print_of: str, other: str) -> None:
    text = files("jeopardice.reproduce").joinpath("documents", "rosen.toml").read_text(encoding="utf-8")
    assert print_of in text
    claims = read_document("rosen", text.replace(print_of, other)).claims
    assert [one.verdict for one in find(claims, Draws(games=0)) if not one.as_expected] == [DIFFERS]


def test_every_claim_has_a_name_of_its_own() -> None:
    for name in DOCUMENTS:
        names = [claim.id for claim in document(name).claims]
        assert len({*names}) == len(names) > 0


def test_every_check_is_asked_by_some_claim() -> None:
    for module in iter_modules(checks.__path__):
        import_module(f"{checks.__name__}.{module.name}")
    assert {claim.check for claim in CLAIMS if claim.check} == {*CHECKS}


def test_a_check_that_is_not_there_is_refused() -> None:
    with pytest.raises(jd.NotationError, match=r"no check 'alone\.meen'"):
        check_named("alone.meen")


@pytest.mark.parametrize(
    ("text", "value", "error"),
    [
        ("12.61", 12.61, 0.005),
        ("53.4 %", 0.534, 0.0005),
        ("1537", 1537.0, 0.5),
        ("0.5020", 0.502, 0.00005),
        ("-0.5", -0.5, 0.05),
        ("6/7", 6 / 7, 1e-11),
        ("9.96e13", 9.96e13, 0.005e13),
    ],
)
def test_the_digits_of_a_printed_number_say_how_it_is_meant(text: str, value: float, error: float) -> None:
    number = printed(text)
    assert number.value == pytest.approx(value)
    assert number.error == pytest.approx(error)


@pytest.mark.parametrize("text", ["", "about 20", "1/0", "twelve"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(jd.NotationError, match="a printed number is expected"):
        printed(text)


def made(print_of: str, answer: Answer, limit: float = 3.0) -> Finding:
    return Finding(Claim("yale", "x", "here", "It is so.", AGREES, (printed(print_of),)), answer, limit)


def test_a_verdict_follows_from_rounding_and_chance() -> None:
    assert made("12.61", Answer((12.6149,))).verdict == AGREES
    assert made("12.61", Answer((12.6151,))).verdict == DIFFERS
    assert made("12.61", Answer((12.65,), (0.0119,))).verdict == WITHIN
    assert made("12.61", Answer((12.65,), (0.0116,))).verdict == DIFFERS
    assert made("12", Answer((12.0,), (0.0,))).verdict == WITHIN
    assert made("12.61", Answer((12.61,), holds=False)).verdict == DIFFERS
    assert made("12.61", Answer((12.61,), (0.01,))).z == (0.0,)
    assert made("12.61", Answer((12.59,), (0.01,))).z[0] == pytest.approx(2.0)


def test_the_more_figures_a_document_has_the_farther_chance_may_go() -> None:
    claims = document("rosen").claims
    limits = {finding.limit for finding in find(claims, Draws(games=0))}
    assert len(limits) == 1
    assert limits.pop() == pytest.approx(2.734, abs=0.001)  # 0.05 shared among 8 figures, on both sides
    assert find(claims[:1], Draws(games=0))[0].limit == pytest.approx(1.96, abs=0.001)


def test_our_own_games_come_from_the_seed_and_not_from_their_order() -> None:
    def turns(draws: Draws, *names: str) -> dict[str, float]:
        played = {name: draws.alone("pig", name, 100) for name in names}
        return {name: games.turns.value for name, games in played.items() if games}

    one, other = (
        turns(Draws(3), "hold-at(20)", "hold-at(25)"),
        turns(Draws(3), "hold-at(25)", "hold-at(20)"),
    )
    assert one == other
    assert turns(Draws(4), "hold-at(20)") != turns(Draws(3), "hold-at(20)")
    assert Draws(games=0).alone("pig", "hold-at(20)", 100) is None
    assert Draws(3).alone("pig", "hold-at(20)", 0) is None
    few = Draws(3, games=7).alone("pig", "hold-at(20)", 100)
    assert few is not None
    assert few.games == 7


@pytest.mark.parametrize("games", [-1, 2.5])
def test_a_number_of_games_that_cannot_be_is_refused(games: float) -> None:
    with pytest.raises(jd.PositionError, match="games must be a whole number"):
        Draws(1, games)  # type: ignore[arg-type]


def test_turns_that_are_rolled_side_by_side_end_as_they_should() -> None:
    brought = rolled("pig", 20, 200_000, np.random.SeedSequence(5))
    for points, chance in jd.turn_outcomes("pig", "hold-at(20)").points.items():
        p = float(chance)
        assert (brought == points).mean() == pytest.approx(p, abs=4.5 * (p * (1 - p) / 200_000) ** 0.5)


@pytest.mark.parametrize("game", ["pig(target=9)", "two-dice-pig(target=14)", "piglet(target=4)"])
def test_iterating_in_place_is_what_a_beginner_s_program_does(game: str) -> None:
    stopped = in_place(game, 1e-9)
    rules = jd.as_game(game)
    places = [(i, j, k) for i in range(rules.target) for j in range(rules.target) for k in range(rules.target - i)]
    values = dict.fromkeys(places, 0.0)
    for _ in range(stopped.sweeps - 1):
        assert sweep_in_order(values, rules) >= 1e-9
    assert sweep_in_order(values, rules) < 1e-9
    assert [stopped.values[place] for place in places] == pytest.approx([values[place] for place in places], abs=1e-15)
    assert stopped.first_player == pytest.approx(jd.solve(game).first_player, abs=1e-8)
    assert stopped.wrong_actions == 0
    assert stopped.largest_error < 1e-8


def test_an_iteration_that_stops_early_takes_wrong_actions() -> None:
    stopped = in_place("pig(target=40)", 0.2)
    assert stopped.wrong_actions > 0
    assert stopped.largest_error > 1e-4
    assert stopped.against_optimal.average < 0.5


@pytest.mark.parametrize("turns", [1, 3])
def test_the_game_by_turns_is_that_of_a_goal_within_turns(turns: int) -> None:
    best = jd.solitaire("pig(target=12)", goal=f"within({turns})").probability
    assert solve(ByTurns(12, turns)).value() == pytest.approx(best, abs=1e-12)


def test_the_lecture_s_recursion_with_its_slips_corrected_has_the_fewest_turns() -> None:
    right = jd.solitaire("pig(target=20)").expected
    found = value_iteration(Lecture(20), tolerance=1e-12, order="topological")
    assert -found.value() == pytest.approx(right, abs=1e-9)
    with pytest.raises(jd.GameError):
        value_iteration(Lecture(20, "p p", "p r"), tolerance=1e-12)


def test_the_verdicts_are_counted(found: Reproduction) -> None:
    assert sum(found.verdicts.values()) == len(CLAIMS) == len(found.findings)
    assert tuple(found.verdicts) == VERDICTS
    assert found.held
    for one in found.documents:
        mine = [finding.verdict for finding in found.of(one.name)]
        assert {verdict: mine.count(verdict) for verdict in VERDICTS} == one.expected


def test_what_was_not_expected_is_told(found: Reproduction) -> None:
    wrong = replace(found.findings[0], claim=replace(found.findings[0].claim, expect=DIFFERS))
    changed = replace(found, findings=(wrong, *found.findings[1:]))
    assert not changed.held
    assert changed.unexpected == (wrong,)
    assert "not as expected: differs" in changed.markdown()


def test_an_unknown_document_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(jd.NotationError, match="yale"):
        reproduction("yail")


def test_a_claim_is_found_by_its_name(found: Reproduction) -> None:
    assert found.finding("yale/mean-20").claim.document == "yale"
    assert found.finding("games-needed").claim.document == "group"
    with pytest.raises(jd.PositionError, match="several claims 'optimal-first'"):
        found.finding("optimal-first")
    with pytest.raises(jd.PositionError, match="no claim 'yale/nothing'"):
        found.finding("yale/nothing")


def test_the_page_of_the_reference_is_up_to_date(found: Reproduction) -> None:
    written = PAGE["PAGE"].read_text(encoding="utf-8")
    assert written == PAGE["reproduction_page"](found), "run: make docs-reproduction"


def test_with_as_many_games_as_the_documents_ours_agree_as_well() -> None:
    found = reproduction()
    assert found.held
    compared = 0
    for finding in found.findings:
        if finding.answer is None or not finding.answer.sampled:
            continue
        trio = zip(finding.answer.sampled, finding.answer.values, finding.answer.errors, strict=True)
        for sampled, value, error in trio:
            assert abs(sampled - value) <= 4.5 * error + 1e-12, finding.claim.id
            compared += 1
    assert compared > 80
