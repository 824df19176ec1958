"""Prove that results come back as they went in, add up, outlive their tables, and can forget."""

import random
from collections import Counter
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from storage import Database, PersonRow, Points, ResultRow, SeasonRow, Store
from storage.database import MIGRATIONS
from storage.errors import StorageError
from storage.former_players import is_former
from storage.result_rows import FULL_POINTS
from storage.result_store import MOST_SEASONS
from tests.storage.samples import ANNA, BEN, CLEO, a_result, a_step, a_table, some_seats

WHOLE = ResultRow(
    table_id="aaaaa",
    seat=1,
    person=ANNA,
    name="Anna",
    guild_id=10,
    game="donburiko",
    seats=3,
    score=-4,
    place=1.5,
    points=3780,
    won=True,
    decisions=9,
    by_computer=2,
    counts=True,
    ended_at=5_000,
    night_id="nnnnn",
    round=2,
)
AUTUMN = SeasonRow(
    guild_id=10,
    name="Autumn",
    first_day="2026-09-01",
    last_day="2026-11-30",
    zone="Europe/Berlin",
    begins_at=1_000,
    ends_at=2_000,
    game="donburiko",
    tables="nights",
)


def two(
    table_id: str, people: tuple[int | None, int | None] = (ANNA, BEN), **changes: Any
) -> list[ResultRow]:
    """Return the results of a game of two."""
    return [a_result(table_id, seat, person, **changes) for seat, person in enumerate(people)]


async def test_every_field_of_a_result_comes_back(store: Store) -> None:
    nobodys = replace(WHOLE, seat=2, person=None, name="", night_id=None, round=None, won=False)
    await store.results.save([WHOLE, nobodys])
    assert await store.results.of_table("aaaaa") == [WHOLE, nobodys]
    assert await store.results.of_table("bbbbb") == []


async def test_what_is_kept_already_stays_as_it_is(store: Store) -> None:
    await store.results.save([WHOLE])
    await store.results.save([replace(WHOLE, score=99), replace(WHOLE, seat=0)])
    assert [row.score for row in await store.results.of_table("aaaaa")] == [-4, -4]


async def test_the_last_step_and_the_results_are_one_transaction(store: Store) -> None:
    await store.open_table(a_table(), some_seats())
    playing = a_table(phase="playing", revision=1)
    await store.save_step(playing, some_seats(), a_step(step=0, seat=None))
    ended = replace(playing, phase="finished", revision=2, result="{}")
    wrong = replace(WHOLE, seats=1)
    with pytest.raises(Exception, match="CHECK"):
        await store.save_step(ended, some_seats(), a_step(), results=[wrong])
    assert await store.table("aaaaa") == (playing, some_seats()), "half of it was kept"
    await store.save_step(ended, some_seats(), a_step(), results=[WHOLE])
    assert await store.results.of_table("aaaaa") == [WHOLE]


async def test_points_are_those_of_people_at_tables_that_count(store: Store) -> None:
    await store.results.save(two("early", ended_at=999))
    await store.results.save(two("first", ended_at=1_000, night_id="nnnnn"))
    await store.results.save(two("other", (ANNA, CLEO), game="kasane"))
    await store.results.save(two("alone", (ANNA, None), counts=False))
    await store.results.save(two("three", (ANNA, None)))
    await store.results.save(two("after", ended_at=2_000, night_id="nnnnn"))
    await store.results.save(two("guild", guild_id=11, night_id="mmmmm"))

    async def tables(*wanted: Any) -> Counter[str]:
        return Counter(each.table_id for each in await store.results.points(10, *wanted))

    whole = Counter({"early": 2, "first": 2, "other": 2, "three": 1, "after": 2})
    assert await tables() == whole
    assert await tables("kasane") == {"other": 2}
    assert await tables(None, AUTUMN) == {"first": 2}
    all_tables = replace(AUTUMN, tables="all")
    assert await tables(None, all_tables) == {"first": 2, "three": 1}
    assert await tables("kasane", replace(all_tables, game=None)) == {"other": 2}
    assert await tables("kasane", all_tables) == {}, "the game asked for isn't the season's"
    night = await store.results.points_of_night("mmmmm")
    assert sorted(night) == [
        Points("guild", ANNA, FULL_POINTS, True),
        Points("guild", BEN, 0, False),
    ]


async def test_a_name_is_the_last_one_on_the_server(store: Store) -> None:
    await store.results.save(two("aaaaa", ended_at=1))
    await store.results.save([a_result("bbbbb", 0, ANNA, name="Änne", ended_at=3)])
    await store.results.save([a_result("ccccc", 0, ANNA, name="", ended_at=4)])
    await store.results.save([a_result("ddddd", 0, ANNA, name="X", ended_at=5, guild_id=11)])
    assert await store.results.names(10, [ANNA, BEN, CLEO]) == {ANNA: "Änne", BEN: "Ben"}


async def test_forgetting_keeps_every_sum(store: Store) -> None:
    """At each table, of each person, and the order in which they stand."""
    rng = random.Random(7)
    for number in range(40):
        people = rng.sample([ANNA, BEN, CLEO], 2)
        await store.results.save(two(f"t{number}", (people[0], people[1])))
    await store.results.hide(ANNA, True)
    await store.people.save(PersonRow(ANNA, "Asia/Tokyo"))

    async def sums() -> tuple[Counter[int], Counter[str]]:
        people, tables = Counter[int](), Counter[str]()
        for each in await store.results.points(10):
            people[each.person] += each.points
            tables[each.table_id] += each.points
        return people, tables

    people, tables = await sums()
    for person in (ANNA, CLEO, ANNA):
        await store.privacy.forget(person)
    after, same = await sums()
    assert same == tables
    assert after.pop(BEN) == people[BEN]
    assert sorted(after.values()) == sorted([people[ANNA], people[CLEO]])
    assert all(is_former(number) for number in after), "who was forgotten has somebody's number"
    assert await store.people.row(ANNA) == PersonRow(ANNA)
    assert await store.results.hidden([ANNA]) == set()
    left = await store.database.read(
        lambda link: link.execute(
            "SELECT count(*) FROM results WHERE person IN (?, ?) OR name IN ('Anna', 'Cleo')",
            (ANNA, CLEO),
        ).fetchone()[0]
    )
    assert left == 0, "something still names who was forgotten"


async def test_results_outlive_their_tables_and_their_seasons_keep_them(store: Store) -> None:
    await store.open_table(a_table(phase="finished"), some_seats())
    await store.results.save(two("aaaaa", ended_at=1_500))
    await store.results.save(two("bbbbb", ended_at=900))
    await store.results.save(two("ccccc", ended_at=1_500, guild_id=11))
    assert await store.results.save_season(AUTUMN)
    assert await store.prune(1_800) == 1
    assert await store.results.prune(1_800) == 4, "of before the season, and of another server"
    assert len(await store.results.of_table("aaaaa")) == 2, "the season still runs"
    assert await store.results.prune(2_000) == 0
    assert await store.results.prune(2_001) == 2


async def test_a_season_takes_the_place_of_one_of_its_name(store: Store) -> None:
    assert await store.results.save_season(AUTUMN)
    (kept,) = await store.results.seasons(10)
    assert replace(kept, id=0) == AUTUMN
    plain = replace(AUTUMN, name="AUTUMN", game=None, tables="all", ends_at=3_000)
    assert await store.results.save_season(plain)
    assert await store.results.seasons(10) == [replace(plain, id=kept.id)]
    # Fields that keep the sample's value prove nothing.
    usual = SeasonRow(
        guild_id=0, name="", first_day="", last_day="", zone="", begins_at=0, ends_at=0
    )
    same = {f.name for f in fields(SeasonRow) if getattr(AUTUMN, f.name) == getattr(usual, f.name)}
    assert same == {"id", "rule"}
    assert await store.results.save_season(replace(AUTUMN, guild_id=11, begins_at=1))
    assert [each.guild_id for each in await store.results.seasons(11)] == [11]
    assert not await store.results.delete_season(11, kept.id), "a season of another server is gone"
    assert await store.results.delete_season(10, kept.id)
    assert await store.results.seasons(10) == []


async def test_a_server_has_no_more_seasons_than_a_list_can_hold(store: Store) -> None:
    for number in range(MOST_SEASONS):
        assert await store.results.save_season(replace(AUTUMN, name=f"n{number}", begins_at=number))
    assert not await store.results.save_season(replace(AUTUMN, name="one more"))
    assert await store.results.save_season(replace(AUTUMN, name="n3", begins_at=99))
    found = await store.results.seasons(10)
    assert len(found) == MOST_SEASONS
    assert found[0].name == "n3", "the latest comes first"


async def test_who_hides_stays_hidden_whatever_else_they_set(store: Store) -> None:
    await store.results.hide(ANNA, True)
    await store.people.save(PersonRow(ANNA, "Asia/Tokyo", 1, 2))
    await store.people.save(PersonRow(ANNA))
    assert await store.results.hidden([ANNA, BEN]) == {ANNA}
    await store.people.save(PersonRow(ANNA, "Asia/Tokyo"))
    await store.results.hide(ANNA, False)
    assert await store.results.hidden([ANNA, BEN]) == set()
    assert await store.people.row(ANNA) == PersonRow(ANNA, "Asia/Tokyo"), "the zone went with it"


async def test_finished_games_without_results_are_found_in_lots(store: Store) -> None:
    for table_id in ("aaaaa", "bbbbb", "ccccc", "ddddd"):
        await store.open_table(a_table(table_id, phase="finished"), some_seats(table_id))
    for table_id, phase in (("eeeee", "cancelled"), ("fffff", "playing")):
        await store.open_table(a_table(table_id, phase=phase), some_seats(table_id))
    await store.results.save(two("bbbbb"))
    found = await store.results.tables_without("", 2)
    assert [(head.id, seats) for head, seats in found] == [
        (table_id, some_seats(table_id)) for table_id in ("aaaaa", "ccccc")
    ]
    assert [head.id for head, _ in await store.results.tables_without("ccccc", 2)] == ["ddddd"]


async def test_an_older_database_gets_the_tables_and_keeps_what_people_set(
    path: Path, tmp_path: Path
) -> None:
    older = tmp_path / "older"
    older.mkdir()
    for file in sorted(MIGRATIONS.glob("*.sql"))[:6]:
        (older / file.name).write_bytes(file.read_bytes())
    database = await Database.open(path, migrations=older)
    await database.transaction(
        lambda link: link.execute("INSERT INTO people VALUES (?, 'Asia/Tokyo', 1, 2)", (ANNA,))
    )
    await database.close()
    store = Store(await Database.open(path))
    assert await store.people.row(ANNA) == PersonRow(ANNA, "Asia/Tokyo", 1, 2)
    assert await store.results.hidden([ANNA]) == set()
    assert await store.results.points(10) == []
    await store.database.close()


async def test_a_table_on_no_server_has_no_results(store: Store) -> None:
    with pytest.raises(StorageError):
        await store.results.save([replace(each, guild_id=0) for each in two("aaaaa")])
    assert await store.results.of_table("aaaaa") == []
