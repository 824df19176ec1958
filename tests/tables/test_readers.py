"""Who is helped through a game: whoever has finished none, nor its lesson, and doesn't know it."""

from __future__ import annotations

import random

from bot.tables.readers import Readers
from tests.tables.conftest import ADA, Setup
from tests.tables.played import DONBURIKO, PEOPLE, begin, do, play_out
from tests.tables.test_take_back_alone import answers, begin_alone

GAME = "donburiko"
STEPS = 10


async def helped(readers: Readers, person: int, game: str = GAME) -> bool:
    """Tell whether a person is helped through a game."""
    await readers.read(person, game)
    return readers.helped(person, game, STEPS)


async def test_whoever_says_so_is_helped_no_more_until_they_ask_for_tips(setup: Setup) -> None:
    readers = setup.tables.readers
    assert not readers.helped(ADA.id, GAME, STEPS), "somebody is helped of whom nothing is known"
    assert await helped(readers, ADA.id)
    await readers.say(ADA.id, [GAME], True)
    assert not await helped(readers, ADA.id)
    assert await helped(readers, ADA.id, "kasane"), "another game isn't known by it"
    assert not await helped(Readers(setup.tables.store), ADA.id), "it wasn't saved"
    await readers.say(ADA.id, [GAME], False)
    assert await helped(readers, ADA.id)


async def test_a_lesson_that_is_done_helps_as_much_as_a_game(setup: Setup) -> None:
    readers = setup.tables.readers
    await readers.read(ADA.id, GAME)
    await readers.at_step(ADA.id, GAME, STEPS - 2)
    assert await helped(readers, ADA.id), "a step is left"
    await readers.at_step(ADA.id, GAME, STEPS - 1)
    assert not await helped(readers, ADA.id)
    assert readers.helped(ADA.id, GAME, 0), "a game without a lesson has none to be done"
    assert readers.helped(ADA.id, GAME, STEPS, taught=True), "no tips where somebody is taught"
    await readers.say(ADA.id, [GAME], False)
    assert await helped(readers, ADA.id), "tips that were asked for don't come"
    await readers.has_done(ADA.id, GAME)
    await readers.at_step(ADA.id, GAME, 0)
    assert not await helped(readers, ADA.id), "a lesson that is begun again isn't done any more"
    assert readers.helped(ADA.id, GAME, STEPS, taught=True), "who did the lesson gets no tips"
    await readers.say(ADA.id, [GAME], True)
    assert not readers.helped(ADA.id, GAME, STEPS, taught=True), "tips come, though not wanted"


async def test_everybody_who_is_there_at_the_end_has_finished_a_game(setup: Setup) -> None:
    readers = setup.tables.readers
    table = await begin(setup, DONBURIKO)
    people = [each.id for each in PEOPLE[: DONBURIKO.seats]]
    for person in people:
        assert await helped(readers, person)
    await play_out(setup, table, random.Random(1))
    for person in people:
        assert not await helped(readers, person)
        assert (await setup.tables.store.learnt.of(person, GAME)).ended == 1


async def test_a_private_game_counts_for_its_person_alone(setup: Setup) -> None:
    table, rng = await begin_alone(setup, DONBURIKO), random.Random(1)
    while table.phase == "playing":
        await answers(setup, table, rng)
        if 0 in table.to_act():
            await do(setup, table, 0, rng.choice(table.legal(0)))
    assert not await helped(setup.tables.readers, ADA.id)
    people = await setup.database.column("SELECT person FROM learnt")
    assert people == [ADA.id], f"it is counted for {people}"


async def test_words_are_read_until_pictures_are_wanted_again(setup: Setup) -> None:
    readers = setup.tables.readers
    assert not readers.in_words(ADA.id) and not await readers.reads_words(ADA.id)
    await readers.prefer(ADA.id, True)
    assert readers.in_words(ADA.id), "a screen that is drawn now shows pictures"
    assert await Readers(setup.tables.store).reads_words(ADA.id), "it wasn't saved"
    await readers.prefer(ADA.id, False)
    assert not readers.in_words(ADA.id)
    assert not await Readers(setup.tables.store).reads_words(ADA.id)


async def test_whoever_was_forgotten_knows_nothing(setup: Setup) -> None:
    readers = setup.tables.readers
    await readers.say(ADA.id, [GAME], True)
    assert not await helped(readers, ADA.id)
    await setup.tables.forget(ADA.id, ())
    assert await helped(readers, ADA.id)
