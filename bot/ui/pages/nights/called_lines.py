"""What a host reads before a night is announced: whom its thread calls then."""

from __future__ import annotations

from collections.abc import Iterator

from bot.nights.fans import Called
from bot.nights.night import Night
from bot.ui.pages.nights.night_words import RARER
from bot.ui.pages.wording import Wording


def called_lines(night: Night, called: Called | None, wording: Wording) -> Iterator[str]:
    """Yield whom the night's thread calls as it is announced, besides its role."""
    if called is None:
        return
    if called.told:
        yield fans_called(called.told, wording)
    if called.kept:
        yield wording.ngettext(
            "{n} person who can come then is put on the list, and asked in its thread to confirm.",
            "{n} people who can come then are put on the list, and asked in its thread to confirm.",
            called.kept,
        )
    if called.asked:
        yield wording.ngettext(
            "{n} person whom this date could suit is asked in its thread.",
            "{n} people whom this date could suit are asked in its thread.",
            called.asked,
        )
    nobody = night.row.mention is None and not night.cohosts
    if nobody and not (called.told or called.kept or called.asked):
        button = wording.gettext(RARER)
        yield wording.gettext(
            "Announcing it pings nobody. **{button}** changes that.", button=button
        )
    if called.again:
        yield wording.gettext(
            "Those who came last time get no ping. The recap links to the new card."
        )


def fans_called(count: int, wording: Wording) -> str:
    """Return that so many are called who asked for pings."""
    return wording.ngettext(
        "{n} person who asked for pings is pinged in its thread.",
        "{n} people who asked for pings are pinged in its thread.",
        count,
    )
