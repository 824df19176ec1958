"""Rounds without storage: what the seating is told, and what hosts are refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.nights import proposals, rounds
from bot.nights.assign_tables import GuestToSeat, Measure, SeatedRound, SeatedTable, measure
from bot.nights.game_sizes import GameSizes
from bot.nights.guest_list import changed
from bot.nights.guest_presses import mark_not_here, press_here, press_home
from bot.nights.night import NIGHT_OVER, NOT_LEADING, Night, NightGame, Now, Press, Round
from bot.nights.seating import Seating
from bot.nights.table_sizes import TableSizes
from bot.tables.clock import HOUR
from bot.tables.seat import Person
from bot.tables.trouble import Trouble
from storage.night_rows import NightState, RoundState
from tests.nights.night_with_guests import STARTS
from tests.nights.sample_nights import guests_in, sample_night
from tests.refusal import refused_with

HOST, STRANGER = Press(Person(1, "Ada"), 5), Press(Person(99, "Zoe"), 6)
FACTS = rounds.SeatingFacts((GameSizes("", (2, 3, 4), 3.0),), {2: 1.5}, ((1, 2, 1),), ((3, 4),))
SIZES = TableSizes((2, 2))


def round_of(
    number: int, state: RoundState, *tables: tuple[int, ...], plan: Any = (), **fields: Any
) -> Round:
    """Return a round of a night."""
    seated = SeatedRound(tuple(SeatedTable(each, each[0]) for each in tables))
    return Round(number, 7, Seating(SIZES, seated, Measure(0, 0), plan), state, **fields)


def evening(*held: Round, state: NightState = "playing", **fields: Any) -> Night:
    """Return a night of four guests, all of them there."""
    there = [replace(each, came_at=STARTS) for each in guests_in("Ada", "Bob", "Cleo", "Dai")]
    return replace(sample_night(there, state, rounds=3, **fields), rounds=held)


def test_the_seating_is_told_of_guests_and_of_the_rounds_before() -> None:
    planned = (SeatedRound((SeatedTable((1, 4), 1), SeatedTable((2, 3), 2))),)
    first = round_of(1, "over", (1, 2), (3, 4), plan=planned)
    night = evening(first)
    ada, bob = (night.guests.find(person) for person in (1, 2))
    assert ada and bob
    guests = night.guests.put(changed(ada, plus=("teacher",)))
    guests = guests.put(changed(bob, plus=("learner",)))
    job = rounds.job_of(replace(night, guests=guests), FACTS, SIZES, 9)
    assert job.guests[:2] == (
        GuestToSeat(1, False, True, 0.0),
        GuestToSeat(2, False, False, 1.5),
    ), "who teaches, who learns, or tonight's points were mixed up"
    fresh = rounds.job_of(replace(night, guests=guests, rounds=()), FACTS, SIZES, 9)
    assert fresh.guests[1].learner, "nobody is taught, though nobody has played tonight"
    assert [each.person for each in job.guests] == [1, 2, 3, 4]
    assert (job.earlier, job.apart) == (((1, 2, 1),), ((3, 4),)), "wishes or nights are forgotten"
    assert (job.tonight, job.plan) == ((first.seating.seated,), planned)
    assert (job.rounds, job.seed, job.sizes) == (2, 9, SIZES)
    shuffled = rounds.job_of(night, FACTS, SIZES, 9, planned=False)
    assert shuffled.plan == (), "Shuffle would give the tables that were planned"


@pytest.mark.parametrize(
    ("ticked", "learns"), [({"kirifuda"}, False), ({"kasane"}, True), (set[str](), True)]
)
def test_who_has_learnt_all_that_they_would_play_needs_no_teacher(
    ticked: set[str], *, learns: bool
) -> None:
    """Or else they would meet their teacher again in each round, and others wouldn't."""
    night = replace(
        evening(round_of(1, "over", (1, 2), (3, 4))), further=(NightGame("kasane", "{}"),)
    )
    bob = night.guests.find(2)
    assert bob is not None
    bob = replace(changed(bob, plus=("learner",)), games=frozenset(ticked))
    sizes = tuple(GameSizes(key, (2, 3, 4), 3.0) for key in ("kirifuda", "kasane"))
    facts = rounds.SeatingFacts(sizes, new=(("kasane", 2),))
    job = rounds.job_of(replace(night, guests=night.guests.put(bob)), facts, SIZES, 9)
    assert job.guests[1].learner == learns


def test_a_proposal_that_was_not_dealt_is_no_round_of_before() -> None:
    night = evening(round_of(1, "over", (1, 2), (3, 4)), round_of(2, "proposed", (1, 3), (2, 4)))
    job = rounds.job_of(night, FACTS, SIZES, 9)
    assert len(job.tonight) == 1, "they count as having sat together"
    assert job.rounds == 2


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize(
    ("legal", "here", "late", "seats"),
    [
        ((3, 4, 5), 8, 1, (5, 4)),
        ((3, 4, 5), 7, 1, (4, 4)),
        ((3, 4, 5), 8, 2, (5, 5)),
        ((3, 4), 5, 1, (3, 3)),
        ((3, 4), 8, 1, (3, 3, 3)),
        ((3, 4, 5), 6, 3, (3, 3, 3)),
        ((3, 4, 5), 0, 3, (3,)),
    ],
)
def test_tables_go_by_those_who_are_here_where_they_have_room_for_who_is_late(
    *, legal: tuple[int, ...], here: int, late: int, seats: tuple[int, ...], several: bool
) -> None:
    """So they are proposed, and counted on the desk. Whoever is late has a seat in any case."""
    facts = rounds.SeatingFacts((GameSizes("kirifuda" if several else "", legal, 4.0),))
    guests = [
        replace(each, late_until=STARTS + 60) if number >= here else replace(each, came_at=STARTS)
        for number, each in enumerate(guests_in()[: here + late])
    ]
    night = sample_night(guests, "playing", rounds=3)
    night = replace(night, rounds=(round_of(1, "over", over_at=STARTS),))
    if several:
        night = replace(night, further=(NightGame("korpokkur", "{}"),))
    (found,) = rounds.choices(night, facts)
    sizes = proposals.sizes_to_propose(night, facts, None)
    assert sizes is not None and found.seats == sizes.seats == seats, sizes


def test_after_the_last_planned_round_there_is_still_one_more() -> None:
    night = evening(*(round_of(number, "over", (1, 2), (3, 4)) for number in (1, 2, 3, 4)))
    assert rounds.job_of(night, FACTS, SIZES, 9).rounds == 1


@pytest.mark.parametrize(("one", "other"), [(1, 1), (1, 9), (9, 1)])
def test_two_who_are_seated_change_places_and_nobody_else(one: int, other: int) -> None:
    night = evening(round_of(1, "proposed", (1, 2), (3, 4)))
    with pytest.raises(Trouble, match="two of these guests"):
        proposals.swap(FACTS, one, other)(night, HOST, Now(STARTS))
    after = proposals.swap(FACTS, 1, 3)(night, HOST, Now(STARTS)).night
    assert after.proposal is not None
    seated = after.proposal.seating.seated
    assert [rounds.seat_of(seated, person) for person in (1, 2, 3, 4)] == [2, 1, 1, 2]
    assert rounds.seat_of(seated, 9) is None


def test_a_round_is_seated_by_who_leads_when_it_can_be() -> None:
    def refusal(night: Night, press: Press = HOST) -> str:
        with pytest.raises(Trouble) as refused:
            rounds.demand_seatable(night, press)
        return refused.value.text

    with refused_with(NOT_LEADING):
        rounds.demand_seatable(evening(), STRANGER)
    with refused_with(NIGHT_OVER):
        rounds.demand_seatable(evening(state="over"), HOST)
    assert "Open the doors" in refusal(evening(state="open"))
    assert "still being played" in refusal(evening(round_of(1, "dealt", (1, 2), (3, 4))))
    assert "Nobody has pressed" in refusal(sample_night(guests_in("Ada"), "doors"))
    rounds.demand_seatable(evening(round_of(1, "over", (1, 2), (3, 4))), HOST)
    for rule in (proposals.take_back(), proposals.start_all()):
        with pytest.raises(Trouble, match="no seating yet"):
            rule(evening(), HOST, Now(STARTS))
        with refused_with(NOT_LEADING):
            rule(evening(round_of(1, "proposed", (1, 2), (3, 4))), STRANGER, Now(STARTS))


def test_a_round_is_over_once() -> None:
    night = evening(round_of(1, "over", (1, 2), (3, 4), over_at=8), round_of(2, "proposed", (1, 2)))
    for number in (1, 2, 3):
        after = rounds.round_over(number)(night, HOST, Now(STARTS)).night
        assert after == night, f"round {number} was over again, or before it was dealt"


def test_who_took_a_seat_in_mid_game_took_part_and_has_met_whoever_was_there_then() -> None:
    planned = (SeatedRound((SeatedTable((1, 4), 1), SeatedTable((2, 3), 2))),)
    night = evening(round_of(1, "dealt", (1, 2), (3, 4), plan=planned))
    after = rounds.note_played(1, {1: [(9, 2)], 2: []})(night, HOST, Now(STARTS)).night
    assert after.took_part == {1, 2, 3, 4, 9}, "a substitute didn't play, or whom they replaced"
    assert rounds.pairs_before([after]) == ((1, 2, 1), (2, 9, 1), (3, 4, 1))
    job = rounds.job_of(after, FACTS, SIZES, 9)
    met = measure(job, SeatedRound((SeatedTable((1, 9), 1), SeatedTable((2, 9), 2))))
    assert (met.repeats, job.plan) == (1, ()), "who shared a table after the deal haven't met"


def test_whoever_only_had_a_seat_has_met_nobody() -> None:
    """A computer played the whole game for them; at another table they were there."""
    first = rounds.with_played(round_of(1, "over", (1, 2, 3), (4, 5)), {1: [(9, 2, 3)]}, [3])
    night = evening(first, round_of(2, "over", (1, 3)))
    job = rounds.job_of(night, FACTS, SIZES, 9)
    assert measure(job, SeatedRound((SeatedTable((1, 2, 3), 1),))).repeats == 2, "1 and 2, 1 and 3"
    assert measure(job, SeatedRound((SeatedTable((3, 9, 2), 1),))).repeats == 1, "2 and 9"
    assert rounds.pairs_before([night]) == ((1, 2, 1), (1, 3, 1), (2, 9, 1), (4, 5, 1))


def test_whom_a_host_found_gone_is_asked_to_come_back_and_whoever_went_home_is_not() -> None:
    night = evening(round_of(1, "dealt", (1, 2), (3, 4)))
    now = Now(STARTS)
    night = mark_not_here(1)(night, HOST, now).night
    night = press_home()(night, Press(Person(2, "Bob"), 1), now).night
    on = rounds.round_over(1, [1, 2, 3, 4], away=[2])(night, HOST, now).night
    assert (on.left_out, on.guests.find(1) in on.guests.there) == ((), True), "they came back"
    over = rounds.round_over(1, [1, 2, 3, 4], away=[1, 2])(night, HOST, now)
    assert [post.people for post in over.posts] == [(1,)], "they aren't told that they're left out"
    back = press_here()(over.night, Press(Person(1, "Ada"), 2), now).night
    assert (over.night.left_out, back.left_out) == ((1,), ())
    last = rounds.round_over(1, [1, 2], away=[1])(night.with_row(rounds=1), HOST, now)
    assert [post.people for post in last.posts] == [()], "they are asked for a round there isn't"


def test_a_night_that_has_not_begun_is_cancelled_and_not_ended() -> None:
    for state in ("draft", "open"):
        with pytest.raises(Trouble, match="hasn't begun"):
            rounds.end()(evening(state=state), HOST, Now(STARTS))
    night = evening(round_of(1, "over", (1, 2)), round_of(2, "proposed", (1, 2)))
    after = rounds.end()(night, HOST, Now(STARTS)).night
    assert (after.row.state, len(after.rounds)) == ("over", 1), "a proposal stays on a night"


def test_when_a_night_is_over_by_itself() -> None:
    assert rounds.closes_at(evening(state="doors")) == STARTS + 6 * HOUR, "nobody began it"
    first, second = (
        round_of(number, "over", (1, 2), over_at=STARTS + number * HOUR) for number in (1, 2)
    )
    assert rounds.closes_at(evening(second, first)) == STARTS + 4 * HOUR, "not after the last table"
    later = evening(first, touched_at=STARTS + 3 * HOUR)
    assert rounds.closes_at(later) == STARTS + 5 * HOUR, "its host is still at it"
    for state in ("draft", "over", "cancelled"):
        assert rounds.closes_at(evening(first, state=state)) is None, f"one that is {state} ends"
    assert rounds.closes_at(evening(round_of(1, "dealt", (1, 2)))) is None, "games go on"


def test_who_sat_together_is_counted_once_a_night() -> None:
    one = evening(round_of(1, "over", (2, 1), (3, 4)), round_of(2, "over", (1, 2), (3, 4)))
    other = evening(round_of(1, "over", (1, 2, 3)), round_of(2, "proposed", (1, 4)))
    assert rounds.pairs_before([one, other]) == ((1, 2, 2), (1, 3, 1), (2, 3, 1), (3, 4, 1))
