"""jeopardice: the workbench for push-your-luck dice games.

Names are imported when they are first used, so that `import jeopardice` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jeopardice import finite as finite
    from jeopardice.compare.against import Against, compare_against
    from jeopardice.compare.all_pairs import AllPairs, compare_all
    from jeopardice.compare.fair_test import FairTest, fair_test
    from jeopardice.compare.handicap import Handicap, handicap
    from jeopardice.compare.match import Match, match
    from jeopardice.compare.paired import Paired, paired_test
    from jeopardice.compare.power import GamesToTell, games_to_tell
    from jeopardice.compare.ready import ready_sweep
    from jeopardice.compare.sequential import SequentialTest, sequential_test
    from jeopardice.compare.simple_rules import SimpleRules, simple_rules
    from jeopardice.compare.statistics import games_for, holm
    from jeopardice.compare.sweep import Sweep, sweep
    from jeopardice.compare.tournament import Tournament, tournament
    from jeopardice.errors import (
        FileError,
        GameError,
        JeopardiceError,
        MissingError,
        NotationError,
        NotConvergedError,
        PositionError,
        RulesError,
        StrategyError,
        TooLargeError,
        WorkerError,
    )
    from jeopardice.exact.advice import Advice
    from jeopardice.exact.decisions import Decisions, decisions
    from jeopardice.exact.distribution import Distribution
    from jeopardice.exact.duel import Duel, advise, duel
    from jeopardice.exact.length import GameLength, game_length
    from jeopardice.exact.resolve import resolve
    from jeopardice.exact.respond import Chain, best_response, response_chain
    from jeopardice.exact.solitaire.fewest import FewestTurns
    from jeopardice.exact.solitaire.played import Played
    from jeopardice.exact.solitaire.points import MostPoints
    from jeopardice.exact.solitaire.solitaire import solitaire
    from jeopardice.exact.solitaire.within import Within, turns_for
    from jeopardice.exact.solution import Solution
    from jeopardice.exact.solve import solve
    from jeopardice.exact.turns import turn_outcomes
    from jeopardice.games.catalog import CATALOG, PIG
    from jeopardice.games.dice import Die
    from jeopardice.games.notation import as_game, game_notation
    from jeopardice.games.rules import Outcome, Rules, Throw
    from jeopardice.reproduce.reproduction import Reproduction, reproduction
    from jeopardice.sampled.estimate import Estimate
    from jeopardice.sampled.jsonl import read_transcript
    from jeopardice.sampled.simulate import simulate
    from jeopardice.sampled.simulation import Simulation, SimulationAlone
    from jeopardice.sampled.transcript import Transcript, transcript
    from jeopardice.show.figures.kinds import plot
    from jeopardice.show.report.parts import Report, report
    from jeopardice.strategies.base import Event, State, Strategy
    from jeopardice.strategies.named import HoldAt
    from jeopardice.strategies.notation import as_strategy
    from jeopardice.strategies.own import load_table, save_table
    from jeopardice.strategies.table import Table
    from jeopardice.strategies.tabulate import tabulate

__version__ = "0.1.0"

_WHERE = {
    "compare.against": "Against compare_against",
    "compare.all_pairs": "AllPairs compare_all",
    "compare.fair_test": "FairTest fair_test",
    "compare.handicap": "Handicap handicap",
    "compare.match": "Match match",
    "compare.paired": "Paired paired_test",
    "compare.power": "GamesToTell games_to_tell",
    "compare.ready": "ready_sweep",
    "compare.sequential": "SequentialTest sequential_test",
    "compare.simple_rules": "SimpleRules simple_rules",
    "compare.statistics": "games_for holm",
    "compare.sweep": "Sweep sweep",
    "compare.tournament": "Tournament tournament",
    "errors": (
        "FileError GameError JeopardiceError MissingError NotationError NotConvergedError PositionError RulesError "
        "StrategyError TooLargeError WorkerError"
    ),
    "exact.advice": "Advice",
    "exact.decisions": "Decisions decisions",
    "exact.distribution": "Distribution",
    "exact.duel": "Duel advise duel",
    "exact.length": "GameLength game_length",
    "exact.resolve": "resolve",
    "exact.respond": "Chain best_response response_chain",
    "exact.solitaire.fewest": "FewestTurns",
    "exact.solitaire.played": "Played",
    "exact.solitaire.points": "MostPoints",
    "exact.solitaire.solitaire": "solitaire",
    "exact.solitaire.within": "Within turns_for",
    "exact.solution": "Solution",
    "exact.solve": "solve",
    "exact.turns": "turn_outcomes",
    "games.catalog": "CATALOG PIG",
    "games.dice": "Die",
    "games.notation": "as_game game_notation",
    "games.rules": "Outcome Rules Throw",
    "reproduce.reproduction": "Reproduction reproduction",
    "sampled.estimate": "Estimate",
    "sampled.jsonl": "read_transcript",
    "sampled.simulate": "simulate",
    "sampled.simulation": "Simulation SimulationAlone",
    "sampled.transcript": "Transcript transcript",
    "show.figures.kinds": "plot",
    "show.report.parts": "Report report",
    "strategies.base": "Event State Strategy",
    "strategies.named": "HoldAt",
    "strategies.notation": "as_strategy",
    "strategies.own": "load_table save_table",
    "strategies.table": "Table",
    "strategies.tabulate": "tabulate",
}
_PACKAGES = ("finite",)
_HOME = {name: module for module, names in _WHERE.items() for name in names.split()}

__all__ = [
    "CATALOG",
    "PIG",
    "Advice",
    "Against",
    "AllPairs",
    "Chain",
    "Decisions",
    "Die",
    "Distribution",
    "Duel",
    "Estimate",
    "Event",
    "FairTest",
    "FewestTurns",
    "FileError",
    "GameError",
    "GameLength",
    "GamesToTell",
    "Handicap",
    "HoldAt",
    "JeopardiceError",
    "Match",
    "MissingError",
    "MostPoints",
    "NotConvergedError",
    "NotationError",
    "Outcome",
    "Paired",
    "Played",
    "PositionError",
    "Report",
    "Reproduction",
    "Rules",
    "RulesError",
    "SequentialTest",
    "SimpleRules",
    "Simulation",
    "SimulationAlone",
    "Solution",
    "State",
    "Strategy",
    "StrategyError",
    "Sweep",
    "Table",
    "Throw",
    "TooLargeError",
    "Tournament",
    "Transcript",
    "Within",
    "WorkerError",
    "__version__",
    "advise",
    "as_game",
    "as_strategy",
    "best_response",
    "compare_against",
    "compare_all",
    "decisions",
    "duel",
    "fair_test",
    "game_length",
    "game_notation",
    "games_for",
    "games_to_tell",
    "handicap",
    "holm",
    "load_table",
    "match",
    "paired_test",
    "plot",
    "read_transcript",
    "ready_sweep",
    "report",
    "reproduction",
    "resolve",
    "response_chain",
    "save_table",
    "sequential_test",
    "simple_rules",
    "simulate",
    "solitaire",
    "solve",
    "sweep",
    "tabulate",
    "tournament",
    "transcript",
    "turn_outcomes",
    "turns_for",
]


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"jeopardice.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'jeopardice' has no attribute {name!r}")
    value = getattr(import_module(f"jeopardice.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *_PACKAGES})
