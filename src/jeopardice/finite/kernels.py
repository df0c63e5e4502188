"""The loops of finite games, over the arrays of a graph: components, sweeps, and the lines of a fixed policy.

    Q(a) = reward(a) + f * sum of p V(to),  f the discount of a player's decision, 1 of what chance does
    V(s) = payoff(s),  Q of chance's one action,  or the best Q of the mover's

`values[state, column]`; `policy[state]` is the action taken, by its number in the whole graph, -1 in a final state.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from jeopardice.finite.explore import Arrays
from jeopardice.strategies.kernels import kernel

FINAL = -2
FIXED, SOME, ALL = 0, 1, 2
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]


@kernel
def components(graph: Arrays) -> tuple[Integers, Integers]:
    """Tarjan's algorithm: the strongly connected component of each state, those that others lead to first; and the
    place of each state in the order in which a depth-first search leaves them."""
    count = graph.mover.shape[0]
    component, left = np.full(count, -1, np.int64), np.full(count, -1, np.int64)
    entered, low = np.full(count, -1, np.int64), np.zeros(count, np.int64)
    edge, path, waiting = np.zeros(count, np.int64), np.empty(count, np.int64), np.empty(count, np.int64)
    time = leaving = found = depth = pending = 0
    for root in range(count):
        if entered[root] >= 0:
            continue
        path[0], depth = root, 1
        while depth > 0:
            state = path[depth - 1]
            if entered[state] < 0:
                entered[state] = low[state] = time
                edge[state] = graph.outcome_start[graph.action_start[state]]
                waiting[pending] = state
                time, pending = time + 1, pending + 1
            last = graph.outcome_start[graph.action_start[state + 1]]
            if edge[state] < last:
                to = graph.to[edge[state]]
                if entered[to] < 0:
                    path[depth] = to
                    depth += 1
                    continue
                if component[to] < 0:
                    low[state] = min(low[state], low[to])
                edge[state] += 1
                continue
            if low[state] == entered[state]:
                while True:
                    pending -= 1
                    component[waiting[pending]] = found
                    if waiting[pending] == state:
                        break
                found += 1
            left[state] = leaving
            leaving, depth = leaving + 1, depth - 1
    return component, left


@njit(inline="always")
def action_value(graph: Arrays, action: int, column: int, discount: float, values: Floats) -> float:
    """Q of an action, for the player of a column."""
    later = 0.0
    for outcome in range(graph.outcome_start[action], graph.outcome_start[action + 1]):
        later += graph.probability[outcome] * values[graph.to[outcome], column]
    return float(graph.reward[action, column] + discount * later)


@kernel
def sweep(
    graph: Arrays, order: Integers, discount: float, free: Flags, policy: Integers, values: Floats, new: Floats
) -> tuple[float, int]:
    """One Bellman update of all states in that order, from `values` into `new`, or in place where they are the same.

    Where the mover is `free` it takes the first best action, else the policy's. Final states are left alone: they have
    their pay-offs. -> the largest change, and how many states of players have changed their action.
    """
    mover, action_start, outcome_start = graph.mover, graph.action_start, graph.outcome_start
    to, probability, reward, column_of, sign_of = graph.to, graph.probability, graph.reward, graph.column, graph.sign
    change, switched = 0.0, 0
    for state in order:
        who, kept = mover[state], policy[state]
        if who == FINAL:
            continue
        factor = discount if who >= 0 else 1.0
        column = column_of[who] if who >= 0 else 0
        sign = sign_of[who] if who >= 0 else 1.0
        first, last = action_start[state], action_start[state + 1]
        if who >= 0 and not free[who]:
            first, last = kept, kept + 1
        best, most = first, -np.inf
        for action in range(first, last):
            later = 0.0
            for outcome in range(outcome_start[action], outcome_start[action + 1]):
                later += probability[outcome] * values[to[outcome], column]
            value = sign * (reward[action, column] + factor * later)
            if value > most:
                best, most = action, value
        switched += who >= 0 and best != kept
        policy[state] = best
        for other in range(values.shape[1]):
            value = sign * most if other == column else action_value(graph, best, other, factor, values)
            change = max(change, abs(value - values[state, other]))
            new[state, other] = value
    return change, switched


@kernel
def sweeps(
    graph: Arrays,
    order: Integers,
    discount: float,
    free: Flags,
    tolerance: float,
    most: int,
    policy: Integers,
    values: Floats,
) -> float:
    """Sweeps in place until no value changes by more than `tolerance`, or so many; -> the last change."""
    change = np.inf
    for _ in range(most):
        if change <= tolerance:
            break
        change, _ = sweep(graph, order, discount, free, policy, values, values)
    return change


@kernel
def lead_out(graph: Arrays, states: Integers, row: Integers, policy: Integers) -> bool:
    """Give every state of a component the first action with which it may be left; -> is there one for each?"""
    leads = np.zeros(states.shape[0], np.bool_)
    missing, before = states.shape[0], -1
    while missing != before:
        before = missing
        for number in range(states.shape[0]):
            state = states[number]
            for action in range(graph.action_start[state], graph.action_start[state + 1]):
                for outcome in range(graph.outcome_start[action], graph.outcome_start[action + 1]):
                    its = row[graph.to[outcome]]
                    if not leads[number] and (its < 0 or leads[its]):
                        leads[number], policy[state] = True, action
                        missing -= 1
    return bool(missing == 0)


@kernel
def improve(
    graph: Arrays, states: Integers, player: int, discount: float, tie: float, policy: Integers, values: Floats
) -> int:
    """Let a player change to the best action wherever it is better by more than `tie`; -> how often it does."""
    column, sign, changed = graph.column[player], graph.sign[player], 0
    for state in states:
        if graph.mover[state] != player:
            continue
        kept = most = sign * action_value(graph, policy[state], column, discount, values)
        for action in range(graph.action_start[state], graph.action_start[state + 1]):
            value = sign * action_value(graph, action, column, discount, values)
            if value > most and value > kept + tie:
                policy[state], most = action, value
        changed += most > kept
    return changed


@kernel
def exchange(
    graph: Arrays, states: Integers, player: int, discount: float, tie: float, policy: Integers, values: Floats
) -> int:
    """Let a player take another action wherever one is worse by no more than `tie`; -> how often there is one."""
    column, sign, changed = graph.column[player], graph.sign[player], 0
    for state in states:
        if graph.mover[state] != player:
            continue
        mine = policy[state]
        kept = sign * action_value(graph, mine, column, discount, values)
        for action in range(graph.action_start[state], graph.action_start[state + 1]):
            if action != mine and sign * action_value(graph, action, column, discount, values) >= kept - tie:
                policy[state] = action
                changed += 1
                break
    return changed


@kernel
def remain(
    graph: Arrays,
    states: Integers,
    row: Integers,
    how: Integers,
    tie: float,
    policy: Integers,
    values: Floats,
    inside: Flags,
) -> int:
    """Shrink a set of a component's states, marked `inside`, to those that play need never leave; -> how many are left.

    `how[mover]` says what holds play there: `FIXED` the policy, `SOME` action (of the states that are left in the end
    the policy becomes that), or `ALL` actions that are best by the values. Where somebody has `SOME`, nothing is to be
    paid on the way.
    """
    count, before, unpaid = 0, -1, np.any(how == SOME)
    staying_action = np.full(states.shape[0], -1, np.int64)
    while count != before:
        before, count = count, 0
        for number in range(states.shape[0]):
            state = states[number]
            if not inside[number]:
                continue
            held = FIXED if graph.mover[state] < 0 else how[graph.mover[state]]
            column = graph.column[graph.mover[state]] if held == ALL else 0
            staying, leaving = False, False
            for action in range(graph.action_start[state], graph.action_start[state + 1]):
                if held == FIXED and action != policy[state]:
                    continue
                if held == ALL and abs(action_value(graph, action, column, 1.0, values) - values[state, column]) > tie:
                    continue
                stays = not (unpaid and np.any(graph.reward[action] != 0.0))
                for outcome in range(graph.outcome_start[action], graph.outcome_start[action + 1]):
                    its = row[graph.to[outcome]]
                    stays = stays and its >= 0 and inside[its]
                if stays and not staying:
                    staying_action[number] = action
                staying, leaving = staying or stays, leaving or not stays
            inside[number] = staying and (held == SOME or not leaving)
            count += inside[number]
    for number in range(states.shape[0]):
        state = states[number]
        if inside[number] and graph.mover[state] >= 0 and how[graph.mover[state]] == SOME:
            policy[state] = staying_action[number]
    return count


@kernel
def cut_of(graph: Arrays, states: Integers, row: Integers, policy: Integers, place: Integers) -> int:
    """Number the states to which a policy leads back, against their order; -> how many they are.

    `place[row]` becomes that number. With the values of this cut all others follow in one walk along the order.
    """
    cut = 0
    place[:] = -1
    for number in range(states.shape[0]):
        action = policy[states[number]]
        for outcome in range(graph.outcome_start[action], graph.outcome_start[action + 1]):
            its = row[graph.to[outcome]]
            if its >= number and place[its] < 0:
                place[its] = cut
                cut += 1
    return cut


@kernel
def lines(
    graph: Arrays,
    states: Integers,
    row: Integers,
    known: Flags,
    policy: Integers,
    discount: float,
    place: Integers,
    values: Floats,
    line: Floats,
) -> None:
    """Each state's value under a policy as a line in the values of the cut: `line[row, :columns]` the constants, behind
    them the weights of the states of the cut. What lies outside is known, and so are the rows marked `known`."""
    columns = values.shape[1]
    line[:] = 0.0
    for number in range(states.shape[0]):
        state, mine = states[number], line[number]
        if known[number]:
            mine[:columns] = values[state]
            continue
        action = policy[state]
        factor = discount if graph.mover[state] >= 0 else 1.0
        mine[:columns] = graph.reward[action]
        for outcome in range(graph.outcome_start[action], graph.outcome_start[action + 1]):
            chance, its = factor * graph.probability[outcome], row[graph.to[outcome]]
            if its < 0:
                for column in range(columns):
                    mine[column] += chance * values[graph.to[outcome], column]
            elif place[its] >= 0:
                mine[columns + place[its]] += chance
            else:
                for entry in range(line.shape[1]):
                    mine[entry] += chance * line[its, entry]
