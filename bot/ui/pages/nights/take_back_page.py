"""The question before a night that was cancelled takes place after all."""

from __future__ import annotations

from discord import ButtonStyle

from bot.nights.night import Night
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.night_words import plain_name_of, show_button
from bot.ui.pages.page import Button, Page
from bot.ui.pages.wording import Wording


def take_back_page(night: Night, told: int, wording: Wording, *, anew: bool) -> Page:
    """Return the question whether a night that was cancelled should really take place, of which so
    many are told; `anew` tells whether they are asked again if they come.
    """
    gettext = wording.gettext
    pinged = wording.ngettext(
        "{n} person who was told that it's off gets a ping.",
        "{n} people who were told that it's off get a ping.",
        told,
    )
    then = gettext("All answers stay.")
    if anew:
        then = gettext("I ask again who comes.")
    text = wording.sentences(pinged, then, only_this(night, wording))
    sure = Button(routes.UNCANCEL(night.id), gettext("Yes, it takes place"), ButtonStyle.primary)
    return Page(
        gettext("Take the cancellation back? · {title}", title=plain_name_of(night)),
        f"<t:{night.guests.starts_at}:F>\n{text}",
        rows=((sure, Button(routes.SHOW_NIGHT(night.id), gettext("No, it stays cancelled"))),),
    )


def only_this(night: Night, wording: Wording) -> str:
    """Return that no series goes on with a night that takes place after all; "" if one does, or
    none did.
    """
    said = wording.gettext("Only this night comes back: the series stays ended.")
    return said if night.ended_series else ""


def taken_back_page(night: Night, wording: Wording) -> Page:
    """Return that a night takes place after all, and what leads to it."""
    desk = Button(desk_routes.DESK(night.id), wording.gettext("Desk"))
    text = f"<t:{night.guests.starts_at}:F>\n{wording.gettext('It takes place after all.')}"
    return Page(plain_name_of(night), text, rows=((desk, show_button(night, wording)),))
