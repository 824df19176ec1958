"""How somebody reads: in words or with pictures, and with tips or without."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages import routes
from bot.ui.pages.page import Button, Page
from bot.ui.pages.wording import Wording

TIPS_AGAIN: Final = _("Tips come again, in every game.")


def reading_page(words: bool, wording: Wording, notice: str = "") -> Page:
    """Return what somebody has chosen, with the other choices; `notice` says what was done."""
    _ = wording.gettext
    state = (
        _("You read words in place of pictures and emoji.")
        if words
        else _("You see pictures. A screen reader reads out what they show.")
    )
    lines = [
        *([f"> {_(notice)}"] if notice else []),
        f"**{state}**",
        _(
            "In words: your screens, lessons, replays, the rules, and what is under *More*. "
            "Messages for everybody stay as they are."
        ),
        _(
            "Tips help you through your first game of each kind, until you press *End tips* "
            "under *More*."
        ),
    ]
    buttons = (
        Button(routes.READ("words"), _("Words instead of pictures"), disabled=words),
        Button(routes.READ("pictures"), _("Pictures again"), disabled=not words),
        Button(routes.READ("tips"), _("Tips again")),
    )
    return Page(title=_("Words, pictures, tips"), text="\n".join(lines), rows=(buttons,))
