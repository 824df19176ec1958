"""Whatever has a picture says in words what matters, where none can be drawn, sent or is allowed.

Each of them at each trouble; nobody is left without an answer, or with a turn that can't be taken.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import discord
import pytest

from bot.ui.actions.games import gallery
from bot.ui.actions.tables import play
from bot.ui.pages import routes
from bot.ui.pages.games.rules import lesson_id
from bot.ui.pages.tables.replay import replay_id
from bot.ui.pictures.drawings import Drawings
from bot.ui.pictures.shapes import Picture
from bot.ui.services import Services
from tests.only import only
from tests.ui.clicks import Answer, interaction
from tests.ui.conftest import ADA, BOB, CHANNEL, UI, Drawer
from tests.ui.fake_discord import failure
from tests.ui.test_boards import play_to_the_end
from tests.ui.test_gallery import new_server

FEW = discord.Permissions(view_channel=True, send_messages=True, embed_links=True)


class Never(Drawer):
    """A process that has died, or hangs: nothing is ever drawn."""

    async def think(self, job: Picture, /) -> bytes:
        await asyncio.Event().wait()
        return b""


@pytest.fixture(autouse=True)
def in_pictures(with_pictures: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer the game with its pictures and its lesson, and wait for none for long."""
    monkeypatch.setattr(play, "PICTURE_SECONDS", 0.01)
    monkeypatch.setattr(Services.pngs, "__defaults__", (0.01,))


def dead(ui: UI) -> None:
    """Let nothing be drawn."""
    drawer = Drawer()
    drawer.fails = True
    ui.services.drawings = Drawings(drawer)


def hanging(ui: UI) -> None:
    """Let drawing take for ever."""
    ui.services.drawings = Drawings(Never())


def fine(_ui: UI) -> None:
    """Let everything be drawn."""


TROUBLES: dict[str, tuple[Callable[[UI], None], dict[str, Any]]] = {
    "dead": (dead, {}),
    "hanging": (hanging, {}),
    "not allowed": (fine, {"app_permissions": FEW}),
    "refused": (fine, {}),
}


async def answered(ui: UI, custom_id: str, trouble: str) -> Answer:
    """Press a control while something is the matter; return what came back."""
    answer = Answer()
    made = interaction(
        ui,
        ADA,
        CHANNEL,
        answer,
        type=discord.InteractionType.component,
        custom_id=custom_id,
        message=None,
        permissions=discord.Permissions.all(),
        is_expired=lambda: False,
        **TROUBLES[trouble][1],
    )
    send = made.response.send_message

    async def refusing(*said: Any, **sent: Any) -> Any:
        if sent.get("files"):
            raise failure(403 if trouble == "not allowed" else 413, 50013)
        return await send(*said, **sent)

    if trouble in ("refused", "not allowed"):
        made.response.send_message = refusing
    await ui.clicks.enter(made)
    assert not answer.files and not answer.pictures, f"{trouble}: a picture that isn't there"
    return answer


async def hand(ui: UI) -> str:
    """Return what shows Ada's hand at a table where she is asked."""
    table, rng = await ui.start(ADA, BOB), random.Random(2)
    while table.seat_of(ADA.id) not in table.to_act():
        await ui.move(table, rng)
    return routes.HAND(table.id)


async def ended(ui: UI) -> str:
    """Return the id of a table whose game is over."""
    table = await ui.start(ADA, BOB)
    await play_to_the_end(ui, table)
    return table.id


async def pressed(ui: UI, where: str) -> str:
    """Return the control that leads to something with a picture."""
    match where:
        case "hand":
            return await hand(ui)
        case "end":
            return routes.HAND(await ended(ui))
        case "look back":
            return replay_id(await ended(ui), 1)
        case "share":
            return routes.SHARE(await ended(ui))
        case "alone":
            return routes.AGAINST_COMPUTERS("donburiko")
        case "lesson":
            return lesson_id("donburiko")
        case "rules":
            return routes.RULES("donburiko", 1)
        case _:
            return routes.GALLERY()


SAID = {
    "hand": ("Row 1", "Rules"),
    "alone": ("Row 1", "Rules"),
    "lesson": ("Row 1", "Next"),
    "end": ("wins", "Rematch"),
    "look back": ("Row 1", "Next"),
    "share": ("wins", ""),
    "rules": ("Donburiko!", "Learn by playing"),
    "games": ("Donburiko!", "Donburiko!"),
}
"""What must stand there in words, and which button must be there."""


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("where", SAID)
async def test_words_say_what_no_picture_can(ui: UI, where: str, trouble: str) -> None:
    custom_id = await pressed(ui, where)
    TROUBLES[trouble][0](ui)
    shown = await answered(ui, custom_id, trouble)
    words, button = SAID[where]
    assert words in shown.text, f"the answer says nothing: {shown}"
    assert not button or any(button in each for each in shown.buttons), shown.buttons
    if where == "hand":
        moves = [each for each in shown.buttons.values() if routes.MENU.read(each)]
        assert moves, f"the turn is stuck: {shown.buttons}"


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_the_hello_goes_out_in_words(
    ui: UI, trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "PATIENCE", 0.01)
    TROUBLES[trouble][0](ui)
    server, sent = new_server(), list[dict[str, Any]]()

    async def send(**said: Any) -> None:
        if said["files"] and trouble in ("refused", "not allowed"):
            raise failure(403 if trouble == "not allowed" else 413, 50013)
        sent.append(said)

    server.system_channel.send = send
    await ui.requests.actions.gallery.welcome(server)
    hello = only(sent, "the hello")
    assert not hello["files"] and "Donburiko!" in hello["embed"].description, hello
