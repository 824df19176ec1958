"""What a host reads of another date of a night: before it really moves, and once it has."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date

from babel.dates import format_date
from discord import ButtonStyle

from bot.nights.dates import read_stored
from bot.nights.morning_calls import morning_call
from bot.nights.night import Night
from bot.nights.series_rules import left_out, next_dates
from bot.nights.who_is_told import who_is_told
from bot.ui.pages import routes
from bot.ui.pages.nights.night_words import PLAN, noticed, plain_name_of
from bot.ui.pages.nights.series_words import day_at
from bot.ui.pages.page import Button, Page
from bot.ui.pages.typed_date_words import DateHelp, other_label
from bot.ui.pages.wording import Wording, locale_of, plain_name


def move_night_page(
    night: Night,
    moved: Night,
    every: str,
    typed: DateHelp,
    now: int,
    person: int,
    wording: Wording,
    notice: str = "",
    asked: Collection[int] = (),
) -> Page:
    """Ask whether a night should move, as it would be once it has `moved`; `every` is "all" if all
    of its series to come move with it. `typed` has the other moments that may have been meant,
    `asked` are those who were called to it, or would have been.
    """
    gettext, at = wording.gettext, moved.guests.starts_at
    called, series = called_by_move(moved, person, asked), series_moves(night, moved)
    pings = "" if series else gettext("Nobody is pinged.")
    if called:
        pings = wording.ngettext(
            "{n} guest is pinged, and asked whether it suits them. Until they answer, they stay on "
            "the list as they are.",
            "{n} guests are pinged, and asked whether it suits them. Until they answer, they stay "
            "on the list as they are.",
            len(called),
        )
    lines = [
        gettext("New date: {date}", date=f"<t:{at}:F>"),
        *typed.lines,
        gettext("Instead of: {dates}", dates=f"<t:{night.guests.starts_at}:F>"),
        *filter(None, [pings, open_again_line(moved, wording, called, all_to_come=series)]),
    ]
    if series:
        (first,) = next_dates(moved, 0, 1)
        also = gettext("All nights after it move, too, from {day} on.", day=f"<t:{first.at}:F>")
        skipped = still_skipped(moved, now, wording)
        dates = at, first.at, *(each.at for each in next_dates(night, 0, 1))
        pinged = gettext("Whoever follows the series is pinged.")
        if morning := morning_call(night, now, dates):
            pinged = gettext(
                "Whoever follows the series is pinged at {time}.", time=f"<t:{morning}:t>"
            )
        lines.append(wording.sentences(also, skipped, pinged))
    lines += filter(None, [old_day_line(moved, night, wording)])
    buttons = (
        Button(routes.MOVE_NIGHT(night.id, at, every), gettext("Move it"), ButtonStyle.primary),
        *(
            Button(routes.OTHER_DATE(night.id, each.at, every), other_label(each, now, wording))
            for each in typed.others
        ),
        Button(routes.KEEP_NIGHT(night.id), gettext("Back")),
    )
    title = gettext("Move {title}?", title=plain_name_of(night))
    return Page(title, noticed("\n".join(lines), notice), rows=(buttons,))


def still_skipped(moved: Night, now: int, wording: Wording) -> str:
    """Return which dates to come of a series are left out once it has `moved`; "" without any."""
    days = wording.series(day_at(each.at) for each in left_out(moved, now))
    return (
        wording.gettext("Weeks that you skipped stay skipped: {days}.", days=days) if days else ""
    )


def series_moves(before: Night, moved: Night) -> bool:
    """Tell whether all nights to come move with one, of which who follows the series is told."""
    dates = next_dates(moved, 0, 1)
    return bool(dates) and next_dates(before, 0, 1) != dates


def called_by_move(night: Night, person: int, asked: Collection[int]) -> set[int]:
    """Return who is called in the thread of a night that a person has moved, to be asked; `asked`
    were called to it before.
    """
    here = {guest.person for guest in night.guests.there}
    return {*who_is_told(night, asked, person, moves=True)} - here


def moved_words(
    before: Night, night: Night, person: int, wording: Wording, called: Collection[int] = ()
) -> str:
    """Return what has come of another date of a night, that a person gave it: how many are asked
    whether it suits them, and how many needn't answer; "" if the date is as before. `called` were
    called to it before.
    """
    if before.row.starts_at == night.row.starts_at:
        return ""
    here = {guest.person for guest in night.guests.there}
    shut, asked = "", called_by_move(night, person, called)
    if (before.row.state, night.row.state) == ("doors", "open"):
        shut = wording.gettext(
            "The doors are shut again, and open at {time}.", time=wording.at(night.guests.doors_at)
        )
    asks = wording.ngettext(
        "{n} guest is asked whether this date suits them.",
        "{n} guests are asked whether this date suits them.",
        len(asked),
    )
    stay = wording.ngettext(
        "{n} guest who is here needn't press anything.",
        "{n} guests who are here needn't press anything.",
        len(here),
    )
    return wording.sentences(
        shut,
        asks if asked else "",
        open_again_line(night, wording, asked, all_to_come=series_moves(before, night)),
        stay if here else "",
    )


def open_again_line(
    night: Night, wording: Wording, pinged: Collection[int], *, all_to_come: bool
) -> str:
    """Return to a host how many couldn't come before a night moved, and may answer again, but
    for who is `pinged` about it; "" if nobody. Those of them who follow its series are where
    `all_to_come` move with it.
    """
    count = sum(each.person not in pinged for each in night.guests.open_again)
    if all_to_come:
        said = wording.ngettext(
            "{n} person who couldn't come may answer again.",
            "{n} people who couldn't come may answer again.",
            count,
        )
        return said if count else ""
    said = wording.ngettext(
        "{n} person who couldn't come may answer again, and isn't pinged.",
        "{n} people who couldn't come may answer again, and aren't pinged.",
        count,
    )
    return said if count else ""


def old_day_line(night: Night, before: Night, wording: Wording) -> str:
    """Return that the title of a night still names the weekday that it was on `before` it moved."""
    was, day = read_stored(before.row.local), read_stored(night.row.local)
    return still_named(night, was, day, wording)


def still_named(night: Night, was: date, day: date, wording: Wording) -> str:
    """Return that the title of a night still names the weekday on which it `was` before it moves to
    another day, or its series does.
    """
    said = "" if was.weekday() == day.weekday() else _weekday_in(night, was)
    if not said:
        return ""
    return wording.gettext(
        "The title still says “{day}”. **{button}** changes it.",
        day=plain_name(said),
        button=wording.gettext(PLAN),
    )


def _weekday_in(night: Night, day: date) -> str:
    """Return how the title of a night names a weekday, in its language, English or Japanese."""
    for language in (night.row.language, "en", "ja"):
        name = format_date(day, "EEEE", locale=locale_of(language)).removesuffix("日")
        found = re.search(
            rf"(?<!\w){name}(?!\w)" if name.isascii() else name, night.row.title, re.I
        )
        if found:
            return found[0]
    return ""
