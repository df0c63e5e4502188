"""A policy as rows for other programs: own, opponent, turn_total, and the action or all probabilities."""

from collections.abc import Iterator

from jeopardice.strategies.table import Table


def csv_lines(table: Table) -> Iterator[str]:
    """The lines of a CSV file: all positions short of the target. A memory stands in front."""
    rules, several = table.rules, len(table.memories) > 1
    names = [_quoted(name) for name in rules.actions]
    last = ",".join(names) if table.weights is not None else "action"
    yield ("memory," if several else "") + f"own,opponent,turn_total,{last}\n"
    totals = table.turn.total[: table.turn.decisions]
    for memory, value in enumerate(table.memories.values):
        front = f"{_quoted(str(value))}," if several else ""
        for own in range(rules.target):
            for opponent in range(rules.target):
                ends = _ends(table, memory, own, opponent, names)
                for total, end in zip(totals, ends, strict=True):
                    if own + total >= rules.target and table.goal:
                        break
                    yield f"{front}{own},{opponent},{total},{end}\n"


def _ends(table: Table, memory: int, own: int, opponent: int, names: list[str]) -> Iterator[str]:
    """What each decision's row ends with."""
    if table.weights is not None:
        chances = table.weights[memory, :, own + opponent, :, opponent].T.tolist()
        return (",".join(map(repr, row)) for row in chances)
    actions = table.choices_by_scores[memory, own, opponent].tolist()
    first = "pass" if actions[0] == 0 else names[actions[0]]
    return iter([first, *(names[action] for action in actions[1:])])


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\n\r') else text
