"""A series of nights: its dates, moved, skipped and ended, and when nobody came twice."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from functools import partial
from typing import Literal

import pytest

from bot.nights.after_night import same_again
from bot.nights.announcing import cancel, edit
from bot.nights.cohosts import set_cohosts
from bot.nights.dates import moment, read_stored, zone_of
from bot.nights.guest_presses import press_maybe, press_out
from bot.nights.leading import Host
from bot.nights.next_night import announce_next
from bot.nights.night import MAY_NOT_HOST, NOT_LEADING, Change, Night, Rule
from bot.nights.rounds import end
from bot.nights.series import Series, series_of, series_row
from bot.nights.series_rules import (
    NO_SUCH_DATE,
    NOT_NEWEST,
    SERIES_OVER,
    UNANSWERED,
    answer_by,
    date_sign,
    end_series,
    leads_back,
    next_at,
    next_dates,
    other_time,
    skip,
    take_in,
    will_ask,
    would_be,
)
from bot.nights.taking_back import AT_ONCE, DATE_TAKEN, TIME_OVER, take_back
from bot.nights.who_is_told import who_is_told
from bot.tables.clock import DAY, HOUR
from bot.tables.seat import Person
from bot.tables.trouble import Trouble
from storage.fan_store import FanRow
from tests.nights.setup import BEGINNING, GUILD, HOST, ZONE, Setup, people
from tests.refusal import refused_with

BOB, CLEO = Person(101, "Bob"), Person(102, "Cleo")


async def weekly(setup: Setup, typed: str = "27.11. 20:00") -> Night:
    """Announce the first night of a weekly series."""
    return await setup.announced(typed, repeat=1)


async def changed(setup: Setup, night: Night, rule: Rule) -> Night:
    """Change a night as its host."""
    return await setup.nights.change(night.id, setup.press(), rule)


async def rung(setup: Setup, night: Night) -> Night:
    """Ring a night when it is next due; return it."""
    night = await setup.nights.get(night.id)
    assert night.row.due is not None, "nothing is due"
    setup.time = max(setup.time, night.row.due)
    return await setup.timer.ring(night.id)


async def empty(setup: Setup, night: Night) -> Night:
    """Let a night pass on which nobody plays, up to what follows in the morning after it."""
    while (night := await rung(setup, night)).row.state != "over":
        pass
    return await rung(setup, night)


async def next_of(setup: Setup, night: Night) -> Night:
    """Return the night that was announced after one."""
    following = await setup.following(night)
    assert following is not None, "no next night was announced"
    return following


def at(local: str) -> int:
    """Return the moment of a wall time in Berlin."""
    return moment(read_stored(local), zone_of(ZONE)).at


async def test_a_night_that_is_moved_leaves_the_others(setup: Setup) -> None:
    """Even past the next date: that is announced the morning after the old one."""
    night = await weekly(setup)
    night = await changed(
        setup, night, edit(moment(read_stored("2026-12-06T19:00"), zone_of(ZONE)))
    )
    assert night.goes_on is not None and night.goes_on.local == "2026-11-27T20:00"
    while (await setup.following(night)) is None:
        night = await rung(setup, night)
    assert setup.time == at("2026-11-28T09:00")
    following = await next_of(setup, night)
    assert following.row.local == "2026-12-04T20:00"
    assert night.row.state == "open" and night.goes_on is None, "two nights carry one series on"


async def test_a_night_moved_behind_the_next_one_leads_to_the_one_after_both(setup: Setup) -> None:
    """So does the one that was played before it, and both hear of what becomes of that."""
    night, series = await weekly(setup), setup.nights.store.series
    night = await changed(
        setup, night, edit(moment(read_stored("2026-12-06T19:00"), zone_of(ZONE)))
    )
    while (await setup.following(night)) is None:
        night = await rung(setup, night)
    before = await next_of(setup, night)
    while (before := await rung(setup, before)).row.state != "over":
        pass
    assert await series.following(before.id) == night.id, "the one that is still to come"
    assert before.id in await series.leading_to(night.id)
    last = await next_of(setup, await rung(setup, before))
    while (night := await setup.nights.get(night.id)).row.state != "over":
        night = await rung(setup, night)
    for each in (night, before):
        assert await series.following(each.id) == last.id, f"{each.row.local} names no next date"
    assert {*await series.leading_to(last.id)} == {night.id, before.id}


async def test_a_night_that_leads_on_hears_of_its_series_from_the_newest_one(
    setup: Setup,
) -> None:
    """Though others are announced in between, of which one is over: as the series ends, its card
    offers no more to be told of new dates.
    """

    async def announced_after(night: Night, date: str) -> Night:
        await announce_next(setup.nights, night.id, setup.press(leads=True), date)
        series = (await setup.nights.get(night.id)).series
        assert series is not None
        return await setup.nights.get(series.night_id)

    first = await changed(setup, await weekly(setup), cancel())
    second = await announced_after(first, "20261204")
    third = await announced_after(second, "20261211")
    fourth = await announced_after(third, "20261218")
    await changed(setup, third, lambda now, _by, _at: Change(now.with_row(state="over"), "over"))
    series = setup.nights.store.series
    assert await series.following(first.id) == second.id
    assert first.id in await series.leading_to(fourth.id), "it isn't drawn anew"


async def test_of_nights_called_off_in_a_row_the_newest_says_what_is_next(setup: Setup) -> None:
    first = await changed(setup, await weekly(setup), cancel())
    second = await next_of(setup, await rung(setup, first))
    third = await next_of(setup, await rung(setup, await changed(setup, second, cancel())))
    third = await changed(setup, third, cancel())
    series = setup.nights.store.series
    for each in (first, second):
        assert await series.following(each.id) == third.id, "it carries the series on"


async def test_all_to_come_are_changed_with_one(setup: Setup) -> None:
    """What is changed for one night alone isn't handed on."""
    night = await weekly(setup)
    night = await changed(setup, night, edit(title="Once", cap=5))
    when = moment(read_stored("2026-11-26T19:00"), zone_of(ZONE))
    night = await changed(setup, night, edit(when, to_come=True, rounds=4))
    night = await changed(setup, night, cancel())
    following = await next_of(setup, await rung(setup, night))
    row = following.row
    assert (row.title, row.cap) == ("Friday", None), "changed for one night alone"
    assert (row.rounds, row.local) == (4, "2026-12-03T19:00"), "not changed for all to come"


async def test_the_morning_after_is_eight_hours_after_the_end(setup: Setup) -> None:
    """At nine in the morning there; a night that ends at two is followed a day later."""
    for ends, wanted in (("2026-11-27T23:30", "2026-11-28T09:00"),
                         ("2026-11-28T02:00", "2026-11-29T09:00")):  # fmt: skip
        setup.time = BEGINNING
        night = await setup.at_doors(await weekly(setup), *people(4))
        (table, *_rest) = await setup.dealt(night)
        setup.time = at(ends)
        await setup.play_out(table)
        night = await changed(setup, night, end())
        assert night.row.due == at(wanted), f"after an end at {ends}"
        following = await next_of(setup, await rung(setup, night))
        assert following.row.local == "2026-12-04T20:00"
        await changed(setup, following, end_series())
        await changed(setup, following, cancel())


async def test_a_night_nobody_came_to_has_ended_once_it_waits_no_longer(setup: Setup) -> None:
    when = moment(read_stored("2026-11-28T00:45"), zone_of(ZONE))
    night = await changed(setup, await weekly(setup), edit(when))
    while night.row.state != "over":
        night = await rung(setup, night)
    assert night.row.due == at("2026-11-29T09:00"), "under eight hours after 1:15"


async def test_a_date_is_left_out_and_taken_in_again(setup: Setup) -> None:
    night = await weekly(setup)
    with refused_with(NO_SUCH_DATE):
        await changed(setup, night, skip("20261205"))
    night = await changed(setup, night, skip("20261204"))
    night = await changed(setup, night, skip("20261211"))
    night = await changed(setup, night, take_in("20261211"))
    with refused_with(NOT_LEADING):
        await setup.nights.change(night.id, setup.press(BOB), skip("20261218"))
    night = await changed(setup, night, cancel())
    following = await next_of(setup, await rung(setup, night))
    assert following.row.local == "2026-12-11T20:00"
    assert following.goes_on is not None and following.goes_on.left_out == ()
    with refused_with(NO_SUCH_DATE):
        await changed(setup, following, take_in("20261204"))
    with refused_with(NOT_NEWEST):
        await changed(setup, following, skip("20261211"))


async def test_a_night_that_was_cancelled_and_taken_back_twice_calls_everybody_once(
    setup: Setup,
) -> None:
    """Discord refuses a message that mentions somebody twice."""
    night = await setup.guests(await setup.announced("27.11. 20:00"), *people(3))
    for _time in range(2):
        await changed(setup, night, cancel("Snow"))
        await take_back(setup.nights, night.id, setup.press())
    called = [json.loads(each.people) for each in await setup.nights.store.standing(night.id)]
    assert len(called[-1]) == 2, f"who was told that it is off isn't called: {called}"
    assert all(len(each) == len({*each}) for each in called), f"somebody is called twice: {called}"


@pytest.mark.parametrize(("local", "repeat"), [("27T20:00", 1), ("28T19:00", 1), ("27T20:00", 0)])
async def test_a_night_that_was_cancelled_takes_place_after_all_with_all_answers(
    setup: Setup, local: str, repeat: int
) -> None:
    """Also where it was moved before; who was told that it is off is called, but not who pressed.
    Once it would have begun, it stays cancelled.
    """
    local, (_ada, bob, cleo, dan) = f"2026-11-{local}", people(4)
    night = await setup.announced("27.11. 20:00", repeat=repeat)
    night = await changed(setup, night, edit(moment(read_stored(local), zone_of(ZONE))))
    night = await setup.guests(night, *people(3))
    night = await setup.nights.answer(night.id, setup.press(dan), press_maybe())
    before, dates = night, next_dates(night, int(setup.time))
    night = await changed(setup, night, cancel("Snow"))
    setup.time += AT_ONCE
    await take_back(setup.nights, night.id, setup.press())
    again = await setup.nights.get(night.id)
    answers = [(each.person, each.answer) for each in again.guests.guests]
    assert answers == [(each.person, each.answer) for each in before.guests.guests], "who is out?"
    asked = {each.person for each in again.guests.unconfirmed}
    assert asked == {bob.id, cleo.id}, "who was told that it's off hasn't confirmed it"
    shown = (again.row.state, again.row.why, again.row.local, again.row.due)
    assert shown == ("open", "", local, before.row.due), "it isn't as it was"
    assert next_dates(again, int(setup.time)) == dates, "the others don't stay where they are"
    said = {e.kind: json.loads(e.people) for e in await setup.nights.store.unsent(again.id)}
    assert said["after_all"] == [bob.id, cleo.id, dan.id], "who was coming?"
    assert "cancelled" in said and await setup.following(again) is None, "there are two of it"
    off = await changed(setup, again, cancel())
    setup.time = at(local)
    with refused_with(TIME_OVER):
        await take_back(setup.nights, off.id, setup.press())
    assert not leads_back(await setup.timer.ring(off.id)), "its card says that it could be"
    assert leads_back(off) is (repeat == 0), "its card can't take it back"


@pytest.mark.parametrize("doors", [False, True])
async def test_who_takes_a_cancel_back_at_once_asks_nobody_again(setup: Setup, doors: bool) -> None:
    """One post tells whom the cancel called; all is as it was, and an offer isn't any shorter."""
    night = await setup.announced("27.11. 20:00")
    night = await (setup.at_doors if doors else setup.guests)(night, *people(3))
    before = night
    await changed(setup, night, cancel("Snow"))
    setup.time += AT_ONCE - 1
    _night, asks = await take_back(setup.nights, night.id, setup.press())
    again = await setup.nights.get(night.id)
    assert not asks and again.guests.guests == before.guests.guests, "somebody is asked again"
    shown = (again.row.state, again.row.why, again.row.due)
    assert shown == (before.row.state, "", before.row.due), "it isn't as it was"
    posts = await setup.nights.store.unsent(again.id)
    off, said = posts[-2:]
    assert (
        off.kind == "cancelled"
        and said.kind == ("doors" if doors else "after_all")
        and said.people == off.people
    ), said


async def test_who_reads_that_a_night_takes_place_after_all_is_told_once_it_is_off_again(
    setup: Setup,
) -> None:
    """Also who follows its series alone, which ended with it; but for who has answered since."""
    night = await weekly(setup)
    await changed(setup, night, cancel(to_come=True, follow=(BOB.id, CLEO.id)))
    night, _asks = await take_back(setup.nights, night.id, setup.press())
    await setup.nights.answer(night.id, setup.press(CLEO), press_out())
    night = await setup.nights.get(night.id)
    asked = await setup.nights.reader.asked_to(night)
    assert who_is_told(night, asked, night.row.host) == (BOB.id,)


async def test_a_night_is_not_taken_back_onto_the_date_of_another_one(setup: Setup) -> None:
    night = await changed(setup, await weekly(setup), cancel())
    (date, *_more) = next_dates(night, int(setup.time))
    rule = other_time(date_sign(date.local), moment(read_stored("2026-11-27T20:00"), zone_of(ZONE)))
    night = await changed(setup, night, rule)
    with refused_with(DATE_TAKEN):
        await take_back(setup.nights, night.id, setup.press())
    await announce_next(setup.nights, night.id, setup.press(leads=True), "20261127")
    with refused_with(DATE_TAKEN):
        await take_back(setup.nights, night.id, setup.press())


async def test_who_is_here_stays_here_if_a_night_is_taken_back_before_it_begins(
    setup: Setup,
) -> None:
    """One message says both: that it takes place after all, and that its doors are open."""
    night = await setup.at_doors(await setup.announced("27.11. 20:00"), *people(2))
    night = await changed(setup, night, cancel())
    await take_back(setup.nights, night.id, setup.press())
    again = await setup.nights.get(night.id)
    assert again.row.state == "doors" and len(again.guests.there) == 2, "they must come once more"
    kinds = [each.kind for each in await setup.nights.store.unsent(again.id)]
    assert kinds[-1] == "doors" and "after_all" not in kinds, f"it's said twice: {kinds}"


async def test_a_series_ends_as_its_host_says(setup: Setup) -> None:
    """By itself, or with the night that is cancelled; what is announced stays otherwise."""
    night = await changed(setup, await weekly(setup), end_series())
    assert night.row.state == "open" and night.goes_on is None
    with refused_with(SERIES_OVER):
        await changed(setup, night, skip("20261204"))
    other = await changed(setup, await weekly(setup), cancel("Snow", to_come=True))
    for each in (night, other):
        while (await setup.nights.get(each.id)).row.due is not None:
            await rung(setup, each)
        assert await setup.following(each) is None, "it goes on"


async def test_day_and_time_of_all_to_come(setup: Setup) -> None:
    night = await weekly(setup)
    zone = zone_of(ZONE)
    early = moment(read_stored("2026-11-27T19:00"), zone)
    with pytest.raises(Trouble, match="Pick a date after"):
        await changed(setup, night, other_time("20261204", early))
    tuesday = moment(read_stored("2026-12-01T19:30"), zone)
    night = await changed(setup, night, other_time("20261204", tuesday))
    with refused_with(NO_SUCH_DATE):
        await changed(setup, night, other_time("20261204", tuesday))
    with pytest.raises(Trouble, match="already, so nothing"):
        await changed(setup, night, other_time("20261201", tuesday))
    (told,) = await setup.nights.store.unsent(night.id)
    assert (told.kind, told.people) == ("series_moved", "[]"), "who isn't told, or is called?"
    assert night.row.local == "2026-11-27T20:00", "the night that is announced was moved"
    night = await changed(setup, night, cancel())
    following = await next_of(setup, await rung(setup, night))
    assert following.row.local == "2026-12-01T19:30"
    following = await changed(setup, following, cancel())
    assert (await next_of(setup, await rung(setup, following))).row.local == "2026-12-08T19:30"


@pytest.mark.parametrize(
    ("way", "to", "skipped", "following"),
    [
        ("night", "2026-11-29T20:00", ["2026-12-06T20:00", "2026-12-20T20:00"], "2026-12-13T20:00"),
        ("night", "2026-11-25T19:30", ["2026-12-02T19:30", "2026-12-16T19:30"], "2026-12-09T19:30"),
        ("night", "2026-12-04T20:00", ["2026-12-18T20:00"], "2026-12-11T20:00"),
        ("all", "2026-12-13T20:00", ["2026-12-06T20:00", "2026-12-20T20:00"], "2026-12-13T20:00"),
        ("all", "2026-12-09T20:00", ["2026-12-02T20:00", "2026-12-16T20:00"], "2026-12-09T20:00"),
        ("all", "2026-12-18T20:00", [], "2026-12-18T20:00"),
    ],
)
async def test_weeks_that_are_skipped_stay_skipped_as_all_to_come_move(
    setup: Setup, way: Literal["night", "all"], to: str, skipped: list[str], following: str
) -> None:
    """But for a date that is named itself."""
    night = await weekly(setup)
    for date in ("20261204", "20261218"):
        night = await changed(setup, night, skip(date))
    when = moment(read_stored(to), zone_of(ZONE))
    rule = edit(when, to_come=True) if way == "night" else other_time("20261211", when)
    night = await changed(setup, night, rule)
    assert night.goes_on is not None and [*night.goes_on.left_out] == skipped
    assert [each.at for each in next_dates(night, int(setup.time), 1)] == [at(following)]


async def test_a_new_night_speaks_the_language_that_its_server_has_set_meanwhile(
    setup: Setup,
) -> None:
    night = await weekly(setup)
    await setup.nights.tables.servers.change(GUILD, language="ja")
    draft = await same_again(setup.nights, night.id, setup.press(leads=True))
    assert (night.row.language, draft.row.language) == ("en", "ja")
    following = await next_of(setup, await rung(setup, await changed(setup, night, cancel())))
    assert following.row.language == "ja"


async def test_a_series_that_comes_less_often_leaves_no_other_dates_out(setup: Setup) -> None:
    night = await changed(setup, await weekly(setup), skip("20261204"))
    night = await changed(setup, night, edit(weeks=2))
    assert night.goes_on is not None and night.goes_on.left_out == ()


async def test_another_day_and_time_announces_nothing_early(setup: Setup) -> None:
    """Nor does a night that is moved by a day: the next one comes the morning after it."""
    for rule, moved in (
        (partial(other_time, "20261204"), "2026-12-01T19:30"),
        (edit, "2026-11-28T20:00"),
    ):
        setup.time = BEGINNING
        night = await weekly(setup)
        night = await changed(setup, night, rule(moment(read_stored(moved), zone_of(ZONE))))
        while (await setup.following(night)) is None:
            night = await rung(setup, night)
        assert setup.time > night.row.starts_at, f"{moved}: announced before that night"
        await changed(setup, await next_of(setup, night), cancel(to_come=True))


async def test_a_host_may_call_the_role_that_is_called(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next night's, and not that of the night before it, which may be changed alone."""
    night = await setup.announced("27.11. 20:00", repeat=1, mention=50)
    night = await changed(setup, night, edit(mention=None))
    night = await changed(setup, night, cancel())

    async def look_up(_guild: int, _person: int, _channel: int, role: int | None) -> Host:
        return Host(hosts=True, calls=role is None)

    monkeypatch.setattr(setup.known, "look_up", look_up)
    following = await next_of(setup, await rung(setup, night))
    posts = [each.kind for each in await setup.nights.store.unsent(following.id)]
    assert "announced" not in posts, "it calls a role that its host may not call"


async def test_a_draft_that_is_called_off_announces_nothing(setup: Setup) -> None:
    night = await changed(setup, await setup.draft(repeat=1), cancel())
    assert night.goes_on is None and night.row.due is None, "what nobody has seen goes on"


async def test_what_is_announced_is_held_before_anything_else_may_be(setup: Setup) -> None:
    """In the order of the timer: each would wait for the other for ever, and no night would be
    announced any more.
    """
    night = await weekly(setup)
    draft = await same_again(setup.nights, night.id, setup.press(leads=True))
    held: list[bool] = []

    class Last(asyncio.Lock):
        async def acquire(self) -> Literal[True]:
            lock = setup.nights._locks.get(draft.id)
            held.append(lock is not None and lock.locked())
            return await super().acquire()

    setup.nights.announcing = Last()
    await setup.nights.publish(draft.id, setup.press(leads=True))
    assert held == [True], "another draft may be announced by whoever waits for this one"


@pytest.mark.parametrize(
    "damage",
    [{"skipped": "5"}, {"skipped": "[5]"}, {"skipped": '["soon"]'}, {"local": "soon"}],
    ids=repr,
)
def test_a_series_that_cannot_be_read_is_named_as_such(damage: dict[str, str]) -> None:
    row = series_row(Series("aaaaa", 1, "aaaaa", 1, "2026-11-27T20:00"))
    assert series_of(row).weeks == 1
    with pytest.raises(ValueError, match=r"skipped|soon"):
        series_of(replace(row, **damage))


async def test_a_series_begun_with_other_changes_is_like_the_night_after_them(
    setup: Setup,
) -> None:
    night = await changed(setup, await setup.announced(), edit(about="Bring snacks", weeks=1))
    assert night.series is not None and night.row.about == "Bring snacks"
    said = "the next night will be as this one was before it changed"
    assert night.series.template["about"] == "Bring snacks", said


async def test_a_draft_that_joins_a_series_begins_none(setup: Setup) -> None:
    """Also if its host has said how often it comes: so does the whole series from now on."""
    night = await weekly(setup)
    draft = await same_again(setup.nights, night.id, setup.press(leads=True))
    draft = await changed(setup, draft, edit(weeks=2))
    following = await setup.nights.publish(draft.id, setup.press(leads=True))
    series = following.goes_on
    assert series is not None and (series.id, series.weeks) == (night.row.series_id, 2)
    newest = await setup.nights.store.series.newest(GUILD)
    assert newest == [following.id], "it is in two series"


async def test_after_two_empty_nights_the_host_is_asked(setup: Setup) -> None:
    """Once, and nothing is announced meanwhile; a night that is played on begins the count anew."""
    night = await weekly(setup)
    second = await next_of(setup, await empty(setup, night))
    second = await empty(setup, second)
    assert await setup.following(second) is None, "a third night was announced unasked"
    asked = [each for each in await setup.nights.store.unsent(second.id) if each.kind == "goes_on"]
    assert [each.people for each in asked] == ["[100]", "[100]"], "asked, and reminded"
    with refused_with(NO_SUCH_DATE):
        await announce_next(setup.nights, second.id, setup.press(leads=True), "20261204")
    with refused_with(MAY_NOT_HOST):
        cohosts = replace(setup.press(), leads=False)
        await announce_next(setup.nights, second.id, cohosts, "20261211")
    press = setup.press(leads=True)
    both = (announce_next(setup.nights, second.id, press, "20261211") for _ in range(2))
    await asyncio.gather(*both)
    third = await next_of(setup, second)
    assert third.row.local == "2026-12-11T20:00"
    assert len(await setup.nights.reader.of_guild(GUILD, ("open",))) == 1, "it was announced twice"
    third = await setup.at_doors(third, *people(4))
    (table, *_rest) = await setup.dealt(third)
    await setup.play_out(table)
    third = await changed(setup, third, end())
    following = await next_of(setup, await rung(setup, third))
    assert following.goes_on is not None and following.goes_on.empty == 0


async def test_a_night_whose_doors_never_opened_is_not_one_to_which_nobody_came(
    setup: Setup,
) -> None:
    """The bot was away, and no host opened them: the next night is announced unasked."""
    night = await next_of(setup, await empty(setup, await weekly(setup)))
    setup.time = night.guests.starts_at + HOUR
    night = await setup.timer.ring(night.id)
    night = await rung(setup, night)
    assert (night.row.state, night.guests.doors) == ("over", "shut")
    third = await next_of(setup, await rung(setup, night))
    assert third.goes_on is not None and third.goes_on.empty == 1, "it counts as empty"


async def test_empty_nights_count_whoever_announces_the_next(setup: Setup) -> None:
    night = await weekly(setup)
    while (night := await rung(setup, night)).row.state != "over":
        pass
    await announce_next(setup.nights, night.id, setup.press(leads=True), "20261204")
    second = await empty(setup, await next_of(setup, night))
    assert second.goes_on is not None and second.goes_on.state == "asks"


async def test_who_has_answered_is_asked_again_after_two_empty_nights_not_one_called_off(
    setup: Setup,
) -> None:
    night = await empty(setup, await next_of(setup, await empty(setup, await weekly(setup))))
    await announce_next(setup.nights, night.id, setup.press(leads=True), "20261211")
    third = await next_of(setup, night)
    assert third.goes_on is not None and third.goes_on.empty == 0, "its host has said it goes on"
    fourth = await next_of(setup, await empty(setup, third))
    off = await changed(setup, fourth, cancel())
    assert not will_ask(off), "a night that was called off counts as empty"
    assert next_at(off) == fourth.guests.starts_at + 7 * DAY
    await next_of(setup, await rung(setup, off))


@pytest.mark.parametrize("weeks", [1, 2])
async def test_a_series_that_asks_in_vain_ends_as_the_next_night_would_begin_or_after_a_week(
    setup: Setup, weeks: int
) -> None:
    night = await setup.announced("27.11. 20:00", repeat=weeks)
    await setup.nights.change(night.id, setup.press(), set_cohosts([BOB]))
    night = await next_of(setup, await empty(setup, night))
    night = await empty(setup, night)
    row = FanRow(
        guild_id=night.row.guild_id,
        series_id=night.goes_on.id if night.goes_on else "",
        person=CLEO.id,
        name="Cleo",
        kind="tell",
        since=0,
    )
    assert await setup.nights.store.fans.put(row, 9)
    began = setup.time
    night = await rung(setup, night)
    assert setup.time == (at("2026-12-11T20:00") if weeks == 1 else began + UNANSWERED)
    assert night.goes_on is None and night.row.due is None, "it asks for ever"
    posts = await setup.nights.store.unsent(night.id)
    asks = [each for each in posts if each.kind == "goes_on"]
    assert {each.people for each in asks} == {json.dumps([HOST.id, BOB.id])}, "not all who host"
    assert [each.at for each in asks] == [began, setup.time - DAY], "they aren't reminded once"
    (ends,) = [each.people for each in posts if each.kind == "unfollowed"]
    assert ends == json.dumps([CLEO.id]), "who follows it isn't told that it has ended"


async def test_a_host_asked_late_is_asked_about_the_night_after(setup: Setup) -> None:
    """No bot was there before: the next night comes too soon to end the series with it."""
    night = await next_of(setup, await empty(setup, await weekly(setup)))
    while night.row.state != "over":
        night = await rung(setup, night)
    setup.time = at("2026-12-09T12:00")
    night = await rung(setup, night)
    assert [each.local.day for each in would_be(night)] == [11]
    assert answer_by(night) == at("2026-12-18T20:00")
    night = await rung(setup, night)
    assert setup.time == at("2026-12-11T20:00")
    assert [each.local.day for each in would_be(night)] == [18], "the night asked about is over"
    assert answer_by(night) == at("2026-12-18T20:00"), "they were told another time"
    night = await rung(setup, night)
    assert (night.goes_on, setup.time) == (None, at("2026-12-18T20:00"))


async def test_skipping_is_an_answer(setup: Setup) -> None:
    night = await next_of(setup, await empty(setup, await weekly(setup)))
    night = await changed(setup, await empty(setup, night), skip("20261211"))
    await announce_next(setup.nights, night.id, setup.press(leads=True), "20261211")
    assert (await next_of(setup, night)).row.local == "2026-12-11T20:00", "it can't be taken back"


async def test_skipping_announces_the_one_after_in_its_turn(setup: Setup) -> None:
    night = await next_of(setup, await empty(setup, await weekly(setup)))
    night = await changed(setup, await empty(setup, night), skip("20261211"))
    following = await next_of(setup, await rung(setup, night))
    assert setup.time == at("2026-12-12T09:00"), "it is announced a week too early, unasked"
    assert following.row.local == "2026-12-18T20:00"
    following = await empty(setup, following)
    assert following.goes_on is not None and following.goes_on.state == "asks", "it forgot"


async def test_without_a_channel_nothing_is_announced(setup: Setup) -> None:
    """Its host is asked once they press something; the date isn't announced where nobody is."""
    night = await changed(setup, await weekly(setup), cancel())
    await setup.nights.store.save_whereabouts(night.id, asleep=True)
    night = await rung(setup, night)
    assert await setup.following(night) is None, "it was announced nowhere"
    assert night.goes_on is not None and night.goes_on.state == "asks" and night.row.due is None


async def test_a_wall_time_stays_as_clocks_change(setup: Setup) -> None:
    """Over a year of weeks and of fortnights, also with weeks that the bot was away."""
    for weeks in (1, 2):
        setup.time = BEGINNING
        night = await setup.announced("27.11. 20:00", repeat=weeks)
        while setup.time < BEGINNING + 365 * DAY:
            night = await changed(setup, night, cancel())
            night = await next_of(setup, await rung(setup, night))
            assert night.row.local.endswith("T20:00"), night.row.local
            assert (night.row.starts_at - at("2026-11-27T20:00")) % DAY in (0, 23 * HOUR)
            setup.time += DAY * (20 if night.row.local.startswith("2027-05") else 0)
        await changed(setup, night, cancel(to_come=True))
