"""Votes at the real bot: pauses and take backs, with computers about to move, through kills."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from bot.engine.game import AnyGame
from bot.sandbox import Actor
from bot.sandbox.interactions import COMPONENT
from tests.e2e.back import verdict
from tests.e2e.cafe import gone, sit, some
from tests.e2e.chairs import (
    chairs,
    press_page,
    seat_now,
    struck,
    table_events,
    table_page,
)
from tests.e2e.play import Clicks, Sitting, done, end_game, has_menu, made, title_of
from tests.e2e.scenes import OVER, add, steps
from tests.e2e.stage import Stage
from tests.e2e.wander import move, to_the_end
from tests.only import first

CLICKS = Clicks()
MOVES = 60
"""The most moves that are made until one may be taken back."""


@pytest.mark.long
async def test_a_pause_is_voted_on_and_survives_kills(stage: Stage) -> None:
    """Ask, vote, be paused, be refused, go on: with the bot killed at each of these."""
    rng = random.Random(7)
    sitting = await sit(stage, "donburiko", "Ada", "Bob", "Cleo")
    ada, bob, cleo = sitting.people
    await move(sitting, rng)
    page = await table_page(sitting, bob)
    await struck(stage, lambda: bob.press(page, "Ask for a pause"))
    assert "Bob wants to pause the game." in sitting.board.text
    assert "**1** of 2 needed" in sitting.board.text
    assert "Waiting for Ada and Cleo" in re.sub(r"[*\u2066-\u2069]", "", sitting.board.text)
    ping = sitting.pings()[0]
    assert ping.content.count("✋ ") == 1
    assert {ada.id, cleo.id} <= set(re.findall(r"<@([0-9]+)>", ping.content))
    # A move that is made meanwhile doesn't end the vote.
    sitting.hands.clear()
    await move(sitting, rng)
    person = await CLICKS.turn(sitting)
    assert person is not None
    last = await CLICKS.prepare(sitting, person, lambda _, offered: next(iter(offered)))
    await stage.shown()
    yes = sitting.board.controls[-2]["custom_id"]
    await struck(stage, lambda: cleo.press(sitting.board, "Vote yes"))
    assert paused(sitting)
    assert title_of(sitting.board) == "Paused"
    assert sitting.board.buttons == ["My hand", "Rules", "More"]
    assert sitting.pings() == []
    late = await ada.raw(COMPONENT, {"component_type": 2, "custom_id": yes}, message=sitting.board)
    assert late.text == "That vote has ended. Nothing was counted."
    before = steps(sitting)
    outcome = await last()
    assert not done(outcome)
    assert "The game is paused." in outcome.text
    assert steps(sitting) == before
    # Refused: two of three are against going on. The one who asked may withdraw as well.
    for against in (lambda: no(sitting, ada, cleo), lambda: no(sitting, bob)):
        outcome = await press_page(sitting, bob, "Ask to resume")
        assert "I've asked the others to vote" in outcome.text
        await stage.restart()
        await stage.shown()
        await against()
        assert paused(sitting)
        await stage.shown()
        assert sitting.board.buttons == ["My hand", "Rules", "More"]
    # The host needs no vote.
    page = await table_page(sitting, ada)
    await struck(stage, lambda: ada.press(page, "Resume"))
    assert not paused(sitting)
    found = [each[:2] for each in table_events(stage, sitting.table_id)]
    assert found == [("paused", "vote"), ("voted_down", "player"), ("resumed", "host")]
    assert "The host resumed the game." in sitting.board.text
    sitting.hands.clear()
    await to_the_end(sitting, rng)


def paused(sitting: Sitting) -> bool:
    """Tell whether a table is paused."""
    query = "SELECT paused FROM tables WHERE id = ?"
    return sitting.stage.rows(query, sitting.table_id) == [(1,)]


async def no(sitting: Sitting, *people: Actor) -> None:
    """Vote against what is open, or withdraw it."""
    for person in people:
        outcome = await person.press(sitting.board, "Vote no")
        said = re.search(r"You voted \*\*no\*\*\.|You have withdrawn", outcome.text)
        assert said is not None, outcome.text


async def may_be_taken_back(sitting: Sitting, rng: random.Random) -> Actor:
    """Play on until somebody has asked to take back what they have just played; return who."""
    for _ in range(MOVES):
        name = await move(sitting, rng)
        assert name is not None, "the game ended too soon"
        person = first((each for each in sitting.people if each.name == name), name)
        outcome = await press_page(sitting, person, "Take back")
        if "I've asked the others to vote" in outcome.text:
            return person
        assert "can't take it back" in outcome.text, outcome.text
    raise AssertionError("no move could be taken back")


@some("donburiko", "kirifuda")
@pytest.mark.long
async def test_a_move_is_taken_back_if_all_others_agree(stage: Stage, game: AnyGame) -> None:
    """One no is enough against it; with every yes the game stands as before, through kills."""
    rng = random.Random(game.info.key)
    names = ("Ada", "Bob", "Cleo", "花子")[: max(3, min(game.info.seats))]
    sitting = await sit(stage, game, *names, computers=0)
    # Refused by one: the move stays, and the next one ends the matter.
    person = await may_be_taken_back(sitting, rng)
    others = [each for each in sitting.people if each is not person]
    before = steps(sitting)
    await stage.shown()
    await no(sitting, others[0])
    assert steps(sitting) == before
    await stage.shown()
    assert "Vote yes" not in sitting.board.buttons
    # Overtaken by the next move: the vote lapses.
    person = await may_be_taken_back(sitting, rng)
    await stage.shown()
    yes_id = next(c["custom_id"] for c in sitting.board.controls if c["label"] == "Vote yes")
    await move(sitting, rng)
    await stage.shown()
    assert "Vote yes" not in sitting.board.buttons
    other = next(each for each in sitting.people if each is not person)
    press = {"component_type": 2, "custom_id": yes_id}
    late = await other.raw(COMPONENT, press, message=sitting.board)
    assert late.text == "That vote has ended. Nothing was counted."
    # Agreed by all.
    person = await may_be_taken_back(sitting, rng)
    others = [each for each in sitting.people if each is not person]
    before = steps(sitting)
    for other in others[:-1]:
        await stage.shown()
        await struck(stage, lambda other=other: other.press(sitting.board, "Vote yes"))
        assert steps(sitting) == before
    sitting.hands.clear()
    for each in sitting.people:
        await sitting.open_hand(each)
    stale = next((p for p in others if has_menu(sitting.hands[p.name])), None)
    old = None
    if stale is not None:
        old = await CLICKS.prepare(sitting, stale, lambda _, offered: next(iter(offered)))
    await struck(stage, lambda: others[-1].press(sitting.board, "Vote yes"))
    assert steps(sitting) == before + 1
    *_, made, back = stage.log_of(sitting.table_id)
    assert (back.seat, back.draws) == (made.seat, "[]")
    seat = seat_now(sitting, person)
    assert seat.seat == made.seat
    assert seat.question_number is not None
    assert table_events(stage, sitting.table_id)[-1] == ("taken_back", "vote", seat.seat)
    assert f"{person.name} took back a move." in sitting.board.text
    if old is not None:
        outcome = await old()
        assert not done(outcome)
        assert steps(sitting) == before + 1
    again = await person.in_(sitting.place).slash("table takeback", table=sitting.table_id)
    assert "You can only take back the last move of the game" in again.text
    sitting.hands.clear()
    await to_the_end(sitting, rng)
    assert "**Verified" in await verdict(sitting, person)
    late = await person.in_(sitting.place).slash("table takeback", table=sitting.table_id)
    assert late.text == OVER


@pytest.mark.long
async def test_nobody_takes_back_alone(stage: Stage) -> None:
    """With nobody else here there is no take back; with computers alone neither."""
    rng = random.Random(11)
    sitting = await sit(stage, "donburiko", "Ada", "Bob")
    ada, bob = sitting.people
    await press_page(sitting, bob, "Leave")
    gone(sitting, bob)
    await move(sitting, rng)
    outcome = await ada.in_(sitting.place).slash("table takeback", table=sitting.table_id)
    assert "There is nobody here who could agree" in outcome.text


async def thinking(stage: Stage) -> tuple[Sitting, Actor]:
    """Begin a game in which a computer is asked after a person's move; return who made that."""
    while True:
        sitting = await sit(stage, "donburiko", "Ada", "Bob", computers=1)
        if chairs(sitting)[2].question_number is not None:
            # The computer was dealt the first turn: nobody has moved yet.
            ended = await end_game(stage.person("Emi", sitting.place), sitting.table_id)
            assert "has ended" in ended.text
            continue
        name = ""
        while chairs(sitting)[2].question_number is None:
            person = await CLICKS.turn(sitting)
            assert person is not None, "nobody is asked for a move"
            click = await CLICKS.prepare(sitting, person, add)
            assert made(stage, await click()), f"{person.name}: the move wasn't made"
            name = person.name
        return sitting, first((each for each in sitting.people if each.name == name), name)


async def test_what_a_computer_was_about_to_play_is_never_played_after_a_take_back(
    tmp_path: Path,
) -> None:
    """Take back while it thinks: its question is gone, also through a kill; then all go on."""
    async with Stage(tmp_path, COMPUTER_DELAY="60") as stage:
        sitting, person = await thinking(stage)
        other = next(each for each in sitting.people if each is not person)
        asked = await press_page(sitting, person, "Take back")
        assert "I've asked the others to vote" in asked.text
        await stage.shown()
        await other.press(sitting.board, "Vote yes")
        before = steps(sitting)
        assert chairs(sitting)[2].question_number is None
        assert seat_now(sitting, person).question_number is not None
        await stage.kill()
        stage.env["COMPUTER_DELAY"] = "0"
        await stage.start()
        sitting.hands.clear()
        assert (await CLICKS.turn(sitting)) is person
        assert steps(sitting) == before
        await to_the_end(sitting, random.Random(17))
        assert "**Verified" in await verdict(sitting, person)


@pytest.mark.takes(2.5)
async def test_computers_and_minded_seats_wait_while_the_table_is_paused(tmp_path: Path) -> None:
    """Pause while a computer thinks, also in a person's place: it moves once the game goes on."""
    async with Stage(tmp_path, COMPUTER_DELAY="60") as stage:
        sitting, _person = await thinking(stage)
        ada, bob = sitting.people
        await press_page(sitting, bob, "Leave")
        await press_page(sitting, ada, "Pause")
        before = steps(sitting)
        await stage.kill()
        stage.env["COMPUTER_DELAY"] = "0"
        await stage.start()
        beside = await sit(stage, "donburiko", "Cleo", computers=1)
        for _ in range(3):
            await move(beside, random.Random(1))
        assert steps(sitting) == before
        sitting.hands.clear()
        gone(sitting, bob)
        await press_page(sitting, ada, "Resume")
        await stage.stored(lambda: steps(sitting) > before)
        await to_the_end(sitting, random.Random(19))
