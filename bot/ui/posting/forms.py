"""Forms on Discord: opened, and kept for a while as they were filled in when that failed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from discord import ButtonStyle, Embed, ui

from bot.tables.clock import MINUTE
from bot.ui.pages import routes
from bot.ui.pages.form import Form, filled_in
from bot.ui.pages.page import WHOLE, Button, Page
from bot.ui.posting.replies import arrived, pressed_on_own, show, wording_of
from bot.ui.services import Interaction

KEPT_FOR: Final = 15 * MINUTE
"""How long it is kept what somebody has typed, in memory alone."""
MOST_KEPT: Final = 500

Key = TypeVar("Key", bound=Hashable)
Kept = TypeVar("Kept")


class Keeper(Generic[Key, Kept]):
    """Keeps things for a quarter of an hour, in memory; the oldest go first if they are many."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._kept: dict[Key, tuple[Kept, float]] = {}

    def put(self, key: Key, kept: Kept) -> None:
        """Keep a thing in place of the one of that key."""
        self._kept.pop(key, None)
        self._kept[key] = (kept, self._now() + KEPT_FOR)
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]

    def get(self, key: Key) -> Kept | None:
        """Return a thing; None if it isn't kept any more."""
        found = self._kept.get(key)
        return None if found is None or found[1] < self._now() else found[0]


@dataclass(frozen=True, slots=True)
class _Opened:
    """A form as it was before anybody typed, and the id of the control that opened it."""

    form: Form
    opener: str


class Forms:
    """Opens forms. What was typed in vain is there again when its control is pressed once more."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Take a clock, in seconds."""
        self._opened: Keeper[tuple[int, str], _Opened] = Keeper(now)
        self._typed: Keeper[tuple[int, str], Mapping[str, str]] = Keeper(now)

    async def open(
        self,
        interaction: Interaction,
        form: Form,
        opener: str = "",
        typed: Mapping[str, str] | None = None,
    ) -> None:
        """Show a form: as it is, or with what the person has `typed` by a command or, by *Try
        again*, in the form.

        What another has changed meanwhile stays where the person had typed nothing. `opener` is
        the id that opens it again, if that isn't what was pressed: something picked from a list.
        """
        person, pressed = interaction.user.id, interaction.custom_id or ""
        opener = opener or routes.opener_of(pressed)
        self._opened.put((person, form.id), _Opened(form, opener))
        again = pressed == routes.again(opener)
        typed = self._typed.get((person, opener)) if again else typed
        shown = form if typed is None else form.filled(typed)
        await arrived(interaction, interaction.response.send_modal(shown.modal()), first=True)

    def keep(self, interaction: Interaction, opener: str, typed: Mapping[str, str]) -> None:
        """Keep what was typed into a command for the form that *Try again* opens."""
        self._typed.put((interaction.user.id, opener), typed)

    def refused(self, interaction: Interaction) -> str:
        """Keep what was sent with a form that can't be done; return the id of what opens it anew.

        "" if it isn't known any more from where the form was opened.
        """
        person = interaction.user.id
        opened = self._opened.get((person, interaction.custom_id or ""))
        if opened is None:
            return ""
        before, sent = opened.form.values, filled_in(interaction.data)
        typed = {name: text for name, text in sent.items() if text != before.get(name)}
        self._typed.put((person, opened.opener), typed)
        return opened.opener


async def show_again(interaction: Interaction, why: str, opener: str) -> None:
    """Say why something can't be done, with *Try again*: on the private page from which the form
    was opened, below all that it says and next to its button, which becomes that one, or below the
    list from which it was picked; or else on a page of its own.

    So there are never two pages of one thing, of which the older one has live buttons.
    """
    message, anew = interaction.message, routes.again(opener)
    again = again_page(why, opener, interaction)
    if message is not None and pressed_on_own(interaction):
        view = ui.View.from_message(message, timeout=None)
        view.stop()
        if (item := _opening(view, opener)) is not None:
            refused = routes.is_again(item.custom_id or "") and not message.content
            if refused and len(view.children) == len(message.embeds) == 1:
                # That page says nothing but why it couldn't be done before.
                await show(interaction, again)
                return
            item.custom_id, item.style = anew, ButtonStyle.primary
            item.label = wording_of(interaction).gettext("Try again")
            said = _said_below(message.embeds[:-1] if refused else message.embeds, why)
            answer = interaction.response.edit_message(**said, view=view)
            if await arrived(interaction, answer, first=True):
                return
    await show(interaction, again, anew=True)


def _opening(view: ui.View, opener: str) -> ui.Button[ui.View] | None:
    """Return the button of a page that opens a form; for one that was picked from a list, that of
    what was picked before, or a new one. None if the page has none, nor room for it.
    """
    buttons = [each for each in view.children if isinstance(each, ui.Button)]
    known = (opener, routes.again(opener))
    for each in buttons:
        if each.custom_id in known:
            return each
    if not any(isinstance(each, ui.Select) for each in view.children):
        return None
    for each in buttons:
        if routes.is_again(each.custom_id or ""):
            return each
    new = ui.Button[ui.View](custom_id=opener)
    try:
        view.add_item(new)
    except ValueError:
        return None
    return new


def _said_below(embeds: Sequence[Embed], why: str) -> dict[str, Any]:
    """Return what a message says with a reason below its embeds; above them where they are long, or
    have a picture, which would be lost.
    """
    if sum(map(len, embeds)) + len(why) > WHOLE or any(each.image for each in embeds):
        return {"content": why[:2000]}
    return {"embeds": [*embeds, Page("", why).embed()]}


def again_page(why: str, opener: str, interaction: Interaction) -> Page:
    """Return why something can't be done, with the button that opens the form as it was filled in.

    `opener` is the id of what opens it anew.
    """
    label = wording_of(interaction).gettext("Try again")
    return Page("", why, rows=((Button(routes.again(opener), label),),))
