"""Say something to the one person who asked, whatever has gone wrong."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Awaitable

import aiohttp
import discord
from discord import app_commands

from bot.tables.seat import Person
from bot.tables.trouble import Trouble
from bot.ui.pages.page import Page
from bot.ui.pages.wording import Wording
from bot.ui.services import Interaction

log = logging.getLogger(__name__)

WIRE = (
    discord.HTTPException,
    discord.InteractionResponded,
    aiohttp.ClientError,
    asyncio.TimeoutError,
    ConnectionError,
)
"""What an answer can fail with though the table is right: too late, given twice, a broken line."""


def wording_of(interaction: Interaction) -> Wording:
    """Return the language of the person who asked."""
    return Wording(str(interaction.locale))


def person_of(interaction: Interaction) -> Person:
    """Return who asked, by the name they bear on this server."""
    return Person(interaction.user.id, interaction.user.display_name)


async def say(interaction: Interaction, text: str, **values: object) -> bool:
    """Say one translated line to the person alone; tell whether it arrived.

    `text` is untranslated, with `{names}` for the values. Works whether or not there was an
    answer before.
    """
    return await tell(interaction, wording_of(interaction).gettext(text).format(**values))


async def tell(interaction: Interaction, text: str) -> bool:
    """Say something in finished words to the person alone; tell whether it arrived."""
    text = text[:2000]
    if interaction.response.is_done():
        return await arrived(interaction, interaction.followup.send(text, ephemeral=True))
    return await arrived(
        interaction, interaction.response.send_message(text, ephemeral=True), first=True
    )


async def show(interaction: Interaction, page: Page, png: bytes | None = None) -> bool:
    """Show a page to the person alone; tell whether it arrived.

    A control on a message that is theirs alone changes that message; else there is a new one.
    `png` is the page's picture, which is left out without it.
    """
    files = [] if png is None else [page.file(png)]
    page = page if files else page.without_picture()
    embed, view = page.embed(), page.view()
    if interaction.response.is_done():
        answer = interaction.edit_original_response(
            content=None, embed=embed, view=view, attachments=files
        )
        return await arrived(interaction, answer)
    if pressed_on_own(interaction):
        answer = interaction.response.edit_message(
            content=None, embed=embed, view=view, attachments=files
        )
    else:
        answer = interaction.response.send_message(
            embed=embed, view=view, files=files, ephemeral=True
        )
    return await arrived(interaction, answer, first=True)


def pressed_on_own(interaction: Interaction) -> bool:
    """Tell whether a control was used on a message that only this person sees.

    A form counts as used on the message whose control has opened it.
    """
    message = interaction.message
    return (
        interaction.type
        in (discord.InteractionType.component, discord.InteractionType.modal_submit)
        and message is not None
        and message.flags.ephemeral
    )


async def arrived(
    interaction: Interaction, answer: Awaitable[object], *, first: bool = False
) -> bool:
    """Wait for an answer to be sent; tell whether it arrived.

    One that comes too late is no error: what was done is on disk, and the board shows it.
    """
    try:
        await answer
    except WIRE as error:
        # 40060: the answer was taken the first time, though that wasn't said, and sent again.
        if first and getattr(error, "code", 0) == 40060:
            return True
        log.info("interaction %s was not answered: %s", interaction.id, name_of(error))
        return False
    return True


async def refuse(interaction: Interaction, error: BaseException, table_id: str = "") -> None:
    """Say why something wasn't done: a player's trouble in its words, a fault politely."""
    error = getattr(error, "original", error)
    if isinstance(error, WIRE):
        log.info("interaction %s failed on the wire: %s", interaction.id, name_of(error))
        text = wording_of(interaction).gettext("Discord didn't let that through. Please try again.")
    elif isinstance(error, Trouble):
        text = error.say(wording_of(interaction).gettext)
    else:
        text = _fault(interaction, error, table_id)
    if interaction.type is not discord.InteractionType.autocomplete:
        await tell(interaction, text)
    elif not interaction.response.is_done():
        # While somebody types there is no room for words.
        await arrived(interaction, interaction.response.autocomplete([]), first=True)


def _fault(interaction: Interaction, error: BaseException, table_id: str) -> str:
    """Log a fault if it is ours; return what is said about it."""
    _ = wording_of(interaction).gettext
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return _("This command has changed. Please try it again in a few minutes.")
    if isinstance(error, app_commands.NoPrivateMessage):
        return _("This command only works in a server. `/me games` lists your games.")
    if isinstance(error, app_commands.TransformerError | app_commands.CheckFailure):
        return _("That can't be done with this command.")
    report(error, f"interaction {interaction.id} at table {table_id or table_named(interaction)}")
    return _("Something went wrong here, and it was noted. The table is safe; please try again.")


def table_named(interaction: Interaction) -> str:
    """Return the table id that an interaction names, for the log; "-" if there is none."""
    parts = (interaction.custom_id or "").split(":")
    # In these ids a verb comes before it, and "start" would pass for a table.
    part = "".join(parts[2:3] if parts[0] in ("t", "a", "h") else parts[1:2])
    return part if len(part) == 5 and part.isascii() and part.isalnum() else "-"


def report(error: BaseException, where: str) -> None:
    """Log a fault by its kind and place; its words may hold cards, so they are left out."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    log.error("%s: %s\n%s", where, type(error).__name__, frames)


def name_of(error: BaseException) -> str:
    """Return a failure of the wire in a few words, without what was sent."""
    if isinstance(error, discord.HTTPException):
        return f"{error.status} {error.code}"
    return type(error).__name__
