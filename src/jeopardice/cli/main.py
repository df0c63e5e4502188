"""The entry point: runs one command and turns whatever goes wrong into one line on stderr and an exit code.

0 done, 1 failed, 2 wrong usage, 3 did not converge or a check did not hold, 130 interrupted.
"""

import os
import re
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

DONE, FAILED, USAGE, NOT_HELD, INTERRUPTED = 0, 1, 2, 3, 130
NEGATIVE = re.compile(r"-\.?\d.*")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; -> the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        _say("there is no output to write to")
        return FAILED
    try:
        try:
            with _warnings_in_one_line():
                code = _run([_shielded(word) for word in given if word != "--debug"])
            _flush_answer()
        except BrokenPipeError:
            _drop_output()
            return DONE  # whoever was to read it has seen enough
        return code
    except KeyboardInterrupt:
        _say("interrupted")
        return INTERRUPTED
    except BaseException as problem:
        if debug:
            import traceback

            traceback.print_exc()
        code, message = _told(problem)
        _say(message)
        return code
    finally:
        _flush()


def _shielded(word: str) -> str:
    """A negative number with a space before it, so that it is not taken for an option."""
    return f" {word}" if NEGATIVE.fullmatch(word) else word


def _run(arguments: list[str]) -> int:
    import typer

    from jeopardice.cli.app import app
    from jeopardice.cli.signals import stoppable

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    command = typer.main.get_command(app)
    try:
        with stoppable(), command.make_context("jeopardice", arguments) as context:
            command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    return DONE


def _told(problem: BaseException) -> tuple[int, str]:
    """The exit code and the line for a fault."""
    import typer

    from jeopardice import errors

    usage = typer.BadParameter.__base__
    wrong = (
        errors.NotationError, errors.RulesError, errors.StrategyError, errors.PositionError, errors.GameError,
    )  # fmt: skip
    if usage is not None and isinstance(problem, usage):
        context = getattr(problem, "ctx", None)
        path = context.command_path if context is not None else "jeopardice"
        message = problem.format_message().removeprefix("Invalid value: ")  # type: ignore[attr-defined]
        return USAGE, f"{message.rstrip('.?')}; see {path} --help"
    if isinstance(problem, errors.JeopardiceError):
        code = USAGE if isinstance(problem, wrong) else FAILED
        return NOT_HELD if isinstance(problem, errors.NotConvergedError) else code, str(problem)
    if isinstance(problem, MemoryError):
        return FAILED, "there is not enough memory for this"
    if isinstance(problem, OSError):
        place = f"{problem.filename}: " if problem.filename else ""
        return FAILED, f"{place}{problem.strerror or problem}"
    if isinstance(problem, typer.Abort):
        return FAILED, "given up"
    return (
        FAILED,
        f"unexpected {errors.in_one_line(problem)} (a fault of jeopardice; --debug shows where)",
    )


@contextmanager
def _warnings_in_one_line() -> Iterator[None]:
    """What Python warns of, as remarks of ours."""
    with warnings.catch_warnings():
        warnings.showwarning = lambda message, *_: _say(f"warning: {' '.join(str(message).split())}")
        yield


def _say(message: str) -> None:
    printable = "".join(c if c == "\n" or c.isprintable() else ascii(c)[1:-1] for c in message)
    with suppress(OSError):
        print(f"jeopardice: {printable}", file=sys.stderr, flush=True)


def _flush_answer() -> None:
    from jeopardice.cli.output import writing

    with writing():
        sys.stdout.flush()


def _flush() -> None:
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        _drop_output()


def _drop_output() -> None:
    """Let nothing that is still to be written fail again at the end of the program."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
