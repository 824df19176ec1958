"""All tables, and what can be done at them: every entry point leads to the methods here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Unpack

from bot.engine.chance import commitment
from bot.engine.computer import Level
from bot.engine.game import BadOptions, Pick
from bot.engine.match import Match, NotAsked, NotLegal, Step
from bot.engine.text import marked as _
from bot.tables import lobby_rules
from bot.tables.clock import DAY
from bot.tables.dealers import Dealers, live, new_secret
from bot.tables.new_table import NewTable
from bot.tables.saving import SavedTables
from bot.tables.seat import Person, Seat
from bot.tables.seat_rules import by_computer, by_person, host_with, put
from bot.tables.table import Table
from bot.tables.table_cache import seat_rows, table_event_of
from bot.tables.table_event import TableEvent
from bot.tables.trouble import (
    HostOnly,
    NoTable,
    NotAtTable,
    NotBegun,
    NotPossible,
    NotSaved,
    NotYourTurn,
    Over,
    Paused,
    Stale,
    Trouble,
    WasForgotten,
)
from storage.errors import AlreadyDone, TooManyOpen, WriteRefused
from storage.forget import Forgotten
from storage.rows import NO_SERVER, Pace, Whereabouts, settings_of
from storage.store import Store

LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
UNTOUCHED_DAYS = 7
MOST_PRACTICE = 2
"""How many games a person may play alone against computers at once on a server, and as many outside
of servers."""

log = logging.getLogger(__name__)


class Tables(SavedTables):
    """Opens tables and changes them: one lock a table, one transaction a change.

    What a method returned from is on disk. What it raised Trouble for has changed nothing.
    """

    def __init__(
        self,
        store: Store,
        *,
        dealers: Dealers | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Take the storage, who deals, and a clock in seconds since 1970."""
        super().__init__(store, now)
        self._dealers = dealers or live()
        self._chance = random.SystemRandom()
        self._practice = asyncio.Lock()

    # The lobby

    async def open(self, new: NewTable) -> Table:
        """Open a table with its host on the first seat, or with others who sit there already.

        Raises Trouble if the host has too many open, and NotSaved if it wasn't stored.
        """
        most = await self.servers.demand_may_open(new)
        table = await self._made(new)
        row = self._cache.row(table, state=None)
        try:
            await self.store.open_table(row, seat_rows(table), invited=table.invited, most=most)
        except AlreadyDone as done:
            return await self.get(done.table_id)
        except TooManyOpen as error:
            raise _too_many(most) from error
        except WriteRefused as error:
            raise NotSaved from error
        self._cache.keep(table)
        self.tell(table)
        return table

    async def open_and_deal(self, new: NewTable) -> Table:
        """Open a table with everybody on their seats, deal and begin: one transaction for all.

        Raises Trouble if the host has too many open.
        """
        most = await self.servers.demand_may_open(new)
        table = await self._made(new)
        match, step = self._dealt(table, new.interaction_id)
        seats = _first_on(table.seats)
        try:
            await self.save_step(
                table, match, step, new.interaction_id, seats=seats, opens=True, most_open=most
            )
        except AlreadyDone as done:
            return await self.get(done.table_id)
        except TooManyOpen as error:
            raise _too_many(most) from error
        self._cache.keep(table)
        self.tell(table)
        return table

    async def _made(self, new: NewTable) -> Table:
        """Return a table as it is opened, which isn't saved yet."""
        game = self.games[new.game_key]
        now = self.now()
        secret = new_secret()
        settings = settings_of(new)
        settings["move_time"] = lobby_rules.time_for(new.pace, new.move_time or None)
        return Table(
            **settings,
            id=await self._free_id(),
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
            _secret=secret.hex(),
        )

    async def join(self, table_id: str, person: Person, interaction_id: int | None = None) -> Table:
        """Take the next seat. With the last one the game begins, if that was chosen.

        It begins by the interaction, which is needed for that; done again it changes nothing.
        """
        async with self._cache.held(table_id) as table:
            await self.servers.demand_not_blocked(table.guild_id, person.id)
            await self.demand_not_forgotten(table_id, person.id)
            table_events = [table_event_of(row) for row in await self.store.table_events(table_id)]
            try:
                seats = lobby_rules.with_person(table, person, table_events)
            except Trouble:
                if interaction_id and await self.store.applied(interaction_id) == table_id:
                    return table
                raise
            full = replace(table, seats=seats)
            dealt = None
            if interaction_id is not None and lobby_rules.starts_now(full):
                # Where the options don't suit that many players, the host has to change them.
                with contextlib.suppress(Trouble):
                    dealt = self._dealt(full, interaction_id)
            if dealt is None:
                await self.change(table, seats=seats)
                return table
            await self.save_step(table, *dealt, interaction_id, seats=_first_on(seats))
        self.tell(table)
        return table

    async def demand_not_forgotten(self, table_id: str, person_id: int) -> None:
        """Raise Trouble for somebody who was at a table before they were forgotten.

        They know a hand there, or were taken off, and nobody could tell any more.
        """
        if await self.store.was_forgotten_at(table_id, person_id):
            raise WasForgotten

    async def leave(self, table_id: str, person_id: int) -> Table:
        """Give up a seat in the lobby; the host's part passes on, the last one cancels the table.

        In play it is refused: `TableVerbs.leave` is for that.
        """
        async with self._cache.held(table_id) as table:
            await self.change(table, **lobby_rules.without_person(table, person_id))
        return table

    async def add_computer(
        self, table_id: str, person_id: int, level: Level, *, revision: int | None = None
    ) -> Table:
        """Seat a computer player. Anyone who sits there may ask for one.

        `revision` is that of the table that was asked about; None asks about the newest.
        """
        async with self._cache.held(table_id) as table:
            seats = lobby_rules.with_computer(table, person_id, level, revision, self._chance)
            await self.change(table, seats=seats)
        return table

    async def remove_computer(
        self, table_id: str, person_id: int, number: int, *, revision: int | None = None
    ) -> Table:
        """Take away the computer player of this number (a `Seat.person`). Anyone there may."""
        async with self._cache.held(table_id) as table:
            seats = lobby_rules.without_computer(table, person_id, number, revision)
            await self.change(table, seats=seats)
        return table

    async def set_pace(self, table_id: str, person_id: int, pace: Pace) -> Table:
        """Set the pace of a table that hasn't begun, with the usual time for a move.

        Raises HostOnly for anybody but the host.
        """
        async with self._cache.held(table_id) as table:
            lobby_rules.game_of(table)
            if table.host != person_id:
                raise HostOnly
            await self.change(table, pace=pace, move_time=lobby_rules.time_for(pace, None))
        return table

    async def start(self, table_id: str, person: Person, interaction_id: int) -> Table:
        """Deal and begin.

        Raises HostOnly for anybody but the host, and Trouble naming what doesn't fit.
        """
        async with self._cache.held(table_id) as table:
            if table.phase == "playing":
                if await self.store.applied(interaction_id) == table.id:
                    return table
                raise Trouble(_("The game has already begun."))
            lobby_rules.game_of(table)
            if table.host != person.id:
                raise HostOnly
            match, step = self._dealt(table, interaction_id)
            seats = _first_on(table.seats)
            await self.save_step(table, match, step, interaction_id, seats=seats)
        self.tell(table)
        return table

    async def deal_against_computers(self, new: NewTable) -> Table:
        """Open a table, seat computers with the one person there, deal and begin, at one press."""
        game = self.games[new.game_key]
        seats = lobby_rules.with_computers_only(new.person, game, self._chance)
        # One at a time, so that two simultaneous presses don't both find room for one more.
        async with self._practice:
            if await self.store.applied(new.interaction_id) is None:
                await self._demand_room_for_practice(new)
            return await self.open_and_deal(replace(new, seats=seats))

    async def _demand_room_for_practice(self, new: NewTable) -> None:
        """Raise Trouble for somebody who plays alone against computers at enough tables here."""
        person = new.person.id
        found = [
            head
            for head, seats in await self.store.tables_of(person, new.guild_id, ["playing"])
            if head.opener == person
            and not head.asleep
            and head.night_id is None
            and all(seat.level is not None or seat.person == person for seat in seats)
        ]
        if len(found) >= MOST_PRACTICE:
            text = _(
                "You're playing {most} games against computers on this server already. "
                "Finish or end one first: `/me games` lists them."
            )
            if new.guild_id == NO_SERVER:
                text = _(
                    "You're playing {most} games against computers outside of servers already. "
                    "Finish or end one first: `/me games` lists them."
                )
            raise Trouble(text, most=MOST_PRACTICE)

    def _dealt(self, table: Table, interaction_id: int) -> tuple[Match, Step]:
        """Return the deal of a table that hasn't begun; raise Trouble for what doesn't fit."""
        game = lobby_rules.game_of(table)
        count = len(table.seats)
        if count not in game.info.seats:
            raise Trouble(
                _("{title} needs {fewest} to {most} players. Invite someone or add a computer."),
                title=game.info.title,
                fewest=min(game.info.seats),
                most=max(game.info.seats),
            )
        try:
            return Match.deal(
                game,
                self._cache.game_json[table.game_key],
                count,
                table.options,
                self._dealers(table.deal_key(interaction_id), 0),
            )
        except BadOptions as error:
            raise Trouble(str(error)) from error

    # The game

    async def play(
        self,
        table_id: str,
        person: Person,
        pick: Pick,
        *,
        question_number: int | None = None,
        interaction_id: int,
    ) -> Table:
        """Play a move: seat, turn, question and legality are checked under the lock.

        `question_number` is the question that a control was drawn for; a command passes None and
        answers the one that stands. An interaction that was applied before is not applied again.
        Raises Trouble if a check fails.
        """
        async with self._cache.held(table_id) as table:
            seat = table.seat_of(person.id)
            if seat is None:
                raise NotAtTable
            if table.phase == "lobby":
                raise NotBegun
            try:
                step = self._propose(table, seat, pick, question_number)
            except Trouble:
                if await self.store.applied(interaction_id) == table.id:
                    return table
                raise
            assert table._match is not None
            seats, table_events = by_person(table, seat, person)
            host = host_with(table, person.id)
            if not await self.save_step(
                table,
                table._match,
                step,
                interaction_id,
                seats=seats,
                table_events=table_events,
                host=host,
            ):
                return table
        self.tell(table)
        return table

    async def play_for_computer(
        self, table_id: str, seat: int, pick: Pick, *, question_number: int
    ) -> Table:
        """Play the move of a computer, its own or a person's who is away; checked like any.

        `question_number` is the question that it has thought about. Raises Trouble if it isn't that
        seat's turn any more.
        """
        async with self._cache.held(table_id) as table:
            if not 0 <= seat < len(table.seats) or table.seats[seat].mind is None:
                raise NotAtTable
            if table.asleep:
                raise NotYourTurn
            step = self._propose(table, seat, pick, question_number)
            assert table._match is not None
            seats = by_computer(table, seat)
            await self.save_step(table, table._match, step, None, seats=seats)
        self.tell(table)
        return table

    def _propose(self, table: Table, seat: int, pick: Pick, question_number: int | None) -> Step:
        if table.phase != "playing" or table._match is None:
            raise Over
        if table.paused:
            raise Paused
        match = table._match
        if question_number is not None and question_number != table.question_number(seat):
            raise Stale
        if seat not in match.to_act():
            raise NotYourTurn
        action = pick(match.view(seat), match.legal(seat))
        try:
            return match.propose(seat, action, self._dealers(table.deal_key(), table._drawn))
        except NotAsked as error:
            raise NotYourTurn from error
        except NotLegal as error:
            raise NotPossible from error

    # Where things are

    async def rename(self, table_id: str, person: Person) -> None:
        """Change a person's name on their seat."""
        async with self._cache.held(table_id) as table:
            seat = table.seat_of(person.id)
            if seat is None or table.over or table.seats[seat].name == person.name:
                return
            mine = replace(table.seats[seat], name=person.name)
            await self.change(table, seats=put(table, seat, mine))

    async def save_whereabouts(self, table_id: str, **found: Unpack[Whereabouts]) -> None:
        """Save where a table's messages are."""
        await self.store.save_whereabouts(table_id, **found)
        table = self._cache.loaded(table_id)
        if table is not None:
            table.lie_at(found)
        if "asleep" in found:
            # Nobody's time goes by at a table that sleeps.
            with contextlib.suppress(NoTable):
                self.tell(await self.get(table_id))

    async def wake(self, table_id: str, person_id: int, channel_id: int) -> Table:
        """Let the table go on in a channel, called by someone who sits there.

        Raises NotAtTable for anybody else.
        """
        table = await self.get(table_id)
        if table.seat_of(person_id) is None:
            raise NotAtTable
        await self.save_whereabouts(
            table_id,
            place_id=channel_id,
            board_id=None,
            board_revision=-1,
            end_id=None,
            ping_id=None,
            asleep=False,
        )
        self.tell(table)
        return table

    async def sleep_guild(self, guild_id: int) -> None:
        """Put all tables of a server to sleep at once, since the bot isn't there any more."""
        asleep = await self.store.sleep_guild(guild_id)
        for table_id in asleep:
            table = self._cache.loaded(table_id)
            if table is not None:
                table.lie_at({"asleep": True})
        for table_id in asleep:
            with contextlib.suppress(NoTable):
                self.tell(await self.get(table_id))

    async def sweep(self, keep_days: int | None = None) -> None:
        """Close the lobbies and put away the deserted tables that nobody touched for a week.

        Forget old tables if the settings say so.
        """
        for guild_id in await self.servers.sweep():
            self._cache.drop_guild(guild_id)
        await self.store.tidy()
        now = self.now()
        before = now - UNTOUCHED_DAYS * DAY
        stale = await self.store.stale_lobbies(before) + await self.store.deserted(before)
        for table_id in stale:
            try:
                async with self._cache.held(table_id) as table:
                    if table.touched_at < before:
                        await self._put_away(table)
            except Trouble as trouble:
                log.warning("table %s: not swept: %s", table_id, trouble)
        if keep_days is not None:
            gone = await self.store.prune(now - keep_days * DAY)
            await self.store.prune_results(now - keep_days * DAY)
            self._cache.drop_over(now - keep_days * DAY)
            log.info("deleted %d tables that ended more than %d days ago", gone, keep_days)

    async def forget(self, person_id: int, names: Collection[str]) -> Forgotten:
        """Remove a person from everything that is kept, also in memory; `names` are what they are
        called.

        They sit at no table that isn't over. Whoever was changing a table meanwhile may have saved
        it with them once more, so repeat this until nothing names them.
        """
        forgotten = await self.store.forget(person_id, names)
        self.people.forget(person_id)
        await self._cache.drop_rewritten(forgotten.tables)
        return forgotten

    async def _put_away(self, table: Table) -> None:
        """Close a lobby, or put a table that all people have left to sleep."""
        if table.phase == "lobby":
            await self.change(table, phase="cancelled")
        elif table.phase == "playing" and table.deserted() and not table.asleep:
            table_events = await self.store.table_events(table.id)
            if not table_events or table_events[-1].what != "archived":
                await self.change(table, [TableEvent("archived", "clock")])
            await self.save_whereabouts(table.id, asleep=True)

    async def _free_id(self) -> str:
        while True:
            table_id = "".join(self._chance.choice(LETTERS) for _ in range(5))
            if await self.store.table(table_id) is None:
                return table_id


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
