"""States that lead to one another, solved together: strategy iteration, with the values of a policy found exactly.

Of one player this is Howard's policy iteration, of two with a constant sum that of Hoffman and Karp: the second player
answers as well as it can, then the first one improves, until it cannot. The values of a policy are lines in those of a
few states that cut all cycles; these solve one linear system.

Without a discount the equations may have several solutions, where somebody could keep play among these states for
ever. An endless game is worth half of what two players share, and nothing to anybody else. Since values are always
those of a policy, the only mistake left is that somebody does not stay for ever although that would be worth more;
this is looked for when no single action is better, and taken.

What an action gains may be too little to be seen, and yet add up where play comes back to it again and again. So in the
end the actions that look equal are tried in place of those of the policy, and kept where that turns out to be better.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import GameError, NotConvergedError
from jeopardice.finite import kernels
from jeopardice.finite.explore import Graph
from jeopardice.games.rules import short

LARGEST_ERROR, ROUNDING = 1e-9, 1e-15
TIE = 1e-13
MOST_ROUNDS = 10_000
MOST_ENTRIES = 40_000_000
MOST_SWEEPS, SWEEPS = 1_000_000, 1_000
CLOSE = 1e-15
ROUGH, ROUGH_SWEEPS = 1e-5, 300
Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Component:
    """States on common cycles, in an order in which most lead to earlier ones; `row[state]` is the place, else -1.

    `rewarded` says that there are rewards in the game.
    """

    graph: Graph
    states: Integers
    row: Integers
    discount: float
    policy: Integers
    values: Floats
    rewarded: bool

    @property
    def endless(self) -> float:
        """What play that never ends is worth, in every column."""
        return self.graph.endless or 0.0

    def settle(self) -> None:
        """Find the policy and the values of these states; all that they lead to is known already."""
        if not kernels.lead_out(self.graph.arrays, self.states, self.row, self.policy):
            refuse_trap(self.graph, self.states, self.discount)
        owners = self._owners()
        if len(owners) > 1 and self.graph.total is None:
            raise GameError(
                f"players {', '.join(map(str, owners))} choose on a cycle, at state {self._named(0)} among others: "
                "unless two players share a constant sum, best play there is not unique, and half an answer is none"
            )
        self._begin()
        tie = self._optimise(owners)
        for _ in range(MOST_ROUNDS):
            if not any(self._try_equal(owners, player, tie) for player in owners):
                break
            tie = self._optimise(owners)
        self._refuse_ties(owners, tie)
        if tie > LARGEST_ERROR * self._scale:
            raise NotConvergedError(
                f"values around state {self._named(0)} may be wrong by {tie:.0e}: play goes round there so often "
                "before it ends that rounding adds up"
            )

    def _try_equal(self, owners: list[int], player: int, tie: float) -> bool:
        """Take all actions that look equal to those of a player's policy in their place; -> is that clearly better?"""
        before = self.policy[self.states], self.values[self.states]
        if not self._exchange(player, tie):
            return False
        try:
            self._optimise([other for other in owners[1:] if player == owners[0]])
        except GameError:  # they go round without an end, and gather rewards
            better = False
        else:
            gained = (self.values[self.states] - before[1])[:, self.graph.arrays.column[player]]
            better = bool((self.graph.arrays.sign[player] * gained).max() > LARGEST_ERROR * self._scale)
        if not better:
            self.policy[self.states], self.values[self.states] = before
        return better

    def _exchange(self, player: int, tie: float) -> int:
        """Take actions that look equal to those of the policy, and are not the same; -> how many there are."""
        args = (self.states, player, self.discount, tie, self.policy, self.values)
        return int(kernels.exchange(self.graph.arrays, *args))

    def _refuse_ties(self, owners: list[int], tie: float) -> None:
        """Refuse actions that are worth the same to who chooses and not to others, where these have no constant sum."""
        if self.graph.total is None and len(owners) == 1:
            values, policy = self.values[self.states], self.policy[self.states]
            if self._exchange(owners[0], tie):
                self._evaluate()
                if np.abs(self.values[self.states] - values).max() > LARGEST_ERROR * self._scale:
                    raise GameError(
                        f"on a cycle, at state {self._named(0)} among others, player {owners[0]} has actions that are "
                        "worth the same to it and not to others: best play there is not unique, and half an answer is "
                        "none"
                    )
            self.values[self.states], self.policy[self.states] = values, policy

    def _begin(self) -> None:
        """A policy to begin with: from a few sweeps; but where rewards are gathered, one that ends for certain."""
        if self.discount == 1.0 and self.rewarded:
            return
        self.values[self.states] = self.endless
        everybody = np.ones(self.graph.players, np.bool_)
        args = (self.states, self.discount, everybody, ROUGH, ROUGH_SWEEPS, self.policy, self.values)
        kernels.sweeps(self.graph.arrays, *args)

    def _named(self, row: int) -> str:
        return short(self.graph.states[self.states[row]])

    def _owners(self) -> list[int]:
        """The players who have something to decide here."""
        graph = self.graph.arrays
        several = graph.action_start[self.states + 1] - graph.action_start[self.states] > 1
        movers = graph.mover[self.states[several]]
        return [player for player in range(self.graph.players) if (movers == player).any()]

    def _optimise(self, owners: list[int]) -> float:
        """The best policy of the first of the players, given that the others answer as well as they can; -> what counts
        as a tie between its values."""
        before, wider = None, 1.0
        for _ in range(MOST_ROUNDS):
            tie = self._optimise(owners[1:]) if len(owners) > 1 else self._evaluate()
            if before and not self._is_better(owners[0], before[1]):  # what looked better was rounding
                self.policy[self.states], self.values[self.states] = before
                wider *= 10.0
            before, tie = (self.policy[self.states], self.values[self.states]), tie * wider
            if not owners or not (self._improve(owners[0], tie) or self._stay(owners[0], owners[1:], 10 * tie)):
                return tie
        raise NotConvergedError(f"the policy at state {self._named(0)} still changes after {MOST_ROUNDS:,} rounds")

    def _is_better(self, player: int, before: Floats) -> bool:
        """Does a player get more than before, all states together?"""
        graph = self.graph.arrays
        gained = (self.values[self.states] - before)[:, graph.column[player]].sum()
        return bool(graph.sign[player] * gained > 0.0)

    def _improve(self, player: int, tie: float) -> int:
        args = (self.states, player, self.discount, tie, self.policy, self.values)
        return int(kernels.improve(self.graph.arrays, *args))

    @property
    def _scale(self) -> float:
        return max(1.0, float(np.abs(self.values[self.states]).max()))

    def _stay(self, player: int, answering: list[int], tie: float) -> int:
        """Let a player keep play here for ever where that is worth more than what it gets."""
        if self.discount < 1.0:
            return 0
        graph, values = self.graph.arrays, self.values[self.states]
        inside = graph.sign[player] * (self.endless - values[:, graph.column[player]]) > tie
        if not inside.any():
            return 0
        how = self._fixed
        how[player], how[answering] = kernels.SOME, kernels.ALL
        return self._remain(how, inside, tie)

    def _remain(self, how: Integers, inside: NDArray[np.bool_], tie: float) -> int:
        args = (self.states, self.row, how, tie, self.policy, self.values, inside)
        return int(kernels.remain(self.graph.arrays, *args))

    def _evaluate(self) -> float:
        """The values of the policy; -> what counts as a tie between them."""
        stuck = np.zeros(len(self.states), np.bool_)
        if self.discount == 1.0:
            stuck[:] = True
            if self._remain(self._fixed, stuck, 0.0):
                stuck = self._without_rewards(stuck)
                self.values[self.states[stuck]] = self.endless
        graph, place = self.graph.arrays, np.empty(len(self.states), np.int64)
        cut = int(kernels.cut_of(graph, self.states, self.row, self.policy, place))
        columns = self.values.shape[1]
        if len(self.states) * (columns + cut) > MOST_ENTRIES:
            self._iterate()
            return TIE * self._scale
        line = np.empty((len(self.states), columns + cut))
        given = (self.row, stuck, self.policy, self.discount, place, self.values, line)
        kernels.lines(graph, self.states, *given)
        at = np.empty(cut, np.int64)
        at[place[place >= 0]] = np.flatnonzero(place >= 0)
        known = np.append(line[at, :columns], np.ones((cut, 1)), axis=1)
        try:
            found = np.linalg.solve(np.eye(cut) - line[at, columns:], known)
        except np.linalg.LinAlgError:
            raise NotConvergedError(
                f"values around state {self._named(0)} cannot be told: play comes back there too often before it ends"
            ) from None
        self.values[self.states] = line[:, :columns] + line[:, columns:] @ found[:, :columns]
        rounds = float(np.abs(found[:, columns]).max(initial=1.0))  # how often play comes back to the cut
        return max(TIE, ROUNDING * rounds) * self._scale

    @property
    def _fixed(self) -> Integers:
        return np.full(self.graph.players, kernels.FIXED)

    def _without_rewards(self, stuck: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Of states that a policy never leaves, those in which it pays no more; it must come to these."""
        graph = self.graph.arrays
        found: NDArray[np.bool_] = stuck & ~np.any(graph.reward[self.policy[self.states]] != 0.0, axis=1)
        self._remain(self._fixed, found, 0.0)
        ends, before = found.copy(), -1
        while before != (before := int(ends.sum())):
            for number in np.flatnonzero(stuck & ~ends):
                ways = slice(*graph.outcome_start[self.policy[self.states[number]] :][:2])
                ends[number] = ends[self.row[graph.to[ways]]].any()
        if not ends[stuck].all():
            place = self._named(int(np.flatnonzero(stuck & ~ends)[0]))
            raise GameError(
                f"at state {place} play can go on for ever and gather rewards: with a discount of 1 that has no value"
            )
        return found

    def _iterate(self) -> None:
        """The values of the policy by sweeps, where there are too many states for a linear system."""
        nobody = np.zeros(self.graph.players, np.bool_)
        for _ in range(MOST_SWEEPS // SWEEPS):
            enough = CLOSE * self._scale
            args = (self.states, self.discount, nobody, enough, SWEEPS, self.policy, self.values)
            if kernels.sweeps(self.graph.arrays, *args) <= enough:
                return
        raise NotConvergedError(f"values around state {self._named(0)} still change after {MOST_SWEEPS:,} sweeps")


def refuse_trap(graph: Graph, states: Integers, discount: float) -> None:
    """Raise a GameError for states that cannot be left, unless decisions among them are discounted."""
    if discount == 1.0 or (graph.arrays.mover[states] < 0).all():
        count = f"{len(states)} state{' leads only to itself' if len(states) == 1 else 's lead only to one another'}"
        why = "with a discount of 1" if discount == 1.0 else "where only chance moves, which is not discounted,"
        place = short(graph.states[states[0]])
        raise GameError(f"from state {place} the game cannot end, whatever is done ({count}): {why} it has no value")
