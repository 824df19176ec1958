"""Who may lead: the one place that decides, by blocks, by right and by night.

Every press is made by `press_by`, and every rule asks what it says (`demand_lead`,
`demand_may_host`). Where nobody presses, as for the next night of a series, `Hosts` is asked what
the person may do now.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final, Protocol, get_args

from bot.engine.text import marked as _
from bot.nights.guest_presses import BY_GUESTS
from bot.nights.night import Change, Night, NoNight, Now, Post, Press, Rule, demand_lead
from bot.nights.night_calls import Call, TableWhy
from bot.nights.nights import Nights
from bot.nights.pilot import called, without_call
from bot.nights.rounds import ended
from bot.nights.stages import round_now, runs_by_itself
from bot.nights.still_calls import those_here
from bot.tables.clock import HOUR, MINUTE
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.trouble import Blocked, Trouble
from storage.former_players import is_former

CALLED: Final = "called"
"""The name under which a call for a host is recorded; its note is the table."""
WHYS: Final[tuple[TableWhy, ...]] = get_args(TableWhy)
UNSTARTED: Final = "unstarted"
"""In the details of a post that a night is over: that nobody has led it."""
CALL_AGAIN: Final = 5 * MINUTE
"""A table can call for a host once in this time."""
UNLED: Final = _("Nobody leads this night now. Ask somebody who may manage events.")
"""Also where all who led it are blocked."""
SILENT: Final = 2 * HOUR
"""Once no host has pressed anything for so long, the people at a table decide for it again."""


class HostUnknown(Exception):
    """It can't be found out now whether somebody may host; it is asked again later."""


@dataclass(frozen=True, slots=True)
class Host:
    """What somebody may do who isn't pressing anything now."""

    hosts: bool = False
    """Whether they have the right to host nights of the server."""
    calls: bool = False
    """Whether they, and the bot, may mention the role in question, in the channel in question."""


class Hosts(Protocol):
    """Finds out what somebody may do on a server."""

    async def look_up(self, guild_id: int, person: int, channel_id: int, role: int | None) -> Host:
        """Return what a person may do now. Raises HostUnknown if that can't be found out."""
        ...


class KnowsBlocks(Protocol):
    """Knows who may not come to tables and nights of a server."""

    async def blocked(self, guild_id: int, people: Collection[int]) -> Collection[int]:
        """Return which of some people may not come."""
        ...


async def press_by(
    servers: KnowsBlocks, guild_id: int, by: Person, interaction_id: int | None, *, leads: bool
) -> Press:
    """Return a press with what its person may do; `leads` says whether they have the right."""
    blocked = bool(await servers.blocked(guild_id, [by.id]))
    return Press(by, interaction_id, leads and not blocked, blocked)


async def who_may_lead(servers: KnowsBlocks, night: Night) -> tuple[int, ...]:
    """Return the host and the co-hosts of a night, those of them who may lead it now."""
    gone = await servers.blocked(night.row.guild_id, night.leaders)
    return tuple(each for each in night.leaders if each not in gone and not is_former(each))


async def host_of_next(hosts: Hosts, servers: KnowsBlocks, night: Night, role: int | None) -> Host:
    """Return what a night's host may do now that the next of its series, with a role, is due."""
    row = night.row
    if await servers.blocked(row.guild_id, [row.host]):
        return Host()
    return await hosts.look_up(row.guild_id, row.host, row.channel_id, role)


async def night_that_decides(nights: Nights, table: Table) -> Night | None:
    """Return the night whose hosts decide for all who sit at a table; None if people there do.

    The people there decide once the night is over, or no host has pressed anything for long where
    they lead it: by itself it goes on as they planned.
    """
    if table.night_id is None:
        return None
    try:
        night = await nights.get(table.night_id)
    except NoNight:
        return None
    if night.over:
        return None
    if runs_by_itself(night):
        return night
    last = await nights.store.last_led(night.id, BY_GUESTS)
    return night if nights.tables.now() - last < SILENT else None


async def demand_impartial(servers: KnowsBlocks, night: Night, press: Press, table: Table) -> None:
    """Raise Trouble for a leader who plays or played there while another could decide."""
    at_table = {seat.person for seat in table.seats}
    if press.by.id not in at_table and table.holder(press.by.id) is None:
        return
    here = {guest.person for guest in night.guests.guests if guest.here} - at_table
    gone = await servers.blocked(night.row.guild_id, night.leaders)
    others = [each for each in night.leaders if each in here - {press.by.id} and each not in gone]
    if others:
        raise Trouble(
            _("You play at this table, so leave that to {hosts}."),
            hosts=", ".join(f"<@{each}>" for each in others),
        )


async def demand_call(nights: Nights, servers: KnowsBlocks, table: Table, press: Press) -> None:
    """Check that those who lead a night can be called to one of its tables now.

    Raises Trouble if nobody leads it now, or the table has called too recently.
    """
    await _to_call(nights, servers, table, await _led(nights, table), press)


async def call_host(
    nights: Nights, servers: KnowsBlocks, table: Table, press: Press, why: TableWhy
) -> Night:
    """Call those who lead a night to one of its tables, in the night's thread: in the call that is
    there, if somebody was called a moment ago.

    Raises Trouble as `demand_call` does.
    """
    deciding = await _led(nights, table)
    async with nights.held(deciding.id) as night:
        if await nights.done_before(press):
            return night
        people = await _to_call(nights, servers, table, night, press)
        now, place = await nights.now_for(night), table.place_id or 0
        call = Call(
            "table",
            round_now(night),
            now.at,
            said=True,
            table=table.id,
            number=table.night_table or 0,
            place=place,
            asks=why,
        )
        night, posts = called(night, call, people, now.at, nights.pace_of(night), press.by.id)
        change = Change(night, CALLED, note=table.id, posts=posts)
        return await nights.save(night, change, press, now.at)


def answer_call(table_id: str) -> Rule:
    """Return the rule for a leader who looks after a table that has called."""

    def rule(night: Night, press: Press, _now: Now) -> Change:
        demand_lead(night, press)
        return Change(without_call(night, table_id), "answered_call", note=table_id)

    return rule


def may_call_to_start(night: Night) -> bool:
    """Tell whether guests may call a host to start a night, once: its hour has come, they are here,
    none of those who lead it is, and nothing is being started.
    """
    there = {guest.person for guest in night.guests.guests if guest.here}
    waits = night.row.state == "doors" and night.guests.doors == "closed"
    awaited = waits and night.proposal is None and not runs_by_itself(night)
    asked = any(each.why == "start" for each in night.calls)
    return awaited and bool(there) and not asked and there.isdisjoint(night.leaders)


async def call_to_start(nights: Nights, servers: KnowsBlocks, night_id: str, press: Press) -> Night:
    """Call those who lead a night to start it, for a guest who is here. Raises Trouble if that
    can't be done now.
    """
    async with nights.held(night_id) as night:
        if await nights.done_before(press):
            return night
        if press.blocked:
            raise Blocked
        guest = night.guests.find(press.by.id)
        if guest is None or not guest.here:
            raise Trouble(_("Press **I'm here** first."))
        if not may_call_to_start(night):
            raise Trouble(_("The hosts have been called, or are here by now."))
        people = await who_may_lead(servers, night)
        if not people:
            raise Trouble(UNLED)
        at = (await nights.now_for(night)).at
        call = Call("start", round_now(night), at, said=True)
        night, posts = called(night, call, people, at, nights.pace_of(night), press.by.id)
        return await nights.save(night, Change(night, CALLED, posts=posts), press, at)


def end_unstarted(night: Night, at: int) -> Change:
    """End a night that nobody has led, though enough were here: they and its hosts hear of it."""
    there = tuple(guest.person for guest in night.guests.there)
    people = tuple(dict.fromkeys((*there, *night.leaders)))
    call = Call("start", round_now(night), at, said=True, done=True)
    post = Post("few", people, {"came": len(there), UNSTARTED: True})
    return Change(replace(ended(night), calls=(*night.calls, call)), "rang", posts=(post,))


def never_started(night: Night) -> bool:
    """Tell whether a night is over because nobody has led it."""
    return night.over and any(each.why == "start" and each.done for each in night.calls)


async def _led(nights: Nights, table: Table) -> Night:
    night = await night_that_decides(nights, table)
    if night is None:
        raise Trouble(_("Nobody leads this table now, so you decide it among yourselves."))
    return night


async def _to_call(
    nights: Nights, servers: KnowsBlocks, table: Table, night: Night, press: Press
) -> tuple[int, ...]:
    """Return whom a table calls if it may do so now."""
    if press.blocked:
        raise Blocked
    now = (await nights.now_for(night)).at
    before = [
        each.at
        for each in await nights.store.events(night.id, CALLED)
        if each.note == table.id and now - each.at < CALL_AGAIN
    ]
    if before:
        again = f"<t:{max(before) + CALL_AGAIN}:R>"
        raise Trouble(_("This table has called the hosts. It can call again {when}."), when=again)
    leaders = await who_may_lead(servers, night)
    people = tuple(each for each in leaders if each != press.by.id)
    if not people:
        raise Trouble(UNLED)
    return those_here(night, people)
