"""Whether all game nights that are stored can be read."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.nights.night_json import loaded, post_of
from storage.all_ids import NIGHTS, all_ids
from storage.night_store import NightStore


async def check_nights(store: NightStore) -> AsyncIterator[tuple[str, str]]:
    """Read every night, and give the id of each that can't be read, and of what kind that is."""
    async for night_id in all_ids(store.database, NIGHTS):
        try:
            found = await store.night(night_id)
            if found is not None:
                loaded(found)
            for each in await store.unsent(night_id):
                post_of(each)
        except ValueError as error:
            # Its words may quote what is stored.
            yield night_id, f"can't be read ({type(error).__name__})"
