"""One person against computer players, from the lobby to the result, through the real process."""

from __future__ import annotations

import random
import re

import pytest

from bot.sandbox import Actor, Message, Outcome
from tests.contract.games import games
from tests.e2e.play import Clicks, Commands, Sitting, board_up, open_table
from tests.e2e.scenes import people, server
from tests.e2e.stage import Stage
from tests.e2e.wander import move

LEVELS = ("casual", "steady", "sharp")
CLICKS = Clicks()
NO_SEAT_YET = "Take a seat first: press **Join**."


async def add(sitting: Sitting, level: str) -> Outcome:
    """Seat a computer player, by the buttons of the card."""
    ada = sitting.people[0]
    page = await ada.press(sitting.card, "Add computer")
    assert page.only_me, page.text
    assert page.message is not None, "the page with the computers wasn't sent"
    outcome = await ada.press(page.message, f"Add: {level}")
    assert "🤖" in outcome.text, outcome.text
    assert "has joined." in outcome.text, outcome.text
    return outcome


async def against(stage: Stage, game: str, levels: tuple[str, ...]) -> Sitting:
    """Begin a game of Ada alone against computers."""
    ada = stage.person("Ada", server(stage))
    sitting = await open_table(stage, [ada], CLICKS, game)
    for level in levels:
        await add(sitting, level)
    started = await CLICKS.start(sitting)
    assert started.message is not None, started.text
    sitting.hands["Ada"] = started.message
    await board_up(sitting)
    return sitting


async def play_killed(stage: Stage, sitting: Sitting, seed: object) -> None:
    """Play to the end by clicks at random, and kill the bot once on the way."""
    rng = random.Random(str(seed))
    for _ in range(3):
        await move(sitting, rng)
    before = stage.log_of(sitting.table_id)
    await stage.restart()
    sitting.hands.clear()
    while await move(sitting, rng) is not None:
        pass
    await stage.shown()
    ((phase,),) = stage.rows("SELECT phase FROM tables WHERE id = ?", sitting.table_id)
    assert phase == "finished", f"nobody moves, and the game is {phase}"
    log = stage.log_of(sitting.table_id)
    assert log[: len(before)] == before, "steps from before the kill have changed"
    assert [row.step for row in log] == list(range(len(log))), (
        f"a step is missing: {[row.step for row in log]}"
    )
    # People's moves have the interaction that made them; computers' have none.
    assert {row.seat for row in log[1:] if row.interaction_id is not None} == {0}, (
        "a click moved for a computer"
    )
    assert all(row.interaction_id is None for row in log[1:] if row.seat != 0), (
        "a click moved for a computer"
    )
    assert sitting.pings() == [], f"pings stay after the end: {sitting.pings()}"


@pytest.mark.long
async def test_alone_against_one_of_each_level(stage: Stage) -> None:
    """The table names them with their sign; nobody but Ada is ever called; a kill loses nothing."""
    sitting = await against(stage, "donburiko", LEVELS)
    page = await sitting.people[0].press(sitting.board, "More")
    names = re.findall(r"🤖\s(\w+) \((\w+)\)", page.text)
    assert [level for _, level in names] == list(LEVELS)
    assert len({name for name, _ in names}) == 3
    await play_killed(stage, sitting, 1)
    for name, _ in names:
        assert f"🤖\u00a0{name}" in sitting.board.text
    ada = stage.sandbox.person("Ada").id
    sent = [each.body for each in stage.sandbox.requests if isinstance(each.body, dict)]
    called = {
        who for body in sent for who in re.findall(r"<@(-?\d+)>", str(body.get("content") or ""))
    }
    assert called <= {ada}


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", games(), ids=lambda game: game.info.key)
async def test_every_game_against_every_level(stage: Stage, game: object, level: str) -> None:
    """Each game with its fewest and its most seats, alone against computers of one level."""
    info = game.info  # pyright: ignore[reportAttributeAccessIssue]
    for seats in sorted({min(info.seats), max(info.seats)}):
        sitting = await against(stage, info.key, (level,) * (seats - 1))
        await play_killed(stage, sitting, seats)


@pytest.mark.real_start(when_long=True)
@pytest.mark.takes(2.5)
async def test_commands_seat_and_dismiss(stage: Stage) -> None:
    """`/table computer` and `/table dismiss` do what the buttons do."""
    place = server(stage)
    ada, bob = people(stage, place, "Ada", "Bob")
    sitting = await open_table(stage, [ada], Commands(), "donburiko")
    said = await ada.slash("table computer", level="steady", table=sitting.table_id)
    found = re.search(r"🤖\s(\w+) has joined", said.text)
    assert found is not None, said.text
    name = found[1]
    refused = await bob.slash("table computer", level="sharp", table=sitting.table_id)
    assert refused.text == NO_SEAT_YET
    refused = await bob.slash("table dismiss", computer=name, table=sitting.table_id)
    assert refused.text == NO_SEAT_YET
    offered = await ada.complete("table dismiss", "computer", name[:2])
    assert [(each["value"], each["name"]) for each in offered] == [(name, f"🤖 {name}: steady")]
    assert await bob.complete("table dismiss", "computer", "") == []
    await stage.until(lambda: f"🤖\u00a0{name} (steady)" in sitting.card.text)
    said = await ada.slash("table dismiss", computer="Nobody", table=sitting.table_id)
    assert name in said.text
    said = await ada.slash("table dismiss", computer=f"🤖 {name.upper()}", table=sitting.table_id)
    assert "has left" in said.text
    await stage.until(lambda: "🤖" not in sitting.card.text)
    said = await ada.slash("table dismiss", computer=name, table=sitting.table_id)
    assert "There are no computers" in said.text


async def test_a_page_that_is_out_of_date_seats_nobody(stage: Stage) -> None:
    """A double click adds one; buttons of an older page change nothing and show the newest."""
    place = server(stage)
    ada, bob = people(stage, place, "Ada", "Bob")
    sitting = await open_table(stage, [ada], CLICKS, "donburiko")
    page = (await ada.press(sitting.card, "Add computer")).message
    assert page is not None
    button = next(c["custom_id"] for c in page.controls if c["label"] == "Add: sharp")
    outcomes = [await press(ada, page, button) for _ in range(2)]
    assert "has joined" in outcomes[0].text
    assert "The table changed" in outcomes[1].text
    await stage.until(lambda: sitting.card.text.count("🤖") == 1)
    old = next(c["custom_id"] for c in page.controls if c["label"].startswith("Remove"))
    joined = await CLICKS.join(sitting, bob)
    assert "You're in!" in joined.text
    refused = await press(ada, page, old)
    assert "The table changed" in refused.text
    await stage.shown()
    assert sitting.card.text.count("🤖") == 1


async def press(person: Actor, message: Message, custom_id: str) -> Outcome:
    """Press a button, be it there or not."""
    return await person.raw(3, {"component_type": 2, "custom_id": custom_id}, message=message)
