"""The coach: it helps through a first game of each kind, and then no more."""

from __future__ import annotations

import random
import re

import pytest

from bot.tables.table import Table
from bot.ui.pages.playable_game import PlayableGame
from cogs.donburiko import cog as donburiko
from cogs.kasane import cog as kasane
from storage.rows import NO_SERVER
from tests.games.coach.test_donburiko import LINES
from tests.ui.clicks import Answer, press
from tests.ui.conftest import ADA, BOB, UI
from tests.ui.test_hints import Thinker, practice

COACH = "💬 "


def playable(of: type[donburiko.DonburikoCog | kasane.KasaneCog]) -> PlayableGame:
    """Return a game with all that it has."""
    return PlayableGame(of.game, of.render, of.help, of.pictures, of.lesson)


@pytest.fixture(autouse=True)
def with_lesson(ui: UI) -> None:
    """Offer the game with its lesson."""
    ui.services.games["donburiko"] = playable(donburiko.DonburikoCog)


async def hand(ui: UI, table: Table) -> Answer:
    """Show Ada her hand."""
    return await press(ui, ADA, f"t:hand:{table.id}", own=True)


async def knows_it(ui: UI, shown: Answer) -> Answer:
    """Have Ada say, on the page that her screen leads to, that she knows the game."""
    more = await press(ui, ADA, shown.buttons["More"], own=True)
    return await press(ui, ADA, more.buttons["End tips"], own=True)


async def played_to_the_end(ui: UI, table: Table) -> None:
    """Play on at random."""
    while table.phase == "playing":
        await ui.move(table, random.Random(1))


@pytest.mark.walked
async def test_it_speaks_until_somebody_knows_the_game(ui: UI) -> None:
    table, shown = await practice(ui)
    assert COACH in shown.text, "nobody helps a newcomer"
    assert "Learn" in shown.buttons
    known = await knows_it(ui, shown)
    assert known.edited and COACH not in known.text, "it goes on talking"
    assert "Learn" not in known.buttons
    more = await press(ui, ADA, known.buttons["More"], own=True)
    assert "End tips" not in more.buttons, "what ended can be ended"
    assert COACH not in (await hand(ui, table)).text, "it comes back by itself"


@pytest.mark.walked
async def test_tips_come_again_in_a_private_game(ui: UI) -> None:
    shown = await press(ui, ADA, "play:computers:donburiko", own=True)
    await knows_it(ui, shown)
    more = await press(ui, ADA, shown.buttons["More"], own=True)
    again = await press(ui, ADA, more.buttons["Tips"], own=True)
    assert "Learn" in again.buttons, "nobody helps who asked for it"
    more = await press(ui, ADA, again.buttons["More"], own=True)
    assert "Tips" not in {*more.buttons, *more.grey}, "tips can be asked for twice"


async def test_it_helps_with_friends_too_and_each_for_themselves(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    await ui.tables.readers.say(BOB.id, ["donburiko"], True)
    asked = table.seats[table.to_act()[0]].person
    mine = await hand(ui, table)
    others = await press(ui, BOB, f"t:hand:{table.id}")
    for shown, helped in ((mine, True), (others, False)):
        assert ("Learn" in shown.buttons) == helped
    for person, helped in ((ADA, True), (BOB, False)):
        more = await press(ui, person, mine.buttons["More"], own=True)
        assert ("End tips" in more.buttons) == helped, f"{person.name} can end no help"
    assert COACH not in others.text and (COACH in mine.text) == (asked == ADA.id)


async def test_it_is_silent_while_a_hint_stands_and_deeper_in_the_menu(ui: UI) -> None:
    ui.services.workers = Thinker(ui)  # pyright: ignore[reportAttributeAccessIssue]
    _table, shown = await practice(ui)
    said = await press(ui, ADA, shown.buttons["Hint"], own=True)
    assert "💡 " in said.text and COACH not in said.text, said.text
    deeper = next(each for each in shown.buttons.values() if ":add:" in each)
    assert COACH not in (await press(ui, ADA, deeper, own=True)).text


async def test_a_finished_game_ends_its_help(ui: UI) -> None:
    table, shown = await practice(ui)
    assert COACH in shown.text
    await played_to_the_end(ui, table)
    _next, shown = await practice(ui)
    assert COACH not in shown.text and "Learn" not in shown.buttons


async def test_the_lesson_opens_beside_the_game_and_ends_the_help(ui: UI) -> None:
    table, shown = await practice(ui)
    lesson = await press(ui, ADA, shown.buttons["Learn"], own=True)
    assert not lesson.edited and "Lesson" in lesson.text, "the lesson took the game's place"
    last = len(donburiko.LESSON.steps) - 1
    await press(ui, ADA, f"learn:donburiko:to:{last}", own=True)
    assert COACH not in (await hand(ui, table)).text, "it helps whoever has done the lesson"
    await press(ui, ADA, "learn:donburiko:again", own=True)
    assert COACH not in (await hand(ui, table)).text, "a lesson that is begun again isn't done"


async def test_what_is_said_is_a_line_of_the_page(ui: UI) -> None:
    """The coach's words reach the screen whole."""
    _table, shown = await practice(ui)
    (line,) = [each for each in shown.text.splitlines() if each.startswith(COACH)]
    assert any(re.fullmatch(each.says, line.removeprefix(COACH)) for each in LINES), line


@pytest.mark.walked
async def test_a_second_picture_helps_newcomers_to_kasane(ui: UI) -> None:
    """Both are sent together, and go together."""
    ui.services.add_game(playable(kasane.KasaneCog))
    shown = await press(ui, ADA, "play:computers:kasane", own=True)
    assert len(shown.pictures) == 2, f"the three melds aren't shown: {shown.pictures}"
    known = await knows_it(ui, shown)
    assert len(known.pictures) == 1, f"they stay: {known.pictures}"
    assert known.pictures[0] != shown.pictures[0], "a message with both seems to bear the one"
    (table, *_), *_ = await ui.tables.store.tables_of(ADA.id, NO_SERVER)
    await ui.tables.readers.say(ADA.id, ["kasane"], False)
    page = ui.hands.screens.page(await ui.tables.get(table.id), 0, "en-GB")
    pngs = await ui.services.pngs(page)
    assert pngs is not None and page.under is not None
    assert [each.filename for each in page.files(pngs)] == [page.file_name, page.under.file_name]
    assert not page.without_picture().pictures(), "words still show a picture"
