"""Tables in the café, where Emi moderates: people of some names, along with computers."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.game import AnyGame
from bot.sandbox import Actor
from tests.contract.games import games
from tests.e2e.play import Clicks, Sitting, board_up, open_table
from tests.e2e.stage import Stage

CLICKS = Clicks()


def some(*quick: str) -> Any:
    """Return a test's parameter: every game, most of them the long way."""
    return pytest.mark.parametrize(
        "game",
        [
            pytest.param(
                game,
                id=game.info.key,
                marks=[] if game.info.key in quick else pytest.mark.long,
            )
            for game in games()
        ],
    )


async def sit(
    stage: Stage, game: AnyGame | str, *names: str, computers: int | None = None
) -> Sitting:
    """Begin a game in the café, where Emi moderates; the seats left over are computers'."""
    key = game if isinstance(game, str) else game.info.key
    if computers is None and not isinstance(game, str):
        computers = max(1, min(max(game.info.seats), 4) - len(names))
    seated = [stage.person(name, "games") for name in names]
    sitting = await open_table(stage, seated, CLICKS, key)
    ada = seated[0]
    for _ in range(computers or 0):
        outcome = await ada.slash("table computer", level="casual", table=sitting.table_id)
        assert "has joined" in outcome.text, outcome.text
    started = await CLICKS.start(sitting)
    assert started.message is not None, started.text
    sitting.hands[ada.name] = started.message
    await board_up(sitting)
    await stage.shown()
    return sitting


def gone(sitting: Sitting, *people: Actor) -> None:
    """Stop counting on these people: they have left, or were removed."""
    sitting.people = [each for each in sitting.people if each not in people]
    for person in people:
        sitting.hands.pop(person.name, None)
