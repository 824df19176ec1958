"""What the bot must be allowed where a table is opened, and how it is said that something isn't."""

from __future__ import annotations

import discord
import pytest
from discord import ChannelType

from bot.tables.trouble import Trouble
from bot.ui.posting.channels import demand_allowed, without_pictures
from tests.ui.clicks import Answer, interaction
from tests.ui.conftest import ADA, BOB, CHANNEL, UI

ALWAYS = {"view_channel": "View Channel", "embed_links": "Embed Links"} | {
    "read_message_history": "Read Message History"
}
SEND = {"send_messages": "Send Messages"}
IN_THREADS = {"send_messages_in_threads": "Send Messages in Threads"}
OPEN_THREADS = {"create_public_threads": "Create Public Threads"}


@pytest.mark.parametrize(
    ("kind", "needed"),
    [
        (ChannelType.text, ALWAYS | SEND | OPEN_THREADS | IN_THREADS),
        (ChannelType.news, ALWAYS | SEND | OPEN_THREADS | IN_THREADS),
        (ChannelType.public_thread, ALWAYS | IN_THREADS),
        (ChannelType.private_thread, ALWAYS | IN_THREADS),
        (ChannelType.voice, ALWAYS | SEND),
    ],
)
async def test_each_permission_that_is_missing_is_named(
    ui: UI, kind: ChannelType, needed: dict[str, str]
) -> None:
    made = interaction(ui, ADA, CHANNEL, Answer())
    made.channel.type = kind
    made.app_permissions = discord.Permissions(**dict.fromkeys(needed, True))
    demand_allowed(made)
    for name, said in needed.items():
        made.app_permissions = discord.Permissions(**dict.fromkeys(needed.keys() - {name}, True))
        with pytest.raises(Trouble) as caught:
            demand_allowed(made)
        missing = f"I still need: **{said}**."
        assert missing in caught.value.say(str.format), f"{name} isn't asked for in a {kind.name}"
    made.app_permissions = discord.Permissions(administrator=True)
    demand_allowed(made)


@pytest.mark.parametrize("verb", ["open", "board", "rematch"])
async def test_no_table_is_opened_or_brought_where_the_bot_may_not_show_it(
    ui: UI, verb: str
) -> None:
    answer = Answer()
    made = interaction(ui, ADA, CHANNEL, answer)
    made.app_permissions = discord.Permissions.none()
    actions = ui.requests.actions
    table = await ui.start(ADA, BOB) if verb != "open" else None
    if table is None:
        options = ui.services.games["donburiko"].game.Options()
        asked = actions.lobby.open(made, "donburiko", options)
    elif verb == "board":
        asked = actions.play.show_board(made, table.id)
    else:
        asked = actions.finished_games.rematch(made, table.id)
    with pytest.raises(Trouble) as caught:
        await asked
    assert "I still need" in caught.value.say(str.format)
    assert not ui.messages._wanted_here


async def test_who_looks_at_a_table_reads_why_its_board_is_text(ui: UI) -> None:
    made = interaction(ui, ADA, CHANNEL, Answer())
    made.app_permissions = discord.Permissions(embed_links=True)
    assert "Attach Files" in without_pictures(made)
    made.app_permissions = discord.Permissions(attach_files=True)
    assert without_pictures(made) == ""
