"""Calls by direct message through the real process: one for each turn, whatever ends the bot."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.sandbox import Actor
from tests.e2e.chairs import asked
from tests.e2e.play import Sitting
from tests.e2e.stage import Stage
from tests.e2e.timed import MINUTE, move_on, sit, until_asked


async def directly(stage: Stage) -> tuple[Sitting, Actor]:
    """Begin a game; whoever isn't asked chooses direct messages. Return the game, and who."""
    sitting = await sit(stage, {})
    _first, (other,) = await asked(sitting)
    page = (await other.slash("me calls")).message
    assert page is not None, "no page of one's own calls came"
    page = (await other.press(page, "By direct message")).message
    assert page is not None and "by direct message" in page.text
    await stage.until(lambda: len(other.in_dm().sees()) == 1)
    return sitting, other


def calls(person: Actor) -> list[str]:
    """Return the calls among somebody's direct messages, also those whose turns are over."""
    found = [each.content for each in person.in_dm().sees()]
    return [
        each for each in found if each.startswith(("Your turn in ", "It's no longer your turn"))
    ]


async def test_a_turn_calls_by_direct_message_and_in_the_thread_if_they_are_closed(
    clocked: Stage,
) -> None:
    sitting, person = await directly(clocked)
    await until_asked(sitting, person)
    await clocked.until(lambda: len(calls(person)) == 1)
    (link,) = person.in_dm().sees()[-1].links.items()
    assert link[0] == "Go to the table" and str(sitting.board.id) in link[1]
    await clocked.shown()
    assert not any(person.id in ping.mentions for ping in sitting.pings()), "called in both places"
    person.close_dms()
    clocked.later(11 * MINUTE)
    while (await asked(sitting))[0] is person:
        await move_on(sitting)
    await until_asked(sitting, person)
    await clocked.until(lambda: any(person.id in ping.mentions for ping in sitting.pings()))
    assert len(calls(person)) == 1
    hand = (await person.slash("hand", channel=sitting.board.channel)).text
    assert "I couldn't send you a direct message" in hand


@pytest.mark.long
@pytest.mark.parametrize("unheard", [False, True], ids=["carried out", "lost"])
async def test_a_kill_as_a_direct_message_is_sent_loses_and_doubles_nothing(
    tmp_path: Path, unheard: bool
) -> None:
    async with Stage(tmp_path) as stage:
        sitting, person = await directly(stage)
        room = person.in_dm().channel
        assert room is not None
        stage.dying_at(1, "POST", f"/channels/{room.id}/messages", unheard=unheard)
        # The call goes out before the answer to the move.
        asking = asyncio.ensure_future(until_asked(sitting, person))
        await stage.death()
        asking.cancel()
        await asyncio.wait([asking])
        assert len(calls(person)) == (0 if unheard else 1)
        stage.sandbox.faults.clear()
        await stage.start()

        def noted() -> bool:
            return stage.rows("SELECT state FROM dm_calls") == [("sent",)]

        await stage.stored(noted)
        assert len(calls(person)) == 1, "a call was lost, or came twice"
