"""Who is told of the next nights, who comes every time, and what is said in the morning after."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bot.nights.after_night import same_again
from bot.nights.announcing import cancel, edit
from bot.nights.ask_again import ask_again
from bot.nights.dates import Moment, moment, read_stored, zone_of
from bot.nights.fans import (
    A_LOT,
    NO_SERIES,
    come_next,
    lapsed_for,
    scope_of,
    silent_count,
    wish_for,
    with_fans,
)
from bot.nights.guest_list import GuestList
from bot.nights.guest_presses import press_out
from bot.nights.night import Night
from bot.nights.night_json import empty_list
from bot.nights.rounds import end
from bot.nights.series_rules import end_series, other_time
from bot.tables.clock import DAY, HOUR
from bot.tables.seat import Person
from storage.fan_store import ALL_HERE, FanKind, FanRow, SilentCount, count_silent
from tests.nights.setup import GUILD, HOST, ZONE, Setup, open_house, people
from tests.nights.test_series import at, changed, next_of, rung, weekly
from tests.refusal import refused_with

BOB, CLEO, DAI = people(4)[1:]


def fan(person: Person, kind: FanKind = "every", series: str = "", since: int = 0) -> FanRow:
    """Return what somebody wants of a series, or of all nights here."""
    return FanRow(
        guild_id=GUILD,
        series_id=series,
        person=person.id,
        name=person.name,
        kind=kind,
        since=since or person.id,
    )


async def wants(setup: Setup, night: Night, kind: FanKind, *people: Person) -> None:
    """Let people say on a night what they want of the nights after it."""
    for person in people:
        row = fan(person, kind, scope_of(night, kind), int(setup.time))
        assert await setup.nights.store.fans.put(row, 9), f"{person.name} isn't kept"


async def said(setup: Setup, night: Night, kind: str = "") -> list[tuple[str, str, int]]:
    """Return what was, or is to be, said on a night: the kind, to whom, and when."""
    return await setup.database.all(
        lambda row: (str(row[0]), str(row[1]), int(row[2])),
        "SELECT kind, people, at FROM night_posts WHERE night_id = ? AND ? IN ('', kind)"
        " ORDER BY id",
        (night.id, kind),
    )


async def off(setup: Setup, night: Night) -> Night:
    """Cancel a night, and return the one that follows in its series."""
    night = await changed(setup, night, cancel())
    return await next_of(setup, await rung(setup, night))


async def silences(setup: Setup, night: Night) -> dict[int, int]:
    """Return who comes every time to the series of a night, and on how many they were silent."""
    fans = await setup.nights.fans_of(GUILD, night.row.series_id)
    return {each.person: each.silent for each in fans}


async def passed(setup: Setup, night: Night, *coming: Person) -> Night:
    """Let a night pass on which some people play, and return the one that follows."""
    night = await setup.at_doors(night, *people(1), *coming)
    for table in await setup.dealt(night):
        await setup.play_out(table)
    await changed(setup, night, end())
    return await next_of(setup, await rung(setup, night))


async def test_regulars_open_the_next_card(setup: Setup) -> None:
    """They are In as long as there is room, in the order in which they said so, and unconfirmed;
    a day before they are asked, once, and whoever has answered isn't.
    """
    night = await weekly(setup, "27.11. 20:00")
    setup.known.blocked_people.add(DAI.id)
    await wants(setup, night, "every", CLEO)
    setup.time += 1
    await wants(setup, night, "every", BOB, DAI)
    row = replace(night.row, cap=1)
    crowd, _posts = with_fans(empty_list(row), [fan(CLEO), fan(BOB)], int(setup.time), {})
    assert [(g.person, g.answer) for g in crowd.guests] == [(CLEO.id, "in"), (BOB.id, "waits")]
    following = await off(setup, night)
    guests = following.guests
    assert [guest.person for guest in guests.coming] == [CLEO.id, BOB.id], "not in their order"
    assert guests.unconfirmed == guests.coming, "regulars count as having confirmed"
    assert await said(setup, following) == [], "who stands on the list is called at once"
    following = await setup.guests(following, CLEO)
    await setup.guests(following, CLEO, rule=press_out)
    while setup.time < at("2026-12-03T20:00"):
        following = await rung(setup, following)
    day_before = at("2026-12-03T20:00")
    asked = ("regulars", f"[{BOB.id}]", day_before)
    called = ("needed", f"[{following.row.host}]", day_before)
    assert {*await said(setup, following)} == {asked, called}, "they aren't asked a day before"
    press = setup.press()
    await ask_again(setup.nights, following.id, press, BOB.id)
    assert len(await said(setup, following, "regulars")) == 2, "asked again in other words"


async def test_a_question_a_day_before_is_late_rather_than_lost(setup: Setup) -> None:
    """After a night on which the bot was away as well, and where a night is announced later."""
    night = await weekly(setup)
    await wants(setup, night, "every", BOB)
    following = await off(setup, night)
    setup.time = following.guests.starts_at - 5 * HOUR
    await setup.timer.ring(following.id)
    assert await said(setup, following, "regulars"), "whoever comes every time was never asked"
    guests: GuestList = empty_list(replace(following.row, rung=0))
    soon = guests.starts_at - DAY + 1
    _list, posts = with_fans(guests, [fan(BOB)], soon, {})
    assert [post.kind for post in posts] == ["regulars"], "nobody asks them any more"
    _list, posts = with_fans(guests, [fan(BOB)], soon - 1, {})
    assert not posts, "they are asked twice: this is the hour at which the list asks them"


async def test_who_is_told(setup: Setup) -> None:
    """Of a series, or of all nights here; once each, in lots that a message can mention."""
    night = await weekly(setup)
    single = await setup.announced("28.11. 20:00")
    with refused_with(NO_SERIES):
        scope_of(single, "every")
    await wants(setup, night, "tell", BOB)
    await wants(setup, single, "tell", BOB, CLEO)
    await wants(setup, night, "every", CLEO)
    following = await off(setup, night)
    told = await said(setup, following)
    assert told == [("told", f"[{BOB.id}]", int(setup.time))], "called twice, or though In"
    await wants(setup, single, "tell", HOST)
    draft = await setup.draft("5.12. 20:00")
    other = await setup.nights.publish(draft.id, setup.press())
    assert [people for _kind, people, _at in await said(setup, other)] == [
        f"[{BOB.id}, {CLEO.id}]"
    ], "whoever wants to know of all nights isn't told, or who announces it is"
    many = [fan(Person(1000 + each, "x"), "tell") for each in range(A_LOT + 1)]
    _list, posts = with_fans(empty_list(night.row), many, 0, {})
    assert [len(post.people) for post in posts] == [A_LOT, 1], "more than a message can mention"


async def test_silent_and_absent_twice_is_no_regular(setup: Setup) -> None:
    """Whoever answers, or comes, in between begins anew."""
    night = await weekly(setup)
    await wants(setup, night, "every", BOB, CLEO, DAI)
    night = await off(setup, night)
    night = await setup.guests(night, DAI, rule=press_out)
    second = await passed(setup, night, CLEO)
    kept = await silences(setup, night)
    assert kept == {BOB.id: 1, CLEO.id: 0, DAI.id: 0}, "who was silent is counted wrongly"
    third = await passed(setup, second, CLEO)
    kept = await silences(setup, night)
    assert kept == {CLEO.id: 0, DAI.id: 1}, "who was silent and absent twice still comes every time"
    assert {guest.person for guest in third.guests.guests} == {CLEO.id, DAI.id}
    fourth = await passed(setup, third, CLEO)
    told = [[people for _k, people, _at in await said(setup, on, "told")] for on in (third, fourth)]
    assert told == [[f"[{BOB.id}]"], [f"[{DAI.id}]"]], "who isn't on the list isn't told once"


async def test_who_was_asked_nothing_was_not_silent(setup: Setup) -> None:
    night = await weekly(setup)
    await wants(setup, night, "every", BOB)
    night = await off(setup, night)
    night = replace(night, guests=replace(night.guests, doors="closed"))
    (bob,) = night.guests.guests
    for asked, silent in ((bob.marks | {"asked"}, True), (bob.marks - {"asked"}, False)):
        before = replace(night, guests=night.guests.put(replace(bob, marks=asked)))
        found = silent_count(before, before.with_row(state="over"))
        assert found is not None and (BOB.id in found.silent) is silent, f"marked {asked}"
    shut = replace(night, guests=replace(night.guests, doors="shut"))
    assert silent_count(shut, shut.with_row(state="over")) is None, "nobody could come to it"


async def test_who_comes_no_more_is_known_until_they_are_told(setup: Setup) -> None:
    """They are in nobody's way meanwhile, and whoever says so again stands behind the others."""
    night = await weekly(setup)
    await wants(setup, night, "every", BOB, CLEO)
    scope, store = scope_of(night, "every"), setup.nights.store
    for silent in ((BOB.id,), (BOB.id,), ()):
        count = SilentCount(scope, silent, () if silent else (BOB.id,))
        await setup.database.transaction(partial(count_silent, count=count))
    (wish,) = await store.fans.wishes_of(GUILD, BOB.id)
    assert wish.lapsed and wish_for(night, [wish]) is None, "coming once more brings that back"
    assert lapsed_for(night, [wish]) == [wish], "nobody tells them"
    assert await store.fans.put(fan(DAI, "every", scope, int(setup.time) + 1), 2), (
        "who comes no more takes up room"
    )
    other = await setup.announced("28.11. 20:00")
    assert lapsed_for(other, [wish]) == [], "told on a night of which it isn't"
    await store.fans.put(fan(BOB, "every", scope, int(setup.time) + 2), 9)
    await store.fans.told_lapsed([wish])
    fans = await setup.nights.fans_of(GUILD, night.row.series_id)
    assert [each.person for each in fans] == [CLEO.id, DAI.id, BOB.id], "said again, and lost"


async def test_a_series_that_has_ended_keeps_nobody(setup: Setup) -> None:
    night = await weekly(setup)
    await wants(setup, night, "every", BOB)
    late = fan(CLEO, "every", scope_of(night, "every"))
    await changed(setup, night, end_series())
    fans = setup.nights.store.fans
    assert await fans.put(late, 9)
    for person in (BOB, CLEO):
        (wish,) = await fans.wishes_of(GUILD, person.id)
        assert wish.ended, f"{person.name} isn't told: it ended, or had as they pressed"
    assert await setup.nights.fans_of(GUILD, night.row.series_id) == []
    await changed(setup, night, edit(weeks=1))
    assert await fans.wishes_of(GUILD, BOB.id) == [], "one that goes on is said to have ended"
    await wants(setup, night, "every", BOB)
    await changed(setup, night, end_series())
    setup.time += 31 * DAY
    await setup.nights.sweep()
    assert await fans.wishes_of(GUILD, BOB.id) == [], "kept for ever"


async def test_who_was_only_told_comes_after_those_who_come_every_time(setup: Setup) -> None:
    """Who says so again keeps their place."""
    night = await weekly(setup)
    await wants(setup, night, "tell", BOB)
    for person in (CLEO, DAI, BOB, CLEO):
        setup.time += 1
        await wants(setup, night, "every", person)
    fans = await setup.nights.fans_of(GUILD, night.row.series_id)
    assert [each.person for each in fans] == [CLEO.id, DAI.id, BOB.id], "not in the order they came"


async def test_the_morning_after_a_night_is_settled_as_it_ends(setup: Setup) -> None:
    """Once, whether or not another night follows by then; nobody is called."""
    night = await weekly(setup)
    following = await passed(setup, night, BOB)
    nine = at("2026-11-28T09:00")
    assert await said(setup, night, "morning") == [("morning", "[]", nine)]
    follows = setup.nights.store.series.following
    assert await follows(night.id) == following.id, "the next of its series isn't found"
    single = await setup.at_doors(await setup.announced("28.11. 20:00"), *people(2))
    await setup.dealt(single)
    await changed(setup, single, end())
    morning = [("morning", "[]", at("2026-11-29T09:00"))]
    assert await said(setup, single, "morning") == morning, "nobody hears who won it"
    for _press in range(2):
        draft = await same_again(setup.nights, single.id, setup.press())
        await setup.nights.publish(draft.id, setup.press())
        assert await follows(single.id) == draft.id, "one that was called off is named"
        setup.time += 1
        await changed(setup, await setup.nights.get(draft.id), cancel())
    assert await said(setup, single, "morning") == morning, "at night, or twice"


async def test_no_morning_after_where_nobody_played(setup: Setup) -> None:
    night = await weekly(setup)
    following = await off(setup, night)
    assert await said(setup, night, "morning") == [], "after a night that was cancelled"
    while (following := await rung(setup, following)).row.state != "over":
        pass
    await rung(setup, following)
    assert await said(setup, following, "morning") == [], "after a night to which nobody came"


async def evening(path: Path, kind: FanKind | None) -> list[tuple[str, str, int]]:
    """Lead a night of a series, somebody wanting something of the next; return what was said up to
    the next card.
    """
    setup = await open_house(path)
    night = await weekly(setup)
    if kind is not None:
        await wants(setup, night, kind, BOB)
    await passed(setup, night, BOB, CLEO)
    await setup.quiet()
    found = await said(setup, night)
    await setup.round_runner.close()
    await setup.database.close()
    return found


async def test_what_somebody_wants_of_the_next_night_is_told_to_nobody(tmp_path: Path) -> None:
    """Until the next card stands, what is said is the same whoever comes every time."""
    plain = await evening(tmp_path / "plain", None)
    for kind in ("tell", "every"):
        found = await evening(tmp_path / kind, kind)
        assert found == plain, f"that somebody wants “{kind}” can be told from what is said"


async def test_two_rings_announce_one_night_with_its_regulars(setup: Setup) -> None:
    """And whoever says that they come every time meanwhile isn't lost."""
    night = await weekly(setup)
    await wants(setup, night, "every", BOB)
    night = await changed(setup, night, cancel())
    assert night.row.due is not None
    setup.time = night.row.due
    await asyncio.gather(*(setup.timer.ring(night.id) for _each in range(3)))
    nights = await setup.nights.reader.of_guild(GUILD, ("open",))
    assert [[guest.person for guest in each.guests.guests] for each in nights] == [[BOB.id]]
    assert scope_of(nights[0], "tell") != ALL_HERE


@pytest.mark.parametrize("with_the_night", [False, True])
async def test_what_was_said_of_dates_moves_with_all_of_them(
    setup: Setup, with_the_night: bool
) -> None:
    """Whoever answered for one that moved is In there, and asked to confirm it."""
    night = await weekly(setup)
    for person, date in ((BOB, "20261204"), (CLEO, "20261211")):
        await setup.nights.answer(night.id, setup.press(person), come_next(date, comes=True))

    def moved(local: str) -> Moment:
        return moment(read_stored(local), zone_of(ZONE))

    if with_the_night:
        await changed(setup, night, edit(moved("2026-11-28T20:00"), to_come=True))
    else:
        await changed(setup, night, other_time("20261204", moved("2026-12-05T20:00")))
    early = [await setup.nights.early(night, f"2026-12-{day}T20:00") for day in ("05", "12")]
    said = [[(each.id, each.unsure) for each in one] for one in early]
    assert said == [[(BOB.id, True)], [(CLEO.id, True)]], "what they said of their dates is lost"
