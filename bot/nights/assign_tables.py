"""Who sits with whom in a round: the proposal that a host is shown, and how good it is.

All of it is pure, and the same job gives the same proposal everywhere. People are known by their
ids; computers have none.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Final

from bot.nights.seating_search import Problem, Search, TableLists
from bot.nights.table_sizes import SeatingMode, TableSizes

APART: Final = 1_000_000.0
"""The cost of seating two together if one of them wishes not to sit with the other.

No number of pairs that meet again outweighs it, however long the night.
"""
EARLIER: Final = 0.25
"""The cost of each earlier night on which two sat together."""
LARGER: Final = 3
"""Whoever may not be there is seated as if they had had so many smaller tables tonight: at a larger
one others play with each other.
"""
AWAY: Final = 4.0
"""The cost of seating two together who were both away as the last round ended, for whom computers
may play: a little more than that of sitting together again.
"""
PARTED: Final = 100.0
"""The cost of two from different tables, if tables aren't to change: only APART is more."""
UNTICKED: Final = 10.0
"""The cost of a game that somebody didn't tick, times the square of how often it is so tonight."""
TO_LEARN: Final = 3.0
"""How many times as much it costs for whoever wants to learn: more than to have no teacher, who
may come to them instead.
"""
PLAYED: Final = 1.0
"""The cost of a game that somebody has played tonight."""


@dataclass(frozen=True, slots=True)
class GuestToSeat:
    """A guest who is there and is to be seated, or to sit out."""

    person: int
    learner: bool = False
    teacher: bool = False
    points: float = 0.0
    """The points of tonight so far; they count by standing only."""
    games: tuple[str, ...] = ()
    """What they ticked of the night's games; nothing if they would play any."""
    done: tuple[str, ...] = ()
    """Which of several games they have finished tonight: they are taught those no more."""


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table of a round: the people in the order of their seats, then the computers."""

    people: tuple[int, ...]
    host: int
    """The person who opens the table: one of the people."""
    computers: int = 0
    game: str = ""
    """What is played there, on a night of several games."""
    short: bool = False
    """Dealt late in its round, as the short game."""
    added: bool = False
    """Dealt to who waited, while its round was played."""
    together: tuple[tuple[int, ...], ...] = ()
    """Who sat there with whom after somebody had taken a seat in mid-game: those who were there at
    one time each.
    """

    @property
    def came(self) -> tuple[int, ...]:
        """Return who took somebody's seat there in mid-game."""
        found = dict.fromkeys([person for sat in self.together for person in sat])
        return tuple([person for person in found if person not in self.people])

    @property
    def everybody(self) -> tuple[int, ...]:
        """Return all who had a seat there, from the start or later."""
        return *self.people, *self.came


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """Who sits where in a round, proposed or played. Tables keep their numbers by their order."""

    tables: tuple[SeatedTable, ...]
    sit_outs: tuple[int, ...] = ()

    def everybody(self) -> frozenset[int]:
        """Return all who have a seat or sit out."""
        seated = [person for table in self.tables for person in table.people]
        return frozenset([*seated, *self.sit_outs])


@dataclass(frozen=True, slots=True)
class Mending:
    """What is kept of a proposal when guests have come or gone since."""

    tables: tuple[tuple[int, ...], ...]
    """Who sat at each table that stays, in the order of the sizes; a new table is empty."""
    sit_outs: tuple[int, ...] = ()
    by_hand: tuple[int, ...] = ()
    """Those whom a host has placed: they rather stay."""
    had_seats: frozenset[int] = frozenset()
    """Who sat at any of its tables. What they ticked doesn't count any more: all have seen those
    tables, and could tell it by who moves from them.
    """


@dataclass(frozen=True, slots=True)
class SeatingJob:
    """What is needed to seat a round. The process that seats guests gets it as it is."""

    guests: tuple[GuestToSeat, ...]
    """In the order in which they pressed In."""
    sizes: TableSizes
    seed: int
    """The next one shuffles."""
    mode: SeatingMode = SeatingMode.SOCIAL
    rounds: int = 1
    """The rounds that are still to come, this one included: they are planned together."""
    tonight: tuple[SeatedRound, ...] = ()
    """The rounds that were played tonight, as they were seated."""
    idle: tuple[tuple[int, ...], ...] = ()
    """Who stayed away from each of them: computers played for them, so they have met nobody."""
    earlier: tuple[tuple[int, int, int], ...] = ()
    """Pairs of people, and on how many of the last nights they sat together."""
    apart: tuple[tuple[int, int], ...] = ()
    """Pairs of people who mustn't sit together. Nobody is told."""
    away: tuple[int, ...] = ()
    """Who was away as the last round ended, and hasn't been heard of since."""
    plan: tuple[SeatedRound, ...] = ()
    """`Proposal.later` of the round before. It is followed as long as nobody has come or gone."""
    mending: Mending | None = None
    """An older proposal that is mended, in place of a new one."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How good a round is, for its host."""

    pairs: int
    """All pairs of people who sit at one table."""
    repeats: int
    """Those of them who have sat together tonight already."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A round as it could be seated."""

    now: SeatedRound
    measure: Measure
    later: tuple[SeatedRound, ...] = ()
    """The rounds after it, planned with it; seats and hosts are settled when they come."""


def seating(job: SeatingJob) -> Proposal:
    """Return the best seating found of a round, in 0.3 seconds at most, also for 60 guests.

    Raises ValueError if the sizes are for another number of guests.
    """
    if sum(job.sizes.guests_by_table()) + job.sizes.sit_outs != len(job.guests):
        raise ValueError("these tables are for another number of guests")
    rng = random.Random(job.seed)
    (groups, outs), *later = _planned(job) or _search(job, rng)
    now = SeatedRound(tables_of(job, _by_seats(job, groups, rng)), outs)
    plan = [SeatedRound(tables_of(job, people), sitting) for people, sitting in later]
    return Proposal(now, measure(job, now), tuple(plan))


def swapped(job: SeatingJob, proposal: Proposal, one: int, other: int) -> Proposal:
    """Return a proposal in which two people have changed places, as their host chose.

    Either may sit out. What was planned for later no longer holds.
    """
    other_way = {one: other, other: one}

    def change(people: Iterable[int]) -> tuple[int, ...]:
        return tuple([other_way.get(person, person) for person in people])

    people = [change(table.people) for table in proposal.now.tables]
    now = SeatedRound(tables_of(job, people), change(proposal.now.sit_outs))
    return Proposal(now, measure(job, now))


def measure(job: SeatingJob, now: SeatedRound) -> Measure:
    """Return how good a seating is, whoever made it."""
    met = _met(job)
    times = [met[pair] for table in now.tables for pair in _pairs(table.people)]
    return Measure(len(times), len([each for each in times if each]))


# The search


Groups = tuple[list[tuple[int, ...]], tuple[int, ...]]
"""Who sits together at each table of a round, and who sits out."""


def _planned(job: SeatingJob) -> list[Groups] | None:
    """Return the rounds that were planned, if the first of them can be played as it is."""
    if not job.plan or job.mode is not SeatingMode.SOCIAL:
        return None
    one = job.plan[0]
    pairs = {pair for table in one.tables for pair in _pairs(table.people)}
    if (
        one.everybody() != {guest.person for guest in job.guests}
        or tuple([len(table.people) for table in one.tables]) != job.sizes.guests_by_table()
        or any(_pair(*pair) in pairs for pair in (*job.apart, *combinations(job.away, 2)))
    ):
        return None
    return [([table.people for table in each.tables], each.sit_outs) for each in job.plan]


def _search(job: SeatingJob, rng: random.Random) -> list[Groups]:
    """Return this round and those that can be planned with it."""
    people = [guest.person for guest in job.guests]
    number = {person: at for at, person in enumerate(people)}
    sizes = job.sizes.guests_by_table()
    # The standing after this round isn't known, and tables that stay are handled when they come.
    ahead = max(1, job.rounds) if job.mode is SeatingMode.SOCIAL else 1
    outs = _sit_outs(job, ahead, rng)
    rounds = [
        ([number[person] for person in people if person not in sitting], sizes) for sitting in outs
    ]
    found = Search(problem_of(job, number), rng).best(
        rounds, _first(job, rng.sample(rounds[0][0], len(rounds[0][0])))
    )
    return [
        ([tuple([people[guest] for guest in table]) for table in tables], sitting)
        for tables, sitting in zip(found, outs, strict=True)
    ]


def times_out(job: SeatingJob) -> tuple[Counter[int], Counter[int]]:
    """Return how often each person sat out tonight, and how often they played."""
    times = Counter([person for one in job.tonight for person in one.sit_outs])
    played = Counter(
        [person for one in job.tonight for table in one.tables for person in table.everybody]
    )
    return times, played


def _sit_outs(job: SeatingJob, rounds: int, rng: random.Random) -> list[tuple[int, ...]]:
    """Return who sits out in each of the rounds: nobody twice before all have."""
    times, played = times_out(job)
    people = [guest.person for guest in job.guests]
    found: list[tuple[int, ...]] = []
    for _ in range(rounds):
        rng.shuffle(people)
        # Of those who sat out least, those who have played most.
        people.sort(key=lambda person: (times[person], -played[person]))
        found.append(tuple(sorted(people[: job.sizes.sit_outs])))
        times.update(people[: job.sizes.sit_outs])
        played.update(people[job.sizes.sit_outs :])
    return found


def problem_of(job: SeatingJob, number: dict[int, int]) -> Problem:
    """Return the problem that the search is to solve."""
    keep = job.mode is SeatingMode.ONE_TABLE
    count = len(number)
    pairs = [[0.0] * count for _ in range(count)]
    met = [[0] * count for _ in range(count)]

    def add(one: int, other: int, cost: float) -> None:
        if one in number and other in number and one != other:
            pairs[number[one]][number[other]] += cost
            pairs[number[other]][number[one]] += cost

    for one, other, nights in job.earlier:
        add(one, other, EARLIER * nights)
    # Both may have wished it; that makes it no stronger.
    for one, other in {_pair(*pair) for pair in job.apart}:
        add(one, other, APART)
    for one, other in combinations(job.away, 2):
        add(one, other, AWAY)
    last = _last_tables(job)
    for one, other in combinations(last if keep else (), 2):
        if last[one] != last[other]:
            add(one, other, PARTED)
    for (one, other), times in _met(job).items():
        if one in number and other in number:
            met[number[one]][number[other]] = met[number[other]][number[one]] = times
    return Problem(
        pairs,
        met,
        [0 if keep else _smaller(job, person) + LARGER * (person in job.away) for person in number],
        [guest.learner for guest in job.guests],
        [guest.teacher for guest in job.guests],
        [guest.points for guest in job.guests] if job.mode is SeatingMode.STANDING else None,
        keep,
        [[_cost_of_game(job, guest, game) for guest in job.guests] for game in job.sizes.games],
        [
            [each.learner and game not in each.done for each in job.guests]
            for game in job.sizes.games
        ],
    )


def _cost_of_game(job: SeatingJob, guest: GuestToSeat, game: str) -> float:
    """Return what it costs that a guest plays a game."""
    mine = [t.game for one in job.tonight for t in one.tables if guest.person in t.everybody]
    cost = PLAYED if game in mine else 0.0
    if guest.games and game not in guest.games:
        times = len([each for each in mine if each not in guest.games])
        cost += UNTICKED * (TO_LEARN if guest.learner else 1) * (1 + times) ** 2
    return cost


def _first(job: SeatingJob, seated: Sequence[int]) -> TableLists | None:
    """Return the tables that the search begins with, if it doesn't begin with chance.

    `seated` are guests by their numbers, in an order by chance.
    """
    sizes = job.sizes.guests_by_table()
    if job.mode is SeatingMode.STANDING:
        order = iter(sorted(seated, key=lambda guest: -job.guests[guest].points))
        return [[next(order) for _ in range(size)] for size in sizes]
    if job.mode is SeatingMode.SOCIAL or not job.tonight:
        return None
    last = _last_tables(job)
    groups: list[list[int]] = [[] for _ in range(max(last.values()) + 1)]
    for guest in seated:
        number = last.get(job.guests[guest].person)
        if number is not None:
            groups[number].append(guest)
    # The tables with most guests left are the larger ones now; whoever finds no room moves.
    groups.sort(key=len, reverse=True)
    groups += [[] for _ in sizes[len(groups) :]]
    tables = [group[:size] for group, size in zip(groups, sizes, strict=False)]
    placed = {guest for table in tables for guest in table}
    left = [guest for guest in seated if guest not in placed]
    for table, size in zip(tables, sizes, strict=True):
        while len(table) < size:
            table.append(left.pop())
    return tables


# What was played tonight


def _pair(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


def _pairs(people: Iterable[int]) -> list[tuple[int, int]]:
    return [_pair(one, other) for one, other in combinations(people, 2)]


def pairs_at(table: SeatedTable, idle: Collection[int] = ()) -> set[tuple[int, int]]:
    """Return who have met at a table: also those who took a seat there in mid-game, with whoever
    was there then; not who only had a seat, and is `idle`.
    """
    met = ([each for each in sat if each not in idle] for sat in (table.people, *table.together))
    return {pair for sat in met for pair in _pairs(sat)}


def _met(job: SeatingJob) -> Counter[tuple[int, int]]:
    idle, times = dict(enumerate(job.idle)), Counter[tuple[int, int]]()
    for number, one in enumerate(job.tonight):
        for table in one.tables:
            times.update(pairs_at(table, idle.get(number, ())))
    return times


def _smaller(job: SeatingJob, person: int) -> int:
    """Return how often somebody sat with fewer people than others did in that round."""
    return len(
        [
            table
            for one in job.tonight
            for table in one.tables
            if person in table.people
            and len(table.people) < max([len(each.people) for each in one.tables])
        ]
    )


def _last_tables(job: SeatingJob) -> dict[int, int]:
    """Return the number of the table at which each person sat last."""
    return {
        person: number
        for one in job.tonight
        for number, table in enumerate(one.tables)
        for person in table.people
    }


# Seats and hosts


def tables_of(job: SeatingJob, groups: Sequence[tuple[int, ...]]) -> tuple[SeatedTable, ...]:
    """Return tables with their hosts; computers take the seats that are left."""
    games = job.sizes.games or [""] * len(job.sizes.seats)
    return tuple(
        [
            SeatedTable(people, _host(job, people), seats - len(people), game)
            for people, seats, game in zip(groups, job.sizes.seats, games, strict=True)
        ]
    )


def _host(job: SeatingJob, people: Sequence[int]) -> int:
    """Return the person who opens a table: a teacher, or whoever was In first."""
    here = [guest for guest in job.guests if guest.person in people]
    teachers = [guest.person for guest in here if guest.teacher]
    # Once a proposal is older, everybody of a table may have gone.
    return [*teachers, *(guest.person for guest in here), *people][0]


def _by_seats(
    job: SeatingJob, groups: Iterable[Sequence[int]], rng: random.Random
) -> list[tuple[int, ...]]:
    """Return groups in an order in which their people repeat as few seat numbers as can be."""
    times = Counter(
        [
            (person, seat)
            for one in job.tonight
            for table in one.tables
            for seat, person in enumerate(table.people)
        ]
    )
    return [
        min(
            permutations(rng.sample(group, len(group))),
            key=lambda order: sum([times[person, seat] ** 2 for seat, person in enumerate(order)]),
        )
        for group in groups
    ]
