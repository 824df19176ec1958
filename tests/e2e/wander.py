"""People who play a game of any kind by clicks at random, along with computers and empty chairs."""

from __future__ import annotations

import random

from bot.sandbox.json_text import Json
from tests.e2e.play import Clicks, Sitting, done

CLICKS = Clicks()
TRIES = 100
"""The most clicks that lead to a move, whatever they are."""


async def move(sitting: Sitting, rng: random.Random) -> str | None:
    """Make some move for whoever has a menu; return who that was, or None if the game is over."""
    person = await CLICKS.turn(sitting)
    if person is None:
        return None
    hand = sitting.hands[person.name]
    for _ in range(TRIES):
        controls = [part for part in hand.controls if is_move(part)]
        if not controls:
            # Somebody else was quicker, or time was.
            return person.name
        part = rng.choice(controls)
        if part["type"] == 2:
            outcome = await person.press(hand, part["custom_id"])
        else:
            offered = [each["value"] for each in part["options"]]
            count = rng.randint(part.get("min_values", 1), part.get("max_values", 1))
            outcome = await person.select(hand, part["custom_id"], rng.sample(offered, count))
        assert outcome.only_me, outcome.text
        if done(outcome):
            return person.name
    raise AssertionError(f"no move comes of {[part['custom_id'] for part in hand.controls]}")


async def to_the_end(sitting: Sitting, rng: random.Random) -> None:
    """Play until the game is over; people who can't open a hand aren't part of the sitting."""
    while await move(sitting, rng) is not None:
        pass
    await sitting.stage.shown()
    query = "SELECT phase FROM tables WHERE id = ?"
    assert sitting.stage.rows(query, sitting.table_id) == [("finished",)]
    assert sitting.pings() == [], "somebody is still called after the end"


def is_move(part: Json) -> bool:
    """Tell whether a control leads on in the menu of a hand."""
    prefix = part["custom_id"].partition(":")[0].rstrip("0123456789")
    return prefix == "m" and part.get("label") != "Back"
