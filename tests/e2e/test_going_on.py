"""Being away, and going on without somebody, at the real bot on a clock of the test's."""

from __future__ import annotations

import pytest

from tests.e2e.chairs import asked, seat_now, struck, table_events
from tests.e2e.play import Sitting
from tests.e2e.stage import Stage
from tests.e2e.timed import HOUR, sit

TABLES = 25
DAYS = {"pace": "days"}
TIMELESS = {"pace": "none"}
NAMES = ("Ada", "Bob", "Cleo")


@pytest.mark.long
@pytest.mark.takes(10)
async def test_away_days_begin_and_end_at_all_tables_through_kills(clocked: Stage) -> None:
    """On many servers: the bot dies as it answers, and again and again as the days are over."""
    sittings = [await sit(clocked, DAYS, *NAMES) for _ in range(TABLES)]
    bob = sittings[0].people[1]
    await bob.slash("me clock", zone="Europe/Berlin")
    await struck(clocked, lambda: bob.slash("me away", until="mon 8:00"))
    ((until, due),) = clocked.rows(
        "SELECT away_until, away_due FROM people WHERE id = ?", int(bob.id)
    )
    assert until is not None, "what was acknowledged is lost"
    assert due == until, "it isn't done with: what is due next is the end"
    assert away_until(sittings, bob.name) == [until] * TABLES
    for sitting in sittings:
        assert f"Bob is away until <t:{until}:f>" in sitting.board.text.replace("**", "")
    clocked.later(until - clocked.now() + 60)
    for at in (1, 9):
        clocked.dying_at(at, "PATCH", "/channels/*/messages/*")
        await clocked.death()
        await clocked.start()
    await clocked.stored(lambda: away_until(sittings, bob.name) == [None] * TABLES)
    await clocked.shown()
    for sitting in sittings:
        assert "is away until" not in sitting.board.text
    assert clocked.rows("SELECT away_until FROM people WHERE id = ?", int(bob.id)) == [(None,)]


@pytest.mark.long
async def test_after_two_days_of_silence_the_table_goes_on_without_somebody(clocked: Stage) -> None:
    """Without a clock: the button comes after 72 hours, and 48 hours after its press, one yes is
    enough, through a kill; whoever comes back plays on.
    """
    sitting = await sit(clocked, TIMELESS, *NAMES)
    late, others = await asked(sitting)
    label = f"Let a computer play for {late.name}"
    await clocked.shown()
    assert label not in sitting.board.buttons
    clocked.later(72 * HOUR)
    await clocked.until(lambda: label in sitting.board.buttons)
    outcome = await others[0].press(sitting.board, label)
    assert "I've asked the others to vote." in outcome.text, outcome.text
    clocked.later(47 * HOUR)
    await clocked.restart(kill=True)
    await clocked.shown()
    assert seat_now(sitting, late).stand_in is None, "it is too early to go on"
    clocked.later(HOUR)
    await clocked.stored(lambda: seat_now(sitting, late).stand_in == "away")
    seat = seat_now(sitting, late).seat
    assert table_events(clocked, sitting.table_id) == [("away", "vote", seat)]
    await clocked.stored(lambda: seat_now(sitting, late).question_number is None)


def away_until(sittings: list[Sitting], name: str) -> list[int | None]:
    """Return until when somebody is away, as each of their tables has it."""
    query = "SELECT back_at FROM seats WHERE table_id = ? AND name = ?"
    return [sitting.stage.rows(query, sitting.table_id, name)[0][0] for sitting in sittings]
