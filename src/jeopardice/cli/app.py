"""The commands put together, and the options that all of them have."""

from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from jeopardice import __version__
from jeopardice.cli import (
    alone,
    cache,
    catalog,
    dueling,
    export,
    fair_testing,
    matching,
    plotting,
    reporting,
    reproducing,
    responding,
    simulating,
    solving,
    sweeping,
    telling,
    tournaments,
    turns,
)

app = typer.Typer(
    name="jeopardice",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


class Command(TyperCommand):
    """A command whose usage shows what must be given without braces."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The words after the command's name."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words after the command's name; whatever is wrong with them is a matter of this command."""
        try:
            return super().parse_args(ctx, args)
        except Exception as problem:
            if getattr(problem, "ctx", ctx) is None:
                problem.ctx = ctx  # type: ignore[attr-defined]
            raise


for command in (
    solving.solve,
    solving.advise,
    dueling.duel,
    matching.match,
    matching.handicap,
    dueling.length,
    responding.respond,
    alone.solitaire,
    turns.turn,
    simulating.simulate,
    telling.transcript,
    tournaments.tournament,
    fair_testing.fair_test,
    sweeping.sweep,
    plotting.plot,
    reporting.report,
    reproducing.reproduce,
    catalog.games,
    catalog.strategies,
    export.export,
    cache.cache,
):
    app.command(cls=Command)(command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"jeopardice {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def jeopardice(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and end.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of a fault.")] = False,
) -> None:
    """The workbench for push-your-luck dice games: Pig and its family, solved exactly.

    Start with: jeopardice solve pig

    GAME is a name such as pig or pig:target=50 (jeopardice games lists them) or the path of a .toml file.
    STRATEGY is a name such as hold-at:20 (jeopardice strategies lists them), a .npz file or module:function.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
