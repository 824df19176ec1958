"""The ping as it lies on Discord: one message, put up anew to call, and mended when it is wrong."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.tables.clock import HOUR
from bot.tables.clocks import Clocks
from bot.tables.new_table import NewTable
from bot.tables.table import Table
from bot.tables.table_event import Motion
from bot.ui.posting.pings import PAUSE, PostedPing
from bot.ui.posting.table_messages import TableMessages
from storage.rows import PersonRow
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, GUILD, Room

EVERYBODY = {ADA.id, BOB.id, CLEO.id}


@dataclass
class Wall:
    """A channel that keeps what is put up."""

    up: dict[int, str] = field(default_factory=dict)
    called: list[set[int]] = field(default_factory=list)
    edits: int = 0

    async def send(
        self, text: str, allowed_mentions: discord.AllowedMentions, view: discord.ui.View
    ) -> Any:
        """Put a message up."""
        assert len(view.children) == 1, "a ping has no button that leads to the hand"
        number = len(self.called) + 1
        self.up[number] = text
        users = allowed_mentions.users
        assert isinstance(users, list)
        self.called.append({user.id for user in users})
        return Message(self, number)

    def get_partial_message(self, number: int) -> Any:
        """Return a message by its id."""
        return Message(self, number)


@dataclass
class Message:
    """One message on the wall."""

    wall: Wall
    id: int

    async def edit(self, content: str, allowed_mentions: discord.AllowedMentions) -> None:
        """Say something else; who is named in it stays marked, and nobody else is."""
        users = allowed_mentions.users
        assert isinstance(users, list)
        named = set(re.findall(r"<@([0-9]+)>", content))
        assert {str(user.id) for user in users} == named, "others are marked than are named"
        assert allowed_mentions.to_dict()["parse"] == []
        self.wall.up[self.id] = content
        self.wall.edits += 1

    async def delete(self) -> None:
        """Take it down."""
        del self.wall.up[self.id]


@dataclass
class Pinged:
    """A table in play, its clocks, and what lies on the wall for it."""

    room: Room
    table: Table
    clocks: Clocks
    messages: TableMessages
    wall: Wall
    posted: PostedPing = field(default_factory=PostedPing)

    async def tend(self) -> str:
        """Have the ping looked after; return the only one that lies there."""
        await self.messages._pings.show(self.table, self.posted)
        assert len(self.wall.up) <= 1, f"more than one ping lies there: {self.wall.up}"
        return next(iter(self.wall.up.values()), "")

    async def ring(self) -> None:
        """Let the next clock ring."""
        dues = [seat.clock.due or 0 for seat in self.table.seats if seat.clock]
        self.room.tables._now = lambda: min(dues)
        assert await self.clocks.ring(self.table.id)


@pytest.fixture
async def pinged(room: Room, monkeypatch: pytest.MonkeyPatch) -> Pinged:
    """Begin a game of days for three."""
    table = await room.tables.open(
        NewTable(
            game_key="donburiko",
            guild_id=GUILD,
            channel_id=CHANNEL,
            person=ADA,
            options=room.tables.games["donburiko"].Options(),
            interaction_id=room.interaction(),
            language="en-GB",
            pace="days",
        )
    )
    for person in (BOB, CLEO):
        await room.tables.join(table.id, person)
    room.tables._now = lambda: 1_000_000
    await room.tables.start(table.id, ADA, room.interaction())
    await room.tables.save_whereabouts(table.id, place_id=CHANNEL)
    wall, messages = Wall(), room.messages
    bot = SimpleNamespace(get_partial_messageable=lambda _place_id: wall)
    monkeypatch.setattr(room.services, "bot", bot)
    return Pinged(room, table, Clocks(room.tables), messages, wall)


def asked(table: Table) -> int:
    """Return the person who is asked."""
    return table.seats[table.to_act()[0]].person


async def test_a_reminder_takes_the_place_of_the_ping_before_it(pinged: Pinged) -> None:
    person = asked(pinged.table)
    texts = {await pinged.tend()}
    for sign in ("⏳", "⌛"):
        await pinged.ring()
        text = await pinged.tend()
        texts.add(text)
        assert text.startswith(f"{sign} <@{person}> (<t:{1_000_000 + 24 * HOUR}:R>)")
        assert await pinged.tend() == text
    assert pinged.wall.called == [EVERYBODY, {person}, {person}]
    assert len(texts) == 3
    await pinged.ring()
    # A computer makes the move: nobody is asked.
    assert await pinged.tend() == ""


async def test_a_table_that_only_asks_asks_once_more(pinged: Pinged) -> None:
    pinged.table.become(replace(pinged.table, on_timeout="ask"))
    person = asked(pinged.table)
    text = await pinged.tend()
    for _ in range(3):
        await pinged.ring()
        text = await pinged.tend()
    assert text.startswith(f"⏰ <@{person}> ")
    assert pinged.wall.called == [EVERYBODY, *[{person}] * 3]
    assert await pinged.tend() == text
    assert pinged.wall.edits == 0


async def test_a_reminder_goes_when_its_person_has_moved(pinged: Pinged) -> None:
    rng = random.Random(3)
    await pinged.tend()
    await pinged.ring()
    await pinged.tend()
    moved = await pinged.room.move(pinged.table, rng)
    text = await pinged.tend()
    assert "⏳" not in text
    assert f"<@{moved}>" not in text


async def test_somebody_who_is_asked_again_costs_no_edit(pinged: Pinged) -> None:
    """Also where the table stands otherwise by then: the board says how."""
    rng, again = random.Random(3), 0
    before = await pinged.tend()
    while again < 3 and pinged.table.phase == "playing":
        called = len(pinged.wall.called)
        moved = await pinged.room.move(pinged.table, rng)
        text = await pinged.tend()
        if moved == asked(pinged.table):
            again += 1
            assert (text, len(pinged.wall.called)) == (before, called)
        before = text
    assert again
    assert pinged.wall.edits == 0


async def test_a_reminder_says_when_time_runs_out_by_new_quiet_hours(pinged: Pinged) -> None:
    person = asked(pinged.table)
    await pinged.tend()
    await pinged.ring()
    before = await pinged.tend()
    # From 1 to 11 o'clock of the day on which half of the time has gone by.
    await pinged.clocks.set_person(PersonRow(person, "Etc/UTC", 60, 11 * 60))
    after = await pinged.tend()
    ends = await pinged.room.tables.people.ends(pinged.table)
    assert after != before
    assert f"<t:{ends[pinged.table.to_act()[0]]}:R>" in after
    assert pinged.wall.edits == 1
    assert len(pinged.wall.called) == 2


async def test_a_vote_is_called_for_in_the_same_message(pinged: Pinged) -> None:
    person = asked(pinged.table)
    await pinged.tend()
    by = pinged.table.to_act()[0]
    motion = Motion("pause", by, (by,), pinged.table.step())
    await pinged.room.tables.change(pinged.table, motion=motion)
    others = {seat.person for seat in pinged.table.seats} - {person}
    text = await pinged.tend()
    assert pinged.wall.called == [EVERYBODY, others]
    assert "✋" in text
    assert text.startswith("🎲 ")
    # One of them votes: the message calls only the other one still.
    voter = next(n for n in range(3) if n != by)
    nay = replace(motion, noes=(voter,))
    await pinged.room.tables.change(pinged.table, motion=nay)
    text = await pinged.tend()
    assert f"<@{pinged.table.seats[voter].person}>" not in text.splitlines()[1]
    await pinged.room.tables.change(pinged.table, motion=None)
    text = await pinged.tend()
    assert "✋" not in text
    assert len(pinged.wall.called) == 2
    assert pinged.wall.edits == 2


async def test_a_pause_takes_the_ping_down_and_the_end_of_it_calls_again(pinged: Pinged) -> None:
    await pinged.tend()
    await pinged.room.tables.change(pinged.table, paused=True)
    assert await pinged.tend() == ""
    await pinged.room.tables.change(pinged.table, paused=False)
    await pinged.tend()
    assert pinged.wall.called == [EVERYBODY, EVERYBODY]


def ask(pinged: Pinged, monkeypatch: pytest.MonkeyPatch, step: int, *seats: int) -> None:
    """Have the table ask these seats, after a step."""
    face = replace(pinged.table.face(), asked=seats, newest_step=step)
    monkeypatch.setattr(type(pinged.table), "face", lambda _table: face)
    pinged.messages._pings.count_calls(pinged.table)


def named(text: str) -> set[str]:
    return set(re.findall(r"<@([0-9]+)>", text))


@pytest.mark.parametrize("step", [0, 7])
async def test_who_has_made_a_sealed_choice_is_taken_out_of_the_ping(
    pinged: Pinged, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Also where the game begins with one; nobody is called again by that."""
    later: list[float] = []
    alarms = SimpleNamespace(set=lambda _table, seconds: later.append(seconds))
    monkeypatch.setattr(pinged.messages._pings, "_alarms", alarms)
    ask(pinged, monkeypatch, step, 0, 1, 2)
    assert named(await pinged.tend()) == {"1", "2", "3"}
    ask(pinged, monkeypatch, step + 1, 0, 1)
    assert named(await pinged.tend()) == {"1", "2", "3"}, (
        "a ping was edited right after it was put up"
    )
    assert len(later) == 1, "who has chosen is never taken out of the ping"
    assert 0 < later[0] <= PAUSE
    pinged.posted.written_at -= PAUSE
    assert named(await pinged.tend()) == {"1", "2"}, "who has chosen is still named"
    ask(pinged, monkeypatch, step + 2, 1)
    assert named(await pinged.tend()) == {"1", "2"}, "a ping was edited twice within five seconds"
    pinged.posted.written_at -= PAUSE
    assert named(await pinged.tend()) == {"2"}
    assert (len(pinged.wall.called), pinged.wall.edits) == (1, 2)


@pytest.mark.parametrize("late", [False, True])
async def test_the_start_calls_everybody_once_also_if_a_computer_moves_first(
    pinged: Pinged, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    """And if it has moved before the ping is put up; the ping stays until the next person's."""
    akari = replace(pinged.table.seats[2], person=0, name="Akari", level="steady")
    seats = [*pinged.table.seats[:2], akari]
    pinged.table.become(replace(pinged.table, seats=seats))
    face = pinged.table.face()

    def asks(step: int, seat: int) -> None:
        now = replace(face, asked=(seat,), newest_step=step)
        monkeypatch.setattr(type(pinged.table), "face", lambda _table: now)
        pinged.messages._pings.count_calls(pinged.table)

    asks(0, 2)
    if late:
        asks(1, 2)
    text = await pinged.tend()
    assert text == "🎲 <@1> <@2> Game on" + ("!" if late else ": 🤖 Akari starts.")
    asks(2, 2)
    assert await pinged.tend() == text, "the way to the table was taken down at once"
    asks(3, 0)
    assert (await pinged.tend()).startswith("<@1> your turn")
    assert pinged.wall.called == [{ADA.id, BOB.id}, {ADA.id}]
