"""A whole evening on the real bot: fifteen guests, three rounds, and whatever happens there."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.sandbox import Actor, Message
from tests.e2e.night_boards import check_board
from tests.e2e.night_host import FIRST, SECOND, Evening, shown
from tests.e2e.night_sums import expected_points, shown_points, without_place
from tests.e2e.play import Chance, Commands, Sitting, made
from tests.e2e.stage import Stage
from tests.e2e.test_nights import shown as all_shown
from tests.e2e.timed import HOUR
from tests.e2e.wander import move, to_the_end
from tests.only import only

BERLIN = ZoneInfo("Europe/Berlin")
GUESTS = 15
NO_SHOW, LATE, MARKED = 12, 11, 10
"""Who doesn't come, who comes late, and whom the host marks as there."""
KIM, LEA, MO = 15, 16, 17
"""Who waits for a seat."""


@pytest.mark.long
async def test_a_whole_evening(clocked: Stage) -> None:
    stage, rng = clocked, random.Random(12)
    night = await announced(stage, "kirifuda", "Friday", 3, limit=GUESTS)
    for guest in night.guests[:GUESTS]:
        assert "You're in!" in (await guest.press(night.card(), "I'm in")).text
    await a_cancelled_and_a_moved_night(stage)
    await offers_across_quiet_hours(night)
    await to_the_doors(night)
    await first_round(night, rng)
    days = await second_round(night, rng)
    await third_round(night, rng)
    await to_the_recap(night, days, rng)
    await same_again(night)
    check(night)


async def announced(stage: Stage, game: str, title: str, days: int, **options: object) -> Evening:
    """Announce a night at eight in this many days: by command, a form, and a click."""
    world = stage.sandbox.world
    known = {person.name for person in world.people.values()}
    names = ["Ada", "Bob", "Cleo", "Dai", "Emi", *(f"G{n}" for n in range(5, 18))]
    for name in names:
        if name not in known:
            stage.sandbox.host.add_person(name)
    guests = [stage.person(name, "games") for name in names]
    host = guests[0]
    day = datetime.fromtimestamp(stage.now(), BERLIN) + timedelta(days=days)
    given = {"when": f"{day:%Y-%m-%d} 20:00", "game": game, "zone": BERLIN.key, **options}
    preview = shown(await host.slash("night new", given))
    form = (await host.press(preview, "Text, date …")).modal
    assert form is not None, "the press opened no form"
    preview = shown(await form.submit(title=title))
    assert f"Preview: {title}" in preview.text, preview.text
    ((night_id,),) = stage.rows("SELECT id FROM nights WHERE state = 'draft'")
    published = (await host.press(preview, "Publish")).text
    assert {"Posting", "Announced:"} & {*published.split()}, published
    await all_shown(stage)
    return Evening(stage, guests, night_id)


async def a_cancelled_and_a_moved_night(stage: Stage) -> None:
    """Call one night off, and another one to another day: by commands; all are told once."""
    off = await announced(stage, "donburiko", "Cancelled one", 5)
    for guest in off.guests[:3]:
        await guest.press(off.card(), "I'm in")
    really = shown(await off.host.slash("night cancel", night=off.id))
    await off.press(really, "Yes, cancel it")
    moved = await announced(stage, "kasane", "Moved one", 6)
    for guest in moved.guests[1:4]:
        await guest.press(moved.card(), "I'm in")
    page = shown(await moved.host.slash("night edit", night=moved.id))
    form = (await moved.host.press(page, "Title, text, date …")).modal
    assert form is not None, "the press opened no form"
    day = datetime.fromtimestamp(stage.now(), BERLIN) + timedelta(days=8)
    asked = shown(await form.submit(when=f"{day:%Y-%m-%d} 19:00"))
    changed = await moved.host.press(asked, "Move it")
    assert "Changed. 3 guests are asked" in changed.text, changed.text
    await all_shown(stage)
    await stage.restart()
    await all_shown(stage)
    (told,) = off.said("is cancelled")
    assert sorted(told.pinged) == sorted(each.id for each in off.guests[1:3]), (
        "not who was in was told that it is off, or the host by their own press"
    )
    assert "I'm in" not in off.card().buttons, "a cancelled night can be answered"
    (asked,) = moved.said("has a new date")
    assert sorted(asked.pinged) == sorted(each.id for each in moved.guests[1:4]), (
        "not who was in was asked about the new date"
    )
    await moved.guests[1].press(asked, "I can come")
    await moved.guests[2].press(asked, "Can't come")
    answers = dict(stage.rows("SELECT person, answer FROM guests WHERE night_id = ?", moved.id))
    assert [answers[int(each.id)] for each in moved.guests[1:4]] == ["in", "out", "in"], (
        "the answers to the new date weren't kept"
    )


async def offers_across_quiet_hours(night: Evening) -> None:
    """Three offers: one is taken after the night, one is passed on, one is slept through."""
    stage, (kim, lea, mo) = night.stage, (night.guests[n] for n in (KIM, LEA, MO))
    now = stage.now()
    quiet = {
        name: f"{datetime.fromtimestamp(now + hours * HOUR, UTC):%H:%M}"
        for name, hours in (("from", 2), ("to", 10))
    }
    for person in (kim, mo):
        await person.slash("me clock", {"zone": "UTC", **quiet})
    for person in (kim, lea, mo):
        assert "waitlist" in (await person.press(night.card(), "I'm in")).text
    for number in (13, 14):
        await night.guests[number].press(night.card(), "Can't come")
    await all_shown(stage)
    await stage.restart()
    await all_shown(stage)
    offers = night.said("A seat is free for you")
    assert [each.pinged for each in offers] == [[kim.id], [lea.id]], (
        "the free seat wasn't offered to one after the other"
    )
    await lea.press(offers[1], "Pass")
    await all_shown(stage)
    offers = night.said("A seat is free for you")
    assert [each.pinged for each in offers] == [[kim.id], [mo.id]], "one was passed, and says so"
    for person in (kim, mo):
        lasts = offered_until(night, person) - now
        assert 20 * HOUR - 120 < lasts <= 20 * HOUR + 120, "quiet hours count"
    stage.later(15 * HOUR)
    assert "You're in!" in (await kim.press(offers[0], "Take it")).text
    stage.later(6 * HOUR)
    await stage.stored(lambda: not offered_until(night, mo))
    assert "You're in!" in (await mo.press(night.card(), "I'm in")).text
    assert len(coming(night)) == GUESTS, "not as many are in as there are seats"


async def to_the_doors(night: Evening) -> None:
    """Remind them, open the doors, let them in, and close the doors on two who aren't there."""
    stage = night.stage
    query = "SELECT starts_at, doors_at FROM nights WHERE id = ?"
    ((starts, doors),) = stage.rows(query, night.id)
    stage.later(starts - HOUR + 5 - stage.now())
    await stage.until(lambda: night.said("Reminder"))
    await all_shown(stage)
    reminded = [int(person) for told in night.said("Reminder") for person in told.pinged]
    stage.later(doors + 5 - stage.now())
    await stage.until(lambda: night.said("Doors are open"))
    await all_shown(stage)
    # Killed so soon after a leap of its clock, it would take the leap for time it was away.
    await stage.restart(kill=False)
    # Whoever has quiet hours then is called as they end; at the doors nobody's count.
    asleep = {int(night.guests[n].id) for n in (KIM, MO)}
    opened = [int(person) for told in night.said("Doors are open") for person in told.pinged]
    # At the doors whoever waits may line up, too.
    lined = {int(night.guests[LEA].id)}
    for said, called, must, may in (
        ("Reminder", reminded, coming(night) - asleep, coming(night)),
        ("doors", opened, coming(night) | lined, coming(night) | lined),
    ):
        assert len(called) == len({*called}), f"{said}: somebody is called twice"
        assert must <= {*called} <= may, said
    wanted = [*range(NO_SHOW), KIM, MO]
    there = [night.guests[n] for n in wanted if n not in (LATE, MARKED)]
    await night.come(*there)
    lea = night.guests[LEA]
    assert "waitlist" in (await lea.press(night.card(), "I'm here")).text
    guests = await night.press(await night.desk(), "Guests …")
    marked = await night.host.select(guests, "Mark as here …", night.guests[MARKED].id)
    assert "Marked as arrived." in marked.text
    # By so long as the bot was away, the doors close later.
    ((closes,),) = stage.rows("SELECT closes_at FROM nights WHERE id = ?", night.id)
    stage.later(closes + 5 - stage.now())
    await stage.until(lambda: night.said("it's yours"))
    (given,) = night.said("it's yours")
    assert given.pinged == [lea.id], "whose seat it is now wasn't called"


async def first_round(night: Evening, rng: random.Random) -> None:
    """Play one table by clicks, one by commands; give a leaver's seat to a latecomer; void one."""
    stage = night.stage
    plan = await night.press(await night.plan(1), "Shuffle")
    plan = await night.press(plan, "Swap two …")
    (first, *_others) = values(plan, FIRST)
    plan = shown(await night.host.select(plan, FIRST, first))
    plan = shown(await night.host.select(plan, SECOND, values(plan, SECOND)[0]))
    assert "Round 1 · proposal" in plan.text, plan.text
    await night.start_all(plan)
    tables = await night.dealt(1)
    assert len(night.seated(1)) == 14 and len(tables) == 4, "the first round has other tables"
    assert int(night.guests[NO_SHOW].id) not in night.seated(1), "who didn't come was seated"
    await stage.shown()
    await to_the_end(night.sitting(tables[0]), rng)
    await by_commands(night.sitting(tables[1]), 8)
    await night.finish(tables[1])
    await a_leaver_and_a_late_guest(night, tables[2], rng)
    await night.press(
        await night.at_table(tables[3], "End without a result …"), "End without a result"
    )
    await night.over(1)
    assert night.phase(tables[3]) == "cancelled", "the table that was called off goes on"


async def a_leaver_and_a_late_guest(night: Evening, table: str, rng: random.Random) -> None:
    """Let somebody leave a game, a computer play there, and a late guest take the seat."""
    sitting, late = night.sitting(table), night.guests[LATE]
    leaver = sitting.people[-1]
    shown(await leaver.in_(sitting.place).slash("table leave"))
    query = "SELECT stand_in FROM seats WHERE table_id = ? AND person = ?"
    await night.stage.stored(lambda: night.stage.rows(query, table, int(leaver.id)) == [("left",)])
    sitting.people.remove(leaver)
    for _ in range(4):
        await move(sitting, rng)
    await night.come(late)
    page = await night.desk()
    picked = shown(await night.host.select(page, "Pick a table …", table))
    put = await night.host.press(picked, f"Put {late.name} in {leaver.name}'s free seat")
    assert f"{late.name} has " in put.text and "'s seat now" in put.text, put.text
    await to_the_end(night.sitting(table), rng)


async def second_round(night: Evening, rng: random.Random) -> str:
    """Play one table on over days, and one by clicks; somebody goes home meanwhile."""
    tables = await night.start(2)
    assert len(night.seated(2)) == 15 and len(tables) == 5, "the second round has other tables"
    await night.stage.shown()
    await night.guests[9].press(night.card(), "I'm going home")
    for _ in range(4):
        await move(night.sitting(tables[0]), rng)
    await night.at_table(tables[0], "Finish it another day …", "Finish it another day")
    await to_the_end(night.sitting(tables[1]), rng)
    await night.stage.restart()
    await night.finish(*tables[2:])
    await night.over(2)
    return tables[0]


async def third_round(night: Evening, rng: random.Random) -> None:
    """Play with one guest fewer, and with those whose game goes on over days."""
    tables = await night.start(3)
    people = night.seated(3)
    assert len(people) == 14 and int(night.guests[9].id) not in people, (
        "who went home was seated in the third round"
    )
    await night.stage.shown()
    await to_the_end(night.sitting(tables[0]), rng)
    await night.finish(*tables[1:])
    await night.over(3)


async def to_the_recap(night: Evening, days: str, rng: random.Random) -> None:
    """End the night, and then the game that goes on; the recap follows, and is right."""
    stage = night.stage
    mark = f"d:standings:{night.id}"
    await stage.until(lambda: night.marked(mark))
    await night.press(await night.press(await night.more(), "End the night …"), "End the night")
    await stage.until(lambda: "Host: Same again next week" in night.marked(mark)[0].buttons)
    assert "Still on: table 1 of round 2" in night.marked(mark)[0].text
    await to_the_end(night.sitting(days), rng)
    await stage.until(lambda: "Still on" not in night.marked(mark)[0].text)
    (recap,) = night.marked(mark)
    assert not any(recap.pinged for recap in night.marked(mark)), "a recap called somebody"
    page = shown(await night.guests[5].press(recap, "Night points"))
    found = shown_points(page.text)
    names = {int(each.id): each.name for each in night.guests}
    wanted = {names[person]: value for person, value in expected_points(stage, night.id).items()}
    # Whoever was dealt in and never moved stands below the list.
    unmoved = wanted.keys() - found.keys()
    below = "Away from start to finish" in page.text
    assert below is bool(unmoved), f"{unmoved} aren't listed"
    assert {wanted.pop(name) for name in unmoved} <= {"0.0"}, f"{unmoved} have points"
    assert found == wanted, "the standings are others than the logs come to"
    last = without_place(page.text)
    assert [*found][len(found) - len(last) :] == last, "those without a place aren't last"
    values = [value for name, value in found.items() if name not in last]
    assert values == sorted(values, key=float, reverse=True), "it isn't in order of points"
    listed = await night.guests[3].slash("nights standings", night=night.id)
    assert shown_points(listed.text) == wanted, "the standings add up to other points"


async def same_again(night: Evening) -> None:
    """Announce the same again from the recap: a week later, and nobody has answered."""
    stage, mark = night.stage, f"d:standings:{night.id}"
    (recap,) = night.marked(mark)
    preview = shown(await night.host.press(recap, "Host: Same again next week"))
    published = (await night.host.press(preview, "Publish")).text
    assert {"Posting", "Announced:"} & {*published.split()}, published
    await all_shown(stage)
    query = "SELECT id, local FROM nights WHERE title = 'Friday' ORDER BY starts_at"
    (_first, before), (again, local) = stage.rows(query)
    week = datetime.fromisoformat(local) - datetime.fromisoformat(before)
    assert week == timedelta(days=7), "the next night isn't a week later"
    assert not stage.rows("SELECT * FROM guests WHERE night_id = ?", again), (
        "guests were taken over to the next night"
    )
    assert "I'm in" in Evening(stage, night.guests, again).card().buttons


# What is looked at


def check(night: Evening) -> None:
    """Check that nothing is lost or there twice, and that nobody was called twice."""
    stage = night.stage
    for query in (
        "SELECT night_round, night_table FROM tables WHERE night_id IS NOT NULL"
        " GROUP BY night_round, night_table HAVING count(*) > 1",
        "SELECT table_id FROM results GROUP BY table_id"
        " HAVING sum(points) * 2 <> max(seats) * 5040",
        "SELECT number FROM rounds WHERE state <> 'over'",
        # Who has quiet hours is called later; what came too late was dropped, and has 0.
        f"SELECT id FROM night_posts WHERE message_id IS NULL AND at <= {int(stage.now())}",
        "SELECT message_id FROM night_posts WHERE message_id > 0"
        " GROUP BY message_id HAVING count(*) > 1",
    ):
        assert not stage.rows(query), query
    for number in (1, 2, 3):
        people = Counter(night.seated(number))
        assert max(people.values()) == 1, f"round {number}: dealt in twice: {people}"
        (listed,) = night.lists(number)
        assert not listed.pinged, "a list called somebody"
        for table in night.tables(number):
            if night.phase(table) != "cancelled":
                check_board(stage, table)
    calls = Counter((each.text, person) for each in night.said("") for person in each.pinged)
    assert max(calls.values()) == 1, f"called twice for one thing: {calls.most_common(1)}"
    assert not any(each.pinged for each in night.host.sees("games")), "pings in the channel"


def coming(night: Evening) -> set[int]:
    """Return who is In."""
    query = "SELECT person FROM guests WHERE night_id = ? AND answer = 'in'"
    return {person for (person,) in night.stage.rows(query, night.id)}


def offered_until(night: Evening, person: Actor) -> int:
    """Return until when a seat is offered to somebody; 0 if none is."""
    query = "SELECT offered_until FROM guests WHERE night_id = ? AND person = ?"
    ((until,),) = night.stage.rows(query, night.id, int(person.id))
    return until or 0


def values(page: Message, placeholder: str) -> list[str]:
    """Return what a list on a page offers."""
    lists = [each for each in page.selects if each.get("placeholder") == placeholder]
    found = only(lists, f"the list {placeholder!r} on the page {page.text[:60]!r}")
    return [option["value"] for option in found["options"]]


async def by_commands(sitting: Sitting, moves: int) -> None:
    """Make some moves by slash commands."""
    door = Commands()
    for number in range(moves):
        person = await door.turn(sitting)
        if person is None:
            return
        outcome = await (await door.prepare(sitting, person, Chance(number)))()
        assert made(sitting.stage, outcome), outcome.text
