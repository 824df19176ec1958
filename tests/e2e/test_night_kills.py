"""A night whose bot is killed after every press of its host, and at any moment."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable
from pathlib import Path

import pytest

from bot.sandbox import Actor, Message, Outcome
from bot.sandbox.actor import Modal
from tests.e2e.night_host import EARLY, FIRST, SECOND, Evening, evening
from tests.e2e.night_host import shown as shown_page
from tests.e2e.stage import Stage
from tests.e2e.test_nights import people_of, shown
from tests.only import first as first_of
from tests.only import only

pytestmark = pytest.mark.long

MOMENTS = 50
"""How many times the bot is killed while a host and guests press whatever they like."""


ROUNDS = 5
"""At most this many are dealt while it is killed."""


async def struck(stage: Stage, press: Awaitable[Outcome]) -> None:
    """Kill the bot as it answers a press, and start it again."""
    stage.dying_at(1, "POST", "/interactions/*/*/callback")
    await stage.death(press)
    await stage.start()
    await shown(stage)


async def plan(night: Evening, number: int) -> Message:
    """Seat a round, or open its seating if it is proposed already."""
    desk = await night.desk()
    proposed = f"Seating of round {number}"
    page = await night.press(desk, proposed if proposed in desk.buttons else f"Seat round {number}")
    assert f"Round {number} · proposal" in page.text, page.text
    return page


def events(night: Evening, what: str) -> int:
    """Return how often something was done to the night."""
    query = "SELECT count(*) FROM night_events WHERE night_id = ? AND what = ?"
    ((count,),) = night.stage.rows(query, night.id, what)
    return int(count)


def told(night: Evening, table: str, what: str) -> int:
    """Return how often something was done to a table."""
    query = "SELECT count(*) FROM table_events WHERE table_id = ? AND what = ?"
    ((count,),) = night.stage.rows(query, table, what)
    return int(count)


async def at_table(night: Evening, table: str, *presses: str) -> None:
    """Press several things about a table, of which the last one kills the bot."""
    page: Message = await night.desk()
    picked = await night.host.select(page, "Pick a table …", table)
    assert picked.message is not None, "the page of the table has no message to press on"
    page = picked.message
    first = next((each for each in page.buttons if each.startswith(presses[0])), None)
    if first is None:
        page = await night.press(page, "More …")
        found = (each for each in page.buttons if each.startswith(presses[0]))
        first = first_of(found, presses[0])
    presses = (first, *presses[1:])
    for which in presses[:-1]:
        page = await night.press(page, which)
    await struck(night.stage, night.host.press(page, presses[-1]))


def check(night: Evening) -> None:
    """Check that nothing is there twice, and that points add up."""
    stage = night.stage
    for query in (
        "SELECT night_round, night_table FROM tables WHERE night_id IS NOT NULL"
        " GROUP BY night_round, night_table HAVING count(*) > 1",
        "SELECT night_round, first FROM seats JOIN tables ON tables.id = table_id"
        " WHERE night_id IS NOT NULL AND first > 0 GROUP BY night_round, first HAVING count(*) > 1",
        "SELECT table_id FROM results GROUP BY table_id"
        " HAVING sum(points) * 2 <> max(seats) * 5040",
    ):
        assert not stage.rows(query), query


async def test_a_kill_after_every_press_of_the_host(tmp_path: Path) -> None:
    async with Stage(tmp_path) as stage:
        night = await evening(stage, 7, rounds=2)

        await struck(night.stage, night.host.press(await night.desk(), "Seat round 1"))
        assert events(night, "proposed") == 1
        await struck(night.stage, night.host.press(await plan(night, 1), "Shuffle"))
        assert events(night, "proposed") == 2
        await struck(night.stage, night.host.press(await plan(night, 1), "Start all"))
        assert events(night, "dealt") == 1
        tables = await night.dealt(1)
        check(night)

        await at_table(night, tables[0], "Give 5 minutes")
        assert told(night, tables[0], "more_time") == 1
        await at_table(night, tables[0], "End without a result …", "End without a result")
        assert night.phase(tables[0]) == "cancelled"
        for table in tables[1:]:
            await at_table(night, table, "Computers finish it …", "Computers finish it")
            assert told(night, table, "played_out") == 1
        await night.over(1)

        tables = await night.start(2)
        await at_table(night, tables[0], "Finish it another day …", "Finish it another day")
        assert told(night, tables[0], "pace") == 1
        for table in tables[1:]:
            await at_table(night, table, "Computers finish it …", "Computers finish it")
        await night.over(2)
        sure = await night.press(await night.more(), "End the night …")
        await struck(night.stage, night.host.press(sure, "End the night"))
        await shown(stage)
        assert events(night, "ended") == 1
        await stage.until(lambda: bool(night.marked(f"d:standings:{night.id}")))
        assert len(night.marked(f"d:standings:{night.id}")) == 1, "two recaps"
        for number in (1, 2):
            assert len(night.lists(number)) == 1, "two lists of a round"
        (recap,) = night.marked(f"d:standings:{night.id}")
        (again,) = [each for each in recap.buttons if each.startswith("Host: Same again")]
        await struck(night.stage, night.host.press(recap, again))
        ((draft,),) = stage.rows("SELECT id FROM nights WHERE state = 'draft'")
        preview = shown_page(await night.host.slash("night edit", night=draft))
        await struck(night.stage, night.host.press(preview, "Publish"))
        assert len(night.marked(f"n:desk:{draft}")) == 1, "two cards"
        for which in ("Night points", "Replays"):
            await struck(night.stage, night.guests[1].press(recap, which))
        assert len(night.marked(f"d:standings:{night.id}")) == 1, "two recaps"
        check(night)


async def test_a_kill_after_every_press_on_preview_and_form(tmp_path: Path) -> None:
    """From the command that makes a draft to the night's cancellation; each is done once."""
    async with Stage(tmp_path) as stage:
        ada, bob = people_of(stage, "Ada", "Bob")
        given = {"when": "in 10 days", "game": "shiranui", "zone": "Europe/Berlin"}
        await struck(stage, ada.slash("night new", given))
        ((night_id,),) = stage.rows("SELECT id FROM nights")
        night = Evening(stage, [ada, bob], night_id)
        standard = column(night, "options")
        page = await edit_page(night)
        await struck(stage, ada.select(page, "How it's played …", "1"))
        assert column(night, "options") != standard
        await struck(stage, ada.press(await edit_page(night), IN_A_DRAFT))
        await struck(stage, (await form(night, IN_A_DRAFT)).submit(title="One", limit="2"))
        assert (column(night, "title"), column(night, "cap")) == ("One", 2)
        await struck(stage, ada.press(await edit_page(night), "Publish"))
        assert [events(night, what) for what in ("drafted", "edited", "published")] == [1, 2, 1]
        assert len(night.marked(f"n:desk:{night_id}")) == 1, "two cards"
        threads = [
            each for each in stage.sandbox.world.channels.values() if each.name.endswith(" · One")
        ]
        assert len(threads) == 1, "two threads"

        for person in (ada, bob):
            await struck(stage, person.press(night.card(), "I'm in"))
        await struck(stage, (await form(night)).submit(title="Two"))
        asked = shown_page(await (await form(night)).submit(when="in 12 days"))
        await struck(stage, ada.press(asked, "Move it"))
        assert events(night, "edited") == 4
        (asked,) = night.said("has a new date")
        assert asked.pinged == [bob.id], "who moves it is asked, or another isn't"
        await struck(stage, bob.press(asked, "I can come"))
        await struck(stage, ada.slash("night cancel"))
        await struck(stage, ada.press(await cancel_page(night), "No, keep it"))
        assert column(night, "state") == "open"
        await struck(stage, ada.press(await cancel_page(night), "Yes, cancel it"))
        assert events(night, "cancelled") == 1
        (told,) = night.said(":F> is cancelled")
        assert told.pinged == [bob.id], "who cancels is told of it, or another isn't"
        assert len(night.marked(f"n:in:{night_id}")) == 0, "a cancelled night can be joined"
        # What is thrown away stays away.
        await struck(stage, ada.slash("night new", given))
        await struck(stage, ada.press(await edit_page(night), "Discard"))
        assert stage.rows("SELECT state FROM nights") == [("cancelled",)]


async def test_a_kill_after_every_press_on_doors_desk_and_proposal(tmp_path: Path) -> None:
    """What the other test has not: forms, doors, marks, sizes, swaps, seats, pauses."""
    async with Stage(tmp_path) as stage:
        night = await evening(stage, 8, there=(), doors=False, game="donburiko")
        early = await night.early_doors()
        await struck(stage, night.host.press(early, EARLY))
        assert events(night, "doors") == 1 and len(night.said("Doors are open")) == 1
        for guest in night.guests[:6]:
            await struck(stage, guest.press(night.card(), "I'm here"))
        assert events(night, "here") == 6
        page = await night.press(await night.desk(), "Guests …")
        gus = night.guests[6]
        await struck(stage, night.host.select(page, "Mark as here …", gus.id))
        await struck(stage, (await desk_form(night, "Tell all …")).submit(word="Hello there"))
        done = [events(night, what) for what in ("marked_here", "word")]
        assert done == [1, 1] and len(night.said("Hello there")) == 1

        await struck(stage, night.host.press(await night.desk(), "Seat round 1"))
        for which in ("Smaller tables", "Larger tables", "Shuffle"):
            await struck(stage, night.host.press(await plan(night, 1), which))
        assert events(night, "proposed") == 4
        await swap(night)
        assert events(night, "swapped") == 1
        await struck(stage, night.host.press(await plan(night, 1), "Discard"))
        assert night.round_state(1) == "" and events(night, "taken_back") == 1
        tables = await night.start(1)
        await struck(stage, night.host.press(await night.desk(), "Pause all"))
        assert {told(night, table, "paused") for table in tables} == {1}
        await struck(stage, night.host.press(await night.desk(), "Resume all"))
        assert {told(night, table, "resumed") for table in tables} == {1}
        await at_table(night, tables[0], "Nudge")
        await a_seat_for_who_comes_late(night, tables[0], night.guests[7])
        check(night)


async def test_a_kill_as_a_proposal_bends_and_one_more_table_is_dealt(tmp_path: Path) -> None:
    """Mend, start as it is, deal it: each is done once, and nobody who is here is forgotten."""
    async with Stage(tmp_path) as stage:
        night = await evening(stage, 10, there=range(6), game="donburiko")
        await night.press(await night.desk(), "Seat round 1")
        await night.guests[5].press(night.card(), "Can't come")
        await night.guests[6].press(night.card(), "I'm here")
        await struck(stage, night.host.press(await plan(night, 1), "Mend"))
        assert events(night, "mended") == 1, "not mended once"
        assert "Came since" not in (await plan(night, 1)).text

        await night.guests[4].press(night.card(), "Can't come")
        await night.guests[7].press(night.card(), "I'm here")
        asked = await night.press(await plan(night, 1), "Start all …")
        assert "has come or gone" in asked.text, asked.text
        await struck(stage, night.host.press(asked, "Start as it is"))
        assert events(night, "dealt") == 1, "not dealt once"
        tables = await night.dealt(1)
        assert night.guests[7].id not in {person for (person,) in seated_people(night)}

        await night.guests[8].press(night.card(), "I'm here")
        page = await night.press(await night.desk(), "Add a table to round 1 …")
        await struck(stage, night.host.press(page, f"Deal table {len(tables) + 1}"))
        assert events(night, "more_tables") == 1, "not dealt once"
        await stage.stored(lambda: len(night.tables(1)) == len(tables) + 1)
        assert {night.guests[7].id, night.guests[8].id} <= {p for (p,) in seated_people(night)}
        check(night)


def seated_people(night: Evening) -> list[tuple[str]]:
    """Return who sits at tables of a night."""
    query = (
        "SELECT CAST(person AS TEXT) FROM seats JOIN tables ON tables.id = table_id"
        " WHERE night_id = ?"
    )
    return night.stage.rows(query, night.id)  # pyright: ignore[reportReturnType]


async def a_seat_for_who_comes_late(night: Evening, table: str, late: Actor) -> None:
    """Let somebody leave, and a host put somebody else on the seat, with a kill each."""
    stage, sitting = night.stage, night.sitting(table)
    leaver = sitting.people[-1]
    await struck(stage, leaver.in_(sitting.place).slash("table leave"))
    assert told(night, table, "left") == 1, "the table wasn't told once that somebody left"
    await struck(stage, late.press(night.card(), "I'm here"))
    page = (await night.host.select(await night.desk(), "Pick a table …", table)).message
    assert page is not None, "the desk offers no page for the free seat"
    await struck(stage, night.host.press(page, f"Put {late.name} in {leaver.name}'s free seat"))
    assert told(night, table, "replaced") == 1, "the table wasn't told once who sits there now"
    query = "SELECT seat FROM seats WHERE table_id = ? AND person = ?"
    assert len(stage.rows(query, table, int(late.id))) == 1, "who came late hasn't one seat"


async def swap(night: Evening) -> None:
    """Let two change places, with a kill after each of the presses."""
    stage, host = night.stage, night.host
    await struck(stage, host.press(await plan(night, 1), "Swap two …"))
    page = await night.press(await plan(night, 1), "Swap two …")
    first = offered(page, FIRST)[0]
    await struck(stage, host.select(page, FIRST, first))
    page = await night.press(await plan(night, 1), "Swap two …")
    page = shown_page(await host.select(page, FIRST, first))
    await struck(stage, host.select(page, SECOND, offered(page, SECOND)[0]))


def offered(page: Message, placeholder: str) -> list[str]:
    """Return what a list on a page offers."""
    lists = [each for each in page.selects if each["placeholder"] == placeholder]
    found = only(lists, f"the list {placeholder!r} on the page {page.text[:60]!r}")
    return [each["value"] for each in found["options"]]


IN_A_DRAFT = "Text, date …"


async def form(night: Evening, button: str = "Title, text, date …") -> Modal:
    """Open the form by which a night is changed."""
    found = (await night.host.press(await edit_page(night), button)).modal
    assert found is not None, "the press opened no form"
    return found


async def desk_form(night: Evening, which: str) -> Modal:
    """Open a form from the desk."""
    found = (await night.host.press(await night.desk(), which)).modal
    assert found is not None, "the desk opened no form"
    return found


async def edit_page(night: Evening) -> Message:
    """Return the preview of a draft, or the page on which a night is changed."""
    return shown_page(await night.host.slash("night edit"))


async def cancel_page(night: Evening) -> Message:
    """Return the question whether a night is to be cancelled."""
    return shown_page(await night.host.slash("night cancel"))


def column(night: Evening, name: str) -> object:
    """Return something about a night, as it is stored."""
    ((value,),) = night.stage.rows(f"SELECT {name} FROM nights WHERE id = ?", night.id)
    return value


async def test_kills_at_any_moment_lose_and_double_nothing(tmp_path: Path) -> None:
    """Guests come and go and a host leads on, and the bot dies whenever it does."""
    chance = random.Random(5)
    async with Stage(tmp_path) as stage:
        night = await evening(stage, 8, rounds=ROUNDS)
        number = 1
        for moment in range(MOMENTS):
            doing = asyncio.ensure_future(one_press(night, chance, number, moment))
            await some_requests(night, doing, chance.randrange(20))
            await stage.kill()
            doing.cancel()
            await asyncio.gather(doing, return_exceptions=True)
            await stage.start()
            if night.round_state(number) == "dealt":
                tables = await night.dealt(number)
                check(night)
                for table in tables:
                    if night.phase(table) == "playing" and not told(night, table, "played_out"):
                        await night.at_table(table, "Computers finish it …", "Computers finish it")
                await night.over(number)
                number += 1
        await shown(stage)
        check(night)
        assert number > 1, "no round was ever dealt"
        posts = stage.rows(
            "SELECT kind, people, count(*) FROM night_posts WHERE kind = 'doors' GROUP BY kind"
        )
        assert [count for _kind, _people, count in posts] == [1], "the doors were told twice"
        words = [len(night.said(f"Word {moment}.")) for moment in range(MOMENTS)]
        assert max(words) <= 1, "a word to all was said twice"
        assert sum(words) == events(night, "word"), "a word to all was lost"
        for each in range(1, number):
            assert len(night.lists(each)) == 1, "two lists of a round"


async def some_requests(night: Evening, doing: asyncio.Future[None], count: int) -> None:
    """Wait until the bot has made this many requests to Discord, or has nothing left to do."""
    stage = night.stage
    asked = len(stage.sandbox.requests) + count

    def quiet() -> bool:
        behind = "SELECT id FROM nights WHERE shown_revision < revision AND state <> 'draft'"
        return doing.done() and not stage.behind() and not stage.rows(behind)

    await stage.stored(lambda: len(stage.sandbox.requests) >= asked or quiet())


async def one_press(night: Evening, chance: random.Random, number: int, moment: int) -> None:
    """Press something, as a host or as a guest; each message to everybody is a different one."""
    guest, what = chance.choice(night.guests), chance.random()
    if what < 0.2 and number < ROUNDS:
        page = await plan(night, number)
        asks = {"Mend and start", "Seat them and start", "Start without them"}
        for starts in ({"Start all", "Start all …"}, asks):
            for label in starts.intersection(page.buttons):
                page = await night.press(page, label)
    elif what < 0.35:
        await (await desk_form(night, "Tell all …")).submit(word=f"Word {moment}.")
    elif what < 0.45:
        await (await form(night)).submit(title=f"Evening {moment}")
    else:
        await guest.press(night.card(), chance.choice(("I'm going home", "I'm here")))
