"""`/me …`: what belongs to a person, on every server and in direct messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.text import cleaned
from bot.engine.text import marked as _
from bot.tables.trouble import Trouble
from bot.ui.incoming.clicks import NUMBER, THINGS, UnknownControl
from bot.ui.incoming.commands_cog import CommandsCog
from bot.ui.incoming.game_commands import ANYWHERE, FOR_EVERYBODY
from bot.ui.incoming.requests import Requests
from bot.ui.pages.page import Page
from bot.ui.pages.tables import my_tables
from bot.ui.posting.replies import refuse, show, wording_of
from bot.ui.services import Interaction
from storage.rows import PersonRow, Reminders


class MeCog(CommandsCog):
    """`/me games`, `clock`, `hide`, `apart` and `reminders`."""

    prefix = my_tables.PREFIX

    def __init__(self, requests: Requests) -> None:
        self.services = requests.services
        self.group = app_commands.Group(
            name="me",
            description="Your games, your clock, your reminders, your name in standings",
            allowed_contexts=ANYWHERE,
            allowed_installs=FOR_EVERYBODY,
        )
        self.group.add_command(
            app_commands.Command(
                name="games",
                description="List your games on all servers, those waiting for you first",
                callback=self.games,
            )
        )
        self.group.add_command(
            app_commands.Command(
                name="hide",
                description="Don't show your name to others in standings",
                callback=self.hide,
            )
        )
        self.group.add_command(
            app_commands.Command(
                name="apart",
                description="Pick people you would rather not be seated with; nobody is told",
                callback=self.apart,
            )
        )
        self.group.add_command(
            app_commands.Command(
                name="reminders",
                description="Choose where I remind you of game nights",
                callback=self.reminders,
            )
        )
        clock: app_commands.Command[Any, ..., None] = app_commands.Command(
            name="clock",
            description="See or set your time zone and your quiet hours",
            callback=self.clock,
        )
        clock.autocomplete("zone")(self.zones)
        self.group.add_command(clock)
        super().__init__(requests, self.group)

    async def read(self, interaction: Interaction, parts: list[str]) -> None:
        """Do what a control stands for, given the parts of its id.

        Raises UnknownControl if it stands for nothing.
        """
        match parts:
            case ["games", page, *_] if NUMBER.fullmatch(page):
                await show(interaction, await self._games(interaction, int(page)))
            case ["clock", "quiet"]:
                row = await self.services.tables.people.row(interaction.user.id)
                await self._set(interaction, replace(row, quiet_from=None, quiet_to=None))
            case ["clock", "all"]:
                await self._set(interaction, PersonRow(interaction.user.id))
            case ["apart"] | ["apart", "nobody"]:
                await self._set_apart(interaction, [])
            case ["apart", picked] if THINGS.fullmatch(picked):
                await self._set_apart(interaction, [int(each) for each in picked.split("+")])
            case ["reminders", ("thread" | "dm") as where]:
                await self._set_reminders(interaction, where)
            case ["hide", ("yes" | "no") as said]:
                await self._hide(interaction, said == "yes")
            case _:
                raise UnknownControl

    async def games(self, interaction: Interaction) -> None:
        """List the tables where the person sits, across all servers."""
        with self.requests.answers_first.answering():
            try:
                await show(interaction, await self._games(interaction, 0))
            except Exception as error:
                await refuse(interaction, error)

    @app_commands.describe(
        zone="Where you are: a city in your time zone",
        start="Quiet hours begin at this time of day, as in 22:00",
        end="Quiet hours end at this time of day, as in 7:30",
    )
    @app_commands.rename(start="from", end="to")
    async def clock(
        self,
        interaction: Interaction,
        zone: str | None = None,
        start: str | None = None,
        end: str | None = None,
    ) -> None:
        """Show the time zone and the quiet hours of a person, or set them first."""
        with self.requests.answers_first.answering():
            try:
                row = await self.services.tables.people.row(interaction.user.id)
                new = my_tables.with_clock(row, zone, start, end)
                if new == row:
                    await self._show_clock(interaction)
                else:
                    await self._set(interaction, new)
            except Exception as error:
                await refuse(interaction, error)

    async def hide(self, interaction: Interaction) -> None:
        """Stop showing the person's name to others in standings."""
        with self.requests.answers_first.answering():
            try:
                await self._hide(interaction, True)
            except Exception as error:
                await refuse(interaction, error)

    @app_commands.describe(person="Whom to add; see all of them if you leave this out")
    async def apart(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show who the person would rather not be seated with, or add somebody first."""
        with self.requests.answers_first.answering():
            try:
                others = await self.services.tables.store.apart(interaction.user.id)
                await self._set_apart(interaction, [*others, person.id] if person else others)
            except Exception as error:
                await refuse(interaction, error)

    @app_commands.describe(where="thread: in the game night's thread · dm: by direct message")
    async def reminders(self, interaction: Interaction, where: Reminders | None = None) -> None:
        """Show where the person is reminded of game nights, or choose that first."""
        with self.requests.answers_first.answering():
            try:
                store = self.services.tables.store
                chosen = where or await store.reminders(interaction.user.id)
                await self._set_reminders(interaction, chosen)
            except Exception as error:
                await refuse(interaction, error)

    async def zones(self, interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
        """Return the time zones to choose from while somebody types."""
        found = my_tables.zone_choices(text, self.services.tables.now())
        return [app_commands.Choice(name=label, value=zone) for zone, label in found]

    async def _set(self, interaction: Interaction, row: PersonRow) -> None:
        await self.services.clocks.set_person(row)
        await self._show_clock(interaction)

    async def _show_clock(self, interaction: Interaction) -> None:
        row = await self.services.tables.people.row(interaction.user.id)
        await show(
            interaction,
            my_tables.clock_page(row, self.services.tables.now(), wording_of(interaction)),
        )

    async def _set_apart(self, interaction: Interaction, others: Sequence[int]) -> None:
        """Save who the person would rather not be seated with, if that has changed; show them."""
        store, person = self.services.tables.store, interaction.user.id
        if person in others:
            raise Trouble(_("Pick other people, not yourself."))
        if len({*others}) > my_tables.MOST_APART:
            raise Trouble(_("You can pick up to {most} people."), most=my_tables.MOST_APART)
        if {*others} != {*await store.apart(person)}:
            await store.save_apart(person, others)
        found = await store.apart(person)
        await show(interaction, my_tables.apart_page(found, wording_of(interaction)))

    async def _set_reminders(self, interaction: Interaction, where: Reminders) -> None:
        store, person = self.services.tables.store, interaction.user.id
        if where != await store.reminders(person):
            await store.save_reminders(person, where)
        await self.services.note_language(interaction)
        await show(interaction, my_tables.reminders_page(where, wording_of(interaction)))

    async def _hide(self, interaction: Interaction, hidden: bool) -> None:
        await self.services.tables.store.hide(interaction.user.id, hidden)
        await show(interaction, my_tables.hide_page(hidden, wording_of(interaction)))

    async def _games(self, interaction: Interaction, page: int) -> Page:
        services, person, wording = self.services, interaction.user.id, wording_of(interaction)
        store = services.tables.store
        found = await store.tables_of(person)
        moved = await store.last_moves([head.id for head, _seats in found])
        quiet = (await services.tables.people.quiets([person])).get(person)
        entries: list[my_tables.Entry] = []
        for table in found:
            head = table[0]
            guild = services.bot.get_guild(head.guild_id) if head.on_server else None
            server = None if guild is None else cleaned(guild.name)
            game = services.title_of(head.game, wording)
            entries.append(
                my_tables.entry(table, person, game, server, moved.get(head.id), quiet, wording)
            )
        return my_tables.games_page(entries, page, wording)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(MeCog(requests))
