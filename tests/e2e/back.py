"""Looking back at a game that is over, by its buttons and commands, as somebody would."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox import Actor, Message, Outcome
from bot.sandbox.interactions import COMPONENT
from tests.e2e.play import Sitting
from tests.e2e.spoken import pattern, said
from tests.only import only

MY_VIEW = "My view"
NOT_THERE = "here is the public view."


@dataclass
class Replay:
    """A replay that somebody has opened, and the page that it lies at."""

    person: Actor
    message: Message
    pages: dict[int, str] = field(default_factory=dict)
    """The text of each page that was seen, by its step."""

    @property
    def step(self) -> int:
        """Return the step that is shown."""
        return self._count()[0]

    @property
    def last(self) -> int:
        """Return the newest step of the game."""
        return self._count()[1]

    def _count(self) -> tuple[int, int]:
        step = pattern(self.person, "Step {step} of {last}", "[0-9]+")
        found = re.search(rf"\*\*{step}\*\*", self.message.text)
        assert found is not None, self.message.text
        return int(found[1]), int(found[2])

    async def press(self, label: str) -> str:
        """Press a button of the replay, by its English text; return the page that follows."""
        outcome = await self.person.press(self.message, said(self.person, label))
        assert outcome.kind == "edit", outcome.text
        self.pages[self.step] = self.message.text
        return self.message.text

    async def page_through(self) -> dict[int, str]:
        """Go from the first step to the last, one by one; return all pages."""
        self.pages.clear()
        if self.step:
            await self.press("First")
        self.pages[0] = self.message.text
        for step in range(self.last):
            assert self.step == step, "another step is shown than was asked for"
            await self.press("Next")
        assert self.step == self.last, "turning the pages didn't end at the last step"
        assert sorted(self.pages) == list(range(self.last + 1)), "a step was passed over"
        return dict(self.pages)


async def replay(sitting: Sitting, person: Actor, button: bool = True) -> Replay:
    """Open the replay of a table, by the button below the board or by command."""
    if button:
        outcome = await person.press(last_board(sitting), said(sitting.place, "Replay"))
    else:
        outcome = await person.in_(sitting.place).slash("table replay", table=sitting.table_id)
    assert outcome.only_me, outcome.text
    assert outcome.message is not None, f"the replay wasn't shown: {outcome.text}"
    return Replay(person, outcome.message)


async def at_the_end(person: Actor, end: Message, label: str) -> Outcome:
    """Press *More* below the end of a game, and a button of what then only this person sees."""
    controls = [each["custom_id"] for each in end.controls]
    more = [each for each in controls if each.startswith("h:more:")]
    page = await person.press(end, only(more, "button for more at the end"))
    assert page.only_me and page.message is not None, page.text
    return await person.press(page.message, said(person, label))


def last_board(sitting: Sitting) -> Message:
    """Return the board of a table that was closed, or the message that its game ended with."""
    person = sitting.people[0]
    wanted = {f"a:page:{sitting.table_id}", f"h:more:{sitting.table_id}"}
    seen = [message for message in person.sees(sitting.place) if not message.only_me]
    found = [m for m in seen if any(c["custom_id"] in wanted for c in m.controls)]
    return only(found, f"the end of table {sitting.table_id} that {person.name} sees")


async def look(sitting: Sitting, person: Actor, step: int, which: str) -> str:
    """Ask for a look at a step by a made-up control; return the page."""
    custom_id = f"h:replay:{sitting.table_id}:{step}:{which}:see"
    press = {"component_type": 2, "custom_id": custom_id}
    outcome = await person.raw(COMPONENT, press, message=last_board(sitting))
    assert outcome.only_me, outcome.text
    return outcome.text


async def export(sitting: Sitting, person: Actor) -> bytes:
    """Ask for a game as a file; return what it holds."""
    outcome = await person.in_(sitting.place).slash("table export", table=sitting.table_id)
    assert outcome.only_me, outcome.text
    assert outcome.message is not None, outcome.text
    (file,) = outcome.message.attachments
    assert file["filename"] == f"{sitting.game}-{sitting.table_id}.json", (
        "the file is called otherwise than its game"
    )
    return sitting.stage.sandbox.world.blobs[file["id"]].data


async def export_of(sitting: Sitting, person: Actor) -> dict[str, Any]:
    """Return a game as somebody's file contains it."""
    return json.loads(await export(sitting, person))


async def verdict(sitting: Sitting, person: Actor) -> str:
    """Ask for a finished game to be checked; return the answer."""
    outcome = await person.in_(sitting.place).slash("table verify", table=sitting.table_id)
    assert outcome.only_me, outcome.text
    return outcome.text
