"""What time zones are called: CLDR's cities, countries and zones, and what it leaves out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale, UnknownLocaleError
from babel.core import get_global

COMMON: Final = (
    "Europe/London",
    "Europe/Berlin",
    "Europe/Paris",
    "Europe/Helsinki",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Asia/Tokyo",
    "Asia/Shanghai",
    "Asia/Kolkata",
    "Australia/Sydney",
    "UTC",
)
"""The zones offered before anything is typed."""
SPOKEN: Final = ("en", "ja", "de", "fr", "es", "pt")
"""The languages whose cities and countries are always known."""

_LETTERS: Final = """
UTC, Z, UCT, GMT, WEZ, TU: UTC 0
JST: Asia/Tokyo 9
EST, HNE: America/New_York -5; EDT, HAE: America/New_York -4; ET: America/New_York
CST: America/Chicago -6, Asia/Shanghai 8; CDT: America/Chicago -5; CT: America/Chicago
MST: America/Denver -7; MDT: America/Denver -6; MT: America/Denver
PST: America/Los_Angeles -8; PDT: America/Los_Angeles -7; PT: America/Los_Angeles
AKST: America/Anchorage -9; AKDT: America/Anchorage -8; HST: Pacific/Honolulu -10
AST: America/Halifax -4; ADT: America/Halifax -3
NST: America/St_Johns -3.5; NDT: America/St_Johns -2.5
BST: Europe/London 1; WET: Europe/Lisbon 0; WEST: Europe/Lisbon 1
CET, MEZ, HEC: Europe/Berlin 1; CEST, MESZ: Europe/Berlin 2
EET, OEZ: Europe/Helsinki 2; EEST, OESZ: Europe/Helsinki 3
MSK: Europe/Moscow 3; TRT: Europe/Istanbul 3
IST: Asia/Kolkata 5.5, Asia/Jerusalem 2, Europe/Dublin 1; IDT: Asia/Jerusalem 3
PKT: Asia/Karachi 5; NPT: Asia/Kathmandu 5.75; ICT: Asia/Bangkok 7; WIB: Asia/Jakarta 7
SGT: Asia/Singapore 8; HKT: Asia/Hong_Kong 8; PHT: Asia/Manila 8; MYT: Asia/Kuala_Lumpur 8
KST: Asia/Seoul 9; AWST: Australia/Perth 8; ACST: Australia/Adelaide 9.5
ACDT: Australia/Adelaide 10.5; AEST: Australia/Sydney 10; AEDT: Australia/Sydney 11
AET: Australia/Sydney; NZST: Pacific/Auckland 12; NZDT: Pacific/Auckland 13; NZT: Pacific/Auckland
BRT: America/Sao_Paulo -3; ART: America/Argentina/Buenos_Aires -3; UYT: America/Montevideo -3
CLT: America/Santiago -4; CLST: America/Santiago -3; COT: America/Bogota -5; PET: America/Lima -5
SAST: Africa/Johannesburg 2; EAT: Africa/Nairobi 3; WAT: Africa/Lagos 1; CAT: Africa/Maputo 2
GST: Asia/Dubai 4
"""
_MORE_NAMES: Final = """
Europe/Berlin: munich, münchen, muenchen, hamburg, köln, cologne, frankfurt, stuttgart, leipzig
Europe/Berlin: deutsche zeit, deutscher zeit, german time, central europe, mitteleuropa
Europe/London: uk, england, scotland, wales, great britain, britain, manchester, edinburgh, glasgow
Europe/London: uk time, british time, gb
Europe/Paris: lyon, marseille, toulouse, nice, bordeaux
Europe/Madrid: barcelona, valencia, sevilla, seville
Europe/Rome: milan, milano, roma, mailand
Europe/Zurich: geneva, genf, genève, bern, basel
Europe/Lisbon: porto
America/New_York: nyc, ny, boston, miami, atlanta, philadelphia, washington, washington dc, florida
America/New_York: us east, us eastern, east coast, eastern, eastern us, est5edt
America/Chicago: texas, houston, dallas, austin, minneapolis
America/Chicago: us central, central us, central, cst6cdt
America/Denver: colorado, us mountain, mountain us, mountain, salt lake city, mst7mdt
America/Los_Angeles: la, california, san francisco, sf, seattle, portland, san diego, las vegas
America/Los_Angeles: us west, us pacific, west coast, pacific us, pacific, pst8pdt
America/Toronto: montreal, montréal, ottawa, quebec, québec
America/Sao_Paulo: rio, rio de janeiro, brasilia, brasília
America/Mexico_City: cdmx, guadalajara
Asia/Tokyo: osaka, kyoto, nagoya, sapporo, fukuoka, 大阪, 京都, 名古屋, 札幌, 福岡, jp
Asia/Shanghai: beijing, peking, 北京, shenzhen, guangzhou
Asia/Kolkata: mumbai, delhi, new delhi, bangalore, bengaluru, chennai, hyderabad, calcutta
Australia/Sydney: canberra
Asia/Ho_Chi_Minh: hanoi
Pacific/Auckland: wellington
Asia/Riyadh: mecca
Asia/Dubai: abu dhabi
Europe/Istanbul: ankara
Asia/Karachi: islamabad, lahore
Europe/London: inglaterra, angleterre, großbritannien, grossbritannien, イギリス, 英国, schottland
Europe/Amsterdam: holland, holanda, hollande
Asia/Seoul: korea, corea, corée, 韓国
UTC: zulu, greenwich, universal
"""
_STATES: Final = ["us", "usa", "u.s.", "america", "états-unis", "eeuu", "アメリカ", "米国"]
_PRIMARY: Final = {
    "CL": "America/Santiago",
    "CN": "Asia/Shanghai",
    "DE": "Europe/Berlin",
    "EC": "America/Guayaquil",
    "ES": "Europe/Madrid",
    "FR": "Europe/Paris",
    "MY": "Asia/Kuala_Lumpur",
    "NZ": "Pacific/Auckland",
    "PT": "Europe/Lisbon",
    "UA": "Europe/Kyiv",
    "UZ": "Asia/Tashkent",
    "AR": "America/Argentina/Buenos_Aires",
}
"""The zone that is meant by a country although it has others, as in CLDR's primaryZones."""
_PREFERRED: Final = (
    *COMMON,
    *("America/Phoenix", "America/Anchorage", "Pacific/Honolulu", "America/Halifax"),
    *("America/St_Johns", "America/Toronto", "America/Vancouver", "America/Edmonton"),
    *("America/Winnipeg", "Australia/Brisbane", "Australia/Adelaide", "Australia/Darwin"),
    *("Australia/Perth", "Europe/Moscow", "America/Mexico_City", "America/Manaus"),
)
"""Which of several zones that always show the same time is named."""


def plain(text: str) -> str:
    """Return a text as it is compared, each letter in its place: no case, width, Latin accents."""
    return "".join(map(_bare, unicodedata.normalize("NFKC", text)))


@lru_cache(maxsize=4096)
def _bare(letter: str) -> str:
    if letter < "\u0080":
        return letter.lower()
    bare = unicodedata.normalize("NFD", letter)[0] if letter < "\u0250" else letter
    low = bare.lower()
    return low if len(low) == 1 else bare


@lru_cache(maxsize=1)
def known_zones() -> frozenset[str]:
    """Return all zones that this machine knows; to look for them it reads hundreds of files."""
    return frozenset(available_timezones())


@lru_cache(maxsize=1)
def livable() -> frozenset[str]:
    """Return the zones that are offered: those with a place to name them after, and UTC."""
    places = (each for each in known_zones() if "/" in each)
    return frozenset({"UTC", *(each for each in places if not each.startswith("Etc/"))})


@lru_cache(maxsize=1)
def letters() -> dict[str, tuple[tuple[str, int | None], ...]]:
    """Return which places some letters mean, each with the minutes from UTC that they promise."""
    found: dict[str, tuple[tuple[str, int | None], ...]] = {}
    for entry in _LETTERS.replace("\n", ";").split(";"):
        names, colon, places = entry.partition(":")
        if not colon:
            continue
        parts = [each.split() for each in places.split(",")]
        meant = tuple((zone, round(float(by[0]) * 60) if by else None) for zone, *by in parts)
        found |= {name.strip().lower(): meant for name in names.split(",")}
    return found


@lru_cache(maxsize=64)
def names_in(language: str) -> dict[str, tuple[str, ...]]:
    """Return the zones that a language's own names of cities, countries and zones mean."""
    found: dict[str, tuple[str, ...]] = {}
    try:
        locale = Locale.parse(language.replace("_", "-"), sep="-")
    except (UnknownLocaleError, ValueError):
        return found
    pattern = str(locale.zone_formats.get("region", "%s"))
    for zone, names in locale.time_zones.items():
        if zone in livable() and "city" in names:
            found[plain(names["city"])] = (zone,)
            found[plain(pattern.replace("%s", names["city"]))] = (zone,)
    for country, name in locale.territories.items():
        zones = _of_country(country)
        if zones:
            found.setdefault(plain(name), zones)
            found.setdefault(plain(pattern.replace("%s", name)), zones)
    for called, zone in _of_meta_zones(locale):
        found.setdefault(plain(called), (zone,))
    return found


def _of_meta_zones(locale: Locale) -> Iterator[tuple[str, str]]:
    golden = _golden()
    for meta, names in locale.meta_zones.items():
        if meta in golden and "long" in names:
            yield from ((str(each), golden[meta]) for each in names["long"].values())


@lru_cache(maxsize=1)
def _golden() -> dict[str, str]:
    """Return the zone that stands for each of CLDR's groups of zones."""
    found: dict[str, list[str]] = {}
    for zone, meta in get_global("meta_zones").items():
        if zone in livable():
            found.setdefault(meta, []).append(zone)
    return {meta: _preferred(zones) for meta, zones in found.items()}


def _preferred(zones: list[str]) -> str:
    return next((each for each in _PREFERRED if each in zones), min(zones))


@lru_cache(maxsize=512)
def _of_country(country: str) -> tuple[str, ...]:
    """Return the zones of a country; of those that always show the same time, one."""
    if country in _PRIMARY:
        return (_PRIMARY[country],)
    zones = [each for each in get_global("territory_zones").get(country, ()) if each in livable()]
    if len(zones) < 2:
        return tuple(zones)
    alike: dict[tuple[object, ...], list[str]] = {}
    for zone in zones:
        clock = ZoneInfo(zone)
        shown = (datetime(2026, month, 15, tzinfo=UTC).astimezone(clock) for month in (1, 4, 7, 10))
        alike.setdefault(tuple(each.utcoffset() for each in shown), []).append(zone)
    found = [_preferred(each) for each in alike.values()]
    rank = {zone: number for number, zone in enumerate(_PREFERRED)}
    return tuple(sorted(found, key=lambda each: (rank.get(each, len(rank)), each)))


@lru_cache(maxsize=1)
def ids() -> dict[str, tuple[str, ...]]:
    """Return the zones that their own names, the cities in these, and common nicknames mean."""
    found: dict[str, tuple[str, ...]] = {}
    # New names before old ones: Asia/Kolkata is found by `kolkata`, and Asia/Calcutta by its own.
    for zone in sorted(livable(), key=lambda each: (each in get_global("zone_aliases"), each)):
        spoken = plain(zone.replace("_", " "))
        found[plain(zone)] = found[spoken] = (zone,)
        found.setdefault(spoken.rpartition("/")[2], (zone,))
    for line in _MORE_NAMES.strip().splitlines():
        zone, _colon, names = line.partition(": ")
        found |= {plain(name.strip()): (zone,) for name in names.split(",")}
    found |= {plain(name): _of_country("US") for name in _STATES}
    return found
