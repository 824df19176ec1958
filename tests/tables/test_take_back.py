"""Taking the newest move back: one's own, if it taught nothing; then all is as before."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from bot.engine.dealer import LiveDealer
from bot.engine.match import Match
from bot.tables.dealers import replay_log
from bot.tables.history import ANSWERED, NOT_YOUR_MOVE, REVEALING, WORLDS, History
from bot.tables.seat import Person, Seat
from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import OVER, PAUSED, STALE, NotBegun, NotSaved, Trouble
from cogs.donburiko.views import FACE_UP, Public, Take
from storage.errors import DatabaseFull
from tests.contract.games import (
    Configuration,
    configurations,
    game_json,
    positions,
    quick_share,
    truth,
    with_state,
)
from tests.only import first
from tests.refusal import refused_with
from tests.tables.conftest import ADA, BOB, CLEO, Setup
from tests.tables.played import PEOPLE, STANDARD, begin, do, move, play_out


async def why_not(setup: Setup, table: Table, seat: int) -> str | None:
    """Return why the newest move can't be taken back by a seat, if it can't."""
    async with setup.tables.held(table.id) as held:
        try:
            await History(setup.tables).may_take_back(held, seat)
        except Trouble as trouble:
            return trouble.text
    return None


async def take_back(setup: Setup, table: Table, seat: int) -> None:
    """Take the newest move back, as if all others had agreed."""
    async with setup.tables.held(table.id) as held:
        await History(setup.tables).take_back(held, seat)


def seen(table: Table) -> object:
    """Return everything that anyone at a table sees, except the numbers of questions and steps."""
    seats = range(len(table.seats))
    return (
        table.to_act(),
        table.public(),
        [(table.view(seat), table.legal(seat)) for seat in seats],
    )


def state_of(table: Table) -> str:
    """Return the text of a table's whole state, without the numbers of questions and steps."""
    assert table._match is not None, "there is no game"
    sealed = truth(table._match)
    sealed.step, sealed.asks = 0, []
    assert table.game is not None, "there is no game"
    return game_json(table.game).seal(sealed)


async def a_move_that_can_be_taken_back(
    setup: Setup, table: Table, rng: random.Random
) -> tuple[int, object, str, list[int]]:
    """Play until a move may be taken back; return who made it and what was before."""
    while table.phase == "playing":
        before, state = seen(table), state_of(table)
        asks = [table.question_number(seat) for seat in range(len(table.seats))]
        seat = await move(setup, table, rng)
        if table.phase == "playing" and await why_not(setup, table, seat) is None:
            return seat, before, state, asks
    raise AssertionError("no move could be taken back")


@pytest.mark.parametrize("configuration", STANDARD, ids=str)
async def test_all_stands_as_it_did_and_the_game_goes_on(
    setup: Setup, configuration: Configuration
) -> None:
    """In every game: the state is the same to the byte, the log plays, and the deal checks."""
    rng = configuration.rng("take back")
    table = await begin(setup, configuration)
    for _ in range(2):
        seat, before, state, asks = await a_move_that_can_be_taken_back(setup, table, rng)
        step, revision = table.step(), table.revision
        await take_back(setup, table, seat)
        assert seen(table) == before
        assert state_of(table) == state
        assert (table.step(), table.revision) == (step + 1, revision + 1)
        assert setup.events[-1] == (table.id, table.revision, "playing")
        assert all(table.question_number(each) == step + 1 for each in range(len(table.seats)))
        assert table.recent[-1] == TableEvent("taken_back", "vote", seat, table.seats[seat].person)
        # Every control drawn before is stale, those for the position that is back as well.
        for old in (asks[seat], step):
            with refused_with(STALE):
                await setup.moves.play(
                    table.id,
                    Person(table.seats[seat].person, "x"),
                    lambda _view, legal: legal[0],
                    question_number=old,
                    interaction_id=setup.next_interaction(),
                )
        row = (await setup.tables.store.log(table.id))[-1]
        assert (row.seat, row.action, row.draws, row.events) == (seat, "null", "[]", "[]")
        assert (row.back, row.interaction_id) == (step - 1, None)
        assert table._match is not None
        there = table._match.sealed()
        setup.tables.cache.drop(table)
        table = await setup.tables.get(table.id)
        assert table._match is not None
        assert table._match.sealed() == there
        steps = await setup.tables.store.log(table.id)
        matches, _ = replay_log(
            configuration.game,
            game_json(configuration.game),
            configuration.seats,
            configuration.options,
            steps,
        )
        assert matches[-1].sealed() == there
    await play_out(setup, table, rng)
    assert await History(setup.tables).verify(table.id) is None


@pytest.mark.parametrize("configuration", STANDARD, ids=str)
async def test_a_move_that_shows_something_stays_made(
    setup: Setup, configuration: Configuration
) -> None:
    """In every game there are moves that draw or show: those are refused, and nothing changes."""
    rng = configuration.rng("stays made")
    table = await begin(setup, configuration)
    refused = 0
    while table.phase == "playing" and refused < 2:
        seat = await move(setup, table, rng)
        trouble = await why_not(setup, table, seat)
        if table.phase != "playing":
            assert trouble == OVER
            table = await begin(setup, configuration)
        elif trouble is not None:
            refused += 1
            assert trouble == REVEALING
            revision, state = table.revision, state_of(table)
            with refused_with(REVEALING):
                await take_back(setup, table, seat)
            assert (table.revision, state_of(table)) == (revision, state)
        row = (await setup.tables.store.log(table.id))[-1]
        if row.draws != "[]" and row.seat is not None and table.phase == "playing":
            assert trouble is not None
    assert refused


async def test_which_moves_of_donburiko_teach_something(setup: Setup) -> None:
    """A card laid teaches nothing; a row taken shows the cards that others laid face down."""
    found: dict[str, set[bool]] = {"laid": set(), "shown": set()}
    rng = random.Random(3)
    while not all(found.values()):
        table = await begin(setup, STANDARD[0])
        while table.phase == "playing":
            public = table.public()
            assert isinstance(public, Public)
            seat = table.to_act()[0]
            action = rng.choice(table.legal(seat))
            await do(setup, table, seat, action)
            if table.phase != "playing":
                break
            events = json.loads((await setup.tables.store.log(table.id))[-1].events)
            kinds = {event["kind"] for _, event in events}
            if kinds <= {"added_face_up", "added_face_down", "card_hidden"}:
                found["laid"].add(await why_not(setup, table, seat) is None)
            elif isinstance(action, Take):
                owners = public.rows[action.row - 1].owners
                if {*owners} - {FACE_UP, seat}:
                    found["shown"].add(await why_not(setup, table, seat) is None)
    assert found == {"laid": {True}, "shown": {False}}


async def test_only_the_newest_move_and_only_by_who_made_it(setup: Setup) -> None:
    rng = random.Random(1)
    table = await begin(setup, STANDARD[0])
    for seat in range(2):
        assert await why_not(setup, table, seat) == NOT_YOUR_MOVE
    seat, *_ = await a_move_that_can_be_taken_back(setup, table, rng)
    assert await why_not(setup, table, 1 - seat) == NOT_YOUR_MOVE
    await take_back(setup, table, seat)
    # What was taken back once isn't taken back again, nor the move before it.
    for each in range(2):
        assert await why_not(setup, table, each) == NOT_YOUR_MOVE
    seat, *_ = await a_move_that_can_be_taken_back(setup, table, rng)
    other = await move(setup, table, rng)
    if other != seat:
        assert await why_not(setup, table, seat) == NOT_YOUR_MOVE


async def test_a_move_of_a_computer_is_nobodys_to_take_back(setup: Setup) -> None:
    rng = random.Random(1)
    table = await begin(setup, STANDARD[0])
    seat, *_ = await a_move_that_can_be_taken_back(setup, table, rng)
    await take_back(setup, table, seat)
    asked = table.to_act()[0]
    async with setup.tables.held(table.id) as held:
        seats = list(held.seats)
        seats[asked] = replace(seats[asked], stand_in="once")
        await setup.tables.change(held, seats=seats)
    action = table.legal(asked)[0]
    await setup.moves.play_for_computer(
        table.id, asked, lambda _view, _legal: action, question_number=table.question_number(asked)
    )
    assert await why_not(setup, table, asked) == NOT_YOUR_MOVE


async def test_a_move_made_before_the_seat_was_taken_over_stays_made(setup: Setup) -> None:
    rng = random.Random(1)
    table = await begin(setup, STANDARD[0])
    seat, *_ = await a_move_that_can_be_taken_back(setup, table, rng)
    before = table.seats[seat]
    async with setup.tables.held(table.id) as held:
        seats = list(held.seats)
        seats[seat] = Seat(CLEO.id, CLEO.name, first=before.first)
        act = TableEvent("replaced", "player", seat, CLEO.id, before.person)
        await setup.tables.change(held, [act], seats=seats)
    assert await why_not(setup, table, seat) == NOT_YOUR_MOVE


async def test_not_in_the_lobby_nor_while_paused_nor_after_the_end(setup: Setup) -> None:
    lobby = await setup.lobby(ADA, BOB)
    assert await why_not(setup, lobby, 0) == NotBegun.text
    rng = random.Random(1)
    table = await begin(setup, STANDARD[0])
    seat, *_ = await a_move_that_can_be_taken_back(setup, table, rng)
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, paused=True)
    assert await why_not(setup, table, seat) == PAUSED
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, paused=False, phase="cancelled")
    assert await why_not(setup, table, seat) == OVER


async def test_what_cannot_be_saved_is_not_taken_back(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(1)
    table = await begin(setup, STANDARD[0])
    seat, *_ = await a_move_that_can_be_taken_back(setup, table, rng)
    before, events = (state_of(table), table.revision, table.step()), len(setup.events)

    async def full(*_args: object) -> None:
        raise DatabaseFull

    with monkeypatch.context() as patch:
        patch.setattr(setup.tables.store, "save_step", full)
        with pytest.raises(NotSaved):
            await take_back(setup, table, seat)
    assert (state_of(table), table.revision, table.step()) == before
    assert len(setup.events) == events
    await take_back(setup, table, seat)


def after(configuration: Configuration, match: Match, seat: int, action: object) -> object:
    """Return what a seat sees of a match, and may do, after an action of its own."""
    dealer = LiveDealer(random.Random(1))
    then = match.after(seat, action, dealer)  # type: ignore[arg-type]
    heard = [
        each.event for each in dealer.events if each.audience == "all" or seat in each.audience
    ]
    return then.view(seat), then.legal(seat), then.to_act(), heard


@pytest.mark.parametrize(
    "configuration",
    [
        pytest.param(each, id=str(each), marks=[] if each in quick_share() else pytest.mark.long)
        for each in configurations()
    ],
)
def test_what_may_be_taken_back_taught_its_player_nothing(configuration: Configuration) -> None:
    """At random positions: if it may be, its player saw the same in any other world, too.

    And whether it may be is the same in any world, so that the answer teaches nothing either.
    """
    rng = configuration.rng("taught nothing")
    answers: set[bool] = set()
    for match in positions(configuration, rng, 25):
        for seat in match.to_act():
            action = rng.choice(match.legal(seat))
            foreseen = match.foreseen(seat, action, rng, WORLDS)
            answers.add(foreseen)
            saw = after(configuration, match, seat, action)
            for number in range(20):
                state = configuration.game.world(match.view(seat), rng)
                world = with_state(configuration, match, state)
                if foreseen:
                    assert after(configuration, world, seat, action) == saw
                if number < 2:
                    assert world.foreseen(seat, action, rng, WORLDS) == foreseen
    assert True in answers


async def test_whether_a_move_may_be_taken_back_is_the_same_whenever_it_is_asked(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else asking again would pass at last, or the last vote would fail and tell another why."""
    # With so few worlds the answer would often differ if they were others each time.
    monkeypatch.setattr("bot.tables.history.WORLDS", 1)
    configuration = next(each for each in STANDARD if each.game.info.key == "korpokkur")
    rng = configuration.rng("asked again")
    table = await begin(setup, configuration)
    for _ in range(60):
        seat = await move(setup, table, rng)
        if table.phase != "playing":
            break
        answers = {type(await why_not(setup, table, seat)) for _ in range(6)}
        assert len(answers) == 1, f"step {table.step()}: {answers}"


@pytest.mark.parametrize("stays", [True, False], ids=["asked still", "asked no longer"])
async def test_who_takes_back_has_all_the_time_again(setup: Setup, stays: bool) -> None:
    """It is a question of its own, whether or not the move was followed by another one."""
    configuration = next(each for each in STANDARD if each.game.info.key == "shiranui")
    rng = random.Random(1)
    table = await begin(setup, configuration)
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, pace="live", move_time=180)
    while True:
        setup.time += 100
        seat, *_ = await a_move_that_can_be_taken_back(setup, table, rng)
        if (seat in table.to_act()) == stays:
            break
    asked = set(table.to_act()) - {seat}
    setup.time += 50
    await take_back(setup, table, seat)
    assert table.to_act() == (seat,)
    clock = table.seats[seat].clock
    assert clock is not None
    assert (clock.left, clock.at) == (180, int(setup.time))
    assert all(table.seats[other].clock is None for other in asked)


async def test_who_is_asked_all_along_has_no_more_time(setup: Setup) -> None:
    """In Kirifuda all discard at once: one who takes back gives the others nothing."""
    configuration = next(each for each in STANDARD if each.game.info.key == "kirifuda")
    rng = random.Random(1)
    table = await begin(setup, configuration)
    while len(table.to_act()) < 2:
        await move(setup, table, rng)
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, pace="live", move_time=180)
    setup.time += 30
    first, other, *_ = table.to_act()
    clock = table.seats[other].clock
    await do(setup, table, first, table.legal(first)[0])
    setup.time += 30
    await take_back(setup, table, first)
    assert table.seats[other].clock == clock is not None
    mine = table.seats[first].clock
    assert mine is not None
    assert mine.at == int(setup.time)


async def test_a_vote_takes_a_move_back(setup: Setup) -> None:
    """Every other person agrees, and then it is done; one no, or the next move, ends it."""
    rng = random.Random(1)
    table_verbs = TableVerbs(setup.tables, History(setup.tables))
    configuration = Configuration(STANDARD[0].game, 3, STANDARD[0].options)
    table = await begin(setup, configuration)
    seat, before, state, _ = await a_move_that_can_be_taken_back(setup, table, rng)
    mover, *others = [PEOPLE[(seat + more) % 3] for more in range(3)]
    with refused_with(NOT_YOUR_MOVE):
        await table_verbs.voting.propose(table.id, others[0], "take_back")
    await table_verbs.voting.propose(table.id, mover, "take_back")
    await table_verbs.voting.vote(table.id, others[0], yes=False)
    assert table.motion is None
    await table_verbs.voting.propose(table.id, mover, "take_back")
    await table_verbs.voting.vote(table.id, others[0], yes=True)
    assert state_of(table) != state
    await table_verbs.voting.vote(table.id, others[1], yes=True)
    assert (seen(table), state_of(table), table.motion) == (before, state, None)
    seat, *_ = await a_move_that_can_be_taken_back(setup, table, rng)
    await table_verbs.voting.propose(table.id, PEOPLE[seat], "take_back")
    await move(setup, table, rng)
    assert table.motion is None
    await play_out(setup, table, rng)
    assert await History(setup.tables).verify(table.id) is None
    with refused_with(OVER):
        await table_verbs.voting.propose(table.id, mover, "take_back")


async def test_whoever_a_computer_has_answered_is_told_why_their_move_stands(setup: Setup) -> None:
    """At a table of several people: alone they take the answers back with it."""
    lobby = await setup.lobby(ADA, BOB)
    await setup.lobby_verbs.add_computer(lobby.id, ADA.id, "steady")
    table = await setup.lobby_verbs.start(lobby.id, ADA, setup.next_interaction())
    mover, answered = -1, False
    while not answered:
        (asked,) = table.to_act()
        if table.seats[asked].level is None:
            mover = asked
            await setup.play(table, asked)
            continue
        answered = mover >= 0
        await setup.moves.play_for_computer(
            table.id,
            asked,
            lambda _view, legal: legal[0],
            question_number=table.question_number(asked),
        )
    assert await why_not(setup, table, mover) == ANSWERED
    assert table.answered(table.seats[mover].person), "their page doesn't say so"
    others = (n for n, s in enumerate(table.seats) if s.level is None and n != mover)
    assert await why_not(setup, table, first(others, "other person")) == NOT_YOUR_MOVE
