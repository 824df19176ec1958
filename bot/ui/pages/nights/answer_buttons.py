"""The two answers to a night, as its card, its posts and what comes of a press offer them."""

from __future__ import annotations

from discord import ButtonStyle

from bot.nights.night import Night
from bot.ui.pages import routes
from bot.ui.pages.page import Button
from bot.ui.pages.wording import Wording


def answer_buttons(night: Night, wording: Wording, number: int | str = "") -> tuple[Button, Button]:
    """Return the buttons by which a guest is in, and can't come; posts give their number."""
    come, out = wording.gettext("I'm in"), wording.gettext("Can't come")
    answer = Button(routes.PRESS_IN(night.id, mark=number), come, ButtonStyle.success)
    return answer, Button(routes.PRESS_OUT(night.id, mark=number), out)
