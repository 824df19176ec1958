"""What is offered while somebody types a command for game nights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import app_commands

from bot.nights.night import Night
from bot.ui.pages.typed_words import folded

MOST_OFFERED: Final = 25
LABEL: Final = 100
"""The most characters of a choice."""

Choices = list[app_commands.Choice[str]]


def fitting(text: str, offered: Sequence[tuple[str, str]]) -> Choices:
    """Return the choices, each a label and a value, whose label has a text in it."""
    part = folded(text)
    found = [(label, value) for label, value in offered if part in folded(label)]
    return [
        app_commands.Choice(name=label[:LABEL], value=value)
        for label, value in found[:MOST_OFFERED]
    ]


def night_choices(text: str, nights: Sequence[Night]) -> Choices:
    """Return the nights whose title, date or id has a text in it."""
    when = [(each, each.row.local.replace("T", " ")) for each in nights]
    return fitting(text, [(f"{each.row.title} · {at} · {each.id}", each.id) for each, at in when])
