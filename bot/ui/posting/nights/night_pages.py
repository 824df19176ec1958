"""A night's card as it stands now, with what differs from the standard games."""

from __future__ import annotations

from bot.nights.night import Night
from bot.ui.pages.nights.leading_on import Reader
from bot.ui.pages.nights.night_card import night_card_page
from bot.ui.pages.page import Page
from bot.ui.pages.wording import Wording
from bot.ui.services import Services


def night_page(
    services: Services,
    night: Night,
    wording: Wording | None = None,
    reader: Reader | None = None,
    following: Night | None = None,
) -> Page:
    """Return the card of a night, in its own language or in that of its only `reader`; with the
    night that follows it, once it is over.
    """
    wording = wording or Wording(night.row.language, (), services.emoji)
    options = options_said(services, night, wording)
    games = services.games_of(night)
    return night_card_page(night, games, wording, options, reader, following)


def options_said(services: Services, night: Night, wording: Wording) -> list[str]:
    """Return how the games of a night differ from the standard ones, a line each."""
    found: list[str] = []
    for each in night.games:
        playable = services.games.get(each.key)
        if playable is None:
            continue
        options = services.tables.json_of(each.key).load_options(each.options)
        title = playable.title(wording)
        found += [
            wording.gettext("{game}: {options}", game=title, options=line)
            if night.several
            else line
            for line in playable.render.options(options, wording)
        ]
    return found
