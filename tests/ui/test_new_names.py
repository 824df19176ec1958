"""Somebody has another name: any press of theirs is enough."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from bot.nights.cohosts import set_cohosts
from bot.nights.guest_presses import press_in
from bot.nights.night import Press
from bot.tables.seat import Person
from bot.ui.pages.nights import ask_routes
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.new_names import NewNames
from tests.ui.clicks import Answer, interaction
from tests.ui.conftest import ADA, BOB, CHANNEL, UI
from tests.ui.fake_discord import FakeDiscord
from tests.ui.night_evening import HOST, evening
from tests.ui.test_asks import asked, pick

NEW = Person(ADA.id, "Adeline")


@pytest.fixture
async def names(ui: UI) -> AsyncIterator[NewNames]:
    """Yield what notices new names."""
    found = NewNames(ui.services, AnswersFirst())
    yield found
    await found.close()


async def pressed(ui: UI, names: NewNames, person: Person, **more: Any) -> None:
    """Let somebody press something, and wait until what follows from it has ended."""
    names.heard(interaction(ui, person, CHANNEL, Answer(), **more))
    for task in list(names._queue._tasks.values()):
        await task


async def test_any_press_changes_the_name_at_tables_and_nights(ui: UI, names: NewNames) -> None:
    lobby, played = await ui.open(ADA, BOB), await ui.open(BOB, ADA)
    await ui.services.lobby_verbs.start(played.id, BOB, ui.interaction())
    night = await evening(ui, 2, doors=False)
    await night.answer(press_in, ADA)
    nights, host = ui.services.nights, Press(HOST, ui.interaction())
    await nights.change(night.id, host, set_cohosts([ADA]))
    await pressed(ui, names, NEW)
    assert [seat.name for seat in lobby.seats] == ["Adeline", "Bob"], "not in the lobby"
    assert [seat.name for seat in played.seats] == ["Bob", "Adeline"], "not at a game that is on"
    now = await night.night()
    assert now.name_of(ADA.id) == "Adeline", "not among the guests"
    assert [each.name for each in now.cohosts] == ["Adeline"], "not among the co-hosts"
    of_table, of_night = played.revision, now.row.revision
    await pressed(ui, names, NEW)
    assert (played.revision, (await night.night()).row.revision) == (of_table, of_night), (
        "the same name again"
    )


async def test_it_changes_where_they_have_asked_and_answered(
    ui: UI, names: NewNames, server: FakeDiscord
) -> None:
    table = await ui.open(BOB)
    await ui.services.lobby_verbs.choose(table.id, BOB.id, closed=True)
    await ui.services.asking_in.ask(table.id, ADA)
    ask = await asked(ui)
    await pick(ui, ask, ADA, ask_routes.CAN, 1)
    for _again in range(2):
        await pressed(ui, names, NEW)
        now = await ui.services.nights.asks.get(ask.id)
        assert [each.name for each in table.asking()] == ["Adeline"], "not of who wants a seat"
        assert now.row.host_name == "Adeline", "not of who asks which date suits"
        assert [each.name for each in now.answers] == ["Adeline"], "not among the answers"
        assert now.row.revision == ask.row.revision + 2, "the same name again"


async def test_what_somebody_is_called_elsewhere_changes_nothing_here(
    ui: UI, names: NewNames
) -> None:
    table = await ui.open(ADA, BOB)
    await pressed(ui, names, NEW, guild_id=None)
    await pressed(ui, names, NEW, guild_id=4242)
    assert table.seats[0].name == "Ada", "a name from elsewhere is shown here"


def test_no_names_are_kept_in_memory(ui: UI) -> None:
    names = NewNames(ui.services, AnswersFirst())
    names._queue._closed = True
    names.heard(interaction(ui, NEW, CHANNEL, Answer()))
    assert "Adeline" not in repr(names._known), "the name of somebody who is forgotten stays"


async def test_what_somebody_is_called_is_asked_of_their_server(
    ui: UI, names: NewNames, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fetch_member(person: int) -> Any:
        if person == BOB.id:
            raise ConnectionError
        return SimpleNamespace(id=person, display_name="Adeline")

    guild = SimpleNamespace(unavailable=False, fetch_member=fetch_member)
    bot = SimpleNamespace(get_guild=lambda _guild: guild)
    monkeypatch.setattr(ui.services, "bot", bot)
    assert await names.now(1, ADA.id) == NEW
    assert await names.now(1, BOB.id) is None, "what can't be known isn't left as it is"
    guild.unavailable = True
    assert await names.now(1, ADA.id) is None
