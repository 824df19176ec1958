"""Who is helped through a game: whoever has finished none, nor its lesson, and doesn't know it."""

from __future__ import annotations

import random

from bot.tables.learners import Learners
from tests.tables.conftest import ADA, Setup
from tests.tables.played import DONBURIKO, PEOPLE, begin, do, play_out
from tests.tables.test_take_back_alone import answers, begin_alone

GAME = "donburiko"
STEPS = 10


async def helped(learners: Learners, person: int, game: str = GAME) -> bool:
    """Tell whether a person is helped through a game."""
    await learners.read(person, game)
    return learners.helped(person, game, STEPS)


async def test_whoever_says_so_is_helped_no_more_until_they_ask_for_tips(setup: Setup) -> None:
    learners = setup.tables.learners
    assert not learners.helped(ADA.id, GAME, STEPS), "somebody is helped of whom nothing is known"
    assert await helped(learners, ADA.id)
    await learners.say(ADA.id, [GAME], True)
    assert not await helped(learners, ADA.id)
    assert await helped(learners, ADA.id, "kasane"), "another game isn't known by it"
    assert not await helped(Learners(setup.tables.store), ADA.id), "it wasn't saved"
    await learners.say(ADA.id, [GAME], False)
    assert await helped(learners, ADA.id)


async def test_a_lesson_that_is_done_helps_as_much_as_a_game(setup: Setup) -> None:
    learners = setup.tables.learners
    await learners.read(ADA.id, GAME)
    await learners.at_step(ADA.id, GAME, STEPS - 2)
    assert await helped(learners, ADA.id), "a step is left"
    await learners.at_step(ADA.id, GAME, STEPS - 1)
    assert not await helped(learners, ADA.id)
    assert learners.helped(ADA.id, GAME, 0), "a game without a lesson has none to be done"
    await learners.say(ADA.id, [GAME], False)
    assert await helped(learners, ADA.id), "tips that were asked for don't come"


async def test_everybody_who_is_there_at_the_end_has_finished_a_game(setup: Setup) -> None:
    learners = setup.tables.learners
    table = await begin(setup, DONBURIKO)
    people = [each.id for each in PEOPLE[: DONBURIKO.seats]]
    for person in people:
        assert await helped(learners, person)
    await play_out(setup, table, random.Random(1))
    for person in people:
        assert not await helped(learners, person)
        assert (await setup.tables.store.learnt(person, GAME)).ended == 1


async def test_a_private_game_counts_for_its_person_alone(setup: Setup) -> None:
    table, rng = await begin_alone(setup, DONBURIKO), random.Random(1)
    while table.phase == "playing":
        await answers(setup, table, rng)
        if 0 in table.to_act():
            await do(setup, table, 0, rng.choice(table.legal(0)))
    assert not await helped(setup.tables.learners, ADA.id)
    people = await setup.database.column("SELECT person FROM learnt")
    assert people == [ADA.id], f"it is counted for {people}"


async def test_whoever_was_forgotten_knows_nothing(setup: Setup) -> None:
    learners = setup.tables.learners
    await learners.say(ADA.id, [GAME], True)
    assert not await helped(learners, ADA.id)
    await setup.tables.forget(ADA.id, ())
    assert await helped(learners, ADA.id)
