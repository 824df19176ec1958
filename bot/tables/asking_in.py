"""Asking to be let in at a table that is by invitation: who asks, and what its host answers.

Everybody asks once a table. Whoever isn't let in is told nothing, and reads what they read before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.engine.text import marked as _
from bot.tables import lobby_rules
from bot.tables.lobby_verbs import LobbyVerbs
from bot.tables.seat import Person, Seat
from bot.tables.table import Changes, Table
from bot.tables.table_cache import table_event_of
from bot.tables.tables import Tables
from bot.tables.trouble import HOST_ONLY, Trouble
from storage.asking_in_store import AskerRow

MOST_ASKING: Final = 25
"""How many people may wait for an answer at a table: so many can be picked from a list."""
NOT_ASKING: Final = _("They don't ask to be let in any more. Nothing was changed.")


class AskingIn:
    """Lets people ask to be let in, and hosts answer, before the game begins."""

    def __init__(self, tables: Tables, lobby_verbs: LobbyVerbs) -> None:
        self._tables = tables
        self._lobby_verbs = lobby_verbs

    async def ask(self, table_id: str, person: Person) -> Table:
        """Ask to be let in; whoever has asked before, answered or not, changes nothing.

        Raises Trouble for somebody who sits there, needs no answer, or can't come.
        """
        async with self._tables.held(table_id) as table:
            await self._tables.servers.demand_not_blocked(table.guild_id, person.id)
            await self._tables.demand_not_forgotten(table_id, person.id)
            lobby_rules.game_of(table)
            rows = await self._tables.store.table_events(table_id)
            lobby_rules.demand_not_taken_off(map(table_event_of, rows), person.id)
            if table.sits(person.id):
                raise Trouble(_("You already have a seat here."))
            if table.invites(person.id):
                raise Trouble(_("You needn't ask: press **Join**."))
            if table.has_asked(person.id):
                return table
            if len(table.asking()) >= MOST_ASKING:
                raise Trouble(_("Too many people are asking already. Write to the host."))
            ask = AskerRow(table_id, person.id, person.name, self._tables.now())
            await self._tables.change(table, askers=(*table.askers, ask))
        return table

    async def let_in(
        self, table_id: str, by: int, person_id: int, interaction_id: int
    ) -> tuple[Table, bool]:
        """Seat somebody who asks, as the host; where all seats are taken they are invited.

        With the last seat the game begins by the interaction, if that was chosen. Also tell whether
        they have a seat. Raises Trouble for anybody but the host, and if nobody asks or can't come.
        """
        async with self._tables.held(table_id) as table:
            person = self._answered(table, by, person_id)
            if await self._tables.servers.blocked(table.guild_id, [person.id]):
                raise Trouble(_("They can't take part in games on this server."))
            invited = lobby_rules.with_invited(table, [person.id])
            changes: Changes = {"askers": _without(table, person.id), "invited": invited}
            seated = lobby_rules.has_room(table)
            if seated:
                changes["seats"] = [*table.seats, Seat(person.id, person.name)]
            await self._lobby_verbs.change_seats(table, changes, interaction_id)
        return table, seated

    async def turn_down(self, table_id: str, by: int, person_id: int) -> Table:
        """Answer somebody who asks that it isn't possible this time: nobody tells them.

        Raises Trouble for anybody but the host, and if they don't ask.
        """
        async with self._tables.held(table_id) as table:
            person = self._answered(table, by, person_id)
            await self._tables.change(table, askers=_without(table, person.id))
        return table

    async def rename(self, table_id: str, person: Person) -> None:
        """Change a person's name among those who have asked."""
        async with self._tables.held(table_id) as table:
            askers = tuple(
                replace(each, name=person.name) if each.person == person.id else each
                for each in table.askers
            )
            if askers != table.askers and not table.over:
                await self._tables.change(table, askers=askers)

    @staticmethod
    def _answered(table: Table, by: int, person_id: int) -> Person:
        """Return who is answered. Raises Trouble for anybody but the host, and if nobody asks."""
        lobby_rules.game_of(table)
        if table.host != by:
            raise Trouble(HOST_ONLY)
        person = next((each for each in table.asking() if each.id == person_id), None)
        if person is None:
            raise Trouble(NOT_ASKING)
        return person


def _without(table: Table, person_id: int) -> tuple[AskerRow, ...]:
    """Return who has asked, with one of them answered."""
    return tuple(
        replace(each, answered=True) if each.person == person_id else each for each in table.askers
    )
