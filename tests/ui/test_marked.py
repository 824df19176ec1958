"""What is made from a seat's view is marked, and no message that all can see bears the mark."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import discord
import pytest

from bot.engine.game import AnyGame
from bot.engine.views import PublicView
from bot.tables.table import Table
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.render import Render
from bot.ui.pictures.game_pictures import Described
from bot.ui.pictures.shapes import Picture
from tests.contract.games import games
from tests.contract.seen import playable_of
from tests.only import only
from tests.ui.clicks import Answer, interaction, press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, UI
from tests.ui.fake_discord import FakeDiscord, Message

MARK = "\N{INVISIBLE SEPARATOR}"
MOVES = 12
"""How many moves are looked at: the first ones, and the last one."""


def marked(made: Any) -> Any:
    """Return something with a mark behind each text in it."""
    if isinstance(made, str):
        return f"{made}{MARK}" if made else made
    if isinstance(made, list | tuple) and not hasattr(made, "_fields"):
        return type(made)(map(marked, made))
    if is_dataclass(made) and not isinstance(made, type):
        kept = {"name", "value", "also", "emoji", "item_emoji", "items"}
        names = [each.name for each in fields(made) if each.name not in kept]
        return replace(made, **{name: marked(getattr(made, name)) for name in names})
    return made


def of_one_seat(render: Render) -> Iterator[str]:
    """Yield the methods that make something of what one seat sees."""
    for name, method in inspect.getmembers(type(render), inspect.isfunction):
        taken = [str(each.annotation) for each in inspect.signature(method).parameters.values()]
        if not name.startswith("_") and any("SeatView" in each for each in taken):
            yield name


def mark_all(render: Render, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a render mark whatever it makes of what one seat sees, or has heard."""

    def marking(method: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args, **more: marked(method(*args, **more))

    for name in of_one_seat(render):
        monkeypatch.setattr(render, name, marking(getattr(render, name)), raising=False)
    monkeypatch.setattr(render, "heard", marking(render.heard))
    told = render.told

    def told_to(events: Any, seat: int | None, wording: Any, **more: bool) -> Any:
        lines = told(events, seat, wording, **more)
        return lines if seat is None else marked(lines)

    monkeypatch.setattr(render, "told", told_to)


def marking_pictures(playable: PlayableGame, made: set[str]) -> PlayableGame:
    """Return a game whose pictures made from a seat's view are marked; their keys are kept.

    No board is drawn from such a view.
    """
    pictures = playable.pictures
    if pictures is None:
        return playable

    def board(view: Any, asked: tuple[int, ...]) -> Picture:
        assert isinstance(view, PublicView), f"a board is drawn from a {type(view).__name__}"
        return pictures.board(view, asked)

    def first(view: Any) -> Described | None:
        found = None if pictures.first is None else pictures.first(view)
        if found is None:
            return None
        made.add(found.picture.key)
        return replace(found, text=marked(found.text))

    return replace(playable, pictures=replace(pictures, board=board, first=first))


async def started(ui: UI, game: AnyGame) -> Table:
    """Begin a table of a game with as few people as it takes, three if it can."""
    people = (ADA, BOB, CLEO)[: 3 if 3 in game.info.seats else game.info.seats[0]]
    table = await ui.open(*people, game_key=game.info.key, options=game.Options())
    await ui.messages._update(table.id)
    return await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())


def said_in(message: Message) -> str:
    """Return all that a message says: its text, its embed, its controls, its files."""
    embed = {} if message.embed is None else message.embed.to_dict()
    controls = [] if message.view is None else message.view.to_components()
    files = [(each.filename, each.fp.read()) for each in message.files]
    for each in message.files:
        each.fp.seek(0)
    return f"{message.content} {embed} {controls} {files}"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.info.key)
async def test_what_is_made_for_one_seat_reaches_no_message_that_all_can_see(
    ui: UI, server: FakeDiscord, game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_seats: set[str] = set()
    playable = marking_pictures(playable_of(game), of_seats)
    mark_all(playable.render, monkeypatch)
    if game.info.key not in ui.services.games:
        ui.services.add_game(playable)
    ui.services.games[game.info.key] = playable
    table, rng = await started(ui, game), random.Random(1)
    mark = MARK.encode("unicode_escape").decode()
    looked_at, drawn = 0, 0

    def is_for_all(said: str) -> None:
        nonlocal looked_at
        assert MARK not in said and mark not in said, f"everybody sees {said}"
        for key in of_seats:
            assert key[:16] not in said, f"everybody sees a picture made for one seat: {said}"
        looked_at += 1

    async def look() -> None:
        nonlocal drawn
        await ui.messages._update(table.id)
        for place in server.places.values():
            for message in place.up.values():
                is_for_all(said_in(message))
        for seat in {*table.to_act()[:1], 0}:
            sits = table.seats[seat].person
            person = only([each for each in (ADA, BOB, CLEO) if each.id == sits], "who sits there")
            shown = await press(ui, person, f"t:hand:{table.id}", own=True)
            assert not shown.public, "a hand is shown to everybody"
            assert MARK in shown.text or table.over, f"this hand has no mark: {shown.text}"
            drawn += any(png.decode() in of_seats for png in shown.files.values())

    for _ in range(MOVES):
        await look()
        await ui.move(table, rng)
    while not table.over:
        await ui.move(table, rng)
    await look()
    answer = Answer()
    rights = discord.Permissions(send_messages=True)
    pressed = interaction(ui, ADA, CHANNEL, answer, permissions=rights)
    await ui.requests.actions.finished_games.share(pressed, table.id)
    assert answer.public, "the end isn't shared"
    is_for_all(f"{answer.text} {answer.buttons} {answer.pictures} {answer.files}")
    if playable.pictures is not None and playable.pictures.first is not None and of_seats:
        assert drawn, "no hand has the picture made for it: this test has shown nothing"
    assert looked_at > 2 * MOVES, "hardly anything was looked at"
