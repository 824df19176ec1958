"""The gallery: looking at the games, and beginning one at a press, alone or with friends."""

from __future__ import annotations

import logging
from time import monotonic
from typing import Final

import discord

from bot.engine.game import Options
from bot.engine.text import marked as _
from bot.tables.trouble import NoTable, Trouble
from bot.ui.actions.at_once import AtOnce
from bot.ui.actions.tables.lobby import Lobby
from bot.ui.actions.tables.private_games import PrivateGames
from bot.ui.in_sight import server_of
from bot.ui.pages.catalogues import ENGLISH
from bot.ui.pages.games.gallery import gallery_page, game_page, welcome_page
from bot.ui.pages.page import Page
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.my_tables import table_address
from bot.ui.pages.tables.table_page import FRIENDS_ON_SERVERS
from bot.ui.pages.wording import Wording
from bot.ui.pictures.drawings import PATIENCE
from bot.ui.posting.picture_messages import send_with_picture
from bot.ui.posting.replies import WIRE, error_name, say, show, wording_of
from bot.ui.services import Interaction, Services

JOINED_LATELY: Final = 24 * 60 * 60
"""Seconds for which a server is new: the bot may be off when it is invited."""

GREETED_FOR: Final = 60.0
"""Seconds after an answer in which what else somebody writes needs none."""
MOST_GREETED: Final = 60
"""The most people who are answered in that time: what it costs is what games lack."""

log = logging.getLogger(__name__)


class Gallery:
    """What leads to a first game. Every method that takes an interaction answers or raises."""

    def __init__(self, services: Services, lobby: Lobby, private: PrivateGames) -> None:
        self._services = services
        self._lobby = lobby
        self._private = private
        self._at_once = AtOnce()
        self._greeted: dict[int, float] = {}
        """When people were answered who wrote to the bot; for `GREETED_FOR` seconds."""

    async def show_all(self, interaction: Interaction, *, anew: bool = False) -> None:
        """Show all games, and the private ones that the person has begun; `anew` beside the page
        that asks for them.
        """
        wording = wording_of(interaction)
        begun = await self._private.begun(interaction.user.id, wording)
        await self._show(interaction, gallery_page(self._games(wording), wording, begun), anew=anew)

    async def show_game(self, interaction: Interaction, key: str) -> None:
        """Show one game with its cover and the ways to play or learn it."""
        playable = self._services.game_by_key(key)
        await self._show(interaction, game_page(playable, wording_of(interaction)))

    async def against_computers(
        self, interaction: Interaction, key: str, computers: int | None = None
    ) -> None:
        """Begin a private game; the game is the answer, and nothing is posted anywhere."""
        await self._private.begin(interaction, key, computers)

    async def with_friends(self, interaction: Interaction, key: str) -> None:
        """Open a table that others can join, with its lobby card as the answer.

        A second press meanwhile is told where that card is. Raises Trouble away from servers.
        """
        playable = self._services.game_by_key(key)
        await self._open(interaction, key, playable.game.Options())

    async def with_friends_of(self, interaction: Interaction, table_id: str) -> None:
        """Open a table for friends with the game and the options of a private game, which stays.

        Raises NoTable for somebody else's.
        """
        table = await self._services.table(interaction, table_id)
        if not table.sits(interaction.user.id):
            raise NoTable
        await self._open(interaction, table.game_key, table.options)

    async def _open(self, interaction: Interaction, key: str, options: Options) -> None:
        if server_of(interaction) is None:
            raise Trouble(FRIENDS_ON_SERVERS)
        table, first = await self._at_once.make(
            interaction,
            f"friends {key}",
            lambda: self._lobby.open(interaction, key, options),
        )
        if not first:
            text = _("Your table is open: {place}")
            await say(interaction, text, place=table_address(table))

    def _games(self, wording: Wording) -> list[PlayableGame]:
        """Return all games, the one to start with first."""
        games = self._services.sorted_games(wording)
        return sorted(games, key=lambda each: not each.game.info.start_here)

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
        page = welcome_page(self._games(wording), wording)
        try:
            # Being killed before the note sends no second one.
            await self._post(page, channel, guild.id)
        except WIRE as error:
            log.info("server %s was not welcomed: %s", guild.id, error_name(error))
            return
        await store.set_meta(noted, "posted")

    async def greet(self, person: int, place_id: int, message_id: int) -> None:
        """Answer somebody who has written to the bot with what can be played.

        Of all that they write within a minute, the first message is answered.
        """
        now = monotonic()
        self._greeted = {each: at for each, at in self._greeted.items() if now - at < GREETED_FOR}
        if (
            person in self._greeted
            or len(self._greeted) >= MOST_GREETED
            or not self._services.games
        ):
            return
        self._greeted[person] = now
        wording = Wording(await self._services.own_language(person, ENGLISH))
        begun = await self._private.begun(person, wording)
        page = welcome_page(self._games(wording), wording, begun)
        if await self._services.tables.readers.reads_words(person):
            page = page.without_picture()
        try:
            place = self._services.bot.get_partial_messageable(place_id)
            await self._post(page, place, message_id)
        except WIRE as error:
            log.info("a direct message was not answered: %s", error_name(error))

    async def _post(
        self, page: Page, place: discord.TextChannel | discord.PartialMessageable, nonce: int
    ) -> None:
        """Post a page; Discord accepts one message of the same nonce."""
        await send_with_picture(
            self._services,
            page,
            place.id,
            lambda embed, view, files: place.send(embed=embed, view=view, files=files, nonce=nonce),
            PATIENCE,
        )

    async def _show(self, interaction: Interaction, page: Page, *, anew: bool = False) -> None:
        """Answer with a page, without its picture for whoever reads words."""
        if await self._services.tables.readers.reads_words(interaction.user.id):
            page = page.without_picture()
        await show(interaction, page, await self._services.pngs(page), anew=anew)
