"""The room where all tables stand. Every door of the house leads to the methods here."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Unpack

from bot.engine.computer import Level
from bot.engine.game import Action, AnyGame, BadOptions, Options
from bot.engine.match import Match, NotAsked, NotLegal, StaleQuestion, Step
from bot.engine.text import marked as _
from bot.engine.views import PrivateView, PublicView, SeatView
from bot.tables import lobby
from bot.tables.dealers import Dealers, live
from bot.tables.shelf import Shelf
from bot.tables.table import Person, Seat, Table
from bot.tables.trouble import (
    HostOnly,
    NotAtTable,
    NotBegun,
    NotPossible,
    NotSaved,
    NotYourTurn,
    Over,
    Stale,
    Trouble,
)
from storage.errors import WriteRefused
from storage.rows import LogRow, Phase, SeatRow, Whereabouts
from storage.store import AlreadyDone, Store

LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
LOBBY_DAYS = 7
DAY = 24 * 60 * 60

Pick = Callable[[SeatView[PublicView, PrivateView], list[Any]], Action]
"""Chooses one of the legal actions, under the lock; raises Trouble if none is meant."""

log = logging.getLogger(__name__)


class Tables:
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
        self.store = store
        self.listeners: list[Callable[[Table], None]] = []
        self._shelf = Shelf(store)
        self._dealers = dealers or live()
        self._now = now
        self._chance = random.SystemRandom()

    @property
    def games(self) -> dict[str, AnyGame]:
        """Return the games by their keys."""
        return self._shelf.games

    def add_game(self, game: AnyGame) -> None:
        """Make a game known; its cog does so when it is loaded."""
        self._shelf.add_game(game)

    async def get(self, table_id: str) -> Table:
        """Return a table to read; raise NoTable."""
        return await self._shelf.get(table_id)

    # The lobby

    async def open(
        self,
        game_key: str,
        *,
        guild_id: int,
        channel_id: int,
        person: Person,
        options: Options,
        interaction_id: int,
        language: str,
    ) -> Table:
        """Open a table with its host on the first seat. The same interaction opens it once."""
        game = self.games[game_key]
        now = self._seconds()
        table = Table(
            id=await self._free_id(),
            game=game,
            game_key=game_key,
            rules_version=game.info.rules_version,
            options=options,
            phase="lobby",
            host=person.id,
            seats=[Seat(person.id, person.name)],
            language=language,
            guild_id=guild_id,
            channel_id=channel_id,
            opened_by=interaction_id,
            opened_at=now,
            touched_at=now,
        )
        try:
            await self.store.open_table(self._shelf.row(table, state=None), _seat_rows(table))
        except AlreadyDone as done:
            return await self.get(done.table_id)
        except WriteRefused as error:
            raise _not_saved(table, error) from error
        self._shelf.keep(table)
        self._tell(table)
        return table

    async def join(self, table_id: str, person: Person) -> Table:
        """Take the next seat."""
        async with self._shelf.held(table_id) as table:
            await self._change_lobby(table, seats=lobby.with_person(table, person))
        return table

    async def leave(self, table_id: str, person_id: int) -> Table:
        """Give up a seat in the lobby; the host's part passes on, the last one closes the table."""
        async with self._shelf.held(table_id) as table:
            seats, host = lobby.without_person(table, person_id)
            if host is None:
                await self._change_lobby(table, phase="cancelled")
            else:
                await self._change_lobby(table, seats=seats, host=host)
        return table

    async def add_computer(
        self, table_id: str, person_id: int, level: Level, *, seq: int | None = None
    ) -> Table:
        """Seat a computer player. Anyone who sits there may ask for one.

        `seq` is the revision of the table that was asked about; None asks about the newest.
        """
        async with self._shelf.held(table_id) as table:
            seats = lobby.with_computer(table, person_id, level, seq, self._chance)
            await self._change_lobby(table, seats=seats)
        return table

    async def remove_computer(
        self, table_id: str, person_id: int, number: int, *, seq: int | None = None
    ) -> Table:
        """Take away the computer player of this number (a `Seat.person`). Anyone there may."""
        async with self._shelf.held(table_id) as table:
            seats = lobby.without_computer(table, person_id, number, seq)
            await self._change_lobby(table, seats=seats)
        return table

    async def cancel(self, table_id: str, person_id: int) -> Table:
        """End a table in the lobby or in play without a result. Only the host may."""
        async with self._shelf.held(table_id) as table:
            if table.phase in ("finished", "cancelled"):
                raise Over
            if table.host != person_id:
                raise HostOnly
            await self._change_lobby(table, phase="cancelled")
        return table

    async def start(self, table_id: str, person: Person, interaction_id: int) -> Table:
        """Deal and begin. Only the host may; what doesn't fit is named."""
        async with self._shelf.held(table_id) as table:
            if table.phase == "playing":
                if await self.store.applied(interaction_id) == table.id:
                    return table
                raise Trouble(_("The game has begun already."))
            game = lobby.game_of(table)
            if table.host != person.id:
                raise HostOnly
            seats = len(table.seats)
            if seats not in game.info.seats:
                raise Trouble(
                    _("{title} is for {fewest} to {most} people; {seats} sit here now."),
                    title=game.info.title,
                    fewest=min(game.info.seats),
                    most=max(game.info.seats),
                    seats=seats,
                )
            try:
                match, step = Match.deal(
                    game,
                    self._shelf.forms[table.game_key],
                    seats,
                    table.options,
                    self._dealers(0),
                )
            except BadOptions as error:
                raise Trouble(str(error)) from error
            await self._save(table, match, step, interaction_id)
        self._tell(table)
        return table

    # The game

    async def act(
        self,
        table_id: str,
        person: Person,
        pick: Pick,
        *,
        ask: int | None = None,
        interaction_id: int,
    ) -> Table:
        """Play a move: seat, turn, question and legality are checked under the lock.

        `ask` is the question that a control was drawn for; a command passes None and answers the
        one that stands. An interaction that was applied before is not applied again.
        """
        async with self._shelf.held(table_id) as table:
            seat = table.seat_of(person.id)
            if seat is None:
                raise NotAtTable
            if table.phase == "lobby":
                raise NotBegun
            try:
                step = self._propose(table, seat, pick, ask)
            except Trouble:
                if await self.store.applied(interaction_id) == table.id:
                    return table
                raise
            table.seats[seat].name = person.name
            assert table._match is not None
            if not await self._save(table, table._match, step, interaction_id):
                return table
        self._tell(table)
        return table

    async def act_computer(self, table_id: str, seat: int, pick: Pick, *, ask: int) -> Table:
        """Play the move of a computer player; all is checked as for a person.

        `ask` is the question that it has thought about.
        """
        async with self._shelf.held(table_id) as table:
            if not 0 <= seat < len(table.seats) or table.seats[seat].level is None:
                raise NotAtTable
            step = self._propose(table, seat, pick, ask)
            assert table._match is not None
            await self._save(table, table._match, step, None)
        self._tell(table)
        return table

    def _propose(self, table: Table, seat: int, pick: Pick, ask: int | None) -> Step:
        if table.phase != "playing" or table._match is None:
            raise Over
        match = table._match
        if ask is not None and ask != match.ask(seat):
            raise Stale
        if seat not in match.to_act():
            raise NotYourTurn
        action = pick(match.view(seat), match.legal(seat))
        try:
            return match.propose(seat, action, self._dealers(table._drawn), ask)
        except StaleQuestion as error:
            raise Stale from error
        except NotAsked as error:
            raise NotYourTurn from error
        except NotLegal as error:
            raise NotPossible from error

    # Where things lie

    async def note(self, table_id: str, **found: Unpack[Whereabouts]) -> None:
        """Keep where a table's messages lie."""
        await self.store.note(table_id, **found)
        table = self._shelf.loaded(table_id)
        if table is not None:
            for name, value in found.items():
                setattr(table, name, value)

    async def wake(self, table_id: str, person_id: int, channel_id: int) -> Table:
        """Let the table go on in a channel, called by someone who sits there."""
        table = await self.get(table_id)
        if table.seat_of(person_id) is None:
            raise NotAtTable
        await self.note(
            table_id, place_id=channel_id, board_id=None, board_seq=-1, ping_id=None, asleep=False
        )
        self._tell(table)
        return table

    async def sweep(self, keep_days: int | None = None) -> None:
        """Cancel the lobbies that nobody touched for a week; forget old tables if so set."""
        now = self._seconds()
        before = now - LOBBY_DAYS * DAY
        for table_id in await self.store.stale_lobbies(before):
            try:
                async with self._shelf.held(table_id) as table:
                    if table.phase == "lobby" and table.touched_at < before:
                        await self._change_lobby(table, phase="cancelled")
            except Trouble as trouble:
                log.warning("table %s: not swept: %s", table_id, trouble)
        if keep_days is not None:
            gone = await self.store.prune(now - keep_days * DAY)
            log.info("forgot %d tables that were over for %d days", gone, keep_days)

    # One transaction a change

    async def _change_lobby(
        self,
        table: Table,
        *,
        seats: list[Seat] | None = None,
        host: int | None = None,
        phase: Phase | None = None,
    ) -> None:
        """Save a change that is no move, then make it; all of it or nothing."""
        before = table.seats, table.host, table.phase, table.seq, table.touched_at
        table.seats = table.seats if seats is None else seats
        table.host = table.host if host is None else host
        table.phase = table.phase if phase is None else phase
        table.seq, table.touched_at = table.seq + 1, self._seconds()
        try:
            state = table._match.sealed() if table._match else None
            row = self._shelf.row(table, state=state)
            await self.store.save_lobby(row, _seat_rows(table))
        except WriteRefused as error:
            table.seats, table.host, table.phase, table.seq, table.touched_at = before
            raise _not_saved(table, error) from error
        except BaseException:
            self._shelf.drop(table)
            raise
        self._tell(table)

    async def _save(
        self, table: Table, match: Match, step: Step, interaction_id: int | None
    ) -> bool:
        """Save a step and make it the truth; False if the interaction was applied before."""
        forms = self._shelf.forms[table.game_key]
        now = self._seconds()
        result = None if step.result is None else forms.dump_result(step.result)
        row = replace(
            self._shelf.row(table, state=step.sealed, result=result),
            phase="playing" if step.result is None else "finished",
            seq=table.seq + 1,
            touched_at=now,
        )
        seats = [
            replace(row, ask=step.asks[row.seat]) if row.seat in step.to_act else row
            for row in _seat_rows(table)
        ]
        log_row = LogRow(
            table_id=table.id,
            seq=step.seq,
            seat=step.seat,
            action="null" if step.action is None else forms.dump_action(step.action),
            draws=forms.dump_draws(step.draws),
            told=forms.dump_events(step.told),
            interaction_id=interaction_id,
            at=now,
        )
        try:
            await self.store.save_act(row, seats, log_row)
        except AlreadyDone:
            return False
        except WriteRefused as error:
            raise _not_saved(table, error) from error
        except BaseException:
            # It may be on disk and it may not: the next one who asks reads what is there.
            self._shelf.drop(table)
            raise
        if step.seat is not None:
            match.accept(step)
        table._match = match
        table._drawn += len(step.draws)
        table.phase, table.seq, table.touched_at = row.phase, row.seq, now
        table.recent.extend(each.event for each in step.told if each.audience == "all")
        return True

    async def _free_id(self) -> str:
        while True:
            table_id = "".join(self._chance.choice(LETTERS) for _ in range(5))
            if await self.store.table(table_id) is None:
                return table_id

    def _seconds(self) -> int:
        return int(self._now())

    def _tell(self, table: Table) -> None:
        for listener in self.listeners:
            try:
                listener(table)
            except Exception:
                # The change is saved; whoever shows it must not undo that.
                log.exception("table %s: a listener failed", table.id)


def _not_saved(table: Table, error: WriteRefused) -> NotSaved:
    """Tell those who run the bot why a change wasn't saved; the player is asked to try again."""
    log.error("table %s: a change was not saved: %s", table.id, error)
    return NotSaved()


def _seat_rows(table: Table) -> list[SeatRow]:
    return [
        SeatRow(table.id, number, seat.person, seat.name, None, seat.level)
        for number, seat in enumerate(table.seats)
    ]
