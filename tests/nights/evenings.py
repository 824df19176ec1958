"""Evenings of some rounds, each seated as the bot would seat it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from math import comb

from bot.nights.assign_tables import GuestToSeat, Proposal, SeatedRound, SeatingJob, seating
from bot.nights.table_sizes import SeatingMode, TableSizes, table_sizes

KIRIFUDA = (3, 4)
"""The seats of a game for three or four, by which the bar is set."""


def wanted(legal: Sequence[int]) -> float:
    """Return the usual size of tables."""
    return (min(legal) + max(legal)) / 2


def misfit(sizes: Sequence[int], size: float) -> float:
    """Return how far sizes are from the wanted one; two alone, unless wanted, are 4 odder."""
    return sum([(each - size) ** 2 + 4 * (each == 2 and size > 2) for each in sizes])


def sizes_of(guests: int, rounds: int = 3, legal: Sequence[int] = KIRIFUDA) -> TableSizes:
    """Return the sizes of tables for a social night."""
    return table_sizes(guests, legal, wanted(legal), rounds=rounds)[0]


def guests_of(count: int) -> tuple[GuestToSeat, ...]:
    """Return guests, in the order in which they were In."""
    return tuple([GuestToSeat(100 + number) for number in range(count)])


def evening(
    guests: tuple[GuestToSeat, ...],
    sizes: TableSizes,
    rounds: int,
    *,
    seed: int = 1,
    mode: SeatingMode = SeatingMode.SOCIAL,
    planned: bool = True,
    then: Callable[[SeatingJob, Proposal], object] | None = None,
) -> tuple[SeatedRound, ...]:
    """Return the rounds of an evening: planned together, or each as if it were the last.

    `then` is called with every job and its proposal.
    """
    tonight: tuple[SeatedRound, ...] = ()
    plan: tuple[SeatedRound, ...] = ()
    for number in range(rounds):
        ahead = rounds - number if planned else 1
        job = SeatingJob(guests, sizes, seed + number, mode, ahead, tonight, plan=plan)
        made = seating(job)
        if then is not None:
            then(job, made)
        tonight, plan = (*tonight, made.now), made.later
    return tonight


def times_together(tonight: Sequence[SeatedRound]) -> Counter[frozenset[int]]:
    """Return in how many rounds each pair sat together, counted apart from the code under test."""
    return Counter(
        [
            frozenset(pair)
            for one in tonight
            for table in one.tables
            for pair in combinations(table.people, 2)
        ]
    )


def least_repeats(rounds: Sequence[Sequence[int]]) -> int:
    """Return a bound below the repeats of a night, from the sizes of the tables in each round.

    The same guests are in every round. A repeat is a pair's second, third … round together.
    """
    guests = sum(rounds[0])
    counted = sum([comb(size, 2) for sizes in rounds for size in sizes])
    pigeonholes = 0
    for before, sizes in pairwise(rounds):
        for size in sizes:
            # At best they come from all tables of the round before in equal parts.
            parts = [len(range(first, size, len(before))) for first in range(len(before))]
            pigeonholes += sum([comb(part, 2) for part in parts])
    return max(0, counted - comb(guests, 2), pigeonholes)


def repeats(tonight: Sequence[SeatedRound]) -> int:
    """Return how often a pair sat together that had done so before."""
    return sum([times - 1 for times in times_together(tonight).values()])


def worst_pair(tonight: Sequence[SeatedRound]) -> int:
    """Return in how many rounds the pair sat together that did so most."""
    return max(times_together(tonight).values())
