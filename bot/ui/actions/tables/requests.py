"""What a command asks for at a table: carried out there, or after asking which table was meant."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import discord

from bot.tables.trouble import STALE, NotAtTable, NotYourTurn, Trouble
from bot.tables.who_sits import brief_of
from bot.ui.actions.actions import Actions
from bot.ui.actions.command_options import Option
from bot.ui.actions.rights import NightDecides
from bot.ui.actions.tables.ahead import AHEAD_OPTION
from bot.ui.actions.tables.fitting_tables import PLAY, Aim
from bot.ui.actions.tables.verbs import VERBS
from bot.ui.actions.tables.which_table import TABLE, Several, label, offered, which
from bot.ui.pages import routes
from bot.ui.pages.long_lists import more_from, part
from bot.ui.pages.page import Choice, Page, Select
from bot.ui.pages.typed_words import Suggestion
from bot.ui.posting.replies import show, wording_of
from bot.ui.services import Interaction, Services

MOVE: Final = "act"
"""The verb of a move in the game; the game's kinds say which move."""


@dataclass(frozen=True, slots=True)
class Request:
    """Something to be done at one table; `kind` and `words` describe a move of the game.

    The words of other verbs say who or what they are about.
    """

    verb: str
    game: str = ""
    kind: str = ""
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def tables(self) -> Aim:
        """Return which tables this can be asked for."""
        return PLAY if self.verb == MOVE else VERBS[self.verb].tables

    async def table(self, services: Services, interaction: Interaction, named: str | None) -> str:
        """Return the id of the table that is meant. Raises Several, or Trouble without any."""
        return await which(services, interaction, named, self.tables, game=self.game or None)

    def custom_id(self) -> str:
        """Return the request as a custom id; if that is too long, it becomes a look at the hand."""
        return routes.which_table(self.verb, self.game, self.kind, self.words)

    @classmethod
    def read(cls, verb: str, game: str, kind: str, said: tuple[str, ...]) -> Request:
        """Return the request of the values of an id. Raises Trouble if there is no such request."""
        if verb not in (MOVE, *VERBS):
            raise Trouble(STALE)
        words = routes.words_of(said)
        if verb != MOVE:
            # A made-up id must not use words that only controls have, such as the number of a seat.
            known = {option.name for option in VERBS[verb].options}
            words = {name: text for name, text in words.items() if name in known}
        return cls(verb, game, kind, words)


def typed(verb: str, game: str = "", kind: str = "") -> Callable[..., Awaitable[None]]:
    """Return the function of a command that asks for something at a table."""

    async def do(actions: Actions, interaction: Interaction, **given: Any) -> None:
        named = given.pop(TABLE)
        words = {word: _said(value) for word, value in given.items() if value is not None}
        await run(actions, interaction, Request(verb, game, kind, words), named)

    return do


def _said(value: object) -> str:
    return str(value.id) if isinstance(value, discord.abc.User) else str(value)


def table_option(tables: Aim, game: str | None = None) -> Option:
    """Return the option by which a command may name its table."""

    async def offers(actions: Actions, interaction: Interaction, text: str) -> Sequence[Suggestion]:
        return await offered(actions.services, interaction, tables, text, game)

    return Option(TABLE, str, "Which table, if you play at several", usual=None, offers=offers)


async def run(
    actions: Actions, interaction: Interaction, request: Request, named: str | None
) -> None:
    """Find the table that a command means and do it there, or ask which table is meant."""
    try:
        table_id = await request.table(actions.services, interaction, named)
    except Several as several:
        await _ask(actions, interaction, request, several)
        return
    await _do(actions, interaction, request, table_id)


async def chosen(
    actions: Actions,
    interaction: Interaction,
    verb: str,
    game: str,
    kind: str,
    path: tuple[str, ...],
) -> None:
    """Do what was asked for at the table that was picked, the last part of a control's id."""
    *said, table_id = path or ("",)
    request = Request.read(verb, game, kind, tuple(said))
    start = more_from(table_id)
    if start is not None:
        await _ask_again(actions, interaction, request, start)
        return
    # What is picked is checked as if it had been typed: it may be weeks old, or made up. A blank
    # names no table, and must not find the only one that there is.
    found = await request.table(actions.services, interaction, table_id.strip() or "-")
    await _do(actions, interaction, request, found)


async def _do(actions: Actions, interaction: Interaction, request: Request, table_id: str) -> None:
    try:
        await _do_there(actions, interaction, request, table_id)
    except NotAtTable:
        if not await actions.show_without_seat(interaction, table_id):
            raise


async def _do_there(
    actions: Actions, interaction: Interaction, request: Request, table_id: str
) -> None:
    if request.verb == MOVE and AHEAD_OPTION in request.words:
        await actions.ahead.set_typed(interaction, table_id, request.kind, request.words)
        return
    if request.verb == MOVE:
        try:
            await actions.play.play_typed(interaction, table_id, request.kind, request.words)
        except NotYourTurn:
            await actions.ahead.say_how(interaction, table_id, request.kind)
            raise
        return
    try:
        await VERBS[request.verb].do(actions, interaction, table_id, request.words)
    except NightDecides as trouble:
        # Its page has the button by which the hosts are called.
        notice = trouble.say(wording_of(interaction).gettext)
        await actions.table_page.show(interaction, table_id, notice)


async def _ask_again(
    actions: Actions, interaction: Interaction, request: Request, start: int
) -> None:
    """Ask which table is meant, showing a long list from another place on."""
    try:
        table_id = await request.table(actions.services, interaction, None)
    except Several as several:
        await _ask(actions, interaction, request, several, start)
        return
    # By now there is only one.
    found = await actions.tables.store.table(table_id)
    await _ask(actions, interaction, request, Several([] if found is None else [brief_of(found)]))


async def _ask(
    actions: Actions, interaction: Interaction, request: Request, several: Several, start: int = 0
) -> None:
    wording = wording_of(interaction)
    _ = wording.gettext
    person = interaction.user.id
    choices = [
        Choice(table.id, label(actions.services, table, wording, person))
        for table in several.tables
    ]
    page = Page(
        title=_("Which table?"),
        text=_("Which table do you mean? (Nothing has happened yet.)"),
        rows=(Select(request.custom_id(), _("Pick a table"), part(choices, start, wording)),),
    )
    await show(interaction, page)
