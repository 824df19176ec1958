"""The gallery: from the list of games to a game that has begun; the welcome that leads there."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest

from bot.tables.lobby_rules import QUICK_SEATS
from bot.ui.incoming.rows.all_rows import TOPS
from bot.ui.pages.catalogues import languages
from bot.ui.pages.games.gallery import welcome_page
from bot.ui.pages.games.rules import BOT_TEXT
from bot.ui.pages.phone_height import INSIDE, lines
from bot.ui.pages.wording import Wording
from cogs.donburiko.help import HELP
from cogs.tables import TablesCog
from storage.rows import NO_SERVER
from tests.contract import seen
from tests.contract.games import games
from tests.ui.clicks import Answer, command, interaction, press
from tests.ui.conftest import ADA, CHANNEL, GUILD, UI
from tests.ui.fake_discord import FakeDiscord

HERE = "How this bot works"


def new_server(joined: timedelta = timedelta(minutes=1), **rights: bool) -> Any:
    """Return a server with a system channel, where the bot has been for a while."""
    channel = MagicMock(spec=discord.TextChannel)
    allowed = {"view_channel": True, "send_messages": True, "embed_links": True}
    channel.permissions_for.return_value = discord.Permissions(**(allowed | rights))
    channel.send = AsyncMock()
    me = SimpleNamespace(joined_at=discord.utils.utcnow() - joined)
    return SimpleNamespace(id=GUILD, me=me, system_channel=channel, preferred_locale="en-GB")


@pytest.mark.walked
async def test_all_games_lead_to_one_game_and_back(ui: UI) -> None:
    games = await press(ui, ADA, "play:all")
    assert "1 **Donburiko!** · start here · 20\u00a0min · Build acorn rows" in games.text
    game = await press(ui, ADA, games.buttons["Donburiko!"], own=True)
    assert "Donburiko!" in game.text and game.edited
    assert set(game.buttons) == {
        "Against computers",
        "Play with friends",
        "Rules",
        "All games",
    }
    assert game.buttons["All games"] == "play:all"


def test_games_are_listed_as_their_reader_looks_for_them() -> None:
    """By the title as it is read aloud; a title in kanji by its reading."""
    games = seen.lessons()

    def titles(language: str) -> list[str]:
        wording = Wording(language)
        found = sorted(games, key=lambda each: each.order(wording))
        return [each.title(wording) for each in found]

    english = titles("en-GB")
    assert english == sorted(english), "not by the alphabet"
    japanese = ["アメノキリフダ", "襲ノ色目", "コロポックル 見〜つけた！", "不知火", "ドンブリコ！"]
    assert titles("ja") == japanese, "not in the order of the kana"


@pytest.mark.walked
async def test_one_press_begins_a_private_game_against_computers(ui: UI) -> None:
    """A curious press on a server posts nothing, whatever the bot may do there."""
    few = discord.Permissions(view_channel=True)
    hand = await press(ui, ADA, "play:computers:donburiko", app_permissions=few)
    ((head, _seats),) = await ui.tables.store.tables_of(ADA.id, NO_SERVER)
    table = await ui.tables.get(head.id)
    assert table.phase == "playing" and table.pace == "none" and table.host == ADA.id
    assert not table.on_server and await ui.tables.store.tables_of_guild(GUILD) == []
    assert await ui.tables.store.to_repair() == [], "something is to be put up"
    assert len(table.seats) == QUICK_SEATS
    assert [seat.level for seat in table.seats] == [None, "casual", "casual"]
    assert len({seat.name for seat in table.seats}) == QUICK_SEATS, "two have the same name"
    assert table.dealt_at_once, "the check of the deal must say that nobody saw its seal before"
    assert "brings this game back" in hand.text and not hand.public and not hand.edited
    listed = await press(ui, ADA, "play:all", own=True)
    assert listed.buttons["Continue Donburiko!"] == f"t:hand:{table.id}"
    beside = await press(ui, ADA, "play:beside", own=True)
    assert beside.buttons == listed.buttons and not beside.edited, "the end of a game is gone"


@pytest.mark.parametrize(("picked", "seats"), [("1", 2), ("3", 4), ("9", 4)])
async def test_one_chooses_against_how_many_computers_one_plays(
    ui: UI, picked: str, seats: int
) -> None:
    """As nearly as the game allows, also where it takes the place of another one."""
    shown = await press(ui, ADA, "play:game:donburiko", own=True)
    assert shown.lists == [("play:against:donburiko", ["1", "2", "3"])]
    way = "play:against:donburiko"
    for _ in range(2):
        await press(ui, ADA, f"{way}:{picked}")
        ((head, _seats),) = await ui.tables.store.tables_of(ADA.id, NO_SERVER, ("playing",))
        table = await ui.tables.get(head.id)
        assert len(table.seats) == seats, f"{picked} computers were chosen by {way}"
        way = f"play:instead:{head.id}:donburiko"


async def test_what_a_server_has_set_up_has_no_say_in_private_games(ui: UI) -> None:
    await ui.tables.servers.change(GUILD, table_channels=[CHANNEL + 1], most_open_tables=1)
    await ui.tables.servers.block(GUILD, ADA.id, 99)
    hand = await press(ui, ADA, "play:computers:donburiko")
    assert "brings this game back" in hand.text
    friends = await press(ui, ADA, "play:friends:donburiko")
    assert not friends.public, "the server's rules for lobbies don't hold"


async def test_a_press_that_comes_twice_begins_one_game(ui: UI) -> None:
    for _ in range(2):
        await press(ui, ADA, "play:computers:donburiko", id=77)
    assert len(await ui.tables.store.tables_of(ADA.id)) == 1


async def test_two_presses_at_once_on_one_button_begin_one_game(ui: UI) -> None:
    """They are two interactions, but one wish; the next press is another one."""
    on = SimpleNamespace(id=4711, flags=SimpleNamespace(ephemeral=False), interaction_metadata=None)
    pressed = (press(ui, ADA, "play:computers:donburiko", message=on) for _ in range(2))
    answers = await asyncio.gather(*pressed)
    assert all("brings this game back" in each.text for each in answers), "a press wasn't answered"
    # One that comes a moment late still belongs to a double click.
    await press(ui, ADA, "play:computers:donburiko", message=on)
    assert len(await ui.tables.store.tables_of(ADA.id)) == 1, "a double press began two games"
    await later(ui)
    await press(ui, ADA, "play:computers:donburiko", message=on)
    assert len(await ui.tables.store.tables_of(ADA.id)) == 2, "a later press began no game"


@pytest.mark.walked
async def test_two_presses_at_once_with_friends_open_one_table(ui: UI) -> None:
    """The second one is told where the table is; the next press opens another."""
    on = SimpleNamespace(id=4711, flags=SimpleNamespace(ephemeral=True), interaction_metadata=None)
    answers = await asyncio.gather(
        *(press(ui, ADA, "play:friends:donburiko", message=on) for _ in range(2))
    )
    found = await ui.tables.store.tables_of(ADA.id)
    assert len(found) == 1, f"a double press opened {len(found)} tables"
    (told,) = [each.text for each in answers if not each.public]
    card_id = found[0][0].card_id
    assert told == f"Your table is open: https://discord.com/channels/{GUILD}/{CHANNEL}/{card_id}"
    await later(ui)
    await press(ui, ADA, "play:friends:donburiko", message=on)
    assert len(await ui.tables.store.tables_of(ADA.id)) == 2, "a later press opened no table"


async def later(ui: UI) -> None:
    """Let the time pass in which a press counts as part of a double click."""
    actions = ui.requests.actions
    while actions.gallery._at_once._making or actions.private_games._at_once._making:
        await asyncio.sleep(0.01)


@pytest.mark.walked
async def test_with_friends_opens_the_card_for_everybody(ui: UI) -> None:
    card = await press(ui, ADA, "play:friends:donburiko", own=True)
    assert card.public and "Join" in card.buttons


@pytest.mark.parametrize("control", ["play", "play:nonsense", "play:all:x", "play:game:chess"])
async def test_a_made_up_control_is_refused(ui: UI, control: str) -> None:
    said = await press(ui, ADA, control)
    assert not said.page and "went wrong" not in said.text


@pytest.mark.walked
async def test_rules_opened_from_the_gallery_lead_back_to_it(ui: UI) -> None:
    game = await press(ui, ADA, "play:game:donburiko")
    rules = await press(ui, ADA, game.buttons["Rules"], own=True)
    assert rules.grey == {"Back"} and rules.buttons["Play"] == "play:game:donburiko"
    second = await press(ui, ADA, rules.buttons["Next"], own=True)
    assert list(second.buttons) == ["Back", "Next", "Play"], "a button has lost its place"
    ((jump, pages),) = second.lists
    last = await press(ui, ADA, jump, pages[-1], own=True)
    assert last.grey == {"Next"} and "Play" in last.buttons
    at_table = await press(ui, ADA, "r:donburiko:1")
    assert list(at_table.buttons) == ["Back", "Next"]


@pytest.mark.walked
async def test_how_it_works_here_is_the_last_page_of_all_rules(ui: UI) -> None:
    last = await press(ui, ADA, f"r:donburiko:{len(HELP) - 1}:gallery")
    here = await press(ui, ADA, last.buttons["Next"], own=True)
    assert here.text.startswith(f"{HERE}\n{BOT_TEXT}")
    assert list(here.buttons) == ["Back", "Play"] and here.grey == {"Next"}
    back = await press(ui, ADA, here.buttons["Back"], own=True)
    assert back.text == last.text, "it doesn't lead back"
    older = await press(ui, ADA, "r:donburiko:here:0:gallery")
    assert older.text == here.text, "an older message's button leads elsewhere"
    assert all(HERE not in title for title, _text in HELP), "a game has such a page of its own"


@pytest.mark.parametrize("language", languages())
def test_no_line_of_the_welcome_ends_with_a_letter_by_itself(language: str) -> None:
    wording = Wording(language)
    playable = [seen.playable_of(each) for each in games()]
    for line in welcome_page(playable, wording).text.splitlines():
        alone = line[-2:]
        assert lines(line[:-2], INSIDE) == lines(line, INSIDE), f"{alone!r} stands alone: {line}"


async def test_a_new_server_is_welcomed_once(ui: UI) -> None:
    gallery, server = ui.requests.actions.gallery, new_server()
    await gallery.welcome(server)
    await gallery.welcome(server)
    assert server.system_channel.send.await_count == 1
    sent = server.system_channel.send.await_args.kwargs
    assert [item.custom_id for item in sent["view"].children] == [
        "play:computers:donburiko",
        "play:all",
    ]


@pytest.mark.parametrize(
    "server",
    [
        new_server(joined=timedelta(days=30)),
        new_server(send_messages=False),
        new_server(embed_links=False),
    ],
    ids=["been there for long", "may not post", "may not show embeds"],
)
async def test_other_servers_are_not_welcomed(ui: UI, server: Any) -> None:
    await ui.requests.actions.gallery.welcome(server)
    server.system_channel.send.assert_not_awaited()


async def test_a_welcome_that_did_not_arrive_is_tried_again(ui: UI) -> None:
    server, gallery = new_server(), ui.requests.actions.gallery
    server.system_channel.send.side_effect = TimeoutError
    await gallery.welcome(server)
    server.system_channel.send.side_effect = None
    await gallery.welcome(server)
    assert server.system_channel.send.await_count == 2


async def test_whoever_writes_to_the_bot_is_answered_once_a_minute(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    gallery, place = ui.requests.actions.gallery, server.add(77, discord.DMChannel)
    now = 1000.0
    monkeypatch.setattr("bot.ui.actions.games.gallery.monotonic", lambda: now)
    await press(ui, ADA, "play:computers:donburiko", guild_id=None)
    for message in (1, 2):
        await gallery.greet(ADA.id, 77, message)
    (said,) = place.up.values()
    begun, *others = said.controls
    assert begun.startswith("t:hand:") and "play:all" in others, f"what goes on is missing: {begun}"
    now += 61
    for person in (ADA.id, *range(100, 200)):
        await gallery.greet(person, 77, person)
    assert len(place.up) == 61, f"{len(place.up)} answers: one, and sixty a minute later"


async def test_in_a_direct_message_one_plays_against_computers(ui: UI) -> None:
    assert TOPS["play"].anywhere, "no client offers the command there"
    answer = Answer()
    await command(ui, "play", interaction(ui, ADA, CHANNEL, answer, guild_id=None))
    game = await press(ui, ADA, answer.buttons["Donburiko!"], own=True, guild_id=None)
    assert "Against computers" in game.buttons
    friends = await press(ui, ADA, game.buttons["Play with friends"], guild_id=None)
    assert "Friends can join on a server that I'm in: type" in friends.text


async def test_a_welcome_that_fails_is_reported_as_all_that_discord_tells_of(ui: UI) -> None:
    """And so is let pass as the bot leaves, by the one rule there is."""
    cog = TablesCog(ui.requests, TOPS, ())
    listeners = dict(cog.get_listeners())
    for event in ("on_guild_join", "on_guild_available"):
        with pytest.raises(AttributeError):
            await listeners[event](SimpleNamespace())
