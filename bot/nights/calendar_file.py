"""A night as a calendar file (RFC 5545), which calendars take in and replace by a newer one.

One event with times in UTC needs nothing of what a library for calendars is for: no zones, rules or
reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

LONGEST_LINE: Final = 75
"""The most bytes of a line; longer ones go on in the next, after a space."""


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """What a calendar is told of a night."""

    night_id: str
    sequence: int
    """Grows with each change that a host makes: a calendar keeps the newest."""
    made_at: int
    title: str
    text: str
    starts_at: int
    ends_at: int
    link: str
    cancelled: bool = False


def calendar_file(event: CalendarEvent) -> bytes:
    """Return the file of an event."""
    return "".join(f"{line}\r\n" for each in _lines(event) for line in _folded(each)).encode()


def _lines(event: CalendarEvent) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Kakushi//Game nights//EN")
    yield from ("METHOD:PUBLISH", "BEGIN:VEVENT")
    yield f"UID:{event.night_id}@kakushi"
    yield f"SEQUENCE:{event.sequence}"
    yield f"DTSTAMP:{_utc(event.made_at)}"
    yield f"DTSTART:{_utc(event.starts_at)}"
    yield f"DTEND:{_utc(event.ends_at)}"
    yield f"SUMMARY:{_escaped(event.title)}"
    yield f"DESCRIPTION:{_escaped(event.text)}"
    yield f"LOCATION:{_escaped(event.link)}"
    yield f"URL:{event.link}"
    yield f"STATUS:{'CANCELLED' if event.cancelled else 'CONFIRMED'}"
    yield from ("END:VEVENT", "END:VCALENDAR")


def _utc(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return "\\n".join(text.splitlines())


def _folded(line: str) -> Iterator[str]:
    """Yield a line in parts that are short enough, no letter of which is split."""
    part = ""
    for letter in line:
        if len((part + letter).encode()) > LONGEST_LINE:
            yield part
            part = " "
        part += letter
    yield part
