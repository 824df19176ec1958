"""A person's own: their tables on all servers, and their time of day."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock
from zoneinfo import available_timezones

import discord
import pytest

from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.trouble import Trouble
from bot.tables.waiting import Waiting
from bot.tables.who_sits import brief_of
from bot.ui.pages.page import Button, Page
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.render import Field
from bot.ui.pages.tables import my_tables
from bot.ui.pages.wording import Wording
from cogs.donburiko.help import HELP
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME
from storage.database import Database
from storage.rows import NO_SERVER, NamedTable, PersonRow, SeatRow
from storage.store import Store
from tests.contract.test_render import HOSTILE, check_message
from tests.storage.samples import a_table
from tests.ui.clicks import command
from tests.ui.conftest import ADA, BOB, CLEO, UI, build
from tests.up_to_date import up_to_date

NOON = int(datetime(2026, 7, 1, 12, tzinfo=UTC).timestamp())
VOICE = Wording("en-GB")
HIGHEST = 2**63 - 1
HEAD = a_table(
    "abcde",
    game="korpokkur",
    phase="playing",
    guild_id=HIGHEST,
    channel_id=HIGHEST,
    place_id=HIGHEST,
    board_id=HIGHEST,
    pace="days",
    move_time=9,
)
NAMED = NamedTable(
    id="abcde", game="korpokkur", guild_id=1, channel_id=1, opened_at=1, language="en"
)


class Desk:
    """A person's keyboard: what they send, and what they are shown."""

    def __init__(self, ui: UI) -> None:
        self.ui = ui
        self.clicks = ui.clicks
        self.embed: discord.Embed | None = None
        self.text = ""
        self.buttons: dict[str, Any] = {}

    def interaction(self, person: Person, custom_id: str | None = None) -> Any:
        async def send(text: str | None = None, **more: Any) -> None:
            # In the DM with the bot nobody else is there: pages stay, words go.
            assert more.get("ephemeral") is bool(text) or custom_id, (
                "a page of one's own was sent to all, or an empty one"
            )
            self.text, self.embed = text or "", more.get("embed")
            view = more.get("view")
            self.buttons = {item.label: item for item in view.children} if view else {}

        async def edit(**more: Any) -> None:
            await send(**{name: value for name, value in more.items() if name != "content"})

        kind = discord.InteractionType
        response = MagicMock()
        response.is_done.return_value = False
        response.send_message = AsyncMock(side_effect=send)
        response.edit_message = AsyncMock(side_effect=edit)
        return SimpleNamespace(
            id=1,
            type=kind.component if custom_id else kind.application_command,
            user=SimpleNamespace(id=person.id, display_name=person.name),
            # As in a direct message: there is no server.
            guild_id=None,
            guild=None,
            context=discord.app_commands.AppCommandContext(dm_channel=True),
            is_guild_integration=lambda: False,
            channel_id=7,
            locale=discord.Locale.british_english,
            guild_locale=discord.Locale.british_english,
            extras={},
            response=response,
            message=SimpleNamespace(
                flags=SimpleNamespace(ephemeral=True), interaction_metadata=None
            ),
            custom_id=custom_id,
            data={},
        )

    async def games(self, person: Person) -> str:
        await command(self.ui, "me games", self.interaction(person))
        return self.said()

    async def clock(self, person: Person, **given: str) -> str:
        await command(self.ui, "me clock", self.interaction(person), **given)
        return self.said()

    async def press(self, person: Person, label: str) -> str:
        return await self.click(person, self.buttons[label].custom_id)

    async def click(self, person: Person, custom_id: str) -> str:
        await self.clicks.enter(self.interaction(person, custom_id))
        return self.said()

    def said(self) -> str:
        if self.embed is None:
            return self.text
        fields = [f"{each.name}\n{each.value}" for each in self.embed.fields]
        return "\n".join([self.embed.description or "", *fields, self.embed.footer.text or ""])


@pytest.fixture
async def ui(tmp_path: Path) -> AsyncIterator[UI]:
    database = await Database.open(up_to_date(tmp_path / "tables.sqlite3"))
    tables = Tables(Store(database), now=lambda: NOON)
    bot = MagicMock()
    bot.get_guild = lambda guild: SimpleNamespace(name=f"Server *{guild}*") if guild < 900 else None
    made = build(tables, bot)
    made.services.add_game(PlayableGame(GAME, RENDER, HELP))
    await made.messages.close()
    await made.hands.close()
    yield made
    await database.close()


@pytest.fixture
def desk(ui: UI) -> Desk:
    return Desk(ui)


async def open_at(ui: UI, guild: int, *people: Person, **more: Any) -> Table:
    """Open a table on a server and seat people."""
    return await ui.open(*people, guild_id=guild, channel_id=guild + 1, **more)


async def start_at(ui: UI, guild: int, *people: Person, **more: Any) -> Table:
    """Open a table on a server and begin."""
    table = await open_at(ui, guild, *people, **more)
    return await ui.services.lobby_verbs.start(table.id, people[0], ui.interaction())


@pytest.mark.walked
async def test_all_ones_tables_are_listed_those_that_wait_first(ui: UI, desk: Desk) -> None:
    lobby = await open_at(ui, 300, BOB, ADA)
    first = await start_at(ui, 100, ADA, BOB)
    waits = await start_at(ui, 200, BOB, ADA)
    for table in (first, waits):
        while (table.to_act() == (table.seat_of(ADA.id),)) != (table is waits):
            await ui.move(table, random.Random(1))
    over = await start_at(ui, 200, ADA, BOB)
    await ui.end(over.id)
    theirs = await start_at(ui, 200, CLEO, BOB)
    said = await desk.games(ADA)
    assert "Your turn in 1 of 3 games" in said
    order = [said.index(table.id) for table in (waits, first, lobby)]
    assert order == sorted(order)
    assert over.id not in said
    assert theirs.id not in said
    assert "**your turn** · last move" in said
    assert "waiting for Bob" in said
    assert "waiting for players, 2 seats taken" in said
    assert set(desk.buttons) == {
        "▸ Next: Donburiko!",
        "My calls",
        "Away …",
        "Refresh",
        "Finished games",
    }
    assert desk.buttons["▸ Next: Donburiko!"].url == "https://discord.com/channels/200/201"
    assert await desk.press(ADA, "Refresh") == said
    assert f"<t:{NOON}:R>" in said
    assert "Server \\*200\\*" in said
    assert "https://discord.com/channels/200/201" in said
    at = ui.tables.now() + 3600
    await ui.services.lobby_verbs.set_start(lobby.id, BOB.id, at, ui.interaction())
    assert f"2 seats taken, begins <t:{at}:f>" in await desk.games(ADA)


async def test_a_link_leads_to_the_board_else_to_the_card(ui: UI, desk: Desk) -> None:
    table = await open_at(ui, 950, ADA, BOB)
    await ui.tables.save_whereabouts(table.id, card_id=77)
    assert "https://discord.com/channels/950/951/77)" in await desk.games(ADA)
    table = await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    await ui.tables.save_whereabouts(table.id, place_id=88)
    assert "https://discord.com/channels/950/88)" in await desk.games(ADA)
    await ui.tables.save_whereabouts(table.id, board_id=99)
    assert "https://discord.com/channels/950/88/99)" in await desk.games(ADA)


@pytest.mark.walked
async def test_away_paused_and_asleep_are_said(ui: UI, desk: Desk) -> None:
    away, paused, asleep = [await start_at(ui, 100, ADA, BOB) for _ in range(3)]
    await ui.services.table_verbs.leave(away.id, ADA)
    await ui.services.table_verbs.pause(paused.id, ADA, "host")
    await ui.tables.save_whereabouts(asleep.id, asleep=True)
    said = await desk.games(ADA)
    assert "Nobody is waiting for you." in said
    assert "a computer is playing for you" in said
    assert "paused" in said
    # Of the two commands that would, the one that also gives back the seat of somebody who is away.
    assert "archived: `/table resume` brings it back" in said
    empty = await start_at(ui, 100, ADA, BOB)
    async with ui.tables.held(empty.id):
        gone = [seat.gone_away(empty.step(), empty.revision) for seat in empty.seats]
        await ui.tables.change(empty, seats=gone)
    said = await desk.games(ADA)
    assert "Nobody is waiting for you." not in said, "a game without anybody waits for her"
    assert "A game waits until you're back." in said
    assert "nobody is there: the game waits for you" in said


@pytest.mark.walked
async def test_a_clock_says_when_it_runs_out(ui: UI, desk: Desk) -> None:
    table = await start_at(ui, 100, ADA, BOB, pace="days", move_time=3600)
    asked = table.seats[table.to_act()[0]]
    said = await desk.games(Person(asked.person, asked.name))
    assert f"deadline <t:{NOON + 3600}:R>" in said
    other = BOB if asked.person == ADA.id else ADA
    assert "deadline" not in await desk.games(other)


@pytest.mark.walked
async def test_quiet_hours_stop_only_clocks_of_days(ui: UI, desk: Desk) -> None:
    """It is noon, and they are quiet until one."""
    live = await start_at(ui, 100, ADA, BOB, pace="live", move_time=180)
    days = await start_at(ui, 100, ADA, BOB, pace="days", move_time=3600)
    for person in (ADA, BOB):
        await ui.tables.people.keep(PersonRow(person.id, "UTC", 11 * 60, 13 * 60))
    shown = "".join([await desk.games(person) for person in (ADA, BOB)])
    assert f"deadline <t:{NOON + 180}:R>" in shown, f"table {live.id} waits for quiet hours"
    assert f"deadline <t:{NOON + 3600 + 3600}:R>" in shown, f"table {days.id} doesn't wait"


async def test_many_tables_have_pages(ui: UI, desk: Desk) -> None:
    tables = {(await open_at(ui, number, ADA)).id for number in range(23)}
    said = await desk.games(ADA)
    found: list[str] = []
    assert desk.buttons["Back"].disabled
    for page in range(3):
        assert f"Page {page + 1} of 3" in said
        found += [table for table in tables if table in said]
        if page < 2:
            said = await desk.press(ADA, "Next page")
    assert sorted(found) == sorted(tables)
    assert desk.buttons["Next page"].disabled
    assert "Page 3 of 3" in await desk.click(ADA, "me:games:999999")


async def test_nobody_is_left_with_an_empty_page(ui: UI, desk: Desk) -> None:
    assert "`/play`" in await desk.games(CLEO)
    assert "doesn't work any more" in await desk.click(CLEO, "me:games:x")
    assert "doesn't work any more" in await desk.click(CLEO, "me:clock:zone")


async def test_nothing_of_a_hand_is_in_the_list(ui: UI, desk: Desk) -> None:
    """The list is made of rows that hold no state; what others read of it can't differ."""
    table = await start_at(ui, 100, ADA, BOB)
    before = await desk.games(ADA)

    def forget(connection: Any) -> None:
        connection.execute("UPDATE tables SET state = '', secret = ''")

    await ui.tables.store.database.transaction(forget)
    assert await desk.games(ADA) == before
    assert table.id in before


def test_what_waits_longest_comes_first_and_of_the_others_what_moved_last() -> None:
    def shown(table_id: str, question_number: int | None, moved: int) -> my_tables.Entry:
        head = replace(HEAD, id=table_id)
        seats = [SeatRow(table_id, 0, 1, "Ada", question_number), SeatRow(table_id, 1, 2, "Bob", 3)]
        table = brief_of((head, seats))
        waits = None if question_number is None else Waiting(NAMED, moved, None)
        return my_tables.entry(table, 1, "Donburiko!", None, moved, waits, VOICE)

    entries = [
        shown("theirs-old", None, 10),
        shown("mine-new", 3, 30),
        shown("theirs-new", None, 40),
        shown("mine-old", 3, 20),
    ]
    titles = [field.name for field in my_tables.games_page(entries, 0, VOICE).fields]
    order = ["mine-old", "mine-new", "theirs-new", "theirs-old"]
    assert titles == [f"Donburiko! · {table_id}" for table_id in order]


def test_what_waits_among_friends_comes_before_a_game_against_computers() -> None:
    head = replace(HEAD, guild_id=NO_SERVER)
    table = brief_of((head, [SeatRow("abcde", 0, 1, "Ada", 3)]))
    entry = my_tables.entry(table, 1, "Donburiko!", None, NOON, None, VOICE)
    next_table, calls = Button("next", "▸ Next"), Button("calls", "My calls")
    page = my_tables.games_page([entry], 0, VOICE, next_table, calls)
    styles, alone = [
        {
            each.label: each.style.name
            for row in shown.rows
            if isinstance(row, tuple)
            for each in row
        }
        for shown in (page, my_tables.games_page([entry], 0, VOICE, None, calls))
    ]
    assert [*styles.items()][:3] == [
        ("▸ Next", "success"),
        ("My calls", "secondary"),
        ("Continue Donburiko!", "secondary"),
    ], "a game against computers stands out, or above"
    assert alone["Continue Donburiko!"] == "success", "nothing stands out"


def test_only_what_next_leads_to_is_counted_as_waiting() -> None:
    """Nobody waits in a private game, nor where what is set is about to be played."""
    seats = [SeatRow("abcde", 0, 1, "Ada", 3), SeatRow("abcde", 1, 2, "Bob", None)]
    said = "your turn: your move is set", "your turn, whenever you like"
    for guild, words in zip((HEAD.guild_id, NO_SERVER), said, strict=True):
        table = brief_of((replace(HEAD, guild_id=guild), seats))
        entry = my_tables.entry(table, 1, "Donburiko!", None, NOON, None, VOICE)
        assert words in entry.text and not entry.waits, entry.text


def test_who_is_waited_for_is_said_to_be_away() -> None:
    seats = [SeatRow("abcde", 0, 1, "Ada", None), SeatRow("abcde", 1, 2, "Bob", 3, back_at=NOON)]
    table = brief_of((HEAD, seats))
    said = my_tables.entry(table, 1, "Donburiko!", None, NOON, None, VOICE).text
    assert f"waiting for Bob, away until <t:{NOON}:f>" in said, said
    table = brief_of((HEAD, [*seats, SeatRow("abcde", 2, 3, "Cleo", 3)]))
    said = my_tables.entry(table, 1, "Donburiko!", None, NOON, None, VOICE).text
    assert "waiting for Bob, Cleo ·" in said and "away" not in said, said


def test_an_open_vote_stands_in_the_list_whoever_is_asked() -> None:
    seats = [SeatRow("abcde", 0, 1, "Ada", None), SeatRow("abcde", 1, 2, "Bob", 3)]
    for motion, open_ in ((None, False), ("{}", True)):
        table = brief_of((replace(HEAD, motion=motion), seats))
        for person, waits in ((1, None), (2, Waiting(NAMED, NOON, None))):
            said = my_tables.entry(table, person, "Donburiko!", None, NOON, waits, VOICE).text
            assert ("a vote is open" in said) == open_, said


def test_two_tables_of_one_game_are_told_apart_by_who_plays() -> None:
    mine = SeatRow("abcde", 0, 1, "Ada", 3)
    table = brief_of((HEAD, [mine, SeatRow("abcde", 1, 2, "Bob", None)]))
    waits = Waiting(NAMED, NOON, None)
    said = my_tables.entry(table, 1, "Donburiko!", None, NOON, waits, VOICE).text
    assert "with Bob" in said, said


def test_a_full_page_fits_whatever_people_and_servers_are_called() -> None:
    for name in HOSTILE:
        others = [SeatRow("abcde", seat, seat + 1, name, 3) for seat in range(1, 6)]
        for clock, question_number in ((NOON, 3), (None, None)):
            seat = SeatRow("abcde", 0, 1, name, question_number, clock_left=9, clock_at=clock)
            seat = replace(seat, clock_limit=9)
            table = brief_of((replace(HEAD, motion="{}"), [seat, *others]))
            waits = None if question_number is None else Waiting(NAMED, NOON, clock)
            said = table, 1, "7 Little Korpokkurs", name * 3, NOON, waits, VOICE
            found = [my_tables.entry(*said, ahead=f"> ⏩ Set: {'row 2, else ' * 40}")] * 21
            for page in range(3):
                check_message(without_links(my_tables.games_page(found, page, VOICE)), 0)


def without_links(page: Page) -> Page:
    """Return a page of the same length whose own links are no links, so that any other shows."""
    fields = [
        Field(each.name, each.text.replace("](https://discord.com/", ")(https://discord.com/"))
        for each in page.fields
    ]
    return replace(page, fields=tuple(fields))


# The time of day


@pytest.mark.walked
async def test_what_is_set_is_said_with_the_time_it_is_there(ui: UI, desk: Desk) -> None:
    assert "need your time zone" in await desk.clock(ADA)
    said = await desk.clock(ADA, zone="Europe/Vienna")
    assert "**Europe/Vienna, UTC+2, 14:00 there now**" in said
    said = await desk.clock(ADA, from_="22:00", to="7")
    assert "**22:00** to **07:00**" in said
    assert "Europe/Vienna" in said
    assert await desk.clock(ADA) == said
    row = await ui.tables.store.people.row(ADA.id)
    assert row == PersonRow(ADA.id, "Europe/Vienna", 22 * 60, 7 * 60)
    assert "need your time zone" in await desk.clock(BOB)


async def test_one_end_of_the_hours_can_be_changed(ui: UI, desk: Desk) -> None:
    await desk.clock(ADA, zone="utc", from_="22", to="7:30")
    assert "**23:15** to **07:30**" in await desk.clock(ADA, from_="23:15")


@pytest.mark.walked
async def test_what_is_set_can_be_taken_back(ui: UI, desk: Desk) -> None:
    await desk.clock(ADA, zone="UTC", from_="22", to="7")
    said = await desk.press(ADA, "No quiet hours")
    assert "no quiet hours" in said
    assert "UTC" in said
    said = await desk.press(ADA, "Forget my time zone")
    assert "need your time zone" in said
    assert desk.buttons == {}
    assert await ui.tables.store.people.row(ADA.id) == PersonRow(ADA.id)


@pytest.mark.parametrize(
    "given",
    [
        {"start": "22", "end": "7"},
        {"zone": "UTC", "start": "22"},
        {"zone": "UTC", "start": "22", "end": "22"},
        {"zone": "UTC", "start": "22", "end": "11"},
        {"zone": "UTC", "start": "25", "end": "7"},
        {"zone": "UTC", "start": "ten", "end": "7"},
        {"zone": "Atlantis"},
        {"zone": "`@everyone`"},
        {"zone": "America/"},
    ],
)
async def test_what_doesnt_fit_is_said_and_changes_nothing(
    ui: UI, desk: Desk, given: dict[str, str]
) -> None:
    said = await desk.clock(ADA, **given)
    assert desk.embed is None, said
    assert said
    assert "@everyone" not in said.replace("\\@", "")
    assert await ui.tables.store.people.row(ADA.id) == PersonRow(ADA.id)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [("22:00", 1320), ("7", 420), ("7:30", 450), (" 07.05 ", 425), ("0", 0), ("24:00", 0)]
    + [
        (each, 1080) for each in ("6pm", "6 PM", "6:00 PM", "18", "18.00", "18h", "午後6時", "18時")
    ],
)
def test_times_of_day_are_typed_in_many_ways(text: str, minutes: int) -> None:
    for voice in (VOICE, Wording("ja")):
        assert my_tables.minutes_of(text, voice) == minutes
        assert my_tables.minutes_of(my_tables.of_day(minutes), voice) == minutes


@pytest.mark.parametrize(
    "text", ["", "24:01", "22:60", "fri", "fri 7pm", "in 3 hours", "tomato", "1" * 99]
)
def test_what_is_no_time_of_day(text: str) -> None:
    with pytest.raises(Trouble, match="a time of day"):
        my_tables.minutes_of(text, VOICE)


def test_pages_of_the_clock_fit() -> None:
    longest = max(available_timezones(), key=len)
    row = PersonRow(1, longest, 1, 2)
    for shown in (row, replace(row, quiet_from=None, quiet_to=None), PersonRow(1)):
        check_message(my_tables.clock_page(shown, NOON, VOICE), 0)


# The name in standings


@pytest.mark.walked
async def test_who_hides_can_be_seen_again(ui: UI, desk: Desk) -> None:
    store = ui.tables.store
    await desk.clock(ADA, zone="Asia/Tokyo")
    await command(ui, "me hide", desk.interaction(ADA))
    assert "a guest" in desk.said() and set(desk.buttons) == {"Show my name"}
    assert await store.results.hidden([ADA.id, BOB.id]) == {ADA.id}
    await desk.press(ADA, "Show my name")
    assert "Everybody sees your name" in desk.said()
    assert await store.results.hidden([ADA.id]) == set()
    await desk.press(ADA, "Hide my name")
    await desk.clock(ADA, zone="Europe/Berlin")
    assert await store.results.hidden([ADA.id]) == {ADA.id}, "the clock has shown the name again"
    assert "Europe/Berlin" in await desk.clock(ADA)
