"""`/night desk`, and the controls of the desk and of the pages it leads to."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands
from discord.ext import commands

from bot.nights.after_night import LONGEST_REASON
from bot.ui.actions.typed_names import night_options
from bot.ui.incoming.game_commands import no_choices
from bot.ui.incoming.requests import Requests
from bot.ui.services import Interaction
from cogs.nights.choices import Choices, fitting

LONGEST_PLACES: Final = 200


class DeskCog(commands.Cog):
    """The command, and the controls."""

    def __init__(self, requests: Requests) -> None:
        self.requests = requests
        self.desk = requests.actions.night_desk
        self.guests = requests.actions.night_guests
        self.recaps = requests.actions.night_recaps

    async def cog_load(self) -> None:
        """Add the commands below `/night`."""
        group = self._group()
        if group is not None:
            group.add_command(
                app_commands.Command(
                    name="desk", description="Lead your game night", callback=self.find
                )
            )
            correct: app_commands.Command[Any, ..., None] = app_commands.Command(
                name="correct",
                description="Correct the places of a game of your night",
                callback=self.correct,
            )
            correct.autocomplete("table")(self.games)
            correct.autocomplete("places")(self.orders)
            group.add_command(correct)
            seat: app_commands.Command[Any, ..., None] = app_commands.Command(
                name="seat",
                description="Give a guest of your night another seat",
                callback=self.seat,
            )
            seat.autocomplete("guest")(self.guests_to_seat)
            seat.autocomplete("place")(self.places)
            seat.autocomplete("night")(self.led_nights)
            group.add_command(seat)

    async def cog_unload(self) -> None:
        """Take the command down."""
        group = self._group()
        if group is not None:
            for name in ("desk", "correct", "seat"):
                group.remove_command(name)

    def _group(self) -> app_commands.Group | None:
        found = self.requests.services.bot.tree.get_command("night")
        return found if isinstance(found, app_commands.Group) else None

    async def find(self, interaction: Interaction) -> None:
        """Show the desk of the night that the person leads."""
        await self.requests.answered(interaction, self.desk.find(interaction))

    @app_commands.describe(
        table="Which game",
        places="The order of places, as in: Bob, Ada = Cleo, Dai",
        reason="Why; everybody reads it on the recap",
    )
    async def correct(
        self,
        interaction: Interaction,
        table: str,
        places: app_commands.Range[str, 1, LONGEST_PLACES],
        reason: app_commands.Range[str, 1, LONGEST_REASON],
    ) -> None:
        """Correct the places of a game."""
        await self.requests.answered(
            interaction, self.recaps.correct(interaction, table, places, reason)
        )

    async def games(self, interaction: Interaction, text: str) -> Choices:
        """Return the games to correct while somebody types."""
        try:
            found = await self.recaps.games(interaction, text)
        except Exception as error:
            return no_choices(interaction, error)
        return fitting(text, found)

    async def orders(self, interaction: Interaction, _text: str) -> Choices:
        """Return the current places, to be changed."""
        try:
            table = str(getattr(interaction.namespace, "table", "") or "")
            now = await self.recaps.order_now(interaction, table) if table else ""
        except Exception as error:
            return no_choices(interaction, error)
        return [app_commands.Choice(name=now[:100], value=now[:100])] if now else []

    @app_commands.describe(
        guest="Who gets another seat",
        place="In whose place: both change places, or the guest plays on for who is away",
        night="Which night, if there are several",
    )
    async def seat(
        self, interaction: Interaction, guest: str, place: str, night: str | None = None
    ) -> None:
        """Give a guest another seat."""
        seated = self.guests.seat(interaction, guest, place, night)
        await self.requests.answered(interaction, seated)

    async def guests_to_seat(self, interaction: Interaction, text: str) -> Choices:
        """Return the guests to choose from while somebody types."""
        try:
            found = await self.guests.guests_to_seat(interaction, _typed(interaction, "night"))
        except Exception as error:
            return no_choices(interaction, error)
        return fitting(text, found)

    async def places(self, interaction: Interaction, text: str) -> Choices:
        """Return the places that the chosen guest can have."""
        guest, night = _typed(interaction, "guest"), _typed(interaction, "night")
        try:
            found = await self.guests.places_for(interaction, guest or "", night)
        except Exception as error:
            return no_choices(interaction, error)
        return fitting(text, found)

    async def led_nights(self, interaction: Interaction, text: str) -> Choices:
        """Return the nights to choose from: those that the person may lead."""
        try:
            found = await self.requests.actions.planning.led_nights(interaction)
        except Exception as error:
            return no_choices(interaction, error)
        return fitting(text, night_options(found))


def _typed(interaction: Interaction, option: str) -> str | None:
    """Return what another option of the command being typed contains so far."""
    return getattr(interaction.namespace, option, None) or None


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(DeskCog(requests))
