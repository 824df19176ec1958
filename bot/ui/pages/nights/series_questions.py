"""What those who lead a series are asked before it changes: a date skipped, all moved, its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.nights.dates import Moment, read_stored
from bot.nights.morning_calls import morning_call
from bot.nights.night import Night
from bot.nights.series_rules import date_sign, demand_goes_on, next_dates
from bot.nights.typed_dates import Readings
from bot.tables.clock import MINUTE
from bot.tables.zones import zone_title
from bot.ui.pages.form import Form, TextLine
from bot.ui.pages.long_lists import fit
from bot.ui.pages.nights import series_routes
from bot.ui.pages.nights.called_lines import fans_called
from bot.ui.pages.nights.night_move import still_named, still_skipped
from bot.ui.pages.nights.series_page import (
    SHOWN,
    announce_button,
    back_to_series,
    days_line,
    series_title,
    stays_line,
)
from bot.ui.pages.nights.series_words import day_at, may_cancel
from bot.ui.pages.page import Button, Page
from bot.ui.pages.typed_date_words import date_help, other_label
from bot.ui.pages.wording import Wording, plain_name

CARD_SAYS: Final = _("The card says so, without a ping.")
"""What comes of a change of a date that isn't the next one."""
MOST_TOLD: Final = 5
"""The most people who are named as those who are pinged; more are counted."""


def told_line(
    night: Night,
    told: Sequence[str],
    now: int,
    wording: Wording,
    dates: Sequence[int] = (),
    *,
    held: int = 0,
) -> str:
    """Return who is told of a change of some dates of the series that a night carries on, where,
    and when: those of these names follow it, who aren't called for the seconds that it is `held`
    back, as some were just now of another one.
    """
    place = f"<#{night.row.channel_id}>" if night.over else wording.gettext("The thread")
    if not told:
        return wording.gettext("{place} says so, without a ping.", place=place)
    names = wording.series(fit([*map(plain_name, told)], MOST_TOLD, wording, people=True))
    if at := morning_call(night, now, dates):
        return wording.gettext(
            "{place} says so, and at {time} pings those who follow the series: {names}.",
            place=place,
            time=f"<t:{at}:t>",
            names=names,
        )
    if held:
        return wording.gettext(
            "{place} says so. If it still holds in {n} minutes, I ping those who follow the "
            "series: {names}.",
            place=place,
            n=-(-held // MINUTE),
            names=names,
        )
    return wording.gettext(
        "{place} says so, and pings those who follow the series: {names}.",
        place=place,
        names=names,
    )


def announce_page(night: Night, when: Moment, told: int, wording: Wording) -> Page:
    """Ask whether the next night of a series should really be announced now, though it comes by
    itself; so many are `told`.
    """
    gettext, role = wording.gettext, demand_goes_on(night).template.get("mention")
    posts = gettext("I post the card in {channel}, with a thread.")
    pings = gettext("I ping {role}.", role=f"<@&{role}>") if role else ""
    fans = fans_called(told, wording) if told else ""
    lines = [posts.format(channel=f"<#{night.row.channel_id}>"), pings, fans]
    day = wording.day(when.local)
    title = gettext("Announce {day} now? · {title}", day=day, title=series_title(night))
    row = announce_button(night, when, wording), back_to_series(night, wording)
    return Page(title, "\n".join(filter(None, lines)), rows=(row,))


def skip_page(night: Night, date: str, now: int, told: str, wording: Wording) -> Page:
    """Ask whether a date, `20261211`, should be left out; `told` says who is told, if it is the
    next one.
    """
    dates = next_dates(night, now, SHOWN + 1)
    later = [each.at for each in dates if date_sign(each.local) > date]
    then, says = "", told or wording.gettext(CARD_SAYS)
    if later:
        then = wording.gettext("The night after that is on {date}.", date=f"<t:{later[0]}:F>")
    day = wording.day(datetime.fromisoformat(date))
    skip = Button(
        series_routes.SKIP(night.id, date),
        wording.gettext("Skip {day}", day=day),
        ButtonStyle.primary,
    )
    title = wording.gettext("Skip {day}? · {title}", day=day, title=series_title(night))
    return Page(
        title, wording.sentences(then, says), rows=((skip, back_to_series(night, wording)),)
    )


def end_series_page(night: Night, now: int, told: Sequence[str], wording: Wording) -> Page:
    """Ask whether a series should really end, of which these are told."""
    gettext = wording.gettext
    text = gettext("No further night is announced.")
    told_then = told_line(night, told, now, wording)
    text = wording.sentences(text, stays_line(night, wording), told_then)
    end = Button(series_routes.END(night.id), gettext("End the series"), ButtonStyle.danger)
    title = gettext("End the series {title}?", title=series_title(night))
    row = [end, back_to_series(night, wording)]
    if may_cancel(night):
        day = wording.day(read_stored(night.row.local))
        off = series_routes.ASK_CANCEL(night.id, "all", "series")
        row.insert(1, Button(off, gettext("Cancel {day}, too …", day=day)))
    return Page(title, text, rows=((*row,),))


def time_form(night: Night, now: int, wording: Wording) -> Form:
    """Return the form for another day and time of all nights of a series to come."""
    gettext, dates = wording.gettext, next_dates(night, now, 1)
    at = dates[0].local.isoformat(" ", "minutes") if dates else ""
    moves = gettext("All nights to come move, from this one on.")
    if not night.over:
        day = wording.day(read_stored(night.row.local))
        moves = gettext("All nights after {day} move, from this one on.", day=day)
    line = TextLine(
        "when",
        gettext("Day and time ({zone})", zone=zone_title(night.row.zone)),
        at,
        most=60,
        detail=moves,
    )
    return Form(series_routes.TIME_SET(night.id), gettext("Day and time of the series"), (line,))


def move_page(night: Night, when: Readings, now: int, told: str, wording: Wording) -> Page:
    """Ask whether all nights of a series to come should really move to what was typed; `told` says
    who is told.
    """
    gettext, series, first = wording.gettext, demand_goes_on(night), when.first
    before = next_dates(night, now)
    moved = replace(night, series=series.from_then(before[0].local, first.local))
    after = next_dates(moved, now)
    lines = [
        gettext("Next: {dates}", dates=days_line(after, wording)),
        gettext("Instead of: {dates}", dates=days_line(before, wording)),
    ]
    if not night.over:
        lines.append(_stays(night, wording))
        was = before[0].local
        lines += filter(None, [still_named(night, was, first.local, wording)])
    lines += filter(None, [still_skipped(moved, now, wording)])
    typed = replace(when, notes=tuple(each for each in when.notes if each.kind != "every"))
    known = date_help(typed, first.at, night.row.zone, now, wording)
    move = series_routes.MOVE(night.id, date_sign(before[0].local), first.at)
    title, label = gettext("Move all nights to come?"), gettext("Move all nights to come")
    if not night.over:
        day = wording.day(read_stored(night.row.local))
        title = gettext("Move all nights after {day}?", day=day)
        label = gettext("Move the nights after {day}", day=day)
    buttons = (
        Button(move, label, ButtonStyle.primary),
        *(
            Button(series_routes.OTHER_TIME(night.id, each.at), other_label(each, now, wording))
            for each in known.others
        ),
        back_to_series(night, wording),
    )
    lines += [told, *known.lines]
    return Page(title, "\n".join(lines), rows=(buttons,))


def _stays(night: Night, wording: Wording) -> str:
    day = day_at(night.guests.starts_at)
    return wording.gettext("{day} stays as it is.", day=day)
