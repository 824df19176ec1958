"""Seating: pairs that meet again in an evening next to the fewest possible, and its time."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from bot.nights.assign_tables import (
    GuestToSeat,
    Proposal,
    SeatedRound,
    SeatingJob,
    seating,
)
from bot.nights.table_sizes import SeatingMode
from tests.bench.report import figure, heading
from tests.nights.evenings import evening, guests_of, least_repeats, repeats, sizes_of, worst_pair
from tests.nights.test_game_sizes import ALL, job_of
from tests.nights.test_mend import GAMES, job_for, mend

SECONDS = 0.3
"""What a proposal may take."""
MEND_SECONDS = 0.03
"""What mending one may take."""
PEOPLE = 60
ROUNDS = 3


def run() -> None:
    """Print the figures of every number of guests."""
    for rounds in (3, 4):
        heading(
            f"Seating, {rounds} rounds: repeats (worst pair) one by one / planned, longest proposal"
        )
        for count in (*range(6, 41), 50, 60):
            social(count, rounds)
    heading("Seating, 60 guests of whom some learn and some teach, with points: longest proposal")
    guests = tuple(
        [
            GuestToSeat(number, number % 3 == 0, number % 9 == 1, number * 7 % 5 / 2)
            for number in range(60)
        ]
    )
    for mode in SeatingMode:
        watch = Watch()
        evening(guests, sizes_of(60), 4, mode=mode, planned=False, then=watch)
        figure(mode.name.lower().replace("_", " "), watch.told(), f"≤ {SECONDS * 1000:.0f} ms")
    value, target = several_games().told(), f"≤ {SECONDS * 1000:.0f} ms"
    figure(f"{PEOPLE} guests, any three games, sizes and seats", value, target)
    heading(f"Seating, {PEOPLE} guests in round {ROUNDS}: longest mend of a proposal")
    for legal in GAMES:
        value = f"{longest_mend(legal) * 1000:.0f} ms"
        figure(f"tables of {legal[0]} to {legal[-1]}", value, f"≤ {MEND_SECONDS * 1000:.0f} ms")


def several_games() -> Watch:
    """Propose rounds of any three games, sizes included; return how long that took."""
    watch = Watch()
    for games in combinations(ALL, 3):
        rng, tonight = random.Random(1), list[SeatedRound]()
        keys = [game.key for game in games]
        ticks = [frozenset(rng.sample(keys, rng.randrange(3))) for _ in range(PEOPLE)]
        for _round in range(ROUNDS):
            job = replace(job_of(ticks, games, 1), tonight=tuple(tonight))
            made = seating(job)
            tonight.append(made.now)
            watch(job, made)
    return watch


def longest_mend(legal: Sequence[int]) -> float:
    """Return the most seconds when one guest of any table leaves, comes, or both."""
    job, before = job_for(PEOPLE, legal, ROUNDS)
    *_, stranger = guests_of(PEOPLE + 1)
    longest = 0.0
    for table in before.tables:
        rest = tuple([guest for guest in job.guests if guest.person != table.people[0]])
        for guests in (rest, (*rest, stranger), (*job.guests, stranger)):
            began = time.process_time()
            mend(replace(job, guests=guests), before, legal)
            longest = max(longest, time.process_time() - began)
    return longest


def social(count: int, rounds: int) -> None:
    """Print the figures of one number of guests."""
    sizes = sizes_of(count, rounds)
    watch = Watch()
    found: list[str] = []
    for planned in (False, True):
        tonight = evening(guests_of(count), sizes, rounds, planned=planned, then=watch)
        found.append(f"{repeats(tonight)} ({worst_pair(tonight)})")
    least = least_repeats([sizes.seats] * rounds)
    target = f"bound {least}" + (f", ≤ {least + 4} (2)" if rounds == 3 else ", (2)")
    what = f"{count} guests at {tables(sizes.seats)}"
    figure(what, f"{' / '.join(found)}, {watch.told()}", f"{target}, ≤ {SECONDS * 1000:.0f} ms")


def tables(seats: Sequence[int]) -> str:
    """Return the sizes of tables in words."""
    counted = sorted(Counter(seats).items(), reverse=True)
    return " + ".join([f"{many} × {size}" for size, many in counted])


class Watch:
    """Notes how long the longest proposal took."""

    def __init__(self) -> None:
        self._last = time.process_time()
        self._longest = 0.0

    def __call__(self, _job: SeatingJob, _made: Proposal) -> None:
        """Note that a proposal is made."""
        now = time.process_time()
        self._longest = max(self._longest, now - self._last)
        self._last = time.process_time()

    def told(self) -> str:
        """Return the longest time."""
        return f"{self._longest * 1000:.0f} ms"
