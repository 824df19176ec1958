"""What guests press, and hosts press about them: where the night decides what comes of it."""

from __future__ import annotations

from dataclasses import replace

from bot.nights.announcing import edit
from bot.nights.guest_list import Guest
from bot.nights.guest_presses import let_in, take_off
from bot.nights.late_times import (
    About,
    about_over,
    comes_at,
    late_rounds,
    late_times,
)
from bot.nights.night import Now, Press
from bot.nights.seating import Teaching
from bot.tables.clock import HOUR, MINUTE
from bot.tables.seat import Person
from tests.nights.night_with_guests import STARTS
from tests.nights.sample_nights import guests_in, played_by, sample_night


def test_nobody_comes_at_a_time_that_is_over_or_after_a_round_that_has_begun() -> None:
    people = guests_in("Ada", "Bob", "Cleo")
    night = sample_night(people, rounds=3)
    assert [*late_times(night, 20, STARTS)] == ["m15", "m30", "m60", "round"]
    short = sample_night(people, rounds=1)
    assert [*late_times(short, 20, STARTS)] == ["m15"], "whoever comes then finds nobody"
    assert [*late_times(night, 20, STARTS + 31 * MINUTE)] == ["m60"]
    both = replace(night, rounds=(played_by(people), replace(played_by(people), number=2)))
    assert "round" not in late_times(both, 20, STARTS)


def at(soonest: int, latest: int | None = None, since: int = STARTS) -> About:
    """Return the moments that are so many minutes later; one alone is both."""
    return About(since + soonest * MINUTE, since + (latest or soonest) * MINUTE)


def test_who_comes_late_chooses_between_rounds_to_play_from() -> None:
    night = sample_night(guests_in("Ada", "Bob", "Cleo"), rounds=4, pause=0)
    times = late_times(night, 20, STARTS)
    second, fourth = (2, at(20)), (4, at(60))
    soon = dict.fromkeys(("m15", "m30", "round"), second)
    assert late_rounds(night, 20, times) == {**soon, "m60": fourth}
    assert {*late_rounds(night, 60, late_times(night, 60, STARTS)).values()} == {(2, at(60))}, (
        "an hour later they play from the same round"
    )
    single = night.with_row(rounds=1)
    assert late_rounds(single, 90, late_times(single, 90, STARTS)) == {}


def test_whoever_was_to_have_a_seat_in_the_last_round_keeps_it_if_rounds_are_added() -> None:
    """They were told that a computer plays until they come."""
    people = guests_in("Ada", "Bob", "Cleo")
    people[1] = replace(people[1], late_until=STARTS + 30 * MINUTE)
    night = sample_night(people, "playing", rounds=2, pause=60)
    over = replace(played_by(people[::2]), began_at=STARTS, over_at=STARTS + 5 * MINUTE)
    night = replace(night, rounds=(over,))
    press, now = Press(Person(1, "Ada"), 1, leads=True), Now(STARTS + 6 * MINUTE)
    assert people[1] in night.seatable
    longer = edit(rounds=3)(night, press, now).night
    assert 2 in {each.person for each in longer.seatable}, "Bob's promised seat is gone"
    bob = longer.guests.find(2)
    assert bob is not None and comes_at(bob) == STARTS + 30 * MINUTE, "they come at another time"


def test_who_is_told_a_round_has_a_seat_in_it_also_after_a_short_break() -> None:
    """Where it begins by itself, it is announced for longer than that break lasts."""
    for minutes, plays in ((13, True), (14, False)):
        people = guests_in("Ada", "Bob", "Cleo")
        until = STARTS + (20 + minutes) * MINUTE
        people[1] = replace(people[1], late_until=until)
        night = sample_night(people, "playing", rounds=4, pause=0).with_row(pilot="auto")
        over = replace(played_by(people[::2]), began_at=STARTS, over_at=STARTS + 20 * MINUTE)
        night = replace(night, rounds=(over,))
        told = late_rounds(night, 20, {"at": until})["at"][0] == 2
        assert (told, people[1] in night.seatable) == (plays, plays), f"(told, seated): {minutes}"


def test_the_second_round_may_begin_later_where_somebody_is_taught_in_the_first() -> None:
    """As the card's end counts it; once the first is over, by when that was."""
    ada, bob, cleo = guests_in("Ada", "Bob", "Cleo")
    people = [ada, replace(bob, marks=frozenset({"learner"})), cleo]
    night = sample_night(people, rounds=2, pause=300)
    assert about_over(night, 20) == at(45, 65), "the second one would take another time"
    assert late_times(night, 20, STARTS)["round"] == STARTS + 45 * MINUTE
    assert late_rounds(night, 20, {"m30": STARTS + 30 * MINUTE}) == {"m30": (2, at(25, 45))}
    longer, late = night.with_row(rounds=3), {"m60": STARTS + 40 * MINUTE}
    assert late_rounds(longer, 20, late) == {"m60": (3, at(50, 70))}, "round 2 may begin without"
    away = replace(night.guests.guests[1], late_until=STARTS + 30 * MINUTE)
    absent = replace(night, guests=night.guests.put(away))
    assert about_over(absent, 20) == at(45), "nobody is taught who comes after that"
    taught = replace(played_by(people).seating, teaching=(Teaching(1, (2,), ()),))
    on = replace(played_by(people), state="dealt", seating=taught, began_at=STARTS, over_at=None)
    on = replace(night.with_row(state="playing"), rounds=(on,))
    assert about_over(on, 20) == at(45, 65), "it is said otherwise once it is played"
    over = replace(played_by(people), began_at=STARTS, over_at=STARTS + 30 * MINUTE)
    between = replace(night.with_row(state="playing"), rounds=(over,))
    assert late_times(between, 20, STARTS)["round"] == STARTS + 35 * MINUTE


def test_the_night_ends_earlier_where_its_first_round_was_dealt_days_before() -> None:
    """Nobody can come an hour after the planned start of what is long over by then."""
    people = guests_in("Ada", "Bob", "Cleo")
    night, began = sample_night(people, "playing", rounds=2, pause=300), STARTS - 48 * HOUR
    first = replace(played_by(people), state="dealt", began_at=began)
    on = replace(night, rounds=(first,))
    assert about_over(on, 20) == at(45, since=began)
    assert late_times(on, 20, began) == {"round": began + 25 * MINUTE}
    over = replace(first, state="over", over_at=began + 10 * MINUTE)
    between = replace(night, rounds=(over,))
    assert about_over(between, 20) == at(35, since=began)


def test_who_is_taken_off_after_a_round_has_gone_home() -> None:
    """What they have played stays theirs."""
    people = guests_in("Ada", "Bob", came_at=STARTS, marks=frozenset())
    night = replace(sample_night(people, "playing"), rounds=(played_by(people),))
    press, now = Press(Person(1, "Ada"), 1, leads=True), Now(STARTS + 60 * MINUTE)
    bob = take_off(2)(night, press, now).night.guests.find(2)
    assert bob is not None and bob.gone_at == now.at, bob


def test_whom_a_host_lets_in_has_the_seat_by_which_the_limit_grows() -> None:
    """Also if others wait who came before: it was for that guest."""
    waits = [Guest(n, f"P{n}", "waits", n, came_at=STARTS) for n in (7, 8)]
    people = guests_in("Ada", "Bob")
    night = sample_night([*people, *waits], "doors", limit=len(people))
    change = let_in(8)(night, Press(Person(1, "?"), 9, leads=True), Now(STARTS))
    guests = change.night.guests
    assert guests.limit == len(people) + 1 and [each.person for each in guests.in_line] == [7]
    assert [post.people for post in change.posts] == [(8,)], "nobody is told"
