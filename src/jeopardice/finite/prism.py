"""A finite game as a model for probabilistic model checkers, in the language of PRISM, with the question to ask it.

Where one player chooses it is a Markov decision process (`mdp`), where nobody does a Markov chain (`dtmc`). PRISM
itself has no type for two who choose; give one of them a strategy with `fixed` first. States are numbers, and comments
say what they stand for; final ones come last, and all lead to one more, the end.

Where no more than two pay-offs come up, and no rewards, the question is the probability of the higher one; otherwise it
is an expected reward. A model checker counts a game that never ends as not won, and an expected reward as infinite.
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
        if not self._general:
            about = f"// the probability that player {self.player} gets {max(self._paid):.12g}"
            return f'{about}\nP{best}=? [ F "win" ]\n'
        sign, added = self._sign, self._added
        best = {"max": "max" if sign > 0 else "min"}.get(best, best)
        told = "is minus this" if sign < 0 else "is this"
        told += f", less {added:.12g}" if added > 0 and sign > 0 else f", plus {added:.12g}" if added > 0 else ""
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

    @property
    def _general(self) -> bool:
        """Is an expected reward asked for, and not a probability?"""
        return len(self._paid) > 2 or bool(self._rewards)

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
        yield f"// {self.title}"
        yield f"// {last} states, numbered as the comments say; {last} is the end"
        yield from (self.kind, "", "module game", f"  s : [0..{last}] init {number[0]};", "")
        for state in order[:final]:
            yield from self._commands(state, number)
        for state in order[final:]:
            yield f"  [] s={number[state]} -> (s'={last}); // {_comment(self.graph.states[state])}"
        yield from (f"  [] s={last} -> true;", "endmodule", "")
        yield f'label "win" = {_any(number[state] for state in self._paid[max(self._paid)])};'
        for rank, (paid, states) in enumerate(self._paid.items()):
            yield f'label "payoff_{rank}" = {_any(number[state] for state in states)}; // pays {paid:.12g}'
        yield f'label "end" = s={last};'
        if self._general:
            yield from self._reward_lines(number)

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
