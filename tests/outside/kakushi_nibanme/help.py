"""The rules of Second Best for people who have never played it."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.render import Help

HELP: Final[Help] = (
    (_("The aim"), _("**Have the most points.** Be second best in as many tricks as you can.")),
    (_("Playing a trick"), _("In turn, everybody plays one card. You may play any card you have.")),
    (
        _("Taking a trick"),
        _(
            "The **second highest card** takes the trick. It is worth 1 point, the last one 2. "
            "Whoever took it leads to the next."
        ),
    ),
    (
        _("Dealing and the end"),
        _(
            "There are cards from 1 to 30. Everybody gets six, and nobody sees the rest. The last "
            "trick is played by itself. Tied players share the win."
        ),
    ),
)
