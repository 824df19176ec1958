"""The dates that people type: read in their languages, and offered while they type."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.nights.date_offers import proposals
from bot.nights.dates import Moment, days_until, stored, zone_of
from bot.nights.typed_dates import BadDate, Edge, Readings, read, read_near
from bot.tables.trouble import Trouble
from bot.tables.zones import zone_title
from bot.ui.pages.nights.night_words import REPEATS
from bot.ui.pages.typed_date_words import DATE_TROUBLES, date_trouble, short_trouble, year_at
from bot.ui.pages.typed_words import Suggestion
from bot.ui.pages.wording import Wording
from bot.ui.posting.replies import wording_of
from bot.ui.services import Interaction, Services

WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""As they can be typed in every language."""


async def typed_date(
    services: Services,
    interaction: Interaction,
    text: str,
    zone: ZoneInfo,
    *,
    given: bool = False,
    edge: Edge | None = None,
    now: int | None = None,
) -> Readings:
    """Return what a typed date means in a zone; `given` if that was typed besides.

    At an `edge` of a span of days, a bare 8 is more likely the morning, and a day without an hour
    is meant whole. `now` is when it was typed, if that was before. Raises Trouble if it can't be
    read.
    """
    # The label of a choice says more after the date.
    said = text.partition(" · ")[0]
    languages = await typing_languages(services, interaction)
    now = services.tables.now() if now is None else now
    try:
        return read(said, now, zone, languages, given=given, edge=edge)
    except BadDate as bad:
        raise date_trouble(bad, text) from None


async def typed_instead(
    services: Services,
    interaction: Interaction,
    text: str,
    zone: ZoneInfo,
    near: datetime,
    least: date = date.min,
) -> Readings:
    """Return what a date means that is typed in place of another, not before a day where it doesn't
    say which; a bare 8 is as in `read`. Raises Trouble if it can't be read.
    """
    languages, now = await typing_languages(services, interaction), services.tables.now()
    try:
        return read_near(text, now, zone, languages, near, least)
    except BadDate as bad:
        raise date_trouble(bad, text) from None


async def typed_in(
    services: Services, interaction: Interaction, text: str, zone: ZoneInfo | None, *, given: bool
) -> Readings | None:
    """Return what a typed date means in a zone; None without one.

    Raises Trouble if it can't be read; without a zone, only for what means nothing in any.
    """
    try:
        found = await typed_date(services, interaction, text, zone or zone_of("UTC"), given=given)
    except Trouble as trouble:
        if zone is None and trouble.text in (DATE_TROUBLES["past"], DATE_TROUBLES["far"]):
            return None
        raise
    return None if zone is None else found


async def offered_dates(
    services: Services,
    interaction: Interaction,
    text: str,
    zone: ZoneInfo,
    *,
    given: bool = False,
    edge: Edge | None = None,
) -> list[tuple[Moment | None, Suggestion]]:
    """Return the moments that a text may mean in a zone, each as it is offered.

    If it means none, the only choice says why.
    """
    now, wording = services.tables.now(), wording_of(interaction)
    languages = await typing_languages(services, interaction)
    found = proposals(text, now, zone, languages, given=given, edge=edge)
    if not found:
        why = _why_none(text, now, zone, languages, wording)
        return [(None, Suggestion(text, why))]
    return [
        (
            one,
            Suggestion(
                stored(one.local).replace("T", " "),
                f"{wording.moment(one.local, year_at(now))}"
                f" · {_ahead(days_until(one.at, now, zone), wording)} · {zone_title(zone.key)}",
            ),
        )
        for one in found
    ]


def dates_together(dates: Sequence[Moment], zone: str, wording: Wording) -> Suggestion:
    """Return a list of dates at one time of day as it is offered."""
    # Some languages have a comma within a day.
    days = " + ".join(wording.short_day(each.local) for each in dates)
    return Suggestion(
        ", ".join(stored(each.local).replace("T", " ") for each in dates),
        f"{days} · {wording.clock(dates[0].local)} · {zone_title(zone)}",
    )


async def weeks_typed(services: Services, interaction: Interaction, text: str) -> int:
    """Return after how many weeks each time a typed date is meant again; 0 if it isn't."""
    languages, now = await typing_languages(services, interaction), services.tables.now()
    try:
        return read(text, now, zone_of("UTC"), languages).weeks
    except BadDate:
        return 0


def repeated(offered: Suggestion, when: Moment, weeks: int, wording: Wording) -> Suggestion:
    """Return a date that is offered as one that is meant again after so many weeks each time."""
    if not weeks:
        return offered
    every = "weekly" if weeks == 1 else "fortnightly"
    label = f"{offered.label} · {wording.gettext(REPEATS[weeks])}"
    return Suggestion(f"{every} {WEEKDAYS[when.local.weekday()]} {offered.value}", label)


async def typing_languages(services: Services, interaction: Interaction) -> tuple[str, ...]:
    """Return the languages in which somebody types dates: theirs, and the server's."""
    own = str(interaction.locale)
    return tuple(dict.fromkeys((own, await services.language(interaction))))


def _why_none(
    text: str, now: int, zone: ZoneInfo, languages: Sequence[str], wording: Wording
) -> str:
    """Return why a text gives no date, while it can still be mended."""
    try:
        read(text, now, zone, languages)
    except BadDate as bad:
        return short_trouble(bad, wording)
    return text


def _ahead(days: int, wording: Wording) -> str:
    """Return how far ahead a day is, in words."""
    if days == 0:
        return wording.gettext("today")
    if days == 1:
        return wording.gettext("tomorrow")
    return wording.ngettext("in {n} day", "in {n} days", days)
