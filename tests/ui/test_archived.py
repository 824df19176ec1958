"""A table that everybody has left: its board says so once, and no start of the bot wakes it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import discord
import pytest

from bot.tables.clock import DAY
from bot.tables.sweep_tables import sweep_tables
from bot.tables.table import Table
from bot.ui.posting.tables import table_messages
from bot.ui.posting.tables.find_messages import Found, MessageSearch
from bot.ui.posting.tables.table_messages import PostedMessages
from tests.ui.conftest import ADA, BOB, CHANNEL, GUILD, UI


class Guild:
    """A server where every channel is there."""

    id = GUILD

    def get_channel_or_thread(self, channel_id: int) -> int:
        """Return whatever channel is asked for."""
        return channel_id


async def archived(ui: UI) -> Table:
    """Let everybody leave a table, and a week go by."""
    table = await ui.start(ADA, BOB)
    await ui.tables.save_whereabouts(table.id, place_id=CHANNEL)
    gone = [replace(seat, stand_in="left", away_since=0) for seat in table.seats]
    await ui.tables.change(table, seats=gone)
    later = table.touched_at + 7 * DAY + 1
    ui.tables._now = lambda: later
    await sweep_tables(ui.tables)
    assert table.asleep, "the table isn't asleep"
    return table


async def test_the_board_says_that_the_table_was_put_away(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, messages, shown = await archived(ui), ui.messages, list[int]()

    async def show(table: Table, *_: Any) -> str:
        shown.append(table.revision)
        return "all"

    monkeypatch.setattr(messages, "_show_board", show)
    messages._posted[table.id] = PostedMessages()
    for _ in range(3):
        await messages._update(table.id)
    assert shown == [table.revision], "board and card, once"
    assert table.board_revision == table.revision
    assert table.asleep


@pytest.mark.usefixtures("server")
async def test_a_table_wakes_where_it_was_called_though_discord_stumbles(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one who called was told so, and nothing else would wake it."""
    table, messages, failed = await archived(ui), ui.messages, 0
    await ui.tables.save_whereabouts(table.id, board_id=7)

    async def stumble(*_: Any) -> None:
        nonlocal failed
        failed += 1
        if failed == 1:
            answer: Any = SimpleNamespace(status=500, reason="")
            raise discord.DiscordServerError(answer, "")

    async def show(*_: Any) -> bool:
        return True

    monkeypatch.setattr(table_messages, "take_down", stumble)
    monkeypatch.setattr(messages, "_show_board", show)
    monkeypatch.setattr(messages._lobby_cards, "show", show)
    monkeypatch.setattr(MessageSearch, "look", AsyncMock(return_value=Found()))
    await messages.bring_to(table, ADA.id, CHANNEL + 1)
    with pytest.raises(discord.DiscordServerError):
        await messages._update(table.id)
    await messages._update(table.id)
    assert not table.asleep
    assert (table.place_id, table.board_id) == (CHANNEL + 1, None)
    assert not messages._wanted_here


async def test_a_server_that_is_there_again_wakes_only_tables_with_people(ui: UI) -> None:
    left = await archived(ui)
    other = await ui.start(ADA, BOB)
    await ui.tables.save_whereabouts(other.id, asleep=True)
    await ui.messages.wake_guilds([cast(discord.Guild, Guild())])
    assert left.asleep
    assert not other.asleep


async def test_a_server_whose_channel_is_gone_wakes_no_table(ui: UI) -> None:
    """It would only look for its place in vain, at every start of the bot."""
    table = await ui.start(ADA, BOB)
    await ui.tables.save_whereabouts(table.id, asleep=True)
    guild: Any = SimpleNamespace(id=GUILD, get_channel_or_thread=lambda _channel_id: None)
    await ui.messages.wake_guilds([guild])
    assert table.asleep, "a table wakes though its channel is gone"
