"""What is said about a date or a time zone that somebody typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.engine.text import marked as _
from bot.nights.dates import Moment
from bot.nights.typed_dates import BadDate, Note, Readings, Why
from bot.tables.trouble import Trouble
from bot.tables.zone_names import known_zones
from bot.tables.zones import (
    is_fixed,
    offset,
    offset_title,
    zone_title,
    zones_like,
    zones_meant,
    zones_near,
)
from bot.ui.pages.form import TextLine
from bot.ui.pages.long_lists import fit
from bot.ui.pages.page import CHOICES
from bot.ui.pages.wording import Wording, plain_name

OWN_ZONE: Final = "zone"
"""The line of a form that asks for one's own time zone."""
MOST_ZONES: Final = 8
"""How many of the time zones that could be meant are named."""

DATE_TROUBLES: Final[dict[Why, str]] = {
    "empty": _("Which day and time? For example `fri 20:00`. Nothing was changed."),
    "unclear": _(
        "I can't read “{word}”. Try `fri 20:00`, `24 dec 20:00` or `in 2 hours`. "
        "Nothing was changed."
    ),
    "past": _("“{said}” is over already. Nothing was changed."),
    "far": _("“{said}” is more than a year away. Pick a day within a year. Nothing was changed."),
    "no day": _("“{said}”: there is no such day. Nothing was changed."),
    "no time": _("“{said}”: there is no such time. Try `20:00`. Nothing was changed."),
    "which day": _("Which day do you mean by “{said}”? Name it, as in `fri`. Nothing was changed."),
}
SHORT_TROUBLES: Final[dict[Why, str]] = {
    "empty": _("Which day and time? For example: fri 20:00"),
    "unclear": _("I can't read “{word}”. Try: fri 20:00"),
    "past": _("That is over already"),
    "far": _("That is more than a year away"),
    "no day": _("There is no such day"),
    "no time": _("There is no such time of day. Try: 20:00"),
    "which day": _("Which day? Try: fri"),
}
"""The same as a choice, in a list that shows no more."""


@dataclass(frozen=True, slots=True)
class DateHelp:
    """What a page says about a date that was typed, and the other moments that it may mean."""

    lines: tuple[str, ...] = ()
    others: tuple[Moment, ...] = ()


def date_trouble(bad: BadDate, said: str) -> Trouble:
    """Return why a date that was typed can't be taken, and what to type."""
    word = bad.word or said
    return Trouble(DATE_TROUBLES[bad.why], said=plain_name(said), word=plain_name(word))


def short_trouble(bad: BadDate, wording: Wording) -> str:
    """Return the same as a line without marks, for a list of choices."""
    return wording.gettext(SHORT_TROUBLES[bad.why], word=bad.word)


def date_help(
    known: Readings | None, current: int, zone: str, now: int, wording: Wording, kept: str = ""
) -> DateHelp:
    """Return what to say about the date that stands now, read from what was typed.

    `kept` is what is said of its zone besides; of none nothing is said.
    """
    told = zone_line(zone, now, wording) if zone else ""
    here = [f"-# {line}" for line in (told, kept) if line]
    if known is None:
        return DateHelp(tuple(here))
    notes: list[str] = []
    if known.first.at == current:
        notes = [_noted(note, known.first, now, wording) for note in known.notes]
        notes += filter(None, [_read_as_evening(known, wording)])
    others = tuple(each for each in (known.first, *known.others) if each.at != current)
    return DateHelp((*notes, *here), others)


def _read_as_evening(known: Readings, wording: Wording) -> str:
    """Return that an hour was read as one after noon, if it may be one before; "" if not."""
    first = known.first.local
    before = first - timedelta(hours=12)
    if first.hour < 12 or all(each.local.time() != before.time() for each in known.others):
        return ""
    return wording.gettext(
        "I read the hour as {time}, not {other}.",
        time=wording.clock(first),
        other=wording.clock(before),
    )


def other_label(other: Moment, now: int, wording: Wording) -> str:
    """Return the label of a button that takes another reading: "Or Fri 27 Nov, 08:00"."""
    return wording.gettext("Or {when}", when=wording.moment(other.local, year_at(now)))


def year_at(now: int) -> int:
    """Return the year at a moment, near enough to tell whether another is the same."""
    return datetime.fromtimestamp(now, UTC).year


def _noted(note: Note, first: Moment, now: int, wording: Wording) -> str:
    gettext = wording.gettext
    if note.kind == "end":
        return gettext("Only the start counts, so the end that you typed isn't kept.")
    if note.kind == "every":
        return gettext("This is one date. Set **{repeat}** to repeat it.", repeat=gettext("Repeat"))
    if note.kind == "over" and note.day is not None:
        date = wording.day_in_full(first.local)
        return gettext(
            "⚠️ {day} is over already, so this is {date}.",
            day=wording.short_day(note.day),
            date=date,
        )
    if note.kind == "weekday":
        return gettext(
            "⚠️ {day} isn't the weekday that you typed.", day=wording.day_in_full(first.local)
        )
    if note.kind == "near":
        day = wording.day_in_full(first.local)
        return gettext("I took {day}, as it is nearest to the old date.", day=day)
    if note.kind == "zones":
        return gettext("⚠️ The date names another time zone than you chose. The date's own counts.")
    return _zone_note(note, first, now, wording)


def _zone_note(note: Note, first: Moment, now: int, wording: Wording) -> str:
    assert note.local is not None
    said = wording.gettext(
        "You typed {time} in another time zone: {zone}.",
        time=wording.moment(note.local),
        zone=zone_line(note.zone, now, wording),
    )
    if note.kind != "season":
        return said
    season = wording.gettext(
        "⚠️ On that day the clocks there are at {offset}.",
        offset=offset_title(offset(note.zone, first.at)),
    )
    return f"{said}\n{season}"


# Zones


def zone_line(zone: str, now: int, wording: Wording) -> str:
    """Return a zone with how far it is ahead of UTC and the time there now.

    Of one that this machine doesn't know any more, only its name.
    """
    if zone not in known_zones():
        return zone_title(zone)
    ahead, time = (
        offset_title(offset(zone, now)),
        wording.clock(datetime.fromtimestamp(now, ZoneInfo(zone))),
    )
    if is_fixed(zone):
        return wording.gettext(
            "{zone}, never changes its clocks, {time} there now", zone=zone_title(zone), time=time
        )
    if zone == ahead:
        return wording.gettext("{zone}, {time} there now", zone=zone, time=time)
    return wording.gettext("{zone}, {offset}, {time} there now", zone=zone, offset=ahead, time=time)


def own_zone_line(wording: Wording) -> TextLine:
    """Return the line of a form that asks somebody for their time zone, since none is known."""
    return TextLine(OWN_ZONE, wording.gettext("Time zone, as in: Berlin · Japan"))


def typed_zone(text: str, wording: Wording) -> str:
    """Return the time zone that was typed, even if only in part.

    Raises Trouble with the possible zones if it isn't exactly one.
    """
    languages = (wording.language,)
    names = [each.name for each in zones_meant(text, languages)] or zones_like(text, languages)
    if len(names) == 1:
        return names[0]
    if not names or not text.strip():
        near = [f"`{zone_title(each)}`" for each in zones_near(text, languages)]
        unknown = _(
            "I don't know “{said}”. Type your country or its biggest city: `Japan`, `London`."
        )
        if near:
            unknown = _(
                "I don't know “{said}”. Did you mean {names}? Else type your country: `Japan`."
            )
        raise Trouble(unknown, said=plain_name(text), names=wording.series(near))
    listed = fit([f"`{zone_title(each)}`" for each in names], MOST_ZONES, wording)
    raise Trouble(
        _("“{said}” could be several time zones: {names}. Type one of these."),
        said=plain_name(text),
        names=wording.series(listed),
    )


def zone_choices(text: str, now: int, wording: Wording) -> list[tuple[str, str]]:
    """Return (value, label) of the time zones to choose from, with the time there."""
    found: Sequence[str] = zones_like(text, (wording.language,))[:CHOICES]
    return [(zone_title(zone), zone_line(zone, now, wording)) for zone in found]
