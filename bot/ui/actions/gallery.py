"""The gallery: looking at the games, and beginning one at a press, against computers or friends."""

from __future__ import annotations

import logging

import discord

from bot.ui.actions.lobby import Lobby, new_table
from bot.ui.actions.play import Play
from bot.ui.pages.gallery import gallery_page, game_page, welcome_page
from bot.ui.pages.game import PlayableGame
from bot.ui.pages.page import Page
from bot.ui.pages.wording import Wording
from bot.ui.posting import channels
from bot.ui.posting.replies import WIRE, name_of, show, wording_of
from bot.ui.services import Interaction, Services

JOINED_LATELY = 24 * 60 * 60
"""Seconds for which a server is new to the bot, which may be off when it is invited."""

log = logging.getLogger(__name__)


class Gallery:
    """What leads to a first game. Every method that takes an interaction answers, or raises."""

    def __init__(self, services: Services, lobby: Lobby, play: Play) -> None:
        self._services = services
        self._lobby = lobby
        self._play = play

    async def show_all(self, interaction: Interaction) -> None:
        """Show all games."""
        await self._show(interaction, gallery_page(self._games(), wording_of(interaction)))

    async def show_game(self, interaction: Interaction, key: str) -> None:
        """Show one game with its cover, and the ways to play or learn it."""
        playable = self._services.game_by_key(key)
        await self._show(interaction, game_page(playable, wording_of(interaction)))

    async def against_computers(self, interaction: Interaction, key: str) -> None:
        """Open a table without a clock, fill it with computers and deal; the hand is the answer."""
        playable = self._services.game_by_key(key)
        language = await self._services.language(interaction)
        new = new_table(interaction, key, playable.game.Options(), language)
        table = await self._services.tables.deal_against_computers(new)
        gettext = wording_of(interaction).gettext
        notice = gettext("The game begins. The board is about to appear in this channel.")
        if channels.opens_thread(interaction):
            notice = gettext("The game begins. Its board is in a new thread of this channel.")
        await self._play.show_hand(interaction, table, notice)

    async def with_friends(self, interaction: Interaction, key: str) -> None:
        """Open a table that others can join, with its lobby card as the answer."""
        playable = self._services.game_by_key(key)
        await self._lobby.open(interaction, key, playable.game.Options())

    async def welcome(self, guild: discord.Guild) -> None:
        """Post a welcome where a server keeps such messages; once, and only if it is new."""
        channel, me = guild.system_channel, guild.me
        joined = None if me is None else me.joined_at
        noted, store = f"welcome {guild.id}", self._services.tables.store
        if channel is None or joined is None or not self._games():
            return
        if (discord.utils.utcnow() - joined).total_seconds() > JOINED_LATELY:
            return
        may = channel.permissions_for(me)
        if not (may.view_channel and may.send_messages and may.embed_links):
            return
        if await store.meta(noted) is not None:
            return
        language = await self._services.server_language(guild.id, guild.preferred_locale)
        page = welcome_page(self._games(), Wording(language))
        try:
            # Discord takes a message of the same nonce once: a kill before the note makes no two.
            await channel.send(embed=page.embed(), view=page.view(), nonce=guild.id)
        except WIRE as error:
            log.info("server %s was not welcomed: %s", guild.id, name_of(error))
            return
        await store.set_meta(noted, "posted")

    def _games(self) -> list[PlayableGame]:
        return sorted(self._services.games.values(), key=lambda each: each.game.info.title)

    async def _show(self, interaction: Interaction, page: Page) -> None:
        await show(interaction, page, await self._services.png(page))
