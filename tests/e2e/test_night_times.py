"""Game nights over changes of the clocks, and over times in which the bot was away."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.sandbox import Actor
from tests.e2e.night_host import Evening, shown
from tests.e2e.stage import Stage
from tests.e2e.test_nights import people_of
from tests.e2e.test_nights import shown as all_shown
from tests.e2e.timed import HOUR, MINUTE, SLACK

DAY = 24 * HOUR
NAMES = ("Ada", "Bob", "Cleo")

pytestmark = pytest.mark.long


# Changes of the clocks


def next_change(zone: ZoneInfo, after: int) -> tuple[int, int]:
    """Return when the clocks of a zone change next, and by how many seconds they go forward."""
    at = after - after % (HOUR // 2)
    while True:
        before, now = (offset(zone, each) for each in (at - 1, at))
        if before != now:
            return at, now - before
        at += HOUR // 2


def offset(zone: ZoneInfo, at: int) -> int:
    """Return by how many seconds a zone is ahead of UTC."""
    found = datetime.fromtimestamp(at, zone).utcoffset()
    assert found is not None, f"{zone} has no offset"
    return int(found.total_seconds())


@pytest.mark.parametrize("name", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
async def test_a_series_over_two_changes_of_the_clocks(clocked: Stage, name: str) -> None:
    """A time that is skipped, and one that comes twice; the next of the series keeps its time."""
    stage, zone = clocked, ZoneInfo(name)
    people = people_of(stage, *NAMES)
    seen: set[bool] = set()
    while len(seen) < 2:
        at, forward = next_change(zone, stage.now() + 6 * DAY)
        seen.add(forward > 0)
        stage.later(at - 5 * DAY - stage.now())
        # A quarter of an hour into the gap, or into the time that comes twice.
        starts = at + 15 * MINUTE + min(0, forward)
        local = datetime.fromtimestamp(at - 1, zone).replace(tzinfo=None) + timedelta(seconds=1)
        local += timedelta(seconds=min(0, forward), minutes=15)
        night = await weekly(
            stage, people, zone, local, "There is no" if forward > 0 else "comes twice"
        )
        await starts_at(night, starts)
        await people[1].press(night.card(), "I'm in")
        stage.later(starts - 30 * MINUTE + 5 - stage.now())
        await stage.until(lambda night=night: night.said("Doors are open"))
        await stage.restart(kill=False)
        await starts_at(night, starts)
        stage.later(DAY + 12 * HOUR)
        await the_next(night, zone, local + timedelta(days=7))


async def weekly(
    stage: Stage, people: list[Actor], zone: ZoneInfo, local: datetime, warned: str
) -> Evening:
    """Announce a weekly night, of whose hour the preview must warn."""
    options = {"game": "donburiko", "zone": zone.key, "repeat": "weekly"}
    preview = shown(
        await people[0].slash("night new", {"when": f"{local:%Y-%m-%d %H:%M}"} | options)
    )
    told = [line for line in preview.text.splitlines() if warned in line]
    assert [f"{local:%-I:%M}\u202fAM" in line for line in told] == [True], preview.text
    ((night_id,),) = stage.rows("SELECT id FROM nights WHERE state = 'draft'")
    await people[0].press(preview, "Publish")
    await all_shown(stage)
    return Evening(stage, people, night_id)


async def starts_at(night: Evening, starts: int) -> None:
    """Check when a night starts: on disk, and on its card."""
    await all_shown(night.stage)
    assert night.stage.rows("SELECT starts_at FROM nights WHERE id = ?", night.id) == [(starts,)]
    assert f"<t:{starts}:F>" in night.card().text, night.card().text


async def the_next(night: Evening, zone: ZoneInfo, local: datetime) -> None:
    """Wait for the next of a series; see that it has the same wall time and no answers."""
    stage = night.stage
    query = "SELECT night_id FROM series WHERE id = (SELECT series_id FROM nights WHERE id = ?)"
    await stage.stored(lambda: stage.rows(query, night.id) != [(night.id,)])
    ((next_id,),) = stage.rows(query, night.id)
    following = Evening(stage, night.guests, next_id)
    await starts_at(following, int(local.replace(tzinfo=zone).timestamp()))
    assert not stage.rows("SELECT * FROM guests WHERE night_id = ?", next_id), (
        "guests were taken over to the next night"
    )


# A bot that was away


async def announced(stage: Stage, **options: object) -> Evening:
    """Announce a night in ten days, at a whole hour, that Ada and Bob come to."""
    people = people_of(stage, *NAMES)
    given = {"when": "in 10 days", "game": "donburiko", "zone": "Europe/Berlin", **options}
    preview = shown(await people[0].slash("night new", given))
    ((night_id,),) = stage.rows("SELECT id FROM nights WHERE state = 'draft'")
    await people[0].press(preview, "Publish")
    await all_shown(stage)
    night = Evening(stage, people, night_id)
    for person in people:
        await person.press(night.card(), "I'm in")
    return night


async def away(stage: Stage, since: int, until: int) -> None:
    """Keep the bot away from one time to another."""
    stage.later(since - stage.now())
    await all_shown(stage)
    assert await stage.stop() == 0, "the bot didn't stop in order"
    stage.later(until - stage.now())
    await stage.start()
    await all_shown(stage)


async def test_away_for_a_while_over_a_reminder_and_doors(clocked: Stage) -> None:
    """They open late, and close as much later; who is called to them isn't reminded, too."""
    night = await announced(clocked)
    starts = night.column("starts_at")
    await away(clocked, starts - 70 * MINUTE, starts - 20 * MINUTE)
    await clocked.until(lambda: night.said("Doors are open"))
    late = night.column("closes_at") - starts - 5 * MINUTE
    assert 10 * MINUTE <= late <= 10 * MINUTE + SLACK
    await clocked.restart(kill=False)
    await all_shown(clocked)
    assert len(night.said("Doors are open")) == 1, "said again"
    assert not night.said("Reminder")


async def test_away_for_long_over_a_reminder_doors_and_the_start(clocked: Stage) -> None:
    """Nothing comes by itself: the host is asked, and opens the doors from the desk."""
    night = await announced(clocked)
    starts = night.column("starts_at")
    await away(clocked, starts - 70 * MINUTE, starts + 10 * MINUTE)
    await clocked.until(lambda: night.said("I was offline"))
    assert not night.said("Reminder"), "a reminder that late helps nobody"
    assert not night.said("Doors are open")
    assert clocked.rows("SELECT state FROM nights") == [("open",)]
    (asked,) = night.said("I was offline")
    assert f"<@{night.host.id}>" in asked.text, f"nobody is called: {asked.text}"
    desk = shown(await night.host.press(asked, "Host: Desk"))
    await night.press(desk, "Open the doors now")
    await clocked.until(lambda: night.said("Doors are open"))
    await night.come(*night.guests)
    tables = await night.start(1)
    assert len(tables) == 1


async def test_away_over_the_start_while_doors_are_open(clocked: Stage) -> None:
    """They close later by the time it was away, and no round is seated."""
    night = await announced(clocked)
    starts = night.column("starts_at")
    clocked.later(starts - 29 * MINUTE - clocked.now())
    await clocked.until(lambda: night.said("Doors are open"))
    await night.come(*night.guests[:2])
    await away(clocked, starts - 10 * MINUTE, starts + 30 * MINUTE)
    closes = night.column("closes_at")
    assert 40 * MINUTE - SLACK <= closes - starts - 5 * MINUTE <= 40 * MINUTE + SLACK
    assert clocked.rows("SELECT state, doors FROM nights") == [("doors", "open")]
    assert not clocked.rows("SELECT * FROM rounds")
    clocked.later(closes + 5 - clocked.now())
    await clocked.stored(lambda: clocked.rows("SELECT doors FROM nights") == [("closed",)])
    assert "Not here yet: Cleo" in (await night.desk()).text


def offered(night: Evening) -> int:
    """Return until when a seat is offered to Cleo."""
    query = "SELECT offered_until FROM guests WHERE person = ?"
    ((until,),) = night.stage.rows(query, int(night.guests[2].id))
    return int(until)


async def test_an_offer_lasts_longer_by_the_time_the_bot_was_away(clocked: Stage) -> None:
    """Killed, days after the last clock of a table ran: only the time it was away counts."""
    night = await announced(clocked, limit=2)
    clocked.later(2 * DAY)
    query = "SELECT value FROM meta WHERE key = 'alive'"
    await clocked.stored(lambda: int(clocked.rows(query)[0][0]) > clocked.now() - HOUR)
    await night.guests[1].press(night.card(), "Can't come")
    await all_shown(clocked)
    until = offered(night)
    assert f"<t:{until}:f>" in night.said("A seat is free for you")[0].text
    await clocked.kill()
    clocked.later(5 * HOUR)
    await clocked.start()
    await all_shown(clocked)
    assert 5 * HOUR <= offered(night) - until <= 5 * HOUR + SLACK
    clocked.later(until + 4 * HOUR - clocked.now())
    (asked,) = night.said("A seat is free for you")
    assert "You're in!" in (await night.guests[2].press(asked, "Take it")).text


async def test_an_offer_that_never_got_out_is_told_once_the_bot_is_back(clocked: Stage) -> None:
    """The seat is kept as long as it would have been, and the message says until when."""
    night = await announced(clocked, limit=2)
    clocked.dying_at(1, "POST", "/channels/*/messages", unheard=True)
    await clocked.death(night.guests[1].press(night.card(), "Can't come"))
    assert not night.said("A seat is free for you")
    clocked.later(20 * HOUR)
    await clocked.start()
    await all_shown(clocked)
    (asked,) = night.said("A seat is free for you")
    assert asked.pinged == [night.guests[2].id]
    assert offered(night) > clocked.now()
    assert f"<t:{offered(night)}:f>" in asked.text, asked.text
