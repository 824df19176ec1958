"""The lobby's law: whoever opens is host, seats go in order of joining, only the host begins."""

from __future__ import annotations

import random

import pytest

from bot.tables.clock import DAY
from bot.tables.lobby_rules import in_old_places
from bot.tables.seat import Seat, known_level
from bot.tables.sweep_tables import UNTOUCHED_DAYS, sweep_tables
from bot.tables.trouble import HOST_ONLY, OVER, NoTable, NotAtTable, NotBegun, Trouble
from tests.refusal import refused_with
from tests.tables.conftest import ADA, BOB, CLEO, DAI, EMI, Setup


async def stored(setup: Setup, table_id: str) -> tuple[str, int, list[int]]:
    """Return phase, host and people of a table as they stand on disk."""
    found = await setup.tables.store.table(table_id)
    assert found is not None, "there is no such table"
    row, seats = found
    return row.phase, row.host, [seat.person for seat in seats]


async def test_who_opens_sits_first_and_is_host(setup: Setup) -> None:
    """The host has seat 0, on disk as in memory; the id is five base32 letters."""
    table = await setup.lobby(ADA)
    assert (table.host, table.seat_of(ADA.id), table.phase) == (ADA.id, 0, "lobby")
    assert len(table.id) == 5
    assert set(table.id) <= set("abcdefghijklmnopqrstuvwxyz234567")
    assert await stored(setup, table.id) == ("lobby", ADA.id, [ADA.id])


async def test_seats_are_in_order_of_joining(setup: Setup) -> None:
    """Leaving closes the gap; joining again takes the last seat."""
    table = await setup.lobby(ADA, BOB, CLEO)
    await setup.lobby_verbs.leave(table.id, BOB.id)
    await setup.lobby_verbs.join(table.id, BOB)
    assert await stored(setup, table.id) == ("lobby", ADA.id, [ADA.id, CLEO.id, BOB.id])


async def test_leaving_passes_the_host_on_and_the_last_one_closes(setup: Setup) -> None:
    """The longest-seated person becomes host; an empty lobby is cancelled."""
    table = await setup.lobby(ADA, BOB)
    await setup.lobby_verbs.leave(table.id, ADA.id)
    assert await stored(setup, table.id) == ("lobby", BOB.id, [BOB.id])
    await setup.lobby_verbs.leave(table.id, BOB.id)
    assert (await stored(setup, table.id))[0] == "cancelled"
    with refused_with(OVER):
        await setup.lobby_verbs.join(table.id, CLEO)


async def test_nobody_sits_twice_and_nobody_is_too_many(setup: Setup) -> None:
    """A second Join and a fifth person are told so; nothing changes."""
    table = await setup.lobby(ADA, BOB, CLEO, DAI)
    before = table.revision
    with pytest.raises(Trouble, match="already"):
        await setup.lobby_verbs.join(table.id, BOB)
    with pytest.raises(Trouble, match="taken"):
        await setup.lobby_verbs.join(table.id, EMI)
    assert table.revision == before


async def test_only_the_host_starts(setup: Setup) -> None:
    """Others are refused, seated or not; and nobody starts what was called off."""
    table = await setup.lobby(ADA, BOB)
    for person in (BOB, CLEO):
        with refused_with(HOST_ONLY):
            await setup.lobby_verbs.start(table.id, person, setup.next_interaction())
    await setup.end(table.id)
    with refused_with(OVER):
        await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())


async def test_start_names_what_doesnt_fit(setup: Setup) -> None:
    """One person can't play Donburiko!; the text says how many can."""
    table = await setup.lobby(ADA)
    with pytest.raises(Trouble) as caught:
        await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    said = caught.value.say(str.format)
    assert said == "This game is for 2 to 4 players. Invite someone or add a computer."
    assert table.phase == "lobby"


async def test_a_started_table_takes_nobody_in_and_lets_nobody_go(setup: Setup) -> None:
    """Join, Leave and a second Start are refused once the cards are dealt."""
    table = await setup.game(ADA, BOB)
    for refused in (
        setup.lobby_verbs.join(table.id, CLEO),
        setup.lobby_verbs.leave(table.id, BOB.id),
        setup.lobby_verbs.start(table.id, ADA, setup.next_interaction()),
    ):
        with pytest.raises(Trouble, match="begun"):
            await refused
    with pytest.raises(NotAtTable):
        await setup.lobby_verbs.leave(table.id, CLEO.id)


async def test_a_game_can_be_ended(setup: Setup) -> None:
    """It then asks nobody and stays readable, also from disk."""
    table = await setup.game(ADA, BOB)
    seen = table.public()
    await setup.end(table.id)
    assert table.to_act() == ()
    setup.tables.cache.drop(table)
    again = await setup.tables.get(table.id)
    assert (again.phase, again.public()) == ("cancelled", seen)


async def test_nothing_is_asked_before_the_start(setup: Setup) -> None:
    """Acting in a lobby is refused; there is nothing to see."""
    table = await setup.lobby(ADA, BOB)
    with pytest.raises(NotBegun):
        await setup.play(table, 0)
    with pytest.raises(NotBegun):
        table.public()


async def test_a_lobby_nobody_touches_is_cancelled_after_a_week(setup: Setup) -> None:
    """Touched yesterday stays; untouched for seven days goes, and its listeners hear of it."""
    old, fresh = await setup.lobby(ADA, BOB), await setup.lobby(CLEO)
    setup.time += UNTOUCHED_DAYS * DAY - 10
    await setup.lobby_verbs.join(fresh.id, DAI)
    setup.time += 11
    setup.events.clear()
    await sweep_tables(setup.tables)
    assert (old.phase, fresh.phase) == ("cancelled", "lobby")
    assert setup.events == [(old.id, old.revision, "cancelled")]


async def test_keep_days_forgets_what_is_over(setup: Setup) -> None:
    """Finished and cancelled tables go after this many days; others stay."""
    gone, stays = await setup.game(ADA, BOB), await setup.game(ADA, BOB)
    await setup.end(gone.id)
    setup.time += 3 * DAY + 1
    await sweep_tables(setup.tables, keep_days=3)
    assert await setup.tables.store.table(gone.id) is None
    assert await setup.tables.store.table(stays.id) is not None
    with pytest.raises(NoTable):
        await setup.tables.get(gone.id)
    assert await setup.tables.get(stays.id) is stays


async def test_one_interaction_opens_one_table(setup: Setup) -> None:
    """The same interaction, delivered again after a reconnect, finds the table it opened."""
    tables = [await setup.lobby(ADA, interaction_id=77) for _ in range(2)]
    assert tables[0].id == tables[1].id


async def test_an_unknown_table_is_said_to_be_gone(setup: Setup) -> None:
    """Whatever the id looks like."""
    for table_id in ("zzzzz", "", "x" * 500, "'; --"):
        with pytest.raises(NoTable):
            await setup.tables.get(table_id)


async def test_a_lobby_that_somebody_joins_as_it_is_swept_stays(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the question which lobbies are forgotten and the lock of each."""
    table = await setup.lobby(ADA)
    setup.time += (UNTOUCHED_DAYS + 1) * DAY
    stale = setup.tables.store.stale_lobbies

    async def joined_meanwhile(before: int) -> list[str]:
        found = await stale(before)
        await setup.lobby_verbs.join(table.id, BOB)
        return found

    monkeypatch.setattr(setup.tables.store, "stale_lobbies", joined_meanwhile)
    await sweep_tables(setup.tables)
    assert table.phase == "lobby", "a lobby was closed that somebody had just joined"
    assert [seat.person for seat in table.seats] == [ADA.id, BOB.id]


# A rematch


def test_signs_stay_over_a_thousand_rematches() -> None:
    """People and computers join and leave, seats are taken over, and tables grow and shrink."""
    rng = random.Random(8)
    before, newest, kept = [Seat(1, "1"), Seat(-1, "Nagi", "sharp")], 1, 0
    for _rematch in range(1000):
        joined = [seat for seat in before if rng.random() < 0.8]
        while len(joined) < rng.randint(2, 6):
            newest += 1
            # The next computer may get the number of one that was taken away.
            number = min([0, *(seat.person for seat in joined)]) - 1
            computer = rng.random() < 0.3
            person, level = (number, "steady") if computer else (newest, None)
            joined.append(Seat(person, str(newest), known_level(level)))
        rng.shuffle(joined)
        begun = in_old_places(joined, before)
        assert sorted(map(repr, begun)) == sorted(map(repr, joined)), "somebody is lost or doubled"
        old = {seat.name: number for number, seat in enumerate(before)}
        homes = {old[seat.name] for seat in joined if old.get(seat.name, 6) < len(joined)}
        for number in homes:
            assert begun[number].name == before[number].name, "a sign has changed"
            kept += 1
        gaps = [seat for number, seat in enumerate(begun) if number not in homes]
        wanted = [seat for seat in joined if seat in gaps]
        assert gaps == wanted, "the gaps aren't filled in the order of joining"
        before = begun
    assert kept > 1500, "hardly anybody ever came again"


def test_who_took_a_seat_over_has_its_sign_and_else_who_began_there() -> None:
    ada, bob, cleo = (Seat(number, name) for number, name in enumerate(["Ada", "Bob", "Cleo"], 1))
    before = [Seat(9, "Dai", first=9), Seat(3, "Cleo", first=2)]
    assert in_old_places([bob, ada], before) == [ada, bob], "who began there has another sign"
    assert in_old_places([bob, cleo], before) == [bob, cleo], "who sat there last is moved"


async def test_a_rematch_of_a_game_that_is_gone_begins_as_its_lobby_is(setup: Setup) -> None:
    table = await setup.game(ADA, BOB)
    await setup.end(table.id)
    again = await setup.lobby_verbs.rematch(
        table.id, BOB, interaction_id=setup.next_interaction(), guild_id=1, channel_id=2
    )
    await setup.lobby_verbs.join(again.id, ADA)
    setup.time += 3 * DAY + 1
    await setup.lobby_verbs.set_pace(again.id, BOB.id, "none")
    await sweep_tables(setup.tables, keep_days=3)
    with pytest.raises(NoTable):
        await setup.tables.get(table.id)
    await setup.lobby_verbs.start(again.id, BOB, setup.next_interaction())
    assert await stored(setup, again.id) == ("playing", BOB.id, [BOB.id, ADA.id])
