"""Time zones as they are typed: which are meant, and how they are called."""

from __future__ import annotations

from zoneinfo import available_timezones

import pytest

from bot.tables.zone_names import COMMON
from bot.tables.zones import (
    NOWHERE,
    is_fixed,
    offset,
    offset_title,
    zone_ahead,
    zone_title,
    zones_like,
    zones_meant,
)

WINTER, SUMMER = 1_795_635_000, 1_782_000_000
"""In November and in June 2026."""

MEANT = """
UTC+9 => Etc/GMT-9
GMT+9 => Etc/GMT-9
+9 => Etc/GMT-9
+09:00 => Etc/GMT-9
＋９ => Etc/GMT-9
utc +9 => Etc/GMT-9
UTC 9 => Etc/GMT-9
GMT-5 => Etc/GMT+5
-5 => Etc/GMT+5
−05:00 => Etc/GMT+5
UTC-0330 => America/St_Johns
UTC+5:30 => Asia/Kolkata
+5:45 => Asia/Kathmandu
+0 => UTC
UTC => UTC
Z => UTC
GMT => UTC
UTC+15 =>
JST => Asia/Tokyo
EST => America/New_York
edt => America/New_York
ET => America/New_York
BST => Europe/London
CET => Europe/Berlin
CEST => Europe/Berlin
MEZ => Europe/Berlin
PST => America/Los_Angeles
AEST => Australia/Sydney
IST => Asia/Kolkata Asia/Jerusalem Europe/Dublin
CST => America/Chicago Asia/Shanghai
tokyo => Asia/Tokyo
東京 => Asia/Tokyo
大阪 => Asia/Tokyo
日本 => Asia/Tokyo
日本時間 => Asia/Tokyo
東京時間 => Asia/Tokyo
日本標準時 => Asia/Tokyo
Japan => Asia/Tokyo
Japon => Asia/Tokyo
Japão => Asia/Tokyo
Japan Standard Time => Asia/Tokyo
Deutschland => Europe/Berlin
Allemagne => Europe/Berlin
Alemania => Europe/Berlin
ドイツ => Europe/Berlin
München => Europe/Berlin
muenchen => Europe/Berlin
Berliner Zeit => Europe/Berlin
mitteleuropäische Zeit => Europe/Berlin
heure de Paris => Europe/Paris
hora de Madrid => Europe/Madrid
España => Europe/Madrid
London time => Europe/London
Londres => Europe/London
UK => Europe/London
england => Europe/London
Eastern Time => America/New_York
Pacific Time => America/Los_Angeles
new york => America/New_York
New_York => America/New_York
NYC => America/New_York
EUROPE/paris => Europe/Paris
Asia/Calcutta => Asia/Calcutta
Etc/GMT-9 => Etc/GMT-9
Wien => Europe/Vienna
ウィーン => Europe/Vienna
São Paulo => America/Sao_Paulo
Paris, France => Europe/Paris
Asia/Tokyo, UTC+9, 04:30 there now => Asia/Tokyo
UTC+9, never changes its clocks, 04:30 there now => Etc/GMT-9
Atlantis =>
Europe =>
../etc/passwd =>
9 =>
`@everyone` =>
"""


@pytest.mark.parametrize(
    ("text", "meant"), [line.split("=>") for line in MEANT.strip().splitlines()]
)
def test_a_zone_is_what_its_name_says(text: str, meant: str) -> None:
    found = [each.name for each in zones_meant(text.strip())]
    assert found == meant.split(), f"{text.strip()!r} is taken for {found}"


def test_hours_are_never_turned_round() -> None:
    for hours in range(-12, 15):
        for form in (f"UTC{hours:+d}", f"GMT{hours:+d}", f"{hours:+d}", f"{hours:+03d}:00"):
            (zone,) = zones_meant(form)
            assert offset(zone.name, WINTER) == hours * 60, f"{form} is {zone.name}"
            wanted = f"UTC{hours:+d}" if hours else "UTC"
            assert zone_title(zone.name) == wanted, f"{zone.name} is shown as another"
            assert [each.name for each in zones_meant(wanted)] == [zone.name]
    for minutes in range(-12 * 60, 14 * 60 + 1, 15):
        zone = zone_ahead(minutes)
        if zone is not None:
            assert minutes in (offset(zone, WINTER), offset(zone, SUMMER)), f"{zone}: {minutes}"


@pytest.mark.parametrize(
    "country", ["USA", "United States", "Russia", "Australia", "Brasil", "カナダ"]
)
def test_a_country_of_several_times_has_them_all(country: str) -> None:
    found = [each.name for each in zones_meant(country)]
    assert len(found) > 2 and set(found) <= available_timezones(), found
    assert found[0] in (*COMMON, "Europe/Moscow", "America/Halifax"), f"the usual first: {found}"


def test_letters_promise_their_season() -> None:
    (winter,), (summer,) = zones_meant("CET"), zones_meant("CEST")
    assert (winter.promised, summer.promised) == (60, 120)
    assert zones_meant("ET")[0].promised is None, "letters of both seasons promise none"


def test_zones_are_offered_by_any_of_their_names_and_never_as_etc() -> None:
    assert zones_like("tok")[0] == "Asia/Tokyo"
    assert zones_like("東")[0] == "Asia/Tokyo"
    assert zones_like("utc+9") == ["Etc/GMT-9"], "whole hours are offered once they are typed"
    assert zones_like("x" * 500) == []
    assert zones_like("deutsch")[0] == "Europe/Berlin"
    for part in ("", "o", "etc", "gmt", "a", "us"):
        found = zones_like(part)
        assert not NOWHERE & {*found}, part
        assert not any(each.startswith("Etc/") for each in found), f"{part!r} offers {found}"
        assert len(found) == len({*found}), f"{part!r} offers one twice"
    assert {*COMMON} <= available_timezones()


def test_how_far_a_zone_is_ahead_is_written_like_a_clock() -> None:
    said = [offset_title(minutes) for minutes in (0, 540, -300, 330, -210)]
    assert said == ["UTC", "UTC+9", "UTC-5", "UTC+5:30", "UTC-3:30"]
    assert is_fixed("Etc/GMT-9") and not is_fixed("Asia/Tokyo")
    assert zone_title("Etc/GMT+3") == "UTC-3" and zone_title("Etc/GMT") == "UTC+0"
