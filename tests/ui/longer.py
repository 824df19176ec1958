"""The screens that other tests meet, in a language with longer words: each text is looked at.

What a test then reads is said in English again, so that it goes on as ever.
"""

from __future__ import annotations

import re
from calendar import day_abbr, day_name, month_abbr, month_name
from functools import cache
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.tables import tables
from bot.tables.lobby_rules import NAMES as NAMES_OF_COMPUTERS
from bot.ui.pages import catalogues, wording
from bot.ui.pages.form import Form
from bot.ui.pages.page import Page
from tests.locale.pseudo import FIRST, LAST, LETTERS, check_said
from tests.ui.clicks import Answer
from tests.ui.fake_discord import Partial, Place

LANGUAGE = "en"
"""The pseudo-language takes the place of what everybody in these tests speaks."""
DIGITS = "234567"
CONTENT, TITLE, FOOTER = 2000, 256, 2048
"""The most characters that Discord takes where nothing is cut to them."""
NAMES = (
    *("Ada", "Bob", "Cleo", "Dai", "Emi", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kim", "Quentin"),
    *NAMES_OF_COMPUTERS,
    *(
        "Gone",
        "Server",
        "Acorns",
        "Friday",
        "Friday of tricks",
        "Autumn",
        "AUTUMN",
        "Winter",
        "Café",
        "The Café",
        "English",
    ),
    *("Europe/Berlin", "Europe/Vienna", "Asia/Tokyo", "UTC"),
    # What the credits and titles of games name, and what Discord and our own errors say.
    *(
        "Donburiko!",
        "masanofu",
        "Yu-gen",
        "Roman",
        "7 Little Korpokkurs",
        "SHA",
        "Missing Permissions",
    ),
    # What people type.
    *("yesterday", "blue", "Atlantis", "chess", r"they \*miscounted\* \@everyone"),
    *day_name,
    *day_abbr,
    *month_name[1:],
    *month_abbr[1:],
)
SELECTS = (
    discord.ui.Select,
    discord.ui.ChannelSelect,
    discord.ui.RoleSelect,
    discord.ui.UserSelect,
)
ENGLISH = {ord(other): chr(letter) for letter, other in LETTERS.items()}
COMMAND = re.compile(r"`/[^`]*`")
INNERMOST = re.compile(f"{FIRST}([^{FIRST}{LAST}]*?)ы*{LAST}")


def in_english(text: str) -> str:
    """Return what a text in the longer language was made from."""
    # A command of its own language's Discord is named without marks around it.
    text = COMMAND.sub(lambda found: found[0].translate(ENGLISH).replace("ы", ""), text)
    before = ""
    while before != text:
        before, text = text, INNERMOST.sub(lambda found: found[1].translate(ENGLISH), text)
    # Marks that only join other texts have nothing around them.
    return text.translate(ENGLISH)


class Reader:
    """Reads everything that is shown, and notes what is wrong."""

    def __init__(self, names: tuple[str, ...] = NAMES) -> None:
        """Take the names that no language changes."""
        self.names = names
        self.read = 0
        self.faults: dict[str, None] = {}

    def look(self, text: str, most: int = CONTENT) -> str:
        """Look at a text; return it in English."""
        self.read += 1
        try:
            check_said(text, *self.names)
        except AssertionError as fault:
            self.faults.setdefault(str(fault).partition("\nassert")[0])
        if len(text) > most:
            self.faults.setdefault(f"{len(text)} characters, {most} allowed: {text!r}")
        return in_english(text)

    def embed(self, embed: discord.Embed) -> discord.Embed:
        """Look at an embed; return it in English."""
        if embed.title:
            embed.title = self.look(embed.title, TITLE)
        if embed.description:
            embed.description = self.look(embed.description, 4096)
        if embed.footer.text:
            embed.set_footer(text=self.look(embed.footer.text, FOOTER))
        if embed.author.name:
            embed.set_author(name=self.look(embed.author.name))
        for number, field in enumerate(embed.fields):
            name, value = self.look(field.name or ""), self.look(field.value or "")
            embed.set_field_at(number, name=name, value=value, inline=field.inline)
        return embed

    def view(self, view: discord.ui.View) -> discord.ui.View:
        """Look at controls; return them in English."""
        for item in view.children:
            if isinstance(item, discord.ui.Button) and item.label:
                item.label = self.look(item.label)
            if isinstance(item, discord.ui.Select):
                for option in item.options:
                    option.label = self.look(option.label)
            if isinstance(item, SELECTS) and item.placeholder:
                item.placeholder = self.look(item.placeholder)
        return view

    def modal(self, modal: discord.ui.Modal) -> discord.ui.Modal:
        """Look at a form; return it in English."""
        modal.title = self.look(modal.title)
        for item in modal.children:
            if isinstance(item, discord.ui.Label):
                item.text = self.look(item.text)
                part = item.component
                if isinstance(part, discord.ui.TextInput) and part.placeholder:
                    part.placeholder = self.look(part.placeholder)
                for option in part.options if isinstance(part, discord.ui.Select) else ():
                    option.label = self.look(option.label)
        return modal


def read_all(reader: Reader, folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Say everything in the longer language, and read it before anybody sees it."""
    patch.setattr(catalogues, "LOCALE", folder)
    # What it keeps of this language isn't for the tests after this one.
    patch.setattr(wording, "_computers", cache(wording._computers.__wrapped__))
    # Ids of tables and nights are no words then.
    patch.setattr(tables, "LETTERS", DIGITS)
    embed, view, modal = Page.embed, Page.view, Form.modal
    patch.setattr(Page, "embed", lambda page, *ui: reader.embed(embed(page, *ui)))
    patch.setattr(Page, "view", lambda page: reader.view(view(page)))
    patch.setattr(Form, "modal", lambda form: reader.modal(modal(form)))
    patch.setattr(Answer, "content", staticmethod(reader.look))
    send, edit, thread = Place.send, Partial.edit, Partial.create_thread

    def put_up(place: Place, content: str = "", **sent: Any) -> Any:
        return send(place, reader.look(content), **sent)

    def change(message: Partial, **changes: Any) -> Any:
        if changes.get("content"):
            changes["content"] = reader.look(changes["content"])
        return edit(message, **changes)

    def open_thread(message: Partial, name: str, auto_archive_duration: int) -> Any:
        return thread(message, reader.look(name, 100), auto_archive_duration)

    patch.setattr(Place, "send", put_up)
    patch.setattr(Partial, "edit", change)
    patch.setattr(Partial, "create_thread", open_thread)
