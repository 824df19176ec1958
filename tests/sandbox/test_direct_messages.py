"""Direct messages of the bot: opened by a person's id, and closed to it if they want that."""

from __future__ import annotations

from bot.sandbox import Sandbox
from tests.sandbox.conftest import Wire


async def test_nothing_can_be_said_where_direct_messages_are_closed(
    sandbox: Sandbox, wire: Wire
) -> None:
    ada = sandbox.person("Ada")
    opened = await wire("POST", "/users/@me/channels", {"recipient_id": ada.id})
    assert opened.status == 200 and opened.body["recipients"][0]["id"] == ada.id
    room = opened.body["id"]
    ada.close_dms()
    again = await wire("POST", "/users/@me/channels", {"recipient_id": ada.id})
    assert again.body["id"] == room, "it can still be opened, as Discord has it"
    refused = await wire("POST", f"/channels/{room}/messages", {"content": "Hello"})
    assert (refused.status, refused.body["code"]) == (403, 50007)
    ada.close_dms(closed=False)
    said = await wire("POST", f"/channels/{room}/messages", {"content": "Hello"})
    assert said.status == 200 and [each.content for each in ada.in_dm().sees()] == ["Hello"]


async def test_nobody_can_be_written_to_who_isnt_there(sandbox: Sandbox, wire: Wire) -> None:
    opened = await wire("POST", "/users/@me/channels", {"recipient_id": "1"})
    assert (opened.status, opened.body["code"]) == (403, 50007)
