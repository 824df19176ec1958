"""Prove that a person is read out whole and forgotten whole, and so is a server that was left."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest

from storage import (
    BlockRow,
    Database,
    Holder,
    PersonRow,
    ResultRow,
    SeasonRow,
    Store,
    TableEventRow,
    backup,
    server_store,
)
from storage.ask_store import AnswerRow, AskStore, DatesAskRow
from storage.asking_in_store import AskerRow
from storage.bans import ban
from storage.call_store import CallsRow, PlannedCall
from storage.fan_store import FanRow
from storage.forget import unnamed
from storage.former_players import is_former, keyed_number
from storage.night_rows import GuestRow, NightEventRow, PostRow, RoundRow
from storage.night_store import NightStore
from storage.order_store import OrderRow
from storage.reports import ReportRow, ReportStore
from storage.series_store import SeriesRow
from tests.storage.children import heard
from tests.storage.samples import ANNA, a_result, a_step, a_table, some_seats
from tests.storage.test_nights import NIGHT
from tests.storage.traces import traces

ME, NAME, OTHER_NAME = 812_345_678_901_234_567, "Quintessa Ünal", "Tessa of Old"
FRIEND, STRANGER = 812_345_678_901_234_999, 712_000_000_000_000_001
SEATING = {
    "sizes": {"sizes": [2], "computers": 0, "sit_outs": 0},
    "seated": {"tables": [{"people": [FRIEND, ME], "host": ME, "computers": 0}], "sit_outs": []},
    "measure": {"pairs": 1, "repeats": 0, "least": 0, "worst": 1},
    "plan": [{"tables": [{"people": [ME, FRIEND], "host": FRIEND}], "sit_outs": [ME]}],
}


async def named_everywhere(store: Store, nights: NightStore) -> None:
    """Name the person in every place that can name somebody."""
    seats = some_seats(people=(ME, FRIEND))
    seats[0] = replace(seats[0], name=NAME)
    at_start = [replace(seat, first=seat.person) for seat in seats]
    await store.open_table(a_table(host=ME, opener=ME), seats, invited=[ME, STRANGER])
    event = TableEventRow("aaaaa", 1, 5, "kicked", "host", 1, ME, ME, NAME, NAME)
    await store.save_step(
        a_table(host=ME, phase="finished", revision=1),
        at_start,
        a_step(),
        [event],
        [Holder(ME, NAME), Holder(FRIEND, "F", agreed=True)],
        [
            of_night("aaaaa", 0, ME, OTHER_NAME, 5040),
            of_night("aaaaa", 1, FRIEND, "F", 0),
        ],
    )
    await store.open_table(
        a_table("bbbbb", host=FRIEND, opener=FRIEND), some_seats("bbbbb", (FRIEND, STRANGER))
    )
    await store.save_step(
        a_table("bbbbb", host=FRIEND, phase="playing", revision=1),
        [replace(some_seats("bbbbb", (FRIEND,))[0], first=ME)],
        a_step("bbbbb"),
        [TableEventRow("bbbbb", 1, 5, "replaced", "player", 0, FRIEND, ME, "F", NAME)],
        [Holder(ME, NAME)],
    )
    await store.save_change(
        a_table("bbbbb", host=FRIEND, phase="playing", revision=2),
        [replace(some_seats("bbbbb", (FRIEND,))[0], first=ME)],
        askers=[AskerRow("bbbbb", ME, NAME, 5), AskerRow("bbbbb", STRANGER, "S", 6, answered=True)],
        orders=[
            OrderRow("bbbbb", 0, 1, ME, "{}", "{}", 5),
            OrderRow("bbbbb", 1, 1, FRIEND, "", "", 5),
        ],
        calls=[PlannedCall("bbbbb", 1, ME, "move", 5)],
    )
    await store.people.save(PersonRow(ME, "Europe/Berlin", 10, 20))
    await store.calls.save(CallsRow(ME, "dm"))
    await store.calls.save_here("bbbbb", ME, "quiet")
    await store.notes.save("bbbbb", ME, "My first note")
    await store.notes.save("bbbbb", FRIEND, f"{NAME} has no winter left")
    reports = ReportStore(store.database)
    for number, person in (("r1111", ME), ("r2222", FRIEND)):
        report = ReportRow(number, "bbbbb", 1, person, 5, f"{NAME} can't move", "", "[]")
        await reports.save(report, most=3, since=5, table_since=5)
    await store.learnt.save_lesson_step(ME, "donburiko", 3)
    await store.learnt.save_known(ME, ["donburiko"], True)
    await store.learnt.save_words(ME, True)
    await store.results.hide(ME, True)
    await store.people.save_apart(ME, [FRIEND])
    await store.people.save_apart(STRANGER, [ME])
    await store.servers.block(
        BlockRow(guild_id=10, person=ME, by=FRIEND, at=1, note=f"{NAME} shouts")
    )
    await store.servers.block(BlockRow(guild_id=10, person=STRANGER, by=ME, at=1))
    template = {"title": f"{NAME}'s", "about": f"Ask <@{ME}> or {OTHER_NAME}", "teach": True}
    await nights.open(
        replace(NIGHT, host=ME, series_id="aaaaa"),
        NightEventRow(night_id="aaaaa", at=1, what="o", by=ME),
        SeriesRow(
            id="aaaaa", guild_id=10, night_id="aaaaa", weeks=1, local=NIGHT.local,
            template=json.dumps(template, ensure_ascii=False),
        ),
    )  # fmt: skip
    asks, question = AskStore(nights.database), DatesAskRow(
        id="ccccc", guild_id=10, channel_id=2, language="en", host=ME, host_name=OTHER_NAME,
        zone="UTC", dates="[]", games="[]", until=9, until_said="", made_at=1, opened_by=4,
    )  # fmt: skip
    answer = AnswerRow(
        ask_id="ccccc", person=ME, name=NAME, can="[0]", maybe="[]", games="[]", none=False
    )
    await asks.open(question)
    await asks.save(
        replace(question, revision=1), [answer, replace(answer, person=FRIEND, name="F")]
    )
    fan = FanRow(guild_id=10, series_id="aaaaa", person=ME, name=OTHER_NAME, kind="every", since=3)
    assert await nights.fans.put(fan, 5), "the regular isn't kept"
    await nights.fans.stop_pings(10, ME)
    co_hosts = [{"id": FRIEND, "name": "F"}, {"id": ME, "name": OTHER_NAME}]
    guest = GuestRow(night_id="aaaaa", person=ME, name=NAME, answer="in", came_at=7)
    await nights.save(
        replace(
            NIGHT,
            revision=1,
            host=ME,
            series_id="aaaaa",
            hosts=json.dumps(co_hosts),
            title=f"{NAME}'s",
            state="over",
            about=f"Ask {NAME}",
        ),
        [guest, replace(guest, person=FRIEND, name="F")],
        [RoundRow(night_id="aaaaa", number=1, seed=1, state="over", seating=json.dumps(SEATING))],
        [NightEventRow(night_id="aaaaa", at=2, what="off", by=ME, whom=ME, note=f"by {NAME}")],
        [
            PostRow(night_id="aaaaa", kind="offer", people=json.dumps([ME]), at=3),
            PostRow(night_id="aaaaa", kind="open", people=json.dumps([ME, FRIEND]), at=3),
            PostRow(
                night_id="aaaaa",
                kind="word",
                details=json.dumps({"text": f"{NAME} (<@{ME}>) is late", "by": NAME}),
                at=3,
            ),
        ],
    )


def of_night(table_id: str, seat: int, person: int, name: str, points: int) -> ResultRow:
    """Return one seat of a game for two that has ended on a night."""
    return a_result(table_id, seat, person, name=name, points=points, night_id="aaaaa", round=1)


async def everything(database: Database) -> dict[str, list[dict[str, Any]]]:
    """Return every row there is, by table."""

    def run(link: sqlite3.Connection) -> dict[str, list[dict[str, Any]]]:
        tables = [
            name for (name,) in link.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        ]
        found: dict[str, list[dict[str, Any]]] = {}
        for table in tables:
            rows = link.execute(f"SELECT * FROM {table}")
            columns = [each[0] for each in rows.description]
            found[table] = [dict(zip(columns, row, strict=True)) for row in rows]
        return found

    return await database.read(run)


async def test_no_byte_is_left_of_who_was_forgotten(
    database: Database, store: Store, path: Path
) -> None:
    """Not in the file, its log, or a new copy; the number and the names in whatever form."""
    nights = NightStore(database)
    await named_everywhere(store, nights)
    ban(path, "person", ME)
    assert traces(path, ME, NAME, OTHER_NAME), "the test looks for what isn't there"
    forgotten = await store.privacy.forget(ME, ["Quin"])
    assert forgotten.names == {NAME, OTHER_NAME, "Quin"}
    assert sorted(forgotten.tables) == ["aaaaa", "bbbbb"]
    assert await store.privacy.wipe(ME, forgotten.names)
    assert traces(path, ME, NAME, OTHER_NAME) == []
    copy = path.with_name("copy")
    backup(path, copy)
    assert traces(copy, ME, NAME, OTHER_NAME) == []
    own = await store.privacy.own_rows(ME)
    assert {what for what, rows in own.items() if rows} == {"blocks", "bans"}


async def test_every_sum_stays_and_others_keep_what_is_theirs(
    database: Database, store: Store
) -> None:
    """A former player has the points, the seat and the place of whoever was forgotten."""
    nights = NightStore(database)
    await named_everywhere(store, nights)
    before = await everything(database)
    await store.privacy.forget(ME)
    after = await everything(database)
    numbers = {row["person"] for row in after["results"]} - {FRIEND}
    (number,) = numbers
    assert is_former(number)
    points = await store.results.points(10)
    mine, theirs = ([p.points for p in points if p.person == who] for who in (number, FRIEND))
    assert (mine, theirs) == ([5040], [0])
    for table in (
        "tables",
        "seats",
        "log",
        "results",
        "holders",
        "table_events",
        "guests",
        "rounds",
    ):
        assert len(after[table]) == len(before[table]), f"rows of {table} went"
    assert [row["first"] for row in after["seats"] if row["table_id"] == "aaaaa"] == [
        number,
        FRIEND,
    ]
    held = {row["person"]: row["agreed"] for row in after["holders"] if row["table_id"] == "aaaaa"}
    assert held == {number: 0, FRIEND: 1}
    night = await nights.night("aaaaa")
    assert night is not None
    assert {guest.person for guest in night.guests} == {number, FRIEND}
    assert json.loads(night.rounds[0].seating)["seated"]["tables"][0]["people"] == [FRIEND, number]
    assert json.loads(night.night.hosts) == [{"id": FRIEND, "name": "F"}]
    assert night.night.host == number
    unsent = await nights.unsent("aaaaa")
    assert [(post.kind, json.loads(post.people)) for post in unsent] == [
        ("open", [FRIEND]),
        ("word", []),
    ]
    notes = [(row["person"], row["text"]) for row in after["notes"]]
    assert notes == [(FRIEND, "… has no winter left")], "others keep a note without the name"
    reports = [(row["person"], row["words"]) for row in after["reports"]]
    assert reports == [(None, "… can't move"), (FRIEND, "… can't move")], (
        "a report doesn't keep its words, or names who is forgotten"
    )
    assert await store.people.apart(STRANGER) == [], "a wish about who was forgotten is still there"


async def test_nobody_comes_back_to_other_cards_by_having_been_forgotten(
    store: Store, database: Database
) -> None:
    """At a game that isn't over the person is known again, and nobody else is taken for them."""
    await named_everywhere(store, NightStore(database))
    assert not await store.privacy.was_forgotten_at("bbbbb", ME)
    await store.privacy.forget(ME)
    assert await store.privacy.was_forgotten_at("bbbbb", ME)
    assert not await store.privacy.was_forgotten_at("bbbbb", FRIEND)
    assert not await store.privacy.was_forgotten_at("aaaaa", ME), (
        "a finished game can still tell who it was"
    )


async def test_being_forgotten_twice_is_no_trouble(store: Store, database: Database) -> None:
    """Also for those who come back in between, and for those who were never there."""
    for _ in range(2):
        await store.privacy.forget(ME)
        await store.servers.block(BlockRow(guild_id=10, person=ME, by=FRIEND, at=1))
    await store.privacy.forget(ME)
    assert len(await store.servers.blocks(10, 5)) == 1
    assert await store.servers.blocked(10, [ME, FRIEND], 5) == {ME}


async def test_others_wishes_and_cards_are_not_shown(store: Store, database: Database) -> None:
    """Each place that names the person is shown, but for what others wish about them."""
    await named_everywhere(store, NightStore(database))
    own = await store.privacy.own_rows(ME)
    empty = {what for what, rows in own.items() if not rows}
    assert empty == {"bans"}, "something that is kept isn't shown"
    assert own["lessons"] == [{"game": "donburiko", "step": 3}]
    (mine,) = own["moves_set_ahead"]
    assert (mine["table_id"], mine["seat"]) == ("bbbbb", 0), "what others set is shown"
    assert own["learnt"] == [{"game": "donburiko", "ended": 0, "known": 1, "lesson": 0}]
    assert own["would_rather_not_sit_with"] == [{"person": FRIEND}]
    text = json.dumps(own)
    assert str(STRANGER) not in text, "who wished to sit apart is told"
    assert "state" not in {key for row in own["tables"] for key in row}
    assert "shouts" not in text, "a note for those who manage the server is told"


async def test_rows_that_have_moved_are_not_left_behind(path: Path) -> None:
    """A page keeps what it held of a row that has moved to another page, until it is used again.

    Such a trace is planted by filling tables in a random order until there is one.
    """
    database = await Database.open(path)
    store = Store(database)
    rng = random.Random(3)
    people = [*range(STRANGER, STRANGER + 400)]
    victims = people[:40]

    def fill(link: sqlite3.Connection) -> None:
        for _ in range(500):
            table_id = "".join(rng.choices("abcdefghij234567", k=5))
            row = a_table(table_id, opened_by=rng.getrandbits(60))
            columns = ("id", "game", "rules_version", "phase", "host", "guild_id", "channel_id")
            columns += (
                "board_revision",
                "asleep",
                "revision",
                "opened_by",
                "opened_at",
                "touched_at",
            )
            columns += ("language", "options")
            marks = ", ".join("?" * len(columns))
            link.execute(
                f"INSERT OR IGNORE INTO tables ({', '.join(columns)}) VALUES ({marks})",
                [getattr(row, column) for column in columns],
            )
            link.executemany(
                "INSERT OR IGNORE INTO seats (table_id, seat, person, name) VALUES (?, ?, ?, 'x')",
                [(table_id, seat, who) for seat, who in enumerate(rng.sample(people, 4))],
            )

    def left(who: Iterable[int]) -> list[int]:
        content = path.read_bytes()
        return [each for each in who if each.to_bytes(8, "big") in content]

    for _ in range(4):
        await database.transaction(fill)
    for victim in victims:
        await store.privacy.forget(victim)
    assert await database.wipe([], 1 << 30), "the log couldn't be emptied"
    traces = left(victims)
    assert traces, "nothing was planted: what follows would prove nothing"
    assert not await database.wipe([traces[0].to_bytes(8, "big")], 100), "a large file was written"
    assert await store.privacy.wipe(traces[0], [])
    assert left(victims) == []
    await database.close()


async def test_looking_through_the_file_leaves_it_locked(store: Store, path: Path) -> None:
    """Another program that closes the file then must not take it for its own."""
    assert await store.privacy.wipe(ME, [])
    await asyncio.to_thread(heard, "close_beside", path)
    await store.results.hide(ANNA, True)
    await asyncio.to_thread(heard, "close_beside", path)
    assert Path(f"{path}-wal").exists(), "another program has deleted the write-ahead log"
    assert await store.results.hidden([ANNA]) == {ANNA}
    with contextlib.closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM people").fetchone() == (1,)


async def test_nobody_holds_up_the_others_by_being_forgotten_often(store: Store) -> None:
    """What would rewrite the file once more comes later."""
    assert await store.privacy.wipe(ME, [])
    assert not await store.privacy.wipe(ME, [])
    assert await store.meta("unclean") == "1"


async def test_what_could_not_be_wiped_at_once_is_wiped_later(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where another program is reading the file."""
    await store.results.hide(ME, True)
    await store.results.save_season(replace(SEASON, name=NAME))
    monkeypatch.setattr("storage.privacy_store.VACUUM_UP_TO", 0)
    await store.privacy.forget(ME)
    # A season of the same name stays, so something is found.
    assert not await store.privacy.wipe(ME, [NAME])
    assert await store.meta("unclean") == "1"
    rewrite = AsyncMock(return_value=False)
    with monkeypatch.context() as full:
        full.setattr(store.database, "rewrite", rewrite)
        await store.privacy.tidy()
    assert await store.meta("unclean") == "1", "a file that couldn't be rewritten counts as clean"
    await store.privacy.tidy()
    assert await store.meta("unclean") is None
    assert ME.to_bytes(8, "big") not in path.read_bytes()


SEASON = SeasonRow(
    guild_id=10,
    name="Autumn",
    first_day="2026-09-01",
    last_day="2026-11-30",
    zone="Europe/Berlin",
    begins_at=0,
    ends_at=9_000,
)


async def test_a_server_that_was_left_goes_whole(store: Store, database: Database) -> None:
    """Its tables, also those in play, results, nights and seasons; another's stay."""
    nights = NightStore(database)
    for number in range(250):
        row = a_table(f"t{number:04}", opened_by=number + 1)
        await store.open_table(row, some_seats(row.id))
    await store.open_table(a_table("other", guild_id=11), some_seats("other"))
    await named_everywhere(store, nights)
    await store.results.save_season(SEASON)
    await store.results.save_season(replace(SEASON, guild_id=11))
    await nights.open(
        replace(NIGHT, id="nnnnn", guild_id=10, opened_by=99),
        NightEventRow(night_id="nnnnn", at=1, what="o"),
    )
    await store.servers.note_absent([11, NIGHT.guild_id], 1_000)
    await store.servers.note_absent([11, NIGHT.guild_id], 2_000)
    assert (await store.servers.server(10)).left_at == 1_000, "a server isn't left twice"
    assert (await store.servers.server(11)).left_at is None, (
        "a server where the bot is was noted as left"
    )
    assert await store.servers.prune(1_000) == []
    assert await store.servers.prune(1_001) == [10]
    for table, rows in (await everything(database)).items():
        assert not [row for row in rows if row.get("guild_id") == 10], f"rows of {table} stayed"
    rest = await everything(database)
    assert [row["id"] for row in rest["tables"]] == ["other"]
    assert {row["table_id"] for row in rest["seats"]} == {"other"}
    assert (rest["log"], rest["holders"]) == ([], [])
    assert rest["reports"] == [], "what was reported about its tables is still there"
    assert len(rest["seasons"]) == 1
    assert [row["id"] for row in rest["nights"]] == ["aaaaa"]


async def test_of_a_server_with_as_many_results_as_tables_all_goes(
    store: Store, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lot at a time, until nothing is left of either."""
    monkeypatch.setattr(server_store, "LOT", 1)
    for number in range(3):
        row = a_table(f"t{number:04}", phase="playing", opened_by=number + 1)
        await store.open_table(row, some_seats(row.id))
        await store.save_step(
            replace(row, phase="finished", revision=1),
            some_seats(row.id),
            a_step(row.id),
            results=[of_night(row.id, 0, ANNA, "Anna", 5040)],
        )
    await store.servers.note_left(10, 1_000)
    assert await store.servers.prune(1_001) == [10]
    rest = await everything(database)
    assert (rest["tables"], rest["results"]) == ([], []), "some of it stays for ever"


async def test_a_server_that_came_back_keeps_what_it_has(store: Store) -> None:
    await store.open_table(a_table(), some_seats())
    await store.servers.note_left(10, 1_000)
    await store.servers.note_joined([10])
    assert await store.servers.prune(9_000) == []
    assert await store.table("aaaaa") is not None


@pytest.mark.parametrize(
    ("text", "names", "left"),
    [
        ("Friday with Fri", ["Fri"], "Friday with …"),
        ("Ada, Adam and ada", ["Ada"], "…, Adam and ada"),
        ("Ada's night", ["Ada"], "…'s night"),
        ("a day", ["a", "da", "ay"], "a day"),
        ("Al B. is late", ["Al B."], "… is late"),
        ("(-_-) is late", ["(-_-)"], "(-_-) is late"),
        ("Quin Tess and Quin", ["Quin", "Quin Tess"], "… and …"),
        ("3あかりさんの会、あかりと", ["あかり"], "3…さんの会、…と"),
        ("今日のさくらんぼ会", ["さくら"], "今日のさくらんぼ会"),
        ("つきあかり", ["あかり"], "つきあかり"),
        ("サリーとサリ", ["サリー"], "…とサリ"),
        ("あかりー", ["あかり"], "あかりー"),
        ("Ada\u0301m ada_x Ada_x", ["Ada"], "Ada\u0301m ada_x Ada_x"),
        ("今夜は田中太郎の会", ["田中太郎"], "今夜は…の会"),
        ("ともだちのさくらさん", ["さくら"], "ともだちの…さん"),
        ("Ada\u0332 is late", ["Ada"], "Ada\u0332 is late"),
    ],
)
def test_a_name_is_cut_where_it_is_a_word(text: str, names: list[str], left: str) -> None:
    assert unnamed(text, names) == left


async def test_a_new_name_cuts_nothing_out_of_others_words(
    database: Database, store: Store
) -> None:
    """Nor out of ids: only what somebody was called there goes, and out of words alone."""
    nights = NightStore(database)
    await nights.open(replace(NIGHT, host=FRIEND), NightEventRow(night_id="aaaaa", at=1, what="o"))
    hosts = json.dumps([{"id": ME, "name": "Tessa"}])
    posts = [
        PostRow(night_id="aaaaa", kind="word", details=json.dumps(details), at=3)
        for details in (
            {"text": "Friday, Tessa, bring Quin", "by": "Tessa"},
            {"text": f"<@!{ME}> is late", "by": "Friday"},
        )
    ]
    posts.append(PostRow(night_id="aaaaa", kind="remind", details='{"when": "Tessa"}', at=3))
    await nights.save(
        replace(NIGHT, revision=1, host=FRIEND, hosts=hosts, title="Friday with Tessa"),
        [GuestRow(night_id="aaaaa", person=FRIEND, name="Friday", answer="in", came_at=7)],
        [],
        [
            NightEventRow(
                night_id="aaaaa", at=2, what="corrected", by=ME, note="tessa tessa of Quin"
            )
        ],
        posts,
    )
    await store.people.save(PersonRow(ME, "Europe/Berlin", 10, 20))
    await store.privacy.forget(ME, ["Friday", "Quin", "tessa"])
    after = await everything(database)
    assert after["nights"][0]["title"] == "Friday with …", "the title lost another's word"
    said = [json.loads(each["details"]) for each in after["night_posts"]]
    assert said[-3:] == [
        {"text": "Friday, …, bring Quin", "by": "…"},
        {"text": "<…> is late", "by": "Friday"},
        {"when": "Tessa"},
    ], "what others wrote was cut by a name that wasn't borne there"
    notes = [each["note"] for each in after["night_events"] if each["note"]]
    assert notes == ["tessa … of …"], "the id of a table was cut"


async def test_names_are_looked_for_in_every_form(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In JSON a quote is written with a backslash, and Ü as it is or by its number."""
    looked_for: list[bytes] = []

    async def wipe(marks: Sequence[bytes], _up_to: int) -> bool:
        looked_for.extend(marks)
        return True

    monkeypatch.setattr(store.database, "wipe", wipe)
    await store.privacy.wipe(ME, ['Ünal "Q"'])
    for form in ('Ünal "Q"', 'Ünal \\"Q\\"', '\\u00dcnal \\"Q\\"', str(ME)):
        assert form.encode() in looked_for, f"{form} may stay in the file"
    assert ME.to_bytes(8, "big") in looked_for, "the id may stay in the file"


def test_a_keyed_number_is_the_same_in_every_version() -> None:
    """By another one nobody would be known again who was kept out before they were forgotten."""
    assert keyed_number("key", 5) == -7719408062801691027
