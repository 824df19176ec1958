"""Ending a game before it is over: giving up, ending it with its points, or without a result."""

from __future__ import annotations

from bot.engine.text import marked as _
from bot.nights.leading import night_that_decides
from bot.tables import early_end, votes
from bot.tables.table import Table
from bot.tables.trouble import AWAY, CHANGED, GAVE_UP, OVER, NotAtTable, NotBegun, Trouble
from bot.ui.actions.rights import (
    demand_right,
    demand_right_over_others,
    of_its_night,
    right_of,
)
from bot.ui.actions.tables.table_page import TablePage
from bot.ui.pages.tables.end_page import How, Ways, end_page, really_end_page
from bot.ui.pages.tables.verb_words import VERB_WORDS
from bot.ui.posting.replies import person_of, show, wording_of
from bot.ui.services import Interaction, Services

DONE: dict[How, str] = {
    "concede": _("You gave up. A computer plays your seat to the end."),
    "points": VERB_WORDS["end_points"].done,
    "void": VERB_WORDS["end"].done,
}


class Endings:
    """Shows how a game can be ended, and ends it. Every method answers or raises Trouble."""

    def __init__(self, services: Services, page: TablePage) -> None:
        self._services = services
        self._page = page

    async def ask(self, interaction: Interaction, table_id: str, how: How | None = None) -> None:
        """Ask how a game should end, or whether it really should end like this.

        Where there is one way alone, that is asked about at once. Raises Trouble if there is none.
        """
        table, ways = await self._ways(interaction, table_id)
        if len(ways.hows) == 1 and not ways.led_by and ways.again is None:
            how = ways.hows[0]
        if how is not None and how in ways.hows:
            await self._ask_whether(interaction, table, ways, how)
            return
        await self._show(interaction, table, ways)

    async def ask_who_plays(self, interaction: Interaction, table_id: str) -> None:
        """Ask a player of a table how their game should end. Raises NotAtTable for others."""
        table = await self._services.table(interaction, table_id, frozen=True)
        if not table.sits(interaction.user.id):
            raise NotAtTable
        await self.ask(interaction, table_id)

    async def do(self, interaction: Interaction, table_id: str, how: How, sign: int | None) -> None:
        """End a game as was asked about, or ask the others to agree.

        `sign` is that of what was drawn; if it has changed, it is shown again.
        """
        table, ways = await self._ways(interaction, table_id)
        if how not in ways.hows:
            await self._show(interaction, table, ways)
            return
        person, verbs = person_of(interaction), self._services.table_verbs
        try:
            if how == "concede":
                table = await verbs.give_up(table_id, person, sign)
            elif how == "points":
                table = await verbs.voting.propose(table_id, person, "end_points", sign=sign)
            elif ways.at_once:
                right = await demand_right_over_others(self._services, interaction, table)
                table = await verbs.end(table_id, person, right, sign)
            else:
                table = await verbs.voting.propose(table_id, person, "end_void", sign=sign)
        except Trouble as trouble:
            if trouble.text != CHANGED:
                raise
            table, ways = await self._ways(interaction, table_id)
            await self._show(interaction, table, ways, CHANGED)
            return
        if how == "concede" and table.over:
            await self._page.say_done(interaction, table, _("You gave up, and the game is over."))
        elif how == "concede":
            done = _("You gave up.") if table.deserted() else DONE[how]
            await self._page.say_done(interaction, table, done)
        else:
            await self._page.say_decided(interaction, table, DONE[how])

    async def old_end(self, interaction: Interaction, table_id: str) -> None:
        """End a game by a button that an older version drew, if nobody else must agree to that."""
        table, ways = await self._ways(interaction, table_id)
        if ways.at_once:
            await self.do(interaction, table_id, "void", None)
        else:
            await self._show(interaction, table, ways)

    async def _show(
        self, interaction: Interaction, table: Table, ways: Ways, notice: str = ""
    ) -> None:
        wording = self._services.wording_to(interaction, table)
        said = wording_of(interaction).gettext(notice) if notice else ""
        playable = self._services.games.get(table.game_key)
        await show(interaction, end_page(playable, table.face(), ways, wording, said))

    async def _ask_whether(
        self, interaction: Interaction, table: Table, ways: Ways, how: How
    ) -> None:
        wording = self._services.wording_to(interaction, table)
        playable = self._services.games.get(table.game_key)
        await show(interaction, really_end_page(playable, table.face(), ways, how, wording))

    async def _ways(self, interaction: Interaction, table_id: str) -> tuple[Table, Ways]:
        """Return a table and how the person who asks may end it. Raises Trouble if they may not."""
        services = self._services
        table = await services.table(interaction, table_id, frozen=True)
        number = table.seat_of(interaction.user.id)
        if table.over:
            if number is None:
                await demand_right(services, interaction, table)
            raise Trouble(OVER)
        right = await right_of(services, interaction, table)
        if table.phase == "lobby" or table.frozen or table.practice or number is None:
            if table.phase == "lobby" and number is not None and right is None:
                await demand_right(services, interaction, table)
                raise NotBegun
            await demand_right(services, interaction, table)
            return table, Ways(("void",), at_once=True)
        if not table.seats[number].here:
            raise Trouble(GAVE_UP if table.seats[number].gave_up else AWAY)
        assert table.game is not None
        points = table.game.points_now(table.public())
        if right == "night":
            return table, await self._ways_to_lead(interaction, table, points)
        if await night_that_decides(services.nights, table) is not None:
            led = await of_its_night(services, table)
            led_by = led.say(wording_of(interaction).gettext)
            return table, Ways(("concede",), points=points, led_by=led_by)
        if len(table.people_here()) < 2:
            outlasted = points is not None and early_end.outlasted(table)
            until = early_end.outlasted_until(table, services.tables.now()) if outlasted else None
            hows: tuple[How, ...] = ("points", "concede") if outlasted else ("concede",)
            return table, Ways(hows, points=points, alone=True, until=until)
        again = None
        if table.motion is None or not votes.SUBJECTS[table.motion.what].ends:
            # What is open already can be agreed to.
            told = await services.tables.store.table_events(table_id)
            again = votes.ask_again_at(told, interaction.user.id, services.tables.now())
        ends: tuple[How, ...] = ("void",) if points is None else ("points", "void")
        hows = ("concede",) if again is not None else ("concede", *ends)
        return table, Ways(hows, points=points, again=again)

    async def _ways_to_lead(
        self, interaction: Interaction, table: Table, points: tuple[int, ...] | None
    ) -> Ways:
        """Return how somebody may end a game that they play, and whose night they lead."""
        try:
            await demand_right_over_others(self._services, interaction, table)
        except Trouble as trouble:
            led_by = trouble.say(wording_of(interaction).gettext)
            return Ways(("concede",), points=points, led_by=led_by)
        return Ways(("concede", "void"), at_once=True, points=points, leads=True)
