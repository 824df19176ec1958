"""Nights made from nothing, for tests that only look at them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.nights.guest_list import Guest, GuestList
from bot.nights.night import Night
from storage.night_rows import NightPlaces, NightRow, NightState
from tests.nights.night_with_guests import STARTS

NAMES = ("Ada", "Bob", "Cleo", "Dai", "Emi", "Finn", "Gus", "Hana", "花子", "Ivo", "Jun", "Kim")


def guests_in(*names: str, **fields: Any) -> list[Guest]:
    """Return people who are In, in this order; their ids begin at 1."""
    found = enumerate(names or NAMES, start=1)
    return [Guest(n, name, fields.get("answer", "in"), n, **_more(fields)) for n, name in found]


def sample_night(
    guests: Iterable[Guest] = (),
    state: NightState = "open",
    *,
    limit: int | None = None,
    places: NightPlaces | None = None,
    **fields: Any,
) -> Night:
    """Return a night on Friday, 27 November 2026, 20:00 in Berlin."""
    row: dict[str, Any] = {
        "id": "7kq7m",
        "guild_id": 100,
        "channel_id": 200,
        "language": "en-GB",
        "host": 1,
        "title": "Friday of tricks",
        "game": "kirifuda",
        "options": "{}",
        "local": "2026-11-27T20:00",
        "zone": "Europe/Berlin",
        "starts_at": STARTS,
        "doors_at": STARTS - 1800,
        "closes_at": STARTS + 300,
        "touched_at": 0,
        "opened_by": 1,
    }
    listed = GuestList(
        guests=tuple(guests),
        limit=limit,
        starts_at=STARTS,
        doors_at=STARTS - 1800,
        closes_at=STARTS + 300,
        doors="shut" if state in ("draft", "open") else "open",
    )
    return Night(
        NightRow(**(row | {"state": state, "cap": limit} | fields)), places or NightPlaces(), listed
    )


def _more(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name != "answer"}
