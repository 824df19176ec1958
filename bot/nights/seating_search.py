"""The search for good tables: random starts, then swaps of two guests until none helps.

Guests are numbers from 0, and the tables of a round are lists of guests.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

TableLists = list[list[int]]

LEARNER: Final = 20.0
"""The cost of each learner at a table for whom no teacher there has time."""
A_TEACHER: Final = 2
"""How many learners one teacher has time for."""
SMALLER: Final = 2.0
"""The cost of a smaller table, times the square of how often its guest has had one tonight."""
SPREAD: Final = 3.0
"""The cost of each point between the best and the worst at a table, by standing."""
MOST_TIMES: Final = 8
"""Sitting together more often than this costs no more, or it would come to outweigh everything
else.
"""
STEPS: Final = 600_000
"""The work for one proposal, in swaps looked at: less than 0.2 seconds on a slow core. With several
games a sixth less, as their tables are looked for as well.

It is counted, not timed, so that the same seed gives the same tables on every machine.
"""
START: Final = 600
"""What a start costs besides its swaps, in the same measure."""
_LITTLE: Final = 1e-9
"""A smaller gain is an error of rounding."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What makes tables good, with one entry per guest. No cost is below 0."""

    pairs: list[list[float]]
    """What it costs that two sit together, besides the cost of doing so again tonight."""
    met: list[list[int]]
    """How often two have sat together tonight."""
    smaller: list[int]
    """How often a guest has had a smaller table tonight."""
    learners: Sequence[bool]
    """Who is to be taught, in the first of the rounds that are seated together."""
    teachers: Sequence[bool]
    points: Sequence[float] | None = None
    """Tonight's points, if people with similar standings are to sit together."""
    keep: bool = False
    """Sitting together again costs nothing: `pairs` says all."""
    at_tables: Sequence[Sequence[float]] = ()
    """What each guest costs at each table, on a night of several games: then there is one round."""
    learn_at: Sequence[Sequence[bool]] = ()
    """Who is to be taught at each table then: nobody the game that they have finished tonight."""

    def learners_at(self, table: int) -> Sequence[bool]:
        """Return who is to be taught at a table, by its number from 0."""
        return self.learn_at[table] if self.learn_at else self.learners


@dataclass(slots=True)
class _Round:
    """A round to seat, and its tables so far."""

    problem: Problem
    guests: Sequence[int]
    sizes: Sequence[int]
    tables: TableLists


class Search:
    """Seats one round, or several together: what a round costs depends on all others."""

    def __init__(self, problem: Problem, rng: random.Random) -> None:
        self.problem = problem
        self._rng = rng
        self._times = [list(row) for row in problem.met]
        self._smaller = list(problem.smaller)
        everybody = range(len(problem.pairs))
        self._costs = [
            [0.0 if a == b else self._cost_of(a, b) for b in everybody] for a in everybody
        ]

    def best(
        self, rounds: Sequence[tuple[Sequence[int], Sequence[int]]], first: TableLists | None = None
    ) -> list[TableLists]:
        """Return the best tables found for rounds, each given as `(guests, sizes of its tables)`.

        `first` is what the search begins with in the first round, in place of tables by chance.
        """
        made: list[_Round] = []
        steps, cost, least = 0, 0.0, self.least(rounds)
        # Whoever has been taught once is no learner any more.
        later = replace(self.problem, learners=[False] * len(self.problem.learners), learn_at=())
        for guests, sizes in rounds:
            one = _Round(later if made else self.problem, guests, sizes, [])
            one.tables = first if first is not None and not made else self._by_chance(one)
            more, looked = self._improve(one.problem, one.tables)
            self._count(one.tables, 1)
            steps, cost = steps + looked, cost + more
            made.append(one)
        most = STEPS * 5 // 6 if self.problem.at_tables else STEPS
        while steps < most and cost > least + _LITTLE:
            # One round is seated again while the others stay: for a single one, a new start.
            one = self._rng.choice(made)
            self._count(one.tables, -1)
            before = _Descent(one.problem, self._costs, self._smaller, one.tables).cost()
            tables = self._by_chance(one)
            after, looked = self._improve(one.problem, tables)
            if after <= before:
                one.tables = tables
                cost += after - before
            self._count(one.tables, 1)
            steps += looked
        return [one.tables for one in made]

    def least(self, rounds: Sequence[tuple[Sequence[int], Sequence[int]]]) -> float:
        """Return a cost that no tables can go below: smaller tables taken in turn, and no known
        pair; everybody at the game they like best.
        """
        times = sorted(self._smaller)
        cost = 0
        for _guests, sizes in rounds:
            for _ in range(sum([size for size in sizes if size < max(sizes)])):
                fewest = heapq.heappop(times)
                cost += fewest * fewest
                heapq.heappush(times, fewest + 1)
        by_game = 0.0
        if self.problem.at_tables:
            by_game = sum(min(costs) for costs in zip(*self.problem.at_tables, strict=True))
        return SMALLER * cost + by_game

    def cost_of_table(self, table: Sequence[int], largest: int, number: int) -> float:
        """Return what the table of a number costs, from 0, if the largest has so many guests."""
        problem, cost = self.problem, 0.0
        if problem.at_tables:
            cost += sum([problem.at_tables[number][guest] for guest in table])
        for a, b in combinations(table, 2):
            cost += self._costs[a][b]
        if len(table) < largest:
            cost += SMALLER * sum([self._smaller[guest] ** 2 for guest in table])
        learns = problem.learners_at(number)
        learners = sum([learns[guest] for guest in table])
        cost += _untaught(learners, sum([problem.teachers[guest] for guest in table]))
        if problem.points is not None and table:
            points = [problem.points[guest] for guest in table]
            cost += SPREAD * (max(points) - min(points))
        return cost

    def _by_chance(self, one: _Round) -> TableLists:
        left = iter(self._rng.sample(one.guests, len(one.guests)))
        return [[next(left) for _ in range(size)] for size in one.sizes]

    def _improve(self, problem: Problem, tables: TableLists) -> tuple[float, int]:
        """Swap guests until no swap helps; return what the tables cost then, and the work."""
        descent = _Descent(problem, self._costs, self._smaller, tables)
        descent.run()
        return descent.cost(), descent.steps

    def _cost_of(self, a: int, b: int) -> float:
        """Return what it costs that two sit together in one more round."""
        again = 0.0 if self.problem.keep else 4.0 ** min(self._times[a][b], MOST_TIMES) - 1
        return self.problem.pairs[a][b] + again

    def _count(self, tables: TableLists, change: int) -> None:
        """Count tables as seated (1), or no longer (-1)."""
        largest = max(map(len, tables), default=0)
        for table in tables:
            if len(table) < largest:
                for guest in table:
                    self._smaller[guest] += change
            for a, b in combinations(table, 2):
                times = self._times[a][b] + change
                self._times[a][b] = self._times[b][a] = times
                self._costs[a][b] = self._costs[b][a] = self._cost_of(a, b)


class _Descent:
    """The tables of one round while guests are swapped: every swap makes them cheaper."""

    def __init__(
        self, problem: Problem, costs: list[list[float]], smaller: Sequence[int], tables: TableLists
    ) -> None:
        self._problem = problem
        self._costs = costs
        self._tables = tables
        self.steps = START + len(costs) * len(tables)
        self._at = [0] * len(costs)
        """The table of each guest."""
        self._alone: list[list[float]] = []
        """What each guest costs at each table for its size and its game alone."""
        self._sums: list[list[float]] = []
        """What each guest costs at each table next to those who sit there now."""
        self._more = problem.points is not None or any(problem.learners)
        """Tables cost more than the sum of their pairs."""
        self._beyond = [0.0] * len(tables)
        """What each table costs beyond that sum."""
        self._rest: list[tuple[int, int, float, float]] = [(0, 0, 0.0, 0.0)] * len(costs)
        """What each guest's table is without them: learners, teachers, least and most points."""
        free = [0.0] * len(costs)
        small = [SMALLER * times * times for times in smaller]
        largest = max(map(len, tables), default=0)
        for number, table in enumerate(tables):
            alone = small if len(table) < largest else free
            if problem.at_tables:
                alone = [sum(each) for each in zip(alone, problem.at_tables[number], strict=True)]
            self._alone.append(alone)
            rows = [costs[guest] for guest in table]
            self._sums.append([sum(each) for each in zip(alone, *rows, strict=True)])
            for guest in table:
                self._at[guest] = number
            self._look_beyond(number)

    def cost(self) -> float:
        """Return the cost of the tables."""
        total = sum(self._beyond)
        for table, sums, alone in zip(self._tables, self._sums, self._alone, strict=True):
            # The sums count each pair twice, and a guest's own part once.
            total += sum([(sums[guest] + alone[guest]) / 2 for guest in table])
        return total

    def run(self) -> None:
        """Swap guests until no swap helps."""
        swapped = True
        while swapped:
            swapped = False
            for a in [guest for table in self._tables for guest in table]:
                here = self._at[a]
                # No cost is below 0, so of two whose swap helps at least one costs something.
                if self._sums[here][a] > 0 or self._beyond[here] > 0:
                    b = self._best_for(a)
                    if b is not None:
                        self._swap(a, b)
                        swapped = True

    def _best_for(self, a: int) -> int | None:
        """Return the guest with whom a swap helps most; None if there is none."""
        here = self._at[a]
        mine, row, more = self._sums[here], self._costs[a], self._more
        least, found = -_LITTLE, None
        for there, table in enumerate(self._tables):
            if there == here:
                continue
            theirs = self._sums[there]
            moved = theirs[a] - mine[a]
            for b in table:
                change = moved + mine[b] - theirs[b] - 2 * row[b]
                if more:
                    change += self._change_beyond(a, b)
                if change < least:
                    least, found = change, b
        self.steps += len(self._at) * (6 if more else 1)
        return found

    def _swap(self, a: int, b: int) -> None:
        here, there = self._at[a], self._at[b]
        of_a, of_b = self._costs[a], self._costs[b]
        for number, leaves, comes in ((here, of_a, of_b), (there, of_b, of_a)):
            rows = zip(self._sums[number], leaves, comes, strict=True)
            self._sums[number] = [old - less + more for old, less, more in rows]
        mine, theirs = self._tables[here], self._tables[there]
        mine[mine.index(a)], theirs[theirs.index(b)] = b, a
        self._at[a], self._at[b] = there, here
        self._look_beyond(here)
        self._look_beyond(there)
        self.steps += 2 * len(self._at)

    # What a table costs beyond its pairs

    def _look_beyond(self, number: int) -> None:
        """Recalculate what one table costs beyond its pairs."""
        if not self._more:
            return
        table, problem = self._tables[number], self._problem
        learns = problem.learners_at(number)
        for guest in table:
            others = [each for each in table if each != guest]
            points = [problem.points[each] for each in others] if problem.points else []
            self._rest[guest] = (
                sum([learns[each] for each in others]),
                sum([problem.teachers[each] for each in others]),
                min(points, default=float("inf")),
                max(points, default=float("-inf")),
            )
        self._beyond[number] = self._beyond_with(table[0], table[0])

    def _beyond_with(self, place: int, guest: int) -> float:
        """Return what a table costs beyond its pairs with a guest in the place of another."""
        problem = self._problem
        learners, teachers, low, high = self._rest[place]
        learners += problem.learners_at(self._at[place])[guest]
        cost = _untaught(learners, teachers + problem.teachers[guest])
        if problem.points is not None:
            points = problem.points[guest]
            cost += SPREAD * (max(high, points) - min(low, points))
        return cost

    def _change_beyond(self, a: int, b: int) -> float:
        """Return what a swap changes beyond the pairs."""
        before = self._beyond[self._at[a]] + self._beyond[self._at[b]]
        return self._beyond_with(a, b) + self._beyond_with(b, a) - before


def _untaught(learners: int, teachers: int) -> float:
    """Return what the learners of a table cost for whom its teachers have no time."""
    return LEARNER * max(0, learners - A_TEACHER * teachers)
