"""Reports and a word before updates, through the real process: a report's game is read once the
board says so, and it keeps its reserves while no bot runs.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.chairs import asked, table_page
from tests.e2e.stage import Stage
from tests.e2e.test_processes import bot
from tests.e2e.timed import HOUR, did, left, move_on, near, sit


@pytest.mark.long
@pytest.mark.takes(10)
async def test_hands_are_read_once_the_board_says_so(clocked: Stage, tmp_path: Path) -> None:
    sitting = await sit(clocked, {"pace": "days", "reserve": 10, "move_time": 2})
    ada, file = sitting.people[0], tmp_path / "report.json"
    pressed = await ada.press(await table_page(sitting, ada), "Report to the bot's owner …")
    assert pressed.modal is not None
    outcome = await pressed.modal.submit(words="It hangs")
    assert "90 days" in outcome.text, outcome.text
    listed = await bot(clocked, "reports")
    assert "donburiko, playing: It hangs" in listed.said
    number = listed.said.split()[0]
    assert number in outcome.text
    assert (await bot(clocked, "reports", number, str(file))).code == 1
    assert not file.exists() and did(sitting, "looked") == 0
    written = await bot(clocked, "reports", number, str(file), "--now")
    assert written.code == 0, written.said
    assert did(sitting, "looked") == 1 and json.loads(file.read_text())["log"]
    await clocked.until(lambda: "has looked at all hands" in sitting.board.text)
    # The same game: four hours count, and those without a bot don't.
    clocked.later(4 * HOUR)
    person, _others = await asked(sitting)
    await clocked.stop()
    clocked.later(8 * HOUR)
    await clocked.start()
    page = await table_page(sitting, ada)
    assert "10 h + 2 h a move" in page.text and f"{person.name} 6 h" in page.text, page.text
    assert near(left(sitting, person), HOUR), "half of a reserve of ten hours isn't what it was"


@pytest.mark.long
async def test_what_is_announced_stands_on_the_board_as_it_is_next_drawn(clocked: Stage) -> None:
    """Written beside the running bot, which reads it by itself; no request is made for it."""
    sitting = await sit(clocked, {"pace": "days"})
    await clocked.shown()
    before = sitting.board.edited_at
    assert (await bot(clocked, "announce", "Update at 20:00", "--until", "2h")).code == 0
    while "Update at 20:00" not in sitting.board.text:
        await move_on(sitting)
        await clocked.shown()
    assert sitting.board.edited_at != before
    refused = await bot(clocked, "announce", "x" * 201)
    assert refused.code and "Update at 20:00" in sitting.board.text, refused.said
    assert (await bot(clocked, "announce", "--clear")).code == 0
    while "Update at 20:00" in sitting.board.text:
        await move_on(sitting)
        await clocked.shown()
