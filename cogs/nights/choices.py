"""What is offered while somebody types a command for game nights."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from discord import app_commands

from bot.ui.pages.typed_words import LONGEST_LABEL, MOST_CHOICES, Suggestion, narrowed

MOST_OFFERED: Final = MOST_CHOICES
LABEL: Final = LONGEST_LABEL

Choices = list[app_commands.Choice[str]]


def fitting(text: str, options: Iterable[Suggestion]) -> Choices:
    """Return the choices that a text typed so far may become."""
    return [
        app_commands.Choice(name=each.label[:LABEL], value=each.value)
        for each in narrowed(options, text)
    ]
