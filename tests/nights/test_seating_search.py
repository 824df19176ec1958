"""The search: where it stops no swap helps, by a cost that is worked out here in another way."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from bot.nights import seating_search
from bot.nights.seating_search import Problem, Search, TableLists


def problem(rng: random.Random, count: int, *, points: bool, learners: bool) -> Problem:
    """Return a problem in which every term of the cost counts."""
    pairs = [[0.0] * count for _ in range(count)]
    met = [[0] * count for _ in range(count)]
    for a, b in combinations(range(count), 2):
        pairs[a][b] = pairs[b][a] = rng.choice((0.0, 0.25, 1.0, 1000.0))
        met[a][b] = met[b][a] = rng.randrange(3)
    return Problem(
        pairs,
        met,
        [rng.randrange(4) for _ in range(count)],
        [learners and rng.random() < 0.3 for _ in range(count)],
        [rng.random() < 0.15 for _ in range(count)],
        [rng.randrange(7) / 2 for _ in range(count)] if points else None,
    )


def cost(of: Problem, rounds: list[TableLists]) -> float:
    """Return what rounds cost one after the other, as the sum that is written down for it."""
    total = 0.0
    times = [list(row) for row in of.met]
    small = list(of.smaller)
    for tables in rounds:
        for table in tables:
            for a, b in combinations(table, 2):
                total += of.pairs[a][b] + 4 ** times[a][b] - 1
                times[a][b] = times[b][a] = times[a][b] + 1
            taught = 2 * sum(of.teachers[guest] for guest in table)
            if tables is rounds[0]:
                total += 20 * max(0, sum(of.learners[guest] for guest in table) - taught)
            if len(table) < max(len(each) for each in tables):
                for guest in table:
                    total += 2 * small[guest] ** 2
                    small[guest] += 1
            if of.points is not None:
                here = [of.points[guest] for guest in table]
                total += 3 * (max(here) - min(here))
    return total


@pytest.mark.parametrize("points", [False, True], ids=["", "points"])
@pytest.mark.parametrize("learners", [False, True], ids=["", "learners"])
@pytest.mark.parametrize("sizes", [(4, 4, 3), (3, 3, 3), (5, 4, 4, 3), (6, 2)], ids=str)
def test_a_start_ends_where_no_swap_helps(
    sizes: tuple[int, ...], learners: bool, points: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating_search, "STEPS", 0)
    count = sum(sizes)
    for seed in range(20):
        rng = random.Random(seed)
        of = problem(rng, count, points=points, learners=learners)
        if seed >= 10:
            # Nothing but what tables cost beyond their pairs.
            none = [[0] * count for _ in range(count)]
            of = replace(of, pairs=[[0.0] * count for _ in none], met=none, smaller=[0] * count)
        (tables,) = Search(of, rng).best([(range(count), sizes)])
        found = cost(of, [tables])
        for a, b in combinations(range(count), 2):
            other_way = {a: b, b: a}
            then = [[other_way.get(guest, guest) for guest in table] for table in tables]
            assert cost(of, [then]) > found - 1e-6, f"to swap {a} and {b} helps at {tables}"


@pytest.mark.parametrize("rounds", [1, 3])
def test_more_starts_never_make_it_worse(rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where rounds are planned together: what each costs depends on all others."""
    sizes = (4, 4, 3)
    better = 0
    for seed in range(10):
        of = problem(random.Random(seed), 11, points=False, learners=True)
        costs: list[float] = []
        for steps in (0, 20_000, 100_000):
            monkeypatch.setattr(seating_search, "STEPS", steps)
            found = Search(of, random.Random(seed)).best([(range(11), sizes)] * rounds)
            costs.append(cost(of, found))
        assert costs == sorted(costs, reverse=True), f"costs by steps: {costs}"
        better += costs[-1] < costs[0]
    assert better > 5, "only the first start counts"


def test_no_tables_cost_less_than_the_least_at_which_the_search_stops() -> None:
    rounds = [(range(7), (4, 3))] * 3

    def of_sizes(smaller: list[int]) -> Problem:
        nothing, never = [[0] * 7 for _ in range(7)], [False] * 7
        return Problem([[0.0] * 7 for _ in range(7)], nothing, smaller, never, never)

    for seed in range(10):
        rng = random.Random(seed)
        of = of_sizes([rng.randrange(3) for _ in range(7)])
        least = Search(of, rng).least(rounds)
        for _ in range(50):
            chance = [rng.sample(range(7), 7) for _ in rounds]
            tables: list[TableLists] = [[order[:4], order[4:]] for order in chance]
            assert cost(of, tables) >= least, f"{tables} cost less than {least}"
    least = Search(of_sizes([0] * 7), random.Random(1)).least(rounds)
    assert least == 4, "of nine smaller seats, two are somebody's second"
