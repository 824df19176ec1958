"""Three shards in one process: tables on each, one shard that is away, and the bot that dies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.play import Chance, Sitting, boards, made
from tests.e2e.scenes import CLICKS, asked, command, move, server, steps, table
from tests.e2e.stage import Stage

SHARDS = 3
SOON = 3.0
"""Discord's own deadline for an answer, in seconds."""


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """Yield a stage whose bot has three shards."""
    async with Stage(tmp_path, shards=SHARDS) as made:
        assert made.sandbox.gateway.shards == set(range(SHARDS))
        yield made


async def tables(stage: Stage) -> list[Sitting]:
    """Begin a game on each shard, in their order."""
    places = [server(stage, shard=(each, SHARDS)) for each in range(SHARDS)]
    return [await table(stage, "Ada", "Bob", place=place) for place in places]


async def play(sittings: list[Sitting]) -> None:
    """Make a move at each table, and see it on the board."""
    for sitting in sittings:
        before = steps(sitting)
        await move(sitting)
        assert steps(sitting) == before + 1, f"from {before} steps to {steps(sitting)} by one move"
    await sittings[0].stage.shown()
    for sitting in sittings:
        assert len(boards(sitting.people[0], sitting.place, sitting.table_id)) == 1, (
            "a board lies there twice, or not at all"
        )


async def test_with_a_shard_away_all_others_are_answered(stage: Stage) -> None:
    """And so is the first in private messages; the one that comes back has missed nothing."""
    sandbox, gateway = stage.sandbox, stage.sandbox.gateway
    sittings = await tables(stage)
    await stage.shown()
    cut_off = sittings[1]
    person, _ = await asked(cut_off)
    last, before = await CLICKS.prepare(cut_off, person, Chance(1)), steps(cut_off)
    resumed, identified = gateway.resumed, gateway.identified
    ada = sandbox.person("Ada")
    home = ada.in_(sandbox.world.dm(ada.person))
    await away(stage, 1)
    for _ in range(2):
        sandbox.deadlines.ack_seconds = SOON
        await play([sittings[0], sittings[2]])
        listed = await home.slash("me games")
        assert all(each.table_id in listed.text for each in sittings), listed.text
    sandbox.deadlines.ack_seconds = 60.0
    moving = asyncio.ensure_future(last())
    await stage.until(stage.sandbox.interactions.pending)
    assert steps(cut_off) == before, "a click that nobody brought was carried out"
    gateway.bring_back(1)
    assert made(stage, await moving)
    assert steps(cut_off) == before + 1
    assert (gateway.resumed, gateway.identified) == (resumed + 1, identified)
    await play(sittings)


@pytest.mark.parametrize("fresh", [False, True], ids=["resumed", "begun anew"])
async def test_what_happened_while_a_shard_was_away_is_mended(stage: Stage, fresh: bool) -> None:
    """Delete a table's thread meanwhile; a new session finds it gone at the next move."""
    gateway = stage.sandbox.gateway
    sitting = await table(stage, "Ada", "Bob", place=server(stage, shard=(1, SHARDS)))
    await stage.shown()
    person, _ = await asked(sitting)
    channel, identified, resumed = sitting.card.channel, gateway.identified, gateway.resumed
    await away(stage, 1)
    stage.sandbox.host.delete_channel(sitting.place)
    if fresh:
        forget_session(stage, 1)
    gateway.bring_back(1)
    await stage.until(lambda: gateway.online)
    assert (gateway.identified, gateway.resumed) == (identified + fresh, resumed + (not fresh))
    if fresh:
        await command(person, sitting, channel)
    await stage.until(lambda: boards(person.in_(channel), channel, sitting.table_id))
    await stage.shown()
    if not fresh:
        await command(person, sitting, channel)


async def away(stage: Stage, shard: int) -> None:
    """Take a shard away."""
    gateway = stage.sandbox.gateway
    await gateway.take_away(shard)
    await stage.until(lambda: gateway.shards == set(range(SHARDS)) - {shard})


def forget_session(stage: Stage, shard: int) -> None:
    """Let a session not be resumed any more."""
    gateway = stage.sandbox.gateway
    gateway.sessions = {n: it for n, it in gateway.sessions.items() if it.shard[0] != shard}


async def test_a_server_that_goes_while_its_shard_is_away_is_missed(stage: Stage) -> None:
    """Its tables sleep, as they do when the bot hears of it; those of the others don't."""
    gateway, host = stage.sandbox.gateway, stage.sandbox.host
    sittings = await tables(stage)
    gone = sittings[1].card.channel.guild
    assert gone is not None
    await away(stage, 1)
    host.kick_bot(gone)
    forget_session(stage, 1)
    gateway.bring_back(1)
    asleep = "SELECT id FROM tables WHERE asleep = 1"
    await stage.stored(lambda: stage.rows(asleep) == [(sittings[1].table_id,)])
    assert gateway.identified == SHARDS + 1
    await stage.until(lambda: gateway.online)
    await play([sittings[0], sittings[2]])


@pytest.mark.real_start(when_long=True)
@pytest.mark.takes(4.5)
async def test_three_shards_killed_and_started_again(stage: Stage) -> None:
    sittings = await tables(stage)
    person, _ = await asked(sittings[2])
    last, before = await CLICKS.prepare(sittings[2], person, Chance(1)), steps(sittings[2])
    stage.dying_at(1, "POST", "/interactions/*/callback")
    await stage.death(last())
    await stage.start()
    assert stage.sandbox.gateway.shards == set(range(SHARDS))
    assert steps(sittings[2]) == before + 1, "what was answered isn't on disk"
    for sitting in sittings:
        for each in sitting.people:
            await sitting.open_hand(each)
    await play(sittings)


async def test_too_few_shards(tmp_path: Path) -> None:
    """A bot on more servers than its shards may have says what to do, and ends."""
    stage = Stage(tmp_path, shards=SHARDS)
    async with stage:
        stage.sandbox.sharding.guilds_a_shard = 1
        assert await stage.stop() == 0
        stage.env["SHARDS"] = "1"
        await stage.launch()
        assert await stage.ended() == 1
        assert any("too many servers for so few SHARDS" in line for line in stage.log)
        stage.env["SHARDS"] = str(SHARDS)
        await stage.start()
        stage.expect("4011")


async def test_no_starts_left(tmp_path: Path) -> None:
    """The bot says so and doesn't even try: Discord would take its token."""
    async with Stage(tmp_path, shards=SHARDS) as stage:
        assert await stage.stop() == 0
        stage.sandbox.sharding.session_starts = 2 * SHARDS - 1
        await stage.launch()
        assert await stage.ended() == 1
        assert stage.sandbox.gateway.identified == SHARDS
        assert any("more starts of this bot today" in line for line in stage.log)
