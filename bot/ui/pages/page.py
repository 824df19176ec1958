"""A message before it is sent: embeds and rows of controls, as data that can be compared."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

import discord
from discord import ButtonStyle, ui
from wcwidth import wcwidth

from bot.ui.pages import routes
from bot.ui.pages.render import Field
from bot.ui.pictures.shapes import Picture

COLOUR = 0x7A5C3E

DESCRIPTION = 4096
FIELD_NAME = 256
FIELD_TEXT = 1024
FIELDS = 25
AUTHOR = 256
WHOLE = 6000
BUTTON_LABEL = 80
CHOICE_LABEL = 100
PROMPT = 150
CHOICES = 25
ROWS = 5
ROW = 5
THREAD_NAME = 100

ROW_WIDTH: Final = 328
"""The pixels of a row of controls on a phone that is 390 wide."""
BUTTON_EDGES: Final = 30
BETWEEN_BUTTONS: Final = 8
EMOJI_WIDTH: Final = 27
CELL: Final = 8.3
"""The pixels of a button beside its label, between two of them, of an emoji, and of a letter."""

PICTURE_FILE: Final = "board.png"
"""The file name of a page's picture."""
ALT_TEXT: Final = 1024
"""The most characters that describe a picture in words."""
Pngs = tuple[bytes, ...]
"""The pictures of a page, drawn."""
_CUT_THROUGH = re.compile(r"(?<!\\)<(?:a?|a?:|[/@#]|t:)(?:(?<=[:/@#])[^<>\n]*)?\Z")
"""An incomplete emoji, mention or time at the end of a text."""


@dataclass(slots=True)
class PictureWords:
    """Whether Discord accepts the words for an embed's image. It has since June 2026."""

    taken: bool = True


picture_words: Final = PictureWords()
"""Once they have been refused, this process sends pictures without them."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button. `id` is its custom id, which says what it does when it is pressed."""

    id: str
    label: str
    """The text on it; "" only if it has an emoji."""
    style: ButtonStyle = ButtonStyle.secondary
    disabled: bool = False
    emoji: str = ""
    """Precedes the label, as it is written in a text; "" for none."""
    url: str = ""
    """The address that it opens; then it has no id, and nothing is heard of a press."""


class Choice(NamedTuple):
    """A choice of a list; `more` stands below it. `emoji` is written as in a text, or ""."""

    value: str
    label: str
    emoji: str = ""
    more: str = ""


@dataclass(frozen=True, slots=True)
class Select:
    """A list of choices, of which from `least` to `most` are picked together.

    `chosen` are the values of those already picked.
    """

    id: str
    prompt: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    chosen: tuple[str, ...] = ()


Things = Literal["channels", "roles", "people"]
"""What one of Discord's own lists contains."""


@dataclass(frozen=True, slots=True)
class ServerSelect:
    """A list that Discord fills: with the server's channels, roles or people.

    `chosen` are the ids of those already picked. `channel_types` narrows down channels.
    """

    id: str
    things: Things
    prompt: str
    chosen: tuple[int, ...] = ()
    least: int = 0
    most: int = 1
    channel_types: tuple[discord.ChannelType, ...] = ()


Row = tuple[Button, ...] | Select | ServerSelect


def ids_in(row: Row) -> list[str]:
    """Return the ids of a row's controls; a link has none."""
    return [each.id for each in row if each.id] if isinstance(row, tuple) else [row.id]


def lines_on_phone(row: Row) -> int:
    """Return about how many lines a row takes on a phone, which breaks one of wide buttons."""
    if not isinstance(row, tuple):
        return 1
    lines, left = 1, ROW_WIDTH
    for button in row:
        width = BUTTON_EDGES + _cells(button.label) * CELL + bool(button.emoji) * EMOJI_WIDTH
        if width > left and left < ROW_WIDTH:
            lines, left = lines + 1, ROW_WIDTH
        # A label that is wider than the row is broken, too.
        lines += max(0, -(-int(width) // ROW_WIDTH) - 1)
        left -= width + BETWEEN_BUTTONS
    return lines


@lru_cache(1 << 12)
def _cells(label: str) -> int:
    """Return how many cells a label takes; a menu is laid out in several ways until it fits."""
    return sum(max(wcwidth(char), 0) for char in label)


def with_buttons(rows: tuple[Row, ...], *buttons: Button, room: int = ROWS) -> tuple[Row, ...]:
    """Return rows with more buttons: in the last row if they fit, or else in a row of their own.

    There are at most `room` rows; if they are full, the buttons are left out.
    """
    last = rows[-1] if rows else None
    if isinstance(last, tuple) and len(last) + len(buttons) <= ROW:
        return (*rows[:-1], (*last, *buttons))
    return (*rows, buttons) if len(rows) < room else rows


@dataclass(frozen=True, slots=True)
class Page:
    """One embed with controls below it, or two embeds if there is something `under` the first.

    A page with a picture is sent with the PNG as the attachment `file_name`.
    """

    title: str
    text: str = ""
    fields: tuple[Field, ...] = ()
    footer: str = ""
    rows: tuple[Row, ...] = ()
    author: str = ""
    """A small line above the title. Neither markdown nor the bot's emoji work there."""
    colour: int = COLOUR
    """The colour of its edge."""
    image: Picture | None = None
    alt: str = ""
    """What the picture shows, in words, for those who can't see it; every picture needs it."""
    file_name: str = PICTURE_FILE
    """The picture's file name."""
    under: Page | None = None
    """What a second embed says. It has no controls, and a picture only below another one, which
    should never change."""

    def __post_init__(self) -> None:
        """Refuse a picture without a description, and what Discord would: one control twice."""
        if self.image is not None and not self.alt:
            raise ValueError(f"the page {self.title!r} has a picture without words for it")
        ids = [each for row in self.rows for each in ids_in(row)]
        if len(set(ids)) < len(ids):
            raise ValueError(f"the page {self.title!r} has one control twice: {sorted(ids)}")

    def embeds(self) -> list[discord.Embed]:
        """Return all embeds; the second one gets its room before the first."""
        if self.under is None:
            return [self.embed()]
        under = self.under.embed()
        return [self.embed(WHOLE - len(under) - len(self.under.alt)), under]

    def embed(self, room: int = WHOLE) -> discord.Embed:
        """Return the embed, cut where Discord would refuse it; `room` is how long it may be."""
        alt = clip(self.alt, ALT_TEXT) if self.image is not None and picture_words.taken else ""
        room -= len(alt)
        text_room = room - len(self.title) - len(self.author) - len(self.footer)
        text = clip(self.text, min(DESCRIPTION, text_room))
        embed = discord.Embed(
            colour=self.colour, title=self.title or None, description=text or None
        )
        if self.author:
            embed.set_author(name=clip(self.author, AUTHOR))
        if self.image is not None:
            embed = _with_image(embed, f"attachment://{self.file_name}", alt)
        if self.footer:
            embed.set_footer(text=self.footer)
        for field in self.fields[:FIELDS]:
            name, value = clip(field.name, FIELD_NAME), clip(field.text, FIELD_TEXT)
            if value and len(embed) + len(name) + len(value) <= room:
                embed.add_field(name=name or "\u200b", value=value, inline=field.inline)
        return embed

    def pictures(self) -> list[Picture]:
        """Return what is to be drawn for it, in the order of `files`."""
        under = None if self.under is None else self.under.image
        return [each for each in (self.image, under) if each is not None]

    def files(self, pngs: Pngs) -> list[discord.File]:
        """Return its pictures, drawn, as the attachments that the embeds show.

        They are made each time, as a file that was sent can't be sent again.
        """
        pages = [each for each in (self, self.under) if each is not None and each.image is not None]
        return [
            discord.File(io.BytesIO(png), page.file_name)
            for page, png in zip(pages, pngs, strict=True)
        ]

    def with_foot(self, line: str) -> Page:
        """Return the page with a plain text at the end of its foot; without one, as it is."""
        if not line:
            return self
        if self.under is not None:
            return replace(self, under=self.under.with_foot(line))
        return replace(self, footer=" · ".join(filter(None, (self.footer, line))))

    def without_picture(self) -> Page:
        """Return the page as it is shown while its pictures can't be shown."""
        under = None if self.under is None else self.under.without_picture()
        return replace(self, image=None, alt="", under=under)

    def view(self) -> ui.View:
        """Return the controls. Clicks are read by their ids alone, so nothing waits here."""
        view = ui.View(timeout=None)
        for number, row in enumerate(self.rows):
            for item in _items(row, number):
                view.add_item(item)
        # discord.py neither keeps a stopped view nor answers for it.
        view.stop()
        return view


def _with_image(embed: discord.Embed, url: str, alt: str) -> discord.Embed:
    """Return an embed with an image and its own description: the attachment's isn't read.

    discord.py has no name for it yet, and sends it unchanged.
    """
    raw: dict[str, Any] = {**embed.to_dict(), "image": {"url": url}}
    if alt:
        raw["image"]["description"] = alt
    return discord.Embed.from_dict(raw)


def _server_select(row: ServerSelect, number: int) -> ui.Item[Any]:
    kind = {"channels": "channel", "roles": "role", "people": "user"}[row.things]
    chosen: list[Any] = [
        discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType[kind])
        for each in row.chosen[: row.most]
    ]
    options: dict[str, Any] = {
        "custom_id": row.id,
        "placeholder": clip(row.prompt, PROMPT),
        "min_values": row.least,
        "max_values": row.most,
        "default_values": chosen,
        "row": number,
    }
    match row.things:
        case "channels":
            return ui.ChannelSelect(channel_types=[*row.channel_types], **options)
        case "roles":
            return ui.RoleSelect(**options)
        case "people":
            return ui.UserSelect(**options)


def _items(row: Row, number: int) -> list[ui.Item[Any]]:
    if isinstance(row, ServerSelect):
        return [_server_select(row, number)]
    if isinstance(row, Select):
        options = [
            discord.SelectOption(
                label=clip(choice.label, CHOICE_LABEL),
                value=choice.value,
                emoji=choice.emoji or None,
                description=clip(choice.more, CHOICE_LABEL) or None,
                default=choice.value in row.chosen,
            )
            for choice in row.choices
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
            custom_id=button.id or None,
            url=button.url or None,
            label=clip(button.label, BUTTON_LABEL) or None,
            emoji=button.emoji or None,
            style=button.style,
            disabled=button.disabled,
            row=number,
        )
        for button in row
    ]


def first_to_fit(texts: Iterable[str], most: int = DESCRIPTION) -> str:
    """Return the first of ever shorter texts that has at most this many characters, or the last."""
    found = ""
    for found in texts:
        if len(found) <= most:
            break
    return found


def clip(text: str, length: int) -> str:
    """Return the text, cut to a number of characters; a cut shows as an ellipsis.

    An emoji, a mention or a time that would be cut in two is left out entirely.
    """
    if len(text) <= length:
        return text
    return _CUT_THROUGH.sub("", text[: length - 1]) + "…"


def hand_id(table_id: str, *, card: bool = False) -> str:
    """Return the id of the button that shows a hand: on the board, or on the card."""
    return routes.HAND_FROM_CARD(table_id) if card else routes.HAND(table_id)
