"""A finite game as a model for probabilistic model checkers, in the language of PRISM, with the question to ask it.

Where one player chooses it is a Markov decision process (`mdp`), where nobody does a Markov chain (`dtmc`). PRISM
itself has no type for two who choose; give one of them a strategy with `fixed` first. States are numbers, and comments
say what they stand for; final ones come last, and all lead to one more, the end.

Without rewards the question is a probability: that of the higher pay-off where there are two; where there are more,
final states lead to a win the more probably, the more they pay. A game that never ends is not won, and so counts as the
lowest pay-off (or 0, if that is lower). With rewards the question is an expected reward, and that is infinite wherever
some choice can avoid the end.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from jeopardice.errors import GameError
from jeopardice.files import write_whole
from jeopardice.finite.explore import FINAL, Graph, explore
from jeopardice.finite.model import FiniteGame
from jeopardice.games.rules import short

TAKEN = re.compile(  # words of the language, and the one variable
    "s|A|bool|clock|const|ctmc|C|double|dtmc|E|endinit|endinvariant|endmodule|endobservables|endrewards|endsystem|false|"
    "formula|filter|func|F|global|G|init|invariant|I|int|label|max|mdp|min|module|X|nondeterministic|observables|of|"
    "observable|Pmax|Pmin|P|pomdp|popta|probabilistic|prob|pta|rate|rewards|Rmax|Rmin|R|S|smg|stochastic|system|true|U|W"
)


@dataclass(frozen=True, eq=False)
class Prism:
    """A model and its property, as texts. `player` is the one who chooses, and whose pay-offs count."""

    graph: Graph = field(repr=False)
    player: int
    chooses: bool
    title: str

    @property
    def kind(self) -> str:
        """The type of the model."""
        return "mdp" if self.chooses else "dtmc"

    @property
    def model(self) -> str:
        """The text of the `.prism` file."""
        return "\n".join(self._lines()) + "\n"

    @property
    def properties(self) -> str:
        """The text of the `.props` file."""
        best = "max" if self.chooses else ""
        if not self._rewards:
            low, high = self._range
            about = f"the probability that player {self.player} gets {high:.12g}"
            if self._graded:
                about = f"what the game is worth to player {self.player} is {low:.12g} + {high - low:.12g} times this"
            return f'// {about}\nP{best}=? [ F "win" ]\n'
        sign, added = self._sign, self._added
        best = {"max": "max" if sign > 0 else "min"}.get(best, best)
        told = "is minus this" if sign < 0 else "is this"
        told += f", less {added:.12g}" if added > 0 and sign > 0 else f", plus {added:.12g}" if added > 0 else ""
        told += "; infinite if the end can be avoided" if self.chooses else ""
        return f'// what the game is worth to player {self.player} {told}\nR{{"payoff"}}{best}=? [ F "end" ]\n'

    def write(self, path: str | os.PathLike[str]) -> tuple[Path, Path]:
        """Write the model, and beside it its property under the same name with `.props`; -> both paths."""
        model = Path(path)
        properties = model.with_suffix(".props")
        if model == properties:
            raise GameError(f"the model cannot be written to {model}: that is the name of its property")
        for file, text in ((model, self.model), (properties, self.properties)):
            write_whole(file, lambda open_file, text=text: open_file.write(text.encode()))  # type: ignore[misc]
        return model, properties

    @cached_property
    def _order(self) -> list[int]:
        """The states that come up, by number in the graph: first those with moves, then the final ones."""
        arrays = self.graph.arrays
        found, seen = [0], np.zeros(len(self.graph), np.bool_)
        seen[0] = True
        for state in found:
            ways = slice(*arrays.outcome_start[arrays.action_start[state : state + 2]])
            for to in arrays.to[ways].tolist():
                if not seen[to]:
                    seen[to] = True
                    found.append(to)
        return sorted(found, key=lambda state: bool(arrays.mover[state] == FINAL))

    @cached_property
    def _paid(self) -> dict[float, list[int]]:
        """Final states by what they pay to the player."""
        paid: dict[float, list[int]] = {}
        for state in self._order:
            if self.graph.arrays.mover[state] == FINAL:
                paid.setdefault(self._worth(self.graph.arrays.payoff[state], self.graph.total), []).append(state)
        return dict(sorted(paid.items()))

    def _worth(self, row: np.ndarray[tuple[int], np.dtype[np.float64]], total: float | None) -> float:
        """A row of pay-offs or rewards in the player's eyes, where two share a total."""
        if self.graph.total is None:
            return float(row[self.player])
        return float(row[0]) if self.player == 0 else (total or 0.0) - float(row[0])

    @cached_property
    def _rewards(self) -> dict[int, float]:
        """The rewards of actions of states that come up."""
        arrays, found = self.graph.arrays, {}
        for state in self._order:
            for action in range(arrays.action_start[state], arrays.action_start[state + 1]):
                reward = self._worth(arrays.reward[action], 0.0)
                if reward:
                    found[action] = reward
        return found

    @cached_property
    def _range(self) -> tuple[float, float]:
        """The lowest and the highest pay-off of all final states, whether they come up or not; 0 is not above it."""
        arrays = self.graph.arrays
        paid = [self._worth(row, self.graph.total) for row in arrays.payoff[arrays.mover == FINAL]]
        return min(0.0, *paid), max(paid)

    @property
    def _graded(self) -> bool:
        """Is a final state to be won with a probability, since there are more than two pay-offs, and no rewards?"""
        return len(self._paid) > 2 and not self._rewards

    @property
    def _sign(self) -> int:
        """-1 where the rewards are costs, and are written as such: no reward may be negative in PRISM."""
        return -1 if self._rewards and max(self._rewards.values()) < 0 else 1

    @property
    def _added(self) -> float:
        """What is added to what final states pay, so that it is not negative."""
        return max([0.0, *(-self._sign * paid for paid in self._paid)])

    def _lines(self) -> Iterator[str]:
        order = self._order
        number = {state: n for n, state in enumerate(order)}
        last = len(order)
        final = last - sum(map(len, self._paid.values()))
        ends, won = [last, last + 1] if self._graded else [last], last + 1
        told = f"{last} is the end, {won} the end with a win" if self._graded else f"{last} is the end"
        yield f"// {self.title}"
        yield f"// {last} states, numbered as the comments say; {told}"
        yield from (self.kind, "", "module game", f"  s : [0..{ends[-1]}] init {number[0]};", "")
        for state in order[:final]:
            yield from self._commands(state, number)
        for state in order[final:]:
            yield f"  [] s={number[state]} -> {self._end(state, last)}; // {_comment(self.graph.states[state])}"
        yield from (*(f"  [] s={end} -> true;" for end in ends), "endmodule", "")
        winning = [won] if self._graded else [number[state] for state in self._paid.get(self._range[1], [])]
        yield f'label "win" = {_any(iter(winning)) or "false"};'
        for rank, (paid, states) in enumerate(self._paid.items()):
            yield f'label "payoff_{rank}" = {_any(number[state] for state in states)}; // pays {paid:.12g}'
        yield f'label "end" = {_any(iter(ends))};'
        if self._rewards:
            yield from self._reward_lines(number)

    def _end(self, state: int, last: int) -> str:
        """Where a final state leads: to the end, or with a probability that goes by what it pays to a win."""
        if not self._graded:
            return f"(s'={last})"
        low, high = self._range
        chance = (self._worth(self.graph.arrays.payoff[state], self.graph.total) - low) / (high - low)
        ways = ((chance, last + 1), (1.0 - chance, last))
        return " + ".join(f"{share!r}:(s'={to})" for share, to in ways if share)

    def _commands(self, state: int, number: dict[int, int]) -> Iterator[str]:
        """A line for every action of a state."""
        arrays, comment = self.graph.arrays, f" // {_comment(self.graph.states[state])}"
        for action in range(arrays.action_start[state], arrays.action_start[state + 1]):
            chances: dict[int, float] = {}
            for outcome in range(arrays.outcome_start[action], arrays.outcome_start[action + 1]):
                to = number[int(arrays.to[outcome])]
                chances[to] = chances.get(to, 0.0) + float(arrays.probability[outcome])
            ways = " + ".join(f"{chance!r}:(s'={to})" for to, chance in chances.items())
            yield f"  [{self._label(action)}] s={number[state]} -> {ways};{comment}"
            comment = ""

    def _label(self, action: int) -> str:
        """The name of an action as PRISM can read it; rewards go by it, so that an action that has one has a name."""
        if action in self._rewards:
            return f"act{action}"
        name = self.graph.names[action]
        word = re.sub(r"\W", "_", str(name), flags=re.ASCII) if name is not None else ""
        return f"a_{word}" if word and (TAKEN.fullmatch(word) or word[0].isdigit()) else word

    def _reward_lines(self, number: dict[int, int]) -> Iterator[str]:
        sign, added = self._sign, self._added
        yield from ("", 'rewards "payoff"')
        yield from (f"  [act{action}] true : {sign * reward!r};" for action, reward in self._rewards.items())
        for paid, states in self._paid.items():
            if sign * paid + added:
                yield f"  {_any(number[state] for state in states)} : {sign * paid + added!r};"
        yield "endrewards"


def prism(game: FiniteGame | Graph, title: str = "a finite game") -> Prism:
    """A game in which at most one player chooses, as a model for PRISM and its relatives."""
    graph = explore(game)
    arrays = graph.arrays
    several = (arrays.mover >= 0) & (np.diff(arrays.action_start) > 1)
    choosers = [int(player) for player in np.unique(arrays.mover[several])]
    if len(choosers) > 1:
        raise GameError(
            f"players {' and '.join(map(str, choosers))} choose, and PRISM has models only for one who does (mdp) or "
            "none (dtmc): give the others a strategy first, with fixed(graph, player, policy)"
        )
    found = Prism(graph, choosers[0] if choosers else 0, bool(choosers), _comment(title))
    if not found._paid:
        raise GameError(f"the game cannot end from state {short(graph.states[0])}: there is nothing to ask for")
    rewards = found._rewards.values()
    if rewards and min(rewards) < 0 < max(rewards):
        raise GameError("some rewards are positive and some negative, and PRISM has no negative ones")
    return found


def _any(numbers: Iterator[int]) -> str:
    """That the state is one of these: neighbours in one piece."""
    pieces: list[list[int]] = []
    for number in sorted(numbers):
        if pieces and number == pieces[-1][1] + 1:
            pieces[-1][1] = number
        else:
            pieces.append([number, number])
    return " | ".join(f"s={low}" if low == high else f"(s>={low} & s<={high})" for low, high in pieces)


def _comment(value: object) -> str:
    """A value in one line of plain letters."""
    text = value if isinstance(value, str) else short(value)
    return " ".join(text.split()).encode("ascii", "backslashreplace").decode()
