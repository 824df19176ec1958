"""The ping as it lies on Discord: one message, put up again to call, mended when it is wrong."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.tables import night_verbs
from bot.tables.clock import HOUR
from bot.tables.clocks import Clocks
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_event import Motion, TableEvent
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.ping import called_in, ping_text
from bot.ui.pages.tables.who_to_ping import LATELY, PendingCalls, PingCall, calls_at
from bot.ui.pages.wording import Wording
from bot.ui.posting.tables import pings
from bot.ui.posting.tables.pings import PAUSE, Pings, PostedPing
from bot.ui.posting.tables.table_messages import TableMessages
from storage.rows import Pace, PersonRow
from tests.only import only
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, UI, begun
from tests.ui.fake_discord import FakeDiscord

EVERYBODY = {ADA.id, BOB.id, CLEO.id}


def labels_of(view: discord.ui.View) -> list[str | None]:
    """Return what is on buttons."""
    return [each.label for each in view.children if isinstance(each, discord.ui.Button)]


@dataclass
class Wall:
    """A channel that keeps what is put up."""

    up: dict[int, str] = field(default_factory=dict)
    called: list[set[int]] = field(default_factory=list)
    edits: int = 0
    labels: list[str | None] = field(default_factory=list)
    """What is on the buttons of the newest one."""

    async def send(
        self, text: str, allowed_mentions: discord.AllowedMentions, view: discord.ui.View
    ) -> Any:
        """Put a message up."""
        first, *others = view.children
        assert isinstance(first, discord.ui.Button), "a ping has something else than buttons"
        assert first.label == "My hand", "a ping has no button that leads to the hand"
        more = "📖" in text or "✋" in text
        assert not others or more, "only to learn, or to vote, is there more to press"
        number = len(self.called) + 1
        self.up[number], self.labels = text, labels_of(view)
        users = allowed_mentions.users
        assert isinstance(users, list), "not people are called"
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

    async def edit(
        self,
        content: str,
        allowed_mentions: discord.AllowedMentions,
        view: discord.ui.View | None = None,
    ) -> None:
        """Say something else; those named in it stay marked, and nobody else is."""
        users = allowed_mentions.users
        assert isinstance(users, list), "not people are called"
        named = set(re.findall(r"<@([0-9]+)>", content))
        assert {str(user.id) for user in users} == named, "others are marked than are named"
        assert allowed_mentions.to_dict()["parse"] == [], "a whole kind of people may be called"
        self.wall.up[self.id] = content
        if view is not None:
            self.wall.labels = labels_of(view)
        self.wall.edits += 1

    async def delete(self) -> None:
        """Take it down."""
        del self.wall.up[self.id]


@dataclass
class Pinged:
    """A table in play, its clocks, and what lies on the wall for it."""

    ui: UI
    table: Table
    clocks: Clocks
    messages: TableMessages
    wall: Wall
    posted: PostedPing = field(default_factory=PostedPing)

    async def tend(self) -> str:
        """Look after the ping; return the only one that lies there."""
        await self.messages._pings.show(self.table, self.posted)
        await self.messages._away.settle(self.table, self.posted)
        assert len(self.wall.up) <= 1, f"more than one ping lies there: {self.wall.up}"
        return next(iter(self.wall.up.values()), "")

    async def ring(self) -> None:
        """Let the next clock ring."""
        dues = [seat.clock.due or 0 for seat in self.table.seats if seat.clock]
        self.ui.tables._now = lambda: min(dues)
        assert await self.clocks.ring(self.table.id), "no clock is due"


@pytest.fixture
async def pinged(ui: UI, monkeypatch: pytest.MonkeyPatch) -> Pinged:
    """Begin a game of days for three."""
    table = await ui.open(ADA, BOB, CLEO, pace="days")
    ui.tables._now = lambda: 1_000_000
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    await ui.tables.save_whereabouts(table.id, place_id=CHANNEL)
    wall, messages = Wall(), ui.messages
    bot = SimpleNamespace(get_partial_messageable=lambda _place_id: wall)
    monkeypatch.setattr(ui.services, "bot", bot)
    return Pinged(ui, table, Clocks(ui.tables), messages, wall)


def asked(table: Table) -> int:
    """Return the person who is asked."""
    return table.seats[table.to_act()[0]].person


async def test_a_reminder_takes_the_place_of_the_ping_before_it(pinged: Pinged) -> None:
    person = asked(pinged.table)
    texts = {await pinged.tend()}
    then = "Then a computer moves for you. If you miss the next move, too, it plays on until"
    for sign in ("⏳", "⌛"):
        await pinged.ring()
        text = await pinged.tend()
        texts.add(text)
        assert text.startswith(f"{sign} <@{person}> ")
        assert f" ends <t:{1_000_000 + 24 * HOUR}:R>. {then}" in text, text
        assert await pinged.tend() == text
    assert pinged.wall.called == [EVERYBODY, {person}, {person}]
    assert len(texts) == 3
    await pinged.ring()
    # A computer makes the move: nobody is asked.
    assert await pinged.tend() == ""


async def test_whoever_others_had_a_computer_play_for_is_told_once(pinged: Pinged) -> None:
    """No clock has told them; whom a clock took out was reminded before."""
    table = pinged.table
    (number,) = table.to_act()
    person, seats = asked(table), [*table.seats]
    await pinged.tend()
    seats[number] = seats[number].gone_away(table.step(), table.revision)
    for role, told in (("clock", False), ("vote", True)):
        await pinged.ui.tables.change(
            table, [TableEvent("away", cast(Any, role), number, person)], seats=seats
        )
        text = await pinged.tend()
        assert (f"🪑 <@{person}> A computer plays for you until you're back" in text) is told, text
        assert ("you finish behind everybody who stays." in text) is told, text
        assert text.count(". ") <= 1, f"a ping is short: {text}"
    assert await pinged.tend() == text
    assert pinged.wall.called == [EVERYBODY, {person}], "they are called again, or others with them"
    seats[number] = seats[number].back("Ada")
    await pinged.ui.tables.change(table, seats=seats)
    assert "🪑" not in await pinged.tend(), "it stays though they are back"


async def test_who_is_given_a_seat_in_mid_game_is_called_to_it_once(
    pinged: Pinged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the thread, however their turns call them; whose turn it is, for that alone."""
    table, ui = pinged.table, pinged.ui
    monkeypatch.setattr(ui.services.tables.call_ways, "way", lambda *_: "quiet")
    monkeypatch.setattr(night_verbs, "demand_may_decide", lambda *_: None)
    await ui.move(table, random.Random(1))
    await pinged.tend()
    (number,) = table.to_act()
    text, newcomers = "", [Person(71, "Dai"), Person(72, "Emi")]
    for seat, person in zip(((number + 1) % 3, number), newcomers, strict=True):
        seats = [*table.seats]
        seats[seat] = seats[seat].gone_away(table.step(), table.revision)
        await ui.tables.change(table, seats=seats)
        await ui.services.night_verbs.seat_person(table.id, Person(90, "Kim"), seat, person)
        # Without its night nobody there gets night points.
        of_night = replace(table, night_id="night")
        said = await pinged.messages._pings._text(of_night, calls_at(of_night.face()))
        mine = only([line for line in said.splitlines() if f"<@{person.id}>" in line], "their line")
        points = "Make half of all its moves, those before you included, and the seat's points are"
        assert points in mine, f"are there points for them? {said}"
        text = await pinged.tend()
        assert pinged.wall.called[-1] == {person.id}, pinged.wall.called
        assert "You have a seat here now: press **My hand**." in text.splitlines()[0], text
        assert await pinged.tend() == text, "they are called again, or no more"
        monkeypatch.setattr(ui.services.tables.call_ways, "way", lambda *_: "thread")
    assert called_in(text) == calls_at(table.face()), text
    again = PendingCalls(calls_at(table.face()))
    again.compare_with_ping(called_in(text))
    assert not again.due, "they are called again after a restart"


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


@pytest.mark.walked
async def test_a_reminder_goes_when_its_person_has_moved(pinged: Pinged) -> None:
    rng = random.Random(3)
    await pinged.tend()
    await pinged.ring()
    await pinged.tend()
    moved = await pinged.ui.move(pinged.table, rng)
    text = await pinged.tend()
    assert "⏳" not in text
    assert f"<@{moved}>" not in text


@pytest.mark.parametrize("pace", ["live", "days"])
async def test_who_is_asked_again_after_their_own_move_is_called_anew_if_they_take_their_time(
    pinged: Pinged, clock: list[float], monkeypatch: pytest.MonkeyPatch, pace: Pace
) -> None:
    """The move may have been set ahead; and if they go on at once, nothing is spent on that."""
    await pinged.ui.tables.change(pinged.table, pace=pace)
    rng, again = random.Random(3), 0
    await pinged.tend()
    while again < 3 and pinged.table.phase == "playing":
        called = len(pinged.wall.called)
        moved = await pinged.ui.move(pinged.table, rng)
        text = await pinged.tend()
        if moved == asked(pinged.table):
            again += 1
            assert text == "", f"an old demand stands there: {text}"
            clock[0] += 44
            await pinged.tend()
            assert len(pinged.wall.called) == called, "somebody was called who most likely looks"
            if again == 2:
                fresh = Pings(pinged.ui.services, lambda _table: None, 45.0)
                monkeypatch.setattr(pinged.messages, "_pings", fresh)
                monkeypatch.setattr(fresh, "_held_back", SimpleNamespace(set=lambda *_: None))
                await pinged.tend()
                clock[0] += 44
            clock[0] += 2
            text = await pinged.tend()
            assert pinged.wall.called[called:] == [{moved}], "a question never called its person"
            true = await pinged.messages._pings._text(pinged.table, pinged.posted.calls)
            assert text == true, f"an old demand stands there: {text}"
            assert len(pinged.wall.called) == called + 1, "somebody was called twice for one thing"
        clock[0] += 300
        await pinged.tend()
    assert again == 3
    assert not pinged.wall.edits


@pytest.mark.walked
async def test_a_reminder_says_when_time_runs_out_by_new_quiet_hours(pinged: Pinged) -> None:
    person = asked(pinged.table)
    await pinged.tend()
    await pinged.ring()
    before = await pinged.tend()
    # From 1 to 11 o'clock of the day on which half of the time has gone by.
    await pinged.clocks.set_person(PersonRow(person, "Etc/UTC", 60, 11 * 60))
    after = await pinged.tend()
    ends = await pinged.ui.tables.people.ends(pinged.table)
    assert after != before
    assert f"<t:{ends[pinged.table.to_act()[0]]}:R>" in after
    assert pinged.wall.edits == 1
    assert len(pinged.wall.called) == 2


@pytest.mark.parametrize("title", ["Shiranui", "Donburiko!", "誰の番？"])
async def test_a_line_that_names_a_game_ends_with_one_mark(
    pinged: Pinged, monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    ui, face = pinged.ui, replace(pinged.table.face(), newest_step=3)
    monkeypatch.setattr(PlayableGame, "title", lambda _playable, _wording: title)
    calls = [PingCall(ADA.id, "move")]
    text = ping_text(ui.services.games["donburiko"], face, calls, {}, Wording("en-GB", ("Ada",)))
    end = title if title[-1] in "!？" else f"{title}."
    assert re.match(rf"<@1> your turn in {re.escape(end)}( |$)", text), text


@pytest.mark.walked
async def test_a_vote_is_called_for_in_the_same_message(pinged: Pinged) -> None:
    person = asked(pinged.table)
    await pinged.tend()
    by = pinged.table.to_act()[0]
    motion = Motion("pause", by, (by,), pinged.table.step())
    await pinged.ui.tables.change(pinged.table, motion=motion)
    others = {seat.person for seat in pinged.table.seats} - {person}
    text = await pinged.tend()
    assert pinged.wall.called == [EVERYBODY, others]
    assert "✋" in text
    assert text.startswith("🎲 ")
    assert pinged.wall.labels == ["My hand", "Vote yes", "Vote no"], (
        "who is called can't vote there"
    )
    # One of them votes: the message calls only the other one still.
    voter = next(n for n in range(3) if n != by)
    nay = replace(motion, noes=(voter,))
    await pinged.ui.tables.change(pinged.table, motion=nay)
    text = await pinged.tend()
    assert f"<@{pinged.table.seats[voter].person}>" not in text.splitlines()[1]
    await pinged.ui.tables.change(pinged.table, motion=None)
    text = await pinged.tend()
    assert "✋" not in text
    assert pinged.wall.labels == ["My hand"], "one can vote though the vote is over"
    assert len(pinged.wall.called) == 2
    assert pinged.wall.edits == 2


async def test_a_vote_on_a_move_says_which_it_was(pinged: Pinged) -> None:
    """As everybody has heard it: whoever is called may not have looked for a while."""
    seat = pinged.table.to_act()[0]
    await pinged.ui.move(pinged.table, random.Random(1))
    await pinged.tend()
    motion = Motion("take_back", seat, (seat,), pinged.table.step())
    await pinged.ui.tables.change(pinged.table, motion=motion)
    told = pinged.ui.services.games["donburiko"].render.told(
        pinged.table.face().told_last, None, pinged.ui.services.wording(pinged.table)
    )
    assert told, "nobody heard of it"
    assert f"It was: {' '.join(told)}" in await pinged.tend()


async def test_a_pause_takes_the_ping_down_and_the_end_of_it_calls_again(pinged: Pinged) -> None:
    await pinged.tend()
    await pinged.ui.tables.change(pinged.table, paused=True)
    assert await pinged.tend() == ""
    await pinged.ui.tables.change(pinged.table, paused=False)
    await pinged.tend()
    assert pinged.wall.called == [EVERYBODY, EVERYBODY]


@pytest.fixture
def clock(pinged: Pinged, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Hold pings back for 45 seconds, and let time go by as the test says."""
    now = [1000.0]
    pinged.messages._pings._pause = 45.0
    for known in pinged.messages._pings._pending.values():
        known.pause = 45.0
    monkeypatch.setattr(pings, "_now", lambda: now[0])
    later: list[float] = []
    alarms = SimpleNamespace(set=lambda _table, seconds: later.append(seconds), later=later)
    monkeypatch.setattr(pinged.messages._pings, "_held_back", alarms)
    return now


async def everybody_moves(
    ui: UI, table: Table, look: Callable[[], Awaitable[object]], rng: random.Random
) -> None:
    """Let a table go on until each of its people has moved, and the last one who moved waits."""
    ui.messages._pings._pending.clear()
    await look()
    waiting, moved = set(EVERYBODY), 0
    while waiting or moved == asked(table):
        moved = await ui.move(table, rng)
        waiting.discard(moved)
        await look()


async def test_who_has_just_moved_is_called_only_if_they_take_their_time(
    pinged: Pinged, clock: list[float]
) -> None:
    await everybody_moves(pinged.ui, pinged.table, pinged.tend, random.Random(5))
    called = len(pinged.wall.called)
    assert pinged.wall.called == [EVERYBODY], "somebody was called who had just been"
    assert pinged.wall.up == {}, "a ping lies there of which nothing is true"
    later: Any = pinged.messages._pings._held_back
    assert later.later[-1] == 45.0, "nothing has the table looked after when it is time"
    clock[0] += 44.9
    assert await pinged.tend() == "", "they were called too soon"
    clock[0] += 0.2
    text = await pinged.tend()
    assert text.startswith(f"<@{asked(pinged.table)}> your turn")
    assert pinged.wall.called[called:] == [{asked(pinged.table)}]
    clock[0] += 3600
    assert await pinged.tend() == text
    assert len(pinged.wall.called) == called + 1, "somebody was called twice for one move"


async def test_who_comes_back_is_called_only_if_they_take_their_time(
    pinged: Pinged, clock: list[float]
) -> None:
    await everybody_moves(pinged.ui, pinged.table, pinged.tend, random.Random(5))
    clock[0] += LATELY + 1
    await pinged.tend()
    called, table = len(pinged.wall.called), pinged.table
    (person,) = (each for each in (ADA, BOB, CLEO) if each.id == asked(table))
    verbs = pinged.ui.services.table_verbs
    for deed in (verbs.leave, verbs.back):
        await deed(table.id, person)
        await pinged.tend()
    assert pinged.wall.called[called:] == [], "who looks at their hand is called to it"
    clock[0] += 45.1
    await pinged.tend()
    assert pinged.wall.called[called:] == [{person.id}], "who is back is called by nothing"


async def test_who_was_just_called_to_a_seat_is_called_again_only_if_they_take_their_time(
    pinged: Pinged, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(night_verbs, "demand_may_decide", lambda *_: None)
    ui, table, rng, dai = pinged.ui, pinged.table, random.Random(1), Person(71, "Dai")
    await everybody_moves(ui, table, pinged.tend, rng)
    mover = await ui.move(table, rng)
    await pinged.tend()
    after = next(n for n, seat in enumerate(table.seats) if seat.person == mover)
    seats = [*table.seats]
    seats[after] = seats[after].gone_away(table.step(), table.revision)
    await ui.tables.change(table, seats=seats)
    await ui.services.night_verbs.seat_person(table.id, Person(90, "Kim"), after, dai)
    await pinged.tend()
    assert pinged.wall.called[-1] == {dai.id}, pinged.wall.called
    called = len(pinged.wall.called)
    while asked(table) != dai.id:
        await ui.move(table, rng)
        clock[0] += 1
        await pinged.tend()
    assert {dai.id} not in pinged.wall.called[called:], "two pings for one seat"
    clock[0] += 45.1
    await pinged.tend()
    assert pinged.wall.called[-1] == {dai.id}, "they aren't called to their turn"


async def test_who_hasnt_moved_lately_is_called_at_once(pinged: Pinged, clock: list[float]) -> None:
    rng = random.Random(5)
    await everybody_moves(pinged.ui, pinged.table, pinged.tend, rng)
    clock[0] += LATELY + 1
    mover, called = asked(pinged.table), len(pinged.wall.called)
    while asked(pinged.table) == mover:
        await pinged.ui.move(pinged.table, rng)
    await pinged.tend()
    assert pinged.wall.called[called:] == [{asked(pinged.table)}]


async def test_a_reminder_takes_the_place_of_a_ping_that_is_held_back(
    pinged: Pinged, clock: list[float]
) -> None:
    """So half of the time is never over before somebody is called."""
    await everybody_moves(pinged.ui, pinged.table, pinged.tend, random.Random(5))
    called = len(pinged.wall.called)
    await pinged.ring()
    assert (await pinged.tend()).startswith("⏳ ")
    clock[0] += 46
    assert (await pinged.tend()).startswith("⏳ ")
    assert pinged.wall.called[called:] == [{asked(pinged.table)}]


async def test_a_move_of_a_computer_holds_nobodys_ping_back(
    pinged: Pinged, clock: list[float]
) -> None:
    """Who let a computer move for them isn't there."""
    await everybody_moves(pinged.ui, pinged.table, pinged.tend, random.Random(5))
    assert pinged.table.newest_mover() is not None
    clock[0] += LATELY + 1
    seat = pinged.table.to_act()[0]
    away = replace(pinged.table.seats[seat], stand_in="away")
    seats = [*pinged.table.seats]
    seats[seat] = away
    await pinged.ui.tables.change(pinged.table, seats=seats)
    await pinged.ui.services.moves.play_for_computer(
        pinged.table.id,
        seat,
        lambda _view, legal: legal[0],
        question_number=pinged.table.question_number(seat),
    )
    assert pinged.table.newest_mover() is None
    pinged.messages._pings.count_calls(pinged.table)
    calls = pinged.messages._pings._pending[pinged.table.id]
    assert clock[0] not in calls.moved.values(), "a computer's move was taken for the person's"


async def test_who_isnt_called_yet_isnt_named_in_the_ping_of_others(
    pinged: Pinged, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash, who is named counts as called."""
    pinged.messages._pings._pending.clear()
    ask(pinged, monkeypatch, 7, 0, 1, 2)
    calls = pinged.messages._pings._pending[pinged.table.id]
    calls.asked, calls.ping_known = frozenset(), True
    calls.moved[ADA.id] = clock[0]
    ask(pinged, monkeypatch, 8, 0, 1, 2)
    assert named(await pinged.tend()) == {str(BOB.id), str(CLEO.id)}
    clock[0] += 45
    assert named(await pinged.tend()) == {str(each) for each in EVERYBODY}
    assert pinged.wall.called == [{BOB.id, CLEO.id}, {ADA.id}]


async def test_a_ping_that_is_held_back_when_the_bot_ends_is_made_up_for_once(
    pinged: Pinged, clock: list[float]
) -> None:
    await everybody_moves(pinged.ui, pinged.table, pinged.tend, random.Random(5))
    called = len(pinged.wall.called)
    for _restart in range(2):
        fresh = Pings(pinged.ui.services, lambda _table: None, 45.0)
        assert await fresh.show(pinged.table, pinged.posted), "it is still held back"
        assert pinged.wall.called[called:] == [{asked(pinged.table)}]


async def test_a_table_counts_as_behind_while_a_ping_is_held_back(
    ui: UI, server: FakeDiscord
) -> None:
    """So it is looked after at the next start, should the bot end before."""
    table, rng = (await begun(ui, server))[0], random.Random(5)
    ui.messages._pings._pause = 3600.0
    await everybody_moves(ui, table, lambda: ui.messages._update(table.id), rng)
    assert table.id in await ui.tables.store.to_repair(), "a ping that is owed would be lost"
    ui.messages._pings._pending[table.id].held.clear()
    await ui.messages._update(table.id)
    assert await ui.tables.store.to_repair() == []


def ask(pinged: Pinged, monkeypatch: pytest.MonkeyPatch, step: int, *seats: int) -> None:
    """Make the table ask these seats, after a step."""
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
    monkeypatch.setattr(pinged.messages._pings, "_pause", 2 * PAUSE)
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
@pytest.mark.parametrize("fresh", [False, True], ids=["seen in the lobby", "dealt at once"])
async def test_the_start_calls_everybody_once_also_if_a_computer_moves_first(
    pinged: Pinged, monkeypatch: pytest.MonkeyPatch, late: bool, fresh: bool
) -> None:
    """And if it has moved before the ping is put up; the ping stays until the next person's.

    So it does where this process first sees the table as its game begins, or later.
    """
    if fresh:
        pinged.messages._pings._pending.clear()
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
    assert text == "🎲 <@1> <@2> Game on!" + (
        "" if late else " 🤖\u00a0Akari adds a card to a row."
    )
    asks(2, 2)
    assert await pinged.tend() == text, "the way to the table was taken down at once"
    asks(3, 0)
    assert (await pinged.tend()).startswith("<@1> your turn")
    assert pinged.wall.called == [{ADA.id, BOB.id}, {ADA.id}]


async def test_who_is_called_after_a_computer_has_moved_also_reads_that_the_game_begins(
    pinged: Pinged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where they are alone with computers, nobody else would; the line stays until they move."""
    pinged.messages._pings._pending.clear()
    akari = replace(pinged.table.seats[0], person=0, name="Akari", level="steady")
    seats = [pinged.table.seats[0], akari, replace(akari, name="Botan")]
    pinged.table.become(replace(pinged.table, seats=seats, teaching="alone"))
    ask(pinged, monkeypatch, 0, 1)
    ask(pinged, monkeypatch, 2, 0)
    text = await pinged.tend()
    begins, learns, turn = text.splitlines()
    assert begins == "🎲 <@1> Game on!"
    assert learns.startswith("📖 ")
    assert turn.startswith("<@1> your turn")
    pinged.posted.written_at -= PAUSE
    assert await pinged.tend() == text
    assert pinged.wall.called == [{ADA.id}]
