"""A private game on a server: from the hello to the table for friends, killed after every press."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.sandbox import Actor, Message
from tests.e2e.alone import Alone
from tests.e2e.stage import Stage
from tests.only import only

ANSWERS = re.compile(r"/interactions/|/webhooks/")
"""What Discord doesn't count: answers to what somebody has pressed."""


@pytest_asyncio.fixture
async def hasty(tmp_path: Path) -> AsyncIterator[Stage]:
    """Yield a stage where computers move at once."""
    async with Stage(tmp_path, COMPUTER_DELAY_ALONE="0.01", PICTURE_PAUSE="0.01") as opened:
        yield opened


def hello_of(ada: Actor) -> Message:
    """Return what the bot has said on the server that it has joined."""
    return only([each for each in ada.sees() if "Shall we play?" in each.text], "the hello")


async def begin(stage: Stage, ada: Actor, label: str) -> Alone:
    """Press a button of the hello; the game is the answer, for Ada's eyes alone."""
    outcome = await ada.press(hello_of(ada), label)
    assert outcome.only_me and outcome.message is not None, outcome.text
    alone = Alone(stage, ada, outcome.message)
    await alone.until_asked()
    return alone


def counted(stage: Stage, since: int) -> list[str]:
    """Return the requests with the bot's token that were made since then."""
    paths = [f"{each.method} {each.path}" for each in [*stage.sandbox.requests][since:]]
    return [each for each in paths if not ANSWERS.search(each)]


@pytest.mark.takes(4)
async def test_a_private_game_makes_no_request_that_counts(hasty: Stage) -> None:
    """From the hello to the end, moves, hint, rules, *More* and rematch on the way."""
    ada = hasty.sandbox.person("Ada").in_(hasty.sandbox.channel("general", "Acorn Café"))
    bob = hasty.sandbox.person("Bob").in_(ada.channel or "")
    await hasty.until(lambda: [each for each in ada.sees() if "Shall we play?" in each.text])
    before = [each.id for each in bob.sees()]
    since = len(hasty.sandbox.requests)
    alone = await begin(hasty, ada, "Play Donburiko!")
    for label in ("Rules", "Back to the game", "More", "As text", "Back"):
        await alone.press(label)
    await alone.play()
    await alone.press("Rematch")
    await alone.until_asked()
    assert counted(hasty, since) == []
    assert [each.id for each in bob.sees()] == before, "others see something of it"
    assert hasty.rows("SELECT DISTINCT guild_id FROM tables") == [(0,)]
    assert hasty.rows("SELECT * FROM results") == [], "a private game counts"


@pytest.mark.takes(6)
async def test_all_that_a_private_game_offers_works_after_a_kill(hasty: Stage) -> None:
    ada = hasty.sandbox.person("Ada").in_(hasty.sandbox.channel("general", "Acorn Café"))
    await hasty.until(lambda: [each for each in ada.sees() if "Shall we play?" in each.text])
    await hasty.restart(kill=True)
    alone = await begin(hasty, ada, "Play Donburiko!")
    table = alone.table_id

    async def after_a_kill(label: str) -> None:
        await hasty.restart(kill=True)
        await alone.press(label)

    for _ in range(60):
        if alone.over:
            # A whole game without a move that could be taken back happens, if seldom.
            await alone.press("Rematch")
            await alone.until_asked()
            table = alone.table_id
        await alone.play(1)
        await alone.until_asked()
        # A step further into the menu there is no *More*.
        if await _moved(hasty, table) and "More" in alone.message.buttons and not alone.over:
            await after_a_kill("More")
            await after_a_kill("Take back")
            if "taken back" in alone.message.text:
                break
            assert "so it stands" in alone.message.text, alone.message.text
    else:
        raise AssertionError("nothing could be taken back")
    back = hasty.rows("SELECT 1 FROM log WHERE table_id = ? AND back IS NOT NULL", table)
    assert len(back) == 1, "one press took back more or less than one move"
    await after_a_kill("More")
    await after_a_kill("End the game")
    await after_a_kill("End the game")
    await after_a_kill("Rematch")
    await alone.until_asked()
    assert alone.table_id != table
    await after_a_kill("More")
    await hasty.restart(kill=True)
    card = await ada.press(alone.message, "Play with friends")
    assert not card.only_me and "Join" in (card.message.buttons if card.message else [])
    await after_a_kill("Back")
    brought = await ada.slash("play")
    assert brought.message is not None and "Continue Donburiko!" in brought.message.buttons


async def _moved(stage: Stage, table: str) -> bool:
    """Tell whether Ada has made a move that stands."""
    return bool(
        stage.rows(
            "SELECT 1 FROM log WHERE table_id = ? AND interaction_id IS NOT NULL AND step > 0",
            table,
        )
    )
