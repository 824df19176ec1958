"""Hands that nobody keeps fresh any more: their buttons play, whatever became of the process."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox import Actor, Message
from bot.ui.posting.open_pages import FOLLOWS
from tests.e2e.play import Click, Sitting, has_menu, menu, says_done
from tests.e2e.scenes import steps
from tests.e2e.stage import Stage
from tests.e2e.timed import LIVE, sit

STOPPED = "Not updated since <t:"
LOST = "-# I was offline, so open hands stopped following the game: press *My hand*."
MOVES = 4


async def test_a_hand_that_stopped_following_still_plays(tmp_path: Path) -> None:
    """Its time is over, and it says so; a press on it goes on in the same message."""
    async with Stage(tmp_path, clock=True) as stage:
        sitting = await sit(stage, LIVE)
        hands = sitting.hands.values()
        assert not any(STOPPED in hand.text for hand in hands)
        stage.later(FOLLOWS)
        await stage.until(lambda: all(STOPPED in hand.text for hand in hands))
        asked, other = sorted(sitting.people, key=lambda each: not has_menu(hand_of(sitting, each)))
        await move(sitting, asked, random.Random(1), kill=False)
        assert STOPPED not in hand_of(sitting, asked).text
        await stage.shown()
        assert STOPPED in hand_of(sitting, other).text, "a hand that has stopped was changed"
        shown = await other.press(hand_of(sitting, other), "Show now")
        assert shown.kind == "edit" and shown.message is hand_of(sitting, other)
        assert STOPPED not in shown.text and has_menu(hand_of(sitting, other)), shown.text


async def test_hands_say_after_a_kill_that_they_stopped(tmp_path: Path) -> None:
    """Each once, with its picture and buttons as they were, until its person presses one."""
    async with Stage(tmp_path, clock=True) as stage:
        sitting = await sit(stage, LIVE)
        await stage.shown()
        hands = list(sitting.hands.values())
        pictures = [[each["image"]["url"] for each in pictured(hand)] for hand in hands]
        buttons = [hand.buttons for hand in hands]
        await stage.stored(lambda: len(stage.rows("SELECT page FROM open_pages")) == len(hands))
        for _kill in range(2):
            await stage.restart(kill=True)
            await stage.until(lambda: all(STOPPED in hand.text for hand in hands))
        await stage.shown()
        assert [hand.text.count(STOPPED) for hand in hands] == [1, 1], "it is said again"
        shown = [[each["image"]["url"] for each in pictured(hand)] for hand in hands]
        assert shown == pictures, "a hand has lost its picture"
        assert [hand.buttons for hand in hands] == buttons, "a hand has lost its buttons"
        asked = next(each for each in sitting.people if has_menu(hand_of(sitting, each)))
        await move(sitting, asked, random.Random(1), kill=False)
        assert STOPPED not in hand_of(sitting, asked).text


@pytest.mark.takes(5)
@pytest.mark.parametrize("moves", [MOVES, pytest.param(999, marks=pytest.mark.long)])
async def test_hands_play_on_after_a_kill_at_every_press(tmp_path: Path, moves: int) -> None:
    """Each press finds a process that knows of no open hand; the table tells that it is so."""
    async with Stage(tmp_path, clock=True) as stage:
        sitting, rng, told = await sit(stage, LIVE), random.Random(4), 0
        while steps(sitting) < moves:
            found = await asked(sitting)
            if found is None:
                assert "Rematch" in hand_of(sitting, sitting.people[0]).buttons, "nobody is asked"
                break
            await move(sitting, found, rng, kill=True)
            await stage.shown()
            # Once the press has come through a second time, nobody needs it.
            told += LOST in sitting.board.text.split("\n")
        assert told, "nobody is told that hands stopped"


def pictured(hand: Message) -> list[Any]:
    """Return the embeds of a hand that have a picture."""
    return [each for each in hand.embeds if "image" in each]


def hand_of(sitting: Sitting, person: Actor) -> Message:
    """Return the only message in which a person's hand lies."""
    return sitting.hands[person.name]


async def asked(sitting: Sitting) -> Actor | None:
    """Return who is asked, with hands that show it; None when the game is over."""
    for person in sitting.people:
        if not has_menu(hand_of(sitting, person)):
            # It waits, and shows an old table: only a new one shows what is asked now.
            await sitting.open_hand(person)
    return next((each for each in sitting.people if has_menu(hand_of(sitting, each))), None)


async def move(sitting: Sitting, person: Actor, rng: random.Random, *, kill: bool) -> None:
    """Make a move by the buttons of a person's hand, each pressed after a kill if so wanted."""
    hand, before, said = hand_of(sitting, person), steps(sitting), ""
    while steps(sitting) == before:
        clicks: list[Click] = [*menu(person, hand).values()]
        if kill:
            await sitting.stage.restart(kill=True)
        outcome = await rng.choice(clicks)()
        said = outcome.text
        assert outcome.kind == "edit" and outcome.message is hand, said
    assert says_done(said), f"the answer isn't the fresh hand: {said}"
