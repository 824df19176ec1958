"""How high the pages of lessons are on a phone: the board, what it means, and the hand below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.engine.game import Action
from bot.engine.lesson import positions
from bot.sandbox import Sandbox
from bot.ui.pages.games.lesson import lesson_of, lesson_page, lesson_wording
from bot.ui.pages.page import Page
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.menu_moves import menu_moves
from bot.ui.pages.wording import Wording
from tests.contract import seen
from tests.emoji import plant
from tests.page.heights import OpenTab, measured

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]

LESSON = 725
"""The most pixels of a page of a lesson with its buttons, at 390 pixels of width."""
IN_WORDS = 750
"""The same until the bot's emoji are there."""


def ways() -> list[Any]:
    """Return each lesson in two languages, with emoji and in words; one goes the quick way."""
    found: list[Any] = []
    for playable in seen.lessons():
        for language, known in (("en-GB", True), ("en-GB", False), ("ja", True)):
            key = playable.game.info.key
            quick = (key, language, known) == ("donburiko", "en-GB", True)
            name = f"{key}-{language}-{'emoji' if known else 'words'}"
            marks = [] if quick else pytest.mark.long
            found.append(pytest.param(playable, language, known, marks=marks, id=name))
    return found


@pytest.mark.parametrize(("playable", "language", "known"), ways())
async def test_lessons_fit_on_a_phone(
    tab: OpenTab, empty: Sandbox, playable: PlayableGame, language: str, known: bool
) -> None:
    lesson = lesson_of(playable)
    wording = lesson_wording(lesson, "Ada", language, plant(empty) if known else {})
    name = f"lesson-{playable.game.info.key}-{language}-{known}"
    found = await measured(tab, empty, _pages(playable, wording), name)
    most = LESSON if known else IN_WORDS
    over = [f"{one.what}: {one.height:.0f}" for one in found if one.height > most]
    assert not over, f"higher than {most} px on a phone: {over} of {len(found)}"


def _pages(playable: PlayableGame, wording: Wording) -> Iterator[tuple[str, Page]]:
    """Yield each step, with the longest answer to a wrong move, and further into its menu."""
    for number, step in enumerate(lesson_of(playable).steps):
        yield f"step {number}", lesson_page(playable, number, wording)
        if step.move is not None:
            longest = _longest(playable, number)
            yield f"tried {number}", lesson_page(playable, number, wording, tried=longest)
            for page in _deeper(playable, number, wording):
                yield f"menu {number}", page


def _longest(playable: PlayableGame, number: int) -> Action:
    """Return the wrong move at a step that has the longest explanation."""
    lesson = lesson_of(playable)
    step, at = lesson.steps[number], positions(playable.game, lesson)[number]
    wrong = [each for each in at.legal if each != step.move]
    return max(wrong, key=lambda each: len(step.said_of(each)))


def _deeper(playable: PlayableGame, number: int, wording: Wording) -> list[Page]:
    """Return the page further into the menu of a step that has the most buttons, if any."""
    at = positions(playable.game, lesson_of(playable))[number]
    found = menu_moves(playable.render, at.legal, at.view, wording)
    paths = {move.path[:depth] for move in found for depth in range(2, len(move.path))}
    pages = [lesson_page(playable, number, wording, path) for path in sorted(paths)]
    return sorted(pages, key=lambda page: len(page.view().children))[-1:]
