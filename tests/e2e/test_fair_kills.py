"""The bot dies at each press of what decides who sits where and how a game ends: none is lost, and
none is done twice.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.sandbox import Actor, Message, Outcome
from tests.contract.games import games
from tests.e2e.chairs import struck
from tests.e2e.play import Clicks, Sitting, begin, open_table, page_of
from tests.e2e.scenes import people, server, steps
from tests.e2e.stage import Stage
from tests.e2e.timed import LOST_TOO
from tests.only import only

CLICKS = Clicks()
HOUR, DAY = 3600, 86400
FULL = 301
"""What is typed as so long from now begins at the next full five minutes."""


def row(stage: Stage, table_id: str, columns: str) -> tuple[Any, ...]:
    """Return columns of a table as they are on disk."""
    return only(
        stage.rows(f"SELECT {columns} FROM tables WHERE id = ?", table_id), "row of a table"
    )


def calls(sitting: Sitting) -> list[Message]:
    """Return the messages that call a host whose game hasn't begun."""
    wanted = f"t:start:{sitting.table_id}:missed"
    return [m for m in sitting.people[0].sees() if wanted in [c["custom_id"] for c in m.controls]]


async def settings(sitting: Sitting) -> Message:
    """Open the settings of a lobby as its host."""
    page = (await sitting.people[0].press(sitting.card, "Settings")).message
    assert page is not None, "the settings aren't shown"
    return page


async def asked_in(sitting: Sitting, person: Actor) -> None:
    """Let somebody press Join and ask to be let in, with the bot killed as it answers that."""
    page = (await person.press(sitting.card, "Join")).message
    assert page is not None, "nothing says that the table is by invitation"
    await struck(sitting.stage, lambda: person.press(page, "Ask to be let in"))
    again = await person.press(page, "Ask to be let in")
    assert "You have asked to be let in." in again.text, again.text


async def picked(host: Actor, page: Message, control: str, person: Actor) -> Outcome:
    """Pick somebody from a list of a page."""
    return await host.select(page, control, person.id)


async def lobby(stage: Stage, *names: str) -> Sitting:
    """Open a lobby where these people sit, whose first one lives in a time zone that is known."""
    seats = people(stage, server(stage), *names)
    await seats[0].slash("me clock", zone="UTC")
    sitting = await open_table(stage, seats, CLICKS)
    await stage.shown()
    return sitting


@pytest.mark.takes(4)
async def test_asking_and_letting_in_survive_a_kill_at_each_press(stage: Stage) -> None:
    sitting = await lobby(stage, "Ada")
    (ada,), table = sitting.people, sitting.table_id
    bob, cleo = people(stage, sitting.card.channel, "Bob", "Cleo")
    page = await settings(sitting)
    await struck(stage, lambda: ada.press(page, "Invited people only"))
    assert row(stage, table, "closed") == (1,)
    for person in (bob, cleo):
        await asked_in(sitting, person)
    asked = "SELECT name, answered FROM asking WHERE table_id = ? ORDER BY name"
    assert stage.rows(asked, table) == [("Bob", 0), ("Cleo", 0)]
    assert "Asks to join: Bob, Cleo" in sitting.card.text, sitting.card.text
    page = await settings(sitting)
    await struck(stage, lambda: picked(ada, page, f"t:let:{table}", bob))
    assert stage.names_at(table) == ["Ada", "Bob"]
    again = await picked(ada, page, f"t:let:{table}", bob)
    assert "don't ask to be let in any more" in again.text, again.text
    await struck(stage, lambda: picked(ada, page, f"t:down:{table}", cleo))
    assert stage.rows(asked, table) == [("Bob", 1), ("Cleo", 1)]
    assert "Asks to join: Cleo" in sitting.card.text, "all see who was turned down"
    assert "You have asked to be let in." in (await cleo.press(sitting.card, "Join")).text
    await struck(stage, lambda: ada.slash("table host", person=bob.id, table=table))
    assert row(stage, table, "host") == (int(bob.id),)


@pytest.mark.takes(5)
@LOST_TOO
async def test_a_kill_at_any_request_of_a_set_start_loses_and_doubles_nothing(
    tmp_path: Path, unheard: bool
) -> None:
    """Kill at the nth request that a game which begins by itself brings on: for every n."""
    async with Stage(tmp_path, clock=True) as stage:
        nth, died = 0, True
        while died:
            nth += 1
            sitting = await lobby(stage, "Ada", "Bob")
            ada, table = sitting.people[0], sitting.table_id
            said = await ada.slash("table start", at="in 1 hour", table=table)
            assert "The game begins" in said.text, said.text
            (start_by,) = row(stage, table, "start_by")
            await stage.shown()
            stage.dying_at(nth, unheard=unheard)
            stage.later(HOUR + FULL)
            await stage.stored(
                lambda: stage.dead or (steps(sitting) and not stage.behind())  # noqa: B023
            )
            died = stage.dead
            stage.sandbox.faults.clear()
            if died:
                await stage.start()
            await stage.stored(lambda: steps(sitting))  # noqa: B023
            await stage.shown()
            assert row(stage, table, "phase, started_by") == ("playing", start_by)
            assert steps(sitting) == 1, "it was dealt twice"
            (ping,) = sitting.pings()
            assert sorted(ping.mentions) == sorted(each.id for each in sitting.people)
            await put_away(sitting)
        assert nth > 3, "a start brings on thread, board and ping at least"


@pytest.mark.takes(4)
@LOST_TOO
async def test_a_kill_at_any_request_calls_a_host_once(tmp_path: Path, unheard: bool) -> None:
    """Whose game couldn't begin: too few were there, or the bot was away for too long."""
    async with Stage(tmp_path, clock=True) as stage:
        nth, died = 0, True
        while died:
            nth += 1
            sitting = await lobby(stage, "Ada")
            ada, table = sitting.people[0], sitting.table_id
            await ada.slash("table start", at="in 1 hour", table=table)
            await stage.shown()
            stage.dying_at(nth, unheard=unheard)
            stage.later(HOUR + FULL)

            def over(table: str = table) -> bool:
                """Tell whether the bot has died, or all that came of it is shown."""
                missed = row(stage, table, "missed") == ("few",)
                return stage.dead or (missed and not stage.behind())

            await stage.stored(over)
            died = stage.dead
            stage.sandbox.faults.clear()
            if died:
                await stage.start()
            await stage.shown()
            assert row(stage, table, "phase, missed, starts_at") == ("lobby", "few", None)
            (call,) = calls(sitting)
            assert call.mentions == [ada.id], call.mentions
            await ada.press(sitting.card, "Leave")
            await stage.shown()
            assert calls(sitting) == [], "the call outlives its table"
        assert nth > 2, "a miss brings on the card and the call at least"


async def test_a_start_that_comes_too_late_after_a_stop_calls_the_host(clocked: Stage) -> None:
    """And one that comes in time begins, however the bot was ended."""
    late, early = await lobby(clocked, "Ada", "Bob"), await lobby(clocked, "Ada", "Bob")
    for sitting, at in ((late, "in 1 hour"), (early, "in 2 hours")):
        await sitting.people[0].slash("table start", at=at, table=sitting.table_id)
    await clocked.stop()
    clocked.later(2 * HOUR + FULL)
    await clocked.start()
    await clocked.stored(lambda: steps(early))
    await clocked.shown()
    assert row(clocked, late.table_id, "phase, missed") == ("lobby", "late")
    (call,) = calls(late)
    assert "because I wasn't here then" in call.text, call.text
    again = await late.people[0].press(call, "Start")
    assert "The game begins." in again.text, again.text
    await clocked.shown()
    assert calls(late) == []


@pytest.mark.takes(4)
async def test_votes_to_end_and_giving_up_survive_a_kill_at_each_press(clocked: Stage) -> None:
    stage = clocked
    seats = people(stage, server(stage), "Ada", "Bob", "Cleo")
    # In a week, clocks would have computers move, whose points are nobody's.
    sitting = await begin(stage, seats, CLICKS, "donburiko", {"pace": "none"})
    ada, bob, cleo = (each.in_(sitting.place) for each in sitting.people)
    table = sitting.table_id

    def asked_end() -> int:
        query = "SELECT count(*) FROM table_events WHERE table_id = ? AND what = 'asked_end'"
        return stage.rows(query, table)[0][0]

    page = await red(ada, "void", table)
    await struck(stage, lambda: ada.press(page, "End without a result"))
    again = await ada.press(page, "End without a result")
    assert "already voted" in again.text, again.text
    assert asked_end() == 1, "asked twice"
    # A week later it is over by itself, also on the board.
    await stage.until(lambda: "wants to end the game" in sitting.board.text)
    stage.later(7 * DAY + 60)
    await stage.stored(lambda: row(stage, table, "motion") == (None,))
    await stage.shown()
    assert "wants to end the game" not in sitting.board.text
    page = await red(bob, "points", table)
    await struck(stage, lambda: bob.press(page, "End early, points as they stand"))
    await struck(stage, lambda: ada.slash("table vote", answer="yes", table=table))
    assert row(stage, table, "phase") == ("playing",), "it has ended without Cleo's yes"
    await struck(stage, lambda: cleo.slash("table vote", answer="no", table=table))
    assert row(stage, table, "phase, motion") == ("playing", None), "a no doesn't end the vote"
    page = await end_page(cleo, table)
    await struck(stage, lambda: cleo.press(page, "I give up"))
    assert stage.rows("SELECT gave_up FROM seats WHERE table_id = ? ORDER BY seat", table) == [
        (0,),
        (0,),
        (1,),
    ]
    again = await cleo.press(page, "I give up")
    assert "You gave this game up" in again.text, again.text
    page = await end_page(bob, table)
    await struck(stage, lambda: bob.press(page, "I give up"))
    assert row(stage, table, "phase") == ("finished",)
    # A seat for which a computer has moved meanwhile is nobody's, and has no name.
    query = "SELECT name FROM results WHERE table_id = ? AND name <> '' ORDER BY points DESC, place"
    assert stage.rows(query, table) == [("Ada",), ("Bob",), ("Cleo",)]


@pytest.mark.long
async def test_of_four_three_give_up_and_whoever_is_left_has_won(stage: Stage) -> None:
    seats = people(stage, server(stage), "Ada", "Bob", "Cleo", "Emi")
    sitting = await begin(stage, seats, CLICKS, "donburiko", {"pace": "none"})
    table = sitting.table_id
    for person in (each.in_(sitting.place) for each in sitting.people[:3]):
        assert row(stage, table, "phase") == ("playing",), f"over before {person.name} gave up"
        page = await end_page(person, table)
        await struck(stage, lambda: person.press(page, "I give up"))  # noqa: B023
    assert row(stage, table, "phase") == ("finished",)
    query = "SELECT place FROM results WHERE table_id = ? AND seat < 4 ORDER BY seat"
    assert [place for (place,) in stage.rows(query, table)] == [4, 3, 2, 1]


@pytest.mark.long
@pytest.mark.takes(6)
@pytest.mark.parametrize("key", sorted(game.info.key for game in games()))
async def test_the_last_yes_ends_a_game_once_though_the_bot_dies_of_it(
    stage: Stage, key: str
) -> None:
    """With the points that all can see, or without a result; nobody's press is asked for again."""
    for how, asks, phase in (
        ("points", "End early, points as they stand", "finished"),
        ("void", "End without a result", "cancelled"),
    ):
        seats = people(stage, server(stage), "Ada", "Bob", "Cleo")
        sitting = await begin(stage, seats, CLICKS, key, {"pace": "none"})
        ada, bob, cleo = (each.in_(sitting.place) for each in sitting.people)
        table = sitting.table_id
        page = await red(ada, how, table)
        stands = page.text
        await struck(stage, lambda: ada.press(page, asks))  # noqa: B023
        await struck(stage, lambda: bob.slash("table vote", answer="yes", table=table))  # noqa: B023
        assert row(stage, table, "phase") == ("playing",), f"{key}: it has ended without Cleo's yes"
        await struck(stage, lambda: cleo.slash("table vote", answer="yes", table=table))  # noqa: B023
        assert row(stage, table, "phase") == (phase,), f"{key}: the last yes is lost"
        query = "SELECT name, score FROM results WHERE table_id = ? ORDER BY seat"
        found = stage.rows(query, table)
        if how == "void":
            assert found == [], f"{key}: a game without a result has one"
        else:
            assert [name for name, _score in found] == ["Ada", "Bob", "Cleo"], found
            told = [f"{name} {score}" in stands.replace("**", "") for name, score in found]
            assert all(told), f"{key}: {found} isn't what the page said: {stands}"
        again = await cleo.slash("table vote", answer="yes", table=table)
        assert "✓" not in again.text and stage.rows(query, table) == found, again.text


async def red(person: Actor, how: str, table: str) -> Message:
    """Ask by a command to end a game; return the page with the red button."""
    return page_of(await person.slash("table end", how=how, table=table))


async def end_page(person: Actor, table: str) -> Message:
    """Ask to give up; return the page with the red button."""
    page = page_of(await person.slash("table concede", table=table))
    return page_of(await person.press(page, "I give up …"))


async def put_away(sitting: Sitting) -> None:
    """Let everybody give up, so that the table brings on nothing more."""
    person = sitting.people[0].in_(sitting.place)
    await person.press(await end_page(person, sitting.table_id), "I give up")
    await sitting.stage.shown()
