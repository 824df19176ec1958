"""Discord's own event of a night: it says what the card says, and follows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest

from bot.nights.announcing import cancel, edit
from bot.nights.night import Night, Press
from bot.tables.clock import MINUTE
from bot.ui.posting.nights.scheduled_events import (
    TAKEN_AWAY,
    UNKNOWN_EVENT,
    hidden_from_most,
    makes_event,
)
from cogs.donburiko.rules import GAME
from tests.ui.conftest import GUILD, UI
from tests.ui.fake_discord import ME, FakeDiscord, failure
from tests.ui.night_evening import HOST, evening, shown


@dataclass
class Event:
    """An event of a server."""

    guild: Guild
    id: int
    creator_id: int
    said: dict[str, Any]

    @property
    def description(self) -> str:
        return self.said["description"]

    async def edit(self, **said: Any) -> None:
        """Change what it says."""
        self.guild.edits += 1
        self.said |= said

    async def delete(self) -> None:
        """Take it out of the list."""
        del self.guild.events[self.id]


@dataclass
class Guild:
    """A server with its list of events."""

    id: int = GUILD
    unavailable: bool = False
    me: Any = field(
        default_factory=lambda: SimpleNamespace(
            guild_permissions=discord.Permissions(create_events=True)
        )
    )
    events: dict[int, Event] = field(default_factory=dict)
    edits: int = 0
    channels: dict[int, Any] = field(default_factory=dict)

    default_role: Any = None
    text_channels: list[Any] = field(default_factory=list)

    def get_channel_or_thread(self, channel_id: int) -> Any:
        """Return a channel or thread; None if there is no such one."""
        return self.channels.get(channel_id)

    def get_channel(self, channel_id: int) -> Any:
        """Return a channel; None if there is no such one."""
        return self.channels.get(channel_id)

    def add(self, creator_id: int, **said: Any) -> Event:
        """Put an event on the list."""
        event = Event(self, 4000 + len(self.events), creator_id, said)
        self.events[event.id] = event
        return event

    async def fetch_scheduled_events(self, *, with_counts: bool) -> list[Event]:
        return [*self.events.values()]

    async def fetch_scheduled_event(self, event_id: int, *, with_counts: bool) -> Event:
        if event_id not in self.events:
            raise failure(404, UNKNOWN_EVENT)
        return self.events[event_id]

    async def create_scheduled_event(self, **said: Any) -> Event:
        return self.add(ME, **said)


@pytest.fixture
def guild(server: FakeDiscord) -> Guild:
    """Give the bot a server on which it may make events."""
    guild = server.guild = Guild()
    return guild


async def with_event(ui: UI, guild: Guild, **fields: Any) -> tuple[Night, Event]:
    """Announce a night; return it and its event."""
    found = await evening(ui, 2, doors=False, pause=7 * MINUTE, **fields)
    night = await shown(ui, found.id)
    (event,) = guild.events.values()
    return night, event


async def change(ui: UI, night: Night, rule: Any) -> Night:
    """Let the host change a night, and update its messages."""
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), rule)
    return await shown(ui, night.id)


async def test_an_event_says_when_its_night_begins_and_about_ends(ui: UI, guild: Guild) -> None:
    night, event = await with_event(ui, guild)
    minutes = 2 * GAME.info.minutes + 7
    starts = datetime.fromtimestamp(night.guests.starts_at, UTC)
    assert event.said["start_time"] == starts
    assert (event.said["end_time"] - starts).total_seconds() == minutes * 60, (
        "rounds and the break between"
    )
    assert event.said["name"] == "Friday" and night.id in event.description
    assert str(night.places.card_id) in event.said["location"], "it leads nowhere"


async def test_what_was_typed_of_a_night_plays_no_tricks_in_its_event(ui: UI, guild: Guild) -> None:
    about = "Bring [snacks](https://example.org) \u202etset"
    _night, event = await with_event(ui, guild, about=about, title="Fri\u202eday")
    assert event.said["name"] == "Friday", "a title turns the text around it"
    assert "\u202e" not in event.description and "](" not in event.description, event.description


async def test_an_event_follows_its_night_and_nothing_else(ui: UI, guild: Guild) -> None:
    night, event = await with_event(ui, guild)
    await shown(ui, night.id)
    assert guild.edits == 0, "it is written again though nothing has changed"
    night = await change(ui, night, edit(title="Tricks"))
    assert (event.said["name"], guild.edits) == ("Tricks", 1)
    night = await change(ui, night, cancel())
    assert not guild.events, "a night that is off stands among the events"
    assert night.places.event_id is None


@pytest.mark.parametrize("connects", [True, False])
async def test_an_event_takes_place_in_the_voice_channel_where_the_bot_may_connect(
    ui: UI, guild: Guild, connects: bool
) -> None:
    """Else at the card, as without such a channel; in both it says what the host says."""
    may = discord.Permissions(view_channel=True, connect=connects)
    channel = MagicMock(spec=discord.VoiceChannel, id=15)
    channel.permissions_for.return_value = may
    guild.channels = {15: channel}
    night, event = await with_event(ui, guild, voice=15, about="Bring tea")
    assert event.said.get("channel") is (channel if connects else None), event.said
    assert ("location" in event.said) is not connects, event.said
    assert event.description.startswith("Bring tea\n")
    await change(ui, night, edit(voice=None))
    kind = event.said["entity_type"]
    assert kind is discord.EntityType.external, "it stays in a channel where nobody talks"


async def test_after_a_crash_the_bots_own_event_of_the_night_is_taken_over(
    ui: UI, guild: Guild
) -> None:
    night, event = await with_event(ui, guild)
    del guild.events[event.id]
    await ui.services.nights.store.save_whereabouts(night.id, event_id=None)
    guild.add(555, **event.said)
    guild.add(ME, **{**event.said, "description": "Night zzzzz"})
    own = guild.add(ME, **event.said)
    ui.night_messages._scheduled_events._shown.clear()
    night = await shown(ui, night.id)
    assert night.places.event_id == own.id, "that of somebody else, of another night, or a second"
    assert len(guild.events) == 3


async def test_an_event_that_somebody_deleted_stays_away(ui: UI, guild: Guild) -> None:
    night, event = await with_event(ui, guild)
    del guild.events[event.id]
    night = await change(ui, night, edit(title="Tricks"))
    assert night.places.event_id == TAKEN_AWAY
    await change(ui, night, edit(title="More tricks"))
    assert not guild.events, "it was put up again against somebody's will"


async def test_an_event_that_is_gone_already_needs_no_taking_down(ui: UI, guild: Guild) -> None:
    night, event = await with_event(ui, guild)
    del guild.events[event.id]
    await change(ui, night, cancel("Snow"))
    night, event = await with_event(ui, guild)

    async def fail(*_given: Any, **_more: Any) -> Any:
        raise failure(500)

    guild.fetch_scheduled_event = fail
    with pytest.raises(discord.HTTPException):
        await change(ui, night, cancel("Snow"))


def seen(channels: int, hidden: int) -> Any:
    """Return a server of whose channels everybody sees the first ones."""

    def channel(number: int) -> Any:
        may = discord.Permissions(view_channel=number < channels)
        return SimpleNamespace(permissions_for=lambda _role: may)

    found = [channel(number) for number in range(channels + hidden)]
    return Guild(channels=dict(enumerate(found)), text_channels=found)


def test_a_night_in_a_hidden_channel_is_in_no_list_that_all_see() -> None:
    thread = MagicMock(spec=discord.Thread)
    for channels, hidden, which, wanted in (
        (4, 1, 4, True),
        (4, 1, 0, False),
        (1, 4, 4, False),
        (2, 2, 3, True),
        (1, 4, 99, False),
    ):
        assert hidden_from_most(seen(channels, hidden), which) is wanted, (channels, hidden, which)
        promised: Any = seen(channels, hidden)
        assert makes_event(promised, which) is not wanted, "its preview says otherwise"
    server = seen(4, 1)
    for private, parent, wanted in ((True, 0, True), (False, 0, False), (False, 4, True)):
        thread.is_private.return_value, thread.parent = private, server.channels[parent]
        server.channels[9] = thread
        assert hidden_from_most(server, 9) is wanted, (private, parent)


async def test_an_event_goes_once_its_channel_is_hidden(ui: UI, guild: Guild) -> None:
    night, _event = await with_event(ui, guild)
    hides = seen(4, 1)
    guild.channels, guild.text_channels = (
        {night.row.channel_id: hides.channels[4]},
        [*hides.channels.values()],
    )
    await shown(ui, night.id)
    assert not guild.events, "everybody reads of a night that most may not know of"
