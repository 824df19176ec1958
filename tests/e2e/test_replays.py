"""A finished game, looked back at on the wire; and what is a person's own, on every server."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox import Actor, Message, Outcome
from tests.e2e.back import at_the_end
from tests.e2e.play import Chance, Clicks, Sitting, begin, play_on
from tests.e2e.scenes import table
from tests.e2e.stage import ROOT, Stage


async def finished(stage: Stage) -> Sitting:
    """Play a game of two to its end."""
    people = [stage.person(name, "games") for name in ("Ada", "Bob")]
    sitting = await begin(stage, people, Clicks(), options={"pace": "none"})
    await play_on(sitting, Clicks(), Chance("looking back"))
    return sitting


async def exported(stage: Stage, answer: Outcome) -> str:
    """Return the text of the file that came with an answer."""
    assert answer.only_me, "all see what was exported for one"
    assert answer.message is not None, "nothing was exported"
    (file,) = answer.message.attachments
    async with aiohttp.ClientSession() as session, session.get(file["url"]) as found:
        return await found.text()


def part(answer: Outcome) -> Message:
    """Return the private message that came."""
    assert answer.only_me, answer.text
    assert answer.message is not None, "no part of the replay was sent"
    return answer.message


async def paged(person: Actor, first: Message) -> list[str]:
    """Press Next until the end; return the pages."""
    pages, page = [first.text], first
    while any(c.get("label") == "Next" and not c.get("disabled") for c in page.controls):
        page = part(await person.press(page, "Next"))
        pages.append(page.text)
    return pages


@pytest.mark.long
async def test_a_finished_game_is_looked_back_at_opened_and_checked(
    stage: Stage, tmp_path: Path
) -> None:
    sitting = await finished(stage)
    ada, bob = sitting.people
    cleo = stage.person("Cleo", sitting.place)
    board = sitting.board
    await stage.restart()
    steps = len(stage.log_of(sitting.table_id))
    pages = await paged(cleo, part(await cleo.press(board, "Replay")))
    assert [f"Step {n} of {steps - 1}" in page for n, page in enumerate(pages)] == [True] * steps
    hers = await ada.in_(sitting.place).slash("table replay")
    own = await paged(ada, part(hers))
    assert len(own) == steps
    assert not set(own) & set(pages)
    sealed = await exported(stage, await cleo.slash("table export", table=sitting.table_id))
    assert "secret" not in json.loads(sealed)
    word = await cleo.slash("table verify", table=sitting.table_id)
    assert "Verified" in word.text
    assert "the bot's word for it" in word.text

    asked = await at_the_end(bob, board, "Reveal hands")
    assert asked.only_me
    assert "Still to press **Reveal hands**: Ada" in asked.text
    assert "All hands are revealed" in (await at_the_end(ada, board, "Reveal hands")).text
    await stage.shown()
    assert "reveal all hands" not in sitting.board.text
    hand = part(await cleo.press(part(await cleo.press(sitting.board, "Replay")), "Bob"))
    assert "Bob's view" in hand.text
    word = await cleo.slash("table verify", table=sitting.table_id)
    text = await exported(stage, await cleo.slash("table export", table=sitting.table_id))
    secret = json.loads(text)["secret"]
    assert secret in re.sub(r"\s|`", "", word.text)

    file = tmp_path / "game.json"
    file.write_text(text, "utf-8")
    assert checked(file).startswith("Verified")
    # What else may be changed is up to `tests/tables/test_verify_export.py`.
    file.write_text(text.replace(secret, "0" * 64), "utf-8")
    assert checked(file).startswith("Something doesn't match")


def checked(file: Path, path: str = str(ROOT)) -> str:
    """Check a file as anybody can, where there is no database; return what is printed.

    `path` is where Python looks for packages.
    """
    return subprocess.run(
        [sys.executable, "-m", "bot", "verify", str(file)],
        cwd=file.parent,
        env={"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    ).stdout


HOURS = "**10:00\u202fPM** to **7:00\u202fAM**"


@pytest.mark.long
async def test_ones_games_and_clock_are_there_everywhere(stage: Stage) -> None:
    here, there = await table(stage, "Ada", "Bob"), await table(stage, "Bob", "Ada")
    ada = here.people[0]
    home = ada.in_(stage.sandbox.world.dm(ada.person))
    for place in (ada, home):
        listed = await place.slash("me games")
        assert listed.only_me or place is home, "others on the server see whose games these are"
        for sitting in (here, there):
            assert sitting.table_id in listed.text
            guild, thread = sitting.place.guild, sitting.place.id
            assert guild is not None
            assert guild.name in listed.text
            link = f"https://discord.com/channels/{guild.id}/{thread}/{sitting.board.id}"
            assert link in listed.text
    offered = await home.complete("me clock", "zone", "vienn")
    assert [each["value"] for each in offered] == ["Europe/Vienna"]
    given = {"zone": "Europe/Vienna", "from": "22:00", "to": "7"}
    assert HOURS in (await home.slash("me clock", given)).text
    await stage.restart()
    shown = await ada.slash("me clock")
    assert "Europe/Vienna" in shown.text
    assert HOURS in shown.text
    cleared = await ada.press(part(shown), "No quiet hours")
    assert "no quiet hours" in cleared.text
    assert "12 hours" in (await ada.slash("me clock", {"from": "8", "to": "22"})).text
