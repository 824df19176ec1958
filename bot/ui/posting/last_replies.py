"""Answers that take the place of the person's last one of their kind, so that they don't pile up.

A press on a message that everybody sees is answered in a new one, and the older is deleted.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from bot.ui.pages.page import Page
from bot.ui.posting.replies import WIRE, message_of, show, tell
from bot.ui.services import Interaction


class Key(NamedTuple):
    """Which answers take each other's place."""

    table_id: str
    person: int


class LastReplies:
    """Knows what people were last answered at each table, as long as it can be deleted."""

    def __init__(self) -> None:
        self._last: dict[Key, Interaction] = {}

    async def tell(self, interaction: Interaction, table_id: str, text: str) -> None:
        """Say something in finished words to the person alone, in place of what they read last."""
        if interaction.response.is_done():
            # It comes behind another answer, which stays.
            await tell(interaction, text)
        elif await tell(interaction, text):
            await self._replace(interaction, Key(table_id, interaction.user.id), anew=True)

    async def show(self, interaction: Interaction, table_id: str, page: Page) -> None:
        """Show a page to the person alone, in place of the one that they opened last."""
        if await show(interaction, page):
            await self._replace(interaction, Key(table_id, interaction.user.id), anew=False)

    async def _replace(self, interaction: Interaction, key: Key, *, anew: bool) -> None:
        """Take note of an answer that stands, and delete the one before it, unless that is the
        message which shows the new one.
        """
        self._last = {of: each for of, each in self._last.items() if not each.is_expired()}
        older = self._last.get(key)
        if older is not None and older.id > interaction.id:
            # They have pressed again meanwhile.
            older, interaction = interaction, older
        self._last[key] = interaction
        if older is None or (not anew and message_of(older) == message_of(interaction)):
            return
        with suppress(*WIRE):
            # It may have been dismissed.
            await older.delete_original_response()
