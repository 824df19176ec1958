"""Doors: who is there, who waits there, who comes late, who goes home."""

from __future__ import annotations

from bot.nights import answers, doors
from bot.nights.answers import SEAT_GONE
from bot.nights.doors import DOORS_SHUT, HERE_ALREADY, NO_LONGER, NONE_FREE
from bot.nights.guest_list import (
    NOT_LISTED,
    TIME_OVER,
    Answered,
    AskedAgain,
    Came,
    DoorsClosed,
    DoorsOpened,
    GotSeat,
    NotHere,
    SeatsOpen,
    WentHome,
)
from bot.tables.clock import MINUTE
from tests.nights.night_with_guests import DAY, STARTS, Evening
from tests.refusal import refused_with


def opened(limit: int | None, *people: int) -> Evening:
    """Return an evening at the moment its doors open."""
    evening = Evening(limit)
    evening.press_in(*people)
    evening.until(STARTS - 30 * MINUTE)
    return evening


def there(evening: Evening) -> list[int]:
    """Return who can be seated."""
    return [guest.person for guest in evening.guests.there]


def test_doors_open_by_themselves_and_ping_once_who_is_in_or_may_get_a_seat() -> None:
    evening = Evening(2)
    evening.press_in(1, 2, 3)
    evening.other(4, "maybe")
    evening.guests = answers.set_remind(evening.guests, 2, frozenset())
    with refused_with(DOORS_SHUT):
        evening.here(1)
    assert DoorsOpened((1, 4, 3)) in evening.until(STARTS - 30 * MINUTE), (
        "the second wants no pings"
    )
    assert evening.told(doors.open_doors(evening.guests, evening.now)) == ()
    assert evening.here(1) == (Came(1, seated=True),)
    assert evening.here(1) == (Came(1, seated=True),), "a second press says the same"


def test_when_the_doors_close_seats_go_to_those_who_wait_there_in_order() -> None:
    evening = opened(3, 1, 2, 3, 4, 5, 6)
    evening.here(1)
    # A guest nobody expected, then the waitlist from behind; the fourth isn't there.
    assert evening.here(9) == (Came(9, seated=False),)
    assert evening.here(6) == (Came(6, seated=False),)
    assert evening.here(5) == (Came(5, seated=False),)
    warned, *closed = evening.until(STARTS + 5 * MINUTE)
    assert warned == NotHere((2, 3)), "their seats go without a word"
    assert closed == [DoorsClosed((2, 3)), GotSeat(5), GotSeat(6)]
    assert there(evening) == [1, 5, 6] and evening.who("waits") == [4, 9]
    assert [guest.person for guest in evening.guests.not_here] == [2, 3]


def test_who_lost_their_seat_by_not_coming_lines_up_behind_those_who_wait() -> None:
    """Nobody who was told their number moves back for them."""
    evening = opened(2, 1, 2)
    evening.here(8)
    evening.here(9)
    evening.here(7)
    evening.until(STARTS + 5 * MINUTE)
    assert there(evening) == [8, 9]
    for late in (2, 1):
        assert evening.here(late) == (Came(late, seated=False),)
    assert evening.who("waits") == [7, 2, 1], "they are ahead of who waits"
    evening.here(2)
    assert evening.who("waits") == [7, 2, 1], "pressed again, they line up anew"
    evening.home(8)
    evening.here(8)
    assert there(evening) == [9, 7] and evening.who("waits") == [2, 1, 8]


def test_a_free_seat_at_the_doors_is_at_once_for_the_first_in_line_who_is_there() -> None:
    """Those who wait elsewhere come after; nobody who is there waits until doors close."""
    evening = opened(2, 1, 2, 3)
    evening.here(8)
    evening.here(7)
    assert evening.out(1) == (Answered(1, "out"), GotSeat(8)), "the third isn't there"
    assert evening.home(8) == (WentHome(8), GotSeat(7)), "a seat was idle with somebody in line"
    assert evening.out(2) == (Answered(2, "out"), SeatsOpen((3,), 1))
    assert evening.here(9) == (Came(9, seated=True),), "a seat that nobody was offered is kept"
    assert evening.here(3) == (Came(3, seated=False),)


def test_a_seat_that_is_offered_is_nobody_elses_also_at_the_doors() -> None:
    evening = Evening(1, now=STARTS - DAY)
    evening.press_in(1, 2)
    evening.out(1)
    evening.told(doors.open_doors(evening.guests, evening.now))
    assert evening.here(9) == (Came(9, seated=False),), "the second has an offer"
    assert evening.pass_on(2)[-1] == GotSeat(9), "they passed it, and somebody is there"


def test_a_date_moved_after_the_doors_closed_gives_nobody_a_seat_that_is_taken() -> None:
    evening = opened(2, 1, 2, 3)
    evening.here(3)
    evening.here(2)
    evening.until(STARTS + 5 * MINUTE)
    assert there(evening) == [2, 3]
    assert evening.move(STARTS + DAY) == (AskedAgain((2, 3)),)
    assert evening.who("waits") == [1], "they weren't there, and their seat is somebody's now"


def test_without_a_limit_whoever_comes_has_a_seat() -> None:
    evening = opened(None, 1)
    assert evening.here(9) == (Came(9, seated=True),)
    evening.until(STARTS + 5 * MINUTE)
    assert evening.here(1) == (Came(1, seated=True),), "late"
    assert there(evening) == [1, 9]


def test_who_comes_late_gets_a_seat_if_one_is_left_and_else_stands_in_line() -> None:
    evening = opened(2, 1, 2, 3)
    evening.here(1)
    evening.here(3)
    evening.until(STARTS + 5 * MINUTE)
    assert there(evening) == [1, 3]
    evening.now += 40 * MINUTE
    assert evening.here(2) == (Came(2, seated=False),), "their seat went to the third"
    assert evening.here(7) == (Came(7, seated=False),)
    assert evening.home(1) == (WentHome(1), GotSeat(2))
    assert evening.here(1) == (Came(1, seated=False),), "back, and now somebody sits there"
    assert evening.home(3) == (WentHome(3), GotSeat(7)), "whoever came back is ahead of who stayed"
    assert there(evening) == [2, 7]


def test_who_goes_home_is_out_of_later_rounds_until_they_are_back() -> None:
    evening = opened(None, 1, 2)
    evening.here(1)
    evening.here(2)
    came = evening.guest(1).came_at
    evening.now += MINUTE
    assert evening.home(1) == (WentHome(1),) and there(evening) == [2]
    assert evening.home(1) == (), "twice is once"
    assert evening.here(1) == (Came(1, seated=True),) and there(evening) == [1, 2]
    assert evening.guest(1).came_at == came, "attendance knows when they came first"


def test_pressing_in_after_the_doors_closed_keeps_no_seat() -> None:
    evening = opened(2, 1)
    evening.here(1)
    evening.until(STARTS + 5 * MINUTE)
    evening.press_in(2, 3)
    assert evening.who("in") == [1, 2, 3] and evening.held == 1
    assert evening.here(3) == (Came(3, seated=True),)
    assert evening.here(2) == (Came(2, seated=False),)


def test_who_cant_come_isnt_here_and_may_come_back() -> None:
    """They pressed Can't by mistake, and the doors are closed."""
    evening = opened(2, 1, 2)
    evening.here(1)
    evening.here(2)
    evening.until(STARTS + 5 * MINUTE)
    evening.out(1)
    assert there(evening) == [2], "who can't come counts as here"
    assert evening.guest(1).came_at is None, "they count as one who came"
    evening.press_in(1)
    assert there(evening) == [2], "they haven't said that they are here"
    assert evening.here(1) == (Came(1, seated=True),)
    assert evening.held == 2


def test_who_waits_at_home_takes_no_seat_after_the_doors_closed() -> None:
    evening = opened(1, 1, 2)
    evening.until(STARTS + 5 * MINUTE)
    with refused_with(SEAT_GONE):
        evening.take(2)
    assert evening.here(2) == (Came(2, seated=True),)


def test_who_waits_elsewhere_is_called_to_the_seats_that_nobody_here_takes() -> None:
    """Once, when the doors close, and again for a seat that comes free later; not who went home."""
    evening = opened(2, 1, 2, 3, 4)
    evening.here(1)
    news = evening.until(STARTS + 5 * MINUTE)
    assert [one for one in news if isinstance(one, SeatsOpen)] == [SeatsOpen((3, 4), 1)]
    evening.pass_on(4)
    assert evening.here(3) == (Came(3, seated=True),)
    assert evening.home(3) == (WentHome(3), SeatsOpen((4,), 1))
    assert evening.here(3) == (Came(3, seated=True),)
    evening.here(5)
    evening.home(5)
    assert evening.home(1) == (WentHome(1), SeatsOpen((4,), 1)), "who went home is called"


def test_a_host_marks_who_is_in_or_waits_or_might_come_as_there_and_nobody_else() -> None:
    evening = opened(1, 1, 2)
    evening.other(3, "maybe")
    maybe = doors.mark_here(evening.guests, 3, evening.now, {})
    assert evening.told(maybe) == (Came(3, seated=False),), "there is no seat for them"
    marked = doors.mark_here(evening.guests, 1, evening.now, {})
    assert evening.told(marked) == (Came(1, seated=True),)
    waits = doors.mark_here(evening.guests, 2, evening.now, {})
    assert evening.told(waits) == (Came(2, seated=False),), "there is no seat for them"
    evening.home(2)
    home = doors.mark_here(evening.guests, 2, evening.now, {})
    assert evening.told(home) == (), "who has said that they go home is here again"
    evening.told(doors.not_at_table(evening.guests, 1, evening.now, {}))
    found = evening.told(doors.mark_here(evening.guests, 1, evening.now, {}))
    assert [each.person for each in found if isinstance(each, Came)] == [1], "found gone for good"
    evening.out(1)
    for person in (1, 9):
        with refused_with(NOT_LISTED):
            doors.mark_here(evening.guests, person, evening.now, {})


def test_doors_that_a_host_opens_early_close_at_their_hour_and_late_ones_later() -> None:
    early = Evening()
    early.now = STARTS - 90 * MINUTE
    early.told(doors.open_doors(early.guests, early.now))
    assert early.guests.closes_at == STARTS + 5 * MINUTE
    late = Evening()
    late.told(doors.open_doors(late.guests, STARTS + 10 * MINUTE))
    assert late.guests.closes_at == STARTS + 45 * MINUTE


def test_the_seat_of_who_comes_late_is_kept_past_the_doors_until_then() -> None:
    """Then it goes to who is there; nobody waits for them, and a time that is over is refused."""
    evening = opened(2, 1, 2, 3)
    evening.late(2, STARTS + 15 * MINUTE)
    evening.here(1)
    evening.here(3)
    assert evening.until(STARTS + 5 * MINUTE) == (DoorsClosed(()),), "their seat was given away"
    assert there(evening) == [1] and evening.guest(2).late
    with refused_with(TIME_OVER):
        evening.late(2, STARTS)
    with refused_with(NO_LONGER):
        evening.late(2, None)
    evening.late(2, STARTS + 30 * MINUTE)
    assert evening.until(STARTS + 29 * MINUTE) == (), "later after all"
    assert not evening.until(STARTS + 30 * MINUTE), "nobody comes to the minute"
    assert evening.until(STARTS + 35 * MINUTE) == (GotSeat(3),)
    assert not evening.guest(2).late and not evening.guest(2).seated
    with refused_with(NO_LONGER):
        evening.late(2, STARTS + 60 * MINUTE)


def test_who_comes_late_to_a_seat_at_a_table_is_told_of_no_other() -> None:
    """It is theirs until the round is over: neither the start nor closed doors call them."""
    evening = opened(None, 1, 2)
    evening.late(2, STARTS + 15 * MINUTE)
    evening.here(1)
    evening.guests = doors.dealt_in(evening.guests, [2])
    assert doors.warn(evening.guests)[1] == ()
    assert evening.until(STARTS + 5 * MINUTE) == (DoorsClosed(()),)
    assert "absent" not in evening.guest(2).marks


def test_who_says_that_they_will_be_late_is_in_if_there_is_a_seat() -> None:
    """Whatever they have answered; nobody is in line by it."""
    evening = opened(4, 1)
    evening.other(2, "maybe")
    evening.out(3)
    for person in (2, 3, 4):
        evening.late(person, STARTS + 15 * MINUTE)
        assert evening.guest(person).late and evening.guest(person).seated, f"{person}"
    with refused_with(NONE_FREE):
        evening.late(5, STARTS + 15 * MINUTE)
    assert evening.guests.find(5) is None
    evening.until(STARTS + 5 * MINUTE)
    with refused_with(NO_LONGER):
        evening.late(1, STARTS + 15 * MINUTE)


def test_who_was_late_and_comes_has_their_seat() -> None:
    evening = opened(2, 1, 2, 3)
    with refused_with(NONE_FREE):
        evening.late(3, STARTS + 15 * MINUTE)
    for person in (1, 2):
        evening.late(person, STARTS + 15 * MINUTE)
    evening.late(1, None)
    closed = evening.until(STARTS + 5 * MINUTE)
    assert closed[:2] == (NotHere((1,)), DoorsClosed((1,))), (
        "who comes on time after all is awaited like others"
    )
    assert evening.here(2) == (Came(2, seated=True),)
    assert evening.guest(2).late_until is None
    with refused_with(HERE_ALREADY):
        evening.late(2, STARTS + 15 * MINUTE)


def test_whoever_says_that_they_will_be_late_is_not_called_to_the_doors() -> None:
    evening = Evening()
    evening.press_in(1, 2)
    evening.late(2, STARTS + 60 * MINUTE)
    assert DoorsOpened((1,)) in evening.until(STARTS - 30 * MINUTE)
    evening.move(STARTS + DAY)
    assert not evening.guest(2).late, "another date: they haven't said that of it"


def test_who_came_late_while_the_bot_was_away_still_has_their_seat() -> None:
    evening = opened(2, 1, 2)
    evening.late(2, STARTS + 15 * MINUTE)
    evening.until(STARTS + 10 * MINUTE)
    evening.wake(STARTS + 20 * MINUTE)
    assert evening.guest(2).late_until == STARTS + 25 * MINUTE


def test_who_is_here_has_a_number_before_those_who_are_not() -> None:
    """As seats go to them first; nobody's number counts people who never came."""
    night = Evening(limit=1)
    night.press_in(1, 2, 3)
    night.now = STARTS - 20 * MINUTE
    night.told(doors.open_doors(night.guests, night.now))
    night.here(1)
    night.here(3)
    assert [night.guests.position(each) for each in (3, 2)] == [1, 2]
