"""Channels and threads that were deleted while the bot was down: what lay there goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.nights.guest_presses import press_maybe
from bot.nights.night import Press
from bot.nights.rounds import end
from bot.tables.servers import ServerSettings
from bot.ui.posting.deleted_places import DeletedPlaces
from tests.ui.clicks import press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, GUILD, UI, begun
from tests.ui.fake_discord import FakeDiscord, failure
from tests.ui.night_evening import GUESTS, HOST, evening
from tests.ui.test_asks import asked, card_of, shown

LANDING = 888
"""Another channel of the server."""
FORUM = 889
"""A forum there."""


@dataclass
class Arriving:
    """A server that arrives with the channels and open threads that it has."""

    server: FakeDiscord
    archived: frozenset[int] = frozenset()
    id: int = GUILD

    def get_channel_or_thread(self, place_id: int) -> Any:
        """Return what Discord names as the server arrives; archived threads aren't among it."""
        return None if place_id in self.archived else self.server.get_channel(place_id)


@pytest.fixture
def after_start(ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> DeletedPlaces:
    """Look as a process that has just started does, on a server with one more channel."""

    async def ways_on(_guild: int) -> list[int]:
        return [CHANNEL, LANDING]

    monkeypatch.setattr(ui.services, "ways_on", ways_on)
    server.add(LANDING, discord.TextChannel)
    return DeletedPlaces(ui.services, ui.messages, ui.night_messages)


async def look(found: DeletedPlaces, guild: Arriving) -> None:
    """Look for what is gone."""
    guilds: Any = [guild]
    await found.look(guilds)


async def test_all_that_lay_in_a_deleted_channel_goes_on_in_another_one(
    ui: UI, server: FakeDiscord, after_start: DeletedPlaces
) -> None:
    """Nobody presses anything: neither at the table, nor about the night or the question."""
    table, thread = await begun(ui, server)
    night, ask = await evening(ui, 3, doors=False), await asked(ui)
    await ui.night_messages._update(night.id)
    night_thread = (await night.night()).places.thread_id or 0
    await shown(ui, ask.id)
    await look(after_start, Arriving(server))
    assert table.board_revision == table.revision, "what is there is put up again"
    for place in (CHANNEL, thread.id, night_thread):
        del server.places[place]
    await look(after_start, Arriving(server))
    await ui.messages._update(table.id)
    await ui.night_messages._update(night.id)
    ask = await shown(ui, ask.id)
    assert table.place_id == LANDING, "the table lies where nobody sees it"
    found = await night.night()
    assert found.row.channel_id == LANDING, "the night's card is nowhere"
    card = server.places[LANDING].find(found.places.card_id or 0)
    assert card.embed is not None
    said = "Moved here from another channel: the channel was deleted."
    assert said in (card.embed.description or ""), "nobody reads why it is here"
    assert card_of(server, ask).place.id == LANDING, "the question is nowhere"


async def test_nothing_moves_to_a_forum(ui: UI, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are played in its posts, but it takes no message itself."""
    settings = await ui.tables.servers.settings(GUILD)
    settings = replace(settings, table_channels=(FORUM, LANDING))

    async def settings_of(_guild: int) -> ServerSettings:
        return settings

    monkeypatch.setattr(ui.tables.servers, "settings", settings_of)
    guild = SimpleNamespace(system_channel=None, forums=[SimpleNamespace(id=FORUM)])
    monkeypatch.setattr(ui.services, "bot", SimpleNamespace(get_guild=lambda _guild: guild))
    assert await ui.services.ways_on(GUILD) == [LANDING]


@pytest.mark.parametrize("noticed", [True, False], ids=["noticed", "as it ends"])
@pytest.mark.usefixtures("after_start")
async def test_list_and_recap_of_a_night_go_up_again_where_it_goes_on(
    ui: UI, server: FakeDiscord, noticed: bool
) -> None:
    """Who sat where, and who has won, would be read nowhere."""
    night = await evening(ui, 4, rounds=1)
    tables = await night.start()
    for number, table in enumerate(tables):
        await ui.tables.save_whereabouts(table.id, place_id=5000 + number)
    await ui.night_messages._update(night.id)
    for table in tables:
        await night.play_out(table)
    await ui.night_messages._update(night.id)
    before = (await night.night()).places.recap_id
    assert before in server.places[CHANNEL].up, "there is no recap"
    del server.places[CHANNEL]
    if noticed:
        await ui.night_messages.channel_deleted(GUILD, CHANNEL)
        await ui.night_messages._update(night.id)
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction(), leads=True), end())
    await ui.night_messages._update(night.id)
    found, up = await night.night(), server.places[LANDING].up
    assert found.places.recap_id in up, "the recap lies nowhere"
    assert found.dealt[-1].list_id in up, "the list of the round lies nowhere"
    recaps = [each for each in up.values() if f"d:standings:{night.id}" in each.controls]
    assert len(recaps) == 1, "there are two recaps"


async def test_a_deleted_thread_is_found_and_an_archived_one_stays(
    ui: UI, server: FakeDiscord, after_start: DeletedPlaces
) -> None:
    (table, gone), (kept, archived) = await begun(ui, server), await begun(ui, server)
    del server.places[gone.id]
    await look(after_start, Arriving(server, frozenset({archived.id})))
    assert kept.board_revision == kept.revision, "an archived thread is taken for a deleted one"
    assert table.board_revision == -1, "a deleted thread isn't found"
    await ui.messages._update(table.id)
    assert table.place_id == CHANNEL


async def test_threads_of_a_channel_that_the_bot_cant_see_are_asked_for_once(
    ui: UI, server: FakeDiscord, after_start: DeletedPlaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thousand of them would be a thousand refusals, for which Discord shuts a bot out."""
    threads = [(await begun(ui, server))[1].id for _table in range(3)]
    asked = list[int]()

    async def refused(place_id: int) -> None:
        asked.append(place_id)
        raise failure(403, 50001)

    monkeypatch.setattr(server, "fetch_channel", refused)
    await look(after_start, Arriving(server, frozenset(threads)))
    assert len(asked) == 1, f"Discord refuses {len(asked)} times to tell of one channel"


async def test_what_sleeps_says_so_and_why_to_whoever_presses(ui: UI, server: FakeDiscord) -> None:
    """On answers to a card, on a hand, and on lists, which link nothing that isn't there."""
    table, thread = await begun(ui, server)
    night = await evening(ui, 3, doors=False)
    await ui.night_messages._update(night.id)
    card = (await night.night()).places.card_id
    linked = await press(ui, GUESTS[2], f"n:list:{night.id}:0", own=True)
    assert f"/{card})" in linked.text, "the list links no card that is there"
    server.places.clear()
    await night.answer(press_maybe, GUESTS[2])
    await ui.night_messages._update(night.id)
    listed = await press(ui, GUESTS[2], f"n:list:{night.id}:0", own=True)
    assert "Friday" in listed.text and "https://" not in listed.text, listed.text
    answer = await press(ui, GUESTS[2], f"n:in:{night.id}")
    said = "I can't post anything for this night now: the channel was deleted."
    assert "You're in!" in answer.text and said in answer.text, answer.text
    await ui.messages.place_deleted(thread.id)
    await ui.messages._update(table.id)
    assert table.asleep, "there is a place for it"
    person = next(each for each in (ADA, BOB, CLEO) if table.seat_of(each.id) in table.to_act())
    hand = await press(ui, person, f"t:hand:{table.id}")
    assert "I can't show this game's board: the channel was deleted." in hand.text, hand.text
