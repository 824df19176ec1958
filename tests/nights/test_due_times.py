"""What is due when: reminders, checks, offers, doors; also if the bot was away."""

from __future__ import annotations

import pytest

from bot.nights import answers, doors
from bot.nights.due_times import guests_due, ring
from bot.nights.guest_list import (
    DoorsClosed,
    DoorsLate,
    DoorsOpened,
    HostCheck,
    News,
    NotHere,
    Offered,
    OfferOver,
    ReminderDue,
)
from bot.tables.clock import HOUR, MINUTE
from tests.nights.night_with_guests import DAY, STARTS, Evening


def test_everything_comes_once_and_in_its_order() -> None:
    evening = Evening()
    evening.press_in(1, 2, 3)
    evening.guests = answers.set_remind(evening.guests, 1, frozenset({"day", "doors"}))
    evening.guests = answers.set_remind(evening.guests, 3, frozenset())
    heard: list[tuple[int, News]] = []
    while (at := guests_due(evening.guests)) is not None:
        assert at > evening.now, "the same thing is due again and again"
        heard.extend((at - STARTS, one) for one in evening.until(at))
        assert evening.told(ring(evening.guests, at, {})) == (), "it rings twice for one thing"
    assert heard == [
        (-DAY, HostCheck(24)),
        (-DAY, ReminderDue("day", (1,))),
        (-3 * HOUR, HostCheck(3)),
        (-HOUR, ReminderDue("hour", (2,))),
        (-30 * MINUTE, DoorsOpened((1, 2))),
        (0, NotHere((1, 2, 3))),
        (5 * MINUTE, DoorsClosed((1, 2, 3))),
    ]


def test_who_is_not_here_is_called_once_at_the_start_or_as_doors_close() -> None:
    evening = Evening(now=STARTS - HOUR)
    evening.press_in(1, 2, 3)
    evening.until(STARTS - MINUTE)
    evening.here(1)
    evening.late(2, STARTS + 15 * MINUTE)
    assert evening.until(STARTS) == (NotHere((3,)),), "nobody waits for who is here, or late"
    evening.press_in(4)
    closed = evening.until(STARTS + 5 * MINUTE)
    assert closed == (DoorsClosed((3, 4)), NotHere((4,))), "somebody is called twice, or never"
    opened = Evening(now=STARTS - HOUR)
    opened.press_in(1)
    late = opened.told(ring(opened.guests, STARTS, {}, STARTS + HOUR))
    assert late[-1] == DoorsOpened((1,)), f"called twice in a moment: {late}"
    assert NotHere((1,)) in opened.until(STARTS + HOUR), "they are never told"


def test_who_is_there_already_or_only_waits_is_not_reminded() -> None:
    evening = Evening(limit=2, now=STARTS - 2 * HOUR)
    evening.press_in(1, 2, 3)
    evening.told(doors.open_doors(evening.guests, evening.now))
    evening.here(1)
    evening.other(4, "maybe")
    evening.other(5, "out")
    assert evening.until(STARTS - HOUR) == (ReminderDue("hour", (2, 4)),), "a Maybe isn't reminded"


@pytest.mark.parametrize(
    ("late", "reminded"), [(0, True), (60 * MINUTE, True), (60 * MINUTE + 1, False)]
)
def test_a_reminder_later_than_an_hour_is_dropped(late: int, reminded: bool) -> None:
    evening = Evening()
    evening.press_in(1)
    evening.guests = answers.set_remind(evening.guests, 1, frozenset({"day"}))
    evening.until(STARTS - DAY - 1)
    news = evening.wake(STARTS - DAY + late)
    assert (ReminderDue("day", (1,)) in news) is reminded
    assert ReminderDue("day", (1,)) not in evening.until(STARTS), "it comes once, or never"


def test_offers_last_longer_by_the_time_the_bot_was_away() -> None:
    evening = Evening(limit=1)
    evening.press_in(1, 2, 3)
    evening.out(1)
    until = evening.guest(2).offered_until
    assert until is not None
    evening.now += HOUR
    assert evening.wake(until + HOUR) == (), "the time the bot was away doesn't count"
    assert evening.guest(2).offered_until == until + until + HOUR - (until - 11 * HOUR)
    evening.until(until + 12 * HOUR - 1)
    assert evening.guest(2).offered_until is not None
    assert OfferOver(2) in evening.until(until + 12 * HOUR)


def test_open_doors_stay_open_longer_by_the_time_the_bot_was_away() -> None:
    evening = Evening()
    evening.press_in(1)
    evening.until(STARTS - 10 * MINUTE)
    assert evening.wake(STARTS + 10 * MINUTE) == (NotHere((1,)),)
    assert evening.until(STARTS + 25 * MINUTE - 1) == ()
    assert evening.until(STARTS + 25 * MINUTE) == (DoorsClosed((1,)),)


def test_after_a_short_stop_the_times_that_people_were_told_hold() -> None:
    """Unless they were up meanwhile."""
    evening = Evening(limit=1)
    evening.press_in(1, 2)
    evening.out(1)
    until = evening.guest(2).offered_until
    evening.wake(evening.now + MINUTE)
    assert evening.guest(2).offered_until == until
    evening.take(2)
    evening.until(STARTS)
    closes_at = evening.guests.closes_at
    evening.wake(STARTS + MINUTE)
    assert evening.guests.closes_at == closes_at
    evening.until(closes_at - 30)
    assert evening.wake(closes_at + 20) == () and evening.guests.closes_at == closes_at + 50


@pytest.mark.parametrize("reminded", [False, True])
def test_nobody_is_reminded_of_a_night_that_should_have_begun(reminded: bool) -> None:
    evening = Evening()
    evening.press_in(1)
    evening.guests = answers.set_remind(evening.guests, 1, frozenset({"hour"}))
    evening.until(STARTS - 2 * HOUR)
    news = evening.wake(STARTS - reminded)
    assert (ReminderDue("hour", (1,)) in news) is reminded, news


@pytest.mark.parametrize("late", [0, 1, 14, 15])
def test_doors_a_little_late_open_by_themselves_and_close_as_much_later(late: int) -> None:
    evening = Evening()
    evening.press_in(1)
    evening.until(STARTS - 31 * MINUTE)
    assert DoorsOpened((1,)) in evening.wake(STARTS - (30 - late) * MINUTE)
    moved = late if late > 1 else 0
    assert evening.guests.closes_at == STARTS + (5 + moved) * MINUTE


def test_doors_much_too_late_are_asked_about_once() -> None:
    evening = Evening()
    evening.press_in(1)
    evening.until(STARTS - 31 * MINUTE)
    assert evening.wake(STARTS - 14 * MINUTE) == (DoorsLate(),)
    assert evening.until(STARTS + DAY) == (), "nothing starts by itself"
    assert evening.told(ring(evening.guests, STARTS + DAY, {})) == (), "they are asked twice"
    evening.now = STARTS + DAY
    opened = doors.open_doors(evening.guests, evening.now)
    assert evening.told(opened) == (DoorsOpened((1,)),)
    assert evening.guests.closes_at > evening.now, "and then there is time to come"


def test_a_night_announced_shortly_before_opens_its_doors_at_once() -> None:
    evening = Evening(now=STARTS - 10 * MINUTE)
    assert guests_due(evening.guests) == evening.now
    assert evening.until(evening.now) == (DoorsOpened(()),), "what was to come before is over"


def test_what_was_due_for_the_old_date_is_due_anew_for_the_new_one() -> None:
    evening = Evening()
    evening.press_in(1)
    evening.until(STARTS - 20 * MINUTE)
    evening.move(STARTS + 7 * DAY)
    news = evening.until(STARTS + 8 * DAY)
    assert [one for one in news if isinstance(one, ReminderDue)] == [ReminderDue("hour", (1,))]
    assert DoorsOpened((1,)) in news and news.count(HostCheck(24)) == 1


def test_an_offer_is_due_before_what_is_later() -> None:
    evening = Evening(limit=1)
    evening.press_in(1, 2)
    (offer,) = (one for one in evening.out(1) if isinstance(one, Offered))
    assert guests_due(evening.guests) == offer.until
