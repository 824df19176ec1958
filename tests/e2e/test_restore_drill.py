"""A drill: back up, play on, put the backup back, and press all that was drawn before."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.sandbox import Actor, Message
from bot.sandbox.interactions import COMPONENT
from bot.sandbox.json_text import Json
from tests.e2e.cafe import sit
from tests.e2e.chairs import table_page
from tests.e2e.night_host import evening
from tests.e2e.play import Chance, Clicks, Sitting, open_table
from tests.e2e.stage import Stage

pytestmark = pytest.mark.real_start

CLICKS = Clicks()
SORRY = ("Something went wrong", "doesn't work any more")
NUMBERED = re.compile(
    r"m[0-9]*:|c:(?!add:)|a:vote:|d:(doors|seat|start|shuffle|swap|drop|smaller|larger):"
)
"""Controls that stand for one moment: a question, a vote, a lobby, a revision of a night. What says
the same at any time, as *Leave* or *I'm in* do, has no number and does what it says; so does what
adds a computer where there are as many as it shows."""
STORED = (
    "SELECT id, phase, revision, host, paused, motion, state FROM tables ORDER BY id",
    "SELECT table_id, seat, person, question_number, stand_in FROM seats ORDER BY 1, 2",
    "SELECT table_id, step, action FROM log ORDER BY 1, 2",
    "SELECT id, revision, state, doors, size_shift FROM nights ORDER BY id",
    "SELECT night_id, number, seating, state FROM rounds ORDER BY 1, 2",
)


class Drawn(NamedTuple):
    """A control as it was drawn for somebody."""

    person: Actor
    message: Message
    part: Json


async def run(stage: Stage, *arguments: str) -> tuple[int, str]:
    """Run `python -m bot` next to the stage's bot; return its exit code and what it said."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *arguments),
        cwd=stage.folder,
        env=stage.environment(),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    assert process.returncode is not None, "the command is still running"
    return process.returncode, said.decode()


def drawn(people: Iterable[Actor], *messages: Message) -> list[Drawn]:
    """Return the controls that messages have now and that stand for one moment."""
    return [
        Drawn(person, message, dict(part))
        for person in people
        for message in messages
        if message.only_for in (None, person.id)
        for part in message.controls
        if NUMBERED.match(part.get("custom_id", ""))
    ]


def stored(stage: Stage) -> list[list[tuple[object, ...]]]:
    """Return what could change by a press."""
    return [stage.rows(query) for query in STORED]


async def press(control: Drawn) -> str:
    """Use a control as a client would that still shows it; return the answer."""
    person, message, part = control
    data: Json = {"component_type": part["type"], "custom_id": part["custom_id"]}
    if part["type"] != 2:
        least = part.get("min_values", 1)
        data["values"] = [each["value"] for each in part["options"]][:least]
    answer = await person.raw(COMPONENT, data, message=message)
    said = f"{person.name} pressed {part['custom_id']}: {answer.text!r}"
    assert not answer.failed, said
    assert answer.text, said
    assert not any(words in answer.text for words in SORRY), said
    return answer.text


async def three_moves(sitting: Sitting, choose: Chance) -> list[Drawn]:
    """Make three moves; return the controls of all hands as they were before and after each."""
    found = drawn(sitting.people, *sitting.hands.values())
    for _ in range(3):
        person = await CLICKS.turn(sitting)
        assert person is not None, "nobody is asked for a move"
        last = await CLICKS.prepare(sitting, person, choose)
        found += drawn(sitting.people, *sitting.hands.values())
        await last()
        await CLICKS.turn(sitting)
        found += drawn(sitting.people, *sitting.hands.values())
    return found


@pytest.mark.long
async def test_nothing_drawn_before_a_restore_fits_after_it(tmp_path: Path) -> None:
    async with Stage(tmp_path, BACKUP_EVERY="1000", BACKUP_TO=str(tmp_path / "own")) as stage:
        choose = Chance("drill")
        night = await evening(stage, 4)
        plan = await night.plan(1)
        sitting = await sit(stage, "donburiko", "Ada", "Bob", "Cleo", computers=0)
        ada, bob, _cleo = sitting.people
        await CLICKS.turn(sitting)
        lobby = await open_table(stage, [ada], CLICKS)
        await ada.slash("table computer", level="casual", table=lobby.table_id)
        seats = (await ada.press(lobby.card, "Add computer")).message
        assert seats is not None
        await bob.press(await table_page(sitting, bob), "Ask for a pause")
        await stage.until(lambda: "Vote yes" in sitting.board.buttons)
        old = drawn([ada], seats, plan) + drawn(sitting.people, sitting.board)

        code, said = await run(stage, "backup", "copy.sqlite3")
        assert code == 0, said
        copied = stored(stage)
        old += await three_moves(sitting, choose)
        await ada.slash("table computer", level="casual", table=lobby.table_id)
        plan = await night.press(plan, "Smaller tables")
        old += drawn([ada], plan)

        code, said = await run(stage, "restore", "copy.sqlite3")
        assert (code, "in use" in said) == (1, True), said
        await stage.kill()
        code, said = await run(stage, "restore", "copy.sqlite3")
        assert code == 0, said
        await stage.start()
        await stage.shown()
        # The board shows what was put back: the vote is open again, under another number.
        assert "Vote yes" in sitting.board.buttons
        votes = {each.part["custom_id"] for each in old if "a:vote:" in each.part["custom_id"]}
        assert votes, "no vote was seen before"
        assert votes.isdisjoint(part["custom_id"] for part in sitting.board.controls)
        steps = "SELECT count(*) FROM log WHERE table_id = ?"
        assert stage.rows(steps, sitting.table_id) == [(1,)]
        assert copied != stored(stage)

        # Play on, past the numbers that the lost moves had.
        sitting.hands.clear()
        await three_moves(sitting, choose)
        await stage.shown()
        before = stored(stage)
        kinds = {each.part["custom_id"].split(":")[0].rstrip("0123456789") for each in old}
        assert kinds == {"m", "c", "a", "d"}, kinds
        pressed = {(each.person.id, each.part["custom_id"]): each for each in old}
        for control in pressed.values():
            text = await press(control)
            assert stored(stage) == before, f"{control.part['custom_id']} changed something: {text}"

        # What is drawn now works, and all that is stored fits together.
        sitting.hands.clear()
        await three_moves(sitting, choose)
        plan = await night.press(await night.desk(), "Seating of round 1")
        await night.start_all(plan)
        await night.dealt(1)
        await stage.shown()
        code, said = await run(stage, "check")
        assert (code, "is in order" in said) == (0, True), said
        # The running bot made a copy by itself as it first started, and none at the next start.
        (own,) = (tmp_path / "own").iterdir()
        code, said = await run(stage, "check", str(own))
        assert code == 0, said
