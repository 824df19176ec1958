"""Somebody who plays alone against computers, in one private message, only by clicks."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from bot.sandbox import Actor, Message
from bot.sandbox.json_text import Json
from tests.e2e.stage import Stage

MENU = re.compile(r"m[0-9]*:(?P<table>[a-z2-7]{5}):")
"""The beginning of the ids of a hand's menu."""
MOST_PRESSES = 3000


@dataclass(eq=False)
class Alone:
    """A person in a place outside any server, and the message with their game."""

    stage: Stage
    person: Actor
    message: Message
    rng: random.Random = field(default_factory=lambda: random.Random(7))
    presses: int = 0

    @classmethod
    async def begin(cls, stage: Stage, person: Actor, title: str) -> Alone:
        """Pick a game from `/play` and have it dealt; all in the message that `/play` has made."""
        shown = await person.slash("play")
        assert shown.message is not None and "Which game shall we play?" in shown.text, shown.text
        alone = cls(stage, person, shown.message)
        await alone.press(title)
        await alone.press("Against computers")
        await alone.until_asked()
        return alone

    @property
    def table_id(self) -> str:
        """Return the id of the table, which is in every control of the game."""
        ids = [str(part.get("custom_id")) for part in self.message.controls]
        found = [match for each in ids if (match := re.search(r":([a-z2-7]{5})(?=:|$)", each))]
        assert found, ids
        return found[0][1]

    @property
    def over(self) -> bool:
        """Tell whether the message shows the end of the game."""
        return "Rematch" in self.message.buttons

    def menu(self) -> list[Json]:
        """Return the controls by which something is played or chosen now."""
        return [
            part
            for part in self.message.controls
            if MENU.match(part.get("custom_id", "")) and part.get("label") != "Back"
        ]

    async def press(self, label: str) -> None:
        """Press a button; the same message must change, and nothing else be said."""
        outcome = await self.person.press(self.message, label)
        assert outcome.kind == "edit", f"{label}: {outcome.kind}: {outcome.text}"
        assert outcome.message is self.message, "the press didn't change the message with the game"
        self.presses += 1

    async def until_asked(self) -> None:
        """Wait until the computers have played, and the message says so by itself."""
        await self.stage.sandbox.until(lambda: self.menu() or self.over, 60)

    async def refresh(self) -> None:
        """Carry on with a message that an earlier process has left behind, as a person would."""
        if not self.menu() and not self.over:
            await self.press("More")
            await self.press("Back")

    async def choose(self) -> None:
        """Choose one of the controls of the menu by chance, and use it."""
        part = self.rng.choice(self.menu())
        if part["type"] == 2:
            outcome = await self.person.press(self.message, part["custom_id"])
        else:
            count = self.rng.randint(max(1, part["min_values"]), part["max_values"])
            picked = self.rng.sample([each["value"] for each in part["options"]], count)
            outcome = await self.person.select(self.message, part["custom_id"], picked)
        assert outcome.kind in ("edit", "message"), outcome.kind
        self.presses += 1

    async def play(self, presses: int = MOST_PRESSES) -> None:
        """Play on by chance, to the end or for some presses."""
        for _ in range(presses):
            await self.until_asked()
            if self.over:
                return
            await self.choose()
        assert presses < MOST_PRESSES, f"no end after {presses} presses: {self.message.text}"
