"""The house: what can be done at a table, asked for by a click or by a command alike."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from discord.ext import commands

from bot.engine.computer import Level
from bot.engine.game import AnyGame, Event, Options
from bot.engine.text import marked as _
from bot.tables.clocks import Clocks
from bot.tables.history import History
from bot.tables.table import Table, TableEvent
from bot.tables.table_verbs import TableVerbs
from bot.tables.tables import Pick, Tables
from bot.tables.trouble import Frozen, NoTable, NotAtTable, NotBegun, Over, Trouble
from bot.ui.actions.finished_games import FinishedGames
from bot.ui.actions.table_verbs import TableActions
from bot.ui.incoming.clicks import Clicks
from bot.ui.incoming.which_table import may_see
from bot.ui.pages.computer_players import computers_page
from bot.ui.pages.hand import Hands, hand_page, moment, over_page
from bot.ui.pages.lobby_card import card_page
from bot.ui.pages.pace_names import move_seconds
from bot.ui.pages.render import Help, Render
from bot.ui.pages.rules import rules_page
from bot.ui.pages.table_event_lines import table_event_line
from bot.ui.pages.wording import Wording, seat_name
from bot.ui.posting import channels, replies
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.replies import Interaction, person_of, pressed_on_own, say, show
from bot.ui.posting.table_messages import TableMessages
from storage.rows import OnTimeout, Pace

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PlayableGame:
    """A game as the house offers it: its rules, what draws it, and its rules for people."""

    game: AnyGame
    render: Render
    help: Help


class House:
    """Leads every wish of a person to the tables, and shows what came of it.

    Every method that takes an interaction either answers it or raises Trouble, for which the
    door and the command tree give the answer (`replies.refuse`).
    """

    def __init__(self, bot: commands.Bot, tables: Tables) -> None:
        """Open a house for these tables."""
        self.bot = bot
        self.tables = tables
        self.clocks = Clocks(tables)
        self.playables: dict[str, PlayableGame] = {}
        self.answers_first = AnswersFirst()
        self.clicks = Clicks(self)
        self.hands = Hands(self)
        self.messages = TableMessages(self)
        self.history = History(tables)
        self.table_verbs = TableVerbs(tables, self.history)
        self.finished_games = FinishedGames(self)
        self.table_actions = TableActions(self)
        tables.listeners += [self.messages.hear, self.hands.hear]

    async def close(self) -> None:
        """Let go of what is still being put up; a restart repairs it."""
        await self.messages.close()
        await self.hands.close()

    def add_game(self, game: AnyGame, render: Render, help: Help) -> None:
        """Offer a game; its cog does so when it is loaded."""
        self.playables[game.info.key] = PlayableGame(game, render, help)
        self.tables.add_game(game)

    def wording(self, table: Table, language: str | None = None) -> Wording:
        """Return who speaks of a table: in its own language, or in that of one person."""
        names = tuple(seat_name(seat.name, seat.level) for seat in table.seats)
        return Wording(language or table.language, names)

    async def table(
        self, interaction: Interaction, table_id: str, *, frozen: bool = False
    ) -> Table:
        """Return a table of the server where this was asked; raise NoTable.

        Raise Frozen for one that can't be read, unless `frozen`.
        """
        table = await self.tables.get(table_id)
        if table.guild_id != interaction.guild_id:
            raise NoTable
        if table.frozen and not frozen:
            raise Frozen
        return table

    # The lobby

    async def open(
        self,
        interaction: Interaction,
        game_key: str,
        options: Options,
        pace: Pace = "days",
        move_time: int | None = None,
        timeout: OnTimeout = "move",
    ) -> None:
        """Open a table, with its lobby card as the answer.

        `move_time` is in minutes or hours, by pace; None is what is usual.
        """
        channels.check(interaction)
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        table = await self.tables.open(
            game_key,
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            person=person_of(interaction),
            options=options,
            interaction_id=interaction.id,
            language=str(interaction.guild_locale or "en"),
            pace=pace,
            move_time=move_seconds(pace, move_time),
            on_timeout=timeout,
        )
        await self.put_card(interaction, table)

    async def put_card(self, interaction: Interaction, table: Table) -> None:
        """Answer with the card of a table that was opened just now."""
        card_id = await self._answer_with_card(interaction, table)
        if card_id is not None:
            await self.tables.save_whereabouts(table.id, card_id=card_id)
        self.messages.schedule(table.id)

    async def _answer_with_card(self, interaction: Interaction, table: Table) -> int | None:
        """Answer with the lobby card; return its id, or None if it must be put up otherwise."""
        page = card_page(self.playables[table.game_key], table, self.wording(table))
        try:
            answer = await interaction.response.send_message(embed=page.embed(), view=page.view())
            if answer.message_id is not None:
                return answer.message_id
        except replies.WIRE as error:
            log.info("table %s: its card was not answered: %s", table.id, replies.name_of(error))
        try:
            return (await interaction.original_response()).id
        except replies.WIRE:
            return None

    async def join(self, interaction: Interaction, table_id: str) -> None:
        """Take a seat."""
        table = await self.table(interaction, table_id)
        if table.seat_of(interaction.user.id) is None and not may_see(interaction, table):
            raise NoTable
        table = await self.tables.join(table_id, person_of(interaction))
        await self.wake_if_asleep(table)
        await say(
            interaction,
            _("You sit at table `{table}` now. Seats taken: {taken} of {most}."),
            table=table.id,
            taken=len(table.seats),
            most=max(self.playables[table.game_key].game.info.seats),
        )

    async def leave(self, interaction: Interaction, table_id: str) -> None:
        """Give up a seat in the lobby."""
        table = await self.table(interaction, table_id)
        if table.phase == "playing":
            # The button of a card that is out of date: nobody means to leave the game by it.
            raise Trouble(_("The game has begun. `/table leave` leaves it all the same."))
        await self.say_left(interaction, await self.tables.leave(table_id, interaction.user.id))

    async def say_left(self, interaction: Interaction, table: Table) -> None:
        """Say that the person has given up a seat in the lobby."""
        await self.wake_if_asleep(table)
        if table.phase == "cancelled":
            await say(interaction, _("You have left. Nobody is left here, so the table is closed."))
        else:
            await say(interaction, _("You have left the table."))

    async def show_computers(
        self, interaction: Interaction, table: Table, notice: str = ""
    ) -> None:
        """Show the page that seats computer players, with `note` (finished words) above it."""
        if table.seat_of(interaction.user.id) is None:
            raise NotAtTable
        wording = self.wording(table, str(interaction.locale))
        await show(
            interaction, computers_page(self.playables[table.game_key], table, wording, notice)
        )

    async def add_computer(
        self, interaction: Interaction, table_id: str, level: Level, seq: int | None = None
    ) -> None:
        """Have a computer player take a seat. `seq` is what the page was drawn for."""
        table = await self.table(interaction, table_id)
        try:
            table = await self.tables.add_computer(table_id, interaction.user.id, level, seq=seq)
        except Trouble as trouble:
            await self._refuse_seating(interaction, table, trouble)
            return
        await self.wake_if_asleep(table)
        wording = self.wording(table, str(interaction.locale))
        seat = len(table.seats) - 1
        notice = wording.gettext("{name} sits at the table now.").format(name=wording.name(seat))
        await self.show_computers(interaction, table, notice)

    async def remove_computer(
        self, interaction: Interaction, table_id: str, number: int, seq: int | None = None
    ) -> None:
        """Take a computer player away, by its number at the table."""
        table = await self.table(interaction, table_id)
        try:
            table = await self.tables.remove_computer(
                table_id, interaction.user.id, number, seq=seq
            )
        except Trouble as trouble:
            await self._refuse_seating(interaction, table, trouble)
            return
        await self.wake_if_asleep(table)
        notice = replies.wording_of(interaction).gettext("The computer player has left.")
        await self.show_computers(interaction, table, notice)

    async def _refuse_seating(
        self, interaction: Interaction, table: Table, trouble: Trouble
    ) -> None:
        """Say why nobody was seated: on the page if it lies open, which is drawn anew."""
        if isinstance(trouble, NotAtTable) or not pressed_on_own(interaction):
            raise trouble
        await self.show_computers(
            interaction, table, trouble.say(replies.wording_of(interaction).gettext)
        )

    async def start(self, interaction: Interaction, table_id: str) -> None:
        """Deal and begin; the host's hand is the answer."""
        await self.table(interaction, table_id)
        table = await self.tables.start(table_id, person_of(interaction), interaction.id)
        await self.wake_if_asleep(table)
        notice = replies.wording_of(interaction).gettext("The game begins.")
        await self.show_hand(interaction, table, notice)

    async def wake_if_asleep(self, table: Table) -> None:
        """Have a table that sleeps look for its place again, since people are at it."""
        if table.asleep:
            await self.tables.save_whereabouts(table.id, asleep=False)
            self.messages.schedule(table.id)

    # The game

    async def play(
        self, interaction: Interaction, table_id: str, pick: Pick, question_seq: int | None = None
    ) -> None:
        """Play a move, with the new hand as the private answer.

        A control on a hand that is out of date shows the fresh hand, and says what has changed.
        """
        table = await self.table(interaction, table_id)
        with self.hands.put_down(table.id, interaction.user.id):
            try:
                table = await self.tables.play(
                    table_id,
                    person_of(interaction),
                    pick,
                    question_seq=question_seq,
                    interaction_id=interaction.id,
                )
            except (NotAtTable, NotBegun):
                raise
            except Trouble as trouble:
                if not pressed_on_own(interaction):
                    raise
                await self.show_moved_on(interaction, table, trouble)
            else:
                await self.wake_if_asleep(table)
                notice = replies.wording_of(interaction).gettext("Done.")
                await self.show_hand(interaction, table, notice)

    async def show_moved_on(self, interaction: Interaction, table: Table, trouble: Trouble) -> None:
        """Show the fresh hand in place of an old one, and say what has happened meanwhile."""
        wording = self.wording(table, str(interaction.locale))
        notice = trouble.say(wording.gettext)
        lately = self.lines(table, wording, most=1)
        await self.show_hand(interaction, table, "\n".join([notice, *lately]))

    async def show_hand(
        self, interaction: Interaction, table: Table, notice: str = "", path: tuple[str, ...] = ()
    ) -> None:
        """Show a person their hand, with `note` (finished words) above it.

        `path` is how far into the menu they have gone. The hand stays open: it is drawn anew when
        the person's question changes, as long as Discord allows.
        """
        seat = table.seat_of(interaction.user.id)
        if seat is None:
            raise NotAtTable
        wording = self.wording(table, str(interaction.locale))
        if table.phase == "cancelled":
            if not pressed_on_own(interaction):
                raise Over
            await show(interaction, over_page(self.playables[table.game_key], table, wording))
            return
        page = hand_page(self.playables[table.game_key], table, seat, wording, notice, path)
        drawn = moment(table, seat)
        with self.hands.put_down(table.id, interaction.user.id) as down:
            if await show(interaction, page):
                down.take_up(interaction, drawn, moment(table, seat))

    async def show_board(self, interaction: Interaction, table_id: str) -> None:
        """Put a table's board up again in this channel, and wake the table if it sleeps."""
        table = await self.table(interaction, table_id)
        if table.seat_of(interaction.user.id) is None:
            raise NotAtTable
        channels.check(interaction)
        if table.phase == "cancelled":
            raise Over
        assert interaction.channel_id is not None
        if table.phase == "lobby" and table.channel_id != interaction.channel_id:
            raise Trouble(
                _("The game hasn't begun. The card of this table lies in {channel}."),
                channel=f"<#{table.channel_id}>",
            )
        await self.messages.bring(table, interaction.user.id, interaction.channel_id)
        await say(interaction, _("It is being put up here."))

    # The rules

    async def show_rules(self, interaction: Interaction, game_key: str, page: int = 0) -> None:
        """Show a page of a game's rules, with buttons to turn it."""
        playable = self.playables.get(game_key)
        if playable is None:
            raise Trouble(_("There is no such game here."))
        await show(interaction, rules_page(playable, page, replies.wording_of(interaction)))

    # Words

    def lines(self, table: Table, wording: Wording, most: int) -> list[str]:
        """Return the last things that all could see at a table, oldest first."""
        return self.said(table, table.recent, wording)[-most:]

    def said(
        self, table: Table, events: Iterable[Event | TableEvent], wording: Wording
    ) -> list[str]:
        """Return what was told at a table as lines; some events have none."""
        render = self.playables[table.game_key].render
        people = [seat.person for seat in table.seats]
        lines = (
            table_event_line(each, wording, people)
            if isinstance(each, TableEvent)
            else render.line(each, wording)
            for each in events
        )
        return [line for line in lines if line]
