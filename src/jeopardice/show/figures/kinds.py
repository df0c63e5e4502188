"""All kinds of figures: what each shows, what it takes, and how it is drawn from a game and strategies.

Nothing is imported here that takes long: the functions in `ways.py` are found by their names when something is drawn.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from jeopardice.errors import PositionError, StrategyError
from jeopardice.games.grammar import nearest
from jeopardice.games.rules import short
from jeopardice.spread import Progress

if TYPE_CHECKING:
    from jeopardice.games.notation import Game
    from jeopardice.show.figures.drawn import Shown

WAYS = "jeopardice.show.figures.ways"
MANY = 10**9
ALWAYS, GAMES = "always", "games"
NONE, ONE, PERHAPS_ONE, PERHAPS_TWO, ANY, SOME = (0, 0), (1, 1), (0, 1), (0, 2), (0, MANY), (1, MANY)


@dataclass(frozen=True)
class Kind:
    """A kind of figure: what it shows, the words that follow the game and how many they may be, and its options.

    `chance`: is something in it drawn by lot, "always" or only with "games"? `page`: is it one for a browser?
    """

    name: str
    shows: str
    usage: str = ""
    words: tuple[int, int] = NONE
    options: tuple[str, ...] = ()
    chance: str = ""
    page: bool = False

    @property
    def suffix(self) -> str:
        """The suffix of its file if none is asked for."""
        return ".html" if self.page else ".png"

    @property
    def suffixes(self) -> tuple[str, ...]:
        """All suffixes that its file may have."""
        return (".html", ".htm") if self.page else (".png", ".svg", ".pdf")

    @property
    def way(self) -> Callable[..., "Shown"]:
        """The function that draws it."""
        found: Callable[..., Shown] = getattr(import_module(WAYS), self.name.replace("-", "_"))
        return found

    def draw(
        self, game: "Game", words: Sequence[Any] = (), *, rng: Any = None, progress: Progress = None, **options: Any
    ) -> "Shown":
        """The figure of a game; the words are strategies, if `usage` says nothing else."""
        self.check(words, options, rng)
        if not self.page:
            from jeopardice.show.figures.canvas import require

            require()
        from jeopardice.games.notation import as_game

        given = {name: value for name, value in options.items() if value is not None}
        more = ({"rng": rng} if self.chance else {}) | ({"progress": progress} if self.name in LONG else {})
        return self.way(as_game(game), *words, **given, **more)

    def check(self, words: Sequence[Any], options: Mapping[str, Any], rng: Any = None) -> None:
        """Refuse what this kind does not take, before anything is computed."""
        least, most = self.words
        if not least <= len(words) <= most:
            takes = f"{self.usage} after the game" if self.usage else "a game and nothing else"
            raise StrategyError(f"{self.name} takes {takes}, not {', '.join(map(short, words)) or 'nothing'}")
        for name, value in options.items():
            if value is not None and name not in self.options:
                known = f": it takes {', '.join(self.options)}" if self.options else ""
                raise PositionError(f"{self.name} has no option {name}{known}")
        if rng is not None and not self.by_lot(options):
            when = " without games" if self.chance else ""
            raise PositionError(f"{self.name} takes no seed{when}: nothing is drawn by lot")

    def by_lot(self, options: Mapping[str, Any]) -> bool:
        """Is something drawn by lot with these options?"""
        return self.chance == ALWAYS or (self.chance == GAMES and options.get("games") is not None)


LONG = (
    "length",
    "fair-scatter",
    "fair-histogram",
    "figure-17",
    "matrix",
    "standings",
    "sweep",
    "sweep-map",
    "match-ups",
)
"""What tells of its progress."""

_ALL = (
    Kind("boundary", "The boundary between rolling and holding, as a body in space.", "[STRATEGY]", PERHAPS_ONE),
    Kind("reachable", "All positions that can come up, as a body in space.", "[STRATEGY]", PERHAPS_ONE, ("reach",)),
    Kind(
        "section",
        "Roll and hold by own score and turn total at one score of the opponent, and what can come up; with the line "
        "of a second strategy.",
        "[STRATEGY [BESIDE]]",
        PERHAPS_TWO,
        ("opponent", "reach"),
    ),
    Kind("policy", "What to do at some scores of the opponent, as maps.", "[STRATEGY]", PERHAPS_ONE, ("opponent",)),
    Kind(
        "values",
        "The win probability at some scores of the opponent, as maps; also from -1 to 1.",
        "[STRATEGY]",
        PERHAPS_ONE,
        ("opponent", "scale"),
    ),
    Kind("contours", "Lines of equal win probability by both scores.", "[STRATEGY]", PERHAPS_ONE, ("turn_total",)),
    Kind(
        "difference",
        "Where a strategy does otherwise than best play, and what each of these mistakes costs.",
        "STRATEGY",
        ONE,
        ("opponent",),
    ),
    Kind("turn-costs", "What the mistakes of one turn cost on average, by both scores.", "STRATEGY", ONE),
    Kind(
        "turn",
        "What one turn brings: the probability of each number of points.",
        "[STRATEGY...]",
        ANY,
        ("own", "opponent"),
    ),
    Kind("length", "How many turns a game of two players takes.", "[A [B]]", PERHAPS_TWO),
    Kind(
        "hold-values",
        "Alone: the mean number of turns with its spread, strategy by strategy; with games, sampled ones beside.",
        "[STRATEGY...]",
        ANY,
        ("games",),
        chance=GAMES,
    ),
    Kind("turns", "Alone: the distribution of the number of turns.", "[STRATEGY...]", ANY),
    Kind("turn-limit", "Alone: the expected turns if at most t are allowed, converging.", options=("turns",)),
    Kind("turns-left", "Alone: when to hold with so many turns left.", options=("turns",)),
    Kind("convergence", "How value iteration and policy iteration converge."),
    Kind(
        "match-ups",
        "Strategies against themselves and each other: sampled win rates with intervals, and the exact ones.",
        "STRATEGY...",
        SOME,
        ("games",),
        chance=ALWAYS,
    ),
    Kind("versus", "One strategy against a whole field.", "STRATEGY [FIELD...]", SOME),
    Kind("matrix", "A tournament: who wins how often against whom.", "FIELD...", SOME, ("games",), chance=GAMES),
    Kind(
        "standings",
        "A tournament: averages and worst cases, the best first.",
        "FIELD...",
        SOME,
        ("games",),
        chance=GAMES,
    ),
    Kind(
        "fair-scatter",
        "How the proportions of games settle, of a strategy against itself: the group report's Figure 15.",
        "[STRATEGY]",
        PERHAPS_ONE,
        ("games", "tests"),
        chance=ALWAYS,
    ),
    Kind(
        "fair-histogram",
        "How the results of fair tests spread, of a strategy against itself (the group report's Figure 16) or another.",
        "[A [B]]",
        PERHAPS_TWO,
        ("games", "tests"),
        chance=ALWAYS,
    ),
    Kind(
        "figure-17",
        "The ten pairs of the group report's Figure 17: theirs, ours and the exact averages.",
        options=("games", "tests"),
        chance=ALWAYS,
    ),
    Kind("handicap", "Win probabilities by the head start, with the fair ones marked.", "[A [B]]", PERHAPS_TWO),
    Kind("sweep", "A ready-made sweep as lines.", "NAME", ONE, ("over", "figure")),
    Kind("sweep-map", "A ready-made sweep over two axes as a map.", "NAME", ONE, ("over", "figure")),
    Kind(
        "interactive",
        "The boundary as a page to turn in a browser, with the value of each action at every position.",
        "[STRATEGY]",
        PERHAPS_ONE,
        page=True,
    ),
)
KINDS: Mapping[str, Kind] = MappingProxyType({kind.name: kind for kind in _ALL})


def kind_of(name: object) -> Kind:
    """The kind of that name, or a PositionError that suggests the nearest."""
    if not isinstance(name, str) or name not in KINDS:
        known = nearest(name, KINDS) if isinstance(name, str) else ""
        raise PositionError(f"there is no kind of figure {short(name)}{known or '; there are ' + ', '.join(KINDS)}")
    return KINDS[name]


def plot(kind: str, game: "Game", *words: Any, rng: Any = None, progress: Progress = None, **options: Any) -> "Shown":
    """A figure of a game: a picture with its caption, such as `plot("policy", "pig", "hold-at(20)", opponent=[6, 99])`.

    `KINDS` has all kinds with what they take. A notebook shows what comes of it, and `save(path)` writes it.
    """
    return kind_of(kind).draw(game, words, rng=rng, progress=progress, **options)
