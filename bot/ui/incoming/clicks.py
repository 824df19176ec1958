"""Where clicks come in: a control's id is read and passed on; no click is swallowed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.engine.text import marked as _
from bot.tables.servers import OperatorBans
from bot.tables.trouble import NoTable, NotAtTable, Trouble
from bot.ui.actions.actions import Actions
from bot.ui.actions.tables.verbs import CONTROLS, Control, Do
from bot.ui.pages.games import rules
from bot.ui.pages.server import privacy_page
from bot.ui.pages.tables.hand import HINT_PREFIX
from bot.ui.pages.tables.menu import together
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.replies import pressed_on_own, refuse, wording_of
from bot.ui.services import Interaction

Reader = Callable[[Interaction, list[str]], Awaitable[None]]
"""Does what a control stands for, given the parts of its id after the first, and what was picked
from a list as the last part. It answers, or raises."""

TABLE_ID = re.compile(r"[a-z2-7]{5}")
SHOW_GAME = frozenset({"t:hand", "a:back"})
"""The controls that show the hand of their table."""
ON_NO_SERVER = SHOW_GAME | {"a:end", "h:replay", "h:export", "h:verify", "h:scored", "h:open"}
"""The controls of tables on no server, besides those of the hand."""
NUMBER = re.compile(r"[0-9]{1,18}")
THINGS = re.compile(r"([0-9]{1,18}|[1-8][0-9]{18})(\+([0-9]{1,18}|[1-8][0-9]{18})){0,24}")
"""What was picked from one of Discord's own lists: ids of channels, roles or people."""


class UnknownControl(Trouble):
    """A control that no version of the bot ever made, or that none makes any more."""

    text = _("This button doesn't work any more.")


class Clicks:
    """Reads clicks by the first part of their ids, `prefix:…`. Each prefix has one reader."""

    def __init__(self, actions: Actions, answers_first: AnswersFirst, bans: OperatorBans) -> None:
        """Take what clicks lead to, and the bans."""
        self._actions = actions
        self._bans = bans
        self._answers_first = answers_first
        self._controls: dict[tuple[str, str], list[tuple[Control, Do]]] = defaultdict(list)
        self._readers: dict[str, Reader] = {
            "m": self._read_menu,
            "r": self._read_rules,
            HINT_PREFIX: self._read_hint,
        }
        self._form_readers: dict[str, Reader] = {}
        for control, do in CONTROLS:
            prefix, verb = control.id.split(":")
            self._controls[prefix, verb].append((control, do))

    def add(self, prefix: str, reader: Reader, form: Reader | None = None) -> None:
        """Register the reader of a prefix: letters only, since a number may follow it.

        `form` reads the prefix's forms, if it has any.
        """
        self._readers[prefix] = reader
        if form is not None:
            self._form_readers[prefix] = form

    async def enter(self, interaction: Interaction) -> None:
        """Answer a click, a choice from a list or a form, whatever it holds."""
        with self._answers_first.answering():
            try:
                prefix, *parts = (interaction.custom_id or "").split(":")
                if prefix != privacy_page.PREFIX:
                    # Whoever is banned may still see and delete what is kept about them.
                    self._bans.demand_not_banned(interaction.guild_id, interaction.user.id)
                if interaction.type is not discord.InteractionType.component:
                    if prefix not in self._form_readers:
                        raise UnknownControl
                    await self._form_readers[prefix](interaction, parts)
                    return
                parts += picked(interaction)
                reader = self._readers.get(prefix.rstrip("0123456789"))
                if reader is not None:
                    await reader(interaction, parts)
                else:
                    await self._read_control(interaction, prefix, parts)
            except Exception as error:
                await refuse(interaction, error)

    async def _read_control(self, interaction: Interaction, prefix: str, parts: list[str]) -> None:
        """Do what a table's control stands for.

        If it can't be done, the table page says so where the control lies there.
        """
        verb, table_id, *rest = (*parts, "", "")
        if not TABLE_ID.fullmatch(table_id):
            raise UnknownControl
        said = ":".join(part for part in rest if part)
        for control, do in self._controls.get((prefix, verb), ()):
            words = control.words(said)
            if words is None:
                continue
            try:
                await self._demand_place(interaction, table_id, control)
                await do(self._actions, interaction, table_id, words)
            except (NoTable, NotAtTable):
                raise
            except Trouble as trouble:
                if not control.on_page or not pressed_on_own(interaction):
                    raise
                notice = trouble.say(wording_of(interaction).gettext)
                await self._actions.table_page.show(interaction, table_id, notice)
            return
        raise UnknownControl

    async def _demand_place(
        self, interaction: Interaction, table_id: str, control: Control
    ) -> None:
        """Check that a control may be used here: some do nothing at tables on no server.

        Such a table has a single message, in which whatever else is shown replaces the game. For
        anybody else the table isn't there, whatever they press: that it exists is nobody else's
        business.
        """
        table = await self._actions.tables.get(table_id)
        if table.on_server:
            return
        if table.seat_of(interaction.user.id) is None:
            raise NoTable
        if control.id not in ON_NO_SERVER:
            raise UnknownControl
        if control.id not in SHOW_GAME:
            self._actions.play.hands.left(interaction, table_id)

    async def _read_rules(self, interaction: Interaction, parts: list[str]) -> None:
        here = False
        match parts:
            case [game_key, rules.JUMP, *where, page] if NUMBER.fullmatch(page):
                pass
            case [game_key, rules.HERE, page, *where] if NUMBER.fullmatch(page):
                here = True
            case [game_key, page, *where] if NUMBER.fullmatch(page):
                pass
            case _:
                raise UnknownControl
        await self._actions.show_rules(
            interaction,
            game_key,
            int(page),
            from_gallery=rules.FROM_GALLERY in where,
            here=here,
            table_id=next((each for each in where if TABLE_ID.fullmatch(each)), ""),
        )

    async def _read_hint(self, interaction: Interaction, parts: list[str]) -> None:
        table_id, number = parts if len(parts) == 2 else ["", ""]
        if not TABLE_ID.fullmatch(table_id) or not NUMBER.fullmatch(number):
            raise UnknownControl
        await self._actions.play.hint(interaction, table_id, int(number))

    async def _read_menu(self, interaction: Interaction, parts: list[str]) -> None:
        table_id, number, *steps = parts if len(parts) > 1 else ["", ""]
        if not TABLE_ID.fullmatch(table_id) or not NUMBER.fullmatch(number):
            raise UnknownControl
        path = tuple(":".join(steps).split(":")) if steps else ()
        await self._actions.play.press_menu(interaction, table_id, int(number), path)


def picked(interaction: Interaction) -> list[str]:
    """Return what was picked from a list, as one part of an id: nothing for a button."""
    data: Any = interaction.data or {}
    values = data.get("values") or []
    return [together(map(str, values))] if values else []
