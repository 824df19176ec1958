"""Setting up a server: what the page says, what each control sets, what the bot lacks."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest

from bot.tables.servers import ServerSettings
from bot.tables.trouble import HOST_ONLY, Trouble
from bot.ui.actions.rights import demand_right_to_host, leads_nights, moderates
from bot.ui.pages import catalogues
from bot.ui.pages.page import Page, ServerSelect
from bot.ui.pages.server.setup_page import (
    Checked,
    blocks_page,
    check_page,
    settings_page,
    setup_page,
)
from bot.ui.pages.wording import Wording
from storage.rows import BlockRow
from tests.locale.extract import written
from tests.refusal import refused_with
from tests.ui.clicks import (
    ELSEWHERE,
    Answer,
    buttons_of,
    command,
    fill_in,
    interaction,
    press,
    server_where,
)
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, GUILD, UI
from tests.ui.fake_discord import FakeDiscord
from tests.ui.night_evening import evening

VOICE = Wording("en-GB")
MANAGER = discord.Permissions(manage_guild=True)
MADE_UP = ("s:hosts:x", "s:most", "s:most:1:2", "s:", "s:page:1", "s:blocks:-1", "s:check:1")


def server(**rights: bool) -> Any:
    """Return a server with channel 300, where the bot has these rights, and role 7."""
    channel = MagicMock(spec=discord.TextChannel, type=discord.ChannelType.text)
    channel.permissions_for.return_value = discord.Permissions(**rights)
    return SimpleNamespace(
        id=GUILD,
        name="Café",
        me=None,
        get_role=lambda role: object() if role == 7 else None,
        get_channel=lambda place: channel if place in (300, CHANNEL) else None,
        get_channel_or_thread=lambda place: channel if place == 300 else None,
    )


@pytest.mark.walked
async def test_each_control_saves_at_once(ui: UI) -> None:
    async def pressed(custom_id: str, *picked: str) -> Answer:
        return await press(
            ui, ADA, custom_id, *picked, own=True, permissions=MANAGER, guild=server()
        )

    await pressed("s:hosts", "7", "8")
    await pressed("s:tables", "300", "301")
    await pressed("s:nights", "300")
    shown = await pressed("s:most", "9")
    assert shown.edited, "the page isn't where it was"
    settings = await ui.tables.servers.settings(GUILD)
    # What isn't on the server isn't kept.
    assert settings == ServerSettings(None, (7,), (300,), 300, 9)
    assert "<@&7>" in shown.text and "<#300>" in shown.text and "9 tables" in shown.text
    assert shown.text.count("9 tables") == 2, f"on a phone it isn't seen: {shown.text}"
    for custom_id in ("s:hosts", "s:tables", "s:nights"):
        await pressed(custom_id)
    settings = await ui.tables.servers.settings(GUILD)
    assert settings == ServerSettings(most_open_tables=9), "what was taken back is still set"


async def test_the_language_of_the_server_is_that_of_all_that_is_opened_there(
    ui: UI, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    written("ja", tmp_path).parent.mkdir(parents=True)
    written("ja", tmp_path).touch()
    services = ui.requests.services

    async def pressed(custom_id: str, *picked: str) -> Answer:
        return await press(
            ui, ADA, custom_id, *picked, own=True, permissions=MANAGER, guild=server()
        )

    async def spoken(locale: discord.Locale = discord.Locale.german) -> str:
        return await services.server_language(GUILD, locale)

    assert await spoken() == "de", "as Discord says, until it is set"
    offered = await pressed("s:language")
    assert offered.lists == [("s:language", ["-", "en", "ja"])]
    for locale, now in (("ja", "日本語"), ("de", "English")):
        page = settings_page(ServerSettings(), 0, VOICE, locale=locale)
        assert f"As this server is set on Discord ({now} now)" in page.text, page.text
    assert "日本語" in (await pressed("s:language", "ja")).text
    assert await spoken() == "ja"
    asked = interaction(ui, ADA, CHANNEL, Answer())
    await ui.requests.actions.gallery.with_friends(asked, "donburiko")
    ((row, _seats),) = await services.tables.store.tables_of_guild(GUILD)
    assert row.language == "ja"
    await pressed("s:language", "en")
    assert await spoken() == "en"
    assert (await services.tables.get(row.id)).language == "ja", "an open table changed"
    await pressed("s:language", "-")
    assert await spoken() == "de"
    await pressed("s:language", "xx")
    assert await spoken() == "de", "a language that never was on the list is set"


async def test_the_time_zone_may_be_typed_in_part(ui: UI) -> None:
    answer = Answer()
    asked = interaction(ui, ADA, CHANNEL, answer, permissions=MANAGER, guild=server())
    await command(ui, "setup", asked, zone="berlin")
    assert "Europe/Berlin" in answer.text
    assert "Saved. Press **Plan a night …** next" in answer.text, answer.text
    assert (await ui.tables.servers.settings(GUILD)).zone == "Europe/Berlin"


async def test_who_does_not_manage_the_server_changes_and_sees_nothing(ui: UI) -> None:
    """Not even by a command that an admin has given them."""
    person: Any = SimpleNamespace(id=BOB.id, bot=False)
    for custom_id in ("s:hosts", "s:tables", "s:nights", "s:most:3", "s:check", "s:try", "s:page"):
        answer = await press(ui, BOB, custom_id, guild=server())
        assert "Manage Server" in answer.text, f"{custom_id}: {answer.text}"
    typed: dict[str, dict[str, Any]] = {
        "setup": {"zone": "berlin"},
        "block add": {"person": person},
        "block remove": {"person": person},
        "block list": {},
    }
    for name, given in typed.items():
        answer = Answer()
        await command(ui, name, interaction(ui, BOB, CHANNEL, answer), **given)
        assert "Manage Server" in answer.text, answer.text
    assert await ui.tables.servers.settings(GUILD) == ServerSettings()
    assert await ui.tables.servers.blocks(GUILD) == []


@pytest.mark.parametrize("custom_id", MADE_UP)
async def test_a_control_that_never_was_does_nothing(ui: UI, custom_id: str) -> None:
    answer = await press(ui, ADA, custom_id, permissions=MANAGER)
    assert "doesn't work any more" in answer.text
    assert await ui.tables.servers.settings(GUILD) == ServerSettings()


@pytest.mark.parametrize("zone", [None, "UTC"])
def test_the_next_step_alone_is_blue(zone: str | None) -> None:
    """It is the same without a time zone, which its form asks for."""
    page = setup_page(ServerSettings(zone), "Café", 0, VOICE)
    buttons = buttons_of(page)
    blue = [each.label for each in buttons if each.style is discord.ButtonStyle.primary]
    assert blue == ["Plan a night …"]
    assert zone or "Not set yet. Set it here, or when you plan a night." in page.text, page.text


def test_what_works_as_it_is_is_said_and_asked_behind_one_button() -> None:
    """So that it's plain what a new host must do."""
    said, gone = "The rest works as it is", frozenset({"host_roles"})
    page = setup_page(ServerSettings(), "Café", 0, VOICE)
    assert [type(each) for each in page.rows] == [tuple], "lists stand beside what is needed"
    assert said in page.text and "-# **How many tables one person may have open**: 5" in page.text
    assert "More settings" in [each.label for each in buttons_of(page)]
    page = setup_page(ServerSettings(), "Café", 0, VOICE, games=["Shiranui", "Donburiko!"])
    assert page.text.startswith(
        "You can play **Shiranui** and **Donburiko!** Try one alone: `/play`"
    )
    page = setup_page(ServerSettings(gone=gone), "Café", 0, VOICE)
    assert said not in page.text, f"a role is gone: {page.text}"


@pytest.mark.parametrize("missing", [(), ("Send Messages",)])
def test_a_check_that_finds_nothing_amiss_leads_to_the_first_night(
    missing: tuple[str, ...],
) -> None:
    page = check_page([Checked(1, True, missing)], VOICE, ServerSettings("Europe/Berlin"))
    labels = [each.label for each in buttons_of(page)]
    assert ("Plan a night …" in labels) is (not missing), labels


@pytest.mark.walked
async def test_check_names_what_is_missing_in_each_channel(ui: UI) -> None:
    await ui.tables.servers.change(GUILD, table_channels=(300, 301), night_channel=CHANNEL)
    few = server(view_channel=True, embed_links=True, read_message_history=True, attach_files=True)
    answer = await press(ui, ADA, "s:check", permissions=MANAGER, guild=few)
    said = answer.text.removeprefix("Check permissions\n").split("\n\n")
    zone, tables, gone, nights, mend, hide = said
    assert "Time zone …" in answer.buttons, "what is missing can't be set where it is said"
    assert "No time zone" in zone and "Integrations" in hide, "what is amiss isn't all said"
    assert "<#300>" in tables and "**Create Public Threads**" in tables, tables
    assert "Attach Files" not in tables and "Create Events" not in tables, tables
    assert "<#301>" in gone and "can't see" in gone, gone
    assert f"<#{CHANNEL}> (game nights)" in nights and "No permission is missing" in nights, nights
    assert "<#300> (tables)" in tables, "it doesn't say what goes there"
    assert "Edit Channel → Permissions" in mend


async def test_a_channel_that_is_picked_is_checked_at_once(ui: UI) -> None:
    enough = discord.Permissions.all()
    few = {"view_channel": True, "embed_links": True, "read_message_history": True}
    for custom_id in ("s:nights", "s:tables"):
        for rights, amiss in ((few, True), (dict(enough), False)):
            rights = {**rights, "administrator": False}
            answer = await press(
                ui, ADA, custom_id, "300", permissions=MANAGER, guild=server(**rights)
            )
            assert ("**Create Public Threads**" in answer.text) is amiss, answer.text
            assert ("Edit Channel → Permissions" in answer.text) is amiss, answer.text
            assert ("✅ No permission is missing" in answer.text) is not amiss, answer.text


async def test_setup_says_where_nights_planned_from_here_are_announced(ui: UI) -> None:
    for custom_id in ("s:page", "s:more"):
        said = (await press(ui, ADA, custom_id, permissions=MANAGER, guild=server())).text
        assert f"In the channel where you plan it: from here, in <#{CHANNEL}>" in said, said


@pytest.mark.parametrize("thread", [False, True])
async def test_check_covers_the_channel_where_a_night_planned_here_is_announced(
    ui: UI, thread: bool
) -> None:
    """Also if tables go elsewhere; of a thread that is its channel."""
    await ui.tables.servers.change(GUILD, table_channels=(300,))
    answer = Answer()
    asked = interaction(ui, ADA, 302 if thread else CHANNEL, answer, guild=server())
    if thread:
        asked.channel = MagicMock(spec=discord.Thread, id=302, parent_id=CHANNEL)
        asked.channel.parent = MagicMock(spec=discord.TextChannel, id=CHANNEL)
    await ui.requests.actions.setup.check(asked)
    assert "<#302>" not in answer.text, "tables don't go there"
    assert f"<#{CHANNEL}> (game nights)" in answer.text, answer.text
    assert "To check another channel, type `/setup` there." in answer.text, answer.text


async def test_check_covers_the_channel_of_a_night_that_is_announced(ui: UI) -> None:
    """Also if nights are announced in another one by now."""
    await ui.tables.servers.change(GUILD, table_channels=(300,), night_channel=300)
    night = await evening(ui, 1, doors=False, channel_id=301)
    answer = await press(ui, ADA, "s:check", permissions=MANAGER, guild=server())
    assert night.id and "<#301>" in answer.text, answer.text


async def test_check_names_what_was_deleted_and_roles_that_cant_be_mentioned(ui: UI) -> None:
    await ui.tables.servers.change(GUILD, zone="Europe/Berlin", table_channels=(300,))
    ui.tables.servers.exists = lambda _guild, _kind, _id: False
    night = await evening(ui, 1, doors=False, mention=7)
    there = server()
    there.get_role = lambda role: SimpleNamespace(id=role, mentionable=False)
    answer = await press(
        ui, ADA, "s:check", permissions=MANAGER, guild=there, own=True,
        app_permissions=discord.Permissions(),
    )  # fmt: skip
    assert night.id and "<@&7>" in answer.text, answer.text
    assert "Channels that were picked are gone" in answer.text, answer.text
    assert "No time zone" not in answer.text, answer.text


async def test_a_time_zone_is_set_by_a_form_and_one_that_cant_be_read_can_be_mended(
    ui: UI,
) -> None:
    where = {"permissions": MANAGER, "guild": server()}
    form = (await press(ui, ADA, "s:zone", **where)).form
    for typed, said in (("Atlantis", "Try again"), ("Tokyo", "Asia/Tokyo")):
        answer = await fill_in(ui, ADA, form.custom_id, {"zone": typed}, own=False, **where)
        assert said in f"{answer.text} {[*answer.buttons]}", answer.text


async def test_a_time_zone_asked_for_where_permissions_are_checked_leads_back_there(
    ui: UI,
) -> None:
    where = {"permissions": MANAGER, "guild": server(), "own": True}
    await ui.tables.servers.change(GUILD, zone=None)
    checked = await press(ui, ADA, "s:check", **where)
    assert "or when you plan a night" in checked.text, checked.text
    form = (await press(ui, ADA, checked.buttons["Time zone …"], **where)).form
    answer = await fill_in(ui, ADA, form.custom_id, {"zone": "Tokyo"}, **where)
    assert "Check permissions" in answer.text and "✅ Asia/Tokyo" in answer.text, answer.text


@pytest.mark.walked
async def test_a_try_says_what_discord_refused(ui: UI, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = discord.Forbidden(
        cast(Any, SimpleNamespace(status=403, reason="")),
        {"code": 50013, "message": "Missing Permissions"},
    )
    place = SimpleNamespace(send=AsyncMock(side_effect=refused))
    bot = SimpleNamespace(get_partial_messageable=lambda _id: place, get_channel=lambda _id: None)
    monkeypatch.setattr(ui.services, "bot", bot)
    answer = await press(ui, ADA, "s:try", permissions=MANAGER, guild=server())
    assert "couldn't" in answer.text and "Missing Permissions" in answer.text, answer.text
    assert "couldn't" in answer.text.splitlines()[-1], "what came of it isn't next to the buttons"
    assert "Check again" in answer.buttons, "it leads away from what is checked"
    message = SimpleNamespace(delete=AsyncMock())
    place.send = AsyncMock(return_value=message)
    answer = await press(ui, ADA, "s:try", permissions=MANAGER, guild=server())
    assert "It works" in answer.text
    message.delete.assert_awaited_once()


def test_the_page_fits_and_shows_what_is_set() -> None:
    most = ServerSettings(
        "America/Argentina/ComodRivadavia",
        tuple(range(10**18, 10**18 + 10)),
        tuple(range(10**18, 10**18 + 10)),
        10**18,
        25,
    )
    for settings in (ServerSettings(), most):
        assert len(setup_page(settings, "S" * 100, 1_000_000, VOICE).embed()) <= 6000
        page = settings_page(settings, 1_000_000, VOICE)
        assert len(page.embed()) <= 6000
        assert len(page.rows) <= 5
        for row in page.rows:
            if isinstance(row, ServerSelect):
                assert len(row.chosen) <= row.most, f"{row.id} shows less than is set"
    chosen = next(
        row for row in settings_page(most, 1, VOICE).rows if isinstance(row, ServerSelect)
    )
    (item,) = Page("x", rows=(chosen,)).view().children
    assert isinstance(item, discord.ui.RoleSelect)
    assert [each.id for each in item.default_values] == list(chosen.chosen)


def test_many_blocks_have_pages() -> None:
    rows = [
        BlockRow(guild_id=1, person=n, by=9, at=5, until=7, note="*" * 100) for n in range(1, 24)
    ]
    shown = [blocks_page(rows, page, VOICE) for page in range(3)]
    for number, row in enumerate(rows):
        assert f"<@{row.person}> ·" in shown[number // 10].text
    assert all(len(page.text) <= 4096 for page in shown)
    assert "Nobody" in blocks_page([], 0, VOICE).text
    assert blocks_page(rows, 99, VOICE) == shown[2], "a page beyond the last isn't the last"


# Rights


def member(*roles: int) -> Any:
    """Return a member who has these roles."""
    user = MagicMock(spec=discord.Member)
    user.get_role = lambda role: object() if role in roles else None
    return user


@pytest.mark.parametrize(
    ("may", "roles", "leads"),
    [
        ({}, (), False),
        ({"manage_messages": True}, (8,), False),
        ({"manage_events": True}, (), True),
        ({"manage_guild": True}, (), True),
        ({}, (7,), True),
    ],
)
def test_who_leads_nights(may: dict[str, bool], roles: tuple[int, ...], leads: bool) -> None:
    asked: Any = SimpleNamespace(permissions=discord.Permissions(**may), user=member(*roles))
    assert leads_nights(asked, ServerSettings(host_roles=(7, 9))) is leads
    assert not leads_nights(
        cast(Any, SimpleNamespace(permissions=discord.Permissions(), user=member(7))),
        ServerSettings(),
    ), "a role leads nights that nobody has named"


async def test_a_moderator_has_their_right_by_the_tables_channel(ui: UI) -> None:
    """Wherever they ask from; a right in another channel is none here."""
    table = await ui.start(ADA, BOB, CLEO)
    for here, there in ((True, False), (False, True)):
        asked = interaction(
            ui,
            BOB,
            ELSEWHERE,
            Answer(),
            permissions=discord.Permissions(manage_messages=here),
            guild=server_where(view_channel=True, manage_messages=there),
        )
        assert moderates(asked, table) is there, "a right was taken from the wrong channel"


# The host's page of a lobby


async def test_only_the_host_changes_who_may_join(ui: UI) -> None:
    table = await ui.open(ADA, BOB)
    before = (table.revision, table.closed, table.start_when_full, table.invited)
    for custom_id in ("settings", "invite"):
        answer = await press(ui, BOB, f"t:{custom_id}:{table.id}")
        assert "Only Ada" in answer.text, answer.text
    for entry in ("anyone", "invited", "host", "full"):
        answer = await press(ui, BOB, f"t:entry:{table.id}:{entry}")
        assert "Only Ada" in answer.text, answer.text
    await press(ui, ADA, f"t:entry:{table.id}:moon")
    await press(ui, ADA, f"t:invite:{table.id}", "99999999999999999999")
    assert (table.revision, table.closed, table.start_when_full, table.invited) == before


@pytest.mark.walked
async def test_the_hosts_page_shows_and_changes_who_may_join(ui: UI) -> None:
    table = await ui.open(ADA, BOB)
    shown = await press(ui, ADA, f"t:settings:{table.id}")
    assert "Anyone here can join." in shown.text
    shown = await press(ui, ADA, shown.buttons["Invited people only"], own=True)
    assert "Only people you invite" in shown.text and shown.edited
    shown = await press(ui, ADA, shown.buttons["Start when full"], own=True)
    assert (table.closed, table.start_when_full) == (True, True)
    assert {"Let anyone join", "I press Start myself"} <= set(shown.buttons)
    with refused_with(HOST_ONLY):
        await ui.services.lobby_verbs.choose(table.id, BOB.id, closed=False)


@pytest.mark.walked
async def test_a_rematch_seats_only_who_pressed_and_computers(ui: UI) -> None:
    """The others press Join before a live game's clock can run for them."""
    table = await ui.start(ADA, BOB, CLEO)
    await ui.end(table.id)
    await press(ui, BOB, f"a:rematch:{table.id}")
    ((head, seats), *_) = await ui.tables.store.tables_of(BOB.id)
    assert head.rematch_of == table.id and head.phase == "lobby"
    assert [seat.person for seat in seats] == [BOB.id], "somebody sits who pressed nothing"
    assert all(seat.due is None for seat in seats), "a clock runs before the game"
    await press(ui, CLEO, f"t:join:{head.id}")
    rematch = await ui.tables.get(head.id)
    assert [seat.person for seat in rematch.seats] == [BOB.id, CLEO.id]


@pytest.mark.walked
async def test_the_page_says_what_was_deleted_and_that_nobody_else_opens_tables(
    ui: UI, server: FakeDiscord
) -> None:
    await ui.tables.servers.change(
        GUILD, host_roles=(7,), table_channels=(300, 301), night_channel=302
    )
    server.guild = SimpleNamespace(
        unavailable=False, get_role=lambda _id: None, get_channel=lambda _id: None
    )
    page = await press(ui, ADA, "s:page", permissions=MANAGER)
    for said in ("Roles that were picked are gone.", "Channels that were picked are gone."):
        assert said in page.text, page.text
    assert "The channel that was picked is gone." in page.text, page.text
    assert "<#300>" not in page.text and "<@&7>" not in page.text, "what is gone is set"
    assert "In every channel" not in page.text and "can open tables" in page.text, page.text
    asked = interaction(ui, BOB, CHANNEL, refused := Answer())
    await ui.answered(asked, ui.requests.actions.gallery.with_friends(asked, "donburiko"))
    assert "The channels for tables are gone" in refused.text, refused.text
    asked = interaction(ui, ADA, CHANNEL, tried := Answer(), permissions=MANAGER)
    await ui.answered(asked, ui.requests.actions.setup.try_table(asked))
    assert "It works" in tried.text, "a try fails where all channels for tables are gone"
    with pytest.raises(Trouble, match="You need \\*\\*Manage Events"):
        await demand_right_to_host(ui.services, interaction(ui, BOB, CHANNEL, Answer()))


def test_what_is_lost_without_an_optional_permission_is_said() -> None:
    found = Checked(1, True, (), ("Create Events",), nights=True)
    text = check_page([found], VOICE, ServerSettings("Europe/Berlin")).text
    assert "Without **Create Events**, game nights aren't among the server's events." in text, text
    assert "Without **Attach Files**" not in text, text
