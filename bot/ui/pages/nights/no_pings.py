"""Somebody doesn't want to be pinged about a server's nights: said to them alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.engine.text import marked as _
from bot.nights.night import Night
from bot.ui.pages.nights import series_routes
from bot.ui.pages.page import Button, Page
from bot.ui.pages.wording import Wording

PINGS_OFF: Final = _(
    "Game nights here don't ping or remind you, except those you host. Your turn at a table still "
    "does, and so does a role of yours that a host pings."
)
BACK_ON: Final = _("Game nights you answer here ping and remind you again.")
NONE_OF_THIS: Final = _(
    "Pings from game nights here are off for you: `/nights attend` turns them on."
)


def pings_button(guild_id: int, wording: Wording, *, off: bool) -> Button:
    """Return the button by which somebody is pinged about no night of a server, or is again."""
    if off:
        return Button(series_routes.PINGS(guild_id, "on"), wording.gettext("Turn pings on"))
    return Button(
        series_routes.PINGS(guild_id, "off"), wording.gettext("No pings from nights here")
    )


def unpinged_page(page: Page, wording: Wording) -> Page:
    """Return a page for somebody who isn't pinged about nights, which says so."""
    return replace(page, text=f"{page.text}\n-# {wording.gettext(NONE_OF_THIS)}")


def without_reminders(night: Night, person: int) -> Night:
    """Return a night as somebody reads of it who isn't pinged: they are reminded of nothing."""
    guest = night.guests.find(person)
    if guest is None:
        return night
    return replace(night, guests=night.guests.put(replace(guest, remind=frozenset())))
