"""What is a person's own: their games everywhere, their clock, reminders, and name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.text import marked as _
from bot.tables.quiet_hours import OwnClock
from bot.tables.trouble import Trouble
from bot.tables.who_sits import briefs
from bot.ui.actions.own_zone import keep_clock
from bot.ui.actions.tables.ahead import all_ahead
from bot.ui.pages import routes
from bot.ui.pages.page import Button, Page
from bot.ui.pages.tables import my_tables
from bot.ui.pages.tables.reading_page import TIPS_AGAIN, reading_page
from bot.ui.posting.replies import show, wording_of
from bot.ui.posting.tables.next_tables import NextTables
from bot.ui.services import Interaction, Services
from storage.rows import Reminders


class Me:
    """What people can do about what is their own. Every method answers, or raises Trouble."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._store = services.tables.store
        self._next_tables = NextTables(services)

    async def games(self, interaction: Interaction, page: int = 0) -> None:
        """List the tables where the person sits, on all servers."""
        await show(interaction, await self._games(interaction, page))

    # The clock

    async def clock(
        self, interaction: Interaction, zone: str | None, start: str | None, end: str | None
    ) -> None:
        """Show the time zone and the quiet hours of a person, or set them first."""
        row = await self._services.tables.people.row(interaction.user.id)
        new = my_tables.with_clock(row, zone, start, end, wording_of(interaction))
        if new != row:
            await keep_clock(self._services, new)
        await self._show_clock(interaction)

    async def forget_quiet_hours(self, interaction: Interaction) -> None:
        """Forget the person's quiet hours."""
        row = await self._services.tables.people.row(interaction.user.id)
        await keep_clock(self._services, replace(row, quiet_from=None, quiet_to=None))
        await self._show_clock(interaction)

    async def forget_clock(self, interaction: Interaction) -> None:
        """Forget the person's time zone and quiet hours."""
        await keep_clock(self._services, OwnClock(interaction.user.id))
        await self._show_clock(interaction)

    async def _show_clock(self, interaction: Interaction) -> None:
        tables = self._services.tables
        row = await tables.people.row(interaction.user.id)
        await show(interaction, my_tables.clock_page(row, tables.now(), wording_of(interaction)))

    # Whom they would rather not be seated with

    async def apart(self, interaction: Interaction, person: int | None) -> None:
        """Show whom the person would rather not be seated with, or add somebody first."""
        others = await self._store.people.apart(interaction.user.id)
        await self.set_apart(interaction, others if person is None else [*others, person])

    async def set_apart(self, interaction: Interaction, others: Sequence[int]) -> None:
        """Keep whom the person would rather not be seated with, if that has changed; show them.

        Raises Trouble if these are too many, or the person themselves.
        """
        store, person = self._store, interaction.user.id
        if person in others:
            raise Trouble(_("Pick other people, not yourself."))
        if len({*others}) > my_tables.MOST_APART:
            raise Trouble(_("You can pick up to {most} people."), most=my_tables.MOST_APART)
        if {*others} != {*await store.people.apart(person)}:
            await store.people.save_apart(person, others)
        found = await store.people.apart(person)
        await show(interaction, my_tables.apart_page(found, wording_of(interaction)))

    # Reminders, and standings

    async def reminders(self, interaction: Interaction, where: Reminders | None) -> None:
        """Show where the person is reminded of game nights, or choose that first."""
        chosen = where or await self._store.people.reminders(interaction.user.id)
        await self.set_reminders(interaction, chosen)

    async def set_reminders(self, interaction: Interaction, where: Reminders) -> None:
        """Choose where the person is reminded of game nights."""
        if where != await self._store.people.reminders(interaction.user.id):
            await self._store.people.save_reminders(interaction.user.id, where)
        await self._services.note_language(interaction)
        await show(interaction, my_tables.reminders_page(where, wording_of(interaction)))

    async def hide(self, interaction: Interaction, hidden: bool) -> None:
        """Hide the person's name from others in standings, or show it again."""
        await self._store.results.hide(interaction.user.id, hidden)
        await show(interaction, my_tables.hide_page(hidden, wording_of(interaction)))

    # How they read

    async def text(self, interaction: Interaction) -> None:
        """Show whether the person reads words or sees pictures."""
        words = await self._services.tables.readers.reads_words(interaction.user.id)
        await show(interaction, reading_page(words, wording_of(interaction)))

    async def read(self, interaction: Interaction, choice: str) -> None:
        """Choose words or pictures from now on, or ask for tips in every game."""
        services, person = self._services, interaction.user.id
        if choice == "tips":
            await services.tables.readers.say(person, services.games, False)
            words = await services.tables.readers.reads_words(person)
            page = reading_page(words, wording_of(interaction), TIPS_AGAIN)
            await show(interaction, page)
            return
        await services.tables.readers.prefer(person, choice == "words")
        await self.text(interaction)

    async def _games(self, interaction: Interaction, page: int) -> Page:
        services, person, wording = self._services, interaction.user.id, wording_of(interaction)
        found = briefs(await self._store.tables_of(person))
        moved = await self._store.last_moves([table.id for table in found])
        row = await services.tables.people.row(person)
        # What the button to the next of them counts: no private game waits, nor one where what is
        # set is about to be played.
        waits = {each.table.id: each for each in await self._next_tables.waiting(person)}
        ahead = {
            table.id: said
            for table, said in await all_ahead(services, person, str(interaction.locale))
        }
        entries: list[my_tables.Entry] = []
        for table in found:
            server = services.server_name(table.guild_id) if table.on_server else None
            game = services.title_of(table.game_key, wording)
            said = (table, person, game, server, moved.get(table.id), waits.get(table.id), wording)
            entries.append(my_tables.entry(*said, ahead=ahead.get(table.id, "")))
        next_table = await self._next_tables.button(interaction, wording)
        calls = Button(routes.MY_CALLS(), wording.gettext("My calls"))
        seats = (None if table.asleep else table.mine(person) for table in found)
        played_for = any(seat is not None and seat.away for seat in seats)
        now = services.tables.now()
        away = my_tables.Days(row.away_from, row.away_until, now, played_for)
        shown = my_tables.games_page(entries, page, wording, next_table, calls, away)
        return shown.with_foot(services.announcement.text())
