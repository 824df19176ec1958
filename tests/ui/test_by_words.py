"""Every game is played to its end by somebody who reads words alone (`/me text`)."""

from __future__ import annotations

import importlib
import random
from typing import Any

import pytest

from bot.tables.table import Table
from bot.ui.pages.playable_game import PlayableGame
from storage.rows import NO_SERVER
from tests.contract.games import games
from tests.only import only
from tests.ui.clicks import Answer, press
from tests.ui.conftest import ADA, UI

KEYS = [game.info.key for game in games()]
PRESSES = 50
"""No move takes so many."""
FEWEST = 5


async def begin(ui: UI, key: str) -> Table:
    """Deal a private game to Ada, who reads words."""
    cog = importlib.import_module(f"cogs.{key}.cog")
    made = [each for each in vars(cog).values() if getattr(each, "game", None) is cog.GAME]
    kind: Any = only(made, f"cog of {key}")
    offered = PlayableGame(kind.game, kind.render, kind.help, kind.pictures, kind.lesson)
    ui.services.games.pop(key, None)
    ui.services.add_game(offered)
    emoji = () if offered.pictures is None else offered.pictures.emoji
    ui.services.emoji = {name: f"<:kk_{name}_0a1b2c3d:1234567890123456789>" for name in emoji}
    await press(ui, ADA, "me:read:words", own=True)
    await press(ui, ADA, f"play:computers:{key}", own=True)
    (table, *_), *_ = await ui.tables.store.tables_of(ADA.id, NO_SERVER)
    return await ui.tables.get(table.id)


async def computers_play(ui: UI, table: Table, rng: random.Random) -> None:
    """Let the computers move until Ada is asked or the game is over."""
    while table.phase == "playing" and 0 not in table.to_act():
        seat = rng.choice(table.to_act())
        await ui.services.moves.play_for_computer(
            table.id,
            seat,
            lambda _view, legal: rng.choice(legal),
            question_number=table.question_number(seat),
        )


def check_words(shown: Answer, table: Table) -> None:
    """Check that all is there in words: the board, and a label on each control."""
    assert not shown.pictures, f"a picture is shown: {shown.pictures}"
    assert "<:" not in shown.text, f"an emoji is shown: {shown.text}"
    assert all(shown.buttons) and "" not in shown.grey, f"a button has no words: {shown.buttons}"
    for seat in table.seats:
        assert seat.name in shown.text, f"{seat.name} isn't on the board: {shown.text}"


async def one_move(ui: UI, table: Table, rng: random.Random) -> int:
    """Go through the menu by what is on the controls, to a move; return how many presses."""
    shown, step, presses = await press(ui, ADA, f"t:hand:{table.id}", own=True), table.step(), 0
    while table.step() == step:
        check_words(shown, table)
        back = {"Back", "Rules", "More", "Hint", "Learn"}
        ways = [(id_, ()) for label, id_ in shown.buttons.items() if label not in back]
        for id_, values in shown.lists:
            count = max(1, shown.least[id_])
            ways.append((id_, tuple(rng.sample(values, count))))
        assert ways, f"there is nothing to press: {shown.text}"
        way, values = rng.choice(ways)
        shown = await press(ui, ADA, way, *values, own=True)
        presses += 1
        assert presses < PRESSES, f"no move is found: {shown.text}"
    return presses


@pytest.mark.parametrize("key", KEYS)
async def test_a_game_is_played_to_its_end_by_words_alone(ui: UI, key: str) -> None:
    table, rng = await begin(ui, key), random.Random(key)
    moves = 0
    while table.phase == "playing":
        await computers_play(ui, table, rng)
        if table.phase == "playing":
            moves += await one_move(ui, table, rng) > 0
    assert moves >= FEWEST, f"it took only {moves} moves"
    ended = await press(ui, ADA, f"t:hand:{table.id}", own=True)
    check_words(ended, table)
    replay = await press(ui, ADA, ended.buttons["Replay"], own=True)
    check_words(replay, table)
