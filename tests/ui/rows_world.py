"""A server with a bit of everything, and everybody who may press there, for the tests of rows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, Final

import discord

from bot.nights.announcing import edit
from bot.nights.ask_rules import AskedDate, post
from bot.nights.asks import NewAsk
from bot.nights.cohosts import set_cohosts, sign_of_cohosts
from bot.nights.night import Press
from bot.nights.series_rules import date_sign, next_dates
from bot.tables.clock import DAY
from bot.tables.seat import Person
from bot.tables.tables import Tables
from bot.ui.actions.command_options import REQUIRED
from bot.ui.actions.nights.night_form import night_sign
from bot.ui.actions.rights import Who
from bot.ui.incoming.rows.row import Command
from bot.ui.pages import routes
from bot.ui.pages.nights import ask_routes, desk_routes, series_routes
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.route import Part, Route
from cogs.donburiko import player
from cogs.donburiko.help import HELP
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME
from storage.database import Database
from storage.result_rows import SeasonRow
from storage.rows import NO_SERVER
from storage.store import Store
from tests.ui.clicks import DAI, Answer, form_data, interaction, server_where
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, GUILD, UI, build
from tests.ui.fake_discord import FakeDiscord
from tests.ui.night_evening import GUESTS, HOST, Evening, evening
from tests.ui.stand_in import StandIn
from tests.up_to_date import up_to_date

COHOST, BLOCKED, AWAY = Person(90, "Kim"), Person(91, "Lou"), Person(92, "Max")
LOBBY: Final = frozenset(
    (
        *("join", "leave", "start", "computers", "add", "remove", "settings", "entry"),
        *("invite", "pace", "computer", "dismiss", "at", "ask", "let", "down"),
        "away",
    )
)
"""What is done before a game begins: the words after `t:` and `c:`, and verbs that are typed."""
OVER: Final = frozenset(("rematch", "replay", "export", "verify", "scored", "open"))
"""What is done once it is over."""


DRAFTED: Final = (ask_routes.POST, ask_routes.NAME, ask_routes.DISCARD, ask_routes.OTHER)
"""What is pressed before a question is asked."""
PRIVATE: Final = (*(routes.HINT, routes.FRIENDS_OF, routes.PLAY_INSTEAD, routes.REMATCH_INSTEAD),)
"""What is pressed at a private game."""


@dataclass(frozen=True)
class Kind:
    """A kind of person: for which rows they are the right one, and what Discord lets them do."""

    name: str
    person: Person
    who: frozenset[Who]
    may: frozenset[str] = frozenset()
    guild: int | None = GUILD
    channel: int = CHANNEL
    """Where they are. All that is on the server is in one channel, which they see only there."""

    @property
    def in_dm(self) -> bool:
        """Tell whether they are in a direct message."""
        return self.guild is None


def _kind(name: str, person: Person, *who: Who, may: str = "", guild: int | None = GUILD) -> Kind:
    return Kind(name, person, frozenset(who), frozenset(may.split()), guild)


KINDS: Final = (
    _kind("a stranger", DAI, "anyone"),
    _kind("a player", BOB, "anyone", "player", "player or decider"),
    _kind("the table's host", ADA, "anyone", "player", "host", "decider", "player or decider"),
    _kind("a guest", GUESTS[1], "anyone", "guest"),
    _kind("the night's host", HOST, "anyone", "guest", "leader"),
    _kind("a co-host", COHOST, "anyone", "leader"),
    _kind(
        "a moderator",
        Person(93, "Quentin"),
        *("anyone", "decider", "player or decider"),
        may="manage_messages",
    ),
    _kind(
        "who manages events",
        Person(94, "Rae"),
        *("anyone", "leader", "organizer", "announcer"),
        may="manage_events",
    ),
    _kind(
        "who manages the server",
        Person(95, "Sam"),
        *("anyone", "leader", "organizer", "announcer", "manager"),
        may="manage_guild",
    ),
    _kind("who is blocked", BLOCKED, may="manage_events manage_messages"),
    _kind("a player, in a direct message", BOB, "player", guild=None),
    _kind("the night's host, in a direct message", HOST, "guest", guild=None),
)

_TESS: Final = Person(96, "Tess")
ELSEWHERE: Final = (
    _kind("a stranger", DAI),
    _kind("a stranger, in a direct message", DAI, guild=None),
    _kind("who manages another server", _TESS, may="manage_guild manage_messages", guild=998),
)
"""People for whom a private game isn't there, nor for the last two what is on the server."""
UNSEEING: Final = Kind("a stranger who doesn't see the channel", DAI, frozenset(), channel=999)
"""For whom nothing is there of what lies in the channel."""


@dataclass
class World:
    """The server; its things by name."""

    ui: UI
    database: Database
    things: dict[str, str] = field(default_factory=dict)
    """The ids of a table in each phase, of the night and of two of its tables, of the season."""

    def asked(self, kind: Kind, answer: Answer, **more: Any) -> Any:
        """Make an interaction of somebody."""
        may = discord.Permissions(send_messages=True, **dict.fromkeys(kind.may, True))
        where = {"permissions": may, "guild_id": kind.guild}
        if kind.channel != CHANNEL:
            where["guild"] = server_where()
        made = interaction(self.ui, kind.person, kind.channel, answer, **where, **more)
        made.user.name = made.user.global_name = kind.person.name
        # A mock would take longer to make than most presses take to be answered.
        made.response.send_modal = made.response.defer = _heard
        return made

    async def press(
        self, kind: Kind, custom_id: str, filled: Mapping[str, str] | None = None
    ) -> Answer:
        """Use a control, or send a form that is filled in, as somebody."""
        kinds, answer = discord.InteractionType, Answer()
        made = self.asked(
            kind,
            answer,
            type=kinds.component if filled is None else kinds.modal_submit,
            custom_id=custom_id,
            message=SimpleNamespace(
                flags=SimpleNamespace(ephemeral=True), interaction_metadata=None
            ),
            data=form_data(filled or {}),
        )
        await self.ui.clicks.enter(made)
        return answer

    async def filled(self) -> dict[str, str]:
        """Return what forms are filled in with."""
        row = (await self.ui.services.nights.get(self.things["night"])).row
        lines = {"title": "Monday", "when": row.local.replace("T", " "), "rounds": "3"}
        lines |= {"move_time": "2", "limit": "20", "word": "Hello!", "at": ""}
        lines |= {"about": "Bring tea", "voice": ""}
        lines |= {"until": "in 9 days", "from": ""}
        return lines | {"mode": "social", "pause": "4", "repeat": "0", "season": "0", "mention": ""}

    def typed(self, row: Command) -> dict[str, Any]:
        """Return what is typed for the options of a command that must be filled in."""
        word = row.name.split()[-1]
        cleo: Any = StandIn(discord.Member, id=CLEO.id, display_name="Cleo", bot=False)
        known: dict[str, Any] = {"night": self.things["night"], "person": cleo, "game": "donburiko"}
        known |= {"level": "casual", "computer": "none", "seat": "#3", "pace": "live"}
        known |= {"answer": "yes", "when": "in 3 days", "zone": "utc", "name": "Winter"}
        known |= {"first": "2026-01-01", "last": "2026-01-31", "tables": "all"}
        known |= {"guest": "Bob", "place": "Cleo", "places": "1, 2", "reason": "Miscounted"}
        known |= {"until": "in 9 days"}
        if word == "ask":
            known["when"] = "in 3 days, in 4 days"
        known["table"] = self.table_for(word)
        if word == "correct":
            known["table"] = self.things["a night's table that is over"]
        always = ("table", "night") if row.name != "nights standings" else ()
        return {
            each.parameter: known[each.name]
            for each in row.options
            if each.usual is REQUIRED or each.name in always
        }

    def table_for(self, word: str) -> str:
        """Return the id of a table in the phase in which something is done."""
        phase = "lobby" if word in LOBBY else "over" if word in OVER else "playing"
        return self.things[phase]

    async def example(self, route: Route, kind: Kind, *, behind: int = 0) -> str:
        """Return an id of a route for somebody; drawn `behind` changes ago where it tells."""
        night = await self.ui.services.nights.get(self.things["night"])
        of_night = route.prefix in ("n", "d")
        word = route.head.partition(":")[2]
        early = word in LOBBY and route.prefix not in ("t", "c")
        table = await self.ui.tables.get(self.things["playing"] if early else self.table_for(word))
        if route in PRIVATE:
            own = f"private of {kind.person.id}"
            private = self.things.get(own, self.things[f"private of {BOB.id}"])
            table = await self.ui.tables.get(private)
        asked = 0
        if table.phase == "playing":
            asked = table.question_number(table.to_act()[0]) or 0
        number = {
            "c": table.revision,
            "d": night.row.revision,
            "n": night_sign(night),
            "m": asked,
            "hint": asked,
            "st": int(self.things["season"]),
        }.get(route.prefix, 0)
        if route is routes.VOTE:
            number = table.motion.revision if table.motion else 0
        if route in (desk_routes.SEAT_ROUND, desk_routes.SEAT_CHOICE):
            number = len(night.dealt) + 1
        played = (desk_routes.ADD_TABLE, desk_routes.ADD_TABLE_OF, desk_routes.DEAL_TABLE)
        if route in (
            desk_routes.ASK_END_NIGHT,
            desk_routes.END_NIGHT,
            desk_routes.END_FINISHED,
            *played,
        ):
            number = len(night.dealt)
        if route in (desk_routes.COHOSTS, desk_routes.NO_COHOSTS):
            number = sign_of_cohosts(night)
        if route is desk_routes.MY_TABLE:
            number = 1
        said: list[str] = []
        for each in route._changing:
            if each is routes.TABLE and of_night:
                said.append(self.things["a night's table" if night.id in said else "night"])
            elif each is routes.TABLE:
                said.append(table.id)
            elif each is ask_routes.ASK:
                said.append(self.things["draft" if route in DRAFTED else "question"])
            elif each is routes.NUMBER:
                said.append(str(abs(number - behind) if len(said) < 2 else 0))
            elif each is series_routes.DATE:
                (coming, *_later) = next_dates(night, self.ui.tables.now())
                said.append(date_sign(coming.local))
            elif each is desk_routes.SEAT_THERE:
                table_there = self.things["a night's table"]
                said.append(f"{table_there}.1")
            elif each is desk_routes.PROPOSAL:
                sign = (0, 0) if night.proposal is None else night.proposal.sign
                said.append(desk_routes.proposal_part((sign[0], sign[1] + behind)))
            else:
                said.append(_part(each))
        if route is routes.REMINDED:
            said[-1] = "day"
        while said and not said[-1]:
            said.pop()
        if route is routes.WHICH_TABLE:
            said = ["replay", "", "", self.things["over"]]
        custom_id = route(*said)
        assert route.read(custom_id) is not None, f"say in _part what {route} is filled with"
        return custom_id


async def _heard(*_given: object, **_more: object) -> None:
    """Answer nothing."""


def _part(part: Part) -> str:
    """Return something that fits a part of an id."""
    known = {
        routes.PERSON: str(CLEO.id),
        routes.IDS: str(CLEO.id),
        routes.GAME: "donburiko",
        routes.MORE: "more0",
        routes.LIST: "l0",
    }
    if part in known:
        return known[part]
    by_pattern = {"[0-9]{1,20}": str(CLEO.id), "c[01]": "c0", "[^:]*": "0", ".*": "0"}
    by_pattern |= {r"[0-9]{1,2}\.[^:]+": "0.donburiko", ".+": "donburiko", "[0-9]{0,9}": "0"}
    if part.optional:
        return ""
    if part.fits.startswith("[0-9]{1,18}\\."):
        return f"1.{CLEO.id}"
    return by_pattern.get(part.fits) or part.fits.split("|")[0]


async def _private(ui: UI, person: Person) -> str:
    """Deal a private game and bring it to the person's turn; return its id."""
    new = ui.new(person, guild_id=NO_SERVER, channel_id=NO_SERVER)
    table = await ui.services.lobby_verbs.deal_against_computers(new)
    mine = table.seat_of(person.id)
    while mine not in table.to_act():
        seat = table.seats[table.to_act()[0]]
        await ui.services.moves.play(
            table.id,
            Person(seat.person, seat.name),
            lambda _view, legal: legal[0],
            interaction_id=ui.interaction(),
        )
    return table.id


async def question_of(ui: UI, person: Person) -> str:
    """Make the draft of a question which date suits; return its id."""
    now = ui.tables.now()
    dates = [AskedDate(f"in {days} days", "2030-01-01T20:00", now + days * DAY) for days in (2, 3)]
    new = NewAsk(
        guild_id=GUILD,
        channel_id=CHANNEL,
        language="en",
        host=person,
        zone="UTC",
        dates=tuple(dates),
        games=("donburiko",),
        until=now + DAY,
    )
    return (await ui.services.nights.asks.open(new, Press(person, ui.interaction()))).id


async def _fill(ui: UI) -> dict[str, str]:
    """Fill a server; return the ids of what is there."""
    lobby = await ui.open(ADA, BOB)
    await ui.services.lobby_verbs.add_computer(lobby.id, ADA.id, "casual")
    playing = await ui.start(ADA, BOB, CLEO, AWAY)
    await ui.services.table_verbs.leave(playing.id, AWAY)
    await ui.services.table_verbs.voting.propose(playing.id, CLEO, "pause")
    over = await ui.start(ADA, BOB)
    await Evening(ui, "").play_out(over)
    private = {f"private of {each.id}": await _private(ui, each) for each in (ADA, BOB)}
    night = await evening(ui, 7)
    tables = await night.start()
    await night.play_out(tables[0])
    cohosts = Press(HOST, ui.interaction())
    await ui.services.nights.change(night.id, cohosts, set_cohosts([COHOST]))
    weekly = Press(HOST, ui.interaction())
    await ui.services.nights.change(night.id, weekly, edit(weeks=1))
    await ui.tables.servers.block(GUILD, BLOCKED.id, ADA.id)
    await ui.tables.store.results.save_season(
        SeasonRow(
            guild_id=GUILD,
            name="Autumn",
            zone="UTC",
            begins_at=0,
            ends_at=1,
            first_day="2026-09-01",
            last_day="2026-12-31",
        )
    )
    draft, question = [await question_of(ui, HOST) for _each in range(2)]
    await ui.services.nights.asks.change(question, Press(HOST, 1, leads=True), post())
    (season,) = await ui.tables.store.results.seasons(GUILD)
    return {
        "lobby": lobby.id,
        "playing": playing.id,
        "over": over.id,
        "night": night.id,
        "a night's table": tables[1].id,
        "a night's table that is over": tables[0].id,
        "season": str(season.id),
        "draft": draft,
        "question": question,
        **private,
    }


async def _open(path: Path) -> World:
    database = await Database.open(path)
    ui = build(Tables(Store(database)), FakeDiscord(CHANNEL))
    ui.services.add_game(PlayableGame(GAME, RENDER, HELP))
    ui.services.players["donburiko"] = player
    for each in (ui.messages, ui.hands, ui.night_messages):
        await each.close()
    return World(ui, database)


_made: dict[str, Any] = {}
"""The server as it was filled, and the ids of what is there: made once a process."""


@asynccontextmanager
async def world() -> AsyncIterator[World]:
    """Yield the server as it is before anybody has pressed anything."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        if not _made:
            first = await _open(up_to_date(path))
            _made["things"] = await _fill(first.ui)
            _made["interactions"] = first.ui.interactions
            await first.ui.services.round_runner.close()
            await first.database.close()
            _made["content"] = path.read_bytes()
        path.write_bytes(_made["content"])
        found = await _open(path)
        found.things, found.ui.interactions = _made["things"], _made["interactions"]
        try:
            yield found
        finally:
            await found.ui.services.round_runner.close()
            await found.database.close()
