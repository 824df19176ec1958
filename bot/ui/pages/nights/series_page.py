"""A series of nights as those who lead it see it, and what they are asked about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.nights.dates import Moment, read_stored
from bot.nights.left_out import left_out_before
from bot.nights.night import Night
from bot.nights.series import MOST_EMPTY
from bot.nights.series_rules import (
    UNANSWERED,
    being_announced,
    counted,
    date_sign,
    left_out,
    may_take_back,
    next_dates,
    series_due,
    taken_back,
    will_ask,
    would_be,
)
from bot.tables.clock import DAY
from bot.tables.zones import zone_title
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes, series_routes
from bot.ui.pages.nights.leading_on import for_host, when_next
from bot.ui.pages.nights.night_move import still_skipped
from bot.ui.pages.nights.night_words import (
    EVENING,
    NAMES,
    REPEATS,
    as_of,
    in_head,
    named_for_host,
    noticed,
    plain_name_of,
    safe_title,
    series_button,
    unconfirmed_words,
)
from bot.ui.pages.nights.series_words import (
    cancel_or_skip,
    day_at,
    decided_line,
    may_cancel,
    skipped_line,
    title_to_come,
)
from bot.ui.pages.page import ROW, Button, Choice, Page, Row, Select
from bot.ui.pages.wording import Wording, capital, plain_words

What = Literal["change", "settings", "times", "limit", "pilot", "cancel"]
"""What is about to be done to a night of a series."""
NO_FANS: Final = _("**I'm in every time** and pings for new dates have stopped.")
"""What has become of those who wanted something of a series that has ended."""
NO_FANS_THEN: Final = _("After it, **I'm in every time** and pings for new dates stop.")
DAY_AND_TIME: Final = _("Day and time …")
SHOWN: Final = 4
"""How many of the next dates are on the page."""
ASKS_WHICH: Final[dict[What, str]] = {
    "change": _("Change which nights?"),
    "settings": _("Change which nights?"),
    "times": _("Change which nights?"),
    "limit": _("Change which nights?"),
    "pilot": _("Change which nights?"),
    "cancel": _("Cancel this night, or end the series?"),
}


def scope_page(night: Night, what: What, wording: Wording) -> Page:
    """Ask whether one night of a series is meant, or that one and all to come."""
    gettext = wording.gettext
    route = {
        "change": series_routes.CHANGE,
        "settings": series_routes.MORE,
        "times": series_routes.TIMES,
        "limit": series_routes.LIMIT,
        "pilot": series_routes.PILOT,
        "cancel": series_routes.ASK_CANCEL,
    }[what]
    style = ButtonStyle.danger if what == "cancel" else ButtonStyle.secondary
    day = wording.short_day(read_stored(night.row.local))
    one, every = gettext("Only {day}"), gettext("This and all to come")
    if what == "cancel":
        one = gettext("Only {day}: the series goes on")
        every = gettext("This and all to come: end the series")
    buttons = (
        Button(route(night.id, "one"), one.format(day=day), style),
        Button(route(night.id, "all"), every, style),
        Button(routes.KEEP_NIGHT(night.id), gettext("Back")),
    )
    text = gettext("{title} is a night of a series.", title=f"**{plain_name_of(night)}**")
    if what == "change":
        moves = gettext("Another date moves it alone, or all nights after it, too.")
        text = wording.sentences(text, moves)
    if what == "cancel":
        series = series_button(night, wording)
        later = gettext("Press **{button}** to skip a later one.", button=series[0].label)
        text, buttons = wording.sentences(text, later), (*buttons[:2], *series, buttons[2])
    return Page(gettext(ASKS_WHICH[what]), text, rows=(buttons,))


def series_page(night: Night, now: int, wording: Wording, notice: str = "") -> Page:
    """Return a series as it stands, by the night that carries it on."""
    gettext, series = wording.gettext, night.goes_on
    title = gettext("Series · {title}", title=series_title(night))
    if series is None:
        text, rows = _ended(night, wording)
        return Page(title, as_of(now, noticed(text, notice), wording), rows=rows)
    dates = next_dates(night, now, SHOWN)
    about = series.template.get("about")
    lines = [f"> {plain_words(about)}"] if about else []
    lines.append(capital(gettext(REPEATS[series.weeks])))
    if not night.over:
        lines.append(_announced(night, wording))
    if may_take_back(night, now):
        lines.append(gettext("Cancelled: {date}", date=f"<t:{night.guests.starts_at}:F>"))
    if dates:
        # The next one is announced, and is called that elsewhere.
        said = gettext("Next: {dates}") if night.over else gettext("After that: {dates}")
        lines.append(said.format(dates=days_line(dates, wording)))
    # Without dates, its time zone isn't known any more.
    if gone := left_out_before(night, now) if dates and not night.over else []:
        days = wording.series(map(day_at, gone))
        lines.append(
            gettext("Skipped: {days}. That stays so, as a later night was announced.", days=days)
        )
    if skipped := left_out(night, now):
        days = wording.series(day_at(each.at) for each in skipped)
        lines.append(gettext("Skipped: {days}", days=days))
    if series.state == "asks":
        lines += ["", asked_text(night, wording, dated=False)]
    else:
        lines += ["", _announced_when(night, now, wording), f"-# {_ends_by_itself(night, wording)}"]
    lines += cancel_or_skip(night, now, wording)
    if not being_announced(night, now):
        moves = gettext("**{button}** moves all nights to come.")
        if not night.over:
            moves = gettext("**{button}** moves all nights after {day}.")
        day = day_at(night.guests.starts_at)
        lines.append(f"-# {moves.format(button=gettext(DAY_AND_TIME), day=day)}")
    if series.template.get("season") is None:
        lines.append(gettext("-# `/night season` ranks people over several nights."))
    rows = tuple(_rows(night, dates, now, wording))
    zone = zone_title(night.row.zone)
    lines.append(gettext("-# Days on buttons are those in {zone}.", zone=zone))
    text = noticed("\n".join(lines), notice, first=True)
    return Page(title, as_of(now, text, wording), rows=rows)


def _ended(night: Night, wording: Wording) -> tuple[str, tuple[Row, ...]]:
    """Return what a page says of a series that has ended, and the buttons that begin it again."""
    gettext = wording.gettext
    text = gettext("This series has ended. `/night new` begins another one.")
    rows: tuple[Row, ...] = ()
    if not night.over and night.series is not None and night.series.night_id == night.id:
        text = gettext(
            "This series has ended. Press **Back**, then {button}, to begin it again.",
            button=f"**{gettext(EVENING)}**",
        )
        rows = ((Button(routes.KEEP_NIGHT(night.id), gettext("Back")),),)
    elif night.series is not None and night.series.night_id == night.id:
        rows = (buttons := for_host(night, None, wording),)
        if night.dealt and buttons:
            text = gettext(
                "This series has ended. Press **{again}** and set **{repeat}**, to begin it "
                "again with the same settings.",
                again=buttons[0].label,
                repeat=gettext("Repeat"),
            )
    return wording.sentences(text, stays_line(night, wording)), rows


def days_line(dates: Sequence[Moment], wording: Wording) -> str:
    """Return the next dates of a series: one in full tells the hour of all."""
    return wording.series([f"<t:{dates[0].at}:F>", *(day_at(each.at) for each in dates[1:])])


def _announced(night: Night, wording: Wording) -> str:
    """Return when the night is that is announced, and how many are In until its doors open."""
    said = wording.gettext("Announced: {date}", date=f"<t:{night.guests.starts_at}:F>")
    if night.row.state != "open":
        return said
    guests, coming = night.guests, night.guests.coming
    unsure = unconfirmed_words(coming, wording)
    head = in_head(night, wording).format(n=len(coming), limit=guests.limit, unsure=unsure)
    return f"{said} · {head}"


def _announced_when(night: Night, now: int, wording: Wording) -> str:
    """Return when the next night is announced: by its date once the one before it is over."""
    at = series_due(night) if night.over else None
    if at is not None and will_ask(night):
        return wording.gettext(
            "On {date} I ask the hosts in the thread whether the series goes on.", date=_date(at)
        )
    if being_announced(night, now):
        return wording.gettext("The next night is announced now.")
    if at is None:
        return wording.gettext(
            "After the night on {date}, the next one is announced by itself in the morning.",
            date=day_at(night.guests.starts_at),
        )
    return wording.gettext("The next night is announced by itself on {date}.", date=_date(at))


def _ends_by_itself(night: Night, wording: Wording) -> str:
    """Return what comes of a series to which nobody comes, and on how many nights nobody has."""
    gettext, series = wording.gettext, night.goes_on
    empty = 0 if series is None else counted(night, series).empty
    asks = gettext(
        "If nobody plays on {n} nights in a row, I ask the hosts in the thread whether the series "
        "goes on.",
        n=MOST_EMPTY,
    )
    if empty:
        asks = gettext(
            "If nobody plays on {n} nights in a row ({count} so far), I ask the hosts in the "
            "thread whether the series goes on.",
            n=MOST_EMPTY,
            count=min(empty, MOST_EMPTY),
        )
    ends = gettext(
        "It ends if nobody answers within {n} days, or before its next date.", n=UNANSWERED // DAY
    )
    return wording.sentences(asks, ends)


def _rows(night: Night, dates: list[Moment], now: int, wording: Wording) -> Iterator[Row]:
    gettext, series = wording.gettext, night.goes_on
    assert series is not None
    if dates and series.state == "asks":
        yield (announce_button(night, dates[0], wording),)
    # While the next one is being announced, its date can't be changed any more.
    coming = being_announced(night, now)
    first: list[Button] = []
    if not coming:
        first.append(Button(series_routes.TIME(night.id), gettext(DAY_AND_TIME)))
        first.append(Button(series_routes.NAME(night.id), gettext(NAMES)))
    if dates and series.state != "asks" and night.over and (series_due(night) or 0) > now:
        # It comes by itself, only later.
        early = series_routes.ASK_ANNOUNCE(night.id, date_sign(dates[0].local))
        label = gettext("Announce {day} …", day=wording.day(dates[0].local))
        first.append(Button(early, label))
    if dates and not coming:
        skip = series_routes.ASK_SKIP(night.id, date_sign(dates[0].local))
        label = gettext("Skip {day} …", day=wording.day(dates[0].local))
        first.insert(0, Button(skip, label))
    if may_cancel(night):
        off = gettext("Cancel {day} …", day=wording.day(read_stored(night.row.local)))
        first.insert(0, Button(series_routes.ASK_CANCEL(night.id, "one", "series"), off))
    end = Button(series_routes.ASK_END(night.id), gettext("End the series …"), ButtonStyle.danger)
    yield (*first, end)
    if dates[1:] and series.state != "asks":
        later = (Choice(date_sign(each.local), wording.day(each.local)) for each in dates[1:])
        yield Select(series_routes.ASK_SKIP(night.id), gettext("Skip a later date …"), (*later,))
    skipped = [] if coming else left_out(night, now)
    buttons = [_back_in_button(night, each, now, wording) for each in skipped]
    if may_take_back(night, now):
        label = gettext(
            "{day} takes place after all", day=wording.day(read_stored(night.row.local))
        )
        buttons.insert(0, Button(routes.ASK_UNCANCEL(night.id), label))
    buttons = buttons[: 2 * ROW]
    for at in range(0, len(buttons), ROW):
        yield (*buttons[at : at + ROW],)
    back = desk_routes.DESK if night.over else routes.KEEP_NIGHT
    yield (Button(back(night.id), gettext("Back")),)


def _back_in_button(night: Night, when: Moment, now: int, wording: Wording) -> Button:
    """Return the button that takes a date in again, or announces it where that follows at once."""
    date = date_sign(when.local)
    if being_announced(taken_back(night, date), now):
        label = wording.gettext("Announce {day} after all", day=wording.day(when.local))
        return Button(series_routes.ANNOUNCE(night.id, date), label)
    label = wording.gettext("Don't skip {day}", day=wording.day(when.local))
    return Button(series_routes.TAKE_IN(night.id, date), label)


def stays_line(night: Night, wording: Wording) -> str:
    """Return what stays of a series that has ended or would, by its newest night."""
    gettext = wording.gettext
    if night.over:
        return gettext(NO_FANS)
    return wording.sentences(gettext("The one that is announced stays."), gettext(NO_FANS_THEN))


def moved_text(night: Night, wording: Wording) -> str:
    """Return what has moved once a series has another day and time: every date to come."""
    (first,) = next_dates(night, 0, 1)
    return wording.gettext("All nights to come have moved, from {day} on.", day=f"<t:{first.at}:F>")


def also_moved(before: Night, night: Night, wording: Wording) -> str:
    """Return that all nights after one have moved with it, and from when on; "" if they haven't."""
    moved, dates = before.row.local != night.row.local, next_dates(night, 0, 1)
    if not moved or night.row.state == "draft" or not dates or next_dates(before, 0, 1) == dates:
        return ""
    first = f"<t:{dates[0].at}:F>"
    said = wording.gettext("All nights after it have moved, too, from {day} on.", day=first)
    return wording.sentences(said, still_skipped(night, night.row.touched_at, wording))


def announce_button(night: Night, when: Moment, wording: Wording, mark: object = "") -> Button:
    """Return the button that announces the next night of a series."""
    label = wording.gettext("Announce {day}", day=wording.day(when.local))
    announce = series_routes.ANNOUNCE(night.id, date_sign(when.local), mark=mark)
    return Button(announce, label, ButtonStyle.success)


def asked_text(night: Night, wording: Wording, *, dated: bool = True) -> str:
    """Return why those who lead a series are asked whether it goes on, if `dated` when the next
    night would be, and until when they can answer.
    """
    gettext, series = wording.gettext, night.series
    title = f"**{plain_name_of(night)}**"
    empty = 0 if series is None else series.empty
    asked = gettext(
        "{title} has no channel any more, so the next night isn't announced.", title=title
    )
    if empty >= MOST_EMPTY:
        asked = gettext(
            "Nobody has played on the last {n} nights of {title}. Shall it go on?",
            n=empty,
            title=title,
        )
    return wording.sentences(asked, decided_line(night, wording, dated=dated))


def answered_text(night: Night, following: Night | None, wording: Wording) -> str:
    """Return what was decided of a series as those who lead it were asked whether it goes on, and
    when the next night is, as it stands now.
    """
    gettext, title = wording.gettext, f"**{plain_name_of(night)}**"
    then = when_next(night, following, wording)
    if following is not None and not then:
        skipped = skipped_line(left_out_before(following), wording)
        then = skipped or gettext("The next night was announced.")
    asked = gettext("I asked whether {title} goes on.", title=title)
    return wording.sentences(asked, then)


def asked_row(night: Night, number: int, wording: Wording) -> tuple[Button, ...]:
    """Return the buttons with which a series is answered for, below the post that asks."""
    gettext = wording.gettext
    end = Button(series_routes.ASK_END(night.id, mark=number), gettext("End the series …"))
    row = (end,)
    for date in would_be(night):
        skip = series_routes.ASK_SKIP(night.id, date_sign(date.local), mark=number)
        label = gettext("Skip {day} …", day=wording.day(date.local))
        row = (announce_button(night, date, wording, number), Button(skip, label), end)
    return named_for_host(row, wording)


def series_title(night: Night) -> str:
    """Return what a series is called: as its nights to come are, which one of it may not be."""
    return safe_title(title_to_come(night))


def back_to_series(night: Night, wording: Wording) -> Button:
    """Return the button that leads back to a series."""
    return Button(series_routes.SERIES(night.id), wording.gettext("Back"))


def _date(at: int) -> str:
    return f"<t:{at}:f>"
