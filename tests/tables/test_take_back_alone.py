"""Taking back alone: one's last move and the computers' answers, unless it showed something."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest

from bot.engine.dealer import LiveDealer
from bot.engine.game import carry_out
from bot.tables.history import DEALT_SINCE, MADE_BY_COMPUTER, SHOWED_SOMETHING, History
from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import OVER, STALE, NotBegun, Trouble
from storage.rows import NO_SERVER
from tests.contract.games import Configuration, games, truth
from tests.tables.conftest import ADA, BOB, Setup
from tests.tables.played import STANDARD, do
from tests.tables.test_take_back import seen, state_of

OTHER_WORLDS = 20
MOVES = 25


async def begin_alone(setup: Setup, configuration: Configuration) -> Table:
    """Deal a private game of Ada against computers."""
    for game in games():
        setup.tables.add_game(game)
    key, options = configuration.game.info.key, configuration.options
    nowhere = {"guild_id": NO_SERVER, "channel_id": NO_SERVER}
    new = setup.new(ADA, game_key=key, options=options, **nowhere)
    return await setup.lobby_verbs.deal_against_computers(new)


async def answers(setup: Setup, table: Table, rng: random.Random) -> int:
    """Let computers move at random until Ada is asked or the game is over; return how many did.

    Where they are asked together with her, some have chosen by then.
    """
    made = 0
    while table.phase == "playing" and table.to_act() != (0,):
        seat = rng.choice(table.to_act())
        if seat == 0:
            break
        await setup.moves.play_for_computer(
            table.id,
            seat,
            lambda _view, legal: rng.choice(legal),
            question_number=table.question_number(seat),
        )
        made += 1
    return made


async def take_back(setup: Setup, table: Table, since: int | None = None) -> Trouble | None:
    """Take Ada's last move back; return why not, if not."""
    verbs = TableVerbs(setup.tables, History(setup.tables))
    try:
        await verbs.voting.take_back(table.id, ADA, since)
    except Trouble as trouble:
        return trouble
    return None


def outlook(table: Table, state: Any, action: Any, rng: random.Random) -> Any:
    """Return all that Ada sees and hears if she does this in a state; None if it draws."""
    assert table.game is not None, "there is no game"
    after, dealer = state.clone(), LiveDealer(rng)
    carry_out(table.game, after, 0, action, dealer)
    if dealer.draws:
        return None
    heard = [each.event for each in dealer.events if each.heard_by(0)]
    game: Any = table.game
    return heard, game.to_act(after), game.view(after, 0), game.legal(after, 0)


@pytest.mark.parametrize("configuration", STANDARD, ids=str)
async def test_nobody_plays_again_after_having_seen_something_new(
    setup: Setup, configuration: Configuration
) -> None:
    """In every game: what is taken back would have looked the same in all worlds Ada thought of.

    Then all stands as it did, for her and for everybody; else it is refused, and nothing changes.
    """
    rng = configuration.rng("take back alone")
    table = await begin_alone(setup, configuration)
    assert table.game is not None
    taken = refused = dealt = with_answers = drew = 0
    for _ in range(MOVES):
        await answers(setup, table, rng)
        if table.phase != "playing":
            table = await begin_alone(setup, configuration)
            continue
        before, state, view = seen(table), state_of(table), table.view(0)
        assert table._match is not None
        truth_then = truth(table._match).state
        action, step = rng.choice(table.legal(0)), table.step() + 1
        await do(setup, table, 0, action)
        made = await answers(setup, table, rng)
        drawn = any(
            row.draws != "[]" for row in await setup.tables.store.log(table.id) if row.step > step
        )
        drew += drawn
        now, revision = state_of(table), table.revision
        why = await take_back(setup, table, since=table.step())
        if table.phase != "playing":
            assert why is not None and why.text == OVER, "a game that has ended was taken up again"
            continue
        if why is not None:
            assert (state_of(table), table.revision) == (now, revision), "a refusal changed it"
            assert (why.text == DEALT_SINCE) is drawn, f"{why!r}, drawn since: {drawn}"
            refused, dealt = refused + (not drawn), dealt + drawn
            assert drawn or why.text == SHOWED_SOMETHING
            continue
        taken, with_answers = taken + 1, with_answers + bool(made)
        assert not drawn, "something was dealt since, and was taken back"
        expected = outlook(table, truth_then, action, rng)
        assert expected is not None, "a move that drew was taken back"
        for _ in range(OTHER_WORLDS):
            world = configuration.game.world(view, rng)
            assert outlook(table, world, action, rng) == expected, "the move told Ada something"
        assert (seen(table), state_of(table)) == (before, state), "not all stands as it did"
        assert table.view(0) == view, "Ada knows more or less than before"
        assert table.recent[-1] == TableEvent("taken_back", "player", 0, ADA.id)
        # Another move, or the game would come back here for ever.
        await do(setup, table, 0, action)
    assert taken and with_answers, "no move could be taken back, or none with its answers"
    # Where all is dealt at the beginning there may be nothing to refuse.
    assert refused + dealt or not drew, "every move could be taken back"


@pytest.mark.parametrize("configuration", STANDARD[:1], ids=str)
async def test_a_second_press_takes_nothing_more_back_and_a_new_one_does(
    setup: Setup, configuration: Configuration
) -> None:
    rng = random.Random(3)
    table = await begin_alone(setup, configuration)
    states: list[str] = []
    while len(states) < 2:
        await answers(setup, table, rng)
        if table.phase != "playing":
            table = await begin_alone(setup, configuration)
            states = []
            continue
        states.append(state_of(table))
        await do(setup, table, 0, table.legal(0)[0])
        await answers(setup, table, rng)
        shown = table.step()
        if await take_back(setup, table, shown) is not None:
            states = []
            continue
        again = await take_back(setup, table, shown)
        assert again is not None and again.text == STALE, "pressed twice, two undone"
        assert state_of(table) == states[-1]
        await do(setup, table, 0, table.legal(0)[0])
    await answers(setup, table, rng)
    for state in reversed(states):
        why = await take_back(setup, table)
        if why is not None:
            assert why.text == DEALT_SINCE
            break
        assert state_of(table) == state, "the move before it isn't the one taken back"
    before = table.step()
    setup.tables.cache.drop(table)
    table = await setup.tables.get(table.id)
    assert table.step() == before, "it doesn't stand on disk"


async def test_who_has_made_no_move_or_left_it_to_a_computer_takes_none_back(setup: Setup) -> None:
    table = await begin_alone(setup, STANDARD[0])
    rng = random.Random(1)
    await answers(setup, table, rng)
    why = await take_back(setup, table)
    assert why is not None and "haven't made a move" in why.text
    verbs = TableVerbs(setup.tables, History(setup.tables))
    await verbs.leave(table.id, ADA)
    await setup.moves.play_for_computer(
        table.id, 0, lambda _view, legal: legal[0], question_number=table.question_number(0)
    )
    await verbs.back(table.id, ADA)
    why = await take_back(setup, table)
    assert why is not None and why.text == MADE_BY_COMPUTER, why


async def test_at_a_public_table_it_depends_on_who_sits_there(setup: Setup) -> None:
    """Against computers alone it is done at once; what several people saw takes their votes."""
    table = await setup.lobby(ADA)
    await setup.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    why = await take_back(setup, table)
    assert isinstance(why, NotBegun)
    table = await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    rng = random.Random(2)
    while True:
        await answers(setup, table, rng)
        state = state_of(table)
        await do(setup, table, 0, table.legal(0)[0])
        if await take_back(setup, table, table.step()) is None:
            break
    assert state_of(table) == state
    both = await setup.game(ADA, BOB)
    seat = both.to_act()[0]
    await setup.play(both, seat)
    person = [ADA, BOB][seat]
    verbs = TableVerbs(setup.tables, History(setup.tables))
    step = both.step()
    with contextlib.suppress(Trouble):
        await verbs.voting.take_back(both.id, person)
        assert both.motion is not None and both.motion.what == "take_back"
    assert both.step() == step, "a move was taken back without the others"


@pytest.mark.parametrize("configuration", STANDARD, ids=str)
async def test_a_game_alone_is_verified_with_what_was_taken_back(
    setup: Setup, configuration: Configuration
) -> None:
    """Also where computers had answered a move: whoever checks the deal isn't told of a fraud."""
    rng, taken = configuration.rng("verified alone"), 0
    table = await begin_alone(setup, configuration)
    while not taken:
        if table.phase != "playing":
            table = await begin_alone(setup, configuration)
        while table.phase == "playing":
            await answers(setup, table, rng)
            if table.phase != "playing":
                break
            await do(setup, table, 0, rng.choice(table.legal(0)))
            made = await answers(setup, table, rng)
            if made and taken < 3 and table.phase == "playing":
                taken += await take_back(setup, table) is None
    found = await History(setup.tables).verify(table.id)
    assert found is None, f"an honest game isn't verified: {found}"
