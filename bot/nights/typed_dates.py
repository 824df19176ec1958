"""What people type for a date and a time, read: `fri 8`, `明日の夜8時`, `27.11. 20 Uhr`.

The law: every word is understood, or named back; what can mean two moments gives both, the
likelier first, and none of them is over. Nothing here is about game nights.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Final, Literal
from zoneinfo import ZoneInfo

from bot.nights.date_reading.choices import (
    CLOSE,
    Choices,
    NoteKind,
    at_hour,
    choices,
    full_hours,
    moments_of,
)
from bot.nights.date_reading.grammar import BadDate, Said, Why, readings
from bot.nights.date_reading.hours import DAY_END, USUAL, hours_of
from bot.nights.date_reading.tokens import Cutter, TextCut, in_digits, unread
from bot.nights.date_reading.vocabulary import LANGUAGES, cldr
from bot.nights.dates import Moment, local_time, moment
from bot.tables.clock import MINUTE
from bot.tables.zones import Zone, offset, plain

__all__ = [
    "DAY_END",
    "USUAL",
    "BadDate",
    "Edge",
    "Note",
    "Readings",
    "Why",
    "read",
    "read_hour",
    "read_near",
    "ways_to_read",
]

Edge = Literal["start", "end"]
"""Which edge of a span of days a text says: a day without an hour is meant from its start, or until
its end.
"""

LONGEST: Final = 60
"""Characters; nobody types a longer date."""
MOST_OTHERS: Final = 3
LIKELY: Final = 2.0
"""How much odder than the likeliest another reading may be to be offered."""
_MISMATCH: Final = 3.0
STEP: Final = 5 * MINUTE
"""What is typed as so long from now is rounded up to a full five minutes, unless it was more exact:
`in 7 minutes`.
"""


@dataclass(frozen=True, slots=True)
class Note:
    """Something to say about how a text was read.

    end: it named an end, which isn't kept. every: it said "every". over: `day` is over, so the next
    year's is meant. weekday: the date isn't on the weekday that was typed, which is `day`'s. zone:
    the time is meant in `zone`, where the clock shows `local`. season: so is this, and the zone's
    letters are those of its other season. zones: another zone was given besides. near: of the
    weekday that was typed the nearest is meant, not the next.
    """

    kind: NoteKind | str
    day: date | None = None
    zone: str = ""
    local: datetime | None = None
    weeks: int = 0


@dataclass(frozen=True, slots=True)
class Readings:
    """What a text means: the likeliest moment, others that it may mean, and what is to be said."""

    first: Moment
    others: tuple[Moment, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def weeks(self) -> int:
        """Return after how many weeks each time the same is meant again; 0 if it is one date."""
        return sum(note.weeks for note in self.notes)


@dataclass(frozen=True, slots=True)
class _Meant:
    """One moment that a text may mean."""

    when: Moment
    cost: float
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    """Everything a text is read by."""

    now: int
    zone: ZoneInfo
    usual: time
    order: str
    late_hours: bool
    given: bool
    edge: Edge | None
    near: datetime | None
    least: date

    @property
    def as_written(self) -> bool | None:
        """Tell whether a bare 8 is the morning; None if nothing says that."""
        if self.near is not None:
            return self.near.hour < 12
        return True if self.edge else None

    def of(self, said: Said) -> _Asked:
        """Return the same for one reading: where that is of a weekday or a time alone, it is meant
        close to the wall time it stands in for.
        """
        if self.near is None or not (said.weekday_alone or said.time_alone):
            return self
        days = timedelta(days=3 if said.weekday_alone else 0)
        first = max(self.least, self.near.date() - days)
        since = moment(datetime.combine(first, time()), self.zone).at - 1
        return replace(self, now=max(self.now, since))


def read(
    text: str,
    now: int,
    zone: ZoneInfo,
    languages: Sequence[str] = ("en",),
    usual: time | None = None,
    *,
    given: bool = False,
    edge: Edge | None = None,
    near: datetime | None = None,
    least: date = date.min,
) -> Readings:
    """Return the moments that a text means to somebody in a zone. Raises BadDate if there are none.

    `languages` are theirs, as Discord's locales, the likeliest first; English is always known. A
    day without a time means the usual one. All moments are after now, at most a year ahead. With
    `given`, the zone was typed as well: one in the text that differs is offered beside it.
    At an edge a bare 8 is more likely the morning, else the evening, and a day without a time is
    meant whole. What `near` and `least` are, `read_near` says.
    """
    text = unicodedata.normalize("NFKC", text[: 2 * LONGEST])
    if not text.strip() or len(text) > LONGEST:
        raise BadDate("unclear" if text.strip() else "empty", text[:LONGEST])
    said = in_digits(plain(text))
    asked = _Asked(
        now,
        zone,
        usual or (DAY_END if edge else USUAL),
        _order(languages[0]),
        languages[0].startswith("ja") or bool(re.search("[぀-ヿ一-鿿]", said)),
        given,
        edge,
        near,
        least,
    )
    paths: list[TextCut] = []
    for words in _in_turn(languages):
        paths = Cutter(said, words, tuple(languages)).paths()
        found = readings(paths)
        if found:
            try:
                return _chosen(found, asked)
            except BadDate as bad:
                raise BadDate(bad.why, bad.word or " ".join(text.split())) from None
    if edge == "end" and not said.startswith("in "):
        # Whoever is away for `3 days` is so until in 3 days.
        try:
            return read(f"in {text}", now, zone, languages, usual, given=given, edge=edge)
        except BadDate as bad:
            if bad.why != "unclear":
                raise
    raise BadDate("unclear", unread(said if len(said) != len(text) else text, paths))


def read_near(
    text: str,
    now: int,
    zone: ZoneInfo,
    languages: Sequence[str],
    near: datetime,
    least: date = date.min,
) -> Readings:
    """Return the moments that a text means, as `read` does, in place of a wall time.

    A weekday is the nearest to that, a time alone is on its day; neither is before `least`. A day
    without a time means its, and a bare 8 is in its half of the day.
    """
    return read(text, now, zone, languages, near.time(), near=near, least=least)


def ways_to_read(text: str, languages: Sequence[str]) -> list[Said]:
    """Return everything that a text may say, whenever that is; nothing if it can't be read."""
    said = in_digits(plain(unicodedata.normalize("NFKC", text[: 2 * LONGEST])))
    for words in _in_turn(languages):
        found = readings(Cutter(said, words, tuple(languages)).paths())
        if found:
            return [*found]
    return []


def read_hour(text: str, languages: Sequence[str]) -> int:
    """Return the time of day that a text means, in minutes after midnight.

    A bare 8 is the morning. Raises BadDate for what names a day, or can't be read.
    """
    said = in_digits(plain(unicodedata.normalize("NFKC", text[: 2 * LONGEST])))
    for words in _in_turn(languages):
        for each in readings(Cutter(said, words, tuple(languages)).paths()):
            if each.day_said or each.span or each.stamp or each.now or each.zones:
                continue
            for _days, hour, minute in hours_of(each, USUAL, late_hours=False, as_written=True):
                return 60 * hour + minute
    raise BadDate("no time", text)


def _in_turn(languages: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the languages to read in: those of who types, then all whose words are known."""
    own = tuple(dict.fromkeys((*languages, "en")))
    yield own
    yield tuple(dict.fromkeys((*own, *LANGUAGES)))


@lru_cache(maxsize=64)
def _order(language: str) -> str:
    """Return in which order a language writes year, month and day in numbers: "dmy", "mdy"."""
    locale = cldr(language)
    pattern = "mdy" if locale is None else str(locale.date_formats["short"].pattern).lower()
    return "".join(sorted("ymd", key=pattern.index))


# From what is said to moments


def _chosen(found: Sequence[Said], asked: _Asked) -> Readings:
    meant: list[_Meant] = []
    trouble: BadDate | None = None
    for said in found:
        # What is likely and can't be isn't taken for something else: `tonight 8` is over.
        if trouble is not None and said.cost > found[0].cost + LIKELY:
            break
        try:
            meant += _meant_near(said, asked)
        except BadDate as bad:
            trouble = trouble or bad
            # A year that is too far away isn't taken for an hour, nor the past for the future.
            if (bad.why == "far" or said.over) and not meant:
                raise
    if not meant:
        raise trouble or BadDate("unclear")
    meant.sort(key=lambda each: each.cost)
    first = meant[0]
    others = dict.fromkeys(
        each.when for each in meant if each.cost <= first.cost + LIKELY and each.when != first.when
    )
    different = {each.at: each for each in others if each.at != first.when.at}
    return Readings(first.when, tuple(different.values())[:MOST_OTHERS], first.notes)


def _meant_near(said: Said, asked: _Asked) -> list[_Meant]:
    """Return the moments that one reading of a text means, which may stand in for a wall time: of
    a weekday, the nearest to that, and the next one after now. Raises BadDate without any.
    """
    found = _meant(said, asked.of(said))
    if asked.near is None or not said.weekday_alone:
        return found
    first, soonest = found[0], _meant(said, asked)[0]
    if soonest.when.local.date() < asked.least or soonest.when.at >= first.when.at:
        return found
    near = replace(first, notes=(*first.notes, Note("near")))
    return [near, *found[1:], replace(soonest, cost=first.cost + 1)]


def _meant(said: Said, asked: _Asked) -> list[_Meant]:
    """Return the moments that one reading of a text means. Raises BadDate if there are none."""
    if said.nothing:
        raise BadDate("unclear")
    if said.over:
        raise BadDate("past")
    if said.zones is None:
        return _in_zone(said, asked, Zone(asked.zone.key), home=True)
    zones = [*said.zones]
    if asked.given and asked.zone.key not in {each.name for each in zones}:
        zones.append(Zone(asked.zone.key))
    found: list[_Meant] = []
    trouble: BadDate | None = None
    for number, zone in enumerate(zones):
        try:
            there = _in_zone(said, asked, zone, home=False)
        except BadDate as bad:
            trouble = trouble or bad
            continue
        found += [replace(each, cost=each.cost + number / 2) for each in there]
    if not found:
        raise trouble or BadDate("past")
    if len(zones) > len(said.zones):
        found = [replace(each, notes=(*each.notes, Note("zones"))) for each in found]
    return found


def _in_zone(said: Said, asked: _Asked, zone: Zone, *, home: bool) -> list[_Meant]:
    where = asked.zone if home else ZoneInfo(zone.name)
    cost = said.cost
    if said.part is not None and said.clock is None and not said.day_said:
        # `morgen` alone is tomorrow.
        cost += LIKELY
    if said.short is not None and said.short[3] == "-" and said.weekday is not None:
        # `fri 8-10` has an end.
        cost += LIKELY
    if said.stamp is not None or said.span is not None or said.now:
        if said.clock is not None or said.day_said:
            raise BadDate("unclear")
        at = _at_once(said, asked.now)
        return [_Meant(_ahead(at, asked), cost, ())]
    here = local_time(asked.now, where)
    found = choices(
        said,
        here.date(),
        asked.usual,
        order=asked.order,
        late_hours=asked.late_hours,
        as_written=asked.as_written,
    )
    meant: list[_Meant] = []
    trouble = BadDate("past")
    for number, (local, notes) in enumerate(_wall_times(found, here, asked, where)):
        whole = asked.usual == DAY_END and said.clock is None and said.part is None
        if whole and asked.edge == "start":
            local = _begun(local, here)
        try:
            when = _ahead(moment(local, where).at, asked) if not home else _at(local, asked)
        except BadDate as bad:
            trouble = bad
            continue
        if not home:
            notes = (*notes, *_zone_notes(zone, local, when))
        odd = _MISMATCH if any(note.kind == "weekday" for note in notes) else 0
        meant.append(_Meant(when, cost + number / 100 + odd, notes))
    if not meant:
        raise trouble
    return meant


def _begun(day: datetime, here: datetime) -> datetime:
    """Return when a whole day begins; of one that has begun already, the time now."""
    soon = here.replace(minute=0) + timedelta(minutes=here.minute // 5 * 5 + 5)
    return max(day.replace(hour=0, minute=0), soon)


def _at_once(said: Said, now: int) -> int:
    """Return a moment that doesn't depend on the calendar."""
    if said.stamp is not None:
        return said.stamp
    if said.now:
        return (now // STEP + 1) * STEP
    assert said.span is not None
    # `in 2 hours`, typed at 12:59, means 15:00; seconds stand on no clock that people read.
    span = int(said.span.total_seconds())
    step = MINUTE if span % STEP else STEP
    return -(-(now // MINUTE * MINUTE + span) // step) * step


def _wall_times(
    found: Choices, here: datetime, asked: _Asked, where: ZoneInfo
) -> Iterator[tuple[datetime, tuple[Note, ...]]]:
    """Yield the wall times that a text means, each with what is to be said about it."""
    any_ahead = False
    for slot, hour in moments_of(found):
        ahead = next(
            (day for day in slot if moment(at_hour(day, hour), where).at > asked.now), None
        )
        if ahead is None:
            continue
        any_ahead = True
        yield at_hour(ahead, hour), _notes(found, slot, ahead, here)
    if found.soon and not any_ahead:
        # Tonight, and the usual hour is over.
        for local in full_hours(here, 2):
            yield local, _notes(found, found.slots[0], local.date(), here)


def _notes(found: Choices, slot: Sequence[date], day: date, here: datetime) -> tuple[Note, ...]:
    notes: list[Note] = []
    for kind, value in found.notes:
        if kind == "weekday":
            notes.append(Note(kind, day=found.slots[-1][0] if isinstance(value, int) else None))
        else:
            notes.append(Note(kind, weeks=value if isinstance(value, int) else 0))
    first = slot[0]
    if first != day and day in found.yearless and here.date() - first <= CLOSE:
        notes.append(Note("over", day=first))
    return tuple(notes)


def _zone_notes(zone: Zone, local: datetime, when: Moment) -> Iterator[Note]:
    season = zone.promised is not None and offset(zone.name, when.at) != zone.promised
    if season or local != when.local:
        yield Note("season" if season else "zone", zone=zone.name, local=local)


def _at(local: datetime, asked: _Asked) -> Moment:
    return _checked(moment(local, asked.zone), asked)


def _ahead(at: int, asked: _Asked) -> Moment:
    """Return a moment as the wall clock at home shows it."""
    try:
        return _checked(moment(local_time(at, asked.zone), asked.zone), asked)
    except (OverflowError, OSError):
        raise BadDate("far") from None


def _checked(one: Moment, asked: _Asked) -> Moment:
    """Return a moment. Raises BadDate if it is over or more than a year ahead."""
    if one.at <= asked.now:
        raise BadDate("past")
    here = local_time(asked.now, asked.zone)
    try:
        latest = here.replace(year=here.year + 1)
    except ValueError:  # the 29th of February
        latest = here.replace(year=here.year + 1, month=3, day=1)
    if one.at > moment(latest, asked.zone).at:
        raise BadDate("far")
    return one
