"""A lesson gone through by clicks, as somebody would who does what each step asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.engine.game import Action
from bot.engine.lesson import Position, positions
from bot.sandbox import Actor
from bot.sandbox.message_body import Message
from bot.ui.pages.games.lesson import lesson_of, lesson_page, lesson_wording, step_id
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.menu_moves import MenuPath, menu_moves, together
from tests.e2e.play import page_of, title_of
from tests.only import first, only


@dataclass
class Learner:
    """Somebody in a lesson: the message with it, and how often they have clicked."""

    person: Actor
    playable: PlayableGame
    message: Message
    clicks: int = 0

    @classmethod
    async def begin(cls, person: Actor, playable: PlayableGame) -> Learner:
        """Call /learn, or call it again."""
        outcome = await person.slash("learn", game=playable.game.info.key)
        assert person.channel is not None, "the learner is in no channel"
        assert outcome.only_me or person.channel.guild is None, "others see the lesson"
        return cls(person, playable, page_of(outcome))

    @property
    def steps(self) -> int:
        """Return how many steps the lesson has."""
        return len(lesson_of(self.playable).steps)

    @property
    def number(self) -> int:
        """Return the number of the step that is shown, from 0."""
        author = self.message.embeds[0]["author"]["name"]
        wording = lesson_wording(lesson_of(self.playable), "?", self.person.person.locale)
        shown = (lesson_page(self.playable, n, wording).author for n in range(self.steps))
        numbers = (number for number, each in enumerate(shown) if each == author)
        return first(numbers, f"the step of a lesson that is called {author}")

    @property
    def title(self) -> str:
        """Return the title of the step that is shown."""
        return title_of(self.message)

    @property
    def position(self) -> Position:
        """Return where the game stands at the step."""
        return positions(self.playable.game, lesson_of(self.playable))[self.number]

    def wrong(self) -> list[Action]:
        """Return the moves that may be made at the step and aren't the one asked for."""
        asked = lesson_of(self.playable).steps[self.number].move
        return [move for move in self.position.legal if asked is not None and move != asked]

    async def go_on(self) -> None:
        """Do what the step asks for: press Next, or make the move."""
        number = self.number
        move = lesson_of(self.playable).steps[number].move
        if move is None:
            await self._press(step_id(self.playable.game.info.key, number + 1))
        else:
            await self.make(move)
        assert self.number == number + 1, f"{self.title}: doing what it asks leads nowhere"

    async def make(self, move: Action) -> None:
        """Make a move through the menu."""
        wording = lesson_wording(lesson_of(self.playable), "?", "en-GB")
        found = menu_moves(self.playable.render, self.position.legal, self.position.view, wording)
        path = only([each.path for each in found if each.action == move], f"the way to {move}")
        at = 0
        while at < len(path):
            at = await self._deeper(path, at)

    async def _deeper(self, path: MenuPath, at: int) -> int:
        """Click on what leads nearest to the end of a path; return how far that is."""
        begins = f"learn[0-9]*:{self.playable.game.info.key}:{self.number}:"
        for part in self.message.controls:
            name: str = part["custom_id"]
            if not re.match(begins, name):
                continue
            leads = tuple(name.split(":")[3:])
            if part["type"] == 2:
                if len(leads) > at and leads == path[: len(leads)]:
                    await self._press(name)
                    return len(leads)
                continue
            if len(leads) < at or leads != path[: len(leads)]:
                continue
            offered = [option["value"] for option in part["options"]]
            for value in offered:
                there = (*leads, *value.split(":"))
                if there == path[: len(there)]:
                    await self._pick(name, [value])
                    return len(there)
            several = path[len(leads)].split("+") if len(leads) < len(path) else []
            if len(several) > 1 and set(several) <= set(offered):
                assert together(several) == path[len(leads)], (
                    "the list leads to another step of the lesson"
                )
                await self._pick(name, several)
                return len(leads) + 1
        raise AssertionError(f"{self.title}: nothing leads from {path[:at]} to {path}")

    async def _press(self, name: str) -> None:
        outcome = await self.person.press(self.message, name)
        assert outcome.kind == "edit", outcome.text
        self.clicks += 1

    async def _pick(self, name: str, values: list[str]) -> None:
        outcome = await self.person.select(self.message, name, values)
        assert outcome.kind == "edit", outcome.text
        self.clicks += 1
