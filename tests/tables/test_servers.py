"""What servers set, who is blocked, and tables that are by invitation or begin when full."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.clock import DAY
from bot.tables.history import History
from bot.tables.lobby_verbs import MOST_PRACTICE, PracticeFull
from bot.tables.night_verbs import NightVerbs
from bot.tables.seat import Person, Seat
from bot.tables.servers import KEPT_DAYS, ServerSettings
from bot.tables.sweep_tables import sweep_tables
from bot.tables.table import NewTable, Table
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import HOST_ONLY, NOT_INVITED, OVER, Blocked, Trouble
from storage.rows import NO_SERVER, BlockRow
from tests.refusal import refused_with
from tests.tables.conftest import ADA, BOB, CLEO, DAI, EMI, Setup, open_setup

GUILD = 1


@pytest.fixture
def verbs(setup: Setup) -> TableVerbs:
    """Return what people can do at tables besides moves."""
    return TableVerbs(setup.tables, History(setup.tables))


def new_table(setup: Setup, person: Person = ADA, **changes: Any) -> NewTable:
    """Return what a table is opened with."""
    return setup.new(person, **{"guild_id": GUILD} | changes)


# Settings


async def test_settings_outlive_the_process(setup: Setup) -> None:
    """Each one can be changed alone; a server that set nothing has what is usual."""
    servers = setup.tables.servers
    assert await servers.settings(GUILD) == ServerSettings()
    await servers.change(GUILD, zone="Asia/Tokyo")
    await servers.change(GUILD, host_roles=(7, 8), table_channels=(3,))
    whole = await servers.change(GUILD, night_channel=4, most_open_tables=9)
    assert whole == ServerSettings("Asia/Tokyo", (7, 8), (3,), 4, 9)
    assert await servers.settings(2) == ServerSettings(), "another server has these settings"
    await setup.database.close()
    again = await open_setup(setup.path)
    assert await again.tables.servers.settings(GUILD) == whole
    await again.database.close()


@pytest.mark.parametrize(
    "wrong", [{"zone": "Mars/Base"}, {"most_open_tables": 0}, {"most_open_tables": 26}]
)
async def test_settings_that_make_no_sense_are_refused(setup: Setup, wrong: Any) -> None:
    """Nothing has changed by then."""
    with pytest.raises(Trouble):
        await setup.tables.servers.change(GUILD, **wrong)
    assert await setup.tables.servers.settings(GUILD) == ServerSettings()


async def test_settings_that_cant_be_read_are_the_usual_ones(setup: Setup) -> None:
    """What a newer version may have written doesn't stop anybody from playing."""
    row = await setup.tables.store.servers.server(GUILD)
    await setup.tables.store.servers.save_server(replace(row, zone="Asia/Tokyo", settings="[1]"))
    assert await setup.tables.servers.settings(GUILD) == ServerSettings(zone="Asia/Tokyo")
    await setup.tables.store.servers.save_server(replace(row, guild_id=2, settings='{"moon":1}'))
    assert await setup.tables.servers.settings(2) == ServerSettings()


async def test_what_a_server_set_goes_a_while_after_the_bot_has_left_it(setup: Setup) -> None:
    """Unless it came back in between."""
    servers = setup.tables.servers
    await servers.change(GUILD, zone="Asia/Tokyo")
    await servers.change(2, zone="Asia/Tokyo")
    await servers.left(GUILD)
    await servers.left(2)
    await servers.joined([2])
    setup.time += KEPT_DAYS * DAY + 1
    await sweep_tables(setup.tables)
    assert (await servers.settings(GUILD)).zone is None
    assert (await servers.settings(2)).zone == "Asia/Tokyo"


# How many, and where


async def test_nobody_opens_more_tables_than_the_server_allows(setup: Setup) -> None:
    """By no way in, not even at once; what is over makes room, and others open theirs."""
    await setup.tables.servers.change(GUILD, most_open_tables=3)
    ways = [setup.lobby_verbs.open] * 4 + [setup.lobby_verbs.deal_against_computers] * MOST_PRACTICE
    done = await asyncio.gather(*(way(new_table(setup)) for way in ways), return_exceptions=True)
    tables = [each for each in done if isinstance(each, Table)]
    assert len(tables) == 3, "not as many tables were opened as may be"
    refused = [each for each in done if isinstance(each, Trouble)]
    assert {each.values.get("most") for each in refused} == {3}
    await setup.lobby_verbs.open(new_table(setup, BOB))
    await setup.lobby_verbs.open(new_table(setup, guild_id=2))
    await setup.end(tables[0].id)
    await setup.lobby_verbs.open(new_table(setup))


async def test_nobody_plays_more_games_alone_than_a_few(setup: Setup) -> None:
    """Not even by presses at once; the same press again is none too many, others are free."""

    def new(person: Person = ADA) -> NewTable:
        return new_table(setup, person, guild_id=NO_SERVER, channel_id=NO_SERVER)

    asked = [new() for _ in range(MOST_PRACTICE + 2)]
    deal = setup.lobby_verbs.deal_against_computers
    done = await asyncio.gather(*map(deal, asked), return_exceptions=True)
    tables = [each for each in done if isinstance(each, Table)]
    assert len(tables) == MOST_PRACTICE, "not as many games were begun as may be"
    refused = [each for each in done if isinstance(each, PracticeFull)]
    assert len(refused) == 2 and "against computers" in refused[0].say(str.format)
    assert {head.id for head in refused[0].tables} == {each.id for each in tables}, (
        "which ones isn't said"
    )
    first = next(each for each in asked if each.interaction_id == tables[0].opened_by)
    assert (await deal(first)).id == tables[0].id
    await deal(new(BOB))
    await setup.game(ADA, BOB)
    await setup.end(tables[0].id)
    await deal(new())
    await setup.tables.save_whereabouts(tables[1].id, asleep=True)
    with pytest.raises(PracticeFull) as full:
        await deal(new())
    assert tables[1].id in {head.id for head in full.value.tables}, "one that sleeps is forgotten"


async def test_a_table_stays_its_openers_whoever_is_host(setup: Setup) -> None:
    """Who gets the host's part may open as many of their own as anybody."""
    await setup.tables.servers.change(GUILD, most_open_tables=1)
    table = await setup.lobby(ADA, BOB)
    await setup.lobby_verbs.leave(table.id, ADA.id)
    assert table.host == BOB.id
    await setup.lobby_verbs.open(new_table(setup, BOB))
    with pytest.raises(Trouble, match="open tables"):
        await setup.lobby_verbs.open(new_table(setup, ADA))


async def test_the_same_press_is_never_one_table_too_many(setup: Setup) -> None:
    """What was opened is found again, and a rematch that lies open is joined."""
    await setup.tables.servers.change(GUILD, most_open_tables=1)
    new = new_table(setup)
    table = await setup.lobby_verbs.open(new)
    assert (await setup.lobby_verbs.open(new)).id == table.id


async def test_tables_are_opened_only_where_they_may_be(setup: Setup, verbs: TableVerbs) -> None:
    """Or in a thread of such a channel; the refusal names the channels. Nights see to their own."""
    table = await setup.game(ADA, BOB)
    await setup.end(table.id)
    await setup.tables.servers.change(GUILD, table_channels=(3, 4))
    for way in (setup.lobby_verbs.open, setup.lobby_verbs.deal_against_computers):
        with pytest.raises(Trouble) as caught:
            await way(new_table(setup))
        assert "<#3>, <#4>" in caught.value.say(str.format), "the refusal doesn't say where to go"
        await way(new_table(setup, channel_id=4))
        await way(new_table(setup, channel_id=9, parent_id=3))
    place: dict[str, Any] = {"interaction_id": 900, "guild_id": GUILD, "channel_id": 2}
    with pytest.raises(Trouble, match="Tables can't be opened"):
        await setup.lobby_verbs.rematch(table.id, BOB, **place)
    again = await setup.lobby_verbs.rematch(table.id, BOB, **place, parent_id=4)
    assert again.phase == "lobby"
    night = {"night_id": "n", "night_round": 1, "night_table": 1}
    seats = (Seat(ADA.id, ADA.name), Seat(BOB.id, BOB.name))
    await setup.lobby_verbs.open_and_deal(new_table(setup, seats=seats, **night))


async def test_what_was_deleted_on_a_server_counts_as_not_set(setup: Setup) -> None:
    servers, there = setup.tables.servers, {3, 7}
    await servers.change(GUILD, host_roles=(7, 8), table_channels=(3, 4), night_channel=5)
    servers.exists = lambda _guild, _kind, wanted: wanted in there
    left = await servers.settings(GUILD)
    assert (left.host_roles, left.table_channels, left.night_channel) == ((7,), (3,), None)
    assert left.gone == {"host_roles", "table_channels", "night_channel"}, "what is gone isn't said"
    # A server that isn't there for a moment has lost nothing.
    there |= {4, 5, 8}
    assert (await servers.settings(GUILD)).table_channels == (3, 4), "a setting is lost for good"
    assert not (await servers.settings(GUILD)).gone


async def test_channels_for_tables_that_are_all_gone_open_no_other(
    setup: Setup, verbs: TableVerbs
) -> None:
    """Until others are picked, only who may set up the server opens tables."""
    servers = setup.tables.servers
    table = await setup.game(ADA, BOB)
    await setup.end(table.id)
    await servers.change(GUILD, table_channels=(3, 4), most_open_tables=9)
    servers.exists = lambda _guild, _kind, _wanted: False
    await servers.change(GUILD, zone="Europe/Berlin")
    place: dict[str, Any] = {"interaction_id": 900, "guild_id": GUILD, "channel_id": 2}
    ways = (
        lambda by: setup.lobby_verbs.open(new_table(setup, by_manager=by)),
        lambda by: setup.lobby_verbs.deal_against_computers(new_table(setup, by_manager=by)),
        lambda by: setup.lobby_verbs.rematch(table.id, BOB, **place, by_manager=by),
    )
    for way in ways:
        with pytest.raises(Trouble, match="channels for tables are gone"):
            await way(False)
        assert (await way(True)).id, "who may set up the server can't open a table"
    await servers.change(GUILD, table_channels=())
    await setup.lobby_verbs.open(new_table(setup))


# Blocks

Way = Callable[[Setup, TableVerbs, Person], Awaitable[object]]


async def _join(setup: Setup, _verbs: TableVerbs, person: Person) -> object:
    table = await setup.lobby(ADA)
    return await setup.lobby_verbs.join(table.id, person, setup.next_interaction())


async def _open(setup: Setup, _verbs: TableVerbs, person: Person) -> object:
    return await setup.lobby_verbs.open(new_table(setup, person))


async def _play(setup: Setup, _verbs: TableVerbs, person: Person) -> object:
    return await setup.lobby_verbs.deal_against_computers(new_table(setup, person))


async def _replace(setup: Setup, verbs: TableVerbs, person: Person) -> object:
    table = await setup.game(ADA, BOB)
    await verbs.leave(table.id, BOB)
    assert await verbs.seats_open_to(table, DAI) == ((1,), None), "the free seat isn't open to them"
    seats, why = await verbs.seats_open_to(table, person)
    assert seats == () and isinstance(why, Blocked), "a seat is offered to who is blocked"
    return await verbs.replace(table.id, person, 1)


async def _seated_at_a_night(setup: Setup, verbs: TableVerbs, person: Person) -> object:
    seats = (Seat(ADA.id, ADA.name), Seat(BOB.id, BOB.name))
    night = {"night_id": "n", "night_round": 1, "night_table": 1}
    table = await setup.lobby_verbs.open_and_deal(new_table(setup, seats=seats, **night))
    await verbs.leave(table.id, BOB)
    return await NightVerbs(setup.tables).seat_person(table.id, EMI, 1, person)


@pytest.mark.parametrize("way", [_join, _open, _play, _replace, _seated_at_a_night])
async def test_who_is_blocked_comes_in_by_no_way(setup: Setup, verbs: TableVerbs, way: Way) -> None:
    """Until the block is over or taken back; on other servers they may."""
    servers = setup.tables.servers
    await servers.block(GUILD, CLEO.id, EMI.id, days=2)
    with pytest.raises(Blocked):
        await way(setup, verbs, CLEO)
    await setup.lobby_verbs.open(new_table(setup, CLEO, guild_id=2))
    setup.time += 2 * DAY
    await servers.demand_not_blocked(GUILD, CLEO.id)
    await servers.block(GUILD, CLEO.id, EMI.id)
    setup.time += 1000 * DAY
    with pytest.raises(Blocked):
        await servers.demand_not_blocked(GUILD, CLEO.id)
    await servers.unblock(GUILD, CLEO.id)
    await servers.demand_not_blocked(GUILD, CLEO.id)


async def test_who_is_blocked_has_no_rematch(setup: Setup, verbs: TableVerbs) -> None:
    """Neither first nor after others."""
    table = await setup.game(ADA, BOB)
    await setup.end(table.id)
    await setup.tables.servers.block(GUILD, BOB.id, EMI.id)
    for person in (BOB, ADA, BOB):
        asked = setup.lobby_verbs.rematch(
            table.id,
            person,
            interaction_id=setup.next_interaction(),
            guild_id=GUILD,
            channel_id=2,
        )
        if person == ADA:
            await asked
        else:
            with pytest.raises(Blocked):
                await asked


async def test_nobody_blocks_themselves(setup: Setup) -> None:
    """And only who is blocked can be unblocked."""
    with pytest.raises(Trouble, match="yourself"):
        await setup.tables.servers.block(GUILD, EMI.id, EMI.id)
    with pytest.raises(Trouble, match="aren't blocked"):
        await setup.tables.servers.unblock(GUILD, BOB.id)
    assert await setup.tables.servers.blocks(GUILD) == []


async def test_who_is_blocked_is_taken_off_and_the_games_go_on(
    setup: Setup, verbs: TableVerbs
) -> None:
    """A computer has the seat, as if a moderator had removed them; a lobby just loses them."""
    game = await setup.game(ADA, BOB)
    lobby = await setup.lobby(ADA, BOB)
    own = await setup.lobby(BOB)
    over = await setup.game(ADA, BOB)
    await setup.end(over.id)
    await setup.tables.servers.block(GUILD, BOB.id, EMI.id)
    await verbs.take_off_blocked()
    assert game.phase == "playing"
    assert game.seat_of(BOB.id) is None, "who is blocked still has a hand"
    assert game.seats[1].stand_in == "left"
    assert [seat.person for seat in lobby.seats] == [ADA.id]
    assert own.phase == "cancelled", "a lobby of nobody is still open"
    assert over.seat_of(BOB.id) is not None, "a game that is over was changed"
    told = (await setup.tables.store.table_events(game.id))[-1]
    assert (told.what, told.role, told.person, told.whom) == ("kicked", "moderator", 104, BOB.id)
    revision = game.revision
    await verbs.take_off_blocked()
    assert game.revision == revision, "they were taken off twice"


async def test_a_table_that_cant_be_read_keeps_no_other_from_being_cleared(
    setup: Setup, verbs: TableVerbs
) -> None:
    """It is passed over, and tried again at the next sweep."""
    broken, game = await setup.game(ADA, BOB), await setup.game(ADA, BOB)
    setup.tables.cache.drop(broken)
    await setup.database.transaction(
        lambda connection: connection.execute(
            "UPDATE tables SET rules_version = 99 WHERE id = ?", (broken.id,)
        )
    )
    await setup.tables.servers.block(GUILD, BOB.id, EMI.id)
    await verbs.take_off_blocked()
    assert game.seat_of(BOB.id) is None


# By invitation, and when full


async def test_only_who_is_invited_joins_a_closed_table(setup: Setup, verbs: TableVerbs) -> None:
    """In the lobby and later on a free seat; whoever sat there already stays."""
    table = await setup.lobby(ADA, BOB)
    await setup.lobby_verbs.choose(table.id, ADA.id, closed=True)
    with refused_with(NOT_INVITED):
        await setup.lobby_verbs.join(table.id, CLEO)
    _, asked = await setup.lobby_verbs.invite(table.id, ADA.id, [CLEO.id, BOB.id, CLEO.id])
    assert asked == [CLEO.id], "who sits there, or was named twice, is asked again"
    assert (await setup.lobby_verbs.invite(table.id, ADA.id, [CLEO.id, DAI.id]))[1] == [DAI.id]
    await setup.lobby_verbs.join(table.id, CLEO)
    assert [seat.person for seat in table.seats] == [ADA.id, BOB.id, CLEO.id]
    setup.tables.cache.drop(table)
    again = await setup.tables.get(table.id)
    assert (again.closed, again.invited) == (True, {CLEO.id, DAI.id})
    await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    await verbs.leave(table.id, BOB)
    assert (await verbs.seats_open_to(again, EMI))[0] == ()
    with refused_with(NOT_INVITED):
        await verbs.replace(table.id, EMI, 1)
    await verbs.replace(table.id, DAI, 1)


async def test_a_closed_table_asks_its_people_to_the_rematch(
    setup: Setup, verbs: TableVerbs
) -> None:
    """It is closed as well, and nobody is seated who didn't press for it."""
    table = await setup.lobby(ADA, BOB)
    await setup.lobby_verbs.choose(table.id, ADA.id, closed=True, start_when_full=True)
    await setup.lobby_verbs.invite(table.id, ADA.id, [CLEO.id])
    await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    await setup.end(table.id)
    place: dict[str, Any] = {"guild_id": GUILD, "channel_id": 2}
    rematch = await setup.lobby_verbs.rematch(table.id, BOB, interaction_id=800, **place)
    assert [seat.person for seat in rematch.seats] == [BOB.id]
    assert (rematch.closed, rematch.start_when_full) == (True, True)
    with refused_with(NOT_INVITED):
        await setup.lobby_verbs.join(rematch.id, DAI)
    await setup.lobby_verbs.join(rematch.id, CLEO)
    await setup.lobby_verbs.rematch(table.id, ADA, interaction_id=801, **place)
    assert {seat.person for seat in rematch.seats} == {ADA.id, BOB.id, CLEO.id}


async def test_only_the_host_says_who_comes(setup: Setup) -> None:
    """Others change nothing, and nobody is invited who is blocked."""
    table = await setup.lobby(ADA, BOB)
    revision = table.revision
    with refused_with(HOST_ONLY):
        await setup.lobby_verbs.choose(table.id, BOB.id, closed=True)
    with refused_with(HOST_ONLY):
        await setup.lobby_verbs.invite(table.id, BOB.id, [CLEO.id])
    await setup.tables.servers.block(GUILD, CLEO.id, EMI.id)
    with pytest.raises(Trouble, match="can't take part"):
        await setup.lobby_verbs.invite(table.id, ADA.id, [DAI.id, CLEO.id])
    with pytest.raises(Trouble, match="up to"):
        await setup.lobby_verbs.invite(table.id, ADA.id, range(500, 600))
    assert (table.revision, table.invited) == (revision, frozenset()), "a refusal changed the table"


async def test_what_is_chosen_for_the_start_is_settled_by_it(setup: Setup) -> None:
    """But for what computers say, which is settled by the end."""
    table = await setup.game(ADA, BOB)
    with pytest.raises(Trouble, match="already begun"):
        await setup.lobby_verbs.choose(table.id, ADA.id, closed=True)
    await setup.lobby_verbs.choose(table.id, ADA.id, banter=not table.banter)
    await setup.tables.change(table, phase="cancelled")
    with refused_with(OVER):
        await setup.lobby_verbs.choose(table.id, ADA.id, banter=not table.banter)


async def test_the_last_seat_begins_the_game_if_so_chosen(setup: Setup) -> None:
    """In one transaction with sitting down; the same press again changes nothing."""
    table = await setup.lobby(ADA, BOB)
    await setup.lobby_verbs.choose(table.id, ADA.id, start_when_full=True)
    await setup.lobby_verbs.join(table.id, CLEO, setup.next_interaction())
    assert table.phase == "lobby", "the game began with a seat still free"
    press = setup.next_interaction()
    await setup.lobby_verbs.join(table.id, DAI, press)
    assert table.phase == "playing", "the full table waits"
    assert [seat.first for seat in table.seats] == [ADA.id, BOB.id, CLEO.id, DAI.id]
    assert {each.person for each in table.holders} == {ADA.id, BOB.id, CLEO.id, DAI.id}
    step, revision = table.step(), table.revision
    await setup.lobby_verbs.join(table.id, DAI, press)
    assert (table.step(), table.revision) == (step, revision), "the same press dealt again"
    setup.tables.cache.drop(table)
    assert (await setup.tables.get(table.id)).phase == "playing", "the deal wasn't saved"


async def test_without_the_choice_a_full_table_waits_for_its_host(setup: Setup) -> None:
    """And a computer on the last seat begins nothing either."""
    table = await setup.lobby(ADA, BOB, CLEO)
    await setup.lobby_verbs.join(table.id, DAI, setup.next_interaction())
    assert table.phase == "lobby"
    other = await setup.lobby(ADA, BOB, CLEO)
    await setup.lobby_verbs.choose(other.id, ADA.id, start_when_full=True)
    await setup.lobby_verbs.add_computer(other.id, ADA.id, "casual")
    assert other.phase == "lobby"


async def test_a_block_row_says_all_that_was_decided(setup: Setup) -> None:
    """For the list that moderators see."""
    await setup.tables.servers.block(GUILD, BOB.id, EMI.id, days=1, note="n" * 500)
    now = int(setup.time)
    row = BlockRow(
        guild_id=GUILD, person=BOB.id, by=EMI.id, at=now, until=now + DAY, note="n" * 100
    )
    assert await setup.tables.servers.blocks(GUILD) == [row]
