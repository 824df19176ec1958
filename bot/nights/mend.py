"""A proposal that bends: who has come gets a seat, who is gone leaves one, and few others move.

All of it is pure. The sizes of the tables are exact; who sits where is searched for, from many
starts by chance.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import inf
from typing import Final, Literal

from bot.nights.assign_tables import (
    Mending,
    Proposal,
    SeatedRound,
    SeatingJob,
    measure,
    problem_of,
    seating,
    tables_of,
    times_out,
)
from bot.nights.game_sizes import GameSizes, all_sizes
from bot.nights.seating_search import Search
from bot.nights.table_sizes import TableSizes, misfit_of

Filling = Literal["computers", "sit_outs"]
"""What is done about guests whom no tables fit."""

STARTS: Final = 30
BY_HAND: Final = 500.0
"""The cost of moving somebody whom a host has placed."""
ONE_MORE: Final = 15.0
"""What it must save to have two more people change places: a pair's third meeting tonight, a
learner without a teacher, or two who mustn't sit together. So it doesn't tell which."""


def mended_sizes(
    still: Sequence[int],
    guests: int,
    games: Sequence[GameSizes],
    filling: Filling | None,
    played: Sequence[str] = (),
    taught: Sequence[int] = (),
    welcome: Sequence[int] = (),
) -> tuple[tuple[int, ...], TableSizes] | None:
    """Return the sizes of tables that are mended: of each old one, 0 if it is closed, and of all.

    `still` says how many are still there of each old table, `guests` how many there are in all;
    `played` is the game of each old table if there are several, which it keeps, and `taught` how
    many of each teach or are taught there; `welcome` how many learners who come find a teacher
    with time at each. It is best to need the fewest computers or sit-outs, then to move the fewest,
    then to part the fewest of those who are taught and who teach them, then to be near the wanted
    size, then to have room for those learners. None if no tables fit, unless `filling` says what
    to do about that.
    """
    most_seats = max(all_sizes(games))
    most = guests + most_seats - 1
    known = {game.key: game for game in games}
    keys = played or [games[0].key] * len(still)
    none = [0] * len(still)
    tables = zip(still, map(known.get, keys), taught or none, welcome or none, strict=True)
    reached = _old_tables(most, tables)
    added = _new_tables(most, games)
    for missing in range(max(guests, most_seats) if filling else 1):
        seats = guests + missing if filling == "computers" else guests - missing
        both = [
            (
                (old.moved, old.parted, old.misfit + added[seats - taken].misfit, -old.learners),
                old.sizes,
                added[seats - taken],
            )
            for taken, old in reached.items()
            if seats - taken in added
        ]
        if seats > 0 and both:
            _cost, old, new = min(both, key=lambda found: found[:2])
            open_ = [
                table for table in zip(old, played or [""] * len(old), strict=True) if table[0]
            ]
            open_ += sorted(zip(new.sizes, new.games, strict=True), key=lambda table: -table[0])
            computers, outs = (missing, 0) if filling == "computers" else (0, missing)
            fitting = tuple(size for size, _game in open_)
            several = tuple(game for _size, game in open_) if any(known) else ()
            return old, TableSizes(fitting, computers, outs, several)
    return None


def _old_tables(
    most: int, tables: Iterable[tuple[int, GameSizes | None, int, int]]
) -> dict[int, _Sizes]:
    """Return the best sizes of the old tables, for each number of seats up to the most that they
    can have; those of a game that isn't there any more are closed.
    """
    reached: dict[int, _Sizes] = {0: _Sizes()}
    for there, game, taught, welcome in tables:
        reached = _best(
            (seated + size, sizes.with_table(size, there, game, taught, welcome))
            for seated, sizes in reached.items()
            for size in (0, *(game.legal if game else ()))
            if seated + size <= most
        )
    return reached


def _new_tables(most: int, games: Sequence[GameSizes]) -> dict[int, _Sizes]:
    """Return the best tables to be added, for each number of seats up to the most."""
    added: dict[int, _Sizes] = {0: _Sizes()}
    for seats in range(1, most + 1):
        smaller = (
            (seats, added[seats - size].with_table(size, 0, game))
            for game in games
            for size in game.legal
            if seats - size in added
        )
        added |= _best(smaller)
    return added


def new_as_ticked(
    sizes: TableSizes, kept: int, games: Sequence[GameSizes], ticks: Sequence[frozenset[str]]
) -> TableSizes:
    """Return the tables of a mended round with the games for the new ones that most of those who
    have no seat yet would play; `kept` tables are older ones.
    """
    found = list(sizes.games)
    for at in range(kept, len(found)):
        fitting = [game.key for game in games if sizes.seats[at] in game.legal]
        fitting.sort(key=lambda key: key != found[at])
        found[at] = max(fitting, key=lambda key: sum(not t or key in t for t in ticks))
    return replace(sizes, games=tuple(found))


@dataclass(frozen=True, slots=True)
class _Sizes:
    """The sizes of some tables: how many must leave one of them, also of those who teach and are
    taught, how odd the sizes are, and how many learners who come find a teacher with time.
    """

    moved: int = 0
    parted: int = 0
    misfit: float = 0.0
    learners: int = 0
    sizes: tuple[int, ...] = ()
    games: tuple[str, ...] = ()

    @property
    def cost(self) -> tuple[int, int, float, int, tuple[int, ...]]:
        """Return what makes some sizes better than others, what counts most first."""
        return self.moved, self.parted, self.misfit, -self.learners, self.sizes

    def with_table(
        self, size: int, there: int, game: GameSizes | None, taught: int = 0, welcome: int = 0
    ) -> _Sizes:
        """Return the sizes with one more table, at which so many sit already, and so many of them
        teach or are taught, and so many learners are welcome; 0 closes it.
        """
        misfit = misfit_of(size, game.wanted) if size and game is not None else 0.0
        return _Sizes(
            self.moved + max(0, there - size),
            self.parted + max(0, taught - size),
            self.misfit + misfit,
            self.learners + min(welcome, max(0, size - there)),
            (*self.sizes, size),
            (*self.games, "" if game is None else game.key),
        )


def _best(found: Iterator[tuple[int, _Sizes]]) -> dict[int, _Sizes]:
    """Return the best sizes for each number of seats; of equal ones the first."""
    best: dict[int, _Sizes] = {}
    for seats, sizes in found:
        known = best.get(seats)
        if known is None or sizes.cost < known.cost:
            best[seats] = sizes
    return best


def mending_of(
    before: SeatedRound, old: Sequence[int], sizes: TableSizes, by_hand: Sequence[int]
) -> Mending:
    """Return what is kept of a proposal; `old` is the size of each of its tables, 0 if closed."""
    kept = [table.people for table, size in zip(before.tables, old, strict=True) if size]
    new = len(sizes.seats) - len(kept)
    had_seats = frozenset(person for table in before.tables for person in table.people)
    return Mending((*kept, *[()] * new), before.sit_outs, tuple(by_hand), had_seats)


def seated(job: SeatingJob) -> Proposal:
    """Return the proposal of a job: a new one, or an older one that is mended."""
    return seating(job) if job.mending is None else mended(job, job.mending)


def mended(job: SeatingJob, mending: Mending) -> Proposal:
    """Return an older proposal in which exactly the guests of the job have their places."""
    had = mending.had_seats
    guests = [replace(each, games=()) if each.person in had else each for each in job.guests]
    job = replace(job, guests=tuple(guests))
    number = {guest.person: at for at, guest in enumerate(job.guests)}
    rng = random.Random(job.seed)
    there = [[number[each] for each in table if each in number] for table in mending.tables]
    room = _room(job.sizes, there)
    search = Search(problem_of(job, number), rng)
    by_hand = {number[each] for each in mending.by_hand if each in number}
    outs = _Outs(job, {number[each] for each in mending.sit_outs if each in number})
    best, least = None, inf
    for _start in range(STARTS):
        found = _Tables.by_chance(there, room, outs, by_hand, rng, search)
        cost = found.improve()
        if cost < least:
            best, least = found, cost
    assert best is not None
    best.one_more_swap()
    groups = [
        _in_order([number.get(each) for each in before], now)
        for before, now in zip(mending.tables, best.everybody(), strict=True)
    ]
    people = [tuple(job.guests[guest].person for guest in table) for table in groups]
    sitting = tuple(sorted(job.guests[guest].person for guest in best.outs))
    now = SeatedRound(tables_of(job, people), sitting)
    return Proposal(now, measure(job, now))


def _room(sizes: TableSizes, there: Sequence[Sequence[int]]) -> list[int]:
    """Return how many guests each table takes: computers sit where nobody has to leave for them."""
    room = list(sizes.seats)
    for _computer in range(sizes.computers):
        # Those with most free seats take one first, so that no table is all computers.
        free = [size - len(people) for size, people in zip(room, there, strict=True)]
        room[max(range(len(room)), key=lambda at: (free[at], room[at]))] -= 1
    return room


def _in_order(before: Sequence[int | None], now: Sequence[int]) -> list[int]:
    """Return a table in the order of its old seats; who is new sits where somebody has left."""
    new = iter([guest for guest in now if guest not in before])
    found = [guest if guest in now else next(new, None) for guest in before]
    return [guest for guest in found if guest is not None] + list(new)


class _Outs:
    """Picks who sits out: nobody twice before all have, and who was to sit out stays so."""

    def __init__(self, job: SeatingJob, before: set[int]) -> None:
        self.count = job.sizes.sit_outs
        out, played = times_out(job)
        self._order = [
            (out[each.person], at not in before, -played[each.person])
            for at, each in enumerate(job.guests)
        ]

    def of(self, pool: Sequence[int]) -> list[int]:
        """Return who sits out of those who have no seat yet."""
        return sorted(pool, key=lambda guest: self._order[guest])[: self.count]

    def fairer(self, guest: int, seated: Sequence[int], by_hand: set[int]) -> int | None:
        """Return who sits out in a guest's place, if that guest has done so more often."""
        times = [self._order[each][0] for each in seated]
        if not seated or min(times) >= self._order[guest][0]:
            return None
        return min(seated, key=lambda each: (self._order[each][0], each in by_hand))


@dataclass(slots=True)
class _Tables:
    """Tables with those who stay there and those who were put there."""

    search: Search
    by_hand: set[int]
    stay: list[list[int]]
    placed: list[list[int]]
    outs: list[int]
    left: dict[int, int] = field(default_factory=dict)
    """Who had to leave a table that has become smaller, and which."""
    costs: list[float] = field(default_factory=list)

    @classmethod
    def by_chance(
        cls,
        there: Sequence[Sequence[int]],
        room: Sequence[int],
        outs: _Outs,
        by_hand: set[int],
        rng: random.Random,
        search: Search,
    ) -> _Tables:
        """Return tables in which chance decides who leaves, and who is put where."""
        everybody = range(len(search.problem.pairs))
        stay: list[list[int]] = []
        left: dict[int, int] = {}
        for at, (people, size) in enumerate(zip(there, room, strict=True)):
            order = sorted(rng.sample(people, len(people)), key=lambda guest: guest in by_hand)
            leave = order[: max(0, len(people) - size)]
            left |= dict.fromkeys(leave, at)
            stay.append([guest for guest in people if guest not in leave])
        seated = {guest for table in stay for guest in table}
        pool = rng.sample(everybody, len(everybody))
        pool = [guest for guest in pool if guest not in seated]
        sitting = outs.of(pool)
        queue = iter([guest for guest in pool if guest not in sitting])
        placed = [
            [next(queue) for _ in range(size - len(table))]
            for table, size in zip(stay, room, strict=True)
        ]
        for n, guest in enumerate(sitting):
            tables = [*stay, *placed]
            order = [each for table in tables for each in table]
            other = outs.fairer(guest, rng.sample(order, len(order)), by_hand)
            if other is not None:
                table = next(each for each in tables if other in each)
                table[table.index(other)], sitting[n] = guest, other
        found = cls(search, by_hand, stay, placed, sitting, left)
        largest = max(map(len, found.everybody()))
        found.costs = [
            search.cost_of_table(each, largest, at) for at, each in enumerate(found.everybody())
        ]
        return found

    def everybody(self) -> list[list[int]]:
        """Return who sits at each table."""
        return [a + b for a, b in zip(self.stay, self.placed, strict=True)]

    def improve(self) -> float:
        """Have people change places while that helps; return what the tables cost then."""
        while self._swap_placed() or self._swap_leavers():
            pass
        return sum(self.costs) + BY_HAND * len(self.by_hand & self.left.keys())

    def one_more_swap(self) -> None:
        """Have any two change places if that saves much."""
        tables = self.everybody()
        largest = max(map(len, tables))
        best, saved = None, ONE_MORE
        for i, j in combinations(range(len(tables)), 2):
            if self.costs[i] + self.costs[j] < saved:
                continue
            for a in tables[i]:
                for b in tables[j]:
                    if a in self.by_hand or b in self.by_hand:
                        continue
                    gain = -self._change(tables, (i, a), (j, b), largest)[0]
                    if gain >= saved:
                        best, saved = ((i, a), (j, b)), gain
        if best is not None:
            (i, a), (j, b) = best
            for lists in (self.stay, self.placed):
                for at, old, new in ((i, a, b), (j, b, a)):
                    lists[at] = [new if guest == old else guest for guest in lists[at]]

    def _swap_placed(self) -> bool:
        """Swap two of those who were put somewhere; tell whether that helped."""
        tables = self.everybody()
        largest = max(map(len, tables))
        for i, j in combinations(range(len(tables)), 2):
            for a in self.placed[i]:
                for b in self.placed[j]:
                    change, costs = self._change(tables, (i, a), (j, b), largest)
                    if change < -1e-9:
                        self._put(self.placed, i, a, b)
                        self._put(self.placed, j, b, a)
                        self.costs[i], self.costs[j] = costs
                        return True
        return False

    def _swap_leavers(self) -> bool:
        """Have somebody else leave a table that has become smaller; tell whether that helped."""
        tables = self.everybody()
        largest = max(map(len, tables))
        at = {guest: number for number, table in enumerate(self.placed) for guest in table}
        for leaver, home in self.left.items():
            there = at.get(leaver)
            if there is None:
                continue
            for other in self.stay[home]:
                change, costs = self._change(tables, (there, leaver), (home, other), largest)
                change += BY_HAND * ((other in self.by_hand) - (leaver in self.by_hand))
                if change < -1e-9:
                    self._put(self.placed, there, leaver, other)
                    self._put(self.stay, home, other, leaver)
                    self.costs[there], self.costs[home] = costs
                    self.left[other] = self.left.pop(leaver)
                    return True
        return False

    def _change(
        self,
        tables: Sequence[Sequence[int]],
        one: tuple[int, int],
        other: tuple[int, int],
        largest: int,
    ) -> tuple[float, tuple[float, float]]:
        """Return what it changes that two swap places, each given as `(table, guest)`."""
        (i, a), (j, b) = one, other
        first = [b if guest == a else guest for guest in tables[i]]
        second = [a if guest == b else guest for guest in tables[j]]
        costs = (
            self.search.cost_of_table(first, largest, i),
            self.search.cost_of_table(second, largest, j),
        )
        return sum(costs) - self.costs[i] - self.costs[j], costs

    def _put(self, lists: list[list[int]], table: int, old: int, new: int) -> None:
        lists[table][lists[table].index(old)] = new
