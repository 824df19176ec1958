"""Prove what is kept about servers and blocks, and that it can be forgotten."""

import asyncio

from storage import BlockRow, Database, ServerRow, Store, TooManyOpen
from storage.former_players import is_former
from tests.storage.samples import ANNA, BEN, CLEO, a_table, some_seats

GUILD = 10


def a_block(person: int = BEN, until: int | None = None, at: int = 100) -> BlockRow:
    """Return a block of the server that the sample tables are on."""
    return BlockRow(guild_id=GUILD, person=person, by=ANNA, at=at, until=until, note="spam")


async def test_what_a_server_sets_comes_back(store: Store) -> None:
    """Each server has its own, and the newest stands."""
    assert await store.servers.server(GUILD) == ServerRow(guild_id=GUILD), (
        "something was set at first"
    )
    row = ServerRow(guild_id=GUILD, zone="Asia/Tokyo", language="ja", settings='{"a":1}')
    await store.servers.save_server(row)
    assert await store.servers.server(GUILD) == row
    newer = ServerRow(guild_id=GUILD, zone="Europe/Berlin")
    await store.servers.save_server(newer)
    assert await store.servers.server(GUILD) == newer
    assert await store.servers.server(11) == ServerRow(guild_id=11), (
        "another server got the settings"
    )


async def test_a_servers_rows_go_some_time_after_the_bot_has_left_it(store: Store) -> None:
    """One that has the bot back keeps them."""
    await store.servers.save_server(ServerRow(guild_id=GUILD, zone="Asia/Tokyo"))
    await store.servers.block(a_block())
    await store.servers.note_left(GUILD, 1_000)
    assert await store.servers.prune(1_000) == [], "its rows went too soon"
    await store.servers.note_joined([GUILD])
    assert await store.servers.prune(9_000) == [], "the rows of a server that came back went"
    assert (await store.servers.server(GUILD)).zone == "Asia/Tokyo"
    await store.servers.note_left(GUILD, 2_000)
    await store.servers.note_left(11, 2_000)
    assert sorted(await store.servers.prune(2_001)) == [GUILD, 11]
    assert await store.servers.server(GUILD) == ServerRow(guild_id=GUILD)
    assert await store.servers.blocks(GUILD, 0) == [], "the blocks of a server that is gone stayed"


async def test_a_block_holds_until_its_time_or_until_it_is_taken_back(store: Store) -> None:
    """It holds on its own server alone, and a newer one replaces it."""
    await store.servers.block(a_block(until=500))
    assert await store.servers.blocked(GUILD, [ANNA, BEN, CLEO], 499) == {BEN}
    assert await store.servers.blocked(GUILD, [BEN], 500) == set(), "a block outlives its time"
    assert await store.servers.blocked(11, [BEN], 499) == set(), "a block holds on another server"
    forever = a_block(at=200)
    await store.servers.block(forever)
    await store.servers.block(a_block(CLEO, at=300))
    assert await store.servers.blocks(GUILD, 9_000) == [a_block(CLEO, at=300), forever]
    assert await store.servers.unblock(GUILD, BEN)
    assert not await store.servers.unblock(GUILD, BEN), "nobody was blocked any more"
    assert await store.servers.blocked(GUILD, [BEN], 400) == set()


async def test_blocked_people_are_found_on_their_seats(store: Store) -> None:
    """At tables of that server that aren't over, while the block holds."""
    await store.open_table(a_table("aaaaa"), some_seats("aaaaa"))
    await store.open_table(a_table("bbbbb", guild_id=11), some_seats("bbbbb"))
    await store.open_table(a_table("ccccc", phase="cancelled"), some_seats("ccccc"))
    await store.open_table(a_table("ddddd"), some_seats("ddddd", (ANNA, CLEO)))
    await store.servers.block(a_block(until=500))
    assert await store.servers.blocked_on_seats(400) == [("aaaaa", a_block(until=500))]
    assert await store.servers.blocked_on_seats(500) == []


async def test_nobody_opens_more_tables_than_they_may(store: Store) -> None:
    """Counted in the transaction that opens one, so not even at once."""

    async def opened(number: int) -> bool:
        row = a_table(f"aaaa{number}", opener=ANNA)
        try:
            await store.open_table(row, some_seats(row.id), most=3)
        except TooManyOpen:
            return False
        return True

    done = await asyncio.gather(*(opened(number) for number in range(8)))
    assert sum(done) == 3, "some tables too many, or too few, were opened"
    free = [f"aaaa{number}" for number, did in enumerate(done) if did]
    elsewhere = a_table("bbbbb", opener=ANNA, guild_id=11)
    await store.open_table(elsewhere, some_seats("bbbbb"), most=3)
    await store.open_table(a_table("ccccc", opener=BEN), some_seats("ccccc"), most=3)
    await store.save_whereabouts(free[0], asleep=True)
    assert await opened(8), "a table that sleeps was counted"
    assert not await opened(9)
    await store.save_change(a_table(free[1], opener=ANNA, phase="cancelled", revision=1), [])
    night = a_table("ddddd", opener=ANNA, night_id="n", night_round=1, night_table=1)
    await store.open_table(night, some_seats("ddddd"))
    assert await opened(9), "a table that is over, or one of a night, was counted"


async def test_who_is_invited_stays_so(store: Store) -> None:
    """Those of the beginning, and those who came later."""
    await store.open_table(a_table(), some_seats(), invited=[BEN])
    await store.save_change(a_table(revision=1), some_seats(), invited=[CLEO, BEN])
    await store.save_change(a_table(revision=2), some_seats())
    assert sorted(await store.invited("aaaaa")) == [BEN, CLEO]


async def test_a_person_can_be_forgotten_but_not_their_block(
    store: Store, database: Database
) -> None:
    """It keeps them away by a number made of their id, and can be taken back."""
    await store.open_table(a_table(opener=BEN), some_seats(), invited=[BEN, CLEO])
    await store.people.save_apart(BEN, [ANNA])
    await store.people.save_apart(CLEO, [BEN, ANNA])
    await store.people.save_reminders(BEN, "dm")
    await store.servers.block(a_block(BEN))
    await store.servers.block(BlockRow(guild_id=GUILD, person=CLEO, by=BEN, at=5))
    await store.privacy.forget(BEN)
    assert await store.people.apart(BEN) == []
    assert await store.people.apart(CLEO) == [ANNA], "a wish about who was forgotten is still there"
    assert await store.invited("aaaaa") == [CLEO]
    assert await store.people.reminders(BEN) == "thread"
    assert await store.servers.blocked(GUILD, [BEN], 0) == {BEN}, "who was forgotten came in again"
    held, decided = await store.servers.blocks(GUILD, 0)
    assert is_former(held.person), "the block names who was forgotten"
    assert (held.by, held.note) == (ANNA, ""), "the note about who was forgotten stayed"
    assert (decided.person, decided.by) == (CLEO, 0)
    assert await store.servers.blocked(GUILD, [ANNA, CLEO], 0) == {CLEO}
    assert await store.servers.unblock(GUILD, BEN)
    assert await store.servers.blocked(GUILD, [BEN], 0) == set()
    found = await store.table("aaaaa")
    assert found is not None
    assert found[0].opener is None


async def test_open_tables_are_counted_by_an_index(database: Database) -> None:
    """However many tables there are."""
    query = "EXPLAIN QUERY PLAN SELECT count(*) FROM tables WHERE opener = 1 AND guild_id = 2"
    query += " AND phase IN ('lobby', 'playing') AND asleep = 0 AND night_id IS NULL"
    plan = await database.read(lambda connection: connection.execute(query).fetchall())
    assert "tables_by_opener" in str(plan), "counting somebody's open tables reads all tables"
