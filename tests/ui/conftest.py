"""Tables in a database of their own, with Donburiko! on offer, for the tests of the house."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.nights.deal_rounds import RoundDealer
from bot.nights.nights import Nights
from bot.nights.run_rounds import RoundRunner
from bot.tables.clock import DAY
from bot.tables.clocks import Clocks
from bot.tables.lobby_verbs import LobbyVerbs
from bot.tables.seat import Person
from bot.tables.table import NewTable, Table
from bot.tables.tables import Tables
from bot.tables.trouble import Trouble
from bot.tables.workers import NoAnswer, Workers
from bot.ui.actions.actions import Actions
from bot.ui.incoming.clicks import Clicks
from bot.ui.incoming.commands import Requests
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pictures.drawings import Drawings
from bot.ui.pictures.shapes import Picture
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.direct_calls import DirectCalls
from bot.ui.posting.nights.night_messages import NightMessages
from bot.ui.posting.request_budget import RequestBudget
from bot.ui.posting.tables.open_hands import OpenHands
from bot.ui.posting.tables.table_messages import TableMessages
from bot.ui.services import Services
from cogs.donburiko import player
from cogs.donburiko.help import HELP
from cogs.donburiko.lesson import LESSON
from cogs.donburiko.picture import PICTURES
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME
from storage.database import Database
from storage.night_store import NightStore
from storage.open_page_store import OpenPageStore
from storage.store import Store
from tests.nights.setup import Here
from tests.ui.fake_discord import FakeDiscord, Place
from tests.up_to_date import up_to_date

ADA, BOB, CLEO = Person(1, "Ada"), Person(2, "Bob"), Person(3, "Cleo")
MODERATOR = Person(5, "Quentin")
"""Plays nowhere."""
GUILD, CHANNEL = 100, 200


@dataclass
class UI:
    """The bot's tables and pages without a Discord, and the ids of interactions so far."""

    services: Services
    messages: TableMessages
    hands: OpenHands
    night_messages: NightMessages
    direct_calls: DirectCalls
    clicks: Clicks
    requests: Requests
    answers_first: AnswersFirst
    tables: Tables
    interactions: int = 1000

    def interaction(self) -> int:
        self.interactions += 1
        return self.interactions

    async def answered(self, interaction: Any, answer: Awaitable[None]) -> None:
        """Answer as the bot does: what can't be done is said."""
        await self.answers_first.answered(interaction, answer)

    def new(self, person: Person, **fields: Any) -> NewTable:
        """Return what a person's table is opened with."""
        table = NewTable(
            game_key="donburiko",
            guild_id=GUILD,
            channel_id=CHANNEL,
            person=person,
            options=GAME.Options(),
            interaction_id=self.interaction(),
            language="en-GB",
        )
        return replace(table, **fields)

    async def open(self, *people: Person, **fields: Any) -> Table:
        """Open a table with these people; the first is its host."""
        table = await self.services.lobby_verbs.open(self.new(people[0], **fields))
        for person in people[1:]:
            await self.services.lobby_verbs.join(table.id, person)
        return table

    async def start(self, *people: Person, **fields: Any) -> Table:
        """Open a table and begin."""
        table = await self.open(*people, **fields)
        return await self.services.lobby_verbs.start(table.id, people[0], self.interaction())

    async def end(self, table_id: str) -> Table:
        """End a table without a result, as a moderator who doesn't sit there may."""
        return await self.services.table_verbs.end(table_id, MODERATOR, "moderator")

    async def move(self, table: Table, rng: random.Random) -> int:
        """Let whoever is asked do something; return the person."""
        seat = table.seats[table.to_act()[0]]
        person = Person(seat.person, seat.name)
        await self.services.moves.play(
            table.id,
            person,
            lambda view, legal: rng.choice(legal),
            interaction_id=self.interaction(),
        )
        return person.id


class Drawer:
    """Replaces the process that draws: a PNG is the key of its picture."""

    def __init__(self) -> None:
        self.asked = 0
        self.fails = False

    async def think(self, job: Picture, /) -> bytes:
        self.asked += 1
        if self.fails:
            raise NoAnswer("there is nobody to draw")
        return job.key.encode()


@pytest.fixture
async def ui(tmp_path: Path) -> AsyncIterator[UI]:
    """Yield a room whose messages aren't connected to anything."""
    async with room_on(up_to_date(tmp_path / "tables.sqlite3")) as ui:
        yield ui


def at_midday(ui: UI) -> None:
    """Set the clock to midday, when nobody sleeps where nights are."""
    ui.tables._now = partial(float, int(ui.tables.now()) // DAY * DAY + DAY // 2)


@asynccontextmanager
async def room_on(path: Path) -> AsyncIterator[UI]:
    """Open a room on a database; its clock stands still until a test sets it.

    Else a test would differ from itself where a second begins in the middle of it.
    """
    database = await Database.open(path)
    ui = build(Tables(Store(database), now=partial(float, int(time.time()))))
    ui.services.add_game(PlayableGame(GAME, RENDER, HELP))
    ui.services.players["donburiko"] = player
    # What would be put up on Discord is asked of the pages; nothing is sent here.
    await ui.messages.close()
    with_cards(ui.messages)
    await ui.hands.close()
    await ui.night_messages.close()
    await ui.services.round_runner.close()
    yield ui
    await database.close()


def with_cards(messages: TableMessages) -> None:
    """Put up cards that follow a board in the same go as the board."""
    wanted: list[str] = []
    update = messages._update

    async def both(table_id: str) -> None:
        await update(table_id)
        while wanted:
            await messages._update_card(wanted.pop())
            await update(table_id)

    messages._update = both
    messages._cards.schedule = wanted.append  # pyright: ignore[reportAttributeAccessIssue]


@pytest.fixture
def server(ui: UI) -> FakeDiscord:
    """Give the bot a server with one channel."""
    server = ui.services.bot = FakeDiscord(CHANNEL)  # pyright: ignore[reportAttributeAccessIssue]
    assert isinstance(server, FakeDiscord)
    return server


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what is marked as `walked` in a language with longer words; as ever in the long share.

    What is read there is the same English, so the test finds what it finds as ever.
    """
    if metafunc.definition.get_closest_marker("walked"):
        ways = [pytest.param(False, marks=pytest.mark.long, id="usual")]
        ways += [pytest.param(True, id="longer")]
        metafunc.parametrize("longer", ways, indirect=True)


@pytest.fixture(autouse=True)
def longer(request: pytest.FixtureRequest) -> Iterator[None]:
    """Look at all texts that a walked test meets, in a language with longer words."""
    if not getattr(request, "param", False):
        yield
        return
    from tests.ui.longer import LANGUAGE, Reader, read_all

    reader = Reader()
    with pytest.MonkeyPatch.context() as patch:
        read_all(reader, request.getfixturevalue("folder_of_longer")(LANGUAGE), patch)
        yield
    assert reader.read, "nothing was shown"
    assert not reader.faults, "\n".join(reader.faults)


@pytest.fixture
def hands(ui: UI) -> OpenHands:
    """Return hands that are drawn again as on Discord."""
    hands = ui.hands = OpenHands(ui.services, AnswersFirst())
    ui.requests.actions.play.hands = hands
    ui.tables.listeners.append(hands.table_changed)
    return hands


@pytest.fixture
def no_page_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no page or hand that is only shown count as a change."""

    async def noted(_store: OpenPageStore, _row: object) -> None:
        pass

    monkeypatch.setattr(OpenPageStore, "lay_open", noted)
    monkeypatch.setattr(OpenPageStore, "forget", noted)


@pytest.fixture
def with_pictures(ui: UI) -> None:
    """Offer the game with all that it has."""
    ui.services.games["donburiko"] = PlayableGame(GAME, RENDER, HELP, PICTURES, LESSON)


@pytest.fixture
def refusals(monkeypatch: pytest.MonkeyPatch) -> list[Trouble]:
    """Note every refusal that is said, wherever it is said."""
    found: list[Trouble] = []
    say = Trouble.say

    def noted(self: Trouble, *given: Any) -> str:
        found.append(self)
        return say(self, *given)

    monkeypatch.setattr(Trouble, "say", noted)
    return found


@pytest.fixture
def kept_modules() -> Iterator[None]:
    """Keep the games' modules, which discord.py lets go when a bot that has loaded them ends.

    Other tests hold classes of theirs, and loading them again would make others of the same name.
    """
    loaded = {name: module for name, module in sys.modules.items() if name.startswith("cogs.")}
    yield
    sys.modules.update(loaded)


async def begun(ui: UI, server: FakeDiscord) -> tuple[Table, Place]:
    """Begin a game and show it; return it and the thread where it lies."""
    table = await ui.open(ADA, BOB, CLEO)
    await ui.messages._update(table.id)
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    await ui.messages._update(table.id)
    assert table.place_id is not None, "the board lies nowhere"
    return table, server.places[table.place_id]


def build(tables: Tables, bot: Any = None) -> UI:
    """Put everything together as the bot does, for these tables."""
    lobby_verbs, clocks = LobbyVerbs(tables), Clocks(tables)
    nights = Nights(tables, NightStore(tables.store.database), tables.servers)
    services = Services(
        bot,
        tables,
        lobby_verbs,
        clocks,
        Drawings(Drawer()),
        nights,
        RoundRunner(nights, RoundDealer(nights, lobby_verbs, between_tables=0), Here()),
        Workers([sys.executable, "-m", "bot.process.worker"], 0),
    )
    answers_first = AnswersFirst()
    messages = TableMessages(
        services, answers_first, RequestBudget(1_000_000), picture_pause=0, ping_pause=0
    )
    hands = OpenHands(services, answers_first)
    night_messages = NightMessages(services, answers_first)
    messages.tell_pages(night_messages.pages.changed)
    direct_calls = DirectCalls(services, answers_first, messages.schedule)
    actions = Actions(services, messages, hands, night_messages, direct_calls)
    clicks = Clicks(actions, answers_first, services.bans)
    requests = Requests(services, actions, answers_first)
    tables.listeners += [
        messages.table_changed,
        hands.table_changed,
        direct_calls.table_changed,
    ]
    services.nights.listeners.append(night_messages.night_changed)
    return UI(
        *(services, messages, hands, night_messages, direct_calls),
        *(clicks, requests, answers_first, tables),
    )
