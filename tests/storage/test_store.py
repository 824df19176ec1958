"""Prove that rows come back as they went in, and that no step is lost, doubled or rewritten."""

import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import fields, replace

import pytest

from storage import (
    AlreadyDone,
    Holder,
    LogRow,
    OutOfStep,
    PersonRow,
    SeatRow,
    StorageError,
    Store,
    TableEventRow,
    TableHead,
    TableRow,
)
from tests.storage.samples import ANNA, BEN, CLEO, a_step, a_table, some_seats


async def _run(store: Store, statement: str, *values: object) -> None:
    await store.database.transaction(lambda connection: connection.execute(statement, values))


async def _started(store: Store, table_id: str = "aaaaa", **changes: object) -> TableRow:
    """Store a table in play at step 1, whose question 1 is open to Anna and Ben."""
    row = a_table(table_id, **changes)
    await store.open_table(row, some_seats(table_id))
    row = replace(row, phase="playing", revision=1, state="state 1")
    await store.save_step(row, some_seats(table_id, question_number=1), a_step(table_id, seat=None))
    return row


async def test_every_field_of_a_table_comes_back(store: Store) -> None:
    row = a_table(
        phase="playing",
        place_id=31,
        card_id=32,
        board_id=33,
        board_revision=4,
        end_id=35,
        ping_id=34,
        away_ids="38 39",
        asleep=True,
        place_code=30031,
        revision=5,
        state="ståte 🂡",
        result="{}",
        opened_by=2**63 - 1,
        opener=CLEO,
        closed=True,
        start_when_full=True,
        pace="days",
        move_time=86_400,
        reserve=90_000,
        on_timeout="seat",
        boards="text",
        paused=True,
        motion="{}",
        secret="5e",
        commitment="c0",
        start_print="57",
        log_print="10",
        hands_open=True,
        banter=False,
        away_days=14,
        rematch_of="zzzzz",
        started_by=77,
        night_id="nnnnn",
        night_round=2,
        night_table=3,
        played_out=True,
        teaching="taught",
        question_base=9_000,
        starts_at=9_100,
        start_by=78,
        missed="late",
        call_id=94,
        pause_by_vote=True,
        due=9_200,
    )
    plain = a_table()
    # Fields that keep the sample's value prove nothing.
    kept = {f.name for f in fields(TableRow) if getattr(row, f.name) == getattr(plain, f.name)}
    assert kept == {
        *("id", "game", "rules_version", "options", "host", "guild_id"),
        *("channel_id", "opened_at", "touched_at", "language"),
    }
    await store.open_table(row, some_seats())
    assert await store.table("aaaaa") == (row, some_seats())
    assert await store.table("bbbbb") is None


async def test_every_field_of_a_seat_comes_back(store: Store) -> None:
    seat = SeatRow(
        *("aaaaa", 0, ANNA, "Anna", 3),
        first=BEN,
        stand_in="away",
        away_since=2,
        gone=4,
        gave_up=True,
        timeouts=1,
        clock_left=60,
        clock_at=1_000,
        reminders=1,
        due=1_030,
        clock_limit=90,
        reserve_left=70,
        away_used=90,
        back_at=9_000,
        away_how="computer",
        asked_at=7_000,
        vote_at=8_000,
        said_back=True,
        freed="not_here",
        learns=True,
    )
    computer = SeatRow("aaaaa", 1, -1, "Nagi", None, "sharp", stand_in="left")
    await store.open_table(a_table(), [seat, computer])
    found = await store.table("aaaaa")
    assert found is not None
    assert found[1] == [seat, computer]


async def test_what_was_done_to_a_table_is_kept_in_order(store: Store) -> None:
    await store.open_table(a_table(), some_seats())
    done = [
        TableEventRow("aaaaa", 3, 2_000, "paused", "moderator", None, CLEO),
        TableEventRow("aaaaa", 3, 2_000, "replaced", "player", 1, CLEO, BEN, "Cleo", "Ben"),
    ]
    await store.save_change(replace(a_table(), revision=1), some_seats(), done[:1])
    row = replace(a_table(), phase="playing", revision=2)
    await store.save_step(row, some_seats(), a_step(), done[1:])
    assert await store.table_events("aaaaa") == done
    assert await store.table_events("bbbbb") == []


async def test_what_a_person_sets_takes_the_place_of_what_was_set(store: Store) -> None:
    assert await store.people.row(ANNA) == PersonRow(ANNA)
    for row in (PersonRow(ANNA, "Asia/Tokyo", 1_320, 420), PersonRow(ANNA, "Asia/Tokyo")):
        await store.people.save(row)
        assert await store.people.row(ANNA) == row


async def test_what_a_table_was_opened_with_never_changes(store: Store) -> None:
    """Its seal above all; and where its messages lie is no part of a change."""
    row = a_table(secret="5e", commitment="c0")
    await store.open_table(row, some_seats())
    settled = {
        "game": "other",
        "rules_version": 9,
        "guild_id": 9,
        "channel_id": 9,
        "opened_by": 9,
        "opened_at": 9,
        "secret": "99",
        "commitment": "99",
        "rematch_of": "zzzzz",
        "place_id": 9,
        "card_id": 9,
        "board_id": 9,
        "board_revision": 9,
        "ping_id": 9,
        "asleep": True,
    }
    await store.save_change(replace(row, revision=1, **settled), some_seats())
    found = await store.table("aaaaa")
    assert found is not None
    changed = [name for name in settled if getattr(found[0], name) != getattr(row, name)]
    assert changed == [], "a change wrote what stays as it was"


async def test_who_holds_a_hand_is_kept_in_order(store: Store) -> None:
    """A name stays as it was then; what somebody agrees to comes later."""
    await store.open_table(a_table(), some_seats())
    held = [Holder(CLEO, "Cleo"), Holder(ANNA, "Anna")]
    await store.save_step(replace(a_table(), phase="playing", revision=1), some_seats(), a_step(),
                          holders=held)  # fmt: skip
    agreed = [Holder(CLEO, "Another", agreed=True), Holder(BEN, "Ben")]
    await store.save_change(replace(a_table(), revision=2), some_seats(), holders=agreed)
    assert await store.holders("aaaaa") == [
        *(Holder(CLEO, "Cleo", agreed=True), Holder(ANNA, "Anna"), Holder(BEN, "Ben")),
    ]
    assert await store.holders("bbbbb") == []


async def test_a_table_has_one_rematch(store: Store) -> None:
    await store.open_table(a_table("bbbbb", rematch_of="aaaaa"), some_seats("bbbbb"))
    with pytest.raises(AlreadyDone) as refusal:
        await store.open_table(a_table("ccccc", rematch_of="aaaaa"), some_seats("ccccc"))
    assert refusal.value.table_id == "bbbbb"
    assert await store.table("ccccc") is None


async def test_lists_leave_the_state_out(store: Store) -> None:
    row = await _started(store)
    ((head, seats),) = await store.tables_of(ANNA)
    assert type(head) is TableHead
    assert not hasattr(head, "state")
    assert all(getattr(head, f.name) == getattr(row, f.name) for f in fields(TableHead))
    assert seats == some_seats(question_number=1)


async def test_one_interaction_opens_one_table(store: Store) -> None:
    await store.open_table(a_table(opened_by=7), some_seats())
    with pytest.raises(AlreadyDone) as refusal:
        await store.open_table(a_table("bbbbb", opened_by=7), some_seats("bbbbb"))
    assert refusal.value.table_id == "aaaaa"
    assert await store.table("bbbbb") is None
    assert await store.applied(7) == "aaaaa"
    assert await store.applied(8) is None


async def test_a_taken_id_opens_no_table(store: Store) -> None:
    await store.open_table(a_table(opened_by=7), some_seats())
    with pytest.raises(OutOfStep):
        await store.open_table(a_table(opened_by=8, host=BEN), some_seats(people=(BEN,)))
    assert await store.table("aaaaa") == (a_table(opened_by=7), some_seats())


async def test_a_lobby_changes_its_seats_and_its_host(store: Store) -> None:
    await store.open_table(a_table(), some_seats())
    row = a_table(host=BEN, options="{}", touched_at=3_000, language="de")
    await store.save_change(row, some_seats(people=(BEN, CLEO, ANNA)))
    assert await store.table("aaaaa") == (row, some_seats(people=(BEN, CLEO, ANNA)))
    assert await store.log("aaaaa") == []


async def test_a_person_sits_at_a_table_once(store: Store) -> None:
    await store.open_table(a_table(), some_seats())
    with pytest.raises(StorageError):
        await store.save_change(a_table(), some_seats(people=(BEN, BEN)))
    assert await store.table("aaaaa") == (a_table(), some_seats())


async def test_seats_belong_to_the_table_they_are_saved_with(store: Store) -> None:
    await store.open_table(a_table(), some_seats())
    with pytest.raises(ValueError, match="another table"):
        await store.save_change(a_table(), some_seats("bbbbb"))
    assert await store.table("aaaaa") == (a_table(), some_seats())


async def test_an_act_writes_log_table_and_questions_together(store: Store) -> None:
    row = await _started(store)
    row = replace(row, revision=2, state="state 2", touched_at=2_000)
    seats = [replace(s, question_number=2 if s.seat else None, name="New") for s in some_seats()]
    await store.save_step(row, seats, a_step(step=2, interaction_id=7))
    assert await store.table("aaaaa") == (row, seats)
    assert await store.log("aaaaa") == [a_step(seat=None), a_step(step=2, interaction_id=7)]
    assert await store.applied(7) == "aaaaa"


@pytest.mark.parametrize(
    ("row", "step", "refusal"),
    [
        pytest.param(
            {"revision": 3}, {"step": 3, "interaction_id": 7}, AlreadyDone, id="same click"
        ),
        pytest.param({"revision": 2}, {"step": 3}, OutOfStep, id="table moved on"),
        pytest.param({"revision": 3}, {"step": 2}, OutOfStep, id="step is known"),
        pytest.param({"revision": 3}, {"step": 0}, OutOfStep, id="step goes back"),
        pytest.param({"revision": 3, "id": "zzzzz"}, {"step": 3}, OutOfStep, id="no such table"),
        pytest.param(
            {"revision": 3, "phase": "odd"}, {"step": 3}, StorageError, id="no such phase"
        ),
    ],
)
async def test_a_refused_act_changes_nothing(
    store: Store, row: dict[str, object], step: dict[str, object], refusal: type[Exception]
) -> None:
    former = await _started(store)
    former = replace(former, revision=2, state="state 2")
    await store.save_step(former, some_seats(question_number=2), a_step(step=2, interaction_id=7))
    before = await store.table("aaaaa"), await store.log("aaaaa")
    with pytest.raises(refusal) as refused:
        await store.save_step(
            replace(former, state="wrong", **row), some_seats(), replace(a_step(seat=1), **step)
        )
    if isinstance(refused.value, AlreadyDone):
        assert refused.value.table_id == "aaaaa"
    assert (await store.table("aaaaa"), await store.log("aaaaa")) == before


async def test_one_click_cannot_act_at_two_tables(store: Store) -> None:
    row, other = await _started(store), await _started(store, "bbbbb")
    await store.save_step(replace(row, revision=2), some_seats(), a_step(step=2, interaction_id=7))
    with pytest.raises(AlreadyDone) as refusal:
        await store.save_step(
            replace(other, revision=2),
            some_seats("bbbbb"),
            a_step("bbbbb", step=2, interaction_id=7),
        )
    assert refusal.value.table_id == "aaaaa"
    assert len(await store.log("bbbbb")) == 1


async def test_an_older_lobby_cannot_be_saved_over_a_newer_table(store: Store) -> None:
    row = await _started(store)
    with pytest.raises(OutOfStep):
        await store.save_change(a_table(), some_seats())
    assert await store.table("aaaaa") == (row, some_seats(question_number=1))
    await store.save_change(replace(row, phase="cancelled"), some_seats())
    assert (await store.tables_of(ANNA, phases=("cancelled",)))[0][0].revision == 1


async def test_an_act_does_not_forget_where_the_board_lies(store: Store) -> None:
    row = await _started(store)
    await store.save_whereabouts(
        "aaaaa", place_id=31, card_id=32, board_id=33, board_revision=1, ping_id=34
    )
    await store.save_whereabouts("aaaaa", asleep=True)
    # The row that acts was read before the board was put up.
    await store.save_step(replace(row, revision=2, state="state 2"), some_seats(), a_step(step=2))
    await store.save_change(replace(row, revision=2, state="state 2"), some_seats())
    found = await store.table("aaaaa")
    assert found is not None
    lies = {"place_id": 31, "card_id": 32, "board_id": 33, "board_revision": 1, "ping_id": 34}
    assert found[0] == replace(row, revision=2, state="state 2", asleep=True, **lies)


async def test_note_writes_only_what_is_given(store: Store) -> None:
    await store.open_table(a_table(place_id=31, ping_id=34, board_revision=4), some_seats())
    await store.save_whereabouts("aaaaa", ping_id=None)
    assert await store.table("aaaaa") == (a_table(place_id=31, board_revision=4), some_seats())
    await store.save_whereabouts("zzzzz", ping_id=1)
    with pytest.raises(TypeError):
        await store.save_whereabouts("aaaaa", state="x")  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError):
        await store.save_whereabouts("aaaaa")
    assert await store.table("aaaaa") == (a_table(place_id=31, board_revision=4), some_seats())


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE log SET events = '[]'",
        "UPDATE OR REPLACE log SET step = 2",
        "DELETE FROM log",
        "INSERT OR REPLACE INTO log SELECT * FROM log",
    ],
)
async def test_the_log_is_append_only(store: Store, statement: str) -> None:
    await _started(store)
    with pytest.raises(StorageError, match="append-only"):
        await _run(store, statement)
    assert await store.log("aaaaa") == [a_step(seat=None)]


async def test_a_table_in_play_cannot_be_deleted(store: Store) -> None:
    row = await _started(store)
    with pytest.raises(StorageError, match="not over"):
        await _run(store, "DELETE FROM tables")
    assert await store.table("aaaaa") == (row, some_seats(question_number=1))


async def test_columns_refuse_the_wrong_kind_of_value(store: Store) -> None:
    wrong = LogRow("aaaaa", 2, 0, b"\xff", "", "", None, 0)  # pyright: ignore[reportArgumentType]
    row = await _started(store)
    with pytest.raises(StorageError):
        await store.save_step(replace(row, revision=2), some_seats(), wrong)


def _ids(found: Sequence[tuple[TableHead, object]]) -> list[str]:
    return [head.id for head, _ in found]


async def test_tables_are_found_newest_first(store: Store) -> None:
    await _started(store, "aaaaa", opened_at=1)
    await _started(store, "bbbbb", opened_at=3, guild_id=11)
    await _started(store, "ccccc", opened_at=2, channel_id=21)
    await store.open_table(a_table("ddddd", opened_at=3), some_seats("ddddd", (CLEO,)))
    over = a_table("eeeee", opened_at=9, phase="finished")
    await store.open_table(over, some_seats("eeeee", (ANNA, CLEO)))

    assert _ids(await store.tables_of(ANNA)) == ["bbbbb", "ccccc", "aaaaa"]
    assert _ids(await store.tables_of(ANNA, 10)) == ["ccccc", "aaaaa"]
    assert _ids(await store.tables_of(CLEO)) == ["ddddd"]
    assert _ids(await store.tables_of(CLEO, 10, ("finished", "lobby"))) == ["eeeee", "ddddd"]
    assert _ids(await store.tables_of(CLEO, phases=())) == []
    assert _ids(await store.tables_of(4)) == []
    # The second of two tables of the same second is the newer one.
    assert _ids(await store.tables_in(20)) == ["ddddd", "bbbbb", "aaaaa"]
    assert _ids(await store.tables_of_guild(10)) == ["ddddd", "ccccc", "aaaaa"]
    assert _ids(await store.tables_of_guild(10, ("finished",))) == ["eeeee"]
    assert _ids(await store.tables_of_guild(10, most=2)) == ["ddddd", "ccccc"]
    for head, seats in await store.tables_of_guild(10):
        found = await store.table(head.id)
        assert found is not None
        assert seats == found[1]


async def test_the_newest_step_of_tables_is_told_by_its_time(store: Store) -> None:
    row = await _started(store)
    await _started(store, "bbbbb")
    await store.open_table(a_table("ccccc"), some_seats("ccccc"))
    later = replace(a_step(step=2), at=2_345)
    await store.save_step(replace(row, revision=2), some_seats(question_number=1), later)
    found = await store.last_moves(["aaaaa", "ccccc", "zzzzz"])
    assert found == {"aaaaa": 2_345}
    assert await store.last_moves(["bbbbb"]) == {"bbbbb": 2_000}
    assert await store.last_moves([]) == {}


async def test_tables_that_sleep_in_a_server_are_found(store: Store) -> None:
    await _started(store)
    assert await store.asleep_in([10]) == []
    await store.save_whereabouts("aaaaa", asleep=True)
    assert _ids(await store.asleep_in([9, 10])) == ["aaaaa"]
    assert await store.asleep_in([11]) == []


async def test_tables_are_found_where_they_lie(store: Store) -> None:
    await _started(store, "aaaaa", opened_at=1)
    await _started(store, "bbbbb", opened_at=2, channel_id=21)
    assert await store.table_of_place(31) is None
    await store.save_whereabouts("aaaaa", place_id=31)
    await store.save_whereabouts("bbbbb", place_id=20)
    assert _ids(await store.tables_in(31)) == ["aaaaa"]
    assert _ids(await store.tables_in(20)) == ["bbbbb", "aaaaa"]
    assert _ids(await store.tables_in(21)) == ["bbbbb"]


async def test_the_table_of_a_place_is_the_newest_that_is_not_over(store: Store) -> None:
    async def here() -> str:
        found = await store.table_of_place(31)
        assert found is not None
        return found[0].id

    await _started(store, "aaaaa", opened_at=1, place_id=31)
    assert await here() == "aaaaa"
    await _started(store, "bbbbb", opened_at=2, place_id=31)
    await store.open_table(a_table("ccccc", opened_at=3, phase="cancelled", place_id=31), [])
    assert await here() == "bbbbb"
    for table_id in "aaaaa", "bbbbb":
        await store.save_change(
            a_table(table_id, phase="finished", revision=1), some_seats(table_id)
        )
    assert await here() == "ccccc"


async def test_tables_that_wait_for_a_person_are_in_play_and_ask_them(store: Store) -> None:
    row = await _started(store, "aaaaa")
    await _started(store, "bbbbb", guild_id=11, opened_at=2_000)
    await store.open_table(a_table("ccccc"), some_seats("ccccc", question_number=0))
    assert _ids(await store.waiting_for(BEN)) == ["bbbbb", "aaaaa"]
    assert _ids(await store.waiting_for(BEN, 10)) == ["aaaaa"]
    seats = [replace(s, question_number=2 if s.person == ANNA else None) for s in some_seats()]
    await store.save_step(replace(row, revision=2), seats, a_step(step=2))
    assert _ids(await store.waiting_for(BEN, 10)) == []
    assert _ids(await store.waiting_for(ANNA, 10)) == ["aaaaa"]


def _with_computer(table_id: str, question_number: int | None) -> list[SeatRow]:
    return [
        SeatRow(table_id, 0, ANNA, "Anna", 1),
        SeatRow(table_id, 1, -1, "Nagi", question_number, "sharp"),
    ]


async def test_a_computer_sits_beside_people_and_is_found_when_it_is_asked(store: Store) -> None:
    for table_id, touched_at, question_number in (
        ("aaaaa", 1, 2),
        ("bbbbb", 3, None),
        ("ccccc", 5, 2),
    ):
        row = await _started(store, table_id, touched_at=touched_at)
        seats = _with_computer(table_id, question_number)
        await store.save_step(replace(row, revision=2), seats, a_step(table_id, step=2))
        assert await store.table(table_id) == (replace(row, revision=2), seats)
    await _started(store, "ddddd")
    assert await store.computers_asked() == ["ccccc", "aaaaa"]
    row = a_table("ccccc", phase="cancelled", revision=3)
    await store.save_change(row, _with_computer("ccccc", 2))
    assert await store.computers_asked() == ["aaaaa"]


@pytest.mark.parametrize(("person", "level"), [(BEN, "sharp"), (-1, "")])
async def test_a_level_is_for_computers_alone(store: Store, person: int, level: str) -> None:
    seats = [SeatRow("aaaaa", 0, person, "Nobody", None, level)]
    with pytest.raises(StorageError):
        await store.open_table(a_table("aaaaa"), seats)
    assert await store.table("aaaaa") is None


async def test_boards_that_lag_are_found_for_repair(store: Store) -> None:
    await _started(store, "aaaaa", touched_at=1)
    await _started(store, "bbbbb", touched_at=2)
    await store.open_table(a_table("ccccc"), [])
    await store.open_table(a_table("ddddd", phase="cancelled"), [])
    await store.open_table(a_table("eeeee", phase="cancelled", revision=3, board_revision=2), [])
    assert await store.to_repair() == ["eeeee", "ccccc", "bbbbb", "aaaaa"]
    await store.save_whereabouts("bbbbb", board_revision=1)
    await store.save_whereabouts("ccccc", board_revision=0)
    await store.save_whereabouts("eeeee", asleep=True)
    assert await store.to_repair() == ["aaaaa"]
    await store.save_whereabouts("eeeee", asleep=False)
    assert await store.to_repair() == ["eeeee", "aaaaa"]


async def test_boards_are_found_for_repair_by_shard(store: Store) -> None:
    """Which shard a server is on follows from its id, as Discord says."""
    servers = {"aaaaa": 3 << 22, "bbbbb": (4 << 22) + 5, "ccccc": (5 << 22) + 4_194_303}
    for table_id, guild in servers.items():
        await store.open_table(a_table(table_id, guild_id=guild), [])
    found = [await store.to_repair((shard, 3)) for shard in range(3)]
    assert found == [["aaaaa"], ["bbbbb"], ["ccccc"]]


async def test_forgotten_lobbies_are_found(store: Store) -> None:
    await store.open_table(a_table("aaaaa", touched_at=50), [])
    await store.open_table(a_table("bbbbb", touched_at=40), [])
    await store.open_table(a_table("ccccc", touched_at=60), [])
    await _started(store, "ddddd", touched_at=10)
    assert await store.stale_lobbies(60) == ["bbbbb", "aaaaa"]


async def test_pruning_takes_only_what_was_over_before(store: Store) -> None:
    for table_id, touched in ("aaaaa", 40), ("bbbbb", 50), ("ccccc", 10):
        await _started(store, table_id, touched_at=touched)
    for number in range(250):
        row = a_table(f"o{number}", phase="cancelled", touched_at=number % 40)
        await store.open_table(row, some_seats(row.id))
    for table_id, touched in ("aaaaa", 40), ("bbbbb", 50):
        row = a_table(table_id, phase="finished", revision=1, touched_at=touched)
        await store.save_change(row, some_seats(table_id))
    assert await store.prune(50) == 251
    assert await store.prune(50) == 0
    assert await store.table("aaaaa") is None
    assert await store.log("aaaaa") == []
    assert _ids(await store.tables_of(ANNA, phases=("finished", "playing"))) == ["ccccc", "bbbbb"]
    assert len(await store.log("bbbbb")) == len(await store.log("ccccc")) == 1

    def left(connection: sqlite3.Connection) -> list[tuple[int]]:
        return [
            connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("tables", "seats", "log")
        ]

    assert await store.database.read(left) == [2, 4, 2]


async def test_meta_keeps_the_newest_value(store: Store) -> None:
    assert await store.meta("commands") is None
    await store.set_meta("commands", "one")
    await store.set_meta("commands", "two")
    assert await store.meta("commands") == "two"
    assert await store.meta("other") is None


async def test_no_statement_gets_dearer_with_other_tables(store: Store) -> None:
    """Count the instructions SQLite runs for each method, among few tables and among many."""
    row = await _started(store)
    row = replace(row, revision=1_000_000)
    ticks = 0

    def tick() -> int:
        nonlocal ticks
        ticks += 1
        return 0

    async def save_step() -> None:
        nonlocal row
        row = replace(row, revision=row.revision + 1)
        await store.save_step(
            row,
            some_seats(question_number=1),
            a_step(step=row.revision, interaction_id=row.revision),
        )

    methods: dict[str, Callable[[], Awaitable[object]]] = {
        "save_act": save_step,
        "save_change": lambda: store.save_change(row, some_seats(question_number=1)),
        "note": lambda: store.save_whereabouts("aaaaa", board_revision=1),
        "table": lambda: store.table("aaaaa"),
        "applied": lambda: store.applied(7),
        "tables_of": lambda: store.tables_of(ANNA),
        "tables_of in a server": lambda: store.tables_of(ANNA, 10),
        "waiting_for": lambda: store.waiting_for(ANNA, 10),
        "tables_in": lambda: store.tables_in(20),
        "tables_of_guild": lambda: store.tables_of_guild(10),
        "asleep_in": lambda: store.asleep_in([10]),
        "table_of_place": lambda: store.table_of_place(31),
        "places.in_use": lambda: store.places.in_use([10]),
        "to_repair": store.to_repair,
        "computers_asked": store.computers_asked,
        "stale_lobbies": lambda: store.stale_lobbies(50),
        "log": lambda: store.log("aaaaa"),
        "last_moves": lambda: store.last_moves(["aaaaa"]),
        "table_events": lambda: store.table_events("aaaaa"),
        "person": lambda: store.people.row(ANNA),
        "prune": lambda: store.prune(50),
        "meta": lambda: store.meta("commands"),
    }

    async def costs() -> dict[str, int]:
        nonlocal ticks
        found: dict[str, int] = {}
        for name, method in methods.items():
            ticks = 0
            await method()
            found[name] = ticks
        return found

    def add_others(connection: sqlite3.Connection, numbers: range) -> None:
        for number in numbers:
            phase = ("lobby", "playing", "finished", "cancelled")[number % 4]
            connection.execute(
                "INSERT INTO tables (id, game, rules_version, phase, host, guild_id, channel_id,"
                " place_id, card_id, board_id, board_revision, ping_id, asleep, revision,"
                " opened_by, opened_at, touched_at, language, options, result, state)"
                " SELECT :id, game, rules_version, :phase, host, 99, 98, 97,"
                " card_id, board_id, 1, ping_id, 0, 1, :number, opened_at, touched_at, language,"
                " options, result, state FROM tables WHERE id = 'aaaaa'",
                {"id": f"o{number}", "phase": phase, "number": number},
            )
            connection.execute(
                "INSERT INTO seats (table_id, seat, person, name, question_number)"
                " VALUES (?, 0, ?, 'Other', 1)",
                (f"o{number}", number + 5_000),
            )

    await store.database.transaction(lambda c: add_others(c, range(20)))
    await store.database.read(lambda c: c.set_progress_handler(tick, 1))
    await costs()  # The first time, statements are compiled and the schema is read.
    among_few = await costs()
    await store.database.read(lambda c: c.set_progress_handler(None, 1))
    await store.database.transaction(lambda c: add_others(c, range(20, 1_000)))
    await store.database.read(lambda c: c.set_progress_handler(tick, 1))
    among_many = await costs()
    assert min(among_few.values()) > 5
    # A step has one log row more than at the first count, and nothing else may differ.
    dearer = {name: cost - among_few[name] for name, cost in among_many.items()}
    assert {name: more for name, more in dearer.items() if more > 20} == {}
