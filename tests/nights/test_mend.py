"""Proposals that are mended: sizes against brute force, few who move, nobody who is lost."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product

import pytest

from bot.nights.assign_tables import Proposal, SeatedRound, SeatingJob, measure
from bot.nights.game_sizes import GameSizes
from bot.nights.mend import Filling, mended_sizes, mending_of, seated
from bot.nights.seating_search import Search
from bot.nights.table_sizes import TableSizes, table_sizes
from tests.nights.evenings import evening, guests_of, misfit, wanted

GAMES = ((2, 3, 4), (3, 4), (3, 4, 5), (2, 3, 4, 5, 6))
"""The seats of the games there are."""


def one_game(legal: Sequence[int]) -> tuple[GameSizes, ...]:
    """Return the sizes of a night of one game."""
    return (GameSizes("", tuple(legal), wanted(legal)),)


def mend(
    job: SeatingJob,
    before: SeatedRound,
    legal: Sequence[int],
    filling: Filling | None = None,
    by_hand: Sequence[int] = (),
) -> Proposal:
    """Return a proposal that is mended for the guests of a job."""
    there = {guest.person for guest in job.guests}
    still = [len(there.intersection(table.people)) for table in before.tables]
    found = mended_sizes(still, len(there), one_game(legal), filling)
    assert found is not None, "no tables fit"
    old, sizes = found
    return seated(replace(job, sizes=sizes, mending=mending_of(before, old, sizes, by_hand)))


def moved(before: SeatedRound, after: SeatedRound) -> int:
    """Return how many of those who had a seat, and have one, sit at another table now.

    A table is the same one if most of its people are.
    """
    same = {
        (i, j): len({*old.people} & {*new.people})
        for i, old in enumerate(before.tables)
        for j, new in enumerate(after.tables)
    }
    stayed = 0
    while same:
        i, j = max(same, key=lambda pair: same[pair])
        stayed += same[i, j]
        same = {pair: each for pair, each in same.items() if pair[0] != i and pair[1] != j}
    both = {person for table in before.tables for person in table.people}
    both &= {person for table in after.tables for person in table.people}
    return len(both) - stayed


def new_tables(seats: int, legal: Sequence[int], most: int | None = None) -> Iterator[list[int]]:
    """Yield every way in which tables can have so many seats."""
    if seats == 0:
        yield []
    for size in legal:
        if size <= min(seats, most or seats):
            yield from ([size, *more] for more in new_tables(seats - size, legal, size))


def by_brute_force(
    still: Sequence[int], guests: int, legal: Sequence[int], filling: Filling | None
) -> tuple[int, int, float] | None:
    """Return the least missing, moved and misfit of all sizes there are."""
    near = wanted(legal)
    for missing in range(guests + max(legal)) if filling else range(1):
        seats = guests + missing if filling == "computers" else guests - missing
        found = [
            (
                missing,
                sum(max(0, there - size) for there, size in zip(still, old, strict=True)),
                misfit([size for size in (*old, *new) if size], near),
            )
            for old in product((0, *legal), repeat=len(still))
            if sum(old) <= seats
            for new in new_tables(seats - sum(old), legal)
        ]
        if found and seats > 0:
            return min(found)
    return None


@pytest.mark.parametrize("legal", GAMES)
@pytest.mark.parametrize("filling", [None, "computers", "sit_outs"])
def test_no_sizes_are_better(legal: Sequence[int], filling: Filling | None) -> None:
    rng = random.Random(len(legal) * 7 + len(filling or ""))
    for _ in range(35):
        still = [rng.randrange(max(legal) + 1) for _ in range(rng.randrange(4))]
        guests = max(1, sum(still) + rng.randrange(5))
        found = mended_sizes(still, guests, one_game(legal), filling)
        best = by_brute_force(still, guests, legal, filling)
        if found is None:
            assert best is None, f"{still}, {guests} guests, {legal}: there are sizes, {best}"
            continue
        old, sizes = found
        assert len(old) == len(still) and sizes.seats[: len(old) - old.count(0)] == tuple(
            size for size in old if size
        )
        assert sum(sizes.guests_by_table()) + sizes.sit_outs == guests
        cost = (
            sizes.computers + sizes.sit_outs,
            sum(max(0, there - size) for there, size in zip(still, old, strict=True)),
            misfit(sizes.seats, wanted(legal)),
        )
        assert best is not None and cost == pytest.approx(best), f"{still}, {guests}, {legal}"


@pytest.mark.parametrize(
    ("still", "taught"), [([4, 4, 2], [4, 0, 0]), ([3, 2, 2], [0, 2, 0]), ([3, 2, 2], [3, 0, 0])]
)
def test_who_is_taught_stays_with_their_teacher_where_as_few_move(
    still: Sequence[int], taught: Sequence[int]
) -> None:
    """One is missing at the last table, which takes another's guest or closes."""
    for tables in permutations(zip(still, taught, strict=True)):
        there, bound = zip(*tables, strict=True)
        guests = sum(there)
        found = mended_sizes(there, guests, one_game((3, 4)), None, taught=bound)
        fewest = mended_sizes(there, guests, one_game((3, 4)), None)
        assert found is not None and fewest is not None
        moves = [max(0, n - size) for n, size in zip(there, found[0], strict=True)]
        least = sum(max(0, n - size) for n, size in zip(there, fewest[0], strict=True))
        assert sum(moves) == least, f"{tables}: more move than must, to {found[0]}"
        parted = [max(0, n - size) for n, size in zip(bound, found[0], strict=True)]
        assert not sum(parted), f"{tables}: a learner leaves their teacher, to {found[0]}"


def test_a_learner_who_comes_finds_room_with_a_teacher() -> None:
    """Of two tables that could grow as well, the one grows where somebody teaches."""
    for welcome in ([2, 0], [0, 2]):
        found = mended_sizes([3, 3], 7, one_game((3, 4)), None, welcome=welcome)
        assert found is not None
        grown = [size > 3 for size in found[0]]
        assert grown == [n > 0 for n in welcome], f"the learner's seat isn't there: {found[0]}"


def job_for(count: int, legal: Sequence[int], rounds: int = 1) -> tuple[SeatingJob, SeatedRound]:
    """Return a job in its last round, and the proposal of that round."""
    sizes = table_sizes(count, legal, wanted(legal), rounds=3)[0]
    guests = guests_of(count)
    tonight = evening(guests, sizes, rounds, planned=False) if sizes.exact else ()
    job = SeatingJob(guests, sizes, 5, rounds=1, tonight=tonight[:-1])
    return job, seated(job).now


@pytest.mark.parametrize("legal", GAMES)
def test_one_who_comes_or_goes_moves_two_at_most_and_one_for_one_nobody(
    legal: Sequence[int],
) -> None:
    stranger = guests_of(61)[-1]
    # What is searched is the same for all numbers: every third is enough.
    for count in range(6, 61, 3):
        job, before = job_for(count, legal)
        if not job.sizes.exact:
            continue
        leaver = before.tables[0].people[0]
        rest = tuple(each for each in job.guests if each.person != leaver)
        for guests, most in (
            ((*job.guests, stranger), 2),
            (rest, 2),
            ((*rest, stranger), 0),
        ):
            fits = table_sizes(len(guests), legal, wanted(legal))[0].exact
            if not fits:
                continue
            after = mend(replace(job, guests=guests), before, legal).now
            assert after.everybody() == {each.person for each in guests}
            assert moved(before, after) <= most, f"{count} guests, {legal}: {after}"


def test_a_mended_round_repeats_little_more_than_a_fresh_one() -> None:
    """At tables of the same sizes, with one more guest in the third round."""
    more: list[int] = []
    for count, legal in product((8, 11, 15, 20, 27, 35), GAMES):
        job, before = job_for(count, legal, rounds=3)
        guests = guests_of(count + 1)
        sizes = table_sizes(count + 1, legal, wanted(legal))[0]
        if not job.sizes.exact or not sizes.exact:
            continue
        after = mend(replace(job, guests=guests), before, legal)
        lengths = sorted((len(table.people) for table in after.now.tables), reverse=True)
        fresh = seated(replace(job, guests=guests, sizes=TableSizes(tuple(lengths))))
        more.append(after.measure.repeats - fresh.measure.repeats)
    assert max(more) <= 3, more
    assert sum(more) / len(more) <= 0.5, more


def test_who_comes_sits_where_somebody_left_and_the_others_keep_their_seats() -> None:
    job, before = job_for(12, (4,))
    gone = before.tables[1].people[2]
    stranger = guests_of(99)[-1]
    guests = (*(each for each in job.guests if each.person != gone), stranger)
    after = mend(replace(job, guests=guests), before, (4,)).now
    swapped = [stranger.person if each == gone else each for each in before.tables[1].people]
    assert list(after.tables[1].people) == swapped
    assert (after.tables[0].people, after.tables[2].people) == (
        before.tables[0].people,
        before.tables[2].people,
    ), "somebody moved who had nothing to do with it"


def test_whom_a_hand_has_placed_stays() -> None:
    """Of a table that must become smaller somebody else leaves."""
    job, before = job_for(9, (3, 4, 5))
    job = replace(job, guests=guests_of(10))
    hand = before.tables[0].people[:-1]
    for seed in range(6):
        after = mend(replace(job, seed=seed), before, (2, 4), "computers", by_hand=hand).now
        kept = [table for table in after.tables if set(hand) <= {*table.people}]
        assert kept or len(hand) > 4, f"seed {seed}: a swap by hand was undone: {after}"


def test_who_was_to_sit_out_still_does_and_nobody_twice_before_all_have() -> None:
    legal = (4,)
    guests = guests_of(10)
    sizes = TableSizes((4, 4), sit_outs=2)
    job = SeatingJob(guests, sizes, 3)
    before = seated(job).now
    more = replace(job, guests=guests_of(11))
    after = mend(more, before, legal, "sit_outs").now
    assert set(before.sit_outs) < set(after.sit_outs), "who sits out has changed for no reason"
    late = replace(more, tonight=(before,))
    later = mend(late, replace(before, sit_outs=()), legal, "sit_outs").now
    assert not set(later.sit_outs) & set(before.sit_outs), "somebody sits out twice"


def test_a_computer_takes_no_guests_seat() -> None:
    job, before = job_for(8, (4,))
    gone = before.tables[0].people[0]
    guests = tuple(each for each in job.guests if each.person != gone)
    after = mend(replace(job, guests=guests), before, (4,), "computers").now
    assert [table.computers for table in after.tables] == [1, 0]
    assert moved(before, after) == 0
    back = mend(job, after, (4,), "computers").now
    assert [table.computers for table in back.tables] == [0, 0], "a computer though all fit"


def test_two_who_must_not_sit_together_are_parted_by_one_more_swap() -> None:
    job, before = job_for(12, (4,))
    one, other = before.tables[0].people[:2]
    gone = before.tables[2].people[0]
    stranger = guests_of(99)[-1]
    guests = (*(each for each in job.guests if each.person != gone), stranger)
    job = replace(job, guests=guests, apart=((one, other),))
    after = mend(job, before, (4,)).now
    assert not any({one, other} <= {*table.people} for table in after.tables)
    assert moved(before, after) <= 2


def test_a_table_costs_what_the_search_takes_it_to_cost() -> None:
    """The sum over its tables is the cost of the round, learners, points and sizes included."""
    from bot.nights.assign_tables import problem_of

    rng = random.Random(3)
    guests = tuple(
        replace(each, learner=rng.random() < 0.3, teacher=rng.random() < 0.2)
        for each in guests_of(11)
    )
    first = evening(guests, TableSizes((4, 4, 3)), 1)
    job = SeatingJob(guests, TableSizes((4, 4, 3)), 5, tonight=first)
    number = {guest.person: at for at, guest in enumerate(guests)}
    search = Search(problem_of(job, number), rng)
    tables = [[number[each] for each in table.people] for table in first[0].tables]
    cost, _steps = search._improve(search.problem, tables)
    assert sum(search.cost_of_table(each, 4, 0) for each in tables) == pytest.approx(cost)


def test_a_mended_round_is_measured_as_it_is() -> None:
    job, before = job_for(12, (3, 4), rounds=3)
    job = replace(job, guests=guests_of(13))
    after = mend(job, before, (3, 4))
    assert after.measure == measure(job, after.now) and after.later == ()


@pytest.mark.long
def test_nobody_can_tell_from_mends_that_two_are_kept_apart() -> None:
    """Who sees all that moves guesses little better than by a coin which of two evenings has such
    a pair: two of all guests, drawn at random, in the second round of an evening with learners.
    """
    rng = random.Random(5)
    told: list[tuple[int, int]] = []
    for _ in range(300):
        count = rng.randrange(9, 21)
        guests = tuple(
            replace(each, learner=rng.random() < 0.2, teacher=rng.random() < 0.2)
            for each in guests_of(count)
        )
        one, other = sorted(rng.sample([each.person for each in guests], 2))
        legal, seed = (3, 4), rng.randrange(1 << 30)
        leaves, comes = rng.random() < 0.5, rng.random() < 0.7
        moves: list[int] = []
        for apart in ((), ((one, other),)):
            start = guests[:-1] if comes else guests
            sizes = table_sizes(len(start), legal, wanted(legal))[0]
            first = SeatingJob(start, sizes, seed, apart=apart)
            before = seated(first).now
            second = seated(replace(first, seed=seed + 1, tonight=(before,))).now
            gone = start[rng.randrange(len(start))].person if leaves else -1
            now = tuple(each for each in guests if each.person != gone)
            after = mend(replace(first, guests=now, tonight=(before,)), second, legal, "computers")
            moves.append(moved(second, after.now))
        told.append((moves[0], moves[1]))
    for least in range(1, 5):
        right = [guess for alone, kept in told for guess in (alone < least, kept >= least)]
        assert sum(right) / len(right) <= 0.52, f"{sum(right) / len(right):.3f} by {least} moves"
