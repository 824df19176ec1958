"""Private answers at a lobby's card: a newer one takes the place of the one before."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock

from bot.tables.seat import Person
from bot.ui.pages import routes
from bot.ui.posting.last_replies import LastReplies
from tests.ui.clicks import Answer, interaction, press
from tests.ui.conftest import ADA, BOB, CHANNEL, UI
from tests.ui.fake_discord import failure


class Answers:
    """Presses controls, and knows whose answers have been deleted since."""

    def __init__(self, ui: UI) -> None:
        self._ui = ui
        self.made: list[tuple[str, AsyncMock]] = []

    async def press(self, person: Person, custom_id: str, *picked: str) -> None:
        delete = AsyncMock()
        answer = await press(
            self._ui,
            person,
            custom_id,
            *picked,
            is_expired=lambda: False,
            delete_original_response=delete,
        )
        self.made.append((answer.text, delete))

    def left(self) -> list[str]:
        """Return what can still be read, oldest first."""
        return [text for text, delete in self.made if not delete.await_count]


async def test_answers_at_a_card_do_not_pile_up(ui: UI) -> None:
    table, answers = await ui.open(ADA), Answers(ui)
    for _time in range(3):
        await answers.press(BOB, routes.JOIN(table.id))
        await answers.press(BOB, routes.LEAVE_LOBBY(table.id))
    assert answers.left() == ["You have left the table."], "answers to one person pile up"
    await answers.press(ADA, routes.LOBBY_PACE(table.id), "days")
    assert len(answers.left()) == 2, "somebody else's answer is gone"
    for _time in range(2):
        await answers.press(ADA, routes.SETTINGS(table.id))
        await answers.press(ADA, routes.COMPUTERS(table.id))
    assert len(answers.left()) == 4, "a page was opened twice, or took another's place"


async def test_the_newest_press_is_what_stays(ui: UI) -> None:
    def asked() -> Any:
        made = interaction(ui, ADA, CHANNEL, Answer(), is_expired=lambda: False)
        made.delete_original_response = AsyncMock()
        return made

    replies, older, newer, newest = LastReplies(), asked(), asked(), asked()
    await replies.tell(newer, "abcde", "newer")
    await replies.tell(older, "abcde", "older, but late")
    assert older.delete_original_response.await_count == 1
    assert not newer.delete_original_response.await_count, "the newer answer was deleted"
    newer.delete_original_response.side_effect = failure(404)
    await replies.tell(newest, "abcde", "newest")
    assert not newest.delete_original_response.await_count, "one that was dismissed is in the way"
