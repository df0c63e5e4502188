"""The errors a user can meet. Each message says what was wrong, with the offending value."""

LONGEST = 300


def in_one_line(problem: BaseException) -> str:
    """What kind of fault somebody else's code had, and its own words, folded into one line."""
    if isinstance(problem, SystemExit):
        return "it ended the program"
    try:
        words = " ".join(str(problem).split())
    except Exception:
        words = ""
    return f"{type(problem).__name__}: {words[:LONGEST]}" if words else type(problem).__name__


class JeopardiceError(Exception):
    """Anything that jeopardice refuses or fails to do."""


class RulesError(JeopardiceError):
    """Rules that no game can have: the message names the field."""


class NotationError(JeopardiceError):
    """A text that names no game or strategy; `str()` shows the place."""

    def __init__(self, problem: str, text: str, position: int | None = None) -> None:
        self.problem, self.text, self.position = problem, text, position
        place = "" if position is None else f"\n  {text}\n  {' ' * position}^"
        super().__init__(f"{problem} (in {text!r}){place}" if "\n" not in text else problem)

    def __reduce__(self) -> tuple[type["NotationError"], tuple[str, str, int | None]]:
        return type(self), (self.problem, self.text, self.position)  # it may have been raised on another machine


class StrategyError(JeopardiceError):
    """A strategy that does not fit the game, raises, or answers nonsense."""


class GameError(JeopardiceError):
    """A finite game that does not keep to its own description, or has no solution: the message names the state."""


class PositionError(JeopardiceError):
    """A position that cannot occur in the game."""


class FileError(JeopardiceError):
    """A file that cannot be read, written or trusted."""


class TooLargeError(JeopardiceError):
    """Work that would not fit in memory, refused before it starts."""


class NotConvergedError(JeopardiceError):
    """An iteration that did not reach its tolerance within its limit."""


class WorkerError(JeopardiceError):
    """Work given to other processes or machines that they cannot do, or did not come back from."""


class MissingError(JeopardiceError):
    """Something that is needed for this and not installed: the message names the extra that brings it."""
