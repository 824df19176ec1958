"""The chairs of a table as they lie on disk: who sits there, who minds them, how time stands."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.sandbox import Actor, Message, Outcome
from tests.e2e.play import Sitting, has_menu
from tests.e2e.spoken import said
from tests.e2e.stage import Stage
from tests.only import first


@dataclass(frozen=True, slots=True)
class SeatNow:
    """One seat, by the columns of its row."""

    seat: int
    person: int
    name: str
    level: str | None
    stand_in: str | None
    away_since: int | None
    timeouts: int
    question_number: int | None
    clock_left: int | None
    clock_at: int | None
    reminders: int
    due: int | None


def chairs(sitting: Sitting) -> list[SeatNow]:
    """Return the seats of a table, in their order."""
    columns = ", ".join(field.name for field in dataclasses.fields(SeatNow))
    query = f"SELECT {columns} FROM seats WHERE table_id = ? ORDER BY seat"
    return [SeatNow(*row) for row in sitting.stage.rows(query, sitting.table_id)]


def seat_now(sitting: Sitting, person: Actor) -> SeatNow:
    """Return the seat of a person."""
    found = [each for each in chairs(sitting) if each.person == int(person.id)]
    return first(found, f"the seat of {person.name} at table {sitting.table_id}")


def table_events(stage: Stage, table_id: str) -> list[tuple[str, str, int | None]]:
    """Return what was done to a table besides the moves: what, by what right, to which seat."""
    query = "SELECT what, role, seat FROM table_events WHERE table_id = ? ORDER BY id"
    return [(what, role, seat) for what, role, seat in stage.rows(query, table_id)]


def host(sitting: Sitting) -> int:
    """Return the id of the host."""
    ((found,),) = sitting.stage.rows("SELECT host FROM tables WHERE id = ?", sitting.table_id)
    return found


async def asked(sitting: Sitting) -> tuple[Actor, list[Actor]]:
    """Wait until somebody of the sitting is asked; return who, and the others."""

    def waiting() -> list[Actor]:
        seats = {each.person: each for each in chairs(sitting)}
        return [p for p in sitting.people if seats[int(p.id)].question_number is not None]

    await sitting.stage.stored(waiting)
    person = waiting()[0]
    return person, [each for each in sitting.people if each is not person]


async def called(sitting: Sitting, sign: str, *people: Actor) -> Message:
    """Wait until the one ping there is calls these people, and begins with a sign; return it.

    The first one of a game calls everybody.
    """
    ids = {person.id for person in people}

    def right() -> bool:
        pings = sitting.pings()
        if len(pings) != 1:
            return False
        if sign == "<@" and pings[0].content.startswith("🎲 "):
            return all(person.name in pings[0].content for person in people)
        return pings[0].content.startswith(sign) and set(pings[0].mentions) == ids

    await sitting.stage.until(right)
    return sitting.pings()[0]


async def table_page(sitting: Sitting, person: Actor) -> Message:
    """Press Table on the board; return the page."""
    outcome = await person.press(sitting.board, said(sitting.place, "More"))
    assert outcome.only_me, outcome.text
    assert outcome.message is not None, f"the table page wasn't shown: {outcome.text}"
    return outcome.message


async def press_page(sitting: Sitting, person: Actor, button: str, *, name: str = "") -> Outcome:
    """Press a button on the table page, by its English text and the name in it."""
    page = await table_page(sitting, person)
    if button == "Leave":
        page = (await person.press(page, said(person, "Leave …"))).message or page
    addressed = said(person, "{name}").format(name=name)
    outcome = await person.press(page, said(person, button).format(name=addressed))
    assert outcome.only_me, outcome.text
    return outcome


async def come_back(sitting: Sitting, person: Actor) -> Outcome:
    """Open one's hand and press I'm back; keep the hand that answers."""
    hand = await sitting.open_hand(person)
    assert not has_menu(hand), hand.text
    outcome = await person.press(hand, said(person, "I'm back"))
    assert outcome.kind == "edit", outcome.text
    assert said(person, "You are back.") in outcome.text, outcome.text
    return outcome


async def struck(stage: Stage, act: Callable[[], Awaitable[Outcome]]) -> None:
    """Kill the bot as it answers, the answer lost, and start it again."""
    stage.dying_at(1, "POST", "/interactions/*/callback", unheard=True)
    assert await stage.death(act()) is not None, "the bot wasn't killed in the act"
    await stage.start()
    await stage.shown()
