"""Whoever presses whatever at the tables of a night: only who may decides, and they always may."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
import pytest

from bot.nights.announcing import set_cohosts
from bot.nights.night import Press
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.trouble import Trouble
from bot.ui.pages import routes
from bot.ui.pages.route import Route
from tests.ui.clicks import press
from tests.ui.conftest import GUILD, UI
from tests.ui.night_evening import EVENTS, GUESTS, HOST, Evening, evening
from tests.ui.test_rows import lacks

MANAGE: Final = discord.Permissions(manage_messages=True)
NOTHING: Final = discord.Permissions.none()
COHOST, BLOCKED = GUESTS[1], Person(91, "Lou")


@dataclass(frozen=True)
class Kind:
    """Somebody who presses: with the right to lead, to moderate, or with none."""

    name: str
    person: Person
    leads: bool = False
    moderates: bool = False

    @property
    def may(self) -> discord.Permissions:
        """Return what Discord lets them do."""
        named = self.person in (HOST, COHOST)
        return MANAGE if self.moderates else EVENTS if self.leads and not named else NOTHING


KINDS: Final = (
    Kind("the host, who plays", HOST, leads=True),
    Kind("a co-host, who plays", COHOST, leads=True),
    Kind("who manages events", Person(92, "Max"), leads=True),
    Kind("a moderator", Person(93, "Nia"), moderates=True),
    Kind("a guest with Manage Messages", GUESTS[2], moderates=True),
    Kind("a guest", GUESTS[3]),
    Kind("another guest", GUESTS[4]),
    Kind("a stranger", Person(94, "Oda")),
)
BLOCKED_KIND: Final = Kind("who is blocked and manages events", BLOCKED)
AT_DESK: Final[tuple[Route, ...]] = (
    *(routes.NUDGE, routes.GIVE_TIME, routes.TURN_BY_TURN, routes.FINISH, routes.VOID),
    routes.DESK_TABLE,
)
"""What only who leads the night does."""
IMPARTIAL: Final = (routes.FINISH, routes.VOID)
"""Of that, what nobody does where they play while another leader is here."""
ALONE: Final = (routes.PAUSE, routes.RESUME, routes.ASK_PACE, routes.END, routes.KICK)
"""What is decided for all at a table: by who leads the night or moderates, but where they play."""


def state(table: Table) -> tuple[Any, ...]:
    """Return what a press without the right to must not change."""
    return table.revision, table.phase, table.paused, table.pace, tuple(table.seats), table.motion


def custom_id(route: Route, night: Evening, table: Table, rng: random.Random) -> str:
    """Return the id of a control at a table."""
    if route in AT_DESK:
        return route(night.id, table.id)
    if route is routes.ASK_PACE:
        return route(table.id, rng.choice(("live", "none")))
    if route is routes.KICK:
        return route(table.id, rng.choice(table.seats).person)
    return route(table.id)


def may(route: Route, kind: Kind, table: Table, leaders_here: Sequence[int]) -> bool:
    """Tell whether somebody may press something at a table."""
    sits = table.seat_of(kind.person.id) is not None
    sat = sits or table.holder(kind.person.id) is not None
    if route in IMPARTIAL and sat and kind.leads:
        at_table = {seat.person for seat in table.seats}
        return not any(one != kind.person.id and one not in at_table for one in leaders_here)
    if route in AT_DESK:
        return kind.leads
    return (kind.leads or kind.moderates) and not sits


async def led(ui: UI) -> tuple[Evening, list[Table]]:
    """Begin a night with a co-host; return its tables."""
    night = await evening(ui, 7)
    cohosts = Press(HOST, ui.interaction())
    await ui.services.nights.change(night.id, cohosts, set_cohosts([COHOST]))
    return night, await night.start()


@pytest.mark.parametrize(
    "presses", [300, pytest.param(10_000, marks=pytest.mark.long)], ids=["some", "many"]
)
async def test_only_who_may_decides_at_a_nights_table(
    ui: UI, presses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusals: list[Trouble] = []
    say = Trouble.say

    def noted(self: Trouble, *given: Any) -> str:
        refusals.append(self)
        return say(self, *given)

    monkeypatch.setattr(Trouble, "say", noted)
    await ui.tables.servers.block(GUILD, BLOCKED.id, HOST.id)
    rng = random.Random(presses)
    night, tables = await led(ui)
    allowed = refused = 0
    for _ in range(presses):
        tables = [table for table in tables if table.phase == "playing"]
        if not tables:
            night, tables = await led(ui)
        table, kind = rng.choice(tables), rng.choice((*KINDS, BLOCKED_KIND))
        route = rng.choice((*AT_DESK, *ALONE))
        pressed = custom_id(route, night, table, rng)
        before, right = state(table), may(route, kind, table, [HOST.id, COHOST.id])
        permissions = EVENTS if kind is BLOCKED_KIND else kind.may
        refusals.clear()
        answer = await press(ui, kind.person, pressed, own=True, permissions=permissions)
        said = f"{pressed} by {kind.name}: {answer.text[:120]!r}"
        if right:
            allowed += 1
            assert not lacks(refusals), f"refused to who may: {said}"
        else:
            refused += 1
            assert state(table) == before, f"done for who may not: {said}"
            assert refusals, f"not refused: {said}"
    assert allowed > presses // 5 and refused > presses // 5, (allowed, refused)
