"""The lobby: opening a table, sitting down and getting up, computer players, the start."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.engine.computer import Level
from bot.engine.game import Options
from bot.engine.text import marked as _
from bot.tables.lobby_rules import no_seat
from bot.tables.table import NewTable, Settings, Table
from bot.tables.trouble import NOT_INVITED, NotAtTable, Trouble
from bot.ui.actions.tables.play import Play
from bot.ui.pages.tables.computer_seats import computers_page
from bot.ui.pages.tables.lobby_card import begins_line, lobby_card_page
from bot.ui.pages.tables.lobby_settings import asking_page
from bot.ui.pages.tables.setting_names import TEMPOS, levels_at, pace_at
from bot.ui.pages.typed_words import same_name
from bot.ui.pages.wording import seat_names
from bot.ui.posting import channels
from bot.ui.posting.kept_messages import mentioning, mentions
from bot.ui.posting.last_replies import LastReplies
from bot.ui.posting.picture_messages import send_with_picture
from bot.ui.posting.replies import (
    WIRE,
    error_name,
    person_of,
    pressed_on_own,
    wording_of,
)
from bot.ui.posting.tables.table_messages import TableMessages
from bot.ui.services import Interaction, Services
from storage.rows import settings_of

USUAL: Final = Settings(pace="days")
"""What a table is opened with where nothing is chosen."""

log = logging.getLogger(__name__)


class Lobby:
    """What people do before the game begins. Every method answers or raises Trouble."""

    def __init__(self, services: Services, messages: TableMessages, play: Play) -> None:
        self._services = services
        self._messages = messages
        self._play = play
        self._replies = LastReplies()
        self._computers = LastReplies()

    async def open(
        self,
        interaction: Interaction,
        game_key: str,
        options: Options,
        settings: Settings = USUAL,
    ) -> Table:
        """Open a table, with its lobby card as the answer; return it."""
        language = await self._services.language(interaction)
        new = new_table(interaction, game_key, options, language)
        table = await self._services.lobby_verbs.open(replace(new, **settings_of(settings)))
        await self.put_card(interaction, table)
        return table

    async def put_card(
        self, interaction: Interaction, table: Table, called: Sequence[int] = ()
    ) -> None:
        """Answer with the card of a table that has just been opened; it mentions who is called."""
        with self._messages.card_coming(table.id):
            card_id = await self._answer_with_card(interaction, table, called)
            if card_id is not None:
                await self._services.tables.save_whereabouts(table.id, card_id=card_id)
        self._messages.schedule(table.id)

    async def _answer_with_card(
        self, interaction: Interaction, table: Table, called: Sequence[int]
    ) -> int | None:
        """Answer with the lobby card; return its id, or None if it must be put up otherwise."""
        services = self._services
        page = lobby_card_page(services.game_of(table), table.face(), services.wording(table))
        try:
            answer = await send_with_picture(
                services,
                page,
                table.channel_id,
                lambda embed, view, files: interaction.response.send_message(
                    mentions(called) or None,
                    embed=embed,
                    view=view,
                    files=files,
                    allowed_mentions=mentioning(called),
                ),
            )
            if answer.message_id is not None:
                return answer.message_id
        except WIRE as error:
            log.info("table %s: its card was not answered: %s", table.id, error_name(error))
        try:
            return (await interaction.original_response()).id
        except WIRE:
            return None

    async def join(self, interaction: Interaction, table_id: str) -> None:
        """Take a seat; at a table that is by invitation others than the invited may ask for one.

        Raises NoTable if the table is out of the person's sight.
        """
        services = self._services
        table = await services.table(interaction, table_id)
        try:
            table = await services.lobby_verbs.join(
                table_id, person_of(interaction), interaction.id
            )
        except Trouble as trouble:
            if trouble.text != NOT_INVITED:
                raise
            await self._show_asking(interaction, table)
            return
        await self._messages.wake_if_asleep(table)
        if table.phase == "playing":
            await self._play.show_begun(interaction, table)
            return
        wording = services.wording(table, str(interaction.locale))
        taken = wording.gettext(
            "You're in! {taken} of {most} seats are taken.",
            taken=len(table.seats),
            most=max(services.game_of(table).game.info.seats),
        )
        said = wording.sentences(taken, begins_line(table.face(), wording))
        await self._replies.tell(interaction, table_id, said)

    async def ask_in(self, interaction: Interaction, table_id: str) -> None:
        """Ask to be let in. Raises NoTable if the table is out of the person's sight."""
        services = self._services
        await services.table(interaction, table_id)
        table = await services.asking_in.ask(table_id, person_of(interaction))
        await self._messages.wake_if_asleep(table)
        await self._show_asking(interaction, table)

    async def _show_asking(self, interaction: Interaction, table: Table) -> None:
        services = self._services
        wording = services.wording(table, str(interaction.locale))
        asked = table.has_asked(interaction.user.id)
        page = asking_page(services.game_of(table), table.face(), wording, asked=asked)
        await self._replies.show(interaction, table.id, page)

    async def leave(self, interaction: Interaction, table_id: str) -> None:
        """Give up a seat in the lobby. Raises Trouble if the game has begun."""
        table = await self._services.table(interaction, table_id)
        if table.phase == "playing":
            # The card was out of date: whoever pressed its button didn't mean to leave a game at
            # play.
            raise Trouble(_("The game has begun. To leave it anyway, use `/table leave`."))
        await self.say_left(
            interaction, await self._services.lobby_verbs.leave(table_id, interaction.user.id)
        )

    async def say_left(self, interaction: Interaction, table: Table) -> None:
        """Say that the person has given up a seat in the lobby."""
        await self._messages.wake_if_asleep(table)
        said = _("You have left the table.")
        if table.phase == "cancelled":
            said = _("You have left. Nobody else was here, so the table was closed.")
        await self._replies.tell(interaction, table.id, wording_of(interaction).gettext(said))

    async def start(self, interaction: Interaction, table_id: str) -> None:
        """Deal and begin; the host's hand is the answer, with a link to the board."""
        table = await self._services.table(interaction, table_id)
        self._demand_host(interaction, table, _("Only {host}, the host, can press **Start**."))
        table = await self._services.lobby_verbs.start(
            table_id, person_of(interaction), interaction.id
        )
        await self._messages.wake_if_asleep(table)
        await self._play.show_begun(interaction, table)

    async def set_pace(self, interaction: Interaction, table_id: str, tempo: str) -> None:
        """Give a table that hasn't begun another pace: one of `TEMPOS`."""
        table = await self._services.table(interaction, table_id)
        self._demand_host(interaction, table, _("Only {host}, the host, can pick the pace."))
        table = await self._services.lobby_verbs.set_pace(
            table_id, interaction.user.id, *TEMPOS[tempo]
        )
        await self._messages.wake_if_asleep(table)
        wording = wording_of(interaction)
        said = wording.gettext("Pace: {pace}.", pace=pace_at(table.face(), wording))
        await self._replies.tell(interaction, table_id, said)

    def _demand_host(self, interaction: Interaction, table: Table, text: str) -> None:
        """Check that the person is the host of a table that hasn't begun; else name the host."""
        host = table.seat_of(table.host)
        if table.phase == "lobby" and table.host != interaction.user.id and host is not None:
            raise Trouble(
                text, host=self._services.wording(table, str(interaction.locale)).name(host)
            )

    # Computer players

    async def show_computers(self, interaction: Interaction, table_id: str) -> None:
        """Show the page that seats computer players."""
        await self._show_computers(interaction, await self._services.table(interaction, table_id))

    async def add_computer(
        self, interaction: Interaction, table_id: str, level: Level, computers: int | None = None
    ) -> None:
        """Seat a computer player. `computers` is how many there were on the page."""
        services = self._services
        table = await services.table(interaction, table_id)
        try:
            table = await services.lobby_verbs.add_computer(
                table_id, interaction.user.id, level, computers=computers
            )
        except Trouble as trouble:
            await self._refuse_seating(interaction, table, trouble)
            return
        await self._messages.wake_if_asleep(table)
        wording = services.wording(table, str(interaction.locale))
        name = wording.name(len(table.seats) - 1)
        notice = wording.gettext("{name} has joined.", name=name)
        await self._show_computers(interaction, table, notice)

    async def remove_computer(
        self, interaction: Interaction, table_id: str, number: int, revision: int | None = None
    ) -> None:
        """Take a computer player away, by its number at the table."""
        services = self._services
        table = await services.table(interaction, table_id)
        try:
            table = await services.lobby_verbs.remove_computer(
                table_id, interaction.user.id, number, revision=revision
            )
        except Trouble as trouble:
            await self._refuse_seating(interaction, table, trouble)
            return
        await self._messages.wake_if_asleep(table)
        notice = wording_of(interaction).gettext("The computer has left.")
        await self._show_computers(interaction, table, notice)

    async def dismiss(self, interaction: Interaction, table_id: str, name: str) -> None:
        """Take away the computer of this name, or whose option was chosen. Raises Trouble."""
        table = await self._services.table(interaction, table_id)
        if not table.sits(interaction.user.id):
            raise no_seat(table)
        computers = table.computers()
        labels = levels_at(table.face(), self._services.wording(table, str(interaction.locale)))
        called = seat_names(computers, table.language)
        for seat, *names in zip(computers, called, labels, strict=True):
            if any(same_name(each, name) for each in (seat.name, *names)):
                await self.remove_computer(interaction, table_id, seat.person)
                return
        if not computers:
            raise Trouble(_("There are no computers at table `{table}`."), table=table_id)
        names = wording_of(interaction).series(called)
        raise Trouble(_("No computer here has that name. There are: {names}."), names=names)

    async def _show_computers(
        self, interaction: Interaction, table: Table, notice: str = ""
    ) -> None:
        if not table.sits(interaction.user.id):
            raise no_seat(table)
        wording = self._services.wording(table, str(interaction.locale))
        playable = self._services.game_of(table)
        page = computers_page(playable, table.face(), wording, notice)
        await self._computers.show(interaction, table.id, page)

    async def _refuse_seating(
        self, interaction: Interaction, table: Table, trouble: Trouble
    ) -> None:
        """Say why nobody was seated: on the page, drawn again, if it lies open."""
        if isinstance(trouble, NotAtTable) or not pressed_on_own(interaction):
            raise trouble
        await self._show_computers(interaction, table, trouble.say(wording_of(interaction).gettext))


def new_table(interaction: Interaction, game_key: str, options: Options, language: str) -> NewTable:
    """Return what a table without a clock is opened with where this was asked.

    Raises Trouble if the bot lacks a permission that it needs there.
    """
    channels.demand_allowed(interaction)
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    return NewTable(
        game_key=game_key,
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        parent_id=channels.parent_of(interaction),
        by_manager=interaction.permissions.manage_guild,
        person=person_of(interaction),
        options=options,
        interaction_id=interaction.id,
        language=language,
    )
