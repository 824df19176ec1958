"""What was said of a night: how long it holds, and who reads it when."""

from __future__ import annotations

from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest

from bot.nights.announcing import edit
from bot.nights.cohosts import set_cohosts
from bot.nights.dates import moment, read_stored, zone_of
from bot.nights.guest_list import NotConfirmed, ReminderDue
from bot.nights.guest_presses import press_in, press_maybe
from bot.nights.left_out import outlived
from bot.nights.morning_calls import at_night
from bot.nights.night import Night, Post, PostKind
from bot.nights.night_json import post_of
from bot.nights.seating import Minded
from bot.nights.series import Series
from bot.nights.stages import FINISHED, NOTICE, SOON_OVER
from bot.nights.standing_posts import (
    ANNOUNCED,
    DATE,
    ENDED,
    FROM,
    MINDED,
    QUIET,
    REST,
    comes_down,
    concerned,
    from_round,
    holds,
    in_their_hours,
    is_past,
    stays,
)
from bot.nights.typed_dates import read
from bot.nights.who_is_told import who_is_told
from bot.tables.clock import HOUR, MINUTE, Quiet
from bot.tables.seat import Person
from bot.ui.pages.nights.night_posts import post_message
from bot.ui.pages.wording import Wording
from storage.night_rows import NightState
from tests.nights.night_with_guests import DAY, STARTS, Evening
from tests.nights.sample_nights import guests_in, played_by, sample_night
from tests.nights.setup import Setup

BERLIN = ZoneInfo("Europe/Berlin")
NIGHTLY = Quiet(BERLIN, 22 * 60, 7 * 60 + 30)
"""From 22:00 to 7:30."""
MIDNIGHT = STARTS + 4 * HOUR
"""In Berlin."""


def test_who_has_quiet_hours_is_called_on_the_hour_after_them() -> None:
    night = sample_night(guests_in("Ada", "Bob", "Cleo"))
    post = Post("moved", (1, 2, 3), {"from": 5})
    (now, at), (later, on) = in_their_hours(night, post, MIDNIGHT, {2: NIGHTLY, 3: NIGHTLY})
    assert (now.people, at) == ((1,), MIDNIGHT)
    assert later.people == (2, 3) and on == MIDNIGHT + 8 * HOUR, "not at eight in the morning"
    assert later.details == {"from": 5, QUIET: True, REST: True}
    assert [*in_their_hours(night, post, STARTS, {2: NIGHTLY})] == [(post, STARTS)], "it is daytime"


@pytest.mark.parametrize("kind", ["skipped", "series_moved", "on_again", "unfollowed"])
def test_who_follows_a_series_isnt_called_at_night_for_what_is_far_ahead(kind: PostKind) -> None:
    night = sample_night()
    post, before, starts = Post(kind, (1,)), MIDNIGHT - 2 * DAY, night.row.starts_at
    quiet = at_night(night, post, before, starts)
    assert quiet == Quiet(BERLIN, 23 * 60, 8 * 60), "they are called at midnight"
    (now, _at), (later, on) = in_their_hours(night, post, before, {1: quiet})
    assert (now.people, later.people, on) == ((), (1,), before + 8 * HOUR)
    assert at_night(night, post, starts - 11 * HOUR, starts) is None, "it is soon"
    assert at_night(night, post, starts - DAY, starts - 18 * HOUR) is None, "it is soon by now"
    assert at_night(night, Post("cancelled", (1,)), before, starts) is None, "they come"
    over = night.with_row(state="over")
    soon = Post(kind, (1,), {FROM: before + 11 * HOUR})
    assert at_night(over, soon, before, starts) is None, "the next one is soon"


def test_what_is_for_one_alone_waits_for_them_and_what_is_for_all_is_said_at_once() -> None:
    night = sample_night(guests_in("Ada", "Bob"))
    ((offer, at),) = in_their_hours(night, Post("offer", (2,)), MIDNIGHT, {2: NIGHTLY})
    assert (offer.people, at) == ((2,), MIDNIGHT + 8 * HOUR), "who sleeps is called"
    assert REST not in offer.details, "nobody was offered this seat before"
    off = [*in_their_hours(night, Post("cancelled", (2,)), MIDNIGHT, {2: NIGHTLY})]
    assert [(post.people, at) for post, at in off] == [
        ((), MIDNIGHT), ((2,), MIDNIGHT + 8 * HOUR),
    ]  # fmt: skip


@pytest.mark.parametrize("state", ["doors", "playing"])
def test_from_the_doors_to_the_end_no_quiet_hours_hold(state: NightState) -> None:
    night = sample_night(guests_in("Ada", "Bob"), state)
    post = Post("seat", (2,))
    assert [*in_their_hours(night, post, MIDNIGHT, {2: NIGHTLY})] == [(post, MIDNIGHT)]


def test_of_two_moves_the_older_is_past_also_if_the_night_is_moved_back() -> None:
    night = sample_night(guests_in("Ada"))
    moves = [Post("moved", (1,), {"start": at}) for at in (STARTS, STARTS + DAY, STARTS)]
    rest = replace(moves[2], details={"start": STARTS, REST: True})
    said = [holds(night, each, [*moves[n + 1 :], rest]) for n, each in enumerate(moves)]
    assert said == ["no", "moved", "yes"], "a call for a date that is no more still holds"


def test_that_a_night_is_cancelled_stands_once_in_its_thread() -> None:
    """In the post that tells why; the announcement in the channel says so, too."""
    night = sample_night(guests_in("Ada"), "cancelled")
    off = Post("cancelled", (1,))
    before: list[PostKind] = ["moved", "remind", "doors", "invite"]
    assert {holds(night, Post(kind, (1,)), [off]) for kind in before} == {"no"}
    assert holds(night, Post("announced"), [off]) == "cancelled"
    for kind in before:
        text = post_message(night, Post(kind, (1,)), 1, Wording("en"), holds="no").text
        assert "cancelled" not in text and "over" not in text, f"{kind}: {text}"


def test_a_reminder_and_a_call_concern_those_who_still_may_come() -> None:
    people = guests_in("Ada", "Bob", "Cleo", "Dai", "Emi")
    people[1] = replace(people[1], answer="out")
    people[2] = replace(people[2], came_at=5)
    people[3] = replace(people[3], marks=frozenset({"asked"}))
    people[4] = replace(people[4], answer="maybe")
    night = sample_night(people)
    assert concerned(night, Post("remind", (1, 2, 3, 4, 5, 6))) == (1, 4, 5)
    assert concerned(night, Post("doors", (1, 2, 5, 6))) == (1, 5), "who may come isn't called"
    assert concerned(night, Post("unconfirmed", (1, 2, 3, 4, 5, 6))) == (4,)
    assert concerned(night, Post("word", (1, 2))) == (1, 2), "a word to all is for all"
    for who, asked in ((1, False), (5, True)):
        rows = post_message(night, Post("remind", (who,)), 1, Wording("en")).rows
        assert ("I'm in" in repr(rows)) is asked, "a reminder asks only who hasn't decided"


def test_a_reminder_is_past_once_doors_are_open_but_not_one_that_comes_after_them() -> None:
    """Doors may open two hours before, and an hour before somebody wants to be reminded."""
    night, remind, doors = sample_night(guests_in("Ada"), "doors"), Post("remind"), Post("doors")
    assert holds(night, remind, (doors,)) == "no"
    assert holds(night, remind) == "yes"


def test_who_hasnt_confirmed_another_date_is_asked_a_day_before_and_not_reminded_too() -> None:
    evening = Evening()
    evening.press_in(1, 2)
    evening.move(STARTS + 3 * DAY)
    evening.press_in(1)
    for person in (1, 2):
        guest = replace(evening.guest(person), remind=frozenset({"day"}))
        evening.guests = evening.guests.put(guest)
    news = evening.until(STARTS + 2 * DAY + MINUTE)
    told = [each for each in news if isinstance(each, NotConfirmed | ReminderDue)]
    assert told == [NotConfirmed((2,)), ReminderDue("day", (1,))], told


async def test_all_who_may_come_and_hosts_are_called_to_another_date_but_for_who_moved_it(
    setup: Setup,
) -> None:
    night = await setup.announced(cap=2)
    host, bob, cleo, dai = (Person(number, name) for number, name in zip(
        (100, 2, 3, 4), ("Ada", "Bob", "Cleo", "Dai"), strict=True
    ))  # fmt: skip
    await setup.guests(night, host, bob, cleo, rule=press_in)
    await setup.guests(night, dai, rule=press_maybe)
    silent = set_cohosts([Person(9, "Kim")])
    night = await setup.nights.change(night.id, setup.press(), silent)
    zone = zone_of("Europe/Berlin")
    moved = moment(read("28.11. 20:00", int(setup.time), zone).first.local, zone)
    night = await setup.nights.change(night.id, setup.press(), edit(moved))
    (post,) = [each for each in await setup.nights.store.unsent(night.id) if each.kind == "moved"]
    assert post.people == "[2, 3, 4, 9]", "the wrong people are called"
    assert 9 in concerned(night, post_of(post)), "a co-host learns nothing of another date"
    assert who_is_told(night, by=100) == (2, 3, 4, 9), "a co-host comes to a cancelled night"
    assert f'"from": {STARTS}' in post.details and f'"start": {STARTS + DAY}' in post.details
    again = await setup.nights.change(night.id, setup.press(), edit(moved))
    posts = [each.kind for each in await setup.nights.store.unsent(again.id)]
    assert posts.count("moved") == 1, "the same date is told as another one"


def test_that_somebody_was_taken_off_comes_down_once_they_are_back() -> None:
    night, off = sample_night(guests_in("Ada", answer="out")), Post("off", (1,))
    assert holds(night, off) == "yes"
    night = replace(night, guests=night.guests.put(*guests_in("Ada")))
    assert holds(night, off) == "no" and comes_down(night, off), "they are on the list again"


def test_a_reminder_comes_down_once_guests_are_called_to_open_doors() -> None:
    night, reminder = sample_night(guests_in("Ada"), "doors"), Post("remind", (1,))
    assert holds(night, reminder, [Post("doors", (1,))]) == "no"
    assert comes_down(night, reminder), "it stays above the call that says what holds now"
    doors = Post("doors", (1,))
    assert not comes_down(night.with_row(state="over"), doors)
    assert comes_down(night.with_row(state="over", stage="few"), doors), (
        "that it's over stands twice"
    )


@pytest.mark.parametrize("kind", ["unconfirmed", "regulars", "moved", "asked", "told", "after_all"])
def test_at_the_doors_one_post_stands_for_those_whom_it_calls(kind: PostKind) -> None:
    people = [replace(each, marks=frozenset({"asked"})) for each in guests_in("Ada", "Bob")]
    night = sample_night(people, "doors")
    post, doors = Post(kind, (1, 2), {FROM: STARTS - 1}), Post("doors", (1, 2))
    assert holds(night, post) == "yes"
    assert holds(night, post, [doors]) == "no" and comes_down(night, post)
    over = night.with_row(state="over")
    assert comes_down(over, post) is (kind in ("unconfirmed", "regulars")), "what was is gone"
    asks = kind not in ("unconfirmed", "regulars")
    silent = replace(post, people=(1, 2, 3))
    assert holds(night, silent, [doors]) == ("yes" if asks else "no"), "who is asked loses a ping"


def test_a_reminder_comes_down_as_a_nearer_one_calls_all_whom_it_called() -> None:
    night = sample_night(guests_in("Ada", "Bob"))
    older = Post("remind", (1,), {"when": "day"})
    assert holds(night, older, [Post("remind", (1, 2), {"when": "hour"})]) == "no"
    assert comes_down(night, older)
    assert holds(night, older, [Post("remind", (2,), {"when": "hour"})]) == "yes"
    waits = Post("remind", (1,), {"when": "hour", QUIET: True})
    assert holds(night, older, [waits]) == "yes", "that isn't said yet"


def test_what_called_somebody_to_a_late_round_stays_and_what_called_nobody_comes_down() -> None:
    night = sample_night(guests_in("Ada"))
    assert comes_down(night, Post("overtime")) and not comes_down(night, Post("overtime", (1,)))


def test_that_a_night_is_off_stays_as_it_was_said_but_for_the_next_date() -> None:
    night = sample_night(guests_in("Ada"), weeks=1)
    assert stays(Post("left")), "it is said anew though nothing in it can change"
    over = Post("unfollowed", details={ENDED: True})
    assert not stays(over), "the date of the last night is frozen as it was said"
    assert not stays(Post("moved")), "only some kinds hold for good"
    for kind in ("cancelled", "few"):
        post = Post(kind)
        assert not stays(post) and not is_past(night, post, None), (
            f"{kind}: its next date is frozen"
        )
        assert not is_past(night, post, night), f"{kind}: the date is frozen as it was announced"
        leads = is_past(night, post, night.with_row(state="over"))
        assert leads is (kind == "few"), f"{kind}: two nights lead on, or it can't be taken back"


def test_what_was_said_of_the_next_date_stands_until_its_night_begins() -> None:
    """Whoever follows a ping in the morning finds it, unless that night is moved or cancelled."""
    night = sample_night([], "over", series_id="s", local="2026-12-07T20:00")
    zone = zone_of(night.row.zone)
    left, on, moved = (moment(read_stored(f"2026-12-{day}T20:00"), zone).at for day in (14, 21, 28))
    series = Series("s", 1, night.id, 1, night.row.local, skipped=("2026-12-14T20:00",))
    night = replace(night, series=series)
    posts = (
        Post("skipped", details={FROM: left, DATE: "2026-12-14T20:00"}),
        Post("on_again", details={FROM: on, DATE: "2026-12-21T20:00"}),
        Post("series_moved", details={FROM: on}),
    )
    for each in posts:
        assert holds(night, each) == "yes" and not is_past(night, each, None)
    night = replace(night, series=replace(series, night_id="another"))
    following = night.with_row(state="open")
    following = replace(following, guests=replace(following.guests, starts_at=on))
    other = replace(following, guests=replace(following.guests, starts_at=moved))
    for each in posts:
        assert holds(night, each) == "yes" and comes_down(night, each)
        assert not outlived(night, each, following) and not is_past(night, each, following)
        assert outlived(night, each, other), f"{each.kind}: the night is on another date"
        for state in ("doors", "over", "cancelled"):
            assert outlived(night, each, following.with_row(state=state)), f"{each.kind}: {state}"
    ended = replace(night, series=replace(series, state="ended"))
    assert [holds(ended, each) for each in posts] == ["no"] * 3


def test_nobody_is_given_a_seat_on_the_list_once_no_round_is_to_come() -> None:
    guests = guests_in("Ada", "Bob")
    night = replace(sample_night(guests, "playing", rounds=2), rounds=(played_by(guests),))
    post = from_round(night, Post("seat", (2,)))
    assert holds(night, post) == "yes"
    assert holds(night.with_row(rounds=1), post) == "no", "a seat of no use calls somebody"


def test_who_is_called_to_a_free_seat_after_the_doors_closed_has_to_be_here() -> None:
    evening = Evening(2)
    evening.press_in(1, 2, 3)
    evening.until(STARTS + 5 * MINUTE)
    night = replace(sample_night((), "doors"), guests=evening.guests)
    post = Post("open", (3,), {"seats": 1})
    assert holds(night, post) == "yes"
    said = post_message(night, post, 1, Wording("en-GB"))
    assert said.text.startswith("<@3> A seat is free at ") and "from round 1 on." in said.text
    assert said.row[0].label == "I'm here", "they are asked to take what they can't"
    assert holds(night.with_row(rounds=0), post) == "no", "no round is to come"


def test_that_the_bot_was_offline_says_the_times_that_have_moved() -> None:
    """As long as they are to come."""
    people = guests_in("Ada", "Bob")
    night = sample_night(people, "doors", pilot="auto")
    night = replace(night, guests=replace(night.guests, closes_at=STARTS + 12 * MINUTE))
    post = Post("offline", (), {"minutes": 7, "round": 0, "at": STARTS})

    def said(night: Night) -> str:
        return post_message(night, post, 1, Wording("en")).text.removeprefix(
            "I was offline for about 7 min. Nothing is lost."
        )

    assert said(night) == f" Doors now close at <t:{STARTS + 12 * MINUTE}:t>."
    night = replace(night, guests=replace(night.guests, doors="closed"))
    assert said(night) == ""
    due = night.with_row(stage="notice", stage_at=STARTS - NOTICE)
    assert said(due) == "", "it is announced anew at once"
    anew = due.with_row(stage_at=STARTS)
    assert said(anew) == f" Round 1 starts at <t:{STARTS + NOTICE}:t>."
    arrive = replace(anew, guests=replace(anew.guests, doors="open"))
    assert said(arrive) == said(anew), "when doors close is of no use to those who are seated"
    first = post
    post = Post("offline", (), {**post.details, ANNOUNCED: False})
    assert said(anew) == "", "its notice below says the same"
    post = first
    round_ = replace(played_by(people), state="dealt")
    until = STARTS + 5 * MINUTE
    minded = replace(round_.seating, minded=(Minded("abc", 2, 1, until),))
    night = replace(night, rounds=(replace(round_, seating=minded),)).with_row(state="playing")
    post = Post("offline", (), {"minutes": 7, "round": 1, MINDED: [["abc", until]]})
    back = (
        f"If Bob isn't back by <t:{until}:t> and enough is left to play, that seat is offered to "
        "whoever waits."
    )
    still = " Your time to move stood still meanwhile."
    assert said(night) == f"{still} {back}"
    night = replace(night, rounds=(round_,))
    assert said(night) == still, "who is back is still waited for"
    late = night.with_row(stage="late", stage_at=STARTS)
    assert said(late) == (
        f"{still} Round 1 runs over time. Computers finish its games at "
        f"<t:{STARTS + SOON_OVER + FINISHED}:t>."
    )


def test_that_the_bot_was_offline_says_what_it_means_until_the_next_round() -> None:
    people = guests_in("Ada", "Bob")
    night, post = sample_night(people, "playing"), Post("offline", (), {"minutes": 4, "round": 1})
    said = "I was offline for about 4 min. Nothing is lost."
    first = played_by(people)
    still = f"{said} Your time to move stood still meanwhile."
    for round_, text in ((replace(first, state="dealt"), still), (first, said)):
        now = replace(night, rounds=(round_,))
        assert holds(now, post) == "yes"
        assert post_message(now, post, 1, Wording("en")).text == text
    then = replace(night, rounds=(first, replace(first, number=2, state="dealt")))
    assert holds(then, post) == "no" and comes_down(then, post)
