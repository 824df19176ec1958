"""What is offered while somebody types a command that isn't a game's own."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Literal
from zoneinfo import ZoneInfo

from bot.nights import seasons as season_days
from bot.nights.ask_rules import too_soon
from bot.nights.date_lists import (
    MOST_DATES,
    dates_in,
    likely_after,
    likely_lists,
    with_commas,
)
from bot.nights.dates import Moment
from bot.nights.seasons import day_of
from bot.tables.trouble import Trouble
from bot.tables.typed_lists import before_last
from bot.ui.actions.actions import Actions
from bot.ui.actions.command_options import typed_so_far
from bot.ui.actions.nights.night_dates import NO_ZONE
from bot.ui.actions.typed_dates import (
    dates_together,
    offered_dates,
    repeated,
    typing_languages,
    weeks_typed,
)
from bot.ui.actions.typed_names import night_options, season_options
from bot.ui.pages.typed_date_words import zone_choices
from bot.ui.pages.typed_words import LONGEST_LABEL, Suggestion, narrowed
from bot.ui.pages.wording import Wording
from bot.ui.posting.replies import wording_of
from bot.ui.services import Interaction

Suggestions = Sequence[Suggestion]


async def zones(on: Actions, it: Interaction, text: str) -> Suggestions:
    """Return time zones, with the time there."""
    found = zone_choices(text, on.services.tables.now(), wording_of(it))
    return [Suggestion(zone, label) for zone, label in found]


async def games(on: Actions, it: Interaction, text: str) -> Suggestions:
    """Return the games."""
    return narrowed(on.services.game_options(wording_of(it)), text)


async def games_to_learn(on: Actions, it: Interaction, text: str) -> Suggestions:
    """Return the games that have a lesson."""
    found = on.services.game_options(wording_of(it))
    with_lesson = [each for each in found if on.services.games[each.value].lesson is not None]
    return narrowed(with_lesson, text)


# Seasons


async def seasons(on: Actions, it: Interaction, text: str) -> Suggestions:
    """Return the seasons of the server."""
    return narrowed(season_options(await on.services.seasons(it)), text)


async def first_days(on: Actions, it: Interaction, text: str) -> Suggestions:
    """Return the days that a season may start with."""
    return _days(season_days.first_days(await _today(on, it)), text, wording_of(it))


async def last_days(on: Actions, it: Interaction, text: str) -> Suggestions:
    """Return the days that a season may end with, after the first one if that is typed."""
    try:
        first = day_of(typed_so_far(it, "first") or "")
    except Trouble:
        first = await _today(on, it)
    return _days(season_days.last_days(first), text, wording_of(it))


async def _today(on: Actions, it: Interaction) -> date:
    zone = ZoneInfo(await on.standings.zone(it))
    return datetime.fromtimestamp(on.services.tables.now(), zone).date()


def _days(days: Sequence[date], text: str, wording: Wording) -> Suggestions:
    labels = [Suggestion(str(day), f"{day} · {wording.weekday(day)}") for day in days]
    return narrowed(labels, text)


# Game nights


async def dates(on: Actions, it: Interaction, text: str) -> Suggestions:
    """Return the dates that a text may mean, in the zone they are meant in."""
    return [each for _moment, each in await _dates(on, it, text, await _zone(on, it))]


async def night_dates(on: Actions, it: Interaction, text: str) -> Suggestions:
    """Return the same for a night, which repeats where the text says so."""
    weeks = await weeks_typed(on.services, it, text)
    return [
        each if moment is None else repeated(each, moment, weeks, wording_of(it))
        for moment, each in await _dates(on, it, text, await _zone(on, it))
    ]


async def _dates(
    on: Actions, it: Interaction, text: str, zone: ZoneInfo | None
) -> list[tuple[Moment | None, Suggestion]]:
    """Return the same with the moment of each; None for what says why there is none."""
    if zone is None:
        # Said while it can still be filled in, not only once it is sent.
        label = wording_of(it).gettext("I don't know your time zone yet: fill in zone as well")
        return [(None, Suggestion(text or "?", label))]
    given = typed_so_far(it, "zone") is not None
    return await offered_dates(on.services, it, text, zone, given=given)


async def _zone(on: Actions, it: Interaction) -> ZoneInfo | None:
    """Return the zone that dates are meant in; None as long as it isn't known."""
    try:
        return await on.planning.dates.zone(it, typed_so_far(it, "zone"))
    except Trouble as trouble:
        if trouble.text != NO_ZONE:
            raise
        return None


async def several_dates(on: Actions, it: Interaction, text: str) -> Suggestions:
    """Return lists of dates: what was typed, with what its last date may mean, and with dates that
    may follow it; not what is refused as long as nothing is typed for when the question closes.
    """
    head, last = before_last(with_commas(text, await typing_languages(on.services, it)))
    zone, now = await _zone(on, it), on.services.tables.now()
    found = await _dates(on, it, last.strip(), zone)
    lists = [] if zone is None else await _several(on, it, head, last and found[0][0], zone)
    if typed_so_far(it, "until") is None:
        lists = [each for each in lists if not too_soon(each[0].at, now)]
        later = [each for each in found if each[0] is None or not too_soon(each[0].at, now)]
        label = wording_of(it).gettext("Less than two hours away: fill in until as well")
        found = later or [(None, Suggestion(last or "?", label))]
    one = [each for _moment, each in found]
    several = [dates_together(each, zone.key, wording_of(it)) for each in lists if zone]
    # What makes a list with the dates before it stands first; one date alone can't be sent.
    offered = [*one[:1], *several, *one[1:]] if head else [*several, *one]
    whole = (Suggestion(head + each.value, head + each.label) for each in offered)
    return [each for each in whole if len(each.value) <= LONGEST_LABEL]


async def _several(
    on: Actions, it: Interaction, head: str, last: Moment | Literal[""] | None, zone: ZoneInfo
) -> list[list[Moment]]:
    """Return the lists of dates that may come after `head`; the `last` is half typed, "" if it
    isn't, None if it can't be read.
    """
    before = dates_in(head)
    room = MOST_DATES - len(before)
    if last:
        return [[last, *each] for each in likely_after(last, zone, room - 1)]
    if last is None:
        return []
    if not before:
        return likely_lists(on.services.tables.now(), zone)
    date, _offered = (await _dates(on, it, before[-1], zone))[0]
    return [] if date is None else likely_after(date, zone, room)


async def led_nights(on: Actions, it: Interaction, text: str) -> Suggestions:
    """Return the nights that the person may lead."""
    return narrowed(night_options(await on.planning.led_nights(it)), text)


async def played_nights(on: Actions, it: Interaction, text: str) -> Suggestions:
    """Return the nights that have begun, newest first."""
    return narrowed(night_options(await on.night_recaps.nights(it)), text)


async def ended_games(on: Actions, it: Interaction, text: str) -> Suggestions:
    """Return the games of nights that the person may correct."""
    return narrowed(await on.night_recaps.games(it, text), text)


async def order_now(on: Actions, it: Interaction, _text: str) -> Suggestions:
    """Return the current places of the game that was typed, to be changed."""
    table = typed_so_far(it, "table")
    now = "" if table is None else (await on.night_recaps.order_now(it, table))
    return [Suggestion(now, now)] if now else []


async def guests_to_seat(on: Actions, it: Interaction, text: str) -> Suggestions:
    """Return the guests that can get another seat."""
    return narrowed(await on.night_guests.guests_to_seat(it, typed_so_far(it, "night")), text)


async def places(on: Actions, it: Interaction, text: str) -> Suggestions:
    """Return the places that the chosen guest can have."""
    guest, night = typed_so_far(it, "guest"), typed_so_far(it, "night")
    return narrowed(await on.night_guests.places_for(it, guest or "", night), text)
