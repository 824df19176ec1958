"""Game nights in a database file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import fields, replace
from pathlib import Path

import pytest

from storage.database import MIGRATIONS, Database
from storage.due_rows import DueRows
from storage.errors import AlreadyDone, OutOfStep
from storage.night_rows import (
    GuestRow,
    NightEventRow,
    NightPlaces,
    NightRow,
    PostRow,
    RoundRow,
)
from storage.night_store import NightStore
from storage.place_store import PlaceStore
from storage.rows import TableEventRow
from storage.series_store import SeriesRow
from storage.statements import EVENT, TABLE
from tests.storage.samples import a_table
from tests.up_to_date import up_to_date

NIGHT = NightRow(
    id="aaaaa",
    guild_id=1,
    channel_id=2,
    language="de",
    host=5,
    title="Friday",
    game="kirifuda",
    options="{}",
    local="2026-11-27T20:00",
    zone="Europe/Berlin",
    starts_at=1000,
    doors_at=900,
    closes_at=1100,
    touched_at=10,
    opened_by=77,
)
OPENED = NightEventRow(night_id="aaaaa", at=10, what="opened", interaction_id=77, by=5)
GUEST = GuestRow(night_id="aaaaa", person=5, name="Ada", answer="in", place=1)
ROUND = RoundRow(night_id="aaaaa", number=1, seed=3, seating="[]")
NEW = (
    *("teach", "pilot", "stage", "stage_at", "called_at", "calls", "why"),
    *("games", "about", "voice", "series_id", "series_number", "host_name"),
    "moved_from",
)
"""The columns that came with pilots, and later."""
POST = PostRow(night_id="aaaaa", kind="doors", people="[5]", at=11)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[NightStore]:
    """Yield a store on a database file of its own."""
    database = await Database.open(up_to_date(tmp_path / "nights.sqlite3"))
    yield NightStore(database)
    await database.close()


async def test_every_field_of_a_night_comes_back(store: NightStore) -> None:
    """Nothing is lost on the way to the disk and back."""
    night = replace(
        NIGHT,
        state="playing",
        host_name="Ada",
        hosts="[6]",
        mode="one_table",
        rounds=4,
        move_time=60,
        pause=0,
        doors="open",
        rung=12,
        cap=12,
        due=50,
        season=2,
        series_id="aaaaa",
        series_number=3,
        mention=9,
        size_shift=1,
        teach=False,
        pilot="auto",
        stage="late",
        stage_at=13,
        called_at=14,
        calls='[{"why": "over"}]',
        why="Snow",
        games='[{"key": "kasane", "options": "{}"}]',
        about="Bring tea",
        voice=15,
        moved_from="2026-11-26T20:00",
        revision=1,
    )
    guest = replace(
        GUEST,
        marks='["teacher"]',
        offered_until=5,
        remind='["day"]',
        came_at=6,
        gone_at=7,
        late_until=8,
        games='["kasane"]',
    )
    await store.open(NIGHT, OPENED)
    await store.save(night, [guest], [replace(ROUND, state="dealt", began_at=8, over_at=9)])
    await store.save_list("aaaaa", 1, 44)
    await store.save_whereabouts(
        "aaaaa",
        card_id=1,
        thread_id=2,
        event_id=3,
        recap_id=4,
        shown_revision=0,
        asleep=True,
        place_code=30031,
    )
    found = await store.night("aaaaa")
    assert found is not None
    assert found.night == night
    assert found.guests == (guest,)
    assert found.rounds == (replace(ROUND, state="dealt", began_at=8, over_at=9, list_id=44),)
    assert found.places == NightPlaces(
        card_id=1,
        thread_id=2,
        event_id=3,
        recap_id=4,
        shown_revision=0,
        asleep=True,
        place_code=30031,
    )
    usual = {f.name for f in fields(NightRow) if getattr(night, f.name) == getattr(NIGHT, f.name)}
    assert usual == {
        *("id", "guild_id", "channel_id", "language", "host", "title", "game", "options"),
        *("local", "zone", "starts_at", "doors_at", "closes_at", "touched_at", "opened_by"),
    }, "fields that keep the sample's value prove nothing"


async def test_an_interaction_is_applied_once(store: NightStore) -> None:
    """A press that comes twice opens one night, and changes it once."""
    await store.open(NIGHT, OPENED)
    with pytest.raises(AlreadyDone) as done:
        await store.open(replace(NIGHT, id="bbbbb"), replace(OPENED, night_id="bbbbb"))
    assert done.value.table_id == "aaaaa"
    press = NightEventRow(night_id="aaaaa", at=11, what="in", interaction_id=78, by=5)
    await store.save(replace(NIGHT, revision=1), [GUEST], [], [press])
    with pytest.raises(AlreadyDone):
        await store.save(replace(NIGHT, revision=2), [], [], [press])
    assert await store.applied(78)
    assert not await store.applied(79)
    found = await store.night("aaaaa")
    assert found is not None
    assert (found.night.revision, len(found.guests)) == (1, 1), "the second press changed something"


async def test_a_change_of_an_older_night_is_refused_whole(store: NightStore) -> None:
    """Nothing of a change stays if it was made from what isn't the newest any more."""
    await store.open(NIGHT, OPENED)
    await store.save(replace(NIGHT, revision=1), [GUEST], [])
    with pytest.raises(OutOfStep):
        await store.save(replace(NIGHT, revision=1, title="Lost"), [], [ROUND], [], [POST])
    found = await store.night("aaaaa")
    assert found is not None
    assert found.night.title == "Friday"
    assert found.guests == (GUEST,)
    assert found.rounds == ()
    assert await store.unsent("aaaaa") == []


async def test_where_messages_lie_is_no_part_of_a_change(store: NightStore) -> None:
    """A change that began before the card was put up doesn't forget where it lies."""
    await store.open(NIGHT, OPENED)
    await store.save_whereabouts("aaaaa", card_id=31)
    with pytest.raises(TypeError):
        await store.save_whereabouts("aaaaa", state="over")  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError):
        await store.save_whereabouts("aaaaa")
    await store.save(replace(NIGHT, revision=1), [GUEST], [ROUND])
    await store.save_list("aaaaa", 1, 32)
    await store.save(replace(NIGHT, revision=2), [GUEST], [replace(ROUND, seed=4)])
    found = await store.night("aaaaa")
    assert found is not None
    assert found.places.card_id == 31
    assert found.rounds == (replace(ROUND, seed=4, list_id=32),)
    await store.save(replace(NIGHT, revision=3), [GUEST], [])
    found = await store.night("aaaaa")
    assert found is not None
    assert found.rounds == (), "a proposal that was taken back stays"


async def test_what_is_to_be_said_waits_until_it_is_said(store: NightStore) -> None:
    """A post is written with the change, and is there until a message of it is noted."""
    await store.open(NIGHT, OPENED)
    await store.save(replace(NIGHT, state="open", revision=1), [], [], [], [POST, POST])
    first, second = await store.unsent("aaaaa")
    assert replace(first, id=0) == POST
    assert first.id < second.id
    await store.sent(first.id, 99)
    assert [each.id for each in await store.unsent("aaaaa")] == [second.id]
    await store.save_whereabouts("aaaaa", shown_revision=1)
    assert await store.to_show() == ["aaaaa"], "a night with something to say isn't looked at"
    await store.sent(second.id, 0)
    assert await store.to_show() == []


async def test_what_is_due_is_found_in_order(store: NightStore) -> None:
    """The timer asks for what is due, and for when it has to look again."""
    times = DueRows(store.database, "nights")
    assert await times.earliest_due() is None
    for number, due in enumerate((50, None, 40), start=1):
        night = replace(NIGHT, id=str(number), due=due, opened_by=number)
        await store.open(night, replace(OPENED, night_id=str(number), interaction_id=number))
    assert await times.earliest_due() == 40
    assert await times.due(45) == ["3"]
    assert await times.due(60) == ["3", "1"]
    assert await times.earliest_due(["3"]) == 50, "what is put off is taken for the next to ring"
    assert await times.due(60, ["3"]) == ["1"]


async def test_nights_are_found_by_server_state_and_person(store: NightStore) -> None:
    """Each list has the nights it names and no others."""
    for number, state in enumerate(("open", "over", "over", "draft"), start=1):
        night = replace(NIGHT, id=str(number), starts_at=100 * number, opened_by=number)
        await store.open(night, replace(OPENED, night_id=str(number), interaction_id=number))
        changed = replace(night, state=state, revision=1)
        await store.save(changed, [replace(GUEST, night_id=str(number), person=number)], [])
    assert [each.night.id for each in await store.nights_of_guild(1)] == ["1"]
    assert await store.nights_of_guild(2) == []
    assert [each.night.id for each in await store.nights_before(1, 301, 4)] == ["3", "2"]
    assert [each.night.id for each in await store.nights_of_person(3)] == ["3"]


async def test_what_needs_looking_after_is_found_and_nothing_else(store: NightStore) -> None:
    """By state, by whether it sleeps, by thread and card, and by what was dealt."""
    states = ("draft", "open", "playing", "over", "cancelled")
    for number, state in enumerate(states, start=1):
        night = replace(NIGHT, id=state, opened_by=number, starts_at=100 * number)
        await store.open(night, replace(OPENED, night_id=state, interaction_id=number))
        round_ = replace(ROUND, night_id=state, state="dealt" if state == "playing" else "over")
        await store.save(replace(night, state=state, revision=1), [], [round_])
        await store.save_whereabouts(state, thread_id=number, card_id=10 + number)
    assert await store.to_deal() == ["playing"]
    assert await store.to_show() == ["open", "playing", "over", "cancelled"], "a draft is shown"
    assert await store.ids_in(["open", "over"]) == ["open", "over"]
    threads = {number: await store.nights_in_thread(number) for number in range(1, 6)}
    assert threads == {1: [], 2: ["open"], 3: ["playing"], 4: [], 5: []}, "what is over is held"
    cards = [11, 12, 13, 14, 99]
    assert await PlaceStore(store.database).cards_among(1, cards) == (["open", "playing"], [])
    assert await PlaceStore(store.database).cards_among(2, [12]) == ([], []), "on another server"
    assert await store.with_rounds(300) == ["playing", "over"]
    await store.save_whereabouts("over", recap_id=7)
    assert await store.with_rounds(400) == ["playing"], "one with its recap, long over"
    assert await store.with_rounds(399) == ["playing", "over"], "one that was over lately"
    for state in states:
        await store.save_whereabouts(state, asleep=True)
    asleep = [
        *(await store.to_show(), await store.with_rounds(0), await store.nights_in_thread(2)),
        (await PlaceStore(store.database).cards_among(1, [12]))[0],
    ]
    assert asleep == [[]] * 4, "one that sleeps is looked after"
    assert await store.wake_guilds([2]) == []
    assert sorted(await store.wake_guilds([1])) == sorted(states)
    assert await store.wake_guilds([1]) == [], "woken twice"


async def test_drafts_of_before_a_time_are_deleted(store: NightStore) -> None:
    for number, (state, touched) in enumerate((("draft", 9), ("draft", 10), ("open", 9)), start=1):
        night = replace(NIGHT, id=str(number), opened_by=number)
        await store.open(night, replace(OPENED, night_id=str(number), interaction_id=number))
        await store.save(replace(night, state=state, touched_at=touched, revision=1), [], [])
    assert await store.discard_old(10) == 1, "not the draft that was touched before, and that alone"
    assert await store.ids_in(["draft", "open"]) == ["2", "3"]


async def test_only_a_draft_can_be_deleted(store: NightStore) -> None:
    """What anybody has seen stays."""
    await store.open(NIGHT, OPENED)
    await store.save(replace(NIGHT, state="open", revision=1), [], [])
    await store.discard("aaaaa")
    assert await store.night("aaaaa") is not None
    await store.open(
        replace(NIGHT, id="bbbbb", opened_by=78),
        replace(OPENED, night_id="bbbbb", interaction_id=78),
    )
    weekly = SeriesRow(id="bbbbb", guild_id=1, night_id="bbbbb", weeks=1, local="2026-11-27T20:00")
    draft = replace(NIGHT, id="bbbbb", opened_by=78, series_id="bbbbb", revision=1)
    await store.save(draft, [], [], series=weekly)
    await store.discard("bbbbb")
    assert await store.night("bbbbb") is None
    left = await store.database.column("SELECT id FROM series")
    assert left == [], "a series stays whose only night was a draft that was deleted"


async def test_two_changes_at_once_are_one_after_the_other(store: NightStore) -> None:
    """Of two that were made from the same night one is refused."""
    await store.open(NIGHT, OPENED)
    both = await asyncio.gather(
        store.save(replace(NIGHT, revision=1), [GUEST], []),
        store.save(replace(NIGHT, revision=1), [], [ROUND]),
        return_exceptions=True,
    )
    assert sorted(type(each).__name__ for each in both) == ["NoneType", "OutOfStep"]


async def test_who_left_a_game_for_good_is_counted_once_a_game(store: NightStore) -> None:
    """Also who came back and left again, and if another came back; not who is back, whose seat was
    taken, or by no result.
    """
    acts = {
        "a": ["left"],
        "b": ["left", "back", "left"],
        "c": ["left", "left"],
        "d": ["left", "back"],
        "e": ["left", "replaced"],
        "f": ["left"],
        "g": ["away"],
    }
    await store.open(NIGHT, OPENED)

    def write(connection: sqlite3.Connection) -> None:
        for table_id, done in acts.items():
            phase = "cancelled" if table_id == "f" else "finished"
            row = a_table(table_id, phase=phase, night_id="aaaaa")
            connection.execute(TABLE.insert, TABLE.values(row))
            for what in done:
                event = TableEventRow(table_id, 1, 5, what, "player", 0, 5)
                connection.execute(EVENT.insert, EVENT.values(event))
        back = TableEventRow("a", 1, 5, "back", "player", 1, 6)
        connection.execute(EVENT.insert, EVENT.values(back))

    await store.database.transaction(write)
    assert await store.left(["aaaaa"]) == [("aaaaa", 5)] * 3, "not a, b and c"
    assert await store.left(["bbbbb"]) == []


async def test_a_deleted_message_is_not_looked_for_among_all_cards(store: NightStore) -> None:
    """Only among those of its server: it is asked for every message that anybody deletes."""
    asked: list[str] = []
    await store.database.read(lambda connection: connection.set_trace_callback(asked.append))
    await PlaceStore(store.database).cards_among(100, [1, 2])
    await store.database.read(lambda connection: connection.set_trace_callback(None))
    for table in ("nights", "asks"):
        (statement,) = [each for each in asked if f"FROM {table}" in each]
        steps = await store.database.read(
            lambda connection, query=statement: connection.execute(
                f"EXPLAIN QUERY PLAN {query}"
            ).fetchall()
        )
        way = " / ".join(step[3] for step in steps)
        assert f"SEARCH {table}" in way, f"SQLite walks through all {table}: {way}"


async def test_nights_of_before_are_led_by_their_host_alone(tmp_path: Path) -> None:
    """Nothing that was announced without a pilot begins to go on by itself."""
    path, older = tmp_path / "nights.sqlite3", tmp_path / "older"
    older.mkdir()
    for file in sorted(MIGRATIONS.glob("*.sql")):
        if file.name < "0024_pilot":
            (older / file.name).write_bytes(file.read_bytes())
    database = await Database.open(path, migrations=older)
    known = [each for each in fields(NightRow) if each.name not in NEW]
    names, values = [each.name for each in known], [getattr(NIGHT, each.name) for each in known]
    names, values = [*names, "repeat"], [*values, 0]
    await database.write(
        f"INSERT INTO nights ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})", values
    )
    await database.close()
    database = await Database.open(path)
    found = await NightStore(database).night(NIGHT.id)
    await database.close()
    assert found is not None and found.night == NIGHT
    assert (found.night.pilot, found.night.stage) == ("host", "")
