"""The dates that are offered while somebody types one."""

from __future__ import annotations

import asyncio
from zoneinfo import ZoneInfo

from bot.nights.dates import Moment, days_until, stored
from bot.nights.typed_dates import load, proposals, reader_of
from bot.ui.pages.typed_words import Suggestion
from bot.ui.pages.wording import Wording
from bot.ui.posting.replies import wording_of
from bot.ui.services import Interaction


async def offered_dates(
    interaction: Interaction, text: str, now: int, zone: ZoneInfo
) -> list[tuple[Moment, Suggestion]]:
    """Return the moments that a text may mean in a zone, each as it is offered."""
    reader, wording = reader_of(str(interaction.locale)), wording_of(interaction)
    # The first time takes most of a second; nobody else should wait for that.
    await asyncio.to_thread(load, reader)
    found = await asyncio.to_thread(proposals, text, now, zone, reader)
    return [
        (
            one,
            Suggestion(
                stored(one.local).replace("T", " "),
                f"{wording.moment(one.local)} · {_ahead(days_until(one.at, now, zone), wording)}"
                f" · {zone.key}",
            ),
        )
        for one in found
    ]


def _ahead(days: int, wording: Wording) -> str:
    """Return how far ahead a day is, in words."""
    if days == 0:
        return wording.gettext("today")
    if days == 1:
        return wording.gettext("tomorrow")
    return wording.ngettext("in {n} day", "in {n} days", days, n=days)
