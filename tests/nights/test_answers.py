"""In, Maybe, Can't, the waitlist and its offers, invitations, a moved date."""

from __future__ import annotations

import pytest

from bot.nights import answers, doors
from bot.nights.answers import NOT_OFFERED, SEAT_GONE
from bot.nights.dates import local_time, zone_of
from bot.nights.guest_list import (
    NOT_A_GUEST,
    NOT_LISTED,
    Answered,
    AskedAgain,
    Invited,
    Offered,
    OfferOver,
    SeatsOpen,
    TakenOffList,
)
from bot.tables.clock import HOUR, MINUTE, Quiet
from tests.nights.night_with_guests import DAY, STARTS, Evening
from tests.refusal import refused_with

NIGHT = Quiet(zone_of("Europe/Berlin"), 23 * 60, 7 * 60)


def test_in_beyond_the_limit_waits_and_says_which_place() -> None:
    evening = Evening(limit=2)
    assert evening.press_in(1) == (Answered(1, "in"),)
    evening.press_in(2)
    assert evening.press_in(3) == (Answered(3, "waits", 1),)
    assert evening.press_in(4) == (Answered(4, "waits", 2),)
    assert evening.press_in(3) == (Answered(3, "waits", 1),), "pressing again moves nobody"
    assert evening.press_in(1) == (Answered(1, "in"),)
    assert (evening.who("in"), evening.who("waits")) == ([1, 2], [3, 4])


def test_whoever_presses_is_called_as_they_are_called_now() -> None:
    evening = Evening()
    evening.press_in(1)
    for name, outcome in (
        ("Ada", answers.press_in(evening.guests, 1, "Ada", evening.now, {})),
        ("Ado", answers.press_other(evening.guests, 1, "Ado", "maybe", evening.now, {})),
    ):
        evening.told(outcome)
        assert evening.guest(1).name == name, "all read a name that they have no more"
    evening.until(STARTS - 30 * MINUTE)
    evening.told(doors.press_here(evening.guests, 1, "Adi", evening.now, {}))
    assert evening.guest(1).name == "Adi"


def test_the_order_is_that_of_the_presses() -> None:
    evening = Evening(limit=1)
    evening.press_in(7, 5, 9, 2)
    assert evening.who("waits") == [5, 9, 2]
    evening.out(5)
    assert evening.press_in(5) == (Answered(5, "waits", 3),), "who was out begins at the end"
    assert Offered(9, evening.now + 12 * HOUR) in evening.out(7)


def test_without_a_limit_nobody_waits() -> None:
    evening = Evening()
    evening.press_in(*range(1, 80))
    assert len(evening.who("in")) == 79 and not evening.who("waits")


def test_maybe_holds_no_seat() -> None:
    evening = Evening(limit=1)
    pressed = answers.press_other(evening.guests, 1, "P1", "maybe", evening.now, {})
    assert evening.told(pressed) == (Answered(1, "maybe"),)
    assert evening.press_in(2) == (Answered(2, "in"),)


def test_a_seat_that_becomes_free_is_offered_in_order_until_somebody_takes_it() -> None:
    evening = Evening(limit=1)
    evening.press_in(1, 2, 3, 4)
    until = evening.now + 12 * HOUR
    assert evening.out(1) == (Answered(1, "out"), Offered(2, until))
    assert evening.press_in(5) == (Answered(5, "waits", 4),), "the seat is kept for somebody"
    assert evening.until(until) == (OfferOver(2), Offered(3, until + 12 * HOUR))
    assert evening.pass_on(3) == (Answered(3, "waits", 2), Offered(4, until + 12 * HOUR))
    assert evening.take(4) == (Answered(4, "in"),)
    assert (evening.who("in"), evening.who("waits")) == ([4], [2, 3, 5])
    # Another seat: those who weren't there in time, or passed, are asked again.
    assert evening.out(4) == (Answered(4, "out"), Offered(2, until + 12 * HOUR))


def test_pressing_in_takes_an_offer_and_cant_gives_it_on() -> None:
    evening = Evening(limit=2)
    evening.press_in(1, 2, 3, 4)
    evening.out(1)
    assert evening.press_in(3) == (Answered(3, "in"),)
    evening.out(2)
    assert evening.out(4) == (Answered(4, "out"),), "nobody is left to ask"
    assert evening.press_in(5) == (Answered(5, "in"),)


def test_a_seat_that_nobody_wanted_goes_to_whoever_presses() -> None:
    evening = Evening(limit=1)
    evening.press_in(1, 2, 3)
    evening.out(1)
    evening.pass_on(2)
    evening.until(evening.now + DAY)
    assert evening.press_in(4) == (Answered(4, "in"),), "who was asked in vain blocks nobody"
    assert evening.press_in(3) == (Answered(3, "waits", 2),)


@pytest.mark.parametrize(
    ("before", "lasts"),
    [
        (10 * DAY, 12 * HOUR),
        (2 * DAY, 12 * HOUR),
        (40 * HOUR, 10 * HOUR),
        (4 * HOUR, HOUR),
        (80 * MINUTE, 20 * MINUTE),
        (65 * MINUTE, 10 * MINUTE),
    ],
)
def test_how_long_an_offer_lasts(before: int, lasts: int) -> None:
    evening = Evening(limit=1, now=STARTS - before)
    evening.press_in(1, 2)
    assert evening.out(1)[1:] == (Offered(2, evening.now + lasts),)


def test_an_offer_stands_still_in_quiet_hours() -> None:
    # Wednesday, 21:00 in Berlin: 46 hours before it begins.
    evening = Evening(limit=1, now=STARTS - 47 * HOUR, quiets={2: NIGHT})
    evening.press_in(1, 2, 3)
    lasts = 47 * HOUR // 4
    assert evening.out(1)[1:] == (Offered(2, evening.now + lasts + 8 * HOUR),)
    # Whoever has no quiet hours has less time on the clock.
    assert evening.pass_on(2)[1:] == (Offered(3, evening.now + lasts),)


def test_three_offers_go_on_over_quiet_hours_to_the_last_who_waits() -> None:
    evening = Evening(limit=1, now=STARTS - 3 * DAY, quiets={2: NIGHT, 3: NIGHT, 4: NIGHT})
    evening.press_in(1, 2, 3, 4)
    evening.out(1)
    evening.until(STARTS - HOUR - 1)
    offers = [one for one in evening.heard if isinstance(one, Offered)]
    assert [one.person for one in offers] == [2, 3, 4], "each lets it run out, the next is asked"
    for one in offers:
        hour = local_time(one.until, NIGHT.zone).hour
        assert 7 <= hour < 23, f"{one.person} loses a seat at {hour} o'clock, asleep"
    last = evening.until(STARTS - HOUR)
    assert SeatsOpen((2, 3, 4), 1) in last, "an hour before, it is open to all of them"


def test_an_offer_over_a_whole_quiet_night_ends_when_seats_open_to_all() -> None:
    # It begins at 09:00 in Berlin, and the guest sleeps until 08:30.
    late = Quiet(zone_of("Europe/Berlin"), 21 * 60, 8 * 60 + 30)
    evening = Evening(limit=1, quiets={2: late})
    morning = STARTS - 11 * HOUR
    hours = (morning, morning - 30 * MINUTE, morning + 5 * MINUTE)
    evening.guests = answers.scheduled(evening.guests, *hours, evening.now)
    evening.now = morning - 10 * HOUR
    evening.press_in(1, 2, 3)
    assert evening.out(1)[1:] == (Offered(2, morning - HOUR),)
    assert SeatsOpen((2, 3), 1) in evening.until(morning - HOUR)


def test_in_the_last_hour_all_who_wait_are_called_once_and_the_first_press_counts() -> None:
    evening = Evening(limit=2, now=STARTS - 50 * MINUTE)
    evening.press_in(1, 2, 3, 4, 5)
    assert evening.out(1)[1:] == (SeatsOpen((3, 4, 5), 1),)
    assert evening.press_in(6) == (Answered(6, "waits", 4),), "the others were here before"
    assert evening.take(5) == (Answered(5, "in"),)
    with refused_with(SEAT_GONE):
        evening.take(3)
    assert evening.press_in(3) == (Answered(3, "waits", 1),)
    # Another seat is another call.
    assert evening.out(2)[1:] == (SeatsOpen((3, 4, 6), 1),)
    assert evening.pass_on(3) == (Answered(3, "waits", 1),)
    assert evening.pass_on(4) == (Answered(4, "waits", 2),)
    assert evening.pass_on(6) == (Answered(6, "waits", 3),), "they were just asked"
    assert evening.press_in(7) == (Answered(7, "in"),)


def test_raising_the_limit_offers_as_many_at_once() -> None:
    evening = Evening(limit=1)
    evening.press_in(1, 2, 3, 4, 5)
    until = evening.now + 12 * HOUR
    assert evening.set_limit(3) == (Offered(2, until), Offered(3, until))
    assert evening.set_limit(1) == (), "an offer that was made is kept"
    evening.take(2)
    assert evening.pass_on(3) == (Answered(3, "waits", 1),), "there is no seat to go on"
    assert [one.person for one in evening.set_limit(None) if isinstance(one, Offered)] == [3, 4, 5]


def test_lowering_the_limit_takes_no_seat_away() -> None:
    evening = Evening(limit=4)
    evening.press_in(1, 2, 3, 4)
    assert evening.set_limit(2) == ()
    assert evening.who("in") == [1, 2, 3, 4]
    assert evening.press_in(5) == (Answered(5, "waits", 1),)
    assert evening.out(1) == (Answered(1, "out"),), "there are still too many"
    evening.out(2)
    assert Offered(5, evening.now + 12 * HOUR) in evening.out(3)


def test_an_offer_is_for_those_who_wait() -> None:
    evening = Evening(limit=1)
    evening.press_in(1, 2, 3)
    with refused_with(NOT_OFFERED):
        evening.take(9)
    with refused_with(NOT_OFFERED):
        evening.pass_on(1)
    evening.out(1)
    with refused_with(NOT_OFFERED):
        evening.take(1)
    with refused_with(SEAT_GONE):
        evening.take(3)
    evening.until(evening.now + 12 * HOUR)
    with refused_with(SEAT_GONE):
        evening.take(2)
    assert evening.take(3) == (Answered(3, "in"),)
    assert evening.take(3) == (Answered(3, "in"),), "a second press says the same"


def test_a_late_press_is_after_the_end_of_the_offer_even_if_nothing_rang() -> None:
    evening = Evening(limit=1)
    evening.press_in(1, 2, 3)
    evening.out(1)
    evening.now += 12 * HOUR
    with refused_with(SEAT_GONE):
        evening.take(2)
    news = evening.press_in(2)
    assert news == (OfferOver(2), Offered(3, evening.now + 12 * HOUR), Answered(2, "waits", 1))


def test_a_host_takes_anyone_off_and_invites_without_a_seat() -> None:
    evening = Evening(limit=1)
    evening.press_in(1, 2)
    off = evening.told(answers.take_off(evening.guests, 1, evening.now, {}))
    assert off == (TakenOffList(1), Offered(2, evening.now + 12 * HOUR))
    with refused_with(NOT_LISTED):
        answers.take_off(evening.guests, 9, evening.now, {})
    assert evening.told(answers.invite(evening.guests, 7, "P7")) == (Invited(7),)
    assert evening.guest(7).answer == "invited" and evening.held == 1, "they haven't pressed"
    assert evening.press_in(7) == (Answered(7, "waits", 2),), "and then they wait like others"
    assert evening.told(answers.invite(evening.guests, 7, "P7")) == ()


def test_marks_and_reminders_are_for_guests() -> None:
    evening = Evening()
    with refused_with(NOT_A_GUEST):
        answers.set_mark(evening.guests, 1, "teacher", on=True)
    with refused_with(NOT_A_GUEST):
        answers.set_remind(evening.guests, 1, frozenset())
    evening.press_in(1)
    evening.guests = answers.set_mark(evening.guests, 1, "teacher", on=True)
    evening.guests = answers.set_mark(evening.guests, 1, "learner", on=True)
    evening.guests = answers.set_mark(evening.guests, 1, "learner", on=False)
    evening.out(1)
    evening.press_in(1)
    assert evening.guest(1).marks == {"teacher"}, "a mark outlives an answer"


def test_when_the_date_moves_all_who_are_in_are_asked_again_and_keep_their_answers() -> None:
    evening = Evening(limit=2)
    evening.press_in(1, 2, 3)
    assert evening.move(STARTS + DAY) == (AskedAgain((1, 2)),)
    assert (evening.who("in"), evening.who("waits")) == ([1, 2], [3])
    assert "asked" in evening.guest(1).marks and "asked" in evening.guest(2).marks
    evening.press_in(1)
    assert not evening.guest(1).marks and "asked" in evening.guest(2).marks
    assert Offered(3, evening.now + 12 * HOUR) in evening.out(2)
    assert not evening.guest(2).marks


def test_whoever_couldnt_come_is_open_again_on_another_date_alone() -> None:
    evening = Evening()
    for person in (1, 2, 3):
        evening.out(person)
    evening.guests, _ = answers.take_off(evening.guests, 2, evening.now, {})
    evening.move(STARTS)
    assert not evening.guests.open_again, "of a night that takes place after all, a No stands"
    evening.move(STARTS + DAY, by=3)
    assert [guest.person for guest in evening.guests.open_again] == [1]
    evening.out(1)
    assert not evening.guests.open_again


def test_an_offer_ends_earlier_if_the_night_does() -> None:
    evening = Evening(limit=1)
    evening.press_in(1, 2)
    evening.out(1)
    starts = evening.now + 5 * HOUR
    assert evening.move(starts) == ()
    assert evening.guest(2).offered_until == starts - HOUR


def test_whoever_moves_a_night_is_in_as_before_and_others_confirm_by_pressing() -> None:
    evening = Evening()
    evening.press_in(1, 2, 3, 4)
    evening.press_in(5)
    evening.out(5)
    assert evening.move(STARTS + DAY, by=1) == (AskedAgain((2, 3, 4)),), "the mover was asked, too"
    assert [guest.person for guest in evening.guests.unconfirmed] == [2, 3, 4]
    evening.press_in(2)
    evening.late(3, STARTS + DAY + HOUR)
    assert [guest.person for guest in evening.guests.unconfirmed] == [4], "they have confirmed"
    evening.out(4)
    assert not evening.guests.unconfirmed
