"""One round through everything with a plain discord.py client."""

from __future__ import annotations

import discord
import pytest

from bot.sandbox import NotPossible, Sandbox
from tests.sandbox.small_bot import Small


async def test_command_autocomplete_whisper_buttons_edit_thread(
    sandbox: Sandbox, bot: Small
) -> None:
    ada, bob = sandbox.person("Ada", "games"), sandbox.person("Bob", "games")
    choices = await ada.complete("acorns add", "card", "leaf")
    assert choices == [
        {"name": "Leaf 1", "value": "leaf 1"},
        {"name": "Leaf 2", "value": "leaf 2"},
    ]
    added = await ada.slash("acorns add", card="leaf 1")
    assert added.only_me and added.text == "added leaf 1" and added.kind == "message"
    assert ada.sees() == [added.message] and bob.sees() == []

    opened = await bob.slash("acorns new", seats=3, whom=ada)
    board = opened.message
    assert board is not None and not opened.only_me
    assert board.text == "board\nA table\n3 seats, slow\nWith\nAda"
    assert board.buttons == ["Count", "Hand", "Form", "Silent", "Off"]
    counted = await ada.press(board, "Count")
    assert counted.kind == "edit" and board.content == "board+" and board.edited

    channel = bot.get_channel(int(board.channel.id))
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send("hello")
    await message.edit(content="hello again")
    assert sandbox.message(str(message.id)).content == "hello again"
    thread = await message.create_thread(name="Table 1", auto_archive_duration=10080)
    await thread.send("inside")
    assert [m.content for m in ada.sees("Table 1")] == ["", "inside"]
    assert sandbox.problems == []


async def test_modal_select_and_defer(sandbox: Sandbox, bot: Small) -> None:
    ada = sandbox.person("Ada", "games")
    board = (await ada.slash("acorns new")).message
    assert board is not None
    shown = await ada.press(board, "Form")
    assert shown.kind == "modal" and shown.modal is not None
    assert shown.modal.title == "Name the table"
    with pytest.raises(NotPossible):
        await shown.modal.submit(Name="x")
    named = await shown.modal.submit(Name="Friday")
    assert named.kind == "edit" and board.content == "named Friday"

    played = await ada.select(board, "Play a card", ["Acorn 3", "leaf 1"])
    assert played.text == "played acorn 3, leaf 1"
    chosen = await ada.select(board, "Whom?", sandbox.person("Bob").id)
    assert chosen.text == "chose Bob"

    hand = await ada.press(board, "Hand")
    assert hand.only_me and hand.message is not None
    again = await ada.press(hand.message, "🌰")
    assert again.only_me and again.message is not hand.message

    thinking = await ada.slash("acorns slow")
    assert thinking.deferred
    done = await thinking.settled()
    assert done.text == "thought" and done.only_me
    await sandbox.until(lambda: done.followups)
    assert done.followups[0].only_me


async def test_whispers_reach_the_bot_as_if_they_were_dms(sandbox: Sandbox, bot: Small) -> None:
    ada = sandbox.person("Ada", "games")
    await ada.slash("acorns add", card="leaf 1")
    heard = await bot.hears("message")
    assert heard.guild is None and heard.flags.ephemeral
