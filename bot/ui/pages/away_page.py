"""The page of somebody's away days: when, how their games go on meanwhile, table by table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from discord import ButtonStyle

from bot.engine.text import cleaned
from bot.engine.text import marked as _
from bot.nights.night import Night
from bot.nights.typed_dates import LONGEST
from bot.tables.clock import DAY
from bot.tables.quiet_hours import OwnClock
from bot.tables.waiting import waits_for
from bot.tables.who_sits import TableBrief
from bot.ui.pages import routes
from bot.ui.pages.form import Form, TextLine
from bot.ui.pages.long_lists import fit
from bot.ui.pages.nights.night_words import card_link, plain_name_of
from bot.ui.pages.page import ROW, Button, Page, Row, clip
from bot.ui.pages.typed_date_words import own_zone_line, year_at, zone_line
from bot.ui.pages.wording import Wording, capital, plain_name
from storage.rows import AwayHow, OnTimeout

MOST: Final = 12
"""How many tables are on the page."""
MOST_LABEL: Final = 40
"""How many letters a button with the name of a night has."""
ROOM: Final = 2400
"""How many characters they may take."""
HOWS: Final[Mapping[AwayHow, str]] = {
    "clock": _("My clock stops"),
    "computer": _("A computer plays for me"),
    "table": _("The others decide"),
}
EXPLAINED: Final[Mapping[AwayHow, str]] = {
    "clock": _("I don't call you while you're away."),
    "computer": _(
        "If a computer makes more than half of your moves in a game, that game counts as last for "
        "you."
    ),
    "table": _("The others may vote at any time to have a computer play for you."),
}
NO_DAYS: Final[Mapping[OnTimeout, str]] = {
    "move": _("no away days here: when time runs out, a computer plays that move"),
    "seat": _("no away days here: when time runs out, a computer plays for you"),
    "ask": _("no away days here: when time runs out, the table waits"),
}

NONE_LEFT: Final[Mapping[OnTimeout, str]] = {
    "move": _("no away days left here: when time runs out, a computer plays that move"),
    "seat": _("no away days left here: when time runs out, a computer plays for you"),
    "ask": _("no away days left here: when time runs out, the table waits"),
}


@dataclass(frozen=True, slots=True)
class AwayTable:
    """One of the games of somebody who is away, as far as everybody may see it."""

    table: TableBrief
    game: str
    """Its title."""
    server: str | None
    used: int
    """For how many seconds clocks have stopped there for the person."""


def away_page(
    row: OwnClock,
    zone: str | None,
    tables: Sequence[AwayTable],
    now: int,
    wording: Wording,
    notice: str,
    nights: Sequence[Night],
    guild_id: int | None,
    *,
    ended: bool,
) -> Page:
    """Return when a person is away, and what happens at each of their tables meanwhile.

    `zone` is theirs; `notice`, in finished words, is shown above. `nights` are those that they are
    in for meanwhile; they can press that they can't come to those of this server, `guild_id`.
    `ended` tells that they have just ended it.
    """
    gettext = wording.gettext
    lines = [f"> {notice}"] if notice else []
    if row.away_from is None or row.away_until is None or row.away_until <= now:
        return _back_page(lines, wording, ended=ended) if notice else _no_dates_page(wording)
    how: AwayHow = row.away_how or "clock"
    if zone is None:
        span = gettext("{start} – {end}", start=_stamp(row.away_from), end=_stamp(row.away_until))
        lines.append(f"💤 {span}")
    lines += [gettext(EXPLAINED[how]), ""]
    span = row.away_until - max(now, row.away_from)
    lines += _table_lines(tables, row.id, how, span, wording) or [
        gettext("You have no games with friends.")
    ]
    lines += [_night_line(night, wording) for night in nights[:ROW]]
    lines += ["", gettext("The others see when you'll be back, and nothing else.")]
    lines.append(
        gettext("I still play a move you set ahead; the others can tell that it was set ahead.")
    )
    begun = row.away_from <= now
    back = gettext("I'm back") if begun else gettext("I won't be away")
    return Page(
        title=_title(row.away_from, row.away_until, zone, now, wording),
        text="\n".join(lines).strip(),
        footer="" if zone is None else zone_line(zone, now, wording),
        rows=(
            _hows(how, wording),
            (
                Button(routes.AWAY_BACK(), back, ButtonStyle.success),
                Button(routes.AWAY_DATES(), gettext("Change dates …")),
                _games(wording),
            ),
            *_outs([night for night in nights[:ROW] if night.row.guild_id == guild_id], wording),
        ),
    )


def _back_page(lines: Sequence[str], wording: Wording, *, ended: bool) -> Page:
    """Return what whoever is back reads, who then looks at what waits for them."""
    gettext = wording.gettext
    title = gettext("Your clocks go on") if ended else gettext("Welcome back")
    games = replace(_games(wording), style=ButtonStyle.primary)
    return Page(title=title, text="\n".join(lines), rows=((games,),))


def _no_dates_page(wording: Wording) -> Page:
    gettext = wording.gettext
    none = gettext("You've set no dates to be away. Say until when, and your clocks can stop.")
    dates = Button(routes.AWAY_DATES(), gettext("Set dates …"), ButtonStyle.primary)
    return Page(title=gettext("Away"), text=none, rows=((dates, _games(wording)),))


def _games(wording: Wording) -> Button:
    return Button(routes.MY_GAMES(0), wording.gettext("My games"))


def _hows(now: AwayHow, wording: Wording) -> Row:
    """Return the buttons for how games go on meanwhile; what is set `now` can't be pressed."""
    return tuple(
        Button(
            routes.AWAY_HOW(each),
            wording.gettext(said),
            ButtonStyle.primary if each == now else ButtonStyle.secondary,
            disabled=each == now,
        )
        for each, said in HOWS.items()
    )


def _night_line(night: Night, wording: Wording) -> str:
    name = plain_name_of(night)
    shown = f"[**{name}**]({card_link(night)})" if night.places.card_id else f"**{name}**"
    said = " · ".join([f"<t:{night.guests.starts_at}:f>", wording.gettext("You're in")])
    return f"{shown}\n-# {said}"


def _outs(nights: Sequence[Night], wording: Wording) -> tuple[Row, ...]:
    """Return the buttons with which somebody can't come to nights after all."""
    said = wording.gettext("I can't come: {night}")
    row = tuple(
        Button(
            routes.PRESS_OUT(night.id),
            clip(said.format(night=cleaned(night.row.title)), MOST_LABEL),
        )
        for night in nights
    )
    return (row,) if row else ()


def dates_form(row: OwnClock, zone: str | None, now: int, wording: Wording) -> Form:
    """Return the form that asks from when until when somebody is away, and where if need be."""
    gettext = wording.gettext
    set_now = row.away_until is not None and row.away_until > now
    start = row.away_from if set_now and row.away_from and row.away_from > now else None
    lines = (
        TextLine(
            "until",
            gettext("Until when"),
            _typed(row.away_until if set_now else None, zone),
            most=LONGEST,
            hint=gettext("sunday (to its end) · mon 8:00 · 3 days"),
        ),
        TextLine(
            "from",
            gettext("From when (empty: now)"),
            _typed(start, zone),
            most=LONGEST,
            needed=False,
            hint=gettext("fri 18:00"),
        ),
    )
    where = (own_zone_line(wording),) if zone is None else ()
    return Form(routes.AWAY_SET(), gettext("Away"), (*lines, *where))


def _title(start: int, end: int, zone: str | None, now: int, wording: Wording) -> str:
    """Return the heading, with the dates as they were typed where the zone is known."""
    if zone is None:
        return wording.gettext("Away")
    year = year_at(now)
    said = [wording.moment(datetime.fromtimestamp(at, ZoneInfo(zone)), year) for at in (start, end)]
    return wording.gettext("Away · {start} – {end}", start=said[0], end=said[1])


def _table_lines(
    tables: Sequence[AwayTable], person: int, how: AwayHow, span: int, wording: Wording
) -> list[str]:
    """Return what happens while a person is away, each time with the games where it does.

    They are away for a `span` of so many seconds from now on.
    """
    servers = [[] if each.server is None else [plain_name(each.server)] for each in tables]
    names = [
        " · ".join([each.game, each.table.id, *server])
        for each, server in zip(tables, servers, strict=True)
    ]
    kept = fit(names, MOST, wording, room=ROOM, apart=True)
    found: dict[str, list[str]] = {}
    for name, listed, each in zip(names, kept, tables, strict=False):
        if name == listed:
            found.setdefault(_becomes(each, person, how, span, wording), []).append(name)
    lines = [line for said, there in found.items() for line in (f"**{capital(said)}:**", *there)]
    return [*lines, *kept[sum(map(len, found.values())) :]]


def _becomes(each: AwayTable, person: int, how: AwayHow, span: int, wording: Wording) -> str:
    """Return what happens in a game while its person is away."""
    gettext, table = wording.gettext, each.table
    mine = table.mine(person)
    unused = max(0, table.away_days * DAY - each.used)
    left = -(-unused // DAY)
    if table.pace == "live":
        return gettext(NO_DAYS[table.on_timeout])
    if mine is not None and not mine.here:
        return gettext("you gave up") if mine.gave_up else gettext("a computer is playing for you")
    if how == "computer" and waits_for(table, person):
        return gettext("your turn now: play this move, and a computer plays for you from the next")
    if how == "computer":
        return gettext("a computer plays for you from your next turn on")
    if table.pace == "none":
        return gettext("no clock: the game waits for you")
    if 0 < unused < span:
        return wording.ngettext(
            "your clock stops for {n} day at most, then goes on",
            "your clock stops for {n} days at most, then goes on",
            left,
        )
    if left:
        return wording.ngettext(
            "your clock stops ({left} of {n} day left)",
            "your clock stops ({left} of {n} days left)",
            table.away_days,
            left=left,
        )
    return gettext((NONE_LEFT if table.away_days else NO_DAYS)[table.on_timeout])


def _typed(at: int | None, zone: str | None) -> str:
    return (
        ""
        if at is None or zone is None
        else f"{datetime.fromtimestamp(at, ZoneInfo(zone)):%Y-%m-%d %H:%M}"
    )


def _stamp(at: int) -> str:
    return f"<t:{at}:f>"
