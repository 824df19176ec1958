"""Tables with a clock: where nobody moves, and the test sets the time forward."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.sandbox import Actor, Outcome
from bot.sandbox.interactions import COMPONENT
from tests.e2e.chairs import asked, seat_now, table_events
from tests.e2e.play import Click, Clicks, Sitting, begin, end_game
from tests.e2e.scenes import move, people, server
from tests.e2e.stage import Stage
from tests.e2e.wander import is_move
from tests.only import first

CLICKS = Clicks()
MINUTE, HOUR = 60, 3600
LIVE: Mapping[str, object] = {"pace": "live", "move_time": 60}
LOST_TOO = pytest.mark.parametrize(
    "unheard",
    [False, pytest.param(True, marks=pytest.mark.long)],
    ids=["carried out", "lost"],
)
"""The request at which a bot dies is carried out, though it never hears of that; or it is lost."""
SLACK = 5 * MINUTE
"""By so much the machine's own clock may have gone on meanwhile; no test asks how much it was."""


async def sit(stage: Stage, options: Mapping[str, object], *names: str) -> Sitting:
    """Begin a game in a server of its own; everybody has their hand open."""
    seated = people(stage, server(stage), *(names or ("Ada", "Bob")))
    sitting = await begin(stage, seated, CLICKS, "donburiko", options)
    for person in seated[1:]:
        await sitting.open_hand(person)
    return sitting


def left(sitting: Sitting, person: Actor) -> int:
    """Return how many seconds somebody has until their clock rings next."""
    due = seat_now(sitting, person).due
    assert due is not None, "no clock runs at this table"
    return due - sitting.stage.now()


def near(seconds: int, wanted: int) -> bool:
    """Tell whether a time is what it should be, give or take how long the test has taken."""
    return wanted - SLACK < seconds <= wanted + 1


def did(sitting: Sitting, what: str) -> int:
    """Return how often something was done to a table."""
    return [each[0] for each in table_events(sitting.stage, sitting.table_id)].count(what)


def played_for(sitting: Sitting, person: Actor) -> list[int]:
    """Return the steps that a computer has made in somebody's place."""
    seat = seat_now(sitting, person).seat
    log = sitting.stage.log_of(sitting.table_id)
    return [step.step for step in log if step.seat == seat and step.interaction_id is None]


async def until_asked(sitting: Sitting, person: Actor) -> None:
    """Let the others move until somebody is asked, at once or some moves later."""
    while (await asked(sitting))[0] is not person:
        await move_on(sitting)


async def move_on(sitting: Sitting) -> Outcome:
    """Make one move, in a hand opened again: after a leap of time the open ones follow no more."""
    sitting.hands.clear()
    return await move(sitting)


async def put_away(sitting: Sitting) -> None:
    """End a table, so that no clock of it rings into what follows."""
    emi = sitting.stage.person("Emi", sitting.place)
    room = sitting.card.channel
    sitting.stage.sandbox.host.overwrite(room, emi.person, allow=["manage_messages"])
    outcome = await end_game(emi, sitting.table_id)
    if not outcome.text and sitting.stage.dead:
        # The kill that a test had ordered came just after it had looked.
        await sitting.stage.start()
        outcome = await end_game(emi, sitting.table_id)
    assert "has ended" in outcome.text, outcome.text
    await sitting.stage.shown()


async def poised(sitting: Sitting, person: Actor) -> Click:
    """Go through the menu to the last click of a move; return it, for whenever it is made.

    It can be made even after the hand shows something else, like a click at that very moment.
    """
    hand = await sitting.open_hand(person)
    await CLICKS.prepare(sitting, person, lambda _, offered: next(iter(offered)))
    part = first(filter(is_move, hand.controls), f"a move in the hand of {person.name}")
    press = {"component_type": 2, "custom_id": part["custom_id"]}
    return lambda: person.raw(COMPONENT, press, message=hand)
