"""Whoever presses whatever at the tables of a night: only who may decides, and they always may."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import discord
import pytest

from bot.nights.cohosts import set_cohosts
from bot.nights.guest_presses import press_home
from bot.nights.leading import SILENT
from bot.nights.night import Press
from bot.nights.rounds import end
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.trouble import Trouble
from bot.ui.actions.tables.requests import Request
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.route import Route
from tests.ui.clicks import Answer, ask, interaction, press
from tests.ui.conftest import CHANNEL, GUILD, UI
from tests.ui.night_evening import EVENTS, GUESTS, HOST, Evening, evening
from tests.ui.test_rows import lacks

MANAGE: Final = discord.Permissions(manage_messages=True)
NOTHING: Final = discord.Permissions.none()
COHOST, HOME, BLOCKED = GUESTS[1], GUESTS[5], Person(91, "Lou")
AWAY: Final = GUESTS[6]
When = Literal["led", "silent", "over"]
"""Whether those who lead the night press something, haven't for two hours, or it is over."""


@dataclass(frozen=True)
class Kind:
    """Somebody who presses: with the right to lead, to moderate, or with none."""

    name: str
    person: Person
    leads: bool = False
    moderates: bool = False
    may: discord.Permissions = NOTHING
    hosts: bool = False
    """Whether they may announce nights."""


KINDS: Final = (
    Kind("the host, who plays and has lost the role", HOST, leads=True),
    Kind("a co-host, who plays", COHOST, leads=True),
    Kind("a co-host, who went home", HOME, leads=True),
    Kind("who manages events", Person(92, "Max"), leads=True, may=EVENTS, hosts=True),
    Kind("a moderator", Person(93, "Nia"), moderates=True, may=MANAGE),
    Kind("a guest with Manage Messages", GUESTS[2], moderates=True, may=MANAGE),
    Kind("a guest", GUESTS[3]),
    Kind("another guest", GUESTS[4]),
    Kind("a guest who is away", AWAY),
    Kind("a stranger", Person(94, "Oda")),
    Kind("a blocked co-host who manages events", BLOCKED, may=EVENTS),
)
OF_NIGHT: Final[Mapping[str, Callable[[Evening, Table, random.Random], str]]] = {
    "d:pause": lambda night, _table, _rng: desk_routes.PAUSE_ALL(night.id),
    "d:resume": lambda night, _table, _rng: desk_routes.RESUME_ALL(night.id),
    "d:guests": lambda night, _table, _rng: desk_routes.GUESTS(night.id),
    "d:guest": lambda night, _table, rng: desk_routes.GUEST_IS(
        night.id, rng.choice(GUESTS[:7]).id, rng.choice(("here", "not", "ask"))
    ),
    "d:gone": lambda night, table, rng: rng.choice(
        (desk_routes.NOT_AT_TABLE, desk_routes.SURELY_NOT_AT_TABLE)
    )(night.id, table.id, rng.choice(GUESTS[:7]).id),
    "d:give": lambda night, table, rng: desk_routes.GIVE_SEAT_AT(
        night.id, rng.choice(GUESTS[:7]).id, f"{table.id}.{rng.randrange(3)}"
    ),
    "d:put": lambda night, table, rng: desk_routes.PUT_FOR_GOOD(
        night.id, table.id, f"{rng.randrange(3)}.{rng.choice(GUESTS[:7]).id}"
    ),
    "d:again": lambda night, _table, _rng: desk_routes.SAME_AGAIN(night.id),
    "d:files": lambda night, _table, _rng: desk_routes.NIGHT_FILES(night.id),
    "d:cohosts": lambda night, _table, _rng: desk_routes.NO_COHOSTS(night.id, 1),
    "d:end": lambda night, _table, _rng: desk_routes.ASK_END_NIGHT(night.id, 1),
}
"""What is pressed about the whole night, or who plays where."""
AT_DESK: Final[tuple[Route, ...]] = (
    *(
        desk_routes.NUDGE,
        desk_routes.GIVE_TIME,
        desk_routes.RESUME_TABLE,
        desk_routes.TURN_BY_TURN,
        desk_routes.FINISH,
        desk_routes.VOID,
    ),
    *(desk_routes.DESK_TABLE, desk_routes.ASK_VOID),
)
"""What only who leads the night does."""
IMPARTIAL: Final = ("d:finish", "d:void", "d:put", "d:give", "d:gone", "a:kick", "kick")
"""What nobody does where they play while another leader is here."""
ALONE: Final = (
    routes.PAUSE,
    routes.RESUME,
    routes.ASK_PACE,
    routes.END,
    routes.KICK,
    routes.KICK_FROM_GAME,
)
"""What is decided for all at a table: by who leads the night or moderates, or there by vote."""
OWN: Final = (routes.TAKE_BACK, routes.CALL_HOST, routes.CALL_HOST_WHY)
"""What who sits there may do."""
TYPED: Final = ("pause", "resume", "pace", "end", "kick")
"""The same as `ALONE`, typed."""


def state(table: Table) -> tuple[Any, ...]:
    """Return what a press without the right to must not change."""
    return table.revision, table.phase, table.paused, table.pace, tuple(table.seats), table.motion


def custom_id(route: Route, night: Evening, table: Table, rng: random.Random) -> str:
    """Return the id of a control at a table."""
    if route in AT_DESK:
        return route(night.id, table.id)
    if route is routes.ASK_PACE:
        return route(table.id, rng.choice(("live", "none")))
    if route in (routes.KICK, routes.KICK_FROM_GAME):
        return route(table.id, rng.choice(table.seats).person)
    return route(table.id, *(["rule"] if route is routes.CALL_HOST_WHY else []))


def words_of(verb: str, table: Table, rng: random.Random) -> dict[str, str]:
    """Return what is typed for a verb at a table."""
    if verb == "kick":
        return {"seat": f"#{rng.randrange(len(table.seats)) + 1}"}
    return {"pace": rng.choice(("live", "none"))} if verb == "pace" else {}


def may(what: str, kind: Kind, table: Table, when: When, here: set[int]) -> bool:
    """Tell whether somebody may do something about a night, whose leaders who came are `here`, or
    about one of its tables.
    """
    sits = table.seat_of(kind.person.id) is not None
    if what == "d:again":
        return kind.hosts
    if what in IMPARTIAL and kind.leads and (sits or table.holder(kind.person.id) is not None):
        at_table = {seat.person for seat in table.seats}
        return not here - {kind.person.id} - at_table
    if what.startswith("d:"):
        return kind.leads
    if what in ("a:takeback", "a:call"):
        return sits
    if kind.leads or (kind.moderates and not sits):
        return True
    votes = when != "led" and what not in ("a:kick", "kick")
    return sits and votes


async def led(ui: UI, when: When) -> tuple[Evening, list[Table]]:
    """Begin a night with co-hosts, of whom one went home and one is blocked; return its tables."""
    night = await evening(ui, 7)
    cohosts = Press(HOST, ui.interaction())
    await ui.services.nights.change(night.id, cohosts, set_cohosts([COHOST, HOME, BLOCKED]))
    tables = await night.start()
    for table in tables:
        if table.seat_of(AWAY.id) is not None:
            await ui.services.table_verbs.leave(table.id, AWAY)
    await night.answer(press_home, HOME)
    if when == "over":
        await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), end())
    return night, tables


@dataclass
class Presser:
    """Presses and types at a night, as anybody, and holds what comes of it against the rights."""

    ui: UI
    rng: random.Random
    refusals: list[Trouble]
    when: When = "led"
    allowed: int = 0
    refused: int = 0

    async def do(self, night: Evening, table: Table, kind: Kind) -> None:
        """Press or type something, once all that came of the last press is done."""
        await night.quiet()
        here = await leaders_here(night)
        routes_there = (*AT_DESK, *ALONE, *OWN)
        what: Any = self.rng.choice((*routes_there, *OF_NIGHT, *TYPED))
        before = state(table), await nights_state(night)
        voted = table.motion, table.paused, table.pace, table.phase
        self.refusals.clear()
        if isinstance(what, str) and what in TYPED:
            words, answer = words_of(what, table, self.rng), Answer()
            asked = interaction(self.ui, kind.person, CHANNEL, answer, permissions=kind.may)
            right, said = may(what, kind, table, self.when, here), f"/table {what} {words}"
            await ask(self.ui, asked, Request(what, words=words), table.id)
        else:
            if isinstance(what, str):
                pressed, name = OF_NIGHT[what](night, table, self.rng), what
            else:
                pressed, name = custom_id(what, night, table, self.rng), what.head
            right, said = may(name, kind, table, self.when, here), pressed
            answer = await press(self.ui, kind.person, pressed, own=True, permissions=kind.may)
        said = f"{said} by {kind.name}, {self.when}: {answer.text[:120]!r}"
        if right:
            self.allowed += 1
            assert not lacks(self.refusals), f"refused to who may: {said}"
        else:
            self.refused += 1
            assert (state(table), await nights_state(night)) == before, f"done: {said}"
            assert self.refusals, f"not refused: {said}"
        decides = kind.leads or (kind.moderates and table.seat_of(kind.person.id) is None)
        if not decides and voted[0] is None and len(table.people_here()) > 1:
            assert voted[1:] == (table.paused, table.pace, table.phase), f"decided alone: {said}"


async def leaders_here(night: Evening) -> set[int]:
    """Return who may decide for a night and has come to it."""
    found = await night.night()
    here = {guest.person for guest in found.guests.guests if guest.here}
    return here & {*found.leaders} - {BLOCKED.id}


async def nights_state(night: Evening) -> tuple[Any, ...]:
    """Return what a press without the right to must not change of the night itself."""
    found = await night.night()
    return found.guests, found.rounds, found.cohosts, found.row.state, found.row.stage


@pytest.mark.parametrize(
    "presses", [300, pytest.param(10_000, marks=pytest.mark.long)], ids=["some", "many"]
)
async def test_only_who_may_decides_at_a_nights_table(
    ui: UI, presses: int, refusals: list[Trouble], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By button or command; votes open once the night is over, or nobody has led for two hours."""
    await ui.tables.servers.block(GUILD, BLOCKED.id, HOST.id)
    rng = random.Random(presses)
    presser = Presser(ui, rng, refusals)
    night, tables = await led(ui, "led")
    for number in range(presses):
        tables = [table for table in tables if table.phase == "playing"]
        if not tables or number % 100 == 99:
            presser.when = ("led", "over", "silent")[number // 100 % 3]
            night, tables = await led(ui, presser.when)
            now = ui.tables.now
            if presser.when == "silent":
                later = now() + SILENT
                monkeypatch.setattr(ui.tables, "now", lambda later=later: later)
        silent = presser.when == "silent"
        kinds = [each for each in KINDS if not silent or not (each.leads or each.moderates)]
        await presser.do(night, rng.choice(tables), rng.choice(kinds))
    least = presses // 5
    assert presser.allowed > least and presser.refused > least, (presser.allowed, presser.refused)
