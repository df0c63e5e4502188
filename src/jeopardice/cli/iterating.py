"""`solve` with the textbook's methods, and with a discount."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.cli.output import answer, number, room, whole
from jeopardice.cli.work import working

if TYPE_CHECKING:
    from jeopardice.games.rules import Rules

TOLERANCE, MOST = 1e-5, 100_000
METHOD = "A textbook's method, with its error: value-iteration or policy-iteration."
ORDER = "Of its sweeps: jacobi, gauss-seidel or topological."

Method = Annotated[str | None, typer.Option(metavar="METHOD", help=METHOD, show_default=False)]
Tolerance = Annotated[
    float | None,
    typer.Option(parser=number, metavar="X", help="Where it stops; 1e-5 if left out.", show_default=False),
]
Order = Annotated[str | None, typer.Option(metavar="ORDER", help=ORDER, show_default=False)]
Most = Annotated[
    int | None,
    typer.Option(parser=whole, metavar="N", help="The limit of its sweeps; exit code 3 beyond it.", show_default=False),
]
Trace = Annotated[bool, typer.Option("--trace", help="Show its sweeps.")]
Discount = Annotated[
    float | None,
    typer.Option(parser=number, metavar="X", help="Each decision multiplies what follows by this.", show_default=False),
]


def check(method: str | None, discount: float | None, other: bool, **of_method: Any) -> None:
    """Refuse options that do not go together: some are for a method only, and `other` ones not for it."""
    given = [f"--{name}" for name, value in of_method.items() if value not in (None, False)]
    if method is None and given:
        raise typer.BadParameter(f"{', '.join(given)} needs --method value-iteration or --method policy-iteration")
    if other and (method or discount is not None):
        asked = "--method" if method else "--discount"
        raise typer.BadParameter(f"{asked} does not go with --exact, --certificate or --no-cache")


def iterated(
    rules: "Rules",
    method: str,
    tolerance: float | None,
    order: str | None,
    discount: float | None,
    most: int | None,
    trace: bool,
    progress: bool,
    json: bool,
) -> None:
    """Iterate, and say how far that stops from the solution."""
    from jeopardice.finite.stopping import iterate_dice

    tolerance, most = TOLERANCE if tolerance is None else tolerance, MOST if most is None else most
    with working(f"{method} of {rules}", progress):
        stopped = iterate_dice(rules, method, tolerance, order, 1.0 if discount is None else discount, most)
        result = stopped.to_dict()
    if not trace:
        del result["trace"]
    from jeopardice.show.iteration import stopped_text

    answer(result, json, lambda: stopped_text(stopped, trace))


def discounted(rules: "Rules", discount: float, progress: bool, json: bool) -> None:
    """What players who discount do."""
    from jeopardice.finite.discount import discounted as solved

    with working(f"solving {rules} with discount {discount:g}", progress):
        found = solved(rules, discount)
        result = found.to_dict()
    from jeopardice.show.iteration import discounted_text

    answer(result, json, lambda: discounted_text(found, room()))
