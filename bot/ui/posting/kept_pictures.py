"""The pictures that a private message bears already, which needn't be uploaded again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast
from urllib.parse import urlsplit

import discord

from bot.ui.pages.page import Page, Pngs


@dataclass(frozen=True, slots=True)
class KeptPicture:
    """The second picture of a message, as Discord is told to leave it there."""

    id: int
    file_name: str

    def to_dict(self) -> dict[str, object]:
        """Return what an edit says of it."""
        return {"id": self.id, "filename": self.file_name}


def kept_below(message: discord.Message, page: Page) -> KeptPicture | None:
    """Return the picture below a page's own, if a message has it.

    What an embed shows isn't among the attachments of a message: its address tells which it is.
    """
    under = page.under
    if under is None or under.image is None:
        return None
    for embed in message.embeds:
        *_path, number, name = f"//{urlsplit(embed.image.url or '').path}".split("/")
        if name == under.file_name and number.isdecimal():
            return KeptPicture(int(number), name)
    return None


def uploads(
    page: Page, pngs: Pngs, kept: KeptPicture | None = None
) -> list[discord.Attachment | discord.File]:
    """Return a page's pictures as an edit says them; what is `kept` and shown isn't sent again."""
    files, under = page.files(pngs), page.under
    shows = under is not None and under.image is not None and page.image is not None
    if kept is None or under is None or not shows or under.file_name != kept.file_name:
        return [*files]
    # All that discord.py does with what stays is to pass it on.
    return [*files[:1], cast(discord.Attachment, kept)]


def without_shapes(page: Page) -> Page:
    """Return a page whose pictures are only known by the names of their files.

    The shapes of thousands of pictures would fill the memory.
    """
    under = None if page.under is None else without_shapes(page.under)
    image = None if page.image is None else replace(page.image, shapes=(), insets=())
    return replace(page, image=image, under=under)
