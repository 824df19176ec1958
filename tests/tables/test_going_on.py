"""Going on without somebody: when the others may decide it, and that no table waits for ever."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path
from typing import Literal, get_args

import pytest

from bot.tables.away_days import AwayDays
from bot.tables.clock import DAY, HOUR, MINUTE
from bot.tables.clocks import Clocks
from bot.tables.going_on import FREE_AFTER, PATIENCE, SILENCE, to_go_on
from bot.tables.history import History
from bot.tables.seat import Person
from bot.tables.set_times import due_of
from bot.tables.table import Table
from bot.tables.table_event import Moved
from bot.tables.table_timer import TableTimer
from bot.tables.table_verbs import COMPUTER_FIRST, NEEDS_VOTE, TableVerbs
from bot.tables.trouble import Trouble
from bot.tables.who_decides import ABOUT_YOU, removable
from storage import Database, Store
from storage.rows import AwayHow, OnTimeout, Pace
from tests.refusal import refused_with
from tests.storage.older import older_database
from tests.tables.conftest import ADA, BOB, CLEO, Setup
from tests.tables.test_clocks import asked, paced

LONG = pytest.mark.long
Deed = Literal[
    "leave",
    "back",
    "pause",
    "resume",
    "pace",
    "reserve",
    "end",
    "no",
    "away",
    "me back",
    "how",
]
"""What somebody can press who holds a table up."""


class Room:
    """A table of three, where time passes from one thing that is due to the next."""

    def __init__(self, setup: Setup) -> None:
        setup.uncap()
        self.setup = setup
        self.verbs = TableVerbs(setup.tables, History(setup.tables))
        self.clocks = Clocks(setup.tables)
        self.away = AwayDays(setup.tables)
        self.timer = TableTimer(setup.tables, setup.lobby_verbs)

    async def game(
        self, pace: Pace, rule: OnTimeout = "move", whom: Person = BOB, reserve: int = 0
    ) -> Table:
        """Begin a game, with a reserve or without, and play until somebody is asked."""
        table = await paced(self.setup, ADA, BOB, CLEO, pace=pace, rule=rule)
        if reserve:
            await self.verbs.set_pace(table.id, ADA, "host", pace, None, reserve)
        while asked(table).person != whom.id:
            await self.setup.play(table, table.to_act()[0])
        return table

    async def ring(self, table: Table) -> None:
        """Do all that is due at a table now."""
        await self.away.due_timer.round()
        await self.clocks.ring(table.id)
        await self.timer.ring(table.id)

    async def later(self, table: Table, seconds: int) -> None:
        """Let time pass, ringing for all that becomes due."""
        until = self.setup.time + seconds
        while (at := await self._next(table)) is not None and at <= until:
            self.setup.time = max(self.setup.time, at)
            await self.ring(table)
        self.setup.time = until

    async def _next(self, table: Table) -> int | None:
        clocks = [seat.clock.due for seat in table.seats if seat.clock is not None]
        days = await self.away.due_timer._store.earliest_due(())
        # What the timers read is what was written down.
        stored = await self.setup.tables.store.table(table.id)
        assert stored is not None and stored[0].due == due_of(table), "another time is written down"
        times = [at for at in (*clocks, days, due_of(table)) if at is not None]
        return min(times, default=None)

    async def propose(self, table: Table, what: Moved, person: Person = ADA) -> None:
        """Let somebody ask the others to go on without Bob."""
        await self.verbs.voting.propose(table.id, person, what, whom=1)

    async def holds_up(self, table: Table, deed: Deed) -> None:
        """Let Bob, who is asked, press something that is no move. Raises Trouble."""
        verbs, now = self.verbs, int(self.setup.time)
        match deed:
            case "leave":
                await verbs.leave(table.id, BOB)
                await verbs.back(table.id, BOB)
            case "back":
                await verbs.back(table.id, BOB)
            case "pause" | "resume" if table.host == BOB.id and not table.pause_by_vote:
                await (verbs.pause if deed == "pause" else verbs.resume)(table.id, BOB, "host")
            case "pause" | "resume":
                await verbs.voting.propose(table.id, BOB, deed)
            case "pace":
                await verbs.voting.propose(table.id, BOB, "pace", "live", 61)
            case "reserve":
                await verbs.voting.propose(table.id, BOB, "pace", "days", HOUR, 14 * DAY)
            case "end":
                await verbs.voting.propose(table.id, BOB, "end_void")
            case "no" if table.motion is None or table.motion.what != "resume":
                # To stay paused is his to say: only more yes than half ends that pause.
                await verbs.voting.vote(table.id, BOB, yes=False)
            case "away":
                await self.away.set(BOB.id, None, now + 50 * DAY, None)
            case "me back":
                await self.away.end(BOB.id)
            case "how":
                await self.away.choose(BOB.id, "clock")
            case _:
                pass


@pytest.fixture
def room(setup: Setup) -> Room:
    return Room(setup)


def offered(table: Table) -> list[str]:
    """Return what could be decided about Bob as the table last changed."""
    return [what for what, seat in to_go_on(table) if seat == 1]


async def test_without_a_clock_the_others_decide_after_three_days(room: Room) -> None:
    table = await room.game("none")
    await room.later(table, PATIENCE - 1)
    assert offered(table) == []
    with pytest.raises(Trouble):
        await room.propose(table, "stand_in")
    await room.later(table, 1)
    assert offered(table) == ["stand_in"], "the board isn't drawn anew when it opens"
    with pytest.raises(Trouble):
        await room.propose(table, "stand_in", BOB)
    with pytest.raises(Trouble):
        await room.propose(table, "free")
    await room.propose(table, "stand_in")
    assert table.motion is not None, "one of two isn't more than half"
    await room.verbs.voting.vote(table.id, CLEO, yes=True)
    bob = table.seats[1]
    assert (bob.away, bob.gone is not None, table.motion) == (True, True, None)
    events = await room.setup.tables.store.table_events(table.id)
    assert [(each.what, each.role, each.seat) for each in events] == [("away", "vote", 1)]
    await room.verbs.back(table.id, BOB)
    assert table.seats[1].here


async def test_whom_a_vote_is_about_can_not_end_it_but_by_playing_on(room: Room) -> None:
    """Neither by a no, another vote or a pause, nor by leaving and coming back again and again."""
    table = await room.game("none")
    await room.verbs.make_host(table.id, ADA, BOB.id)
    await room.later(table, PATIENCE)
    await room.propose(table, "stand_in")
    for press in (
        room.verbs.voting.vote(table.id, BOB, yes=False),
        room.verbs.voting.propose(table.id, BOB, "pause"),
        room.verbs.pause(table.id, BOB, "host"),
    ):
        with refused_with(ABOUT_YOU):
            await press
    for again in (False, True):
        await room.verbs.leave(table.id, BOB)
        with refused_with(COMPUTER_FIRST) if again else contextlib.nullcontext():
            await room.verbs.back(table.id, BOB)
    assert table.computers_asked() == (1,), "nobody plays"
    await room.setup.play(table, 1)
    assert table.seats[1].here, "a move doesn't bring them back"


async def test_a_pause_that_the_others_asked_to_end_is_not_begun_anew(room: Room) -> None:
    table = await room.game("none")
    await room.verbs.pause(table.id, ADA, "host")
    await room.verbs.voting.propose(table.id, CLEO, "resume")
    await room.verbs.resume(table.id, ADA, "host")
    with refused_with(NEEDS_VOTE):
        await room.verbs.pause(table.id, ADA, "host")


async def test_in_play_the_host_removes_nobody_alone(room: Room) -> None:
    """It asks the others to go on, with the host's yes counted, once that may be asked at all."""
    table = await room.game("none")
    with pytest.raises(Trouble, match="isn't time yet to go on without"):
        await room.verbs.kick(table.id, ADA, "host", 1)
    await room.later(table, PATIENCE)
    assert removable(table, ADA.id, "host", int(room.setup.time)) == (1,)
    await room.verbs.kick(table.id, ADA, "host", 1)
    motion = table.motion
    assert motion is not None and table.seats[1].here, "the host has removed somebody alone"
    assert (motion.what, motion.whom, motion.ayes) == ("stand_in", 1, (0,))
    with pytest.raises(Trouble, match="already voted"):
        await room.verbs.kick(table.id, ADA, "host", 1)
    await room.verbs.voting.vote(table.id, CLEO, yes=True)
    assert table.seats[1].away, "they can't come back"
    with pytest.raises(Trouble, match=r"plays for .* already"):
        await room.verbs.kick(table.id, ADA, "host", 1)


async def test_who_plays_alone_is_asked_for_ever(room: Room) -> None:
    """Against computers there is nobody who could decide, so nothing is due."""
    table = await room.setup.lobby(BOB)
    await room.setup.lobby_verbs.add_computer(table.id, BOB.id, "casual")
    await room.setup.lobby_verbs.start(table.id, BOB, room.setup.next_interaction())
    assert due_of(table) is None
    room.setup.time += PATIENCE
    await room.setup.tables.change(table)
    assert to_go_on(table) == []


async def test_a_week_later_they_may_free_the_seat(room: Room) -> None:
    table = await room.game("none")
    await room.later(table, PATIENCE + FREE_AFTER)
    assert offered(table) == ["stand_in", "free"]
    await room.propose(table, "free")
    await room.verbs.voting.vote(table.id, CLEO, yes=True)
    assert table.seats[1].free


@pytest.mark.parametrize("against", [False, True])
async def test_after_two_days_silence_agrees_unless_somebody_is_against(
    room: Room, against: bool
) -> None:
    table = await room.game("none")
    await room.later(table, PATIENCE)
    await room.propose(table, "stand_in", CLEO)
    if against:
        # Of two one against is enough.
        await room.verbs.voting.vote(table.id, ADA, yes=False)
        assert table.motion is None
    await room.later(table, SILENCE - 1)
    assert table.seats[1].here
    await room.later(table, 1)
    assert table.seats[1].away != against


async def test_a_move_ends_the_vote_and_so_does_one_i_am_back_a_question(room: Room) -> None:
    table = await room.game("none")
    await room.later(table, PATIENCE)
    await room.propose(table, "stand_in")
    await room.verbs.back(table.id, BOB)
    assert (table.motion, offered(table)) == (None, [])
    await room.later(table, PATIENCE)
    await room.propose(table, "stand_in")
    with pytest.raises(Trouble, match="Only a move"):
        await room.verbs.back(table.id, BOB)
    await room.setup.play(table, 1)
    assert table.motion is None
    assert not table.seats[1].said_back


async def test_time_that_has_run_out_where_the_table_only_asks_opens_it(room: Room) -> None:
    table = await room.game("days", "ask")
    await room.later(table, 24 * HOUR)
    assert offered(table) == ["stand_in"]
    await room.verbs.back(table.id, BOB)
    clock = table.seats[1].clock
    assert clock is not None and clock.left == 24 * HOUR, "the clock isn't refilled"
    assert offered(table) == []


async def test_days_away_within_the_allowance_are_waited_for(room: Room) -> None:
    table, clocked = await room.game("none"), await room.game("days")
    now = int(room.setup.time)
    await room.away.set(BOB.id, now + HOUR, now + 30 * DAY, None)
    await room.later(clocked, 7 * DAY + HOUR - 1)
    assert offered(clocked) == []
    await room.later(clocked, 1)
    assert offered(clocked) == ["stand_in"], "away past the allowance"
    await room.ring(table)
    assert offered(table) == []
    await room.later(table, PATIENCE - HOUR)
    assert offered(table) == ["stand_in"]


async def test_who_will_be_back_within_the_allowance_is_asked_about_by_nobody(room: Room) -> None:
    table = await room.game("days")
    await room.away.set(BOB.id, None, int(room.setup.time) + 5 * DAY, None)
    await room.later(table, 5 * DAY - 1)
    assert table.seats[1].vote_at is None, "the others may decide once their clock goes on"


async def test_days_away_that_are_over_stay_uncounted_without_a_clock(room: Room) -> None:
    table = await room.game("none")
    await room.away.set(BOB.id, None, int(room.setup.time) + 5 * DAY, None)
    await room.later(table, 5 * DAY + PATIENCE - 1)
    assert offered(table) == []
    assert table.seats[1].away_used == 5 * DAY
    await room.later(table, 1)
    assert offered(table) == ["stand_in"]


async def test_the_table_may_decide_at_once_where_somebody_lets_it(room: Room) -> None:
    table = await room.game("days")
    await room.away.set(BOB.id, None, int(room.setup.time) + 5 * DAY, "table")
    assert offered(table) == ["stand_in"]
    assert table.seats[1].clock is not None
    await room.away.choose(BOB.id, "clock")
    assert offered(table) == []


async def test_a_pause_ends_in_silence_and_the_next_one_needs_a_vote(room: Room) -> None:
    table = await room.game("days")
    await room.verbs.pause(table.id, ADA, "host")
    await room.verbs.voting.propose(table.id, CLEO, "resume")
    await room.later(table, SILENCE)
    assert not table.paused, "silence doesn't end a pause"
    with pytest.raises(Trouble, match="needs a vote"):
        await room.verbs.pause(table.id, ADA, "host")
    await room.verbs.voting.propose(table.id, ADA, "pause")
    assert not table.paused


def some_reserve(chance: random.Random, pace: Pace) -> int:
    """Return a reserve that a pace may have, or 0 for none."""
    if pace == "none" or chance.random() < 0.4:
        return 0
    return chance.choice((MINUTE, HOUR) if pace == "live" else (HOUR, 3 * DAY, 14 * DAY))


def longest(table: Table) -> int:
    """Return for how long a question may wait at a table, whoever else is silent or holds it up.

    Its time may begin anew once, for whoever says that they are there; without a clock that is the
    time for which they are waited for. Then come the days away that a clock may stand for, and five
    for a pause and a vote, each of which two days of silence decide.
    """
    time = table.reserve + 2 * table.move_time if table.has_clock else 2 * PATIENCE
    return time + table.away_days * DAY + 5 * DAY


@pytest.mark.parametrize(("seed", "tables"), [(3, 14), pytest.param(4, 300, marks=LONG)])
async def test_no_table_waits_for_ever(room: Room, seed: int, tables: int) -> None:
    """With one person pressing and all others silent, whatever they have set."""
    chance = random.Random(seed)
    for _ in range(tables):
        pace: Pace = chance.choice(["live", "days", "none"])
        rule: OnTimeout = chance.choice(["move", "seat", "ask"])
        table = await room.game(pace, rule, reserve=some_reserve(chance, pace))
        how: AwayHow = chance.choice(["clock", "computer", "table"])
        now = int(room.setup.time)
        if chance.random() < 0.7:
            await room.away.set(BOB.id, now + chance.randrange(3 * DAY), now + 50 * DAY, how)
        if chance.random() < 0.3:
            await room.verbs.voting.propose(table.id, BOB, "pause")
            await room.verbs.voting.vote(table.id, CLEO, yes=True)
        most = longest(table)
        step, said = table.step(), f"{pace}, {rule}, {how}, reserve {table.reserve}"
        while table.people_asked() == (1,) or table.paused:
            assert room.setup.time <= now + most, f"{said}: the table waits"
            if table.paused and table.motion is None:
                await room.verbs.voting.propose(table.id, ADA, "resume")
            elif table.motion is None and offered(table):
                await room.propose(table, "stand_in")
            await room.later(table, HOUR)
        assert table.seats[1].mind is not None or table.step() > step
        with contextlib.suppress(Trouble):
            await room.away.end(BOB.id)


@pytest.mark.parametrize("tables", [8, pytest.param(60, marks=LONG)], ids=str)
async def test_nobody_holds_a_table_up_by_pressing_all_but_moves(room: Room, tables: int) -> None:
    """Whoever is asked presses all there is, four times a day, and one other wants to go on."""
    chance = random.Random(8)
    for number in range(tables):
        pace: Pace = chance.choice(["live", "days", "none"])
        rule: OnTimeout = chance.choice(["move", "seat", "ask"])
        table = await room.game(pace, rule, reserve=some_reserve(chance, pace))
        if chance.random() < 0.5:
            await room.verbs.make_host(table.id, ADA, BOB.id)
        # Until the others agree to another clock, it is the one that they began with.
        most = longest(table)
        begun, step = room.setup.time, table.step()
        deeds: list[Deed] = chance.sample(get_args(Deed), chance.randint(1, 6))
        while table.people_asked() == (1,) or table.paused:
            facts = f"table {number}, {pace}, {rule}, reserve {table.reserve}"
            said = f"{facts}: it waits, whoever presses {deeds}"
            assert room.setup.time <= begun + most, said
            for deed in deeds:
                with contextlib.suppress(Trouble):
                    await room.holds_up(table, deed)
            with contextlib.suppress(Trouble):
                await room.propose(table, "resume" if table.paused else "stand_in")
            await room.later(table, 6 * HOUR)
        assert 1 in table.computers_asked() or table.step() > step
        with contextlib.suppress(Trouble):
            await room.away.end(BOB.id)


async def test_games_of_before_are_waited_for_since_their_last_change(
    path: Path, tmp_path: Path
) -> None:
    await older_database(path, tmp_path, 26)
    database = await Database.open(path, migrations=tmp_path / "older26")
    for name, left in (("play1", "NULL"), ("out11", "0")):
        pace = "none" if left == "NULL" else "days"
        await database.write(
            "UPDATE seats SET question_number = 1, clock_left = "
            + left
            + " WHERE table_id = ? AND seat = 2",
            (name,),
        )
        await database.write(
            "UPDATE tables SET pace = ?, touched_at = 50 WHERE id = ?", (pace, name)
        )
    await database.close()
    store = Store(await Database.open(path))
    found: list[tuple[int | None, int | None, int | None]] = []
    for name in ("play1", "out11"):
        stored = await store.table(name)
        assert stored is not None
        found.append((stored[0].due, stored[1][2].asked_at, stored[1][2].vote_at))
    assert found == [(50 + PATIENCE, 50, 50 + PATIENCE), (51, 50, 51)]
    await store.database.close()


async def test_a_table_that_no_time_was_written_for_waits_no_longer(
    path: Path, tmp_path: Path
) -> None:
    await older_database(path, tmp_path, 42)
    database = await Database.open(path, migrations=tmp_path / "older42")
    await database.write("UPDATE tables SET motion = NULL, due = NULL, touched_at = 50")
    await database.write("UPDATE seats SET vote_at = 90 WHERE seat = 2")
    # At the other one two are away, so nobody could decide anything.
    await database.write("UPDATE seats SET stand_in = NULL WHERE table_id = 'play1' AND seat = 1")
    await database.close()
    store = Store(await Database.open(path))
    found = [(await store.table(name) or pytest.fail(name))[0].due for name in ("play1", "out11")]
    assert found == [90, None]
    await store.database.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a database is."""
    return tmp_path / "older.sqlite3"
