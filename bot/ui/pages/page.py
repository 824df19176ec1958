"""A message before it is sent: one embed and rows of controls, as data that can be compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.ui.pages.render import Field

COLOUR = 0x7A5C3E

DESCRIPTION = 4096
FIELD_NAME = 256
FIELD_TEXT = 1024
FIELDS = 25
WHOLE = 6000
BUTTON_LABEL = 80
CHOICE_LABEL = 100
PROMPT = 150
CHOICES = 25
ROWS = 5
ROW = 5


@dataclass(frozen=True, slots=True)
class Button:
    """A button. `id` is its custom id, which says what it does when it is pressed."""

    id: str
    label: str
    style: ButtonStyle = ButtonStyle.secondary
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A list of choices as (value, label), of which `least` to `most` are picked together."""

    id: str
    prompt: str
    choices: tuple[tuple[str, str], ...]
    least: int = 1
    most: int = 1


Row = tuple[Button, ...] | Select


@dataclass(frozen=True, slots=True)
class Page:
    """One embed with controls below it."""

    title: str
    text: str = ""
    fields: tuple[Field, ...] = ()
    footer: str = ""
    rows: tuple[Row, ...] = ()

    def embed(self) -> discord.Embed:
        """Return the embed, cut where Discord would refuse it."""
        text = clip(self.text, DESCRIPTION)
        embed = discord.Embed(colour=COLOUR, title=self.title, description=text or None)
        if self.footer:
            embed.set_footer(text=self.footer)
        for field in self.fields[:FIELDS]:
            name, value = clip(field.name, FIELD_NAME), clip(field.text, FIELD_TEXT)
            if value and len(embed) + len(name) + len(value) <= WHOLE:
                embed.add_field(name=name or "\u200b", value=value, inline=field.inline)
        return embed

    def view(self) -> ui.View:
        """Return the controls. Clicks are read by their ids alone, so nothing waits here."""
        view = ui.View(timeout=None)
        for number, row in enumerate(self.rows):
            for item in _items(row, number):
                view.add_item(item)
        # discord.py neither keeps nor answers for a view that is stopped.
        view.stop()
        return view


def _items(row: Row, number: int) -> list[ui.Item[Any]]:
    if isinstance(row, Select):
        options = [
            discord.SelectOption(label=clip(label, CHOICE_LABEL), value=value)
            for value, label in row.choices
        ]
        return [
            ui.Select(
                custom_id=row.id,
                placeholder=clip(row.prompt, PROMPT),
                min_values=row.least,
                max_values=row.most,
                options=options,
                row=number,
            )
        ]
    return [
        ui.Button(
            custom_id=button.id,
            label=clip(button.label, BUTTON_LABEL),
            style=button.style,
            disabled=button.disabled,
            row=number,
        )
        for button in row
    ]


def clip(text: str, length: int) -> str:
    """Return the text, cut to a number of characters; a cut shows as an ellipsis."""
    return text if len(text) <= length else text[: length - 1] + "…"
