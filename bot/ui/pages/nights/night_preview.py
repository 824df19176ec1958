"""What a host sees before a night is announced, and while it is changed: private pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

from discord import ButtonStyle

from bot.nights.dates import Leap, UnknownZone, moment, read_stored, zone_of
from bot.nights.due_times import BEFORE
from bot.nights.fans import Called
from bot.nights.night import Night
from bot.nights.series_rules import being_announced, next_dates
from bot.nights.who_is_told import who_is_told
from bot.tables.clock import MINUTE, teaching_times
from bot.tables.zones import zone_title
from bot.ui.pages import routes
from bot.ui.pages.catalogues import catalogue
from bot.ui.pages.long_lists import part
from bot.ui.pages.nights import series_routes
from bot.ui.pages.nights.called_lines import called_lines
from bot.ui.pages.nights.desk_more import more_rows
from bot.ui.pages.nights.evening_page import IN_A_LINE, leader_select, repeat_select
from bot.ui.pages.nights.night_card import card_lines
from bot.ui.pages.nights.night_games import Games, title_of_game, way_of
from bot.ui.pages.nights.night_sizes import takes_place
from bot.ui.pages.nights.night_words import (
    MODES,
    PLAN_DRAFT,
    REPEATS,
    TEACH,
    SeriesScope,
    about_lines,
    as_of,
    noticed,
    plain_name_of,
    plan_buttons,
)
from bot.ui.pages.page import Button, Choice, Page, Row, Select
from bot.ui.pages.typed_date_words import DateHelp, other_label
from bot.ui.pages.wording import Wording, capital, plain_name

NO_HELP: Final = DateHelp()
MuteFor = Literal["", "bot", "host"]


@dataclass(frozen=True, slots=True)
class Amiss:
    """What the host should know about the place where a night is announced."""

    missing: tuple[str, ...] = ()
    """Permissions that the bot lacks there, as Discord calls them."""
    mute_for: MuteFor = ""
    """Who may not mention the role there: the bot, or whoever publishes the night."""
    event: bool = False
    """Whether a night that is announced there becomes an event of its server, too."""


def preview_page(
    night: Night,
    games: Games,
    wording: Wording,
    chosen: Sequence[str],
    variants: Sequence[Sequence[Sequence[str]]],
    amiss: Amiss,
    season: str = "",
    home: str | None = None,
    typed: DateHelp = NO_HELP,
    now: int = 0,
    start: int = 0,
    called: Called | None = None,
) -> Page:
    """Return the preview of a night.

    `typed` is what to say about its date, with other moments that were meant perhaps.

    `home` is the time zone in which the viewer means dates there: the card's date is in that of
    their Discord, and the night's own is given as well where it is another.

    `chosen` says how its games differ from the standard ones, in its language as all of its card,
    `variants` how each available set of options of each game does, listed from `start` on; `season`
    is the season in which they count, `called` who is called besides its role.
    """
    _, theirs = wording.gettext, Wording(night.row.language)
    date, *card = card_lines(night, games, theirs, chosen)
    lines = [f"-# {_guests_read(night, wording)}", date]
    # At the date, since they may well change it: a phone shows the top of this.
    lines += [*typed.lines, *_date_notes(night, wording, home), *card]
    settings = [f"-# {' · '.join(_settings(night, season, wording))}"]
    lines += ["", f"**{_('How it goes')}**", *takes_place(night, games, wording), *settings]
    lines += ["", f"**{_('When you publish')}**", *_notes(night, wording, amiss, called)]
    if now < night.guests.starts_at - BEFORE["hour"]:
        lines.append(_("I ping guests 1 h before, and at the doors."))
    return Page(
        title=_("Preview: {title}", title=plain_name_of(night)),
        text="\n".join(lines),
        rows=(
            *_other_dates(night, typed, now, wording),
            *_rows(night, games, variants, wording, start),
        ),
    )


def _guests_read(night: Night, wording: Wording) -> str:
    """Return what stands above a card on its preview, also where its host reads other words."""
    if catalogue(night.row.language) is catalogue(wording.language):
        return wording.gettext("Your guests read:")
    return wording.gettext("Your guests read this in the server's language:")


def edit_page(
    night: Night,
    notice: str,
    wording: Wording,
    season: str = "",
    typed: DateHelp = NO_HELP,
    now: int = 0,
) -> Page:
    """Return the page on which a host changes an announced night, behind *Change or end …*."""
    _, row = wording.gettext, night.row
    lines = [
        _zoned(night, wording),
        *typed.lines,
        # Not last: what came of a press is quoted below, as this is.
        *about_lines(night, wording),
        _size_line(night, wording),
        *_settings(night, season, wording, series=True),
    ]
    if row.mention not in (None, row.guild_id):
        lines.append(_("Role to mention: {role}", role=f"<@&{row.mention}>"))
    # Guests have ticked which of them they like.
    lines.append(_("The games stay as they were announced."))
    change, *rest = plan_buttons(night, wording)
    return Page(
        title=_("Settings · {title}", title=plain_name_of(night)),
        text=as_of(now, noticed("\n".join(lines), notice), wording),
        rows=(
            *_other_dates(night, typed, now, wording),
            (replace(change, style=ButtonStyle.primary), *rest),
            *more_rows(night, wording),
        ),
    )


def changed_words(before: Night, night: Night, wording: Wording) -> str:
    """Return that a night was changed, and what is so now that wasn't `before`; not its date, which
    its page has above.
    """

    def facts(of: Night) -> list[str]:
        lines = [_size_line(of, wording), *_settings(of, "", wording, series=True)]
        taught = capital(wording.gettext(TEACH["on" if of.row.teach else "off"]))
        return [capital(fact) for line in lines for fact in line.split(" · ")] + [taught]

    known = facts(before)
    new = dict.fromkeys(fact for fact in facts(night) if fact not in known)
    said = (wording.gettext("{sentence}.", sentence=fact) for fact in new)
    series = night.goes_on
    alone = series is not None and any(
        getattr(before.row, each) != getattr(night.row, each) != usual
        for each, usual in series.template.items()
    )
    only = wording.gettext("That is for this night only: the series stays as it is.")
    return wording.sentences(wording.gettext("Changed."), *said, only if alone else "")


def _size_line(night: Night, wording: Wording) -> str:
    """Return how many rounds a night has, and how many guests it takes."""
    limit = wording.gettext("no limit") if night.guests.limit is None else night.guests.limit
    return wording.gettext("Rounds: {n} · Limit: {limit}", n=night.round_count, limit=limit)


def _series_goes_on(night: Night, wording: Wording, now: int) -> str:
    """Return when the next night of a series is, without one that is called off; "" if none is."""
    dates = next_dates(night, now, 1)
    if not dates or night.row.state == "draft":
        return ""
    date = f"<t:{dates[0].at}:D>"
    if being_announced(night.with_row(state="cancelled"), now):
        return wording.gettext(
            "The series goes on: the next night, on {date}, is announced at once, with its own "
            "ping.",
            date=date,
        )
    return wording.gettext("The series goes on: the next night is on {date}.", date=date)


def cancel_page(
    night: Night,
    wording: Wording,
    scope: SeriesScope = "",
    now: int = 0,
    asked: Sequence[int] = (),
    came_from: str = "",
    me: int = 0,
    follow: Sequence[int] = (),
) -> Page:
    """Return the question whether a night should really be cancelled, or all to come with it.

    `asked` are those whom its thread has asked whether they come. Who keeps it is led back to where
    they `came_from`: the page of its series, or else that on which it is changed; `me` is who that
    is. `follow` are those who follow its series, if that ends with it.
    """
    _ = wording.gettext
    text = _("Nobody has seen it.")
    if night.row.state != "draft":
        told = who_is_told(night, asked, me, follow)
        text = _told(len(told), wording) or _("Nobody needs to be told.")
    text = f"<t:{night.guests.starts_at}:F>\n{text}"
    goes_on = _series_goes_on(night, wording, now)
    asks, yes, no = _("Cancel {title} on {day}?"), _("Yes, cancel it"), _("No, keep it")
    if scope == "all":
        asks = _("Cancel {title} on {day}, and end the series?")
        yes, no = _("Yes, cancel all"), _("No, keep all")
        goes_on = _("The series ends, so no further night is announced.")
    text, day = wording.sentences(text, goes_on), wording.short_day(read_stored(night.row.local))
    cancel = series_routes.CANCEL_ALL(night.id) if scope == "all" else routes.CANCEL(night.id)
    keep = series_routes.SERIES if came_from == "series" else routes.KEEP_NIGHT
    because = routes.CANCEL_WHY(night.id, "all" if scope == "all" else "")
    why = [Button(because, _("Cancel it, and say why …"), ButtonStyle.danger)]
    why = [] if night.row.state == "draft" else why
    return Page(
        title=asks.format(title=plain_name_of(night), day=day),
        text=text,
        rows=(
            (
                Button(cancel, yes, ButtonStyle.danger),
                Button(keep(night.id), no),
                *why,
            ),
        ),
    )


def _told(count: int, wording: Wording) -> str:
    """Return how many others are told that a night is off; "" if nobody."""
    said = wording.ngettext(
        "{n} person is pinged about it, once.", "{n} people are pinged about it, once.", count
    )
    return said if count else ""


def local_line(local: datetime, zone: str, wording: Wording) -> str:
    """Return a local time with its weekday and zone."""
    return wording.gettext(
        "{day} at {time} ({zone})",
        day=wording.day_in_full(local),
        time=wording.clock(local),
        zone=zone_title(zone),
    )


def _other_dates(night: Night, typed: DateHelp, now: int, wording: Wording) -> Iterator[Row]:
    """Yield the buttons that take another moment which the typed date may mean."""
    if typed.others:
        yield tuple(
            Button(routes.OTHER_DATE(night.id, each.at), other_label(each, now, wording))
            for each in typed.others
        )


def _zoned(night: Night, wording: Wording) -> str:
    return local_line(read_stored(night.row.local), night.row.zone, wording)


def _settings(night: Night, season: str, wording: Wording, *, series: bool = False) -> list[str]:
    """Return how a night is played, in short lines; its leader and repeats only if `series`."""
    _, ngettext, row = wording.gettext, wording.ngettext, night.row
    several = row.rounds > 1
    moves, pause = row.move_time // MINUTE, night.pause // MINUTE
    seats = [_(MODES[row.mode])] if several else []
    if several and night.several and row.mode == "social":
        seats = [_("each round mixes the tables, as far as the games allow")]
    if night.several:
        seats.append(
            _(
                "no round has a fixed game: I pick each table's by what guests tick, and you can "
                "change it before the round starts"
            )
        )
    times = [ngettext("{n} minute a move", "{n} minutes a move", moves)]
    if row.teach:
        first, later = (each // MINUTE for each in teaching_times(row.move_time))
        times = [
            ngettext(
                "{n} minute a move (**Teach me**: {first}, then {later})",
                "{n} minutes a move (**Teach me**: {first}, then {later})",
                moves,
                first=first,
                later=later,
            )
        ]
    if pause and several and row.pilot != "host":
        between = ngettext("{n} minute between rounds", "{n} minutes between rounds", pause)
        times.append(between)
    weeks = 0 if night.goes_on is None else night.goes_on.weeks
    rest = [
        _(IN_A_LINE[row.pilot]) if series else "",
        "" if row.teach else _(TEACH["off"]),
        _(REPEATS[weeks]) if series else "",
        _("season {name}", name=plain_name(season)) if season else "",
    ]
    lines = (*seats, " · ".join(times), " · ".join(filter(None, rest)))
    return [capital(line) for line in lines if line]


def _notes(night: Night, wording: Wording, amiss: Amiss, called: Called | None) -> list[str]:
    """Return what comes of publishing a night: where it is posted, and who is pinged."""
    row = night.row
    return [
        _place_line(night, amiss, wording),
        *called_lines(night, called, wording),
        *_later_cards(night, wording),
        *place_notes(row.mention, amiss, wording),
        *_cohosts_line(night, wording),
    ]


def _later_cards(night: Night, wording: Wording) -> Iterator[str]:
    """Yield when the cards of the later nights of a series come, which nobody publishes."""
    if night.goes_on is not None:
        yield wording.gettext(
            "Each later night gets its card by itself, the morning after the night before it."
        )


def _place_line(night: Night, amiss: Amiss, wording: Wording) -> str:
    """Return where a night is announced, what is made with its card, and how many may come."""
    _, limit = wording.gettext, night.guests.limit
    if limit is not None:
        come = _("{n} can come, you included.", n=limit)
    else:
        come = _("Anyone may come (no limit).")
        if night.row.state == "draft":
            change = _("**{button}** changes that.", button=_(PLAN_DRAFT))
            come = wording.sentences(come, change)
    posted = _("I post the card in {channel}, with a thread.")
    if amiss.event:
        posted = _("I post the card in {channel}, with a thread and a server event.")
    return wording.sentences(posted.format(channel=f"<#{night.row.channel_id}>"), come)


def _date_notes(night: Night, wording: Wording, home: str | None) -> list[str]:
    _, row, notes = wording.gettext, night.row, list[str]()
    if leap := _leap(night):
        time = wording.clock(read_stored(row.local))
        text = _("⚠️ There is no {time}, as the clocks change then: it starts later.")
        if leap == "twice":
            text = _("⚠️ {time} comes twice, as the clocks change then: the first one counts.")
        notes.append(text.format(time=time))
    if home != row.zone:
        when = wording.moment(read_stored(row.local))
        text = _("In the night's time zone: {when}", when=when)
        notes.append("-# " + text)
    return notes


def _cohosts_line(night: Night, wording: Wording) -> Iterator[str]:
    """Yield who hosts a night with its host, if anybody does."""
    names = wording.series(plain_name(each.name) for each in night.cohosts)
    if names:
        yield "-# " + wording.gettext(
            "Co-hosts: {names}. They are pinged in the night's thread.", names=names
        )


def place_notes(role: int | None, amiss: Amiss, wording: Wording) -> list[str]:
    """Return what a preview says about the role that is called and about the place."""
    _ = wording.gettext
    notes: list[str] = []
    if muted := mute_line(role, amiss, wording):
        notes.append(muted)
    elif role is not None:
        notes.append(_("{role} will be mentioned once.", role=f"<@&{role}>"))
    if amiss.missing:
        missing = wording.series(amiss.missing)
        notes.append(_("⚠️ I can't announce it there yet: I need **{missing}**.", missing=missing))
    return notes


def mute_line(role: int | None, amiss: Amiss, wording: Wording) -> str:
    """Return the line that says whose ping of a role isn't allowed; "" if it is pinged."""
    _ = wording.gettext
    if role is None or not amiss.mute_for:
        return ""
    text = _("⚠️ {role} won't be mentioned: its settings don't let me.")
    if amiss.mute_for == "host":
        text = _("⚠️ {role} won't be mentioned: its settings don't let you.")
    return text.format(role=f"<@&{role}>")


def _leap(night: Night) -> Leap | None:
    try:
        return moment(read_stored(night.row.local), zone_of(night.row.zone)).leap
    except UnknownZone:
        return None


def _rows(
    night: Night,
    games: Games,
    variants: Sequence[Sequence[Sequence[str]]],
    wording: Wording,
    start: int,
) -> tuple[Row, ...]:
    _, one = wording.gettext, night.id
    publish = Button(routes.PUBLISH(one), _("Publish"), ButtonStyle.success)
    discard = Button(routes.DISCARD(one), _("Discard"))
    plan, *rest = plan_buttons(night, wording)
    buttons = (publish, plan, discard, *rest)
    rows: tuple[Row, ...] = (buttons, leader_select(night, wording))
    if night.may_repeat:
        rows = *rows, repeat_select(night, wording, "")
    choices: list[Choice] = []
    for at, (game, ways) in enumerate(zip(night.games, variants, strict=False)):
        title = title_of_game(games, game.key, wording)
        said = [" · ".join(lines) or _("The standard game") for lines in ways]
        choices += [
            Choice(way_of(at, number), wording.labelled(title, each) if night.several else each)
            for number, each in enumerate(said)
            if len(ways) > 1
        ]
    if not choices:
        return rows
    ways = Select(routes.OPTIONS(one), _("How it's played …"), part(choices, start, wording))
    return *rows, ways
