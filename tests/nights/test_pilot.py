"""What a night does by itself, by each pilot; and random evenings with all that comes between."""

from __future__ import annotations

import contextlib
import random
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import inf
from typing import Any, get_args

import pytest

from bot.nights import due_times, pilot
from bot.nights.added_rounds import added_post
from bot.nights.answers import press_in, press_other
from bot.nights.assign_tables import Measure, Proposal, SeatedRound, SeatedTable
from bot.nights.doors import come_late, go_home, press_here
from bot.nights.more_tables import add, seats_by_itself, waiting_now
from bot.nights.next_due import guests_or_end_due, next_due
from bot.nights.night import Change, Night, Now, Post, Press, Rule
from bot.nights.night_timer import after_ring
from bot.nights.pilot import TIMER, RingFacts
from bot.nights.pilot_presses import resume, set_pilot, stop
from bot.nights.proposals import mend, propose, start_all, take_back
from bot.nights.rounds import round_over
from bot.nights.seating import FreeSeat
from bot.nights.stages import (
    ALL_HERE,
    NOTICE,
    RoundPace,
    ends_at,
    finishes_at,
    goes_on_at,
    leapt,
    staged,
)
from bot.nights.table_sizes import TableSizes, table_sizes
from bot.tables.clock import HOUR, MINUTE
from bot.tables.seat import Person
from bot.tables.trouble import Trouble
from storage.night_rows import Pilot
from tests.nights.night_with_guests import STARTS
from tests.nights.sample_nights import guests_in, sample_night
from tests.only import first

PACE = RoundPace(fewest=3, minutes=15)
ANNOUNCED = STARTS - NOTICE
"""When it is said on *auto* who sits where, if all are here."""
SEATS = (3, 4)
ADA = Person(1, "Ada")
PILOTS: tuple[Pilot, ...] = get_args(Pilot)


def seat_all(night: Night) -> Rule:
    """Return the rule that seats all who are to be seated, just as they come."""
    sizes, found = tables_for([guest.person for guest in night.seatable])
    if night.proposal is None:
        return propose(sizes, found, 1)
    return mend(sizes, found)


def tables_for(people: list[int], computers: int = 1) -> tuple[TableSizes, Proposal]:
    """Return tables for people, just as they come, with so many computers at most."""
    sizes = first(
        (each for each in table_sizes(len(people), SEATS, 4.0) if each.computers <= computers),
        "table sizes",
    )
    left, tables = [*people], list[SeatedTable]()
    for count in sizes.guests_by_table():
        table, left = tuple(left[:count]), left[count:]
        tables.append(SeatedTable(table, table[0], 0))
    return sizes, Proposal(SeatedRound(tuple(tables), tuple(left)), Measure(0, 0))


def seat_waiting(night: Night, at: int) -> Rule | None:
    """Return the rule that deals those who wait a table by itself, if they get one now."""
    if night.row.pilot != "auto" or not seats_by_itself(night, PACE, at):
        return None
    waiting = waiting_now(night)
    return add(*tables_for([guest.person for guest in waiting], 0))


@dataclass
class Evening:
    """A night by some pilot, its clock, and what was said, which is seen after a while."""

    night: Night
    now: int
    seen_after: int = 0
    leaders: tuple[int, ...] = (1,)
    said: list[tuple[int, Post]] = field(default_factory=list)
    seen: dict[int, int] = field(default_factory=dict)
    """When the notice of a round was noted."""
    led_at: int = 0
    dealt: list[int] = field(default_factory=list)
    leaps: int = 0
    """By how many seconds the clock was set."""
    unannounced: list[int] = field(default_factory=list)
    """The rounds that were dealt by themselves, and whose notice hadn't been there for a minute."""
    forgotten: list[int] = field(default_factory=list)
    """Who was to come from round 2 on, and had no place in it."""

    def save(self, change: Change, press: Press) -> None:
        """Take over a change as the storage would."""
        before = self.night
        after = staged(before, change, press, self.now, PACE)
        revision = before.row.revision + 1
        self.night = after.with_row(revision=revision, touched_at=self.now)
        if press.by.id:
            self.led_at = self.now
        for post in change.posts:
            self.said.append((self.now - self.leaps, post))
            if post.kind == "notice":
                self.seen[post.details["round"]] = self.now - self.leaps + self.seen_after
        if change.what == "dealt":
            self.dealt.append(self.now)
            number = len(self.night.dealt)
            seen = self.seen.get(number, inf)
            if not press.by.id and self.now - self.leaps < seen + MINUTE:
                self.unannounced.append(number)
            late = [each for each in self.night.guests.guests if each.late]
            self.forgotten += [each.person for each in late if number >= 2 and not each.kept_until]

    def press(self, rule: Rule) -> None:
        """Let Ada, who leads, press something."""
        press = Press(ADA, 1)
        self.save(rule(self.night, press, Now(self.now)), press)

    def guests(self, outcome: due_times.Outcome) -> None:
        """Let a guest do something."""
        self.save(Change(replace(self.night, guests=outcome[0]), "here"), Press(Person(0, ""), 1))

    def come(self, *people: int) -> None:
        """Let people say that they are here."""
        for person in people:
            self.guests(press_here(self.night.guests, person, f"P{person}", self.now, {}))

    def ring(self) -> None:
        """Do what is due now, as the timer does."""
        now = Now(self.now)
        if (guests_or_end_due(self.night) or inf) <= self.now:
            self.save(after_ring(self.night, now, PACE), TIMER)
        if (pilot.pilot_due(self.night, PACE) or inf) <= self.now:
            enough = PACE.is_enough(self.night)
            number = len(self.night.dealt) + 1
            at = None if number not in self.seen else self.seen[number] + self.leaps
            facts = RingFacts(
                PACE,
                self.leaders,
                self.led_at,
                at if at is not None and at <= self.now else None,
                noticed=bool(self.seen),
                waiting=len(waiting_now(self.night)),
                table=seat_waiting(self.night, self.now),
                seat=seat_all(self.night) if enough else None,
            )
            self.save(pilot.ring(self.night, now, facts), TIMER)
            if self.night.row.stage == "finishing":
                self.over()

    def until(self, at: int) -> None:
        """Let time go by, ringing in time."""
        rings = 0
        while (due := next_due(self.night, PACE)) is not None and due <= at:
            rings += 1
            assert rings < 500, f"it rings for ever: {self.night.row.stage}"
            self.now = max(self.now, due)
            self.ring()
        self.now = at

    def over(self) -> None:
        """Let the games of the round at play end."""
        if self.night.playing is not None:
            rule = round_over(self.night.playing.number)
            self.save(rule(self.night, TIMER, Now(self.now)), TIMER)

    def kinds(self, *kinds: str) -> list[int]:
        """Return when something of these kinds was said, from the start of the night."""
        return [at - STARTS for at, post in self.said if post.kind in kinds]

    def reasons(self) -> list[str]:
        """Return what those who lead are called for now."""
        return [call.why for call in pilot.open_calls(self.night, PACE)]


def evening(by: Pilot, count: int = 8, **fields: Any) -> Evening:
    """Return an evening with its doors open, to which so many people come."""
    names = [f"P{number}" for number in range(count)]
    night = sample_night(guests_in(*names), "open", pilot=by, rounds=2, **fields)
    night = replace(night, guests=replace(night.guests, rung=STARTS - 49 * HOUR))
    found = Evening(night, STARTS - 49 * HOUR)
    found.until(STARTS - 20 * MINUTE)
    found.come(*range(1, count + 1))
    return found


def test_a_night_on_auto_runs_from_doors_to_its_end_untouched() -> None:
    """Everybody is here, so play starts when it was announced for; round 2 as the break ends."""
    night = evening("auto")
    night.until(STARTS + 20 * MINUTE)
    assert night.kinds("notice") == [-NOTICE] and night.dealt == [STARTS]
    night.over()
    night.until(STARTS + 40 * MINUTE)
    assert night.dealt[1:] == [STARTS + 25 * MINUTE], "play doesn't start as the break ends"
    assert night.kinds("notice") == [-NOTICE, 22 * MINUTE]
    mentioned = [post.people for _at, post in night.said if post.kind == "notice"]
    assert len(mentioned[0]) == 8 and mentioned[1] == (), "they are mentioned once a night"
    night.over()
    night.until(STARTS + 50 * MINUTE - 1)
    assert night.night.row.state == "playing"
    night.until(STARTS + 50 * MINUTE)
    assert night.night.row.state == "over", "it isn't over ten minutes after the last round"
    assert not night.kinds("needed"), "nobody is needed"


@pytest.mark.parametrize("by", PILOTS)
def test_a_round_that_a_host_adds_begins_by_itself_where_the_others_do(by: Pilot) -> None:
    """Nobody is told of it before it is sure to begin; if it is dropped, the night ends."""
    night = evening("auto")
    night.until(STARTS + 20 * MINUTE)
    night.over()
    night.until(STARTS + 40 * MINUTE)
    night.over()
    night.press(set_pilot(by))
    night.until(STARTS + 45 * MINUTE)
    before = night.night
    night.press(seat_all(night.night))
    added = added_post(before, night.night, Press(ADA, 1))
    assert bool(added) is (by == "auto"), f"it is said to be added, or isn't, on {by}: {added}"
    dropped = Evening(night.night, night.now)
    night.until(STARTS + 55 * MINUTE)
    assert len(night.dealt) == 2 + (by == "auto"), f"the round that was added: {night.dealt}"
    dropped.press(take_back())
    dropped.until(STARTS + 54 * MINUTE)
    assert not dropped.night.over and dropped.night.all_played, "a dropped round is waited for"
    dropped.until(STARTS + 56 * MINUTE)
    assert dropped.night.over is (by == "auto"), "a night whose added round was dropped goes on"


def test_who_was_away_as_a_round_ended_is_asked_before_they_are_seated_again() -> None:
    """One who presses plays on; with too few the night ends by itself."""
    for back in (0, 2):
        night = evening("auto", 6)
        night.until(STARTS + 5 * MINUTE)
        rule = round_over(1, away=range(1, 7))
        night.save(rule(night.night, TIMER, Now(night.now)), TIMER)
        asked = [post.people for _at, post in night.said if post.kind == "round_over"]
        assert asked == [(1, 2, 3, 4, 5, 6)], "those who were away aren't asked"
        assert night.night.guests.there == (), "they are here although they were away"
        night.come(*range(1, back + 1))
        night.until(STARTS + 30 * MINUTE)
        assert len(night.dealt) == 1 + bool(back), f"{back} came back, rounds: {night.dealt}"
        assert night.night.over is not bool(back), "it goes on with nobody, or ends with some"
        assert (night.night.row.stage == "few") is not bool(back), "why it isn't played on"
    led = evening("helper", 6)
    led.until(STARTS + 5 * MINUTE)
    led.press(lambda n, p, now: Change(seat_all(n)(n, p, now).night, "proposed"))
    led.press(start_all())
    rule = round_over(1, away=range(1, 7))
    led.save(rule(led.night, TIMER, Now(led.now)), TIMER)
    asked = [post.people for _at, post in led.said if post.kind == "round_over"]
    assert (asked, led.night.guests.there) == ([(1, 2, 3, 4, 5, 6)], ()), (
        "a host seats them unasked"
    )


def test_doors_are_waited_for_who_is_still_on_the_way() -> None:
    night = evening("auto")
    night.guests(press_in(night.night.guests, 50, "Late", night.now, {}))
    late = evening("auto")
    late.guests(press_in(late.night.guests, 50, "Late", late.now, {}))
    guest = late.night.guests.find(50)
    assert guest is not None
    said = replace(guest, late_until=STARTS + HOUR)
    late.guests((late.night.guests.put(said), ()))
    for each in (night, late):
        each.until(STARTS + 6 * MINUTE)
    assert night.dealt == [STARTS + 5 * MINUTE], "play doesn't start as the doors close"
    assert late.dealt == [STARTS], "they wait for somebody who said that they'd be late"


def test_a_round_starts_as_soon_as_the_last_one_is_here_who_was_waited_for() -> None:
    """Also where the seating stands by then, but never before it was there to read for a minute."""
    for came, presses in ((1, "here"), (2, "here"), (3, "here"), (2, "out")):
        night = evening("auto")
        night.guests(press_in(night.night.guests, 50, "Late", night.now, {}))
        night.until(STARTS + came * MINUTE)
        if presses == "here":
            night.come(50)
        else:
            night.guests(press_other(night.night.guests, 50, "Late", "out", night.now, {}))
        night.until(STARTS + 8 * MINUTE)
        told = [STARTS + came * MINUTE + ALL_HERE]
        assert night.dealt == told, f"{came}, {presses}: {night.dealt[0] - STARTS}"
        assert not night.unannounced, "nobody could read who sits where"
    early = evening("auto")
    early.guests(press_in(early.night.guests, 50, "Late", early.now, {}))
    early.until(STARTS - 2 * MINUTE)
    early.come(50)
    early.until(STARTS + 8 * MINUTE)
    assert early.dealt == [STARTS], "play doesn't start at the hour that all know"


def late_guest(by: Pilot, until: int, rounds: int = 2, *, second: bool = False) -> Evening:
    """Return an evening whose first round is over, to which somebody, 50, comes late."""
    night = evening(by)
    night.night = night.night.with_row(rounds=rounds)
    night.guests(press_in(night.night.guests, 50, "Late", night.now, {}))
    night.guests(come_late(night.night.guests, 50, "Late", until, night.now, {}, second=second))
    night.until(STARTS + 4 * MINUTE)
    if not night.dealt:
        seat_and_start(night)
    night.until(STARTS + 10 * MINUTE)
    night.over()
    return night


def seat_and_start(night: Evening) -> None:
    """Let Ada seat a round, and start it."""
    night.press(lambda n, p, now: Change(seat_all(n)(n, p, now).night, "proposed"))
    night.press(start_all())


def seated(night: Night) -> bool:
    """Tell whether the late guest has a seat in the last round that was dealt."""
    return 50 in night.dealt[-1].seating.seated.everybody()


@pytest.mark.parametrize("by", ["host", "helper", "auto"])
def test_who_comes_from_round_2_has_a_seat_in_it_whenever_it_begins(by: Pilot) -> None:
    """Their seat waits as any other. Where that round is over before they were to come, it is kept
    until then, as they read it.
    """
    for plays in (False, True):
        night = late_guest(by, STARTS + HOUR, rounds=3, second=True)
        assert not seated(night.night), "round 1 has a seat for who comes from round 2"
        night.until(STARTS + 20 * MINUTE)
        if by != "auto":
            seat_and_start(night)
        assert seated(night.night), "round 2 has begun without them"
        notices = [post.people for _at, post in night.said if post.kind == "notice"]
        assert notices[1:] in ([], [(50,)]), "they aren't told that it begins"
        night.until(STARTS + 25 * MINUTE)
        rule = round_over(2, sat=range(1, 51), away=() if plays else (50,))
        night.save(rule(night.night, TIMER, Now(night.now)), TIMER)
        guest = night.night.guests.find(50)
        assert guest is not None and guest.here is plays, "who has played isn't here, or who hasn't"
        assert guest.seated and (50 in night.night.took_part) is plays, f"{guest}"
        assert guest.kept_until == (None if plays else STARTS + HOUR), f"{guest}"


def test_a_round_has_a_seat_for_who_comes_soon_after_it_begins_and_the_last_for_all() -> None:
    """Round 2 is to begin at 0:15."""
    for late, rounds, in_second in ((25, 3, True), (26, 3, False), (60, 2, True)):
        night = late_guest("auto", STARTS + late * MINUTE, rounds)
        night.until(STARTS + 20 * MINUTE)
        assert len(night.dealt) == 2 and seated(night.night) is in_second, f"{late}, {rounds}"
    only = late_guest("auto", STARTS + 15 * MINUTE, rounds=1)
    assert seated(only.night), "there is no later round for them"


def test_who_comes_a_minute_after_their_time_still_has_the_seat_that_was_promised() -> None:
    """A computer holds it, and nobody else's seat changes as they aren't here to the minute."""
    night = late_guest("auto", STARTS + 13 * MINUTE, rounds=3)
    night.until(STARTS + 17 * MINUTE)
    assert len(night.dealt) == 2 and seated(night.night), "their time came between notice and start"
    assert night.night.dealt[-1].seating.put_off == 0, "others were seated anew"
    gone = late_guest("auto", STARTS + 8 * MINUTE, rounds=3)
    gone.until(STARTS + 17 * MINUTE)
    assert not seated(gone.night), "it is kept for ever"


def test_comers_and_goers_are_mended_in_and_move_a_start_that_is_near_twice() -> None:
    night = evening("auto")
    night.until(ANNOUNCED + MINUTE)
    night.come(60)
    night.until(ANNOUNCED + MINUTE)
    assert night.night.proposal and 60 in night.night.proposal.seating.seated.everybody()
    for number in range(3):
        night.until(STARTS - 30 + min(2, number) * MINUTE)
        night.come(61 + number)
        night.until(night.now)
    night.until(STARTS + 2 * MINUTE)
    assert night.dealt == [STARTS + 2 * MINUTE], "the start isn't moved by 1 min, twice"
    assert {61, 62, 63} <= night.night.took_part


def test_too_few_left_at_the_deal_lead_back_to_the_doors_which_wait() -> None:
    night = evening("auto", 3)
    night.until(ANNOUNCED + MINUTE)
    for person in (2, 3):
        night.guests(go_home(night.night.guests, person, night.now, {}))
    night.until(STARTS + 10 * MINUTE)
    assert not night.dealt and night.night.row.stage == "doors"
    night.come(2, 3)
    night.until(STARTS + 20 * MINUTE)
    assert night.dealt == [STARTS + 13 * MINUTE], "it doesn't go on once enough are here"


@pytest.mark.parametrize("by", ["host", "helper", "auto"])
@pytest.mark.parametrize("led", [False, True])
def test_a_night_to_which_too_few_come_is_over_unless_its_host_is_at_it(
    by: Pilot, led: bool
) -> None:
    night = evening(by, 1)
    night.until(STARTS + MINUTE)
    if led:
        night.press(set_pilot(by))
    night.until(STARTS + 30 * MINUTE)
    assert (night.night.row.stage == "few") is not led
    assert night.night.over is not led
    assert bool(night.kinds("few")) is not led, "whoever came isn't told that it is over"
    told = [5 * MINUTE] if by == "auto" else []
    assert night.kinds("missing") == told, "whoever came isn't told that others are missing"
    night.until(STARTS + 7 * HOUR)
    assert night.night.over


@pytest.mark.parametrize(
    ("by", "here", "called"),
    [("auto", 0, (1,)), ("auto", 1, (1,)), ("helper", 0, ()), ("host", 1, (1,))],
)
def test_of_who_stayed_away_only_the_host_hears_that_a_night_that_runs_by_itself_failed(
    by: Pilot, here: int, called: tuple[int, ...]
) -> None:
    night = evening(by, here)
    night.until(STARTS + 30 * MINUTE)
    said = [post for _at, post in night.said if post.kind == "few"]
    assert [post.people for post in said] == [called], "it ends without a word, or with a ping"
    assert [post.details for post in said] == [{"came": here}], "whom it thanks"
    before = [at for at in night.kinds("missing", "needed") if at >= 0]
    assert len(before) == (by != "host"), f"it isn't said once while it can be kept: {before}"


def test_a_helper_calls_at_each_step_once_and_deals_nothing() -> None:
    night = evening("helper")
    night.until(STARTS + 10 * MINUTE)
    assert night.kinds("needed") == [0], "a host isn't called once all who come are here"
    assert night.reasons() == ["doors"]
    night.press(lambda n, p, now: Change(seat_all(n)(n, p, now).night, "proposed"))
    assert night.reasons() == [], "it is done, so nobody is called for it any more"
    night.press(start_all())
    night.until(night.now + 31 * MINUTE)
    assert night.reasons() == ["over"]
    night.over()
    night.until(night.now + 4 * MINUTE)
    assert night.reasons() == []
    night.until(night.now + 30 * MINUTE)
    assert night.reasons() == ["break"] and len(night.kinds("needed")) == 3
    assert len(night.dealt) == 1 and night.kinds("notice", "overtime") == []


@pytest.mark.parametrize("by", ["host", "helper"])
@pytest.mark.parametrize("kept", ["", "led", "come", "away"])
def test_a_led_night_with_too_few_after_a_round_ends_as_was_said(by: Pilot, kept: str) -> None:
    """Ten minutes after the break, or half an hour where its host leads alone; not if one presses
    something then, if more come, or if the bot was away meanwhile.
    """
    night = evening(by, 4, pause=5 * MINUTE)
    seat_and_start(night)
    night.until(STARTS)
    night.over()
    for person in (2, 3, 4):
        night.guests(go_home(night.night.guests, person, night.now, {}))
    waits = (10 if by == "helper" else 30) * MINUTE
    end = STARTS + 5 * MINUTE + waits
    assert ends_at(night.night, PACE) == end
    night.until(end - 2 * MINUTE if kept != "away" else STARTS + 3 * MINUTE)
    if kept == "led":
        night.press(lambda n, _p, _now: Change(n, "word"))
    if kept == "come":
        night.come(2)
    if kept == "away":
        night.now = end + 5 * MINUTE
    night.until(max(end, night.now))
    assert night.night.over is not bool(kept)
    assert night.night.row.stage == ("break" if kept else "few"), "why it isn't played on"
    if kept == "come":
        night.until(end + 30 * MINUTE)
        night.guests(go_home(night.night.guests, 2, night.now, {}))
        assert ends_at(night.night, PACE) == night.now + waits, "it ends unsaid"
        return
    again = ends_at(night.night, PACE)
    assert again == (night.now + waits if kept else None)
    night.until(night.now + waits)
    assert night.night.over
    assert night.kinds("few") == [], "the recap says why"


def test_a_helper_waits_for_as_many_as_can_play_without_a_computer() -> None:
    """Unlike the pilot that deals itself: it seats one fewer."""
    pilots: tuple[tuple[Pilot, bool], ...] = (("helper", False), ("auto", True))
    for by, wanted in pilots:
        night = evening(by, PACE.enough).night.with_row(stage="doors", stage_at=STARTS)
        at = goes_on_at(night, PACE)
        assert (at is not None and at < night.guests.closes_at) is wanted, f"{by}: {at}"


@pytest.mark.parametrize("by", ["helper", "host"])
def test_a_helper_calls_to_a_round_that_is_seated_and_not_started(by: Pilot) -> None:
    """Once, five minutes after its seating last changed; nobody else would start it."""
    night = evening(by)
    night.until(STARTS + MINUTE)
    for _again in range(2):
        night.press(lambda n, p, now: Change(seat_all(n)(n, p, now).night, "proposed"))
        night.until(night.now + 4 * MINUTE)
        assert night.reasons() == [], "who is at it is called"
    night.until(night.now + 20 * MINUTE)
    calls = [at for at in night.kinds("needed") if at > 0]
    assert len(calls) == (by == "helper"), "nobody is called to what waits for them"
    assert night.reasons() == (["seated"] if by == "helper" else [])
    night.press(start_all())
    assert night.reasons() == [], "it is done, so nobody is called for it any more"


def test_a_round_that_is_only_proposed_to_too_few_moves_no_end_that_was_said() -> None:
    """Guests don't know of it; who has just proposed it keeps the night on as that end comes."""
    night = evening("auto", 4)
    night.until(night.now + 30 * MINUTE)
    night.over()
    for person in (2, 3, 4):
        night.guests(go_home(night.night.guests, person, night.now, {}))
    night.until(night.now + MINUTE)
    end = ends_at(night.night, PACE)
    assert end is not None
    night.until(end - 2 * MINUTE)
    here = [guest.person for guest in night.night.guests.there]
    night.press(propose(*tables_for(here, 2), 1))
    assert night.night.proposal is not None
    assert ends_at(night.night, PACE) == end, "a proposal moves the end"
    night.until(end)
    assert night.night.proposal is not None, "it is taken from its host's hands"
    assert ends_at(night.night, PACE) == end + 10 * MINUTE
    night.until(end + 10 * MINUTE)
    assert night.night.over and night.night.proposal is None, "it waits for ever"


def test_a_helper_calls_as_soon_as_the_last_round_is_over() -> None:
    night = evening("helper", pause=5 * MINUTE)
    for _round in range(2):
        night.press(lambda n, p, now: Change(seat_all(n)(n, p, now).night, "proposed"))
        night.press(start_all())
        night.until(night.now + 10 * MINUTE)
        night.over()
        night.until(night.now + MINUTE)
    over = night.now - MINUTE
    night.until(night.now + HOUR)
    assert night.reasons() == ["last"], "nobody is told that the night is to be ended"
    assert night.kinds("needed")[-1] == over - STARTS, "they wait for a break that nobody has"
    assert len(night.kinds("needed")) == 1, "they are called again and again"


def test_who_has_just_pressed_something_is_not_called() -> None:
    night = evening("helper")
    night.until(STARTS - 20)
    night.press(lambda n, _p, _now: Change(n, "word"))
    night.until(STARTS + 10 * MINUTE)
    assert night.kinds("needed") == [40]


def test_a_late_round_is_finished_by_computers_as_was_said_twice() -> None:
    night = evening("auto")
    night.until(STARTS)
    overdue = 30 * MINUTE
    night.until(STARTS + overdue)
    said = [finishes_at(night.night)]
    night.until(STARTS + overdue + 10 * MINUTE - 1)
    said.append(finishes_at(night.night))
    assert night.kinds("overtime") == [overdue, overdue + 7 * MINUTE]
    assert night.night.row.stage == "last"
    called = [post.people for _at, post in night.said if post.kind in ("overtime", "needed")]
    assert called == [(1,), ()], "who leads isn't called once, by what is said anyway"
    assert said == [STARTS + overdue + 10 * MINUTE] * 2, "what is said isn't when it happens"
    night.until(STARTS + overdue + 10 * MINUTE)
    assert night.night.row.stage == "break", "computers don't finish it"


def test_a_stopped_evening_stands_still_until_a_host_goes_on() -> None:
    night = evening("auto")
    night.until(ANNOUNCED + MINUTE)
    night.press(stop())
    night.until(STARTS + 20 * MINUTE)
    assert not night.dealt and night.night.row.stage == "held"
    night.press(resume())
    night.until(STARTS + 30 * MINUTE)
    assert night.dealt == [STARTS + 20 * MINUTE + NOTICE], "no new notice before the deal"
    night.press(stop())
    night.over()
    night.until(night.now + HOUR)
    assert night.night.row.stage == "held", "a round that ended made it go on"
    night.press(lambda n, p, now: Change(seat_all(n)(n, p, now).night, "proposed"))
    assert night.night.row.stage == "break", "a host's Seat doesn't win"


@pytest.mark.parametrize("stopped", ["before", "in a round", "nobody waits", "resumed"])
def test_a_stopped_evening_calls_once_for_guests_who_have_waited_for_long(stopped: str) -> None:
    night = evening("auto", 1 if stopped == "nobody waits" else 8)
    if stopped == "in a round":
        night.until(STARTS + MINUTE)
    night.press(stop())
    since = STARTS
    if stopped == "in a round":
        night.until(STARTS + HOUR)
        assert not night.kinds("needed"), "somebody is called for guests who play"
        night.over()
        since = night.now
    night.until(since + 9 * MINUTE)
    assert not night.reasons()
    if stopped == "resumed":
        night.press(resume())
        night.press(stop())
        since = night.now
    night.until(since + HOUR)
    none = stopped == "nobody waits"
    called = [at for at in night.kinds("needed") if at > 0]
    assert called == ([] if none else [since - STARTS + 10 * MINUTE])
    assert night.reasons() == ([] if none else ["held"])
    night.press(resume())
    assert not night.reasons(), "what is answered is still called for"
    night.press(stop())
    night.until(night.now + MINUTE)
    assert not night.reasons(), "it is called for, and no message says so"


def test_dropping_what_is_announced_stops_it() -> None:
    night = evening("auto")
    night.until(ANNOUNCED + MINUTE)
    night.press(take_back())
    night.until(STARTS + 20 * MINUTE)
    assert night.night.row.stage == "held" and not night.dealt


def test_a_notice_nobody_can_read_is_waited_for_five_times() -> None:
    night = evening("auto")
    night.seen_after = 10 * HOUR
    night.until(ANNOUNCED + 7 * MINUTE)
    assert not night.dealt and night.night.row.stage == "notice"
    night.until(ANNOUNCED + 9 * MINUTE)
    assert night.night.row.stage == "held" and night.reasons() == ["unsaid"]


@pytest.mark.parametrize(
    ("away", "dealt", "stage"),
    [(50, 0, "round"), (10 * MINUTE, NOTICE, "round"), (16 * MINUTE, None, "held")],
)
def test_a_ring_that_is_late(away: int, dealt: int | None, stage: str) -> None:
    """A little: done. More: said again first. Much: a host decides."""
    night = evening("auto")
    night.until(STARTS - 10)
    night.now = STARTS + away
    night.until(night.now + 5 * MINUTE)
    assert night.dealt == ([] if dealt is None else [STARTS + away + dealt])
    assert night.night.row.stage == stage
    assert night.reasons() == (["away"] if dealt is None else [])


@pytest.mark.parametrize(("late", "moved"), [(50, 0), (3 * MINUTE, 2 * MINUTE)])
def test_play_starts_as_was_said_if_it_is_announced_a_little_late(late: int, moved: int) -> None:
    """Later than that, by as little as lets everybody read of it."""
    night = evening("auto")
    night.until(ANNOUNCED - 10)
    night.now = ANNOUNCED + late
    night.until(STARTS + 5 * MINUTE)
    assert night.kinds("notice") == [late - NOTICE] and night.dealt == [STARTS + moved]


def test_nothing_goes_on_for_a_host_who_may_not_lead_any_more() -> None:
    night = evening("auto")
    night.leaders = ()
    night.until(STARTS + 10 * MINUTE)
    assert night.night.row.stage == "held" and night.reasons() == ["unled"]


def tables_of(night: Evening) -> list[tuple[int, ...]]:
    """Return who sits at each table of the last round."""
    return [table.people for table in night.night.dealt[-1].seating.seated.tables]


def test_who_waits_for_long_could_have_a_table() -> None:
    night = evening("helper")
    night.until(STARTS)
    night.press(seat_all(night.night))
    night.press(start_all())
    night.come(*range(60, 63))
    night.until(STARTS + 5 * MINUTE)
    assert night.reasons() == ["waiting"]
    night.press(set_pilot("auto"))
    assert night.reasons() == [], "a host is called for what is done by itself"
    night.until(STARTS + 20 * MINUTE)
    assert (60, 61, 62) in tables_of(night), "the call holds their table back"


@pytest.mark.parametrize("after", [0, 2, 3])
@pytest.mark.parametrize("rounds", [1, 2])
def test_who_waits_for_long_gets_a_table_by_itself_in_the_first_half_of_a_round(
    rounds: int, after: int
) -> None:
    night = evening("auto")
    night.night = night.night.with_row(rounds=rounds)
    night.until(STARTS + after * MINUTE)
    before = tables_of(night)
    night.come(60, 61)
    night.until(night.now + MINUTE)
    assert tables_of(night) == before, "too few wait"
    night.come(62)
    night.until(night.now + 5 * MINUTE - 1)
    assert tables_of(night) == before, "they haven't waited for long"
    night.until(STARTS + 14 * MINUTE)
    more = tables_of(night)[len(before) :]
    # Half the round is gone after seven minutes and a half.
    assert more == ([(60, 61, 62)] if after < 2 else []), f"who came after {after} min: {more}"
    assert not night.kinds("needed"), "a host is called for it"


@pytest.mark.parametrize("why", ["a free seat", "a rest", "no leader", "held"])
def test_who_waits_gets_no_table_by_itself(why: str) -> None:
    """While a seat was just offered to them, if a host has had them sit out, or if nobody leads."""
    night = evening("auto")
    night.until(STARTS)
    before = tables_of(night)
    night.come(60, 61, 62)
    playing = night.night.playing
    assert playing is not None
    seating = playing.seating
    match why:
        case "a free seat":
            seating = replace(seating, free=(FreeSeat("t", 1, 0, 5, STARTS + 9 * MINUTE),))
        case "a rest":
            seating = replace(seating, rests=(62,))
        case "no leader":
            night.leaders = ()
        case _:
            night.press(stop())
    night.night = night.night.with_round(replace(playing, seating=seating))
    night.until(STARTS + 14 * MINUTE)
    assert tables_of(night) == before, f"{why}: they are dealt a table"


def test_three_hours_before_its_host_is_told_what_is_wrong() -> None:
    night = evening("helper", 2)
    assert [at for at in night.kinds("needed") if at == -3 * HOUR], "too few: nobody was told"


# Random evenings


def a_random_evening(chance: random.Random, by: Pilot) -> None:
    """Lead a night by chance, with downtimes and leaps, and check what must hold of each."""
    count = chance.choice([0, 1, 2, 3, 5, 7, 11])
    night = evening(by, count, pause=60 * chance.choice([0, 1, 5, 15]))
    night.seen_after = chance.choice([0, 0, 0, 30, 90, 10 * HOUR])
    ends = night.now + 16 * HOUR
    while not night.night.over and night.now < ends:
        step = chance.choice([5, 20, 60, 200, 600, 3000])
        if chance.random() < 0.1:
            # The bot is down, and notices nothing until then.
            night.now += chance.choice([30, 300, 1200, 5000])
        if chance.random() < 0.03:
            leap = chance.choice([-7200, -600, 3600])
            night.now += leap
            night.leaps += leap
            night.save(Change(leapt(night.night, leap, night.now), "leapt"), TIMER)
        night.until(night.now + step)
        if not night.night.over:
            something(night, chance)
    night.over()
    night.until(night.now + 20 * HOUR)
    check(night)


def something(night: Evening, chance: random.Random) -> None:
    """Let a guest, a host or a table do something."""
    guests, number = night.night.guests, chance.randrange(20, 40)
    playing = night.night.playing
    match chance.randrange(12):
        case 0 | 1 if guests.doors != "shut":
            night.come(number)
        case 2 if guests.there:
            leaver = chance.choice(guests.there).person
            night.guests(go_home(guests, leaver, night.now, {}))
        case 3 | 4 | 5:
            night.over()
        case 6:
            night.press(chance.choice([stop(), resume(), resume()]))
        case 7 if playing is None and len(guests.there) >= 2:
            if night.night.proposal is None:
                night.press(seat_all(night.night))
            elif chance.random() < 0.3:
                night.press(take_back())
            else:
                with contextlib.suppress(Trouble):
                    night.press(start_all(as_it_is=True))
        case 9 if guests.find(number) is None:
            night.guests(press_in(guests, number, "Late", night.now, {}))
            until, second = night.now + 60 * chance.choice([15, 60]), chance.random() < 0.5
            with contextlib.suppress(Trouble):
                late = come_late(
                    night.night.guests, number, "Late", until, night.now, {}, second=second
                )
                night.guests(late)
        case 8 if chance.random() < 0.2:
            night.press(set_pilot(chance.choice(PILOTS)))
        case _:
            pass


def check(night: Evening) -> None:
    """Check what holds of every evening once it has been led."""
    assert night.night.over, f"it doesn't end: {night.night.row}"
    assert not night.unannounced, "a round was dealt before anybody could read of it"
    assert not night.forgotten, "who comes from round 2 has no place in it"
    calls = [
        at - STARTS
        for at, post in night.said
        if post.kind in ("needed", "overtime") and (post.people or post.kind == "needed")
    ]
    apart = [later - call for call, later in pairwise(calls)]
    assert min(apart, default=300) >= 5 * MINUTE, f"calls too close to each other: {calls}"
    for each in night.night.dealt:
        people = [person for table in each.seating.seated.tables for person in table.people]
        assert len(people) == len({*people}), "somebody sits at two tables of a round"
    numbers = [each.number for each in night.night.dealt]
    assert numbers == sorted(set(numbers)), "a round came twice"


def test_random_evenings() -> None:
    """200 of them; thousands more take minutes."""
    for number in range(200):
        a_random_evening(random.Random(number), PILOTS[number % len(PILOTS)])


@pytest.mark.long
@pytest.mark.takes(9)
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("by", PILOTS)
def test_twenty_thousand_random_evenings_of_each_pilot(by: Pilot, part: int) -> None:
    for number in range(2000):
        a_random_evening(random.Random(f"{by} {part} {number}"), by)


@pytest.mark.parametrize("pilot", PILOTS)
@pytest.mark.parametrize("coming", [(), ("Ada",), ("Ada", "Bob", "Cleo")])
def test_hosts_are_called_a_day_before_if_too_few_come(
    coming: tuple[str, ...], pilot: Pilot
) -> None:
    """And three hours before if that is so then; not where they lead alone."""
    guests = guests_in(*coming) if coming else []
    night = sample_night(guests, "open").with_row(pilot=pilot)
    night = replace(night, guests=replace(night.guests, rung=STARTS - 30 * HOUR))
    expected = ["few"] * (len(coming) < PACE.fewest and pilot != "host")
    for before in (24 * HOUR, 3 * HOUR):
        at = STARTS - before
        assert guests_or_end_due(night) == at, "nothing is due then"
        night = after_ring(night, Now(at), PACE).night
        assert [each.why for each in night.calls if each.at == at] == expected, "who is called"
        said = tuple(replace(each, said=True) for each in night.calls)
        night = replace(night, calls=said)
