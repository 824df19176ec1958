"""People come and go and are taken off, through kills; and every game goes on to its end."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Any

import pytest

from bot.engine.game import AnyGame
from bot.sandbox import Actor, Message
from tests.e2e.back import verdict
from tests.e2e.cafe import gone, sit, some
from tests.e2e.chairs import (
    chairs,
    come_back,
    host,
    press_page,
    seat_now,
    struck,
    table_events,
    table_page,
)
from tests.e2e.play import Clicks, Sitting, is_hand, page_of
from tests.e2e.scenes import NOT_IN_CHARGE, NOT_SEATED, OVER, answer, steps
from tests.e2e.stage import Stage
from tests.e2e.wander import move, to_the_end

CLICKS = Clicks()
TAKEN_OFF = "You were removed from this table, so you can't join it again."


@pytest.mark.long
@some()
async def test_a_game_goes_on_whoever_comes_and_goes(stage: Stage, game: AnyGame) -> None:
    """Leave, be replaced, come back, be taken off, the host too; and play to the end by clicks."""
    rng = random.Random(game.info.key)
    sitting = await sit(stage, game, "Ada", "Bob", "Cleo")
    ada, bob, cleo = sitting.people
    dai, emi = stage.person("Dai", sitting.place), stage.person("Emi", sitting.place)
    await move(sitting, rng)
    # Bob leaves by the table page; his seat is free.
    outcome = await press_page(sitting, bob, "Leave")
    assert "You have left the game." in outcome.text
    assert seat_now(sitting, bob).stand_in == "left"
    gone(sitting, bob)
    # Ada, the host, leaves by command, and the bot dies of it: Cleo is host now.
    here = ada.in_(sitting.place)
    await struck(stage, lambda: here.slash("table leave"))
    assert seat_now(sitting, ada).stand_in == "left"
    assert host(sitting) == int(cleo.id)
    assert re.search("The seats of .*Ada and .*Bob are free", sitting.board.text)
    again = await here.slash("table leave", table=sitting.table_id)
    assert again.text == "You have already left this game."
    gone(sitting, ada)
    sitting.hands.clear()
    await move(sitting, rng)
    # Ada is back, through a kill too; she isn't host again.
    hand = await sitting.open_hand(ada)
    await struck(stage, lambda: ada.press(hand, "I'm back"))
    assert seat_now(sitting, ada).stand_in is None
    assert host(sitting) == int(cleo.id)
    sitting.people.insert(0, ada)
    sitting.hands.clear()
    # Dai takes Bob's seat: through a kill, and once.
    number = seat_now(sitting, bob).seat
    page = await table_page(sitting, dai)
    await struck(stage, lambda: dai.press(page, "Take Bob's seat"))
    assert chairs(sitting)[number].name == "Dai"
    # The page from before the kill leads to how it is now, and offers no seat to who has one.
    again = await dai.press(page, "Show now")
    assert "Take Bob's seat" not in (again.message or page).buttons, again.text
    went = "Your seat went to Dai meanwhile."
    for what, why in (("back", went), ("hand", NOT_SEATED), ("leave", NOT_SEATED)):
        refused = await bob.in_(sitting.place).slash(f"table {what}", table=sitting.table_id)
        assert refused.text.startswith(why), (what, refused.text)
    sitting.people.append(dai)
    await move(sitting, rng)
    # Moderators take off anyone, the host too, and are shown nobody's hand.
    # Ada, who owns this café, moderates too, but not where she plays.
    outcome = await ada.in_(sitting.place).slash("table kick", seat="Dai", table=sitting.table_id)
    assert "or a moderator can do that" in outcome.text, outcome.text
    there = emi.in_(sitting.place)
    for name in ("Dai", "Cleo"):
        asked = await there.slash("table kick", seat=name, table=sitting.table_id)
        assert f"Remove {name} from this game?" in asked.text, asked.text
        outcome = await there.press(page_of(asked), "Remove them")
        assert f"{name} was removed from the table." in outcome.text, outcome.text
    assert not is_hand(outcome)
    assert host(sitting) == int(ada.id)
    assert (await emi.press(sitting.board, "My hand")).text.startswith(NOT_SEATED)
    for person in (cleo, dai):
        seat = {"seat": f"#{number + 1}", "table": sitting.table_id}
        refused = await person.in_(sitting.place).slash("table replace", seat)
        assert refused.text == TAKEN_OFF
    gone(sitting, cleo, dai)
    sitting.hands.clear()
    await to_the_end(sitting, rng)
    found = [(what, role) for what, role, _seat in table_events(stage, sitting.table_id)]
    assert found == [
        *[("left", "player")] * 2,
        ("back", "player"),
        ("replaced", "player"),
        *[("kicked", "moderator")] * 2,
    ]
    people = [each.name for each in chairs(sitting) if each.level is None]
    assert people == ["Ada"]
    assert "**Verified" in await verdict(sitting, ada)


@pytest.mark.takes(3)
async def test_a_table_that_everybody_leaves_waits(stage: Stage) -> None:
    """Computers wait for people; who is back first is host; and the game goes on to its end."""
    rng = random.Random(5)
    sitting = await sit(stage, "donburiko", "Ada", "Bob", computers=1)
    beside = await sit(stage, "donburiko", "Cleo", computers=1)
    ada, bob = sitting.people
    await move(sitting, rng)
    for person in (ada, bob):
        await press_page(sitting, person, "Leave")
    await stage.shown()
    assert "The game waits until somebody takes a seat." in sitting.board.text
    before = steps(sitting)
    assert sitting.pings() == []
    await stage.restart()
    for _ in range(3):
        # After a restart nobody's hand lies open until they look at it.
        beside.hands.clear()
        await move(beside, rng)
    assert steps(sitting) == before
    await come_back(sitting, bob)
    assert host(sitting) == int(bob.id)
    gone(sitting, ada)
    await to_the_end(sitting, rng)
    assert steps(sitting) > before


@pytest.mark.long
async def test_a_table_is_put_away_after_a_week_and_woken(tmp_path: Path) -> None:
    """Nobody is there for seven days: the table sleeps, and goes on where somebody wakes it."""
    async with Stage(tmp_path, clock=True) as stage:
        rng = random.Random(3)
        sitting = await sit(stage, "donburiko", "Ada", "Bob", computers=1)
        ada, bob = sitting.people
        await move(sitting, rng)
        for person in (ada, bob):
            await press_page(sitting, person, "Leave")
        await stage.shown()
        stage.later(6 * 24 * 3600)
        await stage.restart()
        await stage.shown()
        assert asleep(sitting) == [(0,)]
        # Stopped first: at the later time it might sweep its tables, and be killed halfway.
        await stage.kill()
        stage.later(2 * 24 * 3600)
        await stage.start()
        await stage.stored(lambda: asleep(sitting) == [(1,)])
        await stage.until(lambda: "archived" in sitting.board.text)
        # It is archived once, whenever the bot starts.
        await stage.restart()
        assert [each[0] for each in table_events(stage, sitting.table_id)].count("archived") == 1
        before = steps(sitting)
        outcome = await bob.slash("table resume", table=sitting.table_id)
        assert outcome.only_me, outcome.text
        await stage.stored(lambda: asleep(sitting) == [(0,)])
        await stage.shown()
        (board,) = [
            m
            for m in bob.sees("games")
            if f"t:hand:{sitting.table_id}" in str(m.controls)
            and "t:hand:" + sitting.table_id + ":card" not in str(m.controls)
            and "t:hand:" + sitting.table_id + ":ping" not in str(m.controls)
        ]
        gone(sitting, ada)
        hand = await bob.press(board, "My hand")
        assert hand.message is not None
        sitting.hands["Bob"] = hand.message
        assert seat_now(sitting, bob).stand_in is None
        assert host(sitting) == int(bob.id)
        while await move(sitting, rng) is not None:
            pass
        assert steps(sitting) > before


def asleep(sitting: Sitting) -> list[tuple[Any, ...]]:
    """Return whether a table sleeps."""
    return sitting.stage.rows("SELECT asleep FROM tables WHERE id = ?", sitting.table_id)


async def about_to_leave(sitting: Sitting, person: Actor) -> Message:
    """Return the page on which somebody is asked whether they leave."""
    page = (await press_page(sitting, person, "Leave …")).message
    assert page is not None, "nobody is asked"
    return page


async def test_two_want_the_same_seat_and_two_leave_at_once(stage: Stage) -> None:
    """What is done in the same moment is done one after the other; only one can have a seat."""
    sitting = await sit(stage, "donburiko", "Ada", "Bob", "Cleo", computers=1)
    ada, bob, cleo = sitting.people
    dai, finn = (stage.person(name, sitting.place) for name in ("Dai", "Finn"))
    pages = [await about_to_leave(sitting, person) for person in (ada, bob)]
    await asyncio.gather(ada.press(pages[0], "Leave"), bob.press(pages[1], "Leave"))
    assert [each.stand_in for each in chairs(sitting)] == ["left", "left", None, None]
    assert host(sitting) == int(cleo.id)
    pages = [await table_page(sitting, person) for person in (dai, finn)]
    said = await asyncio.gather(
        dai.press(pages[0], "Take Bob's seat"), finn.press(pages[1], "Take Bob's seat")
    )
    words = sorted("This seat is yours now" in outcome.text for outcome in said)
    assert words == [False, True]
    refused = next(each for each in said if "yours now" not in each.text)
    assert "That seat isn't free" in refused.text
    taken = chairs(sitting)[1].name
    assert taken in ("Dai", "Finn")
    # A double click leaves once, and says so the second time.
    page = await about_to_leave(sitting, cleo)
    twice = await asyncio.gather(*(cleo.press(page, "Leave") for _ in range(2)))
    texts = [answer(stage, each) for each in twice]
    assert sorted("You have left the game." in text for text in texts) == [False, True]
    assert sorted("You have already left this game." in text for text in texts) == [False, True]
    assert [each[0] for each in table_events(stage, sitting.table_id)].count("left") == 3
    sitting.people = [dai if taken == "Dai" else finn]
    sitting.hands.clear()
    await to_the_end(sitting, random.Random(23))


async def test_hosts_and_moderators_end_pause_and_kick_and_nobody_else(stage: Stage) -> None:
    """Others are refused; what is done is recorded; and the table shows it, through a kill."""
    sitting = await sit(stage, "donburiko", "Bob", "Cleo")
    bob, cleo = sitting.people
    dai, emi = stage.person("Dai", sitting.place), stage.person("Emi", sitting.place)
    table = sitting.table_id
    for person, command, words in (
        (cleo, "kick", {"seat": "Bob"}),
        (dai, "kick", {"seat": "Bob"}),
        (dai, "end", {}),
    ):
        outcome = await person.slash(f"table {command}", {**words, "table": table})
        assert outcome.text == NOT_IN_CHARGE.replace("Ada", "Bob"), outcome.text
    outcome = await dai.slash("table pause", table=table)
    assert outcome.text.startswith(NOT_SEATED)
    outcome = await emi.slash("table pause", table=table)
    assert "The game is paused." in outcome.text
    outcome = await bob.slash("table resume", table=table)
    assert "The game goes on." in outcome.text
    outcome = await bob.slash("table kick", seat="Bob", table=table)
    assert "You can't remove yourself" in outcome.text
    page = await table_page(sitting, emi)
    question_number = await emi.press(page, "End the game")
    assert "You can't undo this." in question_number.text
    assert question_number.message is not None
    await struck(stage, lambda: emi.press(page, "End the game"))
    assert stage.rows("SELECT phase FROM tables WHERE id = ?", table) == [("cancelled",)]
    assert [each[:2] for each in table_events(stage, table)] == [
        ("paused", "moderator"),
        ("resumed", "host"),
        ("ended", "moderator"),
    ]
    seen = [m for m in bob.sees(sitting.place) if f"a:page:{table}" in str(m.controls)]
    (board,) = [m for m in seen if not m.only_me]
    assert "A moderator ended the game." in board.text
    assert "Emi" not in board.text
    late = await bob.slash("table end", table=table)
    assert late.text == OVER


@pytest.mark.long
async def test_a_rematch_has_those_who_asked_for_it(stage: Stage) -> None:
    """Rematch on the last board: one lobby, whoever presses, also through a kill."""
    sitting = await sit(stage, "donburiko", "Ada", "Bob", "Cleo")
    rng = random.Random(13)
    await to_the_end(sitting, rng)
    ada, bob, cleo = sitting.people
    await struck(stage, lambda: bob.press(sitting.board, "Rematch"))
    for person in (cleo, ada):
        again = await person.press(sitting.board, "Rematch")
        assert "You're in the rematch" in again.text
    query = "SELECT id, host FROM tables WHERE rematch_of = ?"
    ((table_id, owner),) = stage.rows(query, sitting.table_id)
    assert owner == int(bob.id)
    assert stage.names_at(table_id) == ["Bob", "Cleo", "Ada"]
    await stage.shown()
    (card,) = [m for m in ada.sees(sitting.place) if f"t:start:{table_id}" in str(m.controls)]
    started = await bob.press(card, "Start")
    assert "The game begins." in started.text
