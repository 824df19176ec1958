"""Time zones as people type them: a place, letters, or so many hours ahead of UTC.

A zone is kept by its name in the time zone database. There, `Etc/GMT-9` is nine hours *ahead*, so
such names are never shown or offered: it is "UTC+9".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from bot.tables.zone_names import (
    COMMON,
    SPOKEN,
    ids,
    known_zones,
    letters,
    livable,
    names_in,
    plain,
)

NOWHERE: Final = frozenset({"Factory", "localtime"})
"""What systems list among the zones although nobody lives there."""
LONGEST: Final = 60
"""Characters; no zone has a longer name."""
_FIXED: Final = "Etc/GMT"
_AHEAD: Final = re.compile(
    r"(?P<utc>(?:utc|gmt|ut)\s?)?(?P<sign>[+\-−±]?)\s?"
    r"(?P<hours>\d{1,2})(?::?(?P<minutes>\d\d))?(?![\d:])"
)
_PARTS_OF_HOURS: Final = {
    330: "Asia/Kolkata",
    345: "Asia/Kathmandu",
    210: "Asia/Tehran",
    270: "Asia/Kabul",
    390: "Asia/Yangon",
    525: "Australia/Eucla",
    570: "Australia/Darwin",
    630: "Australia/Lord_Howe",
    765: "Pacific/Chatham",
    -150: "America/St_Johns",
    -210: "America/St_Johns",
    -570: "Pacific/Marquesas",
}
"""Zones that aren't whole hours ahead have no name without a city."""
_AROUND: Final = re.compile(
    r"^(?:the |heure (?:normale )?(?:de |d['’]|du )?|hora (?:de |del )?|horario (?:de |del )?)"
    r"|(?:\s(?:time|zeit|ortszeit|local time|standard time)|時間|標準時)$"
)


@dataclass(frozen=True, slots=True)
class Zone:
    """A time zone that was typed; `promised` is the minutes from UTC that its letters stand for."""

    name: str
    promised: int | None = None


def zones_meant(text: str, languages: Sequence[str] = ()) -> tuple[Zone, ...]:
    """Return the zones that a text means, by its whole name; none if it means none.

    Several, if its letters or its country have several.
    """
    # What is offered says more after the name.
    text = re.split("[·,]", text[: 2 * LONGEST])[0]
    said = " ".join(plain(text).replace("_", " ").split())
    if not said or len(said) > LONGEST:
        return ()
    if said in letters():
        return tuple(Zone(name, promised) for name, promised in letters()[said])
    ahead = _AHEAD.fullmatch(said)
    if ahead is not None:
        return tuple(Zone(name) for name in (_ahead(ahead),) if name)
    for form in _forms(said):
        for names in (ids(), *map(names_in, _known(languages))):
            if form in names:
                return tuple(map(Zone, names[form]))
    return (Zone(_by_id()[said]),) if said in _by_id() else ()


@lru_cache(maxsize=1)
def _by_id() -> dict[str, str]:
    """Return all zones that can be kept, old names too, by how they are compared."""
    known = known_zones() - NOWHERE
    return {plain(each).replace("_", " "): each for each in known}


def _known(languages: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*languages, *SPOKEN)))


def _forms(said: str) -> list[str]:
    """Return what a name may be without the words for "time": `Berliner Zeit`, `heure de Paris`."""
    bare = _AROUND.sub("", said).strip()
    forms = [said, bare]
    if bare != said and bare.endswith("er"):
        forms.append(bare.removesuffix("er"))
    return [form for form in dict.fromkeys(forms) if form]


def _ahead(found: re.Match[str]) -> str | None:
    """Return the zone that is so far ahead of UTC, or behind it; None if nobody lives there."""
    if not found["utc"] and not found["sign"]:
        return None
    minutes = int(found["hours"]) * 60 + int(found["minutes"] or 0)
    return zone_ahead(-minutes if found["sign"] in ("-", "−") else minutes)


def zone_ahead(minutes: int) -> str | None:
    """Return the zone that is so many minutes ahead of UTC; None if there is none."""
    if minutes == 0:
        return "UTC"
    if minutes % 60:
        return _PARTS_OF_HOURS.get(minutes)
    hours = minutes // 60
    return f"{_FIXED}{-hours:+d}" if -12 <= hours <= 14 else None


def zone_at(text: str, languages: Sequence[str]) -> tuple[int, tuple[Zone, ...]] | None:
    """Return the zones that a text begins with, and how far their name goes; None without any."""
    ahead = _AHEAD.match(text)
    if ahead is not None and (name := _ahead(ahead)):
        return ahead.end(), (Zone(name),)
    for end in _ends(text):
        found = zones_meant(text[:end], languages)
        if found:
            return end, found
    return None


def _ends(text: str) -> list[int]:
    """Return where a name at the beginning of a text may end, the longest first."""
    words = [each.end() for each in re.finditer(r"[^\s,;()]+", text)][:4]
    if words and not text[0].isascii():
        # Japanese has no spaces.
        words += range(1, words[0])
    return sorted(words, reverse=True)


# Shown


def zone_title(name: str) -> str:
    """Return how a zone is called: by its name, or by how far it is ahead of UTC."""
    if name.startswith(_FIXED):
        return f"UTC{-int(name.removeprefix(_FIXED) or 0):+d}"
    return name


def is_fixed(name: str) -> bool:
    """Tell whether a zone is named after its hours, so its clocks never change."""
    return name.startswith(_FIXED)


def offset(name: str, at: int) -> int:
    """Return how many minutes a zone is ahead of UTC at a moment."""
    ahead = datetime.fromtimestamp(at, ZoneInfo(name)).utcoffset()
    return 0 if ahead is None else round(ahead.total_seconds() / 60)


def offset_title(minutes: int) -> str:
    """Return how far a zone is ahead of UTC: UTC, UTC+9, UTC-3:30."""
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '-'}{hours}" + (f":{rest:02}" if rest else "")


# Offered


def zones_like(text: str, languages: Sequence[str] = ()) -> list[str]:
    """Return the zones to offer for a text that may be half typed, likeliest first."""
    part = " ".join(plain(text[: 2 * LONGEST]).replace("_", " ").split())
    if not part:
        return list(COMMON)
    found = dict.fromkeys(each.name for each in zones_meant(part, languages))
    listed = _listed(_known(languages))
    ranked = sorted(
        ((not name.startswith(part), zone not in COMMON, zone), zone)
        for name, zone in listed
        if part in name
    )
    found |= dict.fromkeys(zone for _rank, zone in ranked)
    return [each for each in found if not each.startswith("Etc/") or is_fixed(each)]


def zones_near(text: str, languages: Sequence[str] = ()) -> list[str]:
    """Return the zones whose names are spelt nearly like a text, likeliest first."""
    said = " ".join(plain(text[: 2 * LONGEST]).replace("_", " ").split())[:LONGEST]
    zones = dict(reversed(_listed(_known(languages))))
    near = get_close_matches(said, zones, cutoff=0.8)
    return list(dict.fromkeys(zones[name] for name in near))


@lru_cache(maxsize=64)
def _listed(languages: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return all names by which zones are found while somebody types, each with its zone."""
    pairs: dict[tuple[str, str], None] = {}
    for names in (ids(), *map(names_in, languages)):
        pairs |= {(name, zone): None for name, zones in names.items() for zone in zones}
    return tuple(pair for pair in pairs if pair[1] in livable())
