"""Setting the next move ahead: the menu on a hand that waits, and taking off what is set."""

from __future__ import annotations

from bot.tables.set_ahead import NO_CASE, PRACTICE
from bot.tables.table import Table
from bot.tables.trouble import NotAtTable, Trouble
from bot.ui.actions.tables.play import Play
from bot.ui.pages.tables.ahead_menu import AHEAD, set_move
from bot.ui.pages.tables.menu import Path
from bot.ui.posting.replies import wording_of
from bot.ui.services import Interaction, Services


class Ahead:
    """What a person does about their next move while they wait. Every method answers, or raises
    Trouble.
    """

    def __init__(self, services: Services, play: Play) -> None:
        self._services = services
        self._play = play

    async def press(self, interaction: Interaction, table_id: str, sign: int, path: Path) -> None:
        """Go a step deeper into the menu, or set the move that the path has led to.

        From an older menu that leads to the fresh one, and nothing is set.
        """
        table, seat = await self._own(interaction, table_id)
        if await self._not_waiting(interaction, table, seat):
            return
        plan = self._services.plan_of(table, seat)
        if plan is None:
            raise Trouble(PRACTICE)
        notice = ""
        if path and sign != plan.sign:
            path, notice = (), wording_of(interaction).gettext(NO_CASE)
        playable = self._services.game_of(table)
        wording = self._services.wording(table, str(interaction.locale))
        line = set_move(plan, playable.render, table.view(seat), wording, path)
        if line is not None:
            person = interaction.user.id
            try:
                table = await self._services.set_ahead.set_line(table_id, person, line)
            except NotAtTable:
                raise
            except Trouble as trouble:
                notice = trouble.say(wording_of(interaction).gettext)
            path = ()
        await self._play.show_hand(interaction, table, notice, (AHEAD, *path))

    async def lowest(self, interaction: Interaction, table_id: str, sign: int) -> None:
        """Set the lowest move for each case that has none, if the menu isn't an older one."""
        table, seat = await self._own(interaction, table_id)
        if await self._not_waiting(interaction, table, seat):
            return
        plan = self._services.plan_of(table, seat)
        if plan is not None and sign != plan.sign:
            await self.press(interaction, table_id, sign, ("",))
            return
        table = await self._services.set_ahead.set_lowest(table_id, interaction.user.id)
        await self._play.show_hand(interaction, table)

    async def undo(self, interaction: Interaction, table_id: str) -> None:
        """Take off all that the person has set, and show their hand."""
        await self._own(interaction, table_id)
        table = await self._services.set_ahead.undo(table_id, interaction.user.id)
        await self._play.show_hand(interaction, table)

    async def _own(self, interaction: Interaction, table_id: str) -> tuple[Table, int]:
        table = await self._services.table(interaction, table_id)
        seat = table.seat_of(interaction.user.id)
        if seat is None:
            raise NotAtTable
        return table, seat

    async def _not_waiting(self, interaction: Interaction, table: Table, seat: int) -> bool:
        """Show the hand of somebody who can set nothing now, with the reason; tell whether that
        was so.
        """
        try:
            self._services.set_ahead.demand_waiting(table, seat)
        except Trouble as trouble:
            await self._play.show_moved_on(interaction, table, trouble)
            return True
        return False
