"""`/night …` for hosts, and `/nights list` and `attend` for everybody."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.text import marked as _
from bot.nights.dates import days_until, stored
from bot.nights.typed_dates import load, proposals, reader_of
from bot.tables.trouble import Trouble
from bot.ui.actions.nights.night_form import (
    LIMITS,
    LONGEST_TITLE,
    MINUTES_A_MOVE,
    MOST_ROUNDS,
    NO_ZONE,
    PAUSES,
)
from bot.ui.actions.nights.night_planning import Plan
from bot.ui.actions.typed_names import night_options, season_options
from bot.ui.incoming.game_commands import no_choices
from bot.ui.incoming.requests import Requests
from bot.ui.pages.nights.night_words import MODES
from bot.ui.pages.tables import my_tables
from bot.ui.pages.wording import Wording
from bot.ui.posting.replies import named, refuse, wording_of
from bot.ui.services import Interaction
from cogs.nights.choices import LABEL, MOST_OFFERED, Choices, fitting
from storage.night_rows import Mode

NIGHT_TEXT = "Which night, if there are several"

Repeat = Literal["no", "weekly", "every 2 weeks"]
WEEKS: dict[Repeat, int] = {"no": 0, "weekly": 1, "every 2 weeks": 2}
"""What `repeat` takes, in weeks."""


class NightsCog(commands.Cog):
    """The commands of nights before they begin, and the controls of cards and previews."""

    def __init__(self, requests: Requests) -> None:
        self.requests = requests
        self.services = requests.services
        self.guests = requests.actions.nights
        self.planning = requests.actions.planning

    def commands(self) -> tuple[list[Any], list[Any]]:
        """Return the commands of `/night` and those of `/nights`."""
        new: app_commands.Command[Any, ..., None] = app_commands.Command(
            name="new", description="Plan a game night; you see a preview first", callback=self.new
        )
        new.autocomplete("when")(self.dates)
        new.autocomplete("game")(self.games)
        new.autocomplete("season")(self.seasons)
        new.autocomplete("zone")(self.zones)
        led: list[app_commands.Command[Any, ..., Any]] = [
            app_commands.Command(name="edit", description="Change a night", callback=self.edit),
            app_commands.Command(name="cancel", description="Cancel a night", callback=self.cancel),
            app_commands.Command(
                name="add", description="Invite somebody to a night", callback=self.add
            ),
            app_commands.Command(
                name="remove", description="Take somebody off a night", callback=self.remove
            ),
        ]
        for command in led:
            command.autocomplete("night")(self.nights)
        return [new, *led], [
            app_commands.Command(
                name="list", description="See the game nights planned here", callback=self.show_list
            ),
            app_commands.Command(
                name="attend",
                description="See how often you came to game nights here",
                callback=self.attend,
            ),
        ]

    async def cog_load(self) -> None:
        """Add the commands to their groups."""
        tree = self.services.bot.tree
        for name, found in zip(("night", "nights"), self.commands(), strict=True):
            group = tree.get_command(name)
            assert isinstance(group, app_commands.Group)
            for command in found:
                group.add_command(command)

    @app_commands.describe(
        when="Day and time, as in: fri 20:00 · 27.11. 20:00 · tomorrow 8pm",
        game="Which game",
        title="The game night's title",
        rounds="How many rounds (usually 3)",
        limit="The most guests; no limit if you leave it out",
        mode="Who sits with whom",
        move_time="Minutes for a move (usually 2)",
        pause="Minutes between rounds (usually 5)",
        repeat="Announce the next by itself",
        season="In which season its games count",
        mention="Which role is mentioned once",
        zone="The time zone of the date; usually the server's, or yours",
        channel="Where it is announced; usually here",
    )
    @app_commands.rename(pause="break")
    @app_commands.choices(
        mode=[app_commands.Choice(name=text, value=mode) for mode, text in MODES.items()]
    )
    async def new(
        self,
        interaction: Interaction,
        when: app_commands.Range[str, 1, 60],
        game: str,
        title: app_commands.Range[str, 1, LONGEST_TITLE] | None = None,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] = 3,
        limit: app_commands.Range[int, LIMITS[0], LIMITS[-1]] | None = None,
        mode: str = "social",
        move_time: app_commands.Range[int, MINUTES_A_MOVE[0], MINUTES_A_MOVE[-1]] = 2,
        pause: app_commands.Range[int, PAUSES[0], PAUSES[-1]] = 5,
        repeat: Repeat = "no",
        season: str | None = None,
        mention: discord.Role | None = None,
        zone: str | None = None,
        channel: discord.TextChannel | None = None,
    ) -> None:
        """Make a draft and show its preview."""
        await asyncio.to_thread(load, reader_of(str(interaction.locale)))
        chosen: Mode = next(each for each in MODES if each == mode)
        plan = Plan(
            when=when,
            game=game,
            title=title,
            rounds=rounds,
            limit=limit,
            mode=chosen,
            move_time=move_time,
            pause=pause,
            repeat=WEEKS[repeat],
            season=season,
            mention=None if mention is None else mention.id,
            zone=zone,
            channel=None if channel is None else channel.id,
        )
        await self.requests.answered(interaction, self.planning.make(interaction, plan))

    @app_commands.describe(night=NIGHT_TEXT)
    async def edit(self, interaction: Interaction, night: str | None = None) -> None:
        """Show the page on which a night is changed."""
        await self.requests.answered(interaction, self.planning.show_edit(interaction, night))

    @app_commands.describe(night=NIGHT_TEXT)
    async def cancel(self, interaction: Interaction, night: str | None = None) -> None:
        """Ask whether a night should be cancelled."""
        await self.requests.answered(interaction, self.planning.ask_to_cancel(interaction, night))

    @app_commands.describe(
        person="Whom you invite; they press “I'm in” themselves", night=NIGHT_TEXT
    )
    async def add(
        self, interaction: Interaction, person: discord.Member, night: str | None = None
    ) -> None:
        """Invite somebody."""
        whom = named(person)
        if person.bot:
            await refuse(interaction, Trouble(_("Bots can't come to game nights.")))
            return
        await self.requests.answered(interaction, self.planning.add(interaction, whom, night))

    @app_commands.describe(person="Who is taken off", night=NIGHT_TEXT)
    async def remove(
        self, interaction: Interaction, person: discord.User, night: str | None = None
    ) -> None:
        """Take somebody off the list."""
        whom = named(person)
        await self.requests.answered(interaction, self.planning.remove(interaction, whom, night))

    async def show_list(self, interaction: Interaction) -> None:
        """List the nights of this server."""
        await self.requests.answered(interaction, self.guests.show_list(interaction))

    async def attend(self, interaction: Interaction) -> None:
        """Tell how often somebody came."""
        await self.requests.answered(interaction, self.guests.show_attendance(interaction))

    # What is offered while somebody types

    async def dates(self, interaction: Interaction, text: str) -> Choices:
        """Return the dates that a text may mean, in the zone they are meant in."""
        try:
            return await self._dates(interaction, text)
        except Trouble as error:
            # Said while it can still be filled in, not only once it is sent.
            if error.text != NO_ZONE:
                return []
            label = wording_of(interaction).gettext(
                "I don't know your time zone yet: fill in zone as well"
            )
            return [app_commands.Choice(name=label, value=text or "?")]
        except Exception as error:
            return no_choices(interaction, error)

    async def _dates(self, interaction: Interaction, text: str) -> Choices:
        named = getattr(interaction.namespace, "zone", None)
        zone = await self.planning.zone(interaction, named)
        reader, now = reader_of(str(interaction.locale)), self.services.tables.now()
        wording = wording_of(interaction)
        # The first time takes most of a second; nobody else should wait for that.
        await asyncio.to_thread(load, reader)
        found = await asyncio.to_thread(proposals, text, now, zone, reader)
        choices: Choices = []
        for one in found:
            days = days_until(one.at, now, zone)
            label = f"{wording.moment(one.local)} · {_ahead(days, wording)} · {zone.key}"
            choices.append(
                app_commands.Choice(name=label[:LABEL], value=stored(one.local).replace("T", " "))
            )
        return choices[:MOST_OFFERED]

    async def games(self, interaction: Interaction, text: str) -> Choices:
        """Return the games to choose from."""
        return fitting(text, self.services.game_options(wording_of(interaction)))

    async def seasons(self, interaction: Interaction, text: str) -> Choices:
        """Return the seasons to choose from."""
        try:
            found = await self.services.tables.store.seasons(interaction.guild_id or 0)
        except Exception as error:
            return no_choices(interaction, error)
        return fitting(text, season_options(found))

    async def zones(self, interaction: Interaction, text: str) -> Choices:
        """Return the time zones to choose from."""
        found = my_tables.zone_choices(text, self.services.tables.now())
        return [app_commands.Choice(name=label, value=zone) for zone, label in found]

    async def nights(self, interaction: Interaction, text: str) -> Choices:
        """Return the nights to choose from: those that the person may lead."""
        try:
            found = await self.planning.led_nights(interaction)
        except Exception as error:
            return no_choices(interaction, error)
        return fitting(text, night_options(found))


def _ahead(days: int, wording: Wording) -> str:
    if days == 0:
        return wording.gettext("today")
    if days == 1:
        return wording.gettext("tomorrow")
    return wording.ngettext("in {n} day", "in {n} days", days, n=days)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(NightsCog(requests))
