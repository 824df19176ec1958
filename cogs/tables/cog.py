"""`/table …` and `/hand`: the commands that are the same for every game."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands
from discord.ext import commands

from bot.ui.actions.rights import may_know_of, sits
from bot.ui.actions.tables.verbs import VERBS
from bot.ui.incoming.clicks import NUMBER, UnknownControl
from bot.ui.incoming.commands_cog import CommandsCog
from bot.ui.incoming.game_commands import FOR_SERVERS, IN_SERVERS
from bot.ui.incoming.requests import Requests
from bot.ui.incoming.table_commands import table_command
from bot.ui.incoming.which_table import state
from bot.ui.pages.long_lists import page_line, turning
from bot.ui.pages.page import Page
from bot.ui.pages.wording import Wording, plain_name, seat_names
from bot.ui.posting.replies import refuse, show, wording_of
from bot.ui.services import Interaction
from storage.store import Seated

MOST_LISTED = 12
PREFIX: Final = "tables"
"""The custom ids of the list of tables begin with this."""


class TableCog(CommandsCog):
    """One command for each verb, `/table list`, and `/hand`."""

    prefix = PREFIX

    def __init__(self, requests: Requests) -> None:
        self.services = requests.services
        self.group = app_commands.Group(
            name="table",
            description="Join, start, leave, end, look back: all you can do at a table",
            allowed_contexts=IN_SERVERS,
            allowed_installs=FOR_SERVERS,
        )
        for verb in VERBS.values():
            self.group.add_command(table_command(requests, verb))
        self.group.add_command(
            app_commands.Command(
                name="list", description="List the tables of this server", callback=self.list
            )
        )
        self.hand = table_command(requests, VERBS["hand"])
        self.hand.allowed_contexts = IN_SERVERS
        self.hand.allowed_installs = FOR_SERVERS
        super().__init__(requests, self.group, self.hand)

    async def list(self, interaction: Interaction) -> None:
        """List the tables of this server that the person may know of."""
        try:
            await show(interaction, await self._listed(interaction, 0))
        except Exception as error:
            await refuse(interaction, error)

    async def read(self, interaction: Interaction, parts: list[str]) -> None:
        """Do what a control stands for, given the parts of its id.

        Raises UnknownControl if it stands for nothing.
        """
        match parts:
            case [page, *_] if NUMBER.fullmatch(page):
                await show(interaction, await self._listed(interaction, int(page)))
            case _:
                raise UnknownControl

    async def _listed(self, interaction: Interaction, page: int) -> Page:
        wording = wording_of(interaction)
        _ = wording.gettext
        found = [
            table
            for table in await self.services.tables.store.tables_of_guild(interaction.guild_id or 0)
            if may_know_of(interaction, table)
        ]
        person = interaction.user.id
        found.sort(key=lambda table: not sits(table[1], person))
        pages = max(1, -(-len(found) // MOST_LISTED))
        page = min(page, pages - 1)
        shown = found[page * MOST_LISTED : (page + 1) * MOST_LISTED]
        lines = [self._line(table, wording, person) for table in shown]
        if not lines:
            lines = [_("No games here right now. Start one with `/play`.")]
        row = turning(page, pages, lambda to: f"{PREFIX}:{to}", wording)
        return Page(
            title=_("Tables"),
            text="\n\n".join(lines),
            footer=page_line(page, pages, wording),
            rows=(row,) if row else (),
        )

    def _line(self, table: Seated, wording: Wording, person: int) -> str:
        head, seats = table
        names = wording.series(map(plain_name, seat_names(seats, head.language)))
        where = f"<#{head.place_id or head.channel_id}>"
        title = self.services.title_of(head.game, wording)
        said = f"**{title}** `{head.id}` · {state(table, wording, person)} · {where}"
        return f"{said}\n{names}"


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(TableCog(requests))
