"""The gallery: looking at the games, and beginning one at a press, alone or with friends."""

from __future__ import annotations

import logging

import discord

from bot.engine.text import marked as _
from bot.tables.new_table import NewTable
from bot.tables.table import Table
from bot.tables.trouble import Trouble
from bot.ui.actions.at_once import AtOnce
from bot.ui.actions.tables.lobby import Lobby, new_table
from bot.ui.actions.tables.play import Play
from bot.ui.pages.games.gallery import gallery_page, game_page, welcome_page
from bot.ui.pages.page import Page
from bot.ui.pages.render import PlayableGame
from bot.ui.pages.tables.my_tables import address
from bot.ui.pages.wording import Wording
from bot.ui.posting.replies import WIRE, error_name, person_of, say, show, wording_of
from bot.ui.services import Interaction, Services, server_of
from storage.rows import NO_SERVER

JOINED_LATELY = 24 * 60 * 60
"""Seconds for which a server is new: the bot may be off when it is invited."""

FRIENDS_ON_SERVERS = _(
    "You play with friends in a server that I'm in. Here you can play against computers."
)

log = logging.getLogger(__name__)


class Gallery:
    """What leads to a first game. Every method that takes an interaction answers or raises."""

    def __init__(self, services: Services, lobby: Lobby, play: Play) -> None:
        self._services = services
        self._lobby = lobby
        self._play = play
        self._at_once = AtOnce()

    async def show_all(self, interaction: Interaction) -> None:
        """Show all games and, away from servers, those that the person has begun."""
        wording = wording_of(interaction)
        games = self._services.sorted_games(wording)
        page = gallery_page(games, wording, await self._begun(interaction))
        await self._show(interaction, page)

    async def show_game(self, interaction: Interaction, key: str) -> None:
        """Show one game with its cover and the ways to play or learn it."""
        playable = self._services.game_by_key(key)
        here = server_of(interaction) is not None
        await self._show(interaction, game_page(playable, wording_of(interaction), on_server=here))

    async def against_computers(self, interaction: Interaction, key: str) -> None:
        """Open a table without a clock, fill it with computers and deal; the hand is the answer.

        Where the bot isn't a member of the server, that message is all there is: nothing is posted.
        """
        playable = self._services.game_by_key(key)
        if server_of(interaction) is None:
            await self._alone(interaction, playable)
            return
        language = await self._services.language(interaction)
        new = new_table(interaction, key, playable.game.Options(), language)
        table = await self._dealt(interaction, new)
        await self._play.show_begun(interaction, table)

    async def with_friends(self, interaction: Interaction, key: str) -> None:
        """Open a table that others can join, with its lobby card as the answer.

        A second press meanwhile is told where that card is. Raises Trouble away from servers.
        """
        if server_of(interaction) is None:
            raise Trouble(FRIENDS_ON_SERVERS)
        playable = self._services.game_by_key(key)
        table, first = await self._at_once.make(
            interaction,
            f"friends {key}",
            lambda: self._lobby.open(interaction, key, playable.game.Options()),
        )
        if not first:
            text = _("Your table is open: {place}")
            await say(interaction, text, place=address(table))

    async def welcome(self, guild: discord.Guild) -> None:
        """Post a welcome where a server keeps such messages; once, and only if it is new."""
        channel, me = guild.system_channel, guild.me
        joined = None if me is None else me.joined_at
        noted, store = f"welcome {guild.id}", self._services.tables.store
        if channel is None or joined is None or not self._services.games:
            return
        if (discord.utils.utcnow() - joined).total_seconds() > JOINED_LATELY:
            return
        may = channel.permissions_for(me)
        if not (may.view_channel and may.send_messages and may.embed_links):
            return
        if await store.meta(noted) is not None:
            return
        language = await self._services.server_language(guild.id, guild.preferred_locale)
        wording = Wording(language)
        page = welcome_page(self._services.sorted_games(wording), wording)
        try:
            # Discord accepts a message of the same nonce once: being killed before the note sends
            # no second one.
            await channel.send(embed=page.embed(), view=page.view(), nonce=guild.id)
        except WIRE as error:
            log.info("server %s was not welcomed: %s", guild.id, error_name(error))
            return
        await store.set_meta(noted, "posted")

    async def _alone(self, interaction: Interaction, playable: PlayableGame) -> None:
        new = NewTable(
            game_key=playable.game.info.key,
            guild_id=NO_SERVER,
            channel_id=NO_SERVER,
            person=person_of(interaction),
            options=playable.game.Options(),
            interaction_id=interaction.id,
            language=str(interaction.locale),
        )
        table = await self._dealt(interaction, new)
        notice = wording_of(interaction).gettext("The game begins. `/play` always brings it back.")
        await self._play.show_hand(interaction, table, notice)

    async def _dealt(self, interaction: Interaction, new: NewTable) -> Table:
        """Deal a game; a second press on the same button meanwhile gets the same game."""
        table, _first = await self._at_once.make(
            interaction,
            f"computers {new.game_key}",
            lambda: self._services.lobby_verbs.deal_against_computers(new),
        )
        return table

    async def _begun(self, interaction: Interaction) -> list[tuple[str, str]]:
        """Return the ids and titles of the person's games on no server, where they ask for them."""
        if server_of(interaction) is not None:
            return []
        services, wording = self._services, wording_of(interaction)
        found = await services.tables.store.tables_of(interaction.user.id, NO_SERVER, ("playing",))
        return [(head.id, services.title_of(head.game, wording)) for head, _seats in found]

    async def _show(self, interaction: Interaction, page: Page) -> None:
        await show(interaction, page, await self._services.png(page))
