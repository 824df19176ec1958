"""What the bot does about its emoji, against a Discord that is a list."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest

from bot.ui.posting import app_emoji
from bot.ui.posting.app_emoji import FREE, MOST, AppEmoji
from tests.ui.conftest import ADA, UI


@dataclass
class Listed:
    """An emoji as Discord lists it."""

    name: str
    number: int
    home: ListOfEmoji

    def __str__(self) -> str:
        """Return it as it is written in a text."""
        return f"<:{self.name}:{self.number}>"

    async def delete(self) -> None:
        """Take it off the list."""
        self.home.emoji.remove(self)


@dataclass
class ListOfEmoji:
    """Discord, as far as emoji go."""

    emoji: list[Listed] = field(default_factory=list)
    lost: bool = False
    """Whether the next emoji is made, though the answer doesn't say so."""

    def add(self, *names: str) -> None:
        """Put emoji on the list."""
        self.emoji += [Listed(name, 100 + n, self) for n, name in enumerate(names)]

    async def fetch_application_emojis(self) -> list[Listed]:
        """Return the list."""
        return list(self.emoji)

    async def create_application_emoji(self, *, name: str, image: bytes) -> Listed:
        """Put one on the list."""
        assert image, "an emoji without a picture"
        made = Listed(name, len(self.emoji), self)
        self.emoji.append(made)
        if self.lost:
            self.lost = False
            raise discord.HTTPException(MagicMock(status=400), {"code": 50035, "message": "taken"})
        return made

    def names(self) -> set[str]:
        """Return the names on the list."""
        return {each.name for each in self.emoji}


@pytest.fixture
def listed(ui: UI, monkeypatch: pytest.MonkeyPatch) -> ListOfEmoji:
    """Give the room a Discord that keeps emoji, and no pauses."""
    monkeypatch.setattr(app_emoji, "PAUSE", 0)
    found = ListOfEmoji()
    ui.services.bot = found  # pyright: ignore[reportAttributeAccessIssue]
    return found


async def look(ui: UI) -> bool:
    """Let the bot look after its emoji once."""
    return await AppEmoji(ui.services)._look()


async def test_texts_know_what_discord_has(ui: UI, listed: ListOfEmoji) -> None:
    wording = ui.services.wording(await ui.open(ADA))
    assert wording.mark(0) == "●"
    assert await look(ui)
    assert wording.mark(0) == str(next(e for e in listed.emoji if e.name.startswith("kk_seat_1_")))
    assert {str(each) for each in listed.emoji} == set(ui.services.emoji.values())


async def test_an_emoji_that_somebody_deleted_is_made_again(ui: UI, listed: ListOfEmoji) -> None:
    await look(ui)
    before = listed.names()
    gone = listed.emoji.pop(0)
    assert await look(ui)
    assert listed.names() == before
    assert str(gone) not in ui.services.emoji.values(), "a text would name one that is gone"


async def test_nothing_is_known_that_discord_doesnt_list(ui: UI, listed: ListOfEmoji) -> None:
    await look(ui)
    listed.emoji.clear()
    ui.services.drawings = SimpleNamespace(png=_never)  # pyright: ignore[reportAttributeAccessIssue]
    assert not await look(ui), "nothing can be drawn, so something is still to come"
    assert ui.services.emoji == {}


async def test_an_answer_that_was_lost_leaves_no_double(ui: UI, listed: ListOfEmoji) -> None:
    listed.lost = True
    assert not await look(ui)
    assert await look(ui), "the next look finds the one that was made"
    names = [each.name for each in listed.emoji]
    assert len(names) == len(set(names)) == len(ui.services.emoji)


async def test_the_stalest_give_way_when_places_are_few(
    ui: UI, listed: ListOfEmoji, monkeypatch: pytest.MonkeyPatch
) -> None:
    await look(ui)
    wanted = listed.names()
    now = ui.tables.now()
    for day, name in enumerate(("kk_eldest_0", "kk_elder_0", "kk_young_0")):
        listed.add(name)
        monkeypatch.setattr(ui.tables, "now", lambda day=day: now + day * 24 * 3600)
        assert await look(ui)
    listed.add(*(f"other{number}" for number in range(MOST - FREE - len(listed.emoji) + 2)))
    assert await look(ui)
    assert {name for name in listed.names() if name.startswith("kk_")} == wanted | {"kk_young_0"}


async def test_a_failure_is_tried_again_and_the_bot_can_stop(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = 0

    async def fail() -> list[Any]:
        nonlocal tries
        tries += 1
        raise discord.HTTPException(MagicMock(status=500), "down")

    ui.services.bot = SimpleNamespace(fetch_application_emojis=fail)  # pyright: ignore[reportAttributeAccessIssue]
    monkeypatch.setattr(app_emoji, "FIRST_WAIT", 0)
    emoji = AppEmoji(ui.services)
    emoji.start()
    while tries < 3:
        await asyncio.sleep(0)
    await emoji.close()
    assert ui.services.emoji == {}
    before = tries
    for _turn in range(5):
        await asyncio.sleep(0)
    assert tries == before, "it goes on after it was closed"
    await AppEmoji(ui.services).close()


async def _never(*_: object) -> None:
    """Draw nothing."""
