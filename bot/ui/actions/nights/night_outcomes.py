"""What came of a night's messages, said to whoever pressed: posted, or not, and tried again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from discord import ButtonStyle

from bot.nights.night import Night
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.night_answers import not_posted_page
from bot.ui.pages.nights.night_words import card_link, plain_name_of, show_button
from bot.ui.pages.page import Button, Page
from bot.ui.pages.posting_words import (
    BACK_AT_ONCE,
    PUBLISHED,
    RETRIED,
    TAKEN_BACK,
    PostingWords,
)
from bot.ui.pages.wording import Wording
from bot.ui.posting.nights.night_messages import NightMessages
from bot.ui.posting.outcomes import say_outcome
from bot.ui.posting.replies import show, wording_of
from bot.ui.services import Interaction, Services

LEADS: Final = (PUBLISHED.done, TAKEN_BACK.done, BACK_AT_ONCE.done)
"""After what a host reads what leads to the night."""
SayDone = Callable[[str], Awaitable[object]]
"""Says in finished words that something was posted, or is being posted."""


class NightOutcomes:
    """Says whether a night's messages were put up. Where they weren't, they can be tried again."""

    def __init__(self, services: Services, messages: NightMessages) -> None:
        self._nights = services.nights
        self._messages = messages

    async def tell(
        self,
        interaction: Interaction,
        night: Night,
        words: PostingWords,
        title: str = "",
        note: str = "",
        say_done: SayDone | None = None,
        **values: object,
    ) -> None:
        """Say it on a page with a title, and a note below; or have `say_done` say it.

        `values` are put into the words.
        """
        wording = wording_of(interaction)

        async def say(text: str) -> None:
            # It may have moved to another channel because its own was gone.
            found = await self._nights.get(night.id)
            values.update(channel=f"<#{found.row.channel_id}>", link=card_link(found))
            said = wording.gettext(text, night=night.id, title=title, **values)
            if text == words.failed:
                lines = "\n".join(filter(None, (said, note)))
                await show(interaction, not_posted_page(found, title, lines, wording))
            elif say_done is not None:
                await say_done(said)
            else:
                buttons: tuple[Button, ...] = ()
                if text in LEADS:
                    desk = Button(desk_routes.DESK(found.id), wording.gettext("Desk"))
                    buttons = desk, show_button(found, wording)
                if text == PUBLISHED.done and (come := _come_button(found, interaction, wording)):
                    asked = wording.gettext(
                        "Press **{button}** if you play, too.", button=come.label
                    )
                    said = f"{said}\n{asked}"
                    buttons = come, *buttons
                rows = (buttons,) if buttons else ()
                await show(interaction, Page(title, f"{said}\n{note}".strip(), rows=rows))

        await say_outcome(words, partial(self._messages.came_of, night.id), say)

    async def retry(self, interaction: Interaction, night: Night) -> None:
        """Try to put up what a night has to show or to say, and say what came of it."""
        self._messages.look_again(night)
        await self._messages.wake(night)
        await self.tell(interaction, night, RETRIED, plain_name_of(night))


def _come_button(night: Night, interaction: Interaction, wording: Wording) -> Button | None:
    """Return with what a host who hasn't said so comes to a night; None for one who has."""
    guest = night.guests.find(interaction.user.id)
    if guest is not None and guest.answer in ("in", "waits"):
        return None

    def comes(verb: str) -> str:
        # The answer takes the place of the page: that asks no more.
        return routes.ANSWER_TICKED(night.id, verb, "")

    if night.row.state == "open":
        return Button(comes("in"), wording.gettext("I'm in"), ButtonStyle.success)
    return Button(comes("here"), wording.gettext("I'm here"), ButtonStyle.success)
