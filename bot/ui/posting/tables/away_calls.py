"""What becomes of a call whose person has gone away since: it leads them back until they are."""

from __future__ import annotations

from collections.abc import Callable

from bot.nights.night import Night
from bot.nights.pilot import left_alone
from bot.tables.table import Table
from bot.ui.pages.page import Page
from bot.ui.pages.tables.ping import away_row, away_text, mentioned
from bot.ui.posting.kept_messages import change, mentioning, take_down
from bot.ui.posting.tables.left_tables import face_now
from bot.ui.posting.tables.pings import PostedPing
from bot.ui.services import Services


class AwayCalls:
    """Takes outdated calls down, and keeps those of people for whom a computer plays.

    An edit notifies nobody, but whoever opens the call of before finds the way back there.
    """

    def __init__(self, services: Services, schedule: Callable[[str], object]) -> None:
        """`schedule` has a table looked after again."""
        self._services = services
        self._schedule = schedule
        self._said: dict[str, frozenset[tuple[str, int | None, int]]] = {}
        """At which tables of each night whose seats are kept until when, and when computers finish
        a whole game, as far as this process has seen.
        """
        services.nights.listeners.append(self._night_changed)

    def _night_changed(self, night: Night) -> None:
        """Look after the tables again whose calls say until when seats are kept, or when computers
        finish the game.
        """
        minded = () if night.playing is None else night.playing.seating.minded
        said = frozenset((each.table, each.person, each.until) for each in minded)
        said |= {(table, None, at) for table, at in self._finished_at(night).items()}
        changed = said ^ self._said.pop(night.id, frozenset())
        if said:
            self._said[night.id] = said
        for table in {table for table, _person, _at in changed}:
            self._schedule(table)

    def _finished_at(self, night: Night) -> dict[str, int]:
        """Return when computers finish each game of a night from which all are away."""
        return left_alone(night, self._services.nights.pace_of(night))

    async def behind(self, table: Table, ping: PostedPing) -> bool:
        """Tell whether a call of a table is outdated, or says what isn't so any more."""
        for text in ping.away.values():
            if await self._text(table, mentioned(text)) != text:
                return True
        return bool(ping.outdated)

    async def settle(self, table: Table, ping: PostedPing) -> None:
        """Have each call that isn't the newest say what is so, or take it down."""
        gone = {seat.person for seat in table.seats if seat.absent}
        newest = ping.named if ping.id is not None else frozenset[int]()
        for message_id, people in [*ping.outdated.items()]:
            if message_id not in ping.outdated:
                # It was seen to meanwhile, when there was time for it.
                continue
            known = newest.union(*map(mentioned, ping.away.values()))
            await self._show(table, ping, message_id, people & gone - known)
            ping.outdated.pop(message_id, None)
        for message_id, text in [*ping.away.items()]:
            if await self._text(table, mentioned(text)) != text:
                await self._show(table, ping, message_id, mentioned(text))

    async def _show(
        self, table: Table, ping: PostedPing, message_id: int, people: frozenset[int]
    ) -> None:
        assert table.place_id is not None
        bot, text = self._services.bot, await self._text(table, people)
        came = "gone"
        if text:
            row = away_row(table.face(), people, self._services.wording(table))
            message = bot.get_partial_messageable(table.place_id).get_partial_message(message_id)
            view = Page("", rows=(row,) if row else ()).view()
            edit = message.edit(content=text, view=view, allowed_mentions=mentioning(people))
            came = await change(edit)
        if came == "done":
            ping.away[message_id] = text
        else:
            await take_down(bot, table.place_id, message_id)
            ping.away.pop(message_id, None)
        ids = " ".join(map(str, ping.away))
        if table.away_ids != ids:
            await self._services.tables.save_whereabouts(table.id, away_ids=ids)

    async def _text(self, table: Table, people: frozenset[int]) -> str:
        kept = dict[int, int]()
        if table.night_id is not None:
            night = await self._services.nights.get(table.night_id)
            minded = () if night.playing is None else night.playing.seating.minded
            kept = {each.person: each.until for each in minded if each.table == table.id}
        face = await face_now(self._services, table)
        return away_text(face, people, kept, self._services.wording(table))
