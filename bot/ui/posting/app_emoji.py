"""Uploads the bot's own emoji to Discord. Nobody waits for it: until then words stand in."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Collection
from typing import Final

import aiohttp
import discord

from bot.ui.pictures.drawings import PATIENCE
from bot.ui.pictures.emoji import PREFIX, Emoji, all_emoji
from bot.ui.posting.replies import error_name, report
from bot.ui.services import Services

MOST: Final = 2000
"""How many emoji Discord lets an application have."""
FREE: Final = 200
"""How many places are kept free; the stalest emoji make way for them."""
STALE_SECONDS: Final = 30 * 24 * 3600
"""How long an emoji that is no longer wanted stays for the messages that show it."""
PAUSE: Final = 0.2
"""Seconds between two uploads. Discord doesn't announce the limit of these requests."""
FIRST_WAIT: Final = 60.0
"""Seconds until the next look after one that failed; they double up to an hour."""
LOOK_AGAIN: Final = 3600.0
"""Seconds until the next look when nothing was wrong: somebody may delete an emoji by hand."""
NOTED: Final = "stale_emoji"
"""The key under which the database holds since when each emoji hasn't been wanted."""

log = logging.getLogger(__name__)


class AppEmoji:
    """Uploads missing emoji, one at a time, and removes those that have long been out of use.

    Discord's list is the truth, so stopping halfway leaves nothing to repair. discord.py waits as
    long as Discord tells it to.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start; the games are loaded by now."""
        self._task = asyncio.create_task(self._keep(), name="emoji")

    async def close(self) -> None:
        """Stop at once; the next start goes on from there."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _keep(self) -> None:
        wait = FIRST_WAIT
        while True:
            if await self._look():
                wait = FIRST_WAIT
                await asyncio.sleep(LOOK_AGAIN)
            else:
                await asyncio.sleep(wait)
                wait = min(2 * wait, LOOK_AGAIN)

    async def _look(self) -> bool:
        """Compare what Discord has with what is wanted, and correct it; tell if all is there."""
        try:
            return await self._mend()
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("emoji: %s; words are shown until the next try", error_name(error))
        except Exception as error:
            report(error, "the bot's own emoji")
        return False

    async def _mend(self) -> bool:
        services = self._services
        there = {each.name: each for each in await services.bot.fetch_application_emojis()}
        games = [game.pictures.emoji for game in services.games.values() if game.pictures]
        wanted = {emoji.name_at_discord: emoji for emoji in all_emoji(games)}
        services.emoji.clear()
        services.emoji |= {
            emoji.name: str(there[name]) for name, emoji in wanted.items() if name in there
        }
        missing = [emoji for name, emoji in wanted.items() if name not in there]
        stale = [
            each for name, each in there.items() if name.startswith(PREFIX) and name not in wanted
        ]
        await self._remove(stale, FREE - (MOST - len(there) - len(missing)))
        for emoji in missing:
            await self._upload(emoji)
            await asyncio.sleep(PAUSE)
        left = len(wanted) - len(services.emoji)
        log.info("emoji: %d are at Discord, %d still to upload", len(services.emoji), left)
        return not left

    async def _upload(self, emoji: Emoji) -> None:
        """Draw an emoji and upload it; one that is refused doesn't hold up the others."""
        png = await self._services.drawings.png(emoji.picture, PATIENCE)
        if png is None:
            return
        try:
            made = await self._services.bot.create_application_emoji(
                name=emoji.name_at_discord, image=png
            )
        except discord.HTTPException as error:
            # A name may be taken by an upload whose answer was lost: the next look finds it.
            if error.status != 400:
                raise
            log.warning("emoji: %s was refused: %s", emoji.name_at_discord, error_name(error))
        else:
            self._services.emoji[emoji.name] = str(made)

    async def _remove(self, stale: Collection[discord.Emoji], least: int) -> None:
        """Remove the emoji that have been stale long enough, and the stalest ones up to `least`."""
        tables = self._services.tables
        now = int(tables.now())
        noted = json.loads(await tables.store.meta(NOTED) or "{}")
        since = {each.name: int(noted.get(each.name, now)) for each in stale}
        if since != noted:
            await tables.store.set_meta(NOTED, json.dumps(since, sort_keys=True))
        for place, each in enumerate(sorted(stale, key=lambda one: since[one.name])):
            if place < least or now - since[each.name] >= STALE_SECONDS:
                await each.delete()
                await asyncio.sleep(PAUSE)
