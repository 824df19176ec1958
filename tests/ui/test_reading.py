"""How somebody reads: `/me text` puts words in place of pictures, for them alone."""

from __future__ import annotations

import pytest

from bot.ui.pages.games.rules import lesson_id, rules_id
from bot.ui.pages.routes import GALLERY, SHOW_GAME
from cogs.donburiko.picture import PICTURES
from tests.ui.clicks import Answer, command, interaction, press
from tests.ui.conftest import ADA, BOB, CHANNEL, UI

pytestmark = pytest.mark.usefixtures("with_pictures")


async def text(ui: UI) -> Answer:
    """Open Ada's page."""
    shown = Answer()
    await command(ui, "me text", interaction(ui, ADA, CHANNEL, shown))
    assert not shown.public, "what one asked for is shown to all"
    return shown


@pytest.mark.walked
async def test_words_replace_pictures_for_whoever_wants_them(ui: UI) -> None:
    shown = await text(ui)
    assert "You see pictures" in shown.text
    shown = await press(ui, ADA, shown.buttons["Words instead of pictures"], own=True)
    assert "You read words" in shown.text and shown.edited
    picture = next(iter(PICTURES.rules))
    for control in (GALLERY(), SHOW_GAME("donburiko")):
        mine, others = await press(ui, ADA, control), await press(ui, BOB, control)
        assert not mine.pictures, f"{control} shows covers to a reader of words"
        assert others.pictures, f"{control} shows no covers to somebody else"
    for control in (lesson_id("donburiko"), rules_id("donburiko", picture)):
        mine, others = await press(ui, ADA, control), await press(ui, BOB, control)
        assert not mine.pictures, f"{control} shows a picture to a reader of words"
        assert others.pictures, f"{control} shows no picture to somebody else"
        assert len(mine.text) > len(others.text), f"{control} says nothing of the picture"
    await press(ui, ADA, (await text(ui)).buttons["Pictures again"], own=True)
    assert (await press(ui, ADA, lesson_id("donburiko"))).pictures, "no pictures come again"


@pytest.mark.walked
async def test_tips_come_again_in_every_game(ui: UI) -> None:
    readers = ui.tables.readers
    await readers.say(ADA.id, ["donburiko"], True)
    shown = await press(ui, ADA, (await text(ui)).buttons["Tips again"], own=True)
    assert "Tips come again" in shown.text
    await readers.read(ADA.id, "donburiko")
    assert readers.helped(ADA.id, "donburiko", 9), "no tips come"
