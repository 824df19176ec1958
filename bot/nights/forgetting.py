"""Forgetting a person: first in tables and nights that go on, then in everything that is kept."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

from bot.engine.text import marked as _
from bot.nights.ask_rules import NoAsk
from bot.nights.guest_presses import blocked
from bot.nights.night import Change, Night, NoNight, Now, Press, Rule
from bot.nights.nights import Nights
from bot.tables.seat import Person
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import Frozen, NoTable, Trouble
from storage.night_rows import RIGHT_NOW

MOST_TRIES: Final = 10
"""How often it is tried if somebody sits down somewhere again and again meanwhile."""

log = logging.getLogger(__name__)


class Forgetting:
    """Shows people what is stored about them, and forgets them."""

    def __init__(self, nights: Nights, table_verbs: TableVerbs) -> None:
        self._nights = nights
        self._tables = nights.tables
        self._verbs = table_verbs
        self._lock = asyncio.Lock()

    async def own_rows(self, person_id: int) -> dict[str, list[dict[str, Any]]]:
        """Return all that is stored about a person, by what it is. Only for that person's eyes."""
        return await self._tables.store.privacy.own_rows(person_id)

    async def seats(self, person_id: int) -> tuple[int, int]:
        """Return at how many tables somebody sits that aren't over, and at how many finished ones:
        a game that was ended without a result, as one only looked at, is none.
        """
        store = self._tables.store
        live = await store.tables_of(person_id)
        over = await store.tables_of(person_id, phases=("finished",))
        return len(live), len(over)

    async def forget(self, person_id: int, names: Collection[str]) -> bool:
        """Forget a person, who is called by `names`; False if traces go only within a day.

        What is interrupted can be started again. Raises Trouble if it couldn't be done.
        """
        async with self._lock:
            known = {*names}
            for _try in range(MOST_TRIES):
                await self._leave(person_id)
                known |= await self._forget(person_id, known)
                if not await self._named(person_id):
                    return await self._tables.store.privacy.wipe(person_id, known)
            log.warning("somebody couldn't be forgotten: they are named again and again")
            raise Trouble(_("Something changed at your tables meanwhile. Please try again."))

    async def _named(self, person_id: int) -> bool:
        store = self._tables.store
        return bool(
            await store.privacy.tables_naming(person_id)
            or await store.privacy.nights_naming(person_id)
            or await store.privacy.asks_naming(person_id)
        )

    async def _leave(self, person_id: int) -> None:
        person, store = Person(person_id, ""), self._tables.store
        for head, _seats in await self._tables.store.tables_of(person_id):
            # At a table that can't be read nobody plays, so nobody needs a computer there.
            with contextlib.suppress(NoTable, Frozen):
                await self._verbs.leave_for_good(head.id, person)
        for ask_id in await store.privacy.asks_naming(person_id):
            ask = await self._nights.asks.find(ask_id)
            if ask is not None and ask.row.host == person_id:
                await self._nights.asks.store.discard(ask_id)
        for night_id in await self._tables.store.privacy.nights_naming(person_id):
            with contextlib.suppress(NoNight):
                night = await self._nights.get(night_id)
                if night.row.state == "draft" and night.row.host == person_id:
                    await self._nights.store.discard(night_id)
                elif night.row.state in RIGHT_NOW and night.guests.find(person_id) is not None:
                    press = Press(Person(0, ""), None)
                    await self._nights.change(night_id, press, _off(person_id))

    async def _forget(self, person_id: int, names: Collection[str]) -> frozenset[str]:
        """Remove a person from all rows; return all the names they had."""
        nights = await self._tables.store.privacy.nights_naming(person_id)
        asks = await self._tables.store.privacy.asks_naming(person_id)
        forgotten = await self._tables.forget(person_id, names)
        for night_id in nights:
            # Whoever is changing it finishes that first, so that nothing is saved after it.
            with contextlib.suppress(NoNight):
                async with self._nights.held(night_id):
                    pass
        for night_id in nights:
            with contextlib.suppress(NoNight):
                self._nights.tell(await self._nights.get(night_id))
        for ask_id in asks:
            with contextlib.suppress(NoAsk):
                async with self._nights.asks.held(ask_id) as ask:
                    self._nights.asks.tell(ask)
        return forgotten.names


def _off(person: int) -> Rule:
    """Return the rule that takes somebody about to be forgotten off the list and the proposal."""
    off = blocked(person, "forgotten")

    def rule(night: Night, press: Press, now: Now) -> Change:
        change = off(night, press, now)
        proposed = night.proposal
        if proposed is not None and person in proposed.seating.seated.everybody():
            change = replace(change, night=change.night.without_proposal())
        return change

    return rule
