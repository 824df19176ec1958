"""Says something to the one person who asked, whatever has gone wrong."""

from __future__ import annotations

import asyncio
import logging
import re
import traceback
from collections.abc import Awaitable, Collection
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import discord
from discord import app_commands

from bot.engine.text import cleaned
from bot.engine.text import marked as _
from bot.tables.seat import Person
from bot.tables.trouble import NotSaved, Trouble
from bot.ui.pages import routes
from bot.ui.pages.page import Page, Pngs, picture_words
from bot.ui.pages.wording import Wording
from bot.ui.posting.kept_pictures import KeptPicture, kept_below, uploads
from bot.ui.posting.public_labels import labelled, labelled_text
from bot.ui.posting.refusals import REFUSED_FORM, message_gone, refuses_picture
from bot.ui.services import Interaction
from storage.errors import WriteRefused

log = logging.getLogger(__name__)

WIRE = (
    discord.HTTPException,
    discord.InteractionResponded,
    aiohttp.ClientError,
    asyncio.TimeoutError,
    ConnectionError,
)
"""What an answer can fail with although the table is right: too late, sent twice, a lost
connection.
"""

FIELD_REFUSED = re.compile(r"^In ([\w.]+):", re.MULTILINE)
"""A field in discord.py's words for a refused body; what was wrong with it follows."""
LOGGED = _("Something went wrong, and I logged it. The table is safe; please try again.")


class OnPage(Trouble):
    """What can't be done is said on a page, with what can be done instead."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page


class Which(OnPage):
    """Several things could be meant: a page asks which."""


class PictureRefused(Exception):
    """Discord refuses an answer with this picture; it may take it with another, or with none."""


class _PageRefused(Exception):
    """Discord refuses an answer as it was built, which is a fault of ours."""


class _Gone(Exception):
    """The private message that was to be changed is gone: its person has dismissed it."""


def wording_of(interaction: Interaction) -> Wording:
    """Return the language of the person who asked."""
    return Wording(str(interaction.locale))


def person_of(interaction: Interaction) -> Person:
    """Return who asked, under the name they have on this server."""
    return named(interaction.user)


def named(user: discord.abc.User) -> Person:
    """Return somebody under the name they have on this server, cleaned like all words."""
    # Only people who were forgotten have no name at all.
    return Person(user.id, cleaned(user.display_name) or "?")


async def say(interaction: Interaction, text: str, **values: object) -> bool:
    """Say one translated line to the person alone; tell whether it arrived.

    `text` is untranslated, with `{names}` for the values. It works whether or not there was an
    answer before.
    """
    return await tell(interaction, wording_of(interaction).gettext(text, **values))


async def tell(interaction: Interaction, text: str) -> bool:
    """Say something in finished words to the person alone; tell whether it arrived."""
    text = labelled_text(text, interaction)[:2000]
    if interaction.response.is_done():
        return await arrived(interaction, interaction.followup.send(text, ephemeral=True))
    return await arrived(
        interaction, interaction.response.send_message(text, ephemeral=True), first=True
    )


async def show(
    interaction: Interaction,
    page: Page,
    pngs: Pngs | None = None,
    *,
    keeps: bool = False,
    anew: bool = False,
) -> bool:
    """Show a page to the person alone; tell whether it arrived.

    A control on a message that only they see changes that message. Otherwise, or if they have
    dismissed that message meanwhile and wait for an answer, a new one is sent. `pngs` is the page's
    picture; without it the picture is left out, unless the changed message has it already and
    `keeps` it. If Discord refuses the picture, it is left out, too. With `anew` a new message is
    sent in any case.
    """
    try:
        return await show_with_picture(interaction, page, pngs, keeps=keeps, anew=anew)
    except PictureRefused:
        return await show_with_picture(interaction, page, anew=anew)


async def show_with_picture(
    interaction: Interaction,
    page: Page,
    pngs: Pngs | None = None,
    *,
    keeps: bool = False,
    anew: bool = False,
    kept: KeptPicture | None = None,
) -> bool:
    """Show a page as `show` does; raise PictureRefused if Discord refuses its picture.

    If the changed message has the second of its pictures already, that is `kept`.
    """
    words = picture_words.taken
    try:
        there = await _shown(interaction, page, pngs, keeps=keeps, anew=anew, kept=kept)
        if not there and words != picture_words.taken:
            return await _shown(interaction, page, pngs, keeps=keeps, anew=anew, kept=kept)
    except _PageRefused as error:
        return await _refused(interaction, error)
    return there


async def show_to_all(interaction: Interaction, page: Page, pngs: Pngs | None) -> bool:
    """Show a page to everybody where something was pressed; tell whether it arrived."""
    words = picture_words.taken
    sent = {**said(page), "files": _files(page, pngs)}
    answer = interaction.response.send_message(**sent)
    try:
        if await arrived(interaction, _unless_refused(answer, page), first=True):
            return True
    except PictureRefused:
        return await show_to_all(interaction, page.without_picture(), None)
    except _PageRefused as error:
        return await _refused(interaction, error)
    if words != picture_words.taken:
        return await show_to_all(interaction, page, pngs)
    return False


async def _shown(
    interaction: Interaction,
    page: Page,
    pngs: Pngs | None,
    *,
    keeps: bool,
    anew: bool,
    kept: KeptPicture | None,
) -> bool:
    page = page if pngs is not None or keeps else page.without_picture()
    if not anew and (interaction.response.is_done() or pressed_on_own(interaction)):
        try:
            return await _change(interaction, page, pngs, keeps=keeps, kept=kept)
        except _Gone:
            log.info("interaction %s: its message has gone, so a new one is sent", interaction.id)
            page = page if pngs is not None else page.without_picture()
    embeds = said(page, interaction)
    sent = {**embeds, "files": _files(page, pngs), "ephemeral": not in_own_dm(interaction)}
    if interaction.response.is_done():
        answer = _unless_refused(interaction.followup.send(**sent), page)
        return await arrived(interaction, answer)
    answer = _unless_refused(interaction.response.send_message(**sent), page)
    return await arrived(interaction, answer, first=True)


async def _change(
    interaction: Interaction,
    page: Page,
    pngs: Pngs | None,
    *,
    keeps: bool,
    kept: KeptPicture | None,
) -> bool:
    """Change the private message there is; tell whether that arrived, or raise _Gone."""
    sent: dict[str, Any] = {"content": None, **said(page, interaction)}
    if not keeps:
        sent["attachments"] = [] if pngs is None else uploads(page, pngs, kept)
    if interaction.response.is_done():
        answer = interaction.edit_original_response(**sent)
        return await arrived(interaction, _unless_refused(_unless_gone(answer), page))
    answer = interaction.response.edit_message(**sent)
    return await arrived(interaction, _unless_refused(_unless_gone(answer), page), first=True)


def said(page: Page, to: Interaction | None = None) -> dict[str, Any]:
    """Return what is sent of a page, except its picture: `to` one person alone, or to all."""
    page = page if to is None else labelled(page, to)
    if page.under is None:
        return {"embed": page.embed(), "view": page.view()}
    return {"embeds": page.embeds(), "view": page.view()}


def bears_picture(interaction: Interaction, page: Page) -> bool:
    """Tell whether the message that an answer changes already has the picture of a page."""
    if page.image is None or interaction.message is None or not pressed_on_own(interaction):
        return False
    urls = [each.image.url or "" for each in interaction.message.embeds]
    return any(urlsplit(url).path.endswith(f"/{page.file_name}") for url in urls)


def picture_kept(interaction: Interaction, page: Page) -> KeptPicture | None:
    """Return the second picture of a page if the message that an answer changes has it."""
    if interaction.message is None or not pressed_on_own(interaction):
        return None
    return kept_below(interaction.message, page)


async def _unless_gone(change: Awaitable[object]) -> None:
    """Wait for a message to be changed; raise _Gone if it no longer exists."""
    try:
        await change
    except discord.NotFound as error:
        if message_gone(error):
            raise _Gone from None
        raise


async def _unless_refused(answer: Awaitable[object], page: Page) -> None:
    """Wait for an answer to be sent; raise PictureRefused if it is because of its picture, and
    _PageRefused, with the fields in question, if something else in it is wrong.
    """
    try:
        await answer
    except discord.HTTPException as error:
        if picture_words.taken and "image.description" in error.text:
            raise
        if page.image is not None and refuses_picture(error):
            raise PictureRefused from None
        if error.code == REFUSED_FORM:
            raise _PageRefused(", ".join(FIELD_REFUSED.findall(error.text))) from None
        raise


def _files(page: Page, pngs: Pngs | None) -> list[discord.File]:
    """Return a page's uploads; made each time, as a file that was sent can't be sent again."""
    return [] if pngs is None else page.files(pngs)


def in_own_dm(interaction: Interaction) -> bool:
    """Tell whether something was asked in the person's DM with the bot.

    Nobody else is there, so pages are ordinary messages: these survive a restart of the client,
    appear on all of the person's devices, and their controls work for good.
    """
    return interaction.guild_id is None and interaction.context.dm_channel is True


def pressed_on_own(interaction: Interaction) -> bool:
    """Tell whether a control was used on an answer that only this person sees.

    A form counts as used on the message whose control opened it. What the bot has sent to a DM
    unasked, such as a reminder, isn't an answer.
    """
    message = interaction.message
    if message is None or interaction.type not in (
        discord.InteractionType.component,
        discord.InteractionType.modal_submit,
    ):
        return False
    if message.flags.ephemeral:
        return True
    return in_own_dm(interaction) and message.interaction_metadata is not None


def message_of(interaction: Interaction) -> int:
    """Return what distinguishes the message with an answer from all others: what it was put up for.

    A control on a private message changes that message.
    """
    message = interaction.message
    if message is None or not pressed_on_own(interaction) or message.interaction_metadata is None:
        return interaction.id
    return message.interaction_metadata.id


def bots_among(interaction: Interaction, people: Collection[int]) -> set[int]:
    """Return which of some people, just picked or named, are bots according to Discord."""
    data: Any = interaction.data or {}
    users = (data.get("resolved") or {}).get("users", {})
    return {person for person in people if users.get(str(person), {}).get("bot")}


def may_draw(interaction: Interaction) -> bool:
    """Tell whether an answer may have a picture where something was asked."""
    return interaction.app_permissions.attach_files


async def arrived(
    interaction: Interaction, answer: Awaitable[object], *, first: bool = False
) -> bool:
    """Wait for an answer to be sent; tell whether it arrived.

    A late answer is no error: what was done is on disk, and the board shows it.
    """
    try:
        await answer
    except WIRE as error:
        # 40060: the answer was accepted the first time, but that got lost and it was sent again.
        if first and getattr(error, "code", 0) == 40060:
            return True
        refuses_words(error)
        log.info("interaction %s was not answered: %s", interaction.id, error_name(error))
        return False
    return True


def refuses_words(error: BaseException) -> bool:
    """Tell whether Discord refused the words for a picture; then none are sent again.

    The same message can be sent once more.
    """
    if not (
        picture_words.taken
        and isinstance(error, discord.HTTPException)
        and error.code == REFUSED_FORM
        and "image.description" in error.text
    ):
        return False
    picture_words.taken = False
    log.warning("Discord takes no words for the pictures of embeds; they go without from now on")
    return True


async def refuse(interaction: Interaction, error: BaseException, table_id: str = "") -> None:
    """Say why something wasn't done: a player's trouble in its own words, a fault politely."""
    error = getattr(error, "original", error)
    if isinstance(error, WriteRefused):
        error = NotSaved()
    typing = interaction.type is discord.InteractionType.autocomplete
    if isinstance(error, OnPage) and not typing:
        await show(interaction, error.page)
        return
    if isinstance(error, WIRE):
        log.info("interaction %s failed on the wire: %s", interaction.id, error_name(error))
        text = wording_of(interaction).gettext("Discord rejected that. Please try again.")
    elif isinstance(error, Trouble):
        text = error.say(wording_of(interaction).gettext)
    else:
        text = _fault(interaction, error, table_id)
    if not typing:
        await tell(interaction, text)
    elif not interaction.response.is_done():
        # While somebody types there is no room for words.
        await arrived(interaction, interaction.response.autocomplete([]), first=True)


async def _refused(interaction: Interaction, refused: _PageRefused) -> bool:
    """Log which fields of a page Discord refused, without what is in them, and say that something
    went wrong; return that the page didn't arrive.
    """
    table_id = routes.table_in(interaction.custom_id or "")
    log.error("interaction %s at table %s: refused %s", interaction.id, table_id, refused)
    await tell(interaction, wording_of(interaction).gettext(LOGGED))
    return False


def _fault(interaction: Interaction, error: BaseException, table_id: str) -> str:
    """Log a fault if it is ours; return what is said about it."""
    _ = wording_of(interaction).gettext
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return _("This command has changed. Please try it again in a few minutes.")
    if isinstance(error, app_commands.NoPrivateMessage):
        return _("This command only works in a server. `/me games` lists your games.")
    if isinstance(error, app_commands.TransformerError | app_commands.CheckFailure):
        return _("That can't be done with this command.")
    table_id = table_id or routes.table_in(interaction.custom_id or "")
    report(error, f"interaction {interaction.id} at table {table_id}")
    return _(LOGGED)


def report(error: BaseException, where: str) -> None:
    """Log a fault by its kind and place; its text may contain cards, so that is left out."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    log.error("%s: %s\n%s", where, type(error).__name__, frames)


def error_name(error: BaseException) -> str:
    """Return a network failure in a few words, without what was sent."""
    if isinstance(error, discord.HTTPException):
        return f"{error.status} {error.code}"
    return type(error).__name__
