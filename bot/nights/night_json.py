"""A night in rows and back: the JSON that storage keeps and never reads."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Collection
from dataclasses import replace
from typing import Any, Final

from pydantic import TypeAdapter

from bot.nights.guest_list import Guest, GuestList
from bot.nights.night import Night, NightGame, Post, Round
from bot.nights.night_calls import Call
from bot.nights.seating import Seating
from bot.nights.series import series_of
from bot.nights.standing_posts import STARTS
from bot.tables.seat import Person
from storage.all_ids import NIGHTS, all_ids
from storage.night_rows import GuestRow, NightRow, PostRow, RoundRow
from storage.night_store import NightStore, StoredNight

_SEATING: Final = TypeAdapter(Seating)
_PEOPLE: Final = TypeAdapter(tuple[Person, ...])
_CALLS: Final = TypeAdapter(tuple[Call, ...])
_GAMES: Final = TypeAdapter(tuple[NightGame, ...])


def loaded(stored: StoredNight) -> Night:
    """Return a night as it was stored."""
    row = stored.night
    guests = replace(empty_list(row), guests=tuple(_guest(each) for each in stored.guests))
    cohosts = _PEOPLE.validate_json(row.hosts)
    rounds, calls = tuple(map(_round, stored.rounds)), _CALLS.validate_json(row.calls)
    further = _GAMES.validate_json(row.games)
    series = None if stored.series is None else series_of(stored.series)
    return Night(row, stored.places, guests, rounds, cohosts, calls, further, series)


def empty_list(row: NightRow) -> GuestList:
    """Return the list of a night that nobody has answered."""
    return GuestList(
        limit=row.cap,
        starts_at=row.starts_at,
        doors_at=row.doors_at,
        closes_at=row.closes_at,
        doors=row.doors,
        rung=row.rung,
    )


def games_json(further: tuple[NightGame, ...]) -> str:
    """Return the column for the games of a night besides the first one."""
    return _GAMES.dump_json(further).decode()


def row_of(night: Night, **fields: Any) -> dict[str, Any]:
    """Return the columns that follow from a night's guests, co-hosts and calls, with others."""
    guests = night.guests
    return {
        "hosts": _PEOPLE.dump_json(night.cohosts).decode(),
        "calls": _CALLS.dump_json(night.calls).decode(),
        "cap": guests.limit,
        "starts_at": guests.starts_at,
        "doors_at": guests.doors_at,
        "closes_at": guests.closes_at,
        "doors": guests.doors,
        "rung": guests.rung,
        **fields,
    }


def guest_rows(night_id: str, guests: GuestList) -> list[GuestRow]:
    """Return the rows of a night's guests."""
    return [
        GuestRow(
            night_id=night_id,
            person=guest.person,
            name=guest.name,
            answer=guest.answer,
            place=guest.place,
            marks=json.dumps(sorted(guest.marks)),
            offered_until=guest.offered_until,
            remind=json.dumps(sorted(guest.remind)),
            came_at=guest.came_at,
            gone_at=guest.gone_at,
            late_until=guest.late_until,
            games=ticks_json(guest.games),
        )
        for guest in guests.guests
    ]


def ticks_json(games: Collection[str]) -> str:
    """Return the column for the games that a guest has ticked."""
    return json.dumps(sorted(games))


def round_rows(night: Night) -> list[RoundRow]:
    """Return the rows of a night's rounds."""
    return [
        RoundRow(
            night_id=night.id,
            number=each.number,
            seed=each.seed,
            seating=_SEATING.dump_json(each.seating).decode(),
            state=each.state,
            began_at=each.began_at,
            over_at=each.over_at,
            list_id=each.list_id,
        )
        for each in night.rounds
    ]


def post_row(night: NightRow, post: Post, at: int) -> PostRow:
    """Return the row of something to be said of a night as it is now."""
    return PostRow(
        night_id=night.id,
        kind=post.kind,
        people=json.dumps(post.people),
        details=json.dumps({**post.details, STARTS: night.starts_at}),
        at=at,
    )


def post_of(row: PostRow) -> Post:
    """Return what a row says is to be said."""
    kind: Any = row.kind
    return Post(kind, tuple(json.loads(row.people)), json.loads(row.details))


def _guest(row: GuestRow) -> Guest:
    return Guest(
        row.person,
        row.name,
        row.answer,
        row.place,
        frozenset(json.loads(row.marks)),
        row.offered_until,
        frozenset(json.loads(row.remind)),
        row.came_at,
        row.gone_at,
        row.late_until,
        frozenset(json.loads(row.games)),
    )


def _round(row: RoundRow) -> Round:
    return Round(
        row.number,
        row.seed,
        _SEATING.validate_json(row.seating),
        row.state,
        row.began_at,
        row.over_at,
        row.list_id,
    )


async def check_nights(store: NightStore) -> AsyncIterator[tuple[str, str]]:
    """Read every night, and yield the id of each that can't be read, with the kind of error."""
    async for night_id in all_ids(store.database, NIGHTS):
        try:
            found = await store.night(night_id)
            if found is not None:
                loaded(found)
            for each in await store.unsent(night_id):
                post_of(each)
        except ValueError as error:
            # Its words may quote what is stored.
            yield night_id, f"can't be read ({type(error).__name__})"
