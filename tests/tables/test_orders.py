"""Moves set ahead: when they are played, when they are dropped, and what else becomes of them."""

from __future__ import annotations

import random
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine.ahead import Ahead, Line, room_for, used_up, with_line
from bot.engine.dealer import LiveDealer
from bot.tables.check_tables import check_tables
from bot.tables.clock import DAY, HOUR, MINUTE
from bot.tables.history import History
from bot.tables.order_pace import LATE
from bot.tables.order_timer import OrderTimer
from bot.tables.orders import after_change, dropped, next_line
from bot.tables.seat import Person
from bot.tables.seat_rules import put
from bot.tables.set_ahead import FULL, NO_CASE, NONE_HERE, NOW, SetAhead
from bot.tables.table import Table
from bot.tables.table_verbs import TableVerbs
from cogs.kirifuda import ahead as kirifuda_ahead
from cogs.kirifuda.ahead import Leads, Led, Open
from cogs.kirifuda.views import Draft
from cogs.korpokkur import ahead as korpokkur_ahead
from cogs.korpokkur.actions import Give
from cogs.korpokkur.rules import GAME as KORPOKKUR
from storage.due_rows import DueRows
from storage.errors import WriteRefused
from storage.rows import Pace
from tests.contract.games import Configuration
from tests.refusal import refused_with
from tests.tables.conftest import Setup, open_setup
from tests.tables.played import KIRIFUDA, begin, do, move, tamper


@pytest.fixture
def set_ahead(setup: Setup) -> SetAhead:
    """Let people set something ahead in Ameno Kirifuda."""
    setup.tables.add_ahead("kirifuda", kirifuda_ahead)
    return SetAhead(setup.tables)


@pytest.fixture
def timer(setup: Setup) -> OrderTimer:
    """Return the timer, which rings when the test says so."""
    return OrderTimer(setup.tables, setup.moves)


async def led(setup: Setup, number: int = 1) -> Table:
    """Begin Ameno Kirifuda over days and play until somebody is to lead a trick."""
    rng = random.Random(number)
    table = await begin(setup, KIRIFUDA)
    await setup.tables.change(table, pace="days", move_time=DAY)
    while not at_lead(table):
        await move(setup, table, rng)
    return table


def at_lead(table: Table) -> bool:
    """Tell whether somebody is to lead the first trick."""
    seen: Any = table.public()
    return seen.phase == "play" and not seen.running


def next_seat(table: Table) -> int:
    """Return the seat after the one that is asked."""
    return (table.to_act()[0] + 1) % len(table.seats)


def person_at(table: Table, seat: int) -> Person:
    """Return who sits there."""
    return Person(table.seats[seat].person, table.seats[seat].name)


async def set_all(set_ahead: SetAhead, table: Table, seat: int) -> None:
    """Set the lowest card for each case."""
    await set_ahead.set_lowest(table.id, table.seats[seat].person)


async def lead(setup: Setup, table: Table) -> None:
    """Let whoever is asked do the first thing that they may."""
    seat = table.to_act()[0]
    await do(setup, table, seat, table.legal(seat)[0])


async def test_what_fits_is_played_once_at_its_time(
    setup: Setup, set_ahead: SetAhead, timer: OrderTimer
) -> None:
    table = await led(setup)
    seat = next_seat(table)
    await set_all(set_ahead, table, seat)
    assert await DueRows(setup.database, "orders").earliest_due() is None, "nobody is asked yet"
    await lead(setup, table)
    wait = await timer.due_timer.round()
    assert 20 * MINUTE <= wait <= 90 * MINUTE, "it isn't played 20 to 90 minutes after the question"
    setup.time += wait - 1
    await timer.due_timer.round()
    assert table.to_act() == (seat,), "it was played too early"
    setup.time += 1
    seen: Any = None
    step, lowest = table.step(), min(table.legal(seat), key=lambda each: each.card % 10)
    for _again in range(2):
        await timer.due_timer.round()
        seen = table.public()
        assert table.step() == step + 1, "it wasn't played once"
    assert seen.running[-1] == lowest.card
    assert table.newest_mover() == table.seats[seat].person, "it doesn't count as theirs"
    assert table.last_step_of(seat) < step, "its person is taken to have seen what it brought"
    assert not table._orders and not await setup.tables.store.orders.at(table.id)
    last = (await setup.tables.store.log(table.id))[-1]
    assert last.interaction_id is not None and last.interaction_id < 0


class Renamed:
    """Somebody has another name by now."""

    def __init__(self) -> None:
        self.told: list[tuple[int, Person]] = []

    async def now(self, guild_id: int, person: int) -> Person:
        """Return the new name."""
        del guild_id
        return Person(person, "Adeline")

    def noticed(self, guild_id: int, person: Person) -> None:
        """Note who is to get a new name."""
        self.told.append((guild_id, person))


async def test_a_new_name_comes_with_the_move_as_after_a_press(
    setup: Setup, set_ahead: SetAhead
) -> None:
    """Else whoever is called as before, and moves, hasn't pressed."""
    names = Renamed()
    timer = OrderTimer(setup.tables, setup.moves, names)
    table = await led(setup)
    seat = next_seat(table)
    await set_all(set_ahead, table, seat)
    await lead(setup, table)
    setup.time += await timer.due_timer.round()
    revision, before = table.revision, table.seats[seat].name
    assert before != "Adeline" and names.told == [], "they are called otherwise before they move"
    await timer.due_timer.round()
    assert table.seats[seat].name == "Adeline", "their old name says that nobody pressed"
    assert table.revision == revision + 1, "the new name comes apart from the move"
    assert names.told == [(table.guild_id, person_at(table, seat))]


async def test_what_is_dropped_changes_no_name(setup: Setup, set_ahead: SetAhead) -> None:
    names = Renamed()
    timer = OrderTimer(setup.tables, setup.moves, names)
    table = await led(setup)
    seat = next_seat(table)
    await set_all(set_ahead, table, seat)
    await lead(setup, table)
    setup.time += await timer.due_timer.round() + LATE + 1
    timer._started = int(setup.time)
    await timer.due_timer.round()
    assert table.to_act() == (seat,) and names.told == []
    assert table.seats[seat].name != "Adeline"


async def test_setting_writes_nothing_but_what_is_set(setup: Setup, set_ahead: SetAhead) -> None:
    table = await led(setup)
    seat, person = next_seat(table), table.seats[next_seat(table)].person
    before = await setup.tables.store.table(table.id), len(setup.events), table.face()
    await set_all(set_ahead, table, seat)
    assert len(await setup.tables.store.orders.at(table.id)) == 4
    await set_ahead.undo(table.id, person)
    assert await setup.tables.store.orders.at(table.id) == []
    after = await setup.tables.store.table(table.id), len(setup.events), table.face()
    assert before == after, "whoever looks at the table can tell that something was set"


async def test_what_does_not_fit_is_dropped_as_the_seat_is_asked(
    setup: Setup, set_ahead: SetAhead, timer: OrderTimer
) -> None:
    table = await led(setup)
    seat = next_seat(table)
    led_now = table.legal(table.to_act()[0])[0].card // 10
    (offered, *_) = [
        each
        for each in set_ahead.offered(table, seat)
        if getattr(each.case, "season", 0) != led_now
    ]
    person = table.seats[seat].person
    await set_ahead.set_line(table.id, person, Line(offered.case, offered.moves[0]))
    await lead(setup, table)
    order = table.order_of(seat)
    assert order is not None and order.dropped == "unfit" and order.due is None
    assert (await setup.tables.store.orders.at(table.id))[0].dropped == "unfit"
    assert await timer.due_timer.round() == float("inf"), "something is due"
    await lead(setup, table)
    assert table.order_of(seat) is None, "it is said for ever"


async def test_who_plays_themselves_ends_it(setup: Setup, set_ahead: SetAhead) -> None:
    table = await led(setup)
    seat = next_seat(table)
    await set_all(set_ahead, table, seat)
    await lead(setup, table)
    with refused_with(NOW):
        await set_all(set_ahead, table, seat)
    await lead(setup, table)
    order = table.order_of(seat)
    assert order is not None and order.dropped == "moved"
    await set_all(set_ahead, table, seat)
    order = table.order_of(seat)
    assert order is not None and order.stands, "nothing can be set any more"


async def test_nothing_that_was_dropped_or_set_by_somebody_else_is_played(
    setup: Setup, set_ahead: SetAhead
) -> None:
    table = await led(setup)
    seat = next_seat(table)
    await set_all(set_ahead, table, seat)
    await lead(setup, table)
    order = table.order_of(seat)
    assert order is not None and next_line(table, seat, kirifuda_ahead) is not None
    gone = replace(table, _orders={seat: dropped(order)})
    assert next_line(gone, seat, kirifuda_ahead) is None
    for person, kept in ((table.seats[seat].person, {seat: order}), (99, {})):
        seats = [*table.seats]
        seats[seat] = replace(seats[seat], person=person)
        asking = await setup.tables.order_book.asking(table)
        assert asking is not None
        assert after_change(table, replace(table, seats=seats), asking) == kept, person


async def until_asked_for(
    setup: Setup, set_ahead: SetAhead, table: Table, phase: str
) -> dict[int, tuple[Line, ...]]:
    """Play with all set that can be, until something of such a kind is asked; return what those
    had set by then who are asked for it and haven't just moved.
    """
    rng = random.Random(5)
    while True:
        for seat in {*range(len(table.seats))} - {*table.to_act()}:
            for case, moves, _lowest in set_ahead.offered(table, seat):
                await set_ahead.set_line(table.id, table.seats[seat].person, Line(case, moves[0]))
        (seat, *_others), before = table.to_act(), table._orders
        legal = table.legal(seat)
        wanted = [each for each in legal if getattr(each, "card", "") == "pass-card"]
        await do(setup, table, seat, rng.choice(wanted or legal))
        seen: Any = table.public()
        asked = {*table.to_act()} & before.keys() - {seat}
        stood = {each: before[each].lines for each in asked}
        if seen.phase == phase and stood:
            return stood


async def test_a_stone_between_leaves_the_lead_that_was_set(
    setup: Setup, set_ahead: SetAhead, timer: OrderTimer
) -> None:
    """Whoever wins a trick is asked for a stone, which nobody sets ahead, and then leads."""
    table = await led(setup)
    ((seat, lines),) = (await until_asked_for(setup, set_ahead, table, "place")).items()
    assert set_ahead.lines(table, seat) == lines, "what was set doesn't stay"
    assert await timer.due_timer.round() == float("inf"), "a stone is placed by itself"
    await lead(setup, table)
    assert table.to_act() == (seat,)
    wait = await timer.due_timer.round()
    assert 5 <= wait <= MINUTE, f"the lead that was set isn't played in this visit: {wait}"


async def test_a_card_handed_over_leaves_what_was_set(setup: Setup, timer: OrderTimer) -> None:
    setup.tables.add_ahead("korpokkur", korpokkur_ahead)
    set_ahead, korpokkur = SetAhead(setup.tables), Configuration(KORPOKKUR, 3, KORPOKKUR.Options())
    table = await begin(setup, korpokkur)
    await setup.tables.change(table, pace="days", move_time=DAY)
    stood = await until_asked_for(setup, set_ahead, table, "handover")
    while {*table.to_act()} & stood.keys():
        for seat, lines in stood.items():
            assert set_ahead.lines(table, seat) == lines, "a card handed over drops what was set"
        assert await timer.due_timer.round() == float("inf"), "a card is handed over by itself"
        await lead(setup, table)
        seen: Any = table.public()
        if seen.phase != "handover":
            break
    assert any(each.due or set_ahead.lines(table, seat) for seat, each in table._orders.items())


@pytest.mark.parametrize("how", ["back", "left", "ended", "kicked"])
async def test_it_ends_with_what_ends_it(setup: Setup, set_ahead: SetAhead, how: str) -> None:
    table = await led(setup)
    seat = next_seat(table)
    await set_all(set_ahead, table, seat)
    verbs = TableVerbs(setup.tables, History(setup.tables))
    match how:
        case "back":
            before = table.to_act()[0]
            await lead(setup, table)
            async with setup.tables.held(table.id) as held:
                await History(setup.tables).take_back(held, before)
        case "left":
            await verbs.leave(table.id, person_at(table, seat))
        case "ended":
            await setup.end(table.id)
        case _:
            await setup.tables.forget(table.seats[seat].person, [])
            table = await setup.tables.get(table.id)
    order = table.order_of(seat)
    if how == "back":
        assert order is not None and order.dropped == "back"
    else:
        assert order is None and not await setup.tables.store.orders.at(table.id)


async def test_a_restart_draws_anew_what_is_overdue(setup: Setup, set_ahead: SetAhead) -> None:
    table = await led(setup)
    seat = next_seat(table)
    await set_all(set_ahead, table, seat)
    await lead(setup, table)
    (due,) = {each.due for each in await setup.tables.store.orders.at(table.id)}
    assert due is not None
    await setup.database.close()
    again = await open_setup(setup.path)
    again.time = due + 1.0
    for game in setup.tables.games.values():
        again.tables.add_game(game)
    again.tables.add_ahead("kirifuda", kirifuda_ahead)
    timer = OrderTimer(again.tables, again.moves)
    wait = await timer.due_timer.round()
    table = await again.tables.get(table.id)
    assert table.to_act() == (seat,), "the first seconds after a start say what was set"
    assert wait >= 20 * MINUTE
    again.time += wait
    await timer.due_timer.round()
    assert table.to_act() != (seat,), "a restart loses it"
    await again.database.close()


async def test_a_pause_and_a_leap_draw_anew(
    setup: Setup, set_ahead: SetAhead, timer: OrderTimer
) -> None:
    table = await led(setup)
    seat = next_seat(table)
    await set_all(set_ahead, table, seat)
    await lead(setup, table)
    await setup.tables.change(table, paused=True)
    setup.time += 2 * HOUR
    await timer.due_timer.round()
    assert table.to_act() == (seat,), "it was played while the table was paused"
    await setup.tables.change(table, paused=False)
    assert await timer.due_timer.round() >= 20 * MINUTE
    assert table.to_act() == (seat,), "a pause shows what was set as it ends"
    setup.time += 90 * MINUTE + LATE + 1
    assert await timer.due_timer.round() >= 20 * MINUTE
    assert table.to_act() == (seat,), "a leap shows what was set"


@pytest.mark.parametrize("pace", ["live", "days"])
@pytest.mark.parametrize("how", ["pause", "sleep"])
async def test_a_short_standstill_over_its_time_does_not_show_it(
    setup: Setup, set_ahead: SetAhead, timer: OrderTimer, pace: Pace, how: str
) -> None:
    """Whoever pauses a game and goes on would else see what was set played at that very press; and
    so would whoever wakes a table.
    """

    async def stand(still: bool) -> None:
        if how == "pause":
            await setup.tables.change(table, paused=still)
        else:
            await setup.tables.save_whereabouts(table.id, asleep=still)

    table = await led(setup)
    await setup.tables.change(table, pace=pace)
    seat = next_seat(table)
    await set_all(set_ahead, table, seat)
    await lead(setup, table)
    setup.time += await timer.due_timer.round() - 1
    await stand(True)
    setup.time += 10
    await stand(False)
    wait = await timer.due_timer.round()
    assert table.to_act() == (seat,), f"it is played at the press that ends a {how}"
    assert wait >= (2 if pace == "live" else 20 * MINUTE), "it is played sooner than once asked"


async def test_a_full_disk_plays_nothing(
    setup: Setup,
    set_ahead: SetAhead,
    timer: OrderTimer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = await led(setup)
    seat = next_seat(table)
    await set_all(set_ahead, table, seat)
    await lead(setup, table)
    setup.time += await timer.due_timer.round()

    async def refused(*_given: object, **_named: object) -> None:
        raise WriteRefused

    with monkeypatch.context() as patch:
        patch.setattr(setup.tables.store, "save_step", refused)
        with caplog.at_level("DEBUG"):
            await timer.due_timer.round()
        assert table.to_act() == (seat,)
    assert "what is set ahead" in caplog.text, "nothing is logged of what failed"
    assert table.id not in caplog.text, "the log says at which table something is set"
    await timer.ring(table.id)
    assert table.to_act() != (seat,)


async def test_what_cannot_be_set_is_refused(setup: Setup, set_ahead: SetAhead) -> None:
    table = await led(setup)
    seat = next_seat(table)
    person = table.seats[seat].person
    seen: Any = table.public()
    offered = {each.case: each.moves for each in set_ahead.offered(table, seat)}
    wrong: list[tuple[Line, str]] = [
        (Line(Led(seen.round, 9), next(iter(offered.values()))[0]), NO_CASE),
        (Line(Leads(seen.round), next(iter(offered.values()))[0]), NO_CASE),
        (Line(Led(seen.round + 1, 1), next(iter(offered.values()))[0]), NO_CASE),
        (Line(Led(seen.round, 1), table.legal(table.to_act()[0])[0]), NO_CASE),
    ]
    for line, said in wrong:
        with refused_with(said):
            await set_ahead.set_line(table.id, person, line)
    assert not table._orders
    other = await setup.game(*(person_at(table, each) for each in range(3)))
    with refused_with(NONE_HERE):
        await set_ahead.set_lowest(other.id, other.seats[next_seat(other)].person)


def test_a_fourth_choice_is_refused() -> None:
    lines: tuple[Line, ...] = ()
    for blessing in (10, 11, 12):
        assert room_for(lines, Open(1, blessing))
        lines = with_line(lines, Line(Open(1, blessing), Draft(blessing)))
    assert not room_for(lines, Open(1, 13)) and FULL
    assert room_for(lines, Open(1, 12)), "what is set can't be set anew"


def test_a_second_choice_is_no_second_move() -> None:
    first, second, led_ = (
        Line(Open(1, 10), Draft(10)),
        Line(Open(1, 11), Draft(11)),
        Line(Led(1, 1), Draft(12)),
    )
    said = "a second choice is played although the first was"
    assert used_up((first, second, led_), first) == (led_,), said
    assert used_up((led_, first), led_) == (first,), "another case is dropped with one that held"


async def test_what_cannot_be_read_is_told_by_a_check_and_never_played(
    setup: Setup, set_ahead: SetAhead, timer: OrderTimer
) -> None:
    table = await led(setup)
    seat = next_seat(table)
    await set_all(set_ahead, table, seat)
    aheads: dict[str, Ahead] = {"kirifuda": kirifuda_ahead}

    async def found() -> list[str]:
        games = setup.tables.games
        return [each.text async for each in check_tables(setup.tables.store, games, aheads)]

    assert await found() == [], "a sound order is called wrong"
    await lead(setup, table)
    await tamper(setup, "UPDATE orders SET case_json = '{}' WHERE number = 1")
    assert await found() == ["has moves set ahead that can't be read"]
    await tamper(setup, "UPDATE orders SET person = 1")
    assert len(await found()) == 2, "it isn't told who has no such seat"
    setup.tables.cache.drop(table)
    setup.time += 90 * MINUTE
    await timer.due_timer.round()
    table = await setup.tables.get(table.id)
    assert table.to_act() == (seat,) and not await setup.tables.store.orders.at(table.id)


@pytest.mark.parametrize("pace", ["days", "none"])
async def test_all_questions_of_a_visit_are_answered_the_later_ones_soon(
    setup: Setup, timer: OrderTimer, pace: Pace
) -> None:
    setup.tables.add_ahead("korpokkur", korpokkur_ahead)
    set_ahead, korpokkur = SetAhead(setup.tables), Configuration(KORPOKKUR, 3, KORPOKKUR.Options())
    table = await begin(setup, korpokkur)
    await setup.tables.change(table, pace=pace, move_time=DAY if pace == "days" else 0)
    (giver,) = table.to_act()
    seat = (giver + 1) % 3
    for case, moves, _lowest in set_ahead.offered(table, seat):
        await set_ahead.set_line(table.id, table.seats[seat].person, Line(case, moves[0]))
    await do(setup, table, giver, Give("butterbur", 1))
    first = table.seats[seat]
    for step, least, most in ((2, 20 * MINUTE, 90 * MINUTE), (3, 5, MINUTE)):
        assert table.to_act() == (seat,)
        told = [each.case.kind for each in set_ahead.lines(table, seat)]
        assert told == (["offered", "turn"] if step == 2 else ["turn"]), "not all is told"
        wait = await timer.due_timer.round()
        assert least <= wait <= most, f"question {step - 1} of the visit is answered after {wait} s"
        setup.time += wait
        await timer.due_timer.round()
        assert table.step() == step, "nothing was played"
        if step == 2:
            assert table.seats[seat].asked_at != first.asked_at, "the second question is no new one"
            assert table.seats[seat].timeouts == first.timeouts
    assert table.to_act() == ((seat + 1) % 3,) and not table._orders


# Twins


async def stored(setup: Setup) -> list[object]:
    """Return all rows but those of what is set ahead, without what each room draws for itself."""
    found: list[object] = []
    own = {"id", "table_id", "secret", "commitment", "start_print", "log_print", "state"}
    # A move set ahead has a number of its own, which no export shows.
    own.add("interaction_id")
    for name in ("tables", "seats", "log", "table_events", "holders"):

        def read(link: sqlite3.Connection, name: str = name) -> list[tuple[object, ...]]:
            rows = link.execute(f"SELECT * FROM {name}")
            columns = [column[0] for column in rows.description]
            kept = [at for at, column in enumerate(columns) if column not in own]
            return [(name, *(row[at] for at in kept)) for row in rows]

        found += await setup.database.read(read)
    return [*found, [event[1:] for event in setup.events]]


async def due_at(setup: Setup, table: Table) -> float:
    """Return when what is set at a table is played."""
    return float(max(each.due or 0 for each in await setup.tables.store.orders.at(table.id)))


async def twin(path: Path) -> Setup:
    """Open a house in which the same is dealt as in each other one of these."""

    def dealt(_key: object, drawn: int) -> LiveDealer:
        return LiveDealer(random.Random(7 + drawn))

    setup = await open_setup(path, dealt)
    setup.tables.add_ahead("kirifuda", kirifuda_ahead)
    return setup


@pytest.mark.parametrize("other", ["fits", "other", "unfit", "undone"])
async def test_until_it_is_played_nobody_can_tell_whether_anything_was_set(
    tmp_path: Path, other: str
) -> None:
    """All that is stored besides it, and all that listeners are told, is equal to the byte."""
    found: list[list[object]] = []
    for number, kind in enumerate(("nothing", other)):
        room = await twin(tmp_path / f"{number}.sqlite3")
        set_ahead, timer = SetAhead(room.tables), OrderTimer(room.tables, room.moves)
        table = await led(room)
        seat = next_seat(table)
        person = table.seats[seat].person
        led_now = table.legal(table.to_act()[0])[0].card // 10
        for case, moves, _lowest in set_ahead.offered(table, seat):
            fits = getattr(case, "season", 0) == led_now
            if kind == "nothing" or fits == (kind == "unfit"):
                continue
            action = moves[-1 if kind == "other" else 0]
            await set_ahead.set_line(table.id, person, Line(case, action))
        if kind in ("fits", "other") and table.order_of(seat) is not None:
            await set_ahead.set_lowest(table.id, person)
        if kind == "undone":
            await set_ahead.undo(table.id, person)
        await lead(room, table)
        room.time += 19 * MINUTE
        await timer.due_timer.round()
        order = table.order_of(seat)
        assert (order is None) == (kind in ("nothing", "undone"))
        assert order is None or (order.due is None) == (kind == "unfit")
        found.append(await stored(room))
        await room.database.close()
    assert found[0] == found[1]


async def test_once_it_is_played_it_looks_like_a_press(tmp_path: Path) -> None:
    found: list[list[object]] = []
    at = 0.0
    for number in (1, 0):
        room = await twin(tmp_path / f"{number}.sqlite3")
        set_ahead, timer = SetAhead(room.tables), OrderTimer(room.tables, room.moves)
        table = await led(room)
        seat = next_seat(table)
        # A turn missed before would else be one of two in a row after what was set, and alone after
        # a press.
        late = replace(table.seats[seat], timeouts=1)
        await room.tables.change(table, seats=put(table, seat, late))
        if number:
            await set_all(set_ahead, table, seat)
        await lead(room, table)
        lowest = min(table.legal(seat), key=lambda each: (each.card % 10, each.card))
        if number:
            at = room.time = await due_at(room, table)
            await timer.due_timer.round()
        else:
            room.time = at
            await do(room, table, seat, lowest)
        found.append(await stored(room))
        await room.database.close()
    assert found[0] == found[1], "all can tell that a move was set ahead"


# The drawn time
