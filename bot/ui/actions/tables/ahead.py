"""Setting the next move ahead: the menu on a hand that waits, and taking off what is set."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.engine.ahead import Line
from bot.engine.text import marked as _
from bot.tables.set_ahead import NO_CASE, PRACTICE
from bot.tables.table import Table
from bot.tables.trouble import NoTable, NotAtTable, Trouble
from bot.ui.actions.tables.play import Play
from bot.ui.pages.tables.ahead_menu import (
    AHEAD,
    CHOICE,
    LAST,
    AheadPlan,
    case_options,
    said_of,
    set_move,
)
from bot.ui.pages.tables.menu_moves import MenuPath
from bot.ui.pages.tables.my_orders import MyOrder, my_orders_page
from bot.ui.pages.tables.my_tables import table_address
from bot.ui.pages.typed_words import Suggestion, picker, the_one
from bot.ui.pages.wording import Wording, plain_name
from bot.ui.pages.words_ahead import WordsAhead
from bot.ui.posting.replies import show, wording_of
from bot.ui.services import Interaction, Services

AHEAD_OPTION: Final = "ahead"
"""The option of a move's command by which it is set ahead: in which case it is played."""
ANOTHERS_TURN: Final = _("It isn't your turn. Waiting for {names}.")
TOO_EARLY: Final = _(
    "It isn't your turn. Waiting for {names}. To set this move ahead, fill in `{option}` too."
)
NO_SUCH_CASE: Final = _("There is no such case now. You can pick: {possible}.")


class AheadActions:
    """What people do about their next move while they wait. Methods answer, or raise Trouble."""

    def __init__(self, services: Services, play: Play) -> None:
        self._services = services
        self._play = play

    async def press(
        self, interaction: Interaction, table_id: str, sign: int, path: MenuPath
    ) -> None:
        """Go a step deeper into the menu, set the move that the path has led to, or take off the
        last choice.

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
        if path[:1] == (LAST,):
            # Pressed twice, it takes off one.
            table = await self._undo_last(interaction, table, plan, path)
            path = ()
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

    async def _undo_last(
        self, interaction: Interaction, table: Table, plan: AheadPlan, path: MenuPath
    ) -> Table:
        if path[1:] != (str(len(plan.lines)),):
            return table
        return await self._services.set_ahead.undo_last(table.id, interaction.user.id)

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

    async def show_all(self, interaction: Interaction) -> None:
        """List all that the person has set ahead, at the tables of all servers."""
        services, person, locale = self._services, interaction.user.id, str(interaction.locale)
        found: list[MyOrder] = []
        for table, said in await all_ahead(services, person, locale):
            wording = services.own_wording(table, locale, person)
            name = services.server_name(table.guild_id)
            server = [] if name is None else [plain_name(name)]
            game = services.title_of(table.game_key, wording)
            title = " · ".join([game, table.id, *server])
            found.append(MyOrder(table.id, title, game, said, table_address(table)))
        await show(interaction, my_orders_page(found, wording_of(interaction)))

    async def drop(self, interaction: Interaction, table_id: str) -> None:
        """Take off what the person has set at a table of any server, and list what is left.

        Where they don't sit nothing of theirs is set, whether or not there is such a table.
        """
        with suppress(NoTable, NotAtTable):
            await self._services.set_ahead.undo(table_id, interaction.user.id)
        await self.show_all(interaction)

    async def set_typed(
        self, interaction: Interaction, table_id: str, kind: str, words: Mapping[str, str]
    ) -> None:
        """Set the move that the words of a command describe, for the case that one of them says."""
        table, seat = await self._own(interaction, table_id)
        services = self._services
        services.set_ahead.demand_waiting(table, seat)
        render, view = services.game_of(table).render, table.view(seat)
        wording = services.wording(table, str(interaction.locale))
        offered = services.set_ahead.offered(table, seat)
        offered = [each for each in offered if any(move.kind == kind for move in each.moves)]
        if not offered:
            raise Trouble(NO_CASE)
        cases = case_options(offered, render, wording)
        named = wording.series(f"**{each.label}**" for each in dict.fromkeys(cases))
        none = Trouble(NO_SUCH_CASE, possible=named)
        meant = the_one(cases, words[AHEAD_OPTION], none).value
        if meant != CHOICE:
            offered = [offered[int(meant) - 1]]
        given = {name: said for name, said in words.items() if name != AHEAD_OPTION}
        moves = WordsAhead(render, offered)
        pick = picker(f"{table.game_key} {kind}", moves, given, wording)
        action = pick(view, moves.moves)
        line = Line(moves.case_of(action), action)
        table = await services.set_ahead.set_line(table_id, interaction.user.id, line)
        await self._play.show_hand(interaction, table)

    async def say_how(self, interaction: Interaction, table_id: str, kind: str) -> None:
        """Raise Trouble that says to the person who typed a move too early whose turn it is.

        It also says how the move is set ahead, if they could set one of its kind.
        """
        table, _seat = await self._own(interaction, table_id)
        wording = self._services.wording(table, str(interaction.locale))
        names = wording.names(table.people_asked() or table.to_act())
        if not names:
            return
        if not self.offered_cases(table, interaction.user.id, kind, wording):
            raise Trouble(ANOTHERS_TURN, names=names)
        option = wording.option(f"{table.game_key} {kind}", AHEAD_OPTION)
        raise Trouble(TOO_EARLY, names=names, option=option)

    def offered_cases(
        self, table: Table, person: int, kind: str, wording: Wording
    ) -> list[Suggestion]:
        """Return what fills in the option of a move's command, for somebody at a table."""
        seat = table.seat_of(person)
        if seat is None:
            return []
        offered = self._services.set_ahead.offered(table, seat)
        offered = [each for each in offered if any(move.kind == kind for move in each.moves)]
        return case_options(offered, self._services.game_of(table).render, wording)

    async def _own(self, interaction: Interaction, table_id: str) -> tuple[Table, int]:
        table = await self._services.table(interaction, table_id)
        seat = table.seat_of(interaction.user.id)
        if seat is None:
            raise NotAtTable
        return table, seat

    async def _not_waiting(self, interaction: Interaction, table: Table, seat: int) -> bool:
        """Show the hand of whoever can set nothing now, and why; tell whether that was so."""
        try:
            self._services.set_ahead.demand_waiting(table, seat)
        except Trouble as trouble:
            await self._play.show_moved_on(interaction, table, trouble)
            return True
        return False


async def all_ahead(services: Services, person: int, locale: str) -> list[tuple[Table, str]]:
    """Return the tables where something is set that may still be played, and what that is, in
    words: with emoji ten tables are too long for a message.
    """
    found: list[tuple[Table, str]] = []
    rows = await services.tables.store.orders.of(person)
    for table_id in dict.fromkeys(each.table_id for each in rows):
        table = await services.tables.get(table_id)
        seat = table.seat_of(person)
        plan = None if seat is None or table.frozen else services.plan_of(table, seat)
        if plan is None or seat is None or plan.order is None or not plan.order.stands:
            continue
        wording = services.own_wording(table, locale, person).in_words()
        render = services.game_of(table).render
        # Whoever is asked already reads on their hand that they needn't press.
        plan = replace(plan, order=replace(plan.order, due=None))
        found.append((table, said_of(plan, render, table.view(seat), wording)))
    return found
