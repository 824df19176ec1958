"""Where clicks come in: a control's id is read and passed on; no click is swallowed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

from bot.nights.night import NightOver
from bot.tables.servers import OperatorBans
from bot.tables.trouble import NoTable, NotAtTable, Trouble
from bot.ui.actions.actions import Actions
from bot.ui.actions.rights import demand_right_on_server
from bot.ui.incoming.rows.all_rows import CONTROLS, FORMS
from bot.ui.incoming.rows.row import UNKNOWN_CONTROL, Control
from bot.ui.incoming.rows.tables import MOVES, TABLES
from bot.ui.pages import routes
from bot.ui.pages.tables.menu_moves import together
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.forms import show_again
from bot.ui.posting.public_labels import note_language
from bot.ui.posting.replies import OnPage, pressed_on_own, wording_of
from bot.ui.services import Interaction


class Clicks:
    """Reads clicks by the ids of controls and does what their rows say."""

    def __init__(self, actions: Actions, answers_first: AnswersFirst, bans: OperatorBans) -> None:
        """Take what clicks lead to, and the bans."""
        self._actions = actions
        self._bans = bans
        self._answers_first = answers_first
        self._controls, self._forms = ControlFinder(CONTROLS), ControlFinder(FORMS)

    async def enter(self, interaction: Interaction) -> None:
        """Answer a click, a choice from a list or a form, whatever it holds."""
        pages = self._actions.night_desk.pages
        page = await pages.left(interaction)
        answer = self._answer(interaction, interaction.custom_id or "")
        await self._answers_first.answered(interaction, answer)
        pages.back(page, interaction)
        self._actions.play.hands.covered(interaction)

    async def _answer(self, interaction: Interaction, custom_id: str) -> None:
        if routes.prefix_of(custom_id) != routes.PRIVACY.prefix:
            # Whoever is banned may still see and delete what is kept about them.
            self._bans.demand_not_banned(interaction.guild_id, interaction.user.id)
        await note_language(self._actions.services, interaction)
        finder = self._forms
        if interaction.type is discord.InteractionType.component:
            finder = self._controls
            custom_id = routes.with_picked(custom_id, picked(interaction))
        control, values = finder.find(custom_id)
        await self._actions.services.tables.readers.reads_words(interaction.user.id)
        await demand_right_on_server(self._actions.services, interaction, control.who)
        try:
            if finder is self._forms:
                await self._filled_in(interaction, control, *values)
            elif control in TABLES:
                await self._at_table(interaction, control, *values)
            else:
                await self._actions.bound(control.do)(interaction, *values)
        except NightOver as over:
            page = await self._actions.nights.instead_of_over(interaction, over.night_id)
            raise page from None
        except NotAtTable:
            at_table = control in TABLES or control in MOVES
            if not at_table or not await self._actions.show_without_seat(interaction, values[0]):
                raise
        await self._actions.series.ask_where_nowhere(interaction, control.who)

    async def _filled_in(self, interaction: Interaction, control: Control, *values: object) -> None:
        """Do what a form stands for; if that can't be done, what was typed isn't lost."""
        try:
            await self._actions.bound(control.do)(interaction, *values)
        except (OnPage, NightOver):
            raise
        except Trouble as trouble:
            why = trouble.say(wording_of(interaction).gettext)
            opener = self._actions.forms.refused(interaction)
            if not opener:
                raise
            await show_again(interaction, why, opener)

    async def _at_table(
        self, interaction: Interaction, control: Control, table_id: str, *values: object
    ) -> None:
        """Do what a table's control stands for; on the table page, the page says if it can't be."""
        try:
            with self._actions.play.hands.answering(table_id, interaction.user.id):
                await self._demand_place(interaction, table_id, control)
                await self._actions.bound(control.do)(interaction, table_id, *values)
        except (NoTable, NotAtTable):
            raise
        except Trouble as trouble:
            if not control.on_page or not pressed_on_own(interaction):
                raise
            notice = trouble.say(wording_of(interaction).gettext)
            await self._actions.table_page.show(interaction, table_id, notice)

    async def _demand_place(
        self, interaction: Interaction, table_id: str, control: Control
    ) -> None:
        """Check that a control may be used here: some do nothing at tables on no server.

        For anybody else such a table isn't there, whatever they press: that it exists is nobody
        else's business. Whatever is shown where somebody's hand was replaces it.
        """
        table = await self._actions.tables.get(table_id)
        if not table.on_server:
            if not table.sits(interaction.user.id):
                raise NoTable
            if control.alone == "refused":
                raise Trouble(UNKNOWN_CONTROL)
        if control.alone == "covers":
            await self._actions.play.hands.left(interaction, table_id)


def picked(interaction: Interaction) -> list[str]:
    """Return what was picked from a list, as one part of an id: nothing for a button."""
    data: Any = interaction.data or {}
    values = data.get("values") or []
    return [together(map(str, values))] if values else []


class ControlFinder:
    """Finds the control that an id stands for."""

    def __init__(self, controls: Iterable[Control]) -> None:
        self._by_prefix: dict[str, list[Control]] = {}
        for each in controls:
            self._by_prefix.setdefault(each.route.prefix, []).append(each)

    def find(self, custom_id: str) -> tuple[Control, list[Any]]:
        """Return the control of an id, and its values. Raises Trouble if there is none."""
        for each in self._by_prefix.get(routes.prefix_of(custom_id), ()):
            values = each.route.read(custom_id)
            if values is not None:
                return each, values
        raise Trouble(UNKNOWN_CONTROL)
