"""The preview of a draft as its host sees it at that place, and the page of a night's plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.nights.fans import Called
from bot.nights.night import Night
from bot.ui.actions.nights.announcing_place import amiss_there
from bot.ui.pages.nights.desk_more import more_page
from bot.ui.pages.nights.night_preview import edit_page, preview_page
from bot.ui.pages.page import Page
from bot.ui.pages.typed_date_words import DateHelp
from bot.ui.pages.wording import Wording
from bot.ui.posting.nights.night_pages import options_said
from bot.ui.posting.nights.scheduled_events import makes_event
from bot.ui.posting.public_labels import LANGUAGE
from bot.ui.posting.replies import wording_of
from bot.ui.services import Interaction, Services


async def draft_page(
    services: Services,
    interaction: Interaction,
    night: Night,
    home: str | None,
    help_: DateHelp,
    start: int,
    called: Called,
) -> Page:
    """Return the preview of a draft to its host, with what its games offer from `start` on."""
    wording = wording_of(interaction)
    # It may come after a night in another language.
    interaction.extras[LANGUAGE] = night.row.language
    variants: list[list[Sequence[str]]] = []
    for game in night.games:
        playable = services.games.get(game.key)
        all_sets = () if playable is None else playable.game.info.variants
        variants.append([playable.render.options(e, wording) for e in all_sets if playable])
    place = night.row.channel_id
    amiss = amiss_there(interaction, place, night.row.mention)
    amiss = replace(amiss, event=makes_event(interaction.guild, place))
    return preview_page(
        night,
        services.games_of(night),
        wording,
        options_said(services, night, Wording(night.row.language)),
        variants,
        amiss,
        await _season_name(services, interaction, night),
        home,
        help_,
        services.tables.now(),
        start,
        called,
    )


async def plan_page(
    services: Services, interaction: Interaction, night: Night, help_: DateHelp, notice: str = ""
) -> Page:
    """Return the page on which a night is changed; once it is over, what can still be done."""
    wording = wording_of(interaction)
    if night.over:
        return more_page(night, wording)
    season = await _season_name(services, interaction, night)
    return edit_page(night, notice, wording, season, help_, services.tables.now())


async def _season_name(services: Services, interaction: Interaction, night: Night) -> str:
    seasons = await services.seasons(interaction) if night.row.season else []
    return next((each.name for each in seasons if each.id == night.row.season), "")
