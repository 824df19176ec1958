"""A channel isn't flooded: a whole game leaves its board, its card, and hardly anything else."""

from __future__ import annotations

import pytest

from bot.engine.game import AnyGame
from bot.sandbox import Message
from tests.e2e.cafe import some
from tests.e2e.chairs import press_page
from tests.e2e.litter import beside, played
from tests.e2e.play import end_game
from tests.e2e.scenes import move, table
from tests.e2e.stage import Stage


@some("donburiko")
@pytest.mark.long
async def test_a_whole_game_leaves_a_board_and_a_card(stage: Stage, game: AnyGame) -> None:
    """Nothing else lies there at the end, and on the way nothing but the one ping."""
    litter = await played(stage, game)
    assert litter.moves > 5
    assert litter.left == 0
    assert litter.most == 1
    # Card, board, the first ping, which calls everybody, and the end; and after each move but the
    # last a ping, which only a new message can be.
    assert litter.sent <= 4 + (litter.moves - 1), litter
    # What stays is edited.
    assert litter.edited > litter.moves // 2


@pytest.mark.real_start(when_long=True)
@pytest.mark.takes(3)
async def test_nothing_that_is_done_beside_the_game_leaves_a_message(stage: Stage) -> None:
    """Votes, leaving, coming back, taking over: all of it stands on the board, and in one ping."""
    sitting = await table(stage, "Ada", "Bob", "Cleo")
    ada, bob, cleo = sitting.people
    dai = stage.person("Dai", sitting.place)
    seen: list[Message] = []
    for person, button in (
        (bob, "Ask for a pause"),
        (bob, "Withdraw"),
        (ada, "Pause"),
        (ada, "Resume"),
        (bob, "Leave"),
        (dai, "Take Bob's seat"),
        (cleo, "Leave"),
        (cleo, "I'm back"),
    ):
        await press_page(sitting, person, button)
        await stage.shown()
        seen = beside(sitting)
        assert len(seen) <= 1, [message.text for message in seen]
    sitting.people[1] = dai
    sitting.hands.clear()
    await move(sitting)
    await stage.shown()
    assert len(beside(sitting)) == 1
    others = [each for each in sitting.people if each is not ada]
    ended = await end_game(ada, sitting.table_id, agree=others)
    assert "The vote passed." in ended.text, ended.text
    await stage.shown()
    assert sitting.pings() == []
