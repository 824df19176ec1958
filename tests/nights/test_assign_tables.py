"""Seating: legal, the same for the same seed, few known pairs, and every wish that can be met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.nights import seating_search
from bot.nights.assign_tables import (
    GuestToSeat,
    Measure,
    Proposal,
    SeatedRound,
    SeatedTable,
    SeatingJob,
    measure,
    seating,
    swapped,
)
from bot.nights.table_sizes import SeatingMode, TableSizes, table_sizes
from tests.nights.evenings import (
    evening,
    guests_of,
    least_repeats,
    repeats,
    sizes_of,
    times_together,
    wanted,
    worst_pair,
)
from tests.nights.test_table_sizes import SEATS

LONG = pytest.mark.long
SOME = {6, 7, 8, 10, 11, 12, 13, 16, 21, 40}
"""The numbers of guests that the quick share tries."""
EVERY = [pytest.param(n, marks=[] if n in SOME else LONG) for n in range(6, 41)]


def check(job: SeatingJob, made: Proposal) -> None:
    """Check that a proposal is one that could be played."""
    told = f"{len(job.guests)} guests, {job.mode}, {job.sizes}: {made.now}"
    everybody = [guest.person for guest in job.guests]
    for one in (made.now, *made.later):
        seated = [person for table in one.tables for person in table.people]
        assert sorted([*seated, *one.sit_outs]) == everybody, f"not everybody once: {told}"
        assert len(one.sit_outs) == job.sizes.sit_outs, told
        for table, seats in zip(one.tables, job.sizes.seats, strict=True):
            assert len(table.people) + table.computers == seats, f"a seat is empty: {told}"
            assert table.host in table.people, f"the host sits elsewhere: {told}"
    bots = sum([table.computers for table in made.now.tables])
    assert bots == job.sizes.computers, told
    known = times_together(job.tonight)
    here = times_together([made.now])
    assert made.measure.pairs == len(here), told
    assert made.measure.repeats == len(here.keys() & known.keys()), told


@pytest.mark.parametrize(
    "counts",
    [
        pytest.param((*range(2, 25), *range(29, 61, 10)), id="most"),
        pytest.param(range(2, 61), id="all", marks=LONG),
    ],
)
@pytest.mark.parametrize("mode", SeatingMode)
@pytest.mark.parametrize("legal", SEATS, ids=str)
def test_every_number_of_guests_is_seated_in_every_game_and_mode(
    legal: tuple[int, ...],
    mode: SeatingMode,
    counts: Sequence[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever the host chooses; one start is enough for that."""
    monkeypatch.setattr(seating_search, "STEPS", 0)
    for count in counts:
        for sizes in table_sizes(count, legal, wanted(legal), mode=mode, rounds=3):
            evening(guests_of(count), sizes, 3, mode=mode, then=check)


@pytest.mark.parametrize("mode", SeatingMode)
@pytest.mark.parametrize("count", [5, 11, 30])
def test_the_same_seed_gives_the_same_tables_and_the_next_one_shuffles(
    count: int, mode: SeatingMode
) -> None:
    sizes = table_sizes(count, (3, 4), 3.5, mode=mode, rounds=3)[-1]
    job = SeatingJob(guests_of(count), sizes, 7, mode, rounds=3)
    made = seating(job)
    assert seating(job) == made, "the same job was seated in two ways"
    others = [seating(replace(job, seed=seed)) for seed in range(8, 12)]
    assert any(who_sits(one.now) != who_sits(made.now) for one in others), "no shuffle changes it"


def who_sits(one: SeatedRound) -> set[frozenset[int]]:
    """Return who sits together, whichever the table and the seats."""
    return {frozenset(table.people) for table in one.tables}


# The bar


@pytest.mark.parametrize("planned", [False, True], ids=["one by one", "planned"])
@pytest.mark.parametrize("count", EVERY)
def test_three_rounds_come_near_the_least_repeats_that_there_can_be(
    count: int, planned: bool
) -> None:
    sizes = sizes_of(count)
    tonight = evening(guests_of(count), sizes, 3, planned=planned, then=check)
    least = least_repeats([sizes.seats] * 3)
    found = repeats(tonight)
    assert found <= least + 4, f"{count} guests: {found} pairs again, at least {least} must be"
    assert worst_pair(tonight) <= 2, f"{count} guests: a pair sat together three times"


@pytest.mark.parametrize("planned", [False, True], ids=["one by one", "planned"])
@pytest.mark.parametrize("count", EVERY)
def test_no_pair_meets_a_third_time_in_four_rounds(count: int, planned: bool) -> None:
    tonight = evening(guests_of(count), sizes_of(count, 4), 4, planned=planned, then=check)
    assert worst_pair(tonight) <= 2, f"{count} guests: a pair sat together three times"


@pytest.mark.parametrize("seed", range(5))
def test_sixteen_meet_without_repeats_in_four_rounds_of_four(seed: int) -> None:
    tonight = evening(guests_of(16), TableSizes((4, 4, 4, 4)), 4, seed=100 * seed)
    assert repeats(tonight) == 0, "the rounds weren't planned together"


@pytest.mark.parametrize(
    ("seats", "rounds", "least"),
    [
        ((4, 3), 3, 6),
        ((4, 4), 3, 8),
        ((4, 3, 3), 3, 2),
        ((4, 4, 3), 3, 4),
        ((4, 4, 3), 4, 6),
        ((4, 4, 4), 4, 9),
        ((3, 3, 3, 3), 3, 0),
        ((4, 3, 3, 3), 4, 0),
        ((2, 2), 4, 2),
    ],
)
def test_the_bound_of_a_night(seats: tuple[int, ...], rounds: int, least: int) -> None:
    assert least_repeats([seats] * rounds) == least


# The plan


def test_a_plan_is_kept_to_while_nobody_comes_or_goes() -> None:
    guests, sizes = guests_of(16), TableSizes((4, 4, 4, 4))
    job = SeatingJob(guests, sizes, 1, rounds=4)
    first = seating(job)
    next_one = replace(job, seed=50, rounds=3, tonight=(first.now,), plan=first.later)
    second = seating(next_one)
    assert who_sits(second.now) == who_sits(first.later[0]), "the plan wasn't kept to"
    assert second.later == first.later[1:], "what was planned for later was lost"
    shuffled = seating(replace(next_one, plan=()))
    assert who_sits(shuffled.now) != who_sits(second.now), "a shuffle brought back the plan"
    stays = seating(replace(next_one, mode=SeatingMode.ONE_TABLE))
    assert who_sits(stays.now) == who_sits(first.now), "a plan was kept to that has other wishes"


@pytest.mark.parametrize("change", ["gone", "come", "another", "sizes", "apart", "away"])
def test_a_plan_that_no_longer_fits_is_made_anew(change: str) -> None:
    job = SeatingJob(guests_of(12), sizes_of(12), 1, rounds=3)
    first = seating(job)
    then = replace(job, rounds=2, tonight=(first.now,), plan=first.later)
    a, b = first.later[0].tables[0].people[:2]
    match change:
        case "gone":
            then = replace(then, guests=job.guests[1:], sizes=sizes_of(11))
        case "come":
            then = replace(then, guests=guests_of(13), sizes=sizes_of(13))
        case "another":
            then = replace(then, guests=guests_of(13)[1:])
        case "sizes":
            then = replace(then, sizes=TableSizes((4, 4, 4)))
        case "apart":
            then = replace(then, apart=((b, a),))
        case _:
            then = replace(then, away=first.later[0].tables[0].people)
    made = seating(then)
    check(then, made)
    most = max(len({*then.away} & {*table.people}) for table in made.now.tables)
    assert most <= 1, "computers play for all at one table"
    together = times_together([made.now, *made.later])
    assert change != "apart" or not together[frozenset((a, b))], "they were seated by the old plan"


def test_who_may_not_come_sits_where_others_play_with_each_other() -> None:
    """At a table for two somebody would play against a computer alone."""
    for seed in range(20):
        job = SeatingJob(guests_of(5), TableSizes((2, 3)), seed, away=(102,))
        (table,) = [each for each in seating(job).now.tables if 102 in each.people]
        assert len(table.people) == 3, f"of five, one is left with a computer (seed {seed})"


# What else is wished


@pytest.mark.parametrize("mode", SeatingMode)
@pytest.mark.parametrize("count", [7, 10, 11, 16, 24])
def test_two_who_are_to_be_apart_never_sit_together(count: int, mode: SeatingMode) -> None:
    """One has such a wish about three others, and all neighbours have one about each other."""
    people = [guest.person for guest in guests_of(count)]
    wishes = [(people[0], other) for other in people[2:5]]
    wishes += [(people[at + 1], people[at]) for at in range(5, count - 1, 2)]
    tonight: tuple[SeatedRound, ...] = ()
    for number in range(3):
        job = SeatingJob(
            guests_of(count),
            table_sizes(count, (3, 4), 3.5, mode=mode, rounds=3)[0],
            number,
            mode,
            rounds=3 - number,
            tonight=tonight,
            apart=tuple(wishes),
        )
        tonight = (*tonight, seating(job).now)
    together = times_together(tonight)
    found = [pair for pair in wishes if together[frozenset(pair)]]
    assert not found, f"{found} sat together"


def test_a_long_night_brings_nobody_together_who_is_to_be_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All others have met many times, and would rather not again."""
    monkeypatch.setattr(seating_search, "STEPS", 10_000)
    a, b, c, d = [guest.person for guest in guests_of(4)]
    tonight: tuple[SeatedRound, ...] = ()
    for seed in range(25):
        wishes = ((a, b), (d, c))
        job = SeatingJob(guests_of(7), sizes_of(7), seed, tonight=tonight, apart=wishes)
        tonight = (*tonight, seating(job).now)
    together = times_together(tonight)
    assert not together[frozenset((a, b))], "a and b sat together"
    assert not together[frozenset((c, d))], "c and d sat together"


def test_learners_sit_with_a_teacher() -> None:
    """Four tables, three teachers, six learners, who were all In one after the other."""
    guests = tuple(
        [GuestToSeat(number, learner=number < 6, teacher=6 <= number < 9) for number in range(14)]
    )
    for seed in range(5):
        for table in evening(guests, sizes_of(14), 3, seed=100 * seed)[0].tables:
            learners = [person for person in table.people if person < 6]
            teachers = [person for person in table.people if 6 <= person < 9]
            assert len(learners) <= 2 * len(teachers), f"nobody teaches {learners} at {table}"
            if teachers:
                assert table.host in teachers, "a teacher should open the table"


def test_whoever_was_taught_meets_others_in_later_rounds() -> None:
    """One teacher and one learner of eleven: after the first round they needn't sit together."""
    guests = tuple(
        [
            replace(each, learner=each.person == 100, teacher=each.person == 101)
            for each in guests_of(11)
        ]
    )
    pair = frozenset((100, 101))
    evenings = [evening(guests, sizes_of(11), 3, seed=100 * seed) for seed in range(5)]
    times = [times_together(rounds)[pair] for rounds in evenings]
    assert min(times) >= 1 and sum(times) < 10, f"of three rounds they sat together in {times}"


def test_who_was_in_first_opens_the_table_where_nobody_teaches() -> None:
    guests = tuple(reversed(guests_of(11)))
    for table in seating(SeatingJob(guests, sizes_of(11), 1)).now.tables:
        assert table.host == max(table.people), f"{table} is opened by another"


def test_those_who_met_on_earlier_nights_meet_others_first() -> None:
    """Twelve who sat in the same fours on the last two nights."""
    people = range(100, 112)
    earlier = tuple([(a, b, 2) for a in people for b in people if a < b and a // 4 == b // 4])
    made = seating(SeatingJob(guests_of(12), sizes_of(12), 1, earlier=earlier))
    again = [pair for pair in times_together([made.now]) if (min(pair), max(pair), 2) in earlier]
    assert not again, f"{again} met on earlier nights"


def test_nobody_has_the_smaller_table_twice_who_need_not() -> None:
    sizes = TableSizes((4, 4, 4, 3))
    for seed in range(10):
        tonight = evening(guests_of(15), sizes, 3, seed=100 * seed, planned=bool(seed % 2))
        small = [person for one in tonight for person in one.tables[-1].people]
        assert len(small) == len(set(small)), f"some had it twice: {sorted(small)}"


def test_by_standing_those_with_equal_points_sit_together() -> None:
    guests = tuple([GuestToSeat(number, points=number % 4) for number in range(16)])
    job = SeatingJob(guests, TableSizes((4, 4, 4, 4)), 3, SeatingMode.STANDING, rounds=2)
    made = seating(job)
    for table in made.now.tables:
        assert len({person % 4 for person in table.people}) == 1, f"{table.people} stand apart"
    assert not made.later, "a round was planned before its standing is known"
    then = seating(replace(job, tonight=(made.now, made.now)))
    often = times_together([made.now, made.now, then.now]).values()
    assert max(often) < 3, "equal points brought the same people together a third time"


def test_by_standing_neighbours_sit_together_though_they_know_each_other() -> None:
    """Two have the same points each, and have sat together once."""
    guests = tuple([GuestToSeat(number, points=number // 2 * 2) for number in range(12)])
    pairs = [SeatedTable((number, number + 1), number) for number in range(0, 12, 2)]
    tonight = (SeatedRound(tuple(pairs)),)
    job = SeatingJob(guests, TableSizes((4, 4, 4)), 3, SeatingMode.STANDING, tonight=tonight)
    for table in seating(job).now.tables:
        points = [person // 2 * 2 for person in table.people]
        assert max(points) - min(points) == 2, f"points at a table: {points}"


def test_one_table_for_the_evening_stays_and_changes_only_where_someone_leaves() -> None:
    mode = SeatingMode.ONE_TABLE
    tonight = evening(guests_of(11), sizes_of(11), 3, mode=mode, then=check)
    first = who_sits(tonight[0])
    assert all(who_sits(one) == first for one in tonight), "the tables changed"
    gone = tonight[0].tables[0].people[0]
    guests = tuple([guest for guest in guests_of(11) if guest.person != gone])
    job = SeatingJob(guests, sizes_of(10), 1, mode, tonight=tonight)
    now = who_sits(seating(job).now)
    assert now == {frozenset(table - {gone}) for table in first}, "who stays changed tables"


def test_tables_that_the_host_made_stay_for_the_evening() -> None:
    """Two learners were swapped to a table where nobody teaches."""
    guests = tuple(
        [GuestToSeat(number, learner=number < 2, teacher=number == 2) for number in range(7)]
    )
    by_hand = SeatedRound((SeatedTable((2, 3, 4, 5), 2), SeatedTable((0, 1, 6), 0)))
    job = SeatingJob(guests, TableSizes((4, 3)), 1, SeatingMode.ONE_TABLE, tonight=(by_hand,))
    assert who_sits(seating(job).now) == who_sits(by_hand), "the host's tables were changed"


@pytest.mark.parametrize("planned", [True, False])
def test_nobody_sits_out_twice_before_all_have(planned: bool) -> None:
    tonight = evening(guests_of(5), TableSizes((4,), sit_outs=1), 10, planned=planned, then=check)
    sat_out = [person for one in tonight for person in one.sit_outs]
    for lap in (sat_out[:5], sat_out[5:]):
        assert sorted(lap) == [guest.person for guest in guests_of(5)], f"in turn: {sat_out}"


def test_seats_go_round() -> None:
    tonight = evening(guests_of(4), TableSizes((4,)), 4)
    for guest in guests_of(4):
        seats = [one.tables[0].people.index(guest.person) for one in tonight]
        assert sorted(seats) == [0, 1, 2, 3], f"somebody had seats {seats}"


# The measure, and the host's hand


def seated(*tables: str, sit_outs: str = "") -> SeatedRound:
    """Return a round of tables, each letter a person."""
    return SeatedRound(
        tuple([SeatedTable(tuple(map(ord, table)), ord(table[0])) for table in tables]),
        tuple(map(ord, sit_outs)),
    )


def letters(text: str) -> tuple[GuestToSeat, ...]:
    """Return guests, each a letter."""
    return tuple([GuestToSeat(ord(letter)) for letter in text])


def test_the_measure_of_a_round() -> None:
    before = seated("abcd", "efgh", "ijk")
    job = SeatingJob(letters("abcdefghijk"), sizes_of(11), 1, tonight=(before,))
    assert measure(job, seated("abef", "cdgi", "hjk")) == Measure(15, 4)
    assert measure(job, before) == Measure(15, 15)
    # After these three rounds only b and d, b and e have not met.
    played = (seated("abc", "def"), seated("ade", "bcf"), seated("abf", "cde"))
    six = SeatingJob(letters("abcdef"), TableSizes((3, 3)), 1, tonight=played)
    assert measure(six, seated("bde", "acf")) == Measure(6, 4)


def test_a_swap_by_hand_is_measured_and_drops_the_plan() -> None:
    before = seated("abcd", "efgh", "ijk")
    job = SeatingJob(letters("abcdefghijk"), sizes_of(11), 1, rounds=2, tonight=(before,))
    made = seating(job)
    one, other = made.now.tables[0].people[1], made.now.tables[1].people[2]
    by_hand = swapped(job, made, one, other)
    check(job, by_hand)
    assert by_hand.now.tables[0].people[1] == other, "they didn't change seats"
    assert by_hand.now.tables[1].people[2] == one, "they didn't change seats"
    assert not by_hand.later, "a plan stands that was made for other tables"
    assert swapped(job, by_hand, one, other).now == made.now, "back again isn't as before"


def test_whoever_sits_out_can_be_swapped_in() -> None:
    job = SeatingJob(letters("abcde"), TableSizes((4,), sit_outs=1), 1)
    made = seating(job)
    (out,) = made.now.sit_outs
    inside = made.now.tables[0].host
    by_hand = swapped(job, made, inside, out)
    check(job, by_hand)
    assert by_hand.now.sit_outs == (inside,), "somebody else sits out"


def test_sizes_for_another_number_are_refused() -> None:
    with pytest.raises(ValueError, match="another number"):
        seating(SeatingJob(guests_of(11), sizes_of(12), 1))
