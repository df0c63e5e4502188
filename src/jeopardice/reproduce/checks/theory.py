"""Small games of game theory: equilibria of two tables, and the even mixture."""

from itertools import product

from jeopardice.reproduce.answer import Answer, Task, check

Table = list[list[float]]


@check
def equilibria(task: Task, rows: list[str], first: Table, second: Table, claimed: list[str]) -> Answer:
    """The pairs of actions from which nobody gains by leaving alone; `first[i][j]` is what the first player gets."""
    places = range(len(rows))
    found = [
        [rows[i], rows[j]]
        for i, j in product(places, places)
        if first[i][j] == max(first[n][j] for n in places) and second[i][j] == max(second[i][n] for n in places)
    ]
    told = "; ".join(" and ".join(pair) for pair in found) or "none"
    return Answer(holds=found == [claimed], told=told)


@check
def better_for_both(task: Task, first: Table, second: Table, claimed: list[int], than: list[int]) -> Answer:
    """Is one outcome better for both players than another?"""
    (i, j), (k, n) = claimed, than
    better = first[i][j] > first[k][n] and second[i][j] > second[k][n]
    return Answer(holds=better, told="better for both" if better else "not better for both")


@check
def even_mixture(task: Task, pays: Table) -> Answer:
    """The share of each action in the even mixture, if that gets nothing and loses nothing, whatever the other does."""
    means = {sum(column) / len(pays) for column in zip(*pays, strict=True)}
    return Answer((1 / len(pays),), holds=means == {0}, told=f"1/{len(pays)} each, which gets {means.pop():g}")
