"""What somebody has noted about a table, as it is on their hand and on their own pages."""

from __future__ import annotations

from typing import Final

from bot.tables.notes import LONGEST
from bot.ui.pages import routes
from bot.ui.pages.form import Form, TextLine
from bot.ui.pages.page import clip
from bot.ui.pages.wording import Wording, escaped

NOTE: Final = "📝"
"""How the line of a note begins."""
ON_HAND: Final = 80
"""How many characters of a note are on a hand."""
FIELD: Final = "note"
"""The line of the form."""


def note_line(note: str, most: int = ON_HAND) -> str:
    """Return a note as a line of its own, cut to so many characters; "" for none."""
    return f"{NOTE} {escaped(clip(note, most))}" if note else ""


def note_form(table_id: str, note: str, wording: Wording) -> Form:
    """Return the form for somebody's note about a table."""
    _ = wording.gettext
    line = TextLine(
        FIELD,
        _("Only you see it; empty deletes it"),
        note,
        most=LONGEST,
        needed=False,
        paragraph=True,
    )
    return Form(routes.NOTE_SET(table_id), _("Note"), (line,))
