"""What stands on the screen of a seat: its hand, what it has heard, where to go next."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from bot.ui.pages.page import Button, Page
from bot.ui.pages.tables.absent_words import minded_line
from bot.ui.pages.tables.fit import Notice
from bot.ui.pages.tables.game_end import NO_HONOURS
from bot.ui.pages.tables.hand import Advice, hand_of, over_page
from bot.ui.pages.tables.menu_moves import MenuPath
from bot.ui.pages.tables.screen import screen
from bot.ui.pages.tables.table_lines import heard_at, lacks
from bot.ui.pages.wording import Wording
from bot.ui.posting.tables.next_tables import NextTables
from bot.ui.services import Interaction, Services


class HandScreens:
    """Draws the screens of seats as they stand."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._next_tables = NextTables(services)

    def page(
        self,
        table: Table,
        seat: int,
        language: str,
        path: MenuPath = (),
        advice: Advice | None = None,
        next_table: Button | None = None,
        *,
        drawn: bool = True,
        failed: bool = False,
    ) -> Page:
        """Return the screen of a seat as it stands. Raises Trouble if there is none.

        `advice` is a hint that was asked for, and `next_table` what the method of that name
        returns. The board is a picture if it can be `drawn`. With `failed` there is a button to
        draw it again.
        """
        services, person = self._services, table.seats[seat].person
        playable = services.game_of(table)
        wording = services.own_wording(table, language, person)
        if table.phase == "cancelled":
            return over_page(playable, table.face(), wording)
        helped = services.helped(person, playable, table)
        honours = services.honours.get((table.id, table.corrected), NO_HONOURS)
        hand = hand_of(table, seat)
        hand = replace(
            hand,
            table=replace(hand.table, alone_until=services.alone_until.get(table.id)),
            helped=helped,
            advice=advice,
            next=next_table,
            plan=services.plan_of(table, seat),
            note=services.tables.notes.of(person, table.id),
        )
        page = screen(playable, hand, wording, path, honours, drawn=drawn, failed=failed)
        return page.with_foot(services.announcement.text())

    async def next_table(
        self, interaction: Interaction, table: Table, seat: int, path: MenuPath = ()
    ) -> Button | None:
        """Return the button from a hand to the next table that waits for its person.

        It is there once they have nothing to do at this one, as what they have set is about to be
        played, too; in private games never.
        """
        order = table.order_of(seat)
        ordered = order is not None and order.due is not None
        if path or not table.on_server or (seat in table.people_asked() and not ordered):
            return None
        wording = self._services.wording_to(interaction, table)
        return await self._next_tables.button(interaction, wording, table.id)

    def heard(
        self,
        table: Table,
        seat: int,
        language: str,
        since: int,
        first: str = "",
        seen: Collection[str] | None = None,
    ) -> Notice:
        """Return a notice for above a seat's hand: `first`, then what it has heard since a step.

        Without a `first` it says how many moves a computer has made for the person since.

        `seen` are the lines that its person's screen has shown; None if that isn't known.
        """
        person = table.seats[seat].person
        wording = self._services.own_wording(table, language, person)
        first = first or _lapsed(table, seat, since, wording)
        minded = ""
        if not first and table.phase == "playing" and table.seats[seat].here:
            # An unfinished trick also tells again what a computer played before.
            moves = table.minded_since(seat, since)
            minded = minded_line(moves, wording) if moves else ""
        told = heard_at(self._services.game_of(table), table, seat, since, wording, seen)
        return Notice(first, tuple(told), minded=minded, lacks=lacks(table, wording))


def _lapsed(table: Table, seat: int, since: int, wording: Wording) -> str:
    """Return to somebody that what they asked the others for lapsed after a step; "" if nothing
    did.
    """
    person = table.seats[seat].person
    told = (each for each in table.told_since(since) if isinstance(each, TableEvent))
    if not any(each.what == "lapsed" and each.person == person for each in told):
        return ""
    return wording.gettext("Your move stands: the next one was made before all had agreed.")
