"""Discord is slow: each of the bot's requests takes a second more, and still no turn is stuck."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.sandbox import Message
from bot.sandbox.faults import Fault
from tests.contract import seen
from tests.e2e.alone import Alone
from tests.e2e.lesson_path import Learner
from tests.e2e.play import Clicks, begin
from tests.e2e.scenes import people, server
from tests.e2e.stage import Stage
from tests.e2e.wander import move
from tests.only import first

LATE = 1.0
"""Seconds by which each request is late."""
MOVES = 5
PATIENCE = 60.0
KEY = "donburiko"


@pytest.mark.long
async def test_with_every_request_a_second_late_everybody_plays_on(tmp_path: Path) -> None:
    """A table with its board and hands, a game alone to its end, a lesson: all with pictures."""
    async with Stage(tmp_path) as stage:
        for method, path in (("*", "/interactions/*"), ("*", "/webhooks/*"), ("*", "/channels/*")):
            late = Fault(method, path, status=None, times=-1, delay=LATE)
            stage.sandbox.faults.lasting.append(late)
        seated, rng = people(stage, server(stage), "Ada", "Bob", "Cleo"), random.Random(4)
        sitting = await begin(stage, seated, Clicks(), KEY)
        for person in seated:
            await sitting.open_hand(person)
        for _move in range(MOVES):
            assert await move(sitting, rng) is not None, "the game is over too soon"
            await stage.shown(patience=PATIENCE)
        assert shows_board(sitting.board), sitting.board.text
        for hand in sitting.hands.values():
            assert shows_board(hand), f"a hand shows no board: {hand.text}"
        dai = stage.person("Dai", "games")
        alone = await Alone.begin(stage, dai, "Donburiko!")
        for _press in range(MOVES):
            await alone.choose()
            await alone.until_asked()
        assert shows_board(alone.message), alone.message.text
        if "Back" in alone.message.buttons:
            await alone.press("Back")
        await alone.press("More")
        await alone.press("End the game")
        await alone.press("End the game")
        assert alone.over, alone.message.text
        wanted = (each for each in seen.lessons() if each.game.info.key == KEY)
        learner = await Learner.begin(stage.person("Emi", "games"), first(wanted, KEY))
        for _step in range(MOVES):
            await learner.go_on()
        assert shows_board(learner.message), learner.message.text


def shows_board(message: Message) -> bool:
    """Tell whether a message shows its board, as a picture or in words."""
    return any("image" in each for each in message.embeds) or "Row 1" in message.text
