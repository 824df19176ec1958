"""Nights made from nothing, for tests that only look at them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from bot.nights.assign_tables import Measure, SeatedRound, SeatedTable
from bot.nights.guest_list import Guest, GuestList
from bot.nights.night import Night, Round
from bot.nights.seating import Seating
from bot.nights.series import Series
from bot.nights.table_sizes import TableSizes
from storage.night_rows import NightPlaces, NightRow, NightState
from tests.nights.night_with_guests import STARTS

NAMES = ("Ada", "Bob", "Cleo", "Dai", "Emi", "Finn", "Gus", "Hana", "花子", "Ivo", "Jun", "Kim")


def guests_in(*names: str, **fields: Any) -> list[Guest]:
    """Return people who are In, in this order; their ids begin at 1."""
    found = enumerate(names or NAMES, start=1)
    return [Guest(n, name, fields.get("answer", "in"), n, **_more(fields)) for n, name in found]


def played_by(people: list[Guest]) -> Round:
    """Return a round in which people sat together."""
    table = SeatedTable(tuple(each.person for each in people), 0)
    sizes, measure = TableSizes((len(people),)), Measure(0, 0)
    return Round(1, 0, Seating(sizes, SeatedRound((table,)), measure), "over")


def sample_night(
    guests: Iterable[Guest] = (),
    state: NightState = "open",
    *,
    limit: int | None = None,
    places: NightPlaces | None = None,
    weeks: int = 0,
    **fields: Any,
) -> Night:
    """Return a night on Friday, 27 November 2026, 20:00 in Berlin; of a series if it has weeks."""
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
    made = NightRow(**(row | {"state": state, "cap": limit} | fields))
    return in_series(Night(made, places or NightPlaces(), listed), weeks)


def in_series(night: Night, weeks: int) -> Night:
    """Return a night as the newest of a series; alone with 0 weeks."""
    row = night.row
    series = Series(row.id, row.guild_id, row.id, weeks, row.local) if weeks else None
    return replace(night, series=series)


def _more(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name != "answer"}
