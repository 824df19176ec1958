"""Names the buttons that all see by the words on them, which are in the server's language."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from gettext import NullTranslations
from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.catalogues import catalogue
from bot.ui.pages.page import Page
from bot.ui.services import Interaction, Services

PUBLIC: Final = (
    *(_("I'm here"), _("I'm in"), _("Can't come")),
    *(_("I'm going home"), _("Take it"), _("Desk")),
    *(_("My hand"), _("Join"), _("Start"), _("Rematch")),
)
"""The buttons on the messages of nights and tables that a private answer can tell to press."""
LANGUAGE: Final = "language"
"""Where an interaction keeps the language of what all read where it came from."""
_BOLD: Final = re.compile(r"\*\*([^*\n]+)\*\*")


async def note_language(services: Services, interaction: Interaction) -> None:
    """Note in which language all read what lies where somebody asks for something."""
    if interaction.guild_id is not None:
        interaction.extras[LANGUAGE] = await services.language(interaction)


def labelled(page: Page, interaction: Interaction) -> Page:
    """Return a page for one person that names the buttons which all see as these are labelled; a
    button of its own is in its reader's language.
    """
    own = {each.label for row in page.rows if isinstance(row, tuple) for each in row}

    def named(part: Page) -> Page:
        fields = [replace(each, text=_text(each.text, interaction, own)) for each in part.fields]
        under = None if part.under is None else named(part.under)
        text = _text(part.text, interaction, own)
        return replace(part, text=text, fields=tuple(fields), under=under)

    return named(page)


def labelled_text(text: str, interaction: Interaction) -> str:
    """Return finished words for one person that name such buttons as they are labelled."""
    return _text(text, interaction, ())


def _text(text: str, interaction: Interaction, own: Collection[str]) -> str:
    public = interaction.extras.get(LANGUAGE)
    ours = catalogue(str(interaction.locale))
    names = _names(ours, catalogue(public)) if public else {}

    def named(found: re.Match[str]) -> str:
        label = found[1]
        return found[0] if label in own else f"**{names.get(label, label)}**"

    return _BOLD.sub(named, text) if names else text


@lru_cache
def _names(ours: NullTranslations, theirs: NullTranslations) -> dict[str, str]:
    """Return what each of these buttons is called in one language, by its name in the reader's;
    nothing if both have the same words.
    """
    if ours is theirs:
        return {}
    return {ours.gettext(each): theirs.gettext(each) for each in PUBLIC}
