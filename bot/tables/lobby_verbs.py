"""What is done at a table before its game begins: opening it, seats, invitations, the deal."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Unpack

from bot.engine.chance import commitment
from bot.engine.computer import Level
from bot.engine.game import BadOptions
from bot.engine.match import Match, Step
from bot.engine.text import marked as _
from bot.tables import lobby_rules, set_times
from bot.tables.dealers import new_secret
from bot.tables.seat import Person, Seat
from bot.tables.table import IN_PLAY, Changes, HostSettings, NewTable, Table
from bot.tables.table_cache import table_event_of
from bot.tables.tables import Tables
from bot.tables.trouble import HOST_ONLY, OVER, NoTable, Trouble
from bot.tables.who_sits import TableBrief, briefs
from storage.errors import AlreadyDone, TooManyOpen
from storage.rows import NO_SERVER, Pace, settings_of

MOST_PRACTICE = 2
"""How many private games against computers a person may play at once."""


class PracticeFull(Trouble):
    """Somebody plays as many private games as there may be at once."""

    text = _(
        "You're playing {most} games against computers already. "
        "Finish or end one first: `/me games` lists them."
    )

    def __init__(self, tables: Sequence[TableBrief]) -> None:
        """Take their tables."""
        super().__init__(most=MOST_PRACTICE)
        self.tables = tables


class LobbyVerbs:
    """Opens tables, and lets people at them choose who plays and how, until the game begins."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._chance = random.SystemRandom()
        self._practice = asyncio.Lock()

    async def open(self, new: NewTable) -> Table:
        """Open a table with its host on the first seat, or with others who sit there already.

        Raises Trouble if the host has too many open, and NotSaved if it wasn't stored.
        """
        most = await self._tables.servers.demand_may_open(new)
        table = await self._made(new)
        try:
            await self._tables.save_new(table, most)
        except AlreadyDone as done:
            return await self._tables.get(done.table_id)
        except TooManyOpen as error:
            raise _too_many(most) from error
        return table

    async def open_and_deal(self, new: NewTable) -> Table:
        """Open a table with everybody on their seats, deal and begin: one transaction for all.

        Raises Trouble if the host has too many open.
        """
        most = await self._tables.servers.demand_may_open(new)
        table = await self._made(new)
        match, step = self._dealt(table, new.interaction_id)
        seats = _first_on(table.seats)
        try:
            await self._tables.save_step(
                table, match, step, new.interaction_id, seats=seats, opens=True, most_open=most
            )
        except AlreadyDone as done:
            return await self._tables.get(done.table_id)
        except TooManyOpen as error:
            raise _too_many(most) from error
        self._tables.tell(table)
        return table

    async def _made(self, new: NewTable) -> Table:
        """Return a table as it is opened, which isn't saved yet."""
        game = self._tables.games[new.game_key]
        now = self._tables.now()
        secret = new_secret()
        settings = settings_of(new)
        time = lobby_rules.time_for(new.pace, new.move_time or None, new.reserve)
        settings["move_time"] = time
        return Table(
            **settings,
            id=await self._tables.free_id(),
            game=game,
            game_key=new.game_key,
            rules_version=game.info.rules_version,
            options=new.options,
            phase="lobby",
            host=new.person.id,
            opener=new.person.id,
            invited=frozenset(new.invited),
            seats=[*new.seats] or [Seat(new.person.id, new.person.name)],
            language=new.language,
            guild_id=new.guild_id,
            channel_id=new.channel_id,
            opened_by=new.interaction_id,
            opened_at=now,
            touched_at=now,
            commitment=commitment(secret),
            rematch_of=new.rematch_of,
            night_id=new.night_id,
            night_round=new.night_round,
            night_table=new.night_table,
            teaching=new.teaching,
            _secret=secret.hex(),
        )

    async def join(self, table_id: str, person: Person, interaction_id: int | None = None) -> Table:
        """Take the next seat. With the last one the game begins, if that was chosen.

        It begins by the interaction, which is needed for that; done again it changes nothing.
        """
        async with self._tables.held(table_id) as table:
            await self._tables.servers.demand_not_blocked(table.guild_id, person.id)
            await self._tables.demand_not_forgotten(table_id, person.id)
            rows = await self._tables.store.table_events(table_id)
            done = [table_event_of(row) for row in rows]
            try:
                seats = lobby_rules.with_person(table, person, done)
            except Trouble:
                if interaction_id and await self._tables.store.applied(interaction_id) == table_id:
                    return table
                raise
            await self.change_seats(table, {"seats": seats}, interaction_id)
        return table

    async def change_seats(
        self, table: Table, changes: Changes, interaction_id: int | None
    ) -> None:
        """Save who sits at a lobby whose lock is held; with the last seat the game begins by the
        interaction, if that was chosen.
        """
        full, dealt = replace(table, **changes), None
        if interaction_id is not None and lobby_rules.starts_now(full):
            # Where the options don't suit that many players, the host has to change them.
            with contextlib.suppress(Trouble):
                dealt = self._dealt(full, interaction_id)
        if dealt is None:
            await self._tables.change(table, **changes)
            return
        seats = await self._as_it_begins(full)
        await self._tables.save_step(table, *dealt, interaction_id, seats=seats)
        self._tables.tell(table)

    async def leave(self, table_id: str, person_id: int) -> Table:
        """Give up a seat in the lobby; the host's part passes on, the last one cancels the table.

        In play it is refused: `TableVerbs.leave` is for that.
        """
        async with self._tables.held(table_id) as table:
            await self._tables.change(table, **lobby_rules.without_person(table, person_id))
        return table

    async def add_computer(
        self, table_id: str, person_id: int, level: Level, *, computers: int | None = None
    ) -> Table:
        """Seat a computer player. Anyone who sits there may ask for one.

        `computers` is how many computers were there when it was asked for; None takes any number.
        """
        async with self._tables.held(table_id) as table:
            seats = lobby_rules.with_computer(table, person_id, level, computers, self._chance)
            await self._tables.change(table, seats=seats)
        return table

    async def remove_computer(
        self, table_id: str, person_id: int, number: int, *, revision: int | None = None
    ) -> Table:
        """Take away the computer player of this number (a `Seat.person`). Anyone there may."""
        async with self._tables.held(table_id) as table:
            seats = lobby_rules.without_computer(table, person_id, number, revision)
            await self._tables.change(table, seats=seats)
        return table

    async def set_pace(self, table_id: str, person_id: int, pace: Pace, reserve: int = 0) -> Table:
        """Set the pace of a table that hasn't begun, with a reserve or without, and with the usual
        time for a move.

        Raises Trouble for anybody but the host.
        """
        async with self._tables.held(table_id) as table:
            lobby_rules.game_of(table)
            if table.host != person_id:
                raise Trouble(HOST_ONLY)
            seconds = lobby_rules.time_for(pace, None, reserve)
            await self._tables.change(table, pace=pace, move_time=seconds, reserve=reserve)
        return table

    async def start(self, table_id: str, person: Person, interaction_id: int) -> Table:
        """Deal and begin. Raises Trouble for anybody but the host, and for what doesn't fit."""
        async with self._tables.held(table_id) as table:
            if table.phase == "playing":
                if await self._tables.store.applied(interaction_id) == table.id:
                    return table
                raise Trouble(_("The game has already begun."))
            lobby_rules.game_of(table)
            if table.host != person.id:
                raise Trouble(HOST_ONLY)
            await self.begin(table, interaction_id)
        self._tables.tell(table)
        return table

    async def begin(self, table: Table, interaction_id: int) -> None:
        """Deal at a table whose lock is held, by an interaction. Raises Trouble if it can't be."""
        match, step = self._dealt(table, interaction_id)
        seats = await self._as_it_begins(table)
        await self._tables.save_step(table, match, step, interaction_id, seats=seats)

    async def set_start(
        self, table_id: str, person_id: int, at: int | None, interaction_id: int
    ) -> Table:
        """Have the game begin by itself at a time; None is at no set time.

        Raises Trouble for anybody but the host, and for a time that can't be.
        """
        async with self._tables.held(table_id) as table:
            now = self._tables.now()
            changes = set_times.to_start(table, person_id, at, interaction_id, now)
            await self._tables.change(table, **changes)
        return table

    async def deal_against_computers(self, new: NewTable, computers: int | None = None) -> Table:
        """Deal a private game at one press, with the seats given, or else with so many computers.

        Raises PracticeFull for somebody who plays enough of them.
        """
        game = self._tables.games[new.game_key]
        seats = new.seats or lobby_rules.with_computers_only(
            new.person, game, self._chance, computers
        )
        # One at a time, so that two simultaneous presses don't both find room for one more.
        async with self._practice:
            if await self._tables.store.applied(new.interaction_id) is None:
                await self._demand_room_for_practice(new.person.id)
            return await self.open_and_deal(replace(new, seats=seats))

    async def _demand_room_for_practice(self, person: int) -> None:
        found = await self._tables.store.tables_of(person, NO_SERVER, ["playing"])
        if len(found) >= MOST_PRACTICE:
            raise PracticeFull(briefs(found))

    def _dealt(self, table: Table, interaction_id: int) -> tuple[Match, Step]:
        """Return the deal of a table that hasn't begun; raise Trouble for what doesn't fit."""
        game = lobby_rules.game_of(table)
        count = len(table.seats)
        if count not in game.info.seats:
            raise Trouble(
                _("This game is for {fewest} to {most} players. Invite someone or add a computer."),
                fewest=min(game.info.seats),
                most=max(game.info.seats),
            )
        try:
            return Match.deal(
                game,
                self._tables.game_json(table),
                count,
                table.options,
                self._tables.dealers(table.deal_key(interaction_id), 0),
            )
        except BadOptions as error:
            raise Trouble(str(error)) from error

    async def _as_it_begins(self, table: Table) -> list[Seat]:
        """Return the seats of a lobby with who has them as the game begins.

        In a rematch everybody is back in their old place, unless nothing is left of that game.
        """
        seats: Sequence[Seat] = table.seats
        if table.rematch_of is not None:
            with contextlib.suppress(NoTable):
                before = await self._tables.get(table.rematch_of)
                seats = lobby_rules.in_old_places(seats, before.seats)
        return _first_on(seats)

    async def choose(
        self, table_id: str, person_id: int, **settings: Unpack[HostSettings]
    ) -> Table:
        """Change settings of a table, as its host; but for `IN_PLAY`, only until it begins.

        Raises Trouble for anybody but the host, and once it is too late.
        """
        async with self._tables.held(table_id) as table:
            if not settings.keys() <= IN_PLAY:
                lobby_rules.game_of(table)
            if table.host != person_id:
                raise Trouble(HOST_ONLY)
            if table.over:
                raise Trouble(OVER)
            if any(getattr(table, name) != value for name, value in settings.items()):
                await self._tables.change(table, **settings)
        return table

    async def invite(
        self, table_id: str, person_id: int, people: Collection[int]
    ) -> tuple[Table, list[int]]:
        """Invite people to a table, as its host; return those who weren't yet, in the order given.

        Raises Trouble for anybody but the host, and if somebody can't come.
        """
        async with self._tables.held(table_id) as table:
            if table.host != person_id or table.night_id is not None:
                raise Trouble(HOST_ONLY)
            new = [
                person
                for person in dict.fromkeys(people)
                if person not in table.invited and not table.sits(person)
            ]
            invited = lobby_rules.with_invited(table, new)
            if await self._tables.servers.blocked(table.guild_id, new):
                raise Trouble(_("Somebody you picked can't take part in games on this server."))
            if new:
                await self._tables.change(table, invited=invited)
        return table, new

    # Once the game is over

    async def rematch(
        self,
        table_id: str,
        person: Person,
        *,
        interaction_id: int,
        guild_id: int,
        channel_id: int,
        parent_id: int | None = None,
        by_manager: bool = False,
    ) -> Table:
        """Open a lobby with the same options and computers, or join the one that is open already.

        Whoever asks first is host. Everybody else gets a seat by asking as well, or by joining.
        Raises Trouble if the rematch was called off.
        """
        async with self._tables.held(table_id) as table:
            rematch = await self.open(
                NewTable(
                    **settings_of(table),
                    game_key=table.game_key,
                    guild_id=guild_id,
                    channel_id=channel_id,
                    parent_id=parent_id,
                    by_manager=by_manager,
                    invited=lobby_rules.invited_again(table),
                    person=person,
                    options=table.options,
                    interaction_id=interaction_id,
                    language=table.language,
                    seats=lobby_rules.seats_again(table, person),
                    rematch_of=table.id,
                )
            )
        if rematch.phase == "cancelled":
            raise Trouble(_("The rematch was called off. Open a new table instead."))
        if rematch.phase == "lobby" and not rematch.sits(person.id):
            await self.join(rematch.id, person, interaction_id)
        return rematch


def _too_many(most: int | None) -> Trouble:
    """Return why somebody can't open one more table."""
    return Trouble(
        _(
            "You have {most} open tables on this server, and that's the most. "
            "Finish or end one first: `/me games` lists them."
        ),
        most=most,
    )


def _first_on(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats, noting who sits there as the game begins."""
    return [replace(seat, first=seat.person) for seat in seats]
