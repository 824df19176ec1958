"""Messages that the bot keeps on Discord: found by their controls, changed, taken down."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.ui.pages import routes
from bot.ui.posting.kept_messages import change, last_messages, look_at, take_down
from bot.ui.posting.refusals import NO_ACCESS, TOO_OLD_TO_EDIT, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE
from tests.ui.fake_discord import ME, FakeDiscord, Place, failure

CHANNEL = 5
JOIN = routes.JOIN("abcde")


@pytest.fixture
def bot() -> Any:
    """Return a bot on a server with one channel."""
    return FakeDiscord(CHANNEL)


@pytest.fixture
def place(bot: FakeDiscord) -> Place:
    """Return the one channel."""
    return bot.places[CHANNEL]


def with_button(place: Place, author_id: int) -> int:
    """Let somebody put up a message with a button; return its id."""
    message = place.write("Join!", author_id)
    message.view = discord.ui.View()
    message.view.add_item(discord.ui.Button(custom_id=JOIN))
    return message.id


async def test_only_our_own_messages_are_known_by_their_controls(bot: Any, place: Place) -> None:
    mine, other = with_button(place, ME), with_button(place, ME + 1)
    found = await last_messages(bot, bot.get_partial_messageable(CHANNEL))
    assert [each.id for each in found] == [other, mine], "the newest doesn't come first"
    assert [each.ours for each in found] == [False, True]
    assert [JOIN in each.controls for each in found] == [False, True], (
        "a message that somebody copied from us is taken for ours"
    )


@pytest.mark.parametrize("refusal", [(403, NO_ACCESS), (404, UNKNOWN_CHANNEL)])
async def test_where_a_place_is_shut_nothing_is_found_nor_in_the_way(
    bot: Any, place: Place, refusal: tuple[int, int]
) -> None:
    ours = with_button(place, ME)
    place.failures = {kind: [failure(*refusal)] * 2 for kind in ("history", "delete")}
    assert await last_messages(bot, bot.get_partial_messageable(CHANNEL)) == []
    assert await look_at(bot, CHANNEL, ours) is None
    await take_down(bot, CHANNEL, ours)


@pytest.mark.parametrize("what", ["last", "one", "change", "take down"])
async def test_a_fault_of_discord_is_no_refusal(bot: Any, place: Place, what: str) -> None:
    """Whoever asked tries again later, and doesn't take a message for gone."""
    ours = with_button(place, ME)
    place.failures = {kind: [failure(500)] for kind in ("history", "edit", "delete")}
    asked = {
        "last": lambda: last_messages(bot, bot.get_partial_messageable(CHANNEL)),
        "one": lambda: look_at(bot, CHANNEL, ours),
        "change": lambda: change(place.get_partial_message(ours).edit(content="New")),
        "take down": lambda: take_down(bot, CHANNEL, ours),
    }
    with pytest.raises(discord.HTTPException):
        await asked[what]()


async def test_a_message_is_changed_or_it_is_known_why_not(place: Place) -> None:
    ours = with_button(place, ME)
    message = place.get_partial_message(ours)
    assert await change(message.edit(content="New")) == "done"
    place.failures = {"edit": [failure(400, TOO_OLD_TO_EDIT)]}
    assert await change(message.edit(content="Newer")) == "too old"
    del place.up[ours]
    assert await change(message.edit(content="Newest")) == "gone"


async def test_what_is_gone_already_needs_no_taking_down(bot: Any, place: Place) -> None:
    place.failures = {"delete": [failure(404, UNKNOWN_MESSAGE)]}
    await take_down(bot, CHANNEL, 1)
    await take_down(bot, CHANNEL, None)
    await take_down(bot, None, 1)
