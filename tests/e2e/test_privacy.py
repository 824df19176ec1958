"""Somebody sees and deletes what is kept about them, through the real process; no byte is left."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import Any

import pytest

from bot.sandbox import Actor
from storage import backup
from tests.e2e.night_host import shown
from tests.e2e.play import Clicks, begin, open_table, play_on
from tests.e2e.stage import Stage
from tests.e2e.test_processes import bot
from tests.storage.traces import traces

NAME, NICK = "Quintessa Ünal", "Tessa of Old"
DAY = 24 * 60 * 60
CLICKS = Clicks()


def left(stage: Stage, person: Actor) -> list[str]:
    """Return what of somebody stands in the database, its log, or a new copy."""
    copy = stage.database.with_name("copy.sqlite3")
    copy.unlink(missing_ok=True)
    backup(stage.database, copy)
    files = (stage.database, copy)
    return [trace for file in files for trace in traces(file, int(person.id), NAME, NICK)]


def next_offered(_question: str, offered: Iterable[str]) -> str:
    """Choose the last that is offered."""
    return [*offered][-1]


async def own_file(stage: Stage, person: Actor) -> dict[str, Any]:
    """Return what `/privacy show` gives somebody."""
    (file,) = shown(await person.slash("privacy show")).attachments
    return json.loads(stage.sandbox.world.blobs[file["id"]].data)


async def delete(stage: Stage, person: Actor) -> None:
    """Delete somebody's data, by the button."""
    asked = shown(await person.slash("privacy delete"))
    assert "can't be undone" in asked.text, asked.text
    await person.press(asked, "Delete my data")
    await stage.until(lambda: "are deleted" in asked.text)
    assert "within a day" not in asked.text, "the file couldn't be wiped at once"


@pytest.mark.takes(4)
async def test_no_byte_is_left_and_games_go_on(stage: Stage) -> None:
    """A finished game keeps its result, one that goes on has a computer, and the file is clean."""
    host = stage.sandbox.host
    host.add_person(NAME)
    gone, bob, cleo = (stage.person(name, "games") for name in (NAME, "Bob", "Cleo"))
    over = await begin(stage, [gone, bob], CLICKS)
    await play_on(over, CLICKS, next_offered)
    guild = stage.channel("games").guild
    assert guild is not None
    host.set_nick(guild, gone.id, NICK)
    live = await begin(stage, [gone, bob, cleo], CLICKS)
    await cleo.slash("me apart", person=gone.id)
    await gone.slash("me clock", zone="Europe/Berlin")
    points = stage.rows("SELECT sum(points), count(*) FROM results")
    own = await own_file(stage, gone)
    assert {row["id"] for row in own["tables"]} == {over.table_id, live.table_id}
    assert cleo.id not in json.dumps(own), "who wished to sit apart is told"
    assert own["results"] and own["settings"], own
    assert (
        "Nothing was deleted"
        in (await gone.press(shown(await gone.slash("privacy delete")), "Keep it")).text
    )
    assert left(stage, gone), "the test looks for what isn't there"

    await delete(stage, gone)
    assert left(stage, gone) == []
    assert stage.rows("SELECT sum(points), count(*) FROM results") == points
    verdict = await bob.slash("table verify", table=over.table_id)
    assert "Verified" in verdict.text and "code of the start" in verdict.text, verdict.text
    seat = "SELECT count(*) FROM seats WHERE table_id = ? AND level IS NOT NULL"
    assert stage.rows(seat, live.table_id) == [(1,)], "nobody plays on"
    await stage.restart()
    live.people.remove(gone)
    live.hands.clear()
    before = len(stage.log_of(live.table_id))
    while len(stage.log_of(live.table_id)) < before + 4:
        person = await CLICKS.turn(live)
        assert person is not None, "the game has ended already"
        await (await CLICKS.prepare(live, person, next_offered))()
    await stage.stop()
    checked = await bot(stage, "check")
    assert checked.code == 0, checked.said
    await stage.start()
    assert left(stage, gone) == [], "the bot has written down anew who was forgotten"
    assert not (await own_file(stage, cleo))["would_rather_not_sit_with"]


async def test_who_is_banned_can_do_nothing_but_see_and_delete_their_data(clocked: Stage) -> None:
    """A running bot heeds a ban, also of who had their data deleted, and the end of it."""
    stage = clocked
    ada, bob = (stage.person(name, "games") for name in ("Ada", "Bob"))
    sitting = await open_table(stage, [ada, bob], CLICKS)
    assert (await bot(stage, "ban", "person", bob.id)).code == 0
    await stage.stored(
        lambda: stage.rows("SELECT count(*) FROM seats WHERE person = ?", int(bob.id)) == [(0,)]
    )
    for outcome in (
        await bob.press(sitting.card, "Join"),
        await bob.slash("kasane new"),
        await bob.slash("me games"),
    ):
        assert outcome.only_me and "banned you" in outcome.text, outcome.text
    await delete(stage, bob)
    assert "banned you" in (await bob.slash("kasane new")).text, "the ban was washed off"
    assert not stage.rows("SELECT 1 FROM bans WHERE id = ?", int(bob.id))
    assert (await bot(stage, "unban", "person", bob.id)).code == 0
    while "banned you" in (await bob.slash("kasane new")).text:
        await asyncio.sleep(0.1)
    ((opened,),) = stage.rows("SELECT count(*) FROM tables WHERE opener = ?", int(bob.id))
    assert opened, "a ban that was taken back still holds"


async def test_a_banned_server_is_left(clocked: Stage) -> None:
    """And left again if the bot is invited once more."""
    stage = clocked
    ada = stage.person("Ada", "games")
    assert not (await ada.slash("play")).text.startswith("Whoever")
    guild = stage.channel("games").guild
    assert guild is not None
    world = stage.sandbox.world
    assert (await bot(stage, "ban", "server", guild.id)).code == 0
    await stage.until(lambda: world.bot_id not in guild.members)
    stage.sandbox.host.invite_bot(guild)
    await stage.until(lambda: world.bot_id not in guild.members)


@pytest.mark.long
async def test_a_server_that_was_left_is_forgotten_after_a_month(clocked: Stage) -> None:
    """One that the bot is back on by then keeps everything."""
    stage = clocked
    ada, bob = (stage.person(name, "games") for name in ("Ada", "Bob"))
    sitting = await begin(stage, [ada, bob], CLICKS)
    guild = stage.channel("games").guild
    assert guild is not None
    host = stage.sandbox.host

    def here() -> bool:
        return bool(stage.rows("SELECT 1 FROM tables WHERE id = ?", sitting.table_id))

    for back in (True, False):
        host.kick_bot(guild)
        await stage.stored(lambda: stage.rows("SELECT 1 FROM servers WHERE left_at IS NOT NULL"))
        stage.later(29 * DAY)
        await stage.restart()
        assert here(), "the server's data went too soon"
        if back:
            host.invite_bot(guild)
            await stage.stored(
                lambda: not stage.rows("SELECT 1 FROM servers WHERE left_at IS NOT NULL")
            )
    stage.later(2 * DAY)
    await stage.restart()
    await stage.stored(lambda: not here())
    for table in ("seats", "log", "holders"):
        assert stage.rows(f"SELECT count(*) FROM {table}") == [(0,)], f"{table} has rows left"
