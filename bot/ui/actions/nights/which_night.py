"""What is done with the night that was picked when it wasn't clear which one was meant."""

from __future__ import annotations

import re

import discord

from bot.engine.text import marked as _
from bot.tables.seat import Person
from bot.tables.trouble import NO_SUCH_CHOICE, Trouble
from bot.ui.actions.nights.cancelling import Cancelling
from bot.ui.actions.nights.night_desk import NightDesk
from bot.ui.actions.nights.night_planning import NightPlanning
from bot.ui.actions.nights.night_recaps import NightRecaps
from bot.ui.pages.long_lists import more_from
from bot.ui.pages.routes import NIGHT, NUMBER
from bot.ui.posting.replies import named
from bot.ui.services import Interaction


class WhichNight:
    """Goes on with what was asked for before it was known at which night."""

    def __init__(
        self, planning: NightPlanning, cancelling: Cancelling, desk: NightDesk, recaps: NightRecaps
    ) -> None:
        self._planning = planning
        self._cancelling = cancelling
        self._desk = desk
        self._recaps = recaps

    async def chosen(self, interaction: Interaction, path: tuple[str, ...]) -> None:
        """Do what was asked for, with the night that was picked; or show more of them.

        Raises Trouble if nothing can be asked for like this.
        """
        *then, picked = path
        start = more_from(picked)
        if start is not None:
            await self._show_more(interaction, tuple(then), start)
            return
        if not re.fullmatch(NIGHT.fits, picked):
            raise Trouble(NO_SUCH_CHOICE)
        match then:
            case ["desk"]:
                await self._desk.show(interaction, picked)
            case ["standings"]:
                await self._recaps.show_points(interaction, picked)
            case ["keep"]:
                await self._planning.show_edit(interaction, picked)
            case ["cancel"]:
                await self._cancelling.ask(interaction, picked)
            case ["add" | "remove" as verb, person] if re.fullmatch(NUMBER.fits, person):
                whom = await _on_server(interaction, int(person))
                do = self._planning.add if verb == "add" else self._planning.remove
                await do(interaction, whom, picked)
            case _:
                raise Trouble(NO_SUCH_CHOICE)

    async def _show_more(self, interaction: Interaction, then: tuple[str, ...], start: int) -> None:
        match then:
            case ("desk",):
                await self._desk.find(interaction, start)
            case ("keep",) | ("cancel",):
                await self._planning.ask_which(interaction, then, start)
            case ("add" | "remove", person) if re.fullmatch(NUMBER.fits, person):
                await self._planning.ask_which(interaction, then, start)
            case _:
                raise Trouble(NO_SUCH_CHOICE)


async def _on_server(interaction: Interaction, person: int) -> Person:
    """Return somebody by the name they bear on this server. Raises Trouble for a bot."""
    try:
        assert interaction.guild is not None
        found = await interaction.guild.fetch_member(person)
    except discord.NotFound:
        return Person(person, str(person))
    return person_invited(found)


def person_invited(user: discord.Member) -> Person:
    """Return somebody who is picked for a night. Raises Trouble for a bot."""
    if user.bot:
        raise Trouble(_("Bots can't come to game nights."))
    return named(user)
