"""Lessons without a Discord: odd controls, a picture that can't be drawn, who is where."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui.pages.games.rules import lesson_id
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pictures.drawings import Drawings
from cogs.donburiko.help import HELP
from cogs.donburiko.lesson import LESSON
from cogs.donburiko.picture import PICTURES
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME
from storage.rows import NO_SERVER
from tests.only import only
from tests.ui.clicks import Answer, press
from tests.ui.conftest import ADA, BOB, GUILD, UI, Drawer

pytestmark = pytest.mark.usefixtures("with_pictures")

LAST = len(LESSON.steps) - 1
FIRST_MOVE = next(number for number, step in enumerate(LESSON.steps) if step.move is not None)


def step_of(answer: Answer) -> int:
    """Return the step that is shown, from 0."""
    lines = answer.text.splitlines()
    found = [n for n, step in enumerate(LESSON.steps) if step.title in lines]
    return only(found, f"the step of the lesson in {answer.text[:60]!r}")


@pytest.mark.walked
async def test_a_lesson_begins_and_everybody_has_their_own_place(ui: UI) -> None:
    begun = await press(ui, ADA, lesson_id("donburiko"))
    assert step_of(begun) == 0 and not begun.public
    assert "Start over" not in begun.buttons, "there is nothing to start over"
    await press(ui, ADA, begun.buttons["Next"], own=True)
    assert step_of(await press(ui, ADA, lesson_id("donburiko"))) == 1
    assert step_of(await press(ui, BOB, lesson_id("donburiko"))) == 0
    anew = await press(ui, ADA, "learn:donburiko:again", own=True)
    assert step_of(anew) == 0 and anew.edited
    assert step_of(await press(ui, ADA, lesson_id("donburiko"))) == 0


async def test_a_move_pressed_twice_is_made_once(ui: UI) -> None:
    wanted = f"learn:donburiko:{FIRST_MOVE}:add:2:1/up"
    for _ in range(2):
        assert step_of(await press(ui, ADA, wanted, own=True)) == FIRST_MOVE + 1


@pytest.mark.walked
async def test_another_move_is_explained_and_leads_nowhere(ui: UI) -> None:
    tried = await press(ui, ADA, f"learn:donburiko:{FIRST_MOVE}:add:2:1/down", own=True)
    assert step_of(tried) == FIRST_MOVE and "> ✗ A face-down card costs a chip" in tried.text
    assert await ui.tables.store.learnt.lesson_step(ADA.id, "donburiko") == 0


@pytest.mark.parametrize(
    ("control", "step"),
    [
        ("learn:donburiko:to:999", LAST),
        ("learn:donburiko:999:take:1", LAST),
        ("learn:donburiko:0:take:1", 0),
        (f"learn:donburiko:{FIRST_MOVE}:add:2", FIRST_MOVE),
        (f"learn:donburiko:{FIRST_MOVE}", FIRST_MOVE),
    ],
)
async def test_odd_controls_lead_to_a_step(ui: UI, control: str, step: int) -> None:
    assert step_of(await press(ui, ADA, control, own=True)) == step


@pytest.mark.parametrize(
    "control",
    ["learn", "learn:chess", "learn:donburiko:what", f"learn:donburiko:{FIRST_MOVE}:add:9:9/up"],
)
async def test_controls_that_never_were_do_nothing(ui: UI, control: str) -> None:
    said = await press(ui, ADA, control)
    assert not said.page and said.text, said
    assert await ui.tables.store.learnt.lesson_step(ADA.id, "donburiko") == 0


@pytest.mark.walked
async def test_in_a_dm_its_end_leads_to_a_game_in_the_same_message(ui: UI) -> None:
    # An ordinary message there, which answers what the person has asked for.
    page = SimpleNamespace(
        flags=SimpleNamespace(ephemeral=False),
        interaction_metadata=SimpleNamespace(id=5),
        embeds=[],
    )
    in_dm: dict[str, Any] = {"guild_id": None, "message": page}
    end = await press(ui, ADA, f"learn:donburiko:to:{LAST}", **in_dm)
    assert step_of(end) == LAST and end.edited
    begun = await press(ui, ADA, end.buttons["Play against computers"], **in_dm)
    assert begun.edited, "the lesson's last page stays, with the game below it"
    assert "brings this game back" in begun.text and "More" in begun.buttons, begun
    ((table, seats),) = await ui.tables.store.tables_of(ADA.id, NO_SERVER, ("playing",))
    assert table.game == "donburiko" and table.guild_id == NO_SERVER
    assert [each.person for each in seats].count(ADA.id) == 1 < len(seats), "she has nobody to play"
    assert await ui.tables.store.tables_of_guild(GUILD) == [], "a server has a table of it"
    learnt = await press(ui, ADA, f"learn:donburiko:to:{LAST}", **in_dm)
    back = await press(ui, ADA, learnt.buttons["Play against computers"], **in_dm)
    found = await ui.tables.store.tables_of(ADA.id, NO_SERVER, ("playing",))
    assert [head.id for head, _seats in found] == [table.id], "a second game of it is dealt"
    assert "More" in back.buttons and back.edited, back


@pytest.mark.walked
async def test_a_game_without_a_lesson_says_so(ui: UI) -> None:
    ui.services.games["donburiko"] = PlayableGame(GAME, RENDER, HELP, PICTURES)
    said = await press(ui, ADA, lesson_id("donburiko"))
    assert "no lesson" in said.text and not said.page
    game = await press(ui, ADA, "r:donburiko:0")
    assert "Learn by playing" not in game.buttons


async def test_without_its_picture_the_board_is_written_out(ui: UI) -> None:
    drawn = await press(ui, ADA, lesson_id("donburiko"))
    broken = Drawer()
    broken.fails = True
    ui.services.drawings = Drawings(broken)
    written = await press(ui, ADA, lesson_id("donburiko"))
    assert "Row 1" not in drawn.text and "Row 1" in written.text
