"""Tells a night's thread that its tables go on, once the last one does that was paused with all."""

from __future__ import annotations

from contextlib import suppress

from bot.nights.announcing import tell_paused
from bot.nights.night import Press
from bot.tables.trouble import Trouble
from bot.ui.services import Services


async def tell_last_resumed(services: Services, night_id: str, press: Press) -> None:
    """Tell the thread that read of a pause of all tables once none is paused any more."""
    nights = services.nights
    paused = await nights.store.newest(night_id, "paused")
    resumed = await nights.store.newest(night_id, "resumed")
    if paused is None or (resumed is not None and resumed.id > paused.id):
        return
    tables = await nights.reader.tables_of(await nights.get(night_id))
    if any(each.paused and not each.over for each in tables.values()):
        return
    # Whoever doesn't lead the night, and may resume a table all the same, tells nothing there.
    with suppress(Trouble):
        await nights.change(night_id, press, tell_paused(on=False))
