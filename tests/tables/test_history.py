"""Looking back: the story is what was seen, and nobody gets more than they knew."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine.chance import SealedChance
from bot.engine.dealer import Draw, LiveDealer, ReplayDealer
from bot.engine.match import Match, SpeakingDealer
from bot.tables import fingerprints
from bot.tables.dealers import DealKey
from bot.tables.history import STILL_ON, History
from bot.tables.seat import Seat
from bot.tables.seat_rules import put
from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from bot.tables.tables import Tables
from bot.tables.trouble import Frozen, NoTable, NotBegun
from tests.contract import seen
from tests.contract.checks import alike
from tests.contract.games import Configuration, game_json, hooks
from tests.refusal import refused_with
from tests.tables.conftest import ADA, BOB, CLEO, Setup, open_setup
from tests.tables.played import (
    DONBURIKO,
    KIRIFUDA,
    PEOPLE,
    STANDARD,
    begin,
    do,
    finished,
    move,
    play_out,
    take_back_if_possible,
    tamper,
)


def all_seen(table: Table) -> object:
    """Return all that anyone saw of a table as it stands."""
    seats = range(len(table.seats))
    return table.public(), table.to_act(), [table.view(seat) for seat in seats]


# The story


@pytest.mark.parametrize("configuration", STANDARD, ids=str)
async def test_the_story_is_what_was_seen(setup: Setup, configuration: Configuration) -> None:
    """After every step, moves taken back among them: views, questions, and what was told."""
    rng = configuration.rng("story")
    history = History(setup.tables)
    table = await begin(setup, configuration)
    saw, movers, taken_back = [all_seen(table)], [None], 0
    lines = [list(table.recent)]
    while table.phase == "playing":
        table.become(replace(table, recent=()))
        movers.append(await move(setup, table, rng))  # type: ignore[arg-type]
        saw.append(all_seen(table))
        lines.append(list(table.recent))
        table.become(replace(table, recent=()))
        if taken_back < 3 and await take_back_if_possible(setup, table, movers[-1] or 0):
            taken_back += 1
            movers.append(movers[-1])
            saw.append(all_seen(table))
            lines.append(list(table.recent))
    assert taken_back == 3
    setup.tables.cache.drop(table)
    record = await history.record(table.id)
    assert record.last == len(saw) - 1 == record.steps[-1]
    seats = range(configuration.seats)
    for step in record.steps:
        views = [record.view(step, seat) for seat in seats]
        assert (record.public(step), record.to_act(step), views) == saw[step]
        assert record.mover(step) == movers[step]
        assert record.lines(step)[-12:] == lines[step]
        assert record.at(step) == int(setup.time)
    table_events = [
        each for step in record.steps for each in record.lines(step) if isinstance(each, TableEvent)
    ]
    assert [act.what for act in table_events] == ["taken_back"] * 3
    back = [step for step in record.steps if record.back(step) is not None]
    assert [record.back(step) for step in back] == [step - 2 for step in back]
    log = await setup.tables.store.log(table.id)
    for seat in seats:
        events = [
            event
            for row in log
            for event in seen.heard(setup.tables.game_json(table).load_events(row.events), seat)
        ]
        heard = [each for step in record.steps for each in record.heard(step, seat)]
        assert [each for each in heard if not isinstance(each, TableEvent)] == events


async def test_a_game_that_is_still_on_has_a_story_too(setup: Setup) -> None:
    """For who comes back, and wants to know what was played meanwhile."""
    rng = random.Random(1)
    table = await begin(setup, DONBURIKO)
    for _ in range(4):
        await move(setup, table, rng)
    record = await History(setup.tables).record(table.id)
    assert record.last == 4
    assert record.public(4) == table.public()


async def test_what_a_seat_has_heard_since_its_move_begins_after_it(setup: Setup) -> None:
    table = await begin(setup, DONBURIKO)
    rng, history = random.Random(1), History(setup.tables)
    for _ in range(3):
        await move(setup, table, rng)
    seen, minded = await history.heard_since(table, 0, table.step())
    assert seen == [] and not minded, "their own move is news to them"
    found = [await history.heard_since(table, 0, table.step() - back) for back in (1, 3)]
    (one, _minded), (two, minded) = found
    assert not minded, "a move of theirs is said to be a computer's"
    assert one and two[-len(one) :] == one and len(two) > len(one), "moves are missing"


async def test_there_is_no_story_before_the_deal(setup: Setup) -> None:
    history = History(setup.tables)
    lobby = await setup.lobby(ADA, BOB)
    for call in (history.record(lobby.id), history.export(lobby.id, None)):
        with pytest.raises(NotBegun):
            await call
    with pytest.raises(NoTable):
        await history.record("zzzzz")
    async with setup.tables.held(lobby.id) as held:
        await setup.tables.change(held, phase="cancelled")
    with pytest.raises(NotBegun):
        await history.record(lobby.id)


async def test_a_log_that_cannot_be_played_is_told_as_such(
    setup: Setup, caplog: pytest.LogCaptureFixture
) -> None:
    """And the reason in the bot's own log names no card."""
    table = await finished(setup, DONBURIKO)
    draws = json.loads((await setup.tables.store.log(table.id))[0].draws)
    await tamper(setup, "UPDATE log SET draws = '[0]' WHERE table_id = ? AND step = 0", table.id)
    with pytest.raises(Frozen):
        await History(setup.tables).record(table.id)
    assert "can't be played: WrongDeal" in caplog.text
    assert str(draws[1]) not in caplog.text


# Who sat where


async def put_on(
    setup: Setup, table: Table, seat: int, person: Any, what: Any = "replaced"
) -> None:
    """Put somebody else on a seat; a kicked one is a computer's."""
    async with setup.tables.held(table.id) as held:
        before = held.seats[seat]
        level = "steady" if what == "kicked" else None
        stand_in = "left" if what == "kicked" else None
        new = Seat(person.id, person.name, level, before.first, stand_in)
        by = held.host if what == "kicked" else person.id
        role = "host" if what == "kicked" else "player"
        act = TableEvent(what, role, seat, by, before.person)
        await setup.tables.change(held, [act], seats=put(held, seat, new))


async def test_each_step_is_known_to_who_sat_there(setup: Setup) -> None:
    """A person who takes over a seat knows its hand from then on, and who gave it up till then."""
    rng = random.Random(4)
    table = await begin(setup, DONBURIKO)
    first, other = PEOPLE[:2]
    for _ in range(3):
        await move(setup, table, rng)
    await put_on(setup, table, 1, type(CLEO)(-1, "Yuzu"), "kicked")
    await put_on(setup, table, 1, CLEO)
    for _ in range(2):
        await move(setup, table, rng)
    await put_on(setup, table, 1, BOB)
    history = History(setup.tables)
    record = await history.record(table.id)
    last = record.last
    assert last == 5
    assert record.seat_known(first.id) == [(0, 0, last)]
    assert record.seat_known(other.id) == [(1, 0, 3)]
    assert record.seat_known(CLEO.id) == [(1, 4, 5)]
    # Not before anything has happened since.
    assert record.seat_known(BOB.id) == []
    assert record.seat_known(-1) == []
    assert record.seat_known(12345) == []
    await play_out(setup, table, rng)
    record = await history.record(table.id)
    assert record.seat_known(BOB.id) == [(1, 6, record.last)]
    yours = (await history.export(table.id, CLEO.id))["yours"]
    assert [(part["seat"], part["first"], part["last"]) for part in yours] == [(1, 4, 5)]
    assert [step["step"] for step in yours[0]["steps"]] == [4, 5]
    assert (await history.export(table.id, 12345))["yours"] == []


async def test_what_was_done_in_the_lobby_says_nothing_of_seats(setup: Setup) -> None:
    """Seats in the lobby move up; only what happens in the game counts."""
    table = await setup.lobby(ADA, CLEO)
    async with setup.tables.held(table.id) as held:
        act = TableEvent("kicked", "host", 1, ADA.id, CLEO.id)
        await setup.tables.change(held, [act], seats=held.seats[:1])
    await setup.lobby_verbs.join(table.id, BOB)
    table = await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    record = await History(setup.tables).record(table.id)
    assert record.seat_known(CLEO.id) == []
    assert record.seat_known(BOB.id) == [(1, 0, 0)]
    assert [each for each in record.lines(0) if isinstance(each, TableEvent)] == []


# The file


async def test_a_file_holds_what_its_reader_knew_and_no_ids(setup: Setup) -> None:
    """Own moves and what one alone was told; of the others what all saw; open hands: everything."""
    history = History(setup.tables)
    table = await finished(setup, KIRIFUDA)
    log = await setup.tables.store.log(table.id)
    events = [(row.step, *each) for row in log for each in json.loads(row.events)]
    files = {
        person: await history.export(table.id, person)
        for person in (None, CLEO.id, *(seat.person for seat in table.seats))
    }
    for person, file in files.items():
        text = json.dumps(file)
        assert not {"secret", "log"} & file.keys()
        assert not any(str(each.id) in text for each in PEOPLE)
        assert str(table._secret) not in text
        assert [
            (step["step"], "all", event) for step in file["steps"] for event in step["told"]
        ] == [each for each in events if each[1] == "all"]
        if person is None:
            assert "yours" not in file
            continue
        seats = [number for number, seat in enumerate(table.seats) if seat.person == person]
        assert [part["seat"] for part in file["yours"]] == seats
        for part in file["yours"]:
            mine = part["seat"]
            assert [(step["step"], event) for step in part["steps"] for event in step["told"]] == [
                (step, event) for step, to, event in events if to != "all" and mine in to
            ]
            assert [step["action"] for step in part["steps"]] == [
                json.loads(row.action) if row.seat == mine else None for row in log
            ]
    watched = files[None]
    assert watched["phase"] == "finished"
    assert watched["result"]["scores"] == list(table.result().scores)
    assert [seat["name"] for seat in watched["seats"]] == [seat.name for seat in table.seats]
    done = [act for step in watched["steps"] for act in step["done"]]
    assert [act["what"] for act in done] == ["taken_back"]
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, [TableEvent("hands_open", "vote")], hands_open=True)
    opened = await history.export(table.id, None)
    assert opened["secret"] == table._secret
    assert opened["log"] == [fingerprints.log_entry(row) for row in log]
    assert not any(str(each.id) in json.dumps(opened) for each in PEOPLE)


async def test_there_is_no_file_of_a_game_that_is_still_on(setup: Setup) -> None:
    table = await begin(setup, DONBURIKO)
    for person in (None, PEOPLE[0].id):
        with refused_with(STILL_ON):
            await History(setup.tables).export(table.id, person)


def other_deals(draws: list[Draw]) -> Iterator[list[Draw]]:
    """Yield the draws of a deal with two items of a shuffle having changed places."""
    for number, draw in enumerate(draws):
        if isinstance(draw, list):
            for one in range(len(draw)):
                for two in range(one):
                    if draw[one] != draw[two]:
                        other: Any = list(draw)
                        other[one], other[two] = other[two], other[one]
                        yield [*draws[:number], other, *draws[number + 1 :]]


def deal(configuration: Configuration, draws: list[Draw]) -> tuple[Match, list[Any]]:
    """Deal these draws; return the match and what was told."""
    game, seats = configuration.game, configuration.seats
    dealer = ReplayDealer(draws)
    match, step = Match.deal(game, game_json(game), seats, configuration.options, dealer)
    return match, step.events


def twin_deals(
    configuration: Configuration, seat: int, rng: random.Random
) -> tuple[list[Draw], list[Draw]]:
    """Return the draws of two deals that look alike to all who watch and to one seat."""
    game = configuration.game
    chance = LiveDealer(rng)
    Match.deal(game, game_json(game), configuration.seats, configuration.options, chance)
    one, events = deal(configuration, chance.draws)
    others = list(other_deals(chance.draws))
    rng.shuffle(others)
    for draws in others:
        two, twin_told = deal(configuration, draws)
        alike = seen.heard(events, seat) == seen.heard(twin_told, seat)
        if alike and two.view(seat) == one.view(seat) and two.sealed() != one.sealed():
            return chance.draws, draws
    raise AssertionError("the deal has no twin")


async def open_twin(path: Path, draws: list[Draw], monkeypatch: pytest.MonkeyPatch) -> Setup:
    """Open a house where the deal is given, and all else comes from one and the same chance."""

    def dealt(_key: DealKey | None, drawn: int) -> SpeakingDealer:
        return LiveDealer(SealedChance(bytes(32), drawn)) if drawn else ReplayDealer(draws)

    async def free_id(_tables: object) -> str:
        return "twins"

    monkeypatch.setattr(Tables, "free_id", free_id)
    monkeypatch.setattr("bot.tables.lobby_verbs.new_secret", lambda: bytes(32))
    return await open_setup(path, dealt)


@pytest.mark.parametrize("configuration", STANDARD, ids=str)
async def test_files_of_twins_are_the_same_to_the_byte(
    configuration: Configuration, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables that differ in what is hidden, played alike until it would be shown, then ended."""
    rng = configuration.rng("twin files")
    seat = rng.randrange(configuration.seats)
    steps = 0
    for number in range(3):
        setups = [
            await open_twin(tmp_path / f"{number}-{which}", draws, monkeypatch)
            for which, draws in enumerate(twin_deals(configuration, seat, rng))
        ]
        one, two = [await begin(setup, configuration) for setup in setups]
        for _ in range(15):
            assert one._match is not None and two._match is not None
            pair = alike(hooks(configuration.game), one._match, two._match, seat, rng)
            if pair is None or shows(configuration, one._match, two._match, seat, pair):
                break
            for setup, table, action in zip(setups, (one, two), pair[1:], strict=True):
                await do(setup, table, pair[0], action)
            steps += 1
        files: list[list[str]] = []
        logs: list[object] = []
        for setup, table in zip(setups, (one, two), strict=True):
            async with setup.tables.held(table.id) as held:
                await setup.tables.change(held, [TableEvent("ended", "host")], phase="cancelled")
            history = History(setup.tables)
            mine = await history.export("twins", PEOPLE[seat].id)
            files.append([json.dumps(each) for each in (await history.export("twins", None), mine)])
            logs.append(
                [fingerprints.log_entry(row) for row in await setup.tables.store.log("twins")]
            )
            await setup.database.close()
        assert files[0] == files[1]
        assert logs[0] != logs[1], "the twins are one"
    assert steps > 3


def shows(
    configuration: Configuration,
    one: Match,
    two: Match,
    seat: int,
    pair: tuple[int, Any, Any],
) -> bool:
    """Tell whether a seat, or all, would see twins differ after these actions."""
    saw: list[object] = []
    for match, action in zip((one, two), pair[1:], strict=True):
        dealer = LiveDealer(SealedChance(bytes(32), 1000))
        after = match.after(pair[0], action, dealer)
        saw.append(
            (seen.heard(dealer.events, seat), after.view(seat), after.to_act(), dealer.draws)
        )
    return saw[0] != saw[1]
